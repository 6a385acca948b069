"""The rules for debug-info nodes, a function for each kind of node; and for DIExpressions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from pyllvm.ir.debug_info.expressions import fragment_of, size_of_variable
from pyllvm.ir.metadata import DIExpression, MDNode, MDTuple, SpecializedNode
from pyllvm.schema.expression import ENTRY_VALUE, entry_value_position
from pyllvm.tables import dwarf
from pyllvm.tables.debug_info_versions import (
    DECLARED_DECLARATIONS_UNTIL,
    EMBEDDED_SOURCES_UNTIL,
    LAYERS_SINCE,
    LOCAL_RETAINED_NODES_SINCE,
    NESTED_DEFINITIONS_REFUSED_SINCE,
    RETAINED_IMPORTS_SINCE,
    RETAINED_TYPES_SINCE,
    SCOPE_CYCLES_REFUSED_SINCE,
    TYPED_SUBPROGRAMS_SINCE,
    UNTYPED_DECLARATIONS_SINCE,
    VARIABLES_OF_SUBROUTINES_UNTIL,
)
from pyllvm.tables.dwarf_operations import EXPRESSION
from pyllvm.tables.metadata_nodes import SPECIALIZED_NODES
from pyllvm.tables.verifier_rules import LISTED_LOCAL_ENUM
from pyllvm.verifier.debug_nodes import (
    NO_DESCRIPTIONS,
    SCOPES,
    check_file,
    check_list,
    check_template_parameters,
    has_conflicting_flags,
    is_definition,
    is_kind,
    is_local_scope,
    is_scope,
    is_type,
    number_of,
    text_of_field,
)
from pyllvm.verifier.debug_types import (
    check_basic_type,
    check_composite_type,
    check_derived_type,
    check_fixed_point_type,
    check_generic_subrange,
    check_string_type,
    check_subrange,
    check_subrange_type,
    check_subroutine_type,
)
from pyllvm.verifier.state import State

_TEMPLATE_VALUE_PARAMETERS: Final = (
    dwarf.TAG_TEMPLATE_VALUE_PARAMETER,
    dwarf.TAG_GNU_TEMPLATE_TEMPLATE_PARAM,
    dwarf.TAG_GNU_TEMPLATE_PARAMETER_PACK,
)
_FILE_OF_VARIABLE: Final = 2  # among its operands
# The scopes that can be in others.
_INNER: Final = frozenset(name for name in SCOPES if any(field.name == "scope" for field in SPECIALIZED_NODES[name].fields))
_CHECKSUM_LENGTHS: Final = {dwarf.CHECKSUM_MD5: 32, dwarf.CHECKSUM_SHA1: 40, dwarf.CHECKSUM_SHA256: 64}


def check_node(state: State, node: MDNode) -> None:
    """Check that a node is well-formed."""
    if isinstance(node, DIExpression):
        check_expression(state, node)
    elif isinstance(node, SpecializedNode):
        check = _CHECKS.get(node.spec.name)
        if check is not None:
            check(state, node)
        if state.version >= SCOPE_CYCLES_REFUSED_SINCE and node.spec.name in SCOPES:
            _check_scope_chain(state, node)


def _check_scope_chain(state: State, node: SpecializedNode) -> bool:
    """Check that the scopes outside of a scope end."""
    ends = state.ending_scopes
    passed: dict[SpecializedNode, None] = {}
    current: object = node
    while isinstance(current, SpecializedNode) and current not in ends and current.spec.name in SCOPES:
        if current in passed:
            return state.fail_debug("DIScope scope chain must not contain a cycle", node)
        passed[current] = None
        current = current["scope"] if current.spec.name in _INNER else None
    ends.update(passed)
    return True


def _check_generic_node(state: State, node: SpecializedNode) -> bool:
    return number_of(node, "tag") != 0 or state.fail_debug("invalid tag", node)


def _check_location(state: State, node: SpecializedNode) -> bool:
    scope = node["scope"]
    if not is_local_scope(scope):
        return state.fail_debug("location requires a valid scope", node, scope)
    inlined_at = node["inlinedAt"]
    if inlined_at is not None and not is_kind(inlined_at, "DILocation"):
        return state.fail_debug("inlined-at should be a location", node, inlined_at)
    if isinstance(scope, SpecializedNode) and scope.spec.name == "DISubprogram" and not is_definition(scope):
        return state.fail_debug("scope points into the type hierarchy", node)
    if state.version >= LAYERS_SINCE and not node._is_packed:
        layers = node["irlayers"]
        if layers is not None and not is_kind(layers, "DILayerLocList"):
            return state.fail_debug("irlayers must be a DILayerLocList", node, layers)
    if node._is_packed:
        state.sound_scopes.add(scope)
        if inlined_at is not None:
            state.sound_callers.add(inlined_at)
    return True


def _check_layer(state: State, node: SpecializedNode) -> bool:
    file = node["file"]
    if not is_kind(file, "DIFile"):
        return state.fail_debug("layer file must be a non-null DIFile", node, file)
    if not text_of_field(node["kind"]):
        return state.fail_debug("layer kind must be a non-null MDString", node)
    return True


def _check_layers(state: State, node: SpecializedNode) -> bool:
    if not node.operands:
        return state.fail_debug("DILayerLocList must be non-empty", node)
    for layer in node.operands:
        if not is_kind(layer, "DILayerLoc"):
            return state.fail_debug("DILayerLocList entry must be a DILayerLoc", node, layer)
    return True


def check_atom(state: State, location: SpecializedNode) -> bool:
    """Check that only locations in a subprogram with key instructions are in atom groups (visitInstruction)."""
    if location._is_packed or number_of(location, "atomGroup") == 0:
        return True
    subprogram = state.scope_ends.subprogram_of(location["scope"])
    if subprogram is None or subprogram["keyInstructions"]:
        return True
    return state.fail_debug("DbgLoc uses atomGroup but DISubprogram doesn't have Key Instructions enabled", location, subprogram)


def _check_file_node(state: State, node: SpecializedNode) -> bool:
    kind = node["checksumkind"]
    if not isinstance(kind, int) or kind == 0:
        return True
    length = _CHECKSUM_LENGTHS.get(kind)
    if length is None:
        return state.fail_debug("invalid checksum kind", node)
    text = text_of_field(node["checksum"])
    if len(text) != length:
        return state.fail_debug("invalid checksum length", node)
    for letter in text:
        if letter not in "0123456789abcdefABCDEF":
            return state.fail_debug("invalid checksum", node)
    return True


def _check_compile_unit(state: State, node: SpecializedNode) -> bool:
    if not node.is_distinct:
        return state.fail_debug("compile units must be distinct", node)
    file = node["file"]
    if not isinstance(file, SpecializedNode) or file.spec.name != "DIFile":
        return state.fail_debug("invalid file", node, file)
    if not text_of_field(file["filename"]):
        return state.fail_debug("invalid filename", node, file)
    _check_source(state, node, file)
    state.source_language = number_of(node, "language")
    if not dwarf.EMISSION_KINDS.text(number_of(node, "emissionKind"), state.version):
        return state.fail_debug("invalid emission kind", node)
    members = node["enums"]
    if members is not None:
        if not isinstance(members, MDTuple):
            return state.fail_debug("invalid enum list", node, members)
        for item in members.operands:
            is_composite = isinstance(item, SpecializedNode) and item.spec.name == "DICompositeType"
            if not is_composite or not isinstance(item, SpecializedNode) or number_of(item, "tag") != dwarf.TAG_ENUMERATION_TYPE:
                return state.fail_debug("invalid enum type", node, members, item)
            if is_local_scope(item["scope"]) and LISTED_LOCAL_ENUM.is_in(state.version):
                return state.fail_debug(LISTED_LOCAL_ENUM.message, node, members, item)
    members = node["retainedTypes"]
    if members is not None:
        if not isinstance(members, MDTuple):
            return state.fail_debug("invalid retained type list", node, members)
        for item in members.operands:
            is_declaration = isinstance(item, SpecializedNode) and item.spec.name == "DISubprogram" and not is_definition(item)
            if item is None or not (is_type(item) or is_declaration):
                return state.fail_debug("invalid retained type", node, item)
    if not check_list(
        state, node, "globals", "invalid global variable list", "invalid global variable ref", ("DIGlobalVariableExpression",)
    ):
        return False
    if state.version >= RETAINED_TYPES_SINCE and not _check_globals_are_global(state, node):
        return False
    if not check_list(
        state, node, "imports", "invalid imported entity list", "invalid imported entity ref", ("DIImportedEntity",)
    ):
        return False
    if state.version >= RETAINED_TYPES_SINCE and not _check_imports_are_global(state, node):
        return False
    if not check_list(state, node, "macros", "invalid macro list", "invalid macro ref", ("DIMacro", "DIMacroFile")):
        return False
    state.compile_units.append(node)
    return True


def _check_imports_are_global(state: State, node: SpecializedNode) -> bool:
    """Check that what a unit imports is not of a function: that belongs to the function's retained nodes."""
    members = node["imports"]
    for member in members.operands if isinstance(members, MDTuple) else ():
        if isinstance(member, SpecializedNode) and is_local_scope(member["scope"]):
            return state.fail_debug(
                "function-local imports are not allowed in a DICompileUnit's imported entities list", node, member
            )
    return True


