"""Exact copies of modules: every object that a module holds, with the values of its attributes.

Nothing is printed, written or checked on the way, so a module is copied as it is, even an unfinished or a broken one, and of any
size: no function calls itself for what is nested in IR. Types, constants and metadata that only other modules of the same
context use, or none, are left out, and so are uses by instructions that are in no function.
"""

from __future__ import annotations

from typing import Any, Final, final

from pyllvm.ir.attributes import Attribute, AttributeList, AttributeSet
from pyllvm.ir.basic_block import BasicBlock
from pyllvm.ir.module import Module
from pyllvm.ir.symbol_table_list import SymbolTableList
from pyllvm.ir.types import Context
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
