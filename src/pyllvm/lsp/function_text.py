"""The text that is needed to check one function: the function, and the definitions that it uses.

Other functions become bodies of one instruction, and debug information is left out: both only take time. Orders of uses are left
out, because they are for all functions together. Each byte that was kept is still known by its place in the document.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import Final

from pyllvm.lsp.document import Chunk, Document
from pyllvm.lsp.index import Index
from pyllvm.lsp.names import spelled

_NAME: Final = re.compile(rb'[@%$!#^](?:"[^"\n]*"|[-a-zA-Z$._0-9\\]+)')
# A definition goes on until a line that begins with the first word of another.
_NEXT: Final = re.compile(rb"\n(?=[^\s})\]])")
_FUNCTION_NAME: Final = re.compile(rb'@(?:"[^"\n]*"|[-a-zA-Z$._0-9\\]+)')
# `comdat` without a name has the name of the symbol.
_OWN_COMDAT: Final = re.compile(rb"\bcomdat\b(?![ ]*\()")
_HEADER_END: Final = re.compile(rb"\{[ \t]*(?:;[^\n]*)?(?=\n)")
_DEBUG: Final = re.compile(
    rb"^[ \t]+(?:#dbg_|uselistorder|(?:tail[ ]|notail[ ])?call[ ]void[ ]@llvm\.dbg\.)[^\n]*"
    rb"|,?[ ]*!dbg[ ]!(?:[0-9]+|DILocation\([^\n)]*\))",
    re.MULTILINE,
)
_MODULE_LINE: Final = re.compile(rb"^(?:target|source_filename)\b[^\n]*\n?", re.MULTILINE)
_BODY: Final = b"{\n  unreachable\n}\n"
_FLAGS: Final = b"!llvm.module.flags"


class FunctionText:
    """A text made of pieces of a document. `data` is the text."""

    def __init__(self, pieces: list[tuple[int, bytes]]) -> None:
        self._starts: list[int] = []
        self._places: list[int] = []
        at = 0
        for place, text in pieces:
            self._starts.append(at)
            self._places.append(place)
            at += len(text)
        self.data = b"".join([text for _, text in pieces])

    def place(self, offset: int) -> int:
        """The offset in the document of an offset in the text."""
        number = bisect_right(self._starts, offset) - 1
        return self._places[number] + offset - self._starts[number] if number >= 0 else 0


def function_text(document: Document, index: Index, number: int) -> FunctionText:
    """The text that checks the function in the chunk with that number."""
    collected = _Collected(document, index)
    collected.add_function(number, is_whole=True)
    collected.add_name(_FLAGS)
    collected.run()
    return FunctionText(collected.sorted_pieces())


class _Collected:
    """The pieces that were found, and the names that are still to be looked up."""

    def __init__(self, document: Document, index: Index) -> None:
        self._document = document
        self._definitions = index.definitions()
        self._numbers = {chunk: number for number, chunk in enumerate(document.chunks)}
        self._pieces: dict[int, bytes] = {}
        self._wanted: list[bytes] = []
        self._seen: set[bytes] = set()
        self._has_block_addresses = False
        for at, chunk in enumerate(document.chunks):
            if not chunk.is_function and at < 2:
                for match in _MODULE_LINE.finditer(chunk.data):
                    self._pieces[document.start_of(at) + match.start()] = match.group().rstrip(b"\n") + b"\n"

    def add_function(self, number: int, *, is_whole: bool) -> None:
        chunk = self._document.chunks[number]
        text = _DEBUG.sub(lambda match: b" " * len(match.group()), chunk.data)
        if not is_whole:
            end = _HEADER_END.search(text)
            text = (text[: end.start()] if end is not None else text.split(b"\n", 1)[0]) + _BODY
        self._add(self._document.start_of(number), text, _FUNCTION_NAME.search(text))
        if is_whole and not chunk.is_closed and number + 1 < len(self._document.chunks):
            # The line in place of the brace decides which error it is.
            line = self._document.chunks[number + 1].data.partition(b"\n")[0]
            self._pieces[self._document.start_of(number + 1)] = line + b"\n"

    def _add(self, start: int, text: bytes, name: re.Match[bytes] | None) -> None:
        self._pieces[start] = text if text.endswith(b"\n") else text + b"\n"
        self._has_block_addresses = self._has_block_addresses or b"blockaddress" in text
        if name is not None and _OWN_COMDAT.search(text) is not None:
            self.add_name(b"$" + spelled(name.group())[1:])
        for used in set(_NAME.findall(text)):
            self.add_name(spelled(used))

    def add_name(self, name: bytes) -> None:
        """Look a name up later, once."""
        if name not in self._seen:
            self._seen.add(name)
            self._wanted.append(name)

    def run(self) -> None:
        """Look up names until all are known. A number in use needs the unnamed globals with lower numbers."""
        while self._wanted:
            name = self._wanted.pop()
            for chunk, (start, _) in self._definitions.get(name, {}).items():
                self._add_definition(chunk, start)
            if name[:1] == b"@" and name[1:].isdigit():
                for lower in range(int(name[1:])):
                    self.add_name(b"@%d" % lower)

    def _add_definition(self, chunk: Chunk, start: int) -> None:
        number = self._numbers[chunk]
        begin = self._document.start_of(number)
        if chunk.is_function:
            if begin not in self._pieces:
                # The address of a block needs the block.
                self.add_function(number, is_whole=self._has_block_addresses)
            return
        first = chunk.data.rfind(b"\n", 0, start) + 1
        if begin + first in self._pieces:
            return
        last = _NEXT.search(chunk.data, start)
        text = _without_debug(chunk.data[first : len(chunk.data) if last is None else last.start()])
        self._add(begin + first, text, _FUNCTION_NAME.match(text))

    def sorted_pieces(self) -> list[tuple[int, bytes]]:
        """The pieces in the order of the document."""
        return sorted(self._pieces.items())


def _without_debug(text: bytes) -> bytes:
    return text if b"!dbg" not in text else _DEBUG.sub(lambda match: b" " * len(match.group()), text)
