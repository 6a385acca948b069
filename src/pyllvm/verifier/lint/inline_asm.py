"""Inline assembly: constraint codes and template modifiers that the target does not have, and operands that do not exist.

Source: the chapter "Inline Assembler Expressions" of the language document. LLVM reports these only in its back ends.
"""

from __future__ import annotations

from typing import Final, final

from pyllvm.ir.constants import ConstantInt, InlineAsm
from pyllvm.ir.instructions import CallBase
from pyllvm.ir.target.asm_constraints import CLOBBER, INPUT, OUTPUT, AsmConstraint, parse_constraints
from pyllvm.ir.target.target_triple import TargetTriple
from pyllvm.ir.value import Value
from pyllvm.tables.inline_asm_constraints import (
    IMMEDIATE,
    MEMORY,
    REGISTER,
    TEMPLATE_WORDS,
    THUMB1_SUB_ARCHITECTURES,
    codes_of_family,
    immediate_range,
    modifiers_of_family,
)
from pyllvm.verifier.lint.findings import Linter

_DIGITS: Final = "0123456789"


def check_inline_asm(linter: Linter, call: CallBase, assembly: InlineAsm) -> None:
    """Check a call of inline assembly."""
    constraints = parse_constraints(assembly.constraints, linter.version)
    if constraints is None:
        return
    family = _family(linter.triple)
    kinds = codes_of_family(family, linter.version)
    if kinds:
        _check_codes(linter, call, constraints, kinds, family)
        _check_immediates(linter, call, constraints, kinds, family)
    _check_ties(linter, call, constraints, kinds)
    _check_clobbers(linter, call, constraints)
    _check_alternatives(linter, call, constraints)
    operands = 0
    for constraint in constraints:
        if constraint.kind != CLOBBER:
            operands += 1
    _Template(linter, call, assembly.assembly, operands, family).check()


def _family(triple: TargetTriple) -> str:
    """Return the family of targets whose tables list the target's codes."""
    if triple.family != "arm" or not triple.architecture.startswith("thumb"):
        return triple.family
    return "thumb1" if triple.sub_architecture in THUMB1_SUB_ARCHITECTURES else "thumb"


def _codes(constraint: AsmConstraint) -> list[str]:
    """Return the codes of all alternatives, without references to outputs."""
    return [code for codes in constraint.codes for code in codes if code[:1] not in _DIGITS]


def _is_physical(code: str) -> bool:
    return code.startswith("{")


def _check_codes(linter: Linter, call: CallBase, constraints: list[AsmConstraint], kinds: dict[str, str], family: str) -> None:
    """Section "Supported Constraint Code List"."""
    for number, constraint in enumerate(constraints):
        for code in _codes(constraint):
            if constraint.kind != CLOBBER and code not in kinds and not _is_physical(code):
                linter.report("asm-constraint", f"{family} has no constraint code '{code}' (constraint {number})", call)


def _check_immediates(
    linter: Linter, call: CallBase, constraints: list[AsmConstraint], kinds: dict[str, str], family: str
) -> None:
    """Check the ranges in the same section, for operands that can only be immediates."""
    arguments: list[Value] = call.arguments
    position = 0
    for constraint in constraints:
        if constraint.kind == CLOBBER or (constraint.kind == OUTPUT and not constraint.is_indirect):
            continue
        if position >= len(arguments):
            return
        argument = arguments[position]
        position += 1
        codes = _codes(constraint)
        if constraint.kind != INPUT or len(codes) != 1 or not isinstance(argument, ConstantInt):
            continue
        allowed = immediate_range(family, codes[0])
        if kinds.get(codes[0]) != IMMEDIATE or allowed is None:
            continue
        if not (allowed[0] <= argument.value <= allowed[1] or allowed[0] <= argument.unsigned <= allowed[1]):
            linter.report(
                "asm-immediate",
                f"{argument.value} is out of the range of constraint '{codes[0]}', {allowed[0]} to {allowed[1]}",
                call,
            )


