"""The kind of pointers of a text of LLVM 15, which knows both."""

import pytest

import pyllvm
from pyllvm.assembly.reader.first_pointer import has_typed_pointers
from pyllvm.assembly.reader.parse import parse_text
from pyllvm.assembly.reader.reading import TextReading
from pyllvm.ir.types import Context
from pyllvm.linker import Linker


@pytest.mark.parametrize(
    ("text", "is_typed"),
    [
        (b"@a = global i32 0\n@b = global i32* @a\n", True),
        (b"@a = global ptr null\ndefine void @f(i32* %p) {\n", False),
        (b'; i32*\n@"*" = global [2 x i8] c"*\\00"\n@b = global ptr null\n', False),
        (b"define void @ptr(i32 %ptr) {\nptr:\n  %ptr.x = alloca i32*\n", True),
        (b"define void @ptr(i32 %ptr) {\nptr:\n  %ptr.x = alloca ptr\n", False),
        (b"%ptr-a = type { i32 }\n%b = type { %ptr-a* }\n", True),
        (b"@a = global i32 0\n", False),
        (b"", False),
    ],
)
def test_the_first_pointer_decides(text: bytes, is_typed: bool) -> None:
    assert has_typed_pointers(text, Context()) is is_typed


def test_a_text_without_pointers_has_those_of_the_text_before() -> None:
    typed, plain = b"define void @f(i32* %p) {\n  ret void\n}\n", b"define void @g() {\n  ret void\n}\n"
    for first, second, kind in ((typed, plain, "i32*"), (plain, typed, "ptr")):
        linker = Linker(15)
        for text in (first, second):
            linker.link_in(parse_text(text, TextReading("a.ll"), context=linker.context, llvm_version=15))
        module = linker.finish()
        assert f"define void @f({kind} %p)" in str(module)
        assert all(str(function.type) != "ptr" for function in module.functions) is (kind != "ptr")


@pytest.mark.parametrize("kind", ["i32*", "ptr"])
def test_symbols_before_it_have_that_kind(kind: str) -> None:
    text = f"@a = global i32 0\n\ndefine {kind} @f() {{\n  ret {kind} @a\n}}\n"
    module = pyllvm.parse_assembly(text, llvm_version=15)
    assert str(module.function("f")) in str(module)
    assert f"  ret {kind} @a\n" in str(module)
    assert f"  ret {kind} @a\n" in str(pyllvm.parse_bitcode(pyllvm.to_bitcode(module)))
