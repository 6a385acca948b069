"""What every test may use: the commands run in this process or as one of their own, and the real LLVM where it is."""

from __future__ import annotations

import gc
import os
import signal
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

DATA = Path(__file__).with_name("data")

# A shell that starts tests in the background, or `nohup`, lets them ignore some signals. The commands that the tests run would
# inherit that, but not a handler: with one that does nothing, they start as from a terminal, and the tests go on as before.
for _number in (signal.SIGHUP, signal.SIGQUIT):
    if signal.getsignal(_number) == signal.SIG_IGN:
        signal.signal(_number, lambda number, frame: None)
signal.signal(signal.SIGINT, signal.default_int_handler)

# Where LLVM's tools crash, they would look up the names of functions, which takes longer than the run.
os.environ["LLVM_DISABLE_SYMBOLIZATION"] = "1"

# Tests of several folders import `archives`.
sys.path.insert(0, str(Path(__file__).parent))
# Those of the build import `compiling`.
sys.path.insert(1, str(Path(__file__).parents[1]))

# Both are beside this file.
from commands import shared_server  # noqa: E402
from skipped import summary  # noqa: E402
from standby.tools import Tools  # noqa: E402


@pytest.hookimpl(tryfirst=True)
def pytest_cmdline_main(config: pytest.Config) -> None:
    """Use all cores for the whole suite, if nothing else was asked for and pytest-xdist is there."""
    is_whole = config.args_source is pytest.Config.ArgsSource.TESTPATHS
    # One of these processes must not start others in turn.
    is_first = not hasattr(config, "workerinput") and "PYTEST_XDIST_WORKER" not in os.environ
    if is_whole and is_first and getattr(config.option, "numprocesses", 0) is None and not config.option.usepdb:
        config.option.numprocesses = "auto"
        config.option.dist = "worksteal"


def pytest_collection_finish() -> None:
    """Keep the tests themselves, some 12,000, out of each later search for garbage."""
    gc.collect()
    gc.freeze()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say what was skipped, and how to have it."""
    reports = terminalreporter.stats.get("skipped", [])
    reasons = [report.longrepr[2] for report in reports if isinstance(report.longrepr, tuple)]
    if reasons:
        terminalreporter.section("skipped")
        for line in summary(reasons):
            terminalreporter.write_line(line)


class Outcome(NamedTuple):
    """How a command ended."""

    status: int
    output: bytes
    errors: str


@pytest.fixture
def data() -> Path:
    """The folder of small inputs written for the tests."""
    return DATA


@pytest.fixture
def pyllvm() -> Callable[..., Outcome]:
    """Run ``python -m pyllvm`` with the given words, as a process of its own."""

    def run(*words: str | os.PathLike[str], stdin: bytes = b"", environment: dict[str, str] | None = None) -> Outcome:
        clean = {name: value for name, value in os.environ.items() if name not in ("PYLLVM_LLVM_VERSION", "NO_COLOR")}
        ended = shared_server().run([os.fspath(word) for word in words], stdin, {**clean, **(environment or {})})
        return Outcome(ended.status, ended.output, ended.errors.decode("utf-8", "surrogateescape"))

    return run


@pytest.fixture(scope="session")
def waiting_tools() -> Iterator[Tools]:
    """The real LLVM's tools, which stay loaded between tests."""
    tools = Tools()
    yield tools
    tools.stop()


@pytest.fixture
def llvm_tool(waiting_tools: Tools) -> Callable[[int, str], str]:
    """The path of a real LLVM tool of a version; the test is skipped where it is not installed."""

    def find(version: int, tool: str) -> str:
        path = Path(f"/usr/lib/llvm-{version}/bin/{tool}")
        if not path.exists():
            pytest.skip(f"LLVM {version}'s {tool} is not installed")
        return str(waiting_tools.path(path))

    return find
