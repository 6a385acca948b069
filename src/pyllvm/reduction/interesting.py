"""Tests of whether a module is interesting: a command and what it does, two commands, or a Python function.

The verdicts are kept by the hashes of modules, in a file if a reduction is to be resumed.
"""

from __future__ import annotations

import importlib.util
import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from typing import Final, NamedTuple, TextIO, final

from pyllvm.diagnostics import PyllvmError
from pyllvm.ir.module import Module

_PLACE: Final = "{}"
# A shell reports a signal so.
_SIGNALED: Final = 128
_HIGHEST_SIGNAL: Final = 64
# The exit statuses of a shell that may not run a command, or does not find it.
_NOT_FOUND: Final = (126, 127)
ANY_SIGNAL: Final = "any"
_FORMAT: Final = 1


class Outcome(NamedTuple):
    """The outcome of a command."""

    status: int
    stdout: bytes
    stderr: bytes
    seconds: float
    is_late: bool
    """Whether it was ended because it took too long."""

    @property
    def signal(self) -> int:
        """The signal that ended the command; 0 for none."""
        if self.is_late:
            return 0
        if self.status < 0:
            return -self.status
        return self.status - _SIGNALED if _SIGNALED < self.status <= _SIGNALED + _HIGHEST_SIGNAL else 0


class Wanted(NamedTuple):
    """The conditions under which a module is interesting. All that are given have to hold."""

    status: int | None = None
    signal: str = ""
    """The name or number of a signal, or "any"."""
    stdout: str = ""
    stderr: str = ""
    """Regular expressions, which are searched in the output."""
    slower: float = 0
    """The command has to run longer than this many seconds, or for ever."""

    @property
    def is_empty(self) -> bool:
        """Whether nothing is wanted."""
        return self == Wanted()

    def holds(self, outcome: Outcome) -> bool:
        """Whether a command did what is wanted."""
        if self.slower:
            return outcome.is_late or outcome.seconds > self.slower
        if outcome.is_late:
            return False
        if self.status is not None and outcome.status != self.status:
            return False
        if self.signal and not self._is_signal(outcome.signal):
            return False
        if self.stdout and not _found(self.stdout, outcome.stdout):
            return False
        return not self.stderr or _found(self.stderr, outcome.stderr)

    def _is_signal(self, number: int) -> bool:
        return number > 0 if self.signal == ANY_SIGNAL else number == signal_number(self.signal)


def signal_number(word: str) -> int:
    """The number of a signal: `6`, `ABRT` or `SIGABRT`. ValueError for any other text."""
    if word.isdecimal():
        return int(word)
    name = word.upper()
    found = getattr(signal, name if name.startswith("SIG") else f"SIG{name}", None)
    if not isinstance(found, signal.Signals):
        raise ValueError(f"'{word}' is not a signal")
    return int(found)


def _found(pattern: str, output: bytes) -> bool:
    return re.search(pattern, output.decode("utf-8", "replace"), re.MULTILINE) is not None


@final
class CommandTest:
    """Runs a command for each module, which is in a file whose name takes the place of `{}` or is the last word.

    With `other`, the module is interesting if two commands end with different statuses or print different texts. Several threads
    may call an object at once. Files are in `folder`, or else where the system has temporary files. Without `seconds`, a try may
    take ten times as long as the first one, and a few seconds more.
    """

    def __init__(
        self, command: str, wanted: Wanted, *, other: str = "", seconds: float = 0, ending: str = ".bc", folder: str = ""
    ) -> None:
        self._commands = [command, other] if other else [command]
        self._wanted = Wanted(signal=ANY_SIGNAL) if wanted.is_empty and not other else wanted
        self._seconds = seconds
        self._ending = ending
        self._folder = folder
        self._running: set[subprocess.Popen[bytes]] = set()
        self._lock = threading.Lock()
        self._is_ended = False
        self.output = b""
        """The output of the first run."""
        self.is_not_found = False
        """Whether the first run ended because a command cannot be run."""
        self._is_first = True
        self._is_limit_measured = False

    @staticmethod
    def like(other: CommandTest) -> CommandTest:
        """The same test, which has not run yet."""
        first, *others = other._commands
        seconds = 0 if other._is_limit_measured else other._seconds
        wanted, second = other._wanted, "".join(others)
        return CommandTest(first, wanted, other=second, seconds=seconds, ending=other._ending, folder=other._folder)

    @property
    def description(self) -> str:
        """The test as text, which is the same for the same test."""
        return f"{self._commands} {self._wanted} {self._ending}"

    def __call__(self, data: bytes) -> bool:
        """Whether a module is interesting."""
        descriptor, path = tempfile.mkstemp(suffix=self._ending, prefix="module-", dir=self._folder or None)
        try:
            with os.fdopen(descriptor, "wb") as file:
                file.write(data)
            return self._is_interesting(path)
        finally:
            try:
                os.unlink(path)
            except FileNotFoundError:
                pass  # the folder was removed, because the reduction was interrupted

    def _is_interesting(self, path: str) -> bool:
        outcomes = [self._outcome(command, path) for command in self._commands]
        first = outcomes[0]
        if self._is_first:
            self._is_first = False
            self.output = first.stdout + first.stderr
            self.is_not_found = any(one.status in _NOT_FOUND for one in outcomes)
            if not self._seconds and not self._wanted.slower:
                self._is_limit_measured = True
                self._seconds = 10 * max(one.seconds for one in outcomes) + 5
        if len(outcomes) > 1:
            differs = any((one.status, one.stdout) != (first.status, first.stdout) for one in outcomes[1:])
            return differs and not any(one.is_late for one in outcomes) and self._wanted.holds(first)
        return self._wanted.holds(first)

    def _outcome(self, command: str, path: str) -> Outcome:
        line = _line(command, path)
        begin = time.monotonic()
        process = subprocess.Popen(
            line, shell=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True
        )
        with self._lock:
            self._running.add(process)
            if self._is_ended:
                _kill(process)
        is_late = False
        try:
            stdout, stderr = process.communicate(timeout=self._wanted.slower or self._seconds or None)
        except subprocess.TimeoutExpired:
            is_late = True
            _kill(process)
            stdout, stderr = process.communicate()
        finally:
            with self._lock:
                self._running.discard(process)
        return Outcome(process.returncode, stdout, stderr, time.monotonic() - begin, is_late)

    def line_for(self, path: str) -> str:
        """The command, or both commands, for the module in a file."""
        return " ; ".join([_line(command, path) for command in self._commands])

    def stop(self) -> None:
        """End what is running; the tries that it belongs to have no meaning then."""
        with self._lock:
            for process in self._running:
                _kill(process)

    def end(self) -> None:
        """End what is running, and what is started from now on."""
        self._is_ended = True
        for process in list(self._running):
            _kill(process)


