"""The rules for constants that instructions and variables use.

Sources: `Verifier::visitConstantExprsRecursively`, `visitConstantExpr`, `visitConstantPtrAuth`, `checkPtrToAddr`. Each
constant is visited once. The reader of bitcode checks no casts.
"""

from __future__ import annotations

from pyllvm.ir.constants import Constant, ConstantData, ConstantExpr, ConstantInt, ConstantPtrAuth, SimpleConstant, is_null
from pyllvm.ir.global_values import GlobalValue
from pyllvm.ir.types import POINTER
from pyllvm.ir.valid_operands import is_valid_cast
from pyllvm.ir.value import Value
from pyllvm.verifier import type_properties
from pyllvm.verifier.state import State


def verify_constant(state: State, constant: Constant) -> None:
    """Check a constant and all constants that it contains, in LLVM's order."""
    visited = state.visited_constants
    if constant in visited:
        return
    visited.add(constant)
    pending: list[Constant] = [constant]
    while pending:
        part = pending.pop()
        if isinstance(part, GlobalValue):
            continue
        if isinstance(part, ConstantExpr):
            if part.opcode == "ptrtoaddr":
                verify_address(state, part.operands[0], part)
            elif part.opcode == "bitcast" and not is_valid_cast("bitcast", part.operands[0].type, part.type, state.version):
                state.fail("Invalid bitcast", part)
        elif isinstance(part, ConstantPtrAuth):
            _verify_authenticated(state, part)
        for operand in part.operands:
            if isinstance(operand, (ConstantInt, SimpleConstant, ConstantData)) or not isinstance(operand, Constant):
                continue
            if operand not in visited:
                visited.add(operand)
                pending.append(operand)


def verify_address(state: State, pointer: Value, shown: Value) -> bool:
    """Check a ptrtoaddr, constant or instruction: the address must have the width that the data layout gives."""
    source = pointer.type
    target = shown.type
    if not source.is_pointer_or_vector:
        return state.fail("PtrToAddr source must be pointer", shown)
    if not target.is_integer_or_vector:
        return state.fail("PtrToAddr result must be integral", shown)
    if type_properties.is_vector(source) != type_properties.is_vector(target):
        return state.fail("PtrToAddr type mismatch", shown)
    if not type_properties.same_length(source, target):
        return state.fail("PtrToAddr vector length mismatch", shown)
    if type_properties.scalar_bits(target) != state.data_layout.index_bits(type_properties.address_space(source)):
        return state.fail("PtrToAddr result must be address width", shown)
    return True


def _verify_authenticated(state: State, constant: ConstantPtrAuth) -> bool:
    operands = constant.operands
    pointer, key, discriminator, address = operands[:4]
    if pointer.type.kind != POINTER:
        return state.fail("signed ptrauth constant base pointer must have pointer type")
    if constant.type is not pointer.type:
        return state.fail("signed ptrauth constant must have same type as its base pointer")
    if not type_properties.is_integer(key.type, 32):
        return state.fail("signed ptrauth constant key must be i32 constant integer")
    if address.type.kind != POINTER:
        return state.fail("signed ptrauth constant address discriminator must be a pointer")
    if not type_properties.is_integer(discriminator.type, 64):
        return state.fail("signed ptrauth constant discriminator must be i64 constant integer")
    if len(operands) > 4:
        symbol = operands[4]
        if symbol.type.kind != POINTER:
            return state.fail("signed ptrauth constant deactivation symbol must be a pointer")
        if not isinstance(symbol, GlobalValue) and not is_null(symbol):
            return state.fail("signed ptrauth constant deactivation symbol must be a global value or null")
    return True
