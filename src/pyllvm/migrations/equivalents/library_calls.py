"""Calls in the place of newer intrinsics: of functions of the C library, and of operations on the lanes of a wavefront."""

from __future__ import annotations

from typing import Final

from pyllvm.ir.constants import POISON, SimpleConstant
from pyllvm.ir.folding.constant_parts import scalar_bits
from pyllvm.ir.function import Function
from pyllvm.ir.instructions import CallBase, CallInst
from pyllvm.ir.module import Module
from pyllvm.ir.target.data_layout import DataLayout
from pyllvm.ir.target.target_triple import TargetTriple
from pyllvm.ir.types import FloatingPointType, PointerType, Type, VectorType, with_element
from pyllvm.ir.value import Value
from pyllvm.migrations.equivalents.instruction_list import InstructionList
from pyllvm.migrations.on_reading.intrinsic_calls import has_typed_pointers, replace_with_instructions
from pyllvm.tables.intrinsic_names import PREFIX
from pyllvm.tables.intrinsics import is_intrinsic
from pyllvm.tables.opcodes import BITCAST, FPEXT, FPTRUNC, INTTOPTR, PTRTOINT, TRUNC, ZEXT

# --- Intrinsics for functions of the C library: the calls that LLVM's back ends make of them.

_FUNCTIONS: Final = frozenset(
    (
        "acos", "asin", "atan", "atan2", "cosh", "exp10", "ldexp", "llrint", "llround", "lrint", "lround", "sinh", "tan", "tanh",
    )
)  # fmt: skip
# Other C libraries lack it, or have another name for it.
_GNU_FUNCTION: Final = "exp10"
# How the names of functions end, by the type of their argument.
_NARROW: Final = ("half", "bfloat")
SUFFIXES: Final[dict[str, str]] = {"double": "", "float": "f", "x86_fp80": "l"}
# Back ends for devices, which have no C library.
_DEVICES: Final = ("amdgcn", "nvptx", "r600", "spir", "dxil", "bpf")


def call_library(module: Module, call: CallInst, name: str, version: int) -> bool:
    """Call the C library's function instead of the intrinsic with this name; whether the library has one.

    LLVM 19: %r = call double @llvm.tan.f64(double %a)
    LLVM 18: %r = call double @tan(double %a)
    """
    function = name.removeprefix(PREFIX).split(".", 1)[0]
    triple = TargetTriple(module.target_triple)
    if function not in _FUNCTIONS or triple.architecture.startswith(_DEVICES):
        return False
    if function == _GNU_FUNCTION and (triple.is_darwin or triple.is_windows):
        return False
    made = InstructionList(module, version)
    result = _call_lanes(made, function, call)
    if result is None:
        return False
    result.put_name(call.name)
    last = made.instructions[-1]
    if len(made.instructions) == 1 and isinstance(last, CallInst):
        last.tail_kind = call.tail_kind
        last.flags = call.flags
    replace_with_instructions(call, made.instructions)
    return True


def _call_lanes(made: InstructionList, function: str, call: CallInst) -> Value | None:
    """A call for each element of a vector, or one call."""
    type = call.type
    if not isinstance(type, VectorType):
        return _call_scalar(made, function, type, call.arguments)
    if type.is_scalable:
        return None
    results: list[Value] = []
    for index in range(type.count):
        arguments = [made.extract(one, index) if isinstance(one.type, VectorType) else one for one in call.arguments]
        result = _call_scalar(made, function, type.element, arguments)
        if result is None:
            return None
        results.append(result)
    return made.joined(results, type)


def _call_scalar(made: InstructionList, function: str, type: Type, arguments: list[Value]) -> Value | None:
    """A call for numbers. Numbers of 16 bits, which the library does not take, are widened to `float`, as back ends do."""
    number = arguments[0].type
    if not isinstance(number, FloatingPointType):
        return None
    if number.name in _NARROW:
        wide = made.module.context.floating_point("float")
        widened = [made.cast(FPEXT, one, wide) if one.type is number else one for one in arguments]
        result = _call_scalar(made, function, wide if type is number else type, widened)
        return result if result is None or type is not number else made.cast(FPTRUNC, result, number)
    suffix = SUFFIXES.get(number.name)
    if suffix is None:
        return None
    callee = declared_function(made.module, function + suffix, type, [one.type for one in arguments])
    return None if callee is None else made.call_function(callee, arguments)


