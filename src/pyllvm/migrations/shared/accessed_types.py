"""The types that intrinsics access through pointers whose types their names leave open, while pointers get types.

Where the memory that an intrinsic accesses depends on it, calls say it by `elementtype`, or it is the type of the intrinsic's
result or of its first operand. For all other intrinsics a pointer is an address: a pointer to i8.
"""

from __future__ import annotations

from typing import Final

from pyllvm.ir.function import Function
from pyllvm.ir.instructions import CallBase
from pyllvm.ir.module import Module
from pyllvm.ir.types import FunctionType, PointerType, Type
from pyllvm.migrations.loss import Losses
from pyllvm.tables.features import OPAQUE_POINTERS_SINCE

_INTRINSIC_PREFIX: Final = "llvm."
_ELEMENT_TYPE: Final = "elementtype"
# By the beginning of the name: the pointer that calls say the type of.
_SAID_BY_CALLS: Final[dict[str, int]] = {
    "llvm.aarch64.ldaxr.": 0,
    "llvm.aarch64.ldxr.": 0,
    "llvm.aarch64.stlxr.": 1,
    "llvm.aarch64.stxr.": 1,
    "llvm.arm.ldaex.": 0,
    "llvm.arm.ldrex.": 0,
    "llvm.arm.stlex.": 1,
    "llvm.arm.strex.": 1,
    "llvm.experimental.gc.statepoint.": 2,
    "llvm.preserve.array.access.index.": 0,
    "llvm.preserve.struct.access.index.": 0,
}
_STATEPOINT: Final = "llvm.experimental.gc.statepoint."
# The number of the first argument of a statepoint that is one of the function that it calls.
_WRAPPED: Final = 5
# Those whose first operand points to what they return, or to what their second operand is where they return nothing.
_ACCESS_THEIR_VALUE: Final = (
    "llvm.amdgcn.atomic.", "llvm.amdgcn.ds.", "llvm.amdgcn.flat.atomic.", "llvm.amdgcn.global.atomic.", "llvm.nvvm.atomic.",
    "llvm.nvvm.ldg.global.", "llvm.nvvm.ldu.global.", "llvm.riscv.masked.",
)  # fmt: skip


def separate_accesses(module: Module, losses: Losses) -> None:
    """Declare intrinsics once for each list of types that calls say they access; refuse calls that must say it and do not."""
    for function in list(module.functions):
        if not function.is_declaration or not function.name.startswith(_INTRINSIC_PREFIX):
            continue
        pointer = _said_by_calls(function)
        by_types: dict[tuple[tuple[int, Type], ...], list[CallBase]] = {}
        for call in reversed(function.users):
            if not isinstance(call, CallBase) or call.callee is not function:
                continue
            said = _element_types(call)
            if pointer >= 0 and pointer not in said:
                construct = f"'{function.name}' without '{_ELEMENT_TYPE}'"
                losses.refuse(construct, OPAQUE_POINTERS_SINCE, call.function, call)
            by_types.setdefault(tuple(sorted(said.items(), key=_position)), []).append(call)
        for number, calls in enumerate(list(by_types.values())[1:]):
            # The name follows from the types afterwards.
            other = Function(function.type, function.function_type, module.unique_name(f"{function.name}.{number}"))
            other.attributes = function.attributes
            module.add(other)
            for call in calls:
                call.put_operand(len(call.operands) - 1, other)


def accessed_types(function: Function) -> dict[int, Type]:
    """By the number of the parameter: what the calls of an intrinsic access through it, where that is not left open."""
    for call in function.users:
        if isinstance(call, CallBase) and call.callee is function:
            said = _element_types(call)
            if said:
                return said
    if not function.name.startswith(_ACCESS_THEIR_VALUE):
        return {}
    type = function.function_type
    value = _value_of(type)
    return {0: value} if value is not None and isinstance(type.parameters[0], PointerType) else {}


def wrapped_parameter(call: CallBase, number: int) -> Type | None:
    """The type of the parameter of a statepoint's own function that an argument is for; None for other arguments."""
    if not isinstance(call.callee, Function) or not call.callee.name.startswith(_STATEPOINT) or number < _WRAPPED:
        return None
    wrapped = _element_types(call).get(_SAID_BY_CALLS[_STATEPOINT])
    if not isinstance(wrapped, FunctionType) or number - _WRAPPED >= len(wrapped.parameters):
        return None
    return wrapped.parameters[number - _WRAPPED]


def _value_of(type: FunctionType) -> Type | None:
    if not type.parameters:
        return None
    if type.return_type is not type.context.void:
        return type.return_type
    return type.parameters[1] if len(type.parameters) > 1 else None


def _said_by_calls(function: Function) -> int:
    for prefix, pointer in _SAID_BY_CALLS.items():
        if function.name.startswith(prefix):
            return pointer
    return -1


def _element_types(call: CallBase) -> dict[int, Type]:
    said: dict[int, Type] = {}
    if call.attributes is not None:
        for number, attributes in call.attributes.parameters.items():
            attribute = attributes.find(_ELEMENT_TYPE)
            if attribute is not None and attribute.type is not None:
                said[number] = attribute.type
    return said


def _position(item: tuple[int, Type]) -> int:
    return item[0]
