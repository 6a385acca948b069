"""One reduction of ``pyllvm reduce``, from its test to its report."""

from __future__ import annotations

import re

from pyllvm.cli.changed_module import Refused
from pyllvm.cli.option_values import UsageError
from pyllvm.cli.reduce_report import ReductionLine, report
from pyllvm.cli.reports import Tool
from pyllvm.cli.tables.reduce import DEFAULT_OUTPUT, ReduceOptions
from pyllvm.diagnostics import Diagnostic, PyllvmError
from pyllvm.library.anonymizing import anonymize
from pyllvm.library.reducing import older_readings, passes_named
from pyllvm.notation import TYPE_CHECKING, Callable, Final, Iterator
from pyllvm.reading.inputs import BITCODE, TEXT
from pyllvm.reduction import interesting
from pyllvm.reduction.interesting import CommandTest, Memory, Wanted
from pyllvm.reduction.passes.order import PASSES
from pyllvm.reduction.reducer import Limits, NotInteresting, Plan, Reducer, candidate_of
from pyllvm.reduction.scope import Scope
from pyllvm.terminal import interrupts
from pyllvm.terminal.files import check_not_input, write_output
from pyllvm.terminal.messages import write_error

if TYPE_CHECKING:
    from pyllvm.ir.module import Module
    from pyllvm.reduction.reducer import Candidate
    from pyllvm.reduction.scope import Pass

_KINDS: Final = {"ll": TEXT, "bc": BITCODE}


