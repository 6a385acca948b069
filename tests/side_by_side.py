"""One command line, run by pyllvm and by a real LLVM tool: the status, both outputs and the files of each.

A fork of the tests' own process would be slow, because that is large. So a small process, which has pyllvm's modules, forks
for each of pyllvm's commands (`commands.py`).
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import struct
import subprocess
import tempfile
from collections.abc import Callable
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Thread
from typing import Final

from archives import gnu_archive
from commands import shared_server
from pyllvm.cli.command import command_named

COMMANDS: Final = {
    "llvm-as": "as",
    "llvm-bcanalyzer": "bcanalyzer",
    "llvm-dis": "dis",
    "llvm-extract": "extract",
    "llvm-link": "link",
    "llvm-nm": "nm",
    "opt": "verify",
}
"""LLVM's tools, and our command for each."""

CLOSED: Final = "-"
"""The name of a stream that is closed when the command starts."""

TERMINAL: Final = "terminal"
"""The name of a standard output that is a terminal."""

FOLDER: Final = Path(__file__).with_name("data") / "command_lines"

_ASSEMBLED: Final = ("a", "b", "c", "nothing", "other", "symbols", "uses", "debug", "types", "summary")
_VARIABLE: Final = re.compile(r"[A-Z_]+=.*", re.DOTALL)
_SECONDS: Final = 100


@dataclass
class Line:
    """A command line: the tool, its words, variables, and the files that standard input and output are."""

    tool: str
    words: list[str]
    variables: dict[str, str]
    stdin: str = os.devnull
    stdout: str = ""


@dataclass
class Result:
    """What a command line did. The files are those of its folder, with the mode and content of each."""

    status: int
    stdout: bytes
    stderr: str
    files: dict[str, tuple[int, bytes]]

    def differences(self, other: Result) -> list[str]:
        """The names of the parts that differ."""
        return [name for name in ("status", "stdout", "stderr", "files") if getattr(self, name) != getattr(other, name)]


def make_inputs(folder: Path, assemble: Callable[..., object]) -> None:
    """Make the folder in which command lines run. `assemble` takes the words of an llvm-as."""
    folder.mkdir()
    for source in FOLDER.glob("*.ll"):
        shutil.copy(source, folder)
    for name in _ASSEMBLED:
        assemble(folder / f"{name}.ll", "-o", folder / f"{name}.bc")
    assemble("-module-hash", folder / "a.ll", "-o", folder / "hash.bc")
    first, second = (folder / "a.bc").read_bytes(), (folder / "b.bc").read_bytes()
    (folder / "two.bc").write_bytes(first + second[4:])
    (folder / "joined.bc").write_bytes(first + second)
    table = struct.pack(">2I", 1, 8 + 60 + 14) + b"main\0\0"
    (folder / "lib.a").write_bytes(gnu_archive({"a.bc": first, "b.bc": second}, table))
    (folder / "cut.bc").write_bytes(first[:400])
    (folder / "odd.bc").write_bytes(first[:-1])
    (folder / "empty").write_bytes(b"")
    (folder / "text").write_text("hello\n")
    (folder / "args").write_text("-o x.out a.bc\n")
    (folder / "quoted").write_text("-o \"x y.out\" 'a'.bc\n")
    (folder / "open").write_text("-o 'x.out a.bc\n")
    (folder / "folder").mkdir()
    (folder / "unreadable").touch(0)
    (folder / "loop").symlink_to("loop")


def copy_inputs(template: Path, folder: Path, text: str) -> None:
    """Copy from such a folder what a command line names, and the file that is named in other files."""
    folder.mkdir(parents=True)
    for path in template.iterdir():
        if path.name not in text and path.name != "a.bc":
            continue
        if path.name == "unreadable":
            (folder / path.name).touch(0)
        elif path.is_dir():
            (folder / path.name).mkdir()
        else:
            shutil.copyfile(path, folder / path.name, follow_symlinks=False)


def read_line(text: str) -> Line:
    """The command line in ``NAME=value tool words < input > output``."""
    words = shlex.split(text)
    variables = {}
    while _VARIABLE.fullmatch(words[0]):
        name, _, setting = words.pop(0).partition("=")
        variables[name] = setting
    line = Line(words.pop(0), [], variables)
    while words:
        word = words.pop(0)
        if word == "<":
            line.stdin = words.pop(0)
        elif word == ">":
            line.stdout = words.pop(0)
        else:
            line.words.append(word)
    return line


def run_real(line: Line, folder: Path, tool: Path) -> Result:
    """Run a command line with the real tool."""

    def execute(environment: dict[str, str], streams: list[int]) -> int:
        words = [str(tool), *line.words]
        closing = " ".join(f"{number}>&-" for number, stream in enumerate(streams) if stream < 0)
        if closing:
            words = ["/bin/sh", "-c", f'exec "$0" "$@" {closing}', *words]
        stdin, stdout, stderr = (None if stream < 0 else stream for stream in streams)
        done = subprocess.run(
            words, env=environment, cwd=folder, stdin=stdin, stdout=stdout, stderr=stderr, timeout=_SECONDS, check=False
        )
        return done.returncode

    result = _run(line, folder, execute)
    result.stderr = result.stderr.replace(str(tool), line.tool)
    return result


def command_of(tool: str) -> str:
    """Our command for an LLVM tool, or of the program `pyllvm-COMMAND`."""
    return COMMANDS.get(tool) or tool.removeprefix("pyllvm-")


def run_ours(line: Line, folder: Path) -> Result:
    """Run a command line with pyllvm's command for the tool. Its program's name becomes the tool's."""
    program = command_named(command_of(line.tool)).program

    def execute(environment: dict[str, str], streams: list[int]) -> int:
        return shared_server().status(program, line.words, environment, str(folder), streams)

    result = _run(line, folder, execute)
    result.stderr = result.stderr.replace(program, line.tool)
    return result


def _run(line: Line, folder: Path, execute: Callable[[dict[str, str], list[int]], int]) -> Result:
    """The result of a function that runs the line in an environment with standard streams, -1 for a closed one."""
    with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as errors, ExitStack() as opened:

        def stream(name: str, flags: int) -> int:
            if name == CLOSED:
                return -1
            descriptor = os.open(folder / name, flags, 0o666)
            opened.callback(os.close, descriptor)
            return descriptor

        streams = [stream(line.stdin, os.O_RDONLY), output.fileno(), errors.fileno()]
        if line.stdout == TERMINAL:
            controller, streams[1] = os.openpty()
            # More may be written than a terminal keeps.
            reader = Thread(target=lambda: output.write(_all_of(controller)))
            reader.start()
        elif line.stdout:
            streams[1] = stream(line.stdout, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        status = execute({**os.environ, **line.variables, "LC_ALL": "C"}, streams)
        if line.stdout == TERMINAL:
            os.close(streams[1])
            reader.join()
        output.seek(0)
        errors.seek(0)
        return Result(
            status,
            output.read(),
            errors.read().decode("utf-8", "surrogateescape"),
            {path.relative_to(folder).as_posix(): _content(path) for path in sorted(folder.rglob("*"))},
        )


def _all_of(controller: int) -> bytes:
    """What is written to a terminal until nobody has it open."""
    parts = []
    with os.fdopen(controller, "rb", buffering=0) as file, suppress(OSError):
        while part := file.read(1 << 16):
            parts.append(part)
    return b"".join(parts)


def _content(path: Path) -> tuple[int, bytes]:
    is_readable = path.is_file() and os.access(path, os.R_OK)
    return path.lstat().st_mode, path.read_bytes() if is_readable else b""
