"""Constants and types of a module, from values of Python and from text."""

from __future__ import annotations

import pytest

from pyllvm import IRBuilder, Module, PyllvmError
from pyllvm.diagnostics import Span
from pyllvm.versions import NEWEST
from rows import each_row


@each_row(
    ("type", "value", "text"),
    [
        ("i8", 255, "i8 -1"),
        ("i8", -128, "i8 -128"),
        ("i1", True, "i1 true"),
        ("i128", 1 << 127, f"i128 {-(1 << 127)}"),
        ("double", 0.1, "double 1.000000e-01"),
        ("float", 0.5, "float 5.000000e-01"),
        ("float", 3.4028234663852886e38, "float 0x47EFFFFFE0000000"),
        ("float", -1e39, "float 0xFFF0000000000000"),
        ("half", 2, "half 0xH4000"),
        ("x86_fp80", 1.0, "x86_fp80 0xK3FFF8000000000000000"),
        ("fp128", 1 << 70, "fp128 0xL00000000000000004045000000000000"),
        ("ppc_fp128", 1.0, "ppc_fp128 0xM3FF00000000000000000000000000000"),
        ("ptr", None, "ptr null"),
        ("[3 x i32]", [1, 2, 3], "[3 x i32] [i32 1, i32 2, i32 3]"),
        ("[2 x i8]", b"hi", '[2 x i8] c"hi"'),
        (
            "{ i32, [2 x float] }",
            (1, (0.5, 2)),
            "{ i32, [2 x float] } { i32 1, [2 x float] [float 5.000000e-01, float 2.000000e+00] }",
        ),
        ("<4 x i32>", 7, "<4 x i32> <i32 7, i32 7, i32 7, i32 7>"),
        ("[0 x i32]", [], "[0 x i32] zeroinitializer"),
        ("[2 x i32]", "zeroinitializer", "[2 x i32] zeroinitializer"),
        ("{ i32, ptr }", (1, "undef"), "{ i32, ptr } { i32 1, ptr undef }"),
        ("i32", "zeroinitializer", "i32 0"),
        ("ptr", "zeroinitializer", "ptr null"),
        ("<2 x half>", "poison", "<2 x half> poison"),
    ],
)
def test_constants_of_python(type: str, value: object, text: str) -> None:
    module = Module("m", llvm_version=19)
    module.add_global("v", type, module.constant(type, value))
    assert f"@v = global {text}\n" in str(module)


