"""The directives of module assembly that name symbols, and the words of operands that are not symbols.

Sources: AsmParser.cpp, ELFAsmParser.cpp, DarwinAsmParser.cpp and COFFAsmParser.cpp; RecordStreamer.cpp; the register names of the
targets.
"""

from __future__ import annotations

import re
from typing import Final

# By the family of the architecture: what begins a comment, besides `//`; elsewhere it is "#".
COMMENT_OF_FAMILY: Final[dict[str, str]] = {"aarch64": "//", "arm": "@"}

# The effect of a directive on its arguments, and the place of the argument if it is only one.
ARGUMENT_OF_DIRECTIVE: Final[dict[str, str]] = {
    ".globl": "global",
    ".global": "global",
    ".weak": "weak",
    ".lazy_reference": "uses",
    ".comm": "defines 0",
    ".common": "defines 0",
    ".set": "assigns",
    ".equ": "assigns",
    ".equiv": "assigns",
}

# The same, only in Mach-O.
MACH_O_ARGUMENT_OF_DIRECTIVE: Final[dict[str, str]] = {".lcomm": "defines 0", ".zerofill": "defines 2"}

# Directives that store expressions.
DATA_DIRECTIVES: Final = frozenset(
    {
        ".byte",
        ".short",
        ".value",
        ".2byte",
        ".hword",
        ".half",
        ".word",
        ".long",
        ".int",
        ".4byte",
        ".quad",
        ".8byte",
        ".octa",
        ".xword",
        ".dword",
        ".inst",
        ".secrel32",
        ".rva",
    }
)

# Directives whose effect on other statements is not followed.
UNREAD_DIRECTIVES: Final = frozenset(
    {
        ".macro",
        ".rept",
        ".rep",
        ".irp",
        ".irpc",
        ".include",
        ".altmacro",
        ".weakref",
        ".if",
        ".ifdef",
        ".ifndef",
        ".ifnotdef",
        ".ifeq",
        ".ifne",
        ".ifge",
        ".ifgt",
        ".ifle",
        ".iflt",
        ".ifb",
        ".ifnb",
        ".ifc",
        ".ifnc",
        ".ifeqs",
        ".ifnes",
    }
)

# Words in front of an x86 instruction.
PREFIXES: Final = frozenset(
    {
        "lock",
        "rep",
        "repe",
        "repz",
        "repne",
        "repnz",
        "notrack",
        "bnd",
        "data16",
        "data32",
        "addr32",
        "xacquire",
        "xrelease",
        "rex64",
    }
)

# Instructions whose operands are words of their own: system registers, barriers, hints.
NO_SYMBOLS: Final = re.compile(
    r"mrs|msr|mrc|mcr|mrrc|mcrr|sys|sysl|dc|ic|at|tlbi|dmb|dsb|isb|hint|bti|psb|csr\w*|fence(?:\.\w+)?|cps\w*"
)

# By the family of the architecture: registers and other words in operands. x86 has registers with "%" in front.
WORDS_OF_FAMILY: Final[dict[str, str]] = {
    "x86": r"(?!)",
    "aarch64": (
        r"[xwbhsdqvzp]\d+(?:\.\w+)?|w?sp|[xw]zr|lr|fp|ip[01]|[lar]s[lr]|ror|msl|[us]xt[bhwx]|mul|vl|za\w*|"
        r"eq|ne|cs|hs|cc|lo|mi|pl|vs|vc|hi|ls|ge|lt|gt|le|al|nv|p(?:ld|li|st)l[123](?:keep|strm)|sy|ish\w*|nsh\w*|osh\w*"
    ),
    "arm": (
        r"[rsdqpc]\d+|a[1-4]|v[1-8]|sp|lr|pc|ip|fp|sl|sb|wr|[lar]s[lr]|ror|rrx|apsr\w*|[cs]psr\w*|fpscr|fpexc|fpsid|"
        r"sy|ish\w*|nsh\w*|osh\w*|eq|ne|cs|hs|cc|lo|mi|pl|vs|vc|hi|ls|ge|lt|gt|le|al"
    ),
    "riscv": (
        r"x\d+|zero|ra|sp|gp|tp|fp|[ats]\d+|f[ats]\d+|f\d+|v\d+|(?:rne|rtz|rdn|rup|rmm|dyn)|"
        r"(?:hi|lo|pcrel_hi|pcrel_lo|got_pcrel_hi|tprel_hi|tprel_lo|tprel_add|tls_ie_pcrel_hi|tls_gd_pcrel_hi|e\d+|mf?\d|t[au]|m[au])"
    ),
}
