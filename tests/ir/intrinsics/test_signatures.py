"""The types of intrinsics: read from the table's text, held against function types, and made from types."""

from __future__ import annotations

import pytest

from pyllvm.ir.intrinsics.signatures import (
    ARGUMENT_MISMATCH,
    MISSING_VARIABLE_ARGUMENTS,
    RETURN_MISMATCH,
    TOO_FEW_ARGUMENTS,
    UNEXPECTED_VARIABLE_ARGUMENTS,
    IntrinsicSignature,
    signature,
)
from pyllvm.ir.types import Context, FunctionType, Type
from pyllvm.tables import intrinsics
from pyllvm.tables.intrinsics import is_intrinsic
from rows import each_row

CONTEXT = Context()
VOID = CONTEXT.void
I1, I8, I16, I32, I64 = (CONTEXT.integer(width) for width in (1, 8, 16, 32, 64))
FLOAT = CONTEXT.floating_point("float")
HALF = CONTEXT.floating_point("half")
POINTER = CONTEXT.pointer()
METADATA = CONTEXT.metadata_type


def vector(element: Type, count: int, is_scalable: bool = False) -> Type:
    return CONTEXT.vector(element, count, is_scalable)


def function(returned: Type, *parameters: Type, is_variadic: bool = False) -> FunctionType:
    return CONTEXT.function(returned, list(parameters), is_variadic)


