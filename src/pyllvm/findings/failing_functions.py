"""Reports the failures of a module of bitcode from another reading of few functions, with the places of their instructions."""

from __future__ import annotations

from functools import partial

from pyllvm.bitcode.reader.read import ModulesInTurn
from pyllvm.findings.check import Check
from pyllvm.findings.report import BitPlaces, Reporter
from pyllvm.reading.failing import Failing


def report_failing(modules: ModulesInTurn, failing: Failing, check: Check) -> bool:
    """Collect the diagnostics of the only module in `check`. False if they are not the failures that were found before.

    Rules about several functions may need others, too: the whole module must then be checked.
    """
    places: BitPlaces = {}
    module = modules.read_lazily(0, places)
    functions = failing.found_in(module)
    if functions is None:
        return False
    for function in functions:
        function.materialize()
    check.run(module, partial(Reporter, bits=places))
    return [diagnostic.message for diagnostic in check.diagnostics] == failing.messages
