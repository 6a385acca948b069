"""Small sizes of every shape: the time of the library grows with the input. `python -m tests.sizes.run` measures large ones."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.sizes.commands import COMMANDS
from tests.sizes.growth import factors, is_too_large, line_of
from tests.sizes.measuring import Bounds, Run, measure
from tests.sizes.page import write_page
from tests.sizes.results import Place, Result, Results
from tests.sizes.run import Sizes
from tests.sizes.shapes import SHAPES, Kind, Shape

import pyllvm
from growth import assert_linear
from pyllvm.analyzer.statistics import Statistics, walk
from pyllvm.analyzer.stream import open_stream
from pyllvm.assembly import parse_assembly, print_module
from pyllvm.bitcode import BitcodeFile, Reading, read_modules, write_bitcode
from pyllvm.cli.tool import is_compiled
from pyllvm.diagnostics import PyllvmError
from pyllvm.diagnostics.plain import finding_notes, finding_text, plain_text
from pyllvm.reading.inputs import modules_inside


def faults_of(data: bytes) -> list[str]:
    """What `verify` prints about a text."""
    try:
        module = pyllvm.parse_assembly(data, llvm_version=19, keep_places=True)
    except PyllvmError:
        with pytest.raises(PyllvmError) as caught:
            parse_assembly(data, llvm_version=19, max_errors=sys.maxsize)
        return [plain_text(diagnostic) for diagnostic in caught.value.diagnostics]
    return [finding_text(diagnostic) + finding_notes(diagnostic, "m.ll") for diagnostic in pyllvm.verify(module)]


# What the largest size is times as large as the smallest. A limit ends what nests deeper.
TIMES = 16
SMALL = 300 if is_compiled() else 20
SMALL_DEPTH = 100 if is_compiled() else 20


def round_trip(data: bytes) -> None:
    """What `as`, `verify`, `dis`, `diff`, `bcanalyzer`, `stat`, `nm` and `link` do."""
    module = parse_assembly(data, llvm_version=19)
    assert pyllvm.verify(module) == []
    bitcode = write_bitcode(module)
    (again,) = read_modules(BitcodeFile(bitcode), Reading())
    print_module(again)
    pyllvm.compare(module, again)
    walk(open_stream(bitcode).cursor, Statistics(), None)
    assert pyllvm.bitcode_sizes(bitcode).bits == len(bitcode) * 8
    pyllvm.symbols(bitcode)
    pyllvm.link([module])


def read_file(file: Path) -> None:
    """What `dis` and `bcanalyzer` do with a file of modules."""
    data = file.read_bytes()
    if data.startswith(b"BC"):
        assert [print_module(module) for module in read_modules(BitcodeFile(data), Reading())]
        walk(open_stream(data).cursor, Statistics(), None)
    else:
        for member in modules_inside(data, str(file), ""):
            member.read()


def work_on(shape: Shape, size: int, folder: Path) -> Callable[[], object]:
    """The work on a shape of a size."""
    folder = folder / str(size)
    folder.mkdir(exist_ok=True)
    shape.write(max(int(size * min(shape.scale, 1)), 1), folder)
    file = folder / shape.file_name
    data = file.read_bytes()
    if shape.kind is Kind.TEXT:
        return lambda: round_trip(data)
    if shape.kind is Kind.FILE:
        return lambda: read_file(file)

    def find() -> None:
        assert faults_of(data)

    return find


PAGE = Path(__file__).parents[2] / "docs" / "sizes.md"
BOUNDS = Bounds(100, 4 << 30)


def result(count: int, seconds: float, megabytes: float = 30, problem: str = "", program: str = "pyllvm") -> Result:
    return Result(Place("functions", "as", program, count), count * 70, Run(seconds, megabytes, problem))


def test_factors_are_those_of_a_doubling() -> None:
    assert factors([1, 2, 8], [1.0, 2.0, 32.0]) == [2.0, 4.0]
    assert factors([1, 2], [0.0, 1.0]) == [0.0]


def test_factors_are_marked_above_the_noise() -> None:
    assert not is_too_large([1, 2, 4], [1.0, 2.0, 4.0], 3.0)
    assert is_too_large([1, 2, 4], [1.0, 2.0, 8.0], 3.0)
    assert not is_too_large([1, 2, 4], [0.1, 0.8, 1.0], 3.0)
    assert line_of([result(10, 1.0), result(20, 2.5)]).startswith("! functions ")
    assert line_of([result(10, 1.0), result(20, 2.0)]).startswith("  functions ")
    assert line_of([result(10, 1.0), result(20, 2.0, 300)]).startswith("! functions ")


def test_results_are_kept_in_a_file(tmp_path: Path) -> None:
    path = tmp_path / "results"
    results = Results(path)
    results.add(result(20, 2.0))
    results.add(result(10, 1.0, problem="out of memory"))
    results.add(result(10, 0.5, program="llvm"))
    again = Results(path)
    assert again.series("functions", "as") == [result(10, 1.0, problem="out of memory"), result(20, 2.0)]
    assert again.at(Place("functions", "as", "llvm", 10)) == result(10, 0.5, program="llvm")
    assert again.series("functions", "dis") == []


def test_the_page_keeps_its_head(tmp_path: Path) -> None:
    results = Results(None)
    for found in (result(1000, 1.0, 200), result(2000, 2.0, 380), result(2000, 0.5, 100, program="llvm")):
        results.add(found)
    page = tmp_path / "sizes.md"
    page.write_text("# Sizes\n\n<!-- `python -m tests.sizes.run --page` writes what follows. -->\nan old table\n")
    write_page(page, results)
    text = page.read_text()
    assert text.startswith("# Sizes\n\n<!--")
    assert "an old table" not in text
    assert "| functions | 2,000 | 0.1 MB | 2.00 s, 380 MB (2.0, 1.9) |" in text
    assert "| functions | as | 2,000 | 190,000 | 50,000 | 3.8 | 2.00 s | 0.50 s |" in text
    page.write_text("no mark")
    with pytest.raises(ValueError, match="has no line"):
        write_page(page, results)


def test_the_page_keeps_what_was_not_measured_again(tmp_path: Path) -> None:
    page = tmp_path / "sizes.md"
    page.write_bytes(PAGE.read_bytes())
    write_page(page, Results(None))
    assert page.read_text() == PAGE.read_text()
    results = Results(None)
    results.add(result(3, 1.0, 200))
    write_page(page, results)
    changed = [line for line in page.read_text().splitlines() if line not in PAGE.read_text().splitlines()]
    assert changed == ["| functions | 3 | 0.2 kB | 1.00 s, 200 MB |  |  |  |  |"]


@pytest.mark.slow
def test_each_command_runs_on_a_shape(tmp_path: Path) -> None:
    results = Results(None)
    sizes = Sizes(tmp_path, results, BOUNDS)
    sizes.measure("functions", 3, list(COMMANDS))
    runs = [results.series("functions", command)[0].run for command in COMMANDS]
    assert {run.problem for run in runs} == {""}
    assert min(run.seconds for run in runs) > 0
    sizes.measure("syntax errors", 3, ["as", "dis"])
    (refused,) = results.series("syntax errors", "as")
    assert "expected value token" in refused.run.problem
    assert results.series("syntax errors", "dis") == []


@pytest.mark.slow
def test_a_bound_ends_a_command(tmp_path: Path) -> None:
    endless = [sys.executable, "-c", "while True: pass"]
    assert measure(endless, tmp_path / "file", Bounds(1, 4 << 30))[2:] == ("more than 1 s", True)
    results = Results(None)
    results.add(Result(Place("functions", "as", "pyllvm", 3), 10, Run(1.0, 30.0, "more than 1 s", True)))
    Sizes(tmp_path, results, BOUNDS).measure("functions", 6, ["as"])
    assert [one.place.count for one in results.series("functions", "as")] == [3]


@pytest.mark.slow
@pytest.mark.parametrize("name", SHAPES)
def test_time_grows_with_the_size(name: str, tmp_path: Path) -> None:
    assert_linear(lambda size: work_on(SHAPES[name], size, tmp_path), SMALL_DEPTH if name.startswith("nested ") else SMALL, TIMES)
