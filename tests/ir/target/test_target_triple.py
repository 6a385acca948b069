"""Target triples: their parts, and their normal form; what is expected is what LLVM's `opt` and `llc` make of them."""

from __future__ import annotations

import pytest

from pyllvm.ir.target.target_triple import TargetTriple, is_amdgpu
from pyllvm.tables.target_triples import ARCHITECTURE_PREFIXES, ARCHITECTURE_WORDS, ARCHITECTURES, UNKNOWN
from rows import each_row

# triple, architecture, sub-architecture, vendor, system, environment, object format
PARTS = [
    ("x86_64-pc-linux-gnu", "x86_64", "", "pc", "linux", "gnu", "elf"),
    ("i686-w64-windows-gnu", "i386", "", UNKNOWN, "windows", "gnu", "coff"),
    ("arm64e-apple-ios17.2", "aarch64", "arm64e", "apple", "ios", UNKNOWN, "macho"),
    ("armv7eb-none-eabi", "armeb", "v7", UNKNOWN, UNKNOWN, UNKNOWN, "elf"),
    ("thumbv6m-none-unknown-eabihf", "thumb", "v6m", UNKNOWN, UNKNOWN, "eabihf", "elf"),
    ("armv6m", "thumb", "v6m", UNKNOWN, UNKNOWN, UNKNOWN, "elf"),
    ("aarch64_be-linux", "aarch64_be", "", UNKNOWN, UNKNOWN, UNKNOWN, "elf"),
    ("mipsisa64r6el-unknown-linux-gnuabin32", "mips64el", "r6", UNKNOWN, "linux", "gnuabin32", "elf"),
    ("mipsn32", "mips64", "", UNKNOWN, UNKNOWN, "gnuabin32", "elf"),
    ("powerpcspe-unknown-freebsd", "powerpc", "spe", UNKNOWN, "freebsd", UNKNOWN, "elf"),
    ("powerpc64-ibm-aix7.2", "powerpc64", "", "ibm", "aix", UNKNOWN, "xcoff"),
    ("s390x-ibm-zos", "s390x", "", "ibm", "zos", UNKNOWN, "goff"),
    ("x86_64-unknown-windows-msvc-elf", "x86_64", "", UNKNOWN, "windows", "msvc", "elf"),
    ("wasm32-unknown-wasi", "wasm32", "", UNKNOWN, "wasi", UNKNOWN, "wasm"),
    ("spirv64v1.3-unknown-unknown", "spirv64", "v1.3", UNKNOWN, UNKNOWN, UNKNOWN, "spirv"),
    ("dxilv1.6-pc-shadermodel6.6-compute", "dxil", "v1.6", "pc", "shadermodel", "compute", "dxcontainer"),
    ("kalimba4-csr", "kalimba", "v4", "csr", UNKNOWN, UNKNOWN, "elf"),
    ("", UNKNOWN, "", UNKNOWN, UNKNOWN, UNKNOWN, "elf"),
    ("armfoo-x", UNKNOWN, "", UNKNOWN, UNKNOWN, UNKNOWN, "elf"),
    ("thumbv3-x", UNKNOWN, "", UNKNOWN, UNKNOWN, UNKNOWN, "elf"),
    ("thumbebv7-x", "thumbeb", "v7", UNKNOWN, UNKNOWN, UNKNOWN, "elf"),
    ("armebv7eb-x", UNKNOWN, "", UNKNOWN, UNKNOWN, UNKNOWN, "elf"),
    ("aarch64ebv8-x", UNKNOWN, "", UNKNOWN, UNKNOWN, UNKNOWN, "elf"),
    ("aarch64_bev8.1a-x", "aarch64_be", "v8.1a", UNKNOWN, UNKNOWN, UNKNOWN, "elf"),
    ("arm64v8.2a-x", "aarch64", "v8.2a", UNKNOWN, UNKNOWN, UNKNOWN, "elf"),
    ("mipsisa32", UNKNOWN, "", UNKNOWN, UNKNOWN, "gnu", "elf"),
    ("mipsel", "mipsel", "", UNKNOWN, UNKNOWN, "gnu", "elf"),
    ("mipsel-x", "mipsel", "", UNKNOWN, UNKNOWN, UNKNOWN, "elf"),
    ("aarch64_lfi-linux", "aarch64", "lfi", UNKNOWN, UNKNOWN, UNKNOWN, "elf"),
]


