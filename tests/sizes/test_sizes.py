"""Small sizes of every shape: the time of the library grows with the input. `python -m tests.sizes.run` measures large ones."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.sizes.run import COMMANDS, factors, runs_of
from tests.sizes.shapes import SHAPES, Kind, Shape

import pyllvm
from growth import assert_linear
from pyllvm.analyzer.statistics import Statistics
from pyllvm.analyzer.stream import open_stream
from pyllvm.analyzer.walk import walk
from pyllvm.assembly import parse_assembly, print_module
from pyllvm.bitcode import read_modules, write_bitcode
from pyllvm.diagnostics import PyllvmError
from pyllvm.diagnostics.plain import finding_text, plain_text
from pyllvm.reading.members import modules_of


def faults_of(data: bytes) -> list[str]:
    """What `verify` prints about a text."""
    try:
        module = pyllvm.parse_assembly(data, llvm_version=19, keep_places=True)
    except PyllvmError:
        with pytest.raises(PyllvmError) as caught:
            parse_assembly(data, llvm_version=19, max_errors=sys.maxsize)
        return [plain_text(diagnostic) for diagnostic in caught.value.diagnostics]
    return [finding_text(diagnostic, "m.ll") for diagnostic in pyllvm.verify(module)]


def round_trip(data: bytes) -> None:
    """What `as`, `verify`, `dis` and `bcanalyzer` do."""
    module = parse_assembly(data, llvm_version=19)
    assert pyllvm.verify(module) == []
    bitcode = write_bitcode(module)
    (again,) = read_modules(bitcode)
    print_module(again)
    walk(open_stream(bitcode).cursor, Statistics(), None)


def read_file(data: bytes) -> None:
    """What `dis` and `bcanalyzer` do with a file of modules."""
    if data.startswith(b"BC"):
        assert [print_module(module) for module in read_modules(data)]
        walk(open_stream(data).cursor, Statistics(), None)
    else:
        for member in modules_of(data, "m.a", ""):
            member.read()


def work_on(shape: Shape, size: int) -> Callable[[], object]:
    """The work on a shape of a size."""
    data = shape.make(size)
    if shape.kind is Kind.TEXT:
        return lambda: round_trip(data)
    if shape.kind is Kind.FILE:
        return lambda: read_file(data)
    assert faults_of(data)
    return lambda: faults_of(data)


def test_factors_are_marked_above_the_noise() -> None:
    assert factors([1.0, 2.0, 4.0], 3.0) == ("2.0 2.0", False)
    assert factors([1.0, 2.0, 8.0], 3.0) == ("2.0 4.0", True)
    assert factors([0.1, 0.8, 1.0], 3.0) == ("8.0 1.2", False)


@pytest.mark.slow
def test_each_command_runs_on_a_shape(tmp_path: Path) -> None:
    runs = dict(runs_of(SHAPES["functions"], 3, list(COMMANDS), tmp_path))
    assert set(runs) == set(COMMANDS)
    assert {run.problem for run in runs.values()} == {""}
    assert min(run.seconds for run in runs.values()) > 0
    (refused,) = [run for name, run in runs_of(SHAPES["syntax errors"], 3, ["as"], tmp_path)]
    assert "expected value token" in refused.problem


@pytest.mark.slow
@pytest.mark.parametrize("name", SHAPES)
def test_time_grows_with_the_size(name: str) -> None:
    assert_linear(lambda size: work_on(SHAPES[name], size), 20)
