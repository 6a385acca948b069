"""The values that are known at a place: arguments, types of pointers and of symbols."""

from __future__ import annotations

import pytest

from pyllvm.lsp.document import Document
from pyllvm.lsp.index import Index
from pyllvm.lsp.scope import Scope, arguments_of, has_typed_pointers, type_of_global
from rows import each_row


@pytest.mark.parametrize(
    ("text", "arguments"),
    [
        ("define void @f()", []),
        ("declare i32 @f(i32 %a, ptr noundef %p)", [("%a", "i32"), ("%p", "ptr")]),
        ("declare i32 @f(i32, ptr, i8)", [("%0", "i32"), ("%1", "ptr"), ("%2", "i8")]),
        ("define i32 @f(i32 %0, ptr %1, i8)", [("%0", "i32"), ("%1", "ptr"), ("%2", "i8")]),
        ("define i32 @f(i32 %a, ptr, i8 %b, i16)", [("%a", "i32"), ("%0", "ptr"), ("%b", "i8"), ("%1", "i16")]),
        ("define i32 @f({ i32, i8 } %a, ...)", [("%a", "{ i32, i8 }")]),
        ('define i32 @"a b"(i32 (i8)* byval({ i8 }) align 8 %"x y")', [("%x y", "i32 (i8)*")]),
        ("@f = global i32 0", []),
    ],
)
def test_arguments(text: str, arguments: list[tuple[str, str]]) -> None:
    assert [(one.name.decode(), one.type.decode()) for one in arguments_of(text.encode())] == arguments


OPAQUE = "define void @f(ptr %p) {\n  ret void\n}\n"
TYPED = "define void @f(i8* %p) {\n  ret void\n}\n"
NEITHER = "define void @f(i8 %ptr) {\n  ret void\n}\n"


@each_row(
    ("text", "version", "is_typed"),
    [
        *((text, version, True) for text in (OPAQUE, TYPED, NEITHER) for version in (7, 13)),
        *((text, version, False) for text in (OPAQUE, TYPED, NEITHER) for version in (None, 17, 19)),
        *((OPAQUE, version, False) for version in (14, 15, 16)),
        *((TYPED, version, True) for version in (14, 15, 16)),
        (NEITHER, 14, True),
        (NEITHER, 15, False),
        (NEITHER, 16, False),
    ],
)
def test_versions_with_both_kinds_of_pointers_are_decided_by_the_text(text: str, version: int | None, is_typed: bool) -> None:
    """Up to LLVM 13 all pointers have types, and since 17 none; what is written nearby decides in between."""
    assert has_typed_pointers(Document(text), 0, version) is is_typed


@pytest.mark.parametrize(
    ("line", "opaque", "typed"),
    [
        ("@g = global i32 0", "ptr", "i32*"),
        ('@g = internal constant [2 x i8] c"ab", align 1', "ptr", "[2 x i8]*"),
        ("@g = addrspace(3) global i32 0", "ptr addrspace(3)", "i32*"),
        ("declare i32 @g(i8, i64 %x)", "ptr", "i32 (i8, i64)*"),
        ("define void @g() addrspace(1) {\n  store i32 0, ptr addrspace(2) null\n}", "ptr addrspace(1)", "void ()*"),
        ("define void @g() {\n  store i32 0, ptr addrspace(2) null\n}", "ptr", "void ()*"),
    ],
)
def test_the_address_of_a_symbol(line: str, opaque: str, typed: str) -> None:
    (chunk,) = Document(f"{line}\n").chunks
    start = chunk.data.index(b"@g")
    assert type_of_global(chunk, start, is_typed=False).decode() == opaque
    assert type_of_global(chunk, start, is_typed=True).decode() == typed


def test_values_and_labels_seen_from_a_line() -> None:
    text = (
        "define i32 @f(i32 %a, i32 %ab) {\nfirst:\n  %b = add i32 %a, 1\n  %c = zext i32 %b to i64\n"
        "  br label %second\nsecond:\n  %d = add i32 %b, 1\n  ret i32 %d\n}\n"
    )
    document = Document(text)
    scope = Scope(document, Index(document), 0, text.index("br label"), 19)
    assert [(one.name, one.type) for one in scope.values(b"%")] == [
        (b"%c", b"i64"), (b"%b", b"i32"), (b"%a", b"i32"), (b"%ab", b"i32"),
    ]  # fmt: skip
    assert [one.name for one in scope.values(b"%a")] == [b"%a", b"%ab"]
    assert [one.name for one in scope.later_values(b"%")][-1] == b"%d"
    assert [one.name for one in scope.targets()] == [b"%second"]
    assert [one.name for one in scope.labels()] == [b"%first", b"%second"]
