"""Values and their uses.

The used value keeps its uses oldest first. LLVM keeps (and prints, and writes) them newest first, and `Value.users` returns them
in LLVM's order. They are pairs in one list: a user, the number of its operand, the next user and so on. A `Use` is made when
someone asks for it: nobody asks for most of them.

A use is removed in constant time, as in LLVM, which links the uses to each other. Here they are in a list, which keeps reading
and printing small and fast: most values have few uses and never lose one. Only a list that loses a use far from its end gets an
index of positions (`_UseIndex`), for as long as it is edited. The position of a removed use stays empty until the uses are read.

Commands do without the uses for which nobody asks; `ir.use_policy` says which they are.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final, final

from mypy_extensions import mypyc_attr

from pyllvm.ir.above import above, html_of, short_text_of, text_of
from pyllvm.ir.public_names import check_name, no_copy, public_names
from pyllvm.ir.types import Type
from pyllvm.ir.use_list import UseList
from pyllvm.ir.use_policy import ASK, RECORD

if TYPE_CHECKING:
    from typing import Any, TypeAlias

    # A user, the number of its operand, the next user, and so on.
    Pairs: TypeAlias = list[Any]

# How much of the end of the list `remove_use` examines before it consults the index: usually the newest use is removed first.
_NEAREST: Final = 16
# How often removals may search a list as long as it is, until the positions of all uses go into the index.
_SEARCHES: Final = 16


class ValueEdits:
    """Edits of values by a room above."""

    def replace_everywhere(self, old: Value, new: Value, replaced: Callable[[Value, Value], None] | None = None) -> None:
        """As `Value.replace_all_uses_with` for a value that constants have as an operand."""
        raise NotImplementedError

    def remove_dead_constant_users(self, value: Value) -> None:
        """Destroy the constants made of a symbol that nothing uses."""
        raise NotImplementedError


class MetadataEdits:
    """How metadata follows what becomes of the values that it refers to; `metadata_replacement` knows it."""

    def follow_replacement(self, old: Value, new: Value) -> None:
        """Make metadata that refers to a value refer to another one."""
        raise NotImplementedError

    def follow_in_turn(self, old: Value, new: Value) -> None:
        """As `follow_replacement`, for one of many constants that are replaced together."""
        raise NotImplementedError

    def follow_deletion(self, local: Value) -> None:
        """Make metadata that refers to a value that is erased refer to undef, or poison."""
        raise NotImplementedError

    def forget(self, symbol: Value) -> None:
        """Make metadata that refers to a symbol that is erased refer to nothing."""
        raise NotImplementedError


@final
class Use:
    """One operand of a user: `user.operands[index]` is the used value."""

    __slots__ = ("index", "user")

    def __init__(self, user: User, index: int) -> None:
        self.user = user
        self.index = index

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Use) and other.user is self.user and other.index == self.index

    def __hash__(self) -> int:
        return hash((self.user, self.index))

    def __repr__(self) -> str:
        return short_text_of(self)


@final
class _UseIndex:
    """The positions of uses in a value's list, kept while uses are being removed.

    A position is valid only if the use is still there: a use near the end is removed without updating the index.
    """

    __slots__ = ("count", "empty", "has_repeated", "places", "searched")

    def __init__(self) -> None:
        # whether some uses may be in the list twice: the index is then kept until `settle_uses`
        self.has_repeated = False
        self.places: dict[tuple[User, int], int] = {}
        # how much of the list the index covers, from its beginning
        self.count = 0
        # how many uses of the list are empty
        self.empty = 0
        # how much of the list removals have searched without the index
        self.searched = 0

    def newest(self, uses: Pairs, user: User, index: int) -> int:
        """The newest position of a use that the index does not cover, or -1."""
        place = len(uses) - 2
        while place >= self.count:
            if uses[place] is user:
                number: int = uses[place + 1]
                if number == index:
                    break
            place -= 2
        self.searched += len(uses) - place
        return place if place >= self.count else -1

    def extend(self, uses: Pairs) -> None:
        """Add the new uses of the list to the index; for a use that occurs twice, only the newest position is kept."""
        places = self.places
        place = self.count
        end = len(uses)
        while place < end:
            user: User | None = uses[place]
            if user is not None:
                index: int = uses[place + 1]
                key = (user, index)
                before = places.get(key, end)
                if before < place and uses[before] is user:
                    number: int = uses[before + 1]
                    if number == index:
                        uses[before] = None
                        self.empty += 1
                places[key] = place
            place += 2
        self.count = end


@mypyc_attr(allow_interpreted_subclasses=True, serializable=True)
class Value:
    """Anything that can be an operand."""

    def __init__(self, type: Type, name: str = "") -> None:
        self.type = type
        self._name = name
        # users and the numbers of their operands in turn; an empty position has no user, and the last one is never empty
        self._uses: Pairs | None = None
        # positions can be empty only while there is an index
        self._use_index: _UseIndex | None = None
        # the number that a pass gives the value while it runs; 0 between passes
        self.order = 0

    @property
    def name(self) -> str:
        """The name without its sigil; empty if the value has none and text numbers it.

        Setting the name of a value in a module renames the symbol. If another one has that name, a number makes it unique, as in
        LLVM: `x1` in a function, `x.1` for global values.
        """
        return self._name

    @name.setter
    def name(self, name: str) -> None:
        check_name(name)
        self.put_name(name)

    def put_name(self, name: str) -> None:
        """Do what setting `name` does without a check: bitcode may have names that nobody else can give."""
        self.type.context.edits += 1
        self._set_name(name)

    def _set_name(self, name: str) -> None:
        self._name = name

    def set_unique_name(self, name: str) -> None:
        """Set a name that no other local value of the function has; no table of names is consulted."""
        self.type.context.edits += 1
        self._name = name

    def take_name(self, other: Value) -> None:
        """Take over the name of another value, which then has none."""
        name = other.name
        other.put_name("")
        self.put_name(name)

    @property
    def uses(self) -> list[Use]:
        """The uses, oldest first. To change them or their order, assign a list, or edit this one."""
        return UseList(self.known_uses, self._take_uses)

    @uses.setter
    def uses(self, uses: list[Use]) -> None:
        self._take_uses(uses)

    def _take_uses(self, uses: list[Use]) -> None:
        self.known_pairs = pairs_of(uses)

    @property
    def known_uses(self) -> list[Use]:
        """The same as a plain list, whose edits change nothing."""
        return uses_of(self.known_pairs)

    @property
    def known_pairs(self) -> Pairs | None:
        """The uses as they are kept: users and the numbers of their operands in turn; None for a value that never had one.

        To change the list, append to it, or assign another one.
        """
        if self._uses is None:
            self._check_recorded()
        elif self._use_index is not None:
            self._close_up()
        return self._uses

    @known_pairs.setter
    def known_pairs(self, pairs: Pairs | None) -> None:
        self._forget_places()
        self._uses = pairs

    @property
    def recorded_pairs(self) -> Pairs | None:
        """The same; None also if nobody has asked for the uses."""
        return None if self._uses is None else self.known_pairs

    def _is_local(self) -> bool:
        """Whether it is a value of a body: an argument, a block or an instruction."""
        return False

    def _record_local_uses(self) -> None:
        """Record the uses of the local values of this one's function, if they wait for a question."""

    def _check_recorded(self) -> None:
        """Record the uses now, if that was put off until someone asks for them."""
        policy = self.type.context.uses
        if policy.defers:
            if self._is_local():
                self._record_local_uses()
            elif not policy.records_lasting:
                raise RuntimeError(f"the uses of {self!r} are not recorded: call track_uses() before bodies are read")

    def _add_first_use(self, user: User, index: int) -> None:
        """Do what `add_use` does for a value without a list of uses, in a context where some of these do not get one."""
        policy = self.type.context.uses
        if not self._is_local():
            if policy.records_lasting:
                self._uses = [user, index]
        elif not policy.is_reading:
            self._record_local_uses()
            # The user may have the operand already, so that its use was found.
            self.remove_use(user, index)
            self.append_use(user, index)

    def _opened_uses(self) -> Pairs | None:
        """The list, made if necessary, to which uses of another value are to be moved; None if they are not recorded."""
        if self._uses is None:
            policy = self.type.context.uses
            if not policy.defers:
                is_recorded = True
            elif not self._is_local():
                is_recorded = policy.records_lasting
            elif policy.is_reading:
                # Uses before the definition and those behind it are in no order that follows from the operands.
                is_recorded = policy.keeps_order
            else:
                self._record_local_uses()
                is_recorded = True
            if is_recorded and self._uses is None:
                self._uses = []
        return self._uses

    def track_uses(self) -> None:
        """Record the uses of this value from now on, whatever the context does with others."""
        if self._uses is None:
            self._uses = []

    @property
    def are_uses_known(self) -> bool:
        """Whether a question about the uses has an answer: for a constant, where not all of them record uses, it may not."""
        policy = self.type.context.uses
        return self._uses is not None or policy.records_lasting or self._is_local()

    @property
    def has_repeated_uses(self) -> bool:
        """Whether some uses may be in the list twice; `settle_uses` keeps the newest of each."""
        return self._use_index is not None and self._use_index.has_repeated

    def note_repeated_uses(self) -> None:
        """Note that some uses may be in the list twice from now on."""
        if self._use_index is None:
            self._use_index = _UseIndex()
        self._use_index.has_repeated = True

    @property
    def newest_use(self) -> Use | None:
        """The use that is first in LLVM's order, or None."""
        if self._uses is None:
            self._check_recorded()
        uses = self._uses
        return Use(uses[-2], uses[-1]) if uses else None

    def add_use(self, user: User, index: int) -> None:
        """Record that `user.operands[index]` is this value, as the newest use."""
        uses = self._uses
        if uses is not None:
            if len(uses) == 2:
                # A list of two uses has no room for more: `append` would make room for four.
                self._uses = [uses[0], uses[1], user, index]
            else:
                uses.append(user)
                uses.append(index)
            return
        mode = self.type.context.uses.mode
        if mode == RECORD:
            self._uses = [user, index]
        elif mode == ASK:
            self._add_first_use(user, index)

    def append_use(self, user: User, index: int) -> None:
        """Make a use the newest one, whether or not uses of the value are recorded."""
        if self._uses is None:
            self._uses = []
        self._uses.append(user)
        self._uses.append(index)

    def remove_use(self, user: User, index: int, is_single: bool = False) -> None:
        """Remove the use that `add_use` recorded. `is_single`: this one was recorded once, whether or not others were twice."""
        uses = self._uses
        if uses is None:
            return
        count = len(uses)
        place = count - 2
        places = self._use_index
        is_single = is_single or places is None or not places.has_repeated
        if is_single:
            nearest = max(count - _NEAREST, 0)
            while place >= nearest:
                if uses[place] is user:
                    number: int = uses[place + 1]
                    if number == index:
                        del uses[place : place + 2]
                        self._drop_empty_end(place)
                        return
                place -= 2
            if place < 0:
                return
        if places is None:
            places = _UseIndex()
            self._use_index = places
        if places.count < count:
            if is_single and places.searched < count * _SEARCHES:
                place = places.newest(uses, user, index)
                if place >= 0:
                    self._empty_place(place)
                    return
            else:
                places.extend(uses)
        place = places.places.pop((user, index), count)
        if place >= count or uses[place] is not user:
            return
        found: int = uses[place + 1]
        if found == index:
            self._empty_place(place)

    def remove_uses_by(self, users: dict[User, None], count: int) -> None:
        """Remove `count` uses by these users, the newest ones."""
        uses = self._uses
        if uses is None:
            return
        kept: Pairs = []
        place = len(uses)
        while place > 0 and count > 0:
            place -= 2
            user: User | None = uses[place]
            if user is not None and user in users:
                count -= 1
            else:
                kept.append(uses[place + 1])
                kept.append(user)
        kept.reverse()
        uses[place:] = kept
        self._drop_empty_end(place)

    def _empty_place(self, place: int) -> None:
        """Make the place of a use that is removed empty."""
        uses = self._uses
        places = self._use_index
        assert uses is not None and places is not None
        uses[place] = None
        places.empty += 1
        if place == len(uses) - 2:
            self._drop_empty_end(place)
        elif places.empty * 4 > len(uses):
            self._close_up()

    def _drop_empty_end(self, place: int) -> None:
        """Drop empty positions at the end of the list; positions from `place` on have changed."""
        places = self._use_index
        uses = self._uses
        if places is None or uses is None:
            return
        while uses and uses[-2] is None:
            del uses[-2:]
            places.empty -= 1
        places.count = min(places.count, place, len(uses))

    def _close_up(self) -> None:
        """Remove the empty positions from the list, and drop the index."""
        places = self._use_index
        uses = self._uses
        if places is not None and places.empty > 0 and uses is not None:
            kept: Pairs = []
            for place in range(0, len(uses), 2):
                if uses[place] is not None:
                    kept.append(uses[place])
                    kept.append(uses[place + 1])
            uses[:] = kept
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
        """Keep each use once, at its newest position. Bulk operand updates only append and rely on it to drop stale uses."""
        uses = self.known_pairs
        self._use_index = None
        if uses is None:
            return
        # Most users have one use: only for others, the operands that were met are kept as well.
        met: dict[User, int] = {}
        seen: set[tuple[User, int]] = set()
        kept: Pairs = []
        place = len(uses) - 2
        while place >= 0:
            user: User = uses[place]
            number: int = uses[place + 1]
            place -= 2
            index = met.get(user)
            if index is None:
                met[user] = number
            elif index == number:
                continue
            else:
                key = (user, number)
                if key in seen:
                    continue
                seen.add(key)
            kept.append(number)
            kept.append(user)
        kept.reverse()
        self.known_pairs = kept

    def has_more_uses(self, count: int) -> bool:
        """Whether the value has more than `count` uses; a use that is in the list twice counts once."""
        if self._uses is None:
            self._check_recorded()
        uses = self._uses
        if uses is None or len(uses) <= 2 * count:
            return False
        places = self._use_index
        if places is None or not places.has_repeated:
            return len(uses) - (0 if places is None else 2 * places.empty) > 2 * count
        met: dict[User, int] = {}
        seen: set[tuple[User, int]] = set()
        place = len(uses) - 2
        while place >= 0 and len(met) + len(seen) <= count:
            user: User | None = uses[place]
            # As in `settle_uses`: most users have one use.
            if user is not None:
                index: int = uses[place + 1]
                if met.setdefault(user, index) != index:
                    seen.add((user, index))
            place -= 2
        return len(met) + len(seen) > count

    @property
    def users(self) -> list[User]:
        """The users in LLVM's order, newest use first; a user that uses the value twice occurs twice."""
        pairs = self.known_pairs
        return [] if pairs is None else pairs[-2::-2]

    @property
    def has_uses(self) -> bool:
        """Whether the value has any use."""
        if self._uses is None:
            self._check_recorded()
        return self._uses is not None and len(self._uses) > 0

    def replace_all_uses_with(self, replacement: Value) -> None:
        """Make every user of this value use `replacement`, newest use first as in LLVM.

        Constants that have the value as an operand are replaced by the constants that have `replacement`, and stay unique.
        Metadata and debug records that refer to the value then refer to `replacement`. In metadata, a local value cannot replace
        a constant, and a value of another function cannot replace a local value: these become undef (poison since LLVM 21).
        Raises TypeError if `replacement` has another type.
        """
        if replacement is self:
            return
        if not isinstance(replacement, Value):
            raise TypeError(f"a value is replaced by a value, not by {replacement!r}")
        check_same_type(replacement, self, "one")
        self.move_uses_to(replacement)

    def replace_uses_if(self, replacement: Value, condition: Callable[[Use], bool]) -> int:
        """Make the uses by instructions for which `condition` is true use `replacement`; return how many these are.

        The condition gets each use, the newest first; uses by constants, globals and metadata stay. Raises TypeError if
        `replacement` has another type.
        """
        if not isinstance(replacement, Value):
            raise TypeError(f"a value is replaced by a value, not by {replacement!r}")
        check_same_type(replacement, self, "one")
        chosen = [use for use in reversed(self.known_uses) if use.user._is_local() and condition(use)]
        if replacement is not self:
            for use in chosen:
                use.user.put_operand(use.index, replacement)
        return len(chosen)

    def move_uses_to(self, replacement: Value) -> None:
        """The same as `replace_all_uses_with`, but the types are not compared: for what is read, or goes to another version."""
        if replacement is self:
            return
        if self in self.type.context.metadata:
            above(MetadataEdits).follow_replacement(self, replacement)
        self._replace_uses_with(replacement)

    def _replace_uses_with(self, replacement: Value) -> None:
        uses = self.known_pairs
        if uses is None:
            return
        self.known_pairs = None
        context = replacement.type.context
        context.edits += 1
        theirs = replacement._opened_uses()
        place = len(uses) - 2
        while place >= 0:
            user: User = uses[place]
            index: int = uses[place + 1]
            user.operands[index] = replacement
            if theirs is not None:
                theirs.append(user)
                theirs.append(index)
            place -= 2

    def __copy__(self) -> object:
        no_copy(self)

    def __deepcopy__(self, memo: object) -> object:
        no_copy(self)

    def __reduce__(self) -> str:
        no_copy(self)

    def __str__(self) -> str:
        return text_of(self)

    def __repr__(self) -> str:
        return short_text_of(self)

    def __dir__(self) -> list[str]:
        return public_names(self)

    def _repr_html_(self) -> str:
        return html_of(self)


