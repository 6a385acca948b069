"""``pyllvm verify``: reports where text and bitcode break the rules of the language."""

from __future__ import annotations

import gc
import sys

from pyllvm.cli.command import LLVMCommand, Manual
from pyllvm.cli.conversion import Conversion
from pyllvm.cli.inputs import Input
from pyllvm.cli.option_values import UsageError
from pyllvm.cli.options import (
    DIAGNOSTICS_GROUP,
    LLVMS_GROUP,
    OUTPUT,
    OUTPUT_GROUP,
    RUN,
    SOURCE,
    alias,
    flag,
    inputs,
    number,
    value,
    values,
)
from pyllvm.cli.outcomes import (
    Outcome,
    load_text_and_bitcode,
    outcome_of,
    outcomes,
    refuse_one_output,
    requested_cores,
    requested_jobs,
)
from pyllvm.cli.program import run
from pyllvm.cli.shared_options import (
    BitcodeOptions,
    CoresOptions,
    DominationOptions,
    FixOptions,
    LossesOptions,
    OutputOptions,
    TextOrderOptions,
    UnknownOptions,
    WaysOptions,
    may_be_newer,
    wants_fixes,
    wishes_of,
)
from pyllvm.cli.target_layout import give_layout, layout_of_target
from pyllvm.cli.tool import Tool, can_demangle, demangle_messages, tool_of
from pyllvm.cli.version_options import requested_producer
from pyllvm.cli.ways import requested_ways
from pyllvm.diagnostics import Diagnostic, PyllvmError
from pyllvm.notation import TYPE_CHECKING, Callable, Final, NoReturn, final
from pyllvm.reading.inputs import BITCODE, TEXT, is_bitcode
from pyllvm.terminal.files import TERMINAL_WARNING, OutputFile
from pyllvm.terminal.messages import write_error

if TYPE_CHECKING:
    from pyllvm.bitcode import Reading
    from pyllvm.bitcode.reader.read import ModulesInTurn
    from pyllvm.containers.modules import Inside
    from pyllvm.findings.check import Check
    from pyllvm.findings.report import BitPlaces
    from pyllvm.ir.module import Module
    from pyllvm.reading.failing import Failing

VALID: Final = 0
NOT_VALID: Final = 1
NOT_READ: Final = 2
"""The exit statuses. For several files, the highest status counts."""

# In bytes of input. A module takes about a hundred times the memory of its bitcode.
_COLLECT_AFTER: Final = 1_000_000
# From so many parts on, the memory matters that is saved if one process works on them in turn.
_LEAST_IN_PARTS: Final = 3
# The only pass of opt that this command runs.
_PASS: Final = "verify"
_CHANGES_NOTHING: Final = "this command writes a module as it is"
_REFUSED: Final = {
    **dict.fromkeys(("O0", "O1", "O2", "O3", "Os", "Oz", "verify-each"), "this command runs no pass but the verifier"),
    **dict.fromkeys(("data-layout", "mtriple", "strip-named-metadata"), _CHANGES_NOTHING),
    **dict.fromkeys(("module-hash", "module-summary", "thinlto-bc"), _CHANGES_NOTHING),
    "disable-verify": "this command does nothing but verify",
}
"""Options of opt, with the reason why this command does not have them."""


def verify_files(options: VerifyOptions) -> int:
    """Run the command on each file in turn and return its exit status."""
    tool = tool_of(command, options)
    options.demangle = options.demangle and can_demangle(tool)
    if options.demangle:
        demangle_messages(tool)
    verification = _Verification(tool, options)
    names: list[str] = options.files
    if wants_fixes(options):
        from pyllvm.cli.fixing import correct_files

        status = correct_files(tool, names, options, verification.text_version)
        if status is not None:
            return status
    jobs = requested_jobs(options.jobs, names)
    found: list[Outcome] = []
    for outcome in outcomes(
        "verifying",
        names,
        jobs,
        verification.file,
        tool,
        load=load_text_and_bitcode,
        is_quiet=options.quiet,
        failure_status=command.failure_status,
    ):
        verification.conversion.add_rows(outcome.losses)
        found.append(outcome)
    verification.conversion.finish()
    if not options.quiet:
        _summarize(found, tool)
        tool.finish()
    return max(outcome.status for outcome in found)


