"""Writes FUNCTION blocks: instructions, debug locations and records, names, attachments. Hot: compiled by mypyc.

Operands are numbers relative to the instruction's own; one that is not yet known then carries its type, too.
"""

from __future__ import annotations

from typing import Final, final

from pyllvm.bitcode.writer.abbreviations import StandardAbbreviations, function_block_width
from pyllvm.bitcode.writer.constants import ConstantsWriter, pointer_flags
from pyllvm.bitcode.writer.metadata import MetadataWriter
from pyllvm.bitcode.writer.names import FunctionNames
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
    BranchInst,
    CallBase,
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
from pyllvm.ir.metadata import (
    DBG_ASSIGN,
    DBG_DECLARE,
    DBG_DECLARE_VALUE,
    DBG_LABEL,
    DBG_VALUE,
    DebugRecord,
    MDNode,
    Metadata,
    MetadataAsValue,
    ValueAsMetadata,
)
from pyllvm.ir.target.data_layout import DataLayout
from pyllvm.ir.types import ARRAY, LABEL, VOID, PointerType, Type
from pyllvm.ir.value import User, Value
from pyllvm.schema.kinds import rotated
from pyllvm.tables.features import ATOMIC_ALIGNMENT_SINCE, DEBUG_RECORDS_SINCE, METADATA_BUNDLES_SINCE
from pyllvm.tables.records import (
    FUNC_CODE_BLOCKADDR_USERS,
    FUNC_CODE_DEBUG_LOC,
    FUNC_CODE_DEBUG_LOC_AGAIN,
    FUNC_CODE_DEBUG_RECORD_ASSIGN,
    FUNC_CODE_DEBUG_RECORD_DECLARE,
    FUNC_CODE_DEBUG_RECORD_DECLARE_VALUE,
    FUNC_CODE_DEBUG_RECORD_LABEL,
    FUNC_CODE_DEBUG_RECORD_VALUE,
    FUNC_CODE_DEBUG_RECORD_VALUE_SIMPLE,
    FUNC_CODE_DECLAREBLOCKS,
    FUNC_CODE_INST_ALLOCA,
    FUNC_CODE_INST_ATOMICRMW,
    FUNC_CODE_INST_ATOMICRMW_OLD,
    FUNC_CODE_INST_BINOP,
    FUNC_CODE_INST_BR,
    FUNC_CODE_INST_CALL,
    FUNC_CODE_INST_CALLBR,
    FUNC_CODE_INST_CAST,
    FUNC_CODE_INST_CATCHPAD,
    FUNC_CODE_INST_CATCHRET,
    FUNC_CODE_INST_CATCHSWITCH,
    FUNC_CODE_INST_CLEANUPPAD,
    FUNC_CODE_INST_CLEANUPRET,
    FUNC_CODE_INST_CMP2,
    FUNC_CODE_INST_CMPXCHG,
    FUNC_CODE_INST_EXTRACTELT,
    FUNC_CODE_INST_EXTRACTVAL,
    FUNC_CODE_INST_FENCE,
    FUNC_CODE_INST_FREEZE,
    FUNC_CODE_INST_GEP,
    FUNC_CODE_INST_INDIRECTBR,
    FUNC_CODE_INST_INSERTELT,
    FUNC_CODE_INST_INSERTVAL,
    FUNC_CODE_INST_INVOKE,
    FUNC_CODE_INST_LANDINGPAD,
    FUNC_CODE_INST_LOAD,
    FUNC_CODE_INST_LOADATOMIC,
    FUNC_CODE_INST_PHI,
    FUNC_CODE_INST_RESUME,
    FUNC_CODE_INST_RET,
    FUNC_CODE_INST_SHUFFLEVEC,
    FUNC_CODE_INST_STORE,
    FUNC_CODE_INST_STOREATOMIC,
    FUNC_CODE_INST_SWITCH,
    FUNC_CODE_INST_UNOP,
    FUNC_CODE_INST_UNREACHABLE,
    FUNC_CODE_INST_VAARG,
    FUNC_CODE_INST_VSELECT,
    FUNC_CODE_OPERAND_BUNDLE,
    FUNCTION_BLOCK_ID,
    USELIST_BLOCK_ID,
    USELIST_CODE_BB,
    USELIST_CODE_DEFAULT,
)

