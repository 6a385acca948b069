"""The options that several commands have, in the order in which their groups show them."""

from __future__ import annotations

from pyllvm.cli.option_values import DIAGNOSTICS_FORMS, DIAGNOSTICS_VARIABLE, Word
from pyllvm.cli.options import (
    DIAGNOSTICS_GROUP,
    LLVMS_GROUP,
    OLDER,
    OUTPUT,
    OUTPUT_GROUP,
    PARTS,
    RUN,
    SOURCE,
    VERSIONS_GROUP,
    LLVMOption,
    choice,
    flag,
    number,
    value,
    values,
    when,
)
from pyllvm.diagnostics.themes import AUTO, THEME_VARIABLE, THEMES
from pyllvm.notation import Any, Final
from pyllvm.terminal.streams import PAGER_VARIABLE
from pyllvm.versions import NEXT, OLDEST, range_text

# The rows of `tables.target_profiles`, which few commands load.
PROFILE_NAMES: Final = ("nvvm", "air", "aie", "qir", "spir", "klee", "amd")
# The choices of `migrations.loss`, which few commands load.
POINTEE_CHOICES: Final = ("views", "inferred", "exported")
PRODUCER_VARIABLE: Final = "PYLLVM_PRODUCER"
VERSION_VARIABLE: Final = "PYLLVM_LLVM_VERSION"
JOBS_VARIABLE: Final = "PYLLVM_JOBS"
PART_VARIABLE: Final = "PYLLVM_PART_BYTES"
VERBOSE_VARIABLE: Final = "PYLLVM_VERBOSE"


def _version(name: str, help: str) -> Any:
    versions = Word("N", suggestions=tuple(map(str, range(OLDEST, NEXT + 1))))
    return LLVMOption(name, help, versions, group=VERSIONS_GROUP, on=SOURCE)


class OutputOptions:
    """The options of every command that writes a file."""

    output: str | None = value("o", "filename", "Override output filename", group=OUTPUT_GROUP, on=OUTPUT)
    force: bool = flag("f", "Enable binary output on terminals", group=OUTPUT_GROUP, on=OUTPUT)


class TextOutputOptions(OutputOptions):
    """The same for a command that writes only text."""

    force: bool = flag("f", "For scripts; has no effect: text is printed to terminals as it is", group=OUTPUT_GROUP, on=OUTPUT)


class Options:
    """The options of every command."""

    llvm_version: str | None = _version(
        "llvm-version",
        f"LLVM version to emulate ({range_text()}; default=the version in the program's name, such as llvm-dis-19, or else "
        f"${VERSION_VARIABLE}, or else the input's version)",
    )
    color: str = when(
        "color", "Use colors in output (default=auto: on a terminal, unless NO_COLOR is set)", group=OUTPUT_GROUP, on=RUN
    )
    theme: str = choice(
        "theme",
        THEMES,
        f"Use colors for this background of the terminal (default=auto: ${THEME_VARIABLE}, or what the terminal says)",
        default=AUTO,
        group=OUTPUT_GROUP,
        on=RUN,
    )
    diagnostics_format: str | None = choice(
        "diagnostics-format",
        DIAGNOSTICS_FORMS,
        "Form of the diagnostics: text (drawn on a terminal; elsewhere LLVM's lines, then notes and help), "
        f"llvm (LLVM's lines alone), drawn, json, sarif or github (default=${DIAGNOSTICS_VARIABLE}, or else text)",
        default=None,
        group=DIAGNOSTICS_GROUP,
        on=RUN,
    )


class FileOptions(Options):
    """The options of every command that reads files, whatever is in them."""

    input_llvm_version: str | None = _version(
        "input-llvm-version",
        f"LLVM version to read the input as ({range_text()}; default=the version that the input names or contains)",
    )


class UnknownOptions:
    """The option of a command that reads bitcode which another compiler may have written."""

    allow_unknown_attributes: bool = flag(
        "allow-unknown-attributes",
        "Leave out attributes that pyllvm does not know, of every compiler, even if they may say how a value is passed",
        group=VERSIONS_GROUP,
        on=SOURCE,
    )


class UnknownBodiesOptions(UnknownOptions):
    """The same for a command that can leave out whole bodies."""

    allow_unknown: bool = flag(
        "allow-unknown",
        "Leave out bodies and initial values with something that pyllvm does not know, and print declarations and comments",
        group=VERSIONS_GROUP,
        on=SOURCE,
    )
    strict: bool = flag("strict", "Treat unknown records and blocks as errors", on=SOURCE)


