"""`inrange` of an index goes when LLVM 19 reads it."""

from __future__ import annotations

from pyllvm import parse_assembly, to_assembly

# ruff: noqa: E501
TEXT = """@v = global { [3 x i8*], [2 x i8*] } zeroinitializer
@p = global [1 x i8**] [i8** getelementptr inbounds ({ [3 x i8*], [2 x i8*] }, { [3 x i8*], [2 x i8*] }* @v, i32 0, inrange i32 1, i32 1)]

define void @f(i8*** %x) {
  store i8** getelementptr inbounds ({ [3 x i8*], [2 x i8*] }, { [3 x i8*], [2 x i8*] }* @v, i32 0, inrange i32 0, i32 2), i8*** %x
  ret void
}
"""


def test_indices_keep_it_up_to_llvm_18() -> None:
    module = parse_assembly(TEXT, llvm_version=14)
    assert to_assembly(module, llvm_version=18).count("inrange i32") == 2
    newer = to_assembly(module, llvm_version=19)
    assert "inrange" not in newer
    assert newer.count("getelementptr inbounds ({ [3 x ptr], [2 x ptr] }, ptr @v, i32 0, i32 ") == 2


def test_it_goes_from_constants_that_only_metadata_names() -> None:
    text = """@v = global { [3 x ptr] } zeroinitializer
!a = !{!0, !1}
!0 = !{ptr getelementptr inbounds ({ [3 x ptr] }, ptr @v, i32 0, inrange i32 0, i32 1)}
!1 = !{ptr getelementptr inbounds ({ [3 x ptr] }, ptr @v, i32 0, i32 0, i32 1)}
"""
    newer = to_assembly(parse_assembly(text, llvm_version=17), llvm_version=19)
    assert newer.endswith("!a = !{!0, !0}\n\n!0 = !{ptr getelementptr inbounds ({ [3 x ptr] }, ptr @v, i32 0, i32 0, i32 1)}\n")
