"""Target triples: `architecture-vendor-system-environment`, parsed and normalized as LLVM's `Triple` does."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, final

from pyllvm.tables import target_triples
from pyllvm.tables.target_triples import Architecture, TripleWord
from pyllvm.tables.target_versions import (
    BRIDGEOS_IS_DARWIN_SINCE,
    DXIL_SHADER_MODEL_9_SINCE,
    DXIL_VERSIONS_SINCE,
    NONE_IS_A_SYSTEM_SINCE,
    SPIRV_FORMAT_SINCE,
    WINDOWS_MIPS_SINCE,
)
from pyllvm.versions import NEWEST

COFF: Final = "coff"
ELF: Final = "elf"
MACH_O: Final = "macho"
GOFF: Final = "goff"
XCOFF: Final = "xcoff"


_ARCHITECTURE: Final = 0
_VENDOR: Final = 1
_SYSTEM: Final = 2
_ENVIRONMENT: Final = 3
_PLACES: Final = 4

_ROW_OF_ARCHITECTURE: Final[dict[str, Architecture]] = {row.name: row for row in target_triples.ARCHITECTURES}
_UNKNOWN_ARCHITECTURE: Final = Architecture(target_triples.UNKNOWN, target_triples.UNKNOWN, 0, True)
_ARM_SUB_ARCHITECTURE: Final[dict[str, str]] = {
    word: name for words, name in target_triples.ARM_SUB_ARCHITECTURES for word in words.split()
}
# The text before the version in the words of ARM's architectures; longer ones come first.
_ARM_PREFIXES: Final = ("arm64_32", "arm64e", "arm64", "aarch64_32", "arm", "thumb", "aarch64")
# The environments that a MIPS architecture alone implies.
_MIPS_ENVIRONMENTS: Final = (("mipsn32", "gnuabin32"), ("mips64", "gnuabi64"), ("mipsisa64", "gnuabi64"), ("mipsisa32", "gnu"))


@final
class TargetTriple:
    """A target triple and what LLVM `version` knows about it; unknown components are "unknown".

    `sub_architecture` is empty if there is none: "v7" of `armv7`, "arm64e", "r6", "spe", "v1.3" of `dxilv1.3`.
    """

    def __init__(self, text: str, version: int = NEWEST) -> None:
        self.text: Final = text
        self.version: Final = version
        parts = text.split("-", 3)
        self.vendor_text: str = parts[1] if len(parts) > 1 else ""
        self.system_text: str = parts[2] if len(parts) > 2 else ""
        self.environment_text: str = parts[3] if len(parts) > 3 else ""
        self.architecture: str = _architecture(parts[0], version)
        self.sub_architecture: str = _sub_architecture(parts[0])
        self.vendor: str = _whole(target_triples.VENDOR_WORDS, self.vendor_text, version)
        self.system: str = _beginning(target_triples.SYSTEM_PREFIXES, self.system_text, version)
        self.environment: str = _beginning(target_triples.ENVIRONMENT_PREFIXES, self.environment_text, version)
        if len(parts) == 1:
            self.environment = _implied_environment(parts[0])
        self._row: Architecture = _ROW_OF_ARCHITECTURE.get(self.architecture, _UNKNOWN_ARCHITECTURE)
        named = _ending(self.environment_text, version)
        self.object_format: str = self._default_format() if named == target_triples.UNKNOWN else named

    def _default_format(self) -> str:
        """`getDefaultFormat`: the format of the architecture, except for systems that have their own."""
        row = self._row
        system = self.system
        if row.object_format != ELF:
            return target_triples.UNKNOWN if row.family == "spirv" and self.version < SPIRV_FORMAT_SINCE else row.object_format
        if row.name == "s390x":
            return GOFF if system == "zos" else ELF
        if row.name in ("powerpc", "powerpc64"):
            return XCOFF if system == "aix" else MACH_O if self.is_darwin else ELF
        if row.name == "mipsel" and system == "windows" and self.version >= WINDOWS_MIPS_SINCE:
            return COFF
        if row.name in (target_triples.UNKNOWN, "i386", "x86_64", "arm", "thumb", "aarch64", "aarch64_32"):
            if system in ("windows", "uefi"):
                return COFF
            if self.is_darwin:
                return MACH_O
        return ELF

    @property
    def family(self) -> str:
        """The name of the architectures' common back end: "x86", "arm", "aarch64", "mips", "powerpc", "systemz" ..."""
        return self._row.family

    @property
    def pointer_bits(self) -> int:
        """The width of the architecture's pointers in bits; 0 if it is unknown."""
        return self._row.pointer_bits

    @property
    def is_little_endian(self) -> bool:
        """Whether the architecture is little-endian."""
        return self._row.is_little_endian

    @property
    def system_version(self) -> tuple[int, ...]:
        """The numbers after the system's name: (10, 15) of `macosx10.15`; empty if there are none."""
        text = self.system_text
        for word in target_triples.SYSTEM_PREFIXES:
            if word.name == self.system:
                for spelling in sorted((word.name, *word.spellings), key=len, reverse=True):
                    if text.startswith(spelling):
                        return _version_numbers(text[len(spelling) :])
        return ()

    @property
    def is_darwin(self) -> bool:
        """Whether it is one of Apple's systems."""
        return self.system in target_triples.DARWIN_SYSTEMS or (
            self.system == target_triples.BRIDGEOS and self.version >= BRIDGEOS_IS_DARWIN_SINCE
        )

    @property
    def is_windows(self) -> bool:
        """Whether the system is Windows."""
        return self.system == "windows"

    @property
    def is_x86(self) -> bool:
        """Whether the architecture is x86, of 32 or 64 bits."""
        return self._row.family == "x86"

    @property
    def is_msvc(self) -> bool:
        """Whether it is Windows with Microsoft's tools, the default for Windows."""
        return self.is_windows and self.environment in (target_triples.UNKNOWN, "msvc")

    @property
    def is_cygwin_or_mingw(self) -> bool:
        """Whether it is Windows with GNU's tools."""
        return self.is_windows and self.environment in ("gnu", "cygnus")

    def normalized(self) -> str:
        """The triple with its components in LLVM's order and spelling (`Triple::normalize`)."""
        return _Normalization(self.text, self.version).result()


