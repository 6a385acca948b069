"""The words of target triples: the meaning of each in LLVM's `Triple`, and the versions that know it.

The names are the ones that LLVM returns (`getArchTypeName`, `getVendorTypeName`, `getOSTypeName`,
`getEnvironmentTypeName`, `getObjectFormatTypeName`): the architecture of `i686` is "i386", and for `amd64` it is "x86_64".

Source: Triple.h; Triple.cpp. `tests/fidelity/test_target_triple.py` compares it with opt.
"""

from __future__ import annotations

from typing import Final, final

from pyllvm.versions import FOREVER, OLDEST


@final
class TripleWord:
    """The meaning of some spellings of one component, in LLVM `since` to `until`."""

    __slots__ = ("name", "since", "spellings", "until")

    def __init__(self, name: str, spellings: str = "", since: int = OLDEST, until: int = FOREVER) -> None:
        self.name = name
        self.spellings = tuple(spellings.split()) or (name,)
        self.since = since
        self.until = until


@final
class Architecture:
    """The properties of an architecture: the width of its pointers, its byte order, and its object format.

    `object_format` is the format unless the environment or the system determines another one.
    """

    __slots__ = ("family", "is_little_endian", "name", "object_format", "pointer_bits")

    def __init__(self, name: str, family: str, pointer_bits: int, is_little_endian: bool, object_format: str = "elf") -> None:
        self.name = name
        self.family = family
        self.pointer_bits = pointer_bits
        self.is_little_endian = is_little_endian
        self.object_format = object_format


UNKNOWN: Final = "unknown"

# Whole words. `arm...`, `thumb...` and `aarch64...` with a version go by rules of their own.
ARCHITECTURE_WORDS: Final = (
    TripleWord("i386", "i386 i486 i586 i686 i786 i886 i986"),
    TripleWord("x86_64", "amd64 x86_64 x86_64h"),
    TripleWord("powerpc", "powerpc powerpcspe ppc ppc32"),
    TripleWord("powerpcle", "powerpcle ppcle ppc32le", since=12),
    TripleWord("powerpc64", "powerpc64 ppu ppc64"),
    TripleWord("powerpc64le", "powerpc64le ppc64le"),
    TripleWord("arm", "xscale arm"),
    TripleWord("armeb", "xscaleeb armeb"),
    TripleWord("thumb"),
    TripleWord("thumbeb"),
    TripleWord("aarch64", "aarch64 arm64 arm64e"),
    TripleWord("aarch64", "arm64ec", since=15),
    TripleWord("aarch64", "aarch64_lfi", since=22),
    TripleWord("aarch64_be"),
    TripleWord("aarch64_32", "aarch64_32 arm64_32", since=9),
    TripleWord("arc"),
    TripleWord("avr"),
    TripleWord("bpfel", "bpf bpfel bpf_le"),
    TripleWord("bpfeb", "bpfeb bpf_be"),
    TripleWord("m68k", since=12),
    TripleWord("msp430"),
    TripleWord("mips", "mips mipseb mipsallegrex mipsisa32r6 mipsr6"),
    TripleWord("mipsel", "mipsel mipsallegrexel mipsisa32r6el mipsr6el"),
    TripleWord("mips64", "mips64 mips64eb mipsn32 mipsisa64r6 mips64r6 mipsn32r6"),
    TripleWord("mips64el", "mips64el mipsn32el mipsisa64r6el mips64r6el mipsn32r6el"),
    TripleWord("r600"),
    TripleWord("amdgcn"),
    TripleWord("riscv32"),
    TripleWord("riscv64"),
    TripleWord("riscv32be", since=22),
    TripleWord("riscv64be", since=22),
    TripleWord("hexagon"),
    TripleWord("s390x", "s390x systemz"),
    TripleWord("sparc"),
    TripleWord("sparcel"),
    TripleWord("sparcv9", "sparcv9 sparc64"),
    TripleWord("tce"),
    TripleWord("tcele"),
    TripleWord("xcore"),
    TripleWord("nvptx"),
    TripleWord("nvptx64"),
    TripleWord("le32", until=19),
    TripleWord("le64", until=19),
    TripleWord("amdil"),
    TripleWord("amdil64"),
    TripleWord("hsail"),
    TripleWord("hsail64"),
    TripleWord("spir"),
    TripleWord("spir64"),
    TripleWord("spirv", "spirv", since=17),
    TripleWord("spirv", "spirv1.5 spirv1.6", since=18),
    TripleWord("spirv32", "spirv32", since=14),
    TripleWord("spirv32", "spirv32v1.0 spirv32v1.1 spirv32v1.2 spirv32v1.3 spirv32v1.4 spirv32v1.5", since=15),
    TripleWord("spirv32", "spirv32v1.6", since=18),
    TripleWord("spirv64", "spirv64", since=14),
    TripleWord("spirv64", "spirv64v1.0 spirv64v1.1 spirv64v1.2 spirv64v1.3 spirv64v1.4 spirv64v1.5", since=15),
    TripleWord("spirv64", "spirv64v1.6", since=18),
    TripleWord("lanai"),
    TripleWord("renderscript32"),
    TripleWord("renderscript64"),
    TripleWord("shave"),
    TripleWord("ve", since=10),
    TripleWord("wasm32"),
    TripleWord("wasm64"),
    TripleWord("csky", since=11),
    TripleWord("loongarch32", since=15),
    TripleWord("loongarch64", since=15),
    TripleWord("dxil", "dxil", since=15),
    TripleWord("dxil", "dxilv1.0 dxilv1.1 dxilv1.2 dxilv1.3 dxilv1.4 dxilv1.5 dxilv1.6 dxilv1.7 dxilv1.8", since=19),
    TripleWord("dxil", "dxilv1.9", since=22),
    TripleWord("xtensa", since=16),
)
# First version that knows the architecture `amdgpu`.
HARDWARE_TRIPLES_SINCE: Final = 23
# Architectures that are recognized by a prefix. After `amdgpu`, the version of the hardware may follow: `amdgpu9.42`.
ARCHITECTURE_PREFIXES: Final = (TripleWord("kalimba"), TripleWord("amdgcn", "amdgpu", since=HARDWARE_TRIPLES_SINCE))

