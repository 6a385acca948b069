"""The options of loops and the domains of alias scopes in LLVM 24: up, down, and when bitcode of 24 has the older form."""

from __future__ import annotations

import pytest

from pyllvm import parse_assembly, parse_bitcode, to_bitcode, verify
from pyllvm.migrations import bring

OLD = """define void @f(ptr %p) {
entry:
  br label %l

l:
  %a = load i32, ptr %p, align 4, !alias.scope !0
  %c = icmp eq i32 %a, 0
  br i1 %c, label %l, label %e, !llvm.loop !3

e:
  ret void
}

!0 = !{!1}
!1 = distinct !{!1, !2, !"scope"}
!2 = distinct !{!2, !"domain"}
!3 = distinct !{!3, !4, !5, !6, !7}
!4 = !{!"llvm.loop.distribute.enable", i1 true}
!5 = !{!"llvm.loop.vectorize.enable", i1 false}
!6 = !{!"llvm.loop.unroll.disable", i1 true}
!7 = !{!"llvm.loop.vectorize.width", i32 4}
"""
NEW = [
    '!2 = distinct !{!2, i1 false, !"domain"}',
    '!4 = !{!"llvm.loop.distribute.enable"}',
    '!5 = !{!"llvm.loop.vectorize.disable"}',
    '!6 = !{!"llvm.loop.unroll.disable", i1 true}',
    '!7 = !{!"llvm.loop.vectorize.width", i32 4}',
]


def test_an_older_module_gets_the_newer_form_and_the_older_one_back() -> None:
    module = parse_assembly(OLD, llvm_version=23)
    before = str(module)
    bring(module, 24)
    assert [line for line in str(module).splitlines() if line[:2] in ("!2", "!4", "!5", "!6", "!7")] == NEW
    bring(module, 23)
    assert str(module) == before


def test_bitcode_is_upgraded_on_reading() -> None:
    data = to_bitcode(parse_assembly(OLD, llvm_version=23))
    text = str(parse_bitcode(data, llvm_version=24))
    assert all(line in text for line in NEW)


@pytest.mark.parametrize(
    ("node", "message"),
    [
        ('!{!"llvm.loop.distribute.enable", i1 true}', "Expecting only the metadata name"),
        ('!{!"llvm.loop.align", i32 3}', "Expected the alignment to be a power of two"),
        ('!{!"llvm.loop.align", i64 4}', "Expected the alignment to be an integer constant of type i32"),
        ('!{!"llvm.loop.estimated_trip_count"}', "Expected two operands"),
    ],
)
def test_text_of_llvm_24_is_refused(node: str, message: str) -> None:
    module = parse_assembly(f"!n = !{{!0}}\n!0 = {node}\n", llvm_version=24)
    assert message in "\n".join(map(str, verify(module)))


def test_a_domain_of_llvm_24_has_an_i1() -> None:
    module = parse_assembly(OLD.partition("\n!3")[0].replace(", !llvm.loop !3", "") + "\n", llvm_version=24)
    assert "second domain operand must be an i1 constant" in "\n".join(map(str, verify(module)))


def test_a_scalar_access_tag_is_refused_in_text() -> None:
    text = 'define void @f(ptr %p) {\n  %a = load i32, ptr %p, !tbaa !0\n  ret void\n}\n!0 = !{!"int", !1}\n!1 = !{!"root"}\n'
    assert verify(parse_assembly(text, llvm_version=23)) == []
    assert "Old-style TBAA is no longer allowed" in "\n".join(map(str, verify(parse_assembly(text, llvm_version=24))))
    assert verify(parse_bitcode(to_bitcode(parse_assembly(text, llvm_version=23)), llvm_version=24)) == []
