"""Aligns the blocks and instructions of two bodies, so that values compare through what corresponds and not by number."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from typing import Final, final

from pyllvm.comparison.canonical import Canon
from pyllvm.comparison.keys import Item, Keys, item_text, items_of
from pyllvm.comparison.sequences import Pairs, align, align_in_levels, gaps, rising
from pyllvm.ir.function import Argument, BasicBlock, Function, Instruction
from pyllvm.ir.value import Value

# How often the alignment is tried again with what the last one has found.
_ROUNDS: Final = 3
# Blocks of other content correspond if they share this part of their instructions.
_LEAST_SHARED: Final = 0.3
# A key that so many blocks have says nothing about which of them correspond.
_MOST_BLOCKS: Final = 40


@final
class BodyAlignment:
    """What corresponds in the bodies of two functions: `partner` maps blocks, and instructions and debug records, both ways."""

    def __init__(self, canon: Canon, before: Function, after: Function) -> None:
        self._canon = canon
        self.before = before.blocks
        self.after = after.blocks
        self.items: dict[BasicBlock, list[Item]] = {block: items_of(block) for block in [*self.before, *self.after]}
        self.arguments = _match_arguments(canon, before, after)
        self._arguments = [*before.arguments, *after.arguments]
        numbers: dict[Argument, int] = {}
        for number, argument in enumerate(self._arguments):
            numbers[argument] = number
        for one, other in self.arguments:
            numbers[other] = numbers[one]
        self._argument_numbers = numbers
        self._keys = Keys(canon, (before, after), numbers)
        self.blocks: dict[BasicBlock, BasicBlock] = {}
        self._match_blocks()
        self.partner: dict[Item, Item] = {}
        self.texts: dict[Item, str] = {}
        """The lines in common numbers."""
        self._align([*self._keys.levels, self._keys.operand_keys, self._keys.opcodes])
        self._refine()
        self.moved = self._moved_blocks()

    # --- blocks

    def _match_blocks(self) -> None:
        for keys in [*self._keys.levels, self._keys.opcodes]:
            contents = {block: tuple([keys[item] for item in items]) for block, items in self.items.items()}
            self._match_equal_blocks(contents)
        self._match_similar_blocks()
        if self.before and self.after:
            self._pair_blocks(self.before[0], self.after[0])
        # One block between the same two neighbors, with nothing in common.
        places = {block: place for place, block in enumerate(self.after)}
        pairs = [(place, places[self.blocks[block]]) for place, block in enumerate(self.before) if block in self.blocks]
        order = rising([other for _, other in pairs])
        for low, high, other_low, other_high in gaps([pairs[place] for place in order], len(self.before), len(self.after)):
            ones = [block for block in self.before[low:high] if block not in self.blocks]
            others = [block for block in self.after[other_low:other_high] if block not in self.blocks]
            if len(ones) == len(others):
                for block, other in zip(ones, others, strict=True):
                    self._pair_blocks(block, other)

    def _pair_blocks(self, block: BasicBlock, other: BasicBlock) -> None:
        if block not in self.blocks and other not in self.blocks:
            self.blocks[block] = other
            self.blocks[other] = block

    def _match_equal_blocks(self, contents: dict[BasicBlock, tuple[int, ...]]) -> None:
        """Pair the blocks with a content that both bodies have equally often, whatever their order."""
        classes: dict[tuple[int, ...], tuple[list[BasicBlock], list[BasicBlock]]] = {}
        for place, blocks in enumerate((self.before, self.after)):
            for block in blocks:
                if block not in self.blocks:
                    classes.setdefault(contents[block], ([], []))[place].append(block)
        for ones, others in classes.values():
            if len(ones) == len(others):
                for block, other in zip(ones, others, strict=True):
                    self._pair_blocks(block, other)

    def _match_similar_blocks(self) -> None:
        """Pair the blocks that share most of their instructions, the most similar first."""
        keys = self._keys.levels[-2]
        having: dict[int, list[BasicBlock]] = {}
        counts = {block: Counter(keys[item] for item in items) for block, items in self.items.items() if block not in self.blocks}
        for block in self.after:
            for key in counts.get(block, ()):
                having.setdefault(key, []).append(block)
        places = {block: place for blocks in (self.before, self.after) for place, block in enumerate(blocks)}
        candidates: list[tuple[float, int, int, int]] = []
        for block in self.before:
            own = counts.get(block)
            if own is None:
                continue
            shared: Counter[BasicBlock] = Counter()
            for key, count in own.items():
                others = having.get(key, [])
                if len(others) <= _MOST_BLOCKS:
                    for other in others:
                        shared[other] += min(count, counts[other][key])
            for other, count in shared.items():
                part = count / max(len(self.items[block]), len(self.items[other]))
                if part >= _LEAST_SHARED:
                    distance = abs(places[block] - places[other])
                    candidates.append((-part, distance, places[block], places[other]))
        for _, _, place, other_place in sorted(candidates):
            self._pair_blocks(self.before[place], self.after[other_place])

    def _moved_blocks(self) -> set[BasicBlock]:
        """The blocks of the second body that are not in the order of the first."""
        places = {block: place for place, block in enumerate(self.before)}
        blocks = [block for block in self.after if block in self.blocks]
        order = [places[self.blocks[block]] for block in blocks]
        return set(blocks) - {blocks[place] for place in rising(order)}

    # --- instructions

    def _align(self, levels: list[dict[Item, int]]) -> None:
        """Pair the items of the blocks that correspond, then what moved to other blocks; and write the lines."""
        self.partner = {}
        for block in self.before:
            other = self.blocks.get(block)
            if other is not None:
                self._align_block(self.items[block], self.items[other], levels)
        self._match_moved(levels)
        self._write_lines()

    def _align_block(self, items: list[Item], others: list[Item], levels: list[dict[Item, int]]) -> None:
        pairs = align_in_levels([([keys[item] for item in items], [keys[other] for other in others]) for keys in levels])
        for low, high, other_low, other_high in gaps(pairs, len(items), len(others)):
            if high - low == other_high - other_low:
                pairs += [
                    (low + step, other_low + step)
                    for step in range(high - low)
                    if self._may_correspond(items[low + step], others[other_low + step])
                ]
        taken = {place for place, _ in pairs}
        if items and others and len(items) - 1 not in taken and len(others) - 1 not in {other for _, other in pairs}:
            pairs.append((len(items) - 1, len(others) - 1))
        for place, other_place in pairs:
            self._pair(items[place], others[other_place])

    def _may_correspond(self, item: Item, other: Item) -> bool:
        """Whether items of other operations can be one that changed: both have results of one type, or none."""
        if not isinstance(item, Instruction) or not isinstance(other, Instruction):
            return type(item) is type(other)
        text = self._canon.types.text
        return item.is_terminator == other.is_terminator and text(item.type) == text(other.type)

    def _pair(self, item: Item, other: Item) -> None:
        self.partner[item] = other
        self.partner[other] = item

    def _match_moved(self, levels: list[dict[Item, int]]) -> None:
        """Pair the items that both bodies have equally often among those that are left: they moved."""
        for keys in levels[: len(self._keys.levels)]:
            classes: dict[Hashable, tuple[list[Item], list[Item]]] = {}
            for place, blocks in enumerate((self.before, self.after)):
                for block in blocks:
                    for item in self.items[block]:
                        if item not in self.partner:
                            classes.setdefault(keys[item], ([], []))[place].append(item)
            for ones, others in classes.values():
                if len(ones) == len(others):
                    for item, other in zip(ones, others, strict=True):
                        self._pair(item, other)

    def _write_lines(self) -> None:
        """Give what corresponds common numbers, and write every line with them."""
        references: dict[Value, str] = {argument: f"%{self._argument_numbers[argument]}" for argument in self._arguments}
        number = len(references)
        for block in [*self.before, *self.after]:
            number += 1
            other = self.blocks.get(block)
            references[block] = references.get(other, f"%{number}") if other is not None else f"%{number}"
            # What addresses of blocks in other functions and in variables are compared by.
            self._canon.slots.globals[block] = references[block]
            for item in self.items[block]:
                if isinstance(item, Instruction):
                    number += 1
                    partner = self.partner.get(item)
                    known = references.get(partner) if isinstance(partner, Instruction) else None
                    references[item] = f"%{number}" if known is None else known
        self._canon.slots.locals = references
        self.texts = {item: item_text(self._canon, item) for items in self.items.values() for item in items}

    def _refine(self) -> None:
        """Align again by the lines of the last alignment, as long as fewer lines differ."""
        differing = self._differing()
        for _ in range(_ROUNDS):
            if not differing:
                return
            kept = self.partner, self.texts, self._canon.slots.locals
            exact = {item: self._canon.intern(_without_result(text)) for item, text in self.texts.items()}
            self._align([exact, *self._keys.levels, self._keys.operand_keys, self._keys.opcodes])
            now = self._differing()
            if now >= differing:
                self.partner, self.texts, self._canon.slots.locals = kept
                return
            differing = now

    def _differing(self) -> int:
        """The number of items without a partner, or whose partner has another line."""
        count = 0
        for item, text in self.texts.items():
            other = self.partner.get(item)
            if other is None or self.texts[other] != text:
                count += 1
        return count

    def pairs_in_order(self, block: BasicBlock, other: BasicBlock) -> Pairs:
        """The pairs of items in two blocks that correspond, as positions ascending in both; others of them moved."""
        places = {item: place for place, item in enumerate(self.items[other])}
        pairs = [
            (place, places[self.partner[item]])
            for place, item in enumerate(self.items[block])
            if item in self.partner and self.partner[item] in places
        ]
        return [pairs[index] for index in rising([place for _, place in pairs])]


def _without_result(text: str) -> str:
    result, equals, body = text.partition(" = ")
    return body if equals and result.startswith("  %") else text


def _match_arguments(canon: Canon, before: Function, after: Function) -> list[tuple[Argument, Argument]]:
    ones, others = before.arguments, after.arguments
    if len(ones) == len(others):
        return list(zip(ones, others, strict=True))

    pairs = align(
        [(canon.types.text(argument.type), argument.name) for argument in ones],
        [(canon.types.text(argument.type), argument.name) for argument in others],
    )
    return [(ones[place], others[other]) for place, other in pairs]
