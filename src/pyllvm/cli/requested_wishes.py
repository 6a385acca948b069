"""The wishes that the options of a command, and the environment, state."""

from __future__ import annotations

import os

from pyllvm.cli.option_values import UsageError
from pyllvm.cli.shared_options import (
    PART_VARIABLE,
    VERBOSE_VARIABLE,
    FileOptions,
    LossesOptions,
    Options,
    UnknownOptions,
    WaysOptions,
)
from pyllvm.cli.version_options import requested_input_version, requested_version
from pyllvm.notation import TYPE_CHECKING
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
    wishes.is_whole = command.needs_whole(options)
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
