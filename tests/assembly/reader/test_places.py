"""Where the text describes what is in its module."""

from __future__ import annotations

import pytest

from pyllvm.assembly import parse_assembly
from pyllvm.assembly.reader.places import Places
from pyllvm.diagnostics import Source, Span
from pyllvm.ir.function import Function
from pyllvm.ir.metadata import MDNode
from pyllvm.ir.module import Module

TEXT = b"""$c = comdat any ; a comment
@v = global i32 0, comdat($c), align 4 ; more

define internal i32 @f(i32 noundef %a, ptr byval({ i32, i32 }) %0) #0 { ; header
  ; nothing
  %x = add nsw i32 %a, 7 ; x
  call void @g(
    i32 %x
  )
  br label %next
next:
  ret i32 %x, !prof !1
}

declare void @g(i32)

!named = !{!0}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !2)
!1 = !{!"x", !1}
!2 = !DIFile(filename: "a.c", directory: "/")
"""


@pytest.fixture
def read() -> tuple[Function, Places]:
    places = Places(Source("test.ll", TEXT))
    module = parse_assembly(TEXT, "test.ll", 19, places=places)
    return module.functions[0], places


def words(span: Span | None) -> bytes:
    assert span is not None
    return TEXT[span.start : span.end]


def test_instructions_end_where_their_last_token_does(read: tuple[Function, Places]) -> None:
    function, places = read
    spans = [words(places.span(one)) for block in function.blocks for one in block.instructions]
    assert spans == [
        b"%x = add nsw i32 %a, 7",
        b"call void @g(\n    i32 %x\n  )",
        b"br label %next",
        b"ret i32 %x, !prof !1",
    ]


def test_names(read: tuple[Function, Places]) -> None:
    function, places = read
    module = function.parent
    assert isinstance(module, Module)
    assert places.name(function) == "@f"
    assert places.name(function.blocks[0].instructions[0]) == "%x"
    assert places.name(function.blocks[0].instructions[1]) == ""
    assert [words(places.name_span(block)) for block in function.blocks] == [b"%x", b"next:"]
    assert words(places.span(module.global_variables[0])) == b"@v = global i32 0, comdat($c), align 4"
    assert words(places.span(function)) == b"internal i32 @f(i32 noundef %a, ptr byval({ i32, i32 }) %0) #0"
    assert [words(places.span(one)) for one in function.arguments] == [b"i32 noundef %a", b"ptr byval({ i32, i32 }) %0"]
    assert words(places.span(module.comdats["c"])) == b"$c = comdat any"


def test_metadata_that_was_used_before_it_was_defined(read: tuple[Function, Places]) -> None:
    function, places = read
    module = function.parent
    assert isinstance(module, Module)
    named = module.named_metadata[0]
    assert places.name(named) == "!named"
    unit = named.operands[0]
    assert places.name(unit) == "!0"
    profile = function.blocks[1].instructions[0].metadata("prof")
    assert words(places.span(profile)) == b'!1 = !{!"x", !1}'
    assert [places.name(one) for one in unit.operands if isinstance(one, MDNode)] == ["!2"]


def test_operands_are_found_behind_what_is_defined(read: tuple[Function, Places]) -> None:
    function, places = read
    add = function.blocks[0].instructions[0]
    assert words(places.find(add, "i32 %a")) == b"i32 %a"
    assert words(places.find(add, "nsw")) == b"nsw"
    assert places.find(add, "7 ; x") is not None
    assert places.find(add, "%y") is None
    span = places.find(function.blocks[0].instructions[1], "%x")
    assert span is not None
    assert (span.line, span.column) == (8, 9)


def test_nothing_is_known_of_what_was_not_read(read: tuple[Function, Places]) -> None:
    _, places = read
    assert places.span(object()) is None
    assert places.name(object()) == ""


def test_text_read_again_as_that_of_another_version() -> None:
    text = b"define i8* @f(i8** %p) {\n  %v = load i8*, i8** %p\n  ret i8* %v\n}\n"
    places = Places(Source("test.ll", text))
    module = parse_assembly(text, "test.ll", places=places)
    span = places.span(module.functions[0].blocks[0].instructions[0])
    assert span is not None
    assert text[span.start : span.end] == b"%v = load i8*, i8** %p"
    assert len({id(thing) for thing in places._stretches}) == 5
