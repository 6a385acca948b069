"""Verdicts of the test by the hashes of modules, kept in a file so that a reduction can be resumed."""

from __future__ import annotations

import json
import os
from typing import Final, TextIO, final

_FORMAT: Final = 1


@final
class Memory:
    """The verdicts on modules. With a file, each verdict is written at once, and the file's verdicts are known already.

    A file of another test or another module raises ValueError.
    """

    def __init__(self, path: str = "", description: str = "") -> None:
        self._verdicts: dict[str, bool] = {}
        self._file: TextIO | None = None
        if not path:
            return
        head = {"pyllvm-reduce": _FORMAT, "test": description}
        is_new = not os.path.exists(path) or not os.path.getsize(path)
        if not is_new:
            self._read(path, head)
        self._file = open(path, "a", encoding="utf-8")  # noqa: SIM115 - until `close`
        if is_new:
            self._write(json.dumps(head))

    def _read(self, path: str, head: dict[str, object]) -> None:
        with open(path, encoding="utf-8") as file:
            try:
                found = json.loads(file.readline())
            except ValueError:
                found = None
            if found != head:
                raise ValueError(f"{path} is not the state of this reduction: remove it, or name another file")
            for line in file:
                verdict, _, key = line.strip().partition(" ")
                # The last line may be cut off.
                if verdict in ("0", "1") and len(key) == 64:
                    self._verdicts[key] = verdict == "1"

    def _write(self, line: str) -> None:
        if self._file is not None:
            self._file.write(line + "\n")
            self._file.flush()

    def verdict(self, key: str) -> bool | None:
        """The verdict on a module; None if it was not tried."""
        return self._verdicts.get(key)

    def remember(self, key: str, is_interesting: bool) -> None:
        """Note a verdict."""
        if self._verdicts.get(key) is None:
            self._verdicts[key] = is_interesting
            self._write(f"{int(is_interesting)} {key}")

    def close(self) -> None:
        """Close the file."""
        if self._file is not None:
            self._file.close()
