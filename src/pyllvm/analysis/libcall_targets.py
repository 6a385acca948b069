"""Maps a target triple to a target that has its own run-time library functions."""

from __future__ import annotations

from typing import Final

from pyllvm.ir.target.target_triple import TargetTriple

_GPUS: Final = ("amdgpu", "nvptx", "spir", "spirv")
_OTHERS: Final = ("arm", "powerpc", "riscv64", "wasm", "s390x", "mips")


def libcall_target(triple: TargetTriple) -> str:
    """Return the target's key in `tables.runtime_libcalls`; targets without a key of their own share MIPS's key."""
    if not triple.text:
        return "none"
    family = triple.family
    if family in _GPUS:
        return "gpu"
    if triple.architecture == "x86_64":
        if triple.is_darwin:
            return "darwin-x86_64"
        if triple.is_windows:
            return "windows-x86_64"
        return "gnu-x86_64" if triple.environment.startswith("gnu") else "x86_64"
    if family == "x86":
        return "windows-x86" if triple.is_windows else "x86"
    if family == "aarch64":
        return "darwin-aarch64" if triple.is_darwin else "aarch64"
    for word in _OTHERS:
        if word in (family, triple.architecture):
            return word
    return "mips"
