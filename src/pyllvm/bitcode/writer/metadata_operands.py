"""Facts about metadata that enumeration and writing need: a node's operands in LLVM's order, and the numbers of kinds."""

from __future__ import annotations

from typing import final

from pyllvm.ir.metadata import Attachment, MDNode, MDTuple, SpecializedNode
from pyllvm.ir.module import Module
from pyllvm.tables.metadata_kinds import fixed_kinds


@final
class MetadataOperands:
    """The metadata of one module in LLVM `version`; `kinds` maps its metadata kinds to numbers."""

    def __init__(self, module: Module, version: int) -> None:
        self.version = version
        self.kinds: list[str] = fixed_kinds(version)
        self.kind_numbers: dict[str, int] = {}
        # Most attachments have the kind of the one before.
        self._last_kind = self.kinds[0]
        self._last_number = 0
        for number, kind in enumerate(self.kinds):
            self.kind_numbers[kind] = number
        for kind in module.metadata_kinds:
            self.kind_number(kind)

    def kind_number(self, kind: str) -> int:
        """The number of a metadata kind; a new kind gets the next one."""
        if kind is self._last_kind:
            return self._last_number
        found = self.kind_numbers.get(kind)
        if found is None:
            found = len(self.kinds)
            self.kind_numbers[kind] = found
            self.kinds.append(kind)
        self._last_kind = kind
        self._last_number = found
        return found

    def sorted_attachments(self, attachments: list[Attachment]) -> list[Attachment]:
        """The attachments sorted by the numbers of their kinds; attachments of one kind keep their order."""
        if len(attachments) == 1:
            self.kind_number(attachments[0]._kind)
            return attachments
        keyed: list[tuple[int, int]] = []
        for index, attachment in enumerate(attachments):
            keyed.append((self.kind_number(attachment._kind), index))
        keyed.sort()
        return [attachments[index] for _, index in keyed]

    def of(self, node: MDNode) -> list[object]:
        """The metadata operands of a node in LLVM's order, with None for a null operand."""
        if isinstance(node, MDTuple):
            return node.operands
        if isinstance(node, SpecializedNode):
            return node.references(self.version)
        return []
