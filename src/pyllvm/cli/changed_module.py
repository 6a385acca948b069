"""Reads the one module that a command changes, as LLVM's opt and llvm-extract read it, and writes what it becomes."""

from __future__ import annotations

from pyllvm.cli.conversion import Conversion
from pyllvm.cli.inputs import Input
from pyllvm.cli.options import LLVMS_GROUP, WHOLE, flag
from pyllvm.cli.shared_options import (
    RECORDS_OF_BITCODE,
    RECORDS_OF_TEXT,
    AssemblyOptions,
    BitcodeOptions,
    LossesOptions,
    OutputOptions,
    RecordOptions,
    TextOrderOptions,
    UnknownOptions,
    may_be_newer,
    records_option,
    wishes_of,
)
from pyllvm.cli.target_layout import give_layout, layout_of_target
from pyllvm.cli.tool import Tool
from pyllvm.cli.version_options import requested_producer
from pyllvm.diagnostics import Diagnostic, PyllvmError
from pyllvm.ir.types import Context
from pyllvm.notation import TYPE_CHECKING, Callable, NoReturn, Sequence, final
from pyllvm.reading.inputs import BITCODE, TEXT, is_bitcode
from pyllvm.reading.unknown_forms import drop_unknown_forms, mend_when_read
from pyllvm.terminal.files import TERMINAL_WARNING, OutputFile
from pyllvm.terminal.long_work import LongWork
from pyllvm.terminal.messages import write_error

if TYPE_CHECKING:
    from pyllvm.ir.global_values import GlobalValue
    from pyllvm.ir.module import Module
    from pyllvm.reading.settle import Settled
    from pyllvm.verifier import Failure


class ChangedOptions(LossesOptions, UnknownOptions):
    """The options of every command with a `OneModule`: how it is read, and brought to another version."""


class ModuleOptions(OutputOptions, ChangedOptions, BitcodeOptions, AssemblyOptions, TextOrderOptions, RecordOptions):
    """The options of a command that writes the module itself."""

    write_debug_records: bool = records_option(RECORDS_OF_TEXT, on=WHOLE)
    write_bitcode_debug_records: bool = records_option(RECORDS_OF_BITCODE, on=WHOLE)


class DisablingOptions:
    """The options of opt that switch its output and its verifier off, for the commands that run passes."""

    disable_output: bool = flag("disable-output", "Write no module", hidden=True, group=LLVMS_GROUP)
    disable_verify: bool = flag("disable-verify", "Do not run the verifier on the input", hidden=True, group=LLVMS_GROUP)


class Refused(Exception):
    """The command ends with an error that was printed."""


