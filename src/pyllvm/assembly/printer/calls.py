"""The text of calls: call, invoke, callbr, with their arguments and operand bundles."""

from __future__ import annotations

from typing import final

from pyllvm.assembly.printer.operands import OperandPrinter
from pyllvm.ir.attributes import AttributeSet, floating_point_classes_string
from pyllvm.ir.constants import Constant, ConstantInt
from pyllvm.ir.function import BasicBlock, Function
from pyllvm.ir.instructions import CallBase, CallBrInst, CallInst, InvokeInst, LandingPadInst
from pyllvm.ir.types import PointerType
from pyllvm.ir.value import Value
from pyllvm.schema.text import escape
from pyllvm.tables import calling_conventions
from pyllvm.tables.features import FUNCTION_ADDRESS_SPACES_SINCE
from pyllvm.tables.flags import FAST_MATH
from pyllvm.tables.text_versions import BARE_ELLIPSIS_SINCE, INVALID_RELOCATIONS_SINCE


@final
class CallPrinter:
    """Spells calls, and the attributes of parameters and results."""

    def __init__(self, operands: OperandPrinter, program_address_space: int) -> None:
        self.operands = operands
        self.types = operands.types
        self.slots = operands.slots
        self.version = operands.version
        self.program_address_space = program_address_space
        self._attribute_texts: dict[AttributeSet, str] = {}

    def attribute_set(self, attributes: AttributeSet) -> str:
        """The attributes of a parameter or return value."""
        found = self._attribute_texts.get(attributes)
        if found is None:
            found = attributes.as_string(self.version, False, self.types.text)
            self._attribute_texts[attributes] = found
        return found

    def call(self, call: CallInst) -> str:
        """`tail call i32 @f(i32 %a)`."""
        tail = call.tail_kind
        word = tail + " call" if tail else "call"
        if call.flags:
            word += FAST_MATH.text(call.flags)
        ellipsis = ""
        if tail == "musttail":
            function = call.function
            if function is not None and function.function_type.is_variadic:
                bare = not call.argument_count and self.version >= BARE_ELLIPSIS_SINCE
                ellipsis = "..." if bare else ", ..."
        return self._call_text(word, call, ellipsis)

    def invoke(self, invoke: InvokeInst) -> str:
        """`invoke i32 @f(i32 %a)`, with its two blocks on a line of their own."""
        operands = self.operands
        text = self._call_text(_word_with_flags(invoke), invoke, "")
        normal = operands.typed(invoke.normal_block)
        return f"{text}\n          to {normal} unwind {operands.typed(invoke.unwind_block)}"

    def callbr(self, callbr: CallBrInst) -> str:
        """`callbr void asm "", ""()`, with its blocks on a line of their own."""
        operands = self.operands
        text = self._call_text(_word_with_flags(callbr), callbr, "")
        default = operands.typed(callbr.default_block)
        return f"{text}\n          to {default} [{operands.typed_list([*callbr.indirect_blocks])}]"

    def _call_text(self, word: str, call: CallBase, ellipsis: str) -> str:
        """The common text of call, invoke and callbr: everything up to the bundles."""
        types = self.types
        operands = self.operands
        callee = call.operands[-1]
        attributes = call._attributes
        text = word
        if call.calling_convention_number:
            text += " " + calling_conventions.text(call.calling_convention_number, self.version)
        if attributes is not None and attributes.returned:
            text += " " + self.attribute_set(attributes.returned)
        space = 0
        callee_type = callee.type
        if isinstance(callee_type, PointerType):
            space = callee_type.address_space
        if (space or self.program_address_space) and self.version >= FUNCTION_ADDRESS_SPACES_SINCE:
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
        if isinstance(callee, Function) and callee.is_intrinsic:
            comment_arguments(call, callee.name, self.version, arguments)
        text += f" {types.text(shown)} {operands.reference(callee)}({', '.join(arguments)}{ellipsis})"
        if attributes is not None and attributes.function:
            text += " " + self.slots.group_reference(attributes.function)
        if call.bundles is not None:
            bundles: list[str] = []
            for bundle in call.bundles:
                values = operands.typed_list(call.operands[bundle.begin : bundle.end])
                bundles.append(f'"{escape(bundle.tag, self.version)}"({values})')
            text += f" [ {', '.join(bundles)} ]"
        return text

    def relocation_comment(self, call: CallInst) -> str:
        """The comment after a call of gc.relocate: the base pointer and the derived pointer."""
        statepoint = statepoint_of(call.operands[0])
        # LLVM does not compare an index with the end of its list: behind that it finds other operands, and the callee last.
        begin = 0
        if statepoint is not None:
            for bundle in statepoint.bundles or ():
                if bundle.tag == "gc-live":
                    begin = bundle.begin
        texts: list[str] = []
        for at in (1, 2):
            index = call.operands[at]
            if statepoint is None:
                texts.append("undef")
            elif isinstance(index, ConstantInt) and begin + index.unsigned < len(statepoint.operands):
                texts.append(self.operands.reference(statepoint.operands[begin + index.unsigned]))
            elif self.version >= INVALID_RELOCATIONS_SINCE:
                texts.append("invalid")
        return f" ; ({', '.join(texts)})"


def _word_with_flags(call: CallBase) -> str:
    word = call.opcode_name
    return word + FAST_MATH.text(call.flags) if call.flags else word


def is_relocation(call: CallInst) -> bool:
    """Whether it calls llvm.experimental.gc.relocate."""
    callee = call.operands[-1]
    if not isinstance(callee, Function) or not callee.name.startswith("llvm.experimental.gc.relocate"):
        return False
    return call.argument_count > 1 and callee.function_type is call.function_type


def statepoint_of(token: Value) -> CallBase | None:
    """The statepoint from which a gc.relocate's token comes, directly or through a landing pad."""
    if isinstance(token, LandingPadInst):
        before: list[BasicBlock] = [] if token.parent is None else token.parent.predecessors
        if not before or any(block is not before[0] for block in before):
            return None
        last = before[0].terminator
        return last if isinstance(last, CallBase) else None
    return token if isinstance(token, CallBase) else None


def comment_arguments(call: CallBase, name: str, version: int, texts: list[str]) -> None:
    """Insert the comments into the texts of the arguments of a call of the intrinsic with this name."""
    from pyllvm.tables import argument_comments  # small modules have no intrinsics

    if version < argument_comments.ARGUMENT_COMMENTS_SINCE:
        return
    if name.startswith(argument_comments.COMMENTED_PREFIXES):
        for index, comment in argument_comments.commented_arguments(name, version):
            argument = call.operands[index] if 0 <= index < len(texts) else None
            if isinstance(argument, Constant):
                number = argument.unsigned if isinstance(argument, ConstantInt) else -1
                texts[index] = comment.text(number) + texts[index]
    elif version >= argument_comments.CLASS_COMMENTS_SINCE and name.startswith(argument_comments.CLASS_TEST_PREFIX):
        classes = call.operands[1] if len(texts) > 1 else None
        if isinstance(classes, ConstantInt):
            texts[1] = f"/* ({floating_point_classes_string(classes.unsigned)}) */ {texts[1]}"