@final
class _Verification:
    """One run over all files."""

    def __init__(self, tool: Tool, options: VerifyOptions) -> None:
        self.conversion = Conversion(options, tool)
        self._tool = tool
        self._wishes = wishes = wishes_of(options)
        self.text_version = wishes.version if wishes.input_version is None else wishes.input_version
        self._version = wishes.version
        self._input_version = wishes.input_version
        self._may_be_newer = may_be_newer(options)
        self._processes = requested_cores(options.jobs, options.files)
        self._ways = requested_ways(options.shows_ways)
        self._output = _output_name(options)
        # Bitcode is written of a whole module.
        self._works_in_parts = not (self._output or command.needs_whole(options))
        self._is_quiet: bool = options.quiet
        self._lints: bool = options.lint
        self._is_strict: bool = options.werror
        self._opaque_pointers: bool = options.opaque_pointers
        self._scope_domination: bool = options.scope_domination
        # As in opt.
        self._unifies_types = not options.keep_debug_types
        self._limit: int = options.max_errors or sys.maxsize
        self._most_in_text = tool.most_errors(options.max_errors)
        # Counts of the file that is being verified.
        self._errors = 0
        self._warnings = 0
        self._bytes_read = 0
        # The same for members of a container, each of which is read when it is verified.
        self._bytes_verified = 0
        self._writes_text: bool = options.text_output
        self._strips_debug: bool = options.strip_debug
        self._forces_output: bool = options.force
        self._producer = requested_producer(options.producer)
        self._preserves_text_order: bool = options.preserve_text_order
        self._preserves_bitcode_order: bool = options.preserve_bitcode_order

    def file(self, name: str) -> Outcome:
        """Verify the modules in a file, and report their failures."""
        self._forget()
        self._errors = self._warnings = 0
        status = self._file(name)
        outcome = outcome_of(status, self._tool, self.conversion)
        outcome.errors, outcome.warnings = self._errors, self._warnings
        return outcome

    def _file(self, name: str) -> int:
        try:
            opened = Input(self._tool, name, says_open=True)
            self._bytes_read += len(opened.data)
            inside = opened.inside()
            if len(inside) > 1 and self._output:
                from pyllvm.reading.members import too_many

                raise too_many(opened.path, inside, "to write it")
        except PyllvmError as fault:
            self._report_fault(fault, "<stdin>" if name == "-" else name)
            return NOT_READ
        if not inside:
            return self._module(opened.data, opened.shown)
        return max(self._member(module, opened.label(module, inside)) for module in inside)

    def _member(self, module: Inside, name: str) -> int:
        """Verify a module in a container, and return the status."""
        if self._bytes_verified >= _COLLECT_AFTER:
            self._bytes_verified = 0
            # Only what is new is searched: everything would take longer for each member before.
            gc.collect(0)
        content = module.read()
        self._bytes_verified += len(content)
        return self._module(content, name)

    def _module(self, data: bytes, name: str) -> int:
        """Verify the modules in bitcode, or that in text, and return the status."""
        try:
            is_valid = self._bitcode(data, name) if is_bitcode(data) else self._text(data, name)
        except PyllvmError as fault:
            self._report_fault(fault, name)
            return NOT_READ
        except RecursionError:
            self._report(Diagnostic("error", "the input is nested too deeply"), name)
            return NOT_READ
        return VALID if is_valid else NOT_VALID

    def _report_fault(self, fault: PyllvmError, name: str) -> None:
        self._tool.explain(fault)
        for warning in fault.warnings:
            self._report(warning, name)
        for diagnostic in fault.diagnostics:
            self._report(diagnostic, name)
        self._tool.count_errors(len(fault.diagnostics))

    def _forget(self) -> None:
        """Free the memory of the earlier modules before another is read: commands run without the garbage collector."""
        if self._bytes_read >= _COLLECT_AFTER:
            self._bytes_read = 0
            gc.collect()

    def _text(self, data: bytes, name: str) -> bool:
        self._tool.note_byte_order_mark(data, name)
        # Imported only now, so that a missing file is reported at once.
        from pyllvm.assembly import TextReading, parse_text

        version = self._version if self._input_version is None else self._input_version
        reading = TextReading(
            name,
            max_errors=self._most_in_text,
            data_layout=layout_of_target(data, version) if self._output else None,
            opaque_pointers=self._opaque_pointers,
            unifies_types=self._unifies_types,
        )
        check = self._new_check(is_bitcode=False)
        is_brought = self._version is not None and self._input_version is not None and self._version != self._input_version
        try:
            module = parse_text(data, reading, version, check=None if is_brought else check.run)
        except PyllvmError as error:
            from pyllvm.reading.newer_text import newer_text_note, reading_version

            newer = None if version is None or not self._may_be_newer else reading_version(data, version)
            if version is None or newer is None:
                raise
            self._report(newer_text_note(error, version, newer), name)
            version = newer
            is_brought = True
            module = parse_text(data, reading, version)
        if is_brought:
            self._bring(module, lambda diagnostic: self._report(diagnostic, name))
            check.run(module)
        if check.has_findings and not self._is_quiet:
            from pyllvm.findings.second_reading import report_text

            report_text(data, reading, version, check, self._prepare if is_brought else None)
        is_valid = self._report_check(check, name)
        if is_valid:
            self._write(module)
        return is_valid

    def _bitcode(self, data: bytes, name: str) -> bool:
        from pyllvm.bitcode import BitcodeFile, Reading

        def warn(diagnostic: Diagnostic) -> None:
            self._report(diagnostic, name)

        file = BitcodeFile(data)
        reading = Reading(name, self._wishes, warn)
        has_findings = False
        from pyllvm.reading.in_turn import PART  # not for text

        # A module of another version is brought to this one as a whole.
        is_own = self._version is None or file.version(self._version, self._input_version) == self._version
        if is_own and self._works_in_parts and (self._ways.part_bytes is not None or len(data) >= _LEAST_IN_PARTS * PART):
            from pyllvm.reading.in_processes import is_valid_in_parts

            is_valid_so = is_valid_in_parts(
                file, reading, self._processes, self._ways, checks_scope_domination=self._scope_domination
            )
            if is_valid_so:
                self._tool.write_way(self._ways, name)
                for warning in self._ways.taken_warnings():
                    warn(warning)
                return True
            has_findings = is_valid_so is not None and not self._is_quiet
        from pyllvm.bitcode.reader.read import ModulesInTurn

        modules = ModulesInTurn(file, reading)
        if has_findings and self._ways.failing is not None:
            is_valid_again = self._report_failing(modules, self._ways.failing, name)
            if is_valid_again is not None:
                return is_valid_again
        self._ways.note("whole with places" if has_findings else "whole")
        self._tool.write_way(self._ways, name)
        if self._output:
            # Nothing is written if one is malformed.
            for index in range(1, len(modules)):
                modules.read_again(index, {})
        is_valid = True
        for index in range(len(modules)):
            is_valid = self._module_of_bitcode(modules, index, reading, is_valid, has_findings)
        return is_valid

    def _new_check(self, *, is_bitcode: bool) -> Check:
        """A run of the verifier as the options ask for it."""
        from pyllvm.findings.check import Check

        check = Check(lints=self._lints, is_strict=self._is_strict, is_bitcode=is_bitcode)
        check.checks_scope_domination = self._scope_domination
        return check

    def _report_failing(self, modules: ModulesInTurn, failing: Failing, name: str) -> bool | None:
        """Report the failures of the only module from a reading of the functions that have them.

        Returns whether the module is valid all the same; None if that cannot be done.
        """
        from pyllvm.findings.failing_functions import report_failing

        count = len(failing.functions)
        others = ", and all for their numbers" if failing.needs_all else ""
        self._ways.note(f"{count} function{'' if count == 1 else 's'} with places{others}")
        check = self._new_check(is_bitcode=True)
        if not report_failing(modules, failing, check):
            return None
        self._tool.write_way(self._ways, name)
        return self._report_check(check, name)

    def _module_of_bitcode(
        self, modules: ModulesInTurn, index: int, reading: Reading, is_valid: bool, has_findings: bool
    ) -> bool:
        """Verify one of a file's modules, and write it if it and those before are valid; returns whether they are.

        If it `has_findings`, it is read with the places for their report at once, and not again.
        """
        name = reading.name
        warn = reading.warn
        assert warn is not None
        places: BitPlaces | None = {} if has_findings else None
        module = modules.read(index, places)
        check = self._new_check(is_bitcode=True)
        try:
            self._bring(module, warn)
        except PyllvmError as refusal:
            for diagnostic in refusal.diagnostics:
                self._report(diagnostic, name)
            return False
        if places is not None:
            from functools import partial

            from pyllvm.findings.report import Reporter

            check.run(module, partial(Reporter, bits=places))
        else:
            check.run(module)
        if check.has_findings and places is None and not self._is_quiet:
            from pyllvm.findings.second_reading import report_bitcode

            report_bitcode(modules, index, check, self._prepare)
        is_valid = self._report_check(check, name) and is_valid
        if is_valid:
            self._write(module)
        return is_valid

    def _write(self, module: Module) -> None:
        """Write a valid module where the options say, as opt does."""
        if not self._output:
            return
        from pyllvm.assembly import print_module
        from pyllvm.bitcode import write_bitcode

        if self._strips_debug:
            from pyllvm.library.stripping import DEBUG, strip

            strip(module, [DEBUG])
        give_layout(module)
        # opt does not read them.
        module.summary = module.hash = None
        # A NUL would end the name where the target is looked up.
        module.target_triple = module.target_triple.partition("\0")[0]
        if self._writes_text:
            data = print_module(module, preserve_use_list_order=self._preserves_text_order)
        else:
            data = write_bitcode(module, preserve_use_list_order=self._preserves_bitcode_order, producer=self._producer)
        # Opened only now: while there is a file to remove, a signal waits for code that is not compiled.
        output = OutputFile(self._output, TEXT if self._writes_text else BITCODE)
        try:
            if output.is_terminal() and not self._writes_text and not self._forces_output:
                write_error(TERMINAL_WARNING)
            else:
                output.write(data)
            output.keep()
        except BaseException:
            output.discard()
            raise

    def _bring(self, module: Module, warn: Callable[[Diagnostic], None]) -> None:
        """Bring a module to the version that is asked for. What it becomes is verified next."""
        if self._version is not None:
            self.conversion.bring(module, self._version, warn, verifies=False)
        if self._opaque_pointers:
            from pyllvm.cli.opaque_pointers import make_pointers_opaque

            make_pointers_opaque(module)

    def _prepare(self, module: Module) -> None:
        """Do the same on the second reading, which locates the findings; what is lost has been reported."""
        if self._version is not None:
            self.conversion.repeat(module, self._version)
        if self._opaque_pointers:
            from pyllvm.cli.opaque_pointers import make_pointers_opaque

            make_pointers_opaque(module)

    def _report_check(self, check: Check, name: str) -> bool:
        """Report the findings in a module; returns whether it is valid."""
        if check.warning is not None and not check.drops_broken_debug_info:
            self._report(check.warning, name)
        for diagnostic in check.diagnostics:
            self._report(diagnostic, name)
        if self._tool.form == "text" and not self._is_quiet:
            # LLVM's opt ends with the same line.
            if check.is_broken and self._tool.is_drawn:
                self._tool.report(Diagnostic("error", "input module is broken!"), name)
            elif check.is_broken:
                write_error(f"{self._tool.program}: {name}: error: input module is broken!\n")
            elif check.warning is not None and check.drops_broken_debug_info:
                write_error(f"warning: {check.warning.message}\n")
            elif check.drops_access_tags:
                write_error(f"warning: ignoring all !tbaa in {name}\n")
        return not check.is_broken

    def _report(self, diagnostic: Diagnostic, name: str) -> None:
        if diagnostic.severity == "error":
            self._errors += 1
        elif diagnostic.severity == "warning":
            self._warnings += 1
        if self._is_quiet or self._errors > self._limit:
            return
        if diagnostic.is_finding and self._tool.is_plain:
            from pyllvm.diagnostics.plain import finding_text

            write_error(finding_text(diagnostic, name, is_llvm_only=self._tool.is_llvm_only))
        else:
            self._tool.report(diagnostic, name)


