"""The names in a chunk: where each is defined and used.

A name is a sigil and the name without quotes: `@f`, `%x`, `!7`, `#0`, `$c`, `^3`; with quotes if it would be a number without
them: `%"7"`. Labels have the sigil `%`, as their uses do. Names of types and of local values look alike; in a function, a name
that it defines is local. Some names are not written as names: a symbol in a summary is a string, and `comdat` alone is the comdat
with the name of the symbol.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final, NamedTuple, TypeVar
from weakref import WeakKeyDictionary

from pyllvm.assembly.reader.automaton import load_tables
from pyllvm.assembly.reader.lexer import Lexer, unescape
from pyllvm.assembly.reader.token_kinds import (
    ATTRIBUTE_GROUP_ID,
    COMDAT_VAR,
    COMMA,
    END,
    EQUAL,
    ERROR,
    GLOBAL_ID,
    GLOBAL_VAR,
    LABEL_ID,
    LABEL_STR,
    LBRACE,
    LOCAL_ID,
    LOCAL_VAR,
    LPAR,
    METADATA_ID,
    NAMED_METADATA,
    RPAR,
    STRING,
    SUMMARY_ID,
)
from pyllvm.lsp.document import Chunk

_NAMES: Final = frozenset((
    ATTRIBUTE_GROUP_ID, COMDAT_VAR, GLOBAL_ID, GLOBAL_VAR, LABEL_ID, LABEL_STR, LOCAL_ID, LOCAL_VAR, METADATA_ID, NAMED_METADATA,
    SUMMARY_ID,
))  # fmt: skip
LABELS: Final = frozenset((LABEL_ID, LABEL_STR))
LOCALS: Final = frozenset((LOCAL_ID, LOCAL_VAR))
GLOBALS: Final = frozenset((GLOBAL_ID, GLOBAL_VAR))
_COMDAT: Final = b"comdat"
_SUMMARY_OF_SYMBOL: Final = re.compile(rb"\^[0-9]+\s*=\s*gv:\s*\(\s*name:\s*\Z")
_WORDS: Final = rb'(?:[-a-zA-Z$._0-9\\]+|"[^"\n]*")'
_HEADER: Final = re.compile(rb"^define\b[^\n]*?(@" + _WORDS + rb")[ ]*\(", re.MULTILINE)
_DEFINITION: Final = re.compile(
    rb"^[ \t]*(?:(?:attributes[ ]+)?([@%!$#^]" + _WORDS + rb")[ ]*=|declare\b[^\n]*?(@" + _WORDS + rb")[ ]*\()", re.MULTILINE
)
_T = TypeVar("_T")


def _kept(find: Callable[[Chunk], _T]) -> Callable[[Chunk], _T]:
    """Find something out about a chunk once, and forget it with the chunk."""
    known: WeakKeyDictionary[Chunk, _T] = WeakKeyDictionary()

    def found(chunk: Chunk) -> _T:
        result = known.get(chunk)
        if result is None:
            result = known[chunk] = find(chunk)
        return result

    return found


class Token(NamedTuple):
    """A token of a chunk: its kind and its place."""

    kind: int
    start: int
    end: int


class Occurrence(NamedTuple):
    """A name at a place. `is_local` is True in the function that defines it.

    `owner` is the function of a block that is named outside of it, and the symbol that is in a comdat.
    """

    name: bytes
    start: int
    end: int
    is_definition: bool
    is_local: bool
    owner: bytes = b""


class ChunkNames:
    """The occurrences in a chunk, in order."""

    def __init__(self, occurrences: list[Occurrence]) -> None:
        self.occurrences = occurrences
        self.locals: dict[bytes, Occurrence] = {}
        """The first definition of each local value."""
        for one in occurrences:
            if one.is_definition and one.is_local:
                self.locals.setdefault(one.name, one)

    def at(self, offset: int) -> Occurrence | None:
        """The occurrence at an offset, or that ends there."""
        for one in self.occurrences:
            if one.start <= offset <= one.end:
                return one
            if one.start > offset:
                break
        return None


def tokens_of(data: bytes) -> list[Token]:
    """The tokens of a text. What is not a token is left out."""
    lexer = Lexer(data, load_tables().keywords)
    tokens: list[Token] = []
    while True:
        kind = int(lexer.next_token())
        if kind == END:
            return tokens
        start, end = int(lexer.start), int(lexer.end)
        if kind != ERROR:
            tokens.append(Token(kind, start, end))
        elif end <= start:
            lexer.end = start + 1


@_kept
def definitions_in(chunk: Chunk) -> dict[bytes, tuple[int, int]]:
    """The names that a chunk defines for all chunks, with the place of each. Its tokens are not read for this."""
    found: dict[bytes, tuple[int, int]] = {}
    pattern = _HEADER if chunk.is_function else _DEFINITION
    for match in pattern.finditer(chunk.data):
        start, end = match.span(match.lastindex or 0)
        found.setdefault(spelled(chunk.data[start:end]), (start, end))
        if chunk.is_function:
            break
    return found


@_kept
def names_of(chunk: Chunk) -> ChunkNames:
    """The names in a chunk."""
    data = chunk.data
    tokens = tokens_of(data)
    found: list[Occurrence] = []
    arguments = _arguments(data, tokens) if chunk.is_function else frozenset()
    symbol = b""
    depth = 0
    for at, token in enumerate(tokens):
        depth += (token.kind == LPAR) - (token.kind == RPAR)
        if token.kind in LABELS and (depth > 0 or not chunk.is_function):
            continue  # a field of metadata or of a summary
        if token.kind in _NAMES:
            is_definition = token.kind in LABELS or token.start in arguments or _is_defined(data, tokens, at)
            name = _name(data, token)
            if is_definition and token.kind in GLOBALS:
                symbol = name
            owner = _function_of_block(data, tokens, at) if token.kind in LOCALS else b""
            owner = symbol if token.kind == COMDAT_VAR and not is_definition else owner
            found.append(Occurrence(name, token.start, _end(data, token), is_definition, False, owner))
        elif token.kind == STRING and _SUMMARY_OF_SYMBOL.search(data, data.rfind(b"\n", 0, token.start) + 1, token.start):
            found.append(Occurrence(spelled(b"@" + data[token.start : token.end]), token.start, token.end, False, False))
        elif data[token.start : token.end] == _COMDAT and _is_alone(tokens, at):
            found.append(Occurrence(b"$" + symbol[1:], token.start, token.end, False, False, symbol))
    own = next(iter(definitions_in(chunk)), b"") if chunk.is_function else b""
    local = {one.name for one in found if one.is_definition and one.name[:1] == b"%"} if chunk.is_function else set()
    return ChunkNames([one._replace(is_local=one.name in local and one.owner in (b"", own)) for one in found])


def _is_alone(tokens: list[Token], at: int) -> bool:
    """Whether `comdat` is a property of a symbol, without a name in parentheses."""
    return (at + 1 == len(tokens) or tokens[at + 1].kind != LPAR) and at > 0 and tokens[at - 1].kind != EQUAL


def _function_of_block(data: bytes, tokens: list[Token], at: int) -> bytes:
    """The function of a block in `blockaddress(@f, %a)` or `uselistorder_bb @f, %a`; empty for other names."""
    if at < 3 or tokens[at - 1].kind != COMMA or tokens[at - 2].kind not in GLOBALS:
        return b""
    word = tokens[at - 3] if tokens[at - 3].kind != LPAR else tokens[at - 4]
    is_address = data[word.start : word.end] in (b"blockaddress", b"uselistorder_bb")
    return _name(data, tokens[at - 2]) if is_address else b""


def _end(data: bytes, token: Token) -> int:
    """The end of a name: the colon of a label does not belong to it."""
    return token.end - 1 if token.kind in LABELS and data[token.end - 1 : token.end] == b":" else token.end


def _name(data: bytes, token: Token) -> bytes:
    text = data[token.start : _end(data, token)]
    return spelled(b"%" + text if token.kind in LABELS else text)


def spelled(text: bytes) -> bytes:
    """The name that a text of it with its sigil spells."""
    return with_sigil(text[:1], unescape(text[2:-1])) if text[1:2] == b'"' else text


def with_sigil(sigil: bytes, name: bytes) -> bytes:
    """A name with its sigil. Digits have quotes: without them, they are a number."""
    return sigil + (b'"%s"' % name if name.isdigit() else name)


def _is_defined(data: bytes, tokens: list[Token], at: int) -> bool:
    """Whether a name is defined where it is: before `=` at the start of a line, or as the name of a function."""
    token = tokens[at]
    following = tokens[at + 1].kind if at + 1 < len(tokens) else END
    if following == EQUAL:
        before = data[data.rfind(b"\n", 0, token.start) + 1 : token.start]
        return not before.strip() or before.strip() == b"attributes"
    if token.kind in GLOBALS and following == LPAR:
        line = data[data.rfind(b"\n", 0, token.start) + 1 : token.start]
        return line.startswith((b"define", b"declare"))
    return False


def _arguments(data: bytes, tokens: list[Token]) -> frozenset[int]:
    """The places of the names of a function's arguments."""
    found: set[int] = set()
    depth = 0
    is_behind_name = False
    for at, token in enumerate(tokens):
        if token.kind == LPAR:
            depth += 1
            is_behind_name = is_behind_name or tokens[at - 1].kind in GLOBALS
        elif token.kind == RPAR:
            depth -= 1
            if depth == 0 and is_behind_name:
                break
        elif token.kind == LBRACE and depth == 0 and is_behind_name:
            break
        elif token.kind in LOCALS and depth == 1 and is_behind_name:
            following = tokens[at + 1].kind if at + 1 < len(tokens) else END
            # A type comes first: a name directly after a comma or parenthesis is one.
            if following in (COMMA, RPAR) and tokens[at - 1].kind not in (COMMA, LPAR):
                found.add(token.start)
    return frozenset(found)
