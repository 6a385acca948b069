"""What the rules for debug information share: the kinds of nodes and their constants, and how fields are looked at."""

from __future__ import annotations

from typing import Final

from pyllvm.ir.constants import ConstantInt
from pyllvm.ir.metadata import MDNode, MDString, MDTuple, SpecializedNode, ValueAsMetadata
from pyllvm.tables.dwarf import (
    FLAG_LVALUE_REFERENCE,
    FLAG_RVALUE_REFERENCE,
    FLAG_TYPE_PASS_BY_REFERENCE,
    FLAG_TYPE_PASS_BY_VALUE,
    SUBPROGRAM_DEFINITION,
)
from pyllvm.tables.metadata_nodes import LOCAL_SCOPES
from pyllvm.verifier.state import State

TYPES: Final = frozenset(
    ("DIBasicType", "DIDerivedType", "DICompositeType", "DISubroutineType", "DIStringType", "DIFixedPointType", "DISubrangeType")
)
SCOPES: Final = TYPES | LOCAL_SCOPES | {"DIFile", "DICompileUnit", "DINamespace", "DICommonBlock", "DIModule"}
NO_DESCRIPTIONS: Final = frozenset(
    ("DILocation", "DIGlobalVariableExpression", "DIMacro", "DIMacroFile", "DIAssignID", "DIArgList")
)


def is_kind(node: object, name: str) -> bool:
    """Whether it is a node of that kind."""
    return isinstance(node, SpecializedNode) and node.spec.name == name


def is_type(node: object) -> bool:
    """Whether it is a type, or null."""
    return node is None or (isinstance(node, SpecializedNode) and node.spec.name in TYPES)


def operands_of(node: MDNode, version: int) -> list[object]:
    """The metadata that a node refers to, in LLVM's order of its operands."""
    if isinstance(node, SpecializedNode):
        return list(node.spec.references(node.operands, version))
    return node.operands


def is_scope(node: object) -> bool:
    """Whether it is a scope, or null."""
    return node is None or (isinstance(node, SpecializedNode) and node.spec.name in SCOPES)


def is_local_scope(node: object) -> bool:
    """Whether it is the scope of something in a function."""
    return isinstance(node, SpecializedNode) and node.spec.name in LOCAL_SCOPES


def is_definition(subprogram: SpecializedNode) -> bool:
    """Whether a subprogram is a definition."""
    flags = subprogram["spFlags"]
    return isinstance(flags, int) and flags & SUBPROGRAM_DEFINITION != 0


def number_of(node: SpecializedNode, field: str) -> int:
    """An integer field; 0 where it has none."""
    value = node[field]
    return value if isinstance(value, int) else 0


def text_of_field(value: object) -> str:
    """The text of a field that is a string; empty where it has none."""
    if isinstance(value, MDString):
        return value.text
    return value if isinstance(value, str) else ""


def subprogram_of(scope: object) -> SpecializedNode | None:
    """The subprogram that a local scope is part of."""
    steps = 0
    while isinstance(scope, SpecializedNode) and steps < 100000:
        if scope.spec.name == "DISubprogram":
            return scope
        if scope.spec.name not in LOCAL_SCOPES:
            return None
        scope = scope["scope"]
        steps += 1
    return None


def size_of_variable(variable: SpecializedNode) -> int:
    """The bits of a variable's type; 0 where they are unknown."""
    type = variable["type"]
    steps = 0
    while isinstance(type, SpecializedNode) and steps < 1000:
        if type.spec.name in TYPES and type.spec.name != "DISubroutineType":
            try:
                size = type["size"]
            except KeyError:
                size = 0
            if isinstance(size, ValueAsMetadata) and isinstance(size.value, ConstantInt):
                size = size.value.unsigned
            if isinstance(size, int) and size:
                return size
        if type.spec.name != "DIDerivedType":
            return 0
        type = type["baseType"]
        steps += 1
    return 0


def check_file(state: State, node: SpecializedNode) -> bool:
    """That a node's file is one, or null."""
    file = node["file"]
    return file is None or is_kind(file, "DIFile") or state.fail_debug("invalid file", node, file)


def check_list(state: State, node: SpecializedNode, field: str, list_message: str, message: str, kinds: tuple[str, ...]) -> bool:
    """That a field is a list of nodes of these kinds, or null."""
    members = node[field]
    if members is None:
        return True
    if not isinstance(members, MDTuple):
        return state.fail_debug(list_message, node, members)
    for one in members.operands:
        if not isinstance(one, SpecializedNode) or one.spec.name not in kinds:
            return state.fail_debug(message, node, one)
    return True


def has_conflicting_flags(flags: int) -> bool:
    """Whether flags of which there can be one are there together."""
    return (flags & FLAG_LVALUE_REFERENCE != 0 and flags & FLAG_RVALUE_REFERENCE != 0) or (
        flags & FLAG_TYPE_PASS_BY_VALUE != 0 and flags & FLAG_TYPE_PASS_BY_REFERENCE != 0
    )


def check_template_parameters(state: State, node: SpecializedNode, parameters: object) -> bool:
    """That the parameters of a template are a list of such."""
    if not isinstance(parameters, MDTuple):
        return state.fail_debug("invalid template params", node, parameters)
    for one in parameters.operands:
        if not is_kind(one, "DITemplateTypeParameter") and not is_kind(one, "DITemplateValueParameter"):
            return state.fail_debug("invalid template parameter", node, parameters, one)
    return True
