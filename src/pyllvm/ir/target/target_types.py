"""The layout of target extension types (`TargetExtType::getLayoutType`)."""

from __future__ import annotations

from typing import Final

from pyllvm.ir.types import TargetType, Type, VectorType
from pyllvm.tables.target_versions import (
    BARRIERS_ARE_BYTES_SINCE,
    BARRIERS_SINCE,
    DIRECTX_SINCE,
    INLINE_TYPES_SINCE,
    REFERENCES_SINCE,
    SCALABLE_COUNT_SINCE,
    TEST_TYPE_SINCE,
    TUPLES_SINCE,
)

_SPIRV_WITHOUT_SIZE: Final = ("spirv.IntegralConstant", "spirv.Literal")
_REFERENCES: Final = ("wasm.externref", "wasm.funcref")
_PADDING: Final = ("spirv.Padding", "dx.Padding")


def layout_type(type: TargetType, version: int) -> Type | None:
    """The type whose size and alignment a target type has; None if it has no layout."""
    name = type.name
    context = type.context
    if version >= INLINE_TYPES_SINCE:
        if name in _PADDING and type.integers:
            return context.array(context.integer(8), type.integers[0])
        if name in _SPIRV_WITHOUT_SIZE:
            return None
        if name == "spirv.Type" and len(type.integers) > 2:
            return _inline_type(type)
    if name.startswith("spirv.") or (name.startswith("dx.") and version >= DIRECTX_SINCE):
        return context.pointer(0)
    if name in _REFERENCES and version >= REFERENCES_SINCE:
        return context.pointer(0)
    if name == "aarch64.svcount" and version >= SCALABLE_COUNT_SINCE:
        return context.vector(context.integer(1), 16, True)
    if name == "amdgcn.named.barrier" and version >= BARRIERS_SINCE:
        return context.integer(8) if version >= BARRIERS_ARE_BYTES_SINCE else context.vector(context.integer(32), 4)
    if name == "llvm.test.vectorelement" and version >= TEST_TYPE_SINCE:
        return context.integer(32)
    if name == "riscv.vector.tuple" and version >= TUPLES_SINCE and type.types and type.integers:
        part = type.types[0]
        if isinstance(part, VectorType):
            return context.vector(context.integer(8), max(part.count, 8) * type.integers[0], True)
    return None


def may_be_global(type: TargetType, version: int) -> bool:
    """Whether global variables may be of a target type (`TargetExtType::CanBeGlobal`)."""
    name = type.name
    if name.startswith("spirv."):
        return version < INLINE_TYPES_SINCE or name not in _SPIRV_WITHOUT_SIZE
    if name in _REFERENCES:
        return version >= REFERENCES_SINCE
    return (name.startswith("dx.") and version >= DIRECTX_SINCE) or (name == "amdgcn.named.barrier" and version >= BARRIERS_SINCE)


def _inline_type(type: TargetType) -> Type:
    """`target("spirv.Type", ..., opcode, bytes, bits)`: an array of integers of `bits` bits with `bytes` bytes in all."""
    size, bits = type.integers[1], type.integers[2]
    integer = type.context.integer(bits if 0 < bits < 1 << 23 else 8)
    return type.context.array(integer, size * 8 // integer.width) if size else integer
