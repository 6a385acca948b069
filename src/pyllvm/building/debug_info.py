"""Debug information at the builder's position: the location of what is inserted, and where variables are."""

from __future__ import annotations

from mypy_extensions import trait

from pyllvm.building.call_methods import CallMethods
from pyllvm.building.metadata_nodes import debug_location
from pyllvm.building.python_constants import described
from pyllvm.ir.metadata import DBG_DECLARE, DBG_VALUE, DebugRecord, DIExpression, MDNode, SpecializedNode, ValueAsMetadata
from pyllvm.ir.types import POINTER
from pyllvm.ir.value import Value
from pyllvm.tables.features import DEBUG_RECORDS_SINCE
from pyllvm.tables.intrinsic_names import DEBUG_PREFIX

_VARIABLE = "DILocalVariable"


@trait
class DebugInfoMethods(CallMethods):
    """The methods for debug information."""

    def set_line(self, line: int, column: int, scope: MDNode, inlined_at: MDNode | None = None) -> None:
        """Set `debug_location` to a line and column, counted from 1, in a scope such as a DISubprogram.

        `inlined_at` is the location of the call if the code is inlined. Raises ValueError for a number that is too large.
        """
        self._location = debug_location(self._context, self._version, line, column, scope, inlined_at)

    def debug_declare(self, address: Value, variable: SpecializedNode, expression: DIExpression | None = None) -> None:
        """Record that a variable of the source, a DILocalVariable, is in memory at `address` from here on.

        This is a debug record since LLVM 19, and a call of llvm.dbg.declare before. `debug_location` must be set, or else
        ValueError is raised; TypeError if the address is not a pointer, or the variable is not a DILocalVariable.
        """
        if not isinstance(address, Value) or address.type.kind != POINTER:
            raise TypeError(f"debug_declare: the address must be a pointer, not {described(address)}")
        self._record(DBG_DECLARE, address, variable, expression)

    def debug_value(self, value: Value, variable: SpecializedNode, expression: DIExpression | None = None) -> None:
        """Record that a variable of the source, a DILocalVariable, has that value from here on.

        This is a debug record since LLVM 19, and a call of llvm.dbg.value before. `debug_location` must be set, or else
        ValueError is raised; TypeError if the variable is not a DILocalVariable.
        """
        self._check_value(value, "debug_value")
        self._record(DBG_VALUE, value, variable, expression)

    def _record(self, kind: str, value: Value, variable: SpecializedNode, expression: DIExpression | None) -> None:
        if not isinstance(variable, SpecializedNode) or variable.spec.name != _VARIABLE:
            raise TypeError(f"debug_{kind}: the variable must be a !DILocalVariable, not {variable}")
        location = self._location
        if location is None:
            raise ValueError(f"debug_{kind}: the builder has no debug location: see set_line")
        self._own(value, f"debug_{kind}")
        wrapped = ValueAsMetadata.get(self._context, value)
        operations = DIExpression.get(self._context, []) if expression is None else expression
        if self._version < DEBUG_RECORDS_SINCE:
            self.intrinsic(f"{DEBUG_PREFIX}{kind}", [], [wrapped, variable, operations])
            return
        record = DebugRecord(kind, wrapped, variable, operations, location)
        anchor = self._anchor
        if anchor is not None:
            anchor.debug_records = [*(anchor.debug_records or []), record]
        else:
            block = self._block
            block.trailing_debug_records = [*(block.trailing_debug_records or []), record]
