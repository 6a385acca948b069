"""Fields of nodes, and locations of variables, that an older LLVM does not have, or has in another form.

A variable whose location is lost stays; its place is unknown.
"""

from __future__ import annotations

from typing import Final, final

from pyllvm.ir.constants import UNDEF, ConstantInt, SimpleConstant
from pyllvm.ir.function import Function, Instruction
from pyllvm.ir.instructions import CallBase
from pyllvm.ir.metadata import (
    DebugRecord,
    DIArgList,
    DIExpression,
    MDNode,
    MDString,
    Metadata,
    MetadataAsValue,
    SpecializedNode,
    ValueAsMetadata,
    specialized_key,
)
from pyllvm.ir.module import Module
from pyllvm.ir.types import Context
from pyllvm.migrations.debug_info.equal_nodes import merge_equal_nodes
from pyllvm.migrations.instruction_index import InstructionIndex
from pyllvm.migrations.loss import DEBUG_INFO, DROPPED, Loss, Losses
from pyllvm.schema.expression import FRAGMENT
from pyllvm.schema.kinds import Extent, Flags
from pyllvm.schema.names import Name
from pyllvm.schema.node import NodeSpec
from pyllvm.tables.bitcode_versions import IMPLICIT_CODE_SINCE
from pyllvm.tables.dwarf_operations import EXPRESSION
from pyllvm.tables.features import ARGUMENT_LISTS
from pyllvm.tables.intrinsic_names import DECLARE_INTRINSIC, VALUE_INTRINSIC
from pyllvm.versions import SUPPORTED


def set_field(module: Module, node: SpecializedNode, field: str, value: object) -> None:
    """Change one field of a node in its place; nodes that are unique stay found by what they hold."""
    set_operand(module, node, node.spec.index_of(field), value)


def set_operand(module: Module, node: SpecializedNode, index: int, value: object) -> None:
    """The same by the place of the field."""
    known = module.context.metadata
    before = specialized_key(node.spec, node.operands)
    is_unique = known.get(before) is node
    node.operands[index] = value
    if is_unique:
        del known[before]
        known.setdefault(specialized_key(node.spec, node.operands), node)


def nodes_of_kind(module: Module, name: str) -> list[SpecializedNode]:
    """The specialized nodes with this name, such as DIModule."""
    return [node for node in module.metadata_nodes() if isinstance(node, SpecializedNode) and node.spec.name == name]


def set_fields(module: Module, node: SpecializedNode, values: dict[str, object]) -> None:
    """Set fields of a node, which stays the node of its content."""
    known = module.context.metadata
    key = specialized_key(node.spec, node.operands)
    is_known = known.get(key) is node
    if is_known:
        del known[key]
    for field, value in values.items():
        node.operands[node.spec.index_of(field)] = value
    if is_known:
        known[specialized_key(node.spec, node.operands)] = node


# --- Drops the fields of debug information's nodes that the LLVM that is asked for does not have: `tables.metadata_nodes` has
# when.
#
# Nodes that differ in such a field alone become one, as they do where that LLVM reads them.

_LOCATION: Final = "DILocation"


def drop_fields(module: Module, nodes: list[MDNode], version: int, losses: Losses) -> None:
    """Set what LLVM `version` has no field for, in any of the module's nodes, to what it is where text omits it.

    LLVM 21:
        !named = !{!0}
        !0 = !DILabel(scope: !1, name: "l", file: !1, line: 1, column: 3)
        !1 = !DIFile(filename: "a.c", directory: "")
    LLVM 20:
        !named = !{!0}
        !0 = !DILabel(scope: !1, name: "l", file: !1, line: 1)
        !1 = !DIFile(filename: "a.c", directory: "")
    """
    is_changed = False
    places_of: dict[str, list[_Place]] = {}
    for node in nodes:
        if not isinstance(node, SpecializedNode) or version < node.spec.since:
            continue
        if node._is_packed and version >= IMPLICIT_CODE_SINCE:
            continue
        places = places_of.get(node.spec.name)
        if places is None:
            places = _places(node.spec, version)
            places_of[node.spec.name] = places
        operands = node.operands
        drops = False
        for place in places:
            value = operands[place.index]
            if value is None or value is False or (isinstance(value, int) and value == place.default):
                continue
            kept = place.kept(value)
            # Compiled code makes another object of an equal number.
            if kept is not value and kept != value:
                operands[place.index] = kept
                drops = True
                names = place.dropped_names(value, kept)
                for name in names:
                    losses.drop(f"'{name.text}' of !{node.spec.name}", name.since, until=name.until, grade=DEBUG_INFO)
                if not names:
                    losses.add(place.loss)
        if drops:
            is_changed = True
            if node.spec.name == _LOCATION:
                # Most of them hold no more than every LLVM knows by now, and all that follows has less to do with these.
                node._pack()
    if is_changed:
        merge_equal_nodes(module, nodes)


def _places(spec: NodeSpec, version: int) -> list[_Place]:
    """The operands that `version` does not hold, or whose flags it may not have."""
    return [
        _Place(spec, index, version)
        for index, field in enumerate(spec.fields)
        if isinstance(field.kind, Flags) or spec.lacks(index, version)
    ]