def is_amdgpu(text: str, version: int) -> bool:
    """Whether the target with this triple is a GPU of AMD, in LLVM of this version."""
    return text.startswith(("amd", "r600")) and TargetTriple(text, version).family == "amdgpu"


def _whole(words: Sequence[TripleWord], text: str, version: int) -> str:
    for word in words:
        if text in word.spellings and word.since <= version <= word.until:
            return word.name
    return target_triples.UNKNOWN


def _beginning(words: Sequence[TripleWord], text: str, version: int) -> str:
    for word in words:
        if text.startswith(word.spellings) and word.since <= version <= word.until:
            return word.name
    return target_triples.UNKNOWN


def _ending(text: str, version: int) -> str:
    for word in target_triples.FORMAT_SUFFIXES:
        if text.endswith(word.spellings) and word.since <= version:
            return word.name
    return target_triples.UNKNOWN


def _architecture(text: str, version: int) -> str:
    found = _whole(target_triples.ARCHITECTURE_WORDS, text, version)
    if found == target_triples.UNKNOWN:
        found = _beginning(target_triples.ARCHITECTURE_PREFIXES, text, version)
    if found == target_triples.UNKNOWN and text.startswith(("arm", "thumb", "aarch64")):
        return _arm_architecture(text)
    return found


def _arm_architecture(text: str) -> str:
    """An ARM architecture whose name contains a version (`parseARMArch`)."""
    canonical = _arm_version(text)
    is_thumb = text.startswith("thumb")
    if not canonical or (is_thumb and canonical.startswith(("v2", "v3"))):
        return target_triples.UNKNOWN
    is_big_endian = text.startswith(("armeb", "thumbeb", "aarch64_be"))
    if not text.startswith("aarch64"):
        is_big_endian = is_big_endian or text.endswith("eb")
    if _ARM_SUB_ARCHITECTURE.get(canonical) == "v6m":
        is_thumb = True
    elif text.startswith(("aarch64", "arm64")):
        return "aarch64_be" if is_big_endian else "aarch64"
    return ("thumb" if is_thumb else "arm") + ("eb" if is_big_endian else "")


