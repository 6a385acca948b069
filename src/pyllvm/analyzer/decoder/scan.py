"""Reads ahead: what a dump must know of a module before its first record, and of a function before its first instruction.

A record may use a value that comes later, and names follow what they name. Errors are ignored here: the dump itself reports them.
`Budget` bounds the bits that are read ahead, because a malformed length could make each block lead through the rest of the file.

The types of instructions' results decide which values the operands after them are. A row of `tables/record_shapes.py` names an
operand whose type the result has, or a rule of this file.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Final, final

from pyllvm.analyzer.decoder.constant_texts import constant
from pyllvm.analyzer.decoder.operands import OperandDecoder
from pyllvm.analyzer.decoder.shown_types import (
    ARRAY,
    FUNCTION,
    INTEGER,
    POINTER,
    STRUCT,
    UNKNOWN,
    VECTOR,
    VOID,
    ShownType,
    shown_name,
)
from pyllvm.analyzer.decoder.state import ModuleState, ShownValue
from pyllvm.bitstream.cursor import BitstreamCursor, text_of_operands
from pyllvm.bitstream.stream_numbers import ENTER_SUBBLOCK, RECORD
from pyllvm.diagnostics import PyllvmError
from pyllvm.schema.record_shape import RecordShape
from pyllvm.tables import records
from pyllvm.tables.instruction_bits import ALLOCA_EXPLICIT_TYPE
from pyllvm.tables.record_shapes import RECORD_SHAPES

_TOKEN: Final = ShownType("token")
_SHAPES: Final = RECORD_SHAPES[records.FUNCTION_BLOCK_ID]
_I32: Final = ShownType("i32", INTEGER)
_GLOBALS: Final = frozenset((
    records.MODULE_CODE_GLOBALVAR,
    records.MODULE_CODE_FUNCTION,
    records.MODULE_CODE_ALIAS,
    records.MODULE_CODE_ALIAS_OLD,
    records.MODULE_CODE_IFUNC,
))  # fmt: skip


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


@final
class Budget:
    """The bits that may still be read ahead in one stream."""

    def __init__(self, bits: int) -> None:
        self.bits = bits


def scan_module(cursor: BitstreamCursor, state: ModuleState, budget: Budget) -> None:
    """Read the types, globals and constants of a module. The cursor has just entered it; it is moved."""
    start = cursor.position
    if budget.bits <= 0:
        return
    names: dict[int, str] = {}
    with suppress(PyllvmError):
        _scan_module(cursor, state, names)
    budget.bits -= cursor.position - start
    for number in state.global_numbers:
        if not state.values[number].text and number in names:
            state.values[number].text = "@" + shown_name(names[number])
    for count, number in enumerate([number for number in state.global_numbers if not state.values[number].text]):
        state.values[number].text = f"@{count}"
    state.module_values = len(state.values)
    # The module's own constants follow its globals.
    state.next_constant = len(state.global_numbers)


def _scan_module(cursor: BitstreamCursor, state: ModuleState, names: dict[int, str]) -> None:
    while True:
        what = cursor.advance()
        if what == RECORD:
            code = cursor.code
            if code in _GLOBALS:
                _add_global(state, code, cursor.operands)
            elif code == records.MODULE_CODE_VERSION and cursor.operands:
                state.version = cursor.operands[0]
            elif code == records.MODULE_CODE_DATALAYOUT:
                state.alloca_address_space = _alloca_address_space(text_of_operands(cursor.operands))
        elif what == ENTER_SUBBLOCK:
            block_id = cursor.block_id
            if block_id == records.TYPE_BLOCK_ID_NEW:
                _scan_types(cursor, state)
            elif block_id == records.CONSTANTS_BLOCK_ID:
                _scan_constants(cursor, state)
            elif block_id == records.VALUE_SYMTAB_BLOCK_ID:
                _scan_names(cursor, names, {})
            else:
                cursor.skip_block()
        else:
            return


def _add_global(state: ModuleState, code: int, operands: list[int]) -> None:
    name = ""
    at = 0
    if state.version >= 2:
        at = 2
        if len(operands) > 1:
            name = state.string(operands[0], operands[1]) or ""
    type = UNKNOWN
    if len(operands) > at + 1:
        found = state.types.type(operands[at]) or UNKNOWN
        bits = operands[at + 1]
        if code == records.MODULE_CODE_GLOBALVAR:
            type = state.types.pointer_to(found, bits >> 2) if bits & 2 else found
        elif code == records.MODULE_CODE_FUNCTION:
            type = state.types.pointer_to(found, operands[at + 16] if len(operands) > at + 16 else 0)
            if found.kind != FUNCTION:
                type = found
                found = found.inner or UNKNOWN
            state.function_types[len(state.values)] = found
        elif code == records.MODULE_CODE_ALIAS_OLD:
            type = found
        else:
            type = state.types.pointer_to(found, bits)
    if code == records.MODULE_CODE_FUNCTION and len(operands) > at + 2 and operands[at + 2] == 0:
        state.bodies.append(len(state.values))
    state.global_numbers.append(len(state.values))
    state.values.append(ShownValue("@" + shown_name(name) if name else "", type))


def _alloca_address_space(layout: str) -> int:
    """The address space that a data layout gives to allocas whose records have none: `A5`."""
    for specification in layout.split("-"):
        if specification[:1] == "A" and specification[1:].isdecimal():
            return int(specification[1:])
    return 0


def _scan_types(cursor: BitstreamCursor, state: ModuleState) -> None:
    cursor.enter_block()
    while cursor.next_record():
        state.types.add(cursor.code, cursor.operands)
    state.types.finish()


def _scan_constants(cursor: BitstreamCursor, state: ModuleState) -> None:
    cursor.enter_block()
    current = _I32
    while cursor.next_record():
        if cursor.code == records.CST_CODE_SETTYPE:
            current = (state.types.type(cursor.operands[0]) if cursor.operands else None) or UNKNOWN
        else:
            state.values.append(constant(cursor.code, cursor.operands, current))


def _scan_names(cursor: BitstreamCursor, names: dict[int, str], blocks: dict[int, str]) -> None:
    cursor.enter_block()
    while cursor.next_record():
        operands = cursor.operands
        if operands and cursor.code == records.VST_CODE_ENTRY:
            names[operands[0]] = text_of_operands(operands, 1)
        elif operands and cursor.code == records.VST_CODE_BBENTRY:
            blocks[operands[0]] = text_of_operands(operands, 1)
        elif len(operands) > 2 and cursor.code == records.VST_CODE_FNENTRY:
            names[operands[0]] = text_of_operands(operands, 2)


def scan_function(cursor: BitstreamCursor, state: ModuleState, function: ShownValue | None, budget: Budget) -> None:
    """Read the values of a function and their names. The cursor has just entered its body; it is moved."""
    first = len(state.values)
    type = state.function_types.get(state.bodies[state.next_body - 1]) if function is not None else None
    arguments = [] if type is None else type.members
    for argument in arguments:
        state.values.append(ShownValue("", argument))
    state.next_constant = len(state.values)
    names: dict[int, str] = {}
    blocks: dict[int, str] = {}
    # the numbers of the values of instructions in order, and -1 where a block ends
    order: list[int] = list(range(first, len(state.values)))
    if budget.bits > 0:
        start = cursor.position
        state.is_read_ahead = True
        with suppress(PyllvmError):
            _scan_function(cursor, state, order, names, blocks)
        state.is_read_ahead = False
        budget.bits -= cursor.position - start
    _number(state, order, len(arguments), names, blocks)
    state.next_value = state.next_constant


def _scan_function(
    cursor: BitstreamCursor, state: ModuleState, order: list[int], names: dict[int, str], blocks: dict[int, str]
) -> None:
    operands = OperandDecoder(state)
    while True:
        what = cursor.advance()
        if what == RECORD:
            code = cursor.code
            if code == records.FUNC_CODE_DECLAREBLOCKS:
                state.block_count = cursor.operands[0] if cursor.operands else 0
            shape = _SHAPES.get(code)
            type: ShownType | None = None
            if shape is not None:
                if not shape.is_instruction:
                    continue
                state.next_value = len(state.values)
                if shape.result:
                    operands.decode(shape, cursor.operands, state.version)
                    type = result_type(shape, operands)
            state.defining.append(type is not None)
            if type is not None:
                order.append(len(state.values))
                state.values.append(ShownValue("", type))
            if shape is not None and shape.ends_block:
                order.append(-1)
        elif what == ENTER_SUBBLOCK:
            block_id = cursor.block_id
            if block_id == records.CONSTANTS_BLOCK_ID:
                _scan_constants(cursor, state)
            elif block_id == records.VALUE_SYMTAB_BLOCK_ID:
                _scan_names(cursor, names, blocks)
            else:
                cursor.skip_block()
        else:
            return


def _number(state: ModuleState, order: list[int], arguments: int, names: dict[int, str], blocks: dict[int, str]) -> None:
    """Give the values and blocks their names, or numbers as LLVM prints them."""
    counter = 0
    block = 0
    for position, number in enumerate(order):
        if position == arguments:
            counter = _number_block(state, block, counter, blocks)
        if number < 0:
            block += 1
            if block < state.block_count:
                counter = _number_block(state, block, counter, blocks)
            continue
        name = names.get(number)
        if name is None:
            name = str(counter)
            counter += 1
        else:
            name = shown_name(name)
        state.values[number].text = "%" + name


def _number_block(state: ModuleState, block: int, counter: int, blocks: dict[int, str]) -> int:
    name = blocks.get(block)
    state.blocks[block] = "%" + (str(counter) if name is None else shown_name(name))
    return counter + 1 if name is None else counter
