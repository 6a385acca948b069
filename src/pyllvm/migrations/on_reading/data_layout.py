"""Upgrades a data layout string as each LLVM version does, depending on the module's target.

LLVM does this whenever it reads a module, from bitcode or from text, its own modules included.
"""

from __future__ import annotations

from typing import Final

from pyllvm.ir.module import Module
from pyllvm.ir.target.data_layout_text import parse
from pyllvm.ir.target.target_triple import TargetTriple
from pyllvm.tables import target_versions as versions

_X86_POINTERS: Final = "-p270:32:32-p271:32:32-p272:64:64"
_X86_FORM: Final = r"(?s)(e-m:[a-z](?:-p:32:32)?)(-[if]64:.*)$"
# Since LLVM 20 anything may follow, E may come first, and AArch64's layouts get the address spaces as well.
_MANGLED_FORM: Final = r"(?s)([eE]-m:[a-z](?:-p:32:32)?)(-.*)$"
_I128: Final = "-i128:128"
_RESOURCES: Final = "p8:128:128"
_RESOURCES_WITH_INDEX: Final = "p8:128:128:128:48"
_RESOURCES_PLACE: Final = r"(?<![^-])p8:128:128(?![^-])"
_I128_PLACE: Final = r"\A(e(?:-[mpi][^-]*)*)((?:-[^mpi][^-]*)*)\Z"


def checked_data_layout(module: Module, version: int) -> str:
    """The module's layout as LLVM of this version has it; raises PyllvmError with LLVM's message if that is malformed."""
    layout = upgraded_data_layout(module.data_layout, module.target_triple, version)
    if layout != module.data_layout or version != module.llvm_version:
        parse(layout, version)
    return layout


def upgraded_data_layout(layout: str, triple_text: str, version: int) -> str:
    """The layout as LLVM of this version has it after reading a module with this layout and target triple.

    LLVM 14:
        target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
        target triple = "x86_64-unknown-linux-gnu"
    LLVM 20: target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
    """
    if not triple_text:
        return layout
    triple = TargetTriple(triple_text, version)
    family = triple.family
    if family == "amdgpu":
        return _for_amdgpu(layout, triple.architecture, version)
    if triple.architecture in ("spir", "spir64", "spirv32", "spirv64"):
        return _with_globals_in_1(layout) if version >= versions.SPIR_GLOBALS_SINCE else layout
    if triple.architecture == "riscv64":
        return layout.replace("-n64-", "-n32:64-", 1) if version >= versions.NATIVE_I32_SINCE else layout
    if triple.architecture == "loongarch64":
        return layout.replace("-n64-", "-n32:64-", 1) if version >= versions.LOONGARCH_I32_SINCE else layout
    if family == "aarch64":
        if version >= versions.FUNCTION_ALIGNMENT_SINCE and layout and "-Fn32" not in layout:
            layout += "-Fn32"
        return _with_pointers(layout, _MANGLED_FORM) if version >= versions.AARCH64_POINTERS_SINCE else layout
    if triple.architecture in ("arm", "armeb"):
        return _for_arm(layout) if version >= versions.ARM_FUNCTION_ALIGNMENT_SINCE else layout
    if family == "x86":
        return _for_x86(layout, triple, version)
    if version >= versions.WIDE_I128_SINCE and _has_wide_i128(triple, layout) and _I128 not in layout:
        layout = layout.replace("-i64:64", f"-i64:64{_I128}", 1)
    if version >= versions.S390_STACK_SINCE and family == "systemz" and layout and "-S64" not in layout:
        return layout[:1] + "-S64" + layout[1:]
    is_aix = family == "powerpc" and triple.system == "aix"
    if version >= versions.AIX_F64_SINCE and is_aix and layout and "f64:32:64" not in layout:
        at = layout.find("-S128")
        layout = layout + "-f64:32:64" if at < 0 else layout[:at] + "-f64:32:64" + layout[at:]
    return layout


def _has_wide_i128(triple: TargetTriple, layout: str) -> bool:
    """Whether the target aligns i128 to 16 bytes (on MIPS: except the 32-bit ABI, which has its own mangling)."""
    if triple.family in ("mips", "powerpc") and triple.pointer_bits != 64:
        return False
    if triple.family == "mips" and "m:m" in layout:
        return False
    return triple.family in ("sparc", "mips", "powerpc", "wasm")


def _with_globals_in_1(layout: str) -> str:
    if _has(layout, "G"):
        return layout
    return f"{layout}-G1" if layout else "G1"


def _with_pointers(layout: str, form: str) -> str:
    """The layout with the address spaces of 32-bit and 64-bit pointers, if it has the expected form."""
    return layout if _X86_POINTERS in layout else _with_inserted(layout, form, _X86_POINTERS)


def _with_inserted(layout: str, form: str, specification: str) -> str:
    """The layout with another specification between the groups of a form, if it has the form."""
    import re  # few layouts change

    match = re.search(form, layout)
    return match[1] + specification + match[2] if match else layout


def _for_x86(layout: str, triple: TargetTriple, version: int) -> str:
    if version >= versions.X86_POINTERS_SINCE:
        layout = _with_pointers(layout, _MANGLED_FORM if version >= versions.AARCH64_POINTERS_SINCE else _X86_FORM)
    if version >= versions.X86_I128_SINCE and triple.system != "elfiamcu" and _I128 not in layout:
        layout = _with_inserted(layout, _I128_PLACE, _I128)
    if version >= versions.MSVC_F80_SINCE and triple.is_msvc and triple.pointer_bits == 32:
        layout = layout.replace("-f80:32-", "-f80:128-", 1)
    return layout


def _for_arm(layout: str) -> str:
    """Functions are aligned to a byte, whatever their own alignment is. LLVM looks for these letters, wherever they end."""
    return layout if "-F" in layout else layout.replace("p:32:32", "p:32:32-Fi8", 1)


def _for_amdgpu(layout: str, architecture: str, version: int) -> str:
    if version < versions.AMDGPU_GLOBALS_SINCE:
        return layout
    if version >= versions.AMDGCN_MANGLING_SINCE and "m:e" not in layout:
        layout = f"m:e-{layout}" if layout else "m:e"
    # The original layout decides which specifications are missing.
    given = layout
    layout = _with_globals_in_1(layout)
    if architecture == "r600" or version < versions.AMDGCN_POINTERS_SINCE:
        return layout
    has_structured_buffers = version >= versions.AMDGCN_STRUCTURED_BUFFERS_SINCE
    last = ":9" if has_structured_buffers else ""
    if not _has(given, "ni"):
        layout += "-ni:7:8" + last
    if given.endswith("ni:7"):
        layout += ":8" + last
    if given.endswith("ni:7:8"):
        layout += last
    if not _has(given, "p7"):
        layout += "-p7:160:256:256:32"
    resources = _RESOURCES_WITH_INDEX if version >= versions.AMDGCN_RESOURCE_INDEX_SINCE else _RESOURCES
    if not _has(given, "p8"):
        layout += f"-{resources}"
    elif version >= versions.AMDGCN_RESOURCE_INDEX_SINCE:
        import re

        layout = re.sub(_RESOURCES_PLACE, resources, layout, count=1)
    if not _has(given, "p9") and has_structured_buffers:
        layout += "-p9:192:256:256:32"
    if version >= versions.AMDGCN_MORE_SPACES_SINCE:
        layout += "".join([f"-p{space}:32:32" for space in range(10, 16) if not _has(given, f"p{space}")])
    return layout


def _has(layout: str, specification: str) -> bool:
    """Whether a specification has that prefix."""
    return layout.startswith(specification) or f"-{specification}" in layout