def _arm_version(text: str) -> str:
    """The part of an ARM architecture's name that gives the version; empty if there is none (`getCanonicalArchName`)."""
    rest = text
    has_prefix = False
    for prefix in _ARM_PREFIXES:
        if text.startswith(prefix):
            has_prefix = True
            rest = text[len(prefix) :]
            if prefix == "aarch64":
                if "eb" in text:
                    return ""
                rest = rest.removeprefix("_be")
            break
    if has_prefix and rest.startswith("eb"):
        rest = rest[2:]
    else:
        rest = rest.removesuffix("eb")
    if not rest:
        return text
    if has_prefix:
        if len(rest) >= 2 and (rest[0] != "v" or rest[1] not in "0123456789"):
            return ""
        if "eb" in rest:
            return ""
    return rest


def _sub_architecture(text: str) -> str:
    """The name of the sub-architecture, or "" (`parseSubArch`)."""
    if text.startswith("mips") and text.endswith(("r6el", "r6")):
        return "r6"
    if text == "powerpcspe":
        return "spe"
    if text in ("arm64e", "arm64ec"):
        return text
    if text == "aarch64_lfi":
        return "lfi"
    if text.startswith(("spirv", "dxil")):
        at = text.find("v1.")
        return text[at:] if at > 0 else ""
    version = _arm_version(text)
    if not version:
        return ""
    if text.startswith("kalimba"):
        return "v" + text[-1] if text.endswith(("kalimba3", "kalimba4", "kalimba5")) else ""
    return _ARM_SUB_ARCHITECTURE.get(version, "")


def _implied_environment(architecture: str) -> str:
    for prefix, environment in _MIPS_ENVIRONMENTS:
        if architecture.startswith(prefix):
            return environment
    return "gnu" if architecture in ("mips", "mipsel", "mipsr6", "mipsr6el") else target_triples.UNKNOWN


def _version_numbers(text: str) -> tuple[int, ...]:
    numbers: list[int] = []
    for part in text.split(".")[:4]:
        if not part.isascii() or not part.isdigit() or len(part) > 10:
            return ()
        numbers.append(int(part))
    return tuple(numbers)


