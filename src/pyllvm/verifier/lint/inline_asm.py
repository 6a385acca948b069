"""Inline assembly: constraints that the target does not have, and combinations of constraints that LLVM's back ends refuse.

Its template is checked too: what may follow `$`, and the modifiers that an operand takes. Source: the chapters "Inline Assembler
Expressions" and "Asm template argument modifiers" of the language document. LLVM reports these only in its back ends; where it
does, the words are the same (for a template, in `AsmPrinter::emitInlineAsm`).
"""

from __future__ import annotations

from typing import Final, final

from pyllvm.ir.constants import ConstantInt, InlineAsm
from pyllvm.ir.instructions import CallBase
from pyllvm.ir.target.asm_constraints import CLOBBER, INPUT, OUTPUT, AsmConstraint, parse_constraints
from pyllvm.ir.types import POINTER
from pyllvm.tables.inline_asm_constraints import (
    ELEMENT_TYPES_SINCE,
    GENERIC_IMMEDIATES,
    IMMEDIATE,
    MEMORY,
    MEMORY_OPERAND,
    NO_CONTRACTIONS_SINCE,
    NUMBER,
    REGISTER,
    TEMPLATE_WORDS,
    UNLIKE_TIES_SINCE,
    kind_of_register,
    modifiers_of_family,
    modifiers_of_operand,
)
from pyllvm.tables.inline_asm_registers import COMMON_CLOBBERS, FLAG_OUTPUT, clobber_names, operand_registers
from pyllvm.verifier.lint.asm_operands import AsmCall, AsmOperand, check_values, no_register
from pyllvm.verifier.lint.findings import Linter

_DIGITS: Final = "0123456789"


def check_inline_asm(linter: Linter, call: CallBase, assembly: InlineAsm) -> None:
    """Check a call of inline assembly."""
    constraints = parse_constraints(assembly.constraints, linter.version)
    if constraints is None:
        return
    asm = AsmCall(linter, call, assembly, constraints)
    _check_codes(asm)
    _check_registers(asm)
    check_values(asm)
    _check_ties(asm)
    _check_indirect(asm)
    _check_clobbers(asm)
    _check_alternatives(asm)
    check_template(asm)


def _codes(constraint: AsmConstraint) -> list[str]:
    """Return the codes of all alternatives, without references to outputs, and without white space, which LLVM never chooses."""
    return [code for codes in constraint.codes for code in codes if code[:1] not in _DIGITS and not code.isspace()]


def _is_physical(code: str) -> bool:
    return code.startswith("{")


def _check_codes(asm: AsmCall) -> None:
    """Section "Supported Constraint Code List"."""
    for operand in asm.operands if asm.kinds else []:
        for code in _codes(operand.constraint):
            if code not in asm.kinds and not _is_physical(code):
                words = "invalid operand for inline asm constraint" if code in GENERIC_IMMEDIATES else "unknown asm constraint"
                message = f"{words} '{code}' (constraint {operand.number}, {asm.family})"
                asm.linter.report("asm-constraint", message, asm.call)


def _check_registers(asm: AsmCall) -> None:
    """Section "Supported Constraint Code List", `{register-name}`: the target has the register."""
    names = operand_registers(asm.family, asm.architecture)
    for operand in asm.operands if names else []:
        for code in _codes(operand.constraint):
            name = code[1:-1].lower()
            if _is_physical(code) and name not in names and not name.startswith(FLAG_OUTPUT):
                message = f"{no_register(asm, operand, code)}: {asm.architecture} has no such register"
                asm.linter.report("asm-register", message, asm.call)


def _places(asm: AsmCall, constraint: AsmConstraint) -> set[str]:
    return {asm.kinds.get(code, REGISTER if _is_physical(code) else "") for code in _codes(constraint)}


def _check_ties(asm: AsmCall) -> None:
    """Section "Input constraints": an input is tied to a register, of the same type."""
    by_number = {operand.number: operand for operand in asm.operands}
    for output in asm.operands:
        if output.constraint.kind != OUTPUT:
            continue
        for tied in output.constraint.matching_inputs:
            if tied < 0:
                continue
            if _places(asm, output.constraint) == {MEMORY}:
                message = f"an input is tied to output {output.number}, which is not a register"
                asm.linter.report("asm-tie", message, asm.call)
            elif tied in by_number and len(output.constraint.matching_inputs) == 1:
                _check_tie(asm, output, by_number[tied])


