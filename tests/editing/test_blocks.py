"""Blocks are split, merged, moved and erased; phis keep their edges."""

from __future__ import annotations

import pytest

from pyllvm import PyllvmError, parse_assembly, to_bitcode, verify
from pyllvm.editing.blocks import erase_blocks
from pyllvm.editing.small_passes import split_first_edge
from pyllvm.ir import BasicBlock, BranchInst, Instruction, Module

TEXT = """\
@address = global ptr blockaddress(@f, %loop)

define i32 @f(i32 %n, i1 %c) {
entry:
  %start = add i32 %n, 1
  br label %loop

loop:
  %i = phi i32 [ %start, %entry ], [ %next, %loop ]
  %next = add i32 %i, 1
  %done = icmp eq i32 %next, 9
  br i1 %done, label %out, label %loop

out:
  %last = phi i32 [ %next, %loop ]
  br label %end

end:
  %v = phi i32 [ %last, %out ]
  ret i32 %v

dead:
  br label %end2

end2:
  %w = phi i32 [ 1, %dead ]
  ret i32 %w
}
"""


@pytest.fixture
def module() -> Module:
    return parse_assembly(TEXT, llvm_version=19)


def block(module: Module, name: str) -> BasicBlock:
    found = module.functions[0].symbols.get(name)
    assert isinstance(found, BasicBlock)
    return found


def instruction(module: Module, name: str) -> Instruction:
    found = module.functions[0].symbols.get(name)
    assert isinstance(found, Instruction)
    return found


def names(blocks: list[BasicBlock]) -> list[str]:
    return [one.name for one in blocks]


def is_whole(module: Module) -> bool:
    """Whether the module verifies, and its text is read again as the same."""
    text = str(module)
    again = str(parse_assembly(text, llvm_version=19))
    return verify(module) == [] and again.split("\n", 1)[1] == text.split("\n", 1)[1] and bool(to_bitcode(module))


def test_a_block_is_split_before_an_instruction(module: Module) -> None:
    loop = block(module, "loop")
    second = loop.split(instruction(module, "done"), "out")
    assert second.name == "out1"
    assert names(module.functions[0].blocks) == ["entry", "loop", "out1", "out", "end", "dead", "end2"]
    assert names(loop.successors) == ["out1"]
    assert names(second.successors) == ["out", "loop"]
    assert str(instruction(module, "i")).strip() == "%i = phi i32 [ %start, %entry ], [ %next, %out1 ]"
    assert str(instruction(module, "last")).strip() == "%last = phi i32 [ %next, %out1 ]"
    assert is_whole(module)


def test_the_name_of_the_new_block_is_not_one_of_a_moved_instruction(module: Module) -> None:
    loop = module.functions[0].blocks[1]
    assert loop.split(loop.instructions[2], "done").name == "done1"
    assert is_whole(module)


def test_the_branch_of_a_split_has_the_debug_location_and_the_records_stay() -> None:
    module = parse_assembly(
        """\
define i32 @f(i32 %a) !dbg !2 {
  %x = add i32 %a, 1, !dbg !5
    #dbg_value(i32 %x, !4, !DIExpression(), !5)
  %y = mul i32 %x, %x, !dbg !6
  ret i32 %y
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!7}
!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1)
!1 = !DIFile(filename: "a.c", directory: "")
!2 = distinct !DISubprogram(name: "f", file: !1, spFlags: DISPFlagDefinition, unit: !0, type: !8)
!4 = !DILocalVariable(name: "v", scope: !2)
!5 = !DILocation(line: 1, scope: !2)
!6 = !DILocation(line: 2, scope: !2)
!7 = !{i32 2, !"Debug Info Version", i32 3}
!8 = !DISubroutineType(types: !9)
!9 = !{}
""",
        llvm_version=19,
    )
    first = module.functions[0].blocks[0]
    y = first.instructions[1]
    second = first.split(y)
    branch = first.terminator
    assert branch is not None
    assert branch.debug_location is y.debug_location
    assert branch.debug_records is not None
    assert y.debug_records is None
    assert is_whole(module)
    second.merge_into_predecessor()
    assert len(module.functions[0].blocks) == 1
    assert y.debug_records is None or len(y.debug_records) == 1
    assert is_whole(module)


def test_a_block_is_not_split_before_a_phi_or_an_instruction_of_another_block(module: Module) -> None:
    with pytest.raises(ValueError, match="before a phi or a pad: %i = phi"):
        block(module, "loop").split(instruction(module, "i"))
    with pytest.raises(ValueError, match="in another block: %start = add"):
        block(module, "loop").split(instruction(module, "start"))


