"""The rules for the types of debug information: basic, derived, composite and subroutine types, and subranges."""

from __future__ import annotations

from typing import Final

from pyllvm.ir.constants import ConstantInt
from pyllvm.ir.metadata import DIExpression, MDString, MDTuple, SpecializedNode, ValueAsMetadata
from pyllvm.tables import dwarf
from pyllvm.tables.debug_info_versions import (
    ARRAY_BASE_TYPES_SINCE,
    BOUNDLESS_SUBRANGES_SINCE,
    COMPUTED_SIZES_SINCE,
    COUNT_VARIABLES_UNTIL,
    ELEMENTS_SINCE,
    EXTRA_DATA_SINCE,
    FILES_OF_CLASSES_UNTIL,
    FORTRAN_SUBRANGES_SINCE,
    STRING_TYPES_SINCE,
    TEMPLATE_ALIAS_PARAMETERS_SINCE,
    TYPE_PLACES_SINCE,
)
from pyllvm.tables.features import METADATA_BOUNDS, STATIC_MEMBER_VARIABLES_SINCE
from pyllvm.tables.metadata_nodes import SPECIALIZED_NODES
from pyllvm.tables.verifier_rules import NO_BYREF_STRUCTS
from pyllvm.verifier.debug_nodes import (
    check_file,
    check_template_parameters,
    has_conflicting_flags,
    is_kind,
    is_scope,
    is_type,
    number_of,
    text_of_field,
)
from pyllvm.verifier.state import State

# The places of operands of DIDerivedType. A program has more of these nodes than others, and looking up the places took as long
# as all other checks of them.
_DERIVED: Final = SPECIALIZED_NODES["DIDerivedType"]
_TAG: Final = _DERIVED.index_of("tag")
_FILE: Final = _DERIVED.index_of("file")
_SCOPE: Final = _DERIVED.index_of("scope")
_BASE_TYPE: Final = _DERIVED.index_of("baseType")
_EXTRA_DATA: Final = _DERIVED.index_of("extraData")
_ADDRESS_SPACE: Final = _DERIVED.index_of("dwarfAddressSpace")

_FORTRAN: Final = frozenset(
    (
        dwarf.LANGUAGE_FORTRAN77,
        dwarf.LANGUAGE_FORTRAN90,
        dwarf.LANGUAGE_FORTRAN95,
        dwarf.LANGUAGE_FORTRAN03,
        dwarf.LANGUAGE_FORTRAN08,
        dwarf.LANGUAGE_FORTRAN18,
    )
)


def is_fortran(unit: SpecializedNode) -> bool:
    """Whether a compile unit is of a program in Fortran."""
    return number_of(unit, "language") in _FORTRAN


# The encodings that a set's base type can have: boolean, signed, signed char, unsigned, unsigned char.
_SET_ENCODINGS: Final = (
    dwarf.ENCODING_BOOLEAN,
    dwarf.ENCODING_SIGNED,
    dwarf.ENCODING_SIGNED_CHAR,
    dwarf.ENCODING_UNSIGNED,
    dwarf.ENCODING_UNSIGNED_CHAR,
)


# --- subranges


def _is_bound(value: object) -> bool:
    """Whether the value is a variable, an expression or absent."""
    if value is None or is_kind(value, "DILocalVariable") or is_kind(value, "DIGlobalVariable"):
        return True
    return isinstance(value, DIExpression)


def _is_constant_or_bound(value: object) -> bool:
    return isinstance(value, (int, ValueAsMetadata)) or _is_bound(value)


def _is_absent(value: object) -> bool:
    return value is None or (isinstance(value, int) and value == -(1 << 63))


def _constant_bound(value: object) -> int | None:
    if isinstance(value, ValueAsMetadata):
        return value.value.value if isinstance(value.value, ConstantInt) else None
    return value if isinstance(value, int) else None