def _check_tie(asm: AsmCall, output: AsmOperand, tied: AsmOperand) -> None:
    if tied.constraint.is_indirect:
        verb = "don't know how to" if asm.linter.version < NO_CONTRACTIONS_SINCE else "cannot"
        message = f"inline asm not supported yet: {verb} handle tied indirect register inputs"
        asm.linter.report("asm-tie", message, asm.call)
        return
    first, second = output.type, tied.type
    if first is None or second is None or asm.linter.version >= UNLIKE_TIES_SINCE or first.is_aggregate or second.is_aggregate:
        return
    if first.is_floating_point_or_vector != second.is_floating_point_or_vector:
        message = "Unsupported asm: input constraint with a matching output constraint of incompatible type!"
        asm.linter.report("asm-tie", message, asm.call)


def _check_indirect(asm: AsmCall) -> None:
    """Section "Indirect inputs and outputs"."""
    for operand in asm.operands:
        constraint = operand.constraint
        if not constraint.is_indirect:
            continue
        if operand.argument is not None and operand.argument.type.kind != POINTER:
            # The verifier's own rule, in its words, for the versions whose verifier does not have it.
            if asm.linter.version < ELEMENT_TYPES_SINCE:
                asm.linter.report("asm-indirect", "Operand for indirect constraint must have pointer type", asm.call)
        elif constraint.kind == INPUT and _places(asm, constraint) == {REGISTER}:
            verb = "Don't know how to" if asm.linter.version < NO_CONTRACTIONS_SINCE else "cannot"
            message = f"{verb} handle indirect register inputs yet for constraint '{''.join(_codes(constraint))}'"
            asm.linter.report("asm-indirect", message, asm.call)


def _check_clobbers(asm: AsmCall) -> None:
    """Section "Clobber constraints"."""
    outputs: set[str] = set()
    for constraint in asm.constraints:
        if constraint.kind == OUTPUT:
            outputs.update([code for code in _codes(constraint) if _is_physical(code)])
    names = clobber_names(asm.family)
    for constraint in asm.constraints:
        if constraint.kind != CLOBBER:
            continue
        for code in _codes(constraint):
            if not _is_physical(code):
                asm.linter.report("asm-clobber", f"a clobber must name a register, not the constraint code '{code}'", asm.call)
            elif code in outputs:
                asm.linter.report("asm-clobber", f"register {code} is both an output and clobbered", asm.call)
            elif names and code[1:-1].lower() not in names:
                asm.linter.report("asm-register", f"the clobber '{code}' names no register of {asm.family}", asm.call)


def _check_alternatives(asm: AsmCall) -> None:
    """Section "Constraint Codes": every constraint has as many alternatives as the others.

    An input that is tied to an output has the output's alternatives: Clang writes only the number.
    """
    untied = [constraint for constraint in asm.constraints if constraint.kind in (INPUT, OUTPUT) and _codes(constraint)]
    counts = {len(constraint.codes) for constraint in untied}
    if len(counts) > 1:
        asm.linter.report("asm-alternatives", "the constraints have different numbers of alternatives", asm.call)


def check_template(asm: AsmCall) -> None:
    """Check the template of a call."""
    _Template(asm).check()


def _operand_kind(asm: AsmCall, operand: AsmOperand) -> str:
    """The kind of operand on which modifiers depend; empty if LLVM can choose, or the tables do not have it."""
    kind = asm.kind(operand)
    if kind == REGISTER:
        return kind_of_register(asm.family, operand.code)
    if kind == IMMEDIATE:
        return NUMBER if isinstance(operand.argument, ConstantInt) else ""
    return MEMORY_OPERAND if kind == MEMORY and operand.constraint.is_indirect else ""


def _printed_clobbers(asm: AsmCall) -> int:
    """The number of clobbers that LLVM numbers after the operands: clobbers of registers."""
    names = clobber_names(asm.family)
    count = 0
    for constraint in asm.constraints:
        if constraint.kind == CLOBBER and constraint.codes[0]:
            name = constraint.codes[0][0][1:-1].lower()
            if name not in COMMON_CLOBBERS and (not names or name in names):
                count += 1
    return count


