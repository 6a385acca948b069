"""The sections of an object file in which compilers put bitcode, or a container of bitcode for devices."""

from __future__ import annotations

from pyllvm.notation import Final

_BITCODE: Final = frozenset((".llvmbc", ".llvm.lto", "__LLVM,__bitcode"))
# The forms of clang-offload-packager, and of clang-offload-bundler for HIP.
_OFFLOADING: Final = frozenset((".llvm.offloading", ".hip_fatbin", "__HIP,__hip_fatbin"))
# clang-offload-bundler adds a section for each target to the object of the host; the target is the rest of the name.
_BUNDLED: Final = "__CLANG_OFFLOAD_BUNDLE__"
# wllvm and gllvm add a section with the paths of the files that have the bitcode; a linker puts the sections of objects together.
_PATHS: Final = frozenset((".llvm_bc", "__WLLVM,__llvm_bc", "__LLVM,__llvm_bc"))


def lists_paths(section: str) -> bool:
    """Whether a section of this name has the paths of files with bitcode, each on a line."""
    return section in _PATHS


def holds_modules(section: str) -> bool:
    """Whether modules are looked for in a section of this name; in Mach-O the name is "segment,section"."""
    return section in _BITCODE or section in _PATHS or section in _OFFLOADING or section.startswith(_BUNDLED)