def _check_globals_are_global(state: State, node: SpecializedNode) -> bool:
    """Check that a unit's global variables are not of a function: those belong to the function's retained nodes."""
    members = node["globals"]
    for member in members.operands if isinstance(members, MDTuple) else ():
        variable = member["var"] if isinstance(member, SpecializedNode) else None
        # Nodes of other kinds are reported by the check of the expression.
        if not isinstance(variable, SpecializedNode) or variable.spec.name != "DIGlobalVariable":
            continue
        if is_local_scope(variable["scope"]):
            return state.fail_debug(
                "function-local variables are not allowed in a DICompileUnit's global variables list", node, member
            )
    return True


def _check_source(state: State, unit: SpecializedNode, file: SpecializedNode) -> bool:
    """Check that either all files of a unit embed their source, or none."""
    if state.version > EMBEDDED_SOURCES_UNTIL:
        return True
    has_source = file["source"] is not None
    if state.embeds_source.setdefault(unit, has_source) != has_source:
        return state.fail_debug("inconsistent use of embedded source")
    return True


def _is_in_shared_type(state: State, subprogram: SpecializedNode) -> bool:
    """Whether it belongs to a type that modules share by its identifier. The unit of another module may describe that type."""
    if state.version < NESTED_DEFINITIONS_REFUSED_SINCE or not state.unifies_types:
        return False
    scope = subprogram["scope"]
    return isinstance(scope, SpecializedNode) and scope.spec.name == "DICompositeType" and scope["identifier"] is not None


