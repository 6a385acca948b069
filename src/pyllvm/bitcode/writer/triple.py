"""What the writer asks of a target triple: the object format, and whether the file gets Darwin's wrapper."""

from __future__ import annotations

from typing import Final, final

COFF: Final = "COFF"
ELF: Final = "ELF"
MACH_O: Final = "MachO"
WASM: Final = "Wasm"
XCOFF: Final = "XCOFF"
GOFF: Final = "GOFF"

# The words that end an environment which names its object format; the longer first.
_FORMAT_WORDS: Final[tuple[tuple[str, str], ...]] = (
    ("xcoff", XCOFF),
    ("coff", COFF),
    ("elf", ELF),
    ("goff", GOFF),
    ("macho", MACH_O),
    ("wasm", WASM),
    ("spirv", "SPIRV"),
)
_DARWIN_SYSTEMS: Final = ("darwin", "macos", "ios", "tvos", "watchos", "bridgeos", "driverkit", "xros", "visionos")
_WINDOWS_SYSTEMS: Final = ("win32", "windows", "uefi")
_POWERPC: Final = ("powerpc", "ppc", "ppu")

# Numbers of /usr/include/mach/machine.h
_CPU_ABI64: Final = 0x01000000
_CPU_X86: Final = 7
_CPU_ARM: Final = 12
_CPU_POWERPC: Final = 18
_NO_CPU: Final = 0xFFFFFFFF


@final
class Triple:
    """`architecture-vendor-system-environment`."""

    def __init__(self, text: str) -> None:
        parts = text.split("-", 3)
        self.architecture: str = _architecture(parts[0])
        self.system: str = parts[2] if len(parts) > 2 else ""
        self.environment: str = parts[3] if len(parts) > 3 else ""
        self.is_darwin: bool = self.system.startswith(_DARWIN_SYSTEMS)
        self.is_windows: bool = self.system.startswith(_WINDOWS_SYSTEMS)
        self.object_format: str = self._object_format()

    def _object_format(self) -> str:
        for word, name in _FORMAT_WORDS:
            if self.environment.endswith(word):
                return name
        architecture = self.architecture
        if architecture in ("wasm32", "wasm64"):
            return WASM
        if architecture == "s390x":
            return GOFF if self.system.startswith("zos") else ELF
        if architecture in ("powerpc", "powerpc64"):
            if self.system.startswith("aix"):
                return XCOFF
            return MACH_O if self.is_darwin else ELF
        if architecture in ("", "x86", "x86_64", "arm", "thumb", "aarch64"):
            if self.is_darwin:
                return MACH_O
            if self.is_windows:
                return COFF
        return ELF

    @property
    def is_x86(self) -> bool:
        return self.architecture == "x86" or self.architecture == "x86_64"

    @property
    def is_msvc(self) -> bool:
        """Whether it is Windows with Microsoft's tools, which is what Windows means where nothing else is said."""
        return self.is_windows and (self.environment == "" or self.environment.startswith("msvc"))

    @property
    def is_cygwin_or_mingw(self) -> bool:
        return self.system.startswith(("cygwin", "mingw")) or (self.is_windows and self.environment.startswith(("gnu", "cygnus")))

    @property
    def wrapper_cpu_type(self) -> int:
        """The processor that Darwin's wrapper names."""
        if self.architecture == "x86_64":
            return _CPU_X86 | _CPU_ABI64
        if self.architecture == "x86":
            return _CPU_X86
        if self.architecture == "powerpc":
            return _CPU_POWERPC
        if self.architecture == "powerpc64":
            return _CPU_POWERPC | _CPU_ABI64
        return _CPU_ARM if self.architecture in ("arm", "thumb") else _NO_CPU


def _architecture(word: str) -> str:
    """LLVM's name for an architecture, among those that the writer tells apart; others stay as they are."""
    if len(word) == 4 and word[0] == "i" and word[1] in "3456789" and word[2:] == "86":
        return "x86"
    if word in ("x86_64", "amd64", "x86_64h"):
        return "x86_64"
    if word.startswith(("aarch64_be", "arm64_be", "armeb", "thumbeb")):
        return word
    if word.startswith(("aarch64", "arm64")):
        return "aarch64"
    if word.startswith(("arm", "xscale")):
        return "arm"
    if word.startswith("thumb"):
        return "thumb"
    if word.startswith(_POWERPC):
        if word.endswith("le"):
            return word
        return "powerpc64" if word.endswith("64") or word == "ppu" else "powerpc"
    if word in ("s390x", "systemz"):
        return "s390x"
    return "" if word == "unknown" else word
