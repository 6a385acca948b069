"""Reports the failures of a module of bitcode from another reading of it, with the places of the instructions that have them."""

from __future__ import annotations

from pyllvm.bitcode.reader.read import ModulesInTurn
from pyllvm.findings.report import BitPlaces, Reporter
from pyllvm.ir.module import Module, values_with_rules_for_users
from pyllvm.notation import Final, final
from pyllvm.reading.check import Check
from pyllvm.reading.failing import Failing


def report_failing(modules: ModulesInTurn, failing: Failing, check: Check) -> bool:
    """Collect the diagnostics of the only module in `check`. False if they are not the failures that were found before.

    Rules about several functions may need others, too: the whole module must then be checked.
    """
    again = _Again(failing)
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
class _Again:
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
