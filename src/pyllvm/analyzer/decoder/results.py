"""The types of instructions' results, from their records: they decide which values the operands after them are."""

from __future__ import annotations

from typing import Final

from pyllvm.analyzer.decoder.shown_types import ARRAY, FUNCTION, POINTER, STRUCT, UNKNOWN, VECTOR, VOID, ShownType
from pyllvm.analyzer.decoder.state import ModuleState, ShownValue
from pyllvm.tables import records
from pyllvm.tables.instruction_bits import ALLOCA_EXPLICIT_TYPE, CALL_EXPLICIT_TYPE, CALL_FAST_MATH, INVOKE_EXPLICIT_TYPE

_MASK: Final = 0xFFFFFFFF
_LIKE_FIRST: Final = frozenset((
    records.FUNC_CODE_INST_BINOP,
    records.FUNC_CODE_INST_UNOP,
    records.FUNC_CODE_INST_FREEZE,
    records.FUNC_CODE_INST_SELECT,
    records.FUNC_CODE_INST_VSELECT,
    records.FUNC_CODE_INST_INSERTELT,
    records.FUNC_CODE_INST_INSERTVAL,
    records.FUNC_CODE_INST_BITINSERT,
))  # fmt: skip
_LOADS: Final = frozenset((records.FUNC_CODE_INST_LOAD, records.FUNC_CODE_INST_LOADATOMIC))
_COMPARISONS: Final = frozenset((records.FUNC_CODE_INST_CMP, records.FUNC_CODE_INST_CMP2))
_TYPE_FIRST: Final = frozenset((
    records.FUNC_CODE_INST_PHI,
    records.FUNC_CODE_INST_BITEXTRACT,
    records.FUNC_CODE_INST_LANDINGPAD,
    records.FUNC_CODE_INST_LANDINGPAD_OLD,
))  # fmt: skip
_PADS: Final = frozenset((
    records.FUNC_CODE_INST_CATCHPAD,
    records.FUNC_CODE_INST_CLEANUPPAD,
    records.FUNC_CODE_INST_CATCHSWITCH,
))  # fmt: skip
_OLD_GEPS: Final = frozenset((records.FUNC_CODE_INST_GEP_OLD, records.FUNC_CODE_INST_INBOUNDS_GEP_OLD))
TERMINATORS: Final = frozenset((
    records.FUNC_CODE_INST_RET,
    records.FUNC_CODE_INST_BR,
    records.FUNC_CODE_INST_SWITCH,
    records.FUNC_CODE_INST_INDIRECTBR,
    records.FUNC_CODE_INST_INVOKE,
    records.FUNC_CODE_INST_UNREACHABLE,
    records.FUNC_CODE_INST_RESUME,
    records.FUNC_CODE_INST_CLEANUPRET,
    records.FUNC_CODE_INST_CATCHRET,
    records.FUNC_CODE_INST_CATCHSWITCH,
    records.FUNC_CODE_INST_CALLBR,
))  # fmt: skip
# The records of a function that are not instructions.
NO_INSTRUCTIONS: Final = frozenset((
    records.FUNC_CODE_DECLAREBLOCKS,
    records.FUNC_CODE_DEBUG_LOC,
    records.FUNC_CODE_DEBUG_LOC_AGAIN,
    records.FUNC_CODE_OPERAND_BUNDLE,
    records.FUNC_CODE_BLOCKADDR_USERS,
    records.FUNC_CODE_DEBUG_RECORD_VALUE,
    records.FUNC_CODE_DEBUG_RECORD_DECLARE,
    records.FUNC_CODE_DEBUG_RECORD_DECLARE_VALUE,
    records.FUNC_CODE_DEBUG_RECORD_ASSIGN,
    records.FUNC_CODE_DEBUG_RECORD_VALUE_SIMPLE,
    records.FUNC_CODE_DEBUG_RECORD_LABEL,
))  # fmt: skip
_TOKEN: Final = ShownType("token")


def operand_number(state: ModuleState, operand: int) -> int:
    """The absolute number of an operand."""
    if state.version < 1:
        return operand
    return state.next_value - operand if operand <= state.next_value else state.next_value - operand & _MASK


def result_type(state: ModuleState, code: int, ops: list[int]) -> ShownType | None:
    """The type of the value that an instruction's record defines; None if it defines none."""
    try:
        return _result_type(state, code, ops)
    except (IndexError, OverflowError):
        # The record is too short for its code. Compiled lists raise OverflowError for numbers of 2^63 and more.
        return None


def _type(state: ModuleState, number: int) -> ShownType:
    return state.types.type(number) or UNKNOWN


def first_value(state: ModuleState, ops: list[int], at: int) -> tuple[ShownType, ShownValue | None, int]:
    """The type of the value at a position, the value if it is known, and the position after it."""
    number = operand_number(state, ops[at])
    if number < state.next_value:
        found = state.value(number)
        return (UNKNOWN if found is None else found.type), found, at + 1
    return _type(state, ops[at + 1]), None, at + 2


