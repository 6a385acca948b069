"""Reading a text in an editor: hover texts, notes, calls, and the places of a name, of the functions themselves."""

from __future__ import annotations

import importlib.util

import pytest

from pyllvm.lsp.document import Document
from pyllvm.lsp.hover import hover
from pyllvm.lsp.index import Index, incoming, outgoing
from pyllvm.lsp.inlay_hints import Shown, notes
from pyllvm.lsp.session import Session
from pyllvm.lsp.workspace import ClosedFile, Text, linked
from rows import each_row

TEXT = """\
@count = global i32 0
declare i32 @llvm.ctpop.i32(i32)
declare void @_Z3fooi(i32)
define i32 @f(i32 %a, i1 %c) {
  %x = add i32 %a, %a
  br i1 %c, label %done, label %done
done:
  %r = call i32 @llvm.ctpop.i32(i32 %x), !dbg !3
  call void @_Z3fooi(i32 %r)
  call i32 @f(i32 %r, i1 %c), !dbg !3
  ret i32 %r, !dbg !6
}
define void @g() {
  store ptr @f, ptr @count
  call i32 @f(i32 1, i1 true)
  call void @_Z3fooi(i32 2)
  ret void
}
!llvm.module.flags = !{!5}
!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "f.c", directory: "/")
!2 = distinct !DISubprogram(name: "f", scope: !1, file: !1, type: !4, unit: !0)
!3 = !DILocation(line: 7, column: 3, scope: !2)
!4 = !DISubroutineType(types: !{null})
!5 = !{i32 2, !"Debug Info Version", i32 3}
!6 = !DILocation(line: 8, scope: !2)
"""
# What is hovered over, and what the text about it must have.
HOVERED = [
    ("@count = ", ["```llvm\n@count = global i32 0\n```", "1 use in this file"]),
    ("@f(i32 %a", ["define i32 @f(i32 %a, i1 %c) {", "3 uses in this file"]),
    ("@_Z3fooi(i32 2", ["declare void @_Z3fooi(i32)", "2 uses in this file"]),
    ("@llvm.ctpop.i32(i32 %x", ["declare i32 @llvm.ctpop.i32(i32)", "an intrinsic with ", "1 use in this file"]),
    ("%a, i1", ["type `i32`", "2 uses"]),
    ("%x = add", ["%x = add i32 %a, %a", "type `i32`", "1 use"]),
    ("%r = call", ["type `i32`", "3 uses", "f.c:7:3"]),
    ("%done, label", ["done:", "type `label`", "2 uses"]),
    ("add i32", ["The sum of two integers"]),
    ("ret i32 %r, !dbg !6", ["ret"]),
]


@each_row(("wanted", "words"), HOVERED)
def test_hover_texts(wanted: str, words: list[str]) -> None:
    session = Session("x", TEXT, 19)
    at = TEXT.index(wanted)
    found = hover(session, at + 1)
    assert found is not None
    text, start, end = found
    assert start == at
    assert TEXT[start:end] == wanted.split("(")[0].split(" ")[0].rstrip(",")
    for word in words:
        assert word in text


def test_nothing_is_known_about_other_places() -> None:
    session = Session("x", TEXT, 19)
    assert hover(session, TEXT.index("i32 0\n") + 4) is None
    assert hover(Session("x", "", 19), 0) is None


def test_a_mangled_name_is_shown_as_in_the_source() -> None:
    found = hover(Session("x", TEXT, 19), TEXT.index("@_Z3fooi") + 1)
    assert found is not None
    assert ("`foo(int)`" in found[0]) == (importlib.util.find_spec("pycxxfilt") is not None)
    other = hover(Session("x", TEXT, 19), TEXT.index("@count") + 1)
    assert other is not None and "`count`" not in other[0]


