"""The data layout string that LLVM of a version makes of the one that a module has, for the module's target.

LLVM does this whenever it reads a module, from bitcode or from text, its own modules included.
"""

from __future__ import annotations

import re
from typing import Final

_X86_POINTERS: Final = "-p270:32:32-p271:32:32-p272:64:64"
_X86_FORM: Final = re.compile(r"(e-m:[a-z](?:-p:32:32)?)(-[if]64:.*)$", re.DOTALL)
# In LLVM 22 anything may follow, E may come first, and AArch64's layouts have them, too.
_MANGLED_FORM: Final = re.compile(r"([eE]-m:[a-z](?:-p:32:32)?)(-.*)$", re.DOTALL)
_I128: Final = "-i128:128"
_I128_PLACE: Final = re.compile(r"(e(?:-[mpi][^-]*)*)((?:-[^mpi][^-]*)*)$")
_X86: Final = re.compile(r"i[3-9]86|x86(_64h?)?|amd64")
_X86_64: Final = re.compile(r"x86_64h?|amd64")
_AARCH64: Final = re.compile(r"aarch64(_be|_32|32)?|arm64(e|ec|_32)?")
_WIDE_I128: Final = re.compile(r"(sparc|mips|powerpc|ppc|wasm).*")
_NARROW_POWERPC: Final = re.compile(r"(powerpc|ppc)(32|le|spe|32le)?")

X86_POINTERS_SINCE: Final = 10
AMDGPU_GLOBALS_SINCE: Final = 13
MSVC_F80_SINCE: Final = 13
NATIVE_I32_SINCE: Final = 16
LOONGARCH_I32_SINCE: Final = 17
AMDGCN_POINTERS_SINCE: Final = 17
X86_I128_SINCE: Final = 18
AARCH64_POINTERS_SINCE: Final = 22
FUNCTION_ALIGNMENT_SINCE: Final = 19
WIDE_I128_SINCE: Final = 20
AMDGCN_MANGLING_SINCE: Final = 22


def upgraded_data_layout(layout: str, triple: str, version: int) -> str:
    """The layout as LLVM of that version has it after reading a module with this layout and target triple."""
    parts = triple.split("-")
    architecture = parts[0]
    if architecture in ("amdgcn", "r600"):
        return _for_amdgpu(layout, architecture, version)
    if architecture in ("spir", "spir64", "spirv32", "spirv64"):
        return _with_globals_in_1(layout) if version >= AMDGCN_POINTERS_SINCE else layout
    if architecture.startswith("riscv64"):
        return layout.replace("-n64-", "-n32:64-", 1) if version >= NATIVE_I32_SINCE else layout
    if architecture == "loongarch64":
        return layout.replace("-n64-", "-n32:64-", 1) if version >= LOONGARCH_I32_SINCE else layout
    if _AARCH64.fullmatch(architecture):
        if version >= FUNCTION_ALIGNMENT_SINCE and layout and "-Fn32" not in layout:
            layout += "-Fn32"
        return _with_pointers(layout, _MANGLED_FORM) if version >= AARCH64_POINTERS_SINCE else layout
    if _X86.fullmatch(architecture):
        return _for_x86(layout, parts, version)
    if version >= WIDE_I128_SINCE and _WIDE_I128.fullmatch(architecture) and not _NARROW_POWERPC.fullmatch(architecture):
        if _I128 not in layout and "-i64:64-" in layout:
            layout = layout.replace("-i64:64-", f"-i64:64{_I128}-", 1)
    if version >= AARCH64_POINTERS_SINCE and "aix" in parts[-1] and layout and "f64:32:64" not in layout:
        at = layout.find("-S128")
        layout = layout + "-f64:32:64" if at < 0 else layout[:at] + "-f64:32:64" + layout[at:]
    return layout


def _with_globals_in_1(layout: str) -> str:
    if "-G" in layout or layout.startswith("G"):
        return layout
    return f"{layout}-G1" if layout else "G1"


def _with_pointers(layout: str, form: re.Pattern[str]) -> str:
    """The layout with the address spaces of 32-bit and 64-bit pointers, if it has the expected form."""
    if _X86_POINTERS in layout:
        return layout
    match = form.search(layout)
    return match[1] + _X86_POINTERS + match[2] if match else layout


def _for_x86(layout: str, parts: list[str], version: int) -> str:
    if version >= X86_POINTERS_SINCE:
        layout = _with_pointers(layout, _MANGLED_FORM if version >= AARCH64_POINTERS_SINCE else _X86_FORM)
    if version >= X86_I128_SINCE and "elfiamcu" not in parts and _I128 not in layout:
        match = _I128_PLACE.fullmatch(layout)
        if match:
            layout = match[1] + _I128 + match[2]
    is_msvc = "windows" in parts and (parts[-1].startswith("msvc") or parts[-1] == "windows")
    if version >= MSVC_F80_SINCE and is_msvc and not _X86_64.fullmatch(parts[0]):
        layout = layout.replace("-f80:32-", "-f80:128-", 1)
    return layout


def _for_amdgpu(layout: str, architecture: str, version: int) -> str:
    if version < AMDGPU_GLOBALS_SINCE:
        return layout
    if version >= AMDGCN_MANGLING_SINCE and "m:e" not in layout:
        layout = f"m:e-{layout}" if layout else "m:e"
    layout = _with_globals_in_1(layout)
    if architecture == "r600" or version < AMDGCN_POINTERS_SINCE:
        return layout
    if version >= FUNCTION_ALIGNMENT_SINCE - 1:
        if "-ni" not in layout and not layout.startswith("ni"):
            layout += "-ni:7:8:9"
        if layout.endswith("ni:7"):
            layout += ":8:9"
        if layout.endswith("ni:7:8"):
            layout += ":9"
    if "-p7" not in layout and not layout.startswith("p7"):
        layout += "-p7:160:256:256:32"
    if "-p8" not in layout and not layout.startswith("p8"):
        layout += "-p8:128:128:128:48" if version >= AMDGCN_MANGLING_SINCE else "-p8:128:128"
    if "-p9" not in layout and not layout.startswith("p9") and version >= FUNCTION_ALIGNMENT_SINCE - 1:
        layout += "-p9:192:256:256:32"
    return layout
