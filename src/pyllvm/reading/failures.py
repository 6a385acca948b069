"""Reports that a module is broken, as LLVM's tools do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from pyllvm.terminal.messages import write_error

if TYPE_CHECKING:
    from pyllvm.ir.module import Module
    from pyllvm.verifier import Failure

BROKEN: Final = "LLVM ERROR: Broken module found, compilation aborted!\n"
NOT_CORRECT: Final = "assembly parsed, but does not verify as correct!"


class DoesNotFit(Exception):
    """The verifier of the LLVM as which a text is tried rejects the module."""


class Broken(Exception):
    """A module breaks rules of the verifier, which were written to standard error."""

    def __init__(self) -> None:
        super().__init__(BROKEN)


def write_failures(module: Module, failures: Sequence[Failure]) -> None:
    """Write the failures to standard error, as LLVM's verifier prints them."""
    # Imported only here: most modules have no failures.
    from pyllvm.findings.failure_text import failures_text

    write_error(failures_text(module, failures))
