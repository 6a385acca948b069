"""The template of inline assembly: what may follow `$`, and the modifiers that an operand takes.

Source: the chapters "Inline Assembler Expressions" and "Asm template argument modifiers" of the language document. The words are
those with which LLVM's `AsmPrinter::emitInlineAsm` refuses a template.
"""

from __future__ import annotations

from typing import Final, final

from pyllvm.ir.constants import ConstantInt
from pyllvm.ir.instructions import CallBase
from pyllvm.ir.target.asm_constraints import CLOBBER
from pyllvm.tables.inline_asm_constraints import (
    IMMEDIATE,
    MEMORY,
    MEMORY_OPERAND,
    NUMBER,
    REGISTER,
    TEMPLATE_WORDS,
    kind_of_register,
    modifiers_of_family,
    modifiers_of_operand,
)
from pyllvm.tables.inline_asm_registers import COMMON_CLOBBERS, clobber_names
from pyllvm.verifier.lint.asm_operands import AsmCall, AsmOperand
from pyllvm.verifier.lint.findings import Linter

_DIGITS: Final = "0123456789"


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
