"""``pyllvm reduce``: makes the smallest module that is still interesting, as llvm-reduce does."""

from __future__ import annotations

import os

from pyllvm.cli.changed_module import ChangedOptions, OneModule, Refused, run_on_one_module
from pyllvm.cli.command import LLVMCommand, Manual
from pyllvm.cli.option_values import UsageError
from pyllvm.cli.options import LLVMS_GROUP, choice, flag, number, one_input, value, values
from pyllvm.cli.program import run
from pyllvm.cli.run import Run
from pyllvm.cli.tool import Tool
from pyllvm.cli.version_options import requested_input_version, requested_version
from pyllvm.diagnostics import Diagnostic, PyllvmError
from pyllvm.notation import TYPE_CHECKING, Callable, Final, Iterator, NoReturn, final
from pyllvm.reading.inputs import BITCODE, TEXT
from pyllvm.terminal import interrupts
from pyllvm.terminal.files import check_not_input, write_output
from pyllvm.terminal.messages import write_error, write_standard_output

if TYPE_CHECKING:
    from pyllvm.ir.module import Module
    from pyllvm.reduction.candidate import Candidate
    from pyllvm.reduction.interesting import CommandTest, Wanted
    from pyllvm.reduction.reducer import Plan, Reducer
    from pyllvm.reduction.scope import Pass

_WANTED: Final = ("status", "signal", "stdout", "stderr", "slower")
_TESTS: Final = ("test", "run", "python")
_DEFAULT_OUTPUT: Final = "reduced.ll"
_KINDS: Final = {"ll": TEXT, "bc": BITCODE}


def reduce(options: ReduceOptions) -> int:
    """Run the command and return its exit status."""
    if options.print_passes:
        _print_passes()
        return 0
    _check(options)
    return run_on_one_module(Run(command, options), options.file, "", lambda run: _reduce(run, options))


def _print_passes() -> None:
    from pyllvm.reduction.passes.order import PASSES

    width = max(len(one.name) for one in PASSES)
    write_standard_output("".join([f"{one.name:{width}}  {one.description}\n" for one in PASSES]))


def _check(options: ReduceOptions) -> None:
    """Raise UsageError if options contradict each other, or if the test is missing."""
    given = [name for name in _TESTS if getattr(options, name)]
    if not given:
        raise UsageError("say what is interesting: with --test SCRIPT, --run COMMAND or --python FILE:FUNCTION")
    if len(given) > 1:
        raise UsageError(f"--{given[0]} and --{given[1]} cannot be used together")
    for name in (*_WANTED, "differs"):
        if getattr(options, name) is not None and not options.run:
            raise UsageError(f"--{name} is for --run")
    if options.arguments and not options.test:
        raise UsageError("--test-arg is for --test")
    if options.python and ":" not in options.python:
        raise UsageError("--python needs a file and the name of a function in it: check.py:interesting")
    if options.jobs is not None and options.jobs < 1:
        raise UsageError("-j needs a number of at least 1")
    if options.python and (options.jobs or 1) > 1:
        raise UsageError("-j is for tests that are commands")
    if options.allow_invalid and options.file == "-":
        raise UsageError("--allow-invalid needs a file: standard input cannot be read")
    if options.in_place and options.output:
        raise UsageError("--in-place writes to the input: -o cannot be used with it")


def _reduce(run: Run, options: ReduceOptions) -> None:
    import shutil
    import tempfile

    _check_output(options)
    module, is_text = _module(run, options)
    form = options.form or ("ll" if is_text else "bc")
    folder = tempfile.mkdtemp(prefix="pyllvm-reduce-")

    def remove(number: int) -> None:
        shutil.rmtree(folder, ignore_errors=True)

    # Cleanups are called in the opposite order: the tests have ended then.
    interrupts.add_cleanup(remove)
    try:
        _Work(run.tool, options, module, form, _test(options, form, folder)).run()
    finally:
        interrupts.remove_cleanup(remove)
        remove(0)


