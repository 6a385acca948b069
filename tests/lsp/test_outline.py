"""Parts of a document, and what can be folded."""

from __future__ import annotations

from pyllvm.lsp.document import Document, Position
from pyllvm.lsp.outline import folds


def test_a_function_without_labels_is_folded() -> None:
    assert folds(Document("define void @f() {\n  ret void\n}\n")) == [(0, 2)]


def test_lines_that_are_joined_are_one_chunk() -> None:
    document = Document("; a\ndefine void @f() {\n  ret void\n}\n; b\n")
    document.edit(Position(1, 0), Position(4, 0), "")
    assert [chunk.data for chunk in document.chunks] == [b"; a\n; b\n"]
