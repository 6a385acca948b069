"""The compiler of Kaleidoscope: what its programs compute, for each LLVM whose clang is here, and its messages."""

from __future__ import annotations

import subprocess
import sys
from itertools import cycle
from pathlib import Path
from typing import Final

import pytest

import pyllvm

ROOT: Final = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from examples.kaleidoscope.__main__ import main  # noqa: E402
from examples.kaleidoscope.code_generation import compile_program  # noqa: E402
from examples.kaleidoscope.syntax import KaleidoscopeError, parse  # noqa: E402

from rows import each_row  # noqa: E402

CLANGS: Final = [
    (version, clang)
    for version in range(pyllvm.OLDEST, pyllvm.NEWEST + 1)
    if (clang := Path(f"/usr/lib/llvm-{version}/bin/clang")).exists()
]
PROGRAMS: Final = {
    "arithmetic": ("1 + 2 * 3 - 4; (1 + 2) * 3; 1 < 2; 2 < 1", [3, 9, 1, 0]),
    "choice": ("def f(x) if x < 3 then 1 else if x < 5 then 2 else 3\nf(1); f(4); f(9)", [1, 2, 3]),
    "recursion": ("def fib(x) if x < 3 then 1 else fib(x - 1) + fib(x - 2)\nfib(20)", [6765]),
    "unary operator": ("def unary!(v) if v then 0 else 1\n!0; !5; !0 + 1", [1, 0, 2]),
    "binary operators": (
        "def binary> 10 (a b) b < a\ndef binary& 6 (a b) if a then 0 < b + (b < 0) else 0\ndef binary: 1 (a b) b\n"
        "3 > 2 & 2 > 1; 1 > 2; 1 : 2 + 3 : 4",
        [1, 0, 4],
    ),
    "variables": (
        "def binary: 1 (a b) b\ndef fibi(x) var a = 1, b = 1, c in (for i = 3, i < x in c = a + b : a = b : b = c) : b\nfibi(10)",
        [55],
    ),
    "parameters are variables": ("def binary: 1 (a b) b\ndef f(x) x = x + 1 : x * 2\nf(4)", [10]),
    "inner variables end": ("def f(x) (var x = 5 in x) + x\nf(1)", [6]),
    "step and value of a loop": (
        "def binary: 1 (a b) b\nvar n = 0 in (for i = 0, i < 10, 2.5 in n = n + 1) : n\nfor i = 0, i < 1 in i",
        [5, 0],
    ),
    "C's functions": ("extern sin(x)\nextern floor(x)\nsin(0); floor(2.5)", [0, 2]),
}


@pytest.mark.oracle
@pytest.mark.skipif(not CLANGS, reason="no clang of LLVM is installed")
@pytest.mark.parametrize(("name", "options"), [*zip(PROGRAMS, cycle([[], ["-g"], ["-S", "-g"]]))])
def test_programs_print_what_they_compute(name: str, options: list[str], tmp_path: Path) -> None:
    source, expected = PROGRAMS[name]
    file = tmp_path / "program.kal"
    file.write_text(source, encoding="utf-8")
    for version, clang in CLANGS:
        output = tmp_path / ("program.ll" if "-S" in options else "program.bc")
        assert main([str(file), "-o", str(output), "--llvm-version", str(version), *options]) == 0
        subprocess.run([clang, "-w", output, "-lm", "-o", tmp_path / "program"], check=True)
        printed = subprocess.run([tmp_path / "program"], check=True, capture_output=True, text=True).stdout
        assert [float(line) for line in printed.split()] == expected


@pytest.mark.oracle
@pytest.mark.skipif(not CLANGS, reason="no clang of LLVM is installed")
def test_the_mandelbrot_set_is_drawn(tmp_path: Path) -> None:
    version, clang = CLANGS[-1]
    program = ROOT / "examples" / "kaleidoscope" / "mandelbrot.kal"
    output = tmp_path / "program.bc"
    assert main([str(program), "-o", str(output), "--llvm-version", str(version)]) == 0
    subprocess.run([clang, "-w", output, "-lm", "-o", tmp_path / "program"], check=True)
    lines = subprocess.run([tmp_path / "program"], check=True, capture_output=True, text=True).stdout.splitlines()
    picture = lines[:21]
    assert {len(line) for line in picture} == {39}
    assert set("".join(picture)) == set("*+. ")
    assert lines[-2:] == ["55.000000", "3.000000"]


@each_row("name", PROGRAMS)
@each_row("debug", [False, True])
def test_programs_are_valid_for_every_llvm(name: str, debug: bool) -> None:
    module = compile_program(parse(PROGRAMS[name][0]), "program.kal", debug=debug)
    assert pyllvm.verify(module) == []
    for version in (7, 14, 15, 19, pyllvm.NEWEST):
        again = pyllvm.parse_bitcode(pyllvm.to_bitcode(module, llvm_version=version))
        assert again.llvm_version == version
        assert pyllvm.verify(again) == []


def test_debug_information_names_lines_and_variables() -> None:
    text = str(compile_program(parse("def f(x)\n  var y = x in\n    y + 1\n"), "program.kal", debug=True))
    assert '!DILocalVariable(name: "x", arg: 1,' in text
    assert '!DILocalVariable(name: "y", scope:' in text
    assert "#dbg_declare(ptr %y," in text
    assert "!DILocation(line: 3, column: 7, scope:" in text  # the addition


@each_row(
    ("source", "message"),
    [
        ("def f(x) y", "1:10: there is no variable 'y'"),
        ("f(1)", "1:1: there is no function 'f'"),
        ("def f(x) x\nf(1, 2)", "2:1: f takes 1 arguments, not 2"),
        ("1 = 2", "1:3: the left side of '=' must be a variable"),
        ("1 $ 2", "1:3: there is no unary operator '$'"),
        ("!1", "1:1: there is no unary operator '!'"),
        ("def f(x) x\ndef f(x) x", "2:5: f is defined twice"),
        ("def f(x) x +", "1:12: the program ends too early"),
        ("if 1 then 2 3", "1:13: unexpected '3'"),
        ("def binary^ 101 (a b) a", "1:13: the precedence 101 is not between 1 and 100"),
        ("é", "1:1: unknown character 'é'"),
    ],
)
def test_mistakes_are_reported_with_their_place(source: str, message: str) -> None:
    with pytest.raises(KaleidoscopeError) as caught:
        compile_program(parse(source), "program.kal")
    assert str(caught.value) == message


def test_the_command_reports_a_mistake(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "program.kal"
    file.write_text("f(1)", encoding="utf-8")
    assert main([str(file)]) == 1
    assert capsys.readouterr().err == f"{file}:1:1: there is no function 'f'\n"
    assert not file.with_suffix(".bc").exists()
