"""The indices of a getelementptr that lead to an offset in a type."""

from __future__ import annotations

from typing import Final

from pyllvm.diagnostics import PyllvmError
from pyllvm.ir.constants import ConstantExpr, ConstantInt
from pyllvm.ir.instructions import GetElementPtrInst
from pyllvm.ir.target.data_layout import DataLayout
from pyllvm.ir.types import ArrayType, IntegerType, PointerType, StructType, Type
from pyllvm.ir.value import Value

# A path through more types than this is of no use to a reader.
_DEEPEST: Final = 12


def alloc_size(layout: DataLayout, type: Type) -> int | None:
    """The distance between objects of a type; None if it has no size, or a size that is not fixed."""
    try:
        return None if layout.is_scalable(type) else layout.alloc_size(type)
    except PyllvmError:
        return None


def offset_path(layout: DataLayout, type: Type, offset: int, wanted: Type, has_size: bool) -> list[int] | None:
    """The indices from an object of `type` to the type that is `wanted` at an offset; None if it is not there.

    Without `has_size`, objects of `type` do not follow each other in a way that is known.
    """
    size = alloc_size(layout, type)
    if not size or (not has_size and not 0 <= offset < size):
        return None
    first, rest = divmod(offset, size) if has_size else (0, offset)
    indices = [first]
    for _ in range(_DEEPEST):
        if rest == 0 and (type is wanted or (isinstance(type, PointerType) and isinstance(wanted, PointerType))):
            return indices
        if isinstance(type, StructType) and type.elements:
            offsets = layout.struct_layout(type).offsets
            number = max(index for index, one in enumerate(offsets) if one <= rest)
            rest -= offsets[number]
            type = type.elements[number]
            indices.append(number)
        elif isinstance(type, ArrayType):
            element_size = alloc_size(layout, type.element)
            if not element_size:
                return None
            indices.append(rest // element_size)
            rest %= element_size
            type = type.element
        else:
            return None
    return None


def path_indices(type: Type, path: list[int], wide: Type) -> list[Value]:
    """The operands of a getelementptr for a path. The indices of arrays are as `wide` as the offset was."""
    narrow = type.context.integer(32)
    assert isinstance(wide, IntegerType)
    indices: list[Value] = [ConstantInt.get(wide, path[0])]
    for number in path[1:]:
        indices.append(ConstantInt.get(narrow if isinstance(type, StructType) else wide, number))
        if isinstance(type, StructType) and type.elements:
            type = type.elements[number]
        elif isinstance(type, ArrayType):
            type = type.element
    return indices


def element_bytes(value: Value) -> int:
    """The number of bytes by which the index of an address counts; 0 if it does not count bytes, or there are more indices.

    LLVM 23 and newer write `[4 x i8]` for whatever has four bytes.
    """
    if not isinstance(value, (GetElementPtrInst, ConstantExpr)) or len(value.operands) != 2:
        return 0
    source = value.source_element_type
    element = source.element if isinstance(source, ArrayType) else source
    if not isinstance(element, IntegerType) or element.width != 8 or not isinstance(value.type, PointerType):
        return 0
    return source.count if isinstance(source, ArrayType) else 1


def byte_offset(value: Value) -> int | None:
    """The offset, where an address is at a constant number of bytes from another; else None."""
    size = element_bytes(value)
    index = value.operands[1] if size and isinstance(value, (GetElementPtrInst, ConstantExpr)) else None
    return index.signed * size if isinstance(index, ConstantInt) else None
