"""Intrinsics of individual targets.

Source: `Verifier::visitIntrinsicCall`.
"""

from __future__ import annotations

from typing import Final

from pyllvm.ir.function import Argument, Function, Instruction
from pyllvm.ir.instructions import CallBase, UnreachableInst
from pyllvm.ir.metadata import MDString, MDTuple, MetadataAsValue
from pyllvm.ir.types import Type, VectorType
from pyllvm.ir.value import Value
from pyllvm.tables.calling_conventions import CHAINS, CHAINS_SINCE, WHOLE_WAVE, starts_chain
from pyllvm.tables.intrinsic_versions import AMDGPU_OPERANDS_CHECKED_SINCE, CHAIN_REGISTERS_SINCE, CHAINING_WORDED_SHORTLY_SINCE
from pyllvm.tables.verifier_rules import (
    CHAIN_GOES_ON,
    ELEMENT_TYPE_ON_FIRST,
    ELEMENT_TYPE_ON_SECOND,
    SCALAR_INPUTS,
    SIZE_OF_FENCE,
)
from pyllvm.verifier.attributes import has_parameter_attribute
from pyllvm.verifier.intrinsic_rules.arguments import Rule, constant_of, next_instruction
from pyllvm.verifier.state import State
from pyllvm.verifier.type_properties import address_space, is_integer

# Address spaces of amdgcn that are flat, global or of constants; those above the last are taken for such, too.
_FLAT_OR_GLOBAL: Final = (0, 1, 4)
_LAST_ADDRESS_SPACE: Final = 9
# The numbers of the formats of a matrix's elements, and the number of words that half a row takes in each.
_LAST_FORMAT: Final = 4
_WORDS_OF_FORMAT: Final = (8, 8, 6, 6, 4)
# The numbers of bytes that one instruction can load to the memory of a work group.
_LOADED_SIZES: Final = (1, 2, 4, 12, 16)


def _element_type_on_first(state: State, call: CallBase) -> bool:
    return has_parameter_attribute(call._attributes, 0, "elementtype") or not state.breaks(ELEMENT_TYPE_ON_FIRST, call)


def _element_type_on_second(state: State, call: CallBase) -> bool:
    return has_parameter_attribute(call._attributes, 1, "elementtype") or not state.breaks(ELEMENT_TYPE_ON_SECOND, call)


def _prefetch_aarch64(state: State, call: CallBase) -> bool:
    for index, limit, message in (
        (1, 1, "write argument to llvm.aarch64.prefetch must be 0 or 1"),
        (2, 3, "target argument to llvm.aarch64.prefetch must be 0-3"),
        (3, 1, "stream argument to llvm.aarch64.prefetch must be 0 or 1"),
        (4, 1, "isdata argument to llvm.aarch64.prefetch must be 0 or 1"),
    ):
        if constant_of(call, index) > limit:
            return state.fail(message, call)
    return True


def _register_count(state: State, call: CallBase) -> bool:
    count = constant_of(call, 0)
    if count % 8:
        return state.fail("reg_count argument to nvvm.setmaxnreg must be in multiples of 8")
    if not 24 <= count <= 256:
        return state.fail("reg_count argument to nvvm.setmaxnreg must be within [24, 256]")
    return True


def _chain(state: State, call: CallBase) -> bool:
    convention = state.function.calling_convention_number
    # LLVM before 17 does not have this intrinsic; a call is checked there as in LLVM 17.
    if not starts_chain(convention, max(state.version, CHAINS_SINCE)):
        # LLVM continues after this failure.
        if state.version >= CHAINING_WORDED_SHORTLY_SINCE:
            state.fail("Intrinsic cannot be called from functions with this calling convention", call)
        else:
            state.fail(
                "Intrinsic can only be used from functions with the amdgpu_cs, amdgpu_cs_chain or amdgpu_cs_chain_preserve "
                "calling conventions",
                call,
            )
    if state.version < CHAIN_REGISTERS_SINCE:
        return True
    if not has_parameter_attribute(call._attributes, 2, "inreg"):
        return state.fail("SGPR arguments must have the `inreg` attribute", call)
    if has_parameter_attribute(call._attributes, 3, "inreg"):
        return state.fail("VGPR arguments must not have the `inreg` attribute", call)
    if state.version >= AMDGPU_OPERANDS_CHECKED_SINCE and constant_of(call, 4) > 1:
        return state.fail("flags must be 0 or 1 for llvm.amdgcn.cs.chain", call)
    return _is_end(next_instruction(call)) or not state.breaks(CHAIN_GOES_ON, call)


def _is_end(instruction: Instruction | None) -> bool:
    """Whether the instruction marks its position as unreachable."""
    if isinstance(instruction, UnreachableInst):
        return True
    callee = instruction.called_function if isinstance(instruction, CallBase) else None
    return callee is not None and callee.name == "llvm.amdgcn.unreachable"


