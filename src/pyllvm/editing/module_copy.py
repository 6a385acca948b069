"""Exact copies of modules: every object that a module holds is copied with the values of its attributes.

Nothing is printed, written or checked on the way, so a module is copied as it is, even an unfinished or a broken one, and of any
size: no function calls itself for what is nested in IR. Types, constants and metadata that only other modules of the same
context use, or none, are left out, and so are uses by instructions that are in no function.

A copy is made in one pass: an object gets a blank copy when it is first met, which is filled later. Uses and weak tables follow
at the end, when it is known what was reached. Instructions are most of a module, so their common attributes are set directly.
`pickling` makes bytes of the same objects.
"""

from __future__ import annotations

from typing import Any, Final, cast, final

from pyllvm.garbage import COLLECTION_PAUSE
from pyllvm.ir.attributes import Attribute, AttributeList, AttributeSet
from pyllvm.ir.basic_block import BasicBlock
from pyllvm.ir.function import Instruction
from pyllvm.ir.metadata import MDNode
from pyllvm.ir.module import Module
from pyllvm.ir.symbol_table_list import SymbolTableList
from pyllvm.ir.types import Context, Type
from pyllvm.ir.value import Value

ATOMS: Final = (int, str, bytes, bool, type(None), float)
# Tables that do not keep alive what they name: they belong to the context or a type, which several modules may share.
WEAK: Final = frozenset((
    "derived", "constants", "values", "metadata", "inline_asm", "types_by_identifier", "types_of_others",
    "attribute_lists",
    "_primitives", "_floating_point", "_integers", "_bytes", "_pointers", "_empty_structs", "_targets", "_struct_names",
))  # fmt: skip
# Tables whose values are kept with the keys.
WEAK_KEYS: Final = frozenset(("_stretches",))
USES: Final = "_uses"
# Attributes that are built again when they are next needed.
FORGOTTEN: Final[dict[str, object]] = {
    "_use_index": None, "order": 0, "_symbols": None, "_order": None, "_is_list_shared": False, "_moves": 0,
    "_lexer": None, "_requests": 0, "_breaks": None, "numberings": None, "edits": 0, "symbol_edits": 0,
    "instruction_edits": 0, "edits_by_reading": 0, "reading_notes": None, "_summarized": None,
}  # fmt: skip
# Attributes that each object needs its own copy of.
OWN: Final = frozenset(("lock",))
# The classes whose objects are not copied: rows of the tables.
_ROWS: Final = ("pyllvm.tables.", "pyllvm.schema.")
# The attributes that `_Copier._fill_instruction` sets.
_OF_INSTRUCTIONS: Final = frozenset((
    "type", "_name", "_uses", "_use_index", "order", "operands", "parent", "flags", "position",
    "_debug_location", "_attachments", "_debug_records",
))  # fmt: skip


def attribute_names(thing: object) -> tuple[str, ...]:
    """The names of an object's attributes: of a compiled class as mypyc lists them."""
    kind: Any = type(thing)
    compiled: tuple[str, ...] | None = getattr(kind, "__mypyc_attrs__", None)
    if compiled is not None:
        return compiled
    names: dict[str, None] = {}
    for base in kind.__mro__:
        for name in base.__dict__.get("__slots__", ()):
            names[name] = None
    names.update(dict.fromkeys(getattr(thing, "__dict__", ())))
    return tuple(names)


def is_row(kind: type) -> bool:
    """Whether objects of that class are rows of the tables, which all modules share."""
    return kind.__module__.startswith(_ROWS)