def uses_of(pairs: Pairs | None) -> list[Use]:
    """The uses of which a value keeps users and numbers in turn."""
    uses: list[Use] = []
    if pairs is not None:
        for place in range(0, len(pairs), 2):
            uses.append(Use(pairs[place], pairs[place + 1]))
    return uses


def pairs_of(uses: list[Use]) -> Pairs:
    """The same uses as a value keeps them."""
    pairs: Pairs = []
    for use in uses:
        pairs.append(use.user)
        pairs.append(use.index)
    return pairs


@mypyc_attr(allow_interpreted_subclasses=True)
class User(Value):
    """A value with operands."""

    def __init__(self, type: Type, operands: list[Value], name: str = "") -> None:
        super().__init__(type, name)
        self.operands = operands
        mode = type.context.uses.mode
        index = 0
        for operand in operands:
            uses = operand._uses
            if uses is not None:
                if len(uses) == 2:
                    operand._uses = [uses[0], uses[1], self, index]
                else:
                    uses.append(self)
                    uses.append(index)
            elif mode == RECORD:
                operand._uses = [self, index]
            elif mode == ASK:
                operand._add_first_use(self, index)
            index += 1

    def set_operand(self, index: int, value: Value) -> None:
        """Replace one operand by a value of the same type, and update the use lists.

        Raises IndexError if the operand, counted from 0, does not exist, and TypeError if the value has another type.
        """
        count = len(self.operands)
        if not 0 <= index < count:
            raise IndexError(f"there is no operand {index}: the operands have the numbers from 0 to {count - 1}")
        if not isinstance(value, Value):
            raise TypeError(f"an operand is a value, not {value!r}")
        check_same_type(value, self.operands[index], f"operand {index}")
        self.put_operand(index, value)

    def put_operand(self, index: int, value: Value) -> None:
        """Do what `set_operand` does without a check: for what is read, or goes to another version."""
        self.type.context.edits += 1
        self.operands[index].remove_use(self, index)
        self.operands[index] = value
        value.add_use(self, index)

    def put_operands(self, start: int, values: list[Value]) -> None:
        """Replace all operands from `start` on by others, which may be more or fewer; nothing is checked."""
        self.type.context.edits += 1
        operands = self.operands
        for index in range(len(operands) - 1, start - 1, -1):
            operands[index].remove_use(self, index)
        kept = operands[:start]
        for value in values:
            value.add_use(self, len(kept))
            kept.append(value)
        self.operands = kept

    def append_operand(self, value: Value) -> None:
        """Add an operand after the others."""
        self.type.context.edits += 1
        value.add_use(self, len(self.operands))
        self.operands.append(value)

    def drop_operands(self, are_single: bool = False) -> None:
        """Remove all operands and this value's uses of them; `are_single` as in `Value.remove_use`."""
        self.type.context.edits += 1
        index = 0
        for operand in self.operands:
            operand.remove_use(self, index, are_single)
            index += 1
        self.operands = []


