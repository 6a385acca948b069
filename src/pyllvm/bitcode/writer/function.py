"""Writes FUNCTION blocks: instructions, debug locations and records, names, attachments. Hot, and therefore compiled by mypyc.

Each chapter of instructions has a writer, whose methods are named after the instructions; their docstrings give the record
layouts as in LLVMBitCodes.h. There, `opty` is present only if the value is defined after its use.
"""

from __future__ import annotations

from typing import final

from pyllvm.bitcode.writer.abbreviations import StandardAbbreviations, function_block_width
from pyllvm.bitcode.writer.aggregates import AggregateWriter
from pyllvm.bitcode.writer.arithmetic import ArithmeticWriter
from pyllvm.bitcode.writer.calls import CallWriter
from pyllvm.bitcode.writer.constants import ConstantsWriter
from pyllvm.bitcode.writer.context_names import ContextNames
from pyllvm.bitcode.writer.control_flow import ControlFlowWriter
from pyllvm.bitcode.writer.debug_records import DebugRecordWriter
from pyllvm.bitcode.writer.exceptions import ExceptionWriter
from pyllvm.bitcode.writer.limits import check
from pyllvm.bitcode.writer.memory import MemoryWriter
from pyllvm.bitcode.writer.metadata import LOCATION_WITH_LAYERS, MetadataWriter
from pyllvm.bitcode.writer.names import FunctionNames
from pyllvm.bitcode.writer.numbers import value_id
from pyllvm.bitcode.writer.operands import OperandWriter
from pyllvm.bitcode.writer.value_enumerator import ValueEnumerator
from pyllvm.bitstream.writer import BitstreamWriter
from pyllvm.diagnostics import Diagnostic, PyllvmError
from pyllvm.ir.constants import BlockAddress, Constant
from pyllvm.ir.function import BasicBlock, Function, Instruction
from pyllvm.ir.global_values import GlobalValue
from pyllvm.ir.instructions import (
    AllocaInst,
    AtomicCmpXchgInst,
    AtomicRMWInst,
    BinaryOperator,
    BitExtractInst,
    BitInsertInst,
    BranchInst,
    CallBrInst,
    CallInst,
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
    InvokeInst,
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
from pyllvm.ir.target.data_layout import DataLayout
from pyllvm.ir.types import VOID
from pyllvm.ir.value import User, Value
from pyllvm.tables.bitcode_versions import BLOCK_ADDRESS_USERS_SINCE
from pyllvm.tables.features import DEBUG_RECORDS
from pyllvm.tables.records import (
    FUNC_CODE_BLOCKADDR_USERS,
    FUNC_CODE_DEBUG_LOC,
    FUNC_CODE_DEBUG_LOC_AGAIN,
    FUNC_CODE_DECLAREBLOCKS,
    FUNCTION_BLOCK_ID,
    USELIST_BLOCK_ID,
    USELIST_CODE_BB,
    USELIST_CODE_DEFAULT,
)


@final
class FunctionWriter:
    """Writes the functions of one module, in order."""

    def __init__(
        self,
        stream: BitstreamWriter,
        enumerator: ValueEnumerator,
        abbreviations: StandardAbbreviations,
        constants: ConstantsWriter,
        metadata: MetadataWriter,
        data_layout: DataLayout,
        names: ContextNames,
    ) -> None:
        self.stream = stream
        self.enumerator = enumerator
        self.abbreviations = abbreviations
        self.constants = constants
        self.metadata = metadata
        self.version = enumerator.version
        self.names = FunctionNames(stream, enumerator, abbreviations)
        self.operands = OperandWriter(enumerator)
        self.memory = MemoryWriter(stream, self.operands, abbreviations, data_layout, names.sync_scopes)
        self.arithmetic = ArithmeticWriter(stream, self.operands, abbreviations)
        self.aggregates = AggregateWriter(stream, self.operands, abbreviations)
        self.control_flow = ControlFlowWriter(stream, self.operands, abbreviations)
        self.exceptions = ExceptionWriter(stream, self.operands, abbreviations)
        self.calls = CallWriter(stream, self.operands, abbreviations, names.bundle_tags)
        self.debug_records = DebugRecordWriter(stream, self.operands, abbreviations)
        self._last_location: MDNode | None = None

    def write(self, function: Function) -> None:
        """Write the FUNCTION block of a function that has a body."""
        stream = self.stream
        enumerator = self.enumerator
        stream.enter_block(FUNCTION_BLOCK_ID, function_block_width(self.version))
        enumerator.incorporate_function(function)
        blocks = function.blocks
        stream.emit_record(FUNC_CODE_DECLAREBLOCKS, [len(blocks)])
        self.constants.write(enumerator.first_function_constant, enumerator.first_instruction, False)
        self.metadata.write_function_metadata()
        operands = self.operands
        operands.number = enumerator.first_instruction
        self._last_location = None
        needs_attachments = bool(function._attachments)
        has_block_addresses = False
        for block in blocks:
            for instruction in block.instructions:
                self._write_instruction(instruction)
                if instruction.type.kind != VOID:
                    operands.number += 1
                if instruction._attachments is not None and instruction._attachments:
                    needs_attachments = True
                location = instruction._debug_location
                if location is not None:
                    self._write_location(location)
                if instruction._debug_records is not None:
                    check(DEBUG_RECORDS, self.version)
                    for record in instruction._debug_records:
                        self.debug_records.write(record)
            # A text's blocks whose uses are not recorded have no addresses.
            pairs = None if has_block_addresses else block.recorded_pairs
            if pairs is not None:
                for place in range(0, len(pairs), 2):
                    if isinstance(pairs[place], BlockAddress):
                        has_block_addresses = True
        if has_block_addresses and self.version >= BLOCK_ADDRESS_USERS_SINCE:
            self._write_block_address_users(function)
        self.names.write(function)
        if needs_attachments:
            self.metadata.write_attachments(function)
        if enumerator.preserve_use_list_order:
            self.write_use_list_orders(function)
        enumerator.purge_function()
        stream.end_block()

    def write_use_list_orders(self, function: Function | None) -> None:
        """Write the USELIST block of a function, or of the module if None."""
        orders = self.enumerator.use_list_orders
        if not orders or orders[-1].function is not function:
            return
        self.stream.enter_block(USELIST_BLOCK_ID, 3)
        while orders and orders[-1].function is function:
            order = orders.pop()
            code = USELIST_CODE_BB if isinstance(order.value, BasicBlock) else USELIST_CODE_DEFAULT
            self.stream.emit_record(code, [*order.shuffle, value_id(order.value)])
        self.stream.end_block()

    def _write_instruction(self, instruction: Instruction) -> None:
        self.operands.record.clear()
        if isinstance(instruction, CallInst):
            self.calls.call(instruction)
        elif isinstance(instruction, LoadInst):
            self.memory.load(instruction)
        elif isinstance(instruction, StoreInst):
            self.memory.store(instruction)
        elif isinstance(instruction, GetElementPtrInst):
            self.memory.getelementptr(instruction)
        elif isinstance(instruction, BranchInst):
            self.control_flow.br(instruction)
        elif isinstance(instruction, BinaryOperator):
            self.arithmetic.binary(instruction)
        elif isinstance(instruction, CmpInst):
            self.arithmetic.compare(instruction)
        elif isinstance(instruction, CastInst):
            self.arithmetic.cast(instruction)
        elif isinstance(instruction, PHINode):
            self.control_flow.phi(instruction)
        elif isinstance(instruction, ReturnInst):
            self.control_flow.ret(instruction)
        elif isinstance(instruction, SelectInst):
            self.arithmetic.select(instruction)
        elif isinstance(instruction, AllocaInst):
            self.memory.alloca(instruction)
        elif isinstance(instruction, SwitchInst):
            self.control_flow.switch(instruction)
        elif isinstance(instruction, UnreachableInst):
            self.control_flow.unreachable(instruction)
        else:
            self._write_rarer(instruction)

    def _write_rarer(self, instruction: Instruction) -> None:
        """Write the less frequent instructions."""
        if isinstance(instruction, ExtractValueInst):
            self.aggregates.extractvalue(instruction)
        elif isinstance(instruction, InsertValueInst):
            self.aggregates.insertvalue(instruction)
        elif isinstance(instruction, ExtractElementInst):
            self.aggregates.extractelement(instruction)
        elif isinstance(instruction, InsertElementInst):
            self.aggregates.insertelement(instruction)
        elif isinstance(instruction, ShuffleVectorInst):
            self.aggregates.shufflevector(instruction)
        elif isinstance(instruction, UnaryOperator):
            self.arithmetic.unary(instruction)
        elif isinstance(instruction, FreezeInst):
            self.arithmetic.freeze(instruction)
        elif isinstance(instruction, BitExtractInst):
            self.arithmetic.bitextract(instruction)
        elif isinstance(instruction, BitInsertInst):
            self.arithmetic.bitinsert(instruction)
        elif isinstance(instruction, InvokeInst):
            self.calls.invoke(instruction)
        elif isinstance(instruction, ResumeInst):
            self.exceptions.resume(instruction)
        elif isinstance(instruction, LandingPadInst):
            self.exceptions.landingpad(instruction)
        elif isinstance(instruction, IndirectBrInst):
            self.control_flow.indirectbr(instruction)
        elif isinstance(instruction, VAArgInst):
            self.memory.va_arg(instruction)
        elif isinstance(instruction, CallBrInst):
            self.calls.callbr(instruction)
        elif isinstance(instruction, FenceInst):
            self.memory.fence(instruction)
        elif isinstance(instruction, AtomicCmpXchgInst):
            self.memory.cmpxchg(instruction)
        elif isinstance(instruction, AtomicRMWInst):
            self.memory.atomicrmw(instruction)
        elif isinstance(instruction, (CatchPadInst, CleanupPadInst)):
            self.exceptions.funclet_pad(instruction)
        elif isinstance(instruction, CatchSwitchInst):
            self.exceptions.catchswitch(instruction)
        elif isinstance(instruction, CatchReturnInst):
            self.exceptions.catchret(instruction)
        elif isinstance(instruction, CleanupReturnInst):
            self.exceptions.cleanupret(instruction)
        else:
            raise PyllvmError(Diagnostic("error", f"{type(instruction).__name__} is not an instruction that bitcode can hold"))

    def _write_location(self, location: MDNode) -> None:
        """Write a debug location; a location that equals the last is written as DEBUG_LOC_AGAIN."""
        if location is self._last_location:
            self.stream.emit_record(FUNC_CODE_DEBUG_LOC_AGAIN, [])
            return
        self._last_location = location
        record = self.metadata.location_record(location)
        has_layers = len(record) == LOCATION_WITH_LAYERS
        abbreviation = self.abbreviations.debug_location_layers if has_layers else self.abbreviations.debug_location
        self.stream.emit_record(FUNC_CODE_DEBUG_LOC, record, abbreviation)

    def _write_block_address_users(self, function: Function) -> None:
        """Write the other functions that use addresses of this function's blocks, in the order in which LLVM visits them."""
        users: list[Function] = []
        for block in function.blocks:
            pairs = block.recorded_pairs or []
            waiting: list[Value] = [user for user in pairs[::2] if isinstance(user, BlockAddress)]
            seen: set[Value] = set(waiting)
            while waiting:
                for user in waiting.pop().users:
                    other = user.function if isinstance(user, Instruction) else None
                    if other is not None and other is not function and other not in users:
                        users.append(other)
                    elif _is_plain_constant(user) and user not in seen:
                        seen.add(user)
                        waiting.append(user)
        if users:
            self.stream.emit_record(FUNC_CODE_BLOCKADDR_USERS, [value_id(user) for user in users])


def _is_plain_constant(user: User) -> bool:
    return isinstance(user, Constant) and not isinstance(user, GlobalValue)
