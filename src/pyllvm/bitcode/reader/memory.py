"""Reads the records of alloca, load, store, getelementptr, fence, cmpxchg, atomicrmw and va_arg."""

from __future__ import annotations

from typing import Final, final

from pyllvm.bitcode.reader.chapter import ChapterReader
from pyllvm.bitcode.reader.constants import getelementptr_flags
from pyllvm.ir.constants import ConstantInt
from pyllvm.ir.function import Instruction
from pyllvm.ir.instructions import (
    AllocaInst,
    AtomicCmpXchgInst,
    AtomicRMWInst,
    ExtractValueInst,
    FenceInst,
    GetElementPtrInst,
    LoadInst,
    StoreInst,
    VAArgInst,
)
from pyllvm.ir.types import INTEGER, ArrayType, PointerType, StructType, Type, VectorType
from pyllvm.ir.value import Value
from pyllvm.tables import records

MAXIMAL_ALIGNMENT_EXPONENT: Final = 32
_LAST_RMW_OPERATION: Final = 20
# Bits of an ALLOCA record's last operand.
_ALLOCA_INALLOCA: Final = 1 << 5
_ALLOCA_EXPLICIT_TYPE: Final = 1 << 6
_ALLOCA_SWIFTERROR: Final = 1 << 7
# The failure ordering that a cmpxchg had before it had one of its own, by that of success.
_STRONGEST_FAILURE: Final = (0, 0, 2, 3, 2, 3, 6)


