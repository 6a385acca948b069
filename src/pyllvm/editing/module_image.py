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
from pyllvm.ir.value import Use, Value

_ATOMS: Final = (int, str, bytes, bool, type(None), float)
# Tables that do not keep alive what they name: they belong to the context or a type, which several modules may share.
_WEAK: Final = frozenset((
    "derived", "constants", "values", "metadata", "inline_asm", "types_by_identifier", "types_of_others",
    "attribute_lists",
    "_primitives", "_floating_point", "_integers", "_bytes", "_pointers", "_empty_structs", "_targets", "_struct_names",
))  # fmt: skip
# Tables whose values are kept with the keys.
_WEAK_KEYS: Final = frozenset(("_stretches",))
_USES: Final = "_uses"
# Attributes that are built again when they are next needed.
_FORGOTTEN: Final[dict[str, object]] = {
    "_use_index": None, "order": 0, "_symbols": None, "_order": None, "_is_list_shared": False, "_moves": 0,
    "_lexer": None, "_requests": 0, "_breaks": None, "numberings": None, "edits": 0, "symbol_edits": 0,
    "reading_notes": None,
}  # fmt: skip
# Attributes that each object needs its own copy of.
_OWN: Final = frozenset(("lock",))
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
        self.objects: list[object] = [module]
        self._met: set[object] = {module}
        self._names: dict[type, tuple[str, ...]] = {}
        self._values: list[list[object]] = []
        self._visit_all()
        places = module.places
        if places is not None:
            for name in _WEAK_KEYS:
                for key, value in getattr(places, name).items():
                    if self._keeps(key):
                        self._visit(value)
            self._visit_all()

    def _visit_all(self) -> None:
        while len(self._values) < len(self.objects):
            self._values.append(self._visited(self.objects[len(self._values)]))

    def names(self, kind: type) -> tuple[str, ...]:
        """The names of the attributes of a class."""
        return self._names[kind]

    def states(self) -> list[list[object]]:
        """The values of each object's attributes, in the order of `names`; uses are users and positions in turn."""
        return [self._state(type(thing), values) for thing, values in zip(self.objects, self._values, strict=True)]

    # --- what is reached -----------------------------------------------------------------------------------------------------

    def _visited(self, thing: object) -> list[object]:
        kind = type(thing)
        if isinstance(thing, BasicBlock):
            _ = thing.instructions  # reading them ends the edit of a long block
        names = self._names.get(kind)
        if names is None:
            names = tuple([name for name in attribute_names(thing) if name not in _OWN])
            self._names[kind] = names
        if isinstance(thing, Value):
            if thing.has_repeated_uses:
                thing.settle_uses()
            _ = thing.known_uses  # reading them removes the empty places
        values: list[object] = []
        for name in names:
            if name in _FORGOTTEN:
                values.append(_FORGOTTEN[name])
                continue
            value: object = getattr(thing, name)
            values.append(value)
            if name == _USES or _is_weak(kind, name):
                continue
            if isinstance(value, _ATOMS):
                continue
            self._visit(value)
        return values

    def _visit(self, value: object) -> None:
        kind = type(value)
        what = _kind(kind)
        if what == _ATOM:
            return
        if what == _OBJECT:
            if value not in self._met:
                self._met.add(value)
                self.objects.append(value)
        elif what == _SEQUENCE:
            assert isinstance(value, (list, tuple, set))
            for one in value:
                self._visit(one)
        elif what == _DICTIONARY:
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

    def _state(self, kind: type, values: list[object]) -> list[object]:
        state: list[object] = []
        at = 0
        for name in self._names[kind]:
            value = values[at]
            at += 1
            if value is None or name in _FORGOTTEN:
                state.append(value)
            elif name == _USES:
                uses: list[object] = []
                assert isinstance(value, list)
                for use in value:
                    if use.user in self._met:
                        uses += (use.user, use.index)
                state.append(uses)
            elif _is_weak(kind, name):
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
        what = _kind(type(value))
        return what != _OBJECT or value in self._met


_ATOM: Final = 0
_OBJECT: Final = 1
_SEQUENCE: Final = 2
_DICTIONARY: Final = 3
_ATTRIBUTES: Final = 4


_kinds: Final[dict[type, int]] = {}


def _kind(kind: type) -> int:
    """How objects of a class are copied."""
    found = _kinds.get(kind, -1)
    if found < 0:
        found = _kind_of_new(kind)
        _kinds[kind] = found
    return found


def _kind_of_new(kind: type) -> int:
    if issubclass(kind, _ATOMS) or is_row(kind):
        return _ATOM
    if issubclass(kind, (list, tuple, set)):
        return _SEQUENCE
    if kind is dict:
        return _DICTIONARY
    if kind in (Attribute, AttributeSet, AttributeList):
        return _ATTRIBUTES
    if not kind.__module__.startswith("pyllvm."):
        raise TypeError(f"a module cannot be copied with a {kind.__module__}.{kind.__qualname__} in it")
    return _OBJECT


def _is_weak(kind: type, name: str) -> bool:
    """Whether an attribute is a weak table: `derived` of a type, `metadata` of the context, but not a list with that name."""
    if name in _WEAK_KEYS:
        return True
    if name not in _WEAK:
        return False
    return kind is Context or kind.__module__ == "pyllvm.ir.types"


@final
class _Filler:
    """Gives new objects the values of others, with each object replaced by its copy."""

    def __init__(self, copies: dict[object, object]) -> None:
        self._copies = copies
        self._attributes: dict[object, object] = {}

    def copied(self, value: object) -> object:
        kind = type(value)
        what = _kind(kind)
        if what == _ATOM:
            return value
        if what == _OBJECT:
            return self._copies[value]
        if what == _SEQUENCE:
            assert isinstance(value, (list, tuple, set))
            made = [self.copied(one) for one in value]
            if isinstance(value, tuple):
                return tuple(made)
            return set(made) if isinstance(value, set) else made
        if what == _DICTIONARY:
            assert isinstance(value, dict)
            return {self.copied(key): self.copied(one) for key, one in value.items()}
        found = self._attributes.get(value)
        if found is None:
            found = self._copied_attributes(value)
            self._attributes[value] = found
        return found

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
        type = self._copies[value.type]
        return Attribute(value.kind, value.key, value.value, value.integer, type, value.bit_width, value.ranges)  # type: ignore[arg-type]


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
        if name == _USES and value is not None:
            assert isinstance(value, list)
            uses: list[Use] = []
            for number in range(0, len(value), 2):
                uses.append(Use(value[number], value[number + 1]))
            setattr(thing, name, uses)
        elif isinstance(thing, Module) and isinstance(getattr(thing, name), SymbolTableList):
            assert isinstance(value, list)
            list.extend(getattr(thing, name), value)
        else:
            setattr(thing, name, value)


def copy_of(module: Module) -> Module:
    """A copy of the module in a context of its own."""
    with module.context.lock:
        return _copy_of(module)


def _copy_of(module: Module) -> Module:
    image = ModuleImage(module)
    copies: dict[object, object] = {thing: blank(type(thing)) for thing in image.objects}
    filler = _Filler(copies)
    at = 0
    for state in image.states():
        thing = image.objects[at]
        fill(copies[thing], image.names(type(thing)), [filler.copied(value) for value in state])
        at += 1
    made = copies[module]
    assert isinstance(made, Module)
    return made
