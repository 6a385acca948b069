"""Intrinsics for functions of the C library: the calls that LLVM's back ends make of them."""

from __future__ import annotations

from typing import Final

from pyllvm.ir.function import Function
from pyllvm.ir.instructions import CallInst
from pyllvm.ir.module import Module
from pyllvm.ir.target.target_triple import TargetTriple
from pyllvm.ir.types import FloatingPointType, Type
from pyllvm.migrations.on_reading.intrinsic_calls import has_typed_pointers, replace_call

_PREFIX: Final = "llvm."
_FUNCTIONS: Final = frozenset(
    (
        "acos", "asin", "atan", "atan2", "cosh", "exp10", "ldexp", "llrint", "llround", "lrint", "lround", "sinh", "tan", "tanh",
    )
)  # fmt: skip
# Other C libraries lack it, or have another name for it.
_GNU_FUNCTION: Final = "exp10"
# How the names of functions end, by the type of their argument.
_SUFFIXES: Final[dict[str, str]] = {"double": "", "float": "f", "x86_fp80": "l"}
# Back ends for devices, which have no C library.
_DEVICES: Final = ("amdgcn", "nvptx", "r600", "spir", "dxil", "bpf")


def call_library(module: Module, call: CallInst, name: str) -> bool:
    """Call the C library's function instead of the intrinsic with this name; whether the library has one."""
    function = name.removeprefix(_PREFIX).split(".", 1)[0]
    triple = TargetTriple(module.target_triple)
    if function not in _FUNCTIONS or triple.architecture.startswith(_DEVICES):
        return False
    if function == _GNU_FUNCTION and (triple.is_darwin or triple.is_windows):
        return False
    types: list[Type] = [argument.type for argument in call.arguments]
    number = types[0]
    suffix = _SUFFIXES.get(number.name) if isinstance(number, FloatingPointType) else None
    if suffix is None:
        return False
    callee = declared_function(module, function + suffix, call.type, types)
    if callee is None:
        return False
    made = replace_call(call, callee, call.arguments)
    made.tail_kind = call.tail_kind
    made.flags = call.flags
    return True


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