class LossesOptions(FileOptions):
    """The options for the way to an older LLVM."""

    losses: str = choice(
        "losses",
        ("warn", "list", "error", "ignore"),
        "How to report constructs that an older LLVM, or pyllvm, does not know and a module can do without: warn (a "
        "summary, and what may change behavior), list, error or ignore (default=warn)",
        default="warn",
        group=VERSIONS_GROUP,
        on=OLDER,
    )
    target_profile: str | None = choice(
        "target-profile",
        PROFILE_NAMES,
        "Consumer to write for, which needs more than its LLVM version",
        default=None,
        group=VERSIONS_GROUP,
    )
    target_arch: str | None = value(
        "target-arch",
        "arch",
        "Processor to write for with --target-profile=nvvm, such as compute_100, which decides the LLVM version",
        group=VERSIONS_GROUP,
    )
    pointee_types: str = choice(
        "pointee-types",
        POINTEE_CHOICES,
        "Types of pointers up to LLVM 14: i8 in memory and signatures (views), or the types that most uses want (inferred; "
        "exported is the same) (default=views)",
        default="views",
        group=VERSIONS_GROUP,
        on=OLDER,
    )
    report_losses: str | None = value(
        "report-losses",
        "filename",
        "Write what an older LLVM, or pyllvm, does not know, with the places, as JSON",
        group=VERSIONS_GROUP,
        on=OLDER,
    )


class PagerOptions:
    """The option of a command whose output may be shown in a pager."""

    no_pager: bool = flag(
        "no-pager", f"Do not show output on a terminal with ${PAGER_VARIABLE}, $PAGER or less", group=OUTPUT_GROUP, on=RUN
    )


class WaysOptions:
    """The option that shows how inputs are worked on."""

    shows_ways: bool = flag(
        "verbose", "Say on standard error how each input was read, and why one was read again", group=DIAGNOSTICS_GROUP, on=RUN
    )


_JOBS_HELP: Final = (
    f"Work on N inputs at a time, each in its own process; 0 means one per processor (default=${JOBS_VARIABLE}, or else 1)"
)


class JobsOptions:
    """The option of a command that works on several inputs at a time."""

    jobs: int | None = number(["j", "jobs"], "N", _JOBS_HELP, on=RUN)


class CoresOptions:
    """The same for a command that also divides one large input."""

    jobs: int | None = number(
        ["j", "jobs"],
        "N",
        f"{_JOBS_HELP}. A large input of bitcode is worked on by one process per processor, up to N, unless N is 1",
        on=RUN,
    )


class BitcodeOptions:
    """The options of a command that writes bitcode."""

    producer: str | None = value(
        "producer",
        "string",
        "Producer to name in bitcode, in the identification block and the symbol table "
        f"(default=${PRODUCER_VARIABLE}, or else pyllvm with the LLVM version)",
        group=OUTPUT_GROUP,
        on=OUTPUT,
    )
    preserve_bitcode_order: bool = flag(
        "preserve-bc-uselistorder",
        "Preserve use-list order when writing LLVM bitcode (default=true)",
        default=True,
        hidden=True,
        group=LLVMS_GROUP,
        on=OUTPUT,
    )


class AssemblyOptions:
    """The option of a command that writes bitcode, or else text."""

    assembly: bool = flag("S", "Write output as LLVM assembly", group=OUTPUT_GROUP, on=OUTPUT)


class TextOrderOptions:
    """The option of a command that may write the order of uses into text."""

    preserve_text_order: bool = flag(
        "preserve-ll-uselistorder", "Preserve use-list order when writing LLVM assembly", hidden=True, group=LLVMS_GROUP
    )


class FixOptions:
    """The options of commands that correct texts."""

    files: list[str]
    fix: bool = flag("fix", "Correct the errors of a text in its file, as their help says", group=DIAGNOSTICS_GROUP, on=RUN)
    diff: bool = flag("diff", "With --fix: show the corrections, and write nothing", group=DIAGNOSTICS_GROUP, on=RUN)
    backup: bool = flag("backup", "With --fix: keep a copy of a corrected file as FILE.orig", group=DIAGNOSTICS_GROUP, on=RUN)
    fix_only: list[str] = values(
        "fix-only", "rule", "With --fix: correct only errors against this rule", group=DIAGNOSTICS_GROUP, on=RUN
    )


class DominationOptions:
    """The option for a rule of LLVM's verifier that is off by default."""

    scope_domination: bool = flag(
        "verify-noalias-scope-decl-dom",
        "Ensure that llvm.experimental.noalias.scope.decl for identical scopes are not dominating",
        hidden=True,
        group=LLVMS_GROUP,
        on=PARTS,
    )