def check_subrange(state: State, node: SpecializedNode) -> bool:
    """Check a DISubrange."""
    version = state.version
    count = node["count"]
    upper = node["upperBound"]
    if METADATA_BOUNDS.is_in(version):
        if version < BOUNDLESS_SUBRANGES_SINCE and count is None and _is_absent(upper):
            if version < FORTRAN_SUBRANGES_SINCE or state.source_language not in _FORTRAN:
                return state.fail_debug("Subrange must contain count or upperBound", node)
        if count is not None and not isinstance(count, int) and not _is_absent(upper):
            return state.fail_debug("Subrange can have any one of count or upperBound", node)
    if not _is_constant_or_bound(count) or (not METADATA_BOUNDS.is_in(version) and isinstance(count, DIExpression)):
        if version <= COUNT_VARIABLES_UNTIL:
            return state.fail_debug("Count must either be a signed constant or a DIVariable", node)
        return state.fail_debug("Count must be signed constant or DIVariable or DIExpression", node)
    number = _constant_bound(count)
    if number is not None and number < -1:
        return state.fail_debug("invalid subrange count", node)
    for field, word in (("lowerBound", "LowerBound"), ("upperBound", "UpperBound"), ("stride", "Stride")):
        if not _is_constant_or_bound(node[field]):
            return state.fail_debug(f"{word} must be signed constant or DIVariable or DIExpression", node)
    return True


def check_generic_subrange(state: State, node: SpecializedNode) -> bool:
    """Check a DIGenericSubrange, which has no constants."""
    count = node["count"]
    upper = node["upperBound"]
    if state.version < BOUNDLESS_SUBRANGES_SINCE and count is None and upper is None:
        return state.fail_debug("GenericSubrange must contain count or upperBound", node)
    if count is not None and upper is not None:
        return state.fail_debug("GenericSubrange can have any one of count or upperBound", node)
    if not _is_bound(count):
        return state.fail_debug("Count must be signed constant or DIVariable or DIExpression", node)
    if node["lowerBound"] is None:
        return state.fail_debug("GenericSubrange must contain lowerBound", node)
    if not _is_bound(node["lowerBound"]):
        return state.fail_debug("LowerBound must be signed constant or DIVariable or DIExpression", node)
    if not _is_bound(upper):
        return state.fail_debug("UpperBound must be signed constant or DIVariable or DIExpression", node)
    if node["stride"] is None:
        return state.fail_debug("GenericSubrange must contain stride", node)
    if not _is_bound(node["stride"]):
        return state.fail_debug("Stride must be signed constant or DIVariable or DIExpression", node)
    return True


def _check_place(state: State, node: SpecializedNode) -> bool:
    """Check where a type is declared, as LLVM 23 does for every type (visitDIType); a failure does not end the type's checks."""
    if state.version < TYPE_PLACES_SINCE:
        return True
    if not is_scope(node["scope"]):
        return state.fail_debug("invalid scope", node, node["scope"])
    if node["file"] is not None:
        return check_file(state, node)
    line = number_of(node, "line")
    return line == 0 or state.fail_debug("line specified with no file", node, str(line))


def check_subrange_type(state: State, node: SpecializedNode) -> bool:
    """Check a DISubrangeType."""
    _check_place(state, node)
    if not is_type(node["baseType"]):
        return state.fail_debug("BaseType must be a type")
    for field, word, may_be_member in (
        ("lowerBound", "LowerBound", True),
        ("upperBound", "UpperBound", True),
        ("stride", "Stride", False),
        ("bias", "Bias", False),
    ):
        value = node[field]
        if _is_constant_or_bound(value) or (may_be_member and is_kind(value, "DIDerivedType")):
            continue
        more = " or DIDerivedType" if may_be_member else ""
        return state.fail_debug(f"{word} must be signed constant or DIVariable or DIExpression{more}", node)
    return _check_constant_size(state, node)


# --- basic types


def _check_constant_size(state: State, node: SpecializedNode) -> bool:
    if state.version < COMPUTED_SIZES_SINCE:
        return True
    size = node["size"]
    if size is None or isinstance(size, (int, ValueAsMetadata)):
        return True
    return state.fail_debug("SizeInBits must be a constant")


def _check_size(state: State, node: SpecializedNode) -> bool:
    if state.version < COMPUTED_SIZES_SINCE or _is_constant_or_bound(node["size"]):
        return True
    return state.fail_debug("SizeInBits must be a constant or DIVariable or DIExpression")


