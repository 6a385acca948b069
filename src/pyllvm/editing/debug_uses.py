"""Debug records and calls of debug intrinsics of a function, in one form."""

from __future__ import annotations

from typing import Final, final

from pyllvm.ir.function import Function
from pyllvm.ir.instructions import CallInst
from pyllvm.ir.metadata import (
    DBG_ASSIGN,
    DBG_DECLARE,
    DBG_VALUE,
    DebugRecord,
    DIArgList,
    DIExpression,
    MDNode,
    Metadata,
    MetadataAsValue,
    ValueAsMetadata,
    values_of,
)
from pyllvm.ir.types import Context
from pyllvm.ir.value import Value
from pyllvm.schema.expression import ARG, DEREF
from pyllvm.tables.intrinsic_names import ADDRESS_INTRINSIC, ASSIGN_INTRINSIC, DECLARE_INTRINSIC, VALUE_INTRINSIC

# llvm.dbg.addr is about an address, as llvm.dbg.declare is.
_KINDS: Final = {
    DECLARE_INTRINSIC: DBG_DECLARE,
    ADDRESS_INTRINSIC: DBG_DECLARE,
    VALUE_INTRINSIC: DBG_VALUE,
    ASSIGN_INTRINSIC: DBG_ASSIGN,
}
# The operands of the calls.
_LOCATION: Final = 0
_VARIABLE: Final = 1
_EXPRESSION: Final = 2
_ASSIGN_ID: Final = 3
_ADDRESS: Final = 4
_ADDRESS_EXPRESSION: Final = 5
_ARG_LENGTH: Final = 2
_LATER: Final = 1 << 62


@final
class DebugUse:
    """A debug record, or a call of a debug intrinsic, about a variable: one of the two is there."""

    def __init__(self, kind: str, variable: Metadata, expression: DIExpression, place: MDNode | None) -> None:
        self.kind = kind
        self.variable = variable
        self.expression: DIExpression = expression
        """How the variable follows from the location."""
        self.debug_location = place
        """The place in the source."""
        self.record: DebugRecord | None = None
        self.call: CallInst | None = None

    @property
    def location(self) -> Metadata | None:
        """The place of the variable, or its value."""
        return self._operand(_LOCATION) if self.record is None else self.record.location

    def set_location(self, context: Context, location: Metadata) -> None:
        """Say it otherwise."""
        if self.record is None:
            self._set_operand(context, _LOCATION, location)
        else:
            self.record.location = location

    def set_expression(self, context: Context, expression: DIExpression) -> None:
        """Let the variable follow from the location in another way."""
        self.expression = expression
        if self.record is None:
            self._set_operand(context, _EXPRESSION, expression)
        else:
            self.record.expression = expression

    @property
    def assign_id(self) -> Metadata | None:
        """The node that an assignment shares with its stores."""
        if self.kind != DBG_ASSIGN:
            return None
        return self._operand(_ASSIGN_ID) if self.record is None else self.record.assign_id

    @property
    def address(self) -> Value | None:
        """The address of an assignment."""
        if self.kind != DBG_ASSIGN:
            return None
        address = self._operand(_ADDRESS) if self.record is None else self.record.address
        return address.value if isinstance(address, ValueAsMetadata) else None

    @property
    def address_expression(self) -> DIExpression | None:
        """How the place of an assignment follows from its address."""
        found = self._operand(_ADDRESS_EXPRESSION) if self.record is None else self.record.address_expression
        return found if isinstance(found, DIExpression) else None

    def set_address(self, context: Context, address: Value, expression: DIExpression) -> None:
        """Set both."""
        wrapped = ValueAsMetadata.get(context, address)
        if self.record is None:
            self._set_operand(context, _ADDRESS, wrapped)
            self._set_operand(context, _ADDRESS_EXPRESSION, expression)
        else:
            self.record.address = wrapped
            self.record.address_expression = expression

    @property
    def is_erased(self) -> bool:
        """Whether it is a call that was erased."""
        return self.call is not None and self.call.parent is None

    @property
    def starts_with_deref(self) -> bool:
        """Whether the expression begins with a dereference."""
        elements = self.expression.elements
        if elements and elements[0] == ARG:
            elements = elements[_ARG_LENGTH:]
        return bool(elements) and elements[0] == DEREF

    def _operand(self, place: int) -> Metadata | None:
        call = self.call
        operand = call.operands[place] if call is not None and place < call.argument_count else None
        return operand.metadata if isinstance(operand, MetadataAsValue) else None

    def _set_operand(self, context: Context, place: int, metadata: Metadata) -> None:
        if self.call is not None:
            self.call.put_operand(place, MetadataAsValue.get(context, metadata))


