"""The types that loads and stores access, and the addresses of fields that they use."""

from __future__ import annotations

from typing import Final, final

from pyllvm.ir.function import Function
from pyllvm.ir.instructions import CallBase, GetElementPtrInst
from pyllvm.ir.module import Module
from pyllvm.ir.target.data_layout import DataLayout
from pyllvm.ir.types import FunctionType, PointerType, StructType, Type
from pyllvm.ir.value import Value
from pyllvm.migrations.loss import Losses
from pyllvm.migrations.typed_pointers.pointee_inference import Pointees, is_open_address
from pyllvm.migrations.typed_pointers.tagged_structs import (
    TaggedStructs,
    alloc_size,
    byte_offset,
    element_bytes,
    offset_path,
    path_indices,
)
from pyllvm.tables.features import OPAQUE_POINTERS_SINCE

# --- The types that intrinsics access through pointers whose types their names leave open, while pointers get types.
#
# Where the memory that an intrinsic accesses depends on it, calls say it by `elementtype`, or it is the type of the intrinsic's
# result or of its first operand. For all other intrinsics a pointer is an address: a pointer to i8.

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
        if not function.is_declaration or not function.is_intrinsic:
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


# --- Addresses that are computed in bytes, as getelementptrs into the structs and arrays in which they are.
#
# LLVM 19 and newer write `getelementptr i8, ptr %p, i64 24` for the address of a field. Where the pointee of `%p` is known, by
# its other uses or by the tags of accesses (`tagged_structs`), the address is written as clang 14 writes it. It stays the same
# address.

# A field's pointer becomes known only when the address of the field is: the next round finds what is behind it.
_ROUNDS: Final = 3


def name_fields(module: Module, choice: str, wanted: dict[Value, Type]) -> TaggedStructs:
    """Write addresses in bytes as addresses of fields and elements, where the types are known. Return the structs of tags."""
    layout = DataLayout(module.data_layout, module.llvm_version)
    tagged = TaggedStructs(module, layout)
    for _ in range(_ROUNDS):
        pointees = Pointees(module, choice, wanted, tagged, is_open=True)
        pointees.infer()
        if not _Fields(module, layout, tagged, pointees).run():
            break
    return tagged


@final
class _Fields:
    """One round: the addresses in bytes, and the cells of their pointers."""

    def __init__(self, module: Module, layout: DataLayout, tagged: TaggedStructs, pointees: Pointees) -> None:
        self._layout: Final = layout
        self._tagged: Final = tagged
        self._pointees: Final = pointees
        self._addresses: Final = [
            one
            for function in module.functions
            for one in function.instructions
            if isinstance(one, GetElementPtrInst) and is_open_address(one)
        ]

    def run(self) -> bool:
        """Change what can be changed, and return whether there was anything."""
        for address in self._addresses:
            self._note_use(address)
        self._tagged.complete()
        changed = [self._change(address) for address in self._addresses]
        return any(changed)

    def _note_use(self, address: GetElementPtrInst) -> None:
        """Tell a struct that is made what its offset is used as."""
        type = self._pointee(address.pointer)
        offset = byte_offset(address)
        if offset is None:
            return
        while isinstance(type, StructType):
            struct = self._tagged.by_type.get(type)
            if struct is None or not struct.is_made or offset < 0:
                return
            struct.add_use(offset, self._pointee(address))
            inner = [(start, node) for start, node in struct.members if start <= offset]
            if not inner:
                return
            start, node = inner[-1]
            nested = self._tagged.described(node) if len(node.operands) > 3 else None
            type = None if nested is None else nested.type
            offset -= start

    def _pointee(self, pointer: Value) -> Type | None:
        cell = self._pointees.cell(pointer)
        return None if cell is None else cell.chosen

    def _change(self, address: GetElementPtrInst) -> bool:
        wanted = self._pointee(address)
        offset = byte_offset(address)
        type = self._pointee(address.pointer)
        if wanted is None or type is None or isinstance(type, FunctionType):
            return False
        if offset is None:
            return self._change_element(address, type, wanted)
        path = self._path(type, offset, wanted)
        if path is None or (len(path) == 1 and type is address.source_element_type):
            return False
        indices = path_indices(type, path, address.operands[1].type)
        address.source_element_type = type
        address.put_operands(1, indices)
        return True

    def _change_element(self, address: GetElementPtrInst, type: Type, wanted: Type) -> bool:
        """Write the address of an element of as many bytes: an element of what the pointer points to, or of what is wanted."""
        size = element_bytes(address)
        element = type if alloc_size(self._layout, type) == size and self._path(type, 0, wanted) is not None else None
        if element is None or not self._has_size(type):
            element = self._tagged.element(size, wanted)
        path = None if element is None else self._path(element, 0, wanted)
        if element is None or path is None or element is address.source_element_type:
            return False
        inner = path_indices(element, path, address.operands[1].type)[1:]
        address.source_element_type = element
        address.put_operands(2, inner)
        return True

    def _has_size(self, type: Type) -> bool:
        """Whether all of the type is known: of a struct that is made, the end is not."""
        struct = self._tagged.by_type.get(type) if isinstance(type, StructType) else None
        return struct is None or not struct.is_made

    def _path(self, type: Type, offset: int, wanted: Type) -> list[int] | None:
        return offset_path(self._layout, type, offset, wanted, self._has_size(type))
