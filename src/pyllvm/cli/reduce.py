"""``pyllvm reduce``: makes the smallest module that is still interesting, as llvm-reduce does."""

from __future__ import annotations

import os

from pyllvm.cli.changed_module import OneModule, run_on_one_module
from pyllvm.cli.command import LLVMCommand
from pyllvm.cli.option_values import UsageError
from pyllvm.cli.program import main_of
from pyllvm.cli.requested_wishes import requested_input_version, requested_version
from pyllvm.cli.run import Run
from pyllvm.cli.tables.reduce import DEFAULT_OUTPUT, MANUAL, ReduceOptions
from pyllvm.diagnostics import Diagnostic, PyllvmError
from pyllvm.notation import TYPE_CHECKING, Final
from pyllvm.terminal import interrupts
from pyllvm.terminal.messages import write_standard_output

if TYPE_CHECKING:
    from pyllvm.ir.module import Module

_WANTED: Final = ("status", "signal", "stdout", "stderr", "slower")
_TESTS: Final = ("test", "run", "python")


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
    from pyllvm.cli.reduce_work import Work  # with rich, which draws the report

    folder = tempfile.mkdtemp(prefix="pyllvm-reduce-")

    def remove(number: int) -> None:
        shutil.rmtree(folder, ignore_errors=True)

    # Cleanups are called in the opposite order: the tests have ended then.
    interrupts.add_cleanup(remove)
    try:
        Work(run.tool, options, module, form, folder).run()
    finally:
        interrupts.remove_cleanup(remove)
        remove(0)


def _check_output(options: ReduceOptions) -> None:
    """Raise PyllvmError if the output cannot be written, before hours of work."""
    name = options.output or DEFAULT_OUTPUT
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


command = LLVMCommand(
    "reduce", ReduceOptions, reduce, "llvm reducer: makes the smallest module that still shows a fault", manual=MANUAL
)

main = main_of(command)

if __name__ == "__main__":
    main()
