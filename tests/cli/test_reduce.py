"""`pyllvm reduce`: tests of every kind, its files, and how it ends."""

from __future__ import annotations

import signal
import stat
import subprocess
import sys
import time
from pathlib import Path

import pytest

import pyllvm
from pyllvm.cli import tool
from pyllvm.cli.reduce import command as reduce

TEXT = """define i32 @f(i32 %x) {
  %a = add i32 %x, 7
  %m = mul i32 %a, %x
  %s = sub i32 %m, %a
  ret i32 %s
}
define void @g() {
  %1 = call i32 @f(i32 3)
  ret void
}
"""
# What is left while something looks for the word "mul".
SMALL = "define void @f() {\n  %1 = mul i32 0, 0\n  ret void\n}\n"
# A command that ends by a signal if the module, as text, has a word.
CRASH = "grep -q mul {} && echo found >&2 && kill -SEGV $$"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("a.ll").write_text(TEXT)
    return tmp_path


def reduced(*words: str, name: str = "reduced.ll") -> str:
    assert tool.invoke(reduce, [*words, "a.ll"]) == 0
    return "".join([line for line in Path(name).read_text().splitlines(keepends=True) if line.strip() and line[0] != ";"])


def script(text: str) -> None:
    path = Path("t.sh")
    path.write_text("#!/bin/sh\n" + text)
    path.chmod(path.stat().st_mode | stat.S_IXUSR)


@pytest.mark.parametrize(
    "words",
    [
        ["--run", CRASH],
        ["--run", CRASH, "--signal", "SEGV"],
        ["--run", CRASH, "--signal", "any", "--stderr", "fou.d"],
        ["--run", "grep mul {}; true", "--stdout", "= mul i32"],
        ["--run", "grep -q mul {} && exit 3", "--status", "3"],
        ["--run", "grep mul", "--status", "0"],
        ["--run", "grep -c mul {}; true", "--differs", "grep -c nothing {}; true"],
        ["--run", CRASH, "-j", "3"],
    ],
    ids=lambda words: " ".join(words),
)
def test_commands(words: list[str]) -> None:
    assert reduced(*words) == SMALL


def test_a_script(capfd: pytest.CaptureFixture[str]) -> None:
    script('test "$1" = -x && grep -q "mul i32" "$2"\n')
    assert reduced("--test", "t.sh", "--test-arg=-x", "-o", "b.ll", name="b.ll") == SMALL
    _, errors = capfd.readouterr()
    assert "after:  " in errors and "to see the fault: ./t.sh -x b.ll" in errors


def test_a_python_function() -> None:
    Path("check.py").write_text("def wanted(module):\n    return ' = mul i32' in str(module)\n")
    assert reduced("--python", "check.py:wanted") == SMALL


def test_a_test_that_hangs() -> None:
    made = reduced("--run", "grep -q mul {} && sleep 60", "--slower", "1", "--delta-passes", "functions,instructions")
    assert "mul" in made and "sub" not in made and "@g" not in made


def test_tries_that_take_too_long_are_not_interesting() -> None:
    script('grep -q "sub i32" "$1" || sleep 60\ngrep -q mul "$1"\n')
    assert "sub i32" in reduced("--test", "t.sh", "--timeout", "1", "--delta-passes", "instructions")


def test_bitcode_for_the_test_and_the_output() -> None:
    script('test "$(head -c 2 "$1")" = BC\n')
    words = ["--test", "t.sh", "--as=bc", "--llvm-version=14", "--input-llvm-version=14", "--keep=g", "a.ll", "-o", "b.bc"]
    assert tool.invoke(reduce, words) == 0
    module = pyllvm.read("b.bc")
    assert module.llvm_version == 14
    assert [one.opcode_name for one in module.functions[0].instructions] == ["ret"]


