"""Reads the operands of one record by its shape: each becomes a field with a name and a text.

An operand without a meaning stays a number: a field whose name is `opN` is an operand beyond the shape.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, final

from pyllvm.analyzer.decoder import attribute_words, words
from pyllvm.analyzer.decoder.constant_texts import (
    binary_operation,
    data_text,
    element_text,
    floating_point_text,
    integer_text,
    text_of,
    wide_value,
)
from pyllvm.analyzer.decoder.results import operand_number
from pyllvm.analyzer.decoder.shown_types import FLOATING_POINT, METADATA, UNKNOWN, ShownType
from pyllvm.analyzer.decoder.state import ModuleState
from pyllvm.schema.expression import decode_expression
from pyllvm.schema.integers import unrotated
from pyllvm.schema.record_shape import NOT_REPEATED, TO_THE_END, RecordShape, ShapeItem
from pyllvm.schema.sides import RecordError
from pyllvm.schema.text import quoted
from pyllvm.tables.dwarf_operations import EXPRESSION
from pyllvm.tables.flags import FAST_MATH, SAME_SIGN, FlagSet
from pyllvm.tables.instruction_bits import BUNDLE_METADATA
from pyllvm.tables.opcodes import CASTS, UNARY
from pyllvm.tables.records import BLOCK_NAMES

_MASK: Final = 0xFFFFFFFF
_LONGEST_LIST: Final = 60


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

    def __init__(self, state: ModuleState) -> None:
        self.state = state
        self.fields: list[Field] = []
        self._ops: list[int] = []
        self._at: int = 0
        self._known: dict[str, int] = {}
        self._type: ShownType = UNKNOWN
        """The type of the last value or type that was read."""
        self._function: ShownType | None = None
        self._flags: FlagSet = FAST_MATH
        self._meanings: dict[str, Callable[[str], str | None]] = {
            "number": self._number,
            "signed": self._signed,
            "hash": self._hash,
            "guid": self._number,
            "guid_words": self._guid_words,
            "words": self._words,
            "bit_offset": self._bit_offset,
            "text": self._text,
            "counted_text": self._counted_text,
            "string": self._string,
            "type": self._type_text,
            "attributes": self._attributes,
            "attribute_group": self._attribute_group,
            "attribute_place": self._attribute_place,
            "attribute_set": self._attribute_set,
            "attribute_bitmap": self._attribute_bitmap,
            "section": self._section,
            "gc": self._collector,
            "comdat": self._comdat,
            "block_id": self._block_id,
            "value": self._value,
            "relative": self._relative,
            "signed_value": self._signed_value,
            "absolute": self._absolute,
            "absolute_plus_one": self._absolute_plus_one,
            "block": self._block,
            "instruction": self._number,
            "arguments": self._arguments,
            "bundle_tag": self._bundle_tag,
            "bundle_input": self._bundle_input,
            "binary_operation": self._binary_operation,
            "operation_flags": self._operation_flags,
            "compare_flags": self._compare_flags,
            "scope": self._scope,
            "constant_integer": self._constant_integer,
            "constant_wide": self._constant_wide,
            "constant_float": self._constant_float,
            "constant_data": self._constant_data,
            "constant_range": self._constant_range,
            "metadata": self._metadata,
            "metadata_id": self._metadata_id,
            "metadata_kind": self._metadata_kind,
            "old_metadata": self._old_metadata,
            "expression": self._expression,
            "summary_value": self._summary_value,
            "summary_module": self._summary_module,
            "stack_id": self._number,
        }

    def meanings(self) -> set[str]:
        """The meanings that it can decode."""
        return {*self._meanings, *words.TEXTS, *words.VERSIONED_TEXTS, *words.WORDS}

    def decode(self, shape: RecordShape, operands: list[int], version: int) -> list[Field]:
        """The fields of a record; `version` is what conditions on the version test."""
        self.fields = []
        self._ops = operands
        self._at = 0
        count = len(operands)
        self._known = {
            "operands": count,
            "pairs": max(count - 1, 0) // 2,
            "positions": max(count - 1, 0),
            "first": operands[0] if operands else 0,
            "version": version,
        }
        self._type = UNKNOWN
        self._function = None
        self._flags = FAST_MATH
        self._decode_items(shape.items)
        self.leave_unnamed()
        return self.fields

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
                self._known["rest"] = count - self._at
                if not condition.holds(self._known):
                    continue
            repeated = item.repeated
            if repeated == NOT_REPEATED:
                self._decode_item(item)
                continue
            left = count if repeated == TO_THE_END else self._known.get(repeated, 0)
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
        self._known[name] = operand
        meaning = item.meaning
        method = self._meanings.get(meaning)
        text: str | None
        if method is not None:
            text = method(name)
            if text is None:
                return
        else:
            text = self._word(meaning, operand)
            self._at = at + 1
        self.fields.append(Field(name, text))

    def _word(self, meaning: str, operand: int) -> str:
        table = words.WORDS.get(meaning)
        text: str | None = None
        if table is not None:
            text = table.get(operand)
            if text == "":
                return words.NONE
            if meaning == "cast_operation" and operand < len(CASTS):
                self._flags = CASTS[operand].flags
            elif meaning == "unary_operation" and operand < len(UNARY):
                self._flags = UNARY[operand].flags
        elif meaning in words.VERSIONED_TEXTS:
            text = words.VERSIONED_TEXTS[meaning](operand, self.state.llvm_version)
        elif meaning in words.TEXTS:
            text = words.TEXTS[meaning](operand)
        return str(operand) if text is None else text

    def _take(self) -> int:
        operand = self._ops[self._at]
        self._at += 1
        return operand

    # --- numbers and text ------------------------------------------------------------------------------------------

    def _number(self, name: str) -> str:
        return str(self._take())

    def _signed(self, name: str) -> str:
        return str(unrotated(self._take()))

    def _hash(self, name: str) -> str:
        text = "".join([f"{word:08x}" for word in self._ops[self._at :]])
        self._at = len(self._ops)
        return text

    def _guid_words(self, name: str) -> str:
        high = self._take()
        if self._at == len(self._ops):
            return str(high)
        return str(high << 32 | self._take())

    def _words(self, name: str) -> str:
        return f"{self._take()} words"

    def _bit_offset(self, name: str) -> str:
        low = self._take()
        high = self._take() if self._at < len(self._ops) else 0
        return f"{low | high << 32} bits"

    def _text(self, name: str) -> str:
        text = data_text(self._ops[self._at :])
        self._at = len(self._ops)
        return text

    def _counted_text(self, name: str) -> str:
        count = self._take()
        end = min(self._at + count, len(self._ops))
        text = data_text(self._ops[self._at : end])
        self._at = end
        return text

    def _string(self, name: str) -> str | None:
        ops = self._ops
        if self._at + 1 >= len(ops):
            self.leave_unnamed()
            return None
        offset = self._take()
        size = self._take()
        found = self.state.string(offset, size)
        return f"string {offset} of size {size}" if found is None else quoted(found)

    # --- the module's tables ---------------------------------------------------------------------------------------

    def _type_text(self, name: str) -> str:
        number = self._take()
        found = self.state.types.type(number)
        if found is None:
            self._type = UNKNOWN
            return f"type {number}"
        self._type = found
        self._function = found
        return found.text

    def _attributes(self, name: str) -> str:
        number = self._take()
        lists = self.state.attribute_lists
        if number == 0:
            return words.NONE
        if number > len(lists) or len(lists[number - 1]) > _LONGEST_LIST:
            return f"list {number}"
        return lists[number - 1]

    def _attribute_group(self, name: str) -> str:
        number = self._take()
        found = self.state.attribute_groups.get(number)
        return str(number) if found is None else f"{number} ({found})"

    def _attribute_place(self, name: str) -> str:
        return attribute_words.place_text(self._take())

    def _attribute_set(self, name: str) -> str | None:
        texts, self._at = attribute_words.group_texts(self.state, self._ops, self._at)
        return " ".join(texts) if texts else None

    def _attribute_bitmap(self, name: str) -> str:
        return attribute_words.bitmap_text(self._take())

    def _section(self, name: str) -> str:
        return _of_list(self.state.sections, self._take(), "section")

    def _collector(self, name: str) -> str:
        return _of_list(self.state.collectors, self._take(), "gc")

    def _comdat(self, name: str) -> str:
        return _of_list(self.state.comdats, self._take(), "comdat")

    def _block_id(self, name: str) -> str:
        number = self._take()
        return BLOCK_NAMES.get(number, str(number))

    # --- values ----------------------------------------------------------------------------------------------------

    def _shown(self, number: int) -> str:
        text = text_of(self.state, number)
        return f"value {number}" if text is None else text

    def _value(self, name: str) -> str:
        state = self.state
        number = operand_number(state, self._take())
        value = state.value(number)
        type = UNKNOWN if value is None else value.type
        if number >= state.next_value and self._at < len(self._ops):
            type = state.types.type(self._take()) or UNKNOWN
        self._type = type
        if name == "callee":
            self._set_function(type)
        return f"{self._shown(number)} ({type.text})"

    def _relative(self, name: str) -> str:
        return self._shown(operand_number(self.state, self._take()))

    def _signed_value(self, name: str) -> str:
        operand = self._take()
        if self.state.version < 1:
            return self._shown(operand)
        return self._shown(self.state.next_value - (-(operand >> 1) if operand & 1 else operand >> 1))

    def _absolute(self, name: str) -> str:
        number = self._take()
        value = self.state.value(number)
        if value is not None:
            self._type = value.type
        return self._shown(number)

    def _absolute_plus_one(self, name: str) -> str:
        number = self._take()
        return self._shown(number - 1) if number else words.NONE

    def _block(self, name: str) -> str:
        number = self._take()
        return self.state.blocks.get(number, f"block {number}")

    def _set_function(self, callee: ShownType) -> None:
        if self._function is None and callee.inner is not None:
            self._function = callee.inner

    def _arguments(self, name: str) -> None:
        function = self._function
        parameters = [] if function is None else function.members
        for parameter in parameters:
            if self._at >= len(self._ops):
                return
            number = self._ops[self._at]
            if parameter.text == "label":
                text = self._block(name)
            elif parameter.kind == METADATA:
                self._at += 1
                text = self._metadata_text(operand_number(self.state, number))
            else:
                text = self._relative(name)
            self.fields.append(Field(name, text))
        while self._at < len(self._ops):
            self.fields.append(Field(name, self._value(name)))

    def _bundle_tag(self, name: str) -> str:
        number = self._take()
        found = self.state.bundle_tag(number)
        return str(number) if found is None else quoted(found)

    def _bundle_input(self, name: str) -> str:
        if self._ops[self._at] == BUNDLE_METADATA and self._at + 1 < len(self._ops):
            self._at += 1
            return self._metadata_text(operand_number(self.state, self._take()))
        return self._value(name)

    def _binary_operation(self, name: str) -> str:
        number = self._take()
        # A constant has its own type.
        type = self._type if self._at > 1 else self.state.current_type
        row = binary_operation(number, type)
        if row is None:
            return str(number)
        self._flags = row.flags
        return row.name

    def _operation_flags(self, name: str) -> str:
        return self._flags.text(self._take()).strip() or words.NONE

    def _compare_flags(self, name: str) -> str:
        flags = FAST_MATH if self._type.scalar.kind == FLOATING_POINT else SAME_SIGN
        return flags.text(self._take()).strip() or words.NONE

    def _scope(self, name: str) -> str:
        number = self._take()
        found = self.state.scope(number)
        return str(number) if found is None else found or "system"

    # --- constants -------------------------------------------------------------------------------------------------

    def _constant_integer(self, name: str) -> str:
        return integer_text(unrotated(self._take()), self.state.current_type)

    def _constant_wide(self, name: str) -> str:
        operands = self._ops[self._at :]
        self._at = len(self._ops)
        if len(operands) > _LONGEST_LIST:
            return " ".join([str(unrotated(operand)) for operand in operands])
        return str(wide_value(operands, self.state.current_type))

    def _constant_float(self, name: str) -> str:
        text = floating_point_text(self._ops[self._at :], self.state.current_type)
        self._at = len(self._ops)
        return text

    def _constant_data(self, name: str) -> str:
        type = self.state.current_type
        text = ", ".join([element_text(operand, type) for operand in self._ops[self._at :]])
        self._at = len(self._ops)
        return f"[{text}]"

    def _constant_range(self, name: str) -> str:
        width = self._take()
        if width <= 64:
            bounds = self._ops[self._at : self._at + 2]
            self._at += len(bounds)
            return f"i{width} " + ", ".join([str(unrotated(bound)) for bound in bounds])
        counts = self._take() if self._at < len(self._ops) else 0
        end = min(self._at + (counts & _MASK) + (counts >> 32), len(self._ops))
        bounds = self._ops[self._at : end]
        self._at = end
        return f"i{width} in words " + " ".join([str(unrotated(bound)) for bound in bounds])

    # --- metadata --------------------------------------------------------------------------------------------------

    def _metadata_text(self, number: int) -> str:
        return self.state.strings.get(number, f"!{number}")

    def _metadata(self, name: str) -> str:
        number = self._take()
        return self._metadata_text(number - 1) if number else "null"

    def _metadata_id(self, name: str) -> str:
        return self._metadata_text(self._take())

    def _metadata_kind(self, name: str) -> str:
        number = self._take()
        return self.state.kinds.get(number, str(number))

    def _old_metadata(self, name: str) -> str:
        number = self._take()
        return self._metadata_text(number) if self._type.kind == METADATA else self._shown(number)

    def _expression(self, name: str) -> str | None:
        try:
            is_distinct, elements = decode_expression(self._ops)
            text = EXPRESSION.show(elements, self.state.llvm_version)
        except (RecordError, IndexError, OverflowError):
            self.leave_unnamed()
            return None
        self._at = len(self._ops)
        return f"distinct {text}" if is_distinct else text

    # --- summaries -------------------------------------------------------------------------------------------------

    def _summary_value(self, name: str) -> str:
        number = self._take()
        guid = self.state.guids.get(number)
        if guid is not None:
            return f"{number} (guid {guid})"
        return text_of(self.state, number) or str(number)

    def _summary_module(self, name: str) -> str:
        number = self._take()
        return self.state.modules.get(number, str(number))


def _of_list(names: list[str], number: int, what: str) -> str:
    """A name by its number plus one; 0 for none."""
    if number == 0:
        return words.NONE
    return quoted(names[number - 1]) if number <= len(names) else f"{what} {number}"
