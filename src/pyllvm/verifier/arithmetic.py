"""The rules for arithmetic, comparisons, casts and selects. Sources: `Verifier::visitBinaryOperator`, the casts' visitors ..."""

from __future__ import annotations

from typing import Final

from pyllvm.ir import instructions
from pyllvm.ir.types import PointerType, Type
from pyllvm.ir.valid_operands import bad_select, is_valid_cast
from pyllvm.tables.opcodes import LOGICAL, SHIFTS, Opcode
from pyllvm.tables.predicates import FCMP_TRUE, LAST_ICMP
from pyllvm.tables.verifier_versions import LENGTHS_OF_CASTS_SINCE
from pyllvm.verifier.constants import verify_address
from pyllvm.verifier.state import State
from pyllvm.verifier.type_properties import address_space, is_vector, same_length, scalar_bits


def verify_unary(state: State, operation: instructions.UnaryOperator) -> bool:
    """Check fneg."""
    if operation.type is not operation.operands[0].type:
        return state.fail("Unary operators must have same type foroperands and result!", operation)
    if not operation.type.is_floating_point_or_vector:
        return state.fail("FNeg operator only works with float types!", operation)
    return True


def verify_binary(state: State, operation: instructions.BinaryOperator) -> bool:
    """Check an operation with two operands."""
    type = operation.type
    left = operation.operands[0].type
    if left is not operation.operands[1].type:
        return state.fail("Both operands to a binary operator are not of the same type!", operation)
    word = operation.opcode.name
    if operation.opcode.floating:
        if not type.is_floating_point_or_vector:
            return state.fail("Floating-point arithmetic operators only work with floating-point types!", operation)
        if type is not left:
            return state.fail("Floating-point arithmetic operators must have same type for operands and result!", operation)
    elif not type.is_integer_or_vector or type is not left:
        if word in LOGICAL:
            if type.is_integer_or_vector:
                return state.fail("Logical operators must have same type for operands and result!", operation)
            return state.fail("Logical operators only work with integral types!", operation)
        if word in SHIFTS:
            if type.is_integer_or_vector:
                return state.fail("Shift return type must be same as operands!", operation)
            return state.fail("Shifts only work with integral types!", operation)
        if type.is_integer_or_vector:
            return state.fail("Integer arithmetic operators must have same type for operands and result!", operation)
        return state.fail("Integer arithmetic operators only work with integral types!", operation)
    return True


def verify_comparison(state: State, comparison: instructions.CmpInst) -> bool:
    """Check icmp and fcmp."""
    type = comparison.operands[0].type
    name = "FCmp" if comparison.is_floating_point else "ICmp"
    if type is not comparison.operands[1].type:
        return state.fail(f"Both operands to {name} instruction are not of the same type!", comparison)
    if comparison.is_floating_point:
        if not type.is_floating_point_or_vector:
            return state.fail("Invalid operand types for FCmp instruction", comparison)
    elif not type.is_integer_or_vector and not type.is_pointer_or_vector:
        return state.fail("Invalid operand types for ICmp instruction", comparison)
    if comparison.predicate_number > (FCMP_TRUE if comparison.is_floating_point else LAST_ICMP):
        return state.fail(f"Invalid predicate in {name} instruction!", comparison)
    return True


_RESIZED: Final = len(["integer", "<", "integer"])


def _verify_resized(state: State, cast: instructions.CastInst, opcode: Opcode, source: Type, target: Type) -> bool:
    """Check a cast to a narrower or a wider type of the same kind."""
    is_of_integers = opcode.shape[0] == "integer"
    grows = "<" in opcode.shape
    name = opcode.title
    if not (source.is_integer_or_vector if is_of_integers else source.is_floating_point_or_vector):
        return state.fail(f"{name} only operates on {'integer' if is_of_integers else 'FP'}", cast)
    if not (target.is_integer_or_vector if is_of_integers else target.is_floating_point_or_vector):
        return state.fail(f"{name} only produces {('an integer' if grows else 'integer') if is_of_integers else 'an FP'}", cast)
    if is_vector(source) != is_vector(target):
        return state.fail(f"{opcode.name} source and destination must both be a vector or neither", cast)
    difference = scalar_bits(target) - scalar_bits(source)
    if grows and difference <= 0:
        return state.fail(f"{'Type' if is_of_integers else 'DestTy'} too small for {name}", cast)
    return grows or difference < 0 or state.fail(f"DestTy too big for {name}", cast)


