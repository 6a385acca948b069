"""Reads FUNCTION blocks: the blocks and instructions of a function's body. The hottest of the readers.

Each record but a few (DECLAREBLOCKS, debug locations and records, operand bundles) is an instruction; one whose type
is not void is the next value. The layouts stand beside the methods, as LLVMBitCodes.h has them; `opty` stands only
where a value comes later than its use.
"""

from __future__ import annotations

from typing import Final, final

from pyllvm.bitcode.reader.calls import CallReader
from pyllvm.bitcode.reader.constants import ConstantsReader, getelementptr_flags, wide_value
from pyllvm.bitcode.reader.debug_records import DebugRecordReader
from pyllvm.bitcode.reader.operands import OperandReader
from pyllvm.bitcode.reader.state import ReaderState
from pyllvm.bitcode.reader.symbol_table import read_function_symbol_table
from pyllvm.bitcode.reader.use_lists import read_use_lists
from pyllvm.bitstream.constants import END_BLOCK, ENTER_SUBBLOCK, RECORD
from pyllvm.bitstream.cursor import BitstreamCursor
from pyllvm.diagnostics import PyllvmError
from pyllvm.ir.constants import ConstantInt
from pyllvm.ir.function import BasicBlock, Function, Instruction
from pyllvm.ir.instructions import (
    AllocaInst,
    AtomicCmpXchgInst,
    AtomicRMWInst,
    BinaryOperator,
    BranchInst,
    CastInst,
    CatchPadInst,
    CatchReturnInst,
    CatchSwitchInst,
    CleanupPadInst,
    CleanupReturnInst,
    CmpInst,
    ExtractElementInst,
    ExtractValueInst,
    FenceInst,
    FreezeInst,
    GetElementPtrInst,
    IndirectBrInst,
    InsertElementInst,
    InsertValueInst,
    LandingPadInst,
    LoadInst,
    PHINode,
    ResumeInst,
    ReturnInst,
    SelectInst,
    ShuffleVectorInst,
    StoreInst,
    SwitchInst,
    UnaryOperator,
    UnreachableInst,
    VAArgInst,
)
from pyllvm.ir.metadata import MDNode
from pyllvm.ir.shuffle_mask import shuffle_mask
from pyllvm.ir.types import (
    FLOATING_POINT,
    INTEGER,
    VOID,
    ArrayType,
    IntegerType,
    PointerType,
    StructType,
    Type,
    VectorType,
)
from pyllvm.ir.value import Value
from pyllvm.schema import RecordError
from pyllvm.tables import records
from pyllvm.tables.opcodes import (
    CASTS,
    EXACT,
    FAST,
    FLOATING_POINT_BINARY_BY_CODE,
    INTEGER_BINARY_BY_CODE,
    NO_FLAGS,
    UNARY,
    WRAP,
    Opcode,
)
from pyllvm.tables.opcodes import FAST_MATH as TAKES_FAST_MATH

_CALL: Final = records.FUNC_CODE_INST_CALL
_LOAD: Final = records.FUNC_CODE_INST_LOAD
_STORE: Final = records.FUNC_CODE_INST_STORE
_STORE_OLD: Final = records.FUNC_CODE_INST_STORE_OLD
_BR: Final = records.FUNC_CODE_INST_BR
_GEP: Final = records.FUNC_CODE_INST_GEP
_CAST: Final = records.FUNC_CODE_INST_CAST
_CMP2: Final = records.FUNC_CODE_INST_CMP2
_PHI: Final = records.FUNC_CODE_INST_PHI
_BINOP: Final = records.FUNC_CODE_INST_BINOP
_ALLOCA: Final = records.FUNC_CODE_INST_ALLOCA
_RET: Final = records.FUNC_CODE_INST_RET
_DEBUG_LOC: Final = records.FUNC_CODE_DEBUG_LOC
_DEBUG_LOC_AGAIN: Final = records.FUNC_CODE_DEBUG_LOC_AGAIN
_DEBUG_RECORD_VALUE: Final = records.FUNC_CODE_DEBUG_RECORD_VALUE
_DEBUG_RECORD_DECLARE_VALUE: Final = records.FUNC_CODE_DEBUG_RECORD_DECLARE_VALUE
_VSELECT: Final = records.FUNC_CODE_INST_VSELECT

MAXIMAL_ALIGNMENT_EXPONENT: Final = 32
SWITCH_INST_MAGIC: Final = 0x4B5
_LAST_RMW_OPERATION: Final = 20
_NO_CONDITION: Final = 0xFFFFFFFF
# Bits of an ALLOCA record's last operand.
_ALLOCA_INALLOCA: Final = 1 << 5
_ALLOCA_EXPLICIT_TYPE: Final = 1 << 6
_ALLOCA_SWIFTERROR: Final = 1 << 7
# The failure ordering that a cmpxchg had before it had one of its own, by that of success.
_STRONGEST_FAILURE: Final = (0, 0, 2, 3, 2, 3, 6)


