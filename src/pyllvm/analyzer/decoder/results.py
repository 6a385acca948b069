"""The types of instructions' results: they decide which values the operands after them are.

A row of `tables/record_shapes.py` names an operand whose type the result has, or a rule of this file.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from pyllvm.analyzer.decoder.operands import OperandDecoder
from pyllvm.analyzer.decoder.shown_types import ARRAY, FUNCTION, POINTER, STRUCT, UNKNOWN, VECTOR, VOID, ShownType
from pyllvm.schema.record_shape import RecordShape
from pyllvm.tables.instruction_bits import ALLOCA_EXPLICIT_TYPE

_TOKEN: Final = ShownType("token")


def result_type(shape: RecordShape | None, record: OperandDecoder) -> ShownType | None:
    """The type of the value that the record defines that was decoded last; None if it defines none, or is too short."""
    if shape is None or not shape.result:
        return None
    rule = _RULES.get(shape.result)
    try:
        return record.types.get(shape.result) if rule is None else rule(record)
    except KeyError:
        return None


def _pointee(record: OperandDecoder) -> ShownType:
    return record.types["ptr"].inner or UNKNOWN


def _loaded(record: OperandDecoder) -> ShownType:
    return record.types.get("type") or _pointee(record)


def _truth(record: OperandDecoder) -> ShownType:
    types = record.state.types
    return types.vector_of(types.i1, record.types["left"])


def _shuffled(record: OperandDecoder) -> ShownType:
    return record.state.types.vector_of(record.types["left"].scalar, record.types["mask"])


def _returned(record: OperandDecoder) -> ShownType | None:
    if not record.types:
        return None
    function = record.types.get("type", record.function)
    if function is None or function.kind != FUNCTION or function.inner is None:
        return UNKNOWN
    return None if function.inner.kind == VOID else function.inner


def _allocated(record: OperandDecoder) -> ShownType:
    types = record.state.types
    allocated = record.types["type"]
    if not record.known["properties"] & ALLOCA_EXPLICIT_TYPE:
        return allocated
    return types.pointer_to(allocated, record.known.get("address_space", record.state.alloca_address_space))


def _exchanged(record: OperandDecoder) -> ShownType:
    # In an older record, the pointer gives the type. Before there were weak ones, the result was the old value alone.
    type = record.types.get("expected")
    if type is None:
        type = _pointee(record)
        if "weak" not in record.known:
            return type
    made = ShownType(f"{{ {type.text}, i1 }}", STRUCT)
    made.members = [type, record.state.types.i1]
    return made


def _extracted(record: OperandDecoder) -> ShownType:
    type = record.types["aggregate"]
    for field in record.fields:
        if field.name == "index":
            type = _member(type, int(field.text))
    return type


def _member(type: ShownType, index: int) -> ShownType:
    """The type of one element of an aggregate."""
    if type.kind == STRUCT:
        return type.members[index] if 0 <= index < len(type.members) else UNKNOWN
    if type.kind == ARRAY or type.kind == VECTOR:
        return type.inner or UNKNOWN
    return UNKNOWN


def _address(record: OperandDecoder) -> ShownType | None:
    """The type of a getelementptr's result."""
    types = record.state.types
    base = record.types["base"]
    pointer = base.scalar
    reached = record.types.get("type") or pointer.inner or UNKNOWN
    vector = base
    if record.indices and "index" not in record.types:
        return None
    for position, (type, number) in enumerate(record.indices):
        if type.kind == VECTOR and vector.kind != VECTOR:
            vector = type
        if position and not types.has_opaque_pointers:
            reached = _member(reached, number or 0)
    if pointer.kind != POINTER:
        return UNKNOWN
    if pointer.inner is not None:
        pointer = types.pointer_to(reached, pointer.address_space)
    return types.vector_of(pointer, vector)


_RULES: Final[dict[str, Callable[[OperandDecoder], ShownType | None]]] = {
    "address": _address,
    "allocated": _allocated,
    "element": lambda record: record.types["vector"].inner or UNKNOWN,
    "exchanged": _exchanged,
    "extracted": _extracted,
    "loaded": _loaded,
    "pointee": _pointee,
    "returned": _returned,
    "shuffled": _shuffled,
    "token": lambda record: _TOKEN,
    "truth": _truth,
}

RULES: Final = frozenset(_RULES)
"""The rules that rows can name."""