def _check_subprogram(state: State, node: SpecializedNode) -> bool:
    if not is_scope(node["scope"]):
        return state.fail_debug("invalid scope", node, node["scope"])
    if not check_file(state, node):
        return False
    if node["file"] is None and number_of(node, "line") != 0:
        return state.fail_debug("line specified with no file", node, str(number_of(node, "line")))
    type = node["type"]
    if type is None and state.version >= TYPED_SUBPROGRAMS_SINCE:
        return state.fail_debug("DISubprogram requires a non-null type", node)
    if type is not None and not is_kind(type, "DISubroutineType"):
        return state.fail_debug("invalid subroutine type", node, type)
    if not is_type(node["containingType"]):
        return state.fail_debug("invalid containing type", node, node["containingType"])
    if node["templateParams"] is not None:
        check_template_parameters(state, node, node["templateParams"])
    declaration = node["declaration"]
    if declaration is not None:
        if not isinstance(declaration, SpecializedNode) or declaration.spec.name != "DISubprogram" or is_definition(declaration):
            return state.fail_debug("invalid subprogram declaration", node, declaration)
    if not _check_retained_nodes(state, node):
        return False
    if has_conflicting_flags(number_of(node, "flags")):
        return state.fail_debug("invalid reference flags", node)
    unit = node["unit"]
    if is_definition(node):
        if not node.is_distinct:
            return state.fail_debug("subprogram definitions must be distinct", node)
        if unit is None:
            return state.fail_debug("subprogram definitions must have a compile unit", node)
        if not is_kind(unit, "DICompileUnit"):
            return state.fail_debug("invalid unit type", node, unit)
        if declaration is None and _is_in_shared_type(state, node):
            return state.fail_debug("definition subprograms cannot be nested within DICompositeType when enabling ODR", node)
        file = node["file"]
        if isinstance(file, SpecializedNode) and isinstance(unit, SpecializedNode):
            _check_source(state, unit, file)
    else:
        if unit is not None:
            return state.fail_debug("subprogram declarations must not have a compile unit", node)
        if declaration is not None and state.version > DECLARED_DECLARATIONS_UNTIL:
            return state.fail_debug("subprogram declaration must not have a declaration field")
    thrown = node["thrownTypes"]
    if thrown is not None:
        if not isinstance(thrown, MDTuple):
            return state.fail_debug("invalid thrown types list", node, thrown)
        for thrown_type in thrown.operands:
            if thrown_type is None or not is_type(thrown_type):
                return state.fail_debug("invalid thrown type", node, thrown, thrown_type)
    if number_of(node, "flags") & dwarf.FLAG_ALL_CALLS_DESCRIBED and not is_definition(node):
        return state.fail_debug("DIFlagAllCallsDescribed must be attached to a definition")
    return True


