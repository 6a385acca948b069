"""The text of instructions and debug records, a line each (some have several), without the line's end."""

from __future__ import annotations

from typing import Final, final

from pyllvm.assembly.printer.names import escape, metadata_name_text
from pyllvm.assembly.printer.operands import OperandPrinter, flag_text
from pyllvm.ir.attributes import AttributeSet
from pyllvm.ir.constants import Constant, ConstantInt
from pyllvm.ir.function import BasicBlock, Function, Instruction
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
    CatchReturnInst,
    CatchSwitchInst,
    CleanupReturnInst,
    CmpInst,
    ExtractValueInst,
    FenceInst,
    FuncletPadInst,
    GetElementPtrInst,
    IndirectBrInst,
    InsertValueInst,
    InvokeInst,
    LandingPadInst,
    LoadInst,
    PHINode,
    ReturnInst,
    SelectInst,
    ShuffleVectorInst,
    StoreInst,
    SwitchInst,
    UnaryOperator,
    VAArgInst,
)
from pyllvm.ir.metadata import DBG_ASSIGN, DBG_LABEL, Attachment, DebugRecord
from pyllvm.ir.types import ARRAY, VOID, IntegerType, PointerType
from pyllvm.ir.value import Value
from pyllvm.tables import calling_conventions
from pyllvm.tables.argument_comments import ARGUMENT_COMMENTS_SINCE, COMMENTED_PREFIX, commented_arguments
from pyllvm.tables.atomics import ATOMIC_RMW_OPERATIONS, ORDERINGS
from pyllvm.tables.features import ATOMIC_ALIGNMENT_SINCE
from pyllvm.tables.intrinsics import intrinsic_signature_row
from pyllvm.tables.opcodes import FAST_MATH, GEP_FLAGS
from pyllvm.tables.predicates import PREDICATE_OF_NUMBER

# Since when these give each operand its type, though they be the same.
CMPXCHG_TYPES_SINCE: Final = 15
ATOMIC_RMW_TYPES_SINCE: Final = 16
# Since when a musttail call without arguments in a variadic function has no comma before its ellipsis.
BARE_ELLIPSIS_SINCE: Final = 16