BLOCK_ADDRESS_USERS_SINCE: Final = 15
ALLOCA_ADDRESS_SPACE_SINCE: Final = 16
CAST_FLAGS_SINCE: Final = 18
SAME_SIGN_SINCE: Final = 20

# Bits of a call's second operand; the calling convention stands between the first two.
_TAIL: Final = 1
_CONVENTION_SHIFT: Final = 1
_MUST_TAIL: Final = 1 << 14
_EXPLICIT_TYPE: Final = 1 << 15
_NO_TAIL: Final = 1 << 16
_FAST_MATH: Final = 1 << 17
_INVOKE_EXPLICIT_TYPE: Final = 1 << 13
_METADATA_IN_BUNDLE: Final = 0x80000000
_MASK_32: Final = 0xFFFFFFFF

# Bits of an alloca's fourth operand
_IN_ALLOCA: Final = 1 << 5
_ALLOCA_EXPLICIT_TYPE: Final = 1 << 6
_SWIFT_ERROR: Final = 1 << 7
_ALIGNMENT_LOW_BITS: Final = 5
_ALIGNMENT_HIGH_SHIFT: Final = 8


def encoded_alignment(alignment: int) -> int:
    """An alignment in bytes as its logarithm plus one, 0 for none."""
    return alignment.bit_length()


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
        bundle_tags: dict[str, int],
        sync_scopes: dict[str, int],
    ) -> None:
        self.stream = stream
        self.enumerator = enumerator
        self.abbreviations = abbreviations
        self.constants = constants
        self.metadata = metadata
        self.version = enumerator.version
        self.data_layout = data_layout
        self.bundle_tags = bundle_tags
        self.sync_scopes = sync_scopes
        self.names = FunctionNames(stream, enumerator, abbreviations)
        self._value_ids: dict[Value, int] = enumerator.value_ids
        self._type_ids: dict[Type, int] = enumerator.type_ids
        # the number that the instruction being written gets, or would get
        self._number = 0
        self._record: list[int] = []
        self._last_location: MDNode | None = None
        self._alloca_space = -1

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
        self._number = enumerator.first_instruction
        self._last_location = None
        needs_attachments = bool(function.attachments)
        write_records = self.version >= DEBUG_RECORDS_SINCE
        has_block_addresses = False
        for block in blocks:
            for instruction in block.instructions:
                self._write_instruction(instruction)
                if instruction.type.kind != VOID:
                    self._number += 1
                if instruction.attachments is not None and instruction.attachments:
                    needs_attachments = True
                location = instruction.debug_location
                if location is not None:
                    self._write_location(location)
                if instruction.debug_records is not None and write_records:
                    for record in instruction.debug_records:
                        self._write_debug_record(record)
            if not has_block_addresses and block.uses is not None:
                for use in block.uses:
                    if isinstance(use.user, BlockAddress):
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
        """Write the USELIST block of a function, or the module's."""
        orders = self.enumerator.use_list_orders
        if not orders or orders[-1].function is not function:
            return
        self.stream.enter_block(USELIST_BLOCK_ID, 3)
        while orders and orders[-1].function is function:
            order = orders.pop()
            code = USELIST_CODE_BB if isinstance(order.value, BasicBlock) else USELIST_CODE_DEFAULT
            self.stream.emit_record(code, [*order.shuffle, self._value_ids[order.value]])
        self.stream.end_block()

    # Operands

    def _push(self, value: Value) -> None:
        """A value's number, counted back from the instruction's own."""
        if isinstance(value, MetadataAsValue):
            self._record.append((self._number - self.enumerator.metadata_number(value.metadata) + 1) & _MASK_32)
        else:
            self._record.append((self._number - self._value_ids[value]) & _MASK_32)

    def _push_with_type(self, value: Value) -> bool:
        """The same, and behind the number of a value that is still to come its type; whether there is a type."""
        if isinstance(value, MetadataAsValue):
            number = self.enumerator.metadata_number(value.metadata) - 1
        else:
            number = self._value_ids[value]
        own = self._number
        if number < own:
            self._record.append(own - number)
            return False
        self._record.append((own - number) & _MASK_32)
        self._record.append(self._type_ids[value.type])
        return True

    # Instructions

    def _write_instruction(self, instruction: Instruction) -> None:
        record = self._record
        record.clear()
        if isinstance(instruction, CallInst):
            self._write_call(instruction)
        elif isinstance(instruction, LoadInst):
            self._write_load(instruction)
        elif isinstance(instruction, StoreInst):
            self._write_store(instruction)
        elif isinstance(instruction, GetElementPtrInst):
            record.append(pointer_flags(instruction.flags, self.version))
            record.append(self._type_ids[instruction.source_element_type])
            for operand in instruction.operands:
                self._push_with_type(operand)
            self.stream.emit_record(FUNC_CODE_INST_GEP, record, self.abbreviations.get_element_pointer)
        elif isinstance(instruction, BranchInst):
            self._write_branch(instruction)
        elif isinstance(instruction, BinaryOperator):
            self._write_binary(instruction)
        elif isinstance(instruction, CmpInst):
            self._write_comparison(instruction)
        elif isinstance(instruction, CastInst):
            self._write_cast(instruction)
        elif isinstance(instruction, PHINode):
            self._write_phi(instruction)
        elif isinstance(instruction, ReturnInst):
            abbreviation = self.abbreviations.return_void
            if instruction.operands:
                abbreviation = 0 if self._push_with_type(instruction.operands[0]) else self.abbreviations.return_value
            self.stream.emit_record(FUNC_CODE_INST_RET, record, abbreviation)
        elif isinstance(instruction, SelectInst):
            operands = instruction.operands
            self._push_with_type(operands[1])
            self._push(operands[2])
            self._push_with_type(operands[0])
            if instruction.flags:
                record.append(instruction.flags)
            self.stream.emit_record(FUNC_CODE_INST_VSELECT, record)
        elif isinstance(instruction, AllocaInst):
            self._write_alloca(instruction)
        elif isinstance(instruction, SwitchInst):
            operands = instruction.operands
            record.append(self._type_ids[operands[0].type])
            self._push(operands[0])
            for operand in operands[1:]:
                record.append(self._value_ids[operand])
            self.stream.emit_record(FUNC_CODE_INST_SWITCH, record)
        elif isinstance(instruction, UnreachableInst):
            self.stream.emit_record(FUNC_CODE_INST_UNREACHABLE, record, self.abbreviations.unreachable)
        else:
            self._write_rare_instruction(instruction)

    def _write_load(self, load: LoadInst) -> None:
        record = self._record
        has_type = self._push_with_type(load.operands[0])
        record.append(self._type_ids[load.type])
        record.append(encoded_alignment(load.alignment))
        record.append(1 if load.is_volatile else 0)
        if load.ordering:
            record.append(load.ordering)
            record.append(self.sync_scopes[load.sync_scope])
            self.stream.emit_record(FUNC_CODE_INST_LOADATOMIC, record)
        else:
            self.stream.emit_record(FUNC_CODE_INST_LOAD, record, 0 if has_type else self.abbreviations.load)

    def _write_store(self, store: StoreInst) -> None:
        record = self._record
        has_type = self._push_with_type(store.operands[1])
        if self._push_with_type(store.operands[0]):
            has_type = True
        record.append(encoded_alignment(store.alignment))
        record.append(1 if store.is_volatile else 0)
        if store.ordering:
            record.append(store.ordering)
            record.append(self.sync_scopes[store.sync_scope])
            self.stream.emit_record(FUNC_CODE_INST_STOREATOMIC, record)
        else:
            self.stream.emit_record(FUNC_CODE_INST_STORE, record, 0 if has_type else self.abbreviations.store)

    def _write_branch(self, branch: BranchInst) -> None:
        record = self._record
        operands = branch.operands
        if len(operands) == 1:
            record.append(self._value_ids[operands[0]])
            self.stream.emit_record(FUNC_CODE_INST_BR, record, self.abbreviations.branch)
            return
        record.append(self._value_ids[operands[2]])
        record.append(self._value_ids[operands[1]])
        self._push(operands[0])
        self.stream.emit_record(FUNC_CODE_INST_BR, record, self.abbreviations.conditional_branch)

    def _write_binary(self, binary: BinaryOperator) -> None:
        record = self._record
        operands = binary.operands
        has_type = self._push_with_type(operands[0])
        self._push(operands[1])
        record.append(binary.opcode.code)
        abbreviation = self.abbreviations.binary
        if binary.flags:
            record.append(binary.flags)
            abbreviation = self.abbreviations.binary_flags
        self.stream.emit_record(FUNC_CODE_INST_BINOP, record, 0 if has_type else abbreviation)

    def _write_comparison(self, comparison: CmpInst) -> None:
        record = self._record
        operands = comparison.operands
        has_type = self._push_with_type(operands[0])
        self._push(operands[1])
        record.append(comparison.predicate)
        abbreviation = self.abbreviations.comparison
        if comparison.flags:
            record.append(comparison.flags)
            abbreviation = self.abbreviations.comparison_flags
        self.stream.emit_record(FUNC_CODE_INST_CMP2, record, 0 if has_type else abbreviation)

    def _write_cast(self, cast: CastInst) -> None:
        record = self._record
        has_type = self._push_with_type(cast.operands[0])
        record.append(self._type_ids[cast.type])
        record.append(cast.opcode.code)
        abbreviation = self.abbreviations.cast
        if cast.flags and self.version >= CAST_FLAGS_SINCE:
            record.append(cast.flags)
            abbreviation = self.abbreviations.cast_flags
        self.stream.emit_record(FUNC_CODE_INST_CAST, record, 0 if has_type else abbreviation)

    def _write_phi(self, phi: PHINode) -> None:
        record = self._record
        record.append(self._type_ids[phi.type])
        own = self._number
        blocks = phi.blocks
        index = 0
        for operand in phi.operands:
            record.append(rotated(own - self._value_ids[operand]))
            record.append(self._value_ids[blocks[index]])
            index += 1
        if phi.flags:
            record.append(phi.flags)
        self.stream.emit_record(FUNC_CODE_INST_PHI, record)

    def _write_alloca(self, alloca: AllocaInst) -> None:
        record = self._record
        count = alloca.operands[0]
        record.append(self._type_ids[alloca.allocated_type])
        record.append(self._type_ids[count.type])
        record.append(self._value_ids[count])
        alignment = encoded_alignment(alloca.alignment)
        word = alignment & ((1 << _ALIGNMENT_LOW_BITS) - 1) | alignment >> _ALIGNMENT_LOW_BITS << _ALIGNMENT_HIGH_SHIFT
        word |= _ALLOCA_EXPLICIT_TYPE
        if alloca.is_inalloca:
            word |= _IN_ALLOCA
        if alloca.is_swifterror:
            word |= _SWIFT_ERROR
        record.append(word)
        if self.version >= ALLOCA_ADDRESS_SPACE_SINCE:
            if self._alloca_space < 0:
                self._alloca_space = self.data_layout.alloca_address_space
            pointer = alloca.type
            if isinstance(pointer, PointerType) and pointer.address_space != self._alloca_space:
                record.append(pointer.address_space)
        self.stream.emit_record(FUNC_CODE_INST_ALLOCA, record)

    def _write_call(self, call: CallInst) -> None:
        if call.bundles is not None:
            self._write_bundles(call)
        record = self._record
        word = call.calling_convention << _CONVENTION_SHIFT | _EXPLICIT_TYPE
        kind = call.tail_kind
        if kind:
            if kind == "tail":
                word |= _TAIL
            elif kind == "musttail":
                word |= _TAIL | _MUST_TAIL
            else:
                word |= _NO_TAIL
        record.append(self.enumerator.attribute_list_id(call.attributes))
        if call.flags:
            record.append(word | _FAST_MATH)
            record.append(call.flags)
        else:
            record.append(word)
        self._push_callee_and_arguments(call)
        self.stream.emit_record(FUNC_CODE_INST_CALL, record)

    def _push_callee_and_arguments(self, call: CallBase) -> None:
        record = self._record
        function_type = call.function_type
        record.append(self._type_ids[function_type])
        operands = call.operands
        self._push_with_type(operands[len(operands) - 1])
        fixed = len(function_type.parameters)
        for index in range(fixed):
            operand = operands[index]
            if operand.type.kind == LABEL:
                record.append(self._value_ids[operand])
            else:
                self._push(operand)
        if function_type.is_variadic:
            for index in range(fixed, call.argument_count):
                self._push_with_type(operands[index])

    def _write_bundles(self, call: CallBase) -> None:
        """The operand bundles stand in records of their own before the call's."""
        bundles = call.bundles
        assert bundles is not None
        record = self._record
        for bundle in bundles:
            tag = self.bundle_tags.get(bundle.tag)
            if tag is None:
                tag = len(self.bundle_tags)
                self.bundle_tags[bundle.tag] = tag
            record.append(tag)
            for index in range(bundle.begin, bundle.end):
                operand = call.operands[index]
                if isinstance(operand, MetadataAsValue) and self.version >= METADATA_BUNDLES_SINCE:
                    record.append(_METADATA_IN_BUNDLE)
                    record.append(self.enumerator.metadata_number(operand.metadata) - 1)
                else:
                    self._push_with_type(operand)
            self.stream.emit_record(FUNC_CODE_OPERAND_BUNDLE, record)
            record.clear()

    def _write_rare_instruction(self, instruction: Instruction) -> None:
        record = self._record
        operands = instruction.operands
        code = 0
        abbreviation = 0
        if isinstance(instruction, ExtractValueInst):
            code = FUNC_CODE_INST_EXTRACTVAL
            self._push_with_type(operands[0])
            record.extend(instruction.indices)
        elif isinstance(instruction, InsertValueInst):
            code = FUNC_CODE_INST_INSERTVAL
            self._push_with_type(operands[0])
            self._push_with_type(operands[1])
            record.extend(instruction.indices)
        elif isinstance(instruction, ExtractElementInst):
            code = FUNC_CODE_INST_EXTRACTELT
            self._push_with_type(operands[0])
            self._push_with_type(operands[1])
        elif isinstance(instruction, InsertElementInst):
            code = FUNC_CODE_INST_INSERTELT
            self._push_with_type(operands[0])
            self._push(operands[1])
            self._push_with_type(operands[2])
        elif isinstance(instruction, ShuffleVectorInst):
            code = FUNC_CODE_INST_SHUFFLEVEC
            self._push_with_type(operands[0])
            self._push(operands[1])
            # up to LLVM 10 the mask was an operand like the others
            self._push(instruction.mask)
        elif isinstance(instruction, UnaryOperator):
            code = FUNC_CODE_INST_UNOP
            has_type = self._push_with_type(operands[0])
            record.append(instruction.opcode.code)
            abbreviation = self.abbreviations.unary
            if instruction.flags:
                record.append(instruction.flags)
                abbreviation = self.abbreviations.unary_flags
            if has_type:
                abbreviation = 0
        elif isinstance(instruction, FreezeInst):
            code = FUNC_CODE_INST_FREEZE
            self._push_with_type(operands[0])
        elif isinstance(instruction, InvokeInst):
            if instruction.bundles is not None:
                self._write_bundles(instruction)
            code = FUNC_CODE_INST_INVOKE
            record.append(self.enumerator.attribute_list_id(instruction.attributes))
            record.append(instruction.calling_convention | _INVOKE_EXPLICIT_TYPE)
            record.append(self._value_ids[instruction.normal_block])
            record.append(self._value_ids[instruction.unwind_block])
            self._push_callee_and_arguments(instruction)
        elif isinstance(instruction, ResumeInst):
            code = FUNC_CODE_INST_RESUME
            self._push_with_type(operands[0])
        elif isinstance(instruction, LandingPadInst):
            code = FUNC_CODE_INST_LANDINGPAD
            record.append(self._type_ids[instruction.type])
            record.append(1 if instruction.is_cleanup else 0)
            record.append(len(operands))
            for clause in operands:
                record.append(1 if clause.type.kind == ARRAY else 0)
                self._push_with_type(clause)
        elif isinstance(instruction, IndirectBrInst):
            code = FUNC_CODE_INST_INDIRECTBR
            record.append(self._type_ids[operands[0].type])
            self._push(operands[0])
            for operand in operands[1:]:
                record.append(self._value_ids[operand])
        elif isinstance(instruction, VAArgInst):
            code = FUNC_CODE_INST_VAARG
            record.append(self._type_ids[operands[0].type])
            self._push(operands[0])
            record.append(self._type_ids[instruction.type])
        elif isinstance(instruction, CallBrInst):
            if instruction.bundles is not None:
                self._write_bundles(instruction)
            code = FUNC_CODE_INST_CALLBR
            record.append(self.enumerator.attribute_list_id(instruction.attributes))
            record.append(instruction.calling_convention << _CONVENTION_SHIFT | _EXPLICIT_TYPE)
            record.append(self._value_ids[instruction.default_block])
            record.append(instruction.indirect_count)
            for block in instruction.indirect_blocks:
                record.append(self._value_ids[block])
            self._push_callee_and_arguments(instruction)
        else:
            self._write_atomic_or_funclet(instruction)
            return
        self.stream.emit_record(code, record, abbreviation)

    def _write_atomic_or_funclet(self, instruction: Instruction) -> None:
        record = self._record
        operands = instruction.operands
        code = 0
        if isinstance(instruction, FenceInst):
            code = FUNC_CODE_INST_FENCE
            record.append(instruction.ordering)
            record.append(self.sync_scopes[instruction.sync_scope])
        elif isinstance(instruction, AtomicCmpXchgInst):
            code = FUNC_CODE_INST_CMPXCHG
            self._push_with_type(operands[0])
            self._push_with_type(operands[1])
            self._push(operands[2])
            record.append(1 if instruction.is_volatile else 0)
            record.append(instruction.success_ordering)
            record.append(self.sync_scopes[instruction.sync_scope])
            record.append(instruction.failure_ordering)
            record.append(1 if instruction.is_weak else 0)
            if self.version >= ATOMIC_ALIGNMENT_SINCE:
                record.append(encoded_alignment(instruction.alignment))
        elif isinstance(instruction, AtomicRMWInst):
            with_alignment = self.version >= ATOMIC_ALIGNMENT_SINCE
            code = FUNC_CODE_INST_ATOMICRMW if with_alignment else FUNC_CODE_INST_ATOMICRMW_OLD
            self._push_with_type(operands[0])
            if with_alignment:
                self._push_with_type(operands[1])
            else:
                self._push(operands[1])
            record.append(instruction.operation)
            record.append(1 if instruction.is_volatile else 0)
            record.append(instruction.ordering)
            record.append(self.sync_scopes[instruction.sync_scope])
            if with_alignment:
                record.append(encoded_alignment(instruction.alignment))
        elif isinstance(instruction, CatchPadInst) or isinstance(instruction, CleanupPadInst):
            is_catch = isinstance(instruction, CatchPadInst)
            code = FUNC_CODE_INST_CATCHPAD if is_catch else FUNC_CODE_INST_CLEANUPPAD
            last = len(operands) - 1
            self._push(operands[last])
            record.append(last)
            for operand in operands[:last]:
                self._push_with_type(operand)
        elif isinstance(instruction, CatchSwitchInst):
            code = FUNC_CODE_INST_CATCHSWITCH
            self._push(operands[0])
            handlers = instruction.handlers
            record.append(len(handlers))
            for handler in handlers:
                record.append(self._value_ids[handler])
            unwind = instruction.unwind
            if unwind is not None:
                record.append(self._value_ids[unwind])
        elif isinstance(instruction, CatchReturnInst):
            code = FUNC_CODE_INST_CATCHRET
            self._push(operands[0])
            record.append(self._value_ids[operands[1]])
        elif isinstance(instruction, CleanupReturnInst):
            code = FUNC_CODE_INST_CLEANUPRET
            self._push(operands[0])
            if len(operands) > 1:
                record.append(self._value_ids[operands[1]])
        else:
            raise PyllvmError(Diagnostic("error", f"{type(instruction).__name__} is no instruction that bitcode can hold"))
        self.stream.emit_record(code, record)

    # Debug information

    def _write_location(self, location: MDNode) -> None:
        """A location has a record of its own; one like the last takes the shortest there is."""
        if location is self._last_location:
            self.stream.emit_record(FUNC_CODE_DEBUG_LOC_AGAIN, [])
            return
        self._last_location = location
        record = self.metadata.location_record(location)
        self.stream.emit_record(FUNC_CODE_DEBUG_LOC, record, self.abbreviations.debug_location)

    def _write_debug_record(self, debug_record: DebugRecord) -> None:
        stream = self.stream
        kind = debug_record.kind
        record = [self._metadata_id(debug_record.debug_location), self._metadata_id(debug_record.variable)]
        if kind == DBG_LABEL:
            stream.emit_record(FUNC_CODE_DEBUG_RECORD_LABEL, record)
            return
        record.append(self._metadata_id(debug_record.expression))
        location = debug_record.location
        if kind == DBG_VALUE:
            if isinstance(location, ValueAsMetadata):
                number = self._value_ids[location.value]
                if number < self._number:
                    record.append(self._number - number)
                    abbreviation = self.abbreviations.debug_record_value
                    stream.emit_record(FUNC_CODE_DEBUG_RECORD_VALUE_SIMPLE, record, abbreviation)
                    return
            record.append(self._metadata_id(location))
            stream.emit_record(FUNC_CODE_DEBUG_RECORD_VALUE, record)
            return
        record.append(self._metadata_id(location))
        if kind == DBG_DECLARE:
            stream.emit_record(FUNC_CODE_DEBUG_RECORD_DECLARE, record)
        elif kind == DBG_DECLARE_VALUE:
            stream.emit_record(FUNC_CODE_DEBUG_RECORD_DECLARE_VALUE, record)
        elif kind == DBG_ASSIGN:
            record.append(self._metadata_id(debug_record.assign_id))
            record.append(self._metadata_id(debug_record.address_expression))
            record.append(self._metadata_id(debug_record.address))
            stream.emit_record(FUNC_CODE_DEBUG_RECORD_ASSIGN, record)

    def _metadata_id(self, metadata: Metadata | None) -> int:
        return self.enumerator.metadata_number(metadata) - 1

    # Block addresses

    def _write_block_address_users(self, function: Function) -> None:
        """The other functions that use the addresses of this one's blocks, in the order in which LLVM meets them."""
        users: list[Function] = []
        for block in function.blocks:
            waiting: list[Value] = []
            if block.uses is not None:
                for use in block.uses:
                    if isinstance(use.user, BlockAddress):
                        waiting.append(use.user)
            seen: set[Value] = set(waiting)
            while waiting:
                for user in waiting.pop().users:
                    if isinstance(user, Instruction):
                        other = user.function
                        if other is not None and other is not function and other not in users:
                            users.append(other)
                    elif _is_plain_constant(user) and user not in seen:
                        seen.add(user)
                        waiting.append(user)
        if users:
            self.stream.emit_record(FUNC_CODE_BLOCKADDR_USERS, [self._value_ids[user] for user in users])


def _is_plain_constant(user: User) -> bool:
    return isinstance(user, Constant) and not isinstance(user, GlobalValue)
