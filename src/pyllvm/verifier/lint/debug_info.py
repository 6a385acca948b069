"""Debug info that LLVM accepts but does not use: nodes that contradict each other, or that nothing refers to.

Also DIExpressions whose operations want more than the stack has. Source: the language document's sections on DICompositeType,
DIGlobalVariable and DICompileUnit.
"""

from __future__ import annotations

from typing import Final

from pyllvm.ir.debug_info.debug_info import CURRENT_VERSION, debug_info_version
from pyllvm.ir.function import Function, Instruction
from pyllvm.ir.instructions import CallInst
from pyllvm.ir.metadata import DebugRecord, DIExpression, MDNode, MDString, Metadata, MetadataAsValue, SpecializedNode
from pyllvm.tables import dwarf
from pyllvm.tables.dwarf_operations import EXPRESSION, OPERATIONS, STACK_EFFECTS
from pyllvm.tables.intrinsic_names import (
    ADDRESS_INTRINSIC,
    ASSIGN_INTRINSIC,
    DECLARE_INTRINSIC,
    LABEL_INTRINSIC,
    UNITS,
    VALUE_INTRINSIC,
)
from pyllvm.verifier.debug_nodes import is_definition
from pyllvm.verifier.lint.findings import Linter

_INTRINSICS: Final = (VALUE_INTRINSIC, DECLARE_INTRINSIC, ASSIGN_INTRINSIC, ADDRESS_INTRINSIC, LABEL_INTRINSIC)
# The `emissionKind` FullDebug of a compile unit.
_FULL_DEBUG: Final = 1
# The only nodes that may be elements of an array or an enumeration.
_ELEMENTS: Final[dict[int, tuple[str, ...]]] = {
    dwarf.TAG_ARRAY_TYPE: ("DISubrange", "DIGenericSubrange"),
    dwarf.TAG_ENUMERATION_TYPE: ("DIEnumerator",),
}
# Nodes that cannot be members of a class, structure or union.
_FOREIGN_MEMBERS: Final = (
    "DISubrange", "DIGenericSubrange", "DIEnumerator", "DILocalVariable", "DILocation", "DILexicalBlock", "DIBasicType",
    "DISubroutineType", "DIFile", "DICompileUnit", "DIGlobalVariable",
)  # fmt: skip
_FOREIGN_TAGS: Final = (
    dwarf.TAG_POINTER_TYPE, dwarf.TAG_REFERENCE_TYPE, dwarf.TAG_RVALUE_REFERENCE_TYPE, dwarf.TAG_PTR_TO_MEMBER_TYPE,
    dwarf.TAG_CONST_TYPE, dwarf.TAG_VOLATILE_TYPE, dwarf.TAG_RESTRICT_TYPE, dwarf.TAG_ATOMIC_TYPE,
)  # fmt: skip
_NAMES: Final[dict[int, str]] = {
    dwarf.TAG_ARRAY_TYPE: "an array type",
    dwarf.TAG_CLASS_TYPE: "a class type",
    dwarf.TAG_ENUMERATION_TYPE: "an enumeration type",
    dwarf.TAG_STRUCTURE_TYPE: "a structure type",
    dwarf.TAG_UNION_TYPE: "a union type",
}


def check_debug_version(linter: Linter) -> None:
    """Check the version (`UpgradeDebugInfo`): debug info of another version than LLVM's is dropped on reading."""
    module = linter.module
    units = module.named_metadata_of(UNITS)
    if units is None or not units.operands:
        return
    version = debug_info_version(module)
    if version != CURRENT_VERSION:
        state = f"has version {version}" if version else "has no version ('Debug Info Version' is missing)"
        linter.report("debug-version", f"debug info {state} and is dropped: LLVM's version is {CURRENT_VERSION}", units)