def verify_cast(state: State, cast: instructions.CastInst) -> bool:
    """Check a cast."""
    opcode = cast.opcode
    word = opcode.name
    source = cast.operands[0].type
    target = cast.type
    if len(opcode.shape) == _RESIZED:
        return _verify_resized(state, cast, opcode, source, target)
    if word == "bitcast":
        return is_valid_cast(word, source, target, state.version) or state.fail("Invalid bitcast", cast)
    if sorted(opcode.shape) == ["floating", "integer"]:
        return _verify_conversion(state, cast)
    if word == "ptrtoaddr":
        return verify_address(state, cast.operands[0], cast)
    if word == "ptrtoint":
        return _verify_integer_of_pointer(state, cast, source, target)
    elif word == "inttoptr":
        if not source.is_integer_or_vector:
            return state.fail("IntToPtr source must be an integral", cast)
        if not target.is_pointer_or_vector:
            return state.fail("IntToPtr result must be a pointer", cast)
        if is_vector(source) != is_vector(target):
            return state.fail("IntToPtr type mismatch", cast)
        if not same_length(source, target):
            return state.fail(f"IntToPtr Vector {_length(state)} mismatch", cast)
    elif word == "addrspacecast":
        if not source.is_pointer_or_vector:
            return state.fail("AddrSpaceCast source must be a pointer", cast)
        if not target.is_pointer_or_vector:
            return state.fail("AddrSpaceCast result must be a pointer", cast)
        if address_space(source) == address_space(target):
            return state.fail("AddrSpaceCast must be between different address spaces", cast)
        if is_vector(source) and not same_length(source, target):
            return state.fail("AddrSpaceCast vector pointer number of elements mismatch", cast)
    return True


def _length(state: State) -> str:
    return "length" if state.version >= LENGTHS_OF_CASTS_SINCE else "width"


def _verify_integer_of_pointer(state: State, cast: instructions.CastInst, source: Type, target: Type) -> bool:
    if not source.is_pointer_or_vector:
        return state.fail("PtrToInt source must be pointer", cast)
    if not target.is_integer_or_vector:
        return state.fail("PtrToInt result must be integral", cast)
    if is_vector(source) != is_vector(target):
        return state.fail("PtrToInt type mismatch", cast)
    if not same_length(source, target):
        return state.fail(f"PtrToInt Vector {_length(state)} mismatch", cast)
    return True


def _verify_conversion(state: State, cast: instructions.CastInst) -> bool:
    name = cast.opcode.title
    source = cast.operands[0].type
    target = cast.type
    if is_vector(source) != is_vector(target):
        return state.fail(f"{name} source and dest must both be vector or scalar", cast)
    if cast.opcode.name.endswith("fp"):
        if not source.is_integer_or_vector:
            return state.fail(f"{name} source must be integer or integer vector", cast)
        if not target.is_floating_point_or_vector:
            return state.fail(f"{name} result must be FP or FP vector", cast)
    else:
        if not source.is_floating_point_or_vector:
            return state.fail(f"{name} source must be FP or FP vector", cast)
        if not target.is_integer_or_vector:
            return state.fail(f"{name} result must be integer or integer vector", cast)
    if not same_length(source, target):
        return state.fail(f"{name} source and dest vector length mismatch", cast)
    return True


def verify_bitextract(state: State, extract: instructions.BitExtractInst) -> bool:
    """Check a bitextract."""
    if _bits(state, extract.type) > scalar_bits(extract.operands[0].type):
        return state.fail("bitextract result type cannot be wider than source type!", extract)
    return True


def verify_bitinsert(state: State, insert: instructions.BitInsertInst) -> bool:
    """Check a bitinsert."""
    if _bits(state, insert.operands[1].type) > scalar_bits(insert.type):
        return state.fail("bitinsert val type cannot be wider than base type!", insert)
    return True


def _bits(state: State, type: Type) -> int:
    return state.data_layout.pointer_bits(type.address_space) if isinstance(type, PointerType) else scalar_bits(type)


def verify_select(state: State, select: instructions.SelectInst) -> bool:
    """Check a select."""
    condition, true_value, false_value = select.operands
    if bad_select(condition, true_value, false_value):
        return state.fail("Invalid operands for select instruction!", select)
    if true_value.type is not select.type:
        return state.fail("Select values must have same type as select instruction!", select)
    return True
