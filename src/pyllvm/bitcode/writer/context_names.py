"""The numbers of names that LLVM keeps in the context: metadata kinds, operand bundle tags, and synchronization scopes."""

from __future__ import annotations

from typing import Final, final

from pyllvm.ir.instructions import OperandBundle
from pyllvm.ir.metadata import Attachment
from pyllvm.ir.module import Module
from pyllvm.tables.metadata_kinds import SYNC_SCOPES, fixed_kinds, operand_bundle_tags


@final
class ContextNames:
    """The names of one module in LLVM `version`; each dictionary has them in the order of their numbers.

    The fixed ones are first, then the ones in bitcode that was read, even if nothing uses them, then the module's others.
    """

    def __init__(self, module: Module, version: int) -> None:
        self.metadata_kinds: Final[dict[str, int]] = {}
        self.bundle_tags: Final[dict[str, int]] = {}
        self.sync_scopes: Final[dict[str, int]] = {}
        context = module.context
        for kind in (*fixed_kinds(version), *module.metadata_kinds):
            self.metadata_kinds.setdefault(kind, len(self.metadata_kinds))
        for tag in (*operand_bundle_tags(version), *context.bundle_tags):
            self.bundle_tags.setdefault(tag, len(self.bundle_tags))
        for scope in (*SYNC_SCOPES, *context.sync_scopes):
            self.sync_scopes.setdefault(scope, len(self.sync_scopes))
        # Most attachments have the kind of the one before.
        self._last_kind = ""
        self._last_number = 0

    def kind_number(self, kind: str) -> int:
        """The number of a metadata kind; a new kind gets the next one."""
        if kind is not self._last_kind:
            self._last_kind = kind
            self._last_number = self.metadata_kinds.setdefault(kind, len(self.metadata_kinds))
        return self._last_number

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

    def add_bundles(self, bundles: list[OperandBundle]) -> None:
        """Number the tags of a call's bundles."""
        for bundle in bundles:
            self.bundle_tags.setdefault(bundle.tag, len(self.bundle_tags))

    def add_scope(self, scope: str) -> None:
        """Number the synchronization scope of an instruction; "" is the usual one."""
        if scope:
            self.sync_scopes.setdefault(scope, len(self.sync_scopes))
