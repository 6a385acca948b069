"""An LLVM that is a folder of tools: llvm-as and llvm-dis, which read a module one after the other."""

from __future__ import annotations

import subprocess
import tempfile
from pathlib import Path

from tests.releases.answers import FILE, Answer
from tests.releases.symbols import words_of

_SECONDS = 60


class ToolsJudge:
    """The tools in one folder."""

    is_slow = True

    def __init__(self, folder: Path) -> None:
        self.name = str(folder)
        self._folder = folder

    def ask(self, data: bytes, verifies: bool = True) -> Answer:
        """Read a text or bitcode, verify it, print it and write it."""
        with tempfile.TemporaryDirectory() as folder:
            source, bitcode, text = (str(Path(folder) / name) for name in (FILE, "module.bc", "text.ll"))
            if data.startswith(b"BC"):
                Path(bitcode).write_bytes(data)
            else:
                Path(source).write_bytes(data)
                said = self._run("llvm-as", source, "-o", bitcode, *([] if verifies else ["-disable-verify"]))
                if said:
                    return Answer(False, said)
            said = self._run("llvm-dis", bitcode, "-o", text)
            if said:
                return Answer(False, said)
            return Answer(True, "", Path(text).read_text(errors="replace").rstrip("\n"), Path(bitcode).read_bytes())

    def _run(self, tool: str, *words: str) -> str:
        process = subprocess.run(
            [str(self._folder / tool), *words], stderr=subprocess.PIPE, encoding="utf-8", errors="replace", timeout=_SECONDS
        )
        if process.returncode == 0:
            return ""
        first, _, others = process.stderr.partition("\n")
        return others.rstrip("\n") if "does not verify" in first else first.partition("error: ")[2] or "(crashed)"

    def accepts(self, texts: list[bytes]) -> list[bool]:
        """Whether each text is accepted. This takes a process for each."""
        return [self.ask(text).is_accepted for text in texts]

    def intrinsics(self) -> list[str]:
        """Tools cannot list them."""
        return []

    def words(self) -> set[str]:
        """The words in llvm-as that may be keywords."""
        return words_of(self._folder / "llvm-as")