@final
class FunctionReader:
    """Reads function bodies of one module, one after the other."""

    def __init__(self, state: ReaderState, cursor: BitstreamCursor, constants: ConstantsReader) -> None:
        self.state = state
        self.cursor = cursor
        self.constants = constants
        self.operands = OperandReader(state, cursor)
        self.calls = CallReader(state, cursor, self.operands)
        self.debug_records = DebugRecordReader(state, cursor, self.operands)
        context = state.context
        self._void: Type = context.void
        self._boolean: Type = context.integer(1)
        self._token: Type = context.token
        self._label: Type = context.label
        self._blocks: list[BasicBlock] = []
        self._instructions: list[Instruction] = []
        self._function: Function | None = None

    def read_body(self, function: Function, block_start: int) -> None:
        """Read the FUNCTION_BLOCK whose id ends at that bit into the function."""
        state = self.state
        cursor = self.cursor
        table = state.table
        values = table.values
        module_count = len(values)
        try:
            cursor.enter_block_at(block_start, records.FUNCTION_BLOCK_ID)
            state.metadata.enter_function()
            values.extend(function.arguments)
            self._function = function
            self._blocks = []
            self._instructions = []
            self.operands.start_function(self._blocks)
            self.calls.start_function()
            self._read_records(function)
            if table.forward:
                raise cursor.error("Never resolved value found in function")
            if self.calls.has_bundles:
                raise cursor.error("Operand bundles found with no consumer")
        except (IndexError, OverflowError):  # compiled, a list refuses numbers of 2^63 and more with the latter
            raise cursor.error("Invalid record", cursor.code) from None
        except RecordError as misread:
            raise cursor.error(str(misread), cursor.code) from None
        except PyllvmError as error:
            if error.diagnostic.where is None:
                raise cursor.error(error.diagnostic.message, cursor.code) from None
            raise
        finally:
            table.forward.clear()
            del values[module_count:]
        state.metadata.leave_function()

    def _read_records(self, function: Function) -> None:
        state = self.state
        cursor = self.cursor
        table = state.table
        values = table.values
        metadata = state.metadata
        calls = self.calls
        instructions = self._instructions
        block: BasicBlock | None = None
        block_number = 0
        last: Instruction | None = None
        places = state.places
        location: MDNode | None = None
        while True:
            what = cursor.advance()
            if what == RECORD:
                code = cursor.code
                ops = cursor.operands
                made: Instruction
                if code == _DEBUG_LOC:
                    if last is None or len(ops) < 4:
                        raise cursor.error("Invalid record", code)
                    count = len(ops)
                    location = metadata.location(
                        ops[0],
                        ops[1],
                        ops[2],
                        ops[3],
                        ops[4] if count > 4 else 0,
                        ops[5] if count > 6 else 0,
                        ops[6] if count > 6 else 0,
                    )
                    last.debug_location = location
                    continue
                if code == _DEBUG_LOC_AGAIN:
                    if last is None:
                        raise cursor.error("Invalid record", code)
                    last.debug_location = location
                    continue
                if code == _CALL:
                    made = calls.call(ops)
                elif code == _LOAD:
                    made = self._load(ops)
                elif code == _BR:
                    made = self._branch(ops)
                elif code == _STORE:
                    made = self._store(code, ops)
                elif code == _GEP:
                    made = self._getelementptr(code, ops)
                elif code == _CAST:
                    made = self._cast(ops)
                elif code == _CMP2:
                    made = self._compare(ops)
                elif code == _PHI:
                    made = self._phi(ops)
                elif code == _BINOP:
                    made = self._binary(ops)
                elif code == _ALLOCA:
                    made = self._alloca(ops)
                elif code == _RET:
                    made = self._return(ops)
                elif _DEBUG_RECORD_VALUE <= code <= _DEBUG_RECORD_DECLARE_VALUE:
                    if last is None:
                        raise cursor.error("Invalid dbg record: missing instruction", code)
                    record = self.debug_records.read(code, ops)
                    if last.debug_records is None:
                        last.debug_records = [record]
                    else:
                        last.debug_records.append(record)
                    continue
                elif code == records.FUNC_CODE_DECLAREBLOCKS:
                    if not ops or ops[0] == 0 or self._blocks:
                        raise cursor.error("Invalid record", code)
                    # A block takes an instruction, and that at least two bits.
                    if ops[0] > cursor.block_words * 16:
                        raise cursor.error("Invalid record", code)
                    self._declare_blocks(function, ops[0])
                    block = self._blocks[0]
                    continue
                elif code == records.FUNC_CODE_OPERAND_BUNDLE:
                    calls.bundle(ops)
                    continue
                elif code == records.FUNC_CODE_BLOCKADDR_USERS:
                    self._note_block_address_users(ops)
                    continue
                else:
                    made = self._other(code, ops)
                if block is None:
                    raise cursor.error("Invalid instruction with no BB", code)
                if calls.has_bundles:
                    raise cursor.error("Operand bundles found with no consumer", code)
                made.parent = block
                block.instructions.append(made)
                instructions.append(made)
                last = made
                if places is not None:
                    places[made] = cursor.location(code)
                if made.is_terminator:
                    block_number += 1
                    block = self._blocks[block_number] if block_number < len(self._blocks) else None
                if made.type.kind != VOID:
                    values.append(made)
                    if table.forward:
                        number = len(values) - 1
                        if number in table.forward:
                            state.resolve_forward_references(number)
            elif what == ENTER_SUBBLOCK:
                self._read_subblock(function)
            elif what == END_BLOCK:
                return
            else:
                raise cursor.error("Malformed block")

    def _read_subblock(self, function: Function) -> None:
        cursor = self.cursor
        state = self.state
        block_id = cursor.block_id
        if block_id == records.CONSTANTS_BLOCK_ID:
            cursor.enter_block()
            self.constants.read_block(cursor)
        elif block_id == records.VALUE_SYMTAB_BLOCK_ID:
            cursor.enter_block()
            read_function_symbol_table(cursor, state, self._blocks)
        elif block_id == records.METADATA_BLOCK_ID:
            cursor.enter_block()
            state.metadata.read_block(cursor)
        elif block_id == records.METADATA_ATTACHMENT_ID:
            cursor.enter_block()
            state.metadata.read_attachment_block(cursor, function, self._instructions)
        elif block_id == records.USELIST_BLOCK_ID:
            cursor.enter_block()
            read_use_lists(cursor, state, self._blocks)
        else:
            state.complain(cursor, f"unknown block {block_id} in a function")
            cursor.skip_block()

    def _declare_blocks(self, function: Function, count: int) -> None:
        table = self.state.table
        table.unread_functions.discard(function)
        references = table.block_references.pop(function, None)
        label = self._label
        if references is not None:
            for number in references:
                if number >= count:
                    raise self.cursor.error("Invalid ID: no such block", self.cursor.code)
        for number in range(count):
            block = None if references is None else references.get(number)
            if block is None:
                block = BasicBlock(label)
            self._blocks.append(block)
            function.append_block(block)

    def _note_block_address_users(self, ops: list[int]) -> None:
        """BLOCKADDR_USERS: [function...]: functions whose constants have addresses of this one's blocks."""
        if not ops:
            raise self.cursor.error("Invalid record", self.cursor.code)
        for number in ops:
            user = self.state.table.value(number)
            if not isinstance(user, Function):
                raise self.cursor.error("Invalid record", self.cursor.code)
            self.state.table.users_to_read.append(user)

    def _invalid(self, message: str = "Invalid record") -> PyllvmError:
        return self.cursor.error(message, self.cursor.code)

    def _alignment(self, exponent: int) -> int:
        """The alignment in bytes of its logarithm + 1, 0 for none."""
        if exponent == 0:
            return 0
        if exponent > MAXIMAL_ALIGNMENT_EXPONENT + 1:
            raise self._invalid("Invalid alignment value")
        return 1 << (exponent - 1)

    # --- memory ----------------------------------------------------------------------------------------------------

    def _load(self, ops: list[int]) -> Instruction:
        """LOAD: [op, opty?, type?, align, volatile]"""
        reader = self.operands
        pointer = reader.first(ops, 0)
        at = reader.at
        rest = len(ops) - at
        type = pointer.type
        if not isinstance(type, PointerType):
            raise self._invalid("Load operand is not a pointer type")
        loaded: Type | None
        if rest == 3:
            loaded = self.state.type(ops[at])
            at += 1
        elif rest == 2:
            loaded = type.pointee
        else:
            raise self._invalid()
        self._check_access(loaded, type)
        assert loaded is not None
        return LoadInst(loaded, pointer, self._alignment(ops[at]), ops[at + 1] != 0)

    def _check_access(self, accessed: Type | None, pointer: PointerType) -> None:
        if accessed is None:
            raise self._invalid("Missing load type")
        if pointer.pointee is not None and pointer.pointee is not accessed:
            raise self._invalid("Explicit load/store type does not match pointee type of pointer operand")
        if not accessed.is_first_class:
            raise self._invalid("Cannot load/store from pointer")

    def _atomic_load(self, ops: list[int]) -> Instruction:
        """LOADATOMIC: [op, opty?, type?, align, volatile, ordering, scope]"""
        reader = self.operands
        pointer = reader.first(ops, 0)
        at = reader.at
        rest = len(ops) - at
        type = pointer.type
        if not isinstance(type, PointerType):
            raise self._invalid("Load operand is not a pointer type")
        loaded: Type | None
        if rest == 5:
            loaded = self.state.type(ops[at])
            at += 1
        elif rest == 4:
            loaded = type.pointee
        else:
            raise self._invalid()
        self._check_access(loaded, type)
        assert loaded is not None
        ordering = self._ordering(ops[at + 2])
        if ordering == 0 or ordering == 4 or ordering == 5 or ops[at] == 0:
            raise self._invalid()
        made = LoadInst(loaded, pointer, self._alignment(ops[at]), ops[at + 1] != 0)
        made.ordering = ordering
        made.sync_scope = self.state.sync_scope(ops[at + 3])
        return made

    def _ordering(self, number: int) -> int:
        return number if number <= 6 else 6

    def _store(self, code: int, ops: list[int]) -> Instruction:
        """STORE: [ptr, ptrty?, value, valty?, align, volatile], without valty in STORE_OLD"""
        reader = self.operands
        pointer = reader.first(ops, 0)
        type = pointer.type
        if not isinstance(type, PointerType):
            raise self._invalid("Load/Store operand is not a pointer type")
        if code == _STORE:
            value = reader.next(ops)
        else:
            value = reader.next_of_type(ops, self._pointee(type))
        at = reader.at
        if len(ops) != at + 2:
            raise self._invalid()
        self._check_access(value.type, type)
        return StoreInst(self._void, value, pointer, self._alignment(ops[at]), ops[at + 1] != 0)

    def _pointee(self, type: Type) -> Type:
        pointee = type.pointee if isinstance(type, PointerType) else None
        if pointee is None:
            raise self._invalid()
        return pointee

    def _atomic_store(self, code: int, ops: list[int]) -> Instruction:
        """STOREATOMIC: [ptr, ptrty?, value, valty?, align, volatile, ordering, scope], without valty in the OLD one"""
        reader = self.operands
        pointer = reader.first(ops, 0)
        type = pointer.type
        if not isinstance(type, PointerType):
            raise self._invalid()
        if code == records.FUNC_CODE_INST_STOREATOMIC:
            value = reader.next(ops)
        else:
            value = reader.next_of_type(ops, self._pointee(type))
        at = reader.at
        if len(ops) != at + 4:
            raise self._invalid()
        self._check_access(value.type, type)
        ordering = self._ordering(ops[at + 2])
        if ordering == 0 or ordering == 3 or ordering == 5 or ops[at] == 0:
            raise self._invalid()
        made = StoreInst(self._void, value, pointer, self._alignment(ops[at]), ops[at + 1] != 0)
        made.ordering = ordering
        made.sync_scope = self.state.sync_scope(ops[at + 3])
        return made

    def _alloca(self, ops: list[int]) -> Instruction:
        """ALLOCA: [type, opty, op, flags and align, address space?]; op is an absolute number"""
        count = len(ops)
        if count < 3 or count > 5:
            raise self._invalid()
        state = self.state
        flags = ops[3] if count > 3 else 0
        allocated = state.type(ops[0])
        if flags & _ALLOCA_EXPLICIT_TYPE == 0:
            if not isinstance(allocated, PointerType) or allocated.pointee is None:
                raise self._invalid("Missing element type for old-style alloca")
            allocated = allocated.pointee
        size = self.operands.absolute(ops[2], state.type(ops[1]))
        if size.type.kind != INTEGER:
            raise self._invalid("alloca element count must have integer type")
        if not allocated.is_first_class:
            raise self._invalid("alloca of unsized type")
        address_space = ops[4] if count == 5 else state.alloca_address_space
        alignment = self._alignment(flags & 31 | (flags >> 8 & 7) << 5)
        made = AllocaInst(state.pointer_to(allocated, address_space), allocated, size, alignment)
        made.is_inalloca = flags & _ALLOCA_INALLOCA != 0
        made.is_swifterror = flags & _ALLOCA_SWIFTERROR != 0
        return made

    def _getelementptr(self, code: int, ops: list[int]) -> Instruction:
        """GEP: [flags, type, (op, opty?)...]; the old ones have neither flags nor type"""
        reader = self.operands
        source: Type | None = None
        flags = 0
        if code == _GEP:
            flags = getelementptr_flags(ops[0])
            source = self.state.type(ops[1])
            base = reader.first(ops, 2)
        else:
            if code == records.FUNC_CODE_INST_INBOUNDS_GEP_OLD:
                flags = 1
            base = reader.first(ops, 0)
        pointer = base.type.scalar_type
        if not isinstance(pointer, PointerType):
            raise self._invalid("GEP base operand must be pointer or vector of pointer")
        if source is None:
            source = self._pointee(pointer)
        elif pointer.pointee is not None and pointer.pointee is not source:
            raise self._invalid("Explicit gep type does not match pointee type of pointer operand")
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
                    raise self._invalid("Invalid getelementptr indices")
                type = elements[number]
            elif isinstance(type, (ArrayType, VectorType)):
                type = type.element
            else:
                raise self._invalid("Invalid getelementptr indices")
        return type

    def _constant_index(self, index: Value) -> int:
        if isinstance(index, ConstantInt):
            return index.unsigned
        elements = getattr(index, "elements", None)
        if isinstance(elements, list) and elements:
            return int(elements[0])
        if isinstance(index.type, VectorType) and getattr(index, "kind", "") == "zeroinitializer":
            return 0
        raise self._invalid("Invalid getelementptr indices")

    def _compare_exchange(self, code: int, ops: list[int]) -> Instruction:
        """CMPXCHG: [ptr, ptrty?, expected, ty?, new, volatile, success, scope, failure, weak, align?]"""
        reader = self.operands
        count = len(ops)
        pointer = reader.first(ops, 0)
        type = pointer.type
        if not isinstance(type, PointerType):
            raise self._invalid("Cmpxchg operand is not a pointer type")
        is_old = code == records.FUNC_CODE_INST_CMPXCHG_OLD
        if is_old:
            expected = reader.next_of_type(ops, self._pointee(type))
        else:
            expected = reader.next(ops)
        new = reader.next_of_type(ops, expected.type)
        at = reader.at
        if count < at + 3 or count > at + (5 if is_old else 6):
            raise self._invalid()
        self._check_access(expected.type, type)
        success = self._ordering(ops[at + 1])
        if success < 2:
            raise self._invalid("Invalid cmpxchg success ordering")
        failure = self._ordering(ops[at + 3]) if count > at + 3 else _STRONGEST_FAILURE[success]
        if failure < 2 or failure == 4 or failure == 5:
            raise self._invalid("Invalid cmpxchg failure ordering")
        context = self.state.context
        result = context.literal_struct([expected.type, self._boolean])
        alignment = self._alignment(ops[at + 5]) if count > at + 5 else 0
        made = AtomicCmpXchgInst(result, pointer, expected, new, success, failure, alignment)
        made.is_volatile = ops[at] != 0
        made.sync_scope = self.state.sync_scope(ops[at + 2])
        if count > at + 4:
            made.is_weak = ops[at + 4] != 0
        elif is_old:
            # Before there were weak ones it gave the old value alone.
            return self._first_of_pair(made)
        return made

    def _first_of_pair(self, pair: Instruction) -> Instruction:
        """An extractvalue of the pair, which goes into the block before it."""
        blocks = self._blocks
        for block in blocks:
            if block.terminator is None:
                pair.parent = block
                block.instructions.append(pair)
                return ExtractValueInst(self._element(pair.type, 0), pair, [0])
        raise self._invalid("Invalid instruction with no BB")

    def _atomic_rmw(self, code: int, ops: list[int]) -> Instruction:
        """ATOMICRMW: [ptr, ptrty?, value, valty?, operation, volatile, ordering, scope, align?], the old without valty"""
        reader = self.operands
        pointer = reader.first(ops, 0)
        type = pointer.type
        if not isinstance(type, PointerType):
            raise self._invalid()
        if code == records.FUNC_CODE_INST_ATOMICRMW_OLD:
            pointee = type.pointee
            value = reader.next(ops) if pointee is None else reader.next_of_type(ops, pointee)
        else:
            value = reader.next(ops)
        at = reader.at
        rest = len(ops) - at
        if rest != 4 and rest != 5:
            raise self._invalid()
        ordering = self._ordering(ops[at + 2])
        if ops[at] > _LAST_RMW_OPERATION or ordering < 2:
            raise self._invalid()
        alignment = self._alignment(ops[at + 4]) if rest == 5 else 0
        made = AtomicRMWInst(ops[at], pointer, value, ordering, alignment)
        made.is_volatile = ops[at + 1] != 0
        made.sync_scope = self.state.sync_scope(ops[at + 3])
        return made

    def _fence(self, ops: list[int]) -> Instruction:
        """FENCE: [ordering, scope]"""
        if len(ops) != 2:
            raise self._invalid()
        ordering = self._ordering(ops[0])
        if ordering < 3:
            raise self._invalid()
        return FenceInst(self._void, ordering, self.state.sync_scope(ops[1]))

    # --- arithmetic ------------------------------------------------------------------------------------------------

    def _binary(self, ops: list[int]) -> Instruction:
        """BINOP: [op, opty?, op, opcode, flags?]"""
        reader = self.operands
        left = reader.first(ops, 0)
        right = reader.next_of_type(ops, left.type)
        at = reader.at
        kind = left.type.scalar_type.kind
        row: Opcode | None = None
        if kind == INTEGER:
            row = INTEGER_BINARY_BY_CODE.get(ops[at])
        elif kind == FLOATING_POINT:
            row = FLOATING_POINT_BINARY_BY_CODE.get(ops[at])
        if row is None:
            raise self._invalid()
        flags = 0
        if at + 1 < len(ops):
            takes = row.flags
            if takes == TAKES_FAST_MATH:
                flags = _fast_math(ops[at + 1])
            elif takes == WRAP:
                flags = ops[at + 1] & 3
            elif takes == EXACT or takes != NO_FLAGS:
                flags = ops[at + 1] & 1
        return BinaryOperator(row, left, right, flags)

    def _unary(self, ops: list[int]) -> Instruction:
        """UNOP: [op, opty?, opcode, flags?]"""
        reader = self.operands
        operand = reader.first(ops, 0)
        at = reader.at
        if ops[at] >= len(UNARY) or operand.type.scalar_type.kind != FLOATING_POINT:
            raise self._invalid()
        flags = _fast_math(ops[at + 1]) if at + 1 < len(ops) else 0
        return UnaryOperator(UNARY[ops[at]], operand, flags)

    def _cast(self, ops: list[int]) -> Instruction:
        """CAST: [op, opty?, type, opcode, flags?]"""
        reader = self.operands
        operand = reader.first(ops, 0)
        at = reader.at
        type = self.state.type(ops[at])
        code = ops[at + 1]
        if code >= len(CASTS):
            raise self._invalid()
        if not type.is_first_class or not operand.type.is_first_class:
            raise self._invalid("Invalid cast")
        row = CASTS[code]
        flags = 0
        if at + 2 < len(ops):
            takes = row.flags
            if takes == TAKES_FAST_MATH:
                flags = _fast_math(ops[at + 2])
            elif takes == WRAP:
                flags = ops[at + 2] & 3
            elif takes != NO_FLAGS:
                flags = ops[at + 2] & 1
        return CastInst(row, operand, type, flags)

    def _compare(self, ops: list[int]) -> Instruction:
        """CMP2: [op, opty?, op, predicate, flags?]"""
        reader = self.operands
        left = reader.first(ops, 0)
        right = reader.next_of_type(ops, left.type)
        at = reader.at
        rest = len(ops) - at
        if rest < 1:
            raise self._invalid("Invalid record: operand number exceeded available operands")
        if rest > 2:
            raise self._invalid()
        predicate = ops[at]
        type = left.type
        flags = 0
        if type.scalar_type.kind == FLOATING_POINT:
            if predicate > 15:
                raise self._invalid("Invalid fcmp predicate")
            if rest == 2:
                flags = _fast_math(ops[at + 1])
        else:
            if predicate < 32 or predicate > 41:
                raise self._invalid("Invalid icmp predicate")
            if rest == 2:
                flags = ops[at + 1] & 1
        result = self._boolean
        if isinstance(type, VectorType):
            result = self.state.context.vector(result, type.count, type.is_scalable)
        return CmpInst(predicate, left, right, result, flags)

    def _select(self, code: int, ops: list[int]) -> Instruction:
        """VSELECT: [op, opty?, op, condition, condty?, flags?]; SELECT: [op, opty?, op, condition] with an i1"""
        reader = self.operands
        true_value = reader.first(ops, 0)
        false_value = reader.next_of_type(ops, true_value.type)
        if code == _VSELECT:
            condition = reader.next(ops)
            scalar = condition.type.scalar_type
            if scalar is not self._boolean:
                raise self._invalid("Invalid type for value")
        else:
            condition = reader.next_of_type(ops, self._boolean)
        flags = _fast_math(ops[reader.at]) if reader.at < len(ops) else 0
        return SelectInst(condition, true_value, false_value, flags)

    def _freeze(self, ops: list[int]) -> Instruction:
        """FREEZE: [op, opty?]"""
        operand = self.operands.first(ops, 0)
        if self.operands.at != len(ops):
            raise self._invalid()
        return FreezeInst(operand)

    def _va_arg(self, ops: list[int]) -> Instruction:
        """VAARG: [opty, op, type]"""
        if len(ops) < 3:
            raise self._invalid()
        operand = self.operands.value_of_type(ops[1], self.state.type(ops[0]))
        type = self.state.type(ops[2])
        if not type.is_first_class:
            raise self._invalid()
        return VAArgInst(operand, type)

    # --- vectors and aggregates ------------------------------------------------------------------------------------

    def _extract_element(self, ops: list[int]) -> Instruction:
        """EXTRACTELT: [op, opty?, index, indexty?]; of old the index was an i32 without type"""
        vector = self.operands.first(ops, 0)
        index = self.operands.next(ops)
        if not isinstance(vector.type, VectorType):
            raise self._invalid("Invalid type for value")
        return ExtractElementInst(vector.type.element, vector, index)

    def _insert_element(self, ops: list[int]) -> Instruction:
        """INSERTELT: [op, opty?, element, index, indexty?]"""
        vector = self.operands.first(ops, 0)
        if not isinstance(vector.type, VectorType):
            raise self._invalid("Invalid type for value")
        element = self.operands.next_of_type(ops, vector.type.element)
        index = self.operands.next(ops)
        return InsertElementInst(vector, element, index)

    def _shuffle_vector(self, ops: list[int]) -> Instruction:
        """SHUFFLEVEC: [op, opty?, op, mask, maskty?]"""
        left = self.operands.first(ops, 0)
        right = self.operands.next_of_type(ops, left.type)
        mask = self.operands.next(ops)
        if not isinstance(left.type, VectorType) or not isinstance(mask.type, VectorType):
            raise self._invalid("Invalid type for value")
        type = self.state.context.vector(left.type.element, mask.type.count, mask.type.is_scalable)
        return ShuffleVectorInst(type, left, right, shuffle_mask(mask, self.state.module.llvm_version))

    def _element(self, type: Type, number: int, word: str = "EXTRACTVAL") -> Type:
        """The type of one element of an aggregate."""
        if isinstance(type, StructType):
            elements = type.elements
            if elements is None or number >= len(elements):
                raise self._invalid(f"{word}: Invalid struct index")
            return elements[number]
        if isinstance(type, ArrayType):
            if number >= type.count:
                raise self._invalid(f"{word}: Invalid array index")
            return type.element
        raise self._invalid(f"{word}: Invalid type")

    def _extract_value(self, ops: list[int]) -> Instruction:
        """EXTRACTVAL: [op, opty?, index...]"""
        aggregate = self.operands.first(ops, 0)
        indices = ops[self.operands.at :]
        if not indices:
            raise self._invalid("EXTRACTVAL: Invalid instruction with 0 indices")
        type = aggregate.type
        for index in indices:
            type = self._element(type, index)
        return ExtractValueInst(type, aggregate, indices)

    def _insert_value(self, ops: list[int]) -> Instruction:
        """INSERTVAL: [op, opty?, op, opty?, index...]"""
        aggregate = self.operands.first(ops, 0)
        element = self.operands.next(ops)
        indices = ops[self.operands.at :]
        if not indices:
            raise self._invalid("INSERTVAL: Invalid instruction with 0 indices")
        type = aggregate.type
        for index in indices:
            type = self._element(type, index, "INSERTVAL")
        if type is not element.type:
            raise self._invalid("Inserted value type doesn't match aggregate type")
        return InsertValueInst(aggregate, element, indices)

    # --- control flow ----------------------------------------------------------------------------------------------

    def _branch(self, ops: list[int]) -> Instruction:
        """BR: [block] or [true block, false block, condition]"""
        count = len(ops)
        blocks = self._blocks
        if count == 1:
            return BranchInst(self._void, blocks[ops[0]])
        if count != 3:
            raise self._invalid()
        condition = self.operands.value_of_type(ops[2], self._boolean)
        return BranchInst(self._void, blocks[ops[0]], condition, blocks[ops[1]])

    def _return(self, ops: list[int]) -> Instruction:
        """RET: [] or [op, opty?]"""
        if not ops:
            return ReturnInst(self._void)
        value = self.operands.first(ops, 0)
        if self.operands.at != len(ops):
            raise self._invalid()
        return ReturnInst(self._void, value)

    def _phi(self, ops: list[int]) -> Instruction:
        """PHI: [type, (op, block)..., flags?]; with relative numbers the op is signed"""
        count = len(ops)
        if count == 0:
            raise self._invalid("Invalid phi record")
        type = self.state.type(ops[0])
        if not type.is_first_class:
            raise self._invalid("Invalid phi record")
        made = PHINode(type)
        reader = self.operands
        blocks = self._blocks
        end = count
        if count % 2 == 0:
            made.flags = _fast_math(ops[count - 1])
            end -= 1
        relative = reader.is_relative
        next_number = len(self.state.table.values)
        at = 1
        while at < end:
            operand = ops[at]
            if relative:
                operand = next_number - (operand >> 1 if operand & 1 == 0 else -(operand >> 1))
            made.add_incoming(reader.absolute(operand, type), blocks[ops[at + 1]])
            at += 2
        return made

    def _switch(self, ops: list[int]) -> Instruction:
        """SWITCH: [opty, op, default block, (case, block)...]; the cases are absolute numbers"""
        count = len(ops)
        if count > 0 and ops[0] >> 16 == SWITCH_INST_MAGIC:
            return self._switch_with_ranges(ops)
        if count < 3 or count % 2 == 0:
            raise self._invalid()
        type = self.state.type(ops[0])
        blocks = self._blocks
        reader = self.operands
        made = SwitchInst(self._void, reader.value_of_type(ops[1], type), blocks[ops[2]])
        at = 3
        while at < count:
            case = reader.absolute(ops[at], type)
            if not isinstance(case, ConstantInt):
                raise self._invalid()
            made.add_case(case, blocks[ops[at + 1]])
            at += 2
        return made

    def _switch_with_ranges(self, ops: list[int]) -> Instruction:
        """SWITCH of LLVM 3.2: [magic, opty, op, default, cases, (items, (is single, low, high?)..., block)...]"""
        type = self.state.type(ops[1])
        if not isinstance(type, IntegerType):
            raise self._invalid()
        blocks = self._blocks
        made = SwitchInst(self._void, self.operands.value_of_type(ops[2], type), blocks[ops[3]])
        at = 5
        for _ in range(ops[4]):
            cases: list[ConstantInt] = []
            items = ops[at]
            at += 1
            for _ in range(items):
                is_single = ops[at] != 0
                at += 1
                words = 1
                if type.width > 64:
                    words = ops[at]
                    at += 1
                low = wide_value(ops[at : at + words], type.width)
                high = low
                at += words
                if not is_single:
                    words = 1
                    if type.width > 64:
                        words = ops[at]
                        at += 1
                    high = wide_value(ops[at : at + words], type.width)
                    at += words
                if high - low > self.state.table.limit:
                    raise self._invalid()
                for value in range(low, high + 1):
                    cases.append(ConstantInt.get(type, value))
            block = blocks[ops[at]]
            at += 1
            for case in cases:
                made.add_case(case, block)
        return made

    def _indirect_branch(self, ops: list[int]) -> Instruction:
        """INDIRECTBR: [opty, op, block...]"""
        if len(ops) < 2:
            raise self._invalid()
        address = self.operands.value_of_type(ops[1], self.state.type(ops[0]))
        return IndirectBrInst(self._void, address, [self._blocks[number] for number in ops[2:]])

    # --- exceptions ------------------------------------------------------------------------------------------------

    def _cleanup_return(self, ops: list[int]) -> Instruction:
        """CLEANUPRET: [pad, block?]"""
        if len(ops) != 1 and len(ops) != 2:
            raise self._invalid()
        pad = self.operands.value_of_type(ops[0], self._token)
        return CleanupReturnInst(self._void, pad, self._blocks[ops[1]] if len(ops) == 2 else None)

    def _catch_return(self, ops: list[int]) -> Instruction:
        """CATCHRET: [pad, block]"""
        if len(ops) != 2:
            raise self._invalid()
        return CatchReturnInst(self._void, self.operands.value_of_type(ops[0], self._token), self._blocks[ops[1]])

    def _catch_switch(self, ops: list[int]) -> Instruction:
        """CATCHSWITCH: [parent, count, block..., unwind block?]"""
        if len(ops) < 2:
            raise self._invalid()
        parent = self.operands.value_of_type(ops[0], self._token)
        end = 2 + ops[1]
        if end != len(ops) and end + 1 != len(ops):
            raise self._invalid()
        handlers: list[Value] = []
        for number in ops[2:end]:
            handlers.append(self._blocks[number])
        unwind = self._blocks[ops[end]] if end < len(ops) else None
        return CatchSwitchInst(self._token, parent, unwind, handlers)

    def _funclet_pad(self, code: int, ops: list[int]) -> Instruction:
        """CATCHPAD and CLEANUPPAD: [parent, count, (op, opty?)...]"""
        if len(ops) < 2:
            raise self._invalid()
        reader = self.operands
        parent = reader.value_of_type(ops[0], self._token)
        reader.at = 2
        arguments: list[Value] = []
        for _ in range(ops[1]):
            arguments.append(reader.next(ops))
        if reader.at != len(ops):
            raise self._invalid()
        if code == records.FUNC_CODE_INST_CATCHPAD:
            return CatchPadInst(self._token, parent, arguments)
        return CleanupPadInst(self._token, parent, arguments)

    def _landing_pad(self, code: int, ops: list[int]) -> Instruction:
        """LANDINGPAD: [type, is cleanup, count, (kind, op, opty?)...]; the old one has the personality after the type"""
        if len(ops) < 3:
            raise self._invalid()
        reader = self.operands
        type = self.state.type(ops[0])
        reader.at = 1
        if code == records.FUNC_CODE_INST_LANDINGPAD_OLD:
            personality = reader.next(ops)
            function = self._function
            assert function is not None
            if function.personality is None:
                function.set_optional_operands(personality, function.prefix_data, function.prologue_data)
            elif function.personality is not personality:
                raise self._invalid("Personality function mismatch")
        at = reader.at
        is_cleanup = ops[at] != 0
        count = ops[at + 1]
        reader.at = at + 2
        clauses: list[Value] = []
        for _ in range(count):
            reader.at += 1
            clauses.append(reader.next(ops))
        return LandingPadInst(type, is_cleanup, clauses)

    def _resume(self, ops: list[int]) -> Instruction:
        """RESUME: [op, opty?]"""
        return ResumeInst(self._void, self.operands.first(ops, 0))

    # --- the less frequent -----------------------------------------------------------------------------------------

    def _other(self, code: int, ops: list[int]) -> Instruction:
        if code == _VSELECT or code == records.FUNC_CODE_INST_SELECT:
            return self._select(code, ops)
        if code == records.FUNC_CODE_INST_SWITCH:
            return self._switch(ops)
        if code == records.FUNC_CODE_INST_UNREACHABLE:
            return UnreachableInst(self._void)
        if code == records.FUNC_CODE_INST_INVOKE:
            return self.calls.invoke(ops)
        if code == records.FUNC_CODE_INST_EXTRACTVAL:
            return self._extract_value(ops)
        if code == records.FUNC_CODE_INST_INSERTVAL:
            return self._insert_value(ops)
        if code == records.FUNC_CODE_INST_LANDINGPAD or code == records.FUNC_CODE_INST_LANDINGPAD_OLD:
            return self._landing_pad(code, ops)
        if code == records.FUNC_CODE_INST_EXTRACTELT:
            return self._extract_element(ops)
        if code == records.FUNC_CODE_INST_INSERTELT:
            return self._insert_element(ops)
        if code == records.FUNC_CODE_INST_SHUFFLEVEC:
            return self._shuffle_vector(ops)
        if code == records.FUNC_CODE_INST_UNOP:
            return self._unary(ops)
        if code == records.FUNC_CODE_INST_FREEZE:
            return self._freeze(ops)
        if code == _STORE_OLD:
            return self._store(code, ops)
        if code == records.FUNC_CODE_INST_GEP_OLD or code == records.FUNC_CODE_INST_INBOUNDS_GEP_OLD:
            return self._getelementptr(code, ops)
        if code == records.FUNC_CODE_INST_CMP:
            return self._compare(ops)
        if code == records.FUNC_CODE_INST_LOADATOMIC:
            return self._atomic_load(ops)
        if code == records.FUNC_CODE_INST_STOREATOMIC or code == records.FUNC_CODE_INST_STOREATOMIC_OLD:
            return self._atomic_store(code, ops)
        if code == records.FUNC_CODE_INST_CMPXCHG or code == records.FUNC_CODE_INST_CMPXCHG_OLD:
            return self._compare_exchange(code, ops)
        if code == records.FUNC_CODE_INST_ATOMICRMW or code == records.FUNC_CODE_INST_ATOMICRMW_OLD:
            return self._atomic_rmw(code, ops)
        if code == records.FUNC_CODE_INST_FENCE:
            return self._fence(ops)
        if code == records.FUNC_CODE_INST_RESUME:
            return self._resume(ops)
        if code == records.FUNC_CODE_INST_VAARG:
            return self._va_arg(ops)
        if code == records.FUNC_CODE_INST_INDIRECTBR:
            return self._indirect_branch(ops)
        if code == records.FUNC_CODE_INST_CALLBR:
            return self.calls.callbr(ops)
        if code == records.FUNC_CODE_INST_CLEANUPRET:
            return self._cleanup_return(ops)
        if code == records.FUNC_CODE_INST_CATCHRET:
            return self._catch_return(ops)
        if code == records.FUNC_CODE_INST_CATCHSWITCH:
            return self._catch_switch(ops)
        if code == records.FUNC_CODE_INST_CATCHPAD or code == records.FUNC_CODE_INST_CLEANUPPAD:
            return self._funclet_pad(code, ops)
        raise self._invalid("Invalid value")


def _fast_math(flags: int) -> int:
    """The fast-math flags of a record; bit 0 is that of LLVM 3, all of them."""
    return FAST if flags & 1 else flags & FAST
