"""Compares two functions that correspond: what is before the body, and the lines of the body."""

from __future__ import annotations

from pyllvm.comparison.bodies import BodyAlignment
from pyllvm.comparison.canonical import Canon, Side
from pyllvm.comparison.changes import ADDED, CHANGED, EQUAL, MOVED, REMOVED, RENAMED, Change, Detail, Row, Section
from pyllvm.comparison.headers import Aspects, attachment_details, attribute_aspects, details, global_aspects, node_text
from pyllvm.comparison.keys import Item, items_of
from pyllvm.comparison.sequences import align, gaps
from pyllvm.ir.function import BasicBlock, Function, Instruction
from pyllvm.ir.instructions import CallBase
from pyllvm.ir.metadata import Attachment, DebugRecord, MDNode, MetadataAsValue
from pyllvm.ir.value import Value
from pyllvm.notation import Final, final

_BODY: Final = " {"


@final
class FunctionComparison:
    """The changes between two functions, and the rows for views. `names`: whether names of local values count."""

    def __init__(self, canon: Canon, sides: tuple[Side, Side], pair: tuple[Function, Function], names: bool) -> None:
        self._canon = canon
        self._sides = sides
        self._before, self._after = pair
        self._names = names
        self._name = _reference(sides[1], pair[1])
        self.changes: list[Change] = []
        self.rows: list[Row] = []
        is_defined = bool(self._before.blocks) and bool(self._after.blocks)
        self._compare_header()
        if is_defined:
            self._compare_bodies()
            # Nothing outside of the function is printed with its numbers.
            canon.slots.locals = {}

    def _compare_bodies(self) -> None:
        canon, sides, pair, names = self._canon, self._sides, (self._before, self._after), self._names
        if canon.bodies.are_equal(*pair) and not (names and _local_names(pair[0]) != _local_names(pair[1])):
            return
        if not self.rows:
            self._add_header(EQUAL, ())
        self._aligned = BodyAlignment(canon, self._before, self._after)
        self._labels: dict[BasicBlock, str] = {}
        self._lines: dict[Item, str] = {}
        for side, function in zip(sides, pair, strict=True):
            self._print_body(side, function)
        if names:
            self._compare_arguments()
        self._compare_blocks()

    def section(self) -> Section:
        """The rows under the name of the function."""
        return Section(f"function {self._name}", self.rows)

    # --- the first line

    def _compare_header(self) -> None:
        before, after = self._before, self._after
        found = details(global_aspects(self._canon, before), global_aspects(self._canon, after))
        found += attachment_details(self._canon, *self._sides, before.attachments, after.attachments)
        action = CHANGED
        if before.name != after.name:
            if not found and (self._names or before.linkage == "internal"):
                action = RENAMED
            if found or action == RENAMED:
                found += (Detail("name", _reference(self._sides[0], before), self._name),)
        if found:
            self._add_header(action, found)

    def _add_header(self, action: str, found: tuple[Detail, ...]) -> None:
        first, second = header_line(self._sides[0], self._before), header_line(self._sides[1], self._after)
        if found:
            self.changes.append(Change(action, "function", self._name, first, second, details=found))
        self.rows.append(Row(action, first, second, found))

    def _compare_arguments(self) -> None:
        for one, other in self._aligned.arguments:
            if one.name != other.name:
                before, after = f"%{one.name or one.number}", f"%{other.name or other.number}"
                self.changes.append(Change(RENAMED, "argument", after, before, after, (self._name, "")))

    # --- the lines as the modules have them

    def _print_body(self, side: Side, function: Function) -> None:
        printer = side.printer
        printer.slots.incorporate_function(function)
        for block in function.blocks:
            printer.print_block(block)
            items = items_of(block)
            texts = printer.out
            first = len(texts) - len(items)
            self._labels[block] = texts[first - 1].strip("\n")
            for item, text in zip(items, texts[first:], strict=True):
                self._lines[item] = text.rstrip("\n")
            printer.out = []
        printer.slots.purge_function()

    # --- blocks

    def _compare_blocks(self) -> None:
        aligned = self._aligned
        runs = {run[1][0]: run for run in aligned.runs}
        moved = [block for block in aligned.before if aligned.blocks.get(block) in aligned.moved]
        places = {block: place for place, block in enumerate(aligned.before)}
        for other in aligned.after:
            block = aligned.blocks.get(other)
            if block is None:
                continue
            if other in aligned.moved:
                self.changes.append(self._block_change(MOVED, other, self._labels[block], self._labels[other]))
                self.rows.append(Row(MOVED, None, self._labels[other]))
            else:
                while moved and places[moved[0]] < places[block]:
                    self.rows.append(Row(MOVED, self._labels[moved.pop(0)], None))
                self._compare_labels(block, other)
            self._compare_run(*runs[other])
        self.rows += [Row(MOVED, self._labels[block], None) for block in moved]

    def _compare_labels(self, block: BasicBlock, other: BasicBlock) -> None:
        label, other_label = self._labels[block], self._labels[other]
        is_renamed = self._names and block.name != other.name
        if is_renamed:
            self.changes.append(self._block_change(RENAMED, other, label, other_label))
        if label or other_label:
            self.rows.append(Row(RENAMED if is_renamed else EQUAL, label, other_label))

    def _compare_run(self, blocks: list[BasicBlock], other_blocks: list[BasicBlock]) -> None:
        """Compare two blocks that correspond, together with the blocks after them that do not."""
        aligned = self._aligned
        items = [item for block in blocks for item in aligned.items[block]]
        others = [other for block in other_blocks for other in aligned.items[block]]
        for block in blocks[1:]:
            self._report_block(REMOVED, block)
        for block in other_blocks[1:]:
            self._report_block(ADDED, block)
        begins = {id(aligned.items[block][0]): block for block in [*blocks[1:], *other_blocks[1:]] if aligned.items[block]}
        place = other_place = 0
        for position, other_position in [*aligned.pairs_in_order(items, others), (len(items), len(others))]:
            for item in items[place:position]:
                self._begin_block(item, begins, REMOVED)
                self._leave_item(item)
            for other in others[other_place:other_position]:
                self._begin_block(other, begins, ADDED)
                self._insert_item(other)
            if position < len(items):
                self._begin_block(items[position], begins, REMOVED)
                self._begin_block(others[other_position], begins, ADDED)
                self._compare_items(items[position], others[other_position])
            place, other_place = position + 1, other_position + 1

    def _begin_block(self, item: Item, begins: dict[int, BasicBlock], action: str) -> None:
        """The row of the label, if a block that is new or gone begins with an item."""
        block = begins.get(id(item))
        if block is not None:
            label = self._labels[block]
            self.rows.append(Row(action, label, None) if action == REMOVED else Row(action, None, label))

    def _report_block(self, action: str, block: BasicBlock) -> None:
        """The change of a block that is new or gone; its lines are those that have not come from another block."""
        aligned = self._aligned
        lines = [self._labels[block], *[self._lines[item] for item in aligned.items[block] if item not in aligned.partner]]
        texts = ("\n".join(lines), "") if action == REMOVED else ("", "\n".join(lines))
        self.changes.append(self._block_change(action, block, *texts))

    def _block_change(self, action: str, block: BasicBlock, before: str, after: str) -> Change:
        return Change(action, "block", self._block_name(block), before, after, (self._name, ""))

    def _block_name(self, block: BasicBlock) -> str:
        side = self._sides[0 if block.parent is self._before else 1]
        return side.printer.slots.foreign_reference(block, self._before if block.parent is self._before else self._after) or ""

    # --- items

    def _leave_item(self, item: Item) -> None:
        line = self._lines[item]
        if item in self._aligned.partner:
            self.rows.append(Row(MOVED, line, None))
            return
        self.rows.append(Row(REMOVED, line, None))
        if self._is_in_known_block(item):
            self.changes.append(self._item_change(REMOVED, item, line, ""))

    def _insert_item(self, other: Item) -> None:
        line = self._lines[other]
        item = self._aligned.partner.get(other)
        if item is not None:
            self.rows.append(Row(MOVED, None, line))
            self.changes.append(self._item_change(MOVED, other, self._lines[item], line))
            return
        self.rows.append(Row(ADDED, None, line))
        if self._is_in_known_block(other):
            self.changes.append(self._item_change(ADDED, other, "", line))

    def _is_in_known_block(self, item: Item) -> bool:
        """Whether the block of an item has a partner. If not, the change of the block has the item."""
        return self._aligned.block_of[item] in self._aligned.blocks

    def _item_change(self, action: str, item: Item, before: str, after: str, found: tuple[Detail, ...] = ()) -> Change:
        kind = "instruction" if isinstance(item, Instruction) else "debug record"
        name = item.opcode_name if isinstance(item, Instruction) else f"#dbg_{item.kind}"
        return Change(action, kind, name, before, after, (self._name, self._block_name(self._aligned.block_of[item])), found)

    def _compare_items(self, item: Item, other: Item) -> None:
        line, other_line = self._lines[item], self._lines[other]
        texts = self._aligned.texts
        is_equal = texts[item] == texts[other]
        found: tuple[Detail, ...] = ()
        if self._names and isinstance(item, Instruction) and isinstance(other, Instruction) and item.name != other.name:
            found += (Detail("name", item.name, other.name),)
        if is_equal and not found:
            self.rows.append(Row(EQUAL, line, other_line))
            return
        if not is_equal:
            found = self._item_details(item, other) + found
        self.changes.append(self._item_change(RENAMED if is_equal else CHANGED, other, line, other_line, found))
        rows = self._rows_of_lines(texts[item], texts[other], line, other_line)
        self.rows += [*rows[:-1], Row(rows[-1].action, rows[-1].before, rows[-1].after, found)]

    def _rows_of_lines(self, text: str, other_text: str, line: str, other_line: str) -> list[Row]:
        """The rows of an instruction that changed: the lines that differ, if it has several."""
        before, after = line.split("\n"), other_line.split("\n")
        texts, other_texts = text.split("\n"), other_text.split("\n")
        if len(before) == 1 or len(after) == 1 or len(texts) != len(before) or len(other_texts) != len(after):
            return [Row(CHANGED, line, other_line)]
        pairs = align(texts, other_texts)
        rows: list[tuple[int, int, Row]] = [(one, two, Row(EQUAL, before[one], after[two])) for one, two in pairs]
        for low, high, other_low, other_high in gaps(pairs, len(before), len(after)):
            removed, added = before[low:high], after[other_low:other_high]
            both = min(len(removed), len(added))
            changed = [Row(CHANGED, removed[step], added[step]) for step in range(both)]
            changed += [Row(REMOVED, one, None) for one in removed[both:]] + [Row(ADDED, None, one) for one in added[both:]]
            rows += [(low, other_low, row) for row in changed]
        rows.sort(key=lambda row: (row[0], row[1], row[2].action == EQUAL))
        return [row for _, _, row in rows]

    def _item_details(self, item: Item, other: Item) -> tuple[Detail, ...]:
        if isinstance(item, DebugRecord) or isinstance(other, DebugRecord):
            if isinstance(item, DebugRecord) and isinstance(other, DebugRecord):
                return self._record_details(item, other)
            return ()
        found = details(self._call_aspects(item), self._call_aspects(other))
        found += self._argument_details(item, other)
        return found + attachment_details(self._canon, *self._sides, _attachments(item), _attachments(other))

    def _argument_details(self, item: Instruction, other: Instruction) -> tuple[Detail, ...]:
        """The arguments of calls that are nodes of metadata, of which the line has only the numbers."""
        if not isinstance(item, CallBase) or not isinstance(other, CallBase):
            return ()
        pairs = [
            (f"argument {number}", *pair) for number, pair in enumerate(zip(item.arguments, other.arguments, strict=False), 1)
        ]
        return self._node_details([(what, _node_of(one), _node_of(two)) for what, one, two in pairs])

    def _call_aspects(self, item: Instruction) -> Aspects:
        return attribute_aspects(self._canon, item.attributes) if isinstance(item, CallBase) else {}

    def _record_details(self, record: DebugRecord, other: DebugRecord) -> tuple[Detail, ...]:
        return self._node_details(
            [
                ("variable", record.variable, other.variable),
                ("location", record.debug_location, other.debug_location),
                ("assign ID", record.assign_id, other.assign_id),
            ]
        )

    def _node_details(self, pairs: list[tuple[str, object, object]]) -> tuple[Detail, ...]:
        """The pairs whose nodes do not correspond, with the nodes of either module."""
        found: list[Detail] = []
        for what, one, two in pairs:
            if isinstance(one, MDNode) and isinstance(two, MDNode):
                if self._canon.operands.metadata(one) != self._canon.operands.metadata(two):
                    found.append(Detail(what, node_text(self._sides[0], one), node_text(self._sides[1], two)))
        return tuple(found)


