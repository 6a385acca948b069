"""Metadata nodes whose records are not known: each takes a number, and goes from the nodes that refer to it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from pyllvm.bitcode.reader.unknown import Unknown
from pyllvm.ir.loss import DEBUG_INFO, HINT
from pyllvm.ir.metadata import MDNode, MDString, MDTuple, Metadata, SpecializedNode
from pyllvm.schema.sides import RecordError
from pyllvm.tables import records

if TYPE_CHECKING:
    from pyllvm.schema.node import NodeSpec

# Records of METADATA_BLOCK that define no node, besides those that the reader knows.
_WITHOUT_NODE: Final = (records.METADATA_INDEX_OFFSET, records.METADATA_INDEX)
# The field whose tuple has a meaning by position. Elements of other fields' tuples can go.
_TYPES: Final = "types"
_LOCATION: Final = "DILocation"
_PLACES: Final = ("scope", "inlinedAt")


@final
class UnknownNode(Metadata):
    """A node whose record is not known."""


@final
class UnknownNodes:
    """The unknown nodes of one module."""

    def __init__(self, unknown: Unknown) -> None:
        self._unknown: Final = unknown
        self.numbers: Final[set[int]] = set()
        """The numbers of nodes that have gone."""
        self._gone: Final[set[Metadata]] = set()
        self._new: list[int] = []
        # One for the references that come when the node has gone.
        self.placeholder: Final = UnknownNode()
        self._gone.add(self.placeholder)

    def node(self, code: int, number: int) -> UnknownNode | None:
        """The node of a record with an unknown code, with this number; None if nothing is left out, or it defines no node."""
        if code in _WITHOUT_NODE or not self._unknown.is_tolerated:
            return None
        return self._made(f"unknown metadata record {code}", number)

    def node_of_form(self, spec: NodeSpec, record: list[int], number: int) -> UnknownNode | None:
        """The node of a record that is marked for a form that is not known; None if it is not, or if nothing is left out."""
        if not self._unknown.is_tolerated or not record or not record[0] & ~_marks(spec):
            return None
        return self._made(f"unknown form of !{spec.name}", number)

    def _made(self, construct: str, number: int) -> UnknownNode:
        self._unknown.leave_out(construct, grade=DEBUG_INFO)
        made = UnknownNode()
        self._gone.add(made)
        self._new.append(number)
        return made

    @property
    def has_new(self) -> bool:
        """Whether a block had one."""
        return len(self._new) > 0

    def forget(self, begin: int) -> None:
        """Forget the numbers of a function's metadata, which are those from `begin` on: the next function has them, too."""
        self.numbers.difference_update([number for number in self.numbers if number >= begin])

    def check_index(self, count: int, nodes: list[Metadata | None]) -> None:
        """Compare the amount of metadata with the `count` in the block's index, which leaves strings out.

        RecordError if an unknown record defines no metadata.
        """
        if count != sum(not isinstance(node, MDString) for node in nodes):
            raise RecordError("unknown metadata records define something else than nodes")

    def remove(self, nodes: list[Metadata | None], begin: int) -> None:
        """After a block, whose nodes are those from `begin` on: take unknown nodes away, and those that cannot be without one."""
        known = [number for number in range(begin, len(nodes)) if isinstance(nodes[number], MDNode)]
        for number in self._new:
            nodes[number] = None
            self.numbers.add(number)
        self._new = []
        lists: dict[object, bool] = {}
        for number in known:
            node = nodes[number]
            if isinstance(node, SpecializedNode):
                _add_lists(lists, node)
        is_changed = True
        while is_changed:
            is_changed = False
            for number in known:
                node = nodes[number]
                if isinstance(node, MDNode) and self._is_lost(node, lists):
                    name = node.spec.name if isinstance(node, SpecializedNode) else "{...}"
                    self._unknown.leave_out(
                        f"!{name} of unknown metadata", grade=DEBUG_INFO if isinstance(node, SpecializedNode) else HINT
                    )
                    self._gone.add(node)
                    self.numbers.add(number)
                    nodes[number] = None
                    is_changed = True
        for number in known:
            node = nodes[number]
            if isinstance(node, MDNode):
                self._clean(node, lists.get(node, False))

    def _is_lost(self, node: MDNode, lists: dict[object, bool]) -> bool:
        """Whether a node lacks an operand that cannot be null, or an element of a tuple with any meaning."""
        operands = node.operands
        if not isinstance(node, SpecializedNode):
            return node not in lists and any(isinstance(operand, Metadata) and operand in self._gone for operand in operands)
        from pyllvm.tables.metadata_nodes import REFERENCE_NOT_NULL

        for index, field in enumerate(node.spec.fields):
            operand = operands[index]
            if isinstance(operand, Metadata) and operand in self._gone:
                if field.kind is REFERENCE_NOT_NULL or (node.spec.name == _LOCATION and field.name in _PLACES):
                    return True
        return False

    def _clean(self, node: MDNode, is_list: bool) -> None:
        """Take nodes that have gone from the operands of a node."""
        operands = node.operands
        if not any(isinstance(operand, Metadata) and operand in self._gone for operand in operands):
            return
        fixed = len(node.spec.fields) if isinstance(node, SpecializedNode) else 0 if is_list else len(operands)
        kept: list[object] = []
        for index, operand in enumerate(operands):
            is_gone = isinstance(operand, Metadata) and operand in self._gone
            if not is_gone:
                kept.append(operand)
            elif index < fixed:
                kept.append(None)
        operands[:] = kept


def _marks(spec: NodeSpec) -> int:
    """The bits that the first operand of a node's record may have."""
    marks = 1
    for layout in spec.layouts:
        marks |= layout.mask | layout.value | layout.marks
        for head in layout.bits:
            marks |= 1 << head.bit
    return marks


def _add_lists(lists: dict[object, bool], node: SpecializedNode) -> None:
    """Add the tuples of a node, and whether their operands can go: otherwise they become null."""
    for index, operand in enumerate(node.operands[: len(node.spec.fields)]):
        if isinstance(operand, MDTuple):
            lists[operand] = node.spec.fields[index].name != _TYPES


def without_rest(spec: NodeSpec, record: list[int], version: int, unknown: Unknown) -> list[int] | None:
    """The part of a record, which is longer than any that LLVM `version` knows, that is known; None if it is not to be read."""
    if not unknown.is_tolerated:
        return None
    longest = [
        layout.longest
        for layout in spec.layouts
        if layout.read_since <= version <= layout.read_until and record[0] & layout.mask == layout.value
    ]
    if not longest or len(record) <= max(longest):
        return None
    if any(record[max(longest) :]):
        unknown.leave_out(f"unknown field of !{spec.name}", grade=DEBUG_INFO)
    return record[: max(longest)]
