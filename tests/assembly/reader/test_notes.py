"""Errors that say where a name was defined before; the plain form, which is LLVM's, does not show it."""

import pytest

from pyllvm import PyllvmError, parse_assembly
from pyllvm.diagnostics.plain import plain_text
from pyllvm.diagnostics.source import Span

BEFORE = "define void @before(i32 %y) {\n  %x = add i32 %y, 1\n  ret void\n}\n"
REDEFINITIONS = [
    ("@g = global i32 0\n@g = global i32 1\n", 2, 1),
    ("%t = type i32\n%t = type i8\n", 2, 1),
    ("define void @f() {\n  ret void\n}\ndefine void @f() {\n  ret void\n}\n", 4, 1),
    ("define i32 @f(i32 %x) {\n  %y = add i32 %x, 1\n  %y = add i32 %x, 2\n  ret i32 %y\n}\n", 3, 2),
    ("define i32 @f(i32 %x) {\n  %x = add i32 %x, 1\n  ret i32 %x\n}\n", 2, 1),
    (f"{BEFORE}define void @f() {{\n  %y = add i32 0, 1\n  %y = add i32 0, 2\n  ret void\n}}\n", 7, 6),
    (f"{BEFORE}define void @f() {{\n%y = add i32 0, 1\n%y = add i32 0, 2\n  ret void\n}}\n", 7, 6),
    (f"%y = type i32\n{BEFORE}%y = type i8\n", 6, 1),
]


@pytest.mark.parametrize(("text", "line", "earlier"), REDEFINITIONS)
def test_redefinition_names_the_first_definition(text: str, line: int, earlier: int) -> None:
    with pytest.raises(PyllvmError) as caught:
        parse_assembly(text)
    diagnostic = caught.value.diagnostic
    assert isinstance(diagnostic.where, Span)
    assert diagnostic.where.line == line
    (note,) = diagnostic.notes
    assert isinstance(note.where, Span)
    assert note.where.line == earlier
    assert "note" not in plain_text(diagnostic)
