"""Reads the operands of one record by its shape: each becomes a field with a name and a text.

An operand without a meaning stays a number: a field whose name is `opN` is an operand beyond the shape.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, final

from pyllvm.analyzer.decoder.constant_texts import (
    binary_operation,
    data_text,
    element_text,
    filled,
    floating_point_text,
    template_of,
    wide_value,
)
from pyllvm.analyzer.decoder.shown_types import FLOATING_POINT, METADATA, UNKNOWN, ShownType
from pyllvm.analyzer.decoder.state import ModuleState, ShownValue
from pyllvm.analyzer.decoder.words import MEANINGS, NONE, group_texts, number_text
from pyllvm.schema.expression import decode_expression
from pyllvm.schema.integers import unrotated
from pyllvm.schema.record_shape import NOT_REPEATED, TO_THE_END, RecordShape, ShapeItem
from pyllvm.schema.sides import RecordError
from pyllvm.schema.text import quoted
from pyllvm.tables.dwarf_operations import EXPRESSION
from pyllvm.tables.flags import FAST_MATH, SAME_SIGN
from pyllvm.tables.instruction_bits import BUNDLE_METADATA
from pyllvm.tables.opcodes import FLAGS_OF_OPERATION
from pyllvm.tables.record_shapes import RECORD_SHAPES
from pyllvm.tables.records import CONSTANTS_BLOCK_ID

_CONSTANTS: Final = RECORD_SHAPES[CONSTANTS_BLOCK_ID]
_MASK: Final = 0xFFFFFFFF
_LONGEST_LIST: Final = 60
_LONGEST_TEXT: Final = 100
_DEEPEST: Final = 5
"""How many constants may contain each other where one has a text."""


@final
class Field:
    """An operand, or several that form one value: its name and its text."""

    __slots__ = ("name", "text")

    def __init__(self, name: str, text: str) -> None:
        self.name = name
        self.text = text


@final
class OperandDecoder:
    """Decodes the operands of one record after the other."""

    def __init__(self, state: ModuleState, depth: int = 0) -> None:
        self.state: ModuleState = state
        self.depth = depth
        """How many constants contain the one whose record is decoded."""
        self.fields: list[Field] = []
        self.known: dict[str, int] = {}
        """The numbers that conditions test: the operands by name, the last of several, and facts about the record."""
        self.types: dict[str, ShownType] = {}
        """The types of the values, and the types themselves, by the names of the operands."""
        self.indices: list[tuple[ShownType, int | None]] = []
        """The operands called `index` that are values: the type of each, and its number if that is constant."""
        self.function: ShownType | None = None
        """The type of the function that a record calls."""
        self._ops: list[int] = []
        self._at: int = 0
        self._type: ShownType = UNKNOWN
        """The type of the last value or type that was read."""
        self._meanings: dict[str, Callable[[str], str | None]] = {
            "hash": self._hash,
            "guid_words": self._guid_words,
            "bit_offset": self._bit_offset,
            "text": self._text,
            "counted_text": self._counted_text,
            "string": self._string,
            "type": self._type_text,
            "attribute_set": self._attribute_set,
            "value": self._value,
            "absolute": self._absolute,
            "arguments": self._arguments,
            "bundle_input": self._bundle_input,
            "binary_operation": self._binary_operation,
            "operation_flags": self._operation_flags,
            "compare_flags": self._compare_flags,
            "constant_wide": self._constant_wide,
            "constant_float": self._constant_float,
            "constant_data": self._constant_data,
            "constant_range": self._constant_range,
            "old_metadata": self._old_metadata,
            "expression": self._expression,
        }

    def meanings(self) -> set[str]:
        """The meanings that it can decode."""
        return {*self._meanings, *MEANINGS}

    def decode(self, shape: RecordShape, operands: list[int], version: int) -> list[Field]:
        """The fields of a record; `version` is what conditions on the version test."""
        self.fields = []
        self._ops = operands
        self._at = 0
        count = len(operands)
        self.known = {
            "operands": count,
            "pairs": max(count - 1, 0) // 2,
            "positions": max(count - 1, 0),
            "first": operands[0] if operands else 0,
            "version": version,
        }
        self.types = {}
        self.indices = []
        self.function = None
        self._type = UNKNOWN
        self._decode_items(shape.items)
        self.leave_unnamed()
        return self.fields

    def text_of(self, number: int) -> str | None:
        """The text of a value by its absolute number: `%x`, `@f`, `7`, or `#12` for a long constant; None if there is none."""
        value = self.state.value(number)
        if value is None:
            return None
        if not value.text:
            # Set first: a constant may refer to itself in malformed bitcode.
            value.text = f"#{number}"
            text = self._constant_text(value)
            if text and len(text) <= _LONGEST_TEXT:
                value.text = text
        return value.text

    def _constant_text(self, value: ShownValue) -> str:
        """The text of a constant, whose record is decoded for that; "" if it has none that is short."""
        template = template_of(value)
        if "{" not in template:
            return template
        if self.depth >= _DEEPEST:
            return ""
        state = self.state
        current = state.current_type
        state.current_type = value.type
        fields = OperandDecoder(state, self.depth + 1).decode(_CONSTANTS[value.code], value.operands or [], 0)
        state.current_type = current
        return filled(template, value, [(field.name, field.text) for field in fields])

    def shown(self, number: int) -> str:
        """The text of a value by its absolute number, or the number if there is none."""
        text = "" if self.state.is_read_ahead else self.text_of(number)
        return f"value {number}" if text is None else text

    def leave_unnamed(self) -> None:
        """Add the operands that are left, by their numbers."""
        for at in range(self._at, len(self._ops)):
            self.fields.append(Field(f"op{at}", str(self._ops[at])))
        self._at = len(self._ops)

    def _decode_items(self, items: list[ShapeItem]) -> None:
        count = len(self._ops)
        for item in items:
            if self._at >= count and item.meaning != "text":
                return
            condition = item.condition
            if condition is not None:
                self.known["rest"] = count - self._at
                if not condition.holds(self.known):
                    continue
            repeated = item.repeated
            if repeated == NOT_REPEATED:
                self._decode_item(item)
                continue
            left = count if repeated == TO_THE_END else self.known.get(repeated, 0)
            while left > 0 and self._at < count:
                before = self._at
                if item.items is None:
                    self._decode_item(item)
                else:
                    self._decode_items(item.items)
                if self._at == before:
                    break
                left -= 1

    def _decode_item(self, item: ShapeItem) -> None:
        name = item.name
        at = self._at
        operand = self._ops[at] if at < len(self._ops) else 0
        self.known[name] = operand
        meaning = item.meaning
        method = self._meanings.get(meaning)
        text: str | None
        if method is not None:
            text = method(name)
            if text is None:
                return
        else:
            self._at = at + 1
            if self.state.is_read_ahead and meaning != "number":
                return
            text = number_text(meaning, operand, self)
        self.fields.append(Field(name, text))

    def _take(self) -> int:
        operand = self._ops[self._at]
        self._at += 1
        return operand

    def _take_up_to(self, count: int) -> list[int]:
        taken = self._ops[self._at : self._at + count]
        self._at += len(taken)
        return taken

    def _take_all(self) -> list[int]:
        return self._take_up_to(len(self._ops))

    # --- numbers, text and attributes ------------------------------------------------------------------------------

    def _hash(self, name: str) -> str:
        return "".join([f"{word:08x}" for word in self._take_all()])

    def _guid_words(self, name: str) -> str:
        high = self._take()
        if self._at == len(self._ops):
            return str(high)
        return str(high << 32 | self._take())

    def _bit_offset(self, name: str) -> str:
        low = self._take()
        high = self._take() if self._at < len(self._ops) else 0
        return f"{low | high << 32} bits"

    def _text(self, name: str) -> str:
        return data_text(self._take_all())

    def _counted_text(self, name: str) -> str:
        return data_text(self._take_up_to(self._take()))

    def _string(self, name: str) -> str | None:
        if self._at + 1 >= len(self._ops):
            self.leave_unnamed()
            return None
        offset = self._take()
        size = self._take()
        found = self.state.string(offset, size)
        return f"string {offset} of size {size}" if found is None else quoted(found)

    def _attribute_set(self, name: str) -> str | None:
        texts, self._at = group_texts(self.state, self._ops, self._at)
        return " ".join(texts) if texts else None

    # --- types and values ------------------------------------------------------------------------------------------

    def _type_text(self, name: str) -> str:
        number = self._take()
        found = self.state.types.type(number)
        self._type = found or UNKNOWN
        self.types[name] = self._type
        if found is None:
            return f"type {number}"
        self.function = found
        return found.text

    def _value(self, name: str) -> str:
        state = self.state
        number = state.number(self._take())
        value = state.value(number)
        type = UNKNOWN if value is None else value.type
        if number < state.next_value:
            self.types[name] = type
        elif self._at < len(self._ops):
            type = state.types.type(self._take()) or UNKNOWN
            self.types[name] = type
            value = None
        else:
            # The record ends before the type.
            self.types.pop(name, None)
        self._type = type
        if name == "index":
            self.indices.append((type, None if value is None else value.integer))
        elif name == "callee" and self.function is None:
            self.function = type.inner
        return "" if state.is_read_ahead else f"{self.shown(number)} ({type.text})"

    def _absolute(self, name: str) -> str:
        number = self._take()
        value = self.state.value(number)
        if value is not None:
            self._type = value.type
        return self.shown(number)

    def _arguments(self, name: str) -> None:
        if self.state.is_read_ahead:
            self._at = len(self._ops)
        parameters = [] if self.function is None else self.function.members
        for parameter in parameters:
            if self._at >= len(self._ops):
                return
            meaning = "block" if parameter.text == "label" else "relative"
            operand = self._take()
            if parameter.kind == METADATA:
                text = self.state.metadata_text(self.state.number(operand))
            else:
                text = number_text(meaning, operand, self)
            self.fields.append(Field(name, text))
        while self._at < len(self._ops):
            self.fields.append(Field(name, self._value(name)))

    def _bundle_input(self, name: str) -> str:
        if self._ops[self._at] == BUNDLE_METADATA and self._at + 1 < len(self._ops):
            self._at += 1
            return self.state.metadata_text(self.state.number(self._take()))
        return self._value(name)

    # --- operations ------------------------------------------------------------------------------------------------

    def _binary_operation(self, name: str) -> str:
        number = self._take()
        # A constant has its own type.
        row = binary_operation(number, self._type if self._at > 1 else self.state.current_type)
        return str(number) if row is None else row.name

    def _operation_flags(self, name: str) -> str:
        operation = next((field.text for field in self.fields if field.name == "operation"), "")
        return FLAGS_OF_OPERATION.get(operation, FAST_MATH).text(self._take()).strip() or NONE

    def _compare_flags(self, name: str) -> str:
        flags = FAST_MATH if self._type.scalar.kind == FLOATING_POINT else SAME_SIGN
        return flags.text(self._take()).strip() or NONE

    # --- constants -------------------------------------------------------------------------------------------------

    def _constant_wide(self, name: str) -> str:
        operands = self._take_all()
        if len(operands) > _LONGEST_LIST:
            return " ".join([str(unrotated(operand)) for operand in operands])
        return str(wide_value(operands, self.state.current_type))

    def _constant_float(self, name: str) -> str:
        return floating_point_text(self._take_all(), self.state.current_type)

    def _constant_data(self, name: str) -> str:
        type = self.state.current_type
        return f"[{', '.join([element_text(operand, type) for operand in self._take_all()])}]"

    def _constant_range(self, name: str) -> str:
        width = self._take()
        if width <= 64:
            return f"i{width} " + ", ".join([str(unrotated(bound)) for bound in self._take_up_to(2)])
        counts = self._take() if self._at < len(self._ops) else 0
        bounds = self._take_up_to((counts & _MASK) + (counts >> 32))
        return f"i{width} in words " + " ".join([str(unrotated(bound)) for bound in bounds])

    # --- metadata --------------------------------------------------------------------------------------------------

    def _old_metadata(self, name: str) -> str:
        number = self._take()
        return self.state.metadata_text(number) if self._type.kind == METADATA else self.shown(number)

    def _expression(self, name: str) -> str | None:
        try:
            is_distinct, elements = decode_expression(self._ops)
            text = EXPRESSION.show(elements, self.state.llvm_version)
        except (RecordError, IndexError, OverflowError):
            self.leave_unnamed()
            return None
        self._at = len(self._ops)
        return f"distinct {text}" if is_distinct else text
