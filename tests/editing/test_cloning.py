"""Copies of instructions and of functions within their module."""

from __future__ import annotations

import pytest

from pyllvm import PyllvmError, parse_assembly, verify
from pyllvm.editing.cloning import clone_in_module
from pyllvm.ir import CallBase, Instruction, MetadataAsValue, Module, PHINode, SpecializedNode

TEXT = """\
@table = global [1 x ptr] [ptr blockaddress(@f, %a)]

define i32 @f(i32 %n, ptr %p) !prof !0 {
entry:
  %x = add nsw i32 %n, 1, !note !1
  %call = call i32 @g(i32 %x) [ "deopt"(i32 %x, i32 %n) ]
  indirectbr ptr blockaddress(@f, %a), [label %a, label %b]

a:
  %i = phi i32 [ %x, %entry ], [ %j, %a ]
  %j = sub i32 %i, 1
  switch i32 %j, label %a [
    i32 0, label %b
  ]

b:
  %r = phi i32 [ 0, %entry ], [ %j, %a ]
  %g = getelementptr inbounds i8, ptr %p, i32 %r
  store ptr blockaddress(@f, %a), ptr %p
  store atomic i32 %r, ptr %g release, align 4
  ret i32 %r
}

declare i32 @g(i32)

!0 = !{!"function_entry_count", i64 3}
!1 = !{i32 1}
"""


@pytest.fixture
def module() -> Module:
    return parse_assembly(TEXT, llvm_version=19)


def test_every_instruction_is_cloned_with_its_properties(module: Module) -> None:
    for instruction in list(module.functions[0].instructions):
        made = instruction.clone()
        assert (made.parent, made.name) == (None, "")
        assert made.operands == instruction.operands
        assert made.attachments is None or made.attachments[0] is not (instruction.attachments or [None])[0]
        if isinstance(made, PHINode):
            made.blocks[0] = made.blocks[1]
        for operand in made.operands:
            assert any(use.user is made for use in operand.uses or [])
        if instruction.name:
            assert not isinstance(made, CallBase) or made.bundles is not None
        name = instruction.name
        instruction.name = ""
        if not isinstance(made, PHINode):
            assert str(made).strip().split("=", 1)[-1].replace("<badref>", "") != ""
        instruction.name = name
        made.drop_operands()
    assert verify(module) == []


def test_a_clone_is_inserted_as_any_other(module: Module) -> None:
    function = module.functions[0]
    x = function.symbols.get("x")
    assert isinstance(x, Instruction)
    made = x.clone()
    made.insert_after(x)
    made.name = "x"
    assert str(made).strip() == "%x1 = add nsw i32 %n, 1, !note !1"
    assert verify(module) == []


def test_a_function_is_cloned_with_blocks_and_their_addresses(module: Module) -> None:
    original = module.functions[0]
    made = clone_in_module(original, "h")
    before = str(original).split("(", 1)[1]
    assert str(made).split("(", 1)[1] == before.replace("blockaddress(@f", "blockaddress(@h")
    assert verify(module) == []
    # One address is one constant.
    assert made.blocks[0].instructions[-1].operands[0] is made.blocks[2].instructions[2].operands[0]
    made.blocks[0].instructions[0].name = "changed"
    assert str(original).split("(", 1)[1] == before
    assert module.functions[-1] is made


def test_a_clone_has_the_properties_and_the_debug_information_of_its_own() -> None:
    text = """\
declare void @llvm.dbg.value(metadata, metadata, metadata)
define internal fastcc i32 @f(i32 signext %x) unnamed_addr #0 section "s" align 16 gc "erlang" !dbg !1 {
  call void @llvm.dbg.value(metadata i32 %x, metadata !2, metadata !DIExpression()), !dbg !3
  %y = call fastcc i32 @f(i32 signext %x), !dbg !3
  ret i32 %y, !dbg !3
}
attributes #0 = { nounwind "k"="v" }
!llvm.module.flags = !{!5}
!1 = distinct !DISubprogram(name: "f")
!2 = !DILocalVariable(name: "x", scope: !1)
!3 = !DILocation(line: 2, scope: !1)
!5 = !{i32 2, !"Debug Info Version", i32 3}
"""
    module = parse_assembly(text, llvm_version=14)
    made = clone_in_module(module.function("f"), "g")
    (head,) = [line for line in str(module).splitlines() if "@g(" in line]
    (original,) = [line for line in str(module).splitlines() if line.startswith("define") and "@f(" in line]
    assert head.split(" !dbg")[0].replace("@g(", "@f(") == original.split(" !dbg")[0]
    call = next(one for one in made.instructions if isinstance(one, CallBase))
    variable, location = call.operands[1], call.debug_location
    assert isinstance(variable, MetadataAsValue) and isinstance(variable.metadata, SpecializedNode) and location is not None
    (subprogram,) = made.metadata("dbg")
    assert subprogram is not module.function("f").metadata("dbg")[0]
    assert variable.metadata["scope"] is location["scope"] is subprogram


def test_a_declaration_is_cloned(module: Module) -> None:
    made = clone_in_module(module.functions[1])
    assert str(made).strip() == "declare i32 @g.1(i32)"


def test_an_address_within_a_constant_is_refused() -> None:
    module = parse_assembly(
        "define ptr @f() {\n  br label %a\na:\n  ret ptr getelementptr (i8, ptr blockaddress(@f, %a), i64 1)\n}\n",
        llvm_version=19,
    )
    with pytest.raises(PyllvmError, match="@f cannot be cloned: a constant contains the address of a block"):
        clone_in_module(module.functions[0])
    assert len(module.functions) == 1
