"""Edits are counted, and lists that nobody holds any more are forgotten."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pyllvm import parse_assembly
from pyllvm.ir.edits import EDITS, Edits


class Owner:
    """Something that owns a list, as a node of metadata does."""

    def __init__(self) -> None:
        self.items: list[object] = [1]


def test_only_lists_that_somebody_else_has_are_held() -> None:
    edits = Edits()
    owners = [Owner() for _ in range(10)]
    kept = owners[3].items
    for owner in owners:
        edits.lend(owner.items)
    assert [lent.handed_out for lent in edits._held()] == [kept]


def test_a_change_of_a_list_is_counted() -> None:
    edits = Edits()
    owner = Owner()
    count = edits.watch()
    edits.lend(owner.items)
    assert edits.count() == count
    owner.items.append(2)
    assert edits.count() == count + 1


def test_texts_of_instructions_hold_few_lists() -> None:
    nodes = "\n".join([f'!{at} = !{{!"t{at}", i64 {at}}}' for at in range(500)])
    loads = "\n".join([f"  %l{at} = load i32, ptr %p, !x !{at}" for at in range(500)])
    module = parse_assembly(f"define void @f(ptr %p) {{\n{loads}\n  ret void\n}}\n{nodes}\n", llvm_version=22)
    for instruction in module["f"].instructions:
        str(instruction)
        for attachment in instruction.attachments or []:
            _ = attachment.node.operands
    assert len(EDITS._held()) < 64


def test_what_may_change_a_number_is_counted_in_the_context() -> None:
    """A text of one value keeps the numbers of unnamed values and nodes until something is counted."""
    text = "define i32 @f(i32 %a, i1 %c) {\nb:\n  %x = add i32 %a, 1\n  %y = select i1 %c, i32 %x, i32 %a\n  ret i32 %y\n}\n"
    module = parse_assembly(text, llvm_version=22)
    function = module["f"]
    (block,) = function.blocks
    x, y, end = block.instructions
    names = {
        block: ("name", "instructions", "trailing_debug_records"),
        x: ("name", "left", "right", "attachments", "debug_location", "debug_records"),
        y: ("condition", "true_value", "false_value"),
        end: ("attachments",),
        function: ("name", "attachments", "prefix_data", "personality"),
    }
    for thing, properties in names.items():
        for name in properties:
            before = module.context.edits + module.context.symbol_edits
            old = getattr(thing, name)
            setattr(thing, name, f"{old}1" if name == "name" else old)
            assert module.context.edits + module.context.symbol_edits > before, (thing, name)
    edits = (
        lambda: function.remove_block(block),
        lambda: function.insert_block(block, None),
        lambda: x.remove(),
        lambda: x.insert_before(y),
        lambda: y.set_operand(1, x),
    )
    for number, edit in enumerate(edits):
        before = module.context.edits
        edit()
        assert module.context.edits > before, number


def test_each_change_of_the_instructions_of_a_block_is_counted() -> None:
    text = "define i32 @f(i32 %a) {\n  %x = add i32 %a, 1\n  %y = mul i32 %a, %x\n  ret i32 %y\n}\n"
    module = parse_assembly(text, llvm_version=22)
    (block,) = module["f"].blocks
    x, y, end = block.instructions
    edits = (
        lambda: x.remove(),
        lambda: x.insert_before(y),
        lambda: end.remove(),
        lambda: block.append(end),
        lambda: block.splice(0, 1, [x]),
        lambda: block.take_over(block.cut(y)),
        lambda: setattr(block, "instructions", [x, y, end]),
    )
    for number, edit in enumerate(edits):
        before = module.context.instruction_edits
        edit()
        assert module.context.instruction_edits > before, number
    assert [*module["f"].instructions] == [x, y, end]


def test_each_change_of_a_piece_of_metadata_is_counted() -> None:
    module = parse_assembly(
        "define void @f(ptr %p) {\n  #dbg_assign(i32 1, !1, !DIExpression(), !2, ptr %p, !DIExpression(), !3)\n  "
        "ret void, !x !1\n}\n"
        "!n = !{!1}\n!1 = !{}\n!2 = distinct !DIAssignID()\n!3 = !{}\n!llvm.module.flags = !{!9}\n"
        '!9 = !{i32 2, !"Debug Info Version", i32 3}\n',
        llvm_version=22,
    )
    end = module["f"].blocks[0].instructions[0]
    (record,), (attachment,) = end.debug_records or [], end.attachments or []
    names = {
        record: ("location", "variable", "debug_location", "assign_id", "address"),
        attachment: ("kind", "node"),
    }
    for thing, properties in names.items():
        for name in properties:
            count = EDITS.watch()
            setattr(thing, name, getattr(thing, name))
            assert EDITS.count() > count, name


def test_a_change_of_each_list_that_is_handed_out_is_counted() -> None:
    module = parse_assembly(
        "@v = global i32 0, !x !1\ndefine void @f(ptr %p) {\n  #dbg_value(i32 1, !1, !DIExpression(), !1)\n  ret void, !x !1\n}\n"
        '!n = !{!1}\n!1 = !{!2}\n!2 = !{!"two"}\n!llvm.module.flags = !{!9}\n!9 = !{i32 2, !"Debug Info Version", i32 3}\n',
        llvm_version=22,
    )
    (end,) = module["f"].blocks[0].instructions
    named = module.named_metadata_of("n")
    assert named is not None
    block = module["f"].blocks[0]
    record = (end.debug_records or [])[0]
    block.trailing_debug_records = [record]
    lists: list[Callable[[], list[Any] | None]] = [
        lambda: module.global_variables[0].attachments,
        lambda: end.attachments,
        lambda: end.debug_records,
        lambda: block.trailing_debug_records,
        lambda: module.named_metadata,
        lambda: named.operands,
        lambda: named.operands[0].operands,
    ]
    for number, ask in enumerate(lists):
        EDITS.watch()
        EDITS.count()  # what the list before has lost is an edit
        count = EDITS.watch()
        found = ask()
        assert found
        assert EDITS.count() == count, number
        found.append(found[0])
        assert EDITS.count() > count, number
        found.pop()


def test_lists_that_nobody_has_any_more_are_forgotten() -> None:
    edits = Edits()
    for _ in range(3):
        owners = [Owner() for _ in range(10_000)]
        for owner in owners:
            edits.lend(owner.items)
        assert len(edits._lent) < 1000
    kept = [owner.items for owner in owners]
    for owner in owners:
        edits.lend(owner.items)
    assert len(edits._lent) >= len(kept)


def test_a_list_is_lent_once() -> None:
    edits = Edits()
    owner = Owner()
    edits.watch()
    edits.lend(owner.items)
    owner.items.append(2)
    edits.lend(owner.items)
    assert edits.count() == 1