MATCHES: list[tuple[str, int, FunctionType, str]] = [
    ("int$0($0,i1)", 19, function(I8, I8, I1), ""),
    ("int$0($0,i1)", 19, function(vector(I8, 4), vector(I8, 4), I1), ""),
    ("int$0($0,i1)", 19, function(FLOAT, FLOAT, I1), RETURN_MISMATCH),
    ("int$0($0,i1)", 19, function(I8, I16, I1), ARGUMENT_MISMATCH),
    ("int$0($0,i1)", 19, function(I8, I8), TOO_FEW_ARGUMENTS),
    ("int$0($0,i1)", 19, function(I8, I8, I1, I1), ARGUMENT_MISMATCH),
    ("int$0($0,i1)", 19, function(I8, I8, I1, is_variadic=True), UNEXPECTED_VARIABLE_ARGUMENTS),
    ("void(i64,...)", 19, function(VOID, I64, is_variadic=True), ""),
    ("void(i64,...)", 19, function(VOID, I64, I32, is_variadic=True), ARGUMENT_MISMATCH),
    ("void(i64,...)", 19, function(VOID, I64), MISSING_VARIABLE_ARGUMENTS),
    ("{int$0,width($0,i1)}($0)", 19, function(CONTEXT.literal_struct([I8, I1]), I8), ""),
    ("{int$0,width($0,i1)}($0)", 19, function(CONTEXT.literal_struct([vector(I8, 2), I1]), vector(I8, 2)), RETURN_MISMATCH),
    ("{int$0,width($0,i1)}($0)", 19, function(CONTEXT.literal_struct([I8, I1], True), I8), RETURN_MISMATCH),
    ("{int$0,width($0,i1)}($0)", 19, function(CONTEXT.named_struct("pair", [I8, I1]), I8), RETURN_MISMATCH),
    ("element($0)(vector$0)", 19, function(I8, vector(I8, 2)), ""),
    ("element($0)(vector$0)", 19, function(I16, vector(I8, 2)), RETURN_MISMATCH),
    ("extend($0)(int$0)", 19, function(vector(I16, 2), vector(I8, 2)), ""),
    ("truncate($0)(any$0)", 19, function(HALF, FLOAT), RETURN_MISMATCH),
    ("truncate($0)(any$0)", 19, function(vector(HALF, 2), vector(FLOAT, 2)), ""),
    ("truncate($0)(any$0)", 9, function(vector(HALF, 2), vector(FLOAT, 2)), RETURN_MISMATCH),
    ("{part3($0),part3($0)}(vector$0)", 22, function(CONTEXT.literal_struct([vector(I8, 2)] * 2), vector(I8, 6)), ""),
    ("part3($0)(vector$0)", 22, function(vector(I8, 2), vector(I8, 7)), RETURN_MISMATCH),
    ("subdivide4($0)(vector$0)", 19, function(vector(I8, 8), vector(I32, 2)), ""),
    ("integers($0)(vector$0)", 19, function(vector(I32, 4, True), vector(FLOAT, 4, True)), ""),
    ("vector$0(pointers$1($0))", 19, function(vector(I8, 2), vector(POINTER, 2)), ""),
    ("vector$0(pointers$1($0))", 19, function(vector(I8, 2), vector(POINTER, 4)), ARGUMENT_MISMATCH),
    ("vector$0(pointers$1($0))", 14, function(vector(I8, 2), vector(CONTEXT.pointer_to(I16), 2)), ARGUMENT_MISMATCH),
    ("void(p0i8)", 14, function(VOID, CONTEXT.pointer_to(I8)), ""),
    ("void(p0i8)", 14, function(VOID, CONTEXT.pointer_to(I16)), ARGUMENT_MISMATCH),
    ("void(p0i8)", 14, function(VOID, POINTER), ""),
    ("void(p0i8)", 19, function(VOID, CONTEXT.pointer(3)), ARGUMENT_MISMATCH),
    ("p3$0(any$0)", 14, function(CONTEXT.pointer_to(FLOAT, 3), FLOAT), ""),
    ("p3$0(any$0)", 14, function(CONTEXT.pointer_to(I8, 3), FLOAT), RETURN_MISMATCH),
    ("vector$0(pointer-to-element($0))", 14, function(vector(I8, 2), CONTEXT.pointer_to(I8)), ""),
    ("vector$0(pointer-to-element($0))", 14, function(vector(I8, 2), CONTEXT.pointer_to(I16)), ARGUMENT_MISMATCH),
    ("x86mmx(metadata)", 19, function(CONTEXT.primitive("x86_mmx"), METADATA), ""),
    ("x86mmx(metadata)", 20, function(vector(I64, 1), METADATA), ""),
    ("v4f32(svcount)", 19, function(vector(FLOAT, 4), CONTEXT.target("aarch64.svcount")), ""),
    ("pointer$0($0,p0i8)", 19, function(POINTER, POINTER, POINTER), ""),
    ("element($0)(vector$0)", 19, function(I8), RETURN_MISMATCH),
    ("void(v4f32)", 19, function(VOID, vector(FLOAT, 3)), ARGUMENT_MISMATCH),
    ("void(v4f32)", 19, function(VOID, vector(FLOAT, 4, True)), ARGUMENT_MISMATCH),
    ("void(v4f32)", 19, function(VOID, vector(HALF, 4)), ARGUMENT_MISMATCH),
    ("void(v4f32)", 19, function(VOID, FLOAT), ARGUMENT_MISMATCH),
    ("{i8,i8}()", 19, function(I8), RETURN_MISMATCH),
    ("{i8,i8}()", 19, function(CONTEXT.literal_struct([I8])), RETURN_MISMATCH),
    ("{i8,i8}()", 14, function(CONTEXT.named_struct("two", [I8, I8])), ""),
    ("void(svcount)", 19, function(VOID, CONTEXT.target("wasm.externref")), ARGUMENT_MISMATCH),
    ("width($0,i1)(vector$0)", 19, function(vector(I1, 2), vector(I8, 2)), ""),
    ("width($0,i1)(vector$0)", 19, function(vector(I1, 3), vector(I8, 2)), RETURN_MISMATCH),
    ("width($0,i1)(vector$0)", 19, function(vector(I1, 2, True), vector(I8, 2)), RETURN_MISMATCH),
    ("width($0,i1)(vector$0)", 19, function(I1, vector(I8, 2)), RETURN_MISMATCH),
    ("width($0,i1)(vector$0)", 19, function(vector(I8, 2), vector(I8, 2)), RETURN_MISMATCH),
    ("width($0,i1)(int$0)", 19, function(I8, I8), RETURN_MISMATCH),
    ("vector$0(pointers$1($0))", 14, function(vector(I8, 2), vector(CONTEXT.pointer_to(I8), 2)), ""),
    ("vector$0(pointers$1($0))", 19, function(vector(I8, 2), vector(POINTER, 2, True)), ARGUMENT_MISMATCH),
    ("vector$0(pointers$1($0))", 19, function(vector(I8, 2), vector(I8, 2)), ARGUMENT_MISMATCH),
    ("vector$0(pointers$1($0))", 19, function(vector(I8, 2), POINTER), ARGUMENT_MISMATCH),
    ("int$0(pointers$1($0))", 19, function(I8, POINTER), ARGUMENT_MISMATCH),
    ("void(pointers$0($1),vector$1)", 19, function(VOID, vector(POINTER, 2), vector(I8, 2)), ""),
    ("void(pointers$0($1),vector$1)", 19, function(VOID, vector(POINTER, 2), vector(I8, 4)), ARGUMENT_MISMATCH),
    ("void(pointers$0($1),vector$1)", 19, function(VOID, vector(POINTER, 2)), ARGUMENT_MISMATCH),
    ("vector$0(element-pointer$1($0))", 14, function(vector(I8, 2), CONTEXT.pointer_to(I8)), ""),
    ("vector$0(element-pointer$1($0))", 14, function(vector(I8, 2), CONTEXT.pointer_to(I16)), ARGUMENT_MISMATCH),
    ("void(any$0,pointer-to($0))", 14, function(VOID, I8, CONTEXT.pointer_to(I8)), ""),
    ("void(any$0,pointer-to($0))", 14, function(VOID, I8, CONTEXT.pointer_to(I16)), ARGUMENT_MISMATCH),
    ("void(any$0,pointer-to($0))", 16, function(VOID, I8, I8), ARGUMENT_MISMATCH),
    ("void(any$0,pointer-to-element($0))", 14, function(VOID, I8, CONTEXT.pointer_to(I8)), ARGUMENT_MISMATCH),
    ("void(any$0,pointer-to-element($0))", 17, function(VOID, I8, POINTER), ""),
    ("void(any$0,pointer-to-element($0))", 17, function(VOID, I8, CONTEXT.pointer(1)), ARGUMENT_MISMATCH),
]  # fmt: skip


