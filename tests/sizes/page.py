"""Writes the results as tables into a page of the documentation, behind its last line that a person wrote."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from tests.sizes.commands import COMMANDS
from tests.sizes.growth import megabytes_of, seconds_of
from tests.sizes.results import Place, Result, Results
from tests.sizes.shapes import SHAPES

_MARK: Final = "<!-- `python -m tests.sizes.run --page` writes what follows. -->\n"
_FIVE: Final = "The five commands"
_OTHERS: Final = "Other commands and options"
_REFUSED: Final = "Inputs that are refused"
_BESIDE_LLVM: Final = "Memory beside LLVM's"
_MAIN: Final = ("as", "dis", "link", "verify", "bcanalyzer --dump")
_COMPARED: Final = 15
#: With less memory, the program itself has too large a share in it.
_MANY_MEGABYTES: Final = 120


def write_page(path: Path, results: Results) -> None:
    """Put the results into the tables of the page. It keeps its rows for shapes that were not measured."""
    text, mark, tables = path.read_text().partition(_MARK)
    if not mark:
        raise ValueError(f"{path} has no line {_MARK!r}")
    old = _sections(tables)
    others = [command for command in COMMANDS if command not in _MAIN]
    new = {
        _FIVE: _table(results, list(_MAIN), _rows(old.get(_FIVE, ""))),
        _OTHERS: _table(results, others, _rows(old.get(_OTHERS, ""))),
        _REFUSED: _refused(results, _rows(old.get(_REFUSED, ""))),
        _BESIDE_LLVM: _compared(results) or old.get(_BESIDE_LLVM, ""),
    }
    path.write_text(text + mark + "\n" + "\n".join(f"## {heading}\n\n{table}" for heading, table in new.items()))


def _sections(text: str) -> dict[str, str]:
    """What stands under each heading."""
    parts = [part.partition("\n\n") for part in f"\n{text}".split("\n## ")[1:]]
    return {heading: table.rstrip("\n") + "\n" for heading, _, table in parts}


def _rows(table: str) -> dict[str, dict[str, str]]:
    """The cells of each row by the name of the column; a row has the name in its first column."""
    lines = [[cell.strip() for cell in line.strip("|\n ").split(" |")] for line in table.splitlines() if line.startswith("|")]
    return {cells[0]: dict(zip(lines[0], cells, strict=False)) for cells in lines[2:]}


def _row(cells: list[str]) -> str:
    return "| " + " | ".join(cells) + " |\n"


def _table(results: Results, commands: list[str], old: dict[str, dict[str, str]]) -> str:
    """A row for each shape: the time and the memory of each command on its largest input, with the last factors."""
    shown = {column for row in old.values() for column in row}
    commands = [one for one in commands if one in shown or any(results.series(shape, one) for shape in SHAPES)]
    lines = [_row(["shape", "things", "file", *commands]), "|---|" + "---:|" * (len(commands) + 2) + "\n"]
    for shape in SHAPES:
        series = {command: results.series(shape, command) for command in commands}
        measured = [found[-1] for found in series.values() if found]
        if measured:
            largest = max(measured, key=lambda result: result.place.count)
            cells = [_cell(series[command]) for command in commands]
            lines.append(_row([shape, f"{largest.place.count:,}", _size(max(one.bytes for one in measured)), *cells]))
        elif shape in old:
            lines.append(_row([old[shape].get(column, "") for column in ("shape", "things", "file", *commands)]))
    return "".join(lines)


def _size(count: int) -> str:
    return f"{count / 1e6:.1f} MB" if count >= 100_000 else f"{count / 1e3:.1f} kB"


def _cell(series: list[Result]) -> str:
    """`1.20 s, 310 MB (2.0, 1.9)`: the last run, with the factors per doubling of its time and its memory."""
    if not series:
        return ""
    run = series[-1].run
    if run.is_cut_off:
        return run.problem
    text = f"{run.seconds:.2f} s, {run.megabytes:.0f} MB"
    (times, _), (sizes, _) = seconds_of(series), megabytes_of(series)
    return f"{text} ({times[-1]:.1f}, {sizes[-1]:.1f})" if times else text


def _refused(results: Results, old: dict[str, dict[str, str]]) -> str:
    """The errors with which `as` ends; those of a text with errors are not among them."""
    lines = [_row(["shape", "things", "error"]), "|---|---:|---|\n"]
    for shape in SHAPES:
        series = results.series(shape, "as")
        if series and series[-1].run.problem and SHAPES[shape].file_name == "m.ll":
            lines.append(_row([shape, f"{series[-1].place.count:,}", f"`{series[-1].run.problem}`"]))
        elif not series and shape in old:
            lines.append(_row(list(old[shape].values())))
    return "".join(lines)


def _compared(results: Results) -> str:
    """The shapes and commands with the most memory, in comparison with LLVM's tool."""
    found: list[tuple[float, Result, Result]] = []
    for shape in SHAPES:
        for command in COMMANDS:
            for ours in reversed(results.series(shape, command)):
                theirs = results.at(Place(shape, command, "llvm", ours.place.count))
                if theirs is not None and not theirs.run.problem and not ours.run.problem:
                    if ours.run.megabytes >= _MANY_MEGABYTES:
                        found.append((ours.run.megabytes / theirs.run.megabytes, ours, theirs))
                    break
    found.sort(key=lambda one: -one[0])
    lines = [_row(["shape", "command", "things", "bytes for each", "LLVM's", "ratio", "time", "LLVM's"])]
    lines.append("|---|---|" + "---:|" * 6 + "\n")
    for ratio, ours, theirs in found[:_COMPARED]:
        each = [f"{result.run.megabytes * 1e6 / result.place.count:,.0f}" for result in (ours, theirs)]
        times = [f"{result.run.seconds:.2f} s" for result in (ours, theirs)]
        lines.append(_row([ours.place.shape, ours.place.command, f"{ours.place.count:,}", *each, f"{ratio:.1f}", *times]))
    ratios = sorted(one[0] for one in found)
    if not ratios:
        return ""
    within = sum(ratio <= 1.5 for ratio in ratios)
    middle = ratios[len(ratios) // 2]
    lines.append(f"\nThe median of all {len(ratios)} ratios is {middle:.1f}; {within} are at most 1.5.\n")
    return "".join(lines)