@final
class _Template:
    """Reads a template string as `AsmPrinter::emitInlineAsm` does."""

    def __init__(self, asm: AsmCall) -> None:
        self._asm = asm
        self._linter: Linter = asm.linter
        self._call: CallBase = asm.call
        self._text: str = asm.assembly.assembly
        self._modifiers: str = modifiers_of_family(asm.family, asm.linter.version)

    def check(self) -> None:
        text = self._text
        at = text.find("$")
        opening = -1
        while 0 <= at < len(text):
            following = text[at + 1 : at + 2]
            if following == "(":
                if opening >= 0:
                    self._report(f"Nested variants found in inline asm string: '{text[opening : at + 2]}'")
                    return
                opening = at
            if following and following in "$(|)":
                # Outside of variants, `$|` and `$)` have no special meaning.
                opening = -1 if following == ")" else opening
                at += 2
            elif following == "{":
                at = self._check_braces(at)
            else:
                at = self._check_number(at)
            at = text.find("$", at) if at >= 0 else -1
        if opening >= 0:
            self._report(f"'$(' is not closed in inline asm string: '{text[opening:]}'")

    def _report(self, message: str) -> int:
        self._linter.report("asm-template", message, self._call)
        return -1

    def _check_number(self, at: int) -> int:
        """Check `$N`; return where it ends."""
        end = self._end_of_digits(at + 1)
        if end == at + 1:
            return self._report(f"Bad $ operand number in inline asm string: '{self._text[at : end + 1]}'")
        self._operand(self._text[at + 1 : end], self._text[at:end])
        return end

    def _end_of_digits(self, end: int) -> int:
        while end < len(self._text) and self._text[end] in _DIGITS:
            end += 1
        return end

    def _check_braces(self, at: int) -> int:
        """Check `${...}`, an operand with an optional modifier or a colon and a word; return where it ends, or -1."""
        text = self._text
        closing = text.find("}", at)
        shown = text[at : closing + 1] if closing >= 0 else text[at:]
        if text[at + 2 : at + 3] == ":":
            if closing < 0:
                return self._report(f"Unterminated ${{:foo}} operand in inline asm string: '{shown}'")
            word = text[at + 3 : closing]
            if word not in TEMPLATE_WORDS:
                self._report(f"Unknown special formatter '{word}' in inline asm string: '{shown}'")
            return closing + 1
        end = self._end_of_digits(at + 2)
        if end == at + 2:
            return self._report(f"Bad $ operand number in inline asm string: '{shown}'")
        digits = text[at + 2 : end]
        modifier = ""
        if text[end : end + 1] == ":":
            modifier = text[end + 1 : end + 2]
            if not modifier:
                return self._report(f"Bad ${{:}} expression in inline asm string: '{shown}'")
            end += 2
        if text[end : end + 1] != "}":
            return self._report(f"Bad ${{}} expression in inline asm string: '{shown}'")
        operand = self._operand(digits, shown)
        if operand is not None and modifier:
            self._check_modifier(operand, modifier, shown)
        return closing + 1

    def _operand(self, digits: str, shown: str) -> AsmOperand | None:
        operands = self._asm.operands
        number = int(digits[:10])
        if number < len(operands):
            return operands[number]
        count = len(operands)
        if number < count + _printed_clobbers(self._asm):
            return None
        message = f"invalid operand in inline asm: '{shown}': the call has {count} operand{'' if count == 1 else 's'}"
        self._linter.report("asm-operand", message, self._call)
        return None

    def _check_modifier(self, operand: AsmOperand, modifier: str, shown: str) -> None:
        if not self._modifiers:
            return
        family = self._asm.family
        if modifier not in self._modifiers:
            message = f"invalid operand in inline asm: '{shown}': {family} has no modifier '{modifier}'"
            self._linter.report("asm-modifier", message, self._call)
            return
        kind = _operand_kind(self._asm, operand)
        taken = modifiers_of_operand(family, kind)
        if taken and modifier not in taken:
            message = f"invalid operand in inline asm: '{shown}': {family} has no modifier '{modifier}' for {kind}"
            self._linter.report("asm-modifier", message, self._call)
