"""``pyllvm bcanalyzer`` as a command: its forms of output, its refusals, its colours."""

from __future__ import annotations

import json
import os
import re
import struct
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., Any]

ESCAPE = re.compile(rb"\x1b\[[0-9;]*m")


def test_dump_and_summary(pyllvm: Run, data: Path) -> None:
    outcome = pyllvm("bcanalyzer", "-dump", data / "sample.bc")
    assert (outcome.status, outcome.errors) == (0, "")
    dump, gap, summary = outcome.output.partition(b"\n\n\nSummary of ")
    assert gap
    assert dump.startswith(b"<IDENTIFICATION_BLOCK_ID ")
    assert summary.startswith(bytes(data / "sample.bc") + b":\n")
    assert pyllvm("bcanalyzer", data / "sample.bc").output == b"Summary of " + summary


def test_standard_input(pyllvm: Run, data: Path) -> None:
    for words in (["bcanalyzer"], ["bcanalyzer", "-"]):
        outcome = pyllvm(*words, stdin=(data / "sample.bc").read_bytes())
        assert outcome.output.startswith(b"Summary of -:\n")


def test_json(pyllvm: Run, data: Path) -> None:
    document = json.loads(pyllvm("bcanalyzer", "--json", data / "sample.bc").output)["files"][0]
    assert document["bits"] == (data / "sample.bc").stat().st_size * 8
    assert "MODULE_BLOCK" in [block["name"] for block in document["blocks"]]


def test_identify(pyllvm: Run, data: Path) -> None:
    line = pyllvm("bcanalyzer", "--identify", data / "sample.bc").output.decode()
    assert line.startswith(f"{data / 'sample.bc'}: LLVM IR, producer LLVM19.")
    assert line.count("\n") == 1
    fields = json.loads(pyllvm("bcanalyzer", "--identify", "--json", data / "sample.bc").output)["files"][0]
    assert (fields["llvm_version"], fields["pointers"], fields["modules"]) == (19, "opaque", 1)


def test_a_stream_that_is_cut_short(pyllvm: Run, data: Path, tmp_path: Path) -> None:
    path = tmp_path / "short.bc"
    path.write_bytes((data / "sample.bc").read_bytes()[:800])
    outcome = pyllvm("bcanalyzer", "-dump", path)
    assert outcome.status == 1
    assert outcome.output.startswith(b"<IDENTIFICATION_BLOCK_ID ")
    assert b"Summary" not in outcome.output
    first, note = outcome.errors.splitlines()
    assert first.startswith(f"pyllvm-bcanalyzer: {path}: error: ")
    assert re.search(r"note: at bit \d+, block MODULE_BLOCK", note)
    document = pyllvm("bcanalyzer", "--json", path)
    assert document.status == 1
    assert json.loads(document.output)["files"][0]["error"]["blocks"][0] == "MODULE_BLOCK"


@pytest.mark.parametrize(
    ("contents", "message"),
    [
        (b"abc", "Bitcode stream should be a multiple of 4 bytes in length"),
        (b"", "Unexpected end of file reading 0 of 0 bytes"),
        (b"hello world!", "Invalid record at top-level"),
    ],
)
def test_refusals(pyllvm: Run, tmp_path: Path, contents: bytes, message: str) -> None:
    path = tmp_path / "bad.bc"
    path.write_bytes(contents)
    outcome = pyllvm("bcanalyzer", path)
    assert outcome.status == 1
    assert outcome.errors.startswith(f"pyllvm-bcanalyzer: {path}: error: {message}")


def test_a_file_that_is_not_there(pyllvm: Run, tmp_path: Path) -> None:
    outcome = pyllvm("bcanalyzer", tmp_path / "none.bc")
    assert outcome.status == 1
    assert "No such file or directory" in outcome.errors


def test_the_block_info_file_is_named_where_it_is_at_fault(pyllvm: Run, data: Path, tmp_path: Path) -> None:
    path = tmp_path / "info.bc"
    path.write_bytes(b"hello world!")
    outcome = pyllvm("bcanalyzer", f"-block-info={path}", data / "sample.bc")
    assert outcome.status == 1
    assert outcome.errors.startswith(f"pyllvm-bcanalyzer: {path}: error: ")


def test_the_coloured_dump_has_the_same_content(pyllvm: Run, data: Path) -> None:
    plain = pyllvm("bcanalyzer", "-dump", data / "sample.bc").output.partition(b"\nSummary of ")[0]
    coloured = pyllvm("bcanalyzer", "-dump", "--color=always", data / "sample.bc").output
    assert b"\x1b[" in coloured
    stripped = ESCAPE.sub(b"", coloured).replace("│ ".encode(), b"  ")
    assert stripped.startswith(plain)


def test_the_summary_on_a_terminal_has_bars(pyllvm: Run, data: Path) -> None:
    coloured = pyllvm("bcanalyzer", "--color=always", data / "sample.bc", environment={"COLUMNS": "100"}).output
    text = ESCAPE.sub(b"", coloured).decode()
    row = next(line for line in text.splitlines() if "MODULE_BLOCK" in line)
    assert "█" in text
    assert row.split()[:4] == ["8", "MODULE_BLOCK", "1", row.split()[3]]
    assert "…" not in text