def _check_output(options: ReduceOptions) -> None:
    """Raise PyllvmError if the output cannot be written, before hours of work."""
    name = options.output or _DEFAULT_OUTPUT
    folder = os.path.dirname(name) or os.curdir
    if not os.path.isdir(folder):
        raise PyllvmError(f"-o: there is no folder '{folder}', or it may not be entered")
    if os.path.isdir(name):
        raise PyllvmError(f"-o: '{name}' is a folder")
    if not os.path.exists(name) and not os.access(folder, os.W_OK):
        raise PyllvmError(f"-o: no file can be written in '{folder}'")


def _module(run: Run, options: ReduceOptions) -> tuple[Module, bool]:
    """The module to reduce, in the version in which the test gets it, and whether the input is text."""
    if options.allow_invalid:
        from pyllvm.library.files import read

        def warn(diagnostic: Diagnostic) -> None:
            run.tool.report(diagnostic, options.file)

        module = read(
            options.file,
            llvm_version=requested_version(options.llvm_version),
            input_llvm_version=requested_input_version(options.input_llvm_version),
            losses=options.losses if options.losses != "list" else "warn",
            warn=warn,
        )
        return module, options.file.endswith(".ll")
    one = OneModule(run, options.file, "to reduce it")
    one.settle(one.module)
    one.bring_down(one.module)
    run.write_losses()
    return one.module, one.is_text


def _test(options: ReduceOptions, form: str, folder: str) -> CommandTest | Callable[[Module], bool]:
    """The test that the options describe."""
    from pyllvm.reduction.interesting import CommandTest, Wanted, script_command

    if options.python:
        return _function(options.python)
    seconds = float(options.timeout or 0)
    if options.test:
        _check_script(options.test)
        words = script_command(options.test, options.arguments)
        return CommandTest(words, Wanted(status=0), seconds=seconds, ending=f".{form}", folder=folder)
    other = options.differs or ""
    return CommandTest(options.run or "", _wanted(options), other=other, seconds=seconds, ending=f".{form}", folder=folder)


def _check_script(script: str) -> None:
    """Raise PyllvmError if the script of `--test` cannot be run."""
    import shutil

    if shutil.which(script) is not None:
        return
    if not os.path.isfile(script):
        raise PyllvmError(f"--test: there is no script '{script}'")
    if not os.access(script, os.X_OK):
        raise PyllvmError(f"--test: '{script}' is not executable: 'chmod +x {script}' makes it so")


def _wanted(options: ReduceOptions) -> Wanted:
    import re

    from pyllvm.reduction.interesting import ANY_SIGNAL, Wanted, signal_number

    for name in ("stdout", "stderr"):
        try:
            re.compile(getattr(options, name) or "")
        except re.error as error:
            raise UsageError(f"--{name}: '{getattr(options, name)}' is not a regular expression: {error}") from None
    word = options.signal or ""
    if word and word != ANY_SIGNAL:
        try:
            signal_number(word)
        except ValueError as error:
            raise UsageError(f"--signal: {error}") from None
    return Wanted(options.status, word, options.stdout or "", options.stderr or "", float(options.slower or 0))


def _function(words: str) -> Callable[[Module], bool]:
    """The function that `--python` names."""
    import importlib.util

    path, _, name = words.rpartition(":")
    spec = importlib.util.spec_from_file_location("pyllvm_reduce_test", path)
    if spec is None or spec.loader is None or not os.path.exists(path):
        raise PyllvmError(f"--python: there is no Python file '{path}'")
    loaded = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(loaded)
    except Exception as error:
        raise PyllvmError(f"--python: '{path}' cannot be loaded: {type(error).__name__}: {error}") from error
    found = getattr(loaded, name, None)
    if not callable(found):
        raise PyllvmError(f"--python: '{path}' has no function '{name}'")
    function: Callable[[Module], bool] = found
    return function


def _as_older(path: str) -> Iterator[Module]:
    """The text in a file as older versions read it, where it is valid; the newest first."""
    from pyllvm.library.files import read
    from pyllvm.verifier import verify
    from pyllvm.versions import NEWEST, OLDEST

    for version in range(NEWEST - 1, OLDEST - 1, -1):
        try:
            module = read(path, llvm_version=version, input_llvm_version=version)
        except PyllvmError:
            continue
        if not verify(module):
            yield module


