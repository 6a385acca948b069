"""Texts that LLVM prints as pyllvm does, and cannot read: the judge expects no more of pyllvm.

Each row was tried with the real llvm-dis and llvm-as (`--llvm` tries it again for each input that meets one).
"""

from __future__ import annotations

import re
from typing import Final

#: How the message begins that refuses to write what LLVM writes and then cannot read.
UNWRITABLE: Final = "bitcode cannot hold an attribute that contains a NUL character"

#: A pattern in the text, the beginning of the message that refuses the text ("" for any), and the reason.
_ROWS: Final = (
    # The string table gives a name of any bytes. The parser refuses names with NUL; before LLVM 20, the lexer ends the token.
    (re.compile(r'[@%$]"[^"\n]*\\00|^"[^"\n]*\\00[^"\n]*":', re.MULTILINE), ""),
    # A comdat without a name, and named metadata without one.
    (re.compile(r"^\$ = comdat ", re.MULTILINE), "expected top-level entity"),
    (re.compile(r"^!<empty name> = ", re.MULTILINE), ""),
    # The parser numbers blocks only while it reads their function.
    (re.compile(r"blockaddress\(@[^,]+, %\d+\)"), "cannot take address of numeric label after the function is defined"),
    # Bitcode has a flag for the type of the call; the parser does not accept the variadic ones.
    (re.compile(r"\.\.\.\) asm "), "inline asm cannot be variadic"),
    # Nor does the reader of bitcode check the constraints.
    (re.compile(r" asm "), "invalid type for inline asm constraint string"),
    (re.compile(r" asm "), "number of "),
    (re.compile(r" asm "), "failed to parse constraints"),
    # The linkage of a declaration only.
    (re.compile(r"^define extern_weak ", re.MULTILINE), "invalid linkage for function definition"),
    # A variable that is only a declaration has an initializer in the record.
    (re.compile(r"^@.* = .*\bextern_weak .*(global|constant) ", re.MULTILINE), "expected top-level entity"),
    # Before LLVM 15 an ifunc can have another type than what its resolver returns.
    (re.compile(r"^@.* ifunc .*\*", re.MULTILINE), "explicit pointee type"),
    # Numbers that have no word: LLVM prints nothing, or the character of that number.
    (re.compile(r", nameTableKind: [,)]"), "expected nameTable kind"),
    (re.compile(r", emissionKind: [,)]"), "expected emission kind"),
    (re.compile(r", enumKind: \d+"), "value for 'enumKind' too large"),
    (re.compile(r", encoding: \d+"), "value for 'encoding' too large"),
    (re.compile(r"\(cc: .,", re.DOTALL), "expected DWARF calling convention"),
    # Broken debug information is dropped from what uses it, and printed where something else keeps it.
    (re.compile(r"!DICompileUnit\(.*file: null"), "'file' cannot be null"),
    # The name is required in text only, and is omitted if it is empty.
    (re.compile(r"^![0-9]+ = (distinct )?!DI(Label|Macro|Module)\(", re.MULTILINE), "missing required field"),
    # A producer that names an older LLVM than that which wrote the attributes of an intrinsic's declaration. LLVM
    # reads them whatever the producer is; text of the older LLVM does not have their words.
    (re.compile(r"^attributes #\d+ = ", re.MULTILINE), "'memory' requires LLVM 16, but this module is being read as LLVM"),
)


def is_known_as_unreadable(text: str, message: str) -> bool:
    """Whether LLVM prints this text, which was refused with that message, as well."""
    return any(pattern.search(text) and message.startswith(beginning) for pattern, beginning in _ROWS)
