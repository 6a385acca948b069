"""``--fix``: corrects the errors of texts in their files, or shows how."""

from __future__ import annotations

from difflib import diff_bytes, unified_diff

from pyllvm.cli.inputs import read_as_is
from pyllvm.cli.shared_options import FixOptions
from pyllvm.cli.tool import Tool
from pyllvm.diagnostics import Diagnostic, PyllvmError
from pyllvm.findings.fixing import corrected
from pyllvm.reading.inputs import TEXT, is_bitcode, plain
from pyllvm.terminal.files import write_output
from pyllvm.terminal.streams import write


def correct_files(tool: Tool, names: list[str], options: FixOptions, version: int | None) -> int | None:
    """Correct the texts among some files; the exit status if the command then has nothing more to do."""
    differs = False
    for name in names:
        try:
            differs = _correct(tool, name, options, version) or differs
        except PyllvmError as error:
            tool.report_error(error, name)
            return 1
    return int(differs) if options.diff else None


def _correct(tool: Tool, name: str, options: FixOptions, version: int | None) -> bool:
    """Correct a file, or show how; returns whether there is something to correct."""
    if name == "-":
        raise PyllvmError("--fix writes to the file, and standard input is none")
    data = read_as_is(name)
    if plain(data) != data:
        raise PyllvmError("--fix does not write compressed files: unpack it first")
    if is_bitcode(data):
        return False
    made = corrected(data, name, version, options.fix_only)
    if made.data == data:
        return False
    if options.diff:
        before, after = data.splitlines(keepends=True), made.data.splitlines(keepends=True)
        shown = name.encode("utf-8", "surrogateescape")
        write(1, b"".join(diff_bytes(unified_diff, before, after, shown, shown)))
        return True
    if options.backup:
        write_output(f"{name}.orig", data, TEXT)
    write_output(name, made.data, TEXT)
    tool.report(Diagnostic("note", "one error corrected" if made.number == 1 else f"{made.number} errors corrected"), name)
    return True