ARCHITECTURES: Final = (
    Architecture("i386", "x86", 32, True),
    Architecture("x86_64", "x86", 64, True),
    Architecture("powerpc", "powerpc", 32, False),
    Architecture("powerpcle", "powerpc", 32, True),
    Architecture("powerpc64", "powerpc", 64, False),
    Architecture("powerpc64le", "powerpc", 64, True),
    Architecture("arm", "arm", 32, True),
    Architecture("armeb", "arm", 32, False),
    Architecture("thumb", "arm", 32, True),
    Architecture("thumbeb", "arm", 32, False),
    Architecture("aarch64", "aarch64", 64, True),
    Architecture("aarch64_be", "aarch64", 64, False),
    Architecture("aarch64_32", "aarch64", 32, True),
    Architecture("arc", "arc", 32, True),
    Architecture("avr", "avr", 16, True),
    Architecture("bpfel", "bpf", 64, True),
    Architecture("bpfeb", "bpf", 64, False),
    Architecture("csky", "csky", 32, True),
    Architecture("dxil", "dxil", 32, True, "dxcontainer"),
    Architecture("hexagon", "hexagon", 32, True),
    Architecture("loongarch32", "loongarch", 32, True),
    Architecture("loongarch64", "loongarch", 64, True),
    Architecture("m68k", "m68k", 32, False),
    Architecture("mips", "mips", 32, False),
    Architecture("mipsel", "mips", 32, True),
    Architecture("mips64", "mips", 64, False),
    Architecture("mips64el", "mips", 64, True),
    Architecture("msp430", "msp430", 16, True),
    Architecture("r600", "amdgpu", 32, True),
    Architecture("amdgcn", "amdgpu", 64, True),
    Architecture("riscv32", "riscv", 32, True),
    Architecture("riscv64", "riscv", 64, True),
    Architecture("riscv32be", "riscv", 32, False),
    Architecture("riscv64be", "riscv", 64, False),
    Architecture("s390x", "systemz", 64, False),
    Architecture("sparc", "sparc", 32, False),
    Architecture("sparcel", "sparc", 32, True),
    Architecture("sparcv9", "sparc", 64, False),
    Architecture("tce", "tce", 32, False),
    Architecture("tcele", "tce", 32, True),
    Architecture("xcore", "xcore", 32, True),
    Architecture("xtensa", "xtensa", 32, True),
    Architecture("nvptx", "nvptx", 32, True),
    Architecture("nvptx64", "nvptx", 64, True),
    Architecture("le32", "le", 32, True),
    Architecture("le64", "le", 64, True),
    Architecture("amdil", "amdil", 32, True),
    Architecture("amdil64", "amdil", 64, True),
    Architecture("hsail", "hsail", 32, True),
    Architecture("hsail64", "hsail", 64, True),
    Architecture("spir", "spir", 32, True),
    Architecture("spir64", "spir", 64, True),
    Architecture("spirv", "spirv", 64, True, "spirv"),
    Architecture("spirv32", "spirv", 32, True, "spirv"),
    Architecture("spirv64", "spirv", 64, True, "spirv"),
    Architecture("kalimba", "kalimba", 32, True),
    Architecture("lanai", "lanai", 32, False),
    Architecture("shave", "shave", 32, True),
    Architecture("wasm32", "wasm", 32, True, "wasm"),
    Architecture("wasm64", "wasm", 64, True, "wasm"),
    Architecture("renderscript32", "renderscript", 32, True),
    Architecture("renderscript64", "renderscript", 64, True),
    Architecture("ve", "ve", 64, True),
)

