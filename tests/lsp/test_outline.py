"""Parts of a document, and what can be folded."""

from __future__ import annotations

from pyllvm.lsp.document import Document, Position
from pyllvm.lsp.outline import folds, parts_of


def test_a_function_without_labels_is_folded() -> None:
    assert folds(Document("define void @f() {\n  ret void\n}\n")) == [(0, 2)]


def test_blocks_and_long_runs_of_lines_are_folded() -> None:
    text = (
        "; a\n@a = global i32 0\n@b = global i32 0\n@c = global i32 0\n@d = global i32 0\n%t = type opaque\n\n"
        "define void @f() {\nentry:\n  br label %next\nnext:\n  br label %last\nlast:\n  call void @f()\n  ret void\n}\n"
        "!0 = !{}\n!1 = !{}\n!2 = !{}\n"
    )
    lines = text.split("\n")
    found = [(lines[first], lines[last]) for first, last in folds(Document(text))]
    assert found[:4] == [
        ("@a = global i32 0", "@d = global i32 0"),
        ("define void @f() {", "}"),
        ("entry:", "  br label %next"),
        ("next:", "  br label %last"),
    ]
    assert found[4] == ("last:", "  ret void")
    assert found[5:] == [("!0 = !{}", "!2 = !{}")]


def test_parts_of_a_document() -> None:
    text = "%t = type { i32 }\n@g = global i32 0\ndeclare void @h()\ndefine void @f() {\na:\n  br label %b\nb:\n  ret void\n}\n"
    document = Document(text)
    found = parts_of(document)
    assert [(one.kind, text[one.name_start : one.name_end]) for one in found] == [
        ("type", "%t"), ("global", "@g"), ("declaration", "@h"), ("function", "@f"),
    ]  # fmt: skip
    assert [text[one.start : one.end].split("\n")[0] for one in found] == [
        "%t = type { i32 }", "@g = global i32 0", "declare void @h()", "define void @f() {",
    ]  # fmt: skip
    assert [text[one.start : one.end] for one in found[-1].children] == ["a:\n  br label %b\n", "b:\n  ret void\n"]
    assert not parts_of(document, with_blocks=False)[-1].children


def test_lines_that_are_joined_are_one_chunk() -> None:
    document = Document("; a\ndefine void @f() {\n  ret void\n}\n; b\n")
    document.edit(Position(1, 0), Position(4, 0), "")
    assert [chunk.data for chunk in document.chunks] == [b"; a\n; b\n"]