@final
class OneModule:
    """The input of a command, read when the object is created. PyllvmError if it cannot be read, Refused if it is broken.

    `purpose` ends the sentence of the error that one of several modules in a container must be named. With `lazy`, bodies in
    bitcode are read on first use; the command calls `settle` when it has read them. With `unifies_types`, types of debug
    information with one identifier are one node, as in opt. With `gives_layout`, a module with a target and without a data
    layout gets the layout of the target, as in opt.
    """

    def __init__(
        self,
        tool: Tool,
        name: str,
        options: ChangedOptions,
        purpose: str,
        *,
        lazy: bool = False,
        unifies_types: bool = False,
        gives_layout: bool = False,
    ) -> None:
        self._tool = tool
        self._name = name
        self._options = options
        self._is_lazy = lazy
        self._gives_layout = gives_layout
        self._context = Context()
        if unifies_types:
            self._context.types_by_identifier = {}
        self._conversion = Conversion(options, tool)
        self._wishes = wishes_of(options)
        self._wishes.keeps_order = True
        self._wishes.bodies_in_order = not lazy
        self._wishes.note_left_out = self._conversion.note_left_out
        self._version = self._wishes.version
        self._input_version = self._wishes.input_version
        # Symbols that cannot be used; they may go.
        self._refused: list[tuple[GlobalValue, PyllvmError]] = []
        self._is_settled = False
        self._settled: Settled | None = None
        opened = Input(tool, name, says_open=True)
        content = opened.only(opened.inside(), purpose)
        self.is_text = not is_bitcode(content)
        """Whether the input is text."""
        self.module = self._text(content) if self.is_text else self._bitcode(content)

    @property
    def identifier(self) -> str:
        """The name of the input as LLVM's messages have it."""
        return "<stdin>" if self._name == "-" else self._name

    def _bitcode(self, data: bytes) -> Module:
        from pyllvm.bitcode import BitcodeFile, Reading, read_modules

        reading = Reading(self.identifier, self._wishes, self.warn, context=self._context)
        reading.mend = drop_unknown_forms
        if self._is_lazy:
            reading.refused = self._refused
        (module,) = read_modules(BitcodeFile(data), reading, single=True, lazy=self._is_lazy)
        if self._gives_layout:
            give_layout(module)
        if self._version is not None and self._version > module.llvm_version:
            # LLVM upgrades what it reads, and reads all in the end; what an older one cannot hold may go before.
            module.is_read_lazily = False
            self._conversion.bring(module, self._version, self.warn)
        return module

    def _text(self, data: bytes) -> Module:
        from pyllvm.assembly import TextReading, parse_text

        self._tool.note_byte_order_mark(data, self._name)
        self._is_settled = True

        def parse(version: int | None, is_trial: bool) -> Module:
            check = self._settle_trial if is_trial else self._settle
            layout = layout_of_target(data, version) if self._gives_layout else None
            reading = TextReading(self.identifier, max_errors=1, data_layout=layout)
            return parse_text(data, reading, version, context=self._context, check=check)

        version = self._version
        if version is None or self._input_version is not None:
            module = parse(version if self._input_version is None else self._input_version, False)
        else:
            # Imported only here: most texts are read as the version that they name.
            from pyllvm.reading.newer_text import parse_and_note

            module = parse_and_note(parse, data, version, self.warn if may_be_newer(self._options) else None)
        if version is not None and version > module.llvm_version:
            self._conversion.bring(module, version, self.warn)
        return module

    def warn(self, diagnostic: Diagnostic) -> None:
        """Report a diagnostic about the input."""
        self._tool.report(diagnostic, self._name)

    def settle(self, module: Module) -> None:
        """Drop what LLVM drops from bitcode after reading it; Refused if the module is broken. Text was settled by the parser."""
        if not self._is_settled:
            from pyllvm.reading.settle import settle_bitcode

            self._is_settled = True
            if self._is_lazy:
                from pyllvm.migrations.on_reading.order import finish_lazy_reading

                finish_lazy_reading(module)
                self._mend(module)
            self._take(module, settle_bitcode(module, lambda failures: self._report_failures(module, failures)))

    def _mend(self, module: Module) -> None:
        """Drop what breaks rules in bodies of a newer LLVM than is known, now that the bodies have been read."""
        before = len(module.left_out)
        if not mend_when_read(module):
            return
        from pyllvm.migrations.loss import left_out_error, left_out_warning

        left_out = module.left_out[before:]
        self._conversion.note_left_out(module, left_out)
        if self._options.losses == "error":
            raise left_out_error(left_out)
        if self._options.losses != "ignore":
            self.warn(left_out_warning(left_out))

    def _settle(self, module: Module) -> None:
        from pyllvm.reading.settle import settle_debug_info

        self._take(module, settle_debug_info(module, lambda failures: self._report_failures(module, failures)))

    def _settle_trial(self, module: Module) -> None:
        """The same for a text that is read as another version if it is not valid in this one."""
        from pyllvm.reading.newer_text import DoesNotFit
        from pyllvm.reading.settle import settle_debug_info

        def refuse(failures: Sequence[Failure]) -> None:
            raise DoesNotFit

        self._take(module, settle_debug_info(module, refuse))

    def _take(self, module: Module, settled: Settled) -> None:
        self._settled = settled
        if settled.is_broken:
            from pyllvm.cli.failures import BROKEN

            if self._tool.form == "text":
                write_error(BROKEN)
            else:
                self._tool.report(self._broken(settled.failures), self._name)
            raise Refused
        if settled.warning is not None:
            self._tool.report_from_context(settled.warning)

    def verify(self, module: Module) -> None:
        """Verify the module; Refused, with opt's messages, if it is broken."""
        if self._settled is not None and self._settled.is_verified and not self._settled.failures:
            return
        from pyllvm.verifier import verify

        failures = verify(module)
        if failures:
            self._report_failures(module, failures)
            self._tool.report(self._broken(failures), self._name)
            raise Refused

    def verify_made(self, module: Module) -> None:
        """Verify what passes made of the module, as opt does; Refused, with opt's messages, if it is broken."""
        from pyllvm.verifier import verify

        failures = verify(module)
        if failures:
            self._report_failures(module, failures)
            self._tool.report(self._broken(failures, "the passes made a module that is not valid"), self._name)
            raise Refused

    def _report_failures(self, module: Module, failures: Sequence[Failure]) -> None:
        if self._tool.form == "text":
            # Imported only here: most modules have no failures.
            from pyllvm.cli.failures import write_failures

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
        if self._version is not None:
            self._conversion.bring(module, self._version, self.warn)

    def write(self, module: Module, options: ModuleOptions, name: str, *, replaces_links: bool = False) -> None:
        """Write a module to the file `name`, "-" for standard output. `replaces_links` is for `OutputFile`."""
        is_text = options.assembly
        if self._refused:
            from pyllvm.bitcode.reader.unknown import check_refused

            check_refused(module, self._refused)
        # LLVM's tools of this kind neither read nor write them.
        module.summary = module.hash = None
        if not (options.write_debug_records if is_text else options.write_bitcode_debug_records):
            from pyllvm.cli.debug_intrinsics import call_debug_intrinsics

            call_debug_intrinsics(module)
        if is_text:
            from pyllvm.assembly import print_module

            data = print_module(module, preserve_use_list_order=options.preserve_text_order)
        else:
            data = self._bytes(module, options)
        # Opened only now: while there is a file to remove, a signal waits for code that is not compiled.
        try:
            output = OutputFile(name, TEXT if is_text else BITCODE, replaces_links=replaces_links)
        except PyllvmError as error:
            # The message names the output; the input has nothing to do with it.
            self._tool.report_error(error)
            raise Refused from None
        try:
            if output.is_terminal() and not is_text and not options.force:
                write_error(TERMINAL_WARNING)
            else:
                output.write(data)
            output.keep()
        except BaseException:
            output.discard()
            raise

    def _bytes(self, module: Module, options: ModuleOptions) -> bytes:
        from pyllvm.bitcode import write_bitcode

        if module.is_version_guessed:
            from pyllvm.cli.version_note import note_guessed_version

            note_guessed_version(self._tool, module.llvm_version, self._name)
            module.is_version_guessed = False
        producer = requested_producer(options.producer)
        return write_bitcode(
            module,
            preserve_use_list_order=options.preserve_bitcode_order,
            producer=self._conversion.producer if producer is None else producer,
        )

    def finish(self) -> None:
        """Write the report that `--report-losses` asks for."""
        self._conversion.finish()


def run_on_one_module(tool: Tool, name: str, verb: str, work: Callable[[], None]) -> int:
    """Call `work`, report its errors, and return the exit status.

    `verb` names the work on the terminal, such as "stripping"; it is empty if the work shows itself how far it is.
    """
    try:
        with LongWork(verb, 1, is_quiet=not verb) as long_work:
            long_work.begin(name)
            work()
    except Refused:
        return 1
    except PyllvmError as error:
        tool.report_error(error, name)
        return 1
    finally:
        tool.finish()
    return 0
