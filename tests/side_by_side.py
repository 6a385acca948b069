"""One command line, run by pyllvm and by a real LLVM tool: the status, both outputs and the files of each.

pyllvm runs in a fork of this process, which has its modules already: hundreds of command lines take seconds.
"""

from __future__ import annotations

import importlib
import io
import os
import pkgutil
import re
import shlex
import shutil
import signal
import struct
import sys
import tempfile
import traceback
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import IO, Final, Literal, NoReturn

import pyllvm
from archives import gnu_archive
from pyllvm.cli import program
from pyllvm.cli.command import load_text_and_bitcode
from pyllvm.cli.commands import command_named

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
_ROOMS: Final = ("cli", "containers", "diagnostics", "findings", "linker", "methods", "migrations", "reading", "terminal")


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

    def execute() -> NoReturn:
        os.execv(tool, [str(tool), *line.words])

    result = _run(line, folder, execute)
    result.stderr = result.stderr.replace(str(tool), line.tool)
    return result


def command_of(tool: str) -> str:
    """Our command for an LLVM tool, or of the program `pyllvm-COMMAND`."""
    return COMMANDS.get(tool) or tool.removeprefix("pyllvm-")


@cache
def _import_all() -> None:
    """Import what the commands need: each fork would do so."""
    for module in pkgutil.walk_packages(pyllvm.__path__, "pyllvm."):
        if module.name.split(".")[1] in _ROOMS:
            importlib.import_module(module.name)
    load_text_and_bitcode()


def run_ours(line: Line, folder: Path) -> Result:
    """Run a command line with pyllvm's command for the tool. Its program's name becomes the tool's."""
    command = command_named(command_of(line.tool))
    _import_all()

    def execute() -> NoReturn:
        program.run(command, line.words)

    result = _run(line, folder, execute)
    result.stderr = result.stderr.replace(command.program, line.tool)
    return result


def _run(line: Line, folder: Path, execute: Callable[[], NoReturn]) -> Result:
    with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as errors:
        controller = terminal = -1
        if line.stdout == TERMINAL:
            controller, terminal = os.openpty()
        child = os.fork()
        if child == 0:
            try:
                signal.alarm(_SECONDS)
                _enter(line, folder, output if terminal < 0 else terminal, errors)
                execute()
            except BaseException:
                os.write(2, traceback.format_exc().encode())
            finally:
                os._exit(99)
        if terminal >= 0:
            os.close(terminal)
            output.write(_all_of(controller))
        _, status = os.waitpid(child, 0)
        output.seek(0)
        errors.seek(0)
        return Result(
            os.waitstatus_to_exitcode(status),
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


def _enter(line: Line, folder: Path, output: IO[bytes] | int, errors: IO[bytes]) -> None:
    """Give the child its folder, variables and streams."""
    os.chdir(folder)
    os.environ.update(line.variables)
    os.environ["LC_ALL"] = "C"
    os.dup2(errors.fileno(), 2)
    os.dup2(output if isinstance(output, int) else output.fileno(), 1)
    if line.stdin == CLOSED:
        os.close(0)
    else:
        os.dup2(os.open(line.stdin, os.O_RDONLY), 0)
    if line.stdout == CLOSED:
        os.close(1)
    elif line.stdout not in ("", TERMINAL):
        os.dup2(os.open(line.stdout, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o666), 1)
    sys.stdin = None if line.stdin == CLOSED else _stream(0, "rb")
    sys.stdout = None if line.stdout == CLOSED else _stream(1, "wb")
    sys.stderr = _stream(2, "wb")


def _stream(descriptor: int, mode: Literal["rb", "wb"]) -> io.TextIOWrapper:
    return io.TextIOWrapper(os.fdopen(descriptor, mode, closefd=False))


def _content(path: Path) -> tuple[int, bytes]:
    is_readable = path.is_file() and os.access(path, os.R_OK)
    return path.lstat().st_mode, path.read_bytes() if is_readable else b""
