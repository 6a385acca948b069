"""``pyllvm verify``: reports where text and bitcode break the rules of the language."""

from __future__ import annotations

import gc
import sys
from itertools import repeat

from pyllvm import assembly, bitcode
from pyllvm.cli.command import LLVMCommand
from pyllvm.cli.fixing import correct_files
from pyllvm.cli.option_values import UsageError
from pyllvm.cli.program import main_of
from pyllvm.cli.reports import demangle_messages
from pyllvm.cli.requested_wishes import requested_producer
from pyllvm.cli.run import Run, refuse_one_output
from pyllvm.cli.tables.verify import MANUAL, NOT_READ, NOT_VALID, VALID, VerifyOptions
from pyllvm.diagnostics import Diagnostic, PyllvmError
from pyllvm.notation import TYPE_CHECKING, Final, final
from pyllvm.reading.inputs import BITCODE, TEXT, Source
from pyllvm.reading.verdicts import Verdict, verdict_of
from pyllvm.reading.wished_changes import give_layout, refuse_unknown_architecture
from pyllvm.terminal.files import OutputFile
from pyllvm.terminal.messages import write_error

if TYPE_CHECKING:
    from pyllvm.containers.modules import Inside
    from pyllvm.ir.module import Module
    from pyllvm.reading.check import Check


# In bytes of input. A module takes about a hundred times the memory of its bitcode.
_COLLECT_AFTER: Final = 1 << 20
# The only pass of opt that this command runs.
_PASS: Final = "verify"


def verify_files(options: VerifyOptions) -> int:
    """Run the command on each file in turn and return its exit status."""
    run = Run(command, options)
    tool = run.tool
    if options.demangle:
        demangle_messages(tool)
    options.files = run.inputs(options.files)
    fixed = correct_files(run, options)
    if fixed is not None:
        return fixed
    run.is_quiet = options.quiet
    verification = _Verification(run, options)
    status = run.each("verifying", options.files, options.jobs, verification.work)
    run.write_losses()
    if not options.quiet:
        _summarize(run)
        tool.finish()
    return status


