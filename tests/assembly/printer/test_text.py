"""Text that grows with the functions that are read; `cli/test_parts` compares whole commands."""

from __future__ import annotations

from pyllvm.assembly import parse_assembly, print_module
from pyllvm.assembly.printer.text import ModuleText

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
        text = ModuleText(module, is_divided=True, may_grow=size == 2)
        for begin in range(0, 3, size):
            text.print_functions(module.functions[begin : begin + size])
        assert b"".join(text.finish()) == whole


def test_a_module_without_functions() -> None:
    module = parse_assembly(b"%0 = type { i8 }\n@g = global %0 zeroinitializer\n", "m", 22)
    text = ModuleText(module, is_divided=True)
    text.print_functions([])
    assert b"".join(text.finish()) == print_module(module)
