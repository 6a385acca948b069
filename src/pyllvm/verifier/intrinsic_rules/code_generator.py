"""Variable arguments, garbage collection, and intrinsics for code generators.

Source: `Verifier::visitIntrinsicCall`.
"""

from __future__ import annotations

from typing import Final

from pyllvm.analysis.pointer_casts import strip_pointer_casts
from pyllvm.ir.constants import Constant, ConstantInt
from pyllvm.ir.function import Function
from pyllvm.ir.global_values import GlobalValue
from pyllvm.ir.instructions import AllocaInst, CallBase, CastInst
from pyllvm.ir.metadata import MDNode, MDString, MetadataAsValue
from pyllvm.ir.types import POINTER, IntegerType
from pyllvm.tables.calling_conventions import ANY_REGISTER
from pyllvm.tables.intrinsic_versions import THREAD_LOCAL_SINCE
from pyllvm.tables.verifier_rules import (
    AGGREGATE_OF_PATCH_POINT,
    SPACE_OF_STACK_ENTRY,
    SPACE_OF_THREAD_POINTER,
    VA_START_WITHOUT_ARGUMENTS,
)
from pyllvm.tables.verifier_versions import (
    AREA_OFFSET_IS_INTEGER_SINCE,
    LOCALITY_4_NAMED_UNTIL,
    POINTERS_OF_SPACES_SINCE,
    PREFETCH_WORDED_SINCE,
)
from pyllvm.verifier.globals import is_null_pointer
from pyllvm.verifier.intrinsic_rules.arguments import Rule, constant_of
from pyllvm.verifier.operand_bundles import verify_preallocated_argument, verify_preallocated_setup, verify_preallocated_teardown
from pyllvm.verifier.state import State
from pyllvm.verifier.statepoints import verify_collector_result, verify_relocation, verify_statepoint
from pyllvm.verifier.type_properties import address_space

_HIGHEST: Final = 0xFFFFFFFF


def _va_start(state: State, call: CallBase) -> bool:
    return state.function.function_type.is_variadic or not state.breaks(VA_START_WITHOUT_ARGUMENTS)


def _collector(state: State, call: CallBase) -> bool:
    if not state.function.gc:
        return state.fail("Enclosing function does not use GC.", call)
    return True


def _prefetch(state: State, call: CallBase) -> bool:
    if state.version < PREFETCH_WORDED_SINCE:
        if constant_of(call, 1) > 1 or constant_of(call, 2) > 3:
            return state.fail("invalid arguments to llvm.prefetch", call)
        return True
    if constant_of(call, 1) > 1:
        return state.fail("rw argument to llvm.prefetch must be 0-1", call)
    if constant_of(call, 2) > 3:
        most = 4 if state.version <= LOCALITY_4_NAMED_UNTIL else 3
        return state.fail(f"locality argument to llvm.prefetch must be 0-{most}", call)
    if constant_of(call, 3) > 1:
        return state.fail("cache type argument to llvm.prefetch must be 0-1", call)
    return True


def _local_escape(state: State, call: CallBase) -> bool:
    if call.parent is None or call.parent.number != 0:
        return state.fail("llvm.localescape used outside of entry block", call)
    if state.saw_frame_escape:
        return state.fail("multiple calls to llvm.localescape in one function", call)
    for index in range(call.argument_count):
        argument = call.operands[index]
        if is_null_pointer(argument):
            continue
        source = strip_pointer_casts(argument)
        is_static = (
            isinstance(source, AllocaInst)
            and isinstance(source.operands[0], ConstantInt)
            and source.parent is not None
            and source.parent.number == 0
            and not source.is_inalloca
        )
        if not is_static:
            return state.fail("llvm.localescape only accepts static allocas", call)
    state.escaped_counts[state.function] = call.argument_count
    state.saw_frame_escape = True
    return True


def _local_recover(state: State, call: CallBase) -> bool:
    function = strip_pointer_casts(call.operands[0])
    if not isinstance(function, Function) or function.is_declaration:
        return state.fail("llvm.localrecover first argument must be function defined in this module", call)
    if not isinstance(call.operands[2], ConstantInt):
        return state.fail("idx argument of llvm.localrecover must be a constant int", call)
    # LLVM counts in 32 bits, so the highest number wraps around to zero.
    count = (min(constant_of(call, 2), _HIGHEST) + 1) & _HIGHEST
    state.recovered_counts[function] = max(state.recovered_counts.get(function, 0), count)
    return True


def _thread_local_address(state: State, call: CallBase) -> bool:
    argument = call.operands[0]
    if state.version < THREAD_LOCAL_SINCE:
        return True
    if not isinstance(argument, GlobalValue):
        return state.fail("llvm.threadlocal.address first argument must be a GlobalValue")
    if not argument.thread_local_mode:
        return state.fail("llvm.threadlocal.address operand isThreadLocal() must be true")
    return True


