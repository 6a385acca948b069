"""General intrinsics: assumptions, deoptimization, coroutines, exception handling; and constant arguments up to LLVM 8.

LLVM 7 and 8 do not have the attribute immarg. Source: `Verifier::visitIntrinsicCall`.
"""

from __future__ import annotations

from typing import Final

from pyllvm.analysis.pointer_casts import strip_pointer_casts, strip_pointer_casts_and_aliases
from pyllvm.ir.constants import ConstantAggregate, ConstantInt
from pyllvm.ir.function import Function
from pyllvm.ir.global_values import GlobalVariable
from pyllvm.ir.instructions import AllocaInst, CallBase, CallBrInst, CallInst, CatchPadInst, ReturnInst
from pyllvm.ir.types import POINTER, VECTOR, VOID, IntegerType
from pyllvm.ir.value import Value
from pyllvm.tables.attributes import FUNCTION, KIND_OF_WORD, PARAMETER, AttributeKind, is_string_attribute
from pyllvm.tables.attributes import INTEGER as INTEGER_PAYLOAD
from pyllvm.tables.intrinsic_versions import (
    ALL_BUNDLES_SINCE,
    ASSUMED_BUNDLES_SINCE,
    BUNDLES_BY_TAG_SINCE,
    COROUTINES_CHECKED_SINCE,
    PATTERNS_CHECKED_SINCE,
    SEPARATE_STORAGE_SINCE,
)
from pyllvm.tables.metadata_kinds import ASSUMPTION_TAGS
from pyllvm.tables.verifier_versions import TOO_MANY_WORDED_SINCE
from pyllvm.verifier.globals import is_null_pointer
from pyllvm.verifier.intrinsic_rules.arguments import Rule, argument_of, next_instruction
from pyllvm.verifier.state import State

_WIDEST: Final = 64
_COROUTINE_ID: Final = "llvm.coro.id"


def _assume(state: State, call: CallBase) -> bool:
    """Check operand bundles of assumptions; before LLVM 22, nothing after one of alignment or separate storage is checked."""
    if state.version < ASSUMED_BUNDLES_SINCE:
        return True
    condition = call.operands[0]
    if (
        call.bundles
        and state.version >= ALL_BUNDLES_SINCE
        and not (isinstance(condition, ConstantInt) and condition.unsigned == 1)
    ):
        return state.fail("assume with operand bundles must have i1 true condition", call)
    if state.version >= BUNDLES_BY_TAG_SINCE:
        return _assume_by_tag(state, call)
    for bundle in call.bundles or ():
        tag = bundle.tag
        values = call.operands[bundle.begin : bundle.end]
        if tag == "separate_storage" and state.version >= SEPARATE_STORAGE_SINCE:
            if not _assumed_storage(state, call, values):
                return False
        elif tag == "align":
            if not _assumed_alignment(state, call, values):
                return False
        elif tag == "dereferenceable" and state.version >= ALL_BUNDLES_SINCE:
            if not _assumed_dereferenceable(state, call, values):
                return False
        else:
            kind = KIND_OF_WORD.get(tag)
            if kind is not None and not kind.is_in(state.version):
                kind = None
            if kind is None and tag != "ignore" and not is_string_attribute(tag, state.version):
                return state.fail("tags must be valid attribute names", call)
            if len(values) > 2:
                return state.fail("too many arguments" if state.version >= TOO_MANY_WORDED_SINCE else "to many arguments", call)
            if kind is None:
                break
            if not _assumed_attribute(state, call, kind, values):
                return False
            continue
        if state.version < ALL_BUNDLES_SINCE:
            break
    return True


def _assume_by_tag(state: State, call: CallBase) -> bool:
    """Check operand bundles of assumptions as LLVM 23 does: each tag has its own arguments."""
    for bundle in call.bundles or ():
        tag = bundle.tag
        values = call.operands[bundle.begin : bundle.end]
        if tag == "separate_storage":
            is_fine = _assumed_storage(state, call, values)
        elif tag == "align":
            is_fine = _assumed_alignment(state, call, values)
        elif tag == "dereferenceable" or tag == "dereferenceable_or_null":
            is_fine = _assumed_dereferenceable(state, call, values)
        elif tag == "cold":
            is_fine = not values or state.fail("cold assumptions should have no arguments", call)
        elif tag == "nonnull" or tag == "noundef":
            is_fine = len(values) == 1 or state.fail(f"{tag} assumptions should have 1 argument", call)
            if is_fine and tag == "nonnull" and values[0].type.kind != POINTER:
                is_fine = state.fail("first argument should be a pointer", call)
        else:
            is_fine = tag == "ignore" or state.fail("tags must be valid attribute names", call)
        # LLVM goes on after a tag that it does not know.
        if not is_fine and tag in ASSUMPTION_TAGS:
            return False
    return True