def declared_function(module: Module, name: str, result: Type, parameters: list[Type]) -> Function | None:
    """The library's function; None if the module has something else with this name."""
    context = module.context
    type = context.function(result, parameters)
    found = module.get(name)
    if found is not None:
        return found if isinstance(found, Function) and found.function_type is type and not found.has_local_linkage else None
    pointer = context.pointer_to(type) if has_typed_pointers(module) else context.pointer()
    made = Function(pointer, type, name)
    module.add(made)
    return made


# --- LLVM 19: AMDGPU's operations on the lanes of a wavefront take values of other types than i32.
#
# Before, a value was taken apart into numbers of 32 bits, as LLVM's instruction selection does now.

OPERATIONS: Final = ("permlane16", "permlane64", "permlanex16", "readfirstlane", "readlane", "writelane")
_WORD: Final = 32


def split_lanes(made: InstructionList, call: CallBase) -> Value | None:
    """The same operation on each part of 32 bits; None if the type is i32, or does not consist of such parts.

    LLVM 19: %r = call i64 @llvm.amdgcn.readfirstlane.i64(i64 %a)
    LLVM 18:
        %1 = bitcast i64 %a to <2 x i32>
        %2 = extractelement <2 x i32> %1, i32 0
        %3 = extractelement <2 x i32> %1, i32 1
        %4 = call i32 @llvm.amdgcn.readfirstlane(i32 %2)
        %5 = call i32 @llvm.amdgcn.readfirstlane(i32 %3)
        %6 = insertelement <2 x i32> poison, i32 %4, i32 0
        %7 = insertelement <2 x i32> %6, i32 %5, i32 1
        %r = bitcast <2 x i32> %7 to i64
    """
    name = ".".join(call.callee.name.split(".")[:3])
    type = call.type
    number = _numbers(made, type)
    if number is None or not is_intrinsic(name, made.version) or call.bundles:
        return None
    word = type.context.integer(_WORD)
    bits = _bits(number)
    if type is word or (bits > _WORD and bits % _WORD):
        return None
    count = max(bits // _WORD, 1)
    # The arguments of the call's type, taken apart; the others are the same for each part.
    parts: list[list[Value]] = []
    for argument in call.arguments:
        parts.append(_taken_apart(made, argument, number, count) if argument.type is type else [argument] * count)
    results = [made.call_named(name, word, [part[index] for part in parts]) for index in range(count)]
    whole = results[0]
    if count > 1:
        whole = SimpleConstant.get(type.context.vector(word, count), POISON)
        for index, result in enumerate(results):
            whole = made.insert(whole, result, index)
    if bits < _WORD:
        whole = made.cast(TRUNC, whole, type.context.integer(bits))
    if whole.type is not number:
        whole = made.cast(BITCAST, whole, number)
    return whole if number is type else made.cast(INTTOPTR, whole, type)


def _taken_apart(made: InstructionList, value: Value, number: Type, count: int) -> list[Value]:
    """A value as `count` numbers of 32 bits."""
    context = value.type.context
    word = context.integer(_WORD)
    if value.type is not number:
        value = made.cast(PTRTOINT, value, number)
    bits = _bits(number)
    if bits < _WORD:
        narrow = context.integer(bits)
        if value.type is not narrow:
            value = made.cast(BITCAST, value, narrow)
        return [made.cast(ZEXT, value, word)]
    whole = word if count == 1 else context.vector(word, count)
    if value.type is not whole:
        value = made.cast(BITCAST, value, whole)
    return [value] if count == 1 else [made.extract(value, index) for index in range(count)]


def _numbers(made: InstructionList, type: Type) -> Type | None:
    """The type, with integers for its pointers; None if it has no size."""
    scalar = type.scalar_type
    if isinstance(type, VectorType) and type.is_scalable:
        return None
    if isinstance(scalar, PointerType):
        layout = DataLayout(made.module.data_layout, made.version)
        return with_element(type, type.context.integer(layout.pointer_bits(scalar.address_space)))
    return type if type.is_integer_or_vector or type.is_floating_point_or_vector else None


def _bits(type: Type) -> int:
    return scalar_bits(type) * (type.count if isinstance(type, VectorType) else 1)
