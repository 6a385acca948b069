"""Compares the data layout with the target triple. Code generators require that they match; LLVM's verifier does not check.

Source: "Data Layout" in the language document: the string must match what the code generator expects.
"""

from __future__ import annotations

from typing import Final

from pyllvm.diagnostics import PyllvmError
from pyllvm.verifier.lint.findings import Linter

# Environments and systems in which pointers are narrower than the architecture's registers.
_NARROW_ENVIRONMENTS: Final = ("gnux32", "muslx32", "gnu_ilp32", "gnuabin32", "muslabin32")
_NARROW_SYSTEMS: Final = ("nacl", "lv2")
# The letters of `m:` by object format; formats that are not listed accept any.
_MANGLINGS: Final[dict[str, str]] = {"elf": "em", "macho": "o", "coff": "wx", "xcoff": "a", "goff": "l"}


# The largest integers, in bits, and alignments in a data layout; up to LLVM 19, LLVM reads larger numbers without an error.
_INTEGER_BITS: Final = 1 << 23
_ALIGNMENT: Final = 1 << 16


def _impossible_numbers(layout: str) -> list[str]:
    """Messages about sizes and alignments in a data layout that nothing can have."""
    found: list[str] = []
    for specification in layout.split("-"):
        kind, fields = specification[:1], specification[1:].split(":")
        numbers = [int(field) if field.isascii() and field.isdigit() else None for field in fields]
        first = numbers[0]
        if kind == "i" and first is not None and not 0 < first < _INTEGER_BITS:
            found.append(f"the data layout has integers of {first} bits in '{specification}'; LLVM has 1 to {_INTEGER_BITS - 1}")
        elif kind == "S" and first is not None and first >= _ALIGNMENT:
            found.append(f"the stack alignment in '{specification}' must be less than {_ALIGNMENT} bits")
        elif kind == "p" and len(numbers) > 4 and (numbers[4] or 0) > (numbers[1] or 0):
            found.append(f"the data layout has indices wider than pointers in '{specification}'")
    return found


def check_target(linter: Linter) -> None:
    """Check the module's data layout."""
    triple = linter.triple
    layout = linter.data_layout
    for message in _impossible_numbers(layout.text):
        linter.report("target-alignment", message, linter.module)
    if not layout.text or not triple.pointer_bits:
        return
    try:
        is_big_endian = layout.is_big_endian
    except PyllvmError:
        return
    if is_big_endian == triple.is_little_endian:
        order = "little" if triple.is_little_endian else "big"
        linter.report("target-endianness", f"the data layout is not {order}-endian, but {triple.architecture} is", linter.module)
    is_narrow = triple.environment in _NARROW_ENVIRONMENTS or triple.system in _NARROW_SYSTEMS
    bits = layout.pointer_bits()
    if bits != (32 if is_narrow else triple.pointer_bits):
        message = f"the data layout's pointers have {bits} bits, but the pointers of {triple.architecture} do not"
        linter.report("target-pointer", message, linter.module)
    allowed = _MANGLINGS.get(triple.object_format)
    if layout.mangling and allowed is not None and layout.mangling not in allowed:
        message = f"the data layout's name mangling '{layout.mangling}' is not one for {triple.object_format}"
        linter.report("target-mangling", message, linter.module)
