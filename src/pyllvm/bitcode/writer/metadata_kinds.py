"""The numbers of metadata kinds, which order attachments."""

from __future__ import annotations

from typing import final

from pyllvm.ir.metadata import Attachment
from pyllvm.ir.module import Module
from pyllvm.tables.metadata_kinds import fixed_kinds


@final
class MetadataKinds:
    """The metadata kinds of one module in LLVM `version`; `kinds` has them in the order of their numbers."""

    def __init__(self, module: Module, version: int) -> None:
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
