"""The text of instructions and debug records: one line each (some have several), without the line's end."""

from __future__ import annotations

from typing import final

from pyllvm.assembly.printer import aggregates, arithmetic, memory
from pyllvm.assembly.printer.calls import CallPrinter, is_relocation
from pyllvm.assembly.printer.control_flow import branch_text, exception_text, indirectbr_text, phi_text, return_text, switch_text
from pyllvm.assembly.printer.operands import OperandPrinter
from pyllvm.ir import instructions
from pyllvm.ir.function import Function, Instruction
from pyllvm.ir.metadata import DBG_ASSIGN, DBG_LABEL, NO_VARIABLE, Attachment, DebugRecord, MDNode, Metadata
from pyllvm.ir.types import VOID
from pyllvm.schema.text import metadata_name_text


@final
class InstructionPrinter:
    """Prints instructions; an `OperandPrinter` prints their operands."""

    def __init__(self, operands: OperandPrinter, program_address_space: int) -> None:
        self.operands = operands
        self.slots = operands.slots
        self.calls = CallPrinter(operands, program_address_space)
        # Printed texts are remembered: code that changes numbers makes another printer.
        self._attachment_texts: dict[str, dict[MDNode, str]] = {}
        self._location: MDNode | None = None
        self._location_text = ""

    def text(self, instruction: Instruction, end: str = "") -> str:
        """The instruction with its indent, its result and its attachments, followed by `end`."""
        body = self._body(instruction)
        location = instruction._debug_location
        attachments = instruction._attachments
        after = "" if attachments is None else self._after_instruction(attachments)
        if location is not None:
            # Successive instructions often have the same one.
            if location is not self._location:
                self._location = location
                self._location_text = f", !dbg {self.operands.metadata(location)}"
            after = self._location_text + after
        if instruction.type.kind == VOID and not instruction.name:
            return f"  {body}{after}{end}"
        if isinstance(instruction, instructions.CallInst) and is_relocation(instruction):
            after += self.calls.relocation_comment(instruction)
        result = self.slots.local_reference(instruction)
        if result is None:
            result = "<badref>" if not instruction.name else self.operands.reference(instruction)
        return f"  {result} = {body}{after}{end}"

    def lines(self, function: Function) -> list[str]:
        """The instructions and debug records of a function; "" precedes each block."""
        found: list[str] = []
        for block in function.blocks:
            found.append("")
            for instruction in block.instructions:
                if instruction._debug_records is not None:
                    for record in instruction._debug_records:
                        found.append(self.debug_record(record))
                found.append(self.text(instruction))
        return found

    def attachments(self, attachments: list[Attachment], separator: str) -> str:
        """The attachments in the order of their kinds' numbers, each preceded by the separator."""
        text = ""
        for attachment in self.slots.ordered(attachments):
            texts = self._attachment_texts.get(attachment._kind)
            if texts is None:
                texts = {}
                self._attachment_texts[attachment._kind] = texts
            found = texts.get(attachment._node)
            if found is None:
                found = f", !{metadata_name_text(attachment._kind)} {self.operands.metadata(attachment._node)}"
                texts[attachment._node] = found
            text += found if separator == ", " else separator + found[2:]
        return text

    def _after_instruction(self, attachments: list[Attachment]) -> str:
        """The attachments of an instruction; most have one, whose text is known."""
        if len(attachments) == 1:
            attachment = attachments[0]
            texts = self._attachment_texts.get(attachment._kind)
            if texts is not None:
                found = texts.get(attachment._node)
                if found is not None:
                    return found
        return self.attachments(attachments, ", ")

    def _body(self, instruction: Instruction) -> str:
        """The instruction without its result and attachments; the most frequent classes come first."""
        operands = self.operands
        if isinstance(instruction, instructions.CallInst):
            return self.calls.call(instruction)
        if isinstance(instruction, instructions.LoadInst):
            return memory.load_text(operands, instruction)
        if isinstance(instruction, instructions.StoreInst):
            return memory.store_text(operands, instruction)
        if isinstance(instruction, instructions.GetElementPtrInst):
            return memory.getelementptr_text(operands, instruction)
        if isinstance(instruction, instructions.BranchInst):
            return branch_text(operands, instruction)
        if isinstance(instruction, instructions.CmpInst):
            return arithmetic.compare_text(operands, instruction)
        if isinstance(instruction, instructions.BinaryOperator):
            return arithmetic.binary_text(operands, instruction)
        if isinstance(instruction, instructions.CastInst):
            return arithmetic.cast_text(operands, instruction)
        if isinstance(instruction, instructions.PHINode):
            return phi_text(operands, instruction)
        if isinstance(instruction, instructions.AllocaInst):
            return memory.alloca_text(operands, instruction)
        if isinstance(instruction, instructions.SelectInst):
            return arithmetic.select_text(operands, instruction)
        if isinstance(instruction, instructions.ReturnInst):
            return return_text(operands, instruction)
        if isinstance(instruction, instructions.SwitchInst):
            return switch_text(operands, instruction)
        if isinstance(instruction, instructions.InvokeInst):
            return self.calls.invoke(instruction)
        if isinstance(instruction, instructions.ExtractValueInst):
            return aggregates.extractvalue_text(operands, instruction)
        if isinstance(instruction, instructions.InsertValueInst):
            return aggregates.insertvalue_text(operands, instruction)
        if isinstance(instruction, instructions.ExtractElementInst):
            return aggregates.extractelement_text(operands, instruction)
        if isinstance(instruction, instructions.InsertElementInst):
            return aggregates.insertelement_text(operands, instruction)
        if isinstance(instruction, instructions.ShuffleVectorInst):
            return aggregates.shufflevector_text(operands, instruction)
        if isinstance(instruction, instructions.UnaryOperator):
            return arithmetic.unary_text(operands, instruction)
        if isinstance(instruction, instructions.FreezeInst):
            return arithmetic.freeze_text(operands, instruction)
        if isinstance(instruction, instructions.BitExtractInst):
            return arithmetic.bitextract_text(operands, instruction)
        if isinstance(instruction, instructions.BitInsertInst):
            return arithmetic.bitinsert_text(operands, instruction)
        return self._rare(instruction)

    def _rare(self, instruction: Instruction) -> str:
        operands = self.operands
        if isinstance(instruction, instructions.UnreachableInst):
            return "unreachable"
        if isinstance(instruction, instructions.AtomicRMWInst):
            return memory.atomicrmw_text(operands, instruction)
        if isinstance(instruction, instructions.AtomicCmpXchgInst):
            return memory.cmpxchg_text(operands, instruction)
        if isinstance(instruction, instructions.FenceInst):
            return memory.fence_text(operands, instruction)
        if isinstance(instruction, instructions.VAArgInst):
            return memory.va_arg_text(operands, instruction)
        if isinstance(instruction, instructions.IndirectBrInst):
            return indirectbr_text(operands, instruction)
        if isinstance(instruction, instructions.CallBrInst):
            return self.calls.callbr(instruction)
        return exception_text(operands, instruction)

    # --- debug records

    def debug_record(self, record: DebugRecord) -> str:
        """`#dbg_value(...)` and its like, without indent."""
        kind = record.kind
        shown = self._record_operand
        end = shown(record._debug_location)
        if kind == DBG_ASSIGN:
            end = f"{shown(record._assign_id)}, {shown(record._address)}, {shown(record.address_expression)}, {end}"
        variable = shown(record._variable)
        if kind == DBG_LABEL:
            return f"#dbg_{kind}({variable}, {end})"
        return f"#dbg_{kind}({shown(record._location)}, {variable}, {shown(record.expression)}, {end})"

    def _record_operand(self, metadata: Metadata | None) -> str:
        return "(null)" if metadata is None or metadata is NO_VARIABLE else self.operands.metadata(metadata)