@final
class ModuleImage:
    """The objects of a module, the module first, and the attributes of each."""

    def __init__(self, module: Module) -> None:
        module.materialize()
        _ = module.summary  # which goes if the module was edited
        self.objects: list[object] = [module]
        self._met: set[object] = {module}
        self._names: dict[type, tuple[str, ...]] = {}
        self._visited_objects = 0
        self._visit_all()
        places = module.places
        if places is not None:
            for name in WEAK_KEYS:
                for key, value in getattr(places, name).items():
                    if self._keeps(key):
                        self._visit(value)
            self._visit_all()

    def _visit_all(self) -> None:
        while self._visited_objects < len(self.objects):
            self._visit_parts(self.objects[self._visited_objects])
            self._visited_objects += 1

    def names(self, kind: type) -> tuple[str, ...]:
        """The names of the attributes of a class."""
        return self._names[kind]

    def states(self) -> list[list[object]]:
        """The values of each object's attributes, in the order of `names`; uses are users and positions in turn."""
        return [self._state(thing) for thing in self.objects]

    # --- what is reached -----------------------------------------------------------------------------------------------------

    def _visit_parts(self, thing: object) -> None:
        kind = type(thing)
        settle(thing)
        names = self._names.get(kind)
        if names is None:
            names = tuple([name for name in attribute_names(thing) if name not in OWN])
            self._names[kind] = names
        for name in names:
            if name == USES or name in FORGOTTEN or is_weak(kind, name):
                continue
            value: object = getattr(thing, name)
            if not isinstance(value, ATOMS):
                self._visit(value)

    def _visit(self, value: object) -> None:
        kind = type(value)
        what = manner_of(kind)
        if what == ATOM:
            return
        if what == OBJECT:
            if value not in self._met:
                self._met.add(value)
                self.objects.append(value)
        elif what == SEQUENCE:
            assert isinstance(value, (list, tuple, set))
            for one in value:
                self._visit(one)
        elif what == DICTIONARY:
            assert isinstance(value, dict)
            for key, one in value.items():
                self._visit(key)
                self._visit(one)
        elif isinstance(value, AttributeList):
            for _, attributes in value.indexed():
                self._visit(attributes)
        elif isinstance(value, AttributeSet):
            for attribute in value.attributes:
                self._visit(attribute)
        elif isinstance(value, Attribute) and value.type is not None:
            self._visit(value.type)

    # --- what is kept --------------------------------------------------------------------------------------------------------

    def _state(self, thing: object) -> list[object]:
        kind = type(thing)
        state: list[object] = []
        for name in self._names[kind]:
            if name in FORGOTTEN:
                state.append(FORGOTTEN[name])
                continue
            value: object = getattr(thing, name)
            if value is None:
                state.append(None)
            elif name == USES:
                uses: list[object] = []
                assert isinstance(value, list)
                for place in range(0, len(value), 2):
                    if value[place] in self._met:
                        uses += value[place : place + 2]
                state.append(uses)
            elif is_weak(kind, name):
                assert isinstance(value, dict)
                state.append({key: one for key, one in value.items() if self._keeps(key) and self._keeps(one)})
            elif type(value) is SymbolTableList:
                state.append(list(value))
            else:
                state.append(value)
        return state

    def _keeps(self, value: object) -> bool:
        if isinstance(value, tuple):
            return all(self._keeps(one) for one in value)
        what = manner_of(type(value))
        return what != OBJECT or value in self._met


ATOM: Final = 0
OBJECT: Final = 1
SEQUENCE: Final = 2
DICTIONARY: Final = 3
ATTRIBUTES: Final = 4


_kinds: Final[dict[type, int]] = {}


def manner_of(kind: type) -> int:
    """How objects of a class are copied."""
    found = _kinds.get(kind, -1)
    if found < 0:
        found = _kind_of_new(kind)
        _kinds[kind] = found
    return found


def _kind_of_new(kind: type) -> int:
    if issubclass(kind, ATOMS) or is_row(kind):
        return ATOM
    if issubclass(kind, (list, tuple, set)):
        return SEQUENCE
    if kind is dict:
        return DICTIONARY
    if kind in (Attribute, AttributeSet, AttributeList):
        return ATTRIBUTES
    if not kind.__module__.startswith("pyllvm."):
        raise TypeError(f"a module cannot be copied with a {kind.__module__}.{kind.__qualname__} in it")
    return OBJECT


