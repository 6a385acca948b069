"""Exact copies of modules: every object that a module holds is copied with the values of its attributes.

`module_image` says what belongs to a module. A copy is made in one pass: an object gets a blank copy when it is first met, which
is filled later. Uses and weak tables follow at the end, when it is known what was reached. Instructions are most of a module, so
their common attributes are set directly.
"""

from __future__ import annotations

from typing import Any, Final, cast, final

from pyllvm.editing import module_image
from pyllvm.editing.module_image import attribute_names, blank, is_weak, manner_of, settle
from pyllvm.garbage import COLLECTION_PAUSE
from pyllvm.ir.attributes import Attribute, AttributeList, AttributeSet
from pyllvm.ir.basic_block import BasicBlock
from pyllvm.ir.function import Instruction
from pyllvm.ir.metadata import MDNode
from pyllvm.ir.module import Module
from pyllvm.ir.symbol_table_list import SymbolTableList
from pyllvm.ir.types import Type
from pyllvm.ir.value import Value

# The attributes that `_Copier._fill_instruction` sets.
_OF_INSTRUCTIONS: Final = frozenset((
    "type", "_name", "_uses", "_use_index", "order", "operands", "parent", "flags", "position",
    "_debug_location", "_attachments", "_debug_records",
))  # fmt: skip


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
        for name in module_image.WEAK_KEYS:
            for key, value in getattr(places, name).items():
                if self.keeps(key):
                    self.copied(value)
        self.fill_all()

    def keeps(self, value: object) -> bool:
        """Whether what a weak table names was copied."""
        if isinstance(value, tuple):
            return all(self.keeps(one) for one in value)
        return manner_of(type(value)) != module_image.OBJECT or value in self._copies

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
        if what == module_image.ATOM:
            return value
        if what == module_image.OBJECT:
            return self._object(value)
        if what == module_image.SEQUENCE:
            assert isinstance(value, (list, tuple, set))
            made = [self.copied(one) for one in value]
            if isinstance(value, tuple):
                return tuple(made)
            return set(made) if isinstance(value, set) else made
        if what == module_image.DICTIONARY:
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
            names = tuple([name for name in attribute_names(thing) if name not in module_image.OWN and name not in set_directly])
            self._names[kind] = names
        return names

    def _fill(self, thing: object, made: object) -> None:
        kind = type(thing)
        for name in self._names_of(thing, kind):
            if name in module_image.FORGOTTEN:
                setattr(made, name, module_image.FORGOTTEN[name])
                continue
            value: object = getattr(thing, name)
            if name == module_image.USES:
                if value is not None:
                    assert isinstance(thing, Value)
                    self._used.append(thing)
                setattr(made, name, None)
            elif value is not None and is_weak(kind, name):
                self._tables.append((thing, name))
                setattr(made, name, {})
            elif isinstance(value, module_image.ATOMS):
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
            setattr(made, name, value if isinstance(value, module_image.ATOMS) else self.copied(value))

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