class _Work:
    """One reduction, from its test to its report."""

    def __init__(
        self, tool: Tool, options: ReduceOptions, module: Module, form: str, test: CommandTest | Callable[[Module], bool]
    ) -> None:
        from pyllvm.cli.reduce_report import ReductionLine
        from pyllvm.reduction.interesting import CommandTest
        from pyllvm.reduction.reducer import Reducer
        from pyllvm.reduction.state import Memory

        self._tool = tool
        self._options = options
        self._form = form
        self._function = None if isinstance(test, CommandTest) else test
        self._command = test if isinstance(test, CommandTest) else None
        self._line = ReductionLine()
        self._output = options.file if options.in_place else options.output or _DEFAULT_OUTPUT
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
        from pyllvm.reduction.reducer import Limits, Plan
        from pyllvm.reduction.scope import Scope

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
        )

    def _passes(self) -> list[Pass]:
        from pyllvm.library.reducing import passes_named
        from pyllvm.reduction.passes.order import PASSES

        options = self._options
        chosen = [name.strip() for words in options.passes for name in words.split(",") if name.strip()]
        skipped = {name.strip() for words in options.skip for name in words.split(",") if name.strip()}
        passes_named(skipped)
        return [one for one in (passes_named(chosen) if chosen else PASSES) if one.name not in skipped]

    def run(self) -> None:
        """Reduce the module, write it, and print what was done."""
        from pyllvm.reduction.reducer import NotInteresting

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
        """Reduce the module. A text that names no version may be of an older one, which the test understands."""
        from pyllvm.reduction.interesting import CommandTest
        from pyllvm.reduction.reducer import NotInteresting, Reducer

        try:
            return self._reducer.run()
        except NotInteresting:
            options = self._options
            is_guessed = self._reducer.best.module.is_version_guessed and self._form == "ll" and options.file != "-"
            if self._command is None or self._command.is_not_found:
                raise
            if not is_guessed or options.llvm_version or options.input_llvm_version:
                raise
            for module in _as_older(options.file):
                # The output and the time of the first version mean nothing for the others.
                self._command = CommandTest.like(self._command)
                self._reducer = Reducer(module, self._is_interesting, self._plan(module), self._memory)
                try:
                    made = self._reducer.run()
                except NotInteresting:
                    continue
                version = f"LLVM {module.llvm_version}"
                self._tool.warn(f"the text does not name a version, and only as {version} it is interesting", options.file)
                return made
            raise

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
        from pyllvm.library.anonymizing import anonymize
        from pyllvm.reduction.candidate import candidate_of

        copy = module.copy()
        for warning in anonymize(copy, keep=self._options.keep, keep_library_names=True).warnings:
            self._tool.warn(warning, self._options.file)
        if self._is_interesting(candidate_of(copy, self._form)):
            return copy
        self._tool.warn("with other names the module is not interesting any more: it keeps its names", self._options.file)
        return module

    def _write(self, module: Module) -> None:
        from pyllvm.reduction.candidate import candidate_of

        form = self._form_of_output()
        write_output(self._output, candidate_of(module, form).data, _KINDS[form])

    def _form_of_output(self) -> str:
        if self._output == "-" or self._options.in_place:
            return self._form
        return "bc" if self._output.endswith(".bc") else "ll"

    def _report(self, *, is_interrupted: bool = False) -> None:
        from pyllvm.cli.reduce_report import report

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


