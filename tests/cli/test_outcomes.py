"""How many processes a command uses, and that inputs are worked on in their order."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pyllvm.cli.option_values import UsageError
from pyllvm.cli.requested_wishes import requested_jobs


@pytest.mark.parametrize(
    ("option", "variable", "names", "expected"),
    [
        (None, None, "abc", 1),
        (None, "", "abc", 1),
        (None, "2", "abc", 2),
        (3, "2", "abc", 3),
        (8, None, "abc", 3),
        (1, "8", "abc", 1),
        (8, None, ["-", "a"], 2),
        # Only the first finds something in standard input.
        (8, None, ["-", "a", "-"], 1),
    ],
)
def test_requested_jobs(
    monkeypatch: pytest.MonkeyPatch, option: int | None, variable: str | None, names: list[str], expected: int
) -> None:
    if variable is None:
        monkeypatch.delenv("PYLLVM_JOBS", raising=False)
    else:
        monkeypatch.setenv("PYLLVM_JOBS", variable)
    assert requested_jobs(option, list(names)) == expected


def test_zero_means_one_for_each_processor_that_the_process_may_use(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: 64)
    monkeypatch.setattr(os, "sched_getaffinity", lambda process: set(range(5)), raising=False)
    assert requested_jobs(0, list("abcdefgh")) == 5
    assert requested_jobs(0, list("abc")) == 3


@pytest.mark.parametrize("text", ["x", "-1", "1.5", "²"])
def test_wrong_numbers(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setenv("PYLLVM_JOBS", text)
    with pytest.raises(UsageError, match="PYLLVM_JOBS"):
        requested_jobs(None, ["a"])


def test_standard_input_among_files(pyllvm: Callable[..., Any], data: Path) -> None:
    for jobs in ("1", "3"):
        outcome = pyllvm("bcanalyzer", "--identify", "-j", jobs, data / "sample.bc", "-", "-", stdin=b"; text\n")
        lines = outcome.output.decode().splitlines()
        assert [line.rpartition(": ")[0].removeprefix(str(data)) or line for line in lines][1:] == ["-", "-"]
        assert [line.split(": ")[1] for line in lines[1:]] == ["LLVM text", "empty file"]


def test_dumps_of_several_files_follow_each_other(pyllvm: Callable[..., Any], data: Path, tmp_path: Path) -> None:
    (tmp_path / "other.bc").write_bytes((data / "sample.bc").read_bytes())
    single = [pyllvm("bcanalyzer", "--dump", path).output for path in (data / "sample.bc", tmp_path / "other.bc")]
    for jobs in ("1", "2"):
        both = pyllvm("bcanalyzer", "--dump", "-j", jobs, data / "sample.bc", tmp_path / "other.bc")
        assert (both.status, both.errors) == (0, "")
        assert both.output == b"".join(single)