def on_a_terminal(columns: int, *words: str | os.PathLike[str], environment: dict[str, str] | None = None) -> str:
    """What a command prints on a terminal of that width."""
    pty = pytest.importorskip("pty")
    termios = pytest.importorskip("termios")
    fcntl = pytest.importorskip("fcntl")
    command = [sys.executable, "-m", "pyllvm", *map(os.fspath, words)]
    clean = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "COLUMNS", "PYLLVM_LLVM_VERSION")}
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
    chosen = {**clean, "TERM": "xterm", "PAGER": "cat", "PYLLVM_PROGRESS": "0", **(environment or {})}
    process = subprocess.Popen(command, stdin=slave, stdout=slave, stderr=slave, env=chosen)
    os.close(slave)
    pieces: list[bytes] = []
    while True:
        try:
            piece = os.read(master, 1 << 16)
        except OSError:
            break
        if not piece:
            break
        pieces.append(piece)
    os.close(master)
    assert process.wait() == 0
    return b"".join(pieces).replace(b"\r\n", b"\n").decode()


def test_a_dump_on_a_terminal_is_decoded(data: Path) -> None:
    text = on_a_terminal(70, "bcanalyzer", "-dump", data / "sample.bc")
    plain = ESCAPE.sub(b"", text.encode()).decode()
    assert "│ │ %x = LOAD ptr=%point (ptr) type=i32 align=4 volatile=0\n" in plain
    assert "\x1b[36m LOAD\x1b[0m" in text
    assert max(map(len, plain.splitlines())) <= 70


def test_a_dump_on_a_terminal_without_colours_is_decoded(data: Path) -> None:
    text = on_a_terminal(70, "bcanalyzer", "-dump", data / "sample.bc", environment={"NO_COLOR": "1"})
    assert "\x1b" not in text
    assert "    %x = LOAD ptr=%point (ptr) type=i32 align=4 volatile=0\n" in text
    assert max(map(len, text.splitlines())) <= 70


@pytest.mark.parametrize("word", ["--no-decode", "--decode=never", "--decode=false"])
def test_llvms_form_on_a_terminal(word: str, data: Path) -> None:
    text = on_a_terminal(70, "bcanalyzer", "-dump", word, data / "sample.bc", environment={"NO_COLOR": "1"})
    assert "    <INST_LOAD abbrevid=4 op0=1 op1=1 op2=3 op3=0/>\n" in text
    assert max(map(len, text.splitlines())) <= 70


def test_a_dump_is_decoded_on_request(pyllvm: Run, data: Path) -> None:
    plain = pyllvm("bcanalyzer", "-dump", data / "sample.bc").output
    assert pyllvm("bcanalyzer", "-dump", "--no-decode", data / "sample.bc").output == plain
    assert pyllvm("bcanalyzer", "-dump", "--decode", "--no-decode", data / "sample.bc").output == plain
    outcome = pyllvm("bcanalyzer", "-dump", "--decode", data / "sample.bc")
    assert (outcome.status, outcome.errors) == (0, "")
    dump, gap, summary = outcome.output.partition(b"\nSummary of ")
    assert b"    %x = LOAD ptr=%point (ptr) type=i32 align=4 volatile=0\n" in dump
    # The summary is LLVM's where the output goes to no terminal.
    assert plain.endswith(gap + summary)


def test_json_is_decoded_on_request(pyllvm: Run, data: Path) -> None:
    assert b'"fields"' not in pyllvm("bcanalyzer", "--json", data / "sample.bc").output
    assert b'{"name": "ptr", "value": "%point (ptr)"}' in pyllvm("bcanalyzer", "--json", "--decode", data / "sample.bc").output


def test_decoding_is_imported_only_where_it_is_wanted(data: Path) -> None:
    code = (
        "import sys, runpy; sys.argv = ['pyllvm', 'bcanalyzer', '-dump', sys.argv[1]]\n"
        "try: runpy.run_module('pyllvm', run_name='__main__')\n"
        "finally: print([name for name in sys.modules if 'decoder' in name or 'record_shape' in name], file=sys.stderr)"
    )
    # The command ends the process itself, so it is asked before that.
    code = code.replace("import sys, runpy;", "import os, sys, runpy; os._exit = sys.exit;")
    process = subprocess.run([sys.executable, "-c", code, data / "sample.bc"], capture_output=True, timeout=300)
    assert process.stderr.decode().splitlines()[-1:] == ["[]"]


def test_a_wrapper_is_shown(pyllvm: Run, data: Path, tmp_path: Path) -> None:
    from pyllvm.bitstream.wrapper import wrap

    path = tmp_path / "wrapped.bc"
    path.write_bytes(wrap((data / "sample.bc").read_bytes(), 7))
    size = (data / "sample.bc").stat().st_size
    dump = pyllvm("bcanalyzer", "-dump", "--decode", path).output
    assert dump.startswith(f"WRAPPER version=0 offset=20 size={size} cpu_type=0x7\nIDENTIFICATION_BLOCK_ID ".encode())