def check_debug_function(linter: Linter, function: Function) -> None:
    """Check that debug info in a function has effect: without a subprogram it has none (visitFunction, the back ends).

    Variables have effect only if the unit emits full debug info.
    """
    has_location, has_variable = _describes(function)
    if not has_location and not has_variable:
        return
    subprogram = _subprogram(function)
    if subprogram is None:
        if has_location:
            linter.report("debug-location", "the function has debug locations but no subprogram for them", function)
        if has_variable:
            message = "the function describes variables but has no subprogram for them"
            linter.report("debug-variable", message, function)
        return
    unit = subprogram["unit"]
    if has_variable and isinstance(unit, SpecializedNode) and unit["emissionKind"] != _FULL_DEBUG:
        message = "the function describes variables, but its compile unit emits none (it is not 'FullDebug')"
        linter.report("debug-variable", message, function, unit)


def _describes(function: Function) -> tuple[bool, bool]:
    """Whether a function has debug locations, and whether it describes variables."""
    has_location = has_variable = False
    for instruction in function.instructions:
        has_variable = has_variable or bool(instruction.debug_records)
        if isinstance(instruction, CallInst):
            callee = instruction.called_function
            if callee is not None and callee.name in _INTRINSICS:
                has_variable = True
                continue
        has_location = has_location or instruction.debug_location is not None
    return has_location, has_variable


def _subprogram(function: Function) -> SpecializedNode | None:
    for attachment in function.attachments:
        node = attachment.node
        if attachment.kind == "dbg" and isinstance(node, SpecializedNode) and node.spec.name == "DISubprogram":
            return node
    return None


_ARGUMENT: Final = "LLVM_arg"


def check_debug_expressions(linter: Linter) -> None:
    """Report what is wrong with the module's expressions."""
    for expression in expressions(linter):
        _check_stack(linter, expression)


def _check_stack(linter: Linter, expression: DIExpression) -> None:
    """Run the operations; at the beginning the described value or address is on the stack, unless operations name it."""
    elements = expression.elements
    names: list[str] = []
    index = 0
    while index < len(elements):
        names.append(OPERATIONS.text(elements[index], linter.version).removeprefix(OPERATIONS.prefix))
        index += EXPRESSION.size(elements[index], linter.version)
    depth = 0 if _ARGUMENT in names else 1
    for name in names:
        taken, left = STACK_EFFECTS.get(name, (0, 0))
        if depth < taken:
            message = f"DW_OP_{name} needs {taken} values on the stack, which has {depth}"
            linter.report("debug-expression", message, expression)
            return
        depth += left - taken


def check_debug_nodes(linter: Linter) -> None:
    """Check all debug-info nodes of the module."""
    definitions: dict[str, SpecializedNode] = {}
    for node in _nodes(linter):
        if node.spec.name == "DICompositeType":
            _check_elements(linter, node)
            _check_identifier(linter, node, definitions)
    _check_global_variables(linter)
    _check_enumerations(linter)


def _check_elements(linter: Linter, node: SpecializedNode) -> None:
    tag = node["tag"]
    elements = node["elements"]
    if not isinstance(tag, int) or tag not in _NAMES or not isinstance(elements, MDNode):
        return
    allowed = _ELEMENTS.get(tag)
    for element in elements.operands:
        if not isinstance(element, SpecializedNode):
            continue
        kind = element.spec.name
        if allowed is None and kind == "DIDerivedType" and element["tag"] in _FOREIGN_TAGS:
            linter.report("debug-elements", f"a pointer or qualified type cannot be an element of {_NAMES[tag]}", node, element)
        elif allowed is None and kind == "DISubprogram" and is_definition(element):
            message = f"the definition of a subprogram cannot be an element of {_NAMES[tag]}, only its declaration"
            linter.report("debug-elements", message, node, element)
        elif (kind not in allowed) if allowed is not None else (kind in _FOREIGN_MEMBERS):
            linter.report("debug-elements", f"a {kind} cannot be an element of {_NAMES[tag]}", node, element)


def _check_identifier(linter: Linter, node: SpecializedNode, definitions: dict[str, SpecializedNode]) -> None:
    identifier = node["identifier"]
    flags = node["flags"]
    if not isinstance(identifier, MDString) or (isinstance(flags, int) and flags & dwarf.FLAG_FWD_DECL):
        return
    other = definitions.setdefault(identifier.text, node)
    if other is not node:
        linter.report("debug-identifier", f"two type definitions have the identifier '{identifier.text}'", node, other)


