"""The verifier run on a module as LLVM's tools run it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, final

from pyllvm.ir.debug_info import CURRENT_VERSION, debug_info_version, strip_debug_info
from pyllvm.ir.module import Module
from pyllvm.verifier import verify

if TYPE_CHECKING:
    from pyllvm.diagnostics import Diagnostic
    from pyllvm.findings.report import Reporter
    from pyllvm.findings.writer import Found


@final
class Check:
    """A look at a module: `run` it, and the rest says what was found.

    Debug information that is broken is no error as long as nothing else is: LLVM's tools warn, and go on without it. With
    `is_strict` (`--werror`) every finding is an error. `lints`: what LLVM accepts and is likely not meant is found, too.
    With `only_looks` the module stays as it is.
    """

    def __init__(self, *, lints: bool = False, is_strict: bool = False, only_looks: bool = False) -> None:
        self._lints = lints
        self._only_looks = only_looks
        self._is_strict = is_strict
        self._make_reporter: Callable[[Module], Reporter] | None = None
        self.diagnostics: list[Diagnostic] = []
        self.is_broken = False
        self.drops_debug_info = False
        """Broken debug information is all that is wrong: LLVM's tools take it out."""
        self.has_findings = False

    def run(self, module: Module, make_reporter: Callable[[Module], Reporter] | None = None) -> None:
        """Look at a module, and take broken debug information out of it. Only with a reporter are there diagnostics."""
        self._make_reporter = make_reporter
        failures = verify(module)
        if failures:
            self._judge(module, failures)
        if self._lints and not self.is_broken:
            from pyllvm.verifier.lint import lint

            findings = lint(module)
            self._tell(module, findings, is_error=False)
            self.is_broken = self._is_strict and self.has_findings

    def _judge(self, module: Module, failures: Sequence[Found]) -> None:
        # LLVM looks at debug information of its own version as it reads it, and only then is it dropped.
        is_dropped = debug_info_version(module) == CURRENT_VERSION
        self._tell(module, failures, is_error=not is_dropped)
        if not is_dropped or any(not failure.is_debug_info for failure in failures):
            self.is_broken = True
            return
        self.drops_debug_info = True
        self.is_broken = self._is_strict
        if self._only_looks:
            return
        strip_debug_info(module)
        remaining = verify(module)
        if remaining:
            self.is_broken = True
            self._tell(module, remaining, is_error=True)

    def _tell(self, module: Module, failures: Sequence[Found], is_error: bool) -> None:
        if not failures:
            return
        self.has_findings = True
        if self._make_reporter is None:
            return
        reporter = self._make_reporter(module)
        for failure in failures:
            is_warning = not self._is_strict and not is_error and (failure.is_debug_info or hasattr(failure, "rule"))
            self.diagnostics.append(reporter.diagnostic(failure, "warning" if is_warning else "error"))
