"""The texts in the folders of an editor, open or not, and the symbols that several of them share."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from time import monotonic
from typing import Final, NamedTuple, Protocol

from pyllvm.lsp.document import Document, line_bounds
from pyllvm.lsp.index import Index, Place

_SCAN_EVERY: Final = 1.0
"""Seconds for which the list of files is taken as true."""
_MOST_FILES: Final = 5_000
_MOST_BYTES: Final = 64_000_000
_LEFT_OUT: Final = frozenset(("node_modules", "__pycache__"))
_OWN: Final = re.compile(rb"^[^\n]*=[ \t]*(?:private|internal)\b|^[ \t]*define[ \t]+(?:private|internal)\b")
_SHARED: Final = re.compile(rb"\b(?:linkonce|linkonce_odr|weak|weak_odr|common)\b")
_DECLARED: Final = re.compile(rb"^[ \t]*declare\b|^[^\n=]*=[ \t]*(?:[a-z_]+[ \t]+)*?(?:external|extern_weak)\b")


class Text(Protocol):
    """A text with its names: the session of an open file, or a file on disk."""

    document: Document
    index: Index


class ClosedFile:
    """A file that is not open, as it was when it was last read."""

    def __init__(self, text: str, stamp: tuple[int, int], encoding: str) -> None:
        self.document = Document(text, encoding)
        self.index = Index(self.document)
        self.stamp = stamp


class Definition(NamedTuple):
    """A definition or declaration of a symbol in a file."""

    uri: str
    text: Text
    place: Place
    is_declaration: bool
    is_own: bool
    """Whether its linkage keeps it in the file."""
    is_shared: bool
    """Whether several files may define it."""


class Workspace:
    """The files of text in some folders."""

    def __init__(self) -> None:
        self.folders: list[Path] = []
        self.encoding = "utf-16"
        """The encoding in whose units the editor counts."""
        self._files: dict[Path, ClosedFile] = {}
        self._scanned = -_SCAN_EVERY

    def closed_files(self) -> dict[Path, ClosedFile]:
        """The files of text that are in the folders now."""
        if monotonic() - self._scanned >= _SCAN_EVERY:
            self._scan()
            self._scanned = monotonic()
        return self._files

    def _scan(self) -> None:
        found: dict[Path, ClosedFile] = {}
        size = 0
        for path in self._paths():
            try:
                status = path.stat()
                size += status.st_size
                if len(found) >= _MOST_FILES or size > _MOST_BYTES:
                    break
                stamp = (status.st_mtime_ns, status.st_size)
                known = self._files.get(path)
                if known is None or known.stamp != stamp:
                    known = ClosedFile(path.read_text(encoding="utf-8", errors="surrogateescape"), stamp, self.encoding)
            except OSError:
                continue
            found[path] = known
        self._files = found

    def _paths(self) -> Iterator[Path]:
        for root in self.folders:
            for folder, folders, files in os.walk(root):
                folders[:] = sorted(name for name in folders if not name.startswith(".") and name not in _LEFT_OUT)
                for name in sorted(files):
                    if name.endswith(".ll"):
                        yield Path(folder, name)


def definition_in(uri: str, text: Text, name: bytes) -> Definition | None:
    """The definition of a symbol in a file, or its declaration."""
    for chunk, (start, end) in text.index.definitions().get(name, {}).items():
        first, last = line_bounds(chunk.data, start)
        line = chunk.data[first:last]
        begin = text.document.start_of(text.document.chunks.index(chunk))
        place = Place(begin + start, begin + end, True)
        # The words of its linkage are before the name of a function, and behind the name of another symbol.
        is_own, is_shared = _OWN.match(line) is not None, _SHARED.search(line.partition(b"(")[0]) is not None
        return Definition(uri, text, place, _DECLARED.match(line) is not None, is_own, is_shared)
    return None


def linked(texts: dict[str, Text], uri: str, name: bytes) -> list[Definition]:
    """The definitions and declarations, in all files, of the symbol with this name in the file `uri`; its own comes first."""
    own = definition_in(uri, texts[uri], name)
    if own is None:
        return []
    if own.is_own or name.startswith(b"@llvm.") or name[1:].isdigit():
        return [own]
    found = [own]
    for other, text in texts.items():
        if other == uri:
            continue
        there = definition_in(other, text, name)
        if there is None or there.is_own:
            continue
        # Two files that both define a symbol are not of one program.
        if own.is_declaration or there.is_declaration or (own.is_shared and there.is_shared):
            found.append(there)
    return found
