"""The verifier run on a module as LLVM's tools run it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, final

from pyllvm.ir.debug_info.debug_info import CURRENT_VERSION, debug_info_version, strip_debug_info
from pyllvm.ir.module import Module
from pyllvm.reading.settle import settle_access_tags
from pyllvm.verifier import verify

if TYPE_CHECKING:
    from pyllvm.diagnostics import Diagnostic, Severity
    from pyllvm.findings.report import Reporter
    from pyllvm.findings.writer import Found


@final
class Check:
    """A look at a module: `run` it, and the rest says what was found.

    Debug information that is broken is no error as long as nothing else is: LLVM's tools warn, and go on without it. With
    `is_strict` (`--werror`) every finding is an error. `lints`: what LLVM accepts and is likely not meant is found, too.
    With `only_looks` the module stays as it is. `is_bitcode`: LLVM's reader of bitcode drops all `!tbaa` where one is broken.
    """

    checks_scope_domination = False
    """Whether to do what LLVM's -verify-noalias-scope-decl-dom asks for."""

    def __init__(
        self, *, lints: bool = False, is_strict: bool = False, only_looks: bool = False, is_bitcode: bool = False
    ) -> None:
        self._lints = lints
        self._is_bitcode = is_bitcode
        self._only_looks = only_looks
        self._is_strict = is_strict
        self._make_reporter: Callable[[Module], Reporter] | None = None
        self.diagnostics: list[Diagnostic] = []
        self.is_broken = False
        self.drops_debug_info = False
        """Broken debug information is all that is wrong: LLVM's tools take it out."""
        self.drops_access_tags = False
        """A `!tbaa` of bitcode is broken: LLVM's reader takes out all of them."""
        self.has_findings = False

    def run(self, module: Module, make_reporter: Callable[[Module], Reporter] | None = None) -> None:
        """Look at a module, and take broken debug information out of it. Only with a reporter are there diagnostics."""
        self._make_reporter = make_reporter
        # What an earlier run found, perhaps as errors because warnings are, decides nothing in this one.
        self.is_broken = self.drops_debug_info = self.drops_access_tags = self.has_findings = False
        if self._is_bitcode:
            self.drops_access_tags = settle_access_tags(module, lambda failures: self._tell(module, failures, "warning"))
        failures = verify(module, checks_scope_domination=self.checks_scope_domination)
        if failures:
            self._judge(module, failures)
        if self._lints and not self.is_broken:
            from pyllvm.verifier.lint import lint

            self._tell(module, lint(module), "warning")
        if self._is_strict:
            self.is_broken = self.has_findings

    def _judge(self, module: Module, failures: Sequence[Found]) -> None:
        # LLVM looks at debug information of its own version as it reads it, and only then is it dropped.
        is_dropped = debug_info_version(module) == CURRENT_VERSION
        self._tell(module, failures, None if is_dropped else "error")
        if not is_dropped or any(not failure.is_debug_info for failure in failures):
            self.is_broken = True
            return
        self.drops_debug_info = True
        if self._only_looks:
            return
        strip_debug_info(module)
        remaining = verify(module)
        if remaining:
            self.is_broken = True
            self._tell(module, remaining, "error")

    def _tell(self, module: Module, failures: Sequence[Found], severity: Severity | None) -> None:
        """Tell of failures; without a severity, those of debug information alone are warnings."""
        if not failures:
            return
        self.has_findings = True
        if self._make_reporter is None:
            return
        reporter = self._make_reporter(module)
        for failure in failures:
            own = severity or ("warning" if failure.is_debug_info else "error")
            self.diagnostics.append(reporter.diagnostic(failure, "error" if self._is_strict else own))
