"""Writes the records of alloca, load, store, getelementptr, fence, cmpxchg, atomicrmw and va_arg."""

from __future__ import annotations

from typing import final

from pyllvm.bitcode.writer.abbreviations import StandardAbbreviations
from pyllvm.bitcode.writer.constants import pointer_flags
from pyllvm.bitcode.writer.numbers import type_id, value_id
from pyllvm.bitcode.writer.operands import ChapterWriter, OperandWriter, encoded_alignment
from pyllvm.bitstream.writer import BitstreamWriter
from pyllvm.ir import instructions
from pyllvm.ir.target.data_layout import DataLayout
from pyllvm.ir.types import PointerType
from pyllvm.tables import instruction_bits, records
from pyllvm.tables.atomics import ELEMENTWISE
from pyllvm.tables.bitcode_versions import ALLOCA_ADDRESS_SPACE_SINCE
from pyllvm.tables.features import ATOMIC_ALIGNMENT_SINCE


@final
class MemoryWriter(ChapterWriter):
    """Writes the instructions that access memory or compute addresses."""

    def __init__(
        self,
        stream: BitstreamWriter,
        operands: OperandWriter,
        abbreviations: StandardAbbreviations,
        data_layout: DataLayout,
        sync_scopes: dict[str, int],
    ) -> None:
        super().__init__(stream, operands, abbreviations)
        self.data_layout = data_layout
        self.sync_scopes = sync_scopes
        self._alloca_space = -1

    def alloca(self, alloca: instructions.AllocaInst) -> None:
        """Write ALLOCA."""
        record = self.record
        count = alloca.operands[0]
        record.append(type_id(alloca.allocated_type))
        record.append(type_id(count.type))
        record.append(value_id(count))
        alignment = encoded_alignment(alloca.alignment)
        word = (
            alignment & instruction_bits.ALLOCA_ALIGNMENT_LOW_MASK
            | alignment >> instruction_bits.ALLOCA_ALIGNMENT_LOW_BITS << instruction_bits.ALLOCA_ALIGNMENT_HIGH_SHIFT
        )
        word |= instruction_bits.ALLOCA_EXPLICIT_TYPE
        if alloca.is_inalloca:
            word |= instruction_bits.ALLOCA_INALLOCA
        if alloca.is_swifterror:
            word |= instruction_bits.ALLOCA_SWIFTERROR
        record.append(word)
        if self.version >= ALLOCA_ADDRESS_SPACE_SINCE:
            if self._alloca_space < 0:
                self._alloca_space = self.data_layout.alloca_address_space
            pointer = alloca.type
            if isinstance(pointer, PointerType) and pointer.address_space != self._alloca_space:
                record.append(pointer.address_space)
        self.stream.emit_record(records.FUNC_CODE_INST_ALLOCA, record)

    def load(self, load: instructions.LoadInst) -> None:
        """Write LOAD and LOADATOMIC."""
        record = self.record
        has_type = self.operands.push_with_type(load.operands[0])
        record.append(type_id(load.type))
        record.append(encoded_alignment(load.alignment))
        record.append(1 if load.is_volatile else 0)
        if load.ordering_number:
            record.append(load.ordering_number)
            record.append(self.sync_scopes[load.sync_scope])
            self.stream.emit_record(records.FUNC_CODE_INST_LOADATOMIC, record)
        else:
            self.stream.emit_record(records.FUNC_CODE_INST_LOAD, record, 0 if has_type else self.abbreviations.load)

    def store(self, store: instructions.StoreInst) -> None:
        """Write STORE and STOREATOMIC."""
        writer = self.operands
        record = self.record
        has_type = writer.push_with_type(store.operands[1])
        if writer.push_with_type(store.operands[0]):
            has_type = True
        record.append(encoded_alignment(store.alignment))
        record.append(1 if store.is_volatile else 0)
        if store.ordering_number:
            record.append(store.ordering_number)
            record.append(self.sync_scopes[store.sync_scope])
            self.stream.emit_record(records.FUNC_CODE_INST_STOREATOMIC, record)
        else:
            self.stream.emit_record(records.FUNC_CODE_INST_STORE, record, 0 if has_type else self.abbreviations.store)

    def getelementptr(self, instruction: instructions.GetElementPtrInst) -> None:
        """Write GEP."""
        record = self.record
        record.append(pointer_flags(instruction.flags, self.version))
        record.append(type_id(instruction.source_element_type))
        for operand in instruction.operands:
            self.operands.push_with_type(operand)
        self.stream.emit_record(records.FUNC_CODE_INST_GEP, record, self.abbreviations.get_element_pointer)

    def fence(self, instruction: instructions.FenceInst) -> None:
        """Write FENCE."""
        record = self.record
        record.append(instruction.ordering_number)
        record.append(self.sync_scopes[instruction.sync_scope])
        self.stream.emit_record(records.FUNC_CODE_INST_FENCE, record)

    def cmpxchg(self, instruction: instructions.AtomicCmpXchgInst) -> None:
        """Write CMPXCHG."""
        writer = self.operands
        record = self.record
        operands = instruction.operands
        writer.push_with_type(operands[0])
        writer.push_with_type(operands[1])
        writer.push(operands[2])
        record.append(1 if instruction.is_volatile else 0)
        record.append(instruction.success_ordering_number)
        record.append(self.sync_scopes[instruction.sync_scope])
        record.append(instruction.failure_ordering_number)
        record.append(1 if instruction.is_weak else 0)
        if self.version >= ATOMIC_ALIGNMENT_SINCE:
            record.append(encoded_alignment(instruction.alignment))
        self.stream.emit_record(records.FUNC_CODE_INST_CMPXCHG, record)

    def atomicrmw(self, instruction: instructions.AtomicRMWInst) -> None:
        """Write ATOMICRMW or its OLD form, without a type of the value and an alignment."""
        writer = self.operands
        record = self.record
        operands = instruction.operands
        with_alignment = self.version >= ATOMIC_ALIGNMENT_SINCE
        code = records.FUNC_CODE_INST_ATOMICRMW if with_alignment else records.FUNC_CODE_INST_ATOMICRMW_OLD
        writer.push_with_type(operands[0])
        if with_alignment:
            writer.push_with_type(operands[1])
        else:
            writer.push(operands[1])
        record.append(instruction.operation_number | ELEMENTWISE if instruction.is_elementwise else instruction.operation_number)
        record.append(1 if instruction.is_volatile else 0)
        record.append(instruction.ordering_number)
        record.append(self.sync_scopes[instruction.sync_scope])
        if with_alignment:
            record.append(encoded_alignment(instruction.alignment))
        self.stream.emit_record(code, record)

    def va_arg(self, instruction: instructions.VAArgInst) -> None:
        """Write VAARG."""
        record = self.record
        operands = instruction.operands
        record.append(type_id(operands[0].type))
        self.operands.push(operands[0])
        record.append(type_id(instruction.type))
        self.stream.emit_record(records.FUNC_CODE_INST_VAARG, record)
