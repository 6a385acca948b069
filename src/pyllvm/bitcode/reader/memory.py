"""Reads the records of alloca, load, store, getelementptr, fence, cmpxchg, atomicrmw and va_arg."""

from __future__ import annotations

from typing import final

from pyllvm.bitcode.reader.constants import getelementptr_flags
from pyllvm.bitcode.reader.operands import ChapterReader, OperandReader
from pyllvm.bitcode.reader.state import ReaderState
from pyllvm.bitstream.cursor import BitstreamCursor
from pyllvm.ir import instructions
from pyllvm.ir.function import Instruction
from pyllvm.ir.target.data_layout import DataLayout
from pyllvm.ir.target.sized_types import SizedTypes
from pyllvm.ir.types import INTEGER, LABEL, METADATA, TOKEN, X86_AMX, PointerType, Type, VectorType
from pyllvm.ir.valid_operands import element_pointed_to
from pyllvm.migrations.on_reading.data_layout import upgraded_data_layout
from pyllvm.tables import atomics, instruction_bits, records
from pyllvm.tables.features import ATOMIC_ALIGNMENT_SINCE
from pyllvm.tables.reading_versions import ALIGNMENTS_SINCE


@final
class MemoryReader(ChapterReader):
    """Reads the instructions that access memory or compute addresses."""

    def __init__(self, state: ReaderState, cursor: BitstreamCursor, operands: OperandReader) -> None:
        super().__init__(state, cursor, operands)
        # the data layout, once an alignment follows from it
        self._layout: DataLayout | None = None
        self._sized_types: SizedTypes | None = None

    def load(self, ops: list[int], is_atomic: bool = False) -> Instruction:
        """Read LOAD and LOADATOMIC."""
        reader = self.operands
        pointer = reader.first(ops, 0)
        at = reader.at
        rest = len(ops) - at - (2 if is_atomic else 0)
        type = pointer.type
        if not isinstance(type, PointerType):
            raise self.invalid("Load operand is not a pointer type")
        loaded: Type | None
        if rest == 3:
            loaded = self.state.type(ops[at])
            at += 1
        elif rest == 2:
            loaded = type.pointee
        else:
            raise self.invalid()
        self._check_access(loaded, type)
        assert loaded is not None
        if not is_atomic:
            alignment = self._alignment(ops[at]) if ops[at] else self._accessed_alignment(loaded, "load")
            return instructions.LoadInst(loaded, pointer, alignment, ops[at + 1] != 0)
        ordering = self._access_ordering(ops, at, atomics.RELEASE)
        made = instructions.LoadInst(loaded, pointer, self._alignment(ops[at]), ops[at + 1] != 0)
        made.ordering_number = ordering
        made.sync_scope = self.state.sync_scope(ops[at + 3])
        return made

    def store(self, ops: list[int], has_value_type: bool, is_atomic: bool = False) -> Instruction:
        """Read STORE and STOREATOMIC; in their OLD forms, the pointer's type implies the type of the value."""
        reader = self.operands
        pointer = reader.first(ops, 0)
        type = pointer.type
        if not isinstance(type, PointerType):
            raise self.invalid("Invalid record" if is_atomic else "Load/Store operand is not a pointer type")
        if has_value_type:
            value = reader.next(ops)
        else:
            value = reader.next_of_type(ops, self._pointee(type))
        at = reader.at
        if len(ops) != at + (4 if is_atomic else 2):
            raise self.invalid()
        self._check_access(value.type, type)
        if not is_atomic:
            alignment = self._alignment(ops[at]) if ops[at] else self._accessed_alignment(value.type, "store")
            return instructions.StoreInst(self.void, value, pointer, alignment, ops[at + 1] != 0)
        ordering = self._access_ordering(ops, at, atomics.ACQUIRE)
        made = instructions.StoreInst(self.void, value, pointer, self._alignment(ops[at]), ops[at + 1] != 0)
        made.ordering_number = ordering
        made.sync_scope = self.state.sync_scope(ops[at + 3])
        return made

    def _check_access(self, accessed: Type | None, pointer: PointerType) -> None:
        if accessed is None:
            raise self.invalid("Missing load type")
        if self.differs_from_pointee(pointer, accessed):
            raise self.invalid("Explicit load/store type does not match pointee type of pointer operand")
        kind = accessed.kind
        if not accessed.is_first_class or kind == LABEL or kind == METADATA or kind == TOKEN or kind == X86_AMX:
            raise self.invalid("Cannot load/store from pointer")

    def _alignment(self, exponent: int) -> int:
        """The alignment in bytes from its logarithm plus 1; 0 for none."""
        if exponent == 0:
            return 0
        if exponent > instruction_bits.MAXIMUM_ALIGNMENT_EXPONENT + 1:
            raise self.invalid("Invalid alignment value")
        return 1 << (exponent - 1)

    # The alignments that LLVM sets where the record has none. It takes the layout as it is after the upgrade.

    def _accessed_alignment(self, type: Type, operation: str) -> int:
        """The alignment of a load or store: the least that the type can have."""
        return self._known_layout().abi_alignment(type) if self._implies(type, operation) else 0

    def _allocated_alignment(self, type: Type) -> int:
        return self._known_layout().preferred_alignment(type) if self._implies(type, "alloca") else 0

    def _atomic_alignment(self, type: Type) -> int:
        """The alignment of an atomic operation: the size that it changes, without what is above a power of two."""
        if self.state.module.llvm_version < ATOMIC_ALIGNMENT_SINCE:
            return 0
        size = self._known_layout().store_size(type)
        return 1 << (size.bit_length() - 1) if size else 0

    def _implies(self, type: Type, operation: str) -> bool:
        """Whether an alignment is implied; in a module of an older LLVM the upgrade sets it."""
        state = self.state
        if state.module.llvm_version < ALIGNMENTS_SINCE:
            return False
        sized_types = self._sized_types
        if sized_types is None:
            sized_types = SizedTypes(state.reading_version)
            self._sized_types = sized_types
        if not sized_types.has(type):
            raise self.invalid(f"{operation} of unsized type")
        return True

    def _known_layout(self) -> DataLayout:
        layout = self._layout
        if layout is None:
            state = self.state
            module = state.module
            version = state.reading_version
            layout = DataLayout(upgraded_data_layout(module.data_layout, module.target_triple, version), version)
            self._layout = layout
        return layout

    def _ordering(self, number: int) -> int:
        return number if number <= atomics.SEQUENTIALLY_CONSISTENT else atomics.SEQUENTIALLY_CONSISTENT

    def _access_ordering(self, ops: list[int], at: int, excluded: int) -> int:
        """The ordering of an atomic load or store, whose alignment is at `at`; it may not be `excluded` or acq_rel."""
        ordering = self._ordering(ops[at + 2])
        if ordering == atomics.NOT_ATOMIC or ordering == excluded or ordering == atomics.ACQUIRE_RELEASE or ops[at] == 0:
            raise self.invalid()
        return ordering

    def _pointee(self, type: PointerType) -> Type:
        pointee = type.pointee
        if pointee is None:
            raise self.invalid()
        return pointee

    def alloca(self, ops: list[int]) -> Instruction:
        """Read ALLOCA."""
        count = len(ops)
        if count < 3 or count > 5:
            raise self.invalid()
        state = self.state
        flags = ops[3] if count > 3 else 0
        allocated = state.type(ops[0])
        if flags & instruction_bits.ALLOCA_EXPLICIT_TYPE == 0:
            if not isinstance(allocated, PointerType) or allocated.pointee is None:
                raise self.invalid("Missing element type for old-style alloca")
            allocated = allocated.pointee
        size = self.operands.absolute(ops[2], state.type(ops[1]))
        if size.type.kind != INTEGER:
            raise self.invalid("alloca element count must have integer type")
        address_space = ops[4] if count == 5 else state.alloca_address_space
        low = flags & instruction_bits.ALLOCA_ALIGNMENT_LOW_MASK
        high = flags >> instruction_bits.ALLOCA_ALIGNMENT_HIGH_SHIFT & instruction_bits.ALLOCA_ALIGNMENT_HIGH_MASK
        exponent = low | high << instruction_bits.ALLOCA_ALIGNMENT_LOW_BITS
        alignment = self._alignment(exponent) if exponent else self._allocated_alignment(allocated)
        made = instructions.AllocaInst(state.pointer_to(allocated, address_space), allocated, size, alignment)
        made.is_inalloca = flags & instruction_bits.ALLOCA_INALLOCA != 0
        made.is_swifterror = flags & instruction_bits.ALLOCA_SWIFTERROR != 0
        return made

    def getelementptr(self, code: int, ops: list[int]) -> Instruction:
        """Read GEP. The old forms have neither flags nor type."""
        reader = self.operands
        source: Type | None = None
        flags = 0
        if code == records.FUNC_CODE_INST_GEP:
            flags = getelementptr_flags(ops[0])
            source = self.state.type(ops[1])
            base = reader.first(ops, 2)
        else:
            if code == records.FUNC_CODE_INST_INBOUNDS_GEP_OLD:
                flags = 1
            base = reader.first(ops, 0)
        pointer = base.type.scalar_type
        if not isinstance(pointer, PointerType):
            raise self.invalid("GEP base operand must be pointer or vector of pointer")
        if source is None:
            source = self._pointee(pointer)
        elif self.differs_from_pointee(pointer, source):
            raise self.invalid("Explicit gep type does not match pointee type of pointer operand")
        operands = [base]
        count = len(ops)
        vector = base.type
        while reader.at < count:
            index = reader.next(ops)
            if isinstance(index.type, VectorType) and not isinstance(vector, VectorType):
                vector = index.type
            operands.append(index)
        type: Type = pointer
        if pointer.pointee is not None:
            reached = element_pointed_to(source, operands[1:])
            if reached is None:
                raise self.invalid("Invalid getelementptr indices")
            type = self.state.context.pointer_to(reached, pointer.address_space)
        if isinstance(vector, VectorType):
            type = self.state.context.vector(type, vector.count, vector.is_scalable)
        # The copy has no room for more operands, which the list that grew has.
        return instructions.GetElementPtrInst(type, source, operands[:], flags)

    def cmpxchg(self, code: int, ops: list[int]) -> Instruction:
        """Read CMPXCHG."""
        reader = self.operands
        count = len(ops)
        pointer = reader.first(ops, 0)
        type = pointer.type
        if not isinstance(type, PointerType):
            raise self.invalid("Cmpxchg operand is not a pointer type")
        is_old = code == records.FUNC_CODE_INST_CMPXCHG_OLD
        if is_old:
            expected = reader.next_of_type(ops, self._pointee(type))
        else:
            expected = reader.next(ops)
        new = reader.next_of_type(ops, expected.type)
        at = reader.at
        if count < at + 3 or count > at + (5 if is_old else 6):
            raise self.invalid()
        self._check_access(expected.type, type)
        success = self._ordering(ops[at + 1])
        if success < atomics.MONOTONIC:
            raise self.invalid("Invalid cmpxchg success ordering")
        # Before the failure ordering was introduced, it was the strongest.
        failure = self._ordering(ops[at + 3]) if count > at + 3 else atomics.STRONGEST_FAILURE[success]
        if failure < atomics.MONOTONIC or failure == atomics.RELEASE or failure == atomics.ACQUIRE_RELEASE:
            raise self.invalid("Invalid cmpxchg failure ordering")
        context = self.state.context
        result = context.literal_struct([expected.type, self.boolean])
        exponent = ops[at + 5] if count > at + 5 else 0
        alignment = self._alignment(exponent) if exponent else self._atomic_alignment(expected.type)
        made = instructions.AtomicCmpXchgInst(result, pointer, expected, new, success, failure, alignment)
        made.is_volatile = ops[at] != 0
        made.sync_scope = self.state.sync_scope(ops[at + 2])
        if count > at + 4:
            made.is_weak = ops[at + 4] != 0
        elif is_old:
            # Before weak cmpxchg was introduced, the result was the old value alone.
            return self._first_of_pair(made, expected.type)
        return made

    def _first_of_pair(self, pair: Instruction, type: Type) -> Instruction:
        """An extractvalue of the pair's first element; the pair itself is appended to the block."""
        for block in self.operands.blocks:
            if block.terminator is None:
                block.append_read(pair)
                return instructions.ExtractValueInst(type, pair, [0])
        raise self.invalid("Invalid instruction with no BB")

    def atomicrmw(self, code: int, ops: list[int]) -> Instruction:
        """Read ATOMICRMW and its OLD form, in which the pointer's type implies the type of the value."""
        reader = self.operands
        pointer = reader.first(ops, 0)
        type = pointer.type
        if not isinstance(type, PointerType):
            raise self.invalid()
        if code == records.FUNC_CODE_INST_ATOMICRMW_OLD:
            pointee = type.pointee
            value = reader.next(ops) if pointee is None else reader.next_of_type(ops, pointee)
        else:
            value = reader.next(ops)
        at = reader.at
        rest = len(ops) - at
        if rest != 4 and rest != 5:
            raise self.invalid()
        ordering = self._ordering(ops[at + 2])
        operation = ops[at]
        is_elementwise = operation & atomics.ELEMENTWISE != 0
        if is_elementwise:
            operation -= atomics.ELEMENTWISE
        if operation >= len(atomics.ATOMIC_RMW_OPERATIONS) or ordering < atomics.MONOTONIC:
            raise self.invalid()
        exponent = ops[at + 4] if rest == 5 else 0
        alignment = self._alignment(exponent) if exponent else self._atomic_alignment(value.type)
        made = instructions.AtomicRMWInst(operation, pointer, value, ordering, alignment)
        made.is_elementwise = is_elementwise
        made.is_volatile = ops[at + 1] != 0
        made.sync_scope = self.state.sync_scope(ops[at + 3])
        return made

    def fence(self, ops: list[int]) -> Instruction:
        """Read FENCE."""
        if len(ops) != 2:
            raise self.invalid()
        ordering = self._ordering(ops[0])
        if ordering < atomics.ACQUIRE:
            raise self.invalid()
        return instructions.FenceInst(self.void, ordering, self.state.sync_scope(ops[1]))

    def va_arg(self, ops: list[int]) -> Instruction:
        """Read VAARG."""
        if len(ops) < 3:
            raise self.invalid()
        operand = self.operands.value_of_type(ops[1], self.state.type(ops[0]))
        type = self.state.type(ops[2])
        if not type.is_first_class:
            raise self.invalid()
        return instructions.VAArgInst(operand, type)