def _check_retained_nodes(state: State, node: SpecializedNode) -> bool:
    retained = node["retainedNodes"]
    if retained is None:
        return True
    if not isinstance(retained, MDTuple):
        return state.fail_debug("invalid retained nodes list", node, retained)
    kinds: tuple[str, ...] = ("DILocalVariable", "DILabel")
    message = "invalid retained nodes, expected DILocalVariable or DILabel"
    if state.version >= RETAINED_IMPORTS_SINCE:
        kinds = ("DILocalVariable", "DILabel", "DIImportedEntity")
        message = "invalid retained nodes, expected DILocalVariable, DILabel or DIImportedEntity"
    if state.version >= RETAINED_TYPES_SINCE:
        kinds = ("DILocalVariable", "DILabel", "DIImportedEntity", "DIGlobalVariableExpression", *dwarf.TYPES)
        message = (
            "invalid retained nodes, expected DILocalVariable, DILabel, DIImportedEntity, DIType or DIGlobalVariableExpression"
        )
    knows_scopes = state.version >= LOCAL_RETAINED_NODES_SINCE
    arguments: dict[int, SpecializedNode] = {}
    for retained_node in retained.operands:
        if retained_node is None and knows_scopes:
            return state.fail_debug("nullptr in retained nodes", node, retained)
        if not isinstance(retained_node, SpecializedNode) or retained_node.spec.name not in kinds:
            return state.fail_debug(message, node, retained, retained_node)
        if knows_scopes and not _check_retained_scope(state, node, retained, retained_node):
            return False
        if state.version >= RETAINED_TYPES_SINCE and retained_node.spec.name == "DILocalVariable":
            number = number_of(retained_node, "arg")
            first = arguments.setdefault(number, retained_node) if number else retained_node
            if first is not retained_node:
                return state.fail_debug(
                    "invalid retained nodes, more than one local variable with the same argument index",
                    node, node["unit"], retained, retained_node, first,
                )  # fmt: skip
    return True


def _check_retained_scope(state: State, node: SpecializedNode, retained: MDTuple, retained_node: SpecializedNode) -> bool:
    """Check that a retained node belongs to the subprogram; the scope of a variable with an expression is the variable's."""
    holder: object = retained_node
    if retained_node.spec.name == "DIGlobalVariableExpression":
        holder = retained_node["var"]
    has_scope = isinstance(holder, SpecializedNode) and any(field.name == "scope" for field in holder.spec.fields)
    scope = holder["scope"] if has_scope and isinstance(holder, SpecializedNode) else None
    if not is_local_scope(scope):
        return state.fail_debug("invalid retained nodes, retained node is not local", node, retained, retained_node)
    owner = state.scope_ends.subprogram_of(scope)
    if owner is node:
        return True
    message = "invalid retained nodes, retained node does not belong to subprogram"
    if state.version < RETAINED_TYPES_SINCE:
        return state.fail_debug(message, node, retained, retained_node, scope)
    unit = owner["unit"] if isinstance(owner, SpecializedNode) else None
    return state.fail_debug(message, node, retained, retained_node, scope, owner, unit)


def _check_lexical_block_base(state: State, node: SpecializedNode) -> bool:
    scope = node["scope"]
    if not isinstance(scope, SpecializedNode) or scope.spec.name not in dwarf.LOCAL_SCOPES:
        return state.fail_debug("invalid local scope", node, scope)
    if scope.spec.name == "DISubprogram" and not is_definition(scope):
        return state.fail_debug("scope points into the type hierarchy", node)
    return True


