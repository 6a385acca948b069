"""The classes of the tokens of a text, for an editor's colors."""

from __future__ import annotations

import re
from typing import Final

from pyllvm.assembly.reader import token_kinds
from pyllvm.lsp.document import Chunk
from pyllvm.lsp.names import names_of, spelled, tokens_of
from pyllvm.tables.opcodes import INSTRUCTIONS

LEGEND: Final = ("keyword", "variable", "function", "type", "label", "number", "string", "property", "comment", "decorator")
KEYWORD, VARIABLE, FUNCTION, TYPE, LABEL, NUMBER, STRING_CLASS, PROPERTY, COMMENT, DECORATOR = range(len(LEGEND))

_CLASSES: Final = {
    token_kinds.GLOBAL_VAR: FUNCTION,
    token_kinds.GLOBAL_ID: FUNCTION,
    token_kinds.LABEL_STR: LABEL,
    token_kinds.LABEL_ID: LABEL,
    token_kinds.INTEGER: NUMBER,
    token_kinds.FLOAT: NUMBER,
    token_kinds.STRING: STRING_CLASS,
    token_kinds.METADATA_STRING: STRING_CLASS,
    token_kinds.METADATA_ID: PROPERTY,
    token_kinds.METADATA_VAR: PROPERTY,
    token_kinds.NAMED_METADATA: PROPERTY,
    token_kinds.SPECIALIZED_NODE: PROPERTY,
    token_kinds.SUMMARY_ID: PROPERTY,
    token_kinds.ATTRIBUTE_GROUP_ID: DECORATOR,
    token_kinds.COMDAT_VAR: DECORATOR,
    token_kinds.INTEGER_TYPE: TYPE,
}
_TYPE_WORDS: Final = frozenset(b"ptr void half bfloat float double label metadata token fp128 x86_fp80 ppc_fp128 opaque".split())
_COMMENT: Final = re.compile(rb'"[^"]*"|(;[^\r\n]*)')


def classes_of(chunk: Chunk) -> list[tuple[int, int, int]]:
    """The start, end and class (a number in LEGEND) of the tokens and comments of a chunk, in order."""
    data = chunk.data
    local = names_of(chunk).locals
    found: list[tuple[int, int, int]] = []
    for token in tokens_of(data):
        text = data[token.start : token.end]
        kind = _CLASSES.get(token.kind)
        if token.kind in (token_kinds.LOCAL_VAR, token_kinds.LOCAL_ID):
            kind = VARIABLE if spelled(text) in local else TYPE
        elif kind is None and token.kind >= token_kinds.FIRST_WORD:
            is_keyword = text.isalpha() or text.decode("latin-1") in INSTRUCTIONS
            kind = TYPE if text in _TYPE_WORDS else KEYWORD if is_keyword else DECORATOR
        if kind is not None and token.end > token.start:
            found.append((token.start, token.end, kind))
    found += [(match.start(1), match.end(1), COMMENT) for match in _COMMENT.finditer(data) if match.group(1)]
    return sorted(found)
