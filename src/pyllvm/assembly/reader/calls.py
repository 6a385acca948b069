"""Parses call, invoke and callbr, their arguments and operand bundles."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from pyllvm.assembly.reader import actions as a
from pyllvm.assembly.reader import children as c
from pyllvm.assembly.reader.attributes import AttributeBuilder, GroupUser
from pyllvm.assembly.reader.flags import convention_at
from pyllvm.assembly.reader.metadata import MetadataTextBuilder
from pyllvm.assembly.reader.stack import Stack
from pyllvm.assembly.reader.state import State, text_of_bytes, type_string
from pyllvm.assembly.reader.types import Ellipsis
from pyllvm.assembly.reader.values import AsmId, ValueBuilder, ValueId
from pyllvm.ir.attributes import EMPTY_SET, Attribute, AttributeSet
from pyllvm.ir.function import Function, Instruction
from pyllvm.ir.instructions import CallBase, CallBrInst, CallInst, InvokeInst
from pyllvm.ir.types import LABEL, METADATA, FunctionType, Type
from pyllvm.ir.valid_operands import is_passed, takes_fast_math
from pyllvm.ir.value import Value
from pyllvm.tables import features
from pyllvm.tables.attributes import PARAMETER, RETURN
from pyllvm.tables.behavior_versions import PASSED_TYPES_SINCE
from pyllvm.tables.features import DEBUG_RECORDS_SINCE
from pyllvm.tables.intrinsic_names import VARIABLE_INTRINSICS
from pyllvm.tables.metadata_kinds import operand_bundle_tags
from pyllvm.tables.misplaced_attributes import NOT_ON_ARGUMENT, NOT_ON_RETURN_VALUE
from pyllvm.tables.text_versions import CALL_ALIGNMENTS_REFUSED_UNTIL


@final
class CallArgument:
    """An argument as written."""

    __slots__ = ("attributes", "start", "value")

    def __init__(self, value: Value, attributes: list[object] | None, start: int) -> None:
        self.value = value
        self.attributes = attributes
        self.start = start


@final
class Bundle:
    """An operand bundle as written."""

    __slots__ = ("operands", "tag")

    def __init__(self, tag: str, operands: list[Value]) -> None:
        self.tag = tag
        self.operands = operands


@final
class CallText:
    """The common part of call, invoke and callbr as written: everything from the calling convention to the operand bundles.

    `first` is the stack position of the convention; the other parts follow it. `start` is where errors of the whole call are
    reported. The number of the convention and the address space are already known.
    """

    __slots__ = (
        "arguments",
        "bundles",
        "callee",
        "callee_start",
        "convention",
        "function_attributes",
        "result",
        "result_start",
        "returned",
        "space",
        "start",
    )

    def __init__(self, stack: Stack, first: int, start: int, convention: int, space: int) -> None:
        self.start = start
        self.convention = convention
        self.returned = stack.list_at(first + c.CALL_TEXT_RETURNED)
        self.space = space
        self.result = stack.type_at(first + c.CALL_TEXT_RESULT_TYPE)
        self.result_start = stack.starts[first + c.CALL_TEXT_RESULT_TYPE]
        self.callee = stack.values[first + c.CALL_TEXT_CALLEE]
        self.callee_start = stack.starts[first + c.CALL_TEXT_CALLEE]
        self.arguments: list[object] = stack.list_at(first + c.CALL_TEXT_ARGUMENTS) or []
        self.function_attributes = stack.list_at(first + c.CALL_TEXT_FUNCTION_ATTRIBUTES)
        self.bundles = stack.list_at(first + c.CALL_TEXT_BUNDLES)


@final
class CallBuilder:
    """Creates calls."""

    def __init__(
        self, state: State, stack: Stack, values: ValueBuilder, attributes: AttributeBuilder, metadata: MetadataTextBuilder
    ) -> None:
        self.state: Final = state
        self.stack: Final = stack
        self.values: Final = values
        self.attributes: Final = attributes
        self.metadata: Final = metadata
        self.has_debug_records: Final = state.version >= DEBUG_RECORDS_SINCE
        self._fixed_tags: Final = operand_bundle_tags(state.version)

    def reduce(self, action: i64, base: i64) -> object:
        """Run the action of a rule."""
        stack = self.stack
        starts = stack.starts
        if action == a.ARGUMENT:
            type = stack.type_at(base + c.ARGUMENT_TYPE)
            if self.state.version >= PASSED_TYPES_SINCE and not is_passed(type, self.state.version):
                self.state.error(starts[base], "invalid type for function argument")
            value = self.values.convert(stack.values[base + c.ARGUMENT_VALUE], type, starts[base + c.ARGUMENT_VALUE])
            return CallArgument(value, stack.list_at(base + c.ARGUMENT_ATTRIBUTES), starts[base])
        if action == a.CALL:
            return self._call(
                b"",
                stack.number_at(base + c.CALL_FAST_MATH),
                self._text(base + c.CALL_CALLING_CONVENTION, starts[base + c.CALL_FAST_MATH]),
            )
        if action == a.TAIL_CALL:
            # LLVM reports errors of a tail call at the word `call`, and errors of a plain call after it.
            return self._call(
                stack.bytes_at(base + c.TAIL_CALL_TAIL_KIND),
                stack.number_at(base + c.TAIL_CALL_FAST_MATH),
                self._text(base + c.TAIL_CALL_CALLING_CONVENTION, starts[base + c.TAIL_CALL_CALL]),
            )
        if action == a.METADATA_ARGUMENT:
            return CallArgument(
                self.metadata.as_operand(self.metadata.node_at(base + c.METADATA_ARGUMENT_VALUE)), None, starts[base]
            )
        if action == a.INVOKE:
            return self._invoke(base)
        if action == a.BUNDLES:
            return stack.values[base + c.BUNDLES_LIST]
        if action == a.BUNDLE:
            tag = text_of_bytes(stack.bytes_at(base + c.BUNDLE_TAG))
            if tag not in self._fixed_tags:
                # As in LLVM, the context keeps the tag of a call that is removed.
                self.state.context.bundle_tags[tag] = None
            return Bundle(tag, self._bundle_operands(base + c.BUNDLE_OPERANDS))
        assert action == a.CALLBR
        return self._callbr(base)

    def _bundle_operands(self, at: int) -> list[Value]:
        operands: list[Value] = []
        for operand in self.stack.list_at(at) or []:
            if isinstance(operand, CallArgument):
                self.state.needs(operand.start, "an operand bundle with metadata", features.METADATA_BUNDLES.since)
                operands.append(operand.value)
            else:
                assert isinstance(operand, Value)
                operands.append(operand)
        return operands

    # --- call, invoke, callbr

    def _text(self, first: int, start: int) -> CallText:
        """The call whose convention is at stack position `first`; errors of the whole call are reported at `start`."""
        convention = convention_at(self.stack, first, self.state)
        return CallText(self.stack, first, start, convention, self._space(first + c.CALL_TEXT_ADDRESS_SPACE))

    def _space(self, at: int) -> int:
        state = self.state
        space = self.stack.values[at]
        if isinstance(space, int):
            state.needs(self.stack.starts[at], "a call's 'addrspace'", features.CALL_ADDRESS_SPACES.since)
            return space
        return state.layout.program_address_space if state.version >= features.FUNCTION_ADDRESS_SPACES_SINCE else 0

    def _call(self, tail: bytes, flags: int, text: CallText) -> CallInst:
        function_type = self._function_type(text)
        callee = self._callee(text, function_type)
        values, sets = self._checked_arguments(text, function_type, tail)
        if self.has_debug_records:
            self._check_debug_intrinsic(text.callee, text.start)
        call = CallInst(function_type, callee, values, _bundles(text.bundles))
        if tail:
            call.tail_kind = tail.decode()
        if flags:
            if not takes_fast_math(call.type, self.state.version):
                self.state.error(
                    text.start, "fast-math-flags specified for call without floating-point scalar or vector return type"
                )
            call.flags = flags
        self._finish(call, text, sets)
        if self.state.version <= CALL_ALIGNMENTS_REFUSED_UNTIL and call._attributes is not None:
            if "align" in call._attributes.function:
                self.state.error(text.start, "call instructions may not have an alignment")
        return call

    def _invoke(self, base: i64) -> Instruction:
        stack = self.stack
        text = self._text(base + c.INVOKE_CALLING_CONVENTION, stack.starts[base + c.INVOKE_CALLING_CONVENTION])
        normal = self.values.block(stack.value_at(base + c.INVOKE_NORMAL), stack.starts[base + c.INVOKE_NORMAL])
        unwind = self.values.block(stack.value_at(base + c.INVOKE_UNWIND), stack.starts[base + c.INVOKE_UNWIND])
        function_type = self._function_type(text)
        callee = self._callee(text, function_type)
        values, sets = self._checked_arguments(text, function_type)
        invoke = InvokeInst(function_type, callee, values, normal, unwind, _bundles(text.bundles))
        self._finish(invoke, text, sets)
        return invoke

    def _callbr(self, base: i64) -> Instruction:
        stack = self.stack
        text = self._text(base + c.CALLBR_CALLING_CONVENTION, stack.starts[base + c.CALLBR_CALLING_CONVENTION])
        self.state.needs(text.start, "'callbr'", features.CALLBR.since)
        default = self.values.block(stack.value_at(base + c.CALLBR_DEFAULT), stack.starts[base + c.CALLBR_DEFAULT])
        indirect = stack.values_at(base + c.CALLBR_INDIRECT)
        self.values.blocks(indirect, stack.starts[base + c.CALLBR_INDIRECT])
        function_type = self._function_type(text)
        callee = self._callee(text, function_type)
        values, sets = self._checked_arguments(text, function_type)
        callbr = CallBrInst(function_type, callee, values, default, indirect, _bundles(text.bundles))
        self._finish(callbr, text, sets)
        return callbr

    def _function_type(self, text: CallText) -> FunctionType:
        """The type of the called function: the one written, or one made from the arguments' types."""
        result = text.result
        if isinstance(result, FunctionType):
            return result
        kind = result.kind
        if kind == LABEL or kind == METADATA:
            self.state.error(text.result_start, "Invalid result type for LLVM function")
        types: list[Type] = []
        for argument in text.arguments:
            if isinstance(argument, CallArgument):
                type = argument.value.type
                if not is_passed(type, self.state.version):
                    self.state.error(argument.start, "invalid type for function argument")
                types.append(type)
        return self.state.context.function(result, types, False)

    def _callee(self, text: CallText, function_type: FunctionType) -> Value:
        if isinstance(text.callee, AsmId):
            # LLVM disregards the address space of the call.
            return self.values.inline_asm(text.callee, function_type, self.state.pointer_to(function_type, 0))
        type = self.state.pointer_to(function_type, text.space)
        return self.values.convert(text.callee, type, text.callee_start)

    def _checked_arguments(
        self, text: CallText, function_type: FunctionType, tail: bytes = b""
    ) -> tuple[list[Value], list[AttributeSet] | None]:
        """The values of a call's arguments, and their attributes if any has some."""
        state = self.state
        is_must_tail = tail == b"musttail"
        arguments = text.arguments
        values: list[Value] = []
        sets: list[AttributeSet] | None = None
        parameters = function_type.parameters
        count = len(parameters)
        number = 0
        for argument in arguments:
            if isinstance(argument, Ellipsis):
                local = self.values.local
                place = state.data.rfind(b"...", text.start, state.ahead)
                if not is_must_tail:
                    state.error(place, "unexpected ellipsis in argument list for non-musttail call")
                if local is not None and not local.function.function_type.is_variadic:
                    state.error(place, "unexpected ellipsis in argument list for musttail call in non-varargs function")
                continue
            assert isinstance(argument, CallArgument)
            if number < count:
                if parameters[number] is not argument.value.type:
                    state.error(argument.start, f"argument is not of expected type '{type_string(parameters[number])}'")
            elif not function_type.is_variadic:
                state.error(argument.start, "too many arguments specified")
            values.append(argument.value)
            if argument.attributes is not None:
                if sets is None:
                    sets = [EMPTY_SET] * number
                while len(sets) < number:
                    sets.append(EMPTY_SET)
                sets.append(self.attributes.placed_set(argument.attributes, PARAMETER, NOT_ON_ARGUMENT))
            number += 1
        if is_must_tail and not (arguments and isinstance(arguments[-1], Ellipsis)):
            local = self.values.local
            if local is not None and local.function.function_type.is_variadic:
                state.error(
                    self._closing(text.start), "expected '...' at end of argument list for musttail call in varargs function"
                )
        if number < count:
            state.error(text.start, "not enough parameters specified for call")
        return values, sets

    def _closing(self, start: int) -> int:
        """The end of the argument list that begins at `start`: its last closing parenthesis on the line."""
        data = self.state.data
        end = data.find(b"\n", start)
        return data.rfind(b")", start, end if end >= 0 else len(data))

    def _finish(self, call: CallBase, text: CallText, sets: list[AttributeSet] | None) -> None:
        """Set a call's convention and attributes."""
        if call.bundles is not None and call.callee in call.operands[:-1]:
            # Its use by a bundle is newer than its use by the call.
            local = self.values.local
            assert local is not None
            local.has_late_callees = True
        call.calling_convention_number = text.convention
        returned = text.returned
        own = text.function_attributes
        if own is None and returned is None and sets is None:
            return
        groups: list[int] = []
        function: list[Attribute] = self.attributes.function_attributes(own, groups) if own is not None else []
        returned_set = self.attributes.placed_set(returned, RETURN, NOT_ON_RETURN_VALUE) if returned is not None else EMPTY_SET
        if groups:
            self.attributes.group_users.append(GroupUser(call, tuple(groups)))
        if not function and not returned_set and not sets:
            return
        call._attributes = self.attributes.list_of(
            self.attributes.set_of(function) if function else EMPTY_SET, returned_set, tuple(sets) if sets else ()
        )

    def _check_debug_intrinsic(self, callee: object, start: int) -> None:
        """Refuse a debug intrinsic in a module with debug records."""
        if isinstance(callee, Function):
            name = callee.name
        elif isinstance(callee, ValueId):
            name = text_of_bytes(callee.name)
        else:
            return
        if name in VARIABLE_INTRINSICS:
            if self.state.has_debug_records:
                self.state.error(start, "llvm.dbg intrinsic should not appear in a module using non-intrinsic debug info")
            self.state.has_debug_intrinsics = True


def _bundles(bundles: list[object] | None) -> list[tuple[str, list[Value]]] | None:
    if bundles is None:
        return None
    built: list[tuple[str, list[Value]]] = []
    for bundle in bundles:
        assert isinstance(bundle, Bundle)
        built.append((bundle.tag, bundle.operands))
    return built
