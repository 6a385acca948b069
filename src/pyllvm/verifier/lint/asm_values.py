"""Checks the operands of inline assembly: constants that a constraint takes, and types that fit into its registers.

Source: the section "Supported Constraint Code List" of the language document. The words are from LLVM's
`SelectionDAGBuilder::visitInlineAsm`.
"""

from __future__ import annotations

from typing import Final

from pyllvm.ir.constants import BlockAddress, ConstantExpr, ConstantFP, ConstantInt, is_null
from pyllvm.ir.function import Argument, Function, Instruction
from pyllvm.ir.global_values import GlobalValue, GlobalVariable
from pyllvm.ir.instructions import AllocaInst, CallBase, LoadInst, PHINode
from pyllvm.ir.target.asm_constraints import OUTPUT
from pyllvm.ir.types import POINTER
from pyllvm.ir.value import Value
from pyllvm.tables.inline_asm_constraints import IMMEDIATE, REGISTER
from pyllvm.tables.inline_asm_immediates import COMMON_RANGE_CODES, RANGE_CODES
from pyllvm.tables.inline_asm_registers import refused_types
from pyllvm.verifier.attributes import has_function_attribute
from pyllvm.verifier.lint.asm_immediates import described_numbers, has_number_rules, takes_number
from pyllvm.verifier.lint.asm_operands import AsmCall, AsmOperand, is_input, no_register, type_word
from pyllvm.verifier.lint.values import underlying_object

_MAXIMUM_DEPTH: Final = 10

_NUMBER: Final = "a number"
_SYMBOL: Final = "an address"
_FLOATING_POINT: Final = "a floating-point number"
_VARIABLE: Final = "no constant"

# The codes of SSE registers.
_SCALARS_AND_VECTORS: Final = ("x", "Y", "v")
# Operands that the codes of every target refuse.
_REFUSED: Final[dict[str, tuple[str, ...]]] = {"i": (_FLOATING_POINT,), "n": (_SYMBOL, _FLOATING_POINT), "s": (_NUMBER,)}


def check_values(asm: AsmCall) -> None:
    """Check the constants and the types of all operands."""
    if not asm.kinds:
        # Of a target that the module does not name, only the codes of every target are known.
        for operand in asm.operands:
            if operand.code in _REFUSED and is_input(operand) and operand.argument is not None:
                _check_immediate(asm, operand, operand.argument)
        return
    for operand in asm.operands:
        kind = asm.kind(operand)
        if kind == IMMEDIATE and is_input(operand) and operand.argument is not None:
            _check_immediate(asm, operand, operand.argument)
        elif kind == REGISTER:
            _check_type(asm, operand)


def _check_immediate(asm: AsmCall, operand: AsmOperand, value: Value) -> None:
    code = operand.code
    found = _described(asm, value)
    if has_number_rules(asm.family, code, asm.architecture):
        if found == _NUMBER:
            _check_number(asm, code, value)
        elif found:
            _report(asm, code, f"{_refusal(asm, code, False)}: it is {found}")
        return
    if found == _VARIABLE or found in _REFUSED.get(code, ()):
        _report(asm, code, f"{_refusal(asm, code, False)}: it is {found}")


def _check_number(asm: AsmCall, code: str, value: Value) -> None:
    signed = value.value if isinstance(value, ConstantInt) else 0
    unsigned = value.unsigned if isinstance(value, ConstantInt) else 0
    if not takes_number(asm.family, code, asm.architecture, signed, unsigned):
        wanted = described_numbers(asm.family, code, asm.architecture)
        _report(asm, code, f"{_refusal(asm, code, True)}: {signed} is not {wanted}")


def _report(asm: AsmCall, code: str, message: str) -> None:
    asm.linter.report("asm-immediate", message, asm.call)


def _refusal(asm: AsmCall, code: str, is_number: bool) -> str:
    """LLVM's words for an operand that an immediate constraint does not take."""
    if code not in COMMON_RANGE_CODES and code not in RANGE_CODES.get(asm.family, ""):
        return f"invalid operand for inline asm constraint '{code}'"
    if is_number:
        return f"value out of range for constraint '{code}'"
    return f"constraint '{code}' expects an integer constant expression"


def _described(asm: AsmCall, value: Value) -> str:
    """The kind of an operand, in words; empty if an optimization can turn it into another kind."""
    if isinstance(value, ConstantInt) or (value.type.kind == POINTER and is_null(value)):
        return _NUMBER
    if isinstance(value, ConstantFP):
        return _FLOATING_POINT
    address = value.operands[0] if isinstance(value, ConstantExpr) and value.opcode == "ptrtoint" else value
    if isinstance(address, BlockAddress) or isinstance(underlying_object(address), GlobalValue):
        return _SYMBOL
    function: Function | None = asm.call.function
    # An operand in an inlined function can become a constant.
    if function is not None and has_function_attribute(function.attributes, "alwaysinline"):
        return ""
    return _VARIABLE if _is_variable(value, 0) else ""


def _is_variable(value: Value, depth: int) -> bool:
    """Whether a value is known only when the program runs, whatever LLVM folds."""
    if isinstance(value, (Argument, AllocaInst, PHINode)):
        return True
    if isinstance(value, LoadInst):
        place = underlying_object(value.operands[0])
        return not (isinstance(place, GlobalVariable) and place.is_constant)
    if isinstance(value, CallBase):
        callee = value.called_function
        return callee is None or not callee.name.startswith("llvm.")
    if not isinstance(value, Instruction) or depth == _MAXIMUM_DEPTH:
        return False
    return any(_is_variable(operand, depth + 1) for operand in value.operands)


def _check_type(asm: AsmCall, operand: AsmOperand) -> None:
    """Report a type that no register of the constraint's class can hold, and an output for which the call has no value."""
    refusal = no_register(asm, operand, operand.code)
    if operand.type is None:
        if operand.constraint.kind == OUTPUT and not operand.constraint.is_indirect:
            asm.linter.report("asm-type", f"{refusal}: the call returns void", asm.call)
        return
    if asm.family == "x86" and operand.code in _SCALARS_AND_VECTORS and operand.type.kind == POINTER:
        asm.linter.report("asm-type", f"constraint '{operand.code}' is for scalars and vectors, not for pointers", asm.call)
        return
    code = operand.code.lower() if operand.code.startswith("{") else operand.code
    if type_word(asm.linter, operand.type) in refused_types(asm.family, code, asm.linter.version):
        asm.linter.report("asm-type", f"{refusal}: no such register holds {operand.type}", asm.call)
