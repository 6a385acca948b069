"""The wishes that the options of a command, and the environment, state, and the number of processes that they request."""

from __future__ import annotations

import os

from pyllvm.cli.option_values import UsageError
from pyllvm.cli.options import WHOLE
from pyllvm.cli.shared_options import (
    JOBS_VARIABLE,
    PART_VARIABLE,
    VERBOSE_VARIABLE,
    FileOptions,
    LossesOptions,
    Options,
    UnknownOptions,
    WaysOptions,
)
from pyllvm.cli.version_options import requested_input_version, requested_version
from pyllvm.notation import TYPE_CHECKING, Sequence
from pyllvm.terminal import streams
from pyllvm.wishes import Wishes

if TYPE_CHECKING:
    from pyllvm.cli.command import LLVMCommand


def wishes_of(command: LLVMCommand, options: Options) -> Wishes:
    """The wishes that the options of a command and the environment state. UsageError if a variable has a wrong value."""
    profile, architecture = (options.target_profile, options.target_arch) if isinstance(options, LossesOptions) else (None, None)
    read_as = options.input_llvm_version if isinstance(options, FileOptions) else None
    wishes = Wishes(
        requested_version(options.llvm_version, profile, architecture),
        None if read_as is None else requested_input_version(read_as),
    )
    # Options ask for a module of an LLVM, and a text may be brought down to it. The variable makes the programs behave as that
    # LLVM's own, which refuse the text.
    wishes.may_be_newer = read_as is None and bool(options.llvm_version or profile)
    for option in command.options:
        if option.place == WHOLE:
            value = getattr(options, option.name)
            wishes.is_whole = wishes.is_whole or (value != [] if option.value.is_multiple else value != option.default)
    if isinstance(options, LossesOptions):
        wishes.losses = options.losses
        wishes.pointee_types = options.pointee_types
        wishes.target_profile = profile
        wishes.loss_rows = None if options.report_losses is None else []
    if isinstance(options, UnknownOptions):
        wishes.allows_unknown_attributes = options.allow_unknown_attributes
    if isinstance(options, WaysOptions):
        wishes.tells_ways = options.shows_ways
        if PART_VARIABLE in os.environ or VERBOSE_VARIABLE in os.environ:
            _take_instruments(wishes)
    return wishes


def _take_instruments(wishes: Wishes) -> None:
    """Take the variables that choose, and show, how inputs are worked on."""
    size = os.environ.get(PART_VARIABLE, "").strip()
    if size and not (size.isascii() and size.isdigit()):
        raise UsageError(f"${PART_VARIABLE}: '{size}' is not a number of bytes (0 for one part)")
    wishes.part_bytes = int(size) if size else None
    verbose = os.environ.get(VERBOSE_VARIABLE, "").strip()
    if verbose not in ("", "0", "1"):
        raise UsageError(f"${VERBOSE_VARIABLE}: '{verbose}' is neither 0 nor 1")
    wishes.tells_ways = wishes.tells_ways or verbose == "1"


def requested_jobs(option: int | None, names: Sequence[str]) -> int:
    """The number of processes that the option or the environment requests, at most one for each input. UsageError if wrong."""
    jobs = stated_jobs(option)
    # Other processes cannot write to a stream in place of another; only the first "-" has input; Windows copies no process.
    is_replaced = streams.replacement(1) is not None or streams.replacement(2) is not None
    if jobs is None or is_replaced or names.count("-") > 1 or not hasattr(os, "fork"):
        return 1
    if jobs == 0:
        from pyllvm.processes.crew import available_cores  # only here: most commands need no number of processors

        jobs = available_cores()
    return min(jobs, len(names))


def stated_jobs(option: int | None) -> int | None:
    """The number that the option or the environment states; None if neither does."""
    if option is not None:
        return option
    text = os.environ.get(JOBS_VARIABLE, "").strip()
    if not text:
        return None
    if not (text.isascii() and text.isdigit()):
        raise UsageError(f"${JOBS_VARIABLE}: '{text}' is not a number of processes")
    return int(text)
