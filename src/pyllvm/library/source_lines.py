"""Finds functions by lines of their source, as their debug information has them."""

from __future__ import annotations

from pyllvm.diagnostics import PyllvmError
from pyllvm.editing.code_extraction.region_debug_info import subprogram_of
from pyllvm.ir.function import Function
from pyllvm.ir.metadata import SpecializedNode
from pyllvm.ir.module import Module
from pyllvm.reading.source_traces import text_of_field


def functions_at(module: Module, text: str) -> list[Function]:
    """The functions whose source has the line that "file:line" names; the file may lack the beginning of its path.

    Several functions may be made of the same lines, as C++'s templates. Raises PyllvmError if there is none.
    """
    file, _, digits = text.rpartition(":")
    if not file or not digits.isdecimal():
        raise PyllvmError(f"'{text}' is not a file and a line, such as shell.c:120")
    line = int(digits)
    # Bitcode has the attachments of a function in its body.
    module.materialize()
    described = [(function, subprogram_of(function)) for function in module.functions if not function.is_declaration]
    of_file = [(function, node) for function, node in described if node is not None and _is_of_file(node, file)]
    if not of_file:
        has_some = any(node is not None for _, node in described)
        why = "" if has_some else ": the module has no debug information about functions"
        raise PyllvmError(f"no function is from a file '{file}'{why}")
    starts = [_number(node, "line") for _, node in of_file if _number(node, "line") <= line]
    start = max(starts, default=0)
    nearest = [(function, node) for function, node in of_file if _number(node, "line") == start]
    found = [function for function, node in nearest if _last_line(function, node) >= line]
    if not found:
        where = "".join(f"; '{one.name}' has lines {start} to {_last_line(one, node)}" for one, node in nearest[:1])
        raise PyllvmError(f"no function has line {line} of '{file}'{where}")
    return found


def _is_of_file(subprogram: SpecializedNode, file: str) -> bool:
    node = subprogram["file"]
    if not isinstance(node, SpecializedNode):
        return False
    path = "/".join(part for part in (text_of_field(node, "directory"), text_of_field(node, "filename")) if part)
    path = path.replace("\\", "/")
    return path == file or path.endswith("/" + file)


def _number(node: SpecializedNode, field: str) -> int:
    found = node[field]
    return found if isinstance(found, int) else 0


def _last_line(function: Function, subprogram: SpecializedNode) -> int:
    """The last line that an instruction has which was not inlined from another function."""
    last = _number(subprogram, "scopeLine")
    for block in function.blocks:
        for instruction in block.instructions:
            location = instruction.debug_location
            if isinstance(location, SpecializedNode) and location["inlinedAt"] is None:
                last = max(last, _number(location, "line"))
    return last
