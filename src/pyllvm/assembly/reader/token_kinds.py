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

LOCAL_ID: Final = 18
METADATA_ID: Final = 19
INTEGER_TYPE: Final = 20

LAST_WITHOUT_TEXT: Final = 20
"""Tokens of kinds up to this one have no text; the three before have a number instead."""

LOCAL_VAR: Final = 21
GLOBAL_VAR: Final = 22
GLOBAL_ID: Final = 23
COMDAT_VAR: Final = 24
LABEL_STR: Final = 25
LABEL_ID: Final = 26
INTEGER: Final = 27
FLOAT: Final = 28
STRING: Final = 29
METADATA_VAR: Final = 30
NAMED_METADATA: Final = 31
SPECIALIZED_NODE: Final = 32
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
    "LOCAL_ID",
    "METADATA_ID",
    "INTEGER_TYPE",
    "LOCAL_VAR",
    "GLOBAL_VAR",
    "GLOBAL_ID",
    "COMDAT_VAR",
    "LABEL_STR",
    "LABEL_ID",
    "INTEGER",
    "FLOAT",
    "STRING",
    "METADATA_VAR",
    "NAMED_METADATA",
    "SPECIALIZED_NODE",
    "METADATA_STRING",
    "SUMMARY_ID",
    "ATTRIBUTE_GROUP_ID",
    "DEBUG_RECORD",
    "WORD",
)
"""The grammar's names of these kinds, by number."""
