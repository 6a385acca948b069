"""The page about consumers has the results in docs/consumers.json, and pages that name releases say when these were tried."""

from __future__ import annotations

import json
import re
import runpy
from pathlib import Path

import pytest
from tests.consumers.watch import RESULTS, merged

DOCS = RESULTS.parent
# The consumers, the compilers of tables/compilers, and the packages that pages speak of, before a number of a release.
RELEASE = re.compile(
    r"\b(pyqir|qir-?runner|libNVVM|CUDA|llvm-spirv|spirv-val|pocl|ROCm|comgr|KLEE|wllvm|rustc|[Zz]ig|LDC|flang|numba|llvmlite|Triton|IREE"
    r"|Mojo|TinyGo|Halide|Pyodide|bpf-linker) v?\d+\.\d+"
)
DATE = re.compile(r"\b20\d\d-\d\d-\d\d\b")
PAGES = sorted(path for path in DOCS.rglob("*.md") if RELEASE.search(path.read_text(encoding="utf-8")))


def test_the_page_has_the_results() -> None:
    page = DOCS / "consumers.md"
    text = page.read_text(encoding="utf-8")
    assert runpy.run_path(str(DOCS / "site" / "consumers.py"))["with_table"](text) == text, "run python docs/site/consumers.py"


def test_every_row_is_complete() -> None:
    for row in json.loads(RESULTS.read_text(encoding="utf-8")):
        assert row["release"] and DATE.fullmatch(row["date"]) and len(row["refused"]) <= row["files"]


def test_a_newer_result_replaces_the_one_of_the_same_release() -> None:
    older = {
        "profile": "qir",
        "consumer": "pyqir",
        "release": "0.12.7",
        "date": "2026-11-29",
        "files": 1,
        "refused": ["a.ll: no"],
    }
    newer = {**older, "date": "2026-12-29", "refused": []}
    other = {**older, "release": "0.13.0", "date": "2027-01-29"}
    assert merged([older], [other, newer]) == [newer, other]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(DOCS)))
def test_a_page_that_names_a_release_says_when_it_was_tried(page: Path) -> None:
    assert DATE.search(page.read_text(encoding="utf-8")), "say on which day the releases were tried"
