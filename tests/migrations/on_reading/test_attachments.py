"""Attachments of instructions; the expected texts are those of llvm-dis."""

from __future__ import annotations

import pytest

from pyllvm import parse_assembly, to_assembly
from pyllvm.migrations import bring
from pyllvm.migrations.on_reading.older_metadata import is_old_loop_tag, loop_with_plain_options, upgraded_loop

TEXT = """define void @f(i1 %c) {
a:
  br label %b
b:
  br i1 %c, label %b, label %d, !llvm.loop !0
d:
  ret void
}
!0 = distinct !{!0, !1, !2, !3}
!1 = !{!"llvm.vectorizer.unroll", i32 4}
!2 = !{!"llvm.vectorizer.width", i32 8}
!3 = !{!"llvm.loop.disable"}
"""


@pytest.mark.parametrize("version", [16, 22])
def test_modules_of_today_keep_old_names_of_options(version: int) -> None:
    module = parse_assembly(TEXT, llvm_version=14)
    bring(module, version)
    printed = to_assembly(module)
    assert "!0 = distinct !{!0, !1, !2, !3}\n" in printed
    assert '!1 = !{!"llvm.vectorizer.unroll", i32 4}\n' in printed


def test_the_upgrade_makes_a_node_with_the_old_one_as_its_first_operand() -> None:
    module = parse_assembly(TEXT, llvm_version=14)
    branch = module.functions[0].blocks[1].instructions[0]
    attachment = (branch.attachments or [])[0]
    attachment.node = upgraded_loop(module.context, attachment.node)
    printed = to_assembly(module)
    assert "!0 = !{!1, !5, !6, !4}\n!1 = distinct !{!1, !2, !3, !4}\n" in printed
    assert '!5 = !{!"llvm.loop.interleave.count", i32 4}\n!6 = !{!"llvm.loop.vectorize.width", i32 8}\n' in printed


@pytest.mark.parametrize(("value", "name"), [("true", "enable"), ("false", "disable")])
def test_llvm_24_takes_the_values_of_the_renamed_options(value: str, name: str) -> None:
    text = TEXT.replace('!"llvm.vectorizer.width", i32 8', f'!"llvm.vectorizer.enable", i1 {value}')
    module = parse_assembly(text, llvm_version=24)
    attachment = (module.functions[0].blocks[1].instructions[0].attachments or [])[0]
    attachment.node = loop_with_plain_options(module, upgraded_loop(module.context, attachment.node))
    printed = to_assembly(module)
    assert f'!6 = !{{!"llvm.loop.vectorize.{name}"}}\n' in printed
    assert f'!3 = !{{!"llvm.vectorizer.enable", i1 {value}}}\n' in printed


def test_the_names_that_are_old() -> None:
    assert is_old_loop_tag("llvm.vectorizer.enable")
    assert not is_old_loop_tag("llvm.loop.vectorize.enable")
