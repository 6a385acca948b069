"""Runs commands, each in a process of its own, without waiting for Python to start and to import the package each time.

A server, which is a Python without threads, has imported everything that commands use. It forks for each command. What the
interpreter reads when it starts cannot be changed so: a command with another such environment is started as usual.
"""

from __future__ import annotations

import atexit
import os
import pickle
import socket
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path
from typing import NamedTuple, NoReturn

# What the interpreter, or an import, reads from the environment.
_READ_AT_THE_START = ("PYTHON", "LC_", "LANG", "HOME", "XDG_", "TMPDIR")
_PROGRAM = "pyllvm"
_MESSAGE_BYTES = 1 << 20
# In seconds.
_LONGEST_COMMAND = 300


class Ended(NamedTuple):
    """How a command ended: its exit status, or a negative number of a signal, and what it wrote."""

    status: int
    output: bytes
    errors: bytes


class _Request(NamedTuple):
    """The values that a command starts with, besides its standard streams. `closed` has the numbers of the closed streams."""

    program: str
    words: list[str]
    environment: dict[str, str]
    folder: str
    umask: int
    closed: list[int]


class Server:
    """The process that forks for each command; it is started with the first command, and ends with this process."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._socket: socket.socket | None = None
        self._environment: dict[str, str] = {}

    def run(self, words: list[str], stdin: bytes, environment: dict[str, str]) -> Ended:
        """Run ``python -m pyllvm`` with these words in the current folder, and return how it ended."""
        self.start(environment)
        if _start_values(environment) != _start_values(self._environment):
            words = [sys.executable, "-m", "pyllvm", *words]
            done = subprocess.run(words, input=stdin, capture_output=True, env=environment, timeout=_LONGEST_COMMAND)
            return Ended(done.returncode, done.stdout, done.stderr)
        with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as errors:
            given.write(stdin)
            given.seek(0)
            streams = [given.fileno(), output.fileno(), errors.fileno()]
            status = self.status(_PROGRAM, words, environment, os.getcwd(), streams)
            output.seek(0)
            errors.seek(0)
            return Ended(status, output.read(), errors.read())

    def start(self, environment: dict[str, str]) -> None:
        """Start the process unless it runs."""
        if self._socket is not None:
            return
        self._environment = environment
        self._socket, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._socket.settimeout(_LONGEST_COMMAND)
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 2 * _MESSAGE_BYTES)
        words = [sys.executable, str(Path(__file__)), str(theirs.fileno())]
        self._process = subprocess.Popen(
            words, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, pass_fds=[theirs.fileno()]
        )
        theirs.close()

    def status(self, program: str, words: list[str], environment: dict[str, str], folder: str, streams: list[int]) -> int:
        """Run ``pyllvm`` or ``pyllvm-COMMAND`` with these standard streams, -1 for a closed one, and return its exit status."""
        assert self._socket is not None
        umask = os.umask(0)
        os.umask(umask)
        closed = [number for number, stream in enumerate(streams) if stream < 0]
        request = _Request(program, words, environment, folder, umask, closed)
        # A closed stream is closed there: something has to be sent in its place.
        descriptors = [self._socket.fileno() if stream < 0 else stream for stream in streams]
        socket.send_fds(self._socket, [pickle.dumps(tuple(request))], descriptors)
        answer = self._socket.recv(_MESSAGE_BYTES)
        assert answer, "the server of commands has ended"
        return int(answer)

    def stop(self) -> None:
        """End the server."""
        if self._socket is not None and self._process is not None:
            self._socket.close()
            self._process.wait()
            self._socket = None


@cache
def shared_server() -> Server:
    """The one server of this process, which has started."""
    server = Server()
    server.start(dict(os.environ))
    atexit.register(server.stop)
    return server


def _start_values(environment: dict[str, str]) -> dict[str, str]:
    return {name: value for name, value in environment.items() if name.startswith(_READ_AT_THE_START)}


def _serve(descriptor: int) -> None:
    """Run each command that the other end of the socket asks for."""
    import importlib

    from pyllvm.cli.command import COMMANDS, load_text_and_bitcode

    load_text_and_bitcode()
    for module, _ in COMMANDS.values():
        importlib.import_module(module)
    with socket.socket(fileno=descriptor) as connection:
        while True:
            message, descriptors, _, _ = socket.recv_fds(connection, _MESSAGE_BYTES, 3)
            if not message:
                return
            number = os.fork()
            if number == 0:
                connection.close()
                _be(_Request(*pickle.loads(message)), descriptors)
            for each in descriptors:
                os.close(each)
            _, status = os.waitpid(number, 0)
            connection.send(str(os.waitstatus_to_exitcode(status)).encode())


def _be(request: _Request, descriptors: list[int]) -> NoReturn:
    """The whole of a process that is a command."""
    status = 1
    try:
        for number, descriptor in enumerate(descriptors):
            os.dup2(descriptor, number)
            os.close(descriptor)
        for number in request.closed:
            os.close(number)
            setattr(sys, ("stdin", "stdout", "stderr")[number], None)  # as Python starts without them
        os.umask(request.umask)
        os.chdir(request.folder)
        os.environ.clear()
        os.environ.update(request.environment)
        sys.argv = [request.program, *request.words]
        if request.program == _PROGRAM:
            from pyllvm.cli import main

            main()
        from pyllvm.cli import program
        from pyllvm.cli.command import command_named

        program.run(command_named(request.program.removeprefix(f"{_PROGRAM}-")))
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else int(end.code is not None)
    except BaseException:
        sys.excepthook(*sys.exc_info())
    finally:
        for stream in (sys.stdout, sys.stderr):
            if stream is not None:
                stream.flush()
        os._exit(status)


if __name__ == "__main__":
    _serve(int(sys.argv[1]))
