"""Edits are counted, and lists that nobody holds any more are forgotten."""

from __future__ import annotations

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
