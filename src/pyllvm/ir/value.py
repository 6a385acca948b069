"""Values, and who uses them.

Every use is an object of its own, kept in the used value's `uses`, oldest first: LLVM keeps (and prints, and
writes) them newest first, and `Value.users` gives them in LLVM's order.

A use comes off in constant time, as in LLVM, whose uses are linked to each other. Here they stand in a list, which reading
and printing want small and fast: most values have few uses and never lose one. Only a list that loses a use far from its end
gets an index of places (`_UseIndex`), for as long as it is edited; the place of the lost use stays empty until `uses` is read.
"""

from __future__ import annotations

from typing import Any, Final, cast, final

from mypy_extensions import mypyc_attr

from pyllvm.ir.text_hook import text_of
from pyllvm.ir.types import Type

# How many of the newest uses `remove_use` looks at before it asks the index: what was added last comes off first, mostly.
_NEAREST: Final = 8


@final
class Use:
    """One operand of a user: `user.operands[index]` is the value whose use it is."""

    __slots__ = ("index", "user")

    def __init__(self, user: User, index: int) -> None:
        self.user = user
        self.index = index


@final
class _UseIndex:
    """Where in a value's list its uses stand, while some of them are taken off.

    What it says of a place holds only if the use stands there: a use near the end comes off without the index.
    """

    __slots__ = ("count", "empty", "has_repeated", "places")

    def __init__(self) -> None:
        # whether some uses may stand in the list twice: then the index stays until `settle_uses`
        self.has_repeated = False
        self.places: dict[tuple[User, int], int] = {}
        # how many places of the list are in it, from the first on
        self.count = 0
        # how many places of the list are empty
        self.empty = 0

    def extend(self, uses: list[Use | None]) -> None:
        """Take in what was added to the list; of a use that stands there twice only the newest stays."""
        places = self.places
        place = self.count
        end = len(uses)
        while place < end:
            use = uses[place]
            if use is not None:
                key = (use.user, use.index)
                before = places.get(key, end)
                if before < place:
                    other = uses[before]
                    if other is not None and other.user is use.user and other.index == use.index:
                        uses[before] = None
                        self.empty += 1
                places[key] = place
            place += 1
        self.count = end


