"""Helpers that the rules for debug info share: kinds of nodes, their constants, and access to fields."""

from __future__ import annotations

from typing import Final

from pyllvm.ir.metadata import MDString, MDTuple, SpecializedNode
from pyllvm.tables import dwarf
from pyllvm.verifier.state import State

SCOPES: Final = dwarf.TYPES | dwarf.LOCAL_SCOPES | {"DIFile", "DICompileUnit", "DINamespace", "DICommonBlock", "DIModule"}
NO_DESCRIPTIONS: Final = frozenset(
    ("DILocation", "DIGlobalVariableExpression", "DIMacro", "DIMacroFile", "DIAssignID", "DIArgList")
)


def is_kind(node: object, name: str) -> bool:
    """Whether the node is of this kind."""
    return isinstance(node, SpecializedNode) and node.spec.name == name


def is_type(node: object) -> bool:
    """Whether the node is a type or null."""
    return node is None or (isinstance(node, SpecializedNode) and node.spec.name in dwarf.TYPES)


def is_scope(node: object) -> bool:
    """Whether the node is a scope or null."""
    return node is None or (isinstance(node, SpecializedNode) and node.spec.name in SCOPES)


def is_local_scope(node: object) -> bool:
    """Whether the node is a scope within a function."""
    return isinstance(node, SpecializedNode) and node.spec.name in dwarf.LOCAL_SCOPES


def is_definition(subprogram: SpecializedNode) -> bool:
    """Whether a subprogram is a definition."""
    flags = subprogram["spFlags"]
    return isinstance(flags, int) and flags & dwarf.SUBPROGRAM_DEFINITION != 0


def number_of(node: SpecializedNode, field: str) -> int:
    """Return an integer field; 0 if it is absent."""
    value = node[field]
    return value if isinstance(value, int) else 0


def text_of_field(value: object) -> str:
    """Return the text of a string field; empty if it is absent."""
    if isinstance(value, MDString):
        return value.text
    return value if isinstance(value, str) else ""


def check_file(state: State, node: SpecializedNode) -> bool:
    """Check that a node's `file` is a DIFile or null."""
    file = node["file"]
    return file is None or is_kind(file, "DIFile") or state.fail_debug("invalid file", node, file)


def check_list(state: State, node: SpecializedNode, field: str, list_message: str, message: str, kinds: tuple[str, ...]) -> bool:
    """Check that a field is a list of nodes of these kinds, or null."""
    members = node[field]
    if members is None:
        return True
    if not isinstance(members, MDTuple):
        return state.fail_debug(list_message, node, members)
    for member in members.operands:
        if not isinstance(member, SpecializedNode) or member.spec.name not in kinds:
            return state.fail_debug(message, node, member)
    return True


def has_conflicting_flags(flags: int) -> bool:
    """Whether flags that exclude each other are both set."""
    return (flags & dwarf.FLAG_LVALUE_REFERENCE != 0 and flags & dwarf.FLAG_RVALUE_REFERENCE != 0) or (
        flags & dwarf.FLAG_TYPE_PASS_BY_VALUE != 0 and flags & dwarf.FLAG_TYPE_PASS_BY_REFERENCE != 0
    )


def check_template_parameters(state: State, node: SpecializedNode, parameters: object) -> bool:
    """Check that the template parameters are a list of such nodes."""
    if not isinstance(parameters, MDTuple):
        return state.fail_debug("invalid template params", node, parameters)
    for parameter in parameters.operands:
        if not is_kind(parameter, "DITemplateTypeParameter") and not is_kind(parameter, "DITemplateValueParameter"):
            return state.fail_debug("invalid template parameter", node, parameters, parameter)
    return True
