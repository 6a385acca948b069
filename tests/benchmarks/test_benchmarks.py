"""The benchmarks' own parts: what they measure, the modules that they make, the picture that they draw."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from inputs import BYTES_OF_FUNCTION, module_text
from measuring import Measured, in_turn
from picture import Series, drawn

SVG = "{http://www.w3.org/2000/svg}"


def test_commands_run_in_turn_and_the_best_counts(tmp_path: Path) -> None:
    log = tmp_path / "log"
    script = "import sys; open(sys.argv[1], 'a').write(sys.argv[2]); b'x' * int(sys.argv[3])"
    small = [sys.executable, "-c", script, str(log), "a", "1"]
    large = [sys.executable, "-c", script, str(log), "b", "400000000"]
    found = in_turn([small, large], 2, {})
    assert log.read_text() == "abab"
    assert isinstance(found[0], Measured)
    assert isinstance(found[1], Measured)
    # A process that has just begun counts the memory of the one that started it, so the small one may seem large.
    assert found[1].memory > 370
    assert found[0].memory > 0
    assert found[0].wall > 0
    assert found[0].cpu > 0


def test_a_failure_is_reported_and_not_repeated(tmp_path: Path) -> None:
    log = tmp_path / "log"
    failing = [sys.executable, "-c", f"import sys; open({str(log)!r}, 'a').write('x'); sys.exit('no such thing')"]
    assert in_turn([failing], 3, {}) == ["no such thing"]
    assert log.read_text() == "x"
    assert isinstance(in_turn([["/no/such/program"]], 1, {})[0], str)


def test_the_modules_are_valid_and_of_the_size_that_is_asked_for(pyllvm: Callable[..., Any], tmp_path: Path) -> None:
    text = tmp_path / "a.ll"
    text.write_text(module_text(100), encoding="utf-8")
    bitcode = tmp_path / "a.bc"
    written = pyllvm("as", "--llvm-version", "19", text, "-o", bitcode)
    assert (written.status, written.errors) == (0, "")
    assert 0.7 < bitcode.stat().st_size / (100 * BYTES_OF_FUNCTION) < 1.4


def test_the_parts_of_a_program_can_be_linked(pyllvm: Callable[..., Any], tmp_path: Path) -> None:
    parts = []
    for number in range(3):
        parts.append(tmp_path / f"{number}.ll")
        parts[-1].write_text(module_text(4, number * 4, 12), encoding="utf-8")
    linked = pyllvm("link", "-S", "--llvm-version", "19", *parts, "-o", "-")
    assert linked.status == 0
    assert linked.output.count(b"define i32 @work") == 12
    assert b"declare i32 @work" not in linked.output


def test_the_picture_has_a_line_for_each_series() -> None:
    series = {
        "a & b": Series([(1000, 0.02), (100_000, 0.2), (10_000, 0.05)], "#1f6fb4"),
        "LLVM": Series([(1000, 0.01), (100_000, 0.1)], "#1f6fb4", dashed=True),
    }
    tree = ElementTree.fromstring(drawn("Time", series))
    lines = tree.findall(f"{SVG}polyline")
    assert [line.get("stroke-dasharray") for line in lines] == [None, "6 4"]
    first = [tuple(map(float, point.split(","))) for point in lines[0].get("points", "").split()]
    assert len(first) == 3
    assert sorted(first) == first, "from small to large"
    assert [y for _, y in first] == sorted((y for _, y in first), reverse=True), "more time is further up"
    texts = {text.text for text in tree.findall(f"{SVG}text")}
    assert {"a & b", "LLVM", "Time", "1 kB", "100 kB", "0.01 s", "1 s"} <= texts
    with pytest.raises(ValueError, match="needs points"):
        drawn("Time", {})