@mypyc_attr(allow_interpreted_subclasses=True)
class Value:
    """Anything that can be an operand."""

    def __init__(self, type: Type, name: str = "") -> None:
        self.type = type
        self._name = name
        # the last one is never empty
        self._uses: list[Use | None] | None = None
        # there are empty places only where there is an index
        self._use_index: _UseIndex | None = None
        # what a pass numbers it while it runs; 0 between passes
        self.order = 0

    @property
    def name(self) -> str:
        """The name without its sigil, empty where there is none: then text numbers the value.

        To set the name of a global value renames the symbol of its module; PyllvmError where another symbol has that name.
        """
        return self._name

    @name.setter
    def name(self, name: str) -> None:
        self._set_name(name)

    def _set_name(self, name: str) -> None:
        self._name = name

    @property
    def uses(self) -> list[Use] | None:
        """The uses, oldest first. To change the order, set the list anew; uses may also be added at its end."""
        if self._use_index is not None:
            self._close_up()
        return cast("list[Use] | None", self._uses)

    @uses.setter
    def uses(self, uses: list[Use] | None) -> None:
        self._forget_places()
        self._uses = cast("list[Use | None] | None", uses)

    @property
    def has_repeated_uses(self) -> bool:
        """Whether some of the uses may stand in the list twice; `settle_uses` keeps the newest of each."""
        return self._use_index is not None and self._use_index.has_repeated

    @has_repeated_uses.setter
    def has_repeated_uses(self, has_repeated: bool) -> None:
        if self._use_index is None:
            self._use_index = _UseIndex()
        self._use_index.has_repeated = has_repeated

    @property
    def newest_use(self) -> Use | None:
        """The use that LLVM has first."""
        uses = self._uses
        return uses[-1] if uses else None

    def add_use(self, user: User, index: int) -> None:
        """Record that `user.operands[index]` is this value, as the newest use."""
        if self._uses is None:
            self._uses = [Use(user, index)]
        else:
            self._uses.append(Use(user, index))

    def remove_use(self, user: User, index: int) -> None:
        """Forget the use that `add_use` recorded."""
        uses = self._uses
        if uses is None:
            return
        count = len(uses)
        place = count - 1
        places = self._use_index
        if places is None or not places.has_repeated:
            nearest = max(count - _NEAREST, 0)
            while place >= nearest:
                use = uses[place]
                if use is not None and use.user is user and use.index == index:
                    del uses[place]
                    self._drop_empty_end(place)
                    return
                place -= 1
            if place < 0:
                return
        if places is None:
            places = _UseIndex()
            self._use_index = places
        if places.count < count:
            places.extend(uses)
        place = places.places.pop((user, index), count)
        if place >= count:
            return
        use = uses[place]
        if use is None or use.user is not user or use.index != index:
            return
        uses[place] = None
        places.empty += 1
        if place == count - 1:
            self._drop_empty_end(place)
        elif places.empty * 2 > count:
            self._close_up()

    def _drop_empty_end(self, place: int) -> None:
        """Make the last place one with a use again; from `place` on places have changed."""
        places = self._use_index
        uses = self._uses
        if places is None or uses is None:
            return
        while uses and uses[-1] is None:
            uses.pop()
            places.empty -= 1
        places.count = min(places.count, place, len(uses))

    def _close_up(self) -> None:
        """Take the empty places out of the list, and forget the index."""
        places = self._use_index
        uses = self._uses
        if places is not None and places.empty > 0 and uses is not None:
            uses[:] = [use for use in uses if use is not None]
        self._forget_places()

    def _forget_places(self) -> None:
        places = self._use_index
        if places is not None and places.has_repeated:
            places.places.clear()
            places.count = 0
            places.empty = 0
        else:
            self._use_index = None

    def settle_uses(self) -> None:
        """Keep each use once, at its newest place: who sets many operands anew only adds uses, and counts on this."""
        uses = self.uses
        self._use_index = None
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
        uses = self.uses
        if uses is None:
            return []
        return [use.user for use in reversed(uses)]

    @property
    def has_uses(self) -> bool:
        return self._uses is not None and len(self._uses) > 0

    def replace_all_uses_with(self, replacement: Value) -> None:
        """Make every user of this value use `replacement`, in the order in which LLVM does that (newest first).

        Constants that are made of a constant become those made of the other, and stay unique.
        Metadata and debug records that name the value name `replacement` then. A local value cannot take the place
        of a constant in metadata, nor one of another function that of a local value: undef (poison since LLVM 21) does.
        """
        if replacement is self:
            return
        if self in self.type.context.metadata:
            from pyllvm.ir.metadata_replacement import follow_replacement  # it knows values

            follow_replacement(self, replacement)
        self._replace_uses_with(replacement)

    def _replace_uses_with(self, replacement: Value) -> None:
        uses = self.uses
        if uses is None:
            return
        self.uses = None
        theirs = replacement._uses
        if theirs is None:
            theirs = []
            replacement._uses = theirs
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
            uses = operand._uses
            if uses is None:
                operand._uses = [Use(self, index)]
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

    @property
    def language(self) -> int:
        """The LLVM, a major number, in whose language the values are."""
        raise NotImplementedError

    def metadata_nodes(self) -> list[object]:
        """All metadata nodes that the module can reach."""
        raise NotImplementedError

    def adopt(self, value: Any) -> None:
        """Take a global value in that was put into one of the lists."""
        raise NotImplementedError

    def forget(self, value: Any) -> None:
        """Let a global value go that was taken out of one of the lists."""
        raise NotImplementedError

    def remove(self, value: Any) -> None:
        """Take a global value out."""
        raise NotImplementedError

    def symbol_is_renamed(self, value: Value, name: str) -> None:
        """Let the symbol table follow: `value`, which has its old name still, gets another."""
        raise NotImplementedError
