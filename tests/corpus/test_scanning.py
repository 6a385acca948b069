"""Scans into a folder: with and without Dask, interrupted, with files that change, and with modules that end a process."""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import pyllvm
from pyllvm import corpus as corpora
from pyllvm.corpus import Corpus, ModuleRow, scan
from pyllvm.corpus.scanning import FILES, Part, rescue

HAS_ARROW = importlib.util.find_spec("pyarrow") is not None
needs_arrow = pytest.mark.skipif(not HAS_ARROW, reason="pyllvm[corpus] is not installed")


def by_name(rows: Any) -> dict[str, ModuleRow]:
    return {row.name: row for row in rows}


@needs_arrow
def test_the_rows_are_those_of_rows_of(corpus: Path, tmp_path: Path) -> None:
    found = scan(corpus, tmp_path / "table", workers=1)
    assert by_name(found.rows()) == by_name(corpora.rows_of(corpus))
    assert {name for name, _ in found.errors()} == {"broken.bc", "broken.ll", "all.zip(broken.bc)"}


@needs_arrow
def test_totals_and_duplicates(corpus: Path, tmp_path: Path, data: Path) -> None:
    found = scan(corpus, tmp_path / "table", workers=1)
    totals = found.totals()
    assert (totals.modules, totals.errors, totals.different) == (5, 3, 1)
    (row,) = corpora.rows_of(data / "sample.bc")
    assert totals.instructions == 5 * row.instructions
    assert totals.opcodes == {word: 5 * count for word, count in row.opcodes.items()}
    assert totals.attributes["noundef"] == 5 * row.attributes["noundef"]
    assert totals.versions == {row.llvm_version: 4, pyllvm.NEWEST: 1}
    good = {"sample.bc", "inner/same.bc", "inner/renamed.ll", "all.tar.gz(a/sample.bc)", "all.zip(sample.bc)"}
    assert {key: set(names) for key, names in found.duplicates().items()} == {row.structural_hash: good}
    same = found.duplicates("content_hash")
    assert set(same[row.content_hash]) == good - {"inner/renamed.ll"}
    with pytest.raises(ValueError, match="content_hash or structural_hash"):
        found.duplicates("name")


@needs_arrow
def test_names_of_any_bytes(tmp_path: Path) -> None:
    """A name that is no UTF-8 must not end the work on the other modules."""
    folder = tmp_path / "modules"
    folder.mkdir()
    text = b'target triple = "\\FF"\ndefine void @"\\FE"() "\\FD"="\\FC" {\n  ret void\n}\n!llvm.ident = !{!0}\n!0 = !{!"\\FB"}\n'
    (folder / "a.ll").write_bytes(text)
    (row,) = scan(folder, tmp_path / "table", workers=1).rows()
    assert (row.error, row.functions, len(row.attributes)) == ("", 1, 1)


@needs_arrow
def test_it_goes_on_where_it_was_interrupted(corpus: Path, tmp_path: Path) -> None:
    into = tmp_path / "table"

    def stop(done: int, of: int) -> None:
        if done == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        scan(corpus, into, workers=1, progress=stop)
    assert len(Corpus(into).files) == 2
    before = {file: file.stat().st_mtime_ns for file in Corpus(into).files}
    told: list[tuple[int, int]] = []
    found = scan(corpus, into, workers=1, progress=lambda done, of: told.append((done, of)))
    assert told[0] == (2, told[-1][1])
    assert told[-1][0] == told[-1][1]
    assert all(file.stat().st_mtime_ns == time for file, time in before.items())
    assert len(by_name(found.rows())) == 8
    assert not list(into.glob(".*"))


@needs_arrow
def test_files_that_change_are_read_again(corpus: Path, tmp_path: Path) -> None:
    into = tmp_path / "table"
    scan(corpus, into, workers=1)
    (corpus / "broken.ll").write_text("define void @f() {\n  ret void\n}\n", encoding="utf-8")
    (corpus / "all.zip").unlink()
    (corpus / "new.ll").write_text("@g = global i32 0\n", encoding="utf-8")
    found = by_name(scan(corpus, into, workers=1).rows())
    assert found == by_name(corpora.rows_of(corpus))
    assert found["broken.ll"].error == ""
    assert "new.ll" in found
    assert not any(name.startswith("all.zip") for name in found)


@needs_arrow
def test_parquet(data: Path, tmp_path: Path) -> None:
    import pyarrow
    from pyarrow import parquet

    whole = (data / "sample.bc").read_bytes()
    modules = [whole, whole[:64], None, *[b"@g = global i32 0"] * 1101]
    table = pyarrow.table({"content": modules, "language": ["c", "c", "rust", "ll", *["c"] * 1100]})
    parquet.write_table(table, tmp_path / "modules.parquet", row_group_size=1000)
    found = scan(tmp_path / "modules.parquet", tmp_path / "table", workers=1, labels=["language"])
    rows = by_name(found.rows())
    assert sorted(rows, key=lambda name: int(name.partition(":")[2])) == [f"modules.parquet:{row}" for row in range(1104)]
    assert len(found.files) == 3
    assert rows["modules.parquet:2"].error == "there is no module in this row"
    assert rows["modules.parquet:1"].error
    assert (rows["modules.parquet:3"].variables, rows["modules.parquet:3"].labels) == (1, {"language": "ll"})
    assert found.totals().modules == 1102
    with pytest.raises(ValueError, match="there is no column 'bitcode'; the columns are content, language"):
        scan(tmp_path / "modules.parquet", tmp_path / "table", column="bitcode")