VENDOR_WORDS: Final = (
    TripleWord("apple"),
    TripleWord("pc"),
    TripleWord("scei", "scei sie"),
    TripleWord("fsl"),
    TripleWord("ibm"),
    TripleWord("img"),
    TripleWord("mti"),
    TripleWord("nvidia"),
    TripleWord("csr"),
    TripleWord("myriad", until=17),
    TripleWord("amd"),
    TripleWord("mesa"),
    TripleWord("suse"),
    TripleWord("oe", since=8),
    TripleWord("intel", since=20),
    TripleWord("meta", since=22),
)

# Systems are recognized by a prefix; a version may follow. The first match counts.
SYSTEM_PREFIXES: Final = (
    TripleWord("ananas", until=17),
    TripleWord("cloudabi", until=17),
    TripleWord("darwin"),
    TripleWord("dragonfly"),
    TripleWord("freebsd"),
    TripleWord("fuchsia"),
    TripleWord("ios"),
    TripleWord("kfreebsd"),
    TripleWord("linux"),
    TripleWord("lv2"),
    TripleWord("macosx", "macos"),
    TripleWord("managarm", since=21),
    TripleWord("netbsd"),
    TripleWord("openbsd"),
    TripleWord("solaris"),
    TripleWord("uefi", since=18),
    TripleWord("windows", "win32 windows"),
    TripleWord("zos", since=11),
    TripleWord("haiku"),
    TripleWord("minix", until=17),
    TripleWord("rtems"),
    TripleWord("nacl", until=21),
    TripleWord("aix", since=9),
    TripleWord("cuda"),
    TripleWord("nvcl"),
    TripleWord("amdhsa"),
    TripleWord("ps4"),
    TripleWord("ps5", since=15),
    TripleWord("elfiamcu"),
    TripleWord("tvos"),
    TripleWord("watchos"),
    TripleWord("bridgeos", since=17),
    TripleWord("driverkit", since=15),
    TripleWord("xros", "xros visionos", since=17),
    TripleWord("mesa3d"),
    TripleWord("contiki", until=17),
    TripleWord("amdpal"),
    TripleWord("hermit", since=8),
    TripleWord("hurd", since=8),
    TripleWord("wasip1", since=22),
    TripleWord("wasip2", since=22),
    TripleWord("wasip3", since=22),
    TripleWord("wasi", since=8),
    TripleWord("emscripten", since=9),
    TripleWord("shadermodel", since=15),
    TripleWord("liteos", since=17),
    TripleWord("serenity", since=18),
    TripleWord("vulkan", since=18),
    TripleWord("cheriotrtos", since=22),
)

