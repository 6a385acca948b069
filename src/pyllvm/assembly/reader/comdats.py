"""Parses comdats: their definitions, and their names on global values."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from pyllvm.assembly.reader import actions as a
from pyllvm.assembly.reader import children as c
from pyllvm.assembly.reader.properties import Property
from pyllvm.assembly.reader.stack import Stack
from pyllvm.assembly.reader.state import State, text_of_bytes
from pyllvm.ir.global_values import Comdat, GlobalObject
from pyllvm.tables.features import NODEDUPLICATE_SINCE
from pyllvm.tables.keywords import COMDAT_SELECTION_NUMBERS


@final
class ComdatBuilder:
    """Creates comdats, by their definition or by their first use."""

    def __init__(self, state: State, stack: Stack) -> None:
        self.state: Final = state
        self.stack: Final = stack
        self.undefined: dict[str, int] = {}
        """Names that are used and not defined yet, with the position of the use."""

    def reduce(self, action: i64, base: i64) -> object:
        """Run the action of a rule."""
        assert action == a.COMDAT_DEFINITION
        stack = self.stack
        self._define(
            stack.bytes_at(base + c.COMDAT_DEFINITION_NAME),
            stack.bytes_at(base + c.COMDAT_DEFINITION_SELECTION),
            stack.starts[base],
            stack.starts[base + c.COMDAT_DEFINITION_SELECTION],
        )
        return None

    def of_property(self, property: Property, value: GlobalObject) -> Comdat:
        """The comdat that a property names; if it names none, the one with the global's own name."""
        state = self.state
        name = text_of_bytes(property.text) if property.number else value.name
        if not name and not property.number:
            state.error(property.after, "comdat cannot be unnamed")
        comdat = state.module.comdats.get(name)
        if comdat is None:
            comdat = Comdat(name)
            state.module.comdats[name] = comdat
            self.undefined[name] = property.after if property.number else property.start
        return comdat

    def _define(self, name: bytes, kind: bytes, start: int, kind_start: int) -> None:
        state = self.state
        text = text_of_bytes(name)
        word = kind.decode("utf-8", "replace")
        if word not in COMDAT_SELECTION_NUMBERS:
            state.error(kind_start, "unknown selection kind")
        if word == "noduplicates":
            if state.version >= NODEDUPLICATE_SINCE:
                state.error(kind_start, "unknown selection kind")
            word = "nodeduplicate"
        elif word == "nodeduplicate":
            state.needs(kind_start, "'nodeduplicate'", 13)
        comdat = state.module.comdats.get(text)
        if comdat is not None and text not in self.undefined:
            state.error(start, f"redefinition of comdat '${text}'")
        self.undefined.pop(text, None)
        if comdat is None:
            comdat = Comdat(text)
            state.module.comdats[text] = comdat
        comdat.selection_kind = word
        if state.places is not None:
            state.places.record(comdat, start, state.ahead)

    def finish(self) -> None:
        """Refuse names that were used but never defined."""
        for name in sorted(self.undefined):
            self.state.error(self.undefined[name], f"use of undefined comdat '${name}'")
