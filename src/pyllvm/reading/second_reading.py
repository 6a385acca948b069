"""Reports findings with source locations. Locations are not recorded on the first parse, so the input is parsed again."""

from __future__ import annotations

from collections.abc import Callable

from pyllvm.assembly import TextReading, parse_text
from pyllvm.assembly.reader.places import Places
from pyllvm.bitcode.reader.read import ModulesInTurn
from pyllvm.diagnostics import Source
from pyllvm.findings.report import BitPlaces, Reporter
from pyllvm.ir.module import Module, values_with_rules_for_users
from pyllvm.notation import Final, final
from pyllvm.reading.check import Check
from pyllvm.reading.failures import Failing


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
    check_with_places(module, check, bits)


def check_with_places(module: Module, check: Check, bits: BitPlaces) -> None:
    """Check a module of bitcode that was read with the places of what is in it."""
    check.run(module, lambda module: Reporter(module, bits=bits))


def report_failing(modules: ModulesInTurn, failing: Failing, check: Check) -> bool:
    """Collect the diagnostics of the only module in `check`. False if they are not the failures that were found before.

    Rules about several functions may need others, too: the whole module must then be checked.
    """
    again = _Rereading(failing)
    module = modules.read_lazily(0, again.places)
    for value in values_with_rules_for_users(module):
        value.track_uses()
    check.only = failing.found_in(module)
    if check.only is None:
        return False
    for function in check.only:
        function.materialize()
    if failing.needs_all:
        # The others are read for their numbers.
        modules.note_no_places()
        module.materialize()
    check.run(module, again.reporter)
    return [diagnostic.message for diagnostic in check.diagnostics] == failing.messages


@final
class _Rereading:
    """The second reading."""

    def __init__(self, failing: Failing) -> None:
        self.places: Final[BitPlaces] = {}
        self._needs_all: Final = failing.needs_all

    def reporter(self, module: Module) -> Reporter:
        """A reporter, which numbers what has been read: no number of the other bodies is shown, so they stay unread."""
        unread = [] if self._needs_all else [function for function in module.functions if not function.is_materialized]
        readers = [function._materializer for function in unread]
        for function in unread:
            function._set_materializer(None)
        reporter = Reporter(module, bits=self.places)
        for function, read_body in zip(unread, readers, strict=True):
            function._set_materializer(read_body)
        return reporter
