"""General intrinsics that got other operands, or are gone: stackprotectorcheck, coro.end, dbg.addr, dbg.value with an offset."""

from __future__ import annotations

from typing import Final

from pyllvm.ir.constants import NONE, Constant, SimpleConstant, is_null
from pyllvm.ir.function import Function
from pyllvm.ir.instructions import CallBase
from pyllvm.ir.metadata import DIExpression, MetadataAsValue
from pyllvm.ir.types import VOID
from pyllvm.ir.value import Value
from pyllvm.migrations.on_reading.call_builder import CallBuilder, rebuilt
from pyllvm.migrations.on_reading.intrinsic_calls import CallUpgrade, Upgrading, remove_call
from pyllvm.schema.expression import DEREF, FRAGMENT, STACK_VALUE
from pyllvm.tables.debug_info_versions import CONSTANTS_FOLDED_SINCE
from pyllvm.tables.dwarf_operations import EXPRESSION
from pyllvm.tables.intrinsics import is_intrinsic
from pyllvm.tables.reading_versions import ENDS_ASK_FOR_RAMP_SINCE

_OFFSET: Final = 1
# DW_OP_LLVM_fragment and its two operands
_FRAGMENT_LENGTH: Final = 3
_COROUTINE_ENDS: Final = ("llvm.coro.end", "llvm.coro.end.async")


def stack_protector_check(state: Upgrading, old: Function) -> CallUpgrade | None:
    """Calls are removed without a replacement."""
    return None if is_intrinsic(old.name, state.version) else remove_call


def coroutine_end(state: Upgrading, old: Function) -> CallUpgrade | None:
    """`coro.end` has a token as its third operand, and returns nothing since LLVM 22."""
    type = old.function_type
    if old.name in _COROUTINE_ENDS and state.version >= ENDS_ASK_FOR_RAMP_SINCE and type.return_type.kind != VOID:
        return _end_without_result(state, old)
    new = state.signature_type("llvm.coro.end", [])
    if new is None or old.name != "llvm.coro.end":
        return None
    if len(type.parameters) == 2 and len(new.parameters) == 3:
        return rebuilt(state, state.intrinsic("llvm.coro.end", []), _with_token)
    return None


def _end_without_result(state: Upgrading, old: Function) -> CallUpgrade | None:
    """LLVM 24 reads the result, which was true outside of the ramp, from another intrinsic."""
    made = state.intrinsic(old.name, [])
    if made is None:
        return None
    needs_token = len(old.function_type.parameters) < len(made.function_type.parameters)

    def upgrade(call: CallBase) -> None:
        builder = CallBuilder(state, call)
        builder.call_function(made, _with_token(builder) if needs_token else builder.arguments)
        result: Value | None = None
        if call.has_uses:
            result = builder.inverted(builder.call_intrinsic("coro.is_in_ramp", [], builder.integer(1)))
        builder.finish(result)

    return upgrade


def _with_token(builder: CallBuilder) -> list[Value]:
    return [*builder.arguments, SimpleConstant.get(builder.context.token, NONE)]


def debug_address(state: Upgrading, old: Function) -> CallUpgrade | None:
    """`dbg.addr` is `dbg.value` of what the address points to."""
    if is_intrinsic(old.name, state.version):
        return None
    return rebuilt(state, state.intrinsic("llvm.dbg.value", []), _dereferenced)


def _dereferenced(builder: CallBuilder) -> list[Value]:
    location, variable, expression = builder.arguments[:3]
    version = builder.version
    if isinstance(expression, MetadataAsValue) and isinstance(expression.metadata, DIExpression):
        elements = list(expression.metadata.elements)
        elements.insert(_end_of_address(elements), DEREF)
        if version >= CONSTANTS_FOLDED_SINCE and EXPRESSION.is_valid(elements, version):
            # Imported only here: few modules have such calls.
            from pyllvm.ir.debug_info.expression_math import fold_constants

            elements = fold_constants(elements, version)
        expression = MetadataAsValue.get(builder.context, DIExpression.get(builder.context, elements))
    return [location, variable, expression]


def _end_of_address(elements: list[int]) -> int:
    """The end of an expression, except the part about the result: a fragment, or a value that is not an address."""
    end = len(elements)
    if end >= _FRAGMENT_LENGTH and elements[end - _FRAGMENT_LENGTH] == FRAGMENT:
        end -= _FRAGMENT_LENGTH
    if end and elements[end - 1] == STACK_VALUE:
        end -= 1
    return end


def debug_value_with_offset(state: Upgrading, old: Function) -> CallUpgrade | None:
    """`dbg.value` had an offset; where it is not zero, the call goes."""
    if len(old.function_type.parameters) != 4:
        return None
    made = state.intrinsic("llvm.dbg.value", [])
    if made is None:
        return None

    def upgrade(call: CallBase) -> None:
        arguments: list[Value] = call.arguments
        offset = arguments[_OFFSET]
        if not isinstance(offset, Constant) or not is_null(offset):
            remove_call(call)
            return
        builder = CallBuilder(state, call)
        new = builder.call_function(made, [arguments[0], *arguments[_OFFSET + 1 :]])
        builder.finish(new, new)

    return upgrade
