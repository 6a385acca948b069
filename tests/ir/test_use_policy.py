"""Uses that wait for a question: whatever is asked or edited first, they are the same as uses that were recorded at once."""

from __future__ import annotations

from collections.abc import Callable

from pyllvm.assembly import TextReading, parse_text
from pyllvm.ir.function import Function, Instruction
from pyllvm.ir.module import Module
from pyllvm.ir.types import Context
from pyllvm.ir.use_policy import ASK, ASKED, CONSTANTS, DECLARED, LINKED, LISTED, RECORD, SKIP, UPGRADES, UsePolicy
from pyllvm.ir.value import Value
from rows import each_row

TEXT = b"""define i32 @f(i32 %x, ptr %p) {
entry:
  %a = add i32 %x, %x
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %n, %loop ]
  %n = add i32 %i, %a
  %r = call i32 %p(i32 %n, i32 %x) [ "tag"(i32 %x, i32 %a) ]
  store i32 %n, ptr %p
  %c = icmp eq i32 %r, %n
  br i1 %c, label %loop, label %end
end:
  ret i32 %n
}
"""


def values_of(function: Function) -> dict[str, Value]:
    """The local values by name."""
    found: dict[str, Value] = {argument.name: argument for argument in function.arguments}
    for block in function.blocks:
        found[block.name] = block
        found.update({one.name: one for one in block.instructions if one.name})
    return found


def uses_of(value: Value) -> list[tuple[str, int]]:
    """The uses of a value, oldest first."""
    return [(str(use.user), use.index) for use in value.uses]


def parsed(*, waits: bool, text: bytes = TEXT) -> Module:
    """The module, with uses that are recorded or that wait."""
    reading = TextReading()
    reading.records_local_uses = not waits
    return parse_text(text, reading, 19)


def remove(function: Function) -> None:
    """Take an instruction with users out of its block."""
    instruction = values_of(function)["a"]
    assert isinstance(instruction, Instruction)
    instruction.remove()
    assert len(instruction.users) == 2
    instruction.insert_before(function.blocks[0].instructions[0])


def replace(function: Function) -> None:
    """Replace one value by another. Both have uses."""
    values = values_of(function)
    values["x"].replace_all_uses_with(values["n"])
    assert not values["x"].has_uses


def set_operand(function: Function) -> None:
    """Let an instruction use another value instead."""
    values = values_of(function)
    store = function.blocks[1].instructions[3]
    store.set_operand(0, values["x"])


def move(function: Function) -> None:
    """Move a user to another place: its uses are as old as before."""
    values = values_of(function)
    call = values["r"]
    assert isinstance(call, Instruction)
    call.move_after(function.blocks[1].instructions[3])


def move_store(function: Function) -> None:
    """Move a user that nothing uses, and so no question about its own uses."""
    store = function.blocks[1].instructions[3]
    store.move_before(function.blocks[1].instructions[1])


def move_block(function: Function) -> None:
    """Move a block."""
    function.blocks[1].move_after(function.blocks[2])


def copy(function: Function) -> None:
    """Add a user before the others."""
    instruction = values_of(function)["n"]
    assert isinstance(instruction, Instruction)
    instruction.clone().insert_before(instruction)


def nothing(function: Function) -> None:
    """Edit nothing."""


@each_row("edit", [nothing, remove, replace, set_operand, move, move_store, move_block, copy])
@each_row("bundle", [b"i32 %x, i32 %a", b"i32 %x, ptr %p, i32 %a"])
def test_edits(bundle: bytes, edit: Callable[[Function], None]) -> None:
    found = []
    for waits in (True, False):
        function = parsed(waits=waits, text=TEXT.replace(b"i32 %x, i32 %a", bundle)).function("f")
        edit(function)
        found.append({name: uses_of(value) for name, value in values_of(function).items()})
    assert found[0] == found[1]


@each_row("asked", ["x", "p", "a", "r", "loop"])
def test_the_first_question_is_answered(asked: str) -> None:
    waiting, known = (values_of(parsed(waits=waits).function("f")) for waits in (True, False))
    assert waiting[asked].recorded_pairs is None
    assert waiting[asked].has_more_uses(1) == known[asked].has_more_uses(1)
    assert uses_of(waiting[asked]) == uses_of(known[asked])


def test_modes() -> None:
    assert UsePolicy().mode == RECORD
    assert Context().uses.mode == RECORD
    policy = UsePolicy(ASKED, DECLARED)
    assert policy.mode == ASK
    assert not policy.set_reading(True)
    assert policy.mode == ASK  # what is outside of bodies still gets all uses
    policy.end_head()
    assert policy.mode == SKIP
    assert policy.set_reading(False)
    assert policy.mode == ASK
    linking = UsePolicy(LINKED)
    linking.set_reading(True)
    assert not linking.is_reading


def test_values_that_outlive_bodies() -> None:
    kinds = [UsePolicy(ASKED, lasting) for lasting in (CONSTANTS, LISTED, UPGRADES, DECLARED)]
    assert [one.tracks_constants for one in kinds] == [True, True, False, False]
    assert [one.tracks_plain_constants for one in kinds] == [True, False, False, False]
    assert [one.tracks_upgrades for one in kinds] == [False, False, True, False]
    assert [one.tracks_metadata for one in kinds] == [True, True, True, False]