def _node_of(argument: Value) -> object:
    return argument.metadata if isinstance(argument, MetadataAsValue) else None


def _attachments(instruction: Instruction) -> list[Attachment]:
    found = [] if instruction.debug_location is None else [Attachment("dbg", instruction.debug_location)]
    return found + (instruction.attachments or [])


def _local_names(function: Function) -> list[str]:
    found = [argument.name for argument in function.arguments]
    for block in function.blocks:
        found.append(block.name)
        found += [instruction.name for instruction in block.instructions]
    return found


def _reference(side: Side, function: Function) -> str:
    return side.printer.operands.reference(function)


def header_line(side: Side, function: Function) -> str:
    """The line of a function's definition or declaration, without the brace."""
    return _printed(side, function).rpartition("\n")[2]


def _printed(side: Side, function: Function) -> str:
    printer = side.printer
    printer.print_function(function)
    texts, printer.out = printer.out, []
    if _BODY in texts:
        texts = texts[: texts.index(_BODY)]
    return "".join(texts).rstrip("\n")


def function_text(side: Side, function: Function) -> str:
    """The whole text of a function, from its first line on."""
    printer = side.printer
    printer.print_function(function)
    text, printer.out = "".join(printer.out), []
    lines = text.rstrip("\n").split("\n")
    while lines and lines[0].startswith(";"):
        del lines[0]
    return "\n".join(lines)