def test_a_resumed_reduction(capfd: pytest.CaptureFixture[str]) -> None:
    words = ["--run", f"echo >> tries; {CRASH}", "--state", "state"]
    whole = reduced(*words)
    tries = len(Path("tries").read_text())
    lines = Path("state").read_text().splitlines(keepends=True)
    Path("state").write_text("".join(lines[: len(lines) // 2]))
    Path("tries").unlink()
    assert reduced(*words) == whole
    assert len(Path("tries").read_text()) == tries - len(lines) // 2 + 1
    capfd.readouterr()
    assert tool.invoke(reduce, ["--run", CRASH, "--state", "state", "a.ll"]) == 1
    assert "state is not the state of this reduction" in capfd.readouterr().err


def test_a_text_that_only_an_older_version_prints_so(capfd: pytest.CaptureFixture[str]) -> None:
    """The text names no version; LLVM 20 began to print `splat`."""
    Path("a.ll").write_text("define <2 x i32> @f() {\n  ret <2 x i32> <i32 1, i32 1>\n}\n")
    assert "<i32 1, i32 1>" in reduced("--run", "grep '<i32 1, i32 1>'", "--status", "0")
    assert "only as LLVM 19 it is interesting" in capfd.readouterr().err


def test_anonymous() -> None:
    Path("a.ll").write_text(TEXT.replace("@f(", "@secret("))
    assert "secret" not in reduced("--run", CRASH, "--keep", "secret", "--keep-names", "--anonymize").replace("@secret", "")
    assert "secret" in reduced("--run", "grep -q @secret {} && kill -SEGV $$", "--anonymize")


def test_interrupted(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The smallest module so far is written, and no file of a try is left."""
    began = 'test -e began || { touch began; grep -q mul "$1"; exit; }\n'
    script(began + 'grep -q mul "$1" || exit 1\ngrep -q sub "$1" || { touch late; sleep 60; }\n')
    words = [sys.executable, "-m", "pyllvm", "reduce", "--test", "t.sh", "--timeout", "60", "a.ll"]
    (folder / "temporary").mkdir()
    monkeypatch.setenv("TMPDIR", str(folder / "temporary"))
    process = subprocess.Popen(words, stderr=subprocess.PIPE, text=True)
    # A busy machine needs seconds until the first try.
    until = time.monotonic() + 60
    while not Path("late").exists() and time.monotonic() < until:
        time.sleep(0.1)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=60)
    assert process.returncode == -signal.SIGINT
    assert "interrupted" in errors
    assert not list((folder / "temporary").iterdir())
    assert "mul" in Path("reduced.ll").read_text() and "@g" not in Path("reduced.ll").read_text()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([], "say what is interesting"),
        (["--run", "true", "--test", "t.sh"], "--test and --run cannot be used together"),
        (["--test", "t.sh", "--signal", "SEGV"], "--signal is for --run"),
        (["--run", "true", "--signal", "NO"], "'NO' is not a signal"),
        (["--run", "true", "--stderr", "("], "is not a regular expression"),
        (["--run", "true", "-j", "0"], "-j needs a number"),
        (["--python", "check.py"], "--python needs a file and the name"),
        (["--python", "no.py:f"], "there is no Python file 'no.py'"),
        (["--run", "true"], "does not find the module itself interesting"),
        (["--run", CRASH, "--keep", "no"], "no symbol named 'no'"),
        (["--run", CRASH, "-o", "no/b.ll"], "there is no folder 'no'"),
        (["--run", CRASH, "--delta-passes", "no"], "the pass 'no' is not known"),
    ],
    ids=lambda word: word if isinstance(word, str) else " ".join(word),
)
def test_errors(words: list[str], message: str, capfd: pytest.CaptureFixture[str]) -> None:
    assert tool.invoke(reduce, [*words, "a.ll"]) == 1
    assert message in capfd.readouterr().err
    assert not Path("reduced.ll").exists()


def test_standard_streams(monkeypatch: pytest.MonkeyPatch) -> None:
    words = [sys.executable, "-m", "pyllvm", "reduce", "--quiet", "--run", CRASH, "-o", "-"]
    done = subprocess.run(words, input=TEXT, capture_output=True, text=True, timeout=60)
    assert done.stdout.endswith(SMALL)
    assert done.stderr == ""


def test_in_place() -> None:
    assert reduced("--run", CRASH, "--in-place", name="a.ll") == SMALL


def test_the_passes_are_listed(capfd: pytest.CaptureFixture[str]) -> None:
    assert tool.invoke(reduce, ["--print-delta-passes"]) == 0
    assert "instructions" in capfd.readouterr().out


def said(words: list[str], capfd: pytest.CaptureFixture[str]) -> str:
    tool.invoke(reduce, [*words, "a.ll"])
    return capfd.readouterr().err


def test_scripts_that_cannot_be_run(capfd: pytest.CaptureFixture[str]) -> None:
    assert said(["--test", "none.sh"], capfd) == "pyllvm-reduce: a.ll: error: --test: there is no script 'none.sh'\n"
    Path("plain.sh").write_text("true\n")
    if sys.platform != "win32":
        assert "'plain.sh' is not executable: 'chmod +x plain.sh' makes it so" in said(["--test", "plain.sh"], capfd)


def test_a_command_that_the_shell_does_not_find(capfd: pytest.CaptureFixture[str]) -> None:
    errors = said(["--run", "no-such-command {}"], capfd)
    assert "error: the test cannot be run: the shell did not find a command" in errors
    assert "note: the command is: no-such-command a.ll\n" in errors


def test_an_output_that_is_a_folder(capfd: pytest.CaptureFixture[str]) -> None:
    Path("out").mkdir()
    assert "error: -o: 'out' is a folder" in said(["--test", "true", "-o", "out"], capfd)


def test_a_test_that_is_always_interesting(capfd: pytest.CaptureFixture[str]) -> None:
    assert "warning: nothing is left: the test finds even an empty module interesting" in said(["--test", "true"], capfd)
    assert "nothing is left" not in said(["--run", CRASH], capfd)


@pytest.mark.parametrize("version", [15, 16])
def test_texts_have_phis_that_their_version_can_read(version: int) -> None:
    Path("a.ll").write_text("""define i32 @f(i1 %c) {
  br i1 %c, label %a, label %b
a:
  br label %b
b:
  %p = phi i32 [ 1, %0 ], [ 2, %a ]
  ret i32 %p
}
""")
    left = reduced("--llvm-version", str(version), "--run", "grep -q 'phi i32' {}", "--status", "0")
    assert ("phi i32 [" in left) == (version == 15)
    pyllvm.parse_assembly(left, llvm_version=version)


def test_orders_of_uses_are_kept_where_the_fault_needs_them(capfd: pytest.CaptureFixture[str]) -> None:
    text = TEXT.replace("ret i32 %s\n", "ret i32 %s\n  uselistorder i32 %a, { 1, 0 }\n")
    Path("a.ll").write_text(text)
    made = reduced("--run", "grep -q 'uselistorder i32 %.*, { 1, 0 }' {}", "--status", "0")
    assert "uselistorder" in made
    assert made.count(" = ") == 1
    assert "LLVM" not in capfd.readouterr().err
    assert "uselistorder" not in reduced("--run", CRASH)