def _summarize(found: list[Outcome], tool: Tool) -> None:
    """Print the counts of the results, if there are many files and standard error is a terminal."""
    if len(found) < 2 or not tool.is_drawn:
        return
    statuses = [outcome.status for outcome in found]
    counts = [
        (statuses.count(status), words)
        for status, words in ((VALID, "valid"), (NOT_VALID, "not valid"), (NOT_READ, "not readable"))
    ]
    files = ", ".join(f"{count} {words}" for count, words in counts if count)
    sums = ((sum(outcome.errors for outcome in found), "error"), (sum(outcome.warnings for outcome in found), "warning"))
    findings = [f"{count} {word}{'' if count == 1 else 's'}" for count, word in sums if count]
    tool.write_line(f"{len(found)} files: {files}" + (f" ({', '.join(findings)})" if findings else ""))


def _output_name(options: VerifyOptions) -> str:
    """The file that a valid module is written to, "-" for standard output; empty if it is not written. UsageError if unclear."""
    passes: list[str] = [name.strip() for words in options.passes for name in words.split(",")]
    for name in passes:
        if name != _PASS:
            raise UsageError(f"unknown pass name '{name}': this command runs only '{_PASS}'")
    if options.disable_output:
        return ""
    is_for_opt = bool(passes) or options.is_verify
    name = options.output or ("-" if options.text_output or is_for_opt else "")
    refuse_one_output(options.files, name)
    return str(name)


