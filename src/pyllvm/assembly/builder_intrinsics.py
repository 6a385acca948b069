"""What LLVM does at the end of a module to the intrinsics that it knows: their declarations get the attributes of its own."""

from __future__ import annotations

import re
from typing import Final, final

from pyllvm.assembly.builder_attributes import AttributeBuilder, AttributeItem
from pyllvm.assembly.builder_state import State
from pyllvm.ir.attributes import EMPTY_SET, AttributeList, AttributeSet
from pyllvm.ir.function import Function
from pyllvm.tables.intrinsic_attributes import intrinsic_attributes

_PART: Final = re.compile(r"([a-z_0-9]+)(?:\(([^)]*)\))?")


@final
class IntrinsicBuilder:
    """Gives intrinsics their attributes."""

    def __init__(self, state: State, attributes: AttributeBuilder) -> None:
        self.state: Final = state
        self.attributes: Final = attributes
        self._lists: dict[str, AttributeList] = {}

    def finish(self) -> None:
        """Go through the module's functions."""
        for function in self.state.module.functions:
            if function.name.startswith("llvm."):
                self._set_attributes(function)

    def _set_attributes(self, function: Function) -> None:
        text = intrinsic_attributes(function.name[5:], self.state.version)
        if text is None:
            return
        found = self._lists.get(text)
        if found is None:
            found = self._list_of(text)
            self._lists[text] = found
        function.attributes = found

    def _list_of(self, text: str) -> AttributeList:
        own = EMPTY_SET
        returned = EMPTY_SET
        parameters: dict[int, AttributeSet] = {}
        for number, part in enumerate(text.split(" | ")):
            place, words = "", part
            if number:
                place, _, words = part.partition(" ")
            attributes = self._set_of(words)
            if not place:
                own = attributes
            elif place == "ret":
                returned = attributes
            else:
                parameters[int(place)] = attributes
        return AttributeList(own, returned, parameters)

    def _set_of(self, words: str) -> AttributeSet:
        items: list[AttributeItem] = []
        for match in _PART.finditer(words):
            word = match.group(1).encode()
            if match.group(2) is None:
                items.append(self.attributes.enum(word, 0))
            else:
                arguments: list[object] = [one.encode() for one in match.group(2).replace(",", " ").split()]
                items.append(self.attributes.words(word, arguments, 0, 0))
        return self.attributes.set_of([item.attribute for item in items if item.attribute is not None])
