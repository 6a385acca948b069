"""A struct is declared in the text, wherever it is mentioned; and in the order in which LLVM finds them."""

from __future__ import annotations

from pyllvm import parse_assembly
from pyllvm.ir import Module
from pyllvm.ir.constants import Constant, aggregate
from pyllvm.ir.type_finder import structs_in
from rows import each_row

BODY = "declare void @use(metadata)\ndefine void @f(ptr %p, i1 %c) {\n  BODY\n  ret void\n}\n"
DEBUG = '!1 = !{}\n!2 = !{}\n!llvm.module.flags = !{!9}\n!9 = !{i32 2, !"Debug Info Version", i32 3}\n'
PLACES = [
    "@g = global %T zeroinitializer",
    "@g = external global %T",
    "@g = external global [2 x { i8, %T }]",
    "@g = global i64 ptrtoint (ptr getelementptr (%T, ptr null, i32 1) to i64)",
    "@a = alias %T, ptr @g\n@g = global i64 0",
    "@i = ifunc void (%T), ptr @g\ndefine ptr @g() {\n  ret ptr null\n}",
    "declare %T @f()",
    "declare void @f(%T)",
    "declare void @f(ptr byval(%T))",
    "define void @f() prefix %T zeroinitializer {\n  ret void\n}",
    BODY.replace("BODY", "%x = alloca %T"),
    BODY.replace("BODY", "%x = getelementptr %T, ptr %p, i32 1"),
    BODY.replace("BODY", "%x = load %T, ptr %p"),
    BODY.replace("BODY", "store %T undef, ptr %p"),
    BODY.replace("BODY", "call void %p(%T zeroinitializer)"),
    BODY.replace("BODY", "call void %p(ptr sret(%T) %p)"),
    BODY.replace("BODY", "%x = call %T %p()"),
    BODY.replace("BODY", "call void @use(metadata %T undef)"),
    BODY.replace("BODY", "store i8 0, ptr %p, !x !{%T undef}"),
    BODY.replace("BODY", "#dbg_value(%T undef, !1, !DIExpression(), !2)") + DEBUG,
    BODY.replace("BODY", "#dbg_value(!DIArgList(%T undef, i32 1), !1, !DIExpression(), !2)") + DEBUG,
    "!n = !{!0}\n!0 = !{%T undef}",
    "!n = !{!0}\n!0 = !{!1}\n!1 = !{i32 1, %T undef}",
]


@each_row("text", PLACES)
def test_a_struct_is_declared(text: str) -> None:
    module = parse_assembly(f"%T = type {{ i32 }}\n{text}", llvm_version=22)
    assert "\n%T = type { i32 }\n" in str(module)


def test_structs_are_declared_in_the_order_in_which_they_are_met() -> None:
    text = """@g = global { %B, %A } zeroinitializer
declare %D @d(ptr byval(%C))
define void @f() {
  %x = alloca %F
  %y = getelementptr %E, ptr %x, i32 0
  ret void
}
!n = !{!0}
!0 = !{%G undef}
"""
    bodies = {"A": "%H"}
    declared = "".join(f"%{name} = type {{ {bodies.get(name, 'i8')} }}\n" for name in "ABCDEFGH")
    lines = str(parse_assembly(declared + text, llvm_version=22)).splitlines()
    assert [line[1] for line in lines if " = type " in line] == list("BAHDCFEG")


def test_what_constants_share_is_walked_once() -> None:
    module = Module("m")
    module.add_struct("unused", ["i32"])
    value: Constant = module.constant("i32", 1)
    for _ in range(60):
        value = aggregate(module.context.literal_struct([value.type, value.type]), [value, value])
    module.add_global("g", value.type, value)
    assert structs_in(module, 22) == []
