"""The semantic actions: what each rule of the grammar does to the module in the making.

The driver calls `reduce` with the number of an action and the place on the stack where the rule's symbols begin: the value of
symbol n (from 0) is `values[base + n]`, its place in the text `starts[base + n]`. The result is the value of the whole rule.
Actions are grouped as the grammar's chapters are; their numbers follow the grammar's order, so that a few comparisons find
the group.
"""

from __future__ import annotations

from typing import Final, final

from pyllvm.assembly.reader import actions as a
from pyllvm.assembly.reader.attributes import AttributeBuilder, AttributeItem
from pyllvm.assembly.reader.constants import ConstantBuilder
from pyllvm.assembly.reader.globals import FunctionHeader, GlobalBuilder, GlobalHead, GlobalName
from pyllvm.assembly.reader.instructions import (
    ALIGN,
    CODE_MODEL,
    COMDAT,
    GC,
    PARTITION,
    PERSONALITY,
    PREFIX,
    PROLOGUE,
    SANITIZER,
    SECTION,
    SPACE,
    UNNAMED,
    Bundle,
    CallArgument,
    InstructionBuilder,
    Property,
)
from pyllvm.assembly.reader.metadata import AttachmentText, FieldText, MetadataTextBuilder, NodeText
from pyllvm.assembly.reader.numbers import integer_value
from pyllvm.assembly.reader.state import State, text_of_bytes, type_string
from pyllvm.assembly.reader.summary_text import SummaryTextBuilder
from pyllvm.assembly.reader.text_places import place_of_item
from pyllvm.assembly.reader.types import ELLIPSIS_MARK, Parameter, TypeBuilder
from pyllvm.assembly.reader.use_lists import UseListBuilder
from pyllvm.assembly.reader.values import (
    EMPTY_ARRAY,
    FLOAT_LITERAL,
    NONE_WORD,
    NULL_WORD,
    PACKED_STRUCTURE,
    POISON_WORD,
    SPLAT,
    STRUCTURE,
    UNDEF_WORD,
    ZERO_WORD,
    AsmId,
    LocalForward,
    LocalState,
    ValueBuilder,
    ValueId,
)
from pyllvm.diagnostics import PyllvmError
from pyllvm.ir.constants import ConstantInt
from pyllvm.ir.function import BasicBlock, Instruction
from pyllvm.ir.metadata import DebugRecord, ValueAsMetadata
from pyllvm.ir.target.data_layout import DataLayout
from pyllvm.ir.types import VOID, FunctionType, IntegerType, Type
from pyllvm.ir.value import ForwardReference, Value
from pyllvm.schema.raw import OTHER, RawValue
from pyllvm.tables.keywords import FAST_MATH_NUMBERS

_FLAG_BITS: Final[dict[bytes, int]] = {
    **{word.encode(): bits for word, bits in FAST_MATH_NUMBERS.items()},
    b"nuw": 1,
    b"nsw": 2,
    b"exact": 1,
    b"disjoint": 1,
    b"nneg": 1,
    b"samesign": 1,
}
_GEP_FLAG_BITS: Final[dict[bytes, int]] = {b"inbounds": 1, b"nusw": 2, b"nuw": 4}
HEADER_FIRST_SINCE: Final = 11
_BLOCK_COMMENTS_SINCE: Final = 20


@final
class GepFlags:
    """The flags of a getelementptr as written."""

    __slots__ = ("bits", "in_range")

    def __init__(self, bits: int, in_range: tuple[int, int] | None) -> None:
        self.bits = bits
        self.in_range = in_range


@final
class InRange:
    """An index marked `inrange`."""

    __slots__ = ("value",)

    def __init__(self, value: Value) -> None:
        self.value = value


