"""The options of the commands that change one module."""

from __future__ import annotations

from pyllvm.cli.options import LLVMS_GROUP, WHOLE, flag
from pyllvm.cli.record_options import RECORDS_OF_BITCODE, RECORDS_OF_TEXT, RecordOptions, records_option
from pyllvm.cli.shared_options import (
    AssemblyOptions,
    BitcodeOptions,
    LossesOptions,
    OutputOptions,
    TextOrderOptions,
    UnknownOptions,
)


class ModuleOptions(
    OutputOptions, LossesOptions, UnknownOptions, BitcodeOptions, AssemblyOptions, TextOrderOptions, RecordOptions
):
    """The options of a command that writes the module itself."""

    write_debug_records: bool = records_option(RECORDS_OF_TEXT, on=WHOLE)
    write_bitcode_debug_records: bool = records_option(RECORDS_OF_BITCODE, on=WHOLE)


class DisablingOptions:
    """The options of opt that switch its output and its verifier off, for the commands that run passes."""

    disable_output: bool = flag("disable-output", "Write no module", hidden=True, group=LLVMS_GROUP)
    disable_verify: bool = flag("disable-verify", "Do not run the verifier on the input", hidden=True, group=LLVMS_GROUP)
