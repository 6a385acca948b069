"""Function bodies to read: for the tests of the chapters of instructions."""

from __future__ import annotations

import pytest

from pyllvm.assembly.printer.single_values import text_of
from pyllvm.assembly.reader.parse import parse_assembly
from pyllvm.diagnostics import PyllvmError, Span
from pyllvm.ir.module import Module

HEADER = "define i32 @f(i32 %a, i32 %b, ptr %p, <4 x i32> %v, { i32, float } %s, float %x, ...) personality ptr @f {"
FOOTER = "}\ndeclare i32 @g(...)\ndeclare float @h(float)\ndeclare void @k()\nattributes #0 = { nounwind }\n"


def read_body(lines: str, version: int = 19) -> Module:
    """A module of one function with that body."""
    return parse_assembly(f"{HEADER}\n{lines}\n{FOOTER}".encode(), "test", version)


def read_instruction(text: str, version: int = 19) -> str:
    """The text of an instruction as it is printed after it was read."""
    module = read_body(text + "\n  ret i32 0" if not text.startswith("ret") else text, version)
    return text_of(next(iter(module.functions)).blocks[0].instructions[0]).strip()


def first_error(lines: str, version: int = 19) -> tuple[int, int, str]:
    """Line (1 is the first of the body), column and message of the first error in a body."""
    with pytest.raises(PyllvmError) as caught:
        read_body(lines, version)
    where = caught.value.diagnostic.where
    assert isinstance(where, Span)
    return where.line - 1, where.column, caught.value.diagnostic.message
