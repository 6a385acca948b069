"""Nodes that are known by a name rather than by all of their content: composite types with an identifier, and their members.

A program has each such type once (C++'s One Definition Rule), so that modules which are joined can share it: the context then
holds `types_by_identifier`. Members are known by their names in any case.
"""

from __future__ import annotations

from pyllvm.ir.metadata import MDNode, MDString, MDTuple, SpecializedNode, specialized_key
from pyllvm.ir.types import Context
from pyllvm.schema import NodeSpec
from pyllvm.tables.dwarf import FLAG_FWD_DECL, SUBPROGRAM_DEFINITION, TAG_MEMBER


def unique_node(context: Context, spec: NodeSpec, operands: list[object]) -> SpecializedNode:
    """The uniqued node with these operands. A member of a type with an identifier is one with every member of its name there."""
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
    """What a member of a type with an identifier is known by; None for any other node (MDNodeSubsetEqualImpl)."""
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


def shared_type(context: Context, spec: NodeSpec, operands: list[object]) -> SpecializedNode | None:
    """The one type of its identifier, where modules share types: of the operands' making, or made before.

    A declaration that was made before becomes what these operands define. None where the node is no such type, and where the
    identifier is that of a type of another kind (DICompositeType::buildODRType).
    """
    types = context.types_by_identifier
    if types is None or spec.name != "DICompositeType":
        return None
    identifier = operands[spec.index_of("identifier")]
    if not isinstance(identifier, MDString) or not identifier.text:
        return None
    found = types.get(identifier.text)
    if found is None:
        made = SpecializedNode(spec, operands, True)
        types[identifier.text] = made
        return made
    assert isinstance(found, SpecializedNode)
    tag = spec.index_of("tag")
    if found.operands[tag] != operands[tag]:
        return None
    flags = spec.index_of("flags")
    if _is_declaration(found.operands[flags]) and not _is_declaration(operands[flags]):
        found.operands[:] = operands
    return found


def _is_declaration(flags: object) -> bool:
    return isinstance(flags, int) and flags & FLAG_FWD_DECL != 0


def unify_nodes(context: Context, candidates: list[MDNode], nodes: list[MDNode]) -> dict[MDNode, MDNode]:
    """Make uniqued nodes that were made apart from the others one with those that have the same content.

    `nodes` are all that may have them as operands. What is given back says which node took whose place.
    """
    same: dict[MDNode, MDNode] = {}
    pending = candidates
    while pending:
        replaced: set[MDNode] = set()
        for node in pending:
            if node in same:
                continue
            key = content_key(node)
            found = context.metadata.get(key)
            if found is None:
                context.metadata[key] = node
            elif found is not node and isinstance(found, MDNode):
                same[node] = found
                replaced.add(node)
        pending = []
        if not replaced:
            break
        for node in nodes:
            if node in same or not any(isinstance(operand, MDNode) and operand in replaced for operand in node.operands):
                continue
            if not node.is_distinct:
                _forget(context, node)
                pending.append(node)
            node.operands[:] = [_last(same, operand) for operand in node.operands]
    return {node: _last_node(same, found) for node, found in same.items()}


def _last(same: dict[MDNode, MDNode], operand: object) -> object:
    return _last_node(same, operand) if isinstance(operand, MDNode) else operand


def _last_node(same: dict[MDNode, MDNode], node: MDNode) -> MDNode:
    while node in same:
        node = same[node]
    return node


def content_key(node: MDNode) -> object:
    """What a node is found by in its context."""
    if isinstance(node, SpecializedNode):
        key = member_key(node.spec, node.operands)
        return specialized_key(node.spec, node.operands) if key is None else key
    assert isinstance(node, MDTuple)
    return (None, tuple(node.operands))


def _forget(context: Context, node: MDNode) -> None:
    key = content_key(node)
    if context.metadata.get(key) is node:
        del context.metadata[key]
