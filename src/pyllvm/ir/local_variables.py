"""The local variables of functions, as debug information has them, and where they live."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from pyllvm.ir.metadata import (
    DBG_ASSIGN,
    DBG_DECLARE,
    DBG_LABEL,
    DBG_VALUE,
    DebugRecord,
    DIArgList,
    DIExpression,
    MDNode,
    Metadata,
    MetadataAsValue,
    SpecializedNode,
    ValueAsMetadata,
)
from pyllvm.ir.source_code import DebugView, SourceLocation, Subprogram, subprogram_around
from pyllvm.ir.type_names import node_in, nodes_in, number_in
from pyllvm.tables.intrinsic_names import ASSIGN_INTRINSIC, DECLARE_INTRINSIC, VALUE_INTRINSIC

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pyllvm.ir.basic_block import BasicBlock
    from pyllvm.ir.instruction import Instruction
    from pyllvm.ir.value import Value

_VARIABLE: Final = "DILocalVariable"
_KINDS: Final = {VALUE_INTRINSIC: DBG_VALUE, DECLARE_INTRINSIC: DBG_DECLARE, ASSIGN_INTRINSIC: DBG_ASSIGN}


@final
class VariablePlace:
    """Where a variable lives from some instruction on: what a debug record, or a call of `llvm.dbg.value` and its like, says."""

    def __init__(self, kind: str, value: Metadata | None, expression: Metadata | None, at: Instruction | None) -> None:
        self.kind: Final = kind
        """"declare": the value is the address. "value": it is the value. "assign": the value was stored at `address`."""
        self.values: Final = _values_in(value)
        """The value, or several that the expression combines; none if the variable has no value any more."""
        self.expression: Final = expression if isinstance(expression, DIExpression) else None
        """The computation that makes the value, or the address, from the values."""
        self.instruction: Final = at
        """The instruction after the record, or the call itself; None behind the last instruction of a block."""
        self.address: Value | None = None
        """Where an assign stores the value; None for other kinds."""
        self.record: DebugRecord | None = None
        """The debug record; None if this is a call."""
        self._debug_location: MDNode | None = None

    @property
    def location(self) -> SourceLocation | None:
        """The location of the record or call: its scope, and where the variable's function was inlined."""
        return SourceLocation.of(self._debug_location)

    def __repr__(self) -> str:
        return f"<VariablePlace {self.kind}: {', '.join([repr(value) for value in self.values]) or 'none'}>"


@final
class LocalVariable(DebugView):
    """A local variable or a parameter, a `!DILocalVariable`, of one function. If it was inlined twice, it is there twice."""

    def __init__(self, node: SpecializedNode, inlined_at: SourceLocation | None) -> None:
        super().__init__(node)
        self.inlined_at: Final = inlined_at
        """The location of the call with which the variable's function was inlined; None if it was not."""
        self.places: Final[list[VariablePlace]] = []
        """Where it lives, in the order of the instructions; empty if it was optimized away."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, LocalVariable) and other.node is self.node and other.inlined_at == self.inlined_at

    def __hash__(self) -> int:
        return hash(self.node)

    @property
    def argument_number(self) -> int:
        """The number of the parameter, from 1; 0 for another variable."""
        return number_in(self.node, "arg")

    @property
    def subprogram(self) -> Subprogram | None:
        """The function in whose source the variable is."""
        return subprogram_around(self.node)


def _values_in(metadata: Metadata | None) -> list[Value]:
    if isinstance(metadata, ValueAsMetadata):
        return [metadata.value]
    return [one.value for one in metadata.arguments] if isinstance(metadata, DIArgList) else []


def local_variables(blocks: Sequence[BasicBlock], subprogram: Subprogram | None) -> list[LocalVariable]:
    """The variables that blocks describe, in the order in which they come; then those that only the subprogram retains."""
    found: dict[tuple[Metadata, MDNode | None], LocalVariable] = {}
    for block in blocks:
        for instruction in block.instructions:
            for record in instruction.debug_records or ():
                _add_record(found, record, instruction)
            if instruction.opcode_name == "call":
                _add_call(found, instruction)
        for record in block.trailing_debug_records or ():
            _add_record(found, record, None)
    if subprogram is not None:
        for node in nodes_in(subprogram.node, "retainedNodes"):
            if isinstance(node, SpecializedNode) and node.spec.name == _VARIABLE:
                found.setdefault((node, None), LocalVariable(node, None))
    return list(found.values())


def _add_record(
    found: dict[tuple[Metadata, MDNode | None], LocalVariable], record: DebugRecord, instruction: Instruction | None
) -> None:
    if record.kind == DBG_LABEL:
        return
    place = VariablePlace(record.kind, record.location, record.expression, instruction)
    place.record = record
    _add(found, place, record.variable, record.debug_location, record.address)


def _add_call(found: dict[tuple[Metadata, MDNode | None], LocalVariable], call: Instruction) -> None:
    kind = _KINDS.get(call.operands[-1].name)
    if kind is None:
        return
    # LLVM 5 has an offset behind the value.
    operands = [one.metadata for one in call.operands if isinstance(one, MetadataAsValue)]
    if len(operands) < 3:
        return
    place = VariablePlace(kind, operands[0], operands[2], call)
    _add(found, place, operands[1], call.debug_location, operands[4] if kind == DBG_ASSIGN and len(operands) > 4 else None)


def _add(
    found: dict[tuple[Metadata, MDNode | None], LocalVariable],
    place: VariablePlace,
    variable: Metadata,
    debug_location: MDNode | None,
    address: Metadata | None,
) -> None:
    if not isinstance(variable, SpecializedNode) or variable.spec.name != _VARIABLE:
        return
    place._debug_location = debug_location
    if address is not None:
        place.address = next(iter(_values_in(address)), None)
    inlined_at = node_in(debug_location, "inlinedAt")
    key = (variable, inlined_at)
    known = found.get(key)
    if known is None:
        known = LocalVariable(variable, SourceLocation.of(inlined_at))
        found[key] = known
    known.places.append(place)
