"""The options and the manual of ``pyllvm verify``."""

from __future__ import annotations

from pyllvm.cli.command import Manual
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
)
from pyllvm.notation import Final, final

VALID: Final = 0
NOT_VALID: Final = 1
NOT_READ: Final = 2
"""The exit statuses. For several files, the highest status counts."""


_CHANGES_NOTHING: Final = "this command writes a module as it is"
_REFUSED: Final = {
    **dict.fromkeys(("O0", "O1", "O2", "O3", "Os", "Oz", "verify-each"), "this command runs no pass but the verifier"),
    **dict.fromkeys(("data-layout", "mtriple", "strip-named-metadata"), _CHANGES_NOTHING),
    **dict.fromkeys(("module-hash", "module-summary", "thinlto-bc"), _CHANGES_NOTHING),
    "disable-verify": "this command does nothing but verify",
}
"""Options of opt, with the reason why this command does not have them."""

MANUAL: Final = Manual(
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
    refused=_REFUSED,
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
