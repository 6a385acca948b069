"""The result of a comparison: plain data, which compares by value, prints, and pickles."""

from __future__ import annotations

from pyllvm.notation import Final, Sequence, final

ADDED: Final = "added"
REMOVED: Final = "removed"
CHANGED: Final = "changed"
MOVED: Final = "moved"
RENAMED: Final = "renamed"

EQUAL: Final = "equal"
"""The action of a `Row` whose two lines are the same except for numbers and local names."""


class _Value:
    """Data that compares by value, prints and pickles.

    `dataclasses` makes such classes as well, but importing it takes longer than comparing small modules.
    """

    def __eq__(self, other: object) -> bool:
        return vars(self) == vars(other) if type(self) is type(other) else NotImplemented

    def __hash__(self) -> int:
        return hash(tuple(vars(self).values()))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{name}={value!r}' for name, value in vars(self).items())})"


@final
class Detail(_Value):
    """One aspect of a `Change`, such as an attribute or an attachment; `before` or `after` is "" where it is absent."""

    def __init__(self, what: str, before: str, after: str) -> None:
        self.what: Final = what
        self.before: Final = before
        self.after: Final = after


@final
class Change(_Value):
    """One difference between two modules.

    `action` is "added", "removed", "changed", "moved" or "renamed"; `kind` is "module", "type", "comdat", "global variable",
    "alias", "ifunc", "function", "argument", "block", "instruction", "debug record", "named metadata" or "metadata". `name` is
    what changed, as text refers to it. `function` and `block`, together its `place`, are where a block or an instruction is.
    `before` and `after` are the printed lines; "" where there are none. `details` name the aspects that differ.
    """

    def __init__(
        self,
        action: str,
        kind: str,
        name: str,
        before: str = "",
        after: str = "",
        place: tuple[str, str] = ("", ""),
        details: tuple[Detail, ...] = (),
    ) -> None:
        self.action: Final = action
        self.kind: Final = kind
        self.name: Final = name
        self.before: Final = before
        self.after: Final = after
        self.function: Final = place[0]
        self.block: Final = place[1]
        self.details: Final = details

    def as_json(self) -> dict[str, object]:
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


@final
class Row(_Value):
    """A line of both modules, or of one of them (the other is None): what views print. A line may end with details.

    `action` is an action of `Change`, or "equal".
    """

    def __init__(self, action: str, before: str | None, after: str | None, details: tuple[Detail, ...] = ()) -> None:
        self.action: Final = action
        self.before: Final = before
        self.after: Final = after
        self.details: Final = details


@final
class Section(_Value):
    """The rows of one part of the modules, such as a function; `title` names it."""

    def __init__(self, title: str, rows: list[Row]) -> None:
        self.title: Final = title
        self.rows: Final = rows


@final
class Comparison(_Value):
    """The changes between two modules, as `compare` returns them. It is true if anything changed."""

    def __init__(self, changes: list[Change] | None = None, sections: list[Section] | None = None) -> None:
        self.changes: Final = [] if changes is None else changes
        self.sections: Final = [] if sections is None else sections
        """The same for a reader: the parts with changes, with the equal lines of changed functions as well."""

    def __bool__(self) -> bool:
        """Whether anything changed."""
        return bool(self.changes)

    def counts(self) -> dict[tuple[str, str], int]:
        """The number of changes for each pair of kind and action."""
        return counts_of(self.changes)


def counts_of(changes: Sequence[Change]) -> dict[tuple[str, str], int]:
    """The number of these changes for each pair of kind and action."""
    counts: dict[tuple[str, str], int] = {}
    for change in changes:
        key = (change.kind, change.action)
        counts[key] = counts.get(key, 0) + 1
    return counts
