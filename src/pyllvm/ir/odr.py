"""Nodes identified by a name and not by their whole content: composite types with an identifier, and their members.

A program has each such type once (C++'s One Definition Rule), so that modules which are linked can share it. The context then
holds `types_by_identifier`. Members are always identified by their names.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from pyllvm.ir.metadata import MDNode, MDString, MDTuple, Metadata, SpecializedNode, specialized_key, tuple_key
from pyllvm.ir.types import Context
from pyllvm.tables.dwarf import FLAG_FWD_DECL, SUBPROGRAM_DEFINITION, TAG_MEMBER

if TYPE_CHECKING:
    from pyllvm.schema.node import NodeSpec

_DEFINED_AGAIN: Final = "two type definitions have the identifier '{}'"


def unique_node(context: Context, spec: NodeSpec, operands: list[object]) -> SpecializedNode:
    """The uniqued node with these operands. Members of an identified type with the same name are equal."""
    key = member_key(spec, operands)
    if key is None:
        return SpecializedNode.get(context, spec, operands)
    found = context.metadata.get(key)
    if found is None:
        found = SpecializedNode.get(context, spec, operands)
        context.metadata[key] = found
    assert isinstance(found, SpecializedNode)
    return found


def member_key(spec: NodeSpec, operands: list[object]) -> object | None:
    """The key of a member of a type with an identifier; None for any other node (MDNodeSubsetEqualImpl)."""
    is_derived = spec.name == "DIDerivedType"
    if not is_derived and spec.name != "DISubprogram":
        return None
    scope = operands[spec.index_of("scope")]
    if not isinstance(scope, SpecializedNode) or scope.spec.name != "DICompositeType" or scope["identifier"] is None:
        return None
    if is_derived:
        name = operands[spec.index_of("name")]
        tag = operands[spec.index_of("tag")]
        return ("member", scope, tag, name) if tag == TAG_MEMBER and name is not None else None
    linkage_name = operands[spec.index_of("linkageName")]
    flags = operands[spec.index_of("spFlags")]
    if linkage_name is None or not isinstance(flags, int) or flags & SUBPROGRAM_DEFINITION:
        return None
    return ("member function", scope, linkage_name, operands[spec.index_of("templateParams")])


@final
class KnownTypes:
    """The types with an identifier that a context has before a text is read, to return to if the text is not accepted."""

    def __init__(self, context: Context) -> None:
        self._types: Final = context.types_by_identifier
        # Reading makes declarations definitions, which gives them other lists of operands.
        self._operands: Final[dict[str, list[object]]] = {}
        if self._types is not None:
            for identifier, type in self._types.items():
                assert isinstance(type, SpecializedNode)
                self._operands[identifier] = type.operands

    def restore(self) -> None:
        """Forget the types that were read since then."""
        types = self._types
        if types is not None:
            for identifier in list(types):
                operands = self._operands.get(identifier)
                if operands is None:
                    del types[identifier]
                else:
                    type = types[identifier]
                    assert isinstance(type, SpecializedNode)
                    if type.operands is not operands:
                        type.operands = operands


def shared_type(context: Context, spec: NodeSpec, operands: list[object]) -> SpecializedNode | None:
    """The only type with this identifier, if modules share types: created from these operands, or created before.

    A declaration created before becomes the definition that these operands describe. None if the node is not such a type, or if
    the identifier belongs to a type of another kind (DICompositeType::buildODRType).
    """
    types = context.types_by_identifier
    if types is None or spec.name != "DICompositeType":
        return None
    identifier = operands[spec.index_of("identifier")]
    if not isinstance(identifier, MDString) or not identifier.text:
        return None
    found = types.get(identifier.text)
    if found is None:
        aside = None if context.types_of_others is None else context.types_of_others.get(identifier.text)
        if aside is not None and _tag(aside) != operands[spec.index_of("tag")]:
            return None
        made = SpecializedNode(spec, operands, True)
        types[identifier.text] = made
        return made
    assert isinstance(found, SpecializedNode)
    if _tag(found) != operands[spec.index_of("tag")]:
        return None
    if context.reading_notes is not None and _is_another_definition(found, operands):
        context.reading_notes.append(("debug-identifier", _DEFINED_AGAIN.format(identifier.text), found))
    _define(found, operands)
    return found


def _is_another_definition(found: SpecializedNode, operands: list[object]) -> bool:
    flags = found.spec.index_of("flags")
    return not _is_declaration(found.operands[flags]) and not _is_declaration(operands[flags]) and found.operands != operands


def _tag(type: object) -> object:
    return type["tag"] if isinstance(type, SpecializedNode) else None


def _define(found: SpecializedNode, operands: list[object]) -> None:
    """Let a declaration become the definition that these operands describe."""
    flags = found.spec.index_of("flags")
    if _is_declaration(found.operands[flags]) and not _is_declaration(operands[flags]):
        found.operands = operands


def _is_declaration(flags: object) -> bool:
    return isinstance(flags, int) and flags & FLAG_FWD_DECL != 0


def join_types(types: dict[str, object], others: dict[str, object]) -> dict[object, Metadata]:
    """Add types that were read while `types` were put aside. The result maps those that `types` has already to these.

    A declaration in `types` shares the operands of its definition in the others.
    """
    same: dict[object, Metadata] = {}
    for identifier, other in others.items():
        found = types.setdefault(identifier, other)
        if found is not other:
            assert isinstance(found, SpecializedNode) and isinstance(other, SpecializedNode)
            _define(found, other.operands)
            same[other] = found
    return same


def unify_nodes(context: Context, candidates: list[MDNode], nodes: list[MDNode]) -> dict[MDNode, MDNode]:
    """Merge uniqued nodes that were created apart with the existing nodes of the same content.

    `nodes` are all nodes that may have them as operands. The result maps each merged node to the node that replaced it.
    """
    same: dict[MDNode, MDNode] = {}
    users: dict[MDNode, list[int]] = {}
    pending = candidates
    while pending:
        replaced: list[MDNode] = []
        for node in pending:
            if node in same:
                continue
            key = content_key(node)
            found = context.metadata.get(key)
            if found is None:
                context.metadata[key] = node
            elif found is not node and isinstance(found, MDNode):
                same[node] = found
                replaced.append(node)
        pending = []
        if not replaced:
            break
        if not users:
            users = _users(nodes)
        changed: set[int] = set()
        for node in replaced:
            numbers = users.get(node)
            if numbers is not None:
                changed.update(numbers)
                users.setdefault(same[node], []).extend(numbers)
        for number in sorted(changed):
            node = nodes[number]
            if node in same:
                continue
            if not node.is_distinct:
                _forget(context, node)
                pending.append(node)
            node.operands[:] = [_last(same, operand) for operand in node.operands]
    return {node: _last_node(same, found) for node, found in same.items()}


def _users(nodes: list[MDNode]) -> dict[MDNode, list[int]]:
    """The places in `nodes` of those that have each node as an operand."""
    users: dict[MDNode, list[int]] = {}
    for number, node in enumerate(nodes):
        for operand in node.operands:
            if isinstance(operand, MDNode):
                users.setdefault(operand, []).append(number)
    return users


def _last(same: dict[MDNode, MDNode], operand: object) -> object:
    return _last_node(same, operand) if isinstance(operand, MDNode) else operand


def _last_node(same: dict[MDNode, MDNode], node: MDNode) -> MDNode:
    while node in same:
        node = same[node]
    return node


def content_key(node: MDNode) -> object:
    """The key of a node in its context."""
    if isinstance(node, SpecializedNode):
        key = member_key(node.spec, node.operands)
        return specialized_key(node.spec, node.operands) if key is None else key
    assert isinstance(node, MDTuple)
    return tuple_key(node.operands)


def _forget(context: Context, node: MDNode) -> None:
    key = content_key(node)
    if context.metadata.get(key) is node:
        del context.metadata[key]
