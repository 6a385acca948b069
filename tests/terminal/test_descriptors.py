"""Outputs leave no open descriptor, cleanup or temporary file behind, and text comes out in the order of writing."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from pathlib import Path

import pytest

from pyllvm.terminal import interrupts, streams
from pyllvm.terminal.files import OutputFile
from pyllvm.terminal.messages import write_error, write_standard_output
from pyllvm.terminal.whole_file import WholeFile


def open_descriptors() -> list[str]:
    """The numbers of the descriptors that this process has open."""
    return os.listdir("/proc/self/fd")


@pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="the system does not list open descriptors")
@pytest.mark.parametrize("ends", ["keep", "discard", "fail"])
def test_a_file_is_closed(tmp_path: Path, ends: str) -> None:
    before = open_descriptors()
    (tmp_path / "out").write_text("old")
    if ends == "fail":
        with pytest.raises(ZeroDivisionError), OutputFile(str(tmp_path / "out")) as output:
            output.write(b"new")
            raise ZeroDivisionError
    else:
        for file in (WholeFile(str(tmp_path / "out")), OutputFile(str(tmp_path / "out"))):
            file.write(b"new")
            file.keep() if ends == "keep" else file.discard()
    assert open_descriptors() == before
    assert [(path.name, path.read_text()) for path in tmp_path.iterdir()] == [("out", "new" if ends == "keep" else "old")]
    assert interrupts._cleanups == []


def run(code: str) -> bytes:
    """Run a program with a pipe as its standard output; return the bytes that it writes there."""
    done = subprocess.run(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, check=True, env={**os.environ, "PYTHONUNBUFFERED": ""}
    )
    return done.stdout


def test_what_was_printed_before_comes_out_before() -> None:
    begin = "from pyllvm.terminal.files import OutputFile, flush_standard_output\nimport os\nprint('printed')\n"
    assert run(begin + "OutputFile('-').write(b'written\\n')") == b"printed\nwritten\n"
    assert run(begin + "flush_standard_output()\nos.write(1, b'written\\n')") == b"printed\nwritten\n"


def test_a_pager_leaves_nothing_behind() -> None:
    code = (
        "from pyllvm.terminal import interrupts, long_work, pager, streams\nimport os, sys\n"
        "streams.led_to_a_terminal[1] = True\nos.environ.update(PYLLVM_PAGER='sed s/^/paged:/', TERM='xterm')\nprint('before')\n"
        "before = len(os.listdir('/proc/self/fd')) if os.path.isdir('/proc/self/fd') else 0\n"
        "with pager.Pager() as shown:\n    print('text' if long_work._is_forbidden else 'drawn')\n"
        "after = len(os.listdir('/proc/self/fd')) if before else 0\n"
        "print(interrupts._cleanups, after - before)\n"
    )
    assert run(code) == b"before\npaged:text\n[] 0\n"


def test_what_was_printed_before_comes_out_before_a_message() -> None:
    begin = "import os\nfrom pyllvm.terminal.messages import write_drawn, write_error\nos.dup2(1, 2)\n"
    code = begin + "for write in (write_error, write_drawn):\n    print('printed')\n    write('said\\n')\n"
    assert run(code) == b"printed\nsaid\n" * 2


def test_texts_come_in_the_order_of_writing(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> None:
    for name, number, write in (("stderr", 2, write_error), ("stdout", 1, write_standard_output)):
        with os.fdopen(os.dup(number), "w", buffering=100) as same:
            monkeypatch.setattr(sys, name, same)
            print("printed", file=same)
            write("written\n")
            assert "".join(capfd.readouterr()) == "printed\nwritten\n"


def test_what_is_left_when_the_pager_ends_early_does_not_appear() -> None:
    code = (
        "from pyllvm.terminal import pager, streams\nimport os\n"
        "streams.led_to_a_terminal[1] = True\nos.environ.update(PYLLVM_PAGER='true', TERM='xterm')\n"
        "before = os.listdir('/proc/self/fd') if os.path.isdir('/proc/self/fd') else []\n"
        "with pager.Pager() as shown:\n    shown._process.wait()\n    print('text')\n"
        "assert not before or os.listdir('/proc/self/fd') == before\n"
    )
    assert run(code) == b""


def test_a_stream_in_the_place_gets_what_is_written_in_order(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    with (tmp_path / "file").open("w") as file:
        monkeypatch.setattr(sys, "stdout", file)
        print("printed")
        streams.write(1, b"written\n")
        OutputFile("-").write_pieces([b"in ", b"pieces\n"])
        assert (tmp_path / "file").read_text() == "printed\nwritten\nin pieces\n"
    text = io.StringIO()
    monkeypatch.setattr(sys, "stdout", text)
    streams.write(1, b"text\xff\n")
    assert text.getvalue() == "text\ufffd\n"


def test_a_stream_in_the_place_of_standard_output_is_known(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    with (tmp_path / "file").open("w") as file, os.fdopen(os.dup(1), "w") as same:
        for stream, expected in ((file, file), (same, None), (io.StringIO(), ...), (None, None)):
            monkeypatch.setattr(sys, "stdout", stream)
            assert streams.replacement(1) is (stream if expected is ... else expected)
