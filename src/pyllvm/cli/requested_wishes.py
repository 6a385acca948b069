"""Wishes that the options of a command and the environment state: the LLVM to emulate, how to read inputs, how many processes."""

from __future__ import annotations

import os
import sys

from pyllvm.cli.option_values import UsageError
from pyllvm.cli.options import WHOLE
from pyllvm.cli.shared_options import (
    JOBS_VARIABLE,
    PART_VARIABLE,
    PRODUCER_VARIABLE,
    VERBOSE_VARIABLE,
    VERSION_VARIABLE,
    FileOptions,
    LossesOptions,
    Options,
    UnknownOptions,
    WaysOptions,
)
from pyllvm.notation import TYPE_CHECKING, Final, Sequence
from pyllvm.terminal import streams
from pyllvm.versions import NEXT, OLDEST, is_number, unwritable
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
        if profile:
            from pyllvm.tables.target_profiles import TARGET_PROFILES_BY_NAME  # few commands name one

            wishes.profile = TARGET_PROFILES_BY_NAME[profile]
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


_VERSION_OPTION: Final = "llvm-version"
_INPUT_VERSION_OPTION: Final = "input-llvm-version"
_PROGRAMS_OF_LLVM: Final = ("llvm-", "opt")
_RELEASE_NUMBERS: Final = 3
"""How many numbers a whole release such as 19.1.7 has. A major version alone is enough."""


def requested_version(option: str | None, profile: str | None = None, architecture: str | None = None) -> int | None:
    """The LLVM version that the option or the environment requests, or else what a target profile reads for a processor.

    None if the input decides. UsageError if the version is unknown, or too new for the profile.
    """
    version: int | None = None
    if option is not None:
        version = _major_version(option, f"--{_VERSION_OPTION}")
    elif VERSION_VARIABLE in os.environ or os.path.basename(sys.argv[0] if sys.argv else "").startswith(_PROGRAMS_OF_LLVM):
        version = _version_of_program_or_variable()
    if not profile and architecture is None:
        return version
    # Imported only here: few commands name a profile.
    from pyllvm.tables.target_profiles import TARGET_PROFILES_BY_NAME

    row = TARGET_PROFILES_BY_NAME.get(profile or "")
    if row is None or (architecture is not None and not row.architectures):
        raise UsageError("--target-arch is for --target-profile=nvvm")
    if version is None:
        return row.version if architecture is None else row.version_for(_processor_number(architecture))
    if version > row.newest:
        raise UsageError(f"--target-profile={profile} is for LLVM {row.newest} and older, not for LLVM {version}")
    return version


def _processor_number(text: str) -> int:
    """The number of a processor: 100 of "compute_100", "sm_100a" and "100"."""
    number = text.removeprefix("compute_").removeprefix("sm_").rstrip("af")
    if not is_number(number):
        raise UsageError(f"--target-arch: '{text}' is not a processor such as compute_90 or compute_100")
    return int(number)


def _version_of_program_or_variable() -> int | None:
    program = _program_with_version()
    if program:
        return _major_version(program.rpartition("-")[2], program)
    text = os.environ.get(VERSION_VARIABLE, "").strip()
    return _major_version(text, VERSION_VARIABLE) if text else None


def _program_with_version() -> str:
    """The name of LLVM's by which this program was called, if it ends with a version (``llvm-dis-19``); else "".

    A link such as ``llvm-dis`` may lead to such a name.
    """
    path = sys.argv[0] if sys.argv else ""
    name = os.path.basename(path).removesuffix(".exe")
    if not name.startswith(_PROGRAMS_OF_LLVM):
        return ""
    if not name.rpartition("-")[2].isdecimal() and os.path.islink(path):
        name = os.path.basename(os.readlink(path))
    return name if name.startswith(_PROGRAMS_OF_LLVM) and name.rpartition("-")[2].isdecimal() else ""


def requested_input_version(option: str | None) -> int | None:
    """The LLVM version that inputs are read as; None if each input decides. UsageError if it is unknown."""
    return None if option is None else _major_version(option, f"--{_INPUT_VERSION_OPTION}")


def _major_version(text: str, source: str) -> int:
    """The major version in an option's value: 19 for "19" and for "19.1.7"."""
    numbers = text.split(".")
    if len(numbers) > _RELEASE_NUMBERS or not all(map(is_number, numbers)):
        raise UsageError(f"{source}: '{text}' is not an LLVM version; known versions are {OLDEST} to {NEXT}")
    version = int(numbers[0])
    reason = unwritable(version)
    if reason:
        raise UsageError(f"{source}: {reason}")
    return version


def requested_producer(option: str | None) -> str | None:
    """The producer that the option or the environment requests; None if it is pyllvm's own."""
    return os.environ.get(PRODUCER_VARIABLE) or None if option is None else option
