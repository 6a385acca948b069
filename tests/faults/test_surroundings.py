"""The surroundings of a process change no byte: locale, variables, folders, and several writers of one file."""

from __future__ import annotations

import json
import os
import resource
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import pytest

import forks
import pyllvm as library

pytestmark = pytest.mark.once

NAME: Final = b"f\xc3\xbcr \xff\xfe\x9b"
TEXT: Final = 'define i32 @"n\\C3\\BC\\FF"(i32 %x) {\n  %y = add i32 %x, 1\n  ret i32 %y\n}\n; \u00fc\n'
WRONG: Final = b'define i32 @"\xc3\xbc\xff"() {\n  ret i32 %"\xc3\xbc\xff"\n}\n'


@pytest.fixture(scope="module")
def inputs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Text, bitcode and a wrong text, each under a plain name and one that is not UTF-8."""
    folder = tmp_path_factory.mktemp("inputs")
    bitcode = library.to_bitcode(library.parse_assembly(TEXT, llvm_version=19))
    for suffix, content in ((".ll", TEXT.encode()), (".bc", bitcode), (".wrong.ll", WRONG)):
        for name in (b"plain", NAME):
            (folder / os.fsdecode(name + suffix.encode())).write_bytes(content)
    return folder


LINES: Final = (
    ["as", "-f", "-o", "-", "{}.ll"],
    ["dis", "-o", "-", "{}.bc"],
    ["link", "-S", "-o", "-", "{}.bc"],
    ["bcanalyzer", "--dump", "{}.bc"],
    ["verify", "-S", "-o", "-", "{}.bc"],
    ["verify", "{}.wrong.ll"],
    ["verify", "--diagnostics-format=json", "{}.wrong.ll"],
    ["as", "{}.wrong.ll"],
    ["dis", "{}.missing"],
)


def ends(line: Sequence[str], name: bytes, folder: Path, environment: dict[bytes, bytes]) -> tuple[int, bytes, bytes]:
    """Run a command as a process of its own in just that environment."""
    words = [os.fsencode(sys.executable), b"-m", b"pyllvm", *(word.encode().replace(b"{}", name) for word in line)]
    least = {b"PYLLVM_LLVM_VERSION": b"19", b"PYTHONPATH": os.fsencode(Path(library.__file__).parents[1])}
    done = subprocess.run(words, cwd=folder, capture_output=True, env=least | environment, timeout=300)
    return done.returncode, done.stdout, done.stderr


ENVIRONMENTS: Final[dict[str, dict[bytes, bytes]]] = {
    "C": {b"LC_ALL": b"C"},
    "no coercion": {b"LC_ALL": b"C", b"PYTHONCOERCECLOCALE": b"0", b"PYTHONUTF8": b"0"},
    "unknown locale": {b"LC_ALL": b"xx_YY.unknown", b"LANG": b"tlh"},
    "ASCII streams": {b"PYTHONIOENCODING": b"ascii:strict"},
    "wide streams": {b"PYTHONIOENCODING": b"utf-16"},
    "Latin-1 locale": {b"LC_ALL": b"de_DE.ISO-8859-1", b"PYTHONUTF8": b"0"},
    "no home": {b"HOME": b"/nowhere", b"TMPDIR": b"/nowhere", b"XDG_CACHE_HOME": b"/nowhere"},
    "odd values": {b"HOME": b"\xff", b"COLUMNS": b"many", b"LINES": b"-1", b"TERM": b"\xff", b"PATH": b"", b"TMPDIR": b"\xff"},
    "development mode": {b"PYTHONDEVMODE": b"1", b"PYTHONWARNINGS": b"error"},
    "optimized": {b"PYTHONOPTIMIZE": b"2"},
}


@pytest.fixture(scope="module")
def usual(inputs: Path) -> dict[tuple[int, bytes], tuple[int, bytes, bytes]]:
    """How the commands end in a UTF-8 locale."""
    environment = {b"LC_ALL": b"C.UTF-8", b"HOME": b"/", b"TMPDIR": b"/tmp"}
    return {
        (number, name): ends(line, name, inputs, environment) for number, line in enumerate(LINES) for name in (b"plain", NAME)
    }


def test_names_that_are_not_utf_8(usual: dict[tuple[int, bytes], tuple[int, bytes, bytes]]) -> None:
    for (number, name), (status, output, errors) in usual.items():
        line = LINES[number]
        assert status == (0 if number < 5 else 2 if line[0] == "verify" else 1)
        assert b"Traceback" not in errors
        is_json = "--diagnostics-format=json" in line
        if is_json:
            json.loads(output or errors)
        elif number >= 5:
            assert output == b""
            assert name in errors
    for number in range(1, 5):
        assert usual[number, NAME][1].replace(NAME, b"plain") == usual[number, b"plain"][1]


@pytest.mark.parametrize("name", ENVIRONMENTS)
def test_the_environment(name: str, inputs: Path, usual: dict[tuple[int, bytes], tuple[int, bytes, bytes]]) -> None:
    for (number, file), expected in usual.items():
        if file == NAME:
            assert ends(LINES[number], file, inputs, ENVIRONMENTS[name]) == expected, LINES[number]


def test_temporary_files_of_several_inputs_need_no_folder(inputs: Path, tmp_path: Path) -> None:
    """TMPDIR is missing, and the folders that would do in its place take nothing."""
    for number in range(3):
        (tmp_path / f"{number}.ll").write_text(TEXT)
    line = ["as", "-j3", "0.ll", "1.ll", "2.ll"]
    assert ends(line, b"", tmp_path, {b"TMPDIR": b"/nowhere"}) == (0, b"", b"")
    assert len(list(tmp_path.glob("*.bc"))) == 3


def test_a_limit_of_the_memory(tmp_path: Path) -> None:
    """The same as in `test_memory_limits`, from the start of the process on: it may end while it loads its modules."""
    function = "define i32 @f{0}(i32 %x) {{\n  %y = add i32 %x, {0}\n  ret i32 %y\n}}\n"
    (tmp_path / "a.ll").write_text("".join(function.format(number) for number in range(4000)))
    library.write(library.read(tmp_path / "a.ll"), tmp_path / "a.bc")
    (tmp_path / "out").write_bytes(b"old")

    def limit(megabytes: int) -> None:
        resource.setrlimit(resource.RLIMIT_AS, (megabytes << 20, megabytes << 20))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

    ended = set()
    for megabytes in (48, 64, 80):
        for line in ("as -o out a.ll", "link -o out a.bc"):
            done = subprocess.run(
                [sys.executable, "-m", "pyllvm", *line.split()],
                cwd=tmp_path,
                capture_output=True,
                preexec_fn=lambda size=megabytes: limit(size),
                timeout=300,
                env={**os.environ, "PYLLVM_LLVM_VERSION": "19"},
            )
            ended.add(done.returncode)
            assert done.stdout == b""
            assert b"fatal: out of memory" not in done.stderr
            assert sorted(path.name for path in tmp_path.iterdir()) == ["a.bc", "a.ll", "out"]
            if done.returncode:
                assert (tmp_path / "out").read_bytes() == b"old"
            else:
                (tmp_path / "out").write_bytes(b"old")
    assert ended - {0}, "no limit was low enough to show anything"


def test_a_limit_of_the_processor_time(tmp_path: Path) -> None:
    (tmp_path / "out").write_bytes(b"old")
    (tmp_path / "a.ll").write_text("".join(f"@g{number} = global i32 {number}\n" for number in range(400_000)))

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_CPU, (1, 60))

    done = subprocess.run(
        [sys.executable, "-m", "pyllvm", "as", "--llvm-version=19", "-o", "out", "a.ll"],
        cwd=tmp_path, capture_output=True, preexec_fn=limit, timeout=300,
    )  # fmt: skip
    assert (done.returncode, done.stdout, done.stderr) == (-signal.SIGXCPU, b"", b"")
    assert {path.name for path in tmp_path.iterdir()} == {"a.ll", "out"}
    assert (tmp_path / "out").read_bytes() == b"old"


def test_several_writers_of_one_file(tmp_path: Path) -> None:
    """Whoever is last wins; a reader finds a whole file at any time, and no temporary file stays."""
    count, rounds = 6, 15
    contents = {}
    for number in range(count):
        text = "".join(f"define i32 @f{number}_{index}() {{\n  ret i32 {index}\n}}\n" for index in range(20 * (number + 1)))
        (tmp_path / f"{number}.ll").write_text(text)
        contents[number] = library.to_bitcode(library.parse_assembly(text, f"{number}.ll", llvm_version=19))
    out = tmp_path / "out"
    out.write_bytes(contents[0])
    writers = []
    for number in range(count):
        child = os.fork()
        if child == 0:
            status = 1
            try:
                line = ["as", "-o", "out", f"{number}.ll"]
                status = max(forks.run(line, tmp_path).status for _ in range(rounds))
            finally:
                os._exit(status)
        writers.append(child)
    seen = set()
    while writers:
        found = out.read_bytes()
        assert found in contents.values()
        seen.add(found)
        for writer in list(writers):
            child, status = os.waitpid(writer, os.WNOHANG)
            if child:
                assert status == 0
                writers.remove(child)
    assert len(seen) > 1
    assert sorted(path.name for path in tmp_path.iterdir()) == [*(f"{number}.ll" for number in range(count)), "out"]
