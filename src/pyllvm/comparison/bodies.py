"""Aligns the blocks and instructions of two bodies, so that values compare through what corresponds and not by number."""

from __future__ import annotations

from collections import Counter

from pyllvm.comparison.canonical import Canon
from pyllvm.comparison.keys import Item, Keys, Level, item_text, items_of, without_location
from pyllvm.comparison.sequences import Pairs, align, align_in_levels, gaps, rising
from pyllvm.ir.function import Argument, BasicBlock, Function, Instruction
from pyllvm.ir.value import Value
from pyllvm.notation import Final, Hashable, final

# How often the alignment is tried again with what the last one has found.
_ROUNDS: Final = 3
# Blocks of other content correspond if they share this part of their instructions.
_LEAST_SHARED: Final = 0.3
# A key that so many blocks have says nothing about which of them correspond.
_MOST_BLOCKS: Final = 40
_ALIKE_BEGINNING: Final = 0.5


@final
class BodyAlignment:
    """The matching items in the bodies of two functions: `partner` maps blocks, and instructions and debug records, both ways."""

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
        self.block_of = {item: block for block, items in self.items.items() for item in items}
        self.runs = self._find_runs()
        self._align(self._keys.levels)
        self._refine()
        self.moved = self._moved_blocks()

    # --- blocks

    def _match_blocks(self) -> None:
        if self.before and self.after:
            self._pair_blocks(self.before[0], self.after[0])
        for keys in [*self._keys.levels, self._keys.opcodes]:
            self._match_equal_blocks(self._contents(keys))
        # Blocks in the same order between blocks that correspond. Of those that look alike, the ones with one name are meant.
        contents = self._contents(self._keys.levels[-1])
        for ones, others in self._gaps():
            named = [(contents[block], block.name) for block in ones], [(contents[block], block.name) for block in others]
            alike = [contents[block] for block in ones], [contents[block] for block in others]
            for place, other_place in align_in_levels([named, alike]):
                self._pair_blocks(ones[place], others[other_place])
        self._match_similar_blocks()
        # Equally many blocks between the same two neighbors, with nothing in common.
        for ones, others in self._gaps():
            if len(ones) == len(others):
                for block, other in zip(ones, others, strict=True):
                    self._pair_blocks(block, other)

    def _contents(self, keys: Level) -> dict[BasicBlock, tuple[int, ...]]:
        return {block: tuple([keys[item] for item in items]) for block, items in self.items.items()}

    def _gaps(self) -> list[tuple[list[BasicBlock], list[BasicBlock]]]:
        """The blocks without a partner between those that have one and keep their order."""
        places = {block: place for place, block in enumerate(self.after)}
        pairs = [(place, places[self.blocks[block]]) for place, block in enumerate(self.before) if block in self.blocks]
        order = rising([other for _, other in pairs])
        return [
            (
                [block for block in self.before[low:high] if block not in self.blocks],
                [block for block in self.after[other_low:other_high] if block not in self.blocks],
            )
            for low, high, other_low, other_high in gaps([pairs[place] for place in order], len(self.before), len(self.after))
        ]

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
                if part and self._begin_alike(block, other):
                    part += _ALIKE_BEGINNING
                if part >= _LEAST_SHARED:
                    distance = abs(places[block] - places[other])
                    candidates.append((-part, distance, places[block], places[other]))
        for _, _, place, other_place in sorted(candidates):
            self._pair_blocks(self.before[place], self.after[other_place])

    def _begin_alike(self, block: BasicBlock, other: BasicBlock) -> bool:
        """Whether two blocks begin with the same: of the parts of a block that was split, the first one is that block."""
        keys = self._keys.levels[-2]
        return [keys[item] for item in self.items[block][:1]] == [keys[item] for item in self.items[other][:1]]

    def _moved_blocks(self) -> set[BasicBlock]:
        """The blocks of the second body that are not in the order of the first."""
        places = {block: place for place, block in enumerate(self.before)}
        blocks = [block for block in self.after if block in self.blocks]
        order = [places[self.blocks[block]] for block in blocks]
        return set(blocks) - {blocks[place] for place in rising(order)}

    # --- instructions

    def _find_runs(self) -> list[tuple[list[BasicBlock], list[BasicBlock]]]:
        """For each pair of blocks, both with the blocks of one body alone that follow them: parts of them may be there."""
        followers = [self._followers(blocks) for blocks in (self.before, self.after)]
        return [
            ([block, *followers[0][block]], [self.blocks[block], *followers[1][self.blocks[block]]])
            for block in self.before
            if block in self.blocks
        ]

    def _followers(self, blocks: list[BasicBlock]) -> dict[BasicBlock, list[BasicBlock]]:
        found: dict[BasicBlock, list[BasicBlock]] = {}
        current: list[BasicBlock] = []
        for block in blocks:
            if block in self.blocks:
                current = found[block] = []
            else:
                current.append(block)
        return found

    def _align(self, levels: list[Level]) -> None:
        """Pair the items of the blocks that correspond, then what moved to other blocks; and write the lines."""
        self.partner = {}
        for blocks, other_blocks in self.runs:
            self._align_run(blocks, other_blocks, levels)
        self._match_moved(levels)
        self._write_lines()

    def _align_run(self, blocks: list[BasicBlock], other_blocks: list[BasicBlock], levels: list[Level]) -> None:
        items = [item for block in blocks for item in self.items[block]]
        others = [other for block in other_blocks for other in self.items[block]]
        pairs = align_in_levels([([keys[item] for item in items], [keys[other] for other in others]) for keys in levels])
        loose: Pairs = []
        for low, high, other_low, other_high in gaps(pairs, len(items), len(others)):
            if low < high and other_low < other_high:
                loose += self._align_gap(items, others, (low, high, other_low, other_high))
        for place, other_place in [*pairs, *loose]:
            self._pair(items[place], others[other_place])
        ends = self.items[blocks[0]][-1:], self.items[other_blocks[0]][-1:]
        if ends[0] and ends[1] and ends[0][0] not in self.partner and ends[1][0] not in self.partner:
            self._pair(ends[0][0], ends[1][0])

    def _align_gap(self, items: list[Item], others: list[Item], gap: tuple[int, int, int, int]) -> Pairs:
        """The pairs that may be the same instructions with other words, in a gap between instructions that are the same."""
        low, high, other_low, other_high = gap
        block, other_block = self.block_of[items[low]], self.block_of[others[other_low]]
        if block in self.blocks:
            # Of several blocks, those that correspond.
            other_block = self.blocks[block]
        positions = [place for place in range(low, high) if self.block_of[items[place]] is block]
        other_positions = [place for place in range(other_low, other_high) if self.block_of[others[place]] is other_block]
        ones, twos = [items[place] for place in positions], [others[place] for place in other_positions]
        levels = (self._keys.operand_keys, self._keys.opcodes)
        pairs = align_in_levels([([keys[one] for one in ones], [keys[two] for two in twos]) for keys in levels])
        for start, end, other_start, other_end in gaps(pairs, len(ones), len(twos)):
            if end - start == other_end - other_start:
                pairs += [
                    (start + step, other_start + step)
                    for step in range(end - start)
                    if self._may_correspond(ones[start + step], twos[other_start + step])
                ]
        return [(positions[place], other_positions[other]) for place, other in pairs]

    def _may_correspond(self, item: Item, other: Item) -> bool:
        """Whether items with different operations can be one item that changed: both have results of one type, or none."""
        if not isinstance(item, Instruction) or not isinstance(other, Instruction):
            return type(item) is type(other)
        text = self._canon.types.text
        return item.is_terminator == other.is_terminator and text(item.type) == text(other.type)

    def _pair(self, item: Item, other: Item) -> None:
        self.partner[item] = other
        self.partner[other] = item

    def _match_moved(self, levels: list[Level]) -> None:
        """Pair the items that both bodies have equally often among those that are left: they moved."""
        for keys in levels:
            classes: dict[Hashable, tuple[list[Item], list[Item]]] = {}
            for place, blocks in enumerate((self.before, self.after)):
                left = [item for block in blocks for item in self.items[block] if item not in self.partner]
                for item in left:
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
            # The keys by which addresses of blocks in other functions and in variables are compared.
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
            # Of several equal lines, a place in the source tells which are meant.
            texts = {item: _without_result(text) for item, text in self.texts.items()}
            located: Level = {item: self._canon.intern(text) for item, text in texts.items()}
            exact: Level = {item: self._canon.intern(without_location(text)) for item, text in texts.items()}
            self._align([located, exact, *self._keys.levels])
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

    def pairs_in_order(self, items: list[Item], others: list[Item]) -> Pairs:
        """The pairs among two lists of items that correspond, as positions ascending in both; others of them moved."""
        places = {item: place for place, item in enumerate(others)}
        pairs = [
            (place, places[self.partner[item]])
            for place, item in enumerate(items)
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