def test_a_block_is_merged_into_its_only_predecessor(module: Module) -> None:
    end = block(module, "end")
    assert end.merge_into_predecessor() is block(module, "out")
    assert end.parent is None
    assert names(module.functions[0].blocks) == ["entry", "loop", "out", "dead", "end2"]
    assert str(block(module, "out").instructions[-1]).strip() == "ret i32 %last"
    assert is_whole(module)


def test_a_block_that_was_split_is_merged_again(module: Module) -> None:
    before = str(module)
    block(module, "loop").split(instruction(module, "done"), "more").merge_into_predecessor()
    assert str(module) == before


def test_blocks_that_cannot_be_merged(module: Module) -> None:
    messages = {"loop": "not one other predecessor", "entry": "not one other predecessor", "out": "has other successors"}
    for name, message in messages.items():
        with pytest.raises(ValueError, match=f"{message}: label %"):
            block(module, name).merge_into_predecessor()
    assert is_whole(module)


def test_an_erased_block_takes_its_edges_away(module: Module) -> None:
    block(module, "dead").erase()
    assert str(instruction(module, "w")).strip() == "%w = phi i32"
    block(module, "end2").erase()
    assert is_whole(module)
    with pytest.raises(PyllvmError, match="is still used: by 'br i1 %done, label %out, label %loop in @f', 'br "):
        block(module, "loop").erase()


def test_the_address_of_an_erased_block_is_that_of_none(module: Module) -> None:
    loop = block(module, "loop")
    out = block(module, "out")
    entry = block(module, "entry")
    instruction(module, "last").set_operand(0, instruction(module, "start"))
    terminator = entry.terminator
    assert terminator is not None
    terminator.erase()
    entry.append(BranchInst(module.context.void, out))
    loop.erase()
    assert "@address = global ptr inttoptr (i32 1 to ptr)" in str(module)
    assert names(module.functions[0].blocks)[:2] == ["entry", "out"]


def test_blocks_move_and_have_one_place(module: Module) -> None:
    function = module.functions[0]
    block(module, "end2").move_before(block(module, "dead"))
    block(module, "end").move_after(block(module, "dead"))
    assert names(function.blocks) == ["entry", "loop", "out", "end2", "dead", "end"]
    assert is_whole(module)
    with pytest.raises(ValueError, match="the block is already in @f: label %end"):
        function.append_block(block(module, "end"))
    made = BasicBlock(module.context.label, "dead")
    with pytest.raises(ValueError, match="does not belong to a function"):
        made.remove()
    made.insert_after(function.blocks[-1])
    assert made.name == "dead1"
    assert function.index_of_block(made) == 6


def test_names_of_a_removed_block_are_free(module: Module) -> None:
    function = module.functions[0]
    removed = block(module, "end2")
    removed.remove()
    block(module, "out").name = "w"
    assert block(module, "w").name == "w"
    function.append_block(removed)
    assert removed.instructions[0].name == "w1"
    assert is_whole(module)


def test_blocks_are_erased_together() -> None:
    text = """\
@address = global ptr blockaddress(@f, %a)
define i32 @f() {
  br label %end
a:
  %x = add i32 1, 2
  br label %b
b:
  %y = add i32 %x, 1
  br label %a
c:
  br label %end
end:
  %w = phi i32 [ 0, %0 ], [ 1, %c ]
  ret i32 %w
}
"""
    module = parse_assembly(text, llvm_version=19)
    function = module.functions[0]
    gone = [one for one in function.blocks if one.name in ("a", "b", "c")]
    forgotten: list[Instruction] = []
    erase_blocks(function, gone, forgotten.append)
    assert names(function.blocks) == ["", "end"]
    assert [one.name for one in forgotten if one.name] == ["x", "y"]
    assert "%w = phi i32 [ 0, %0 ]\n" in str(module)
    assert "@address = global ptr inttoptr (i32 1 to ptr)" in str(module)
    assert is_whole(module)


EDGES = """\
define i32 @f(i1 %c) {
entry:
  br i1 %c, label %join, label %other
other:
  br label %join
join:
  %p = phi i32 [ 1, %entry ], [ 2, %other ]
  ret i32 %p
}
"""


def test_the_first_edge_between_two_blocks_is_split() -> None:
    module = parse_assembly(EDGES)
    entry, _, join = module.function("f").blocks
    middle = split_first_edge(entry, join)
    assert middle.name == "entry.join_crit_edge" and middle.successors == [join]
    assert [block.name for block in join.phis[0].blocks] == ["entry.join_crit_edge", "other"]
    assert verify(module) == []
    with pytest.raises(ValueError, match="no edge leads from"):
        split_first_edge(entry, join)
