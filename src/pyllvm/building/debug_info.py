"""Describes variables to a debugger: debug records, or the calls that stood for them before LLVM 19."""

from __future__ import annotations

from pyllvm.building.calls import CallMethods
from pyllvm.ir.metadata import (
    DBG_DECLARE,
    DBG_VALUE,
    DebugRecord,
    DIExpression,
    MDNode,
    Metadata,
    MetadataAsValue,
    SpecializedNode,
    ValueAsMetadata,
)
from pyllvm.ir.value import Value
from pyllvm.tables.features import DEBUG_RECORDS

_INTRINSICS = {DBG_DECLARE: "llvm.dbg.declare", DBG_VALUE: "llvm.dbg.value"}


class DebugInfoMethods(CallMethods):
    """Records of variables. Each needs `debug_location`, whose scope is that of the variable."""

    def debug_declare(self, storage: Value, variable: MDNode, *, expression: DIExpression | None = None) -> None:
        """The variable, a DILocalVariable, is in memory at the address `storage` from here on, such as an `alloca`.

        `expression` is a DIExpression; the default is the empty one. Raises ValueError if the builder has no debug location.
        """
        self._describe(DBG_DECLARE, storage, variable, expression)

    def debug_value(self, value: Value, variable: MDNode, *, expression: DIExpression | None = None) -> None:
        """The variable, a DILocalVariable, has the value `value` from here on. The arguments are as for `debug_declare`."""
        self._describe(DBG_VALUE, value, variable, expression)

    def _describe(self, kind: str, value: Value, variable: MDNode, expression: DIExpression | None) -> None:
        name = _INTRINSICS[kind]
        self._own(value, name)
        if not isinstance(variable, SpecializedNode) or variable.spec.name != "DILocalVariable":
            raise TypeError(f"{name}: expected a DILocalVariable, not {variable!r}")
        if expression is None:
            expression = DIExpression.get(self._context, [])
        if not isinstance(expression, DIExpression):
            raise TypeError(f"{name}: expected a DIExpression, not {expression!r}")
        location = self._location
        if location is None:
            raise ValueError(f"{name}: the builder has no debug location; set_line sets one")
        wrapped = ValueAsMetadata.get(self._context, value)
        if self._version < DEBUG_RECORDS.since:
            parts: list[Metadata] = [wrapped, variable, expression]
            self.intrinsic(name, [], [MetadataAsValue.get(self._context, part) for part in parts])
            return
        record = DebugRecord(kind, wrapped, variable, expression, location)
        anchor = self._anchor
        if anchor is None:
            self._block.trailing_debug_records = [*(self._block.trailing_debug_records or []), record]
        else:
            anchor.debug_records = [*(anchor.debug_records or []), record]
