"""Names of types in debug information, as C, C++, Rust and Fortran write them."""

from __future__ import annotations

import pyllvm
from pyllvm.ir import Module, SpecializedNode, type_name
from rows import each_row

INT = '!DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)'
CHAR = '!DIBasicType(name: "char", size: 8, encoding: DW_ATE_signed_char)'
SHAPE = '!DICompositeType(tag: DW_TAG_class_type, name: "Shape", scope: !DINamespace(name: "geo", scope: null))'
NAMELESS = "!DICompositeType(tag: DW_TAG_union_type, size: 8)"
POINT = '!DICompositeType(tag: DW_TAG_structure_type, name: "point", size: 64)'


def derived(tag: str, base: str, rest: str = "") -> str:
    return f"!DIDerivedType(tag: DW_TAG_{tag}, baseType: {base}{rest})"


def pointer(base: str) -> str:
    return derived("pointer_type", base)


def const(base: str) -> str:
    return derived("const_type", base)


def array(base: str, *counts: object, rest: str = "") -> str:
    ranges = ", ".join(
        [f"!DISubrange({count})" if isinstance(count, str) else f"!DISubrange(count: {count})" for count in counts]
    )
    return f"!DICompositeType(tag: DW_TAG_array_type, baseType: {base}, elements: !{{{ranges}}}{rest})"


def function(*types: str, rest: str = "") -> str:
    return f"!DISubroutineType(types: !{{{', '.join(types)}}}{rest})"


def named(text: str, language: str = "") -> str:
    return type_name(Module("m").metadata(text), language)


METHOD = function(INT, derived("pointer_type", const(SHAPE), ", flags: DIFlagArtificial"), CHAR)


@each_row(
    ("text", "expected"),
    [
        (INT, "int"),
        (pointer(INT), "int *"),
        (pointer("null"), "void *"),
        (pointer(const(CHAR)), "const char *"),
        (const(pointer(const(CHAR))), "const char *const"),
        (derived("volatile_type", const(INT)), "volatile const int"),
        (pointer(const(pointer(INT))), "int *const *"),
        (array(INT, 3, 4), "int[3][4]"),
        (array(INT, -1), "int[]"),
        (array(INT, "upperBound: 4"), "int[5]"),
        (array(pointer(INT), 5), "int *[5]"),
        (array(const(pointer(INT)), 5), "int *const[5]"),
        (pointer(array(INT, 5)), "int (*)[5]"),
        (pointer(const(array(INT, 5))), "const int (*)[5]"),
        (pointer(function(INT, pointer(CHAR), "null")), "int (*)(char *, ...)"),
        (array(pointer(function("null")), 2), "void (*[2])()"),
        (pointer(function(pointer(array(INT, 3)), CHAR)), "int (*(*)(char))[3]"),
        (const(pointer(function("null"))), "void (*const)()"),
        (derived("reference_type", SHAPE), "geo::Shape &"),
        (derived("rvalue_reference_type", array(INT, 2)), "int (&&)[2]"),
        (derived("ptr_to_member_type", INT, f", extraData: {SHAPE}"), "int geo::Shape::*"),
        (derived("ptr_to_member_type", METHOD, f", extraData: {SHAPE}"), "int (geo::Shape::*)(char) const"),
        (derived("restrict_type", pointer(CHAR)), "char *__restrict"),
        (derived("atomic_type", INT), "_Atomic(int)"),
        (
            derived("LLVM_ptrauth_type", pointer(INT), ", ptrAuthKey: 2, ptrAuthExtraDiscriminator: 18"),
            "int *__ptrauth(2, 0, 0x12)",
        ),
        (derived("typedef", INT, ', name: "word"'), "word"),
        (derived("typedef", INT, f', name: "word", scope: {SHAPE}'), "geo::Shape::word"),
        (array(INT, 4, rest=", size: 128, flags: DIFlagVector"), "int __attribute__((vector_size(16)))"),
        (pointer(array(INT, 4, rest=", size: 128, flags: DIFlagVector")), "int __attribute__((vector_size(16))) *"),
        (pointer(NAMELESS), "union {...} *"),
        (
            '!DICompositeType(tag: DW_TAG_structure_type, name: "H", scope: !DINamespace(scope: null))',
            "(anonymous namespace)::H",
        ),
        (derived("member", INT), "int"),
    ],
)
def test_as_cpp(text: str, expected: str) -> None:
    assert named(text) == expected


@each_row(
    ("language", "text", "expected"),
    [
        ("C", pointer(POINT), "struct point *"),
        ("DW_LANG_C11", const(POINT), "const struct point"),
        ("DW_LNAME_C", pointer(function("null")), "void (*)(void)"),
        ("C", pointer(function(INT, "null")), "int (*)()"),
        ("C", derived("restrict_type", pointer(CHAR)), "char *restrict"),
        ("DW_LANG_C_plus_plus_17", pointer(POINT), "point *"),
        ("Rust", array('!DIBasicType(name: "u8", size: 8)', 4, 2), "[[u8; 2]; 4]"),
        ("DW_LANG_Rust", function("null", INT), "fn(int)"),
        ("Rust", derived("pointer_type", INT, ', name: "&mut int"'), "&mut int"),
        ("Rust", "null", "()"),
        ("DW_LANG_Fortran18", array(INT, "lowerBound: 2, upperBound: 5", 3), "int, dimension(2:5, 3)"),
        ("Fortran", pointer(POINT), "type(point), pointer"),
        ("Fortran", '!DIStringType(name: "character(10)", size: 80)', "character(10)"),
        (
            "Swift",
            '!DICompositeType(tag: DW_TAG_structure_type, name: "Int", scope: !DIModule(scope: null, name: "Swift"))',
            "Swift.Int",
        ),
    ],
)
def test_in_other_languages(language: str, text: str, expected: str) -> None:
    if text == "null":
        assert type_name(None, language) == expected
    else:
        assert named(text, language) == expected


def test_template_arguments_that_the_name_lacks() -> None:
    parameters = (
        f'!{{!DITemplateTypeParameter(name: "T", type: {INT}), !DITemplateValueParameter(type: {CHAR}, value: i8 97), '
        f"!DITemplateValueParameter(tag: DW_TAG_GNU_template_parameter_pack, type: null, "
        f"value: !{{!DITemplateTypeParameter(type: {SHAPE}), !DITemplateTypeParameter(type: {INT})}})}}"
    )
    text = f'!DICompositeType(tag: DW_TAG_class_type, name: "Box", templateParams: {parameters})'
    assert named(text) == "Box<int, 'a', geo::Shape, int>"
    assert named(f'!DICompositeType(tag: DW_TAG_class_type, name: "Bag<int>", templateParams: {parameters})') == "Bag<int>"


def test_a_type_that_is_its_own_base_ends() -> None:
    module = pyllvm.parse_assembly("!n = !{!0}\n!0 = distinct !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !0)\n")
    node = module.named_metadata[0].operands[0]
    assert isinstance(node, SpecializedNode)
    assert type_name(node).startswith("...")
