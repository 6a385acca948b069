"""The sizes and alignments of types under a module's data layout.

Sizes of scalable vectors are given for `vscale` 1; see `is_scalable`.
"""

from __future__ import annotations

from typing import Final, final

from pyllvm.diagnostics import PyllvmError
from pyllvm.ir import types
from pyllvm.ir.target.data_layout_text import PointerSpecification, Specifications, parse
from pyllvm.ir.target.sized_types import layout_type
from pyllvm.ir.types import (
    ArrayType,
    ByteType,
    FloatingPointType,
    IntegerType,
    PointerType,
    StructType,
    TargetType,
    Type,
    VectorType,
)
from pyllvm.tables.target_versions import POINTER_FLAGS_SINCE, VECTORS_BY_BITS_SINCE
from pyllvm.versions import NEWEST

# LLVM computes sizes in 64 bits; larger sizes wrap around.
_SIZE_MASK: Final = 0xFFFFFFFFFFFFFFFF


@final
class StructLayout:
    """The positions of a struct's elements: `offsets`, `size` and `alignment` in bytes; `is_padded` if there are gaps."""

    __slots__ = ("alignment", "is_padded", "offsets", "size")

    def __init__(self, size: int, alignment: int, offsets: list[int], is_padded: bool) -> None:
        self.size = size
        self.alignment = alignment
        self.offsets = offsets
        self.is_padded = is_padded


@final
class _Measure:
    """The measures of a type: its size in bits, its alignments in bytes."""

    __slots__ = ("abi_alignment", "bits", "is_scalable", "preferred_alignment")

    def __init__(self, bits: int, abi_alignment: int, preferred_alignment: int, is_scalable: bool = False) -> None:
        self.bits = bits
        self.abi_alignment = abi_alignment
        self.preferred_alignment = preferred_alignment
        self.is_scalable = is_scalable


def _power_of_two_from(number: int) -> int:
    """The smallest power of two that is not less than `number`; 1 for 0."""
    return 1 << (number - 1).bit_length() if number > 1 else 1


def _aligned(offset: int, alignment: int) -> int:
    return (offset + alignment - 1) // alignment * alignment