@pytest.mark.parametrize("without", ["", "types", "numbers", "predecessors", "lines"])
def test_notes(without: str) -> None:
    session = Session("x", TEXT, 19)
    shown = Shown.of_settings({without: False} if without else {})
    expected = [
        (TEXT.index("  %x = add") + 2, "0:", "number"),
        (TEXT.index("%a\n"), "i32", "type"),
        (TEXT.index("done:\n") + 5, "from %0", "predecessors"),
        (TEXT.index("!dbg !3") + 7, "f.c:7:3", "line"),
        (TEXT.index("call i32 @f(i32 %r"), "%1 =", "number"),
        (TEXT.index("!dbg !6") + 7, "f.c:8", "line"),
    ]
    end = TEXT.index("define void @g")
    found = [(note.offset, note.text, note.kind) for note in notes(session, 0, end - 1, shown)]
    names = {"types": "type", "numbers": "number", "lines": "line"}
    expected = [one for one in expected if one[2] != names.get(without, without)]
    assert found == expected
    assert notes(session, 0, end, Shown.of_settings(False)) == []


def test_who_calls_whom() -> None:
    document = Document(TEXT)
    assert {one.name: len(one.places) for one in outgoing(document, b"@f")} == {
        b"@llvm.ctpop.i32": 1, b"@_Z3fooi": 1, b"@f": 1,
    }  # fmt: skip
    assert {one.name: len(one.places) for one in incoming(document, b"@f")} == {b"@f": 1, b"@g": 1}
    assert outgoing(document, b"@nobody") == incoming(document, b"@nobody") == []
    ((place,),) = [one.places for one in incoming(document, b"@f") if one.name == b"@g"]
    assert TEXT[place[0] : place[1] + 6] == "@f(i32 1"


@pytest.mark.parametrize(
    ("wanted", "lines"),
    [
        ("@count", [0, 13]),
        ("%a, i1", [3, 4, 4]),
        ("%done, label", [5, 5, 6]),
        ("!3\n", [7, 9, 22]),
        ("@_Z3fooi", [2, 8, 15]),
    ],
)
def test_places_of_a_name(wanted: str, lines: list[int]) -> None:
    document = Document(TEXT)
    index = Index(document)
    found = index.at(TEXT.index(wanted) + 1)
    assert found is not None
    places = list(index.places(*found))
    assert sorted(TEXT.count("\n", 0, one.start) for one in places) == lines
    (defined,) = [one for one in places if one.is_definition]
    definition = index.definition(*found)
    assert definition is not None and definition.start == defined.start


def test_the_index_follows_edits() -> None:
    document = Document(TEXT)
    index = Index(document)
    assert b"@count" in index.definitions()
    line = document.position(0)
    document.edit(line, document.position(TEXT.index("declare")), "@other = global i32 0\n")
    assert b"@count" not in index.definitions()
    assert b"@other" in index.definitions()


# Each file's text of @s, and the files whose symbol is linked with the first file's.
LINKED = [
    (("define void @s() {\n}\n", "declare void @s()\n", "define void @s() {\n}\n"), "ab"),
    (("declare void @s()\n", "define void @s() {\n}\n", "declare void @s()\n"), "abc"),
    (("define internal void @s() {\n}\n", "declare void @s()\n", ""), "a"),
    (("declare void @s()\n", "define internal void @s() {\n}\n", "@s = private global i32 0\n"), "a"),
    (("define linkonce_odr void @s() {\n}\n", "define weak void @s() {\n}\n", "define void @s() {\n}\n"), "ab"),
    (("@s = external global i32\n", "@s = global i32 0\n", "@s = internal global i32 0\n"), "ab"),
    (("@s = common global i32 0\n", "@s = weak global i32 0\n", "@s = global i32 1\n"), "ab"),
    (("", "declare void @s()\n", ""), ""),
]


@pytest.mark.parametrize(("texts", "expected"), LINKED)
def test_symbols_of_several_files_are_linked_as_a_linker_does(texts: tuple[str, str, str], expected: str) -> None:
    files: dict[str, Text] = {name: ClosedFile(text, (0, 0), "utf-16") for name, text in zip("abc", texts, strict=True)}
    assert "".join(one.uri for one in linked(files, "a", b"@s")) == expected
