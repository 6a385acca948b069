"""The rows of modules: what they count, and that a module which cannot be read is one as well."""

from __future__ import annotations

import gzip
import pickle
from pathlib import Path

import pytest

import pyllvm
from pyllvm.analysis import instruction_counts, structural_hash
from pyllvm.corpus import ModuleRow, rows_of
from pyllvm.corpus.rows import row_of, rows_of_file

TEXT = """
@g = global i32 0
declare i32 @h(ptr nocapture, i32 signext) nounwind
define i32 @f(ptr noundef %p) #0 {
entry:
  %x = call i32 @h(ptr noundef %p, i32 7)
  br label %done
done:
  ret i32 %x
}
attributes #0 = { nounwind "frame-pointer"="all" }
!llvm.ident = !{!0}
!0 = !{!"clang version 19.1.7"}
"""


def test_what_a_row_has() -> None:
    module = pyllvm.parse_assembly(TEXT, llvm_version=19)
    data = pyllvm.to_bitcode(module)
    row = row_of("f.bc", data, {"language": "c"})
    assert row == ModuleRow(
        "f.bc",
        size=len(data),
        llvm_version=19,
        producer=pyllvm.parse_bitcode(data).producer,
        compiler="clang version 19.1.7",
        functions=1,
        declarations=1,
        variables=1,
        blocks=2,
        instructions=3,
        content_hash=row.content_hash,
        structural_hash=structural_hash(module),
        opcodes={"call": 1, "br": 1, "ret": 1},
        attributes={"nounwind": 2, "noundef": 2, '"frame-pointer"': 1, "nocapture": 1, "signext": 1},
        labels={"language": "c"},
    )
    assert row.producer.startswith("pyllvm19")
    assert pickle.loads(pickle.dumps(row)) == row


def test_a_folder_has_a_row_for_each_module(corpus: Path, data: Path) -> None:
    rows = {row.name: row for row in rows_of(corpus)}
    good = {"sample.bc", "inner/same.bc", "inner/renamed.ll", "all.tar.gz(a/sample.bc)", "all.zip(sample.bc)"}
    bad = {"broken.bc", "broken.ll", "all.zip(broken.bc)"}
    assert {name for name, row in rows.items() if not row.error} == good
    assert {name for name, row in rows.items() if row.error} == bad
    module = pyllvm.read(data / "sample.bc")
    for name in good:
        assert rows[name].opcodes == instruction_counts(module)
        assert rows[name].structural_hash == rows["sample.bc"].structural_hash
    assert rows["inner/same.bc"].content_hash == rows["sample.bc"].content_hash
    assert rows["inner/renamed.ll"].content_hash != rows["sample.bc"].content_hash
    assert rows["broken.ll"].error == "expected type"
    assert (rows["broken.bc"].instructions, rows["broken.bc"].structural_hash) == (0, "")
    assert rows["broken.bc"].size == (corpus / "broken.bc").stat().st_size


@pytest.mark.parametrize("name", ["sample.bc", "inner/renamed.ll", "all.zip"])
def test_a_path_may_be_a_file(corpus: Path, name: str) -> None:
    assert [row.name.partition("(")[0] for row in rows_of(corpus / name) if not row.error] == [name.rpartition("/")[2]]


def test_several_modules_in_a_file(data: Path) -> None:
    one = (data / "sample.bc").read_bytes()
    other = pyllvm.to_bitcode(pyllvm.parse_assembly(TEXT, llvm_version=19))
    rows = list(rows_of_file("two.bc", one + other))
    assert [(row.name, row.error, row.instructions > 0) for row in rows] == [("two.bc(0)", "", True), ("two.bc(1)", "", True)]
    assert rows[1].content_hash == row_of("", other).content_hash
    (packed,) = rows_of_file("sample.bc.gz", gzip.compress(one))
    assert packed.structural_hash == rows[0].structural_hash


def test_a_file_that_is_gone_is_a_row(corpus: Path) -> None:
    rows = rows_of(corpus)
    first = next(rows)
    (corpus / "inner" / "same.bc").unlink()
    found = {row.name: row.error for row in [first, *rows]}
    assert found["inner/same.bc"] == "No such file or directory"


def test_a_fault_of_ours_is_a_row(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(data: bytes, name: str) -> pyllvm.Module:
        raise RecursionError("too deep")

    monkeypatch.setattr("pyllvm.corpus.rows.parse_assembly", fail)
    row = row_of("f.ll", TEXT.encode())
    assert (row.error, row.instructions) == ("internal error: RecursionError: too deep", 0)


def test_where_nothing_is(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="no file in this folder has the ending of a module"):
        list(rows_of(tmp_path))
    with pytest.raises(FileNotFoundError):
        list(rows_of(tmp_path / "nothing"))