@final
class DataLayout:
    """A data layout string and its meaning. The string is parsed on first use.

    Every query raises PyllvmError if the string is malformed (`check` does nothing else), or if the type has no size.
    """

    def __init__(self, text: str = "", version: int = NEWEST) -> None:
        self.text: Final = text
        self.version: Final = version
        self._specifications: Specifications | None = None
        self._measures: dict[Type, _Measure] = {}
        self._layouts: dict[Type, StructLayout] = {}
        self._integer_widths: list[int] = []

    @property
    def specifications(self) -> Specifications:
        """The parsed string, with the defaults filled in."""
        known = self._specifications
        if known is None:
            known = parse(self.text, self.version)
            self._specifications = known
            self._integer_widths = sorted(known.integers)
        return known

    def check(self) -> None:
        """Raise PyllvmError, with LLVM's message, if the string is malformed."""
        self.specifications  # noqa: B018 (accessing it parses the string)

    @property
    def is_big_endian(self) -> bool:
        """Whether the string has `E`; the default is little-endian."""
        return self.specifications.is_big_endian

    @property
    def program_address_space(self) -> int:
        """The address space of functions."""
        return self.specifications.program_address_space

    @property
    def alloca_address_space(self) -> int:
        """The address space of stack objects."""
        return self.specifications.alloca_address_space

    @property
    def globals_address_space(self) -> int:
        """The address space of global variables that name none."""
        return self.specifications.globals_address_space

    @property
    def mangling(self) -> str:
        """The letter of `m:`, which selects how symbols are spelled: "e" for ELF, "o" for Mach-O ...; empty if there is none."""
        return self.specifications.mangling

    @property
    def stack_alignment(self) -> int:
        """The alignment of the stack, in bytes; 0 if it is not given, so that none may be assumed."""
        return self.specifications.stack_alignment

    @property
    def native_integer_widths(self) -> list[int]:
        """The integer widths, in bits, that the target's registers hold, in the order of the string."""
        return self.specifications.native_integer_widths

    @property
    def largest_legal_integer_width(self) -> int:
        """The largest of the native integer widths, in bits; 0 if none is given."""
        return max(self.native_integer_widths, default=0)

    def is_legal_integer(self, width: int) -> bool:
        """Whether the target's registers hold integers of that width in bits."""
        return width in self.native_integer_widths

    def is_non_integral(self, address_space: int) -> bool:
        """Whether pointers of an address space are non-integral: by `ni:`, and since LLVM 22 by the flags that imply it."""
        specifications = self.specifications
        if address_space in specifications.non_integral_address_spaces:
            return True
        if self.version < POINTER_FLAGS_SINCE:
            return False
        if (
            address_space in specifications.unstable_address_spaces
            or address_space in specifications.external_state_address_spaces
        ):
            return True
        pointer = self.pointer(address_space)
        return pointer.bits != pointer.index_bits

    def function_pointer_alignment(self, function_alignment: int = 0) -> int:
        """The alignment, in bytes, of pointers to functions with that alignment in bytes (0: none is given)."""
        specifications = self.specifications
        alignment = max(specifications.function_pointer_alignment, 1)
        if specifications.function_pointer_alignment_kind == "n":
            return max(alignment, function_alignment)
        return alignment

    def pointer(self, address_space: int = 0) -> PointerSpecification:
        """The specification for pointers of an address space; the one for address space 0 if the string has none."""
        pointers = self.specifications.pointers
        found = pointers.get(address_space)
        return pointers[0] if found is None else found

    def address_space_named(self, name: str) -> int | None:
        """The number of the address space to which the string (or LLVM, for A, G and P) gives that name; since LLVM 22."""
        if name == "A":
            return self.alloca_address_space
        if name == "G":
            return self.globals_address_space
        if name == "P":
            return self.program_address_space
        for number, pointer in self.specifications.pointers.items():
            if pointer.name == name:
                return number
        return None

    def pointer_bits(self, address_space: int = 0) -> int:
        """The width of a pointer in bits."""
        return self.pointer(address_space).bits

    def index_bits(self, address_space: int = 0) -> int:
        """The width in bits of the indices that are added to a pointer."""
        return self.pointer(address_space).index_bits

    def size_in_bits(self, type: Type) -> int:
        """The size of a value in bits: 1 for i1, 80 for x86_fp80."""
        return self._measure(type).bits

    def is_scalable(self, type: Type) -> bool:
        """Whether the size must be multiplied by `vscale`."""
        return self._measure(type).is_scalable

    def store_size(self, type: Type) -> int:
        """The number of bytes that a store overwrites: 1 for i1, 10 for x86_fp80."""
        return (self._measure(type).bits + 7) // 8

    def alloc_size(self, type: Type) -> int:
        """The distance in bytes between two consecutive objects in an array."""
        return self._alloc_size(self._measure(type))

    def abi_alignment(self, type: Type) -> int:
        """The alignment, in bytes, that the target requires."""
        return self._measure(type).abi_alignment

    def preferred_alignment(self, type: Type) -> int:
        """The alignment, in bytes, that the target prefers."""
        return self._measure(type).preferred_alignment

    def struct_layout(self, type: StructType) -> StructLayout:
        """The positions of a struct's elements; see `StructLayout`."""
        self._measure(type)
        return self._layouts[type]

    def _alloc_size(self, measure: _Measure) -> int:
        return _aligned((measure.bits + 7) // 8, measure.abi_alignment)

    def _measure(self, type: Type) -> _Measure:
        found = self._measures.get(type)
        if found is not None:
            return found
        # Types nest as deeply as the input does: inner types are measured first, with an explicit stack.
        pending: list[Type] = [type]
        open_types: set[Type] = set()
        while pending:
            current = pending[-1]
            if current in self._measures:
                pending.pop()
                continue
            inner = self._unmeasured_parts(current)
            if inner:
                if current in open_types:
                    raise PyllvmError("recursive type has no size")
                open_types.add(current)
                pending.extend(inner)
            else:
                self._measures[current] = self._measured(current)
        return self._measures[type]

    def _unmeasured_parts(self, type: Type) -> list[Type]:
        """The types that must be measured before this one."""
        kind = type.kind
        if kind not in (types.ARRAY, types.STRUCT, types.VECTOR, types.TARGET):
            return []
        parts: list[Type] = []
        if isinstance(type, TargetType):
            layout = layout_type(type, self.version)
            parts = [] if layout is None else [layout]
        elif isinstance(type, (ArrayType, VectorType, StructType)):
            parts = type.contained_types
        return [part for part in parts if part not in self._measures]

    def _measured(self, type: Type) -> _Measure:
        """Measure a type whose parts have been measured."""
        specifications = self.specifications
        kind = type.kind
        if isinstance(type, (IntegerType, ByteType)):
            alignments = specifications.integers[self._integer_width_from(type.width)]
            return _Measure(type.width, alignments[0], alignments[1])
        if isinstance(type, PointerType):
            pointer = self.pointer(type.address_space)
            return _Measure(pointer.bits, pointer.abi_alignment, pointer.preferred_alignment)
        if isinstance(type, FloatingPointType):
            known = specifications.floats.get(type.bits)
            if known is not None:
                return _Measure(type.bits, known[0], known[1])
            alignment = _power_of_two_from(type.bits // 8)
            return _Measure(type.bits, alignment, alignment)
        if isinstance(type, ArrayType):
            element = self._measures[type.element]
            bits = type.count * self._alloc_size(element) * 8 & _SIZE_MASK
            return _Measure(bits, element.abi_alignment, element.preferred_alignment, element.is_scalable)
        if isinstance(type, VectorType):
            element = self._measures[type.element]
            bits = type.count * element.bits & _SIZE_MASK
            if specifications.aligns_vectors_by_elements and bits not in specifications.vectors:
                return _Measure(bits, element.abi_alignment, element.preferred_alignment, type.is_scalable)
            if self.version < VECTORS_BY_BITS_SINCE and bits not in specifications.vectors:
                alignment = _power_of_two_from(type.count * self._alloc_size(element))
                return _Measure(bits, alignment, alignment, type.is_scalable)
            return self._measured_vector(bits, type.is_scalable)
        if isinstance(type, StructType):
            return self._measured_struct(type)
        if kind == types.X86_MMX:
            return self._measured_vector(64, False)
        if kind == types.X86_AMX:
            return _Measure(8192, 64, 64)
        if kind == types.LABEL:
            pointer = self.pointer(0)
            return _Measure(pointer.bits, pointer.abi_alignment, pointer.preferred_alignment)
        if isinstance(type, TargetType):
            layout = layout_type(type, self.version)
            if layout is not None:
                return self._measures[layout]
        raise PyllvmError("type has no size")

    def _measured_vector(self, bits: int, is_scalable: bool) -> _Measure:
        known = self.specifications.vectors.get(bits)
        if known is not None:
            return _Measure(bits, known[0], known[1], is_scalable)
        alignment = _power_of_two_from((bits + 7) // 8)
        return _Measure(bits, alignment, alignment, is_scalable)

    def _measured_struct(self, type: StructType) -> _Measure:
        if type.elements is None:
            raise PyllvmError("opaque struct has no size")
        size = 0
        alignment = 1
        is_scalable = False
        is_padded = False
        offsets: list[int] = []
        for element in type.elements:
            measure = self._measures[element]
            is_scalable = is_scalable or measure.is_scalable
            element_alignment = 1 if type.is_packed else measure.abi_alignment
            if size % element_alignment and not is_scalable:
                is_padded = True
                size = _aligned(size, element_alignment)
            alignment = max(alignment, element_alignment)
            offsets.append(size)
            size = size + self._alloc_size(measure) & _SIZE_MASK
        if size % alignment and not is_scalable:
            is_padded = True
            size = _aligned(size, alignment)
        self._layouts[type] = StructLayout(size, alignment, offsets, is_padded)
        specifications = self.specifications
        abi_alignment = 1 if type.is_packed else max(specifications.aggregate_abi_alignment, alignment)
        preferred_alignment = max(specifications.aggregate_preferred_alignment, alignment)
        return _Measure(size * 8 & _SIZE_MASK, abi_alignment, preferred_alignment, is_scalable)

    def _integer_width_from(self, width: int) -> int:
        """The width whose alignment an integer takes: its own, else the next larger one, else the largest one given."""
        for known in self._integer_widths:
            if known >= width:
                return known
        return self._integer_widths[-1]
