"""Synchronization scopes and operand bundle tags of bitcode: a context keeps them, and all its modules are written with them."""

from __future__ import annotations

import pyllvm

TEXT = """
define void @fenced() {
  fence syncscope("workgroup") acquire
  call void @callee() [ "own"(), "deopt"() ]
  ret void
}

declare void @callee()
"""


def test_names_outlast_what_used_them() -> None:
    module = pyllvm.parse_bitcode(pyllvm.to_bitcode(pyllvm.parse_assembly(TEXT, llvm_version=19)))
    instructions = module["fenced"].blocks[0].instructions
    for instruction in list(instructions)[:-1]:
        instruction.erase()
    again = pyllvm.parse_bitcode(pyllvm.to_bitcode(module))
    assert list(again.context.sync_scopes) == ["singlethread", "", "workgroup"]
    assert list(again.context.bundle_tags) == ["own"]
    assert "workgroup" not in str(again)


def test_tags_that_a_newer_llvm_fixes_are_no_names_of_their_own() -> None:
    module = pyllvm.parse_bitcode(pyllvm.to_bitcode(pyllvm.parse_assembly("", llvm_version=22)))
    assert list(module.context.bundle_tags) == []