def _check_lexical_block(state: State, node: SpecializedNode) -> bool:
    _check_lexical_block_base(state, node)
    if number_of(node, "line") == 0 and number_of(node, "column") != 0:
        return state.fail_debug("cannot have column info without line info", node)
    return True


def _check_common_block(state: State, node: SpecializedNode) -> bool:
    if not is_scope(node["scope"]):
        return state.fail_debug("invalid scope ref", node, node["scope"])
    declaration = node["declaration"]
    if declaration is not None and not is_kind(declaration, "DIGlobalVariable"):
        return state.fail_debug("invalid declaration", node, declaration)
    return True


def _check_namespace(state: State, node: SpecializedNode) -> bool:
    return is_scope(node["scope"]) or state.fail_debug("invalid scope ref", node, node["scope"])


def _check_macro(state: State, node: SpecializedNode) -> bool:
    if number_of(node, "type") not in (1, 2):
        return state.fail_debug("invalid macinfo type", node)
    return bool(text_of_field(node["name"])) or state.fail_debug("anonymous macro", node)


def _check_macro_file(state: State, node: SpecializedNode) -> bool:
    if number_of(node, "type") != 3:
        return state.fail_debug("invalid macinfo type", node)
    if not check_file(state, node):
        return False
    return check_list(state, node, "nodes", "invalid macro list", "invalid macro ref", ("DIMacro", "DIMacroFile"))


def _check_module(state: State, node: SpecializedNode) -> bool:
    return bool(text_of_field(node["name"])) or state.fail_debug("anonymous module", node)


def _check_template_type(state: State, node: SpecializedNode) -> bool:
    return is_type(node["type"]) or state.fail_debug("invalid type ref", node, node["type"])


def _check_template_value(state: State, node: SpecializedNode) -> bool:
    _check_template_type(state, node)
    return number_of(node, "tag") in _TEMPLATE_VALUE_PARAMETERS or state.fail_debug("invalid tag", node)


def _check_variable(state: State, node: SpecializedNode) -> bool:
    if not is_scope(node["scope"]):
        return state.fail_debug("invalid scope", node, node["scope"])
    return check_file(state, node)


def check_global_variable(state: State, node: SpecializedNode) -> bool:
    """Check a DIGlobalVariable."""
    _check_variable(state, node)
    type = node["type"]
    if not is_type(type):
        return state.fail_debug("invalid type ref", node, type)
    if type is None and (node["isDefinition"] or state.version < UNTYPED_DECLARATIONS_SINCE):
        return state.fail_debug("missing global variable type", node)
    member = node["declaration"]
    if member is not None and not is_kind(member, "DIDerivedType"):
        return state.fail_debug("invalid static data member declaration", node, member)
    return True


def _check_local_variable(state: State, node: SpecializedNode) -> bool:
    _check_variable(state, node)
    type = node["type"]
    if not is_type(type):
        return state.fail_debug("invalid type ref", node, type)
    if not is_local_scope(node["scope"]):
        return state.fail_debug("local variable requires a valid scope", node, node["scope"])
    if is_kind(type, "DISubroutineType") and state.version > VARIABLES_OF_SUBROUTINES_UNTIL:
        return state.fail_debug("invalid type", node, type)
    return True


def _check_assign_id(state: State, node: SpecializedNode) -> bool:
    return node.is_distinct or state.fail_debug("DIAssignID must be distinct", node)


def _check_label(state: State, node: SpecializedNode) -> bool:
    if not is_scope(node["scope"]):
        return state.fail_debug("invalid scope", node, node["scope"])
    if not check_file(state, node):
        return False
    if not is_local_scope(node["scope"]):
        return state.fail_debug("label requires a valid scope", node, node["scope"])
    return True


def check_global_variable_expression(state: State, node: SpecializedNode) -> bool:
    """Check a DIGlobalVariableExpression."""
    variable = node["var"]
    if variable is None:
        return state.fail_debug("missing variable")
    if isinstance(variable, SpecializedNode) and variable.spec.name == "DIGlobalVariable":
        check_global_variable(state, variable)
        expression = node["expr"]
        if isinstance(expression, DIExpression):
            check_expression(state, expression)
            check_fragment(state, variable, expression, node)
    elif isinstance(variable, MDNode):
        _check_other_variable(state, variable)
    return True


