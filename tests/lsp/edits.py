"""Makes random edits in real texts, and compares the language server's state after each with a fresh start.

    python -m tests.lsp.edits --count 10000 [--seed 1] [FILE.ll ...]

After each edit, the text is as the edits make it. Its chunks and definitions are the same as when the text is opened anew, and
so are the findings: of the functions that the edit touched, as in a large file, and of the whole text. Requests at random places
must not fail. The memory at the end is printed beside the memory after a tenth of the edits.
"""

from __future__ import annotations

import argparse
import random
import resource
import sys
import time
from pathlib import Path
from typing import Final

from pyllvm.diagnostics import PyllvmError
from pyllvm.lsp import changes, completion, hover, inlay_hints, outline, semantic
from pyllvm.lsp.changes import renumbered
from pyllvm.lsp.document import Document, Position
from pyllvm.lsp.formatting import formatted
from pyllvm.lsp.index import Index
from pyllvm.lsp.outline import ranges_around
from pyllvm.lsp.session import Session
from pyllvm.lsp.workspace import definition_in

DATA: Final = Path(__file__).parents[1] / "data"
_PIECES: Final = (
    "\n", "{", "}", "}\n", "define void @new() {\n", "define", "%", "@", '"', ";", "i32 ", ", ", "!", "!0", "#0", "\r\n", "\t",
    "  ret void\n", "label %x", "x:\n", "\N{GRINNING FACE}", "\u00e9", "declare void @d(ptr)\n", "= ", "1", "(", ")", "[",
    "]", "<", "  %n = add i32 1, 2\n", "/*", "*/", "\0", "!dbg !7", "comdat", "; llvm-version: 14\n",
    "attributes #0 = { nounwind }\n",
)  # fmt: skip
_MOST_BYTES: Final = 40_000


class Difference(AssertionError):
    """The server's state is not the state of a fresh start."""


