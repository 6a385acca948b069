"""Replaces intrinsics that an older LLVM does not have by a few instructions, or by another intrinsic.

One table by the beginning of the name; each rule applies where the LLVM that is asked for has no intrinsic with that name.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from pyllvm.ir.constants import ConstantInt
from pyllvm.ir.function import Function
from pyllvm.ir.instructions import CallBase, CallInst
from pyllvm.ir.module import Module
from pyllvm.ir.types import Type
from pyllvm.ir.value import Value
from pyllvm.migrations.atomics import OPERATIONS, flags_after
from pyllvm.migrations.equivalents.instruction_list import InstructionList
from pyllvm.migrations.equivalents.library_calls import OPERATIONS as LANE_OPERATIONS
from pyllvm.migrations.equivalents.library_calls import call_library, split_lanes
from pyllvm.migrations.equivalents.plain_arithmetic import (
    compare_three_ways,
    convert_saturating,
    divide_under_mask,
    multiply_high,
    pick_number,
    saturate_shift,
    saturate_signed,
    scale,
    separate_exponent,
    sine_and_cosine,
    split_fraction,
    test_class,
    vector_length,
)
from pyllvm.migrations.loss import Losses
from pyllvm.migrations.on_reading.intrinsic_calls import (
    declared_intrinsic,
    remove_call,
    remove_function,
    replace_call,
    replace_with_instructions,
)
from pyllvm.tables.intrinsic_names import NOALIAS_SCOPE, PREFIX, PSEUDO_PROBE
from pyllvm.tables.intrinsics import is_intrinsic
from pyllvm.versions import SUPPORTED

# Adds the instructions that compute what a call does, and returns the last; None where there are none.
Equivalent: TypeAlias = "Callable[[InstructionList, CallBase], Value | None]"

_FEATURES: Final = "target-features"
# The intrinsic of a target that computes the same, its name after the width of integers, and the features that have it.
_OF_TARGETS: Final[dict[str, tuple[str, tuple[str, ...]]]] = {
    "llvm.clmul.": ("llvm.riscv.clmul.i", ("+zbc", "+zbkc")),
    "llvm.pdep.": ("llvm.x86.bmi.pdep.", ("+bmi2",)),
    "llvm.pext.": ("llvm.x86.bmi.pext.", ("+bmi2",)),
}


def call_of_target(made: InstructionList, call: CallBase) -> Value | None:
    """The intrinsic of a target, where the processor has its instruction.

    LLVM 23:
        define i32 @f(i32 %a) "target-features"="+bmi2" {
          %r = call i32 @llvm.pdep.i32(i32 %a, i32 7)
          ret i32 %r
        }
        declare i32 @llvm.pdep.i32(i32, i32)
    LLVM 22:
        define i32 @f(i32 %a) "target-features"="+bmi2" {
          %r = call i32 @llvm.x86.bmi.pdep.32(i32 %a, i32 7)
          ret i32 %r
        }
        declare i32 @llvm.x86.bmi.pdep.32(i32, i32) nocallback nofree nosync nounwind willreturn memory(none)
    """
    prefix, _, width = call.callee.name.rpartition(".")
    name, wanted = _OF_TARGETS[f"{prefix}."]
    function = call.function
    attributes = None if function is None else function.attributes
    features = None if attributes is None else attributes.function.find(_FEATURES)
    if width not in ("i32", "i64") or features is None or not set(wanted).intersection(features.value.split(",")):
        return None
    return made.call_named(f"{name}{width[1:]}", call.type, call.arguments)


def wide_index(made: InstructionList, call: CallBase) -> Value | None:
    """AArch64's products of bfloat had an index of 64 bits."""
    index = call.arguments[-1]
    if not isinstance(index, ConstantInt):
        return None
    wide = ConstantInt.get(call.type.context.integer(64), index.value)
    return made.call_named(call.callee.name.removesuffix(".v2"), call.type, [*call.arguments[:-1], wide])