@needs_arrow
def test_files_that_cannot_be_read_are_rows_with_their_names(data: Path, tmp_path: Path) -> None:
    import pyarrow
    from pyarrow import parquet

    modules = [(data / "sample.bc").read_bytes(), b"@g = global i32 0"]
    path = tmp_path / "all" / "whole.parquet"
    path.parent.mkdir()
    parquet.write_table(pyarrow.table({"content": modules, "language": ["c", None]}), path)
    whole = path.read_bytes()
    (path.parent / "other.parquet").write_bytes(whole.replace(b"language", b"tongue__"))
    (path.parent / "empty.bc").write_bytes(b"")
    (path.parent / "empty.ll").write_bytes(b"")
    rows = by_name(scan(path.parent, tmp_path / "table", workers=1, labels=["language"]).rows())
    assert [rows[f"whole.parquet:{number}"].labels for number in range(2)] == [{"language": "c"}, {}]
    assert "there is no column 'language'" in rows["other.parquet"].error
    assert (rows["empty.bc"].error, rows["empty.ll"].error) == ("the file is empty", "")
    damaged = [whole[: len(whole) * part // 9] for part in range(9)]
    damaged += [whole[:place] + bytes([whole[place] ^ 255]) + whole[place + 1 :] for place in range(0, len(whole), 97)]
    for content in damaged:
        path.write_bytes(content)
        for folder in (path, path.parent):
            found = list(corpora.rows_of(folder))
            assert any(row.name.startswith("whole.parquet") for row in found)
            assert any(row.error for row in found if row.name.startswith("whole.parquet")) or content[-4:] == b"PAR1"


@needs_arrow
def test_pandas_reads_the_table(corpus: Path, tmp_path: Path) -> None:
    pandas = pytest.importorskip("pandas", reason="pyllvm[corpus] is not installed")
    found = scan(corpus, tmp_path / "table", workers=1)
    table = found.table(["name", "error", "instructions", "opcodes"])
    assert list(table.columns) == ["name", "error", "instructions", "opcodes"]
    assert table["instructions"].sum() == found.totals().instructions
    assert sum(table["opcodes"].iloc[list(table["name"]).index("sample.bc")].values()) > 0
    assert len(pandas.read_parquet(found.folder, columns=["name"])) == len(table)


@needs_arrow
@pytest.mark.slow
def test_dask_computes_the_same(corpus: Path, tmp_path: Path) -> None:
    distributed = pytest.importorskip("distributed", reason="pyllvm[corpus] is not installed")
    assert distributed
    words = [sys.executable, "-m", "pyllvm.corpus", str(corpus), "--into", str(tmp_path / "table"), "--workers", "2", "--json"]
    ended = subprocess.run(words, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr
    assert json.loads(ended.stdout)["modules"] == 5
    assert by_name(Corpus(tmp_path / "table").rows()) == by_name(corpora.rows_of(corpus))


class Client:
    """A cluster of one process, which a module can end."""

    def submit(self, function: Callable[..., Any], part: Part, pure: bool) -> Any:
        return Future(function, part)


class Future:
    def __init__(self, function: Callable[..., Any], part: Part) -> None:
        self.failure = RuntimeError("ended") if "sample.bc" in part.names else None
        self.found = None if self.failure else function(part)

    def exception(self) -> Exception | None:
        return self.failure

    def result(self) -> Any:
        return self.found


@needs_arrow
def test_a_module_that_ends_the_process_is_a_row(corpus: Path, tmp_path: Path) -> None:
    (tmp_path / "table").mkdir()
    part = Part(FILES, str(corpus), ("broken.ll", "inner/same.bc", "sample.bc"), "key")
    rescue(part, tmp_path / "table", Client())
    rows = by_name(Corpus(tmp_path / "table").rows())
    assert rows["sample.bc"].error == "the process that read it ended: RuntimeError"
    assert rows["broken.ll"].error == "expected type"
    assert rows["inner/same.bc"].instructions > 0


def test_what_the_command_prints(corpus: Path, tmp_path: Path) -> None:
    words = [sys.executable, "-m", "pyllvm.corpus", str(corpus), "--into", str(tmp_path / "table"), "--workers", "1"]
    ended = subprocess.run(words, capture_output=True, text=True, check=False)
    if not HAS_ARROW:
        assert ended.stderr.startswith("corpus: this needs the package pyarrow, which is not installed (pip install")
        assert ended.returncode == 1
        return
    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout.startswith("5 modules, 1 different, ")
    assert "broken.ll: expected type" in ended.stdout
    ended = subprocess.run([*words[:3], str(tmp_path / "no"), *words[4:]], capture_output=True, text=True, check=False)
    assert ended.returncode == 1
    assert ended.stderr.startswith("corpus: [Errno 2] No such file or directory")


def test_without_the_extra_the_message_says_what_to_do(corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow.parquet", None)
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(pyllvm.PyllvmError) as caught:
        scan(corpus, tmp_path / "table")
    assert caught.value.diagnostic.message == "this needs the package pyarrow, which is not installed"
    assert caught.value.diagnostic.hint == "pip install 'pyllvm[corpus]'"
    assert not (tmp_path / "table").exists()
    assert len(list(corpora.rows_of(corpus))) == 8


def test_there_is_no_folder(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        Corpus(tmp_path / "nothing")
