"""How the commands bring modules to the version that is asked for, and report what the modules lost: `--losses` and its like."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, final

from pyllvm.cli.option_values import TEXT
from pyllvm.diagnostics import Diagnostic, PyllvmError
from pyllvm.terminal.files import write_output

if TYPE_CHECKING:
    from pyllvm.cli.shared_options import LossesOptions
    from pyllvm.cli.tool import Tool
    from pyllvm.ir.module import Module
    from pyllvm.migrations.loss import Loss
    from pyllvm.tables.target_profiles import TargetProfile


def _warnings(lost: list[Loss], version: int) -> list[Diagnostic]:
    from pyllvm.migrations.loss import loss_warnings

    return loss_warnings(lost, version)


def _summary(lost: list[Loss], version: int) -> list[Diagnostic]:
    from pyllvm.migrations.loss import loss_summary

    return loss_summary(lost, version)


@final
class Conversion:
    """The conversions of one run of a command, by its options. `finish` writes the report that `--report-losses` asks for."""

    def __init__(self, options: LossesOptions, tool: Tool, *, is_verbose: bool = False) -> None:
        self._losses: str = options.losses
        # In a pipe and with -v, and for programs, every kind of loss is a line.
        is_brief = self._losses == "warn" and tool.form == TEXT and tool.is_drawn and not is_verbose
        self._warnings_of = _summary if is_brief else _warnings
        self._pointee_types: str = options.pointee_types
        self._report: str | None = options.report_losses
        self._profile: TargetProfile | None = None
        if options.target_profile:
            from pyllvm.tables.target_profiles import TARGET_PROFILES_BY_NAME

            self._profile = TARGET_PROFILES_BY_NAME[options.target_profile]
        self._rows: list[dict[str, Any]] = []
        self._lost: list[Loss] = []

    def bring(
        self,
        module: Module,
        version: int,
        warn: Callable[[Diagnostic], None] | None,
        *,
        expand_constants: bool = False,
        is_whole: bool = True,
        verifies: bool = True,
    ) -> None:
        """Bring a module, in place, to LLVM `version`; `warn` receives what it lost, or without it `warnings` returns that.

        PyllvmError where that version cannot hold it, and where it lost anything under `--losses=error`. The other arguments
        are the same as for `convert`.
        """
        before = module.llvm_version
        profile = self._profile
        if version >= before and profile is None:
            if version > before or expand_constants:
                from pyllvm.reading.conversion import convert

                convert(module, version, expand_constants=expand_constants)
            return
        # Imported only here: few modules go down.
        from pyllvm.migrations.loss import Losses, loss_errors
        from pyllvm.reading.conversion import convert

        losses = Losses(keeps_places=self._report is not None, pointee_types=self._pointee_types)
        try:
            lost = convert(
                module,
                version,
                expand_constants=expand_constants,
                losses=losses,
                profile=profile,
                is_whole=is_whole,
                verifies=verifies,
            )
        finally:
            if self._report is not None:
                from pyllvm.reading.loss_report import loss_rows

                self._rows += loss_rows(module.identifier, before, version, losses.all)
        if self._losses == "error":
            errors = loss_errors(lost, version)
            if errors:
                raise PyllvmError(errors[0], errors[1:])
        elif self._losses != "ignore":
            if warn is None:
                self._lost += lost
                return
            for warning in self._warnings_of(lost, version):
                warn(warning)

    def note_left_out(self, module: Module, losses: list[Loss]) -> None:
        """Note what the reader of a module has left out because pyllvm does not know it. The reader has warned about it."""
        if self._report is not None:
            from pyllvm.reading.loss_report import loss_rows

            for loss in losses:
                loss.keep_place()
            self._rows += loss_rows(module.identifier, module.llvm_version, module.llvm_version, losses)

    def repeat(self, module: Module, version: int) -> None:
        """Bring another copy of a module that was brought before. Nothing is reported again."""
        from pyllvm.migrations.loss import Losses
        from pyllvm.reading.conversion import convert

        losses = Losses(pointee_types=self._pointee_types)
        convert(module, version, losses=losses, profile=self._profile, verifies=False)

    def begin_again(self) -> None:
        """Forget what modules lost: all of them are read, and brought to the version, once more."""
        self._rows.clear()
        self._lost.clear()

    def finish_module(self, module: Module) -> None:
        """Add what the consumer needs to a module of several that were not the whole, which the caller verifies next."""
        if self._profile is not None:
            from pyllvm.migrations.target_profile import finish_for

            finish_for(module, self._profile)

    @property
    def producer(self) -> str | None:
        """The text that the consumer needs in the identification block of bitcode; None if any will do."""
        return None if self._profile is None else self._profile.producer

    def warnings(self, version: int) -> list[Diagnostic]:
        """The losses in LLVM `version` of all modules that were brought without `warn`: a warning for each construct."""
        if not self._lost:
            return []
        lost, self._lost = self._lost, []
        return self._warnings_of(lost, version)

    def take_rows(self) -> list[dict[str, Any]]:
        """The rows of the report so far, which then has none."""
        rows, self._rows = self._rows, []
        return rows

    def add_rows(self, rows: list[dict[str, Any]]) -> None:
        """Add rows to the report, for example rows from another process."""
        self._rows += rows

    def finish(self) -> None:
        """Write the report, which is empty if nothing was lost."""
        if self._report is not None:
            import json

            text = json.dumps(self._rows, indent=2, ensure_ascii=False) + "\n"
            write_output(self._report, text.encode("utf-8", "surrogateescape"))