def _result_type(state: ModuleState, code: int, ops: list[int]) -> ShownType | None:
    if code in _LIKE_FIRST:
        return first_value(state, ops, 0)[0]
    if code == records.FUNC_CODE_INST_CALL:
        at = 3 if ops[1] & CALL_FAST_MATH else 2
        return _called(state, ops, at, CALL_EXPLICIT_TYPE)
    if code in _LOADS:
        pointer, _, at = first_value(state, ops, 0)
        rest = len(ops) - at - (2 if code == records.FUNC_CODE_INST_LOADATOMIC else 0)
        return _type(state, ops[at]) if rest >= 3 else pointer.inner or UNKNOWN
    if code == records.FUNC_CODE_INST_CAST:
        return _type(state, ops[first_value(state, ops, 0)[2]])
    if code == records.FUNC_CODE_INST_GEP:
        return _address(state, ops, 2, _type(state, ops[1]))
    if code in _COMPARISONS:
        return state.types.vector_of(state.types.i1, first_value(state, ops, 0)[0])
    if code in _TYPE_FIRST:
        return _type(state, ops[0])
    if code == records.FUNC_CODE_INST_ALLOCA:
        return _allocated(state, ops)
    if code == records.FUNC_CODE_INST_INVOKE:
        return _called(state, ops, 4, INVOKE_EXPLICIT_TYPE)
    if code == records.FUNC_CODE_INST_CALLBR:
        return _called(state, ops, 4 + ops[3], CALL_EXPLICIT_TYPE)
    return _rarer_type(state, code, ops)


def _rarer_type(state: ModuleState, code: int, ops: list[int]) -> ShownType | None:
    if code == records.FUNC_CODE_INST_EXTRACTVAL:
        type, _, at = first_value(state, ops, 0)
        for index in ops[at:]:
            type = _member(type, index)
        return type
    if code == records.FUNC_CODE_INST_EXTRACTELT:
        return first_value(state, ops, 0)[0].inner or UNKNOWN
    if code == records.FUNC_CODE_INST_SHUFFLEVEC:
        type, _, at = first_value(state, ops, 0)
        return state.types.vector_of(type.scalar, first_value(state, ops, at + 1)[0])
    if code in _OLD_GEPS:
        base = first_value(state, ops, 0)[0].scalar
        return _address(state, ops, 0, base.inner or UNKNOWN)
    if code in _PADS:
        return _TOKEN
    if code == records.FUNC_CODE_INST_VAARG:
        return _type(state, ops[2])
    if code == records.FUNC_CODE_INST_ATOMICRMW:
        return first_value(state, ops, first_value(state, ops, 0)[2])[0]
    if code == records.FUNC_CODE_INST_ATOMICRMW_OLD:
        return first_value(state, ops, 0)[0].inner or UNKNOWN
    if code == records.FUNC_CODE_INST_CMPXCHG:
        return _pair(state, first_value(state, ops, first_value(state, ops, 0)[2])[0])
    if code == records.FUNC_CODE_INST_CMPXCHG_OLD:
        type, _, at = first_value(state, ops, 0)
        expected = type.inner or UNKNOWN
        # Before there were weak ones, the result was the old value alone.
        return _pair(state, expected) if len(ops) > at + 6 else expected
    return None


def _called(state: ModuleState, ops: list[int], at: int, explicit_type: int) -> ShownType | None:
    """The type that a call returns; `explicit_type` is the flag of a record that has the function's type."""
    function: ShownType | None
    if ops[1] & explicit_type:
        function = state.types.type(ops[at])
    else:
        function = first_value(state, ops, at)[0].inner
    if function is None or function.kind != FUNCTION or function.inner is None:
        return UNKNOWN
    return None if function.inner.kind == VOID else function.inner


def _allocated(state: ModuleState, ops: list[int]) -> ShownType:
    allocated = _type(state, ops[0])
    if not ops[3] & ALLOCA_EXPLICIT_TYPE:
        return allocated
    return state.types.pointer_to(allocated, ops[4] if len(ops) > 4 else state.alloca_address_space)


def _pair(state: ModuleState, type: ShownType) -> ShownType:
    made = ShownType(f"{{ {type.text}, i1 }}", STRUCT)
    made.members = [type, state.types.i1]
    return made


def _member(type: ShownType, index: int) -> ShownType:
    """The type of one element of an aggregate."""
    if type.kind == STRUCT:
        return type.members[index] if 0 <= index < len(type.members) else UNKNOWN
    if type.kind == ARRAY or type.kind == VECTOR:
        return type.inner or UNKNOWN
    return UNKNOWN


def _address(state: ModuleState, ops: list[int], at: int, source: ShownType) -> ShownType:
    """The type of a getelementptr's result."""
    base, _, at = first_value(state, ops, at)
    vector = base
    reached = source
    is_first = True
    while at < len(ops):
        type, index, at = first_value(state, ops, at)
        if type.kind == VECTOR and vector.kind != VECTOR:
            vector = type
        if not is_first and not state.types.has_opaque_pointers:
            number = index.integer if index is not None and index.integer is not None else 0
            reached = _member(reached, number)
        is_first = False
    pointer = base.scalar
    if pointer.kind != POINTER:
        return UNKNOWN
    if pointer.inner is not None:
        pointer = state.types.pointer_to(reached, pointer.address_space)
    return state.types.vector_of(pointer, vector)