def _check_ties(linter: Linter, call: CallBase, constraints: list[AsmConstraint], kinds: dict[str, str]) -> None:
    """Sections "Input constraints" and "Indirect inputs and outputs"."""
    for number, constraint in enumerate(constraints):
        codes = _codes(constraint)
        places = {kinds.get(code, REGISTER if _is_physical(code) else "") for code in codes}
        if constraint.kind == OUTPUT and places == {MEMORY} and any(tied >= 0 for tied in constraint.matching_inputs):
            linter.report("asm-tie", f"an input is tied to output {number}, which is not a register", call)
        if constraint.kind == INPUT and constraint.is_indirect and places == {REGISTER}:
            message = f"indirect input {number} has a register constraint; only indirect outputs can have one"
            linter.report("asm-indirect", message, call)


def _check_clobbers(linter: Linter, call: CallBase, constraints: list[AsmConstraint]) -> None:
    """Section "Clobber constraints"."""
    outputs: set[str] = set()
    for constraint in constraints:
        if constraint.kind == OUTPUT:
            outputs.update([code for code in _codes(constraint) if _is_physical(code)])
    for constraint in constraints:
        if constraint.kind != CLOBBER:
            continue
        for code in _codes(constraint):
            if not _is_physical(code):
                linter.report("asm-clobber", f"a clobber must name a register, not the constraint code '{code}'", call)
            elif code in outputs:
                linter.report("asm-clobber", f"register {code} is both an output and clobbered", call)


def _check_alternatives(linter: Linter, call: CallBase, constraints: list[AsmConstraint]) -> None:
    """Section "Constraint Codes": every constraint has as many alternatives as the others."""
    counts = {len(constraint.codes) for constraint in constraints if constraint.kind in (INPUT, OUTPUT)}
    if len(counts) > 1:
        linter.report("asm-alternatives", "the constraints have different numbers of alternatives", call)


@final
class _Template:
    """Reads a template string as `AsmPrinter::emitInlineAsm` does."""

    def __init__(self, linter: Linter, call: CallBase, text: str, operands: int, family: str) -> None:
        self._linter = linter
        self._call = call
        self._text = text
        self._operands = operands
        self._family = family
        self._modifiers: str = modifiers_of_family(family, linter.version)

    def check(self) -> None:
        text = self._text
        at = text.find("$")
        while 0 <= at < len(text):
            following = text[at + 1 : at + 2]
            if following and following in "$(|)":
                at += 2
            elif following == "{":
                end = text.find("}", at)
                if end < 0:
                    self._linter.report("asm-template", "'${' is not closed in the template", self._call)
                    return
                self._check_braces(text[at + 2 : end])
                at = end + 1
            else:
                end = at + 1
                while end < len(text) and text[end] in _DIGITS:
                    end += 1
                self._check_operand(text[at + 1 : end], text[at:end] or "$")
                at = end
            at = text.find("$", at)

    def _check_braces(self, inside: str) -> None:
        """Check the contents of `${...}`: an operand with an optional modifier, or a colon and a word."""
        shown = "${" + inside + "}"
        operand, colon, modifier = inside.partition(":")
        if colon and not operand:
            if modifier not in TEMPLATE_WORDS:
                self._linter.report("asm-template", f"'{shown}' is not one of LLVM's substitutions", self._call)
            return
        if not self._check_operand(operand, shown) or not colon:
            return
        if len(modifier) != 1:
            self._linter.report("asm-template", f"'{shown}' needs a one-letter modifier", self._call)
        elif self._modifiers and modifier not in self._modifiers:
            self._linter.report("asm-modifier", f"{self._family} has no modifier '{modifier}' ('{shown}')", self._call)

    def _check_operand(self, digits: str, shown: str) -> bool:
        if not digits.isdigit() or not digits.isascii():
            return self._linter.report("asm-template", f"'{shown}' is not an operand (write '$$' for '$')", self._call)
        if int(digits[:10]) >= self._operands:
            count = self._operands
            return self._linter.report("asm-operand", f"'{shown}' is not an operand: the call has {count}", self._call)
        return True