@each_row(("text", "architecture", "sub_architecture", "vendor", "system", "environment", "format"), PARTS)
def test_parts(
    text: str, architecture: str, sub_architecture: str, vendor: str, system: str, environment: str, format: str
) -> None:
    triple = TargetTriple(text)
    assert triple.architecture == architecture
    assert triple.sub_architecture == sub_architecture
    assert triple.vendor == vendor
    assert triple.system == system
    assert triple.environment == environment
    assert triple.object_format == format


@each_row(
    ("version", "text", "expected"),
    [
        (19, "i386-linux", "i386-unknown-linux"),
        (19, "linux-i386", "i386-unknown-linux"),
        (19, "x86_64-gnu-linux", "x86_64-unknown-linux-gnu"),
        (14, "arm-none-eabi", "arm-none-unknown-eabi"),
        (19, "arm-none-eabi", "arm-unknown-none-eabi"),
        (19, "armv7-linux-androideabi21", "armv7-unknown-linux-android21"),
        (19, "armv7-suse-linux-gnueabi", "armv7-suse-linux-gnueabihf"),
        (19, "i686-mingw32", "i686-unknown-windows-gnu"),
        (19, "x86_64-pc-cygwin", "x86_64-pc-windows-cygnus"),
        (19, "x86_64-win32", "x86_64-unknown-windows-msvc"),
        (19, "x86_64-pc-win32-elf", "x86_64-pc-windows-elf"),
        (19, "dxil-unknown-shadermodel6.5-pixel", "dxilv1.5-unknown-shadermodel6.5-pixel"),
        (16, "ananas-x86_64", "x86_64-unknown-ananas"),
        (19, "ananas-x86_64", "x86_64-ananas"),
        (19, "a--c", "a-unknown-c"),
        (19, "suse-armv7-gnueabi-linux", "armv7-suse-linux-gnueabihf"),
        (19, "gnu-x86_64", "x86_64-unknown-unknown-gnu"),
        (19, "foo-bar-baz-quux-linux-x86_64", "x86_64-foo-linux-bar-baz-quux"),
        (19, "elf-x86_64-linux", "x86_64-unknown-linux-elf"),
        (19, "gnu-linux-pc-x86_64", "x86_64-pc-linux-gnu"),
        (19, "x-linux-pc-gnu-arm", "arm-pc-linux-gnu-x"),
        (19, "pc-", "unknown-pc"),
        (19, "arm-none-none-eabi", "arm-none-none-eabi"),
        (19, "arm-eabi-none", "arm-unknown-unknown-eabi-none"),
        (19, "i686-pc-mingw32-elf", "i686-pc-windows-gnu-elf"),
        (19, "i686-pc-mingw32-msvc", "i686-pc-windows-gnu"),
        (19, "x86_64-pc-cygwin-elf", "x86_64-pc-windows-cygnus-elf"),
        (19, "x86_64-pc-windows-gnu-elf", "x86_64-pc-windows-gnu-elf"),
        (19, "x86_64-pc-windows-coff", "x86_64-pc-windows-msvc"),
        (19, "x86_64-pc-windows-msvc-coff", "x86_64-pc-windows-msvc"),
        (19, "x86_64-pc-win32-msvc-macho", "x86_64-pc-windows-msvc-macho"),
        (19, "linux", "unknown-unknown-linux"),
    ],
)
def test_normal_form(version: int, text: str, expected: str) -> None:
    assert TargetTriple(text, version).normalized() == expected