def _check_other_variable(state: State, node: MDNode) -> bool:
    """Check as LLVM does: it treats any node as the variable, reads its operands as a variable's, and rejects the tag last."""
    operands = node.references(state.version)
    scope = operands[0] if operands else None
    file = operands[_FILE_OF_VARIABLE] if len(operands) > _FILE_OF_VARIABLE else None
    if not is_scope(scope):
        state.fail_debug("invalid scope", node, scope)
    elif file is not None and not is_kind(file, "DIFile"):
        state.fail_debug("invalid file", node, file)
    return state.fail_debug("invalid tag", node)


def _check_objc_property(state: State, node: SpecializedNode) -> bool:
    if not is_type(node["type"]):
        return state.fail_debug("invalid type ref", node, node["type"])
    return check_file(state, node)


def _check_imported_entity(state: State, node: SpecializedNode) -> bool:
    if number_of(node, "tag") not in (dwarf.TAG_IMPORTED_MODULE, dwarf.TAG_IMPORTED_DECLARATION):
        return state.fail_debug("invalid tag", node)
    if not is_scope(node["scope"]):
        return state.fail_debug("invalid scope for imported entity", node, node["scope"])
    entity = node["entity"]
    if entity is not None and (not isinstance(entity, SpecializedNode) or entity.spec.name in NO_DESCRIPTIONS):
        return state.fail_debug("invalid imported entity", node, entity)
    return True


_CHECKS: Final[dict[str, Callable[[State, SpecializedNode], bool]]] = {
    "GenericDINode": _check_generic_node,
    "DILocation": _check_location,
    "DILayerLoc": _check_layer,
    "DILayerLocList": _check_layers,
    "DISubrange": check_subrange,
    "DIGenericSubrange": check_generic_subrange,
    "DIBasicType": check_basic_type,
    "DIStringType": check_string_type,
    "DISubrangeType": check_subrange_type,
    "DIFixedPointType": check_fixed_point_type,
    "DIDerivedType": check_derived_type,
    "DICompositeType": check_composite_type,
    "DISubroutineType": check_subroutine_type,
    "DIFile": _check_file_node,
    "DICompileUnit": _check_compile_unit,
    "DISubprogram": _check_subprogram,
    "DILexicalBlock": _check_lexical_block,
    "DILexicalBlockFile": _check_lexical_block_base,
    "DICommonBlock": _check_common_block,
    "DINamespace": _check_namespace,
    "DIMacro": _check_macro,
    "DIMacroFile": _check_macro_file,
    "DIModule": _check_module,
    "DITemplateTypeParameter": _check_template_type,
    "DITemplateValueParameter": _check_template_value,
    "DIGlobalVariable": check_global_variable,
    "DILocalVariable": _check_local_variable,
    "DIAssignID": _check_assign_id,
    "DILabel": _check_label,
    "DIGlobalVariableExpression": check_global_variable_expression,
    "DIObjCProperty": _check_objc_property,
    "DIImportedEntity": _check_imported_entity,
}


def is_entry_value(elements: list[int], version: int) -> bool:
    """Whether a valid expression is the value that a register had at the function's entry."""
    first = entry_value_position(elements, version)
    return len(elements) > first and elements[first] == ENTRY_VALUE


def check_expression(state: State, expression: DIExpression) -> bool:
    """Check an expression by itself (visitDIExpression)."""
    return EXPRESSION.is_valid(expression.elements, state.version) or state.fail_debug("invalid expression", expression)


def check_fragment(state: State, variable: SpecializedNode, expression: DIExpression, shown: object) -> bool:
    """Check that a fragment is a part of the variable and not all of it (verifyFragmentExpression)."""
    fragment = fragment_of(expression, state.version)
    size = size_of_variable(variable) if fragment is not None else 0
    if fragment is None or size == 0:
        return True
    if fragment[0] + fragment[1] > size:
        return state.fail_debug("fragment is larger than or outside of variable", shown, variable)
    if fragment[1] == size:
        return state.fail_debug("fragment covers entire variable", shown, variable)
    return True