# Environments are also recognized by a prefix. Longer names precede their own prefixes.
ENVIRONMENT_PREFIXES: Final = (
    TripleWord("eabihf"),
    TripleWord("eabi"),
    TripleWord("gnuabin32"),
    TripleWord("gnuabi64"),
    TripleWord("gnueabihft64", since=19),
    TripleWord("gnueabihf"),
    TripleWord("gnueabit64", since=19),
    TripleWord("gnueabi"),
    TripleWord("gnuf32", since=16),
    TripleWord("gnuf64", since=16),
    TripleWord("gnusf", since=16),
    TripleWord("gnux32"),
    TripleWord("gnu_ilp32", since=13),
    TripleWord("code16"),
    TripleWord("gnut64", since=19),
    TripleWord("gnu"),
    TripleWord("android"),
    TripleWord("muslabin32", since=20),
    TripleWord("muslabi64", since=20),
    TripleWord("musleabihf"),
    TripleWord("musleabi"),
    TripleWord("muslf32", since=20),
    TripleWord("muslsf", since=20),
    TripleWord("muslx32", since=13),
    TripleWord("muslwali", since=22),
    TripleWord("musl"),
    TripleWord("msvc"),
    TripleWord("itanium"),
    TripleWord("cygnus"),
    TripleWord("coreclr"),
    TripleWord("simulator"),
    TripleWord("macabi", since=9),
    TripleWord("pixel", since=15),
    TripleWord("vertex", since=15),
    TripleWord("geometry", since=15),
    TripleWord("hull", since=15),
    TripleWord("domain", since=15),
    TripleWord("compute", since=15),
    TripleWord("library", since=15),
    TripleWord("raygeneration", since=15),
    TripleWord("intersection", since=15),
    TripleWord("anyhit", since=15),
    TripleWord("closesthit", since=15),
    TripleWord("miss", since=15),
    TripleWord("callable", since=15),
    TripleWord("mesh", since=15),
    TripleWord("amplification", since=15),
    TripleWord("rootsignature", since=22),
    TripleWord("opencl", since=17, until=22),
    TripleWord("ohos", since=17),
    TripleWord("pauthtest", since=19),
    TripleWord("llvm", since=20),
    TripleWord("mlibc", since=21),
    TripleWord("mtia", since=22),
)

# The words that an environment may end with to name its object format; longer words precede their own suffixes.
FORMAT_SUFFIXES: Final = (
    TripleWord("xcoff", since=9),
    TripleWord("coff"),
    TripleWord("elf"),
    TripleWord("goff", since=12),
    TripleWord("macho"),
    TripleWord("wasm"),
    TripleWord("spirv", since=15),
)

DARWIN_SYSTEMS: Final = ("darwin", "macosx", "ios", "tvos", "watchos", "driverkit", "xros")
# Since `BRIDGEOS_IS_DARWIN_SINCE` it is one of them.
BRIDGEOS: Final = "bridgeos"

# The names of ARM's architectures, by their synonyms (`ARM::getArchSynonym`, `ARM::parseArch`):
# the synonyms, then the sub-architecture that a triple has.
ARM_SUB_ARCHITECTURES: Final = (
    ("v4t", "v4t"),
    ("v5 v5t", "v5"),
    ("v5e v5te v5tej iwmmxt iwmmxt2 xscale", "v5te"),
    ("v6 v6j", "v6"),
    ("v6hl v6k v6z v6zk v6kz", "v6k"),
    ("v6t2", "v6t2"),
    ("v6m v6sm v6s-m v6-m", "v6m"),
    ("v7 v7a v7hl v7l v7-a v7r v7-r", "v7"),
    ("v7ve", "v7ve"),
    ("v7k", "v7k"),
    ("v7m v7-m", "v7m"),
    ("v7s", "v7s"),
    ("v7em v7e-m", "v7em"),
    ("v8 v8a v8l aarch64 arm64 v8-a", "v8"),
    ("v8.1a v8.1-a", "v8.1a"),
    ("v8.2a v8.2-a", "v8.2a"),
    ("v8.3a v8.3-a", "v8.3a"),
    ("v8.4a v8.4-a", "v8.4a"),
    ("v8.5a v8.5-a", "v8.5a"),
    ("v8.6a v8.6-a", "v8.6a"),
    ("v8.7a v8.7-a", "v8.7a"),
    ("v8.8a v8.8-a", "v8.8a"),
    ("v8.9a v8.9-a", "v8.9a"),
    ("v9 v9a v9-a", "v9"),
    ("v9.1a v9.1-a", "v9.1a"),
    ("v9.2a v9.2-a", "v9.2a"),
    ("v9.3a v9.3-a", "v9.3a"),
    ("v9.4a v9.4-a", "v9.4a"),
    ("v9.5a v9.5-a", "v9.5a"),
    ("v9.6a v9.6-a", "v9.6a"),
    ("v9.7a v9.7-a", "v9.7a"),
    ("v8r v8-r", "v8r"),
    ("v8m.base v8-m.base", "v8m.base"),
    ("v8m.main v8-m.main", "v8m.main"),
    ("v8.1m.main v8.1-m.main", "v8.1m.main"),
)