def test_system_version() -> None:
    assert TargetTriple("x86_64-apple-macosx10.15.1").system_version == (10, 15, 1)
    assert TargetTriple("x86_64-apple-macos11").system_version == (11,)
    assert TargetTriple("x86_64-unknown-linux").system_version == ()
    assert TargetTriple("x86_64-apple-macosx10.4294967296").system_version == (10, 4294967296)
    assert TargetTriple("x86_64-apple-macosx10.42949672960").system_version == ()
    assert TargetTriple("x86_64-apple-macosx10.x").system_version == ()
    assert TargetTriple("x86_64-unknown-linux-gnu", 14).system_version == ()


def test_what_follows_from_the_architecture() -> None:
    assert TargetTriple("avr").pointer_bits == 16
    assert TargetTriple("x86_64-linux-gnux32").pointer_bits == 64
    assert TargetTriple("nonsense").pointer_bits == 0
    assert not TargetTriple("s390x").is_little_endian
    assert TargetTriple("thumbv7").family == "arm"
    for text, family in [("i686", "x86"), ("amdgcn", "amdgpu"), ("r600", "amdgpu"), ("amdil", "amdil"), ("arm", "arm")]:
        assert TargetTriple(text).family == family
        assert TargetTriple(text).is_x86 == (family == "x86")
        assert is_amdgpu(text, 19) == (family == "amdgpu")


def test_windows_is_of_its_tools() -> None:
    assert TargetTriple("x86_64-pc-windows").is_msvc
    assert TargetTriple("x86_64-pc-windows-cygnus").is_cygwin_or_mingw
    assert not TargetTriple("x86_64-pc-windows-gnu").is_msvc


def test_every_word_names_an_architecture() -> None:
    names = [row.name for row in ARCHITECTURES]
    assert len(names) == len(set(names))
    assert {word.name for word in (*ARCHITECTURE_WORDS, *ARCHITECTURE_PREFIXES)} == set(names)


@each_row(
    ("text", "version", "expected"),
    [
        ("spirv32", 14, UNKNOWN),
        ("spirv64", 14, UNKNOWN),
        ("spirv64", 15, "spirv"),
        ("wasm32", 14, "wasm"),
        ("s390x-ibm-linux", 19, "elf"),
        ("powerpc-ibm-linux", 19, "elf"),
        ("powerpc-apple-darwin9", 19, "macho"),
        ("powerpc64-apple-darwin9", 19, "macho"),
        ("mipsel-pc-windows-msvc", 19, "elf"),
        ("mipsel-pc-windows-msvc", 20, "coff"),
        ("mips-pc-windows-msvc", 20, "elf"),
        ("thumbv7-pc-windows-msvc", 19, "coff"),
        ("x86_64-unknown-uefi", 19, "coff"),
        ("arm-apple-ios", 19, "macho"),
        ("riscv64-pc-windows", 19, "elf"),
        ("riscv64-apple-ios", 19, "elf"),
        ("x86_64-apple-macos-elf", 19, "elf"),
    ],
)
def test_object_formats(text: str, version: int, expected: str) -> None:
    assert TargetTriple(text, version).object_format == expected


@pytest.mark.parametrize(
    ("version", "system", "architecture"),
    [
        (18, "shadermodel6.3", "dxil"),
        (19, "shadermodel6.3", "dxilv1.3"),
        (19, "shadermodel6.8", "dxilv1.8"),
        (21, "shadermodel6.9", "dxilv1.0"),
        (22, "shadermodel6.9", "dxilv1.9"),
        (21, "shadermodel6.x", "dxilv1.8"),
        (22, "shadermodel6.x", "dxilv1.9"),
        (22, "shadermodel5.1", "dxilv1.0"),
        (22, "vulkan", "dxil"),
    ],
)
def test_dxil_has_the_version_of_its_shader_model(version: int, system: str, architecture: str) -> None:
    assert TargetTriple(f"dxil-unknown-{system}-pixel", version).normalized() == f"{architecture}-unknown-{system}-pixel"
