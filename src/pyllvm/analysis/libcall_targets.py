"""Which of the targets that call functions of their own at run time a module is for."""

from __future__ import annotations

from typing import Final

from pyllvm.ir.target.target_triple import TargetTriple

_GPUS: Final = ("amdgpu", "nvptx", "spir", "spirv")
_OTHERS: Final = ("arm", "powerpc", "riscv64", "wasm", "s390x", "mips")


def libcall_target(triple: TargetTriple) -> str:
    """The target's word in `tables.runtime_libcalls`; targets without a word of their own are as MIPS."""
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
