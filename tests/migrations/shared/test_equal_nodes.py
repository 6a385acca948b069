"""Metadata nodes that a change of versions makes equal are one node, as in LLVM."""

from __future__ import annotations

from pyllvm import link, parse_assembly, to_assembly

TEXT = """%t = type { i8 }
@g = global i8 0, !k !4

define void @f() {
  ret void, !k !1
}

!a = !{!0, !1, !2, !3}
!0 = !{i8* null}
!1 = !{%t* null}
!2 = !{!1}
!3 = !{!0}
!4 = distinct !{!3, %t* null}
"""


def test_null_pointers_of_several_types() -> None:
    printed = to_assembly(parse_assembly(TEXT, llvm_version=14), llvm_version=16)
    assert "!a = !{!2, !2, !1, !1}\n\n!0 = distinct !{!1, ptr null}\n!1 = !{!2}\n!2 = !{ptr null}\n" in printed
    assert "ret void, !k !2\n" in printed


def test_nodes_of_other_values_stay_apart() -> None:
    text = TEXT.replace("!{%t* null}", "!{i64 0}", 1)
    printed = to_assembly(parse_assembly(text, llvm_version=14), llvm_version=16)
    assert "!a = !{!2, !3, !4, !1}\n" in printed


UNIT = """!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!4}
!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, retainedTypes: !2)
!1 = !DIFile(filename: "NAME", directory: "/")
!2 = !{!3}
!3 = !DIBasicType(name: "unsigned int", size: 32, encoding: DW_ATE_unsigned)
!4 = !{i32 2, !"Debug Info Version", i32 3}
"""


def test_nodes_of_linked_modules_that_the_newer_version_has_as_one() -> None:
    modules = [parse_assembly(UNIT.replace("NAME", name), name, llvm_version=19) for name in ("a.c", "b.c")]
    for version in (19, 22):
        printed = str(link(modules, llvm_version=version))
        assert printed.count("!DIBasicType") == 1
        assert printed.count("retainedTypes: !2") == 2
