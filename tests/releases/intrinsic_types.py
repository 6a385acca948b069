"""The types of an LLVM's intrinsics, from the tables in its library, as `tables/intrinsics.txt` writes them.

``Intrinsic::getIntrinsicInfoTableEntries`` gives a list of descriptors for an intrinsic: a kind, and a number. The kinds, and how
numbers are packed, are those of ``llvm/IR/Intrinsics.h``.
"""

from __future__ import annotations

import ctypes
import re
from collections.abc import Iterator
from typing import Final

from tests.releases.symbols import Symbols

from pyllvm.tables.intrinsic_versions import NO_MMX_SINCE, OPAQUE_SINCE

ENTRIES: Final = "_ZN4llvm9Intrinsic28getIntrinsicInfoTableEntriesEjRNS_15SmallVectorImplINS0_13IITDescriptorEEE"
_FIRST: Final = "Void VarArg MMX Token Metadata Half BFloat Float Double Quad Integer Vector Pointer Struct"
_TYPED: Final = "PtrToArgument PtrToElt"
_DERIVED: Final = "VecElement Subdivide2 Subdivide4 VecOfBitcastsToInt"
# The kinds in their order, by the first LLVM that has them so.
_KINDS: Final = (
    (
        23,
        f"{_FIRST} AMX PPCQuad AArch64Svcount WasmExternref WasmFuncref Overloaded Match Extend Trunc OneNth SameVecWidth "
        f"{_DERIVED} VecOfAnyPtrsToElt",
    ),
    (20, f"{_FIRST} Argument Extend Trunc OneNth SameVecWidth VecOfAnyPtrsToElt {_DERIVED} AMX PPCQuad AArch64Svcount"),
    (17, f"{_FIRST} Argument Extend Trunc HalfVec SameVecWidth VecOfAnyPtrsToElt {_DERIVED} AMX PPCQuad AArch64Svcount"),
    (0, f"{_FIRST} Argument Extend Trunc HalfVec SameVecWidth {_TYPED} VecOfAnyPtrsToElt {_DERIVED} AMX PPCQuad AnyPtrToElt"),
)
_PLAIN: Final = {
    "Void": "void", "MMX": "x86mmx", "Token": "token", "Metadata": "metadata", "Half": "f16", "BFloat": "bf16", "Float": "f32",
    "Double": "f64", "Quad": "f128", "AMX": "x86amx", "PPCQuad": "ppcf128", "AArch64Svcount": "svcount", "VarArg": "...",
    "WasmExternref": "externref", "WasmFuncref": "funcref",
}  # fmt: skip
_OF_ANOTHER: Final = {
    "Match": "${}", "Extend": "extend(${})", "Trunc": "truncate(${})", "HalfVec": "part2(${})", "VecElement": "element(${})",
    "Subdivide2": "subdivide2(${})", "Subdivide4": "subdivide4(${})", "VecOfBitcastsToInt": "integers(${})",
    "PtrToArgument": "pointer-to(${})", "PtrToElt": "pointer-to-element(${})",
}  # fmt: skip
# The types that an overloaded place takes. Since LLVM 23: whether vectors or scalars alone, and of which elements.
_ANY: Final = ("any", "int", "float", "vector", "pointer")
_ELEMENTS: Final = ("any", "int", "float", "pointer")
_SHAPES: Final = ("", "-vector", "-scalar")
_OF_SHAPES: Final = {"any-vector": "vector", "any-scalar": "any", "pointer-scalar": "pointer"}
_MATCH: Final = 7
_CONSTRAINED_SINCE: Final = 23
_MOST: Final = 512
_SIZE: Final = 12


class _Vector(ctypes.Structure):
    _fields_ = (("begin", ctypes.c_void_p), ("size", ctypes.c_uint32), ("capacity", ctypes.c_uint32))


def descriptors(symbols: Symbols, number: int, version: int) -> Iterator[tuple[str, int, int]]:
    """The descriptors of the intrinsic with that number: the kind, and the two numbers that belong to it."""
    buffer = ctypes.create_string_buffer(_SIZE * _MOST)
    vector = _Vector(ctypes.addressof(buffer), 0, _MOST)
    place = ctypes.c_void_p
    if version >= _CONSTRAINED_SINCE:
        # It also returns a tuple, in memory.
        result = ctypes.create_string_buffer(_SIZE * _MOST)
        symbols.function(ENTRIES, place, place, ctypes.c_uint, place)(result, number, ctypes.byref(vector))
    else:
        symbols.function(ENTRIES, None, ctypes.c_uint, place)(number, ctypes.byref(vector))
    kinds = next(words.split() for since, words in _KINDS if version >= since)
    for at in range(vector.size):
        kind, low, high = (ctypes.c_uint32 * 3).from_buffer(buffer, at * _SIZE)
        yield kinds[kind], low, high


def signature_text(entries: Iterator[tuple[str, int, int]], version: int) -> str:
    """The type of an intrinsic as the file has it."""
    types: list[str] = []
    while True:
        try:
            types.append(_type(entries, version))
        except StopIteration:
            return f"{types[0]}({','.join(types[1:])})"


def _type(entries: Iterator[tuple[str, int, int]], version: int) -> str:
    kind, low, high = next(entries)
    is_new = version >= _CONSTRAINED_SINCE
    place = low & 0xF if is_new else low >> 3
    if kind == "MMX" and version >= NO_MMX_SINCE:
        return "v1i64"
    if kind in _PLAIN:
        return _PLAIN[kind]
    if kind == "Integer":
        return f"i{low}"
    if kind == "Vector":
        return f"{'nx' if high & 0xFF else ''}v{low}{_type(entries, version)}"
    if kind == "Pointer":
        return f"p{low}{_type(entries, version) if version < OPAQUE_SINCE else ''}"
    if kind == "Struct":
        return f"{{{','.join([_type(entries, version) for _ in range(low)])}}}"
    if kind == "Argument":
        return f"${place}" if low & 7 == _MATCH else f"{_ANY[low & 7]}${place}"
    if kind == "Overloaded":
        word = _ELEMENTS[low >> 8 & 0xF] + _SHAPES[low >> 12 & 0xF]
        return f"{_OF_SHAPES.get(word, word)}${place}"
    if kind == "SameVecWidth":
        return f"width(${place},{_type(entries, version)})"
    if kind == "OneNth":
        return f"part{low >> 16}(${low & 0xF})"
    if kind in ("VecOfAnyPtrsToElt", "AnyPtrToElt"):
        own, other = (low & 0xF, low >> 16) if is_new else (low >> 16, low & 0xFFFF)
        return f"{'pointers' if kind.startswith('Vec') else 'element-pointer'}${own}(${other})"
    return _OF_ANOTHER[kind].format(place)


def as_now(text: str) -> str:
    """A type as LLVM has it without typed pointers and `x86_mmx`: the file keeps the older one where only these differ."""
    text = re.sub(r"pointer-to(-element)?\(\$\d+\)", "p0", text.replace("x86mmx", "v1i64"))
    return re.sub(r"(?<![a-z])p(\d+)(?:p\d+)*(?:\{\}|\$\d+|(?:nx)?v\d+[a-z]+\d+|[a-z]+\d+)(?=[(,)}])", r"p\1", text)
