"""Addresses that are computed in bytes, as getelementptrs into the structs and arrays in which they are.

LLVM 19 and newer write `getelementptr i8, ptr %p, i64 24` for the address of a field. Where the pointee of `%p` is known, by its
other uses or by the tags of accesses (`tagged_structs`), the address is written as clang 14 writes it. It stays the same address.
"""

from __future__ import annotations

from typing import Final, final

from pyllvm.ir.instructions import GetElementPtrInst
from pyllvm.ir.module import Module
from pyllvm.ir.target.data_layout import DataLayout
from pyllvm.ir.types import FunctionType, StructType, Type
from pyllvm.ir.value import Value
from pyllvm.migrations.shared.offset_paths import alloc_size, byte_offset, element_bytes, offset_path, path_indices
from pyllvm.migrations.shared.pointee_inference import Pointees, is_open_address
from pyllvm.migrations.shared.tagged_structs import TaggedStructs

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