def _assumed_storage(state: State, call: CallBase, values: list[Value]) -> bool:
    if len(values) != 2:
        return state.fail("separate_storage assumptions should have 2 arguments", call)
    if values[0].type.kind != POINTER or values[1].type.kind != POINTER:
        return state.fail("arguments to separate_storage assumptions should be pointers", call)
    return True


def _assumed_alignment(state: State, call: CallBase, values: list[Value]) -> bool:
    if not 2 <= len(values) <= 3:
        return state.fail("alignment assumptions should have 2 or 3 arguments", call)
    if not _is_pointer_and_integer(state, call, values):
        return False
    if len(values) == 3 and not _is_assumed_integer(state, values[2]):
        return state.fail(f"third argument should be an integer{_limit(state)} if present", call)
    return True


def _assumed_dereferenceable(state: State, call: CallBase, values: list[Value]) -> bool:
    if len(values) != 2:
        return state.fail("dereferenceable assumptions should have 2 arguments", call)
    return _is_pointer_and_integer(state, call, values)


def _is_pointer_and_integer(state: State, call: CallBase, values: list[Value]) -> bool:
    if values[0].type.kind != POINTER:
        return state.fail("first argument should be a pointer", call)
    if not _is_assumed_integer(state, values[1]):
        return state.fail(f"second argument should be an integer{_limit(state)}", call)
    return True


def _is_assumed_integer(state: State, value: Value) -> bool:
    type = value.type
    return isinstance(type, IntegerType) and (type.width <= _WIDEST or state.version < BUNDLES_BY_TAG_SINCE)


def _limit(state: State) -> str:
    return f" with a maximum width of {_WIDEST} bits" if state.version >= BUNDLES_BY_TAG_SINCE else ""


def _assumed_attribute(state: State, call: CallBase, kind: AttributeKind, values: list[Value]) -> bool:
    if kind.payload_in(state.version) == INTEGER_PAYLOAD:
        if len(values) != 2:
            return state.fail("this attribute should have 2 arguments", call)
        if not isinstance(values[1], ConstantInt):
            return state.fail("the second argument should be a constant integral value", call)
    elif kind.places(state.version) & PARAMETER:
        if len(values) != 1:
            return state.fail("this attribute should have one argument", call)
    elif kind.places(state.version) & FUNCTION and values:
        return state.fail("this attribute has no argument", call)
    return True


def _coroutine_id(state: State, call: CallBase) -> bool:
    argument = argument_of(call, 3)
    if argument is None:
        return True
    is_checked = state.version >= COROUTINES_CHECKED_SINCE
    if is_checked and not _verify_coroutine_function(state, call):
        return False
    # LLVM 23 and newer do not look through casts.
    info = argument if is_checked else strip_pointer_casts(argument)
    if is_null_pointer(info):
        return True
    if is_checked and is_null_pointer(strip_pointer_casts_and_aliases(call.operands[2])):
        return state.fail("cannot run CoroSplit before CoroEarly")
    if not isinstance(info, GlobalVariable) or not info.is_constant or info.initializer is None:
        return state.fail("info argument of llvm.coro.id must refer to an initialized constant")
    initializer = info.initializer
    if not isinstance(initializer, ConstantAggregate) or initializer.type.kind == VECTOR:
        return state.fail("info argument of llvm.coro.id must refer to either a struct or an array")
    return True


def _verify_coroutine_function(state: State, call: CallBase) -> bool:
    """Check the alignment, the promise and the function of llvm.coro.id."""
    if not isinstance(call.operands[0], ConstantInt):
        return state.fail("align argument only accepts constants")
    promise = call.operands[1]
    if not is_null_pointer(promise) and not isinstance(promise, AllocaInst):
        return state.fail("promise argument must refer to an alloca")
    function = strip_pointer_casts_and_aliases(call.operands[2])
    if not is_null_pointer(function) and not isinstance(function, Function):
        return state.fail("coro argument must refer to a function")
    return True


def _coroutine_begin(state: State, call: CallBase) -> bool:
    if state.version < COROUTINES_CHECKED_SINCE:
        return True
    token = call.operands[0]
    callee = token.called_function if isinstance(token, CallBase) else None
    if callee is None or not callee.name.startswith(_COROUTINE_ID):
        return state.fail("id argument of llvm.coro.begin must refer to coro.id")
    return True


def _deoptimization_bundles(call: CallBase) -> int:
    return len([bundle for bundle in call.bundles or () if bundle.tag == "deopt"])


def _guard(state: State, call: CallBase) -> bool:
    if not isinstance(call, CallInst):
        return state.fail("experimental_guard cannot be invoked", call)
    if _deoptimization_bundles(call) != 1:
        return state.fail('experimental_guard must have exactly one "deopt" operand bundle')
    return True


