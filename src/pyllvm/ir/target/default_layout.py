"""The data layout that opt gives to a module with a target and without a layout, composed from the parts of the triple.

Source: LLVM's `TargetDataLayout.cpp`; before LLVM 22 each target's code generator.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from pyllvm.ir.target.target_triple import COFF, GOFF, MACH_O, XCOFF, TargetTriple
from pyllvm.tables.default_layouts import DEFAULT_LAYOUTS_SINCE, EVERY_ARCHITECTURE_SINCE, LAYOUT_ROWS
from pyllvm.tables.target_triples import UNKNOWN
from pyllvm.tables.target_versions import AARCH64_POINTERS_SINCE, AIX_F64_SINCE, S390_STACK_SINCE, WIDE_I128_SINCE

_MANGLINGS: Final = {GOFF: "-m:l", MACH_O: "-m:o", XCOFF: "-m:a"}
_ADDRESS_SPACES: Final = "-p270:32:32-p271:32:32-p272:64:64"
_NARROW_X86: Final = ("gnux32", "muslx32")
_N32: Final = ("gnuabin32", "muslabin32")
_MUSL: Final = ("musl", "muslabin32", "muslabi64", "musleabi", "musleabihf", "muslf32", "muslsf", "muslx32", "muslwali", "ohos")
_EABI: Final = (
    "eabi",
    "eabihf",
    "android",
    "gnueabi",
    "gnueabit64",
    "gnueabihf",
    "gnueabihft64",
    "musleabi",
    "musleabihf",
    "ohos",
)
_MICROCONTROLLERS: Final = ("v6m", "v7m", "v7em", "v8m.base", "v8m.main", "v8.1m.main")
_FREEBSD_WITH_ELF_V2: Final = 13
# The procedure call standards of ARM.
_AAPCS: Final = "aapcs"
_AAPCS16: Final = "aapcs16"
_APCS: Final = "apcs"


def default_layout(triple_text: str, version: int) -> str:
    """The data layout that opt of LLVM `version` gives to a module with this target; "" if it gives none."""
    if version < DEFAULT_LAYOUTS_SINCE:
        return ""
    triple = TargetTriple(triple_text, version)
    compose = _COMPOSERS.get(triple.architecture)
    if compose is None and version == EVERY_ARCHITECTURE_SINCE and triple.architecture in ("tce", "tcele"):
        compose = _x86  # a slip of this version
    return _in_rows(triple) if compose is None else compose(triple)


def _in_rows(triple: TargetTriple) -> str:
    for row in LAYOUT_ROWS.replace("\n    ", "").splitlines():
        if not row:
            continue
        architectures, span, system, layout = row.split()
        since, dash, until = span.partition("-")
        last = int(until) if until else triple.version if dash else int(since)
        is_of_system = system in ("*", triple.system, f"{triple.vendor}-{triple.system}")
        if int(since) <= triple.version <= last and is_of_system and triple.architecture in architectures.split(","):
            return layout
    return ""


def _mangling(triple: TargetTriple) -> str:
    if triple.object_format == COFF and triple.system in ("windows", "uefi"):
        return "-m:x" if triple.architecture == "i386" else "-m:w"
    return _MANGLINGS.get(triple.object_format, "-m:e")


def _endianness(triple: TargetTriple) -> str:
    return "e" if triple.is_little_endian else "E"


def _x86(triple: TargetTriple) -> str:
    is_64_bit = triple.architecture == "x86_64"
    is_mcu = triple.system == "elfiamcu"
    is_nacl = triple.system == "nacl"
    parts = ["e", _mangling(triple)]
    if not is_64_bit or is_nacl or triple.environment in _NARROW_X86:
        parts.append("-p:32:32")
    parts.append(_ADDRESS_SPACES)
    if is_64_bit or triple.is_windows or is_nacl:
        parts.append("-i64:64-i128:128")
    else:
        parts.append("-i64:32-f64:32" if is_mcu else "-i128:128-f64:32:64")
    if is_mcu:
        parts.append("-f128:32")
    elif not is_nacl:
        parts.append("-f80:128" if is_64_bit or triple.is_darwin or triple.is_msvc else "-f80:32")
    parts.append("-n8:16:32:64" if is_64_bit else "-n8:16:32")
    parts.append("-a:0:32-S32" if is_mcu or (triple.is_windows and not is_64_bit) else "-S128")
    return "".join(parts)


def _aarch64(triple: TargetTriple) -> str:
    spaces = _ADDRESS_SPACES if triple.version >= AARCH64_POINTERS_SINCE else ""
    end = "-i64:64-i128:128-n32:64-S128-Fn32"
    if triple.object_format == MACH_O:
        return f"e-m:o{'-p:32:32' if triple.architecture == 'aarch64_32' else ''}{spaces}{end}"
    if triple.object_format == COFF:
        return f"e-m:w{spaces}-p:64:64-i32:32{end}"
    narrow = "-p:32:32" if triple.environment == "gnu_ilp32" else ""
    return f"{_endianness(triple)}-m:e{narrow}{spaces}-i8:8:32-i16:16:32{end}"


def _arm(triple: TargetTriple) -> str:
    standard = _arm_standard(triple)
    if standard == _APCS:
        numbers = "-f64:32:64-v64:32:64-v128:32:128"
    else:
        numbers = "-i64:64" if standard == _AAPCS16 else "-i64:64-v128:64:128"
    stack = "-S32" if standard == _APCS else "-S64"
    if triple.system == "nacl" or standard == _AAPCS16:
        stack = "-S128"
    return f"{_endianness(triple)}{_mangling(triple)}-p:32:32-Fi8{numbers}-a:0:32-n32{stack}"


def _arm_standard(triple: TargetTriple) -> str:
    """The procedure call standard of an ARM target (`computeTargetABI`)."""
    if triple.object_format == MACH_O:
        if triple.environment == "eabi" or triple.system in (UNKNOWN, "none") or triple.sub_architecture in _MICROCONTROLLERS:
            return _AAPCS
        return _AAPCS16 if triple.sub_architecture == "v7k" else _APCS
    if triple.is_windows or triple.environment in _EABI:
        return _AAPCS
    return _APCS if triple.system == "netbsd" else _AAPCS


def _powerpc(triple: TargetTriple) -> str:
    is_64_bit = triple.pointer_bits == 64
    is_aix = triple.system == "aix"
    parts = [_endianness(triple), _mangling(triple)]
    if not is_64_bit or triple.system == "lv2":
        parts.append("-p:32:32")
    if is_aix:
        parts.append("-Fi64" if is_64_bit else "-Fi32")
    else:
        parts.append("-Fi64" if triple.architecture == "powerpc64" and not _is_elf_v2(triple) else "-Fn32")
    parts.append("-i64:64")
    if is_64_bit and triple.version >= WIDE_I128_SINCE:
        parts.append("-i128:128")
    parts.append("-n32:64" if is_64_bit else "-n32")
    if is_aix and triple.version >= AIX_F64_SINCE:
        parts.append("-f64:32:64")
    if is_64_bit and triple.system in ("aix", "linux"):
        parts.append("-S128-v256:256:256-v512:512:512")
    return "".join(parts)


def _is_elf_v2(triple: TargetTriple) -> bool:
    """Whether functions have no descriptors on big-endian PowerPC (`isPPC64ELFv2ABI`)."""
    if triple.system == "freebsd":
        return not triple.system_version or triple.system_version[0] >= _FREEBSD_WITH_ELF_V2
    return triple.system in ("openbsd", "liteos") or triple.environment in _MUSL


def _mips(triple: TargetTriple) -> str:
    order = _endianness(triple)
    is_narrow = triple.environment in _N32
    integers = "-i8:8:32-i16:16:32-i64:64"
    if triple.pointer_bits == 32 and not is_narrow:
        return f"{order}-m:m-p:32:32{integers}-n32-S64"
    wide = "-i128:128" if triple.version >= WIDE_I128_SINCE else ""
    return f"{order}-m:e{'-p:32:32' if is_narrow else ''}{integers}{wide}-n32:64-S128"


def _systemz(triple: TargetTriple) -> str:
    stack = "-S64" if triple.version >= S390_STACK_SINCE else ""
    narrow = "-p1:32:32" if triple.system == "zos" and triple.version >= EVERY_ARCHITECTURE_SINCE else ""
    return f"E{stack}{_mangling(triple)}{narrow}-i1:8:16-i8:8:16-i64:64-f128:64-v128:64-a:8:16-n32:64"


def _riscv(triple: TargetTriple) -> str:
    if triple.object_format == MACH_O and triple.version >= EVERY_ARCHITECTURE_SINCE:
        return "e-m:o-p:32:32-i64:64-n32-S128"
    return _in_rows(triple)


_COMPOSERS: Final[dict[str, Callable[[TargetTriple], str]]] = {
    **dict.fromkeys(("i386", "x86_64"), _x86),
    **dict.fromkeys(("aarch64", "aarch64_be", "aarch64_32"), _aarch64),
    **dict.fromkeys(("arm", "armeb", "thumb", "thumbeb"), _arm),
    **dict.fromkeys(("powerpc", "powerpcle", "powerpc64", "powerpc64le"), _powerpc),
    **dict.fromkeys(("mips", "mipsel", "mips64", "mips64el"), _mips),
    **dict.fromkeys(("riscv32", "riscv64", "riscv32be", "riscv64be"), _riscv),
    "s390x": _systemz,
}
