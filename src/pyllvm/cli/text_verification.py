"""The verifier of ``pyllvm as``, run while a text is read, and its messages: first the same as from llvm-as, and then places."""

from __future__ import annotations

from pyllvm.assembly import TextReading
from pyllvm.cli.reports import Tool
from pyllvm.notation import TYPE_CHECKING, Final, Sequence, final
from pyllvm.reading.failures import BROKEN, NOT_CORRECT, DoesNotFit, write_failures
from pyllvm.reading.settle import settle_debug_info
from pyllvm.terminal.messages import write_error
from pyllvm.verifier import verify

if TYPE_CHECKING:
    from pyllvm.ir.module import Module
    from pyllvm.reading.inputs import Source
    from pyllvm.verifier import Failure
    from pyllvm.wishes import Wishes


@final
class TextVerification:
    """The verification of one text."""

    def __init__(self, tool: Tool, source: Source, wishes: Wishes) -> None:
        self._tool: Final = tool
        self._source: Final = source
        self._wishes: Final = wishes
        self.is_valid = True
        # The LLVM version that the text is read as, and whether it is read again as another one if the module is not valid.
        self._version: int | None = None
        self._is_trial = False

    def check(self, module: Module, version: int | None, is_trial: bool) -> None:
        """Verify a module. If only its debug information is broken, drop that and accept the module."""
        self._version = version
        self._is_trial = is_trial
        tool = self._tool
        settled = settle_debug_info(
            module, lambda failures: self._report(module, failures), checks_scope_domination=self._wishes.checks_scope_domination
        )
        if settled.is_broken:
            if tool.form == "text":
                write_error(BROKEN)
            self._note_places()
            self.is_valid = False
            return
        if settled.warning is not None:
            if not settled.failures:
                tool.report_from_context(settled.warning)
            elif tool.form == "text":
                write_error(f"warning: {settled.warning.message}\n")
        if not settled.is_verified:
            self._verify(module, bool(settled.failures))

    def _report(self, module: Module, failures: Sequence[Failure]) -> None:
        if self._is_trial:
            raise DoesNotFit
        if self._tool.is_plain:
            write_failures(module, failures)
        else:
            self._report_places()

    def _note_places(self) -> None:
        """After all of LLVM's own lines, print where the failures are."""
        if self._tool.is_plain and not self._tool.is_llvm_only:
            self._report_places()

    def _verify(self, module: Module, is_reported: bool) -> None:
        """Verify the module that the parser returns; `is_reported`: the report with locations already has all failures."""
        failures = verify(module, checks_scope_domination=self._wishes.checks_scope_domination)
        if not failures:
            return
        if self._is_trial:
            raise DoesNotFit
        self.is_valid = False
        tool = self._tool
        if tool.is_plain:
            tool.write_line(f"{tool.program}: {NOT_CORRECT}")
            write_failures(module, failures)
            self._note_places()
            return
        if not is_reported:
            self._report_places()
        if tool.form == "text":
            tool.write_line(f"{tool.program}: {NOT_CORRECT}")

    def _report_places(self) -> None:
        from pyllvm.reading.check import Check
        from pyllvm.reading.second_reading import report_text

        tool = self._tool
        check = Check(self._wishes)
        reading = TextReading(self._source.identifier, self._wishes)
        report_text(self._source.data, reading, self._version, check)
        if not tool.is_plain:
            for diagnostic in check.diagnostics:
                tool.report(diagnostic, reading.name)
            return
        from pyllvm.diagnostics.plain import finding_notes

        for position, diagnostic in enumerate(check.diagnostics, 1):
            write_error(finding_notes(diagnostic, reading.name, position))