@final
class Builder:
    """Builds the module; the parts do the work, this finds them."""

    def __init__(self, state: State) -> None:
        self.state: Final = state
        self.values: list[object] = [None] * 1024
        self.starts: list[int] = [0] * 1024
        self.types: Final = TypeBuilder(state)
        self.value_builder: Final = ValueBuilder(state)
        self.attributes: Final = AttributeBuilder(state)
        self.metadata: Final = MetadataTextBuilder(state)
        self.instructions: Final = InstructionBuilder(state, self.types, self.value_builder, self.attributes)
        self.constants: Final = ConstantBuilder(state, self.instructions)
        self.globals: Final = GlobalBuilder(
            state, self.types, self.value_builder, self.attributes, self.instructions, self.metadata
        )
        self.use_lists: Final = UseListBuilder(state, self.value_builder)
        self.summary: Final = SummaryTextBuilder(state)
        self.has_given_layout = False
        self.local: LocalState | None = None
        self.records: list[DebugRecord] = []
        self._true: Final[Value] = ConstantInt.get(state.context.integer(1), 1)
        self._false: Final[Value] = ConstantInt.get(state.context.integer(1), 0)

    # --- what stands on the stack

    def _bytes(self, at: int) -> bytes:
        found = self.values[at]
        assert isinstance(found, bytes)
        return found

    def _words(self, at: int) -> bytes:
        """A word that may be missing."""
        found = self.values[at]
        return found if isinstance(found, bytes) else b""

    def _type(self, at: int) -> Type:
        found = self.values[at]
        assert isinstance(found, Type)
        return found

    def _value(self, at: int) -> Value:
        found = self.values[at]
        assert isinstance(found, Value)
        return found

    def _list(self, at: int) -> list[object] | None:
        found = self.values[at]
        return found if isinstance(found, list) else None

    def _value_list(self, at: int) -> list[Value]:
        found = self.values[at]
        if found is None:
            return []
        assert isinstance(found, list)
        result: list[Value] = found
        return result

    def _number(self, at: int) -> int:
        found = self.values[at]
        return found if isinstance(found, int) else 0

    def _is_set(self, at: int) -> bool:
        return self.values[at] is not None

    # --- the actions

    def reduce(self, action: int, base: int) -> object:
        """Do what a rule's action says."""
        if action >= a.INSTRUCTION:
            if action < a.METADATA_DEFINITION:
                return self._reduce_instruction(action, base)
            return self._reduce_metadata(action, base)
        if action >= a.OPAQUE_POINTER:
            if action < a.TYPED_VALUE:
                return self._reduce_type(action, base)
            if action < a.BINARY_EXPRESSION:
                return self._reduce_value(action, base)
            return self._reduce_expression(action, base)
        if action < a.ENUM_ATTRIBUTE:
            return self._reduce_entity(action, base)
        return self._reduce_attribute(action, base)

    def _reduce_entity(self, action: int, base: int) -> object:
        values = self.values
        starts = self.starts
        state = self.state
        if action == a.LIST_OF_ONE:
            return [values[base]]
        if action == a.APPEND_SECOND:
            listed = values[base]
            if isinstance(listed, list):
                listed.append(values[base + 2])
                return listed
            return [values[base + 2]]
        if action == a.APPEND:
            listed = values[base]
            if isinstance(listed, list):
                listed.append(values[base + 1])
                return listed
            return [values[base + 1]]
        if action == a.TRUE_FLAG:
            return b"true"
        if action == a.LABEL:
            self._check_place(starts[base])
            self._start_block(self._bytes(base), -1, starts[base])
            return None
        if action == a.LABEL_ID:
            self._start_block(b"", int(self._bytes(base)), starts[base])
            return None
        if action == a.NAMED_PARAMETER:
            return Parameter(self._type(base), values[base + 1], values[base + 2], starts[base])
        if action == a.PARAMETER:
            return Parameter(self._type(base), values[base + 1], None, starts[base])
        if action == a.NUMBERED_PARAMETER:
            return Parameter(self._type(base), values[base + 1], int(self._bytes(base + 2)), starts[base])
        if action == a.METADATA_PARAMETER:
            return Parameter(state.context.metadata_type, values[base + 1], None, starts[base])
        if action == a.NAMED_METADATA_PARAMETER:
            return Parameter(state.context.metadata_type, values[base + 1], values[base + 2], starts[base])
        if action == a.NUMBERED_METADATA_PARAMETER:
            return Parameter(state.context.metadata_type, values[base + 1], int(self._bytes(base + 2)), starts[base])
        if action == a.VARIADIC_ONLY:
            return [ELLIPSIS_MARK]
        if action == a.VARIADIC_PARAMETERS:
            listed = values[base]
            assert isinstance(listed, list)
            listed.append(ELLIPSIS_MARK)
            return listed
        if action == a.FUNCTION_HEADER:
            return self._header(base)
        if action == a.FUNCTION_DECLARATION:
            header = values[base + 2]
            assert isinstance(header, FunctionHeader)
            attachments = self._list(base + 1)
            if attachments is not None:
                for one in attachments:
                    assert isinstance(one, AttachmentText)
                    self.metadata.attach_global(header.function, one)
            return None
        if action == a.FUNCTION_START:
            header = values[base + 1]
            assert isinstance(header, FunctionHeader)
            attachments = self._list(base + 2)
            if attachments is not None:
                for one in attachments:
                    assert isinstance(one, AttachmentText)
                    self.metadata.attach_global(header.function, one)
            self.local = self.globals.start_function(header)
            return None
        if action == a.FUNCTION_DEFINITION:
            self.local = None
            self.globals.end_function(starts[base + 2])
            return None
        if action == a.FUNCTION_NAME:
            return self._global_name(base)
        if action == a.FUNCTION_ID or action == a.GLOBAL_ID:
            return GlobalName(None, int(self._bytes(base)), starts[base])
        if action == a.GLOBAL_NAME:
            return self._global_name(base)
        if action == a.GLOBAL_HEAD:
            name = values[base]
            assert isinstance(name, GlobalName)
            mode = values[base + 5]
            if self._words(base + 2) == b"dso_local" and self._words(base + 4) == b"dllimport":
                state.error(starts[base + 5], "dso_location and DLL-StorageClass mismatch")
            return GlobalHead(
                name,
                self._words(base + 1),
                self._words(base + 2),
                self._words(base + 3),
                self._words(base + 4),
                mode if isinstance(mode, str) else "",
                self._words(base + 6),
                starts[base + 5],
            )
        if action == a.DECLARED_VARIABLE or action == a.DEFINED_VARIABLE:
            head = values[base]
            assert isinstance(head, GlobalHead)
            is_definition = action == a.DEFINED_VARIABLE
            return self.globals.variable(
                head,
                self._number(base + 1),
                self._is_set(base + 2),
                self._bytes(base + 3),
                self._type(base + 4),
                values[base + 5] if is_definition else None,
                starts[base + 4],
                starts[base + 5] if is_definition else 0,
            )
        if action == a.GLOBAL_VARIABLE:
            variable = values[base]
            self.globals.set_variable_properties(variable, values[base + 1], values[base + 2])  # type: ignore[arg-type]
            if state.places is not None:
                state.places.extend(variable, state.ahead)
            return None
        if action == a.ALIAS:
            head = values[base]
            assert isinstance(head, GlobalHead)
            self.globals.alias(
                head,
                self._bytes(base + 1),
                self._type(base + 2),
                values[base + 4],
                values[base + 5],
                starts[base + 2],
                starts[base + 4],
            )
            return None
        if action == a.UNTYPED_ALIASEE:
            return values[base]
        return self._reduce_small_entity(action, base)

    def _reduce_small_entity(self, action: int, base: int) -> object:
        values = self.values
        starts = self.starts
        state = self.state
        if action == a.PROPERTY_ALIGN or action == a.PROPERTY_ALIGN_PARENTHESIZED:
            at = base + 1 if action == a.PROPERTY_ALIGN else base + 2
            return Property(ALIGN, starts[base], number=self.instructions.alignment(self._bytes(at), starts[at]))
        if action == a.PROPERTY_SECTION:
            return Property(SECTION, starts[base], self._bytes(base + 1))
        if action == a.PROPERTY_PARTITION:
            return Property(PARTITION, starts[base], self._bytes(base + 1))
        if action == a.PROPERTY_CODE_MODEL:
            return Property(CODE_MODEL, starts[base + 1], self._bytes(base + 1))
        if action == a.PROPERTY_SANITIZER:
            return Property(SANITIZER, starts[base], self._bytes(base))
        if action == a.PROPERTY_COMDAT:
            return Property(COMDAT, starts[base], after=self.state.ahead)
        if action == a.PROPERTY_COMDAT_NAME:
            return Property(COMDAT, starts[base + 1], self._bytes(base + 2), 1)
        if action == a.PROPERTY_UNNAMED_ADDR:
            return Property(UNNAMED, starts[base], self._bytes(base))
        if action == a.PROPERTY_ADDRESS_SPACE:
            return Property(SPACE, starts[base], number=self._number(base))
        if action == a.PROPERTY_GC:
            return Property(GC, starts[base], self._bytes(base + 1))
        if action == a.PROPERTY_PREFIX:
            return Property(PREFIX, starts[base], value=values[base + 1])
        if action == a.PROPERTY_PROLOGUE:
            return Property(PROLOGUE, starts[base], value=values[base + 1])
        if action == a.PROPERTY_PERSONALITY:
            return Property(PERSONALITY, starts[base], value=values[base + 1])
        if action == a.ADDRESS_SPACE:
            digits = self._bytes(base + 2)
            if not digits.isdigit():
                state.error(starts[base + 2], "expected integer")
            number = integer_value(digits)
            if number >> 32:
                state.error(starts[base + 2], "expected 32-bit integer (too large)")
            if number >> 24 and state.version >= 17:
                state.error(starts[base + 2], "invalid address space, must be a 24-bit integer")
            return number
        if action == a.ADDRESS_SPACE_NAME:
            return self._address_space_named(base)
        if action == a.THREAD_LOCAL:
            return "generaldynamic"
        if action == a.THREAD_LOCAL_MODEL:
            word = self._bytes(base + 2)
            if word not in (b"localdynamic", b"initialexec", b"localexec"):
                state.error(starts[base + 2], "expected localdynamic, initialexec or localexec")
            return word.decode()
        if action == a.CALLING_CONVENTION_ARGUMENT:
            return self.globals.calling_convention(self._bytes(base), self._bytes(base + 2), starts[base])
        if action == a.CALLING_CONVENTION_NUMBER:
            digits = self._bytes(base + 1)
            number = int(digits) if digits.isdigit() and len(digits) < 12 else 1 << 32
            if number > 1023:
                state.error(
                    starts[base + 1], "expected 32-bit integer (too large)" if number >> 32 else "invalid calling convention"
                )
            return number
        if action <= a.TARGET_DATALAYOUT:
            self._check_header(starts[base])
        if action == a.SOURCE_FILENAME:
            state.module.source_filename = text_of_bytes(self._bytes(base + 2))
            return None
        if action == a.TARGET_TRIPLE:
            state.module.target_triple = text_of_bytes(self._bytes(base + 3))
            return None
        if action == a.TARGET_DATALAYOUT:
            if not self.has_given_layout:
                try:
                    self._use_layout(text_of_bytes(self._bytes(base + 3)))
                except PyllvmError as error:
                    state.error(starts[base + 3], error.diagnostic.message)
            return None
        if action == a.DEPLIBS:
            state.ends(starts[base], "'deplibs'", 12, "expected top-level entity")
            for one in self._list(base + 3) or []:
                assert isinstance(one, bytes)
                state.module.dependent_libraries.append(text_of_bytes(one))
            return None
        if action == a.MODULE_ASM:
            module = state.module
            line = text_of_bytes(self._bytes(base + 2))
            if module.inline_assembly and not module.inline_assembly.endswith("\n"):
                module.inline_assembly += "\n"
            module.inline_assembly += line
            if line and not line.endswith("\n"):
                module.inline_assembly += "\n"
            return None
        if action == a.TYPE_DEFINITION:
            self.types.define(self._type_name(base), self._type(base + 3), starts[base], starts[base + 3])
            return None
        if action == a.OPAQUE_TYPE_DEFINITION:
            self.types.define(self._type_name(base), None, starts[base], starts[base + 3])
            return None
        assert action == a.COMDAT_DEFINITION
        self.globals.define_comdat(self._bytes(base), self._bytes(base + 3), starts[base], starts[base + 3])
        return None

    def set_data_layout(self, text: str) -> None:
        """Use that data layout, whatever the text says."""
        self._use_layout(text)
        self.has_given_layout = True

    def _use_layout(self, text: str) -> None:
        layout = DataLayout(text, self.state.version)
        layout.check()
        self.state.module.data_layout = text
        self.instructions.layout_changed(layout)

    def _check_header(self, start: int) -> None:
        """Since LLVM 11, source file name and target stand before everything else."""
        state = self.state
        if state.version >= HEADER_FIRST_SINCE and (
            state.globals
            or state.numbered_globals
            or state.module.comdats
            or state.module.inline_assembly
            or state.module.named_metadata
            or self.types.named
            or self.types.numbered
            or self.metadata.numbered
            or self.attributes.groups
        ):
            state.error(start, "expected top-level entity")

    def _global_name(self, base: int) -> GlobalName:
        name = self._bytes(base)
        # @"" has no name, and gets a number.
        return GlobalName(name or None, -1, self.starts[base])

    def _type_name(self, base: int) -> object:
        """The name of a type being defined: bytes; or a number, told by the text, because both come as bytes."""
        name = self._bytes(base)
        start = self.starts[base]
        if self.state.data[start + 1] in b"0123456789":
            return int(name)
        return name

    def _address_space_named(self, base: int) -> int:
        state = self.state
        text = text_of_bytes(self._bytes(base + 2))
        layout = self.instructions.layout
        if text == "A":
            return layout.alloca_address_space
        if text == "G":
            return layout.globals_address_space
        if text == "P":
            return layout.program_address_space
        found = layout.address_space_named(text)
        if found is None:
            state.error(self.starts[base + 2], f"invalid symbolic addrspace '{text}'")
        return found

    def _convention(self, at: int) -> int:
        found = self.values[at]
        if found is None:
            return 0
        if isinstance(found, int):
            return found
        assert isinstance(found, bytes)
        return self.globals.calling_convention(found, None, self.starts[at])

    def _header(self, base: int) -> FunctionHeader:
        name = self.values[base + 7]
        assert isinstance(name, GlobalName)
        if self._words(base + 1) == b"dso_local" and self._words(base + 3) == b"dllimport":
            self.state.error(self.starts[base + 4], "dso_location and DLL-StorageClass mismatch")
        return self.globals.header(
            self._words(base),
            self._words(base + 1),
            self._words(base + 2),
            self._words(base + 3),
            self._convention(base + 4),
            self._list(base + 5),
            self._type(base + 6),
            name,
            self.values[base + 9],
            self.values[base + 11],
            self.starts[base],
            self.starts[base + 4],
            self.starts[base + 6],
            # `define` stands right before the header; `declare` has attachments between.
            self.values[base - 1] == b"define",
        )

    # --- blocks and names

    def lose_instruction(self, at: int) -> None:
        """An instruction is left out because of an error; `at` is where it begins on the stack."""
        local = self.local
        assert local is not None
        local.has_errors = True
        name = self.values[at]
        start = self.starts[at]
        if local.block is None and not local.has_use_lists:
            self._start_block(b"", -1, start)
        if isinstance(name, bytes) and self.state.data[start : start + 1] == b"%" and name.isdigit():
            local.next_number = max(local.next_number, int(name) + 1)
        self.records = []

    def _check_place(self, start: int) -> None:
        """Nothing but use-list orders may follow use-list orders in a function."""
        if self.local is not None and self.local.has_use_lists:
            self.state.error(start, "expected uselistorder directive")

    def _start_block(self, name: bytes, number: int, start: int) -> None:
        local = self.local
        assert local is not None
        state = self.state
        if local.block is not None:
            state.error(start, "expected instruction opcode")
        label = self.types.label
        block: BasicBlock
        if name:
            forward = local.forward_named.pop(name, None)
            if forward is not None:
                found = forward.value
                if not isinstance(found, BasicBlock):
                    state.error(start, f"unable to create block named '{text_of_bytes(name)}'")
                block = found
            else:
                if name in local.named:
                    state.error(start, f"unable to create block named '{text_of_bytes(name)}'")
                block = BasicBlock(label, text_of_bytes(name))
            local.named[name] = block
        else:
            if number < 0:
                number = local.next_number
            elif number != local.next_number:
                if state.version < 9:
                    state.needs(start, "a numbered label", 9)
                if state.version < 18:
                    state.error(start, f"label expected to be numbered '{local.next_number}'")
                if number < local.next_number:
                    state.error(start, f"label expected to be numbered '{local.next_number}' or greater")
            numbered = local.forward_numbered.pop(number, None)
            if numbered is not None:
                found = numbered.value
                if not isinstance(found, BasicBlock):
                    state.error(start, f"unable to create block numbered '{number}'")
                block = found
            else:
                block = BasicBlock(label)
            local.next_number = number
            local.add_unnamed(block)
        local.function.append_block(block)
        local.block = block
        if state.places is not None:
            state.places.record(block, start, start + 1)

    def _add(self, instruction: Instruction, attachments: object, start: int) -> None:
        local = self.local
        assert local is not None
        block = local.block
        if block is None:
            self._check_place(self.state.ahead)
            self._start_block(b"", -1, self.state.ahead)
            block = local.block
            assert block is not None
            if self.state.places is not None:
                self.state.places.record(block, start, start + 1)
        if attachments is not None:
            assert isinstance(attachments, list)
            self.metadata.attach(instruction, attachments)
        if self.records:
            instruction.debug_records = self.records
            self.records = []
        instruction.parent = block
        block.instructions.append(instruction)
        if instruction.is_terminator:
            local.block = None
        if self.state.places is not None:
            self.state.places.record(instruction, start, self.state.ahead)

    def _name_instruction(self, instruction: Instruction, name: bytes, start: int) -> None:
        state = self.state
        local = self.local
        assert local is not None
        if instruction.type.kind == VOID:
            state.error(start, "instructions returning void cannot have a name")
        forward = local.forward_named.pop(name, None) if local.forward_named else None
        if forward is not None:
            self._replace_forward(forward, instruction, start)
        elif name in local.named:
            state.error(start, f"multiple definition of local value named '{text_of_bytes(name)}'")
        instruction.name = text_of_bytes(name)
        local.named[name] = instruction

    def _number_instruction(self, instruction: Instruction, number: int, start: int) -> None:
        state = self.state
        local = self.local
        assert local is not None
        if instruction.type.kind == VOID:
            if number >= 0:
                state.error(start, "instructions returning void cannot have a name")
            return
        if number < 0:
            number = local.next_number
        elif number != local.next_number:
            if state.version < 18:
                state.error(start, f"instruction expected to be numbered '%{local.next_number}'")
            if number < local.next_number:
                state.error(start, f"instruction expected to be numbered '%{local.next_number}' or greater")
        forward = local.forward_numbered.pop(number, None) if local.forward_numbered else None
        if forward is not None:
            self._replace_forward(forward, instruction, start)
        local.numbered[number] = instruction
        local.next_number = number + 1

    def _replace_forward(self, forward: LocalForward, instruction: Instruction, start: int) -> None:
        placeholder = forward.value
        if placeholder.type is not instruction.type:
            self.state.error(start, f"instruction forward referenced with type '{type_string(placeholder.type)}'")
        wrapped = self.state.wrapped.pop(placeholder, None)
        if isinstance(wrapped, ValueAsMetadata):
            wrapped.value = instruction
            self.state.context.metadata.pop(placeholder, None)
            self.state.context.metadata.setdefault(instruction, wrapped)
        placeholder.replace_all_uses_with(instruction)

    # --- attributes

    def _reduce_attribute(self, action: int, base: int) -> object:
        values = self.values
        starts = self.starts
        attributes = self.attributes
        if action == a.ENUM_ATTRIBUTE:
            return attributes.enum(self._bytes(base), starts[base], self.state.ahead)
        if action == a.ATTRIBUTE_GROUP_REFERENCE:
            return AttributeItem(None, starts[base], int(self._bytes(base)))
        if action == a.INTEGER_ATTRIBUTE_BARE:
            return attributes.integer(self._bytes(base), self._bytes(base + 1), starts[base], starts[base + 1])
        if action == a.INTEGER_ATTRIBUTE_EQUALS:
            return attributes.grouped_alignment(self._bytes(base), self._bytes(base + 2), starts[base], starts[base + 2])
        if action == a.INTEGER_ATTRIBUTE:
            # An alignment is wrong where its parenthesis is.
            place = starts[base + 1] if values[base] == b"align" else starts[base + 2]
            return attributes.integer(self._bytes(base), self._bytes(base + 2), starts[base], place)
        if action == a.TYPE_ATTRIBUTE:
            return attributes.of_type(self._bytes(base), self._type(base + 2), starts[base])
        if action == a.BARE_TYPE_ATTRIBUTE:
            return attributes.bare_type(self._bytes(base), starts[base], self.state.ahead)
        if action == a.STRING_ATTRIBUTE:
            return attributes.string(self._bytes(base), b"", starts[base])
        if action == a.STRING_ATTRIBUTE_VALUE:
            return attributes.string(self._bytes(base), self._bytes(base + 2), starts[base])
        if action == a.PAIR_ATTRIBUTE:
            return attributes.pair(
                self._bytes(base), self._bytes(base + 2), self._bytes(base + 4), starts[base], starts[base + 4]
            )
        if action == a.WORDS_ATTRIBUTE:
            return attributes.words(self._bytes(base), starts[base], starts[base + 2], starts[base + 3])
        if action == a.RANGE_ATTRIBUTE:
            return attributes.range(
                self._bytes(base),
                self._type(base + 2),
                self._bytes(base + 3),
                self._bytes(base + 5),
                starts[base],
                starts[base + 2],
                starts[base + 6],
            )
        if action == a.RANGE_LIST_ATTRIBUTE:
            return attributes.range_list(self._bytes(base), values[base + 2], starts[base])
        if action == a.RANGE:
            return (values[base + 1], values[base + 3])
        if action == a.WORD_STRING or action == a.WORD_INTEGER:
            return values[base]
        if action == a.WORD_LABEL:
            return self._bytes(base) + b":"
        if action == a.WORD_COLON:
            return b":"
        assert action == a.ATTRIBUTE_GROUP
        attributes.define_group(int(self._bytes(base + 1)), self._list(base + 4), starts[base])
        return None

    def refuse_attribute_words(self, top: int) -> None:
        """Raise what is wrong with an attribute's words; its parenthesis is the symbol before `top`."""
        self.attributes.words(self._bytes(top - 2), self.starts[top - 2], self.starts[top - 1] + 1, self.state.ahead)

    # --- types

    def _reduce_type(self, action: int, base: int) -> object:
        values = self.values
        starts = self.starts
        types = self.types
        if action == a.INTEGER_TYPE:
            return types.integer(self._bytes(base), starts[base])
        if action == a.OPAQUE_POINTER:
            return types.opaque_pointer(starts[base], 0)
        if action == a.NAMED_TYPE:
            return types.named_type(self._bytes(base), starts[base])
        if action == a.POINTER_TYPE:
            return types.pointer(self._type(base), 0, starts[base], starts[base + 1])
        if action == a.PRIMITIVE_TYPE:
            return types.primitive(self._bytes(base), starts[base])
        if action == a.VOID_TYPE:
            return types.void
        if action == a.ARRAY_TYPE:
            return types.array(self._bytes(base + 1), self._type(base + 3), starts[base + 1], starts[base + 3])
        if action == a.OPAQUE_POINTER_IN:
            return types.opaque_pointer(starts[base], self._number(base + 1))
        if action == a.NUMBERED_TYPE:
            return types.numbered_type(int(self._bytes(base)), starts[base])
        if action == a.POINTER_TYPE_IN:
            return types.pointer(self._type(base), self._number(base + 1), starts[base], starts[base + 1])
        if action == a.FUNCTION_TYPE:
            return types.function(self._type(base), values[base + 2], starts[base])
        if action == a.VOID_FUNCTION_TYPE:
            return types.function(types.void, values[base + 2], starts[base])
        if action == a.VECTOR_TYPE:
            return types.vector(self._bytes(base + 1), self._type(base + 3), starts[base + 1], starts[base + 3], False)
        if action == a.SCALABLE_VECTOR_TYPE:
            return types.vector(self._bytes(base + 3), self._type(base + 5), starts[base + 3], starts[base + 5], True)
        if action == a.STRUCTURE_TYPE:
            return types.structure(self._type_list(base + 1), False, starts[base + 1])
        if action == a.PACKED_STRUCTURE_TYPE:
            return types.structure(self._type_list(base + 2), True, starts[base + 2])
        if action == a.EMPTY_STRUCTURE_TYPE:
            return types.structure([], False, starts[base])
        if action == a.EMPTY_PACKED_STRUCTURE_TYPE:
            return types.structure([], True, starts[base])
        if action == a.TARGET_TYPE:
            return types.target(self._bytes(base + 2), values[base + 3], starts[base], starts[base + 2])
        assert action == a.APPEND_VOID_TYPE
        listed = values[base]
        if isinstance(listed, list):
            listed.append(types.void)
            return listed
        return [types.void]

    def _type_list(self, at: int) -> list[Type]:
        found = self.values[at]
        assert isinstance(found, list)
        result: list[Type] = found
        return result

    # --- values and constants

    def _reduce_value(self, action: int, base: int) -> object:
        values = self.values
        starts = self.starts
        builder = self.value_builder
        if action == a.TYPED_VALUE:
            found = values[base + 1]
            type = values[base]
            if isinstance(found, Value) and found.type is type:
                return found
            assert isinstance(type, Type)
            return builder.convert(found, type, starts[base + 1])
        if action == a.LOCAL_VALUE:
            return builder.local_value(self._bytes(base), starts[base])
        if action == a.NUMBERED_VALUE:
            return builder.numbered_value(self._bytes(base), starts[base])
        if action == a.INTEGER_CONSTANT:
            return values[base]
        if action == a.GLOBAL_VALUE:
            return builder.global_value(self._bytes(base), starts[base])
        if action == a.NULL_CONSTANT:
            return ValueId(NULL_WORD, starts[base])
        if action == a.TRUE_CONSTANT:
            return self._true
        if action == a.FALSE_CONSTANT:
            return self._false
        if action == a.UNDEF_CONSTANT:
            return ValueId(UNDEF_WORD, starts[base])
        if action == a.POISON_CONSTANT:
            return ValueId(POISON_WORD, starts[base])
        if action == a.ZERO_CONSTANT:
            return ValueId(ZERO_WORD, starts[base])
        if action == a.FLOAT_CONSTANT:
            return ValueId(FLOAT_LITERAL, starts[base], self._bytes(base))
        if action == a.STRING_CONSTANT:
            return builder.string_constant(self._bytes(base + 1))
        if action == a.NUMBERED_GLOBAL_VALUE:
            return builder.numbered_global(self._bytes(base), starts[base])
        if action == a.NONE_CONSTANT:
            return ValueId(NONE_WORD, starts[base])
        if action == a.STRUCTURE_CONSTANT:
            return ValueId(STRUCTURE, starts[base], elements=self._value_list(base + 1))
        if action == a.PACKED_STRUCTURE_CONSTANT:
            return ValueId(PACKED_STRUCTURE, starts[base], elements=self._value_list(base + 2))
        if action == a.EMPTY_STRUCTURE_CONSTANT:
            return ValueId(STRUCTURE, starts[base], elements=[])
        if action == a.EMPTY_PACKED_STRUCTURE_CONSTANT:
            return ValueId(PACKED_STRUCTURE, starts[base], elements=[])
        if action == a.ARRAY_CONSTANT:
            elements = self._value_list(base + 1)
            if not elements:
                return ValueId(EMPTY_ARRAY, starts[base])
            return builder.array_constant(elements, starts[base], starts[base + 1])
        if action == a.VECTOR_CONSTANT:
            return builder.vector_constant(self._value_list(base + 1), starts[base], starts[base + 1])
        if action == a.SPLAT_CONSTANT:
            self.state.needs(starts[base], "'splat'", 18)
            return ValueId(SPLAT, starts[base], elements=[self._value(base + 2)])
        if action == a.BLOCKADDRESS_CONSTANT:
            return builder.block_address(values[base + 2], values[base + 4], starts[base], starts[base + 2], starts[base + 4])
        if action == a.DSO_LOCAL_EQUIVALENT_CONSTANT or action == a.NO_CFI_CONSTANT:
            return builder.global_word(self._bytes(base), values[base + 1], starts[base], starts[base + 1])
        if action == a.PTRAUTH_CONSTANT:
            return self.constants.ptrauth(self._value_list(base + 2), starts[base])
        assert action == a.INLINE_ASM
        markers: list[bytes] = []
        rank = 0
        end = starts[base] + len(b"asm")
        for marker in self._list(base + 1) or []:
            assert isinstance(marker, bytes)
            start = self.state.data.find(marker, end)
            place = (b"sideeffect", b"alignstack", b"inteldialect", b"unwind").index(marker) + 1
            if place <= rank:
                self.state.error(start, "expected string constant")
            rank = place
            end = start + len(marker)
            markers.append(marker)
        return AsmId(starts[base], self._bytes(base + 2), self._bytes(base + 4), markers)

    def _flags(self, at: int) -> int:
        found = self.values[at]
        return found if isinstance(found, int) else 0

    def _reduce_expression(self, action: int, base: int) -> object:
        values = self.values
        starts = self.starts
        constants = self.constants
        start = starts[base]
        if action == a.GETELEMENTPTR_EXPRESSION:
            flags = values[base + 1]
            bits = flags.bits if isinstance(flags, GepFlags) else 0
            in_range: int | tuple[int, int] | None = flags.in_range if isinstance(flags, GepFlags) else None
            if in_range is not None:
                self.state.needs(start, "'inrange' before the operands", 19)
            operands: list[Value] = []
            for operand in self._list(base + 5) or []:
                if isinstance(operand, InRange):
                    # To LLVM 18 an index is marked; the number counts from the first one.
                    if self.state.version < 19:
                        in_range = len(operands) - 1
                    operands.append(operand.value)
                else:
                    assert isinstance(operand, Value)
                    operands.append(operand)
            return constants.get_element_ptr(bits, in_range, self._type(base + 3), operands, start, starts[base + 3])
        if action == a.CAST_EXPRESSION:
            return constants.cast(self._bytes(base), self._flags(base + 1), self._value(base + 3), self._type(base + 5), start)
        if action == a.BINARY_EXPRESSION:
            return constants.binary(self._bytes(base), self._flags(base + 1), self._value(base + 3), self._value(base + 5), start)
        if action == a.UNARY_EXPRESSION:
            return constants.unary(self._value(base + 3), start)
        if action == a.COMPARE_EXPRESSION:
            return constants.compare(
                self._bytes(base) == b"fcmp",
                self._bytes(base + 2),
                self._value(base + 4),
                self._value(base + 6),
                start,
                starts[base + 2],
            )
        if action == a.SELECT_EXPRESSION:
            return constants.select(self._value(base + 3), self._value(base + 5), self._value(base + 7), start)
        if action == a.EXTRACTELEMENT_EXPRESSION:
            return constants.extract_element(self._value(base + 2), self._value(base + 4), start)
        if action == a.INSERTELEMENT_EXPRESSION:
            return constants.insert_element(self._value(base + 2), self._value(base + 4), self._value(base + 6), start)
        if action == a.SHUFFLEVECTOR_EXPRESSION:
            return constants.shuffle_vector(self._value(base + 2), self._value(base + 4), self._value(base + 6), start)
        if action == a.EXTRACTVALUE_EXPRESSION:
            return constants.extract_value(
                self._value(base + 2), self.instructions.indices(values[base + 3], starts[base + 3]), start
            )
        if action == a.INSERTVALUE_EXPRESSION:
            return constants.insert_value(
                self._value(base + 2),
                self._value(base + 4),
                self.instructions.indices(values[base + 5], starts[base + 5]),
                start,
            )
        assert action == a.INRANGE_OPERAND
        return InRange(self._value(base + 1))

    # --- instructions

    def _reduce_instruction(self, action: int, base: int) -> object:
        values = self.values
        starts = self.starts
        made = self.instructions
        start = starts[base]
        if action == a.NAMED_INSTRUCTION:
            instruction = values[base + 2]
            assert isinstance(instruction, Instruction)
            self._add(instruction, values[base + 3], start)
            name = self._bytes(base)
            if name:
                self._name_instruction(instruction, name, start)
            else:
                self._number_instruction(instruction, -1, start)
            return None
        if action == a.INSTRUCTION:
            instruction = values[base]
            assert isinstance(instruction, Instruction)
            self._add(instruction, values[base + 1], start)
            if instruction.type.kind != VOID:
                self._number_instruction(instruction, -1, start)
            return None
        if action == a.NUMBERED_INSTRUCTION:
            instruction = values[base + 2]
            assert isinstance(instruction, Instruction)
            self._add(instruction, values[base + 3], start)
            self._number_instruction(instruction, int(self._bytes(base)), start)
            return None
        if action == a.LOAD:
            return made.load(
                values[base + 1] is not None,
                values[base + 2] is not None,
                self._type(base + 3),
                self._value(base + 5),
                values[base + 6],
                self._number(base + 7),
                starts[base + 3],
                starts[base + 5],
            )
        if action == a.GETELEMENTPTR:
            flags = values[base + 1]
            bits = 0
            if isinstance(flags, GepFlags):
                bits = flags.bits
                if flags.in_range is not None:
                    self.state.error(starts[base + 1], "expected type")
            return made.get_element_ptr(
                bits, self._type(base + 2), self._value_list(base + 4), starts[base + 2], starts[base + 4]
            )
        if action == a.STORE:
            return made.store(
                values[base + 1] is not None,
                values[base + 2] is not None,
                self._value(base + 3),
                self._value(base + 5),
                values[base + 6],
                self._number(base + 7),
                starts[base + 3],
                starts[base + 5],
            )
        if action == a.BINARY:
            type = self._type(base + 2)
            builder = self.value_builder
            left = builder.convert(values[base + 3], type, starts[base + 3])
            right = builder.convert(values[base + 5], type, starts[base + 5])
            return made.binary(self._bytes(base), self._flags(base + 1), left, right, starts[base + 2])
        if action == a.COMPARE:
            type = self._type(base + 3)
            builder = self.value_builder
            left = builder.convert(values[base + 4], type, starts[base + 4])
            right = builder.convert(values[base + 6], type, starts[base + 6])
            return made.compare(
                self._bytes(base) == b"fcmp",
                self._flags(base + 1),
                self._bytes(base + 2),
                left,
                right,
                starts[base + 2],
                starts[base + 3],
            )
        if action == a.BRANCH:
            return made.branch(self._value(base + 1), starts[base + 1])
        if action == a.CONDITIONAL_BRANCH:
            return made.conditional_branch(
                self._value(base + 1),
                self._value(base + 3),
                self._value(base + 5),
                [starts[base + 1], starts[base + 3], starts[base + 5]],
            )
        if action == a.ARGUMENT:
            type = self._type(base)
            return CallArgument(self.value_builder.convert(values[base + 2], type, starts[base + 2]), self._list(base + 1), start)
        if action == a.CALL:
            return made.call(
                b"",
                self._flags(base + 1),
                self._convention(base + 2),
                self._list(base + 3),
                self._space(base + 4),
                self._type(base + 5),
                values[base + 6],
                self._list(base + 8) or [],
                self._list(base + 10),
                self._list(base + 11),
                start,
                starts[base + 5],
                starts[base + 6],
                starts[base + 1],
            )
        if action == a.TAIL_CALL:
            return made.call(
                self._bytes(base),
                self._flags(base + 2),
                self._convention(base + 3),
                self._list(base + 4),
                self._space(base + 5),
                self._type(base + 6),
                values[base + 7],
                self._list(base + 9) or [],
                self._list(base + 11),
                self._list(base + 12),
                start,
                starts[base + 6],
                starts[base + 7],
                starts[base + 1],
            )
        if action == a.ALIGNMENT:
            return made.alignment(self._bytes(base + 2), starts[base + 2])
        if action == a.PHI or action == a.EMPTY_PHI:
            return made.phi(
                self._flags(base + 1),
                self._type(base + 2),
                values[base + 3] if action == a.PHI else None,
                start,
                starts[base + 2],
            )
        if action == a.INCOMING:
            return (values[base + 1], values[base + 3], starts[base + 1], starts[base + 3])
        if action == a.CAST:
            return made.cast(
                self._bytes(base), self._flags(base + 1), self._value(base + 2), self._type(base + 4), start, starts[base + 2]
            )
        if action == a.ADD_FLAG:
            return self._with_flag(base)
        if action == a.FLAG:
            word = self._bytes(base)
            if word == b"disjoint":
                self.state.needs(start, "'or disjoint'", 18)
            elif word == b"nneg":
                self.state.needs(start, "'nneg'", 19 if self._bytes(base - 1) == b"uitofp" else 18)
            elif word == b"samesign":
                self.state.needs(start, "'samesign'", 20)
            return _FLAG_BITS[word]
        if action == a.SELECT:
            return made.select(
                self._flags(base + 1),
                self._value(base + 2),
                self._value(base + 4),
                self._value(base + 6),
                start,
                starts[base + 2],
            )
        if action == a.RETURN_VALUE:
            return made.return_value(self._value(base + 1), starts[base + 1])
        if action == a.RETURN_VOID:
            return made.return_void(starts[base + 1])
        return self._reduce_rare_instruction(action, base)

    def _space(self, at: int) -> int:
        found = self.values[at]
        if isinstance(found, int):
            self.state.needs(self.starts[at], "a call's 'addrspace'", 8)
            return found
        return self.instructions.layout.program_address_space if self.state.version >= 8 else 0

    def _with_flag(self, base: int) -> object:
        found = self.values[base]
        word = self._bytes(base + 1)
        if word in _GEP_FLAG_BITS and self._is_gep(base):
            if word != b"inbounds":
                self.state.needs(self.starts[base + 1], f"'getelementptr {word.decode()}'", 19)
            bits = _GEP_FLAG_BITS[word]
            if isinstance(found, GepFlags):
                return GepFlags(found.bits | bits, found.in_range)
            return GepFlags(bits, None)
        if self.values[base - 1] == b"trunc":
            self.state.needs(self.starts[base + 1], f"'trunc {word.decode()}'", 19)
        elif self.values[base - 1] == b"fptrunc" or self.values[base - 1] == b"fpext":
            self.state.needs(self.starts[base + 1], "a fast-math flag of fptrunc or fpext", 20)
        flags = found if isinstance(found, int) else 0
        if flags & _FLAG_BITS[word] and (word == b"nuw" or word == b"nsw"):
            self.state.error(self.starts[base + 1], "expected type")
        return flags | _FLAG_BITS[word]

    def _is_gep(self, base: int) -> bool:
        return self.values[base - 1] == b"getelementptr"

    def _reduce_rare_instruction(self, action: int, base: int) -> object:
        values = self.values
        starts = self.starts
        made = self.instructions
        start = starts[base]
        if action == a.ALLOCA:
            properties = self._list(base + 3)
            return made.alloca(
                values[base + 1], self._type(base + 2), self._alloca_properties(properties, base + 3), starts[base + 2]
            )
        if action == a.SWITCH:
            return made.switch(self._value(base + 1), self._value(base + 3), values[base + 5], starts[base + 1], starts[base + 3])
        if action == a.PAIR:
            return (values[base], values[base + 2], start)
        if action == a.PAIR_ADJACENT:
            return (values[base], values[base + 1])
        if action == a.UNREACHABLE:
            return made.unreachable()
        if action == a.EXTRACTVALUE:
            return made.extract_value(self._value(base + 1), made.indices(values[base + 2], starts[base + 2]), starts[base + 1])
        if action == a.INSERTVALUE:
            return made.insert_value(
                self._value(base + 1),
                self._value(base + 3),
                made.indices(values[base + 4], starts[base + 4]),
                starts[base + 1],
                starts[base + 3],
            )
        if action == a.LIST_OF_SECOND:
            return [values[base + 1]]
        if action == a.EXTRACTELEMENT:
            return made.extract_element(self._value(base + 1), self._value(base + 3), starts[base + 1])
        if action == a.INSERTELEMENT:
            return made.insert_element(self._value(base + 1), self._value(base + 3), self._value(base + 5), starts[base + 1])
        if action == a.SHUFFLEVECTOR:
            return made.shuffle_vector(self._value(base + 1), self._value(base + 3), self._value(base + 5), starts[base + 1])
        if action == a.METADATA_ARGUMENT:
            return CallArgument(self.metadata.as_operand(self._node(base + 1)), None, start)
        if action == a.UNARY:
            return made.unary(self._flags(base + 1), self._value(base + 2), start, starts[base + 2])
        if action == a.FREEZE:
            return made.freeze(self._value(base + 1), start)
        if action == a.INVOKE:
            return made.invoke(
                self._convention(base + 1),
                self._list(base + 2),
                self._space(base + 3),
                self._type(base + 4),
                values[base + 5],
                self._list(base + 7) or [],
                self._list(base + 9),
                self._list(base + 10),
                self._value(base + 12),
                self._value(base + 14),
                [starts[base + 1], starts[base + 4], starts[base + 5], starts[base + 12], starts[base + 14]],
            )
        if action == a.CALLBR:
            return made.callbr(
                self._convention(base + 1),
                self._list(base + 2),
                self._space(base + 3),
                self._type(base + 4),
                values[base + 5],
                self._list(base + 7) or [],
                self._list(base + 9),
                self._list(base + 10),
                self._value(base + 12),
                self._value_list(base + 14),
                [starts[base + 1], starts[base + 4], starts[base + 5], starts[base + 12], starts[base + 14]],
            )
        if action == a.LANDINGPAD:
            return made.landing_pad(self._type(base + 1), False, values[base + 2])
        if action == a.CLEANUP_LANDINGPAD:
            return made.landing_pad(self._type(base + 1), True, values[base + 3])
        if action == a.CLAUSE:
            return (self._bytes(base), values[base + 1], starts[base + 1])
        if action == a.RESUME:
            return made.resume(self._value(base + 1))
        if action == a.INDIRECTBR:
            return made.indirect_branch(self._value(base + 1), self._value_list(base + 4), starts[base + 1])
        if action == a.FENCE:
            return made.fence(values[base + 1], self._bytes(base + 2))
        if action == a.CMPXCHG:
            return made.compare_exchange(
                values[base + 1] is not None,
                values[base + 2] is not None,
                [self._value(base + 3), self._value(base + 5), self._value(base + 7)],
                values[base + 8],
                self._bytes(base + 9),
                self._bytes(base + 10),
                self._number(base + 11),
                [starts[base + 3], starts[base + 5], starts[base + 7]],
            )
        if action == a.ATOMICRMW:
            return made.atomic_rmw(
                values[base + 1] is not None,
                self._bytes(base + 2),
                self._value(base + 3),
                self._value(base + 5),
                values[base + 6],
                self._bytes(base + 7),
                self._number(base + 8),
                [starts[base + 2], starts[base + 3], starts[base + 5]],
            )
        if action == a.SYNCSCOPE:
            return values[base + 2]
        if action == a.BUNDLES:
            return values[base + 1]
        if action == a.BUNDLE:
            operands: list[Value] = []
            for operand in self._list(base + 2) or []:
                if isinstance(operand, CallArgument):
                    self.state.needs(operand.start, "an operand bundle with metadata", 20)
                    operands.append(operand.value)
                else:
                    assert isinstance(operand, Value)
                    operands.append(operand)
            return Bundle(text_of_bytes(self._bytes(base)), operands)
        if action == a.VA_ARG:
            return made.va_arg(self._value(base + 1), self._type(base + 3), starts[base + 3])
        if action == a.CATCHSWITCH:
            unwind = values[base + 7]
            return made.catch_switch(
                values[base + 2],
                self._value_list(base + 4),
                made.block(unwind, starts[base + 7]) if isinstance(unwind, Value) else None,
                starts[base + 2],
            )
        if action == a.CATCHRET:
            return made.catch_return(values[base + 2], self._value(base + 4), starts[base + 2], starts[base + 4])
        if action == a.CLEANUPRET:
            unwind = values[base + 4]
            return made.cleanup_return(
                values[base + 2],
                made.block(unwind, starts[base + 4]) if isinstance(unwind, Value) else None,
                starts[base + 2],
            )
        if action == a.UNWIND_TO_CALLER:
            return None
        if action == a.CATCHPAD:
            return made.catch_pad(values[base + 2], self._pad_arguments(base + 4), starts[base + 2])
        if action == a.CLEANUPPAD:
            return made.cleanup_pad(values[base + 2], self._pad_arguments(base + 4), starts[base + 2])
        assert action == a.ADD_INRANGE
        found = values[base]
        bounds = (integer_value(self._bytes(base + 3)), integer_value(self._bytes(base + 5)))
        if bounds[0] >= bounds[1]:
            self.state.error(starts[base + 1], "expected end to be larger than start")
        return GepFlags(found.bits if isinstance(found, GepFlags) else 0, bounds)

    def _alloca_properties(self, properties: list[object] | None, at: int) -> list[object] | None:
        """A count among an alloca's properties comes as a plain value: here it gets the form of the others."""
        if properties is None:
            return None
        listed: list[object] = []
        for one in properties:
            if isinstance(one, Value):
                # The list begins with a comma.
                one = CallArgument(one, None, place_of_item(self.state.data, self.starts[at], len(listed) + 1))
            listed.append(one)
        return listed

    def _pad_arguments(self, at: int) -> list[Value]:
        operands: list[Value] = []
        for operand in self._list(at) or []:
            if isinstance(operand, CallArgument):
                operands.append(operand.value)
            else:
                assert isinstance(operand, Value)
                operands.append(operand)
        return operands

    # --- metadata, use-list orders, summaries

    def _node(self, at: int) -> object:
        """Metadata, finished where it is a node as written."""
        found = self.values[at]
        if isinstance(found, NodeText):
            return self.metadata.finished(found, False)
        return found

    def _nodes(self, at: int) -> list[object]:
        found = self.values[at]
        if found is None:
            return []
        assert isinstance(found, list)
        finished = self.metadata.finished
        return [finished(one, False) if isinstance(one, NodeText) else one for one in found]

    def _reduce_metadata(self, action: int, base: int) -> object:
        values = self.values
        starts = self.starts
        metadata = self.metadata
        if action == a.METADATA_REFERENCE:
            return metadata.reference(self._bytes(base), starts[base])
        if action == a.ATTACHMENT:
            node = self._node(base + 2)
            metadata.check_attached(node, starts[base + 2])
            return AttachmentText(self._bytes(base + 1), node, starts[base + 1])  # type: ignore[arg-type]
        if action == a.FIELD:
            found = values[base + 1]
            assert found is None or not isinstance(found, FieldText)
            return FieldText(self._bytes(base), metadata.field_value(self._node(base + 1)), starts[base], starts[base + 1])
        if action == a.FIELD_INTEGER:
            digits = self._bytes(base)
            return metadata.field_integer(integer_value(digits), digits.startswith(b"-"))
        if action == a.METADATA_STRING:
            return metadata.string(self._bytes(base))
        if action == a.FIELD_STRING:
            return metadata.field_string(self._bytes(base))
        if action == a.FIELD_TRUE:
            return metadata.field_boolean(1)
        if action == a.FIELD_FALSE:
            return metadata.field_boolean(0)
        if action == a.SPECIALIZED_NODE:
            return NodeText(
                self._bytes(base), self._items(self._list(base + 2), starts[base + 2]), starts[base], starts[base + 3]
            )
        if action == a.METADATA_TUPLE:
            return NodeText(b"", self._nodes(base + 2), starts[base], starts[base + 3])
        if action == a.VALUE_AS_METADATA:
            return metadata.of_value(self._value(base), starts[base])
        if action == a.NULL_METADATA:
            return None
        if action == a.METADATA_DEFINITION:
            text = values[base + 2]
            assert isinstance(text, NodeText)
            metadata.define(self._bytes(base), text, False, starts[base])
            return None
        if action == a.DISTINCT_METADATA_DEFINITION:
            text = values[base + 3]
            assert isinstance(text, NodeText)
            metadata.define(self._bytes(base), text, True, starts[base])
            return None
        if action == a.NAMED_METADATA:
            metadata.check_named_texts(self._list(base + 4) or [], starts[base + 4])
            named = metadata.define_named(self._bytes(base), self._nodes(base + 4), starts[base + 4])
            if self.state.places is not None:
                self.state.places.record(named, starts[base], self.state.ahead)
            return None
        if action == a.EMPTY_FIELD_LIST:
            return metadata.field_list([])
        if action == a.FIELD_LIST:
            return metadata.field_list(self._nodes(base + 1))
        if action == a.APPEND_BARE_ATTACHMENT:
            node = self._node(base + 2)
            metadata.check_attached(node, starts[base + 2])
            attachment = AttachmentText(self._bytes(base + 1), node, starts[base + 1])  # type: ignore[arg-type]
            listed = values[base]
            if isinstance(listed, list):
                listed.append(attachment)
                return listed
            return [attachment]
        if action == a.DEBUG_RECORD:
            if self.local is not None and self.local.block is None:
                self._start_block(b"", -1, starts[base])
            self.records.append(
                metadata.debug_record(self._bytes(base), self._nodes(base + 2), starts[base], starts[base + 2], starts[base + 3])
            )
            return None
        if action == a.USELISTORDER:
            if self.local is not None:
                if self.local.block is not None:
                    self.state.error(starts[base], "expected instruction opcode")
                if not self.local.function.blocks:
                    self.state.error(starts[base], "function body requires at least one basic block")
            self.use_lists.order(self._value(base + 1), self._bytes_list(base + 4), starts[base], starts[base + 3])
            if self.local is not None:
                self.local.has_use_lists = True
            return None
        if action == a.USELISTORDER_BB:
            self.use_lists.order_of_block(
                values[base + 1],
                values[base + 3],
                self._bytes_list(base + 6),
                starts[base + 1],
                starts[base + 3],
                starts[base + 5],
            )
            return None
        return self.summary.reduce(action, base, values, starts)

    def _items(self, listed: list[object] | None, start: int) -> list[object]:
        """The items of a node; those without a label have the place of the first."""
        metadata = self.metadata
        items: list[object] = []
        for item in listed or []:
            if isinstance(item, FieldText):
                items.append(item)
            else:
                if isinstance(item, NodeText):
                    item = metadata.finished(item, False)
                items.append(FieldText(b"", metadata.field_value(item), start, start))
        return items

    def refined(self, message: str, top: int, start: int) -> tuple[str, int]:
        """What a syntax error is called, and where it is, with what has been read: things that no state of the parser knows."""
        values = self.values
        starts = self.starts
        data = self.state.data
        last = values[top]
        if message == "expected function name" and isinstance(last, FunctionType):
            return "invalid function return type", starts[top]
        if message == "expected ',' in argument list" and isinstance(last, list) and last[-1] is ELLIPSIS_MARK:
            return "expected ')' at end of argument list", start
        if message == "expected '{' here" and byte_at(data, starts[top]) == 33 and byte_at(data, starts[top - 1]) not in b"=d":
            # Only definitions must be nodes.
            return "expected integer", start
        at = top - 1
        while at > 0 and not (byte_at(data, starts[at]) == 33 and byte_at(data, starts[at + 1]) == 61):
            at -= 1
        if at > 0 and top >= at + 3 and byte_at(data, starts[at] + 1) not in b"0123456789":
            operand_at = at + 4
            if operand_at <= top and isinstance(values[operand_at], list):
                self.metadata.check_named(self._nodes(operand_at), starts[operand_at])
                operand_at += 2
            if operand_at <= top and values[operand_at] is not None and byte_at(data, starts[operand_at]) != 33:
                return "Expected '!' here", starts[operand_at]
            if message in ("expected metadata operand", "expected type"):
                return "Expected '!' here", start
        return message, start

    def refuse_field(self, top: int) -> None:
        """Raise what is wrong with the node that is being read, if one is, before a token that cannot stand there."""
        values = self.values
        starts = self.starts
        data = self.state.data
        at = top - 1
        while at > 0 and not (data[starts[at] : starts[at] + 1] == b"!" and data[starts[at + 1] : starts[at + 1] + 1] == b"("):
            at -= 1
        name = values[at]
        if at <= 0 or not isinstance(name, bytes):
            return
        label_at = at + 2
        items: list[object] = []
        if isinstance(values[label_at], list) and label_at <= top:
            items = self._items(self._list(label_at), starts[label_at])
            label_at += 2
        label = values[label_at]
        is_begun = label_at <= top and label is not None
        if name == b"DIExpression":
            closes = label_at > top + 1
            self.metadata.refuse_expression(NodeText(name, items, starts[at], self.state.ahead), closes)
        is_labeled = is_begun and isinstance(label, bytes) and data[: self.state.ahead].find(b":", starts[label_at]) >= 0
        if is_begun and not is_labeled:
            items.append(FieldText(b"", RawValue(OTHER), starts[at + 2], starts[at + 2]))
        if is_labeled:
            assert isinstance(label, bytes)
            value_start = starts[label_at + 1] if label_at < top and byte_at(data, starts[top]) != 124 else self.state.ahead
            items.append(FieldText(label, RawValue(OTHER), starts[label_at], value_start))
        self.metadata.refuse(
            NodeText(name, items, starts[at], self.state.ahead), values[at - 1] == b"distinct", is_labeled and label_at < top
        )

    def _bytes_list(self, at: int) -> list[bytes]:
        found = self.values[at]
        assert isinstance(found, list)
        result: list[bytes] = found
        return result

    # --- the end of the module

    def finish(self) -> None:
        """What can be known only when everything has been read."""
        comment = self.state.lexer.block_comment
        if comment >= 0:
            self.state.needs(comment, "a comment between /* and */", _BLOCK_COMMENTS_SINCE)
        self.globals.finish()
        self.metadata.finish()
        self.summary.finish()


__all__ = ["Builder", "ForwardReference", "IntegerType"]


def byte_at(data: bytes, position: int) -> int:
    """The byte at a place, 0 behind the end."""
    return data[position] if position < len(data) else 0
