"""The symbols of a module as nm shows them: names in an object file with what is known of each."""

from __future__ import annotations

from typing import Final, final

from pyllvm.ir.target.target_triple import ELF, TargetTriple
from pyllvm.tables import object_symbols
from pyllvm.tables.behavior_versions import OFFSET_TABLE_SINCE
from pyllvm.tables.intrinsic_names import PREFIX
from pyllvm.tables.linkages import LOCAL, REPLACEABLE
from pyllvm.tables.object_symbols import COMMON, CONSTANT, EXECUTABLE, FORMAT_SPECIFIC, GLOBAL, UNDEFINED, VISIBILITY_MASK, WEAK

FUNCTION: Final = "function"
VARIABLE: Final = "variable"
ALIAS: Final = "alias"
IFUNC: Final = "ifunc"
ASSEMBLY: Final = "assembly"
NATIVE: Final = "native"

_HIDDEN: Final = 1


@final
class NativePlace:
    """The place of a symbol of a native object, its `letter`, and the words for its type and section."""

    __slots__ = ("address", "letter", "section", "size", "type")

    def __init__(self, address: int, size: int, letter: str, type: str, section: str) -> None:
        self.address = address
        self.size = size
        self.letter = letter
        self.type = type
        self.section = section


OFFSET_TABLE: Final = "_GLOBAL_OFFSET_TABLE_"
"""The symbol of the table of addresses, which code for x86 can need although the module does not mention it."""


@final
class ObjectSymbol:
    """A symbol: its `name` in an object file, `ir_name` in the module (empty for one of module assembly), and its `kind`.

    `kind` is FUNCTION, VARIABLE, ALIAS, IFUNC or ASSEMBLY, or NATIVE for a symbol of a native object, which has a `native` place.
    """

    __slots__ = ("flags", "ir_name", "kind", "name", "native")

    def __init__(self, name: str, ir_name: str, kind: str, flags: int) -> None:
        self.name = name
        self.ir_name = ir_name
        self.kind = kind
        self.flags = flags
        """Bits of `tables.object_symbols`."""
        self.native: NativePlace | None = None

    def __repr__(self) -> str:
        return f"<ObjectSymbol {self.letter()} {self.name}>"

    @property
    def is_defined(self) -> bool:
        """Whether the module defines it. A definition that is `available_externally` does not count."""
        return self.flags & UNDEFINED == 0

    @property
    def is_global(self) -> bool:
        """Whether other modules see it."""
        return self.flags & GLOBAL != 0

    @property
    def is_weak(self) -> bool:
        """Whether another definition replaces it, or, where it is undefined, whether it may remain so."""
        return self.flags & WEAK != 0

    @property
    def is_common(self) -> bool:
        """Whether it is a tentative definition of C, which a linker merges with others."""
        return self.flags & COMMON != 0

    @property
    def is_special(self) -> bool:
        """Whether it is a private or internal matter of LLVM, which nm shows only on request."""
        return self.flags & FORMAT_SPECIFIC != 0

    @property
    def is_executable(self) -> bool:
        """Whether it is code, as far as LLVM knows: all of module assembly counts as code."""
        return self.flags & EXECUTABLE != 0

    @property
    def is_constant(self) -> bool:
        """Whether it is a variable that nothing changes."""
        return self.flags & CONSTANT != 0

    @property
    def is_hidden(self) -> bool:
        """Whether it is defined, and other modules but no other shared objects see it."""
        return self.flags & VISIBILITY_MASK == _HIDDEN and self.is_defined and self.is_global

    def letter(self, is_darwin: bool = False) -> str:
        """The letter by which nm shows it: U, w, W, C, or t, d, s, in capitals if it is global. Apple's systems have s."""
        flags = self.flags
        if self.native is not None:
            return self.native.letter
        if flags & UNDEFINED:
            return "w" if flags & WEAK else "U"
        if flags & WEAK:
            return "W"
        if flags & COMMON:
            return "C"
        if flags & EXECUTABLE:
            letter = "t"
        elif is_darwin and flags & CONSTANT:
            letter = "s"
        else:
            letter = "d"
        return letter.upper() if flags & GLOBAL else letter


def flags_of(linkage: str, name: str, visibility: int) -> int:
    """The flags of a global value that follow from its linkage, its name in the module, and the number of its visibility."""
    flags = visibility
    if linkage == "available_externally":
        flags |= UNDEFINED
    if linkage not in LOCAL:
        flags |= GLOBAL
    if linkage == "common":
        flags |= COMMON
    elif linkage in REPLACEABLE:
        flags |= WEAK
    if linkage == "private" or name.startswith(PREFIX):
        flags |= FORMAT_SPECIFIC
    return flags


@final
class SymbolNames:
    """Makes the names of symbols by the `mangling` of a data layout, as LLVM `version` does."""

    def __init__(self, mangling: str, version: int) -> None:
        self.is_windows = mangling in object_symbols.WINDOWS_MANGLINGS
        self.prefix = object_symbols.NAME_PREFIXES[mangling][0]
        self._private_prefix = object_symbols.private_prefix(mangling, version)

    def nameless(self, number: int, linkage: str) -> str:
        """The name of a global value that has none: it is the `number`-th of these."""
        return self.named(f"__unnamed_{number}", linkage, self.prefix)

    def named(self, name: str, linkage: str, prefix: str) -> str:
        """The name of the symbol of the global value `name`, which may bring its own `prefix`."""
        if name.startswith(object_symbols.DO_NOT_MANGLE):
            return name[1:]
        if self.has_own_prefix(name):
            prefix = ""
        return (self._private_prefix if linkage == "private" else "") + prefix + name

    def has_own_prefix(self, name: str) -> bool:
        """Whether no prefix comes before a name: the name asks for it, or it is one of Microsoft's manglings."""
        return name.startswith(object_symbols.DO_NOT_MANGLE) or (self.is_windows and name.startswith("?"))


def may_refer_to_offset_table(triple: TargetTriple) -> bool:
    """Whether code for a target can refer to _GLOBAL_OFFSET_TABLE_: always with 32 bits, else if the code model is not small."""
    return triple.version >= OFFSET_TABLE_SINCE and triple.object_format == ELF and triple.is_x86


def offset_table(triple: TargetTriple) -> list[ObjectSymbol]:
    """The symbol of the table of addresses where nm lists it. It does not read the code model, so only for 32 bits."""
    if triple.architecture != "i386" or not may_refer_to_offset_table(triple):
        return []
    return [ObjectSymbol(OFFSET_TABLE, "", ASSEMBLY, UNDEFINED | GLOBAL)]
