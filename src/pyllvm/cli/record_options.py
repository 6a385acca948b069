"""The options of LLVM 19 to 21 about debug records and calls of debug intrinsics."""

from __future__ import annotations

from pyllvm.cli.option_values import Switch
from pyllvm.cli.options import LLVMS_GROUP, RUN, LLVMOption, flag
from pyllvm.notation import Any, Final


def records_option(name: str, *, on: str) -> Any:
    """An option that, switched off, makes the command write calls of debug intrinsics."""
    help = "Use debug records instead of calls of debug intrinsics (default=true; LLVM 19 to 21)"
    return flag(name, help, default=True, hidden=True, group=LLVMS_GROUP, on=on)


def _kept(name: str) -> Any:
    help = "For scripts; has no effect: debug records are read and written as they are"
    return flag(name, help, default=True, hidden=True, group=LLVMS_GROUP, on=RUN)


RECORDS_OF_TEXT: Final = "write-experimental-debuginfo"
RECORDS_OF_BITCODE: Final = "write-experimental-debuginfo-iterators-to-bitcode"
RECORDS_ON_READING: Final = "experimental-debuginfo-iterators"


class RecordOptions:
    """All of them. A command replaces the rows of those that act."""

    write_debug_records: bool = _kept(RECORDS_OF_TEXT)
    write_bitcode_debug_records: bool = _kept(RECORDS_OF_BITCODE)
    read_debug_records: bool = _kept(RECORDS_ON_READING)
    load_debug_records: bool = _kept("load-bitcode-into-experimental-debuginfo-iterators")
    try_debug_records: bool = _kept("try-experimental-debuginfo-iterators")
    preserve_debug_format: bool = LLVMOption(
        "preserve-input-debuginfo-format",
        "Can only be false: debug records are read and written",
        Switch("calls of debug intrinsics are read as records; --write-experimental-debuginfo=false writes calls"),
        hidden=True,
        group=LLVMS_GROUP,
        on=RUN,
    )  # type: ignore[assignment]  # as in `flag`
