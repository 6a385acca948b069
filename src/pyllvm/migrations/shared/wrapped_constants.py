"""Lets migrations that replace constants reach those that only metadata names."""

from __future__ import annotations

from typing import Final, final

from pyllvm.ir.constants import ConstantAggregate, ConstantExpr
from pyllvm.ir.metadata import Metadata, ValueAsMetadata
from pyllvm.ir.module import Module
from pyllvm.ir.value import User
from pyllvm.migrations.shared.equal_nodes import merge_equal_values


@final
class WrappedConstants:
    """The constants in metadata as the operands of one user, until `finish` gives metadata what has replaced them."""

    def __init__(self, module: Module) -> None:
        self.module: Final = module
        self.wrappers: Final[list[ValueAsMetadata]] = []
        for key, metadata in module.context.metadata.items():
            if isinstance(metadata, ValueAsMetadata) and key is metadata.value:
                if isinstance(metadata.value, (ConstantExpr, ConstantAggregate)):
                    self.wrappers.append(metadata)
        self.user: Final = User(module.context.void, [wrapper.value for wrapper in self.wrappers])

    def finish(self) -> None:
        """Let metadata wrap what the constants are now; what has become equal is one wrapper, as in LLVM."""
        now = self.user.operands
        self.user.drop_operands()
        merged: dict[Metadata, ValueAsMetadata] = {}
        for wrapper, value in zip(self.wrappers, now, strict=True):
            if value is wrapper.value:
                continue
            standing = wrapper.wrap_instead(self.module.context, value)
            if standing is not wrapper:
                merged[wrapper] = standing
        if merged:
            merge_equal_values(self.module, merged)
