"""Functions that only virtual tables name go if no load asks for them: what opt -passes=globaldce leaves."""

from __future__ import annotations

import re

import pytest

from pyllvm import parse_assembly
from pyllvm.editing.dead_globals import delete_dead_globals

TEXT = """\
declare { ptr, i1 } @llvm.type.checked.load(ptr, i32, metadata)
@a = internal constant { [2 x ptr] } { [2 x ptr] [ptr @f, ptr @g] }, !type !0, !vcall_visibility !1
@c = internal constant [2 x i32] [i32 trunc (i64 sub (i64 ptrtoint (ptr @h to i64), i64 ptrtoint (ptr @c to i64)) to i32),
  i32 trunc (i64 sub (i64 ptrtoint (ptr @i to i64), i64 ptrtoint (ptr @c to i64)) to i32)], !type !2, !vcall_visibility !1
@d = internal constant [1 x ptr] [ptr @j], !type !2
define void @main(ptr %p, i32 %n) {
  store ptr @a, ptr %p
  store ptr @c, ptr %p
  store ptr @d, ptr %p
  %r = call { ptr, i1 } @llvm.type.checked.load(ptr %p, i32 OFFSET, metadata !"TYPE")
  ret void
}
define internal void @f(ptr %t) {
  ret void
}
define internal void @g(ptr %t) {
  ret void
}
define internal void @h(ptr %t) {
  ret void
}
define internal void @i(ptr %t) {
  ret void
}
define internal void @j(ptr %t) {
  ret void
}
!llvm.module.flags = !{!4}
!0 = !{i64 0, !"A"}
!1 = !{i64 2}
!2 = !{i64 0, !"C"}
!4 = !{i32 1, !"Virtual Function Elim", i32 FLAG}
"""


@pytest.mark.parametrize(
    ("type", "offset", "flag", "functions"),
    [
        ("A", "0", "1", "fj"),
        ("A", "8", "1", "gj"),
        ("A", "%n", "1", "fgj"),
        ("A", "16", "1", "fgj"),
        ("C", "4", "1", "ij"),
        ("C", "2", "1", "hij"),
        ("other", "0", "1", "j"),
        ("A", "0", "0", "fghij"),
    ],
)
def test_what_loads_ask_for_stays(type: str, offset: str, flag: str, functions: str) -> None:
    text = TEXT.replace("TYPE", type).replace("OFFSET", offset).replace("FLAG", flag)
    module = parse_assembly(text, llvm_version=22)
    delete_dead_globals(module)
    assert "".join(function.name for function in module.functions if function.has_local_linkage) == functions


def test_a_relative_table_may_name_what_is_equivalent() -> None:
    text = (
        TEXT.replace("TYPE", "C")
        .replace("OFFSET", "4")
        .replace("FLAG", "1")
        .replace("ptrtoint (ptr @i", "ptrtoint (ptr dso_local_equivalent @i")
    )
    module = parse_assembly(text, llvm_version=22)
    delete_dead_globals(module)
    assert "".join(function.name for function in module.functions if function.has_local_linkage) == "ij"


@pytest.mark.parametrize(("version", "flag", "functions"), [(16, 1, "fj"), (16, 0, "fgj"), (17, 1, "fgj")])
def test_tables_that_only_one_unit_after_the_link_sees(version: int, flag: int, functions: str) -> None:
    text = TEXT.replace("TYPE", "A").replace("OFFSET", "0").replace("FLAG", "1").replace("!1 = !{i64 2}", "!1 = !{i64 1}")
    text = re.sub(r"@c = .*\n.*\n|  store ptr @c.*\n", "", text)
    text = text.replace(
        "!llvm.module.flags = !{!4}", f'!llvm.module.flags = !{{!4, !5}}\n!5 = !{{i32 1, !"LTOPostLink", i32 {flag}}}'
    )
    module = parse_assembly(text, llvm_version=version)
    delete_dead_globals(module)
    assert "".join(function.name for function in module.functions if function.has_local_linkage) == functions
