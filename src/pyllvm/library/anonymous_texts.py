"""Anonymizes the texts of a module: strings in constants, assembly, attributes, sections, compilers' names."""

from __future__ import annotations

import re

from pyllvm.notation import Callable, Final
from pyllvm.tables.compilers import llvm_version_of_ident

_LETTER: Final = ord("x")
# Conversions of printf keep their meaning; other letters and digits do not tell anything any more.
_TELLING: Final = re.compile(rb"%[-+ #0]*[0-9*]*(?:\.[0-9*]*)?(?:hh|h|ll|l|L|q|j|z|t)?[a-zA-Z%]|\\[a-z]|[0-9A-Za-z\x80-\xff]")
# The bytes of texts: what is printed, white space, escape, and the null characters that end parts.
_OTHER_BYTES: Final = re.compile(rb"[\x01-\x06\x0e-\x1a\x1c-\x1f\x7f]")
_TEXT: Final = re.compile(rb"[A-Za-z\x80-\xff]")
_WIDE: Final = frozenset((0, 9, 10, 13, *range(0x20, 0x7F)))
# The name of a vector variant: what the vectorizer reads, the scalar function, and the vector function in parentheses.
_VARIANT: Final = re.compile(r"(_ZGV(?:_LLVM_|[a-z])[MN](?:x|\d+)[^_]*)_(.+)\((.+)\)")
_SYMBOL: Final = re.compile(r"[\w.$@?]+")
_EXTENSION: Final = re.compile(r"\.[A-Za-z+]{1,4}$")

VARIANTS: Final = "vector-function-abi-variant"
MESSAGES: Final = frozenset(("dontcall-error", "dontcall-warn"))
"""The string attributes whose values are texts of the program."""

_SECTIONS: Final = frozenset(
    (
        *("text", "data", "rodata", "bss", "tdata", "tbss", "init", "fini", "ctors", "dtors", "init_array", "fini_array"),
        *("preinit_array", "note", "comment", "eh_frame", "gcc_except_table", "debug_gdb_scripts", "llvmbc", "llvmcmd"),
        *("rdata", "CRT$XCU", "CRT$XTX", "drectve", "tls$"),
    )
)
_APPLE_SEGMENTS: Final = ("__TEXT", "__DATA", "__DATA_CONST", "__LLVM", "__DWARF", "__LD", "__OBJC")
_APPLE_SECTIONS: Final = re.compile(r"__(?:text|data|const|cstring|objc_\w+|cfstring|mod_init_func|mod_term_func|thread_\w+|bss)")
_METADATA_SECTION: Final = "llvm.metadata"


def masked(data: bytes) -> bytes:
    """A meaningless text with the same length as the text in a constant; data that is not a text is returned as it is."""
    if _OTHER_BYTES.search(data) or not _TEXT.search(data):
        return data
    return _TELLING.sub(lambda match: match.group() if len(match.group()) > 1 else b"x", data)


def masked_wide(data: bytes, size: int) -> bytes:
    """The same for a text of characters of `size` bytes each, which ends in a null character."""
    characters = [int.from_bytes(data[at : at + size], "little") for at in range(0, len(data), size)]
    if len(characters) < 2 or characters[-1] or not _WIDE.issuperset(characters):
        return data
    return b"".join((_LETTER if chr(one).isalnum() else one).to_bytes(size, "little") for one in characters)


def renamed_in(text: str, symbols: dict[str, str]) -> str:
    """A text, such as assembly, in which the symbols have their new names."""
    return _SYMBOL.sub(lambda match: symbols.get(match.group(), match.group()), text)


def renamed_variants(text: str, name_of: Callable[[str], str]) -> str:
    """The value of the attribute that names vector variants of a function."""
    parts = []
    for part in text.split(","):
        match = _VARIANT.fullmatch(part)
        if match is not None:
            scalar, vector = name_of(match.group(2)), name_of(match.group(3))
            parts.append(f"{match.group(1)}_{scalar}({vector})")
    return ",".join(parts)


def is_known_section(name: str) -> bool:
    """Whether compilers name a section so, whatever the program is."""
    if name == _METADATA_SECTION or name.startswith("__llvm_"):
        return True
    segment, comma, rest = name.partition(",")
    if comma:
        return segment in _APPLE_SEGMENTS and _APPLE_SECTIONS.fullmatch(rest.partition(",")[0]) is not None
    return name.startswith(".") and name[1:] in _SECTIONS


def section_like(name: str, number: int) -> str:
    """A new name for a section, of the same form."""
    segment, comma, rest = name.partition(",")
    if comma:
        _, more, attributes = rest.partition(",")
        return f"{segment if segment in _APPLE_SEGMENTS else '__DATA'},section{number}{more}{attributes}"
    first = name[1:].partition(".")[0]
    return f".{first}.section{number}" if name.startswith(".") and first in _SECTIONS else f"section{number}"


def file_like(name: str, number: int) -> str:
    """A new name for a source file, with the ending of the old one."""
    ending = _EXTENSION.search(name)
    return f"file{number}{ending.group() if ending else ''}"


def producer_like(text: str) -> str:
    """A producer of the same LLVM version that names no vendor."""
    version = llvm_version_of_ident(text)
    return "unknown compiler" if version is None else f"clang version {version}.0.0"