_MANUAL: Final = Manual(
    description=(
        "Makes the smallest module for which a test still holds, such as a crash of a compiler. The test is a script, a command "
        "with what it has to do, or a Python function; it gets the module in the LLVM version that the module names, or in the "
        "one of --llvm-version. Functions, variables, blocks, instructions, operands, attributes, metadata and names go, or "
        "become simpler. A change is tried only if the module is valid after it."
        "\n\n"
        "A script is interested if its exit status is 0, as for llvm-reduce. A command of --run has to end by a signal, if no "
        "option says otherwise; {} in it is the file of the module. Verdicts are remembered, so that no module is tried twice. "
        "Ctrl-C ends the command, and the smallest module so far is written."
    ),
    examples=[
        ("pyllvm-reduce --test ./crashes.sh module.bc", "write reduced.ll, for which the script still ends with 0"),
        ("pyllvm-reduce --run 'opt-19 -passes=gvn -disable-output {}' --stderr 'Assertion .* failed' module.bc", "a message"),
        ("pyllvm-reduce --run 'llc-14 {} -o /dev/null' --signal SEGV -j 4 module.bc -o small.ll", "a signal; four at a time"),
        ("pyllvm-reduce --run 'lli-19 {}' --differs 'lli-22 {}' module.bc", "two commands that print different things"),
        ("pyllvm-reduce --python check.py:interesting module.bc", "a function that gets a pyllvm.Module"),
    ],
    common=("test", "run", "stderr", "signal", "o", "j", "timeout", "keep", "state"),
)


@final
class ReduceOptions(ChangedOptions):
    """The options of the command."""

    test: str | None = value(
        "test", "script", "Script that gets the module's file as its last argument: 0 is interesting", group=LLVMS_GROUP
    )
    arguments: list[str] = values("test-arg", "argument", "Argument for the script, before the file", group=LLVMS_GROUP)
    run: str | None = value("run", "command", "Command to run for each module; {} is the module's file")
    stdout: str | None = value("stdout", "regex", "With --run, what the command has to print")
    stderr: str | None = value("stderr", "regex", "With --run, what the command has to print on standard error")
    status: int | None = number("status", "N", "With --run, the exit status that the command has to have")
    signal: str | None = value("signal", "name", "With --run, the signal that has to end the command, such as SEGV, or any")
    slower: int | None = number("slower", "seconds", "With --run, the command has to run longer than that")
    differs: str | None = value("differs", "command", "With --run, another command that has to print or to end otherwise")
    python: str | None = value(
        "python", "file:function", "Function that gets a pyllvm.Module and returns whether it is interesting"
    )
    timeout: int | None = number(
        "timeout", "seconds", "End a try after that time (default=10 times the first try, and 5 seconds)"
    )
    max_seconds: int | None = number("max-seconds", "seconds", "End the reduction after that time")
    max_tries: int | None = number("max-tries", "N", "End the reduction after as many runs of the test")
    state: str | None = value("state", "filename", "Remember verdicts in a file, and go on where another run ended")
    keep: list[str] = values("keep", "name", "Function that keeps its body, its parameters and its name")
    keep_names: bool = flag("keep-names", "Keep the names of values, symbols and structs")
    anonymize: bool = flag("anonymize", "At the end, give everything other names, if the module is still interesting then")
    allow_invalid: bool = flag("allow-invalid", "Try modules that break rules as well, for faults of a verifier")
    form: str | None = choice("as", ("bc", "ll"), "Form in which the test gets modules (default=as the input)", default=None)
    quiet: bool = flag("quiet", "Print no table at the end")
    output: str | None = value(
        "o", "filename", "File for the smallest module: text, or bitcode if it ends with .bc", group=LLVMS_GROUP
    )
    in_place: bool = flag("in-place", "Write the smallest module to the input file", group=LLVMS_GROUP)
    jobs: int | None = number("j", "N", "Run as many tests at a time; the result is the same", group=LLVMS_GROUP)
    passes: list[str] = values("delta-passes", "names", "Make only these passes, separated by commas", group=LLVMS_GROUP)
    skip: list[str] = values("skip-delta-passes", "names", "Do not make these passes", group=LLVMS_GROUP)
    print_passes: bool = flag("print-delta-passes", "Print the names of the passes and what they do", group=LLVMS_GROUP)
    max_rounds: int | None = number("max-pass-iterations", "N", "Make all passes at most as many times", group=LLVMS_GROUP)
    file: str = one_input("input .ll or .bc file")


command = LLVMCommand(
    "reduce",
    ReduceOptions,
    reduce,
    "llvm reducer: makes the smallest module that still shows a fault",
    manual=_MANUAL,
)


def main() -> NoReturn:
    """``pyllvm-reduce``: the whole process."""
    run(command)


if __name__ == "__main__":
    main()