_COMPUTED: Final[dict[str, Equivalent]] = {
    **dict.fromkeys(_OF_TARGETS, call_of_target),
    **{f"llvm.aarch64.sve.{name}.lane.v2": wide_index for name in ("bfdot", "bfmlalb", "bfmlalt")},
    **{f"llvm.amdgcn.{operation}.": split_lanes for operation in LANE_OPERATIONS},
    "llvm.experimental.get.vector.length.": vector_length,
    "llvm.fptosi.sat.": convert_saturating,
    "llvm.fptoui.sat.": convert_saturating,
    "llvm.frexp.": separate_exponent,
    "llvm.is.fpclass.": test_class,
    "llvm.ldexp.": scale,
    "llvm.masked.sdiv.": divide_under_mask,
    "llvm.masked.srem.": divide_under_mask,
    "llvm.masked.udiv.": divide_under_mask,
    "llvm.masked.urem.": divide_under_mask,
    "llvm.maximum.": pick_number,
    "llvm.maximumnum.": pick_number,
    "llvm.minimum.": pick_number,
    "llvm.minimumnum.": pick_number,
    "llvm.modf.": split_fraction,
    "llvm.sadd.sat.": saturate_signed,
    "llvm.scmp.": compare_three_ways,
    "llvm.sincos.": sine_and_cosine,
    "llvm.smulh.": multiply_high,
    "llvm.sshl.sat.": saturate_shift,
    "llvm.ssub.sat.": saturate_signed,
    "llvm.ucmp.": compare_three_ways,
    "llvm.umulh.": multiply_high,
    "llvm.ushl.sat.": saturate_shift,
    **{f"llvm.x86.atomic.{operation}.cc.": flags_after for operation in OPERATIONS},
}
# Barriers for the optimizer: the number of the argument that a call returns.
_UNCHANGED: Final[dict[str, int]] = {"llvm.bpf.passthrough.": 1}
# The result that a call may always return.
_CONSTANTS: Final[dict[str, int]] = {"llvm.allow.runtime.check": 1, "llvm.allow.ubsan.check": 1, "llvm.is.constant.": 0}
# Prefetches of other address spaces than 0, whose names begin with a digit that is not 0.
_OTHER_PREFETCHES: Final = tuple([f"llvm.prefetch.p{digit}" for digit in range(1, 10)])
# Intrinsics that only help an optimizer or a profiler, and return nothing.
_HINTS: Final = (NOALIAS_SCOPE, "llvm.fake.use", PSEUDO_PROBE, *_OTHER_PREFETCHES)
_NUMBERED_BARRIER: Final = "llvm.nvvm.barrier.n"
_FIRST_BARRIER: Final = "llvm.nvvm.barrier0"
# Another intrinsic that does the same, and the arguments that it takes, by their numbers.
_OTHERS: Final[dict[str, tuple[str, tuple[int, ...]]]] = {
    "llvm.amdgcn.exp2.": ("llvm.exp2.", (0,)),
    "llvm.amdgcn.log.": ("llvm.log2.", (0,)),
    "llvm.looptrap": ("llvm.trap", ()),
    "llvm.nvvm.barrier.cta.sync.aligned.all": (_NUMBERED_BARRIER, (0,)),
    "llvm.nvvm.barrier.cta.sync.aligned.count": ("llvm.nvvm.barrier", (0, 1)),
    "llvm.nvvm.barrier.cta.sync.all": ("llvm.nvvm.barrier.sync", (0,)),
    "llvm.nvvm.barrier.cta.sync.count": ("llvm.nvvm.barrier.sync.cnt", (0, 1)),
    "llvm.roundeven.": ("llvm.rint.", (0,)),
    "llvm.ubsantrap": ("llvm.trap", ()),
    "llvm.write_volatile_register.": ("llvm.write_register.", (0, 1)),
}


def replace_newer_intrinsics(module: Module, version: int, losses: Losses) -> None:
    """Replace the calls of intrinsics that LLVM `version` does not have; those without a rule stay.

    LLVM 8:
        %r = call i1 @llvm.is.constant.i32(i32 %a)
        ret i1 %r
    LLVM 7: ret i1 false
    """
    for function in list(module.functions):
        name = function.name
        if not function.is_declaration or not name.startswith(PREFIX) or is_intrinsic(name, version):
            continue
        calls = [user for user in function.users if isinstance(user, CallInst) and user.callee is function]
        calls.reverse()
        if name.startswith(_HINTS):
            since = next((one for one in SUPPORTED if is_intrinsic(name, one)), version + 1)
            for call in calls:
                losses.drop(f"'{name}'", since, call.function)
                remove_call(call)
        else:
            for call in calls:
                replace_intrinsic(module, call, name, version)
        if not function.has_uses:
            remove_function(module, function)


def replace_intrinsic(module: Module, call: CallInst, name: str, version: int) -> None:
    """Replace a call of the intrinsic with this name by what LLVM `version` has for it; without a rule it stays.

    LLVM 12: call void @llvm.ubsantrap(i8 1)
    LLVM 11: call void @llvm.trap()
    """
    if call_library(module, call, name, version):
        return
    for prefix, computed in _COMPUTED.items():
        if name.startswith(prefix):
            made = InstructionList(module, version)
            result = computed(made, call)
            if result is not None:
                result.put_name(call.name)
                replace_with_instructions(call, made.instructions)
            return
    for prefix, argument in _UNCHANGED.items():
        if name.startswith(prefix):
            call.move_uses_to(call.arguments[argument])
            remove_call(call)
            return
    for prefix, constant in _CONSTANTS.items():
        if name.startswith(prefix):
            call.move_uses_to(ConstantInt.get(module.context.integer(1), constant))
            remove_call(call)
            return
    for prefix, (other, numbers) in _OTHERS.items():
        if name == prefix or (prefix.endswith(".") and name.startswith(prefix)):
            _call_other(module, call, other + name.removeprefix(prefix), [call.arguments[number] for number in numbers], version)
            return


def _call_other(module: Module, call: CallInst, name: str, arguments: list[Value], version: int) -> None:
    if name == _NUMBERED_BARRIER and isinstance(arguments[0], ConstantInt) and arguments[0].value == 0:
        name, arguments = _FIRST_BARRIER, []
    if not is_intrinsic(name, version):
        return
    types: list[Type] = [argument.type for argument in arguments]
    callee: Function = declared_intrinsic(module, name, module.context.function(call.type, types), version)
    made = replace_call(call, callee, arguments)
    made.tail_kind = call.tail_kind
    made.flags = call.flags
