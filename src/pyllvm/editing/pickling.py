"""Modules as bytes for another process of the same pyllvm: object by object, so no module is too large or too deep."""

from __future__ import annotations

import io
import pickle
import pkgutil
from typing import Any

import pyllvm.tables
from pyllvm.diagnostics import PyllvmError
from pyllvm.editing.module_copy import ModuleImage, blank, fill, is_row
from pyllvm.ir.attributes import Attribute, AttributeList, AttributeSet
from pyllvm.ir.module import Module
from pyllvm.versions import __version__

# id of each row: the module that has it, its name there, and its key if it is in a list or a dictionary.
_row_places: dict[int, tuple[str, str, object]] = {}


def pickled(module: Module) -> bytes:
    """The module as bytes. Raises TypeError if it holds an object that is not part of IR."""
    with module.context.lock:
        return _pickled(module)


def _pickled(module: Module) -> bytes:
    image = ModuleImage(module)
    kinds = {type(thing): None for thing in image.objects}
    stream = io.BytesIO()
    pickler = _Pickler(stream, pickle.HIGHEST_PROTOCOL)
    pickler.dump((__version__, image.objects, [(kind, image.names(kind)) for kind in kinds], image.states()))
    return stream.getvalue()


def unpickled(data: bytes) -> Module:
    """The module of these bytes. Raises PyllvmError if another version of pyllvm made them."""
    made_by, objects, kinds, states = pickle.loads(data)
    if made_by != __version__:
        raise PyllvmError(f"a module pickled by pyllvm {made_by} cannot be read by pyllvm {__version__}")
    names = dict(kinds)
    for thing, state in zip(objects, states, strict=True):
        fill(thing, names[type(thing)], state)
    module: Module = objects[0]
    module.watch_summary()
    return module


class _Pickler(pickle.Pickler):
    """Pickles each object of IR as an empty one: its attributes are in the states, which follow all objects."""

    def reducer_override(self, thing: Any) -> Any:
        kind = type(thing)
        if kind is type or not kind.__module__.startswith("pyllvm."):
            return NotImplemented
        if kind is Attribute:
            return Attribute, (thing.kind, thing.key, thing.value, thing.integer, thing.type, thing.bit_width, thing.ranges)
        if kind is AttributeSet:
            return AttributeSet, (thing.attributes,)
        if kind is AttributeList:
            return AttributeList.of_indexed, (thing.indexed(),)
        if is_row(kind):
            return _row, _place_of(thing)
        return blank, (kind,)


def _place_of(row: object) -> tuple[str, str, object]:
    if not _row_places:
        places: dict[int, tuple[str, str, object]] = {}
        for found in pkgutil.iter_modules(pyllvm.tables.__path__, "pyllvm.tables."):
            for name, value in vars(pkgutil.resolve_name(found.name)).items():
                _note(places, value, found.name, name)
        _row_places.update(places)
    return _row_places[id(row)]


def _note(places: dict[int, tuple[str, str, object]], value: object, module: str, name: str) -> None:
    if is_row(type(value)):
        places.setdefault(id(value), (module, name, None))
    elif isinstance(value, dict):
        for key, row in value.items():
            if is_row(type(row)) and isinstance(key, (str, int)):
                places.setdefault(id(row), (module, name, key))
    elif isinstance(value, (list, tuple)):
        for index, row in enumerate(value):
            if is_row(type(row)):
                places.setdefault(id(row), (module, name, index))


def _row(module: str, name: str, key: object) -> object:
    value: Any = pkgutil.resolve_name(f"{module}:{name}")
    return value if key is None else value[key]