def is_weak(kind: type, name: str) -> bool:
    """Whether an attribute is a weak table: `derived` of a type, `metadata` of the context, but not a list with that name."""
    if name in WEAK_KEYS:
        return True
    if name not in WEAK:
        return False
    return kind is Context or kind.__module__ == "pyllvm.ir.types"


def settle(thing: object) -> None:
    """Let a value end what was put off while it was edited, so that its attributes are as they will be."""
    if isinstance(thing, BasicBlock):
        _ = thing.instructions  # reading them ends the edit of a long block
    if isinstance(thing, Value) and thing._uses is not None:
        if thing.has_repeated_uses:
            thing.settle_uses()
        _ = thing.known_pairs  # reading them removes the empty places


def blank(kind: Any) -> object:
    """An object of that class whose attributes are still to be set."""
    if kind is Module or kind is Context:
        return kind()
    return kind.__new__(kind)


def fill(thing: object, names: tuple[str, ...], state: list[object]) -> None:
    """Set the attributes of an object from its state."""
    at = 0
    for name in names:
        value = state[at]
        at += 1
        if isinstance(thing, Module) and isinstance(getattr(thing, name), SymbolTableList):
            assert isinstance(value, list)
            list.extend(getattr(thing, name), value)
        else:
            setattr(thing, name, value)


def copy_of(module: Module) -> Module:
    """A copy of the module in a context of its own."""
    with module.context.lock, COLLECTION_PAUSE:
        COLLECTION_PAUSE.note_copy()
        module.materialize()
        _ = module.summary  # which goes if the module was edited
        copier = _Copier()
        made = copier.copied(module)
        copier.fill_all()
        if module.places is not None:
            copier.copy_places(module.places)
        copier.finish()
        assert isinstance(made, Module)
        made.watch_summary()
        return made


