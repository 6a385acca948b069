"""Parses function bodies: their beginning and end, blocks, names and numbers of instructions, debug records."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from pyllvm.assembly.reader import actions as a
from pyllvm.assembly.reader import children as c
from pyllvm.assembly.reader.attachments import AttachmentBuilder
from pyllvm.assembly.reader.block_addresses import BlockAddressBuilder
from pyllvm.assembly.reader.debug_records import DebugRecordBuilder
from pyllvm.assembly.reader.functions import FunctionHeader
from pyllvm.assembly.reader.metadata import MetadataTextBuilder
from pyllvm.assembly.reader.near_miss import MOST_SUGGESTIONS, suggested_name
from pyllvm.assembly.reader.stack import Stack
from pyllvm.assembly.reader.state import State, text_of_bytes, type_string
from pyllvm.assembly.reader.text_error import TextError, raise_all
from pyllvm.assembly.reader.values import LocalForward, LocalState, ValueBuilder
from pyllvm.ir.function import BasicBlock, Instruction
from pyllvm.ir.metadata import DebugRecord
from pyllvm.ir.metadata_replacement import let_stand_for
from pyllvm.ir.types import VOID, Type
from pyllvm.progress import READ, function_done
from pyllvm.schema.integers import number_of_digits
from pyllvm.tables.text_versions import (
    LONG_LABELS_REFUSED_SINCE,
    LONGEST_LOCAL_NAME,
    NUMBERED_LABELS_SINCE,
    NUMBERS_SKIPPED_SINCE,
)


@final
class FunctionBodyBuilder:
    """Adds instructions to blocks and blocks to functions."""

    def __init__(
        self,
        state: State,
        stack: Stack,
        values: ValueBuilder,
        metadata: MetadataTextBuilder,
        attachments: AttachmentBuilder,
        debug_records: DebugRecordBuilder,
        addresses: BlockAddressBuilder,
    ) -> None:
        self.state: Final = state
        self.stack: Final = stack
        self.values: Final = values
        self.metadata: Final = metadata
        self.attachments: Final = attachments
        self.debug_records: Final = debug_records
        self.addresses: Final = addresses
        self.label: Final[Type] = state.context.label
        self.local: LocalState | None = None
        """The body that is being read."""
        self.records: list[DebugRecord] = []
        """Records that belong to the next instruction."""

    def reduce(self, action: i64, base: i64) -> object:
        """Run the action of a rule."""
        stack = self.stack
        values = stack.values
        start = stack.starts[base]
        if action == a.NAMED_INSTRUCTION:
            instruction = values[base + c.NAMED_INSTRUCTION_OPERATION]
            assert isinstance(instruction, Instruction)
            self._add(instruction, values[base + c.NAMED_INSTRUCTION_ATTACHMENTS], start)
            name = stack.bytes_at(base + c.NAMED_INSTRUCTION_LOCAL_VAR)
            if name:
                self._name_instruction(instruction, name, start)
            else:
                self._number_instruction(instruction, -1, start)
            return None
        if action == a.INSTRUCTION:
            instruction = values[base + c.INSTRUCTION_OPERATION]
            assert isinstance(instruction, Instruction)
            self._add(instruction, values[base + c.INSTRUCTION_ATTACHMENTS], start)
            if instruction.type.kind != VOID:
                self._number_instruction(instruction, -1, start)
            return None
        if action == a.NUMBERED_INSTRUCTION:
            instruction = values[base + c.NUMBERED_INSTRUCTION_OPERATION]
            assert isinstance(instruction, Instruction)
            self._add(instruction, values[base + c.NUMBERED_INSTRUCTION_ATTACHMENTS], start)
            self._number_instruction(instruction, stack.places[base + c.NUMBERED_INSTRUCTION_LOCAL_ID].number, start)
            return None
        if action == a.LABEL:
            self._start_block(stack.bytes_at(base + c.LABEL_NAME), -1, start)
            return None
        if action == a.LABEL_ID:
            self._start_block(b"", number_of_digits(stack.bytes_at(base + c.LABEL_ID_NUMBER)), start)
            return None
        if action == a.DEBUG_RECORD:
            if self.local is not None and self.local.block is None:
                self._start_block(b"", -1, start)
            operands = self.metadata.nodes_at(base + c.DEBUG_RECORD_OPERANDS)
            starts = stack.starts
            self.records.append(
                self.debug_records.record(
                    stack.bytes_at(base + c.DEBUG_RECORD_KIND),
                    operands,
                    start,
                    starts[base + c.DEBUG_RECORD_OPERANDS],
                    starts[base + c.DEBUG_RECORD_CLOSING],
                )
            )
            return None
        if action == a.FUNCTION_START:
            header = values[base + c.FUNCTION_START_FUNCTION_HEADER]
            assert isinstance(header, FunctionHeader)
            self.attachments.attach_to_function(header.function, stack.list_at(base + c.FUNCTION_START_ATTACHMENTS_BARE))
            self.local = self._begin(header)
            return None
        assert action == a.FUNCTION_DEFINITION
        self.local = None
        self._end(stack.starts[base + c.FUNCTION_DEFINITION_CLOSING])
        return None

    def _begin(self, header: FunctionHeader) -> LocalState:
        """Begin a body: give the arguments their names and numbers."""
        local = LocalState(header.function)
        header.function.has_deferred_uses = self.state.context.uses.is_reading
        arguments = header.function.arguments
        for number in range(len(header.parameters)):
            name = header.parameters[number].name
            if isinstance(name, bytes):
                local.named[name] = arguments[number]
            else:
                if isinstance(name, int) and self.state.version >= NUMBERS_SKIPPED_SINCE:
                    local.next_number = name
                local.add_unnamed(arguments[number])
        self.values.local = local
        self.addresses.resolve(header.function, header.name)
        return local

    def _end(self, end: int) -> None:
        """End a body: every name that was used must be defined."""
        state = self.state
        values = self.values
        local = values.local
        assert local is not None
        values.local = None
        if local.has_errors:
            if not local.has_misread_instructions:
                from pyllvm.assembly.reader.undefined import undefined_locals  # most texts have no errors

                raise_all(undefined_locals(local, state.data, end))
            return
        if local.block is not None:
            state.error(end, "expected instruction opcode")
        if not local.function.blocks:
            state.error(end, "function body requires at least one basic block")
        undefined: list[TextError] = []
        for name in sorted(local.forward_named):
            text = f"use of undefined value '%{text_of_bytes(name)}'"
            meant = suggested_name("%", name, local.named) if len(undefined) < MOST_SUGGESTIONS else None
            undefined.append(TextError(local.forward_named[name].start, text, meant))
        for number in sorted(local.forward_numbered):
            undefined.append(TextError(local.forward_numbered[number].start, f"use of undefined value '%{number}'"))
        raise_all(undefined)
        if local.has_late_callees:
            local.function.record_local_uses()
        if local.blocks != local.function.blocks:
            local.function._blocks_as_named = local.blocks
        self.addresses.finished.add(local.function)
        function_done(READ)

    def note_use_lists(self) -> None:
        """Record that a use-list order was read: nothing else may follow it in a function."""
        if self.local is not None:
            self.local.has_use_lists = True

    def lose_instruction(self, at: int) -> None:
        """Skip an instruction after an error; `at` is where it begins on the stack."""
        local = self.local
        assert local is not None
        local.has_errors = True
        start = self.stack.starts[at]
        if local.block is None and not local.has_use_lists:
            self._start_block(b"", -1, start)
        if self.state.data[start : start + 1] == b"%" and self.state.data[start + 1 : start + 2].isdigit():
            local.next_number = max(local.next_number, self.stack.places[at].number + 1)
        self.records = []

    def check_use_lists(self, start: int) -> None:
        """Check that use-list orders in a function follow its last block."""
        local = self.local
        if local is None:
            return
        if local.block is not None:
            self.state.error(start, "expected instruction opcode")
        if not local.function.blocks:
            self.state.error(start, "function body requires at least one basic block")

    def _check_place(self, start: int) -> None:
        """Refuse anything but use-list orders after use-list orders in a function."""
        if self.local is not None and self.local.has_use_lists:
            self.state.error(start, "expected uselistorder directive")

    def _start_block(self, name: bytes, number: int, start: int) -> None:
        local = self.local
        assert local is not None
        state = self.state
        self._check_place(start)
        if local.block is not None and not local.has_errors:
            state.error(start, "expected instruction opcode")
        block: BasicBlock
        if len(name) > LONGEST_LOCAL_NAME:
            if state.version >= LONG_LABELS_REFUSED_SINCE:
                state.error(start, f"unable to create block named '{text_of_bytes(name)}'")
            name = name[:LONGEST_LOCAL_NAME]
        if name:
            # `pop` is slow.
            forward = local.forward_named.get(name)
            if forward is not None:
                del local.forward_named[name]
                placeholder = forward.value
                if not isinstance(placeholder, BasicBlock):
                    message = f"unable to create block named '{text_of_bytes(name)}'"
                    raise TextError(start, message, is_consequence=local.has_errors)
                block = placeholder
            else:
                known = local.named.get(name)
                if isinstance(known, BasicBlock):
                    local.function._move_read_block_to_end(known)
                    local.block = known
                    return
                if known is not None:
                    state.error(start, f"unable to create block named '{text_of_bytes(name)}'")
                block = self.values.new_block(text_of_bytes(name))
            local.named[name] = block
        else:
            block = self._numbered_block(local, number, start)
        if state.context.uses.defers and not local.function.blocks:
            # The verifier asks for the uses of this one.
            block.track_uses()
        local.function._append_read_block(block)
        local.block = block
        if state.places is not None:
            state.places.record(block, start, start + 1)

    def _numbered_block(self, local: LocalState, number: int, start: int) -> BasicBlock:
        """A new block with the number in its label, or the next number if `number` is -1."""
        state = self.state
        block: BasicBlock
        if number < 0:
            number = local.next_number
        elif number != local.next_number and not local.has_errors:
            if state.version < NUMBERED_LABELS_SINCE:
                state.needs(start, "a numbered label", NUMBERED_LABELS_SINCE)
            if state.version < NUMBERS_SKIPPED_SINCE:
                state.error(start, f"label expected to be numbered '{local.next_number}'")
            if number < local.next_number:
                state.error(start, f"label expected to be numbered '{local.next_number}' or greater")
        numbered = local.forward_numbered.get(number)
        if numbered is not None:
            del local.forward_numbered[number]
            placeholder = numbered.value
            if not isinstance(placeholder, BasicBlock):
                message = f"unable to create block numbered '{number}'"
                raise TextError(start, message, is_consequence=local.has_errors)
            block = placeholder
        else:
            block = self.values.new_block()
        local.next_number = number
        local.add_unnamed(block)
        return block

    def _add(self, instruction: Instruction, attachments: object, start: int) -> None:
        local = self.local
        assert local is not None
        block = local.block
        if block is None:
            self._check_place(start)
            self._start_block(b"", -1, self.state.ahead)
            block = local.block
            assert block is not None
            if self.state.places is not None:
                self.state.places.record(block, start, start + 1)
        if attachments is not None:
            assert isinstance(attachments, list)
            self.attachments.attach(instruction, attachments)
        if self.records:
            instruction._debug_records = self.records
            self.records = []
        block.append_read(instruction)
        if instruction.is_terminator:
            block._end_reading()
            local.block = None
        if self.state.places is not None:
            self.state.places.record(instruction, start, self.state.ahead)

    def _name_instruction(self, instruction: Instruction, name: bytes, start: int) -> None:
        state = self.state
        local = self.local
        assert local is not None
        if instruction.type.kind == VOID:
            state.error(start, "instructions returning void cannot have a name")
        forward = local.forward_named.get(name) if local.forward_named else None
        if forward is not None:
            del local.forward_named[name]
            self._replace_forward(forward, instruction, start)
        elif name in local.named:
            state.error(start, f"multiple definition of local value named '{text_of_bytes(name)}'")
        if len(name) > LONGEST_LOCAL_NAME:
            state.error(start, f"multiple definition of local value named '{text_of_bytes(name)}'")
        instruction.set_unique_name(text_of_bytes(name))
        local.named[name] = instruction

    def _number_instruction(self, instruction: Instruction, number: i64, start: int) -> None:
        state = self.state
        local = self.local
        assert local is not None
        if instruction.type.kind == VOID:
            if number >= 0:
                state.error(start, "instructions returning void cannot have a name")
            return
        if number < 0:
            number = local.next_number
        elif number != local.next_number and not local.has_errors:
            # Registered in spite of the error, so that its uses are not errors.
            local.set_numbered(number, instruction)
            if state.version < NUMBERS_SKIPPED_SINCE:
                state.error(start, f"instruction expected to be numbered '%{local.next_number}'")
            if number < local.next_number:
                state.error(start, f"instruction expected to be numbered '%{local.next_number}' or greater")
        forward = local.forward_numbered.get(number) if local.forward_numbered else None
        if forward is not None:
            del local.forward_numbered[number]
            self._replace_forward(forward, instruction, start)
        local.set_numbered(number, instruction)
        local.next_number = number + 1

    def _replace_forward(self, forward: LocalForward, instruction: Instruction, start: int) -> None:
        placeholder = forward.value
        if placeholder.type is not instruction.type:
            message = f"instruction forward referenced with type '{type_string(placeholder.type)}'"
            raise TextError(start, message, is_consequence=self.local is not None and self.local.has_errors)
        let_stand_for(placeholder, instruction)
        # The uses before the definition and those behind it are in no order that follows from the operands.
        instruction.track_uses()
        placeholder.move_uses_to(instruction)
