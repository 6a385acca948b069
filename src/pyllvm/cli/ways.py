"""The variables that choose, and show, the ways in which commands work on their inputs."""

from __future__ import annotations

import os

from pyllvm.cli.option_values import UsageError
from pyllvm.notation import Final
from pyllvm.reading.ways import Ways

PART_VARIABLE: Final = "PYLLVM_PART_BYTES"
VERBOSE_VARIABLE: Final = "PYLLVM_VERBOSE"


def requested_ways(is_verbose: bool) -> Ways:
    """The ways that the environment requests, once for each run; the option `--verbose` shows them, too.

    UsageError if a variable has a wrong value.
    """
    size = os.environ.get(PART_VARIABLE, "").strip()
    if size and not (size.isascii() and size.isdigit()):
        raise UsageError(f"${PART_VARIABLE}: '{size}' is not a number of bytes (0 for one part)")
    verbose = os.environ.get(VERBOSE_VARIABLE, "").strip()
    if verbose not in ("", "0", "1"):
        raise UsageError(f"${VERBOSE_VARIABLE}: '{verbose}' is neither 0 nor 1")
    return Ways(int(size) if size else None, is_verbose or verbose == "1")
