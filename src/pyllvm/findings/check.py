"""The verifier run on a module as LLVM's tools run it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, final

from pyllvm.ir.module import Module
from pyllvm.reading.settle import settle_access_tags, settle_debug_info
from pyllvm.verifier import verify

if TYPE_CHECKING:
    from pyllvm.diagnostics import Diagnostic, Severity
    from pyllvm.findings.failure_text import Found
    from pyllvm.findings.report import Reporter


@final
class Check:
    """One verifier run over a module. Call `run`, then read the result attributes.

    Debug information that is broken is no error as long as nothing else is: LLVM's tools warn, and go on without it. With
    `is_strict` (`--werror`) every finding is an error. `lints`: what LLVM accepts and is likely not meant is found as well.
    With `keeps_module` nothing is dropped from the module. `is_bitcode`: LLVM's reader of bitcode drops all `!tbaa` where
    one is broken.
    """

    checks_scope_domination = False
    """Whether to do what LLVM's -verify-noalias-scope-decl-dom asks for."""

    def __init__(
        self, *, lints: bool = False, is_strict: bool = False, keeps_module: bool = False, is_bitcode: bool = False
    ) -> None:
        self._lints = lints
        self._is_bitcode = is_bitcode
        self._keeps_module = keeps_module
        self._is_strict = is_strict
        self._make_reporter: Callable[[Module], Reporter] | None = None
        self.diagnostics: list[Diagnostic] = []
        self.is_broken = False
        self.warning: Diagnostic | None = None
        """Says that debug information was dropped, and why."""
        self.drops_broken_debug_info = False
        """Debug information was dropped because it alone is broken, not because it is of another version."""
        self.drops_access_tags = False
        """A `!tbaa` of bitcode is broken: LLVM's reader takes out all of them."""
        self.has_findings = False

    def run(self, module: Module, make_reporter: Callable[[Module], Reporter] | None = None) -> None:
        """Verify a module, and drop from it what LLVM drops on reading. Only with a reporter are there diagnostics."""
        self._make_reporter = make_reporter
        # What an earlier run found, perhaps as errors because warnings are, decides nothing in this one.
        self.has_findings = False
        self.drops_access_tags = self._is_bitcode and settle_access_tags(
            module, lambda failures: self._report(module, failures, "warning")
        )
        settled = settle_debug_info(
            module,
            lambda failures: self._report(module, failures, None),
            checks_scope_domination=self.checks_scope_domination,
            keeps_module=self._keeps_module,
        )
        self.warning = settled.warning
        self.drops_broken_debug_info = settled.warning is not None and bool(settled.failures)
        self.is_broken = settled.is_broken
        if not settled.is_verified:
            # What is still wrong is an error.
            remaining = verify(module, checks_scope_domination=self.checks_scope_domination)
            self.is_broken = bool(remaining)
            self._report(module, remaining, "error")
        if self._lints and not self.is_broken:
            from pyllvm.verifier.lint import lint

            self._report(module, lint(module), "warning")
        if self._is_strict:
            self.is_broken = self.has_findings

    def _report(self, module: Module, failures: Sequence[Found], severity: Severity | None) -> None:
        """Make diagnostics of failures; without a severity, those of debug information alone are warnings."""
        if not failures:
            return
        self.has_findings = True
        if self._make_reporter is None:
            return
        reporter = self._make_reporter(module)
        for failure in failures:
            own = severity or ("warning" if failure.is_debug_info else "error")
            self.diagnostics.append(reporter.diagnostic(failure, "error" if self._is_strict else own))