def check_basic_type(state: State, node: SpecializedNode) -> bool:
    """Check a DIBasicType."""
    _check_place(state, node)
    tag = number_of(node, "tag")
    if tag not in (dwarf.TAG_BASE_TYPE, dwarf.TAG_UNSPECIFIED_TYPE) and (
        tag != dwarf.TAG_STRING_TYPE or state.version < STRING_TYPES_SINCE
    ):
        return state.fail_debug("invalid tag", node)
    return _check_constant_size(state, node)


def check_fixed_point_type(state: State, node: SpecializedNode) -> bool:
    """Check a DIFixedPointType: only the fields that its kind uses for the scale may be set."""
    check_basic_type(state, node)
    if number_of(node, "tag") != dwarf.TAG_BASE_TYPE:
        return state.fail_debug("invalid tag", node)
    if number_of(node, "encoding") not in (dwarf.ENCODING_SIGNED_FIXED, dwarf.ENCODING_UNSIGNED_FIXED):
        return state.fail_debug("invalid encoding", node)
    kind = number_of(node, "kind")
    if kind > dwarf.FIXED_POINT_RATIONAL:
        return state.fail_debug("invalid kind", node)
    if kind == dwarf.FIXED_POINT_RATIONAL:
        if number_of(node, "factor") != 0:
            return state.fail_debug("factor should be 0 for rationals", node)
    elif number_of(node, "numerator") != 0 or number_of(node, "denominator") != 0:
        return state.fail_debug("numerator and denominator should be 0 for non-rationals", node)
    return True


def check_string_type(state: State, node: SpecializedNode) -> bool:
    """Check a DIStringType."""
    return number_of(node, "tag") == dwarf.TAG_STRING_TYPE or state.fail_debug("invalid tag", node)


# --- types that refer to other types


def check_derived_type(state: State, node: SpecializedNode) -> bool:
    """Check a DIDerivedType."""
    operands = node.operands
    if state.version >= TYPE_PLACES_SINCE:
        _check_place(state, node)
    elif operands[_FILE] is not None:
        check_file(state, node)
    operand = operands[_TAG]
    tag = operand if isinstance(operand, int) else 0
    if not _is_derived_tag(state, node, tag):
        return state.fail_debug("invalid tag", node)
    if not _check_extra_data(state, node, tag, operands[_EXTRA_DATA]):
        return False
    base = operands[_BASE_TYPE]
    if tag == dwarf.TAG_SET_TYPE and base is not None and not _is_set_base(state, base):
        return state.fail_debug("invalid set base type", node, base)
    if state.version < TYPE_PLACES_SINCE and not is_scope(operands[_SCOPE]):
        return state.fail_debug("invalid scope", node, operands[_SCOPE])
    if not is_type(base):
        return state.fail_debug("invalid base type", node, base)
    if operands[_ADDRESS_SPACE] is not None and tag not in (
        dwarf.TAG_POINTER_TYPE,
        dwarf.TAG_REFERENCE_TYPE,
        dwarf.TAG_RVALUE_REFERENCE_TYPE,
    ):
        return state.fail_debug("DWARF address space only applies to pointer or reference types", node)
    return _check_size(state, node)


def _is_derived_tag(state: State, node: SpecializedNode, tag: int) -> bool:
    if tag == dwarf.TAG_VARIABLE:
        return state.version >= STATIC_MEMBER_VARIABLES_SINCE and number_of(node, "flags") & dwarf.FLAG_STATIC_MEMBER != 0
    return dwarf.DERIVED_TAGS.get(tag, state.version + 1) <= state.version


def _check_extra_data(state: State, node: SpecializedNode, tag: int, extra: object) -> bool:
    if tag == dwarf.TAG_PTR_TO_MEMBER_TYPE:
        return is_type(extra) or state.fail_debug("invalid pointer to member type", node, extra)
    if tag == dwarf.TAG_TEMPLATE_ALIAS:
        if state.version >= TEMPLATE_ALIAS_PARAMETERS_SINCE and extra is not None and not isinstance(extra, MDTuple):
            return state.fail_debug("invalid template parameters", node, extra)
    elif (
        tag in (dwarf.TAG_INHERITANCE, dwarf.TAG_MEMBER, dwarf.TAG_VARIABLE)
        and state.version >= EXTRA_DATA_SINCE
        and not _is_extra_data(extra)
    ):
        return state.fail_debug(
            "extraData must be ConstantAsMetadata, MDString, DIObjCProperty, "
            "or MDTuple with single ConstantAsMetadata operand",
            node, extra,
        )  # fmt: skip
    return True


