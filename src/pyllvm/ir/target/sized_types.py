"""Which types have a size, which of those sizes depend on `vscale`, and the layout of target extension types.

Sources: `Type::isSized`, `Type::isScalableTy`, `TargetExtType::getLayoutType`.
"""

from __future__ import annotations

from typing import Final, final

from pyllvm.ir import types
from pyllvm.ir.types import ArrayType, StructType, TargetType, Type, VectorType
from pyllvm.tables import target_versions

_UNSIZED_KINDS: Final = (types.VOID, types.LABEL, types.METADATA, types.TOKEN, types.FUNCTION, types.OPAQUE)


def is_sized(type: Type, version: int) -> bool:
    """Whether values of this type have a size in memory; a struct that contains itself or has no body has none."""
    kind = type.kind
    if kind == types.INTEGER or kind == types.POINTER or kind == types.FLOATING_POINT:
        return True
    if kind != types.STRUCT and kind != types.ARRAY:
        return not _is_without_size(type, version)
    return SizedTypes(version).has(type)


def is_scalable(type: Type, version: int) -> bool:
    """Whether the size of this type depends on `vscale`: it is a scalable vector or contains one at any depth."""
    while isinstance(type, ArrayType):
        type = type.element
    if not isinstance(type, StructType):
        return _is_scalable_vector(type, version)
    return SizedTypes(version).is_scalable(type)


@final
class SizedTypes:
    """Answers `is_sized` and `is_scalable` for one version many times: types that have a size without `vscale`, it remembers."""

    def __init__(self, version: int) -> None:
        self._version: Final = version
        self._known: Final[set[Type]] = set()
        self._fixed: Final[set[Type]] = set()

    def has(self, type: Type) -> bool:
        """Whether values of this type have a size in memory."""
        kind = type.kind
        if kind == types.INTEGER or kind == types.POINTER or kind == types.FLOATING_POINT or type in self._known:
            return True
        if kind == types.STRUCT or kind == types.ARRAY:
            return self._has_aggregate(type)
        if _is_without_size(type, self._version):
            return False
        self._known.add(type)
        return True

    def _has_aggregate(self, type: Type) -> bool:
        version = self._version
        # Maps a type to False while its parts are being examined, then to True once it is known to be sized.
        known: dict[Type, bool] = {}
        path: list[Type] = [type]
        while path:
            one = path[-1]
            if one in known:
                known[one] = True
                path.pop()
                continue
            known[one] = False
            if isinstance(one, StructType):
                if one.elements is None:
                    return False
                if version >= target_versions.SCALABLE_STRUCTS_SINCE and _has_equal_scalable_vectors(one):
                    continue
            for part in one.contained_types:
                if _is_without_size(part, version):
                    return False
                if one.kind == types.STRUCT and self.is_scalable(part):
                    return False
                if (part.kind == types.STRUCT or part.kind == types.ARRAY) and part not in self._known:
                    done = known.get(part)
                    if done is None:
                        path.append(part)
                    elif not done:
                        return False
        self._known.update(known)
        return True

    def is_scalable(self, type: Type) -> bool:
        """Whether the size of this type depends on `vscale`: it is a scalable vector or contains one at any depth."""
        if type.kind != types.STRUCT and type.kind != types.ARRAY:
            return _is_scalable_vector(type, self._version)
        fixed = self._fixed
        if type in fixed:
            return False
        seen: set[Type] = set()
        pending: list[Type] = [type]
        while pending:
            one = pending.pop()
            if one.kind == types.STRUCT or one.kind == types.ARRAY:
                if one not in seen and one not in fixed:
                    seen.add(one)
                    pending.extend(one.contained_types)
            elif _is_scalable_vector(one, self._version):
                return True
        fixed.update(seen)
        return False


def _is_without_size(type: Type, version: int) -> bool:
    """Whether a type that is neither a struct nor an array has no size."""
    if isinstance(type, TargetType):
        return layout_type(type, version) is None
    return type.kind in _UNSIZED_KINDS


def _is_scalable_vector(type: Type, version: int) -> bool:
    layout = layout_type(type, version) if isinstance(type, TargetType) else type
    return isinstance(layout, VectorType) and layout.is_scalable


def _has_equal_scalable_vectors(struct: StructType) -> bool:
    parts = struct.contained_types
    if not parts:
        return False
    first = parts[0]
    return isinstance(first, VectorType) and first.is_scalable and all(part is first for part in parts)


_SPIRV_WITHOUT_SIZE: Final = ("spirv.IntegralConstant", "spirv.Literal")
_REFERENCES: Final = ("wasm.externref", "wasm.funcref")
_PADDING: Final = ("spirv.Padding", "dx.Padding")


def layout_type(type: TargetType, version: int) -> Type | None:
    """The type whose size and alignment a target type has; None if it has no layout."""
    name = type.name
    context = type.context
    if version >= target_versions.INLINE_TYPES_SINCE:
        if name in _PADDING and type.integers:
            return context.array(context.integer(8), type.integers[0])
        if name in _SPIRV_WITHOUT_SIZE:
            return None
        if name == "spirv.Type" and len(type.integers) > 2:
            return _inline_type(type)
    if name.startswith("spirv.") or (name.startswith("dx.") and version >= target_versions.DIRECTX_SINCE):
        return context.pointer(0)
    if name in _REFERENCES and version >= target_versions.REFERENCES_SINCE:
        return context.pointer(0)
    if name == "aarch64.svcount" and version >= target_versions.SCALABLE_COUNT_SINCE:
        return context.vector(context.integer(1), 16, True)
    if name == "amdgcn.named.barrier" and version >= target_versions.BARRIERS_SINCE:
        return (
            context.integer(8) if version >= target_versions.BARRIERS_ARE_BYTES_SINCE else context.vector(context.integer(32), 4)
        )
    if name == "llvm.test.vectorelement" and version >= target_versions.TEST_TYPE_SINCE:
        return context.integer(32)
    if name == "riscv.vector.tuple" and version >= target_versions.TUPLES_SINCE and type.types and type.integers:
        part = type.types[0]
        if isinstance(part, VectorType):
            return context.vector(context.integer(8), max(part.count, 8) * type.integers[0], True)
    return None


def may_be_global(type: TargetType, version: int) -> bool:
    """Whether global variables may be of a target type (`TargetExtType::CanBeGlobal`)."""
    name = type.name
    if name.startswith("spirv."):
        return version < target_versions.INLINE_TYPES_SINCE or name not in _SPIRV_WITHOUT_SIZE
    if name in _REFERENCES:
        return version >= target_versions.REFERENCES_SINCE
    return (name.startswith("dx.") and version >= target_versions.DIRECTX_SINCE) or (
        name == "amdgcn.named.barrier" and version >= target_versions.BARRIERS_SINCE
    )


def _inline_type(type: TargetType) -> Type:
    """`target("spirv.Type", ..., opcode, bytes, bits)`: an array of integers of `bits` bits with `bytes` bytes in all."""
    size, bits = type.integers[1], type.integers[2]
    integer = type.context.integer(bits if 0 < bits < 1 << 23 else 8)
    return type.context.array(integer, size * 8 // integer.width) if size else integer
