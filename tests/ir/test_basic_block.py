"""A block keeps its instructions in a list; links replace it while a long block is edited: the same edits, in constant time."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from growth import assert_constant
from pyllvm import parse_assembly, verify
from pyllvm.ir import BasicBlock, BinaryOperator, FenceInst, Function, Instruction, Module
from pyllvm.ir.basic_block import _LONG, _MOST_MOVES
from pyllvm.ir.value import _SEARCHES
from pyllvm.tables.opcodes import OPCODES_BY_NAME

ADD = OPCODES_BY_NAME["add"]


def long_block(count: int) -> tuple[Module, Function, BasicBlock]:
    """A function whose one block has that many additions before its end."""
    module = parse_assembly("define void @f(i32 %a) {\n  ret void\n}\n")
    function = module.functions[0]
    block = function.blocks[0]
    end = block.instructions[0]
    for _ in range(count):
        addition(function).insert_before(end)
    return module, function, block


def addition(function: Function) -> Instruction:
    argument = function.arguments[0]
    return BinaryOperator(ADD, argument, argument)


def test_the_position_of_an_instruction_wherever_the_last_one_was() -> None:
    lines = "".join([f"  %x{number} = add i32 %a, {number}\n" for number in range(200)])
    module = parse_assembly(f"define void @f(i32 %a) {{\n{lines}  ret void\n}}\n")
    block = module.functions[0].blocks[0]
    order = [*range(200), *range(199, -1, -1), 150, 3, 100, 199]
    assert [block.index_of(block.instructions[number]) for number in order] == order
    first = block.instructions[0]
    del block.instructions[:150]
    assert block.index_of(block.instructions[-1]) == 50
    with pytest.raises(ValueError, match="not in the block"):
        block.index_of(first)


def test_a_list_that_was_read_stays_as_it_was() -> None:
    _, function, block = long_block(10)
    before = block.instructions
    for instruction in block.instructions:
        addition(function).insert_before(instruction)
    assert len(before) == 11
    assert len(block.instructions) == 22
    for instruction in block:
        if not instruction.is_terminator:
            instruction.erase()
    assert [str(instruction).strip() for instruction in block.instructions] == ["ret void"]


def test_an_iteration_leaves_out_what_is_removed() -> None:
    _, _, block = long_block(10)
    met = []
    for instruction in block:
        met.append(instruction)
        following = instruction.next
        if following is not None and not following.is_terminator:
            following.erase()
    assert len(met) == 6


@pytest.mark.parametrize("count", [50, _LONG + 100])
def test_random_edits_of_a_block_are_those_of_a_list(count: int) -> None:
    module, function, block = long_block(count)
    expected = list(block.instructions)
    choice = random.Random(count)
    links = 0
    for step in range(3000):
        at = choice.randrange(len(expected) - 1)
        what = choice.randrange(5)
        if what == 0 and len(expected) > 2:
            expected.pop(at).erase()
        elif what == 1:
            made = addition(function)
            made.insert_before(expected[at])
            expected.insert(at, made)
        elif what == 2:
            made = addition(function)
            made.insert_after(expected[at])
            expected.insert(at + 1, made)
        elif what == 3:
            moved = expected.pop(at)
            at = choice.randrange(len(expected))
            moved.move_before(expected[at])
            expected.insert(at, moved)
        else:
            assert expected[at].next is expected[at + 1]
            assert expected[at + 1].previous is expected[at]
            assert block.terminator is expected[-1]
            assert block.first is expected[0]
        links += block._order is not None
        if step == 2000:
            assert block.instructions == expected
    assert bool(links) == (count > _LONG)
    assert block.instructions == expected
    assert verify(module) == []


def test_no_edit_moves_all_instructions_of_a_long_block_again_and_again() -> None:
    # What the edits cost is counted: the moves in the list are bounded, after them there are links.
    _, function, block = long_block(_LONG)
    first = block.instructions[0]
    for _ in range(_MOST_MOVES * 2):
        addition(function).insert_before(first)
    assert block._order is not None
    assert block._moves <= (_MOST_MOVES + 2) * (_LONG + _MOST_MOVES * 2)


@pytest.mark.slow
def test_an_edit_of_a_longer_block_takes_as_long() -> None:
    def edits(count: int) -> Callable[[], object]:
        _, function, block = long_block(count)
        targets = random.Random(1).sample(block.instructions[:-1], 6_000)

        def edit(some: list[Instruction]) -> None:
            for target in some:
                FenceInst(function.type.context.void, 2).insert_before(target)
                target.erase()

        edit(targets[:1000])  # from here on the block and the argument's uses are ready to be edited
        return lambda: edit(targets[1000:])

    assert_constant(edits, 20_000)


def test_a_value_that_is_used_very_often_is_edited_as_fast_as_any() -> None:
    # The positions that removals examine are counted, two for each use: after a few searches of the uses there is an index.
    _, function, block = long_block(20_000)
    argument = function.arguments[0]
    other = addition(function)
    other.insert_before(block.instructions[0])
    instructions = block.instructions
    for instruction in instructions[1:10_101]:
        instruction.set_operand(0, other)
    index = argument._use_index
    assert index is not None
    assert index.count > 0
    assert index.searched <= (_SEARCHES + 1) * 2 * 40_000
    assert sum(use.user is instructions[1] for use in argument.uses or []) == 1


def test_names_of_an_inserted_block_and_of_its_instructions_get_numbers() -> None:
    body = "entry:\n  %x = add i32 %a, 1\n  br label %next\nnext:\n  %y = add i32 %a, 2\n  ret void\n"
    text = f"define void @{{}}(i32 %a) {{{{\n{body}}}}}\n"
    module = parse_assembly(text.format("f") + text.format("g"))
    f, g = module.functions
    moved = g.blocks[1]
    moved.instructions[0].set_operand(0, f.arguments[0])
    g.blocks[0].instructions[1].erase()
    g.remove_block(moved)
    assert [g.symbols.get(name) is None for name in ("a", "entry", "x", "next", "y")] == [False] * 3 + [True] * 2
    f.insert_block(moved, f.blocks[1])
    names = [[block.name, *(one.name for one in block.instructions)] for block in f.blocks]
    assert names[0] == ["entry", "x", ""] and names[2] == ["next", "y", ""]
    assert all(name.startswith(start) and name != start for name, start in zip(names[1], ("next", "y"), strict=False))
    assert [f.symbols.get(name) for name in names[1][:2]] == [moved, moved.instructions[0]]
    assert f.index_of_block(moved) == 1
    for wrong in (moved, f.blocks[0]):
        with pytest.raises(ValueError, match="the block is already in @f"):
            g.insert_block(wrong, None)
    with pytest.raises(ValueError, match="the block is not in @g"):
        g.remove_block(moved)


def test_records_behind_the_last_instruction_go_to_the_one_that_is_appended() -> None:
    text = (
        "define void @f(i32 %a) {\n  #dbg_value(i32 1, !1, !DIExpression(), !1)\n  #dbg_value(i32 2, !1, !DIExpression(), !1)\n"
        '  ret void\n}\n!1 = !{}\n!llvm.module.flags = !{!9}\n!9 = !{i32 2, !"Debug Info Version", i32 3}\n'
    )
    function = parse_assembly(text, llvm_version=22).functions[0]
    block = function.blocks[0]
    end = block.instructions[0]
    first, second = end.debug_records or []
    end.remove()
    end.debug_records = [second]
    block.trailing_debug_records = [first]
    added = addition(function)
    block.append(added)
    assert added.debug_records == [first]
    assert block.trailing_debug_records is None
    block.trailing_debug_records = [first]
    block.append(end)
    assert end.debug_records == [second, first]
    assert block.trailing_debug_records is None
    other = addition(function)
    block.insert(other, end)
    assert other.debug_records is None


def test_a_block_is_moved_to_another_place() -> None:
    labels = ("a", "b", "c")
    module = parse_assembly("define void @f() {\n" + "".join(f"{label}:\n  ret void\n" for label in labels) + "}\n")
    a, b, c = module.functions[0].blocks
    for move, order in (
        (lambda: c.move_before(b), "acb"),
        (lambda: a.move_after(c), "cab"),
        (lambda: a.move_after(b), "cba"),
        (lambda: b.move_before(b), "cba"),
    ):
        move()
        assert "".join(block.name for block in module.functions[0].blocks) == order
        assert all(block.parent is module.functions[0] for block in (a, b, c))


def test_the_two_parts_of_a_block_make_it_again() -> None:
    module, function, block = long_block(6)
    before = str(module)
    second = block.split(block.instructions[3], "second")
    assert [[one.parent for one in part.instructions] for part in (block, second)] == [[block] * 4, [second] * 4]
    assert second.merge_into_predecessor() is block
    assert function.blocks == [block]
    assert all(one.parent is block for one in block.instructions)
    assert str(module) == before
