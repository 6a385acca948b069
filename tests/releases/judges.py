"""The LLVMs that can be compared, by what a user writes: `pyllvm:24`, a shared library, or a folder of LLVM's tools."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

from tests.releases.answers import Answer
from tests.releases.library import LibraryJudge
from tests.releases.own import OwnJudge
from tests.releases.tools import ToolsJudge

_OWN = "pyllvm:"


class Judge(Protocol):
    """An LLVM that can be asked."""

    name: str
    is_slow: bool

    def ask(self, data: bytes, verifies: bool = True) -> Answer:
        """Read a text or bitcode, verify it, print it and write it."""
        ...

    def accepts(self, texts: list[bytes]) -> list[bool]:
        """Whether each text can be read."""
        ...

    def intrinsics(self) -> list[str]:
        """The names of all intrinsics; empty if they cannot be listed."""
        ...

    def words(self) -> set[str]:
        """Words that may be keywords."""
        ...


def open_judge(word: str) -> Judge:
    """The LLVM that a word names; ValueError says what is wrong with it.

    A folder of tools is asked through the library beside it, if there is one: that takes a thousandth of the time.
    """
    if word.startswith(_OWN):
        return OwnJudge(int(word.removeprefix(_OWN)))
    path = Path(word)
    if path.is_dir():
        for folder in (path, path.parent / "lib"):
            for library in sorted(folder.glob("libLLVM*.so*")):
                return LibraryJudge(library.resolve(), word)
        if (path / "llvm-as").exists() and (path / "llvm-dis").exists():
            return ToolsJudge(path)
        raise ValueError(f"{word}: neither llvm-as and llvm-dis, nor libLLVM*.so, are in this folder")
    if not path.exists():
        raise ValueError(f"{word}: there is no such file or folder; give pyllvm:N, a shared library, or a folder of LLVM's tools")
    return LibraryJudge(path)
