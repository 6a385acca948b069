"""What `nvvm.annotations` said of functions; the expectations are what llvm-as 19, 21 and 22 print."""

from __future__ import annotations

import pytest

from pyllvm import parse_assembly, to_assembly

TEXT = """define void @k(ptr byval(i32) %p) {
  ret void
}

define void @l(i32 %p) #0 {
  ret void
}

attributes #0 = { "a"="b" }

!nvvm.annotations = !{!0, !1, !2, !3, !4}
!0 = !{ptr @k, !"kernel", i32 1, !"maxntidx", i32 8, !"maxntidz", i32 4}
!1 = !{ptr @l, !"grid_constant", !4, !"foo", i32 3, !"align", i32 65544}
!2 = !{ptr @l, !"minctasm", i32 2, !"maxnreg", i32 16}
!3 = !{ptr @l, !"cluster_dim_y", i32 2, !"reqntidx", i32 7, !"maxclusterrank", i32 5}
!4 = !{i32 1}
"""


def test_functions_have_them_as_attributes_and_calling_convention() -> None:
    printed = to_assembly(parse_assembly(TEXT, llvm_version=22))
    assert "define ptx_kernel void @k(ptr byval(i32) %p) #0 {" in printed
    assert 'define void @l(i32 alignstack(8) "nvvm.grid_constant" %p) #1 {' in printed
    assert 'attributes #0 = { "nvvm.maxntid"="8,1,4" }' in printed
    assert (
        'attributes #1 = { "a"="b" "nvvm.cluster_dim"="1,2" "nvvm.maxclusterrank"="5" "nvvm.maxnreg"="16"'
        ' "nvvm.minctasm"="2" "nvvm.reqntid"="7" }'
    ) in printed
    assert '!nvvm.annotations = !{!0}\n\n!0 = !{ptr @l, !"foo", i32 3}' in printed


@pytest.mark.parametrize("version", [21, 22])
def test_nodes_without_keys_go(version: int) -> None:
    """clang 21 leaves `!{ptr @k}` of a kernel."""
    text = "define void @k() {\n  ret void\n}\n\n!nvvm.annotations = !{!0}\n!0 = !{ptr @k}\n"
    assert to_assembly(parse_assembly(text, llvm_version=version)).endswith("!nvvm.annotations = !{}\n")


def test_constants_of_the_grid_stay_in_21() -> None:
    printed = to_assembly(parse_assembly(TEXT, llvm_version=21))
    assert "define void @l(i32 alignstack(8) %p) #1 {" in printed
    assert '!0 = !{ptr @l, !"grid_constant", !1, !"foo", i32 3}' in printed


def test_they_stay_before() -> None:
    printed = to_assembly(parse_assembly(TEXT, llvm_version=20))
    assert "define void @k(ptr byval(i32) %p) {" in printed
    assert "!nvvm.annotations = !{!0, !1, !3, !4, !2}" in printed
