"""The options that choose LLVM versions: the version to emulate, and the version that the inputs are read as."""

from __future__ import annotations

import os
import sys

from pyllvm.cli.option_values import UsageError
from pyllvm.notation import Final
from pyllvm.versions import NEXT, OLDEST, is_number, unwritable

PRODUCER_VARIABLE: Final = "PYLLVM_PRODUCER"
VERSION_VARIABLE: Final = "PYLLVM_LLVM_VERSION"
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