@each_row(("text", "version", "type", "mismatch"), MATCHES)
def test_a_function_type_held_against_a_signature(text: str, version: int, type: FunctionType, mismatch: str) -> None:
    assert IntrinsicSignature("llvm.x", text, version).match(type).mismatch == mismatch


# One type of each kind, and those that each kind of open type takes.
KINDS = [
    I8,
    FLOAT,
    POINTER,
    vector(I8, 2),
    vector(FLOAT, 2),
    vector(POINTER, 2, True),
    CONTEXT.array(I8, 2),
    CONTEXT.primitive("token"),
]
INTEGERS, FLOATS, POINTERS = vector(I8, 2), vector(FLOAT, 2), vector(POINTER, 2, True)
TAKEN = [
    ("int", 22, [I8, INTEGERS]),
    ("float", 22, [FLOAT, FLOATS]),
    ("vector", 22, [INTEGERS, FLOATS, POINTERS]),
    ("pointer", 22, [POINTER]),
    ("any", 22, KINDS),
    ("any", 23, KINDS[:-1]),
    ("int-scalar", 23, [I8]),
    ("float-scalar", 23, [FLOAT]),
    ("int-vector", 23, [INTEGERS]),
    ("float-vector", 23, [FLOATS]),
    ("pointer-vector", 23, [POINTERS]),
]


@each_row(("word", "version", "taken"), TAKEN)
def test_types_that_a_kind_of_open_type_takes(word: str, version: int, taken: list[Type]) -> None:
    known = IntrinsicSignature("llvm.x", f"void({word}$0)", version)
    assert [type for type in KINDS if not known.match(function(VOID, type)).mismatch] == taken


def test_types_left_open_are_found_in_the_order_of_the_name() -> None:
    match = IntrinsicSignature("llvm.x", "{$0,vector$0}(pointer$1,int$2)", 19).match(
        function(CONTEXT.literal_struct([vector(I8, 2), vector(I8, 2)]), POINTER, I64)
    )
    assert not match.mismatch
    assert match.types == [vector(I8, 2), POINTER, I64]


def test_a_function_type_from_types() -> None:
    masked = signature("llvm.masked.load", 19)
    assert masked is not None
    assert (masked.return_type, masked.parameters) == ("vector$0", ["pointer$1", "i32", "width($0,i1)", "$0"])
    made = masked.function_type(CONTEXT, [vector(FLOAT, 4), POINTER])
    assert made is function(vector(FLOAT, 4), POINTER, I32, vector(I1, 4), vector(FLOAT, 4))
    assert masked.function_type(CONTEXT, [FLOAT, POINTER]) is None
    assert masked.function_type(CONTEXT, [vector(FLOAT, 4)]) is None


def test_pointers_are_typed_where_asked() -> None:
    root = signature("llvm.gcroot", 14)
    assert root is not None
    i8_pointer = CONTEXT.pointer_to(I8)
    assert root.function_type(CONTEXT, [], True) is function(VOID, CONTEXT.pointer_to(i8_pointer), i8_pointer)
    assert root.function_type(CONTEXT, []) is function(VOID, POINTER, POINTER)


