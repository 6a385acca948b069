"""Reads USELIST blocks: the orders of uses in memory, for values for which reading results in a different order."""

from __future__ import annotations

from typing import cast

from pyllvm.bitcode.reader.state import ReaderState
from pyllvm.bitstream.cursor import BitstreamCursor
from pyllvm.ir.constants import Constant
from pyllvm.ir.function import Argument, BasicBlock, Function, Instruction
from pyllvm.ir.use_list_order import counted_uses, set_counted_uses
from pyllvm.ir.value import Use, Value
from pyllvm.tables import records


def read_use_lists(
    cursor: BitstreamCursor, state: ReaderState, blocks: list[BasicBlock], function: Function | None = None
) -> None:
    """Read a USELIST_BLOCK to its end; the cursor has just entered it.

    `function` is the one whose body contains it, if any.
    """
    late_orders = state.module._late_use_orders
    # The orders for values whose uses the reader has left for later.
    deferred: list[tuple[Value, list[int]]] = []
    while cursor.next_record():
        code = cursor.code
        if code != records.USELIST_CODE_DEFAULT and code != records.USELIST_CODE_BB:
            state.complain(cursor, f"unknown use-list record {code}")
            continue
        operands = cursor.operands
        if len(operands) < 3:
            raise cursor.error("Invalid record", code)
        number = operands[-1]
        value: Value
        if code == records.USELIST_CODE_BB:
            if number >= len(blocks):
                raise cursor.error("Invalid record", code)
            value = blocks[number]
        else:
            if number >= len(state.table.values):
                raise cursor.error("Invalid record", code)
            value = state.table.values[number]
        if not state.sorts_uses and code == records.USELIST_CODE_DEFAULT:
            continue
        if late_orders is not None and function is not None and isinstance(value, Constant):
            # Of a body that LLVM reads before the others, the orders have no effect: the uses of these bodies are not there.
            if function not in state.table.functions_to_read_first:
                late_orders.setdefault(function, []).append((value, operands[:-1]))
        elif function is not None and function.has_deferred_uses and isinstance(value, (Instruction, Argument)):
            deferred.append((value, operands[:-1]))
        else:
            sort_uses(value, operands[:-1], state.reading_version)
    if deferred and function is not None:
        function.record_local_uses_of({ordered for ordered, _ in deferred})
        for ordered, order in deferred:
            sort_uses(ordered, order, state.reading_version)


def sort_uses(value: Value, order: list[int], version: int) -> None:
    """Sort the uses by `order`: use i, counted newest first, moves to the rank of `order[i]`."""
    # A value that all modules of a link share, such as `i32 0`, has far more uses than one of them orders.
    if not isinstance(value, (Function, BasicBlock)) and value.has_more_uses(len(order)):
        return
    if value.has_repeated_uses:
        value.settle_uses()
    uses = counted_uses(value, version)
    # If the number of uses differs, the functions were read in another order; LLVM then changes nothing.
    if len(uses) != len(order):
        return
    ordered = _moved(uses, order)
    if ordered is None:
        newest_first: list[Use] = uses[::-1]
        places = sorted(range(len(order)), key=lambda place: order[place])
        ordered = [newest_first[place] for place in reversed(places)]
    set_counted_uses(value, uses, ordered)


def _moved(uses: list[Use], order: list[int]) -> list[Use] | None:
    """The uses in that order, oldest first; None if two have the same rank, or one has a rank that none of so many can have."""
    last = len(uses) - 1
    moved: list[Use | None] = [None] * len(uses)
    index = last
    for rank in order:
        place = last - rank
        if place < 0 or moved[place] is not None:
            return None
        moved[place] = uses[index]
        index -= 1
    return cast("list[Use]", moved)
