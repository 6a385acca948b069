"""The options and the manual of ``pyllvm reduce``."""

from __future__ import annotations

from pyllvm.cli.command import Manual
from pyllvm.cli.options import LLVMS_GROUP, choice, flag, number, one_input, value, values
from pyllvm.cli.shared_options import LossesOptions, UnknownOptions
from pyllvm.notation import Final, final

MANUAL: Final = Manual(
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

DEFAULT_OUTPUT: Final = "reduced.ll"


@final
class ReduceOptions(LossesOptions, UnknownOptions):
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
    keep: list[str] = values("keep", "name", "Function that keeps a body, which may become smaller, its parameters and its name")
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