@each_row(
    ("type", "value", "error", "message"),
    [
        ("i8", 256, ValueError, "256 is too wide for i8, which holds -128 to 255"),
        ("i8", -129, ValueError, "-129 is too wide for i8"),
        ("i32", 1.5, TypeError, "1.5 is not a value of type i32"),
        ("ptr", 5, TypeError, "5 is not a value of type ptr"),
        ("[2 x i32]", [1], ValueError, r"1 elements are not a value of type \[2 x i32\]"),
        ("[2 x i32]", b"ab", TypeError, r"bytes are a value of type \[2 x i8\], not of \[2 x i32\]"),
        ("i32", "5", TypeError, "'5' is not a value of type i32"),
        ("i32", "null", TypeError, "'null' is not a value of type i32"),
        ("label", "undef", TypeError, "'undef' is not a value of type label"),
        ("i32", [5], TypeError, "a sequence is a value of an array, vector or struct, not of i32"),
    ],
)
def test_what_is_no_constant(type: str, value: object, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        Module("m").constant(type, value)


def test_text_of_types_and_constants() -> None:
    module = Module("m", llvm_version=19)
    pair = module.add_struct("pair", ["i32", "ptr"])
    variable = module.add_global("odd name", "i64", 5)
    assert module.type("%pair") is pair
    assert module.type("{ i32, [4 x %pair] }") is module.type("{i32,[4 x %pair]}")
    assert str(Module("m", llvm_version=14).type("<vscale x 4 x i32>")) == "<vscale x 4 x i32>"
    assert str(module.type("void (i32, ...)")) == "void (i32, ...)"
    assert str(module.type("{ i32 } (i8)")) == "{ i32 } (i8)"
    assert [str(module.type(word)) for word in ("void", "label", "token", "metadata")] == ["void", "label", "token", "metadata"]
    assert module.value('@"odd name"') is variable
    assert module.value('ptr @"odd name"') is variable
    assert str(module.value('i64 ptrtoint (ptr @"odd name" to i64)')) == 'i64 ptrtoint (ptr @"odd name" to i64)'
    assert not module.value("i32 5").has_uses
    assert module.metadata("!{i32 1, null}") is module.metadata_tuple(module.constant("i32", 1), None)
    assert [variable.name for variable in module.global_variables] == ["odd name"]
    with pytest.raises(PyllvmError, match=r"use of undefined type named 'other'") as caught:
        module.type("{ i32, %other }")
    where = caught.value.diagnostic.where
    assert isinstance(where, Span)
    assert where.source.data[where.start : where.end] == b"%other"
    with pytest.raises(PyllvmError, match=r"expected the end of the type"):
        module.type("i32x")
    with pytest.raises(PyllvmError, match=r"use of undefined value '@nothing'"):
        module.value("ptr @nothing")
    with pytest.raises(ValueError, match=r"there is already a type %pair"):
        module.add_struct("pair")


@pytest.mark.parametrize("version", [8, 14, 15, NEWEST])
def test_pointers_are_those_of_the_version(version: int) -> None:
    module = Module("m", llvm_version=version)
    function = module.add_function("f", "void ()")
    assert str(function.type) == ("void ()*" if version < 15 else "ptr")
    assert str(module.add_global("v", "i32", 0).type) == ("i32*" if version < 15 else "ptr")


def test_look_ups() -> None:
    module = Module("m")
    function = module.add_function("main", "i32 ()", linkage="internal")
    variable = module.add_global("v", "i32")
    assert module["main"] is module.function("main") is module.get_function("main") is function
    assert module.global_variable("v") is module["v"] is variable
    assert "main" in module
    assert function in module
    assert "nothing" not in module
    assert list(module) == [function]
    assert [len(module), bool(Module("empty"))] == [1, True]
    assert module.get_function("v") is None
    assert module.symbols["main"].linkage == "internal"
    with pytest.raises(KeyError, match=r"the module has no symbol @mian; did you mean @main?"):
        module["mian"]
    with pytest.raises(KeyError, match=r"the module has no function @v"):
        module.function("v")
    with pytest.raises(ValueError, match=r"already has a symbol named @main"):
        module.add_function("main", "void ()")
    with pytest.raises(TypeError, match=r"a function has a function type such as"):
        module.add_function("g", "i32")
    with pytest.raises(ValueError, match=r"'inward' is not a valid linkage"):
        module.add_function("g", "void ()", linkage="inward")
    assert "g" not in module


@pytest.mark.parametrize(("width", "is_right"), [(0, False), (1, True), (-1, False), (1 << 25, False)])
def test_types_that_llvm_does_not_have(width: int, is_right: bool) -> None:
    context = Module("m").context
    if is_right:
        assert str(context.integer(width)) == f"i{width}"
        return
    with pytest.raises(ValueError, match=f"bits, not {width}"):
        context.integer(width)
    for make in (context.array, context.vector):
        with pytest.raises(TypeError, match=r"there are no .* of void"):
            make(context.void, 2)
    with pytest.raises(ValueError, match=r"a vector has 1 to"):
        context.vector(context.integer(8), 0)
    with pytest.raises(TypeError, match=r"a function takes no void"):
        context.function(context.void, [context.void])
    with pytest.raises(TypeError, match=r"a struct has no elements of type label"):
        context.literal_struct([context.label])


@pytest.mark.parametrize("number", [-129, 256, 300, 1 << 70])
def test_numbers_that_a_type_does_not_hold_are_refused_everywhere(number: int) -> None:
    module = Module("m", llvm_version=22)
    function = module.add_function("f", "i8 (i8, ptr)", ["x", "p"])
    before, after = function.add_block(), function.add_block()
    x, pointer = function.arguments
    builder = IRBuilder.at_end(after)
    phi = builder.phi("i8")
    for build in (
        lambda: builder.phi("i8", [(number, before)]),
        lambda: builder.add_incoming(phi, number, before),
        lambda: builder.cmpxchg(pointer, x, number, "seq_cst", "seq_cst"),
        lambda: builder.cmpxchg(pointer, number, x, "seq_cst", "seq_cst"),
        lambda: builder.select(True, x, number),
        lambda: builder.add_with_overflow(x, number),
        lambda: builder.ret(number),
    ):
        with pytest.raises(ValueError, match="i8"):
            build()
    # Nothing says of what type its number is.
    with pytest.raises(TypeError, match="the value must have a type"):
        builder.atomicrmw("add", pointer, number, "seq_cst")
    assert [len(phi.operands), len(after.instructions)] == [0, 1]
    fits = builder.phi("i8", [(255, before), (-128, after)])
    assert str(fits).strip().endswith("= phi i8 [ -1, %0 ], [ -128, %1 ]")