def _stack_protector(state: State, call: CallBase) -> bool:
    if not isinstance(strip_pointer_casts(call.operands[1]), AllocaInst):
        return state.fail("llvm.stackprotector parameter #2 must resolve to an alloca.", call)
    return True


def _trampoline(state: State, call: CallBase) -> bool:
    if not isinstance(strip_pointer_casts(call.operands[1]), Function):
        return state.fail("llvm.init_trampoline parameter #2 must resolve to a function.", call)
    return True


def _collector_root(state: State, call: CallBase) -> bool:
    source = call.operands[0]
    while isinstance(source, CastInst) and source.opcode_name == "bitcast":
        source = source.operands[0]
    if not isinstance(source, AllocaInst):
        return state.fail("llvm.gcroot parameter #1 must be an alloca.", call)
    if not isinstance(call.operands[1], Constant):
        return state.fail("llvm.gcroot parameter #2 must be a constant.", call)
    if source.allocated_type.kind != POINTER and is_null_pointer(call.operands[1]):
        return state.fail(
            "llvm.gcroot parameter #1 must either be a pointer alloca, or argument #2 must be a non-null constant.", call
        )
    return _collector(state, call)


def _patch_point(state: State, call: CallBase) -> bool:
    is_any = call.calling_convention_number == ANY_REGISTER and call.type.is_aggregate
    return not is_any or not state.breaks(AGGREGATE_OF_PATCH_POINT, call)


def _dynamic_area_offset(state: State, call: CallBase) -> bool:
    layout = state.data_layout
    type = call.type
    if state.version < POINTERS_OF_SPACES_SINCE:
        return True
    if not isinstance(type, IntegerType) or type.width != layout.pointer_bits(layout.alloca_address_space):
        what = "match" if state.version >= AREA_OFFSET_IS_INTEGER_SINCE else "be scalar integer matching"
        return state.fail(f"get_dynamic_area_offset result type must {what} alloca address space width", call)
    return True


def _thread_pointer(state: State, call: CallBase) -> bool:
    is_global = address_space(call.type) == state.data_layout.globals_address_space
    return is_global or not state.breaks(SPACE_OF_THREAD_POINTER, call)


def _stack_pointer_at_entry(state: State, call: CallBase) -> bool:
    is_on_stack = address_space(call.type) == state.data_layout.alloca_address_space
    return is_on_stack or not state.breaks(SPACE_OF_STACK_ENTRY, call)


def _written_register(state: State, call: CallBase) -> bool:
    argument = call.operands[0]
    node = argument.metadata if isinstance(argument, MetadataAsValue) else None
    if not isinstance(node, MDNode) or len(node.operands) != 1 or not isinstance(node.operands[0], MDString):
        return state.fail("llvm.write_volatile_register metadata must be a single MDString", call)
    return True


def _resigned_pointer(state: State, call: CallBase) -> bool:
    return constant_of(call, 1) <= 1 or state.fail("ptrauth.auth.with.pc.and.resign key must be IA (0) or IB (1)", call)


def _relocation_of_nothing(state: State, call: CallBase) -> bool:
    argument = call.operands[0]
    text = argument.metadata if isinstance(argument, MetadataAsValue) else None
    return isinstance(text, MDString) or state.fail("llvm.reloc.none argument must be a metadata string", call)


RULES: Final[dict[str, Rule]] = {
    "call.preallocated.arg": verify_preallocated_argument,
    "call.preallocated.setup": verify_preallocated_setup,
    "call.preallocated.teardown": verify_preallocated_teardown,
    "experimental.gc.relocate": verify_relocation,
    "experimental.gc.result": verify_collector_result,
    "experimental.gc.statepoint": verify_statepoint,
    "experimental.patchpoint": _patch_point,
    "experimental.patchpoint.i64": _patch_point,
    "experimental.patchpoint.void": _patch_point,
    "gcread": _collector,
    "gcroot": _collector_root,
    "gcwrite": _collector,
    "get.dynamic.area.offset": _dynamic_area_offset,
    "init.trampoline": _trampoline,
    "localescape": _local_escape,
    "localrecover": _local_recover,
    "prefetch": _prefetch,
    "ptrauth.auth.with.pc.and.resign": _resigned_pointer,
    "reloc.none": _relocation_of_nothing,
    "sponentry": _stack_pointer_at_entry,
    "stackprotector": _stack_protector,
    "thread.pointer": _thread_pointer,
    "threadlocal.address": _thread_local_address,
    "write_volatile_register": _written_register,
    "va_start": _va_start,
}
