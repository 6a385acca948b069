"""The positions of a module's parts in its text; the builder records them on request.

A normal read records no positions. Broken input is parsed again with them.
"""

from __future__ import annotations

from typing import final

from mypy_extensions import mypyc_attr

from pyllvm.assembly.reader.automaton import load_tables
from pyllvm.assembly.reader.lexer import Lexer
from pyllvm.assembly.reader.token_kinds import COMMA, END, LBRACE, LESSTHAN, LPAR, LSQB, MORETHAN, RBRACE, RPAR, RSQB
from pyllvm.diagnostics import Source, Span

OPENING = frozenset((LBRACE, LESSTHAN, LPAR, LSQB))
CLOSING = frozenset((RBRACE, MORETHAN, RPAR, RSQB))


@mypyc_attr(serializable=True)
@final
class _Stretch:
    """The start and end of a description, and the position of the name in it."""

    __slots__ = ("end", "name", "start")

    def __init__(self, start: int, end: int, name: int) -> None:
        self.start = start
        self.end = end
        self.name = name


@mypyc_attr(serializable=True)
@final
class Places:
    """The positions of the globals, blocks, instructions, numbered metadata etc. of one text."""

    __slots__ = ("_lexer", "_stretches", "source")

    def __init__(self, source: Source) -> None:
        self.source = source
        # One for all tokens that are looked for: a lexer copies the text.
        self._lexer: Lexer | None = None
        self._stretches: dict[object, _Stretch] = {}

    def clear(self) -> None:
        """Remove all positions: the text will be read again as another version."""
        self._stretches.clear()

    def record(self, thing: object, start: int, end: int, name: int = -1) -> None:
        """The text describes `thing` from `start` to the token at `end`; its name, if not the first token, is at `name`.

        An `end` of 0 means the end of the list item that begins at `start`.
        """
        self._stretches[thing] = _Stretch(start, end, name if name >= 0 else start)

    def extend(self, thing: object, end: int) -> None:
        """Extend the description of `thing` to the token at `end`."""
        stretch = self._stretches.get(thing)
        if stretch is not None:
            stretch.end = end

    def move(self, old: object, new: object) -> None:
        """Move the positions of an object to its replacement."""
        stretch = self._stretches.pop(old, None)
        if stretch is not None:
            self._stretches.setdefault(new, stretch)

    def has(self, thing: object) -> bool:
        """Whether the text describes the object itself, under a name or number."""
        return thing in self._stretches

    def span(self, thing: object) -> Span | None:
        """The whole description of an object, or None."""
        stretch = self._stretches.get(thing)
        if stretch is None:
            return None
        tokens = self._tokens(stretch)
        return Span(self.source, stretch.start, tokens[-1][1] if tokens else stretch.start)

    def name_span(self, thing: object) -> Span | None:
        """The name in the description, or its first token."""
        stretch = self._stretches.get(thing)
        if stretch is None:
            return None
        lexer = self._lexer_at(stretch.name)
        lexer.next_token()
        end: int = lexer.end
        return Span(self.source, stretch.name, max(stretch.name, end))

    def name(self, thing: object) -> str:
        """The name of the object in the text: `%x`, `@f`, `!7`; empty if it has none there."""
        span = self.name_span(thing)
        if span is None:
            return ""
        text = span.source.data[span.start : span.end]
        if text[:1] not in (b"%", b"@", b"!", b"$"):
            return ""
        return text.decode("utf-8", "surrogateescape")

    def find(self, thing: object, spelling: str) -> Span | None:
        """The position of these tokens in the description of an object, preferably after the name that it defines."""
        stretch = self._stretches.get(thing)
        wanted = self._texts(spelling.encode("utf-8", "surrogateescape"))
        if stretch is None or not wanted:
            return None
        tokens = self._tokens(stretch)
        data = self.source.data
        texts = [data[start:end] for start, end in tokens]
        first = 1 if tokens and tokens[0][0] == stretch.name else 0
        for at in [*range(first, len(texts)), *range(first)]:
            if texts[at] == wanted[0] and texts[at : at + len(wanted)] == wanted:
                return Span(self.source, tokens[at][0], tokens[at + len(wanted) - 1][1])
        return None

    def _lexer_at(self, start: int) -> Lexer:
        lexer = self._lexer
        if lexer is None:
            lexer = Lexer(self.source.data, load_tables().keywords)
            self._lexer = lexer
        lexer.end = start
        return lexer

    def _tokens(self, stretch: _Stretch) -> list[tuple[int, int]]:
        """The tokens of a description, by their start and end."""
        lexer = self._lexer_at(stretch.start)
        found: list[tuple[int, int]] = []
        depth = 0
        while True:
            kind = lexer.next_token()
            start: int = lexer.start
            end: int = lexer.end
            if kind == END or (stretch.end and start >= stretch.end):
                return found
            if not stretch.end:
                if kind in OPENING:
                    depth += 1
                elif kind in CLOSING:
                    depth -= 1
                if depth < 0 or (depth == 0 and kind == COMMA):
                    return found
            found.append((start, max(start, end)))

    def _texts(self, spelling: bytes) -> list[bytes]:
        lexer = Lexer(spelling, load_tables().keywords)
        texts: list[bytes] = []
        while lexer.next_token() != END:
            start: int = lexer.start
            end: int = lexer.end
            texts.append(spelling[start:end])
            if end <= start:
                return []
        return texts
