"""``--fix``: corrects the errors of texts in their files, or shows how."""

from __future__ import annotations

from pyllvm.cli.option_values import UsageError
from pyllvm.cli.run import Run
from pyllvm.cli.shared_options import FixOptions
from pyllvm.diagnostics import Diagnostic, PyllvmError
from pyllvm.reading.inputs import TEXT, is_bitcode
from pyllvm.terminal import streams
from pyllvm.terminal.files import write_output


def correct_files(run: Run, options: FixOptions) -> int | None:
    """Correct the texts among the inputs, if that is wished; the exit status if the command then has nothing more to do."""
    if not options.fix:
        if options.diff or options.backup or options.fix_only:
            raise UsageError("--diff, --backup and --fix-only are for --fix")
        return None
    try:
        differs = False
        for name in options.files:
            differs = _correct(run, name, options) or differs
        if not options.diff:
            return None
        status = int(differs)
    except PyllvmError as error:
        run.tool.report_error(error, name)
        status = 1
    run.tool.finish()
    return status


def _correct(run: Run, name: str, options: FixOptions) -> bool:
    """Correct a file, or show how; returns whether there is something to correct."""
    if name == "-":
        raise PyllvmError("--fix writes to the file, and standard input is none")
    opened = run.open(name)
    if opened.packing:
        raise PyllvmError("--fix does not write compressed files: unpack it first")
    if opened.member:
        raise PyllvmError("--fix does not write members of other files: take the text out first")
    data = opened.data
    if is_bitcode(data):
        return False
    from pyllvm.findings.syntax_help import corrected

    wishes = run.wishes
    made = corrected(data, name, wishes.version if wishes.input_version is None else wishes.input_version, options.fix_only)
    if made.data == data:
        return False
    if options.diff:
        from difflib import diff_bytes, unified_diff

        before, after = data.splitlines(keepends=True), made.data.splitlines(keepends=True)
        shown = name.encode("utf-8", "surrogateescape")
        streams.write(1, b"".join(diff_bytes(unified_diff, before, after, shown, shown)))
        return True
    if options.backup:
        write_output(f"{name}.orig", data, TEXT)
    write_output(name, made.data, TEXT)
    run.tool.report(Diagnostic("note", "one error corrected" if made.number == 1 else f"{made.number} errors corrected"), name)
    return True
