"""The result of a comparison: plain data, which compares by value, prints, and pickles."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any, Final

ADDED: Final = "added"
REMOVED: Final = "removed"
CHANGED: Final = "changed"
MOVED: Final = "moved"
RENAMED: Final = "renamed"

EQUAL: Final = "equal"
"""The action of a `Row` whose two lines are the same except for numbers and local names."""


@dataclass(frozen=True)
class Detail:
    """One aspect of a `Change`, such as an attribute or an attachment; `before` or `after` is "" where it is absent."""

    what: str
    before: str
    after: str


@dataclass(frozen=True)
class Change:
    """One difference between two modules.

    `action` is "added", "removed", "changed", "moved" or "renamed"; `kind` is "module", "type", "comdat", "global variable",
    "alias", "ifunc", "function", "argument", "block", "instruction", "debug record", "named metadata" or "metadata". `name` is
    what changed, as text refers to it. `function` and `block` have the place of a block or an instruction. `before` and `after`
    are the printed lines; "" where there are none. `details` name the aspects that differ.
    """

    action: str
    kind: str
    name: str
    before: str = ""
    after: str = ""
    function: str = ""
    block: str = ""
    details: tuple[Detail, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """The change as a dictionary for `json`."""
        return {
            "action": self.action,
            "kind": self.kind,
            "name": self.name,
            "function": self.function,
            "block": self.block,
            "before": self.before,
            "after": self.after,
            "details": [{"what": one.what, "before": one.before, "after": one.after} for one in self.details],
        }


@dataclass(frozen=True)
class Row:
    """A line of both modules, or of one of them (the other is None): what views print. A line may end with details.

    `action` is an action of `Change`, or "equal".
    """

    action: str
    before: str | None
    after: str | None
    details: tuple[Detail, ...] = ()


@dataclass(frozen=True)
class Section:
    """The rows of one part of the modules, such as a function; `title` names it."""

    title: str
    rows: list[Row]


@dataclass(frozen=True)
class Comparison:
    """The changes between two modules, as `compare` returns them. It is true if anything changed."""

    changes: list[Change] = field(default_factory=list)
    sections: list[Section] = field(default_factory=list)
    """The same for a reader: the parts with changes, with the equal lines of changed functions as well."""

    def __bool__(self) -> bool:
        """Whether anything changed."""
        return bool(self.changes)

    def counts(self) -> dict[tuple[str, str], int]:
        """The number of changes for each pair of kind and action."""
        return dict(Counter((change.kind, change.action) for change in self.changes))