TO_I8, TO_I16 = CONTEXT.pointer_to(I8), CONTEXT.pointer_to(I16)
TYPED = [
    ("void(p0i8,int$0)", function(VOID, POINTER, I8), False, function(VOID, TO_I8, I8)),
    ("void(int$0,p0i8)", function(VOID, FLOAT, POINTER), False, None),
    ("void(int$0,pointer$1)", function(VOID, I16, POINTER), False, function(VOID, I16, TO_I8)),
    ("void(int$0,pointer$1)", function(VOID, I16, POINTER), True, function(VOID, I16, TO_I16)),
    ("void(int$0,int$1)", function(VOID, I16, I32), True, function(VOID, I16, I32)),
    ("void(int$0)", function(VOID, I16), True, function(VOID, I16)),
    ("void(vector$0,pointers$1($0))", function(VOID, vector(I16, 2), vector(POINTER, 2)), False,
        function(VOID, vector(I16, 2), vector(TO_I16, 2))),
    ("void(vector$0,element-pointer$1($0))", function(VOID, vector(I16, 2), CONTEXT.pointer(3)), False,
        function(VOID, vector(I16, 2), CONTEXT.pointer_to(I16, 3))),
    ("void(vector$0,pointer-to-element($0))", function(VOID, vector(I16, 2), POINTER), False,
        function(VOID, vector(I16, 2), TO_I16)),
    ("void(any$0,pointer-to($0))", function(VOID, vector(I16, 2), POINTER), False,
        function(VOID, vector(I16, 2), CONTEXT.pointer_to(vector(I16, 2)))),
]  # fmt: skip


@each_row(("text", "opaque", "points_to_first", "wanted"), TYPED)
def test_a_typed_form_of_a_type(text: str, opaque: FunctionType, points_to_first: bool, wanted: FunctionType | None) -> None:
    typed = {POINTER: TO_I8, CONTEXT.pointer(3): CONTEXT.pointer_to(I8, 3), vector(POINTER, 2): vector(TO_I8, 2)}
    assert (
        IntrinsicSignature("llvm.x", text, 14).with_typed_pointers(opaque, lambda type: typed.get(type, type), points_to_first)
        is wanted
    )


def test_x86_mmx_is_a_vector_since_20() -> None:
    types = [IntrinsicSignature("llvm.x", "x86mmx()", version).function_type(CONTEXT, []) for version in (19, 20)]
    assert types == [function(CONTEXT.primitive("x86_mmx")), function(vector(I64, 1))]


def test_a_signature_has_its_time() -> None:
    assert str(signature("llvm.lifetime.start.p0", 20)) == "IntrinsicSignature('llvm.lifetime.start', 'void(i64,pointer$0)')"
    assert str(signature("llvm.lifetime.start.p0", 22)) == "IntrinsicSignature('llvm.lifetime.start', 'void(pointer$0)')"
    assert signature("llvm.ucmp", 18) is None
    assert signature("llvm.nothing.of.the.kind", 19) is None


def test_every_signature_of_the_table_is_read_to_its_end() -> None:
    assert is_intrinsic("llvm.abs", 19)
    texts = {text.decode() for line in intrinsics._signatures for text in line.split()[::2]}
    assert len(texts) > 3000
    for text in texts - {"?", "?$"}:
        read = IntrinsicSignature("llvm.x", text, 16)
        variadic = ["..."] if read.is_variadic else []
        assert f"{read.return_type}({','.join(read.parameters + variadic)})" == text
        assert read.is_overloaded == intrinsics.is_overloaded(text)


@pytest.mark.parametrize(
    ("text", "arguments", "types"),
    [
        ("int$0($0,i1)", [I32, I1], [I32]),
        ("int$0($0,$0)", [None, I32], [I32]),
        ("int$0($0,$0)", [None, None], None),
        ("int$0(int$1,$0)", [I8, I32], [I32, I8]),
        ("int$0(int$1,$0)", [I8, None], None),
        ("void(pointer$0,int$1)", [POINTER, I64], [POINTER, I64]),
    ],
)
def test_types_that_follow_from_arguments(text: str, arguments: list[Type | None], types: list[Type] | None) -> None:
    assert IntrinsicSignature("llvm.x", text, 19).types_of_arguments(arguments) == types
