"""Numbers a module that is printed in parts, each in a process that has read the bodies of some successive functions.

Types, metadata and groups of attributes have numbers that span functions. Each part gets the `Numbering` after the part before,
as bytes, numbers what its own functions have, and hands the bytes on. Objects that existed before the processes went apart have
the same place in the tables of all of them (`SharedTables`). Objects of one part do not occur in another part, which is checked.
"""

from __future__ import annotations

import marshal
from array import array
from collections.abc import Iterable, Sequence
from typing import Final, final

from pyllvm.assembly.printer.text import ModuleText
from pyllvm.ir.attributes import AttributeSet
from pyllvm.ir.constants import ConstantInt
from pyllvm.ir.function import Function
from pyllvm.ir.global_values import GlobalValue
from pyllvm.ir.metadata import DIExpression, MDNode, MDString, SpecializedNode, ValueAsMetadata
from pyllvm.ir.module import Module
from pyllvm.ir.odr import member_key
from pyllvm.ir.types import StructType

# The maximum nesting depth of nodes that belong to a single part.
_MOST_DEPTH: Final = 50


@final
class SharedTables:
    """The metadata nodes, identified structs and groups of attributes of a module whose bodies have not been read."""

    def __init__(self, module: Module, nodes: Iterable[object], types: Iterable[object], groups: Iterable[AttributeSet]) -> None:
        self.structs = [struct for struct in types if isinstance(struct, StructType) and not struct.is_literal]
        self.place_of_struct = {struct: place for place, struct in enumerate(self.structs)}
        self.groups = list(dict.fromkeys(groups))
        self.place_of_group = {group: place for place, group in enumerate(self.groups)}
        self.nodes: list[MDNode] = []
        self.place_of_node: dict[MDNode, int] = {}
        self._add_nodes(nodes)
        self._add_nodes(module.context.metadata.values())
        for named in module.named_metadata:
            self._add_nodes(named.operands)
        for symbol in (*module.global_variables, *module.ifuncs, *module.functions):
            self._add_nodes([attachment._node for attachment in symbol._attachments])

    def _add_nodes(self, roots: Iterable[object]) -> None:
        """Add nodes, and all nodes to which they lead."""
        known = self.place_of_node
        nodes = self.nodes
        place = len(nodes)
        for root in roots:
            if isinstance(root, MDNode) and root not in known:
                known[root] = len(nodes)
                nodes.append(root)
        while place < len(nodes):
            for operand in nodes[place].operands:
                if isinstance(operand, MDNode) and operand not in known:
                    known[operand] = len(nodes)
                    nodes.append(operand)
            place += 1


@final
class PartNumbers:
    """The numbers in the text of one module. It is made before the processes go apart; each then numbers one part with it."""

    def __init__(self, text: ModuleText, tables: SharedTables) -> None:
        self.tables = tables
        assert text.types is not None
        self._text = text
        self._types = text.types
        self._slots = text.printer.slots
        # The numbers of nodes of other parts, and the digests of those that are equal to every node of the same content.
        self._numbers = array("q")
        self._digests = array("q")
        self._digest_of: dict[MDNode, int] = {}
        self._is_apart = True

    def number(self, part: int, functions: Sequence[Function], before: bytes) -> bytes | None:
        """Number what functions of a part have. `before` is the numbering after the previous part, empty for the first.

        None if other parts may have something that is not in the tables.
        """
        if before:
            self._restore(before)
        slots = self._slots
        self._text.find_types(functions)
        slots.number_functions(functions)
        self._look_at_numbered(part)
        return self._saved() if self._is_apart else None

    def know_all(self, numbering: bytes) -> None:
        """Take over the numbers of types and groups after all parts, in the first one."""
        structs, groups = marshal.loads(numbering)[:2]
        self._types.know([self.tables.structs[place] for place in structs])
        for place in groups:
            self._slots.attribute_group(self.tables.groups[place])

    def _restore(self, numbering: bytes) -> None:
        tables = self.tables
        slots = self._slots
        structs, groups, numbers, digests, kinds = marshal.loads(numbering)
        self._types.know([tables.structs[place] for place in structs])
        slots.attribute_groups.clear()
        for place in groups:
            slots.attribute_groups[tables.groups[place]] = len(slots.attribute_groups)
        slots.kind_numbers.update(kinds)
        self._numbers = array("q", numbers)
        self._digests = array("q", digests)
        known: dict[MDNode, str] = {}
        number = 0
        for place in self._numbers:
            if place >= 0:
                known[tables.nodes[place]] = f"!{number}"
            number += 1
        slots.continue_numbering(known, number)

    def _saved(self) -> bytes | None:
        """The numbering as it is now, for `_restore` of the next part."""
        tables = self.tables
        slots = self._slots
        try:
            structs = [tables.place_of_struct[struct] for struct in self._types.structs]
            groups = [tables.place_of_group[group] for group in slots.attribute_groups]
        except KeyError:
            return None
        numbers = (structs, groups, self._numbers.tobytes(), self._digests.tobytes(), slots.kind_numbers)
        return marshal.dumps(numbers)

    # --- the nodes that only this part has

    def _look_at_numbered(self, part: int) -> None:
        """Note the nodes that were just numbered, and whether another part may have one of those that only this part has."""
        places = self.tables.place_of_node
        theirs = set(self._digests)
        for node in self._slots.nodes:
            place = places.get(node, -1)
            self._numbers.append(place)
            if place < 0 and not node.is_distinct:
                digest = self._digest(node, part, 0)
                if digest in theirs:
                    self._is_apart = False
                self._digests.append(digest)

    def _digest(self, node: MDNode, part: int, depth: int) -> int:
        """A number that equal nodes have in all parts."""
        found = self._digest_of.get(node)
        if found is None:
            found = self._new_digest(node, part, depth)
            self._digest_of[node] = found
        return found

    def _new_digest(self, node: MDNode, part: int, depth: int) -> int:
        place = self.tables.place_of_node.get(node, -1)
        if place >= 0:
            return hash((1, place))
        if node.is_distinct:
            return hash((2, part, id(node)))
        if depth == _MOST_DEPTH:
            self._is_apart = False
            return 0
        if isinstance(node, DIExpression):
            return hash((3, tuple(node.elements)))
        parts: list[object] = []
        operands = node.operands
        if isinstance(node, SpecializedNode):
            # A member of a type is equal to every member with its name.
            key = member_key(node.spec, operands)
            if isinstance(key, tuple):
                operands = list(key)
            else:
                parts.append(node.spec.name)
        for operand in operands:
            if isinstance(operand, MDNode):
                parts.append(self._digest(operand, part, depth + 1))
            elif isinstance(operand, MDString):
                parts.append(operand.text)
            elif isinstance(operand, ValueAsMetadata):
                value = operand.value
                if isinstance(value, ConstantInt):
                    parts.append(value.value)
                else:
                    parts.append(id(value) if isinstance(value, GlobalValue) else 0)
            elif operand is None or isinstance(operand, (str, int)):
                parts.append(operand)
        return hash(tuple(parts))
