"""A run of a tool that waits is the same as one of the tool itself."""

from __future__ import annotations

import os
import signal
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest

from standby.tools import Tools

pytestmark = [pytest.mark.oracle, pytest.mark.once]

TEXT = "define i32 @f() {\n  ret i32 0\n}\n"


def ended(words: list[str | Path], folder: Path, text: str) -> tuple[int, bytes, bytes]:
    done = subprocess.run(words, input=text.encode(), capture_output=True, cwd=folder, umask=0o27, env={"A": "b"})
    return done.returncode, done.stdout, done.stderr.replace(os.fsencode(words[0]), b"llvm-as")


@pytest.mark.parametrize("text", [TEXT, "bad"])
def test_a_run_is_the_tools_own(text: str, tmp_path: Path, llvm_tool: Callable[[int, str], str]) -> None:
    waiting, itself = Path(llvm_tool(19, "llvm-as")), Path("/usr/lib/llvm-19/bin/llvm-as")
    if waiting == itself:
        pytest.skip("no C compiler")
    runs = [ended([tool, "-o", f"{tool.parent.parent.name}.bc"], tmp_path, text) for tool in (waiting, itself)]
    assert runs[0] == runs[1]
    made = sorted(tmp_path.iterdir())
    assert len(made) == (2 if text == TEXT else 0)
    assert len({(path.read_bytes(), path.stat().st_mode) for path in made}) == len(made) // 2


def test_many_at_once_and_one_that_is_given_up(tmp_path: Path, llvm_tool: Callable[[int, str], str]) -> None:
    tool = llvm_tool(19, "llvm-as")
    with subprocess.Popen([tool, "-o", "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as waits:
        for _ in range(3):
            assert ended([tool, "-o", "-"], tmp_path, TEXT)[0] == 0
        waits.send_signal(signal.SIGKILL)
        # Its standard input is open, so that it would wait for ever.
        assert waits.stdout and waits.stdout.read() == b""
    assert ended([tool, "-o", "-"], tmp_path, TEXT)[0] == 0


def test_a_crash_is_a_crash(tmp_path: Path, llvm_tool: Callable[[int, str], str]) -> None:
    # The verifier of LLVM 19 takes the operand for a node.
    text = "define ptr @f() {\n  %p = call ptr @g(), !memprof !{i32 5}\n  ret ptr %p\n}\ndeclare ptr @g()\n"
    tools = (llvm_tool(19, "llvm-as"), "/usr/lib/llvm-19/bin/llvm-as")
    statuses = [ended([tool, "-o", "-"], tmp_path, text)[0] for tool in tools]
    assert statuses == [-signal.SIGSEGV] * 2


def test_a_folder_with_a_space(tmp_path: Path, llvm_tool: Callable[[int, str], str], monkeypatch: pytest.MonkeyPatch) -> None:
    llvm_tool(19, "llvm-as")
    folder = Path(tempfile.mkdtemp(prefix="a b "))
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    tools = Tools()
    try:
        assert ended([tools.path(Path("/usr/lib/llvm-19/bin/llvm-as")), "-o", "-"], tmp_path, TEXT)[0] == 0
    finally:
        tools.stop()
        folder.rmdir()