_MANUAL: Final = Manual(
    description=(
        "Checks LLVM text and bitcode against every rule of the language that the verifier of the chosen LLVM version knows, and "
        "reports all violations in LLVM's words with their locations: line and column of text; function, block and "
        "instruction of bitcode. Without a file, or for -, it reads standard input. It checks every module in an archive, an "
        "object with bitcode inside, or another container; 'lib.a(x.o)' names a member, and 'all.bc(1)' the second module."
        "\n\n"
        "Findings go to standard error. In a pipe each message and the lines under it are as LLVM's opt prints them, and "
        "lines with the locations follow. On a terminal the report shows the source text, marks the operand at fault, and adds "
        "related locations and hints. If only the debug information is broken, that is a warning: LLVM's tools drop it and go on."
        "\n\n"
        "Text that has syntax errors, or breaks a rule that LLVM's parser checks, cannot be read: all its errors are "
        "reported, and the exit status is 2."
    ),
    examples=[
        ("pyllvm-verify module.ll", "report all violations, with line and column"),
        ("pyllvm-verify build/*.bc", "check many files in one process; print nothing if all are valid"),
        ("pyllvm-verify --lint --werror module.ll", "apply stricter rules than LLVM"),
        ("pyllvm-verify -q - < module.bc && echo valid", "only set the exit status"),
        ("pyllvm-verify --llvm-version 14 module.ll", "check by the rules of LLVM 14"),
        ("pyllvm-verify -passes=verify -S -o checked.ll module.bc", "check, and write the module on, as with opt"),
        ("pyllvm-verify --diagnostics-format=sarif *.ll 2> findings.sarif", "write the findings for other tools"),
    ],
    exit_statuses=(
        (VALID, "every module is valid, or has only warnings"),
        (NOT_VALID, "a module breaks a rule; standard error has the message"),
        (NOT_READ, "a file cannot be read, its text or bitcode is malformed, or the command line is wrong"),
    ),
    common=("llvm-version", "lint", "werror", "q", "max-errors", "diagnostics-format", "j"),
)