def _inactive_chain_argument(state: State, call: CallBase) -> bool:
    if state.function.calling_convention_number not in CHAINS:
        state.fail(
            "Intrinsic can only be used from functions with the amdgpu_cs_chain or amdgpu_cs_chain_preserve calling conventions",
            call,
        )
    if has_parameter_attribute(call._attributes, 1, "inreg"):
        return state.fail("Value for inactive lanes must not have the `inreg` attribute", call)
    argument = call.operands[1]
    if not isinstance(argument, Argument):
        return state.fail("Value for inactive lanes must be a function argument", call)
    if has_parameter_attribute(state.function._attributes, argument.number, "inreg"):
        return state.fail("Value for inactive lanes must be a VGPR function argument", call)
    return True


def _range_prefetch(state: State, call: CallBase) -> bool:
    for index, word in ((1, "write"), (2, "stream")):
        if constant_of(call, index) > 1:
            return state.fail(f"{word} argument to llvm.aarch64.range.prefetch must be 0 or 1", call)
    return True


def _tensor_map_fence(state: State, call: CallBase) -> bool:
    # Since LLVM 22 a range attribute checks the argument.
    return constant_of(call, 1) == 128 or not state.breaks(SIZE_OF_FENCE)


def _scalar_prefetch(state: State, call: CallBase) -> bool:
    space = address_space(call.operands[0].type)
    if space not in _FLAT_OR_GLOBAL and space <= _LAST_ADDRESS_SPACE:
        return state.fail("llvm.amdgcn.s.prefetch.data only supports global or constant memory")
    return True


def _execution_mask_from_input(state: State, call: CallBase) -> bool:
    argument = call.operands[0]
    is_scalar = isinstance(argument, Argument) and has_parameter_attribute(state.function._attributes, argument.number, "inreg")
    return is_scalar or not state.breaks(SCALAR_INPUTS, call)


def _cooperative_atomic(state: State, call: CallBase) -> bool:
    pointer = call.operands[0]
    if address_space(pointer.type) not in (0, 1):
        return state.fail("cooperative atomic intrinsics require a generic or global pointer", call, pointer)
    last = call.operands[call.argument_count - 1]
    if not _is_scope(last):
        return state.fail("cooperative atomic intrinsics require that the last argument is a metadata string", call, last)
    return True


def _is_scope(argument: Value) -> bool:
    """Whether the argument is a node with one string."""
    node = argument.metadata if isinstance(argument, MetadataAsValue) else None
    return isinstance(node, MDTuple) and len(node.operands) == 1 and isinstance(node.operands[0], MDString)


def _access_of_scope(state: State, call: CallBase) -> bool:
    last = call.operands[call.argument_count - 1]
    if state.version >= AMDGPU_OPERANDS_CHECKED_SINCE and not _is_scope(last):
        return state.fail("the last argument to av load/store intrinsics must be a metadata string", call, last)
    return True


def _load_to_work_group(state: State, call: CallBase) -> bool:
    if state.version >= AMDGPU_OPERANDS_CHECKED_SINCE and constant_of(call, 2) not in _LOADED_SIZES:
        return state.fail("invalid data size for load-to-LDS intrinsic; must be 1, 2, 4, 12, or 16", call)
    return True


def _call_whole_wave(state: State, call: CallBase) -> bool:
    callee = call.operands[0]
    if not isinstance(callee, Function):
        return state.fail("Indirect whole wave calls are not allowed", call)
    if callee.calling_convention_number != WHOLE_WAVE:
        return state.fail("Callee must have the amdgpu_gfx_whole_wave calling convention", call)
    type = callee.function_type
    if type.is_variadic:
        return state.fail("Variadic whole wave calls are not allowed", call)
    if call.argument_count != len(type.parameters):
        return state.fail("Call argument count must match callee argument count", call)
    if not is_integer(type.parameters[0], 1):
        return state.fail("Callee must have i1 as its first argument", call)
    for index in range(1, call.argument_count):
        if call.operands[index].type is not type.parameters[index]:
            return state.fail("Argument types must match", call)
        if has_parameter_attribute(call.attributes, index, "inreg") != has_parameter_attribute(callee.attributes, index, "inreg"):
            return state.fail("Argument inreg attributes must match", call)
    return True


def _words_of(type: Type) -> int:
    """Return the number of elements of a fixed vector of 32-bit words; 0 for other types."""
    is_of_words = isinstance(type, VectorType) and not type.is_scalable and is_integer(type.element, 32)
    return type.count if is_of_words and isinstance(type, VectorType) else 0


