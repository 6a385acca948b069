"""Reads FUNCTION blocks: the blocks and instructions of a function's body. This is the hottest of the readers.

Each record except a few (DECLAREBLOCKS, debug locations and records, operand bundles) is an instruction. An instruction whose
type is not void defines the next value. Each chapter of instructions has a reader, whose methods are named after the
instructions; their docstrings give the record layouts as in LLVMBitCodes.h. There, `opty` is present only if the value is
defined after its use.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from pyllvm.bitcode.reader.aggregates import AggregateReader
from pyllvm.bitcode.reader.arithmetic import ArithmeticReader
from pyllvm.bitcode.reader.calls import CallReader
from pyllvm.bitcode.reader.constants import ConstantsReader
from pyllvm.bitcode.reader.control_flow import ControlFlowReader, ExceptionReader
from pyllvm.bitcode.reader.memory import MemoryReader
from pyllvm.bitcode.reader.metadata import location_place
from pyllvm.bitcode.reader.operands import OperandReader
from pyllvm.bitcode.reader.state import ReaderState
from pyllvm.bitcode.reader.symbol_table import read_function_symbol_table
from pyllvm.bitcode.reader.unknown_operands import UnknownOperands
from pyllvm.bitcode.reader.use_lists import read_use_lists
from pyllvm.bitstream.cursor import BitstreamCursor
from pyllvm.bitstream.stream_numbers import END_BLOCK, ENTER_SUBBLOCK, RECORD
from pyllvm.diagnostics import BitcodeLocation, PyllvmError
from pyllvm.ir.function import BasicBlock, Function, Instruction
from pyllvm.ir.metadata import DebugRecord, MDNode
from pyllvm.ir.types import VOID
from pyllvm.migrations.on_reading.older_attributes import upgrade_unsafe_atomics
from pyllvm.migrations.on_reading.typed_pointers import remove_tail_casts
from pyllvm.schema.sides import RecordError
from pyllvm.tables import records

if TYPE_CHECKING:
    from pyllvm.bitcode.reader.attachments import DebugRecordReader

_CALL: Final = records.FUNC_CODE_INST_CALL
_LOAD: Final = records.FUNC_CODE_INST_LOAD
_STORE: Final = records.FUNC_CODE_INST_STORE
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


def _in_body(function: Function, error: PyllvmError) -> PyllvmError:
    """Note in an error that it is in the body of a function."""
    where = error.diagnostic.where
    if isinstance(where, BitcodeLocation):
        where.function = f"@{function.name}"
    return error


@final
class FunctionReader:
    """Reads the function bodies of one module, one after the other."""

    def __init__(self, state: ReaderState, cursor: BitstreamCursor, constants: ConstantsReader) -> None:
        self.state = state
        self.cursor = cursor
        # In a function, LLVM skips BLOCKINFO as it does other blocks that it does not expect there.
        cursor.automatic_blockinfo = False
        self.constants = constants
        self.operands = OperandReader(state, cursor)
        self.memory = MemoryReader(state, cursor, self.operands)
        self.arithmetic = ArithmeticReader(state, cursor, self.operands)
        self.aggregates = AggregateReader(state, cursor, self.operands)
        self.control_flow = ControlFlowReader(state, cursor, self.operands)
        self.calls = CallReader(state, cursor, self.operands)
        self._exceptions: ExceptionReader | None = None
        self._debug_records: DebugRecordReader | None = None
        self.unknown_operands: UnknownOperands | None = None
        if state.unknown.is_tolerated:
            self.unknown_operands = UnknownOperands(state.unknown, self.operands)
        self._function: Function | None = None
        self._blocks: list[BasicBlock] = []
        # Each instruction, and the debug records that are read in place of one.
        self._instructions: list[Instruction | DebugRecord] = []
        # Whether a call in the body has operand bundles.
        self._has_bundles = False

    def read_body(self, function: Function, block_start: int) -> None:
        """Read a FUNCTION_BLOCK into the function; `block_start` is the bit position after the block's id."""
        state = self.state
        policy = state.context.uses
        cursor = self.cursor
        table = state.table
        values = table.values
        module_count = len(values)
        was_reading = policy.set_reading(True)
        try:
            cursor.enter_block_at(block_start, records.FUNCTION_BLOCK_ID)
            state.metadata.enter_function()
            values.extend(function.arguments)
            self._blocks = []
            self._instructions = []
            self.operands.start_function(self._blocks)
            self._function = function
            self.arithmetic.useless_casts = []
            self.calls.start_function(function)
            self._has_bundles = False
            if policy.is_reading:
                function.has_deferred_uses = True
            self._read_records(function)
            if self._debug_records is not None and self._debug_records.has_unknown:
                self._debug_records.drop_unknown(function)
            if table.forward:
                raise cursor.error("Never resolved value found in function")
            if self.calls.has_bundles:
                raise cursor.error("Operand bundles found with no consumer")
        except (IndexError, OverflowError):  # compiled lists raise OverflowError for numbers of 2^63 and more
            raise _in_body(function, cursor.error("Invalid record", cursor.code)) from None
        except RecordError as misread:
            raise _in_body(function, cursor.error(str(misread), cursor.code)) from None
        except PyllvmError as error:
            if error.diagnostic.where is None:
                raise _in_body(function, cursor.error(error.diagnostic.message, cursor.code)) from None
            _in_body(function, error)
            raise
        finally:
            policy.set_reading(was_reading)
            table.forward.clear()
            del values[module_count:]
        state.metadata.leave_function()
        self._upgrade(function)

    def _upgrade(self, function: Function) -> None:
        """Do to a body that was read what needs all of it."""
        state = self.state
        if self._has_bundles and state.context.uses.keeps_order:
            # The uses by bundles come last.
            function.record_local_uses()
        if self.arithmetic.useless_casts:
            remove_tail_casts(function, self.arithmetic.useless_casts)
            self.arithmetic.useless_casts = []
        if state.table.has_unsupported and state.reading_version == state.module.llvm_version:
            # Imported only here: LLVM's writer leaves no such expressions.
            from pyllvm.migrations.constant_expressions import expand_body

            function.record_local_uses()
            expand_body(state.module, function, state.reading_version)
        if state.metadata.has_old_expressions:
            # Imported only here: only old files need it.
            from pyllvm.bitcode.reader.specialized_nodes import upgrade_declarations

            upgrade_declarations(function)
        if state.has_unsafe_atomics:
            upgrade_unsafe_atomics(state.module, function, state.module.llvm_version, state.reading_version)

    def _read_records(self, function: Function) -> None:
        state = self.state
        cursor = self.cursor
        table = state.table
        values = table.values
        memory = self.memory
        arithmetic = self.arithmetic
        control_flow = self.control_flow
        calls = self.calls
        instructions = self._instructions
        block: BasicBlock | None = None
        block_number = 0
        last: Instruction | None = None
        places = state.places
        unknown = self.unknown_operands
        is_noted = places is not None or unknown is not None
        location: MDNode | None = None
        # If calls of debug intrinsics are read as records: those that have been read since the last instruction.
        record_reader = None if is_noted or not self._makes_records else self._debug_record_reader()
        waiting: list[DebugRecord] = []
        while True:
            what = cursor.advance()
            if what == RECORD:
                code = cursor.code
                ops = cursor.operands
                made: Instruction
                if code == _DEBUG_LOC or code == _DEBUG_LOC_AGAIN:
                    if last is None and not waiting:
                        raise cursor.error("Invalid record", code)
                    if code == _DEBUG_LOC:
                        location = self._location(ops)
                    if waiting:
                        waiting[-1]._debug_location = location
                    elif last is not None:
                        last._debug_location = location
                    continue
                if code == _CALL:
                    if record_reader is not None and block is not None and not calls.has_bundles:
                        replacement = record_reader.read_call(ops)
                        if replacement is not None:
                            waiting.append(replacement)
                            instructions.append(replacement)
                            continue
                    made = calls.call(ops)
                elif code == _LOAD:
                    made = memory.load(ops)
                elif code == _BR:
                    made = control_flow.br(ops)
                elif code == _STORE:
                    made = memory.store(ops, True)
                elif code == _GEP:
                    made = memory.getelementptr(code, ops)
                elif code == _CAST:
                    made = arithmetic.cast(ops)
                    first = arithmetic.before_cast
                    if first is not None and block is not None:
                        arithmetic.before_cast = None
                        block.append_read(first)
                        instructions.append(first)
                        if waiting:
                            first._debug_records = waiting
                            waiting = []
                elif code == _CMP2:
                    made = arithmetic.compare(ops)
                elif code == _PHI:
                    made = control_flow.phi(ops)
                elif code == _BINOP:
                    made = arithmetic.binary(ops)
                elif code == _ALLOCA:
                    made = memory.alloca(ops)
                elif code == _RET:
                    made = control_flow.ret(ops)
                elif _DEBUG_RECORD_VALUE <= code <= _DEBUG_RECORD_DECLARE_VALUE:
                    self._read_debug_record(code, ops, last, waiting)
                    continue
                elif code == records.FUNC_CODE_DECLAREBLOCKS:
                    self._declare_blocks(function, ops)
                    block = self._blocks[0]
                    continue
                elif code == records.FUNC_CODE_OPERAND_BUNDLE:
                    self._has_bundles = True
                    calls.bundle(ops)
                    continue
                elif code == records.FUNC_CODE_BLOCKADDR_USERS:
                    self._note_block_address_users(ops)
                    continue
                else:
                    made = self._read_rarer(code, ops)
                if block is None:
                    raise cursor.error("Invalid instruction with no BB", code)
                if calls.has_bundles:
                    raise cursor.error("Operand bundles found with no consumer", code)
                block.append_read(made)
                instructions.append(made)
                last = made
                if waiting:
                    made._debug_records = waiting
                    waiting = []
                if is_noted:
                    if places is not None:
                        places[made] = cursor.location(code)
                    if unknown is not None:
                        unknown.check(function, code, ops, made)
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
                if waiting and block is not None:
                    block.trailing_debug_records = waiting
                return
            else:
                raise cursor.error("Malformed block")

    @property
    def _makes_records(self) -> bool:
        """Whether calls of debug intrinsics are read as records. No attribute of a call is reported then."""
        return len(self.state.record_kinds) > 0 and not self.state.unknown.attributes_of_lists

    def _read_debug_record(self, code: int, ops: list[int], last: Instruction | None, waiting: list[DebugRecord]) -> None:
        """Read a debug record before the last instruction, or before the last record that was a call in the file."""
        if last is None and not waiting:
            raise self.cursor.error("Invalid dbg record: missing instruction", code)
        record = self._debug_record_reader().read(code, ops)
        if waiting:
            waiting.insert(-1, record)
        elif last is not None:
            if last._debug_records is None:
                last._debug_records = [record]
            else:
                last._debug_records.append(record)

    def _debug_record_reader(self) -> DebugRecordReader:
        """The reader of debug records, which only files with debug information have."""
        found = self._debug_records
        if found is None:
            from pyllvm.bitcode.reader.attachments import DebugRecordReader

            found = DebugRecordReader(self.state, self.cursor, self.operands)
            self._debug_records = found
        return found

    def _exception_reader(self) -> ExceptionReader:
        """The reader of exception handling, which many languages do not have."""
        found = self._exceptions
        if found is None:
            found = ExceptionReader(self.state, self.cursor, self.operands)
            self._exceptions = found
        return found

    def _location(self, ops: list[int]) -> MDNode | None:
        """Read DEBUG_LOC."""
        count = len(ops)
        if count < 4:
            raise self.cursor.error("Invalid record", self.cursor.code)
        return self.state.metadata.location(
            location_place(ops[0], ops[1], ops[4] if count > 4 else 0),
            ops[2],
            ops[3],
            ops[5] if count > 6 else 0,
            ops[6] if count > 6 else 0,
            self._layers(ops) if count > 7 else 0,
        )

    def _layers(self, ops: list[int]) -> int:
        """The number of a location's layers in DEBUG_LOC. Operands behind it are not known."""
        self.state.metadata.note_rest(ops[8:])
        return ops[7]

    def _read_subblock(self, function: Function) -> None:
        cursor = self.cursor
        state = self.state
        block_id = cursor.block_id
        if block_id == records.CONSTANTS_BLOCK_ID:
            cursor.enter_block()
            self.constants.read_block(cursor)
        elif block_id == records.VALUE_SYMTAB_BLOCK_ID:
            cursor.enter_block()
            read_function_symbol_table(cursor, state, function, self._blocks)
        elif block_id == records.METADATA_BLOCK_ID:
            cursor.enter_block()
            state.metadata.read_block(cursor)
        elif block_id == records.METADATA_ATTACHMENT_ID:
            cursor.enter_block()
            # Imported only here: small modules have none.
            from pyllvm.bitcode.reader.attachments import AttachmentReader

            AttachmentReader(state.metadata).read_block(cursor, function, self._instructions)
        elif block_id == records.USELIST_BLOCK_ID:
            cursor.enter_block()
            read_use_lists(cursor, state, self._blocks, function)
        else:
            state.complain(cursor, f"unknown block {block_id} in a function")
            cursor.skip_block()

    def _declare_blocks(self, function: Function, ops: list[int]) -> None:
        """Read DECLAREBLOCKS. Each block needs an instruction, which takes at least two bits.

        A second one adds blocks, which take the numbers of the blocks before.
        """
        self._blocks.clear()
        if not ops or ops[0] == 0 or ops[0] * 2 > self.cursor.size - self.cursor.position:
            raise self.cursor.error("Invalid record", self.cursor.code)
        count = ops[0]
        table = self.state.table
        table.unread_functions.discard(function)
        references = table.block_references.pop(function, None)
        label = self.state.context.label
        if references is not None:
            for number in references:
                if number >= count:
                    raise self.cursor.error("Invalid ID: no such block", self.cursor.code)
        for number in range(count):
            block = None if references is None else references.get(number)
            if block is None:
                block = BasicBlock(label)
                if self.state.context.uses.defers:
                    block.track_uses()
            self._blocks.append(block)
            function._append_read_block(block)

    def _note_block_address_users(self, ops: list[int]) -> None:
        """Read BLOCKADDR_USERS: functions whose constants contain addresses of this function's blocks."""
        if not ops:
            raise self.cursor.error("Invalid record", self.cursor.code)
        for number in ops:
            user = self.state.table.value(number)
            if not isinstance(user, Function):
                raise self.cursor.error("Invalid record", self.cursor.code)
            self.state.table.users_to_read.append(user)

    def _read_rarer(self, code: int, ops: list[int]) -> Instruction:
        """Read the less frequent instructions."""
        if code == records.FUNC_CODE_INST_VSELECT or code == records.FUNC_CODE_INST_SELECT:
            return self.arithmetic.select(code, ops)
        if code == records.FUNC_CODE_INST_SWITCH:
            return self.control_flow.switch(ops)
        if code == records.FUNC_CODE_INST_UNREACHABLE:
            return self.control_flow.unreachable()
        if code == records.FUNC_CODE_INST_INVOKE:
            return self.calls.invoke(ops)
        if code == records.FUNC_CODE_INST_EXTRACTVAL:
            return self.aggregates.extractvalue(ops)
        if code == records.FUNC_CODE_INST_INSERTVAL:
            return self.aggregates.insertvalue(ops)
        if code == records.FUNC_CODE_INST_EXTRACTELT:
            return self.aggregates.extractelement(ops)
        if code == records.FUNC_CODE_INST_INSERTELT:
            return self.aggregates.insertelement(ops)
        if code == records.FUNC_CODE_INST_SHUFFLEVEC:
            return self.aggregates.shufflevector(ops)
        if code == records.FUNC_CODE_INST_UNOP:
            return self.arithmetic.unary(ops)
        if code == records.FUNC_CODE_INST_FREEZE:
            return self.arithmetic.freeze(ops)
        if code == records.FUNC_CODE_INST_BITEXTRACT:
            return self.arithmetic.bitextract(ops)
        if code == records.FUNC_CODE_INST_BITINSERT:
            return self.arithmetic.bitinsert(ops)
        if code == records.FUNC_CODE_INST_STORE_OLD:
            return self.memory.store(ops, False)
        if code == records.FUNC_CODE_INST_GEP_OLD or code == records.FUNC_CODE_INST_INBOUNDS_GEP_OLD:
            return self.memory.getelementptr(code, ops)
        if code == records.FUNC_CODE_INST_CMP:
            return self.arithmetic.compare(ops)
        if code == records.FUNC_CODE_INST_LOADATOMIC:
            return self.memory.load(ops, True)
        if code == records.FUNC_CODE_INST_STOREATOMIC or code == records.FUNC_CODE_INST_STOREATOMIC_OLD:
            return self.memory.store(ops, code == records.FUNC_CODE_INST_STOREATOMIC, True)
        if code == records.FUNC_CODE_INST_CMPXCHG or code == records.FUNC_CODE_INST_CMPXCHG_OLD:
            return self.memory.cmpxchg(code, ops)
        if code == records.FUNC_CODE_INST_ATOMICRMW or code == records.FUNC_CODE_INST_ATOMICRMW_OLD:
            return self.memory.atomicrmw(code, ops)
        if code == records.FUNC_CODE_INST_FENCE:
            return self.memory.fence(ops)
        if code == records.FUNC_CODE_INST_VAARG:
            return self.memory.va_arg(ops)
        if code == records.FUNC_CODE_INST_INDIRECTBR:
            return self.control_flow.indirectbr(ops)
        if code == records.FUNC_CODE_INST_CALLBR:
            return self.calls.callbr(ops)
        return self._read_of_exceptions(code, ops)

    def _read_of_exceptions(self, code: int, ops: list[int]) -> Instruction:
        """Read the instructions for exceptions, which many languages do not have."""
        if code == records.FUNC_CODE_INST_LANDINGPAD or code == records.FUNC_CODE_INST_LANDINGPAD_OLD:
            assert self._function is not None
            return self._exception_reader().landingpad(self._function, code, ops)
        if code == records.FUNC_CODE_INST_RESUME:
            return self._exception_reader().resume(ops)
        if code == records.FUNC_CODE_INST_CLEANUPRET:
            return self._exception_reader().cleanupret(ops)
        if code == records.FUNC_CODE_INST_CATCHRET:
            return self._exception_reader().catchret(ops)
        if code == records.FUNC_CODE_INST_CATCHSWITCH:
            return self._exception_reader().catchswitch(ops)
        if code == records.FUNC_CODE_INST_CATCHPAD or code == records.FUNC_CODE_INST_CLEANUPPAD:
            return self._exception_reader().funclet_pad(code, ops)
        raise self.state.unknown.error(self.cursor, f"unknown instruction record {code}", "Invalid value")
