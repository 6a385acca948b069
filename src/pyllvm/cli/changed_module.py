"""Reads the one module that a command changes, as LLVM's opt and llvm-extract read it, and writes what it becomes."""

from __future__ import annotations

from pyllvm import assembly
from pyllvm.bitcode import write_bitcode
from pyllvm.bitcode.reader.unknown import check_refused, is_newer
from pyllvm.cli.requested_wishes import requested_producer
from pyllvm.cli.run import Run
from pyllvm.diagnostics import Diagnostic, PyllvmError
from pyllvm.ir.types import Context
from pyllvm.migrations.on_reading.order import finish_lazy_reading
from pyllvm.notation import TYPE_CHECKING, Callable, Final, NoReturn, Sequence, final
from pyllvm.reading.failures import BROKEN, DoesNotFit, write_failures
from pyllvm.reading.inputs import BITCODE, TEXT, Source
from pyllvm.reading.settle import settle_bitcode, settle_debug_info
from pyllvm.reading.wished_changes import bring, give_layout, layout_of_target, producer_of, report_left_out, use_debug_intrinsics
from pyllvm.terminal.files import OutputFile
from pyllvm.terminal.long_work import LongWork
from pyllvm.terminal.messages import write_error
from pyllvm.terminal.whole_file import FOLLOWED

if TYPE_CHECKING:
    from pyllvm.cli.tables.changed_module import ModuleOptions
    from pyllvm.ir.global_values import GlobalValue
    from pyllvm.ir.module import Module
    from pyllvm.reading.settle import Settled
    from pyllvm.verifier import Failure


class Refused(Exception):
    """The command ends with an error that was printed."""


