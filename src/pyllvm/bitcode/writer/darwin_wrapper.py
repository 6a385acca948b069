"""The wrapper around bitcode for Apple's systems: which modules get it, and which processor it names."""

from __future__ import annotations

from typing import Final

from pyllvm.ir.target.target_triple import MACH_O, TargetTriple

# Numbers of Darwin's mach/machine.h, by architecture.
_CPU_ABI64: Final = 0x01000000
_NO_CPU: Final = 0xFFFFFFFF
_CPU_TYPES: Final[dict[str, int]] = {
    "i386": 7,
    "x86_64": 7 | _CPU_ABI64,
    "arm": 12,
    "thumb": 12,
    "powerpc": 18,
    "powerpc64": 18 | _CPU_ABI64,
}


def is_wrapped(triple: TargetTriple) -> bool:
    """Whether LLVM wraps the bitcode of modules for this target."""
    return triple.is_darwin or triple.object_format == MACH_O


def wrapper_cpu_type(triple: TargetTriple) -> int:
    """The processor that the wrapper names."""
    return _CPU_TYPES.get(triple.architecture, _NO_CPU)