@final
class DebugUses:
    """The debug uses of one function, by what they are about."""

    def __init__(self, function: Function) -> None:
        self.by_value: dict[Value, list[DebugUse]] = {}
        """The uses whose location names a value, or one of whose values it is, and the assignments at an address."""
        self.by_assign_id: dict[Metadata, list[DebugUse]] = {}
        """The assignments that share a node with stores."""
        self._lists: dict[tuple[Value, ...], DIArgList] = {}
        for block in function.blocks:
            for instruction in block.instructions:
                for record in instruction._debug_records or ():
                    self._add_record(record)
                if isinstance(instruction, CallInst):
                    self._add_call(instruction)
            for record in block._trailing_debug_records or ():
                self._add_record(record)
        for uses in [*self.by_value.values(), *self.by_assign_id.values()]:
            uses.sort(key=_creation_of)

    def _add_record(self, record: DebugRecord) -> None:
        if isinstance(record.expression, DIExpression):
            use = DebugUse(record.kind, record.variable, record.expression, record.debug_location)
            use.record = record
            self._add(use)

    def _add_call(self, call: CallInst) -> None:
        callee = call.callee
        kind = _KINDS.get(callee.name) if isinstance(callee, Function) else None
        if kind is None:
            return
        parts = [one.metadata if isinstance(one, MetadataAsValue) else None for one in call.arguments]
        if len(parts) <= _EXPRESSION:
            return
        variable, expression = parts[_VARIABLE], parts[_EXPRESSION]
        if variable is not None and isinstance(expression, DIExpression):
            use = DebugUse(kind, variable, expression, call.debug_location)
            use.call = call
            self._add(use)

    def _add(self, use: DebugUse) -> None:
        assign_id = use.assign_id
        if assign_id is not None:
            self.by_assign_id.setdefault(assign_id, []).append(use)
        self._add_values(use)

    def list_of(self, context: Context, values: list[Value]) -> DIArgList:
        """The one list of these values in the function."""
        found = self._lists.get(tuple(values))
        if found is None:
            found = DIArgList([ValueAsMetadata.get(context, value) for value in values])
            self._lists[tuple(values)] = found
        return found

    def _add_values(self, use: DebugUse) -> None:
        location = use.location
        values = values_of(location)
        if isinstance(location, DIArgList):
            self._lists.setdefault(tuple(values), location)
        address = use.address
        for value in dict.fromkeys(values if address is None else [*values, address]):
            known = self.by_value.setdefault(value, [])
            if use not in known:
                known.append(use)

    def uses_of(self, value: Value) -> list[DebugUse]:
        """The uses of a value in LLVM's order: uses of the value alone, the last one first, and then lists."""
        found = [use for use in self.by_value.get(value, []) if not use.is_erased]
        lists = [use for use in found if isinstance(use.location, DIArgList) and use.address is not value]
        return [use for use in reversed(found) if use not in lists] + lists

    def follow(self, gone: Value, uses: list[DebugUse]) -> None:
        """Note that these uses are now about other values than this one, which goes."""
        self.by_value.pop(gone, None)
        for use in uses:
            self._add_values(use)


def _creation_of(use: DebugUse) -> int:
    """The place of a record among those whose order is noted; the others were made later."""
    return (use.record._creation if use.record is not None else 0) or _LATER
