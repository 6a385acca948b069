"""Reports findings with source locations. Locations are not recorded on the first parse, so the input is parsed again."""

from __future__ import annotations

from collections.abc import Callable

from pyllvm.assembly import TextReading, parse_text
from pyllvm.assembly.reader.places import Places
from pyllvm.bitcode.reader.read import ModulesInTurn
from pyllvm.diagnostics import Source
from pyllvm.findings.report import BitPlaces, Reporter
from pyllvm.ir.module import Module
from pyllvm.reading.check import Check


def report_text(
    data: bytes, reading: TextReading, llvm_version: int | None, check: Check, prepare: Callable[[Module], object] | None = None
) -> None:
    """Parse a text again, and collect diagnostics with locations in `check`.

    `prepare` repeats what the first reading did to the module; with it, the module is checked after that.
    """
    places = Places(Source(reading.name, data))

    def run_check(module: Module) -> None:
        check.run(module, lambda module: Reporter(module, places))

    module = parse_text(data, reading, llvm_version, places=places, check=None if prepare is not None else run_check)
    if prepare is not None:
        prepare(module)
        run_check(module)


def report_bitcode(modules: ModulesInTurn, index: int, check: Check, prepare: Callable[[Module], object]) -> None:
    """Read one module of a bitcode file again, as `report_text` does; `prepare` repeats what the first reading did to it."""
    bits: BitPlaces = {}
    module = modules.read_again(index, bits)
    prepare(module)
    check.run(module, lambda module: Reporter(module, bits=bits))
