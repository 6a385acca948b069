"""`!llvm.ident`, and the first pointer of a text of LLVM 15, which knows both kinds: how they are found, and when they decide."""

from __future__ import annotations

import pytest

import pyllvm
from pyllvm import PyllvmError, parse_assembly
from pyllvm.assembly.reader.identification import has_typed_pointers, version_of_identification
from pyllvm.assembly.reader.parse import TextReading, parse_text
from pyllvm.ir.types import Context
from pyllvm.linker import Linker
from pyllvm.versions import NEWEST, NEXT
from rows import each_row

CLANG_19 = '!llvm.ident = !{!0}\n!0 = !{!"clang version 19.1.7"}\n'


@each_row(
    ("text", "version"),
    [
        ("\n" + CLANG_19, 19),
        (CLANG_19, 19),
        ('!0 = !{}\n!1 = !{!"clang version 14.0.0"}\n!llvm.ident = !{!1}\n', 14),
        ('\n!llvm.ident = !{!10, !1}\n!1 = !{!"clang version 13.0.0"}\n!10 = !{!"Apple clang version 15.0.0"}\n', 16),
        ('\n!llvm.ident=!{!1}\n!10 = !{!"clang version 13.0.0"}\n!1=!{!"clang version 16.0.0"}\n', 16),
        ('\n!llvm.ident = !{!0}\n!0 = !{!"clang version 3.9.0"}\n', 7),
        ('\n!llvm.ident = !{!0}\n!0 = !{!"clang version 99.0.0"}\n', NEXT),
        ('\n!llvm.ident = !{!0}\n!0 = !{!"my own compiler"}\n', None),
        ("\n!llvm.ident = !{!0}\n", None),
        ("\n!llvm.ident = !{}\n", None),
        ("\n; " + CLANG_19, None),
        ("\n; !llvm.ident\n" + CLANG_19 + "; see !llvm.ident\n", 19),
        ("", None),
    ],
)
def test_finding_it(text: str, version: int | None) -> None:
    assert version_of_identification(text.encode()) == version


def test_it_decides() -> None:
    module = parse_assembly("declare void @f(ptr)\n" + CLANG_19)
    assert (module.llvm_version, module.is_version_guessed) == (19, False)


def test_typed_pointers_of_15() -> None:
    module = parse_assembly("declare void @f(i8*)\n" + CLANG_19.replace("19", "15"))
    assert (module.llvm_version, module.is_version_guessed) == (15, False)


def test_typed_pointers_beside_labels_of_assembly() -> None:
    text = 'define void @f(i8* %p) {\n  callbr void asm "", "!i"() to label %r [label %r]\nr:\n  ret void\n}\n'
    assert parse_assembly(text).llvm_version == 15


def test_a_version_that_is_asked_for_comes_first() -> None:
    module = parse_assembly("declare void @f(ptr)\n" + CLANG_19, llvm_version=16)
    assert (module.llvm_version, module.is_version_guessed) == (16, False)


@pytest.mark.parametrize(
    ("text", "version"),
    [
        ("declare void @f(ptr)\n" + CLANG_19.replace("19", "14"), NEWEST),
        ("declare void @f(ptr captures(none))\n" + CLANG_19, NEWEST),
        ("%s = type { ptr }\ndeclare void @f(%s)\n" + CLANG_19.replace("19", "14"), NEWEST),
        ("%s = type { i32 }\ndeclare void @f(%s* byval)\n" + CLANG_19, 8),
    ],
)
def test_contents_decide_where_the_named_version_refuses_the_text(text: str, version: int) -> None:
    module = parse_assembly(text)
    assert (module.llvm_version, module.is_version_guessed) == (version, True)
    assert [struct.name for struct in module.struct_types] == ["s"] * text.count("type")


def test_without_it_the_version_is_guessed() -> None:
    module = parse_assembly("declare void @f(ptr)\n")
    assert (module.llvm_version, module.is_version_guessed) == (NEWEST, True)


@pytest.mark.parametrize(
    ("version", "message"),
    [
        (19, "expected instruction opcode"),
        # LLVM 14 has no ptr, and so its error says nothing of what is wrong.
        (14, "expected instruction opcode"),
    ],
)
def test_the_error_is_that_of_the_attempt_that_came_farther(version: int, message: str) -> None:
    text = "define void @f(ptr %p) {\n  rett void\n}\ndefine void @g() {\n  rett void\n}\n" + CLANG_19.replace("19", str(version))
    with pytest.raises(PyllvmError, match=message) as raised:
        parse_assembly(text)
    assert len(raised.value.diagnostics) == 2


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