@final
class _Copier:
    """The copies of objects, and the objects whose copies are still to be filled."""

    def __init__(self) -> None:
        self._copies: dict[object, object] = {}
        self._waiting: list[object] = []
        self._names: dict[type, tuple[str, ...]] = {}
        self._attributes: dict[object, object] = {}
        # Values with uses, and objects with weak tables and their names.
        self._used: list[Value] = []
        self._tables: list[tuple[object, str]] = []

    def fill_all(self) -> None:
        """Fill the copies of all objects that were met."""
        waiting = self._waiting
        while waiting:
            thing = waiting.pop()
            settle(thing)
            made = self._copies[thing]
            if isinstance(thing, Instruction):
                self._fill_instruction(thing, cast(Instruction, made))
            else:
                self._fill(thing, made)

    def finish(self) -> None:
        """Give the copies their uses by what was copied, and their weak tables."""
        copies = self._copies
        for value in self._used:
            uses: list[Any] = []
            pairs = value._uses or []
            for place in range(0, len(pairs), 2):
                user = copies.get(pairs[place])
                if user is not None:
                    uses.append(user)
                    uses.append(pairs[place + 1])
            cast(Value, copies[value])._uses = uses
        for thing, name in self._tables:
            table: dict[object, object] = getattr(thing, name)
            setattr(
                copies[thing],
                name,
                {self.copied(key): self.copied(one) for key, one in table.items() if self.keeps(key) and self.keeps(one)},
            )

    def copy_places(self, places: object) -> None:
        """Copy the places of what was copied (`assembly.reader.places`)."""
        for name in WEAK_KEYS:
            for key, value in getattr(places, name).items():
                if self.keeps(key):
                    self.copied(value)
        self.fill_all()

    def keeps(self, value: object) -> bool:
        """Whether what a weak table names was copied."""
        if isinstance(value, tuple):
            return all(self.keeps(one) for one in value)
        return manner_of(type(value)) != OBJECT or value in self._copies

    def _object(self, thing: object) -> object:
        found = self._copies.get(thing)
        if found is None:
            found = blank(type(thing))
            self._copies[thing] = found
            if isinstance(thing, Type):
                # Instructions ask for it before the type is filled.
                setattr(found, "context", self._object(thing.context))  # noqa: B010 - mypyc would presume a former value
            self._waiting.append(thing)
        return found

    def copied(self, value: object) -> object:
        """The copy of a value of an attribute."""
        what = manner_of(type(value))
        if what == ATOM:
            return value
        if what == OBJECT:
            return self._object(value)
        if what == SEQUENCE:
            assert isinstance(value, (list, tuple, set))
            made = [self.copied(one) for one in value]
            if isinstance(value, tuple):
                return tuple(made)
            return set(made) if isinstance(value, set) else made
        if what == DICTIONARY:
            assert isinstance(value, dict)
            return {self.copied(key): self.copied(one) for key, one in value.items()}
        found = self._attributes.get(value)
        if found is None:
            found = self._copied_attributes(value)
            self._attributes[value] = found
        return found

    def _names_of(self, thing: object, kind: type) -> tuple[str, ...]:
        """The attributes of a class that are copied one by one."""
        names = self._names.get(kind)
        if names is None:
            set_directly = _OF_INSTRUCTIONS if isinstance(thing, Instruction) else frozenset()
            names = tuple([name for name in attribute_names(thing) if name not in OWN and name not in set_directly])
            self._names[kind] = names
        return names

    def _fill(self, thing: object, made: object) -> None:
        kind = type(thing)
        for name in self._names_of(thing, kind):
            if name in FORGOTTEN:
                setattr(made, name, FORGOTTEN[name])
                continue
            value: object = getattr(thing, name)
            if name == USES:
                if value is not None:
                    assert isinstance(thing, Value)
                    self._used.append(thing)
                setattr(made, name, None)
            elif value is not None and is_weak(kind, name):
                self._tables.append((thing, name))
                setattr(made, name, {})
            elif isinstance(value, ATOMS):
                setattr(made, name, value)
            elif type(value) is SymbolTableList:
                list.extend(getattr(made, name), [self.copied(one) for one in value])
            else:
                setattr(made, name, self.copied(value))

    def _fill_instruction(self, thing: Instruction, made: Instruction) -> None:
        Instruction.__init__(made, cast(Type, self._object(thing.type)), [], thing._name)
        operands = made.operands
        for operand in thing.operands:
            operands.append(cast(Value, self._object(operand)))
        if thing.parent is not None:
            made.parent = cast(BasicBlock, self._object(thing.parent))
        made.flags = thing.flags
        made.position = thing.position
        if thing._debug_location is not None:
            made._debug_location = cast(MDNode, self._object(thing._debug_location))
        if thing._attachments is not None:
            attachments: Any = self.copied(thing._attachments)
            made._attachments = attachments
        if thing._debug_records is not None:
            records: Any = self.copied(thing._debug_records)
            made._debug_records = records
        if thing._uses is not None:
            self._used.append(thing)
        for name in self._names_of(thing, type(thing)):
            value: object = getattr(thing, name)
            setattr(made, name, value if isinstance(value, ATOMS) else self.copied(value))

    def _copied_attributes(self, value: object) -> object:
        if isinstance(value, AttributeList):
            sets = [(index, one) for index, one in value.indexed()]
            made = [(index, self.copied(one)) for index, one in sets]
            if all(made[at][1] is sets[at][1] for at in range(len(sets))):
                return value
            return AttributeList.of_indexed([(index, one) for index, one in made if isinstance(one, AttributeSet)])
        if isinstance(value, AttributeSet):
            attributes = [self.copied(attribute) for attribute in value.attributes]
            if all(attributes[at] is value.attributes[at] for at in range(len(attributes))):
                return value
            return AttributeSet([attribute for attribute in attributes if isinstance(attribute, Attribute)])
        assert isinstance(value, Attribute)
        if value.type is None:
            return value
        type = self._object(value.type)
        return Attribute(value.kind, value.key, value.value, value.integer, cast(Type, type), value.bit_width, value.ranges)
