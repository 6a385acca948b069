"""Runs the verifier on a module as LLVM's tools do."""

from __future__ import annotations

from pyllvm.ir.module import Module
from pyllvm.notation import TYPE_CHECKING, Callable, Sequence, final
from pyllvm.reading.settle import drop_other_debug_info, settle_access_tags, settle_debug_info
from pyllvm.verifier import verify
from pyllvm.wishes import Wishes

if TYPE_CHECKING:
    from pyllvm.diagnostics import Diagnostic, Severity
    from pyllvm.findings.failure_text import Found
    from pyllvm.findings.report import Reporter
    from pyllvm.ir.function import Function


@final
class Check:
    """One verifier run over a module. Call `run`, then read the result attributes.

    LLVM's tools accept a module whose debug info alone is broken: they warn, and drop the debug info. With `keeps_module`,
    nothing is dropped from the module. `is_bitcode`: LLVM's bitcode reader drops all `!tbaa` if
    one is broken.
    """

    unifies_types = False
    """Whether to verify as a tool that unifies debug information types, although the module was read without that."""

    leaves_out_dropped = False
    """Whether to report nothing about debug information of another version: LLVM drops it, and the module keeps it."""

    only: Sequence[Function] | None = None
    """The functions to verify, if the others are known to break no rule; None for all. Bodies of others are not read."""

    def __init__(self, wishes: Wishes | None = None, *, keeps_module: bool = False, is_bitcode: bool = False) -> None:
        if wishes is None:
            wishes = Wishes()
        self._lints = wishes.lints
        self._is_bitcode = is_bitcode
        self._keeps_module = keeps_module
        self._is_strict = wishes.is_severe
        self._checks_scope_domination = wishes.checks_scope_domination
        self._make_reporter: Callable[[Module], Reporter] | None = None
        self.diagnostics: list[Diagnostic] = []
        self.is_broken = False
        self.warning: Diagnostic | None = None
        """The warning that debug info was dropped, and why; None if it was kept."""
        self.drops_broken_debug_info = False
        """Whether debug info was dropped because it alone is broken, and not because of its version."""
        self.drops_access_tags = False
        """Whether a `!tbaa` of bitcode is broken, so that LLVM's reader removes all of them."""
        self.has_findings = False
        self.has_broken_debug_info = False
        """Whether the debug info alone is broken, whether or not it was dropped."""

    def run(self, module: Module, make_reporter: Callable[[Module], Reporter] | None = None) -> None:
        """Verify a module and drop from it what LLVM drops on reading. Diagnostics are made only if a reporter is given."""
        self._make_reporter = make_reporter
        # Findings of an earlier run do not count: it may have treated warnings as errors.
        self.has_findings = False
        self.drops_access_tags = self._is_bitcode and settle_access_tags(
            module, lambda failures: self._report(module, failures, "warning")
        )
        settled = settle_debug_info(
            module,
            lambda failures: self._report(module, failures, None),
            checks_scope_domination=self._checks_scope_domination,
            unifies_types=self.unifies_types,
            keeps_module=self._keeps_module,
            only=self.only,
        )
        self.warning = settled.warning
        self.drops_broken_debug_info = settled.warning is not None and bool(settled.failures)
        self.is_broken = settled.is_broken
        self.has_broken_debug_info = bool(settled.failures) and not settled.is_broken
        if not settled.is_verified:
            # A rule that is still broken now is an error.
            remaining = verify(
                module, checks_scope_domination=self._checks_scope_domination, unifies_types=self.unifies_types, only=self.only
            )
            if self.leaves_out_dropped and any(failure.is_debug_info for failure in remaining):
                # LLVM has dropped the debug information, which is of another version, but not what other metadata names.
                copy = module.copy()
                drop_other_debug_info(copy)
                known = {failure.message for failure in verify(copy)}
                remaining = [failure for failure in remaining if not failure.is_debug_info or failure.message in known]
            self.is_broken = bool(remaining)
            self._report(module, remaining, "error")
        if self._lints and not self.is_broken:
            from pyllvm.verifier.lint import lint

            self._report(module, lint(module), "warning")
        if self._is_strict:
            self.is_broken = self.has_findings

    def _report(self, module: Module, failures: Sequence[Found], severity: Severity | None) -> None:
        """Report failures. Without a severity, failures in debug info alone are warnings, others are errors."""
        if not failures:
            return
        self.has_findings = True
        if self._make_reporter is None:
            return
        reporter = self._make_reporter(module)
        for failure in failures:
            own = severity or ("warning" if failure.is_debug_info else "error")
            self.diagnostics.append(reporter.diagnostic(failure, "error" if self._is_strict else own))