def _check_enumerations(linter: Linter) -> None:
    """Section "DICompositeType": all enumerations, except local ones in functions, are in the `enums:` of a compile unit."""
    units = linter.module.named_metadata_of(UNITS)
    if units is None:
        return
    listed: set[object] = set()
    for unit in units.operands:
        enums = unit["enums"] if isinstance(unit, SpecializedNode) and unit.spec.name == "DICompileUnit" else None
        if isinstance(enums, MDNode):
            listed.update(enums.operands)
    for node in _nodes(linter):
        if node.spec.name != "DICompositeType" or node["tag"] != dwarf.TAG_ENUMERATION_TYPE or node in listed:
            continue
        flags, scope = node["flags"], node["scope"]
        is_declared = isinstance(flags, int) and flags & dwarf.FLAG_FWD_DECL
        is_local = isinstance(scope, SpecializedNode) and scope.spec.name in dwarf.LOCAL_SCOPES
        if not is_declared and not is_local:
            linter.report("debug-enumeration", "no compile unit lists this enumeration in its 'enums:'", node)


def expressions(linter: Linter) -> list[DIExpression]:
    """All expressions that something in the module leads to, in the order in which they are met."""
    _nodes(linter)
    return linter.expressions


def _check_global_variables(linter: Linter) -> None:
    """Check that a compile unit lists what is attached to a variable; otherwise it has no effect."""
    units = linter.module.named_metadata_of(UNITS)
    if units is None:
        return
    listed: set[object] = set()
    for unit in units.operands:
        if isinstance(unit, SpecializedNode) and unit.spec.name == "DICompileUnit":
            listed.update(_described(unit["globals"]))
    for node in _nodes(linter):
        if node.spec.name == "DISubprogram":
            listed.update(_described(node["retainedNodes"]))
    for variable in linter.module.global_variables:
        for attached in variable.metadata("dbg"):
            if _variable_of(attached) not in listed:
                linter.report("debug-global", "no compile unit lists this variable's debug info", variable, attached)


def _described(entries: object) -> list[object]:
    """Return the variables in a list of variables or of expressions for them."""
    return [_variable_of(entry) for entry in entries.operands] if isinstance(entries, MDNode) else []


def _variable_of(node: object) -> object:
    if isinstance(node, SpecializedNode) and node.spec.name == "DIGlobalVariableExpression":
        return node["var"]
    return node


def _nodes(linter: Linter) -> list[SpecializedNode]:
    """Return all specialized nodes that are reachable in the module, in the order of the walk."""
    known = linter.specialized_nodes
    if known is not None:
        return known
    nodes: list[SpecializedNode] = []
    seen: set[Metadata] = set()
    pending: list[object] = list(reversed(_roots(linter)))
    while pending:
        node = pending.pop()
        if not isinstance(node, MDNode) or node in seen:
            continue
        seen.add(node)
        if isinstance(node, SpecializedNode):
            nodes.append(node)
        elif isinstance(node, DIExpression):
            linter.expressions.append(node)
        pending.extend(reversed(node.references(linter.version)))
    linter.specialized_nodes = nodes
    return nodes


def _roots(linter: Linter) -> list[object]:
    module = linter.module
    roots: list[object] = []
    for named in module.named_metadata:
        roots.extend(named.operands)
    for variable in module.global_variables:
        roots.extend([attachment.node for attachment in variable.attachments])
    for function in module.functions:
        roots.extend([attachment.node for attachment in function.attachments])
        for instruction in function.instructions:
            _add_roots(roots, instruction)
    return roots


def _add_roots(roots: list[object], instruction: Instruction) -> None:
    if instruction.debug_location is not None:
        roots.append(instruction.debug_location)
    if instruction.attachments is not None:
        roots.extend([attachment.node for attachment in instruction.attachments])
    for operand in instruction.operands:
        if isinstance(operand, MetadataAsValue):
            roots.append(operand.metadata)
    records: list[DebugRecord] = instruction.debug_records or []
    for record in records:
        roots.extend([record.variable, record.debug_location, record.expression, record.address_expression])
