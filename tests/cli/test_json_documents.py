"""Every JSON document of a command has its envelope, and the members that its schema in `docs/schemas` describes."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest

import pyllvm as library

SCHEMAS: Final = Path(__file__).parents[2] / "docs" / "schemas"

TEXT: Final = """\
%pair = type { i32, float }
@counter = global i32 7

define i32 @main(i1 %c, %pair %p) {
  br i1 %c, label %a, label %b
a:
  %n = call i32 @other()
  ret i32 %n
b:
  ret i32 0
}

declare i32 @other()
"""
OTHER: Final = """\
@counter = common global i32 0

define i32 @other() {
  ret i32 1
}
"""
MOVED: Final = TEXT.replace("%n", "%other").replace("b:\n  ret i32 0\n", "").replace("a:", "b:\n  ret i32 0\na:")
BAD: Final = "define i32 @f() {\n  %x = phi i32 [ 0, %e ]\n  ret i32 %y\ne:\n  ret i32 1\n}\n"
INVALID: Final = "define i32 @f() {\n  %x = phi i32 [ 0, %e ]\n  ret i32 %x\ne:\n  ret i32 1\n}\n"
NEWER: Final = "define void @f(i32 %a) {\n  %w = zext nneg i32 %a to i64\n  ret void\n}\n"

# The schema, the command, and the file that it writes the document to if that is not standard output.
DOCUMENTS: Final = (
    ("bcanalyzer", "bcanalyzer --json a.bc cut.bc b.bc", None),
    ("bcanalyzer", "bcanalyzer --json -j 2 none a.bc b.ll", None),
    ("bcanalyzer", "bcanalyzer --json --decode=always a.bc", None),
    ("identify", "bcanalyzer --identify --json a.bc a.ll none cut.bc names.tar", None),
    ("diagnostics", "verify --diagnostics-format=json a.ll bad.ll invalid.ll cut.bc invalid.bc", None),
    ("diff", "diff --json a.bc b.bc", None),
    ("diff", "diff --json a.bc a.bc", None),
    ("diff", "diff --json --names a.bc moved.ll", None),
    ("extract", "extract --json --func=main -o part.bc a.bc", None),
    ("graph", "graph --json a.bc", None),
    ("link", "link --map map.json -o whole.bc a.bc b.bc --allow-multiple-definition", "map.json"),
    ("losses", "dis --llvm-version=17 --report-losses=losses.json -o - newer.bc", "losses.json"),
    ("nm", "nm --json a.bc b.bc", None),
    ("nm-cross-reference", "nm --cross-reference --json a.bc b.bc", None),
    ("stat", "stat --json a.bc", None),
    ("stat", "stat --json --instructions b.bc", None),
    ("strip", "strip --anonymize --map names.json -o shared.bc a.bc", "names.json"),
)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("PYLLVM_DIAGNOSTICS", raising=False)
    for name, text in (("a", TEXT), ("b", OTHER), ("moved", MOVED), ("bad", BAD), ("newer", NEWER), ("invalid", INVALID)):
        Path(f"{name}.ll").write_text(text)
        if name != "bad":
            Path(f"{name}.bc").write_bytes(library.to_bitcode(library.parse_assembly(text, llvm_version=22)))
    whole = Path("a.bc").read_bytes()
    Path("cut.bc").write_bytes(whole[: len(whole) // 8 * 4])
    return tmp_path


def strict(schema: Any) -> Any:
    """The schema, for documents that have no other members. Readers of pyllvm's documents are told to expect more of them."""
    if isinstance(schema, list):
        return [strict(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    found = {name: strict(one) for name, one in schema.items()}
    return {"additionalProperties": False, **found} if "properties" in schema else found


@pytest.mark.parametrize(("schema", "words", "file"), DOCUMENTS, ids=[words for _, words, _ in DOCUMENTS])
def test_the_schema_describes_the_document(
    pyllvm: Callable[..., Any], folder: Path, schema: str, words: str, file: str | None
) -> None:
    jsonschema = pytest.importorskip("jsonschema", reason="jsonschema is not installed")
    outcome = pyllvm(*words.split())
    document = json.loads((folder / file).read_bytes() if file else outcome.output)
    command = words.split()[0]
    assert (document["tool"], document["version"]) == (f"pyllvm-{command}", library.__version__)
    described = json.loads((SCHEMAS / f"{schema}.json").read_text())
    jsonschema.validate(document, strict(described))
    lists = [value for value in document.values() if isinstance(value, list)]
    assert any(lists) or schema in ("strip", "diff"), "an empty document shows nothing"


def test_each_schema_has_a_document_that_shows_it() -> None:
    assert {path.stem for path in SCHEMAS.iterdir()} == {schema for schema, _, _ in DOCUMENTS}