@final
class _Verification:
    """One run over all files."""

    def __init__(self, run: Run, options: VerifyOptions) -> None:
        self._run: Final = run
        self._tool: Final = run.tool
        self._options: Final = options
        self._output: Final = _output_name(options)
        run.tool.writes_to_output = not self._output
        self._limit: Final[int] = options.max_errors or sys.maxsize
        # The errors in the file that is being verified.
        self._errors = 0
        self._bytes_read = 0
        # The same for members of a container, each of which is read when it is verified.
        self._bytes_verified = 0
        wishes = run.wishes
        wishes.warn = self._report
        # Bitcode is written of a whole module.
        wishes.is_whole = wishes.is_whole or bool(self._output)
        wishes.keeps_order = wishes.gives_layout = bool(self._output)
        wishes.bodies_in_order = True
        # As in opt.
        wishes.unifies_types = not options.keep_debug_types
        if not run.tool.is_llvm_only:
            wishes.max_errors = self._limit
        wishes.lints = options.lint
        wishes.is_severe = options.werror
        wishes.has_places = not options.quiet
        wishes.preserves_bitcode_order = options.preserve_bitcode_order
        wishes.checks_scope_domination = options.scope_domination
        wishes.opaque_pointers = options.opaque_pointers

    def work(self, name: str) -> int:
        """Verify the modules in a file, report their failures, and return the status."""
        if self._bytes_read >= _COLLECT_AFTER:
            # The memory of the earlier modules is freed before another is read: commands run without the garbage collector.
            self._bytes_read = 0
            gc.collect()
        self._errors = 0
        try:
            opened = self._run.open(name, says_open=True)
            self._bytes_read += len(opened.data)
            inside = opened.inside()
            if len(inside) > 1 and self._output:
                opened.only(inside, "to write it")
        except PyllvmError as fault:
            self._report_fault(fault, "<stdin>" if name == "-" else name)
            return NOT_READ
        if not inside:
            return self._source(Source(opened.data, opened.shown))
        return max(self._member(module, opened.label(module, inside)) for module in inside)

    def _member(self, module: Inside, name: str) -> int:
        """Verify a module in a container, and return the status."""
        if self._bytes_verified >= _COLLECT_AFTER:
            self._bytes_verified = 0
            # Only what is new is searched: everything would take longer for each member before.
            gc.collect(0)
        source = Source(module.read(), name)
        self._bytes_verified += len(source.data)
        return self._source(source)

    def _source(self, source: Source) -> int:
        """Verify the modules in bitcode, or the module in text, and return the status."""
        if source.is_text:
            self._tool.note_byte_order_mark(source.data, source.name)
        self._is_valid = True
        try:
            # `map` keeps no module while the next one is read.
            all(map(self._take, verdict_of(source, self._run.wishes), repeat(source.name)))
        except PyllvmError as fault:
            self._report_fault(fault, source.name)
            return NOT_READ
        except RecursionError:
            self._report(Diagnostic("error", "the input is nested too deeply"), source.name)
            return NOT_READ
        return VALID if self._is_valid else NOT_VALID

    def _take(self, verdict: Verdict, name: str) -> bool:
        """Report the findings in a module, and write it if it and those before it are valid. Returns True: the others follow."""
        if verdict.refusal is not None:
            for diagnostic in verdict.refusal.diagnostics:
                self._report(diagnostic, name)
        else:
            self._report_check(verdict.check, name)
        self._is_valid = self._is_valid and verdict.is_valid
        if self._is_valid and verdict.module is not None and self._output:
            self._write(verdict.module)
        return True

    def _report_fault(self, fault: PyllvmError, name: str) -> None:
        self._tool.explain(fault)
        for diagnostic in (*fault.warnings, *fault.diagnostics):
            self._report(diagnostic, name)
        self._tool.count_errors(len(fault.diagnostics))

    def _write(self, module: Module) -> None:
        """Write a valid module where the options say, as opt does."""
        options = self._options
        if options.strip_debug:
            from pyllvm.library.stripping import DEBUG, strip

            strip(module, [DEBUG])
        give_layout(module)
        refuse_unknown_architecture(module)
        # opt does not read them.
        module.summary = module.hash = None
        if options.text_output:
            data = assembly.print_module(module, preserve_use_list_order=options.preserve_text_order)
        else:
            producer = requested_producer(options.producer)
            data = bitcode.write_bitcode(module, self._run.wishes, producer=producer)
        # Opened only now: while there is a file to remove, a signal waits for code that is not compiled.
        with OutputFile(self._output, TEXT if options.text_output else BITCODE) as output:
            self._run.write_bitcode(output, [data], is_forced=options.force or options.text_output)

    def _report_check(self, check: Check, name: str) -> None:
        """Report the findings in a module."""
        if check.warning is not None and not check.drops_broken_debug_info:
            self._report(check.warning, name)
        for diagnostic in check.diagnostics:
            self._report(diagnostic, name)
        if self._tool.form == "text" and not self._options.quiet:
            # LLVM's opt ends with the same line.
            if check.is_broken and self._tool.is_drawn:
                self._tool.report(Diagnostic("error", "input module is broken!"), name)
            elif check.is_broken:
                write_error(f"{self._tool.program}: {name}: error: input module is broken!\n")
            elif check.warning is not None and check.drops_broken_debug_info:
                write_error(f"warning: {check.warning.message}\n")
            elif check.drops_access_tags:
                write_error(f"warning: ignoring all !tbaa in {name}\n")

    def _report(self, diagnostic: Diagnostic, name: str) -> None:
        if diagnostic.severity == "error":
            self._errors += 1
            self._run.errors += 1
        elif diagnostic.severity == "warning":
            self._run.warnings += 1
        if self._options.quiet or self._errors > self._limit:
            return
        if diagnostic.is_finding and self._tool.is_plain:
            from pyllvm.diagnostics.plain import finding_notes, finding_text

            ours = "" if self._tool.is_llvm_only else finding_notes(diagnostic, name)
            write_error(finding_text(diagnostic) + ours)
        else:
            self._tool.report(diagnostic, name)


def _summarize(run: Run) -> None:
    """Print the counts of the results, if there are many files and standard error is a terminal."""
    statuses = run.statuses
    if len(statuses) < 2 or not run.tool.is_drawn:
        return
    counts = [
        (statuses.count(status), words)
        for status, words in ((VALID, "valid"), (NOT_VALID, "not valid"), (NOT_READ, "not readable"))
    ]
    files = ", ".join(f"{count} {words}" for count, words in counts if count)
    sums = ((run.errors, "error"), (run.warnings, "warning"))
    findings = [f"{count} {word}{'' if count == 1 else 's'}" for count, word in sums if count]
    run.tool.write_line(f"{len(statuses)} files: {files}" + (f" ({', '.join(findings)})" if findings else ""))


def _output_name(options: VerifyOptions) -> str:
    """The file that a valid module is written to, "-" for standard output; empty if it is not written. UsageError if unclear."""
    for words in options.passes:
        for name in words.split(","):
            if name.strip() != _PASS:
                raise UsageError(f"unknown pass name '{name.strip()}': this command runs only '{_PASS}'")
    if options.disable_output:
        return ""
    is_for_opt = bool(options.passes) or options.is_verify
    name = options.output or ("-" if options.text_output or is_for_opt else "")
    refuse_one_output(options.files, name)
    return str(name)


command = LLVMCommand("verify", VerifyOptions, verify_files, "LLVM .ll and .bc verifier", manual=MANUAL)

main = main_of(command)

if __name__ == "__main__":
    main()
