"""The C code that mypyc 2.4 writes, and the one way to edit it: `GeneratedCode.edit` counts what it replaces."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Final, TypeAlias, final

#: The code in place of a match, given the match and the name of the file.
Replacement: TypeAlias = Callable[[re.Match[str], str], str]


@final
class GeneratedCode:
    """The texts of C files by their names, to edit."""

    def __init__(self, folder: Path, names: Iterable[str]) -> None:
        self._folder: Final = folder
        self.texts: Final = {name: (folder / name).read_text(encoding="utf-8") for name in names}

    def edit(self, issue: str, files: str, pattern: str, new: str | Replacement, times: int | None = None) -> None:
        """Replace what a pattern matches, in the files whose names match `files`.

        `issue` is the fault or the wish that the edit stands in for: an issue of mypyc, by its number where there is one. Once
        mypyc has it, the edit goes. `RuntimeError` is raised if nothing changes, or not as many `times` as it should.
        """
        compiled = re.compile(pattern, re.MULTILINE | re.DOTALL)
        made = 0
        for name in filter(lambda name: fnmatchcase(name, files), self.texts):

            def replaced(match: re.Match[str], name: str = name) -> str:
                nonlocal made
                code = match.expand(new) if isinstance(new, str) else new(match, name)
                made += code != match[0]
                return code

            self.texts[name] = compiled.sub(replaced, self.texts[name])
        if made == 0 or made != (times or made):
            raise RuntimeError(f"mypyc's C code has another form than this build knows: {made} edits in {files} for: {issue}")

    def write(self) -> None:
        """Write the files again."""
        for name, text in self.texts.items():
            (self._folder / name).write_text(text, encoding="utf-8")
