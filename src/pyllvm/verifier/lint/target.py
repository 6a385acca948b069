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


def check_target(linter: Linter) -> None:
    """Check the module's data layout."""
    triple = linter.triple
    layout = linter.data_layout
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
        message = f"the data layout's pointers have {bits} bits, but those of {triple.architecture} do not"
        linter.report("target-pointer", message, linter.module)
    allowed = _MANGLINGS.get(triple.object_format)
    if layout.mangling and allowed is not None and layout.mangling not in allowed:
        message = f"the data layout's name mangling '{layout.mangling}' is not one for {triple.object_format}"
        linter.report("target-mangling", message, linter.module)