def _is_extra_data(extra: object) -> bool:
    if extra is None or isinstance(extra, (ValueAsMetadata, MDString)) or is_kind(extra, "DIObjCProperty"):
        return True
    return isinstance(extra, MDTuple) and len(extra.operands) == 1 and isinstance(extra.operands[0], ValueAsMetadata)


def _is_set_base(state: State, base: object) -> bool:
    if not isinstance(base, SpecializedNode):
        return False
    if base.spec.name == "DICompositeType":
        return number_of(base, "tag") == dwarf.TAG_ENUMERATION_TYPE
    if base.spec.name == "DIBasicType":
        return number_of(base, "encoding") in _SET_ENCODINGS
    return base.spec.name == "DISubrangeType"


def check_composite_type(state: State, node: SpecializedNode) -> bool:
    """Check a DICompositeType."""
    if state.version < TYPE_PLACES_SINCE:
        check_file(state, node)
    else:
        _check_place(state, node)
    tag = number_of(node, "tag")
    flags = number_of(node, "flags")
    base = node["baseType"]
    elements = node["elements"]
    if dwarf.COMPOSITE_TAGS.get(tag, state.version + 1) > state.version:
        return state.fail_debug("invalid tag", node)
    if state.version < TYPE_PLACES_SINCE and not is_scope(node["scope"]):
        return state.fail_debug("invalid scope", node, node["scope"])
    if not is_type(base):
        return state.fail_debug("invalid base type", node, base)
    if elements is not None and not isinstance(elements, MDTuple):
        return state.fail_debug("invalid composite elements", node, elements)
    if not is_type(node["vtableHolder"]):
        return state.fail_debug("invalid vtable holder", node, node["vtableHolder"])
    if has_conflicting_flags(flags):
        return state.fail_debug("invalid reference flags", node)
    if flags & dwarf.FLAG_BLOCK_BYREF_STRUCT and NO_BYREF_STRUCTS.is_in(state.version):
        return state.fail_debug(NO_BYREF_STRUCTS.message, node)
    members: list[object] = elements.operands if isinstance(elements, MDTuple) else []
    if state.version >= ELEMENTS_SINCE and None in members:
        return state.fail_debug("DISubprogram contains null entry in `elements` field", node)
    if flags & dwarf.FLAG_VECTOR and not (len(members) == 1 and is_kind(members[0], "DISubrange")):
        return state.fail_debug("invalid vector, expected one element of type subrange", node)
    if node["templateParams"] is not None:
        check_template_parameters(state, node, node["templateParams"])
    if (
        tag in (dwarf.TAG_CLASS_TYPE, dwarf.TAG_UNION_TYPE)
        and state.version <= FILES_OF_CLASSES_UNTIL
        and not _has_filename(node["file"])
    ):
        return state.fail_debug("class/union requires a filename", node, node["file"])
    discriminator = node["discriminator"]
    if discriminator is not None and (not is_kind(discriminator, "DIDerivedType") or tag != dwarf.TAG_VARIANT_PART):
        return state.fail_debug("discriminator can only appear on variant part")
    if tag == dwarf.TAG_ARRAY_TYPE:
        if base is None and state.version >= ARRAY_BASE_TYPES_SINCE:
            return state.fail_debug("array types must have a base type", node)
    else:
        for field in ("dataLocation", "associated", "allocated", "rank"):
            if not _is_absent(node[field]):
                return state.fail_debug(f"{field} can only appear in array type")
    return _check_size(state, node)


def _has_filename(file: object) -> bool:
    return isinstance(file, SpecializedNode) and file.spec.name == "DIFile" and text_of_field(file["filename"]) != ""


def check_subroutine_type(state: State, node: SpecializedNode) -> bool:
    """Check a DISubroutineType."""
    types = node["types"]
    if types is not None:
        if not isinstance(types, MDTuple):
            return state.fail_debug("invalid composite elements", node, types)
        for type in types.operands:
            if not is_type(type):
                return state.fail_debug("invalid subroutine type ref", node, types, type)
    if has_conflicting_flags(number_of(node, "flags")):
        return state.fail_debug("invalid reference flags", node)
    return True
