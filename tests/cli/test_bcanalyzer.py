"""``pyllvm bcanalyzer`` as a command: its forms of output, its refusals, its colours."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., Any]

ESCAPE = re.compile(rb"\x1b\[[0-9;]*m")


def test_dump_and_summary(pyllvm: Run, data: Path) -> None:
    outcome = pyllvm("bcanalyzer", "-dump", data / "sample.bc")
    assert (outcome.status, outcome.errors) == (0, "")
    dump, gap, summary = outcome.output.partition(b"\n\n\nSummary of ")
    assert gap
    assert dump.startswith(b"<IDENTIFICATION_BLOCK_ID ")
    assert summary.startswith(bytes(data / "sample.bc") + b":\n")
    assert pyllvm("bcanalyzer", data / "sample.bc").output == b"Summary of " + summary


def test_standard_input(pyllvm: Run, data: Path) -> None:
    for words in (["bcanalyzer"], ["bcanalyzer", "-"]):
        outcome = pyllvm(*words, stdin=(data / "sample.bc").read_bytes())
        assert outcome.output.startswith(b"Summary of -:\n")


def test_json(pyllvm: Run, data: Path) -> None:
    document = json.loads(pyllvm("bcanalyzer", "--json", data / "sample.bc").output)
    assert document["bits"] == (data / "sample.bc").stat().st_size * 8
    assert "MODULE_BLOCK" in [block["name"] for block in document["blocks"]]


def test_identify(pyllvm: Run, data: Path) -> None:
    line = pyllvm("bcanalyzer", "--identify", data / "sample.bc").output.decode()
    assert line.startswith(f"{data / 'sample.bc'}: LLVM IR, producer LLVM19.")
    assert line.count("\n") == 1
    fields = json.loads(pyllvm("bcanalyzer", "--identify", "--json", data / "sample.bc").output)
    assert (fields["llvm_version"], fields["pointers"], fields["modules"]) == (19, "opaque", 1)


def test_a_stream_that_is_cut_short(pyllvm: Run, data: Path, tmp_path: Path) -> None:
    path = tmp_path / "short.bc"
    path.write_bytes((data / "sample.bc").read_bytes()[:800])
    outcome = pyllvm("bcanalyzer", "-dump", path)
    assert outcome.status == 1
    assert outcome.output.startswith(b"<IDENTIFICATION_BLOCK_ID ")
    assert b"Summary" not in outcome.output
    first, note = outcome.errors.splitlines()
    assert first.startswith(f"pyllvm-bcanalyzer: {path}: error: ")
    assert re.search(r"note: at bit \d+, block MODULE_BLOCK", note)
    document = pyllvm("bcanalyzer", "--json", path)
    assert document.status == 1
    assert json.loads(document.output)["error"]["blocks"][0] == "MODULE_BLOCK"


@pytest.mark.parametrize(
    ("contents", "message"),
    [
        (b"abc", "Bitcode stream should be a multiple of 4 bytes in length"),
        (b"", "Unexpected end of file reading 0 of 0 bytes"),
        (b"hello world!", "Invalid record at top-level"),
    ],
)
def test_refusals(pyllvm: Run, tmp_path: Path, contents: bytes, message: str) -> None:
    path = tmp_path / "bad.bc"
    path.write_bytes(contents)
    outcome = pyllvm("bcanalyzer", path)
    assert outcome.status == 1
    assert outcome.errors.startswith(f"pyllvm-bcanalyzer: {path}: error: {message}")


def test_a_file_that_is_not_there(pyllvm: Run, tmp_path: Path) -> None:
    outcome = pyllvm("bcanalyzer", tmp_path / "none.bc")
    assert outcome.status == 1
    assert "No such file or directory" in outcome.errors


def test_the_block_info_file_is_named_where_it_is_at_fault(pyllvm: Run, data: Path, tmp_path: Path) -> None:
    path = tmp_path / "info.bc"
    path.write_bytes(b"hello world!")
    outcome = pyllvm("bcanalyzer", f"-block-info={path}", data / "sample.bc")
    assert outcome.status == 1
    assert outcome.errors.startswith(f"pyllvm-bcanalyzer: {path}: error: ")


def test_the_coloured_dump_has_the_same_content(pyllvm: Run, data: Path) -> None:
    plain = pyllvm("bcanalyzer", "-dump", data / "sample.bc").output.partition(b"\nSummary of ")[0]
    coloured = pyllvm("bcanalyzer", "-dump", "--color=always", data / "sample.bc").output
    assert b"\x1b[" in coloured
    stripped = ESCAPE.sub(b"", coloured).replace("│ ".encode(), b"  ")
    assert stripped.startswith(plain)


def test_the_summary_on_a_terminal_has_bars(pyllvm: Run, data: Path) -> None:
    coloured = pyllvm("bcanalyzer", "--color=always", data / "sample.bc", environment={"COLUMNS": "100"}).output
    text = ESCAPE.sub(b"", coloured).decode()
    row = next(line for line in text.splitlines() if "MODULE_BLOCK" in line)
    assert "█" in text
    assert row.split()[:4] == ["8", "MODULE_BLOCK", "1", row.split()[3]]
    assert "…" not in text
