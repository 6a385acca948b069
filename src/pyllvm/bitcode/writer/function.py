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
from pyllvm.bitcode.writer.control_flow import ControlFlowWriter, ExceptionWriter
from pyllvm.bitcode.writer.limits import check
from pyllvm.bitcode.writer.memory import MemoryWriter
from pyllvm.bitcode.writer.metadata import LOCATION_WITH_LAYERS, MetadataWriter
from pyllvm.bitcode.writer.names import FunctionNames
from pyllvm.bitcode.writer.numbers import metadata_id_plus_one, value_id
from pyllvm.bitcode.writer.operands import ChapterWriter, OperandWriter
from pyllvm.bitcode.writer.value_enumerator import ValueEnumerator
from pyllvm.bitstream.writer import BitstreamWriter
from pyllvm.diagnostics import Diagnostic, PyllvmError
from pyllvm.ir import instructions
from pyllvm.ir.constants import BlockAddress, Constant
from pyllvm.ir.function import BasicBlock, Function, Instruction
from pyllvm.ir.global_values import GlobalValue
from pyllvm.ir.metadata import (
    DBG_ASSIGN,
    DBG_DECLARE,
    DBG_DECLARE_VALUE,
    DBG_LABEL,
    DBG_VALUE,
    DebugRecord,
    MDNode,
    Metadata,
    ValueAsMetadata,
)
from pyllvm.ir.target.data_layout import DataLayout
from pyllvm.ir.types import VOID
from pyllvm.ir.value import User, Value
from pyllvm.tables import records
from pyllvm.tables.bitcode_versions import BLOCK_ADDRESS_USERS_SINCE
from pyllvm.tables.features import DEBUG_RECORDS