def _scaled_matrix_of_formats(state: State, call: CallBase) -> bool:
    """Check matrices with elements of 8, 6 or 4 bits; an argument gives the format of each."""
    for index, word in ((3, "cbsz"), (4, "blgp")):
        if constant_of(call, index) > _LAST_FORMAT:
            return state.fail(f"invalid value for {word} format", call, call.operands[index])
    for index in (0, 1):
        if _words_of(call.operands[index].type) not in (4, 6, 8):
            return state.fail(f"operand {index} must be 4, 6 or 8 element i32 vector", call, call.operands[index])
    for index, format_index, shown in ((0, 3, 3), (1, 4, 5)):
        if _words_of(call.operands[index].type) < _WORDS_OF_FORMAT[constant_of(call, format_index)]:
            return state.fail("invalid vector type for format", call, call.operands[index], call.operands[shown])
    return True


def _wave_matrix_of_formats(state: State, call: CallBase) -> bool:
    for index in (0, 2):
        if constant_of(call, index) > _LAST_FORMAT:
            return state.fail("invalid value for matrix format", call, call.operands[index])
    for index in (1, 3):
        if _words_of(call.operands[index].type) not in (8, 12, 16):
            return state.fail(f"operand {index} must be 8, 12 or 16 element i32 vector", call, call.operands[index])
    for index, format_index in ((1, 0), (3, 2)):
        if _words_of(call.operands[index].type) < 2 * _WORDS_OF_FORMAT[constant_of(call, format_index)]:
            return state.fail("invalid vector type for format", call, call.operands[index], call.operands[format_index])
    return True


RULES: Final[dict[str, Rule]] = {
    "aarch64.ldaxr": _element_type_on_first,
    "aarch64.ldxr": _element_type_on_first,
    "aarch64.prefetch": _prefetch_aarch64,
    "aarch64.range.prefetch": _range_prefetch,
    "aarch64.stlxr": _element_type_on_second,
    "aarch64.stxr": _element_type_on_second,
    "amdgcn.av.load.b128": _access_of_scope,
    "amdgcn.av.store.b128": _access_of_scope,
    "amdgcn.call.whole.wave": _call_whole_wave,
    "amdgcn.cooperative.atomic.load.16x8B": _cooperative_atomic,
    "amdgcn.cooperative.atomic.load.32x4B": _cooperative_atomic,
    "amdgcn.cooperative.atomic.load.8x16B": _cooperative_atomic,
    "amdgcn.cooperative.atomic.store.16x8B": _cooperative_atomic,
    "amdgcn.cooperative.atomic.store.32x4B": _cooperative_atomic,
    "amdgcn.cooperative.atomic.store.8x16B": _cooperative_atomic,
    "amdgcn.cs.chain": _chain,
    "amdgcn.global.load.async.lds": _load_to_work_group,
    "amdgcn.global.load.lds": _load_to_work_group,
    "amdgcn.init.exec.from.input": _execution_mask_from_input,
    "amdgcn.load.async.to.lds": _load_to_work_group,
    "amdgcn.load.to.lds": _load_to_work_group,
    "amdgcn.mfma.scale.f32.16x16x128.f8f6f4": _scaled_matrix_of_formats,
    "amdgcn.mfma.scale.f32.32x32x64.f8f6f4": _scaled_matrix_of_formats,
    "amdgcn.raw.buffer.load.async.lds": _load_to_work_group,
    "amdgcn.raw.buffer.load.lds": _load_to_work_group,
    "amdgcn.raw.ptr.buffer.load.async.lds": _load_to_work_group,
    "amdgcn.raw.ptr.buffer.load.lds": _load_to_work_group,
    "amdgcn.s.prefetch.data": _scalar_prefetch,
    "amdgcn.set.inactive.chain.arg": _inactive_chain_argument,
    "amdgcn.struct.buffer.load.async.lds": _load_to_work_group,
    "amdgcn.struct.buffer.load.lds": _load_to_work_group,
    "amdgcn.struct.ptr.buffer.load.async.lds": _load_to_work_group,
    "amdgcn.struct.ptr.buffer.load.lds": _load_to_work_group,
    "amdgcn.wmma.f32.16x16x128.f8f6f4": _wave_matrix_of_formats,
    "amdgcn.wmma.scale.f32.16x16x128.f8f6f4": _wave_matrix_of_formats,
    "amdgcn.wmma.scale16.f32.16x16x128.f8f6f4": _wave_matrix_of_formats,
    "arm.ldaex": _element_type_on_first,
    "arm.ldrex": _element_type_on_first,
    "arm.stlex": _element_type_on_second,
    "arm.strex": _element_type_on_second,
    "nvvm.fence.proxy.tensormap_generic.acquire.cluster": _tensor_map_fence,
    "nvvm.fence.proxy.tensormap_generic.acquire.cta": _tensor_map_fence,
    "nvvm.fence.proxy.tensormap_generic.acquire.gpu": _tensor_map_fence,
    "nvvm.fence.proxy.tensormap_generic.acquire.sys": _tensor_map_fence,
    "nvvm.setmaxnreg.dec.sync.aligned.u32": _register_count,
    "nvvm.setmaxnreg.inc.sync.aligned.u32": _register_count,
}