@final
class _Normalization:
    """Normalizes the order of one triple's components.

    A known component stays in its position, or moves there and pushes unknown ones aside.
    """

    def __init__(self, text: str, version: int) -> None:
        self._version = version
        self._parts = text.split("-")
        self._found = [False] * _PLACES
        self._format = _ending(self._parts[4], version) if len(self._parts) > 4 else target_triples.UNKNOWN
        for place in range(min(_PLACES, len(self._parts))):
            self._found[place] = self._known(place, self._parts[place]) != target_triples.UNKNOWN

    def _known(self, place: int, part: str) -> str:
        """The meaning of a component in a position; "unknown" if it has none."""
        version = self._version
        if place == _ARCHITECTURE:
            return _architecture(part, version)
        if place == _VENDOR:
            return _whole(target_triples.VENDOR_WORDS, part, version)
        if place == _SYSTEM:
            return _beginning(target_triples.SYSTEM_PREFIXES, part, version)
        return _beginning(target_triples.ENVIRONMENT_PREFIXES, part, version)

    def _fits(self, place: int, part: str) -> bool:
        """Whether a component may move to a position; two more kinds of word are accepted for that."""
        if self._known(place, part) != target_triples.UNKNOWN:
            return True
        if place == _SYSTEM:
            return part.startswith(("cygwin", "mingw"))
        if place == _ENVIRONMENT:
            named = _ending(part, self._version)
            if named != target_triples.UNKNOWN:
                self._format = named
                return True
        return False

    def _is_fixed(self, index: int) -> bool:
        return index < _PLACES and self._found[index]

    def _move(self) -> None:
        for place in range(_PLACES):
            if self._found[place]:
                continue
            for index in range(len(self._parts)):
                if self._is_fixed(index) or not self._fits(place, self._parts[index]):
                    continue
                if place < index:
                    self._move_left(index, place)
                elif place > index:
                    self._move_right(index, place)
                self._found[place] = True
                break

    def _move_left(self, index: int, place: int) -> None:
        """Move the component at `index` to `place`; the components from there on move right, into the gap."""
        parts = self._parts
        carried = parts[index]
        parts[index] = ""
        while carried:
            while self._is_fixed(place):
                place += 1
            parts[place], carried = carried, parts[place]
            place += 1

    def _move_right(self, index: int, place: int) -> None:
        """Insert empty components before the one at `index` until it is at `place`."""
        parts = self._parts
        while index < place:
            carried = ""
            at = index
            while at < len(parts):
                parts[at], carried = carried, parts[at]
                if not carried:
                    break
                at += 1
                while self._is_fixed(at):
                    at += 1
            if carried:
                parts.append(carried)
            index += 1
            while self._is_fixed(index):
                index += 1

    def result(self) -> str:
        self._move()
        parts = self._parts
        found = self._found
        if self._version >= NONE_IS_A_SYSTEM_SINCE and found[_ARCHITECTURE] and found[_ENVIRONMENT]:
            if not found[_VENDOR] and not found[_SYSTEM] and parts[_VENDOR] == "none" and not parts[_SYSTEM]:
                parts[_VENDOR], parts[_SYSTEM] = "", "none"
        for index, part in enumerate(parts):
            if not part:
                parts[index] = target_triples.UNKNOWN
        parts.extend([""] * (_PLACES - len(parts)))
        self._spell_environment()
        self._spell_windows()
        self._spell_dxil()
        while parts and not parts[-1]:
            parts.pop()
        return "-".join(parts)

    def _spell_environment(self) -> None:
        """Spell `androideabi` as `android`, and SUSE's `gnueabi` as `gnueabihf`."""
        parts = self._parts
        environment = parts[_ENVIRONMENT]
        if environment.startswith("androideabi"):
            parts[_ENVIRONMENT] = "android" + environment[len("androideabi") :]
        if self._known(_VENDOR, parts[_VENDOR]) == "suse" and self._known(_ENVIRONMENT, environment) == "gnueabi":
            parts[_ENVIRONMENT] = "gnueabihf"

    def _spell_windows(self) -> None:
        parts = self._parts
        system = parts[_SYSTEM]
        has_other_format = self._format not in (target_triples.UNKNOWN, COFF)
        if self._known(_SYSTEM, system) == "windows":
            del parts[_PLACES:]
            if self._known(_ENVIRONMENT, parts[_ENVIRONMENT]) == target_triples.UNKNOWN:
                parts[_ENVIRONMENT] = self._format if has_other_format else "msvc"
                has_other_format = False
        elif system.startswith("mingw"):
            parts[_ENVIRONMENT:] = ["gnu"]
        elif system.startswith("cygwin"):
            parts[_ENVIRONMENT:] = ["cygnus"]
        else:
            return
        parts[_SYSTEM] = "windows"
        if has_other_format:
            parts.append(self._format)

    def _spell_dxil(self) -> None:
        """Give `dxil` the version that belongs to the shader model."""
        parts = self._parts
        if parts[_ARCHITECTURE] != "dxil" or self._version < DXIL_VERSIONS_SINCE:
            return
        del parts[_PLACES:]
        if self._known(_SYSTEM, parts[_SYSTEM]) != "shadermodel":
            return
        model = parts[_SYSTEM][len("shadermodel") :]
        newest = 9 if self._version >= DXIL_SHADER_MODEL_9_SINCE else 8
        numbers = _version_numbers(model)
        minor = 0
        if model == "6.x":
            minor = newest
        elif len(numbers) > 1 and numbers[0] == 6 and numbers[1] <= newest:
            minor = numbers[1]
        parts[_ARCHITECTURE] = f"dxilv1.{minor}"
