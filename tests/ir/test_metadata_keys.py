"""Which nodes are one."""

from __future__ import annotations

from pyllvm import parse_assembly, to_assembly


def test_subranges_of_equal_counts_are_one_whatever_the_counts_types() -> None:
    text = "!kept = !{!0, !1, !2}\n!0 = !DISubrange(count: 16)\n!1 = !DISubrange(count: i8 16)\n!2 = !DISubrange(count: 17)\n"
    printed = to_assembly(parse_assembly(text, llvm_version=19))
    assert "!kept = !{!0, !0, !1}" in printed