def _deoptimize(state: State, call: CallBase) -> bool:
    if not isinstance(call, CallInst):
        return state.fail("experimental_deoptimize cannot be invoked", call)
    if _deoptimization_bundles(call) != 1:
        return state.fail('experimental_deoptimize must have exactly one "deopt" operand bundle')
    if call.type is not state.function.function_type.return_type:
        return state.fail("experimental_deoptimize return type must match caller return type")
    following = next_instruction(call)
    if not isinstance(following, ReturnInst):
        return state.fail("calls to experimental_deoptimize must be followed by a return")
    if call.type.kind != VOID and (not following.operands or following.operands[0] is not call):
        return state.fail(
            "calls to experimental_deoptimize must be followed by a return of the value computed by experimental_deoptimize"
        )
    return True


def _alias_scope_declaration(state: State, call: CallBase) -> bool:
    state.alias_scope_declarations.append(call)
    return True


def _memset_pattern(state: State, call: CallBase) -> bool:
    if state.version >= PATTERNS_CHECKED_SINCE and not state.sized_types.has(call.operands[1].type):
        return state.fail("unsized types cannot be used as memset patterns", call)
    return True


def _exception_pointer(state: State, call: CallBase) -> bool:
    return isinstance(call.operands[0], CatchPadInst) or state.fail("eh.exceptionpointer argument must be a catchpad", call)


def _callbr_landing_pad(state: State, call: CallBase) -> bool:
    branch = call.operands[0]
    if not isinstance(branch, CallBrInst):
        return state.fail("intrinstic requires callbr operand", call)
    block = call.parent
    if block is None:
        return True
    entries = set(state.graph.predecessors[block.number])
    if len(entries) != 1:
        return state.fail("Intrinsic in block must have 1 unique predecessor", call)
    if not isinstance(state.graph.blocks[entries.pop()].terminator, CallBrInst):
        return state.fail("Intrinsic must have corresponding callbr in predecessor", call)
    if block not in branch.indirect_blocks:
        return state.fail(
            "Intrinsic's corresponding callbr must have intrinsic's parent basic block in indirect destination list", call
        )
    if block.instructions[0] is not call:
        return state.fail("No other instructions may proceed intrinsic", call)
    return True


RULES: Final[dict[str, Rule]] = {
    "assume": _assume,
    "callbr.landingpad": _callbr_landing_pad,
    "coro.begin": _coroutine_begin,
    "coro.begin.custom.abi": _coroutine_begin,
    "coro.id": _coroutine_id,
    "eh.exceptioncode": _exception_pointer,
    "eh.exceptionpointer": _exception_pointer,
    "experimental.deoptimize": _deoptimize,
    "experimental.guard": _guard,
    "experimental.memset.pattern": _memset_pattern,
    "experimental.noalias.scope.decl": _alias_scope_declaration,
}


_ZERO_UNDEFINED: Final = "is_zero_undef argument of bit counting intrinsics must be a constant int"
_VOLATILE: Final = "isvolatile argument of memory intrinsics must be a constant int"
_MEMORY_USE: Final = "size argument of memory use markers must be a constant integer"
_ELEMENT_SIZE: Final = "element size of the element-wise unordered atomic memory intrinsic must be a constant int"
_PREFETCH: Final = "invalid arguments to llvm.prefetch"

# The indices of the arguments, and the message.
_CONSTANTS: Final[dict[str, tuple[tuple[int, ...], str]]] = {
    "ctlz": ((1,), _ZERO_UNDEFINED),
    "cttz": ((1,), _ZERO_UNDEFINED),
    "invariant.end": ((1,), "llvm.invariant.end parameter #2 must be a constant integer"),
    "invariant.start": ((0,), _MEMORY_USE),
    "lifetime.end": ((0,), _MEMORY_USE),
    "lifetime.start": ((0,), _MEMORY_USE),
    "memcpy": ((3,), _VOLATILE),
    "memcpy.element.unordered.atomic": ((3,), _ELEMENT_SIZE),
    "memmove": ((3,), _VOLATILE),
    "memmove.element.unordered.atomic": ((3,), _ELEMENT_SIZE),
    "memset": ((3,), _VOLATILE),
    "memset.element.unordered.atomic": ((3,), _ELEMENT_SIZE),
    "prefetch": ((1, 2), _PREFETCH),
}


def verify_immediate_arguments(state: State, name: str, call: CallBase) -> bool:
    """Check that the arguments of an intrinsic that must be constants are."""
    rule = _CONSTANTS.get(name)
    if rule is None:
        return True
    numbers, message = rule
    for number in numbers:
        if not isinstance(call.operands[number], ConstantInt):
            return state.fail(message, call)
    return True