def _line(command: str, path: str) -> str:
    quoted = shlex.quote(path)
    return command.replace(_PLACE, quoted) if _PLACE in command else f"{command} {quoted}"


def _kill(process: subprocess.Popen[bytes]) -> None:
    """End a command with the processes that it started."""
    if sys.platform == "win32":
        process.kill()
    else:
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except OSError:
            process.kill()


def script_command(script: str, arguments: list[str]) -> str:
    """The command that runs a script for a module. A script in the current folder needs no path."""
    path = script
    if os.sep not in script and os.path.exists(script):
        path = os.path.join(os.curdir, script)
    return " ".join([shlex.quote(word) for word in (path, *arguments)])


def check_script(script: str) -> None:
    """Raise PyllvmError if the script of `--test` cannot be run."""
    if shutil.which(script) is not None:
        return
    if not os.path.isfile(script):
        raise PyllvmError(f"--test: there is no script '{script}'")
    if not os.access(script, os.X_OK):
        raise PyllvmError(f"--test: '{script}' is not executable: 'chmod +x {script}' makes it so")


def function_named(words: str) -> Callable[[Module], bool]:
    """The function that `--python` names."""
    path, _, name = words.rpartition(":")
    spec = importlib.util.spec_from_file_location("pyllvm_reduce_test", path)
    if spec is None or spec.loader is None or not os.path.exists(path):
        raise PyllvmError(f"--python: there is no Python file '{path}'")
    loaded = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(loaded)
    except Exception as error:
        raise PyllvmError(f"--python: '{path}' cannot be loaded: {type(error).__name__}: {error}") from error
    found = getattr(loaded, name, None)
    if not callable(found):
        raise PyllvmError(f"--python: '{path}' has no function '{name}'")
    function: Callable[[Module], bool] = found
    return function


@final
class Memory:
    """The verdicts on modules. With a file, each verdict is written at once, and the file's verdicts are known already.

    A file of another test or another module raises ValueError.
    """

    def __init__(self, path: str = "", description: str = "") -> None:
        self._verdicts: dict[str, bool] = {}
        self._file: TextIO | None = None
        if not path:
            return
        head = {"pyllvm-reduce": _FORMAT, "test": description}
        is_new = not os.path.exists(path) or not os.path.getsize(path)
        if not is_new:
            self._read(path, head)
        self._file = open(path, "a", encoding="utf-8")  # noqa: SIM115 - until `close`
        if is_new:
            self._write(json.dumps(head))

    def _read(self, path: str, head: dict[str, object]) -> None:
        with open(path, encoding="utf-8") as file:
            try:
                found = json.loads(file.readline())
            except ValueError:
                found = None
            if found != head:
                raise ValueError(f"{path} is not the state of this reduction: remove it, or name another file")
            for line in file:
                verdict, _, key = line.strip().partition(" ")
                # The last line may be cut off.
                if verdict in ("0", "1") and len(key) == 64:
                    self._verdicts[key] = verdict == "1"

    def _write(self, line: str) -> None:
        if self._file is not None:
            self._file.write(line + "\n")
            self._file.flush()

    def verdict(self, key: str) -> bool | None:
        """The verdict on a module; None if it was not tried."""
        return self._verdicts.get(key)

    def remember(self, key: str, is_interesting: bool) -> None:
        """Note a verdict."""
        if self._verdicts.get(key) is None:
            self._verdicts[key] = is_interesting
            self._write(f"{int(is_interesting)} {key}")

    def close(self) -> None:
        """Close the file."""
        if self._file is not None:
            self._file.close()
