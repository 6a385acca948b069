"""Writes CALL, INVOKE and CALLBR records, and the OPERAND_BUNDLE records before them."""

from __future__ import annotations

from typing import final

from pyllvm.bitcode.writer.abbreviations import StandardAbbreviations
from pyllvm.bitcode.writer.limits import check
from pyllvm.bitcode.writer.numbers import type_id, value_id
from pyllvm.bitcode.writer.operands import ChapterWriter, OperandWriter
from pyllvm.bitstream.writer import BitstreamWriter
from pyllvm.ir.instructions import CallBase, CallBrInst, CallInst, InvokeInst
from pyllvm.ir.metadata import MetadataAsValue
from pyllvm.ir.types import LABEL
from pyllvm.tables import instruction_bits
from pyllvm.tables.features import METADATA_BUNDLES
from pyllvm.tables.keywords import MUST_TAIL, TAIL
from pyllvm.tables.records import FUNC_CODE_INST_CALL, FUNC_CODE_INST_CALLBR, FUNC_CODE_INST_INVOKE, FUNC_CODE_OPERAND_BUNDLE


@final
class CallWriter(ChapterWriter):
    """Writes calls and the operand bundles before them."""

    def __init__(
        self, stream: BitstreamWriter, operands: OperandWriter, abbreviations: StandardAbbreviations, bundle_tags: dict[str, int]
    ) -> None:
        super().__init__(stream, operands, abbreviations)
        self.enumerator = operands.enumerator
        self.bundle_tags = bundle_tags

    def call(self, call: CallInst) -> None:
        """Write CALL."""
        if call.bundles is not None:
            self._write_bundles(call)
        record = self.record
        word = call.calling_convention_number << instruction_bits.CALL_CONVENTION_SHIFT | instruction_bits.CALL_EXPLICIT_TYPE
        kind = call.tail_kind
        if kind:
            if kind == TAIL:
                word |= instruction_bits.CALL_TAIL
            elif kind == MUST_TAIL:
                word |= instruction_bits.CALL_TAIL | instruction_bits.CALL_MUST_TAIL
            else:
                word |= instruction_bits.CALL_NO_TAIL
        record.append(self.enumerator.attribute_list_id(call._attributes))
        if call.flags:
            record.append(word | instruction_bits.CALL_FAST_MATH)
            record.append(call.flags)
        else:
            record.append(word)
        self._push_callee_and_arguments(call)
        self.stream.emit_record(FUNC_CODE_INST_CALL, record)

    def invoke(self, instruction: InvokeInst) -> None:
        """Write INVOKE."""
        if instruction.bundles is not None:
            self._write_bundles(instruction)
        record = self.record
        record.append(self.enumerator.attribute_list_id(instruction._attributes))
        record.append(instruction.calling_convention_number | instruction_bits.INVOKE_EXPLICIT_TYPE)
        record.append(value_id(instruction.normal_block))
        record.append(value_id(instruction.unwind_block))
        self._push_callee_and_arguments(instruction)
        self.stream.emit_record(FUNC_CODE_INST_INVOKE, record)

    def callbr(self, instruction: CallBrInst) -> None:
        """Write CALLBR."""
        if instruction.bundles is not None:
            self._write_bundles(instruction)
        record = self.record
        record.append(self.enumerator.attribute_list_id(instruction._attributes))
        record.append(
            instruction.calling_convention_number << instruction_bits.CALL_CONVENTION_SHIFT | instruction_bits.CALL_EXPLICIT_TYPE
        )
        record.append(value_id(instruction.default_block))
        record.append(instruction.indirect_count)
        for block in instruction.indirect_blocks:
            record.append(value_id(block))
        self._push_callee_and_arguments(instruction)
        self.stream.emit_record(FUNC_CODE_INST_CALLBR, record)

    def _push_callee_and_arguments(self, call: CallBase) -> None:
        """The end of a call's record, from the type on."""
        writer = self.operands
        record = self.record
        function_type = call.function_type
        record.append(type_id(function_type))
        operands = call.operands
        writer.push_with_type(operands[len(operands) - 1])
        fixed = len(function_type.parameters)
        for index in range(fixed):
            operand = operands[index]
            if operand.type.kind == LABEL:
                record.append(value_id(operand))
            else:
                writer.push(operand)
        if function_type.is_variadic:
            for index in range(fixed, call.argument_count):
                writer.push_with_type(operands[index])

    def _write_bundles(self, call: CallBase) -> None:
        """Write OPERAND_BUNDLE: a record for each bundle, before the call's."""
        writer = self.operands
        bundles = call.bundles
        assert bundles is not None
        record = self.record
        for bundle in bundles:
            tag = self.bundle_tags.get(bundle.tag)
            if tag is None:
                tag = len(self.bundle_tags)
                self.bundle_tags[bundle.tag] = tag
            record.append(tag)
            for index in range(bundle.begin, bundle.end):
                operand = call.operands[index]
                if isinstance(operand, MetadataAsValue):
                    check(METADATA_BUNDLES, self.version)
                    record.append(instruction_bits.BUNDLE_METADATA)
                    writer.push(operand)
                else:
                    writer.push_with_type(operand)
            self.stream.emit_record(FUNC_CODE_OPERAND_BUNDLE, record)
            record.clear()
