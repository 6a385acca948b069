"""The numbers of the token kinds that the lexer recognises by their shape, and their terminals in the grammar.

Kinds that are words ("define", LINKAGE ...) are numbered from FIRST_WORD up, by the grammar, when the tables are built.
"""

from __future__ import annotations

from typing import Final

END: Final = 0
ERROR: Final = 1
COMMA: Final = 2
EQUAL: Final = 3
STAR: Final = 4
LSQB: Final = 5
RSQB: Final = 6
LBRACE: Final = 7
RBRACE: Final = 8
LPAR: Final = 9
RPAR: Final = 10
LESSTHAN: Final = 11
MORETHAN: Final = 12
BANG: Final = 13
VBAR: Final = 14
COLON: Final = 15
ELLIPSIS: Final = 16
COMMA_ATTACHMENT: Final = 17

LAST_PUNCTUATION: Final = 17
"""Tokens of kinds up to this one have no text."""

LOCAL_VAR: Final = 18
LOCAL_ID: Final = 19
GLOBAL_VAR: Final = 20
GLOBAL_ID: Final = 21
COMDAT_VAR: Final = 22
LABEL_STR: Final = 23
LABEL_ID: Final = 24
INTEGER: Final = 25
FLOAT: Final = 26
STRING: Final = 27
INTEGER_TYPE: Final = 28
METADATA_VAR: Final = 29
NAMED_METADATA: Final = 30
SPECIALIZED_NODE: Final = 31
METADATA_ID: Final = 32
METADATA_STRING: Final = 33
SUMMARY_ID: Final = 34
ATTRIBUTE_GROUP_ID: Final = 35
DEBUG_RECORD: Final = 36
WORD: Final = 37

FIRST_WORD: Final = 38

TERMINALS: Final = (
    "$END",
    "$ERROR",
    "COMMA",
    "EQUAL",
    "STAR",
    "LSQB",
    "RSQB",
    "LBRACE",
    "RBRACE",
    "LPAR",
    "RPAR",
    "LESSTHAN",
    "MORETHAN",
    "BANG",
    "VBAR",
    "COLON",
    "ELLIPSIS",
    "COMMA_ATTACHMENT",
    "LOCAL_VAR",
    "LOCAL_ID",
    "GLOBAL_VAR",
    "GLOBAL_ID",
    "COMDAT_VAR",
    "LABEL_STR",
    "LABEL_ID",
    "INTEGER",
    "FLOAT",
    "STRING",
    "INTEGER_TYPE",
    "METADATA_VAR",
    "NAMED_METADATA",
    "SPECIALIZED_NODE",
    "METADATA_ID",
    "METADATA_STRING",
    "SUMMARY_ID",
    "ATTRIBUTE_GROUP_ID",
    "DEBUG_RECORD",
    "WORD",
)
"""The grammar's names of these kinds, by number."""
