"""Finds functions by lines of their source, as their debug information has them."""

from __future__ import annotations

from pyllvm.diagnostics import PyllvmError
from pyllvm.ir.function import Function
from pyllvm.ir.module import Module
from pyllvm.ir.source_code import Subprogram


def functions_at(module: Module, text: str) -> list[Function]:
    """The functions whose source has the line that "file:line" names; the file may lack the beginning of its path.

    Several functions may be made of the same lines, as C++'s templates. Raises PyllvmError if there is none.
    """
    file, _, digits = text.rpartition(":")
    if not file or not digits.isdecimal():
        raise PyllvmError(f"'{text}' is not a file and a line, such as shell.c:120")
    line = int(digits)
    described = [(function, function.subprogram) for function in module.functions if not function.is_declaration]
    of_file = [(function, one) for function, one in described if one is not None and _is_of_file(one, file)]
    if not of_file:
        has_some = any(one is not None for _, one in described)
        why = "" if has_some else ": the module has no debug information about functions"
        raise PyllvmError(f"no function is from a file '{file}'{why}")
    start = max([one.line for _, one in of_file if one.line <= line], default=0)
    nearest = [(function, one) for function, one in of_file if one.line == start]
    found = [function for function, one in nearest if _last_line(function, one) >= line]
    if not found:
        where = "".join(f"; '{function.name}' has lines {start} to {_last_line(function, one)}" for function, one in nearest[:1])
        raise PyllvmError(f"no function has line {line} of '{file}'{where}")
    return found


def _is_of_file(subprogram: Subprogram, file: str) -> bool:
    path = subprogram.path.replace("\\", "/")
    return path == file or path.endswith("/" + file)


def _last_line(function: Function, subprogram: Subprogram) -> int:
    """The last line that an instruction has which was not inlined from another function."""
    locations = [instruction.location for instruction in function.instructions]
    return max([subprogram.scope_line, *(one.line for one in locations if one is not None and one.inlined_at is None)])
