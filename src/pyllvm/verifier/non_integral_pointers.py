"""Rejects casts between non-integral pointers (`ni:` of the data layout) and integers, as LLVM does up to version 12.

Sources: `Verifier::visitPtrToIntInst`, `visitIntToPtrInst` and `visitConstantExpr` of LLVM 12.
"""

from __future__ import annotations

from pyllvm.diagnostics import PyllvmError
from pyllvm.ir.constants import Constant, ConstantExpr
from pyllvm.ir.function import Function
from pyllvm.ir.global_values import GlobalValue
from pyllvm.ir.instructions import CastInst
from pyllvm.ir.types import PointerType, Type
from pyllvm.ir.value import User, Value
from pyllvm.tables.verifier_versions import NON_INTEGRAL_CASTS_UNTIL
from pyllvm.verifier.state import State


def verify_non_integral_pointers(state: State) -> None:
    """Check the casts in all instructions and constants, if the data layout has non-integral pointers."""
    if state.version > NON_INTEGRAL_CASTS_UNTIL or not _has_non_integral_pointers(state):
        return
    seen: set[Constant] = set()
    module = state.module
    for function in module.functions:
        for block in function.blocks:
            for instruction in block.instructions:
                if isinstance(instruction, CastInst):
                    _check_cast(state, instruction.opcode_name, instruction)
                _check_constants(state, instruction.operands, seen)
        _check_constants(state, function.operands, seen)
    globals_with_operands: list[GlobalValue] = [*module.global_variables, *module.aliases, *module.ifuncs]
    for value in globals_with_operands:
        _check_constants(state, value.operands, seen)


def _has_non_integral_pointers(state: State) -> bool:
    try:
        return bool(state.data_layout.specifications.non_integral_address_spaces)
    except PyllvmError:
        return False


def _check_constants(state: State, operands: list[Value], seen: set[Constant]) -> None:
    pending: list[Value] = list(reversed(operands))
    while pending:
        value = pending.pop()
        if not isinstance(value, Constant) or isinstance(value, (GlobalValue, Function)) or not value.operands or value in seen:
            continue
        seen.add(value)
        if isinstance(value, ConstantExpr):
            _check_cast(state, value.opcode, value)
        pending.extend(reversed(value.operands))


def _check_cast(state: State, opcode: str, cast: User) -> None:
    if opcode == "ptrtoint":
        pointer = cast.operands[0].type
    elif opcode == "inttoptr":
        pointer = cast.type
    else:
        return
    if _is_non_integral(state, pointer):
        state.fail(f"{opcode} not supported for non-integral pointers")


def _is_non_integral(state: State, type: Type) -> bool:
    scalar = type.scalar_type
    return isinstance(scalar, PointerType) and state.data_layout.is_non_integral(scalar.address_space)
