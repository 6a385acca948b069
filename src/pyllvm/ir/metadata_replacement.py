"""Updates metadata and debug records when a value they refer to is replaced or deleted (ValueAsMetadata::handleRAUW).

All metadata that refers to one value shares one `ValueAsMetadata`. Changing the value of that object updates nodes, argument
lists, debug records and operands of calls at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, final

from pyllvm.ir.above import register
from pyllvm.ir.constants import POISON, UNDEF, Constant, SimpleConstant
from pyllvm.ir.edits import EDITS
from pyllvm.ir.function import Argument, Function, Instruction
from pyllvm.ir.global_values import GlobalValue
from pyllvm.ir.metadata import DebugRecord, DIArgList, MDNode, MDTuple, Metadata, MetadataAsValue, ValueAsMetadata
from pyllvm.ir.odr import content_key
from pyllvm.ir.types import Context
from pyllvm.ir.value import MetadataEdits, ModuleOwner, Value
from pyllvm.tables.debug_info_versions import CONSTANTS_POISON_SINCE, POISON_SINCE
from pyllvm.versions import NEWEST


def follow_replacement(old: Value, new: Value) -> None:
    """Make metadata that refers to `old` refer to `new`."""
    if isinstance(old, Constant):
        if isinstance(new, Constant):
            let_stand_for(old, new)
        else:
            _forget(old, _owner_of(old))
        return
    if not isinstance(new, Constant):
        before = _function_of(old)
        after = _function_of(new)
        if before is not None and after is not None and before is not after:
            follow_deletion(old)
            return
    let_stand_for(old, new)


def follow_in_turn(old: Value, new: Value) -> None:
    """Do the same for a constant that is replaced because one of its operands was replaced."""
    if old in old.type.context.metadata:
        follow_replacement(old, new)


def follow_deletion(local: Value) -> None:
    """Make metadata that refers to a deleted local value refer to undef or poison (Instruction's destructor)."""
    let_stand_for(local, _placeholder(local, _owner_of(local)))


def forget_in_metadata(constant: Constant, owner: ModuleOwner | None = None) -> None:
    """Make nodes that refer to a deleted constant refer to nothing; they become distinct. All but symbols need the `owner`."""
    _forget(constant, _owner_of(constant) if owner is None else owner)


@final
class ForgottenConstants:
    """Forgets many constants of a module in its metadata, which is searched once, when the first of them is met."""

    def __init__(self, owner: ModuleOwner) -> None:
        self._owner: Final = owner
        # The operands of nodes that refer to each value.
        self._users: dict[object, list[tuple[MDNode, int]]] | None = None

    def forget(self, constant: Value) -> None:
        """Make metadata that refers to a deleted constant refer to nothing; nodes become distinct."""
        wrapped = self.forget_in_nodes(constant)
        if wrapped is not None:
            _forget_wrapper(constant, wrapped, self._owner)

    def forget_in_nodes(self, constant: Value) -> ValueAsMetadata | None:
        """Do this in nodes alone, and return what wraps the constant."""
        context = constant.type.context
        wrapped = context.metadata.get(constant)
        if not isinstance(wrapped, ValueAsMetadata):
            return None
        users = self._users
        if users is None:
            users = _users_of_values(self._owner.metadata_nodes())
            self._users = users
        for one in wrapped._wrappers():
            for node, position in users.get(one, ()):
                _make_distinct(context, node)
                node.operands[position] = None
        return wrapped


def _users_of_values(nodes: Sequence[object]) -> dict[object, list[tuple[MDNode, int]]]:
    users: dict[object, list[tuple[MDNode, int]]] = {}
    for node in nodes:
        if isinstance(node, MDNode):
            for position, operand in enumerate(node.operands):
                if isinstance(operand, ValueAsMetadata):
                    users.setdefault(operand, []).append((node, position))
    return users


def merge_wrappers(context: Context, functions: list[Function]) -> None:
    """Let debug records and argument lists in functions that were read share one wrapper of each value.

    Where constants were removed, several wrappers of one placeholder may be left.
    """
    known = context.metadata
    for operand in list(known.values()):
        if isinstance(operand, MetadataAsValue) and isinstance(operand.metadata, DIArgList):
            _merged(known, operand.metadata)
    for function in functions:
        if not function.is_materialized:
            continue
        for block in function.blocks:
            for instruction in block.instructions:
                if instruction.debug_records is not None:
                    _merge_in_records(known, instruction.debug_records)
            if block.trailing_debug_records is not None:
                _merge_in_records(known, block.trailing_debug_records)


def _merge_in_records(known: dict[object, object], records: list[DebugRecord]) -> None:
    for record in records:
        record.location = _merged(known, record.location)
        record.address = _merged(known, record.address)


def _merged(known: dict[object, object], metadata: Metadata | None) -> Metadata | None:
    """The one wrapper of the same value; an argument list itself, with such wrappers."""
    if isinstance(metadata, ValueAsMetadata):
        found = known.get(metadata.value)
        return found if isinstance(found, ValueAsMetadata) else metadata
    if isinstance(metadata, DIArgList):
        for index, argument in enumerate(metadata.arguments):
            other = known.get(argument.value)
            if isinstance(other, ValueAsMetadata):
                metadata.arguments[index] = other
    return metadata


def let_stand_for(old: Value, new: Value) -> None:
    """Make the wrapper of `old`, if it has one, the wrapper of `new`."""
    context = old.type.context
    wrapped = context.metadata.get(old)
    if isinstance(wrapped, ValueAsMetadata):
        wrapped.wrap_instead(context, new)


def _forget(constant: Value, owner: ModuleOwner | None) -> None:
    context = constant.type.context
    wrapped = context.metadata.get(constant)
    if not isinstance(wrapped, ValueAsMetadata):
        return
    nodes = owner.metadata_nodes() if owner is not None else list(context.metadata.values())
    wrappers = set(wrapped._wrappers())
    for node in nodes:
        if isinstance(node, MDNode) and not wrappers.isdisjoint(node.operands):
            _make_distinct(context, node)
            node.operands[:] = [None if operand in wrappers else operand for operand in node.operands]
    _forget_wrapper(constant, wrapped, owner)


def _make_distinct(context: Context, node: MDNode) -> None:
    if node.is_distinct:
        return
    key = content_key(node)
    if context.metadata.get(key) is node:
        del context.metadata[key]
    node.is_distinct = True


def _forget_wrapper(constant: Value, wrapped: ValueAsMetadata, owner: ModuleOwner | None) -> None:
    for one in wrapped._wrappers():
        _forget_operand(constant.type.context, one)
    # what debug records and argument lists refer to
    let_stand_for(constant, _placeholder(constant, owner))


def _forget_operand(context: Context, wrapped: ValueAsMetadata) -> None:
    """A null operand refers to an empty node."""
    operand = context.metadata.pop(("value", wrapped), None)
    if isinstance(operand, MetadataAsValue):
        empty = MDTuple.get(context, [])
        operand.metadata = empty
        EDITS.add()
        known = context.metadata.setdefault(("value", empty), operand)
        if isinstance(known, MetadataAsValue) and known is not operand:
            operand.move_uses_to(known)


def _placeholder(value: Value, owner: ModuleOwner | None) -> SimpleConstant:
    version = NEWEST if owner is None else owner.language
    since = CONSTANTS_POISON_SINCE if isinstance(value, Constant) else POISON_SINCE
    return SimpleConstant.get(value.type, POISON if version >= since else UNDEF)


def _function_of(value: Value) -> Function | None:
    if isinstance(value, Instruction):
        return value.function
    if isinstance(value, Argument):
        return value.parent
    return None


def _owner_of(value: Value) -> ModuleOwner | None:
    if isinstance(value, GlobalValue):
        return value.parent
    function = _function_of(value)
    return None if function is None else function.parent


class _MetadataEdits(MetadataEdits):
    def follow_replacement(self, old: Value, new: Value) -> None:
        follow_replacement(old, new)

    def follow_in_turn(self, old: Value, new: Value) -> None:
        follow_in_turn(old, new)

    def follow_deletion(self, local: Value) -> None:
        follow_deletion(local)

    def forget(self, symbol: Value) -> None:
        assert isinstance(symbol, Constant)
        forget_in_metadata(symbol)


def register_edits() -> None:
    """Let `above(MetadataEdits)` find what is here."""
    register(MetadataEdits, _MetadataEdits())