class Writer:
    """Somebody who edits one text at random."""

    def __init__(self, text: str, chance: random.Random) -> None:
        self._most_bytes = max(_MOST_BYTES, len(text) + len(text) // 4)
        self.text = text
        self.session = Session("text", text)
        self.version: int | None = None
        self._chance = chance
        self._undo: list[str] = []

    def edit(self) -> tuple[int, int, str]:
        """Make an edit: the start, the end and the new text, in characters."""
        start, end, new = self._chosen()
        # No editor has a place between the two characters that end a line.
        start, end = (at - 1 if self.text[at - 1 : at + 1] == "\r\n" and at else at for at in (start, end))
        self._undo.append(self.text)
        del self._undo[:-20]
        first, last = position(self.text, start), position(self.text, end)
        self.session.edit(first, last, new)
        self.text = self.text[:start] + new + self.text[end:]
        return start, end, new

    def _chosen(self) -> tuple[int, int, str]:
        chance, text = self._chance, self.text
        at = chance.randrange(len(text) + 1)
        kind = chance.randrange(9)
        if len(text) > self._most_bytes:
            return at, min(len(text), at + len(text) // 3), ""
        if kind == 0 and self._undo:
            return 0, len(text), self._undo.pop(chance.randrange(len(self._undo)))
        if kind == 1:
            return at, at, chance.choice(_PIECES)
        if kind == 2:
            return at, min(len(text), at + chance.randrange(1, 8)), ""
        if kind == 3:
            return at, min(len(text), at + chance.randrange(1, 8)), chance.choice(_PIECES)
        line = text.rfind("\n", 0, at) + 1
        behind = text.find("\n", at) + 1 or len(text)
        if kind == 4:
            return line, behind, ""
        if kind == 5:
            return line, line, text[line:behind]
        other = chance.randrange(len(text) + 1)
        piece = text[other : other + chance.randrange(1, 400)]
        if kind == 6:
            return line, line, piece
        if kind == 7:
            return at, min(len(text), at + chance.randrange(400)), piece
        # A word becomes another word of the text.
        return at, min(len(text), at + chance.randrange(1, 5)), text[other : other + chance.randrange(1, 6)]

    def compare(self, start: int) -> None:
        """Raise a Difference if the state is not the state of a fresh start."""
        session, text = self.session, self.text
        document = session.document
        if document.data != text.encode("utf-8", "surrogateescape"):
            raise Difference("the text")
        fresh = Session("text", text)
        shapes = [[(one.data, one.is_function, one.is_closed) for one in shown.chunks] for shown in (document, fresh.document)]
        if shapes[0] != shapes[1]:
            raise Difference("the chunks")
        if definitions(document, session.index) != definitions(fresh.document, fresh.index):
            raise Difference("the definitions")
        number = document.chunk_at(len(text[:start].encode("utf-8", "surrogateescape")))
        for one in (session, fresh):
            one.findings = []
            one.take([], self.version)
            one.check_functions([number])
        if session.findings != fresh.findings:
            raise Difference(f"the findings of a function: {session.findings} and {fresh.findings}")
        session.check()
        fresh.check()
        if session.findings != fresh.findings:
            raise Difference(f"the findings: {session.findings} and {fresh.findings}")
        self.version = session.version

    def ask(self) -> None:
        """Make requests at random places."""
        session, chance = self.session, self._chance
        size = len(session.document)
        at = chance.randrange(size + 1)
        hover.hover(session, at)
        completion.completions(session, at)
        ranges_around(session.document, at)
        outline.parts_of(session.document)
        outline.folds(session.document)
        inlay_hints.notes(session, max(0, at - 500), min(size, at + 500), inlay_hints.Shown())
        for chunk in session.document.chunks:
            if any(not 0 <= start < end <= len(chunk.data) for start, end, _ in semantic.classes_of(chunk)):
                raise Difference("the places of tokens")
            renumbered(chunk)
        try:
            changes.rename({"text": session}, "text", at, "another")
        except changes.CannotRename:
            pass
        found = session.index.at(at)
        if found is not None:
            list(session.index.places(*found))
            definition_in("text", session, found[1].name)
        if chance.random() < 0.05:
            try:
                formatted(session.document.data, "text", session.version)
            except PyllvmError:
                pass
            session.add_help()


def definitions(document: Document, index: Index) -> dict[bytes, list[int]]:
    """The offsets of all definitions."""
    numbers = {chunk: number for number, chunk in enumerate(document.chunks)}
    return {
        name: sorted(document.start_of(numbers[chunk]) + start for chunk, (start, _) in places.items())
        for name, places in index.definitions().items()
    }


def position(text: str, at: int) -> Position:
    """The line and the column, in UTF-16, of a character."""
    first = text.rfind("\n", 0, at) + 1
    return Position(text.count("\n", 0, first), len(text[first:at].encode("utf-16-le", "surrogatepass")) // 2)


def texts_of(paths: list[Path]) -> list[str]:
    """The texts of files, as an editor has them."""
    return [path.read_bytes().decode("utf-8", "replace") for path in paths if path.stat().st_size <= _MOST_BYTES]


def run(texts: list[str], count: int, seed: int, *, edits_each: int = 25) -> int:
    """Make edits; a Difference says which edit, of which text, was the first to differ. The growth of memory in kB."""
    chance = random.Random(seed)
    begun = 0
    done = 0
    while done < count:
        writer = Writer(chance.choice(texts), chance)
        for number in range(edits_each):
            before = writer.text
            edit = writer.edit()
            try:
                writer.compare(edit[0])
                writer.ask()
            except Exception as error:
                failed = Path(f"failed-{seed}-{done + number}.txt")
                failed.write_bytes(before.encode("utf-8", "surrogatepass"))
                raise Difference(f"edit {done + number} with seed {seed}: {edit!r} of the text in {failed}: {error!r}") from error
        done += edits_each
        if done >= count // 10 and not begun:
            begun = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - begun


def main() -> None:
    """Read the words of the command line, and run."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("files", nargs="*", type=Path)
    options = parser.parse_args()
    files = options.files or sorted([*(DATA / "language").glob("*.ll"), *(DATA / "bad_inputs").glob("*.ll")])
    start = time.monotonic()
    grown = run(texts_of(files), options.count, options.seed)
    sys.stdout.write(f"{options.count} edits in {time.monotonic() - start:.0f} s, and {grown} kB more than after a tenth\n")


if __name__ == "__main__":
    main()
