"""A file of results, a JSON document on each line: a long measurement can be interrupted, continued, and shown as a table."""

from __future__ import annotations

import json
from pathlib import Path
from typing import NamedTuple

from tests.sizes.measuring import Run


class Place(NamedTuple):
    """What was measured: the shape, the command, the program ("pyllvm" or "llvm"), and how many things the file has."""

    shape: str
    command: str
    program: str
    count: int


class Result(NamedTuple):
    """A run, and the size of the file that it read."""

    place: Place
    bytes: int
    run: Run


class Results:
    """The results in a file, if there is one; `add` appends to it."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._found: dict[Place, Result] = {}
        if path is not None and path.exists():
            for line in path.read_text().splitlines():
                place, size, run = json.loads(line)
                result = Result(Place(*place), size, Run(*run))
                self._found[result.place] = result

    def add(self, result: Result) -> None:
        """Keep a result, also in the file."""
        self._found[result.place] = result
        if self._path is not None:
            with self._path.open("a") as file:
                file.write(json.dumps(result) + "\n")

    def at(self, place: Place) -> Result | None:
        """The result for a place, if it was measured."""
        return self._found.get(place)

    def series(self, shape: str, command: str) -> list[Result]:
        """pyllvm's results for a shape and a command, from small to large."""
        return sorted(
            [
                result
                for place, result in self._found.items()
                if (place.shape, place.command, place.program) == (shape, command, "pyllvm")
            ],
            key=lambda result: result.place.count,
        )
