"""Prints a module for a newer LLVM than its own without the uses of its values, which most upgrades do not need.

Where all changes between the versions can be made in turn, few of the bodies are in memory at a time. For SQLite, compiled by
clang 14 with -O2, that takes half of the memory and three quarters of the time. All that is to be reported makes the result None:
the module is then read again with all uses.
"""

from __future__ import annotations

from pyllvm.assembly.printer.text import module_pieces
from pyllvm.bitcode import BitcodeFile, Reading, read_modules
from pyllvm.ir.use_policy import UPGRADES
from pyllvm.migrations.changes import need_all_bodies
from pyllvm.reading.conversion import convert
from pyllvm.reading.in_turn import tried_text_in_turn
from pyllvm.reading.settle import settle_bitcode
from pyllvm.reading.ways import Ways
from pyllvm.separation import refuse_report


def upgraded_text(file: BitcodeFile, reading: Reading, version: int, ways: Ways) -> list[bytes] | None:
    """The text of the module in a file, in pieces, in the language of LLVM `version`, if that is newer than the module's."""
    return ways.tried(lambda: _upgraded_text(file, reading, version, ways))


def _upgraded_text(file: BitcodeFile, reading: Reading, version: int, ways: Ways) -> list[bytes] | None:
    before = file.version(version, reading.input_version)
    if before >= version:
        return None
    if not need_all_bodies(before, version):
        pieces = tried_text_in_turn(file, reading, ways, version)
        if pieces is not None or ways.breaks_rules:
            return pieces
    ways.note("whole without uses")
    modules = read_modules(file, reading.reporting_to(refuse_report, lasting_uses=UPGRADES), may_be_none=True)
    if len(modules) != 1:
        return None
    module = modules[0]
    convert(module, version)
    settled = settle_bitcode(module, refuse_report)
    if settled.warning is not None:
        ways.warnings.append(settled.warning)
    return module_pieces(module)