@final
class VerifyOptions(
    FixOptions,
    OutputOptions,
    LossesOptions,
    UnknownOptions,
    WaysOptions,
    CoresOptions,
    BitcodeOptions,
    DominationOptions,
    TextOrderOptions,
):
    """The options of the command."""

    demangle: bool = flag(
        ["demangle", "C"], "Show C++ and Rust names as in the source, in messages (-C; needs 'pyllvm[demangle]')", on=RUN
    )
    lint: bool = flag("lint", "Also warn about code that LLVM accepts but that is probably a mistake")
    werror: bool = flag("werror", "Treat warnings as errors", on=RUN)
    quiet: bool = flag("q", "Print nothing; only set the exit status", group=DIAGNOSTICS_GROUP, on=RUN)
    max_errors: int = number(
        "max-errors",
        "N",
        "Show the first N errors of a file; 0 shows all (default=0)",
        default=0,
        group=DIAGNOSTICS_GROUP,
        on=RUN,
    )
    output: str | None = value("o", "filename", "Write a valid module to this file, as opt does", group=OUTPUT_GROUP, on=OUTPUT)
    text_output: bool = flag("S", "Write the module as text; without -o, to standard output", group=OUTPUT_GROUP, on=OUTPUT)
    passes: list[str] = values(
        "passes",
        "pass",
        "Pass to run, as for opt: only 'verify'. The module then goes to standard output if no -o is given",
        hidden=True,
        group=LLVMS_GROUP,
        on=OUTPUT,
    )
    p: list[str] = alias("passes", values("p", "pass", "Alias for --passes", hidden=True, group=LLVMS_GROUP, on=OUTPUT))
    is_verify: bool = flag("verify", "The same as --passes=verify", hidden=True, group=LLVMS_GROUP, on=OUTPUT)
    disable_output: bool = flag("disable-output", "Write no module", hidden=True, group=LLVMS_GROUP, on=OUTPUT)
    strip_debug: bool = flag(
        "strip-debug", "Write the module without debug information, as opt does", hidden=True, group=LLVMS_GROUP, on=OUTPUT
    )
    opaque_pointers: bool = flag("opaque-pointers", "Use opaque pointers", hidden=True, group=LLVMS_GROUP)
    keep_debug_types: bool = flag(
        "disable-debug-info-type-map", "Don't use a uniquing type map for debug info", hidden=True, group=LLVMS_GROUP, on=SOURCE
    )
    files: list[str] = inputs("input .ll or .bc file")


command = LLVMCommand(
    "verify",
    VerifyOptions,
    verify_files,
    "LLVM .ll and .bc verifier",
    manual=_MANUAL,
    refused=_REFUSED,
)


def main() -> NoReturn:
    """``pyllvm-verify``: the whole process."""
    run(command)


if __name__ == "__main__":
    main()
