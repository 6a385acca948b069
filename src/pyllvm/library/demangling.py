"""Demangles names of C++ and Rust, with a package that is installed separately: `pip install 'pyllvm[demangle]'`.

The package, pycxxfilt, contains LLVM's own demanglers, so the text is the same as from LLVM's tools. Only this module knows it.
"""

from __future__ import annotations

import re
from functools import cache

from pyllvm.diagnostics import Diagnostic, PyllvmError
from pyllvm.notation import Callable, Final, final
from pyllvm.tables.object_symbols import EVERY_MANGLING_SINCE, RUST_MANGLING_SINCE, SPACES_IN_TEMPLATES_UNTIL

# A name with this character in front is used as it is in object files; the character is not part of it.
_VERBATIM: Final = "\1"
# The Itanium scheme begins names with Z after at most this number of underscores.
_MOST_UNDERSCORES: Final = 4
# How Itanium's names begin for llvm-nm up to LLVM 17: names of blocks have three underscores.
_OLD_BEGINNINGS: Final = ("_Z", "___Z")
# Matches what may be a mangled name in a text.
_MANGLED: Final = re.compile(r"(?<![\w.$?])(?:_{1,4}Z|_R)[\w.$]+|(?<![\w.$?])\?[\w@?$]+")
# The end of a template in a template, and not a shift.
_CLOSING: Final = re.compile(r"(?<!operator)(?<!operator>)>(?=>)")


def demangle(name: str) -> str:
    """Return a name of C++ or Rust as in the source: `foo(int)` for `_Z3fooi`; any other name is returned unchanged.

    The schemes are those that LLVM's tools demangle: Itanium's (most platforms), Microsoft's, and Rust's both; with or without
    the underscore, the dot or the byte 1 in front of it that object formats and LLVM add. Raises PyllvmError if the package
    that demangles is not installed: `pip install 'pyllvm[demangle]'`. Source: `llvm::demangle` of LLVM 22.
    """
    found = _demanglers()
    bare = name.removeprefix(_VERBATIM)
    text = found.of_other(bare)
    if text is None and bare.startswith("_"):
        # Mach-O, and COFF of 32 bits, have an underscore in front of every name.
        text = found.of_other_after_dot(bare[1:])
    if text is None and bare.startswith("?"):
        text = _tried(found.microsoft, bare)
    return name if text is None else text


def demangle_text(text: str) -> str:
    """Return a text, such as a message, with each mangled name in it as `demangle` returns it. PyllvmError as there."""
    return _MANGLED.sub(_plain_name, text)


def _plain_name(found: re.Match[str]) -> str:
    return demangle(found.group())


@final
class Demanglers:
    """The functions of the package that demangle: each returns None, or raises ValueError, for a name of another scheme."""

    def __init__(
        self, itanium: Callable[[str], str | None], rust: Callable[[str], str | None], microsoft: Callable[[str], str | None]
    ) -> None:
        self.itanium = itanium
        self.rust = rust
        self.microsoft = microsoft

    def of_other(self, name: str) -> str | None:
        """Demangle any name but Microsoft's; a dot in front of it stays."""
        if name.startswith("."):
            text = self.of_other_after_dot(name[1:])
            return None if text is None else "." + text
        return self.of_other_after_dot(name)

    def of_other_after_dot(self, name: str) -> str | None:
        """Demangle any name but Microsoft's that has no dot in front of it."""
        underscores = len(name) - len(name.lstrip("_"))
        if 0 < underscores <= _MOST_UNDERSCORES and name[underscores : underscores + 1] == "Z":
            return _tried(self.itanium, name)
        if name.startswith("_R"):
            return _tried(self.rust, name)
        return None


def demangler_of(version: int) -> Callable[[str], str]:
    """Return what demangles the names of symbols as llvm-nm of LLVM `version` does. Raises PyllvmError as `demangle` does."""
    found = _demanglers()
    if version >= EVERY_MANGLING_SINCE:
        return demangle

    def demangle_fewer(name: str) -> str:
        text = None
        if version >= RUST_MANGLING_SINCE and name.startswith("_R"):
            return found.of_other_after_dot(name) or name
        if name.startswith(_OLD_BEGINNINGS):
            text = found.of_other_after_dot(name)
        if text is not None and version <= SPACES_IN_TEMPLATES_UNTIL:
            text = _CLOSING.sub("> ", text)
        return name if text is None else text

    return demangle_fewer


def _tried(demangler: Callable[[str], str | None], name: str) -> str | None:
    try:
        return demangler(name)
    except (ValueError, UnicodeError):
        return None


@cache
def _demanglers() -> Demanglers:
    try:
        # Imported only here: it is an optional extra.
        from pycxxfilt import itanium_demangle, msvc_demangle, rust_demangle
    except ImportError:
        missing = Diagnostic("error", "demangling needs a package that is not installed")
        missing.hint = "pip install 'pyllvm[demangle]'"
        raise PyllvmError(missing) from None
    return Demanglers(itanium_demangle, rust_demangle, msvc_demangle)