def drop_all_operands(users: dict[User, None]) -> None:
    """Remove the operands of these users, and the uses of them.

    Some use lists are long: each is searched once, from its newest use to the oldest that goes.
    """
    lost: dict[Value, int] = {}
    for user in users:
        for operand in user.operands:
            lost[operand] = lost.get(operand, 0) + 1
        user.operands = []
    for operand, count in lost.items():
        operand.remove_uses_by(users, count)


def check_same_type(value: Value, replaced: Value, what: str) -> None:
    """Raise TypeError if a value has another type than what it is to replace."""
    if value.type is replaced.type:
        return
    of = " of another module" if value.type.context is not replaced.type.context else ""
    raise TypeError(f"a value of type {value.type}{of} cannot replace {what} of type {replaced.type}")


@final
class ForwardReference(Value):
    """A placeholder for a value that is used before it is defined; replaced when the definition is read."""


@mypyc_attr(allow_interpreted_subclasses=True)
class ModuleOwner:
    """The owner of global values: the base of `Module`, defined here so that values can refer to their owner."""

    @property
    def language(self) -> int:
        """The major LLVM version in whose language the values are."""
        raise NotImplementedError

    def metadata_nodes(self) -> Sequence[object]:
        """All metadata nodes that the module can reach."""
        raise NotImplementedError

    def adopt(self, value: Any) -> None:
        """Become the owner of a global value that was added to one of the lists."""
        raise NotImplementedError

    def forget(self, value: Any) -> None:
        """Release a global value that was removed from one of the lists."""
        raise NotImplementedError

    def remove(self, value: Any) -> None:
        """Remove a global value that nothing uses."""
        raise NotImplementedError

    def take_out(self, value: Any) -> None:
        """Remove a global value that may have uses."""
        raise NotImplementedError

    def _symbol_is_renamed(self, value: Value, name: str) -> str:
        """Update the symbol table before `value`, which still has its old name, gets another name, which is returned."""
        raise NotImplementedError
