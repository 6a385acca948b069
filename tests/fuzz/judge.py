"""Runs one input of a target and judges it: a result or a PyllvmError, within the time and the memory that it may take."""

from __future__ import annotations

import hashlib
import re
import resource
import time
import traceback
from typing import Final, NamedTuple

from tests.fuzz import real_llvm
from tests.fuzz.targets import TARGETS

from pyllvm.diagnostics import PyllvmError

MOST_SECONDS: Final = 10.0
MEMORY: Final = 200 << 20
MEMORY_PER_BYTE: Final = 50
#: Nodes without a number, and types without a name, have an address in text, as in LLVM.
_ADDRESS: Final = re.compile("0x[0-9a-f]{8,}")
_ADDRESS_IN_BYTES: Final = re.compile(rb"0x[0-9a-f]{8,}")


class Verdict(NamedTuple):
    """How an input ended: `fault` is empty if all is well; `was_read` if there was a result.

    `outcome` is one line that is the same in every build: the digest of the result, or the message of the error.
    """

    was_read: bool
    fault: str
    seconds: float
    outcome: str


def judge(target: str, data: bytes, llvm_versions: tuple[int, ...] = ()) -> Verdict:
    """Run an input. The memory limit holds only where `limit_memory` was called for the process.

    The real LLVMs of `llvm_versions` must read the bitcode that the result contains.
    """
    start = time.process_time()
    was_read = False
    fault = ""
    outcome = "fault"
    try:
        result = TARGETS[target].run(data)
        was_read = True
        outcome = hashlib.sha256(_ADDRESS_IN_BYTES.sub(b"0x", result.content)).hexdigest()
    except PyllvmError as error:
        outcome = ascii(_ADDRESS.sub("0x", f"{error.diagnostic.message} {error.diagnostic.where}"))
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
    if was_read and not fault:
        fault = _refusal(result.valid, llvm_versions)
    return Verdict(was_read, fault, seconds, outcome)


def _refusal(files: tuple[tuple[int, bytes], ...], llvm_versions: tuple[int, ...]) -> str:
    """Why a real LLVM refuses one of the files, which pyllvm calls valid; each has the version that it was written for.

    What that version accepts, a later one may refuse: its rules are others. And the name of a version in a file may be wrong:
    then a later LLVM reads what an earlier one does not know.
    """
    for llvm in llvm_versions:
        for version, bitcode in files:
            message = real_llvm.refusal(llvm, bitcode) if version <= llvm else ""
            readers = {version, *(later for later in llvm_versions if later > llvm)}
            if message and not any(real_llvm.accepts(reader, bitcode) for reader in readers):
                return f"LLVM {llvm} refuses a file of LLVM {version} that verifies: {message}"
    return ""


def limit_memory(longest: int) -> None:
    """Bound this process: what it has now, plus what an input of `longest` bytes may take."""
    with open("/proc/self/statm", encoding="ascii") as statm:
        used = int(statm.read().split()[0]) * resource.getpagesize()
    most = used + MEMORY + MEMORY_PER_BYTE * longest
    resource.setrlimit(resource.RLIMIT_AS, (most, most))
