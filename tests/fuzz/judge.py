"""Runs one input of a target and judges it: a result or a PyllvmError, within the time and the memory that it may take."""

from __future__ import annotations

import resource
import time
import traceback
from typing import Final, NamedTuple

from tests.fuzz.targets import TARGETS

from pyllvm.diagnostics import PyllvmError

MOST_SECONDS: Final = 10.0
MEMORY: Final = 200 << 20
MEMORY_PER_BYTE: Final = 50


class Verdict(NamedTuple):
    """How an input ended: `fault` is empty if all is well; `was_read` if there was a result."""

    was_read: bool
    fault: str
    seconds: float


def judge(target: str, data: bytes) -> Verdict:
    """Run an input. The memory limit holds only where `limit_memory` was called for the process."""
    start = time.process_time()
    was_read = False
    fault = ""
    try:
        TARGETS[target].run(data)
        was_read = True
    except PyllvmError as error:
        if not error.diagnostic.message:
            fault = "an error without a message"
    except RecursionError:
        fault = "RecursionError"
    except MemoryError:
        fault = "out of memory"
    except Exception:
        fault = traceback.format_exc(limit=-4)
    seconds = time.process_time() - start
    if not fault and seconds > MOST_SECONDS:
        fault = f"{seconds:.1f} s"
    return Verdict(was_read, fault, seconds)


def limit_memory(longest: int) -> None:
    """Bound this process: what it has now, plus what an input of `longest` bytes may take."""
    with open("/proc/self/statm", encoding="ascii") as statm:
        used = int(statm.read().split()[0]) * resource.getpagesize()
    most = used + MEMORY + MEMORY_PER_BYTE * longest
    resource.setrlimit(resource.RLIMIT_AS, (most, most))
