"""The rules for the nodes of debug information, a function for each kind of node."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from pyllvm.ir.constants import ConstantInt
from pyllvm.ir.metadata import DIExpression, MDNode, MDString, MDTuple, SpecializedNode, ValueAsMetadata
from pyllvm.verifier.state import State

TYPES: Final = frozenset(
    ("DIBasicType", "DIDerivedType", "DICompositeType", "DISubroutineType", "DIStringType", "DIFixedPointType", "DISubrangeType")
)
LOCAL_SCOPES: Final = frozenset(("DISubprogram", "DILexicalBlock", "DILexicalBlockFile"))
SCOPES: Final = TYPES | LOCAL_SCOPES | {"DIFile", "DICompileUnit", "DINamespace", "DICommonBlock", "DIModule"}
NO_DESCRIPTIONS: Final = frozenset(
    ("DILocation", "DIGlobalVariableExpression", "DIMacro", "DIMacroFile", "DIAssignID", "DIArgList")
)

ARRAY_TYPE: Final = 0x01
CLASS_TYPE: Final = 0x02
ENUMERATION_TYPE: Final = 0x04
MEMBER: Final = 0x0D
POINTER_TYPE: Final = 0x0F
REFERENCE_TYPE: Final = 0x10
STRING_TYPE: Final = 0x12
STRUCTURE_TYPE: Final = 0x13
SUBROUTINE_TYPE: Final = 0x15
TYPEDEF: Final = 0x16
UNION_TYPE: Final = 0x17
INHERITANCE: Final = 0x1C
POINTER_TO_MEMBER_TYPE: Final = 0x1F
SET_TYPE: Final = 0x20
SUBRANGE_TYPE: Final = 0x21
BASE_TYPE: Final = 0x24
CONST_TYPE: Final = 0x26
FRIEND: Final = 0x2A
NAMELIST: Final = 0x2B
VARIABLE: Final = 0x34
VARIANT_PART: Final = 0x33
VOLATILE_TYPE: Final = 0x35
RESTRICT_TYPE: Final = 0x37
UNSPECIFIED_TYPE: Final = 0x3B
RVALUE_REFERENCE_TYPE: Final = 0x42
TEMPLATE_ALIAS: Final = 0x43
ATOMIC_TYPE: Final = 0x47
IMMUTABLE_TYPE: Final = 0x4B
POINTER_AUTHENTICATION_TYPE: Final = 0x4300
APPLE_PROPERTY: Final = 0x4200
IMPORTED_DECLARATION: Final = 0x08
IMPORTED_MODULE: Final = 0x3A
TEMPLATE_VALUE_PARAMETERS: Final = (0x30, 0x4106, 0x4107)

_DERIVED_TAGS: Final = frozenset(
    (
        TYPEDEF, POINTER_TYPE, POINTER_TO_MEMBER_TYPE, REFERENCE_TYPE, RVALUE_REFERENCE_TYPE, CONST_TYPE, IMMUTABLE_TYPE,
        VOLATILE_TYPE, RESTRICT_TYPE, ATOMIC_TYPE, POINTER_AUTHENTICATION_TYPE, MEMBER, INHERITANCE, FRIEND, SET_TYPE,
        TEMPLATE_ALIAS,
    )
)  # fmt: skip
_COMPOSITE_TAGS: Final = frozenset((ARRAY_TYPE, STRUCTURE_TYPE, UNION_TYPE, ENUMERATION_TYPE, CLASS_TYPE, VARIANT_PART, NAMELIST))
_SET_ENCODINGS: Final = (0x02, 0x05, 0x06, 0x07, 0x08)

FLAG_STATIC_MEMBER: Final = 1 << 12
FLAG_ARTIFICIAL: Final = 1 << 6
FLAG_BLOCK_BY_REFERENCE: Final = 1 << 4
FLAG_VECTOR: Final = 1 << 11
FLAG_LVALUE_REFERENCE: Final = 1 << 13
FLAG_RVALUE_REFERENCE: Final = 1 << 14
FLAG_BIG_ENDIAN: Final = 1 << 27
FLAG_LITTLE_ENDIAN: Final = 1 << 28
FLAG_ALL_CALLS_DESCRIBED: Final = 1 << 29
FLAG_PASS_BY_VALUE: Final = 1 << 22
FLAG_PASS_BY_REFERENCE: Final = 1 << 23
SUBPROGRAM_DEFINITION: Final = 8

_CHECKSUM_LENGTHS: Final = {1: 32, 2: 40, 3: 64}


def is_kind(node: object, name: str) -> bool:
    """Whether it is a node of that kind."""
    return isinstance(node, SpecializedNode) and node.spec.name == name


def is_type(node: object) -> bool:
    """Whether it is a type, or null."""
    return node is None or (isinstance(node, SpecializedNode) and node.spec.name in TYPES)


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


def check_node(state: State, node: MDNode) -> None:
    """Whether a node is well-formed in itself."""
    if isinstance(node, DIExpression):
        if not is_valid_expression(node.elements):
            state.fail_debug("invalid expression", node)
    elif isinstance(node, SpecializedNode):
        check = _CHECKS.get(node.spec.name)
        if check is not None:
            check(state, node)


def _check_file(state: State, node: SpecializedNode, or_null: bool = True) -> bool:
    file = node["file"]
    if file is None and or_null:
        return True
    return is_kind(file, "DIFile") or state.fail_debug("invalid file", node, file)


def _check_location(state: State, node: SpecializedNode) -> bool:
    scope = node["scope"]
    if not is_local_scope(scope):
        return state.fail_debug("location requires a valid scope", node, scope)
    inlined_at = node["inlinedAt"]
    if inlined_at is not None and not is_kind(inlined_at, "DILocation"):
        return state.fail_debug("inlined-at should be a location", node, inlined_at)
    if isinstance(scope, SpecializedNode) and scope.spec.name == "DISubprogram" and not is_definition(scope):
        return state.fail_debug("scope points into the type hierarchy", node)
    return True


def _is_bound(value: object, may_be_constant: bool) -> bool:
    if value is None or is_kind(value, "DILocalVariable") or is_kind(value, "DIGlobalVariable"):
        return True
    if isinstance(value, DIExpression):
        return True
    return may_be_constant and (isinstance(value, int) or isinstance(value, ValueAsMetadata))


def _constant_bound(value: object) -> int | None:
    if isinstance(value, ValueAsMetadata):
        return value.value.value if isinstance(value.value, ConstantInt) else None
    return value if isinstance(value, int) else None


def _check_subrange(state: State, node: SpecializedNode) -> bool:
    count = node["count"]
    upper = node["upperBound"]
    if count is not None and upper is not None and count != -1 and not _is_absent_bound(upper) and not isinstance(count, int):
        return state.fail_debug(
            "Subrange can have any one of count or upperBound" if state.version >= 13
            else "Subrange must contain count or upperBound but not both", node
        )  # fmt: skip
    variable_or_expression = "DIVariable or DIExpression" if state.version >= 11 else "DIVariable"
    if not _is_bound(count, True):
        return state.fail_debug(f"Count must be signed constant or {variable_or_expression}", node)
    number = _constant_bound(count)
    if number is not None and number < -1:
        return state.fail_debug("invalid subrange count", node)
    for field, word in (("lowerBound", "LowerBound"), ("upperBound", "UpperBound"), ("stride", "Stride")):
        if not _is_bound(node[field], True):
            return state.fail_debug(f"{word} must be signed constant or DIVariable or DIExpression", node)
    return True


def _is_absent_bound(value: object) -> bool:
    return value is None or (isinstance(value, int) and value == -(1 << 63))


def _check_generic_subrange(state: State, node: SpecializedNode) -> bool:
    if node["count"] is not None and node["upperBound"] is not None:
        return state.fail_debug("GenericSubrange can have any one of count or upperBound", node)
    if not _is_bound(node["count"], False):
        return state.fail_debug("Count must be signed constant or DIVariable or DIExpression", node)
    if node["lowerBound"] is None:
        return state.fail_debug("GenericSubrange must contain lowerBound", node)
    if not _is_bound(node["lowerBound"], False):
        return state.fail_debug("LowerBound must be signed constant or DIVariable or DIExpression", node)
    if not _is_bound(node["upperBound"], False):
        return state.fail_debug("UpperBound must be signed constant or DIVariable or DIExpression", node)
    if node["stride"] is None:
        return state.fail_debug("GenericSubrange must contain stride", node)
    if not _is_bound(node["stride"], False):
        return state.fail_debug("Stride must be signed constant or DIVariable or DIExpression", node)
    return True


def _check_basic_type(state: State, node: SpecializedNode) -> bool:
    if number_of(node, "tag") in (BASE_TYPE, UNSPECIFIED_TYPE, STRING_TYPE):
        return True
    return state.fail_debug("invalid tag", node)


def _check_string_type(state: State, node: SpecializedNode) -> bool:
    return number_of(node, "tag") == STRING_TYPE or state.fail_debug("invalid tag", node)


def _check_derived_type(state: State, node: SpecializedNode) -> bool:
    _check_file(state, node)
    tag = number_of(node, "tag")
    if tag not in _DERIVED_TAGS and not (
        tag == VARIABLE and state.version >= 18 and number_of(node, "flags") & FLAG_STATIC_MEMBER
    ):
        return state.fail_debug("invalid tag", node)
    base = node["baseType"]
    if tag == POINTER_TO_MEMBER_TYPE and not is_type(node["extraData"]):
        return state.fail_debug("invalid pointer to member type", node, node["extraData"])
    if tag == SET_TYPE and base is not None and not _is_set_base(state, base):
        return state.fail_debug("invalid set base type", node, base)
    if not is_scope(node["scope"]):
        return state.fail_debug("invalid scope", node, node["scope"])
    if not is_type(base):
        return state.fail_debug("invalid base type", node, base)
    if node["dwarfAddressSpace"] is not None and tag not in (POINTER_TYPE, REFERENCE_TYPE, RVALUE_REFERENCE_TYPE):
        return state.fail_debug("DWARF address space only applies to pointer or reference types", node)
    return True


def _is_set_base(state: State, base: object) -> bool:
    if not isinstance(base, SpecializedNode):
        return False
    if base.spec.name == "DICompositeType":
        return number_of(base, "tag") == ENUMERATION_TYPE
    if base.spec.name == "DIBasicType":
        return number_of(base, "encoding") in _SET_ENCODINGS
    return state.version >= 21


def _has_conflicting_reference_flags(flags: int) -> bool:
    return (flags & FLAG_LVALUE_REFERENCE != 0 and flags & FLAG_RVALUE_REFERENCE != 0) or (
        flags & FLAG_PASS_BY_VALUE != 0 and flags & FLAG_PASS_BY_REFERENCE != 0
    )


def _check_template_parameters(state: State, node: SpecializedNode, parameters: object) -> bool:
    if not isinstance(parameters, MDTuple):
        return state.fail_debug("invalid template params", node, parameters)
    for one in parameters.operands:
        if not is_kind(one, "DITemplateTypeParameter") and not is_kind(one, "DITemplateValueParameter"):
            return state.fail_debug("invalid template parameter", node, parameters, one)
    return True


def _check_composite_type(state: State, node: SpecializedNode) -> bool:
    _check_file(state, node)
    tag = number_of(node, "tag")
    flags = number_of(node, "flags")
    if tag not in _COMPOSITE_TAGS and state.version < 22:
        return state.fail_debug("invalid tag", node)
    if not is_scope(node["scope"]):
        return state.fail_debug("invalid scope", node, node["scope"])
    if not is_type(node["baseType"]):
        return state.fail_debug("invalid base type", node, node["baseType"])
    elements = node["elements"]
    if elements is not None and not isinstance(elements, MDTuple):
        return state.fail_debug("invalid composite elements", node, elements)
    if not is_type(node["vtableHolder"]):
        return state.fail_debug("invalid vtable holder", node, node["vtableHolder"])
    if _has_conflicting_reference_flags(flags):
        return state.fail_debug("invalid reference flags", node)
    if flags & FLAG_BLOCK_BY_REFERENCE and state.version >= 10:
        return state.fail_debug("DIBlockByRefStruct on DICompositeType is no longer supported", node)
    if flags & FLAG_VECTOR:
        members = elements.operands if isinstance(elements, MDTuple) else []
        first = members[0] if len(members) == 1 else None
        if not isinstance(first, SpecializedNode) or first.spec.name not in ("DISubrange", "DIGenericSubrange"):
            return state.fail_debug("invalid vector, expected one element of type subrange", node)
    if node["templateParams"] is not None:
        _check_template_parameters(state, node, node["templateParams"])
    discriminator = node["discriminator"]
    if discriminator is not None and (not is_kind(discriminator, "DIDerivedType") or tag != VARIANT_PART):
        return state.fail_debug("discriminator can only appear on variant part")
    for field in ("dataLocation", "associated", "allocated", "rank"):
        value = node[field]
        if value is not None and not _is_absent_bound(value) and tag != ARRAY_TYPE:
            return state.fail_debug(f"{field} can only appear in array type")
    if tag == ARRAY_TYPE and node["baseType"] is None and state.version >= 14:
        return state.fail_debug("array types must have a base type", node)
    return True


def _check_subroutine_type(state: State, node: SpecializedNode) -> bool:
    types = node["types"]
    if types is not None:
        if not isinstance(types, MDTuple):
            return state.fail_debug("invalid composite elements", node, types)
        for one in types.operands:
            if not is_type(one):
                return state.fail_debug("invalid subroutine type ref", node, types, one)
    if _has_conflicting_reference_flags(number_of(node, "flags")):
        return state.fail_debug("invalid reference flags", node)
    return True


def text_of_field(value: object) -> str:
    """The text of a field that is a string; empty where it has none."""
    if isinstance(value, MDString):
        return value.text
    return value if isinstance(value, str) else ""


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


def _check_list(state: State, node: SpecializedNode, field: str, list_message: str, message: str, kinds: tuple[str, ...]) -> bool:
    members = node[field]
    if members is None:
        return True
    if not isinstance(members, MDTuple):
        return state.fail_debug(list_message, node, members)
    for one in members.operands:
        if not isinstance(one, SpecializedNode) or one.spec.name not in kinds:
            return state.fail_debug(message, node, one)
    return True


def _check_compile_unit(state: State, node: SpecializedNode) -> bool:
    if not node.is_distinct:
        return state.fail_debug("compile units must be distinct", node)
    file = node["file"]
    if not isinstance(file, SpecializedNode) or file.spec.name != "DIFile":
        return state.fail_debug("invalid file", node, file)
    if not text_of_field(file["filename"]):
        return state.fail_debug("invalid filename", node, file)
    if not _check_source(state, node, file):
        return False
    members = node["enums"]
    if members is not None:
        if not isinstance(members, MDTuple):
            return state.fail_debug("invalid enum list", node, members)
        for one in members.operands:
            is_composite = isinstance(one, SpecializedNode) and one.spec.name == "DICompositeType"
            if not is_composite or not isinstance(one, SpecializedNode) or number_of(one, "tag") != ENUMERATION_TYPE:
                return state.fail_debug("invalid enum type", node, members, one)
    members = node["retainedTypes"]
    if members is not None:
        if not isinstance(members, MDTuple):
            return state.fail_debug("invalid retained type list", node, members)
        for one in members.operands:
            is_declaration = isinstance(one, SpecializedNode) and one.spec.name == "DISubprogram" and not is_definition(one)
            if one is None or not (is_type(one) or is_declaration):
                return state.fail_debug("invalid retained type", node, one)
    if not _check_list(
        state, node, "globals", "invalid global variable list", "invalid global variable ref", ("DIGlobalVariableExpression",)
    ):
        return False
    if not _check_list(
        state, node, "imports", "invalid imported entity list", "invalid imported entity ref", ("DIImportedEntity",)
    ):
        return False
    if not _check_list(state, node, "macros", "invalid macro list", "invalid macro ref", ("DIMacro", "DIMacroFile")):
        return False
    state.compile_units.append(node)
    return True


def _check_source(state: State, unit: SpecializedNode, file: SpecializedNode) -> bool:
    """That all files of a unit have their source with them, or none."""
    if state.version > 14:
        return True
    has_source = file["source"] is not None
    if state.embeds_source.setdefault(unit, has_source) != has_source:
        return state.fail_debug("inconsistent use of embedded source")
    return True


def _check_subprogram(state: State, node: SpecializedNode) -> bool:
    if not is_scope(node["scope"]):
        return state.fail_debug("invalid scope", node, node["scope"])
    if not _check_file(state, node):
        return False
    if node["file"] is None and number_of(node, "line") != 0:
        return state.fail_debug("line specified with no file", node, str(number_of(node, "line")))
    type = node["type"]
    if type is not None and not is_kind(type, "DISubroutineType"):
        return state.fail_debug("invalid subroutine type", node, type)
    if not is_type(node["containingType"]):
        return state.fail_debug("invalid containing type", node, node["containingType"])
    if node["templateParams"] is not None:
        _check_template_parameters(state, node, node["templateParams"])
    declaration = node["declaration"]
    if declaration is not None:
        if not isinstance(declaration, SpecializedNode) or declaration.spec.name != "DISubprogram" or is_definition(declaration):
            return state.fail_debug("invalid subprogram declaration", node, declaration)
    if not _check_retained_nodes(state, node):
        return False
    if _has_conflicting_reference_flags(number_of(node, "flags")):
        return state.fail_debug("invalid reference flags", node)
    unit = node["unit"]
    if is_definition(node):
        if not node.is_distinct:
            return state.fail_debug("subprogram definitions must be distinct", node)
        if unit is None:
            return state.fail_debug("subprogram definitions must have a compile unit", node)
        if not is_kind(unit, "DICompileUnit"):
            return state.fail_debug("invalid unit type", node, unit)
        file = node["file"]
        if isinstance(file, SpecializedNode) and isinstance(unit, SpecializedNode):
            _check_source(state, unit, file)
    else:
        if unit is not None:
            return state.fail_debug("subprogram declarations must not have a compile unit", node)
        if declaration is not None and state.version >= 16:
            return state.fail_debug("subprogram declaration must not have a declaration field")
    thrown = node["thrownTypes"]
    if thrown is not None:
        if not isinstance(thrown, MDTuple):
            return state.fail_debug("invalid thrown types list", node, thrown)
        for one in thrown.operands:
            if one is None or not is_type(one):
                return state.fail_debug("invalid thrown type", node, thrown, one)
    if number_of(node, "flags") & FLAG_ALL_CALLS_DESCRIBED and not is_definition(node):
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
    if state.version >= 17:
        kinds = ("DILocalVariable", "DILabel", "DIImportedEntity")
        message = "invalid retained nodes, expected DILocalVariable, DILabel or DIImportedEntity"
    for one in retained.operands:
        if not isinstance(one, SpecializedNode) or one.spec.name not in kinds:
            # Types are retained, too, in the newest.
            if state.version >= 21 and one is not None and is_type(one):
                continue
            return state.fail_debug(message, node, retained, one)
    return True


def _check_lexical_block_base(state: State, node: SpecializedNode) -> bool:
    scope = node["scope"]
    if not isinstance(scope, SpecializedNode) or scope.spec.name not in LOCAL_SCOPES:
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
    if not _check_file(state, node):
        return False
    return _check_list(state, node, "nodes", "invalid macro list", "invalid macro ref", ("DIMacro", "DIMacroFile"))


def _check_module(state: State, node: SpecializedNode) -> bool:
    return bool(text_of_field(node["name"])) or state.fail_debug("anonymous module", node)


def _check_template_type(state: State, node: SpecializedNode) -> bool:
    return is_type(node["type"]) or state.fail_debug("invalid type ref", node, node["type"])


def _check_template_value(state: State, node: SpecializedNode) -> bool:
    _check_template_type(state, node)
    return number_of(node, "tag") in TEMPLATE_VALUE_PARAMETERS or state.fail_debug("invalid tag", node)


def _check_variable(state: State, node: SpecializedNode) -> bool:
    if not is_scope(node["scope"]):
        return state.fail_debug("invalid scope", node, node["scope"])
    return _check_file(state, node)


def check_global_variable(state: State, node: SpecializedNode) -> bool:
    """The rules for a DIGlobalVariable."""
    _check_variable(state, node)
    type = node["type"]
    if not is_type(type):
        return state.fail_debug("invalid type ref", node, type)
    if node["isDefinition"] and type is None:
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
    if is_kind(type, "DISubroutineType"):
        return state.fail_debug("invalid type", node, type)
    return True


def _check_assign_id(state: State, node: SpecializedNode) -> bool:
    return node.is_distinct or state.fail_debug("DIAssignID must be distinct", node)


def _check_label(state: State, node: SpecializedNode) -> bool:
    if not is_scope(node["scope"]):
        return state.fail_debug("invalid scope", node, node["scope"])
    if not _check_file(state, node):
        return False
    if not is_local_scope(node["scope"]):
        return state.fail_debug("label requires a valid scope", node, node["scope"])
    return True


def check_global_variable_expression(state: State, node: SpecializedNode) -> bool:
    """The rules for a DIGlobalVariableExpression."""
    variable = node["var"]
    if variable is None:
        return state.fail_debug("missing variable")
    if isinstance(variable, SpecializedNode) and variable.spec.name == "DIGlobalVariable":
        check_global_variable(state, variable)
        expression = node["expr"]
        if isinstance(expression, DIExpression):
            if not is_valid_expression(expression.elements):
                return state.fail_debug("invalid expression", expression)
            check_fragment(state, variable, expression, node)
    return True


def check_fragment(state: State, variable: SpecializedNode, expression: DIExpression, shown: object) -> bool:
    """Whether the fragment that an expression describes is part of the variable, and not all of it."""
    elements = expression.elements
    if len(elements) < 3 or elements[-3] != 0x1000 or not is_valid_expression(elements):
        return True
    size = size_of_variable(variable)
    if size == 0:
        return True
    if elements[-1] + elements[-2] > size:
        return state.fail_debug("fragment is larger than or outside of variable", shown, variable)
    if elements[-1] == size:
        return state.fail_debug("fragment covers entire variable", shown, variable)
    return True


def _check_objc_property(state: State, node: SpecializedNode) -> bool:
    if not is_type(node["type"]):
        return state.fail_debug("invalid type ref", node, node["type"])
    return _check_file(state, node)


def _check_imported_entity(state: State, node: SpecializedNode) -> bool:
    if number_of(node, "tag") not in (IMPORTED_MODULE, IMPORTED_DECLARATION):
        return state.fail_debug("invalid tag", node)
    if not is_scope(node["scope"]):
        return state.fail_debug("invalid scope for imported entity", node, node["scope"])
    entity = node["entity"]
    if entity is not None and (not isinstance(entity, SpecializedNode) or entity.spec.name in NO_DESCRIPTIONS):
        return state.fail_debug("invalid imported entity", node, entity)
    return True


_CHECKS: Final[dict[str, Callable[[State, SpecializedNode], bool]]] = {
    "DILocation": _check_location,
    "DISubrange": _check_subrange,
    "DIGenericSubrange": _check_generic_subrange,
    "DIBasicType": _check_basic_type,
    "DIStringType": _check_string_type,
    "DIDerivedType": _check_derived_type,
    "DICompositeType": _check_composite_type,
    "DISubroutineType": _check_subroutine_type,
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

# --- expressions

_ARGUMENT_COUNTS: Final[dict[int, int]] = {
    0x1000: 2,  # fragment
    0x1001: 2,  # convert
    0x1002: 1,  # tag_offset
    0x1003: 1,  # entry_value
    0x1005: 1,  # arg
    0x1006: 2,  # extract_bits_sext
    0x1007: 2,  # extract_bits_zext
    0x10: 1,  # constu
    0x11: 1,  # consts
    0x94: 1,  # deref_size
    0x23: 1,  # plus_uconst
    0x90: 1,  # regx
    0x92: 2,  # bregx
}
_PLAIN_OPERATIONS: Final = frozenset(
    (
        0x06, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17, 0x18, 0x19, 0x1A, 0x1B, 0x1C, 0x1D, 0x1E, 0x1F, 0x20, 0x21, 0x22, 0x24,
        0x25, 0x26, 0x27, 0x29, 0x2A, 0x2B, 0x2C, 0x2D, 0x2E, 0x97, 0x9F, 0x1004,
    )
)  # fmt: skip


def is_valid_expression(elements: list[int]) -> bool:
    """Whether the operations of a DIExpression are known, complete, and in places where they may be."""
    count = len(elements)
    at = 0
    while at < count:
        operation = elements[at]
        arguments = _ARGUMENT_COUNTS.get(operation, 0)
        if 0x70 <= operation <= 0x8F:
            arguments = 1
        end = at + 1 + arguments
        if end > count:
            return False
        if operation == 0x1000:
            return end == count
        if operation == 0x9F:
            if end != count and elements[end] != 0x1000:
                return False
        elif operation == 0x16:
            if count == 1:
                return False
        elif operation == 0x1003:
            # First, or behind the one argument; and of one operation.
            if not (at == 0 or (at == 2 and elements[0] == 0x1005 and elements[1] == 0)) or elements[at + 1] != 1:
                return False
        elif operation not in _ARGUMENT_COUNTS and operation not in _PLAIN_OPERATIONS and not 0x50 <= operation <= 0x8F:
            if not 0x30 <= operation <= 0x4F:
                return False
        at = end
    return True