@final
class _Place:
    """An operand of a kind of node, and what LLVM `version` can hold of it."""

    def __init__(self, spec: NodeSpec, index: int, version: int) -> None:
        field = spec.fields[index]
        labels = [label for label in spec.labels if label.index == index]
        current = [label for label in labels if label.since <= version <= label.until]
        whole = [label for label in labels if not label.mask]
        self.index: Final = index
        self.default: Final[object] = field.default
        since = min([label.since for label in whole], default=0)
        until = max([label.until for label in whole], default=0)
        # The loss of this field in any node: nothing tells the nodes apart, and there may be as many as instructions.
        self.loss: Final = Loss(f"'{field.name}:' of !{spec.name}", since, until, None, None, DROPPED, DEBUG_INFO)
        self._is_kept: Final = not labels
        self._is_whole: Final = any(not label.mask for label in current)
        # The bits that other fields hold.
        self._bits = 0
        for label in current:
            self._bits |= label.mask << label.shift
        self._replacement: Final[object] = 0 if isinstance(field.kind, Extent) else field.default
        self._newer: Final[list[Name]] = []
        known = unknown = 0
        if isinstance(field.kind, Flags):
            for name in field.kind.table.table.names():
                if name.since <= version <= name.until:
                    known |= name.number
                else:
                    unknown |= name.number
                    self._newer.append(name)
        # The flags that have no name.
        self._nameless: Final = unknown & ~known

    def kept(self, value: object) -> object:
        """The part of a value that the version can hold."""
        if self._is_kept or (isinstance(value, MDString) and not value.text):
            return value
        if self._is_whole:
            return value & ~self._nameless if isinstance(value, int) and value & self._nameless else value
        if isinstance(value, int):
            return value & self._bits if self._bits else self.default
        return self._replacement

    def dropped_names(self, value: object, kept: object) -> list[Name]:
        """The names of the flags that are gone; none where the field itself is."""
        if not isinstance(value, int) or not isinstance(kept, int):
            return []
        gone = value & ~kept
        return [name for name in self._newer if name.number & gone]


def numbers_to_constants(context: Context, node: SpecializedNode, places: list[int]) -> None:
    """Replace the operands of a node at these places that are numbers."""
    places = [place for place in places if isinstance(node.operands[place], int)]
    if not places:
        return
    before = specialized_key(node.spec, node.operands)
    wide = context.integer(64)
    for index in places:
        value = node.operands[index]
        assert isinstance(value, int)
        node.operands[index] = ValueAsMetadata.get(context, ConstantInt.get(wide, value))
    if context.metadata.get(before) is node:
        del context.metadata[before]
        context.metadata.setdefault(specialized_key(node.spec, node.operands), node)


_FRAGMENT_ELEMENTS: Final = 3
_LOCATED: Final = (VALUE_INTRINSIC, DECLARE_INTRINSIC)


def drop_locations(module: Module, bodies: InstructionIndex, version: int, losses: Losses) -> None:
    """Make every location undefined whose expression LLVM `version` does not have."""
    context = module.context
    for name in _LOCATED:
        declared = module.get(name)
        if isinstance(declared, Function):
            for user in reversed(declared.users):
                if isinstance(user, CallBase) and user.callee is declared:
                    _settle_call(context, user, version, losses)
    for block in bodies.found().recorded:
        for instruction in block.instructions:
            for record in instruction.debug_records or ():
                _settle_record(context, record, version, losses, block.parent, instruction)


def _settle_call(context: Context, call: CallBase, version: int, losses: Losses) -> None:
    location, expression = call.operands[0], call.operands[2]
    if not isinstance(location, MetadataAsValue) or not isinstance(expression, MetadataAsValue):
        return
    found = expression.metadata
    if not isinstance(found, DIExpression) or _is_known(location.metadata, found, version):
        return
    undefined = _undefined(context, location.metadata)
    if undefined is not None:
        call.put_operand(0, MetadataAsValue.get(context, undefined))
        call.put_operand(2, MetadataAsValue.get(context, _fragment(context, found)))
        _note(location.metadata, found, version, losses, call.function, call)


def _settle_record(
    context: Context, record: DebugRecord, version: int, losses: Losses, function: Function | None, instruction: Instruction
) -> None:
    found = record.expression
    if not isinstance(found, DIExpression) or _is_known(record.location, found, version):
        return
    undefined = _undefined(context, record.location)
    if undefined is not None:
        _note(record.location, found, version, losses, function, instruction)
        record.location = undefined
        record.expression = _fragment(context, found)


def _is_known(location: Metadata | None, expression: DIExpression, version: int) -> bool:
    if isinstance(location, DIArgList) and not ARGUMENT_LISTS.is_in(version):
        return False
    if EXPRESSION.is_valid(expression.elements, version):
        return True
    return not any(EXPRESSION.is_valid(expression.elements, newer) for newer in SUPPORTED)


def _undefined(context: Context, location: Metadata | None) -> Metadata | None:
    if isinstance(location, DIArgList):
        location = location.arguments[0] if location.arguments else None
    if not isinstance(location, ValueAsMetadata):
        return None
    return ValueAsMetadata.get(context, SimpleConstant.get(location.value.type, UNDEF))


def _fragment(context: Context, expression: DIExpression) -> DIExpression:
    """The part of the variable that the location was of."""
    last = expression.elements[-_FRAGMENT_ELEMENTS:]
    return DIExpression.get(context, last if len(last) == _FRAGMENT_ELEMENTS and last[0] == FRAGMENT else [])


def _note(
    location: Metadata | None,
    expression: DIExpression,
    version: int,
    losses: Losses,
    function: Function | None,
    instruction: Instruction,
) -> None:
    since = next(newer for newer in SUPPORTED if newer > version and _is_known(location, expression, newer))
    losses.drop("location of a variable", since, function, instruction, grade=DEBUG_INFO)