@final
class DebugRecordWriter(ChapterWriter):
    """Writes DEBUG_RECORD records (since LLVM 19): debug information about variables and labels before an instruction."""

    def write(self, debug_record: DebugRecord) -> None:
        """[location, variable, expression, value, (assign id, address expression, address)?], or [location, label]"""
        stream = self.stream
        writer = self.operands
        kind = debug_record.kind
        record = [self._metadata_id(debug_record.debug_location), self._metadata_id(debug_record.variable)]
        if kind == DBG_LABEL:
            stream.emit_record(records.FUNC_CODE_DEBUG_RECORD_LABEL, record)
            return
        record.append(self._metadata_id(debug_record.expression))
        location = debug_record.location
        if kind == DBG_VALUE:
            if isinstance(location, ValueAsMetadata):
                number = value_id(location.value)
                if number < writer.number:
                    record.append(writer.number - number)
                    abbreviation = self.abbreviations.debug_record_value
                    stream.emit_record(records.FUNC_CODE_DEBUG_RECORD_VALUE_SIMPLE, record, abbreviation)
                    return
            record.append(self._metadata_id(location))
            stream.emit_record(records.FUNC_CODE_DEBUG_RECORD_VALUE, record)
            return
        record.append(self._metadata_id(location))
        if kind == DBG_DECLARE:
            stream.emit_record(records.FUNC_CODE_DEBUG_RECORD_DECLARE, record)
        elif kind == DBG_DECLARE_VALUE:
            stream.emit_record(records.FUNC_CODE_DEBUG_RECORD_DECLARE_VALUE, record)
        elif kind == DBG_ASSIGN:
            record.append(self._metadata_id(debug_record.assign_id))
            record.append(self._metadata_id(debug_record.address_expression))
            record.append(self._metadata_id(debug_record.address))
            stream.emit_record(records.FUNC_CODE_DEBUG_RECORD_ASSIGN, record)

    def _metadata_id(self, metadata: Metadata | None) -> int:
        return metadata_id_plus_one(metadata) - 1


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
        stream.enter_block(records.FUNCTION_BLOCK_ID, function_block_width(self.version))
        enumerator.incorporate_function(function)
        blocks = function.blocks
        stream.emit_record(records.FUNC_CODE_DECLAREBLOCKS, [len(blocks)])
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
        if enumerator.preserves_order:
            self.write_use_list_orders(function)
        enumerator.purge_function()
        stream.end_block()

    def write_use_list_orders(self, function: Function | None) -> None:
        """Write the USELIST block of a function, or of the module if None."""
        orders = self.enumerator.use_list_orders
        if not orders or orders[-1].function is not function:
            return
        self.stream.enter_block(records.USELIST_BLOCK_ID, 3)
        while orders and orders[-1].function is function:
            order = orders.pop()
            code = records.USELIST_CODE_BB if isinstance(order.value, BasicBlock) else records.USELIST_CODE_DEFAULT
            self.stream.emit_record(code, [*order.shuffle, value_id(order.value)])
        self.stream.end_block()

    def _write_instruction(self, instruction: Instruction) -> None:
        self.operands.record.clear()
        if isinstance(instruction, instructions.CallInst):
            self.calls.call(instruction)
        elif isinstance(instruction, instructions.LoadInst):
            self.memory.load(instruction)
        elif isinstance(instruction, instructions.StoreInst):
            self.memory.store(instruction)
        elif isinstance(instruction, instructions.GetElementPtrInst):
            self.memory.getelementptr(instruction)
        elif isinstance(instruction, instructions.BranchInst):
            self.control_flow.br(instruction)
        elif isinstance(instruction, instructions.BinaryOperator):
            self.arithmetic.binary(instruction)
        elif isinstance(instruction, instructions.CmpInst):
            self.arithmetic.compare(instruction)
        elif isinstance(instruction, instructions.CastInst):
            self.arithmetic.cast(instruction)
        elif isinstance(instruction, instructions.PHINode):
            self.control_flow.phi(instruction)
        elif isinstance(instruction, instructions.ReturnInst):
            self.control_flow.ret(instruction)
        elif isinstance(instruction, instructions.SelectInst):
            self.arithmetic.select(instruction)
        elif isinstance(instruction, instructions.AllocaInst):
            self.memory.alloca(instruction)
        elif isinstance(instruction, instructions.SwitchInst):
            self.control_flow.switch(instruction)
        elif isinstance(instruction, instructions.UnreachableInst):
            self.control_flow.unreachable(instruction)
        else:
            self._write_rarer(instruction)

    def _write_rarer(self, instruction: Instruction) -> None:
        """Write the less frequent instructions."""
        if isinstance(instruction, instructions.ExtractValueInst):
            self.aggregates.extractvalue(instruction)
        elif isinstance(instruction, instructions.InsertValueInst):
            self.aggregates.insertvalue(instruction)
        elif isinstance(instruction, instructions.ExtractElementInst):
            self.aggregates.extractelement(instruction)
        elif isinstance(instruction, instructions.InsertElementInst):
            self.aggregates.insertelement(instruction)
        elif isinstance(instruction, instructions.ShuffleVectorInst):
            self.aggregates.shufflevector(instruction)
        elif isinstance(instruction, instructions.UnaryOperator):
            self.arithmetic.unary(instruction)
        elif isinstance(instruction, instructions.FreezeInst):
            self.arithmetic.freeze(instruction)
        elif isinstance(instruction, instructions.BitExtractInst):
            self.arithmetic.bitextract(instruction)
        elif isinstance(instruction, instructions.BitInsertInst):
            self.arithmetic.bitinsert(instruction)
        elif isinstance(instruction, instructions.InvokeInst):
            self.calls.invoke(instruction)
        elif isinstance(instruction, instructions.ResumeInst):
            self.exceptions.resume(instruction)
        elif isinstance(instruction, instructions.LandingPadInst):
            self.exceptions.landingpad(instruction)
        elif isinstance(instruction, instructions.IndirectBrInst):
            self.control_flow.indirectbr(instruction)
        elif isinstance(instruction, instructions.VAArgInst):
            self.memory.va_arg(instruction)
        elif isinstance(instruction, instructions.CallBrInst):
            self.calls.callbr(instruction)
        elif isinstance(instruction, instructions.FenceInst):
            self.memory.fence(instruction)
        elif isinstance(instruction, instructions.AtomicCmpXchgInst):
            self.memory.cmpxchg(instruction)
        elif isinstance(instruction, instructions.AtomicRMWInst):
            self.memory.atomicrmw(instruction)
        elif isinstance(instruction, (instructions.CatchPadInst, instructions.CleanupPadInst)):
            self.exceptions.funclet_pad(instruction)
        elif isinstance(instruction, instructions.CatchSwitchInst):
            self.exceptions.catchswitch(instruction)
        elif isinstance(instruction, instructions.CatchReturnInst):
            self.exceptions.catchret(instruction)
        elif isinstance(instruction, instructions.CleanupReturnInst):
            self.exceptions.cleanupret(instruction)
        else:
            raise PyllvmError(Diagnostic("error", f"{type(instruction).__name__} is not an instruction that bitcode can hold"))

    def _write_location(self, location: MDNode) -> None:
        """Write a debug location; a location that equals the last is written as DEBUG_LOC_AGAIN."""
        if location is self._last_location:
            self.stream.emit_record(records.FUNC_CODE_DEBUG_LOC_AGAIN, [])
            return
        self._last_location = location
        record = self.metadata.location_record(location)
        has_layers = len(record) == LOCATION_WITH_LAYERS
        abbreviation = self.abbreviations.debug_location_layers if has_layers else self.abbreviations.debug_location
        self.stream.emit_record(records.FUNC_CODE_DEBUG_LOC, record, abbreviation)

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
            self.stream.emit_record(records.FUNC_CODE_BLOCKADDR_USERS, [value_id(user) for user in users])


def _is_plain_constant(user: User) -> bool:
    return isinstance(user, Constant) and not isinstance(user, GlobalValue)