@final
class MemoryReader(ChapterReader):
    """Reads the instructions that access memory, or compute addresses in it."""

    def load(self, ops: list[int]) -> Instruction:
        """LOAD: [op, opty?, type?, align, volatile]"""
        reader = self.operands
        pointer = reader.first(ops, 0)
        at = reader.at
        rest = len(ops) - at
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
        return LoadInst(loaded, pointer, self._alignment(ops[at]), ops[at + 1] != 0)

    def store(self, code: int, ops: list[int]) -> Instruction:
        """STORE: [ptr, ptrty?, value, valty?, align, volatile], without valty in STORE_OLD"""
        reader = self.operands
        pointer = reader.first(ops, 0)
        type = pointer.type
        if not isinstance(type, PointerType):
            raise self.invalid("Load/Store operand is not a pointer type")
        if code == records.FUNC_CODE_INST_STORE:
            value = reader.next(ops)
        else:
            value = reader.next_of_type(ops, self._pointee(type))
        at = reader.at
        if len(ops) != at + 2:
            raise self.invalid()
        self._check_access(value.type, type)
        return StoreInst(self.void, value, pointer, self._alignment(ops[at]), ops[at + 1] != 0)

    def _check_access(self, accessed: Type | None, pointer: PointerType) -> None:
        if accessed is None:
            raise self.invalid("Missing load type")
        if pointer.pointee is not None and pointer.pointee is not accessed:
            raise self.invalid("Explicit load/store type does not match pointee type of pointer operand")
        if not accessed.is_first_class:
            raise self.invalid("Cannot load/store from pointer")

    def _alignment(self, exponent: int) -> int:
        """The alignment in bytes of its logarithm + 1, 0 for none."""
        if exponent == 0:
            return 0
        if exponent > MAXIMAL_ALIGNMENT_EXPONENT + 1:
            raise self.invalid("Invalid alignment value")
        return 1 << (exponent - 1)

    def _ordering(self, number: int) -> int:
        return number if number <= 6 else 6

    def _pointee(self, type: Type) -> Type:
        pointee = type.pointee if isinstance(type, PointerType) else None
        if pointee is None:
            raise self.invalid()
        return pointee

    def atomic_load(self, ops: list[int]) -> Instruction:
        """LOADATOMIC: [op, opty?, type?, align, volatile, ordering, scope]"""
        reader = self.operands
        pointer = reader.first(ops, 0)
        at = reader.at
        rest = len(ops) - at
        type = pointer.type
        if not isinstance(type, PointerType):
            raise self.invalid("Load operand is not a pointer type")
        loaded: Type | None
        if rest == 5:
            loaded = self.state.type(ops[at])
            at += 1
        elif rest == 4:
            loaded = type.pointee
        else:
            raise self.invalid()
        self._check_access(loaded, type)
        assert loaded is not None
        ordering = self._ordering(ops[at + 2])
        if ordering == 0 or ordering == 4 or ordering == 5 or ops[at] == 0:
            raise self.invalid()
        made = LoadInst(loaded, pointer, self._alignment(ops[at]), ops[at + 1] != 0)
        made.ordering = ordering
        made.sync_scope = self.state.sync_scope(ops[at + 3])
        return made

    def atomic_store(self, code: int, ops: list[int]) -> Instruction:
        """STOREATOMIC: [ptr, ptrty?, value, valty?, align, volatile, ordering, scope], without valty in the OLD one"""
        reader = self.operands
        pointer = reader.first(ops, 0)
        type = pointer.type
        if not isinstance(type, PointerType):
            raise self.invalid()
        if code == records.FUNC_CODE_INST_STOREATOMIC:
            value = reader.next(ops)
        else:
            value = reader.next_of_type(ops, self._pointee(type))
        at = reader.at
        if len(ops) != at + 4:
            raise self.invalid()
        self._check_access(value.type, type)
        ordering = self._ordering(ops[at + 2])
        if ordering == 0 or ordering == 3 or ordering == 5 or ops[at] == 0:
            raise self.invalid()
        made = StoreInst(self.void, value, pointer, self._alignment(ops[at]), ops[at + 1] != 0)
        made.ordering = ordering
        made.sync_scope = self.state.sync_scope(ops[at + 3])
        return made

    def alloca(self, ops: list[int]) -> Instruction:
        """ALLOCA: [type, opty, op, flags and align, address space?]; op is an absolute number"""
        count = len(ops)
        if count < 3 or count > 5:
            raise self.invalid()
        state = self.state
        flags = ops[3] if count > 3 else 0
        allocated = state.type(ops[0])
        if flags & _ALLOCA_EXPLICIT_TYPE == 0:
            if not isinstance(allocated, PointerType) or allocated.pointee is None:
                raise self.invalid("Missing element type for old-style alloca")
            allocated = allocated.pointee
        size = self.operands.absolute(ops[2], state.type(ops[1]))
        if size.type.kind != INTEGER:
            raise self.invalid("alloca element count must have integer type")
        if not allocated.is_first_class:
            raise self.invalid("alloca of unsized type")
        address_space = ops[4] if count == 5 else state.alloca_address_space
        alignment = self._alignment(flags & 31 | (flags >> 8 & 7) << 5)
        made = AllocaInst(state.pointer_to(allocated, address_space), allocated, size, alignment)
        made.is_inalloca = flags & _ALLOCA_INALLOCA != 0
        made.is_swifterror = flags & _ALLOCA_SWIFTERROR != 0
        return made

    def getelementptr(self, code: int, ops: list[int]) -> Instruction:
        """GEP: [flags, type, (op, opty?)...]; the old ones have neither flags nor type"""
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
        elif pointer.pointee is not None and pointer.pointee is not source:
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
            type = self.state.context.pointer_to(self._indexed(source, operands), pointer.address_space)
        if isinstance(vector, VectorType):
            type = self.state.context.vector(type, vector.count, vector.is_scalable)
        return GetElementPtrInst(type, source, operands, flags)

    def _indexed(self, type: Type, operands: list[Value]) -> Type:
        """The type of the element that a getelementptr's indices lead to."""
        for position in range(2, len(operands)):
            if isinstance(type, StructType):
                number = self._constant_index(operands[position])
                elements = type.elements
                if elements is None or number >= len(elements):
                    raise self.invalid("Invalid getelementptr indices")
                type = elements[number]
            elif isinstance(type, (ArrayType, VectorType)):
                type = type.element
            else:
                raise self.invalid("Invalid getelementptr indices")
        return type

    def _constant_index(self, index: Value) -> int:
        if isinstance(index, ConstantInt):
            return index.unsigned
        elements = getattr(index, "elements", None)
        if isinstance(elements, list) and elements:
            return int(elements[0])
        if isinstance(index.type, VectorType) and getattr(index, "kind", "") == "zeroinitializer":
            return 0
        raise self.invalid("Invalid getelementptr indices")

    def cmpxchg(self, code: int, ops: list[int]) -> Instruction:
        """CMPXCHG: [ptr, ptrty?, expected, ty?, new, volatile, success, scope, failure, weak, align?]"""
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
        if success < 2:
            raise self.invalid("Invalid cmpxchg success ordering")
        failure = self._ordering(ops[at + 3]) if count > at + 3 else _STRONGEST_FAILURE[success]
        if failure < 2 or failure == 4 or failure == 5:
            raise self.invalid("Invalid cmpxchg failure ordering")
        context = self.state.context
        result = context.literal_struct([expected.type, self.boolean])
        alignment = self._alignment(ops[at + 5]) if count > at + 5 else 0
        made = AtomicCmpXchgInst(result, pointer, expected, new, success, failure, alignment)
        made.is_volatile = ops[at] != 0
        made.sync_scope = self.state.sync_scope(ops[at + 2])
        if count > at + 4:
            made.is_weak = ops[at + 4] != 0
        elif is_old:
            # Before there were weak ones it gave the old value alone.
            return self._first_of_pair(made, expected.type)
        return made

    def _first_of_pair(self, pair: Instruction, type: Type) -> Instruction:
        """An extractvalue of the pair, which goes into the block before it."""
        for block in self.operands.blocks:
            if block.terminator is None:
                pair.parent = block
                block.instructions.append(pair)
                return ExtractValueInst(type, pair, [0])
        raise self.invalid("Invalid instruction with no BB")

    def atomicrmw(self, code: int, ops: list[int]) -> Instruction:
        """ATOMICRMW: [ptr, ptrty?, value, valty?, operation, volatile, ordering, scope, align?], the old without valty"""
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
        if ops[at] > _LAST_RMW_OPERATION or ordering < 2:
            raise self.invalid()
        alignment = self._alignment(ops[at + 4]) if rest == 5 else 0
        made = AtomicRMWInst(ops[at], pointer, value, ordering, alignment)
        made.is_volatile = ops[at + 1] != 0
        made.sync_scope = self.state.sync_scope(ops[at + 3])
        return made

    def fence(self, ops: list[int]) -> Instruction:
        """FENCE: [ordering, scope]"""
        if len(ops) != 2:
            raise self.invalid()
        ordering = self._ordering(ops[0])
        if ordering < 3:
            raise self.invalid()
        return FenceInst(self.void, ordering, self.state.sync_scope(ops[1]))

    def va_arg(self, ops: list[int]) -> Instruction:
        """VAARG: [opty, op, type]"""
        if len(ops) < 3:
            raise self.invalid()
        operand = self.operands.value_of_type(ops[1], self.state.type(ops[0]))
        type = self.state.type(ops[2])
        if not type.is_first_class:
            raise self.invalid()
        return VAArgInst(operand, type)