@final
class InstructionPrinter:
    """Spells instructions; the operands are an `OperandPrinter`'s."""

    def __init__(self, operands: OperandPrinter, version: int, program_address_space: int) -> None:
        self.operands = operands
        self.types = operands.types
        self.slots = operands.slots
        self.version = version
        self.program_address_space = program_address_space
        self._kind_texts: dict[str, str] = {}
        self._attribute_texts: dict[AttributeSet, str] = {}

    def text(self, instruction: Instruction) -> str:
        """The instruction with its indent, its result and its attachments."""
        body = self._body(instruction)
        location = instruction.debug_location
        attachments = instruction.attachments
        if location is not None:
            number = self.slots.metadata.get(location)
            body += f", !dbg !{number}" if number is not None else f", !dbg {self.operands.metadata(location)}"
        if attachments is not None:
            body += self.attachments(attachments, ", ")
        if instruction.type.kind == VOID and not instruction.name:
            return "  " + body
        if isinstance(instruction, CallInst) and is_relocation(instruction):
            body += self._relocation_comment(instruction)
        result = self.slots.locals.get(instruction)
        if result is None:
            result = "<badref>" if not instruction.name else self.operands.reference(instruction)
        return f"  {result} = {body}"

    def attachments(self, attachments: list[Attachment], separator: str) -> str:
        """The attachments in the order of their kinds, each with the separator before it."""
        text = ""
        known = self._kind_texts
        for attachment in self.slots.ordered(attachments):
            kind = known.get(attachment.kind)
            if kind is None:
                kind = metadata_name_text(attachment.kind)
                known[attachment.kind] = kind
            text += f"{separator}!{kind} {self.operands.metadata(attachment.node)}"
        return text

    def attribute_set(self, attributes: AttributeSet) -> str:
        """The attributes of a parameter or return value."""
        found = self._attribute_texts.get(attributes)
        if found is None:
            found = attributes.as_string(self.version, False, self.types.text)
            self._attribute_texts[attributes] = found
        return found

    def _body(self, instruction: Instruction) -> str:
        operands = self.operands
        types = self.types
        if isinstance(instruction, CallInst):
            return self._call(instruction)
        if isinstance(instruction, LoadInst):
            pointer = instruction.operands[0]
            words = ""
            ordering = ""
            if instruction.ordering:
                words = " atomic"
                ordering = self._ordering(instruction.ordering, instruction.sync_scope)
            if instruction.is_volatile:
                words += " volatile"
            text = f"load{words} {types.text(instruction.type)}, {types.text(pointer.type)} {operands.reference(pointer)}"
            alignment = f", align {instruction.alignment}" if instruction.alignment else ""
            return text + ordering + alignment
        if isinstance(instruction, StoreInst):
            words = ""
            ordering = ""
            if instruction.ordering:
                words = " atomic"
                ordering = self._ordering(instruction.ordering, instruction.sync_scope)
            if instruction.is_volatile:
                words += " volatile"
            text = f"store{words} {operands.typed(instruction.operands[0])}, {operands.typed(instruction.operands[1])}"
            alignment = f", align {instruction.alignment}" if instruction.alignment else ""
            return text + ordering + alignment
        if isinstance(instruction, GetElementPtrInst):
            words = flag_text(GEP_FLAGS, instruction.flags) if instruction.flags else ""
            text = f"getelementptr{words} {types.text(instruction.source_element_type)}"
            for operand in instruction.operands:
                text += f", {types.text(operand.type)} {operands.reference(operand)}"
            return text
        if isinstance(instruction, BranchInst):
            parts = instruction.operands
            if len(parts) == 3:
                return f"br {operands.typed(parts[0])}, {operands.typed(parts[2])}, {operands.typed(parts[1])}"
            return f"br {operands.typed(parts[0])}"
        if isinstance(instruction, CmpInst):
            left = instruction.operands[0]
            predicate = instruction.predicate
            word = "icmp"
            if predicate < 32:
                word = "fcmp"
                if instruction.flags:
                    word += flag_text(FAST_MATH, instruction.flags)
            elif instruction.flags & 1:
                word = "icmp samesign"
            return (
                f"{word} {PREDICATE_OF_NUMBER[predicate]} {types.text(left.type)} "
                f"{operands.reference(left)}, {operands.reference(instruction.operands[1])}"
            )
        if isinstance(instruction, BinaryOperator):
            left = instruction.operands[0]
            opcode = instruction.opcode
            words = flag_text(opcode.flags, instruction.flags) if instruction.flags else ""
            return (
                f"{opcode.name}{words} {types.text(left.type)} "
                f"{operands.reference(left)}, {operands.reference(instruction.operands[1])}"
            )
        if isinstance(instruction, CastInst):
            opcode = instruction.opcode
            words = flag_text(opcode.flags, instruction.flags) if instruction.flags else ""
            return f"{opcode.name}{words} {operands.typed(instruction.operands[0])} to {types.text(instruction.type)}"
        if isinstance(instruction, PHINode):
            words = flag_text(FAST_MATH, instruction.flags) if instruction.flags else ""
            pairs: list[str] = []
            index = 0
            blocks = instruction.blocks
            for operand in instruction.operands:
                pairs.append(f"[ {operands.reference(operand)}, {operands.reference(blocks[index])} ]")
                index += 1
            return f"phi{words} {types.text(instruction.type)} {', '.join(pairs)}"
        if isinstance(instruction, AllocaInst):
            return self._alloca(instruction)
        if isinstance(instruction, SelectInst):
            words = flag_text(FAST_MATH, instruction.flags) if instruction.flags else ""
            return f"select{words} {self._typed_list(instruction.operands)}"
        if isinstance(instruction, ReturnInst):
            return f"ret {operands.typed(instruction.operands[0])}" if instruction.operands else "ret void"
        if isinstance(instruction, SwitchInst):
            parts = instruction.operands
            text = f"switch {operands.typed(parts[0])}, {operands.typed(parts[1])} ["
            for index in range(2, len(parts) - 1, 2):
                text += f"\n    {operands.typed(parts[index])}, {operands.typed(parts[index + 1])}"
            return text + "\n  ]"
        if isinstance(instruction, CallBase):
            return self._invoke_or_callbr(instruction)
        return self._rare(instruction)

    def _typed_list(self, values: list[Value]) -> str:
        return ", ".join([self.operands.typed(value) for value in values])

    def _uniform_list(self, values: list[Value]) -> str:
        """The operands with one type before them all, where all have it."""
        if not values:
            return ""
        first = values[0].type
        for value in values:
            if value.type is not first:
                return self._typed_list(values)
        return f"{self.types.text(first)} {', '.join([self.operands.reference(value) for value in values])}"

    def _rare(self, instruction: Instruction) -> str:
        operands = self.operands
        parts = instruction.operands
        if isinstance(instruction, UnaryOperator):
            words = flag_text(instruction.opcode.flags, instruction.flags) if instruction.flags else ""
            return f"{instruction.opcode.name}{words} {operands.typed(parts[0])}"
        if isinstance(instruction, (ExtractValueInst, InsertValueInst)):
            indices = "".join([f", {index}" for index in instruction.indices])
            return f"{instruction.opcode_name} {self._typed_list(parts)}{indices}"
        if isinstance(instruction, ShuffleVectorInst):
            return f"shufflevector {self._typed_list(parts)}, {operands.shuffle_mask(instruction.mask)}"
        if isinstance(instruction, AtomicRMWInst):
            return self._atomic_rmw(instruction)
        if isinstance(instruction, AtomicCmpXchgInst):
            return self._cmpxchg(instruction)
        if isinstance(instruction, FenceInst):
            return f"fence{self._ordering(instruction.ordering, instruction.sync_scope)}"
        if isinstance(instruction, VAArgInst):
            return f"va_arg {operands.typed(parts[0])}, {self.types.text(instruction.type)}"
        if isinstance(instruction, IndirectBrInst):
            return f"indirectbr {operands.typed(parts[0])}, [{self._typed_list(parts[1:])}]"
        if isinstance(instruction, LandingPadInst):
            return self._landing_pad(instruction)
        if isinstance(instruction, FuncletPadInst):
            pad = operands.reference(instruction.parent_pad)
            return f"{instruction.opcode_name} within {pad} [{self._typed_list(instruction.arguments)}]"
        if isinstance(instruction, CatchSwitchInst):
            handlers = self._typed_list(instruction.handlers)
            unwind = instruction.unwind
            target = "to caller" if unwind is None else operands.typed(unwind)
            return f"catchswitch within {operands.reference(parts[0])} [{handlers}] unwind {target}"
        if isinstance(instruction, CatchReturnInst):
            return f"catchret from {operands.reference(parts[0])} to {operands.typed(parts[1])}"
        if isinstance(instruction, CleanupReturnInst):
            target = operands.typed(parts[1]) if len(parts) > 1 else "to caller"
            return f"cleanupret from {operands.reference(parts[0])} unwind {target}"
        # unreachable, resume, freeze, extractelement, insertelement
        word = instruction.opcode_name
        return f"{word} {self._uniform_list(parts)}" if parts else word

    def _alloca(self, instruction: AllocaInst) -> str:
        text = "alloca "
        if instruction.is_inalloca:
            text += "inalloca "
        if instruction.is_swifterror:
            text += "swifterror "
        text += self.types.text(instruction.allocated_type)
        count = instruction.operands[0]
        type = count.type
        is_plain = isinstance(count, ConstantInt) and count.value == 1
        if not is_plain or not isinstance(type, IntegerType) or type.width != 32:
            text += ", " + self.operands.typed(count)
        if instruction.alignment:
            text += f", align {instruction.alignment}"
        pointer = instruction.type
        if isinstance(pointer, PointerType) and pointer.address_space:
            text += f", addrspace({pointer.address_space})"
        return text

    def _ordering(self, ordering: int, sync_scope: str) -> str:
        if not ordering:
            return ""
        scope = f' syncscope("{escape(sync_scope, self.version)}")' if sync_scope else ""
        return f"{scope} {ORDERINGS[ordering]}"

    def _atomic_rmw(self, instruction: AtomicRMWInst) -> str:
        words = "atomicrmw volatile " if instruction.is_volatile else "atomicrmw "
        parts = instruction.operands
        values = self._typed_list(parts) if self.version >= ATOMIC_RMW_TYPES_SINCE else self._uniform_list(parts)
        text = words + ATOMIC_RMW_OPERATIONS[instruction.operation].word + " " + values
        text += self._ordering(instruction.ordering, instruction.sync_scope)
        if instruction.alignment and self.version >= ATOMIC_ALIGNMENT_SINCE:
            text += f", align {instruction.alignment}"
        return text

    def _cmpxchg(self, instruction: AtomicCmpXchgInst) -> str:
        words = "cmpxchg"
        if instruction.is_weak:
            words += " weak"
        if instruction.is_volatile:
            words += " volatile"
        parts = instruction.operands
        values = self._typed_list(parts) if self.version >= CMPXCHG_TYPES_SINCE else self._uniform_list(parts)
        text = f"{words} {values}{self._ordering(instruction.success_ordering, instruction.sync_scope)}"
        text += f" {ORDERINGS[instruction.failure_ordering]}"
        if instruction.alignment and self.version >= ATOMIC_ALIGNMENT_SINCE:
            text += f", align {instruction.alignment}"
        return text

    def _landing_pad(self, instruction: LandingPadInst) -> str:
        lines = ["landingpad " + self.types.text(instruction.type)]
        if instruction.is_cleanup:
            lines.append("          cleanup")
        for clause in instruction.operands:
            word = "filter" if clause.type.kind == ARRAY else "catch"
            lines.append(f"          {word} {self.operands.typed(clause)}")
        return "\n".join(lines)

    # --- calls

    def _call(self, instruction: CallInst) -> str:
        tail = instruction.tail_kind
        word = tail + " call" if tail else "call"
        if instruction.flags:
            word += flag_text(FAST_MATH, instruction.flags)
        ellipsis = ""
        if tail == "musttail":
            function = instruction.function
            if function is not None and function.function_type.is_variadic:
                bare = not instruction.argument_count and self.version >= BARE_ELLIPSIS_SINCE
                ellipsis = "..." if bare else ", ..."
        return self._call_text(word, instruction, ellipsis)

    def _call_text(self, word: str, call: CallBase, ellipsis: str) -> str:
        """What call, invoke and callbr have in common: everything up to the bundles."""
        types = self.types
        operands = self.operands
        callee = call.operands[-1]
        attributes = call.attributes
        text = word
        if call.calling_convention:
            text += " " + calling_conventions.text(call.calling_convention, self.version)
        if attributes is not None and attributes.returned:
            text += " " + self.attribute_set(attributes.returned)
        space = 0
        callee_type = callee.type
        if isinstance(callee_type, PointerType):
            space = callee_type.address_space
        if (space or self.program_address_space) and self.version >= 8:
            text += f" addrspace({space})"
        function_type = call.function_type
        shown = function_type if function_type.is_variadic else function_type.return_type
        arguments: list[str] = []
        count = call.argument_count
        parameters = None if attributes is None else attributes.parameters
        index = 0
        for argument in call.operands:
            if index == count:
                break
            if parameters is not None and index in parameters:
                arguments.append(
                    f"{types.text(argument.type)} {self.attribute_set(parameters[index])} {operands.reference(argument)}"
                )
            else:
                arguments.append(f"{types.text(argument.type)} {operands.reference(argument)}")
            index += 1
        if self.version >= ARGUMENT_COMMENTS_SINCE and isinstance(callee, Function) and callee.name.startswith(COMMENTED_PREFIX):
            self._comment_arguments(call, callee.name, arguments)
        text += f" {types.text(shown)} {operands.reference(callee)}({', '.join(arguments)}{ellipsis})"
        if attributes is not None and attributes.function:
            text += f" #{self.slots.attribute_group(attributes.function)}"
        if call.bundles is not None:
            bundles: list[str] = []
            for bundle in call.bundles:
                values = self._typed_list(call.operands[bundle.begin : bundle.end])
                bundles.append(f'"{escape(bundle.tag, self.version)}"({values})')
            text += f" [ {', '.join(bundles)} ]"
        return text

    def _comment_arguments(self, call: CallBase, name: str, texts: list[str]) -> None:
        """Put the comments that LLVM gives some intrinsics' arguments before them."""
        row = intrinsic_signature_row(name, self.version)
        if row is None:
            return
        for index, (word, meanings) in commented_arguments(row[0]).items():
            argument = call.operands[index] if index < len(texts) else None
            if isinstance(argument, Constant):
                number = argument.unsigned if isinstance(argument, ConstantInt) else len(meanings)
                meaning = meanings[number] if number < len(meanings) else ""
                texts[index] = f"/* {word}={meaning} */ {texts[index]}"

    def _invoke_or_callbr(self, instruction: CallBase) -> str:
        operands = self.operands
        word = instruction.opcode_name
        if instruction.flags:
            word += flag_text(FAST_MATH, instruction.flags)
        text = self._call_text(word, instruction, "")
        if isinstance(instruction, InvokeInst):
            normal = operands.typed(instruction.normal_block)
            return f"{text}\n          to {normal} unwind {operands.typed(instruction.unwind_block)}"
        assert isinstance(instruction, CallBrInst)
        default = operands.typed(instruction.default_block)
        return f"{text}\n          to {default} [{self._typed_list(instruction.indirect_blocks)}]"

    def _relocation_comment(self, call: CallInst) -> str:
        """The comment behind a call of gc.relocate: the base and the derived pointer that it stands for."""
        live: list[Value] | None = None
        statepoint = statepoint_of(call.operands[0])
        if statepoint is not None:
            live = statepoint.arguments
            for bundle in statepoint.bundles or []:
                if bundle.tag == "gc-live":
                    live = statepoint.operands[bundle.begin : bundle.end]
        texts: list[str] = []
        for index in call.operands[1:3]:
            if live is None:
                texts.append("undef")
            elif isinstance(index, ConstantInt) and 0 <= index.value < len(live):
                texts.append(self.operands.reference(live[index.value]))
        return f" ; ({', '.join(texts)})"

    # --- debug records

    def debug_record(self, record: DebugRecord) -> str:
        """`#dbg_value(...)` and its like, without indent."""
        spell = self.operands.metadata
        parts: list[str] = []
        if record.kind != DBG_LABEL:
            parts.append(spell(record.location))
        parts.append(spell(record.variable))
        if record.kind != DBG_LABEL:
            parts.append(spell(record.expression))
        if record.kind == DBG_ASSIGN:
            parts.append(spell(record.assign_id))
            parts.append(spell(record.address))
            parts.append(spell(record.address_expression))
        parts.append("(null)" if record.debug_location is None else spell(record.debug_location))
        return f"#dbg_{record.kind}({', '.join(parts)})"


def is_relocation(call: CallInst) -> bool:
    """Whether it calls llvm.experimental.gc.relocate."""
    callee = call.operands[-1]
    if not isinstance(callee, Function) or not callee.name.startswith("llvm.experimental.gc.relocate"):
        return False
    return call.argument_count == 3 and callee.function_type is call.function_type


def statepoint_of(token: Value) -> CallBase | None:
    """The statepoint that a gc.relocate's token comes from, by way of a landing pad perhaps."""
    if isinstance(token, LandingPadInst):
        before: list[BasicBlock] = [] if token.parent is None else token.parent.predecessors
        if not before or any(block is not before[0] for block in before):
            return None
        last = before[0].terminator
        return last if isinstance(last, CallBase) else None
    return token if isinstance(token, CallBase) else None
