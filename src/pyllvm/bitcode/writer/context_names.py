"""Numbers the operand bundle tags and synchronization scopes of a module."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, final

from pyllvm.ir.function import Function
from pyllvm.ir.instructions import AtomicCmpXchgInst, AtomicRMWInst, CallBase, FenceInst, LoadInst, StoreInst
from pyllvm.ir.types import Context
from pyllvm.tables.metadata_kinds import SYNC_SCOPES, operand_bundle_tags


@final
class ContextNames:
    """The numbers of names that LLVM keeps in the context.

    The fixed ones are first, then the ones in bitcode that was read, even if nothing uses them, then the module's others.
    """

    def __init__(self, context: Context, version: int) -> None:
        self.bundle_tags: Final[dict[str, int]] = {}
        self.sync_scopes: Final[dict[str, int]] = {}
        for tag in (*operand_bundle_tags(version), *context.bundle_tags):
            self.bundle_tags.setdefault(tag, len(self.bundle_tags))
        for scope in (*SYNC_SCOPES, *context.sync_scopes):
            self.sync_scopes.setdefault(scope, len(self.sync_scopes))

    def collect(self, functions: Iterable[Function]) -> None:
        """Number the names that instructions use."""
        tags = self.bundle_tags
        scopes = self.sync_scopes
        for function in functions:
            for instruction in function.instructions:
                if isinstance(instruction, CallBase):
                    for bundle in instruction.bundles or ():
                        tags.setdefault(bundle.tag, len(tags))
                elif isinstance(instruction, (LoadInst, StoreInst, FenceInst, AtomicRMWInst, AtomicCmpXchgInst)):
                    scope = instruction.sync_scope
                    if scope:
                        scopes.setdefault(scope, len(scopes))