class Work:
    """One reduction, from its test to its report."""

    def __init__(self, tool: Tool, options: ReduceOptions, module: Module, form: str, folder: str) -> None:
        test = _test(options, form, folder)
        self._tool = tool
        self._options = options
        self._form = form
        self._function = None if isinstance(test, CommandTest) else test
        self._command = test if isinstance(test, CommandTest) else None
        self._line = ReductionLine()
        # Whether the test gets the orders of uses, because it finds the module interesting only with them.
        self._has_use_lists = False
        self._output = options.file if options.in_place else options.output or DEFAULT_OUTPUT
        check_not_input(self._output, _KINDS[self._form_of_output()])
        description = options.python or (self._command.description if self._command else "")
        try:
            self._memory = Memory(options.state or "", description)
        except ValueError as error:
            raise PyllvmError(str(error)) from None
        except OSError as error:
            raise PyllvmError(f"{options.state}: {error.strerror}") from None
        self._reducer: Reducer = Reducer(module, self._is_interesting, self._plan(module), self._memory)

    def _is_interesting(self, candidate: Candidate) -> bool:
        if self._command is not None:
            return self._command(candidate.data)
        assert self._function is not None
        try:
            return bool(self._function(candidate.module.copy()))
        except Exception as error:
            raise PyllvmError(f"the function of --python raised {type(error).__name__}: {error}") from error

    def _plan(self, module: Module) -> Plan:
        options = self._options
        for name in options.keep:
            if name not in module.symbols:
                raise PyllvmError(f"--keep: the module has no symbol named '{name}'")
        command = self._command
        return Plan(
            self._form,
            Scope(frozenset(options.keep), options.keep_names),
            self._passes(),
            Limits(options.max_tries or 0, options.max_seconds or 0, options.max_rounds or 0),
            options.allow_invalid,
            options.jobs or 1,
            None if command is None else command.stop,
            None if command is None else lambda: command.output,
            self._accepted,
            self._line.show,
            self._has_use_lists,
        )

    def _passes(self) -> list[Pass]:
        options = self._options
        chosen = [name.strip() for words in options.passes for name in words.split(",") if name.strip()]
        skipped = {name.strip() for words in options.skip for name in words.split(",") if name.strip()}
        passes_named(skipped)
        return [one for one in (passes_named(chosen) if chosen else PASSES) if one.name not in skipped]

    def run(self) -> None:
        """Reduce the module, write it, and print what was done."""
        interrupts.add_cleanup(self._interrupted)
        try:
            module = self._run_as_some_version()
        except NotInteresting:
            message = "the test does not find the module itself interesting: there is nothing to reduce"
            hint = "--llvm-version N gives the test a module of LLVM N; without it, the module is of the version that it names"
            if self._command is not None and self._command.is_not_found:
                message = "the test cannot be run: the shell did not find a command, or may not run it"
                hint = f"the command is: {self._command.line_for(self._options.file)}"
            error = Diagnostic("error", message, notes=[Diagnostic("note", hint)])
            self._tool.report_error(PyllvmError(error), self._options.file)
            self._show_first_output()
            raise Refused from None
        finally:
            self._line.hide()
            interrupts.remove_cleanup(self._interrupted)
            self._memory.close()
        if self._options.anonymize:
            module = self._anonymized(module)
        self._write(module)
        self._report()
        if not any((module.functions, module.global_variables, module.aliases, module.ifuncs)):
            self._tool.warn("nothing is left: the test finds even an empty module interesting", self._output)

    def _run_as_some_version(self) -> Module:
        """Reduce the module. It may be interesting only with its orders of uses, or as of an older version, if it names none."""
        try:
            return self._reducer.run()
        except NotInteresting:
            if self._command is None or self._command.is_not_found:
                raise
            for module in self._other_readings():
                # The output and the time of the first try mean nothing for the others.
                self._command = CommandTest.like(self._command)
                self._reducer = Reducer(module, self._is_interesting, self._plan(module), self._memory)
                try:
                    made = self._reducer.run()
                except NotInteresting:
                    continue
                if not self._has_use_lists:
                    version = f"LLVM {module.llvm_version}"
                    self._tool.warn(
                        f"the text does not name a version, and only as {version} it is interesting", self._options.file
                    )
                return made
            raise

    def _other_readings(self) -> Iterator[Module]:
        """The module to be tried with the orders of uses, and then as what older versions read in the same text."""
        first = self._reducer.best.module
        self._has_use_lists = True
        yield first
        self._has_use_lists = False
        options = self._options
        is_guessed = first.is_version_guessed and self._form == "ll" and options.file != "-"
        if is_guessed and not options.llvm_version and not options.input_llvm_version:
            yield from older_readings(options.file)

    def _show_first_output(self) -> None:
        """Say what the command printed for the module itself."""
        if self._command is not None and self._command.output and not self._tool.is_llvm_only:
            lines = self._command.output.decode("utf-8", "replace").splitlines()[:10]
            write_error("".join([f"  {line}\n" for line in ["it printed:", *lines]]))

    def _accepted(self, candidate: Candidate) -> None:
        """A better module is written when the work ends; the line shows its size."""
        self._line.look()

    def _interrupted(self, number: int) -> None:
        """Write the best module so far before a signal ends the process."""
        self._line.hide()
        if self._command is not None:
            self._command.end()
        self._write(self._reducer.best.module)
        self._report(is_interrupted=True)

    def _anonymized(self, module: Module) -> Module:
        """The module with other names, if it is still interesting then."""
        copy = module.copy()
        for warning in anonymize(copy, keep=self._options.keep, keep_library_names=True).warnings:
            self._tool.warn(warning, self._options.file)
        if self._is_interesting(candidate_of(copy, self._form, self._has_use_lists)):
            return copy
        self._tool.warn("with other names the module is not interesting any more: it keeps its names", self._options.file)
        return module

    def _write(self, module: Module) -> None:
        form = self._form_of_output()
        write_output(self._output, candidate_of(module, form, self._has_use_lists).data, _KINDS[form])

    def _form_of_output(self) -> str:
        if self._output == "-" or self._options.in_place:
            return self._form
        return "bc" if self._output.endswith(".bc") else "ll"

    def _report(self, *, is_interrupted: bool = False) -> None:
        if self._options.quiet:
            return
        reproduce = None if self._command is None else self._command.line_for(self._output)
        reducer = self._reducer
        report(
            reducer.progress,
            self._output,
            reproduce,
            is_interrupted=is_interrupted,
            is_complete=reducer.is_complete,
            color=self._options.color,
        )


def _test(options: ReduceOptions, form: str, folder: str) -> CommandTest | Callable[[Module], bool]:
    """The test that the options describe."""
    if options.python:
        return interesting.function_named(options.python)
    seconds = float(options.timeout or 0)
    if options.test:
        interesting.check_script(options.test)
        words = interesting.script_command(options.test, options.arguments)
        return CommandTest(words, Wanted(status=0), seconds=seconds, ending=f".{form}", folder=folder)
    other = options.differs or ""
    return CommandTest(options.run or "", _wanted(options), other=other, seconds=seconds, ending=f".{form}", folder=folder)


def _wanted(options: ReduceOptions) -> Wanted:
    for name in ("stdout", "stderr"):
        try:
            re.compile(getattr(options, name) or "")
        except re.error as error:
            raise UsageError(f"--{name}: '{getattr(options, name)}' is not a regular expression: {error}") from None
    word = options.signal or ""
    if word and word != interesting.ANY_SIGNAL:
        try:
            interesting.signal_number(word)
        except ValueError as error:
            raise UsageError(f"--signal: {error}") from None
    return Wanted(options.status, word, options.stdout or "", options.stderr or "", float(options.slower or 0))
