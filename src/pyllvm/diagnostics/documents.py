"""The envelope of every JSON document that a command writes: which program and which version made it.

A page of the documentation, "JSON", describes the members, and a schema for each command is beside it.
"""

from __future__ import annotations

from pyllvm.notation import Final, final
from pyllvm.versions import __version__

END_OF_LIST: Final = "\n]}\n"


def document(program: str, members: dict[str, object]) -> str:
    """A document of `program`: the envelope, then the members, and a line feed."""
    return _json({"tool": program, "version": __version__} | members, 2) + "\n"


def begin_list(program: str, name: str) -> str:
    """The beginning of a document with the list `name`, whose elements are written in turn. `END_OF_LIST` is its end."""
    return f'{{"tool": {_json(program)}, "version": {_json(__version__)}, {_json(name)}: [\n'


def _json(value: object, indent: int | None = None) -> str:
    import json  # it takes longer to import than a small file to read

    return json.dumps(value, indent=indent)


@final
class Elements:
    """Counts the elements that are written for the input of this `number`: each input has at least one."""

    __slots__ = ("_number", "count")

    def __init__(self, number: int) -> None:
        self._number = number
        self.count = 0

    def separator(self) -> str:
        """The text between the element before and the next one."""
        self.count += 1
        return "" if self.count == 1 and self._number == 0 else ",\n"