@final
class OneModule:
    """The input of a command, read when the object is created. PyllvmError if it cannot be read, Refused if it is broken.

    `purpose` ends the sentence of the error that one of several modules in a container must be named. With `lazy`, bodies in
    bitcode are read on first use; the command calls `settle` when it has read them.
    """

    def __init__(self, run: Run, name: str, purpose: str, *, lazy: bool = False) -> None:
        self._run: Final = run
        self._tool: Final = run.tool
        self._wishes: Final = run.wishes
        self._is_lazy: Final = lazy
        # Symbols that cannot be used; they may go.
        self._refused: Final[list[tuple[GlobalValue, PyllvmError]]] = []
        self._is_settled = False
        self._settled: Settled | None = None
        opened = run.open(name, says_open=True)
        self._source: Final = Source(opened.only(opened.inside(), purpose), name)
        self.is_text: Final = self._source.is_text
        """Whether the input is text."""
        self.module = self._text() if self.is_text else self._bitcode()

    @property
    def identifier(self) -> str:
        """The name of the input as LLVM's messages have it."""
        return self._source.identifier

    def read_whole(self) -> None:
        """Read bitcode again, as one part: a body that was read lazily raised NeedsWhole."""
        self.module = self._bitcode(is_whole=True)

    def _bitcode(self, *, is_whole: bool = False) -> Module:
        from pyllvm.bitcode.reader.read import ONLY
        from pyllvm.reading.ways import Plan, Way, read_upgraded, reading_of

        wishes = self._wishes
        wishes.keeps_order = True
        wishes.bodies_in_order = not self._is_lazy
        file = self._source.file
        reading = reading_of(self._source, wishes)
        reading.is_lazy = self._is_lazy
        if self._is_lazy:
            reading.refused = self._refused
        newer = None if is_whole else Plan(file, wishes).newer
        (module,) = read_upgraded(file, reading, Way(wishes, self._source.name), newer, ONLY)
        if wishes.gives_layout:
            give_layout(module)
        if wishes.version is not None and wishes.version > module.llvm_version:
            # LLVM upgrades what it reads, and reads all in the end; what an older one cannot hold may go before.
            module.is_read_lazily = False
            bring(module, wishes, self._source.name)
        return module

    def _text(self) -> Module:
        from pyllvm.reading.newer_text import module_of_text

        data, wishes = self._source.data, self._wishes
        self._source.note_byte_order_mark(wishes)
        self._is_settled = True
        context = Context()
        if wishes.unifies_types:
            context.types_by_identifier = {}

        def parse(version: int | None, is_trial: bool) -> Module:
            layout = layout_of_target(data, version) if wishes.gives_layout else None
            reading = assembly.TextReading(self.identifier, max_errors=1, data_layout=layout)
            return assembly.parse_text(
                data, reading, version, context=context, check=lambda module: self._settle(module, is_trial)
            )

        module = module_of_text(parse, data, self._source.name, wishes)
        if wishes.version is not None and wishes.version > module.llvm_version:
            bring(module, wishes, self._source.name)
        return module

    def warn(self, diagnostic: Diagnostic) -> None:
        """Report a diagnostic about the input."""
        self._tool.report(diagnostic, self._source.name)

    def settle(self, module: Module) -> None:
        """Drop what LLVM drops from bitcode after reading it; Refused if the module is broken. Text was settled by the parser."""
        if not self._is_settled:
            self._is_settled = True
            if self._is_lazy:
                finish_lazy_reading(module)
                self._mend(module)
            self._take(module, settle_bitcode(module, lambda failures: self._report_failures(module, failures)))

    def _mend(self, module: Module) -> None:
        """Drop what breaks rules in bodies of a newer LLVM than is known, now that the bodies have been read."""
        if not is_newer(module.producer):
            return
        from pyllvm.migrations.loss import left_out_error, left_out_warning
        from pyllvm.reading.unknown_forms import drop_unknown_forms

        before = len(module.left_out)
        drop_unknown_forms(module)
        left_out = module.left_out[before:]
        if not left_out:
            return
        report_left_out(module, self._wishes, left_out)
        if self._wishes.losses == "error":
            raise left_out_error(left_out)
        if self._wishes.losses != "ignore":
            self.warn(left_out_warning(left_out))

    def _settle(self, module: Module, is_trial: bool) -> None:
        """Settle a text; in a trial, a text that is not valid is read as another version."""

        def report(failures: Sequence[Failure]) -> None:
            if is_trial:
                raise DoesNotFit
            self._report_failures(module, failures)

        self._take(module, settle_debug_info(module, report))

    def _take(self, module: Module, settled: Settled) -> None:
        self._settled = settled
        if settled.is_broken:
            if self._tool.form == "text":
                write_error(BROKEN)
            else:
                self._tool.report(self._broken(settled.failures), self._source.name)
            raise Refused
        if settled.warning is not None:
            self._tool.report_from_context(settled.warning)

    def verify(self, module: Module) -> None:
        """Verify the module; Refused, with opt's messages, if it is broken."""
        if self._settled is None or not self._settled.is_verified or self._settled.failures:
            self.verify_made(module, "input module is broken!")

    def verify_made(self, module: Module, message: str = "the passes made a module that is not valid") -> None:
        """Verify what passes made of the module, as opt does; Refused, with a message, if it is broken."""
        from pyllvm.verifier import verify

        failures = verify(module)
        if failures:
            self._report_failures(module, failures)
            self._tool.report(self._broken(failures, message), self._source.name)
            raise Refused

    def _report_failures(self, module: Module, failures: Sequence[Failure]) -> None:
        if self._tool.form == "text":
            write_failures(module, failures)

    def _broken(self, failures: Sequence[Failure], message: str = "input module is broken!") -> Diagnostic:
        notes = [] if self._tool.form == "text" else [Diagnostic("note", failure.message) for failure in failures]
        return Diagnostic("error", message, notes=notes)

    def refuse(self, message: str, suggestion: str | None = None) -> NoReturn:
        """End the command with a message that LLVM prints after the program's name alone; `suggestion` was probably meant."""
        tool = self._tool
        diagnostic = Diagnostic("error", message, suggestion=suggestion)
        if tool.is_plain:
            from pyllvm.diagnostics.plain import help_text

            tool.write_line(f"{tool.program}: {message}")
            if not tool.is_llvm_only:
                write_error(help_text(diagnostic))
        else:
            tool.report(diagnostic)
        raise Refused

    def bring_down(self, module: Module) -> None:
        """Bring the changed module to the version that is asked for, if that is older or a target profile has demands."""
        if self._wishes.version is not None:
            bring(module, self._wishes, self._source.name)

    def write(self, module: Module, options: ModuleOptions, name: str, links: str = FOLLOWED) -> None:
        """Write a module to the file `name`, "-" for standard output. `links` is for `OutputFile`."""
        is_text = options.assembly
        if self._refused:
            check_refused(module, self._refused)
        # LLVM's tools of this kind neither read nor write them.
        module.summary = module.hash = None
        if not (options.write_debug_records if is_text else options.write_bitcode_debug_records):
            use_debug_intrinsics(module)
        if is_text:
            data = assembly.print_module(module, preserve_use_list_order=options.preserve_text_order)
        else:
            self._run.note_guessed_version(module, self._source.name)
            module.is_version_guessed = False
            requested = requested_producer(options.producer)
            producer = producer_of(self._wishes) if requested is None else requested
            self._wishes.preserves_bitcode_order = options.preserve_bitcode_order
            data = write_bitcode(module, self._wishes, producer=producer)
        # Opened only now: while there is a file to remove, a signal waits for code that is not compiled.
        try:
            output = OutputFile(name, TEXT if is_text else BITCODE, links)
        except PyllvmError as error:
            # The message names the output; the input has nothing to do with it.
            self._tool.report_error(error)
            raise Refused from None
        with output:
            self._run.write_bitcode(output, [data], is_forced=is_text or options.force)


def run_on_one_module(run: Run, name: str, verb: str, work: Callable[[Run], None]) -> int:
    """Call `work`, report its errors, and return the exit status.

    `verb` names the work on the terminal, such as "stripping"; it is empty if the work shows itself how far it is.
    """
    try:
        with LongWork(verb, [name]):
            work(run)
    except Refused:
        return 1
    except PyllvmError as error:
        run.tool.report_error(error, name)
        return 1
    finally:
        run.tool.finish()
    return 0
