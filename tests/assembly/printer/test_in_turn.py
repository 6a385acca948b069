"""Text that grows with the functions that are read; `cli/test_parts` compares whole commands."""

from __future__ import annotations

import pytest

from pyllvm.assembly import parse_assembly, print_module
from pyllvm.assembly.printer.in_turn import TextInTurn
from pyllvm.separation import NotSeparable

TEXT = b"""
%0 = type { i8 }
%1 = type { i16 }
%last = type { i32 }

@g = global %0 zeroinitializer, !kind !0
@h = global i32 0 #0

define void @first() #1 {
  %1 = alloca %1, !kind !1
  call void @second() #2
  ret void
}

declare void @declared() #3

define void @second() {
  %1 = alloca %last, !kind !2
  ret void
}

attributes #0 = { "of" "variable" }
attributes #1 = { nounwind }
attributes #2 = { cold }
attributes #3 = { noinline }

!named = !{!3}
!0 = !{!"global"}
!1 = !{!"first"}
!2 = !{!"second", !1}
!3 = !{!"named"}
"""


def test_numbers_go_on_from_part_to_part() -> None:
    module = parse_assembly(TEXT, "m", 22)
    whole = print_module(module)
    for size in (1, 2, 3):
        text = TextInTurn(module)
        for begin in range(0, 3, size):
            text.print_functions(module.functions[begin : begin + size])
        assert b"".join(text.finish()) == whole


def test_a_struct_without_a_number_when_it_is_printed() -> None:
    """The type of @f, which its own declaration shows last, is part of an initializer."""
    text = b"""%0 = type { i8 }
@g = global i8* bitcast (void (%0*)* @f to i8*)
define void @first() {
  ret void
}
declare void @f(%0*)
"""
    module = parse_assembly(text, "m", 14)
    assert b"bitcast (void (%0*)* @f to i8*)" in print_module(module)
    with pytest.raises(NotSeparable):
        TextInTurn(module).print_functions(module.functions[:1])


def test_a_module_without_functions() -> None:
    module = parse_assembly(b"%0 = type { i8 }\n@g = global %0 zeroinitializer\n", "m", 22)
    text = TextInTurn(module)
    text.print_functions([])
    assert b"".join(text.finish()) == print_module(module)
