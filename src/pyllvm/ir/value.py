"""Values, and who uses them.

Every use is an object of its own, kept in the used value's `uses`, oldest first: LLVM keeps (and prints, and
writes) them newest first, and `Value.users` gives them in LLVM's order.
"""

from __future__ import annotations

from typing import final

from mypy_extensions import mypyc_attr

from pyllvm.ir.text_hook import text_of
from pyllvm.ir.types import Type


@final
class Use:
    """One operand of a user: `user.operands[index]` is the value whose use it is."""

    __slots__ = ("index", "user")

    def __init__(self, user: User, index: int) -> None:
        self.user = user
        self.index = index


@mypyc_attr(allow_interpreted_subclasses=True)
class Value:
    """Anything that can be an operand. `name` is empty where it has none; then text numbers it."""

    def __init__(self, type: Type, name: str = "") -> None:
        self.type = type
        self.name = name
        self.uses: list[Use] | None = None
        # what a pass numbers it while it runs; 0 between passes
        self.order = 0
        # whether some of its uses stand in the list twice: `settle_uses` keeps the newest of each
        self.has_repeated_uses = False

    def add_use(self, user: User, index: int) -> None:
        """Record that `user.operands[index]` is this value, as the newest use."""
        if self.uses is None:
            self.uses = [Use(user, index)]
        else:
            self.uses.append(Use(user, index))

    def remove_use(self, user: User, index: int) -> None:
        """Forget the use that `add_use` recorded."""
        uses = self.uses
        if uses is None:
            return
        position = len(uses) - 1
        while position >= 0:
            use = uses[position]
            if use.user is user and use.index == index:
                del uses[position]
                return
            position -= 1

    def settle_uses(self) -> None:
        """Keep each use once, at its newest place: who sets many operands anew only adds uses, and counts on this."""
        self.has_repeated_uses = False
        uses = self.uses
        if uses is None:
            return
        seen: set[tuple[User, int]] = set()
        kept: list[Use] = []
        position = len(uses) - 1
        while position >= 0:
            use = uses[position]
            key = (use.user, use.index)
            if key not in seen:
                seen.add(key)
                kept.append(use)
            position -= 1
        kept.reverse()
        self.uses = kept

    @property
    def users(self) -> list[User]:
        """The users in LLVM's order, newest use first; one that uses the value twice stands there twice."""
        if self.uses is None:
            return []
        return [use.user for use in reversed(self.uses)]

    @property
    def has_uses(self) -> bool:
        return self.uses is not None and len(self.uses) > 0

    def replace_all_uses_with(self, replacement: Value) -> None:
        """Make every user of this value use `replacement`, in the order in which LLVM does that (newest first)."""
        uses = self.uses
        if uses is None or replacement is self:
            return
        self.uses = None
        theirs = replacement.uses
        if theirs is None:
            theirs = []
            replacement.uses = theirs
        position = len(uses) - 1
        while position >= 0:
            use = uses[position]
            use.user.operands[use.index] = replacement
            theirs.append(use)
            position -= 1

    def __str__(self) -> str:
        return text_of(self)


@mypyc_attr(allow_interpreted_subclasses=True)
class User(Value):
    """A value with operands."""

    def __init__(self, type: Type, operands: list[Value], name: str = "") -> None:
        super().__init__(type, name)
        self.operands = operands
        index = 0
        for operand in operands:
            uses = operand.uses
            if uses is None:
                operand.uses = [Use(self, index)]
            else:
                uses.append(Use(self, index))
            index += 1

    def set_operand(self, index: int, value: Value) -> None:
        """Replace one operand, keeping the use lists true."""
        self.operands[index].remove_use(self, index)
        self.operands[index] = value
        value.add_use(self, index)

    def append_operand(self, value: Value) -> None:
        """Add an operand behind the others."""
        value.add_use(self, len(self.operands))
        self.operands.append(value)

    def drop_operands(self) -> None:
        """Forget all operands, and with them their uses by this value."""
        index = 0
        for operand in self.operands:
            operand.remove_use(self, index)
            index += 1
        self.operands = []


@final
class ForwardReference(Value):
    """Stands for a value that is used before it is defined; replaced when the definition comes."""


class ModuleOwner:
    """What global values belong to: the base of `Module`, here so that they can name their owner."""
