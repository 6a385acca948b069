"""Keys of instructions and debug records, from strict to loose: two of them with a common key may correspond.

The loosest key is the text without local values. A stricter one combines it with the keys of the values that the instruction
uses, and of its users. Identical loads of different variables are thus told apart by their users.
"""

from __future__ import annotations

from pyllvm.comparison.canonical import Canon
from pyllvm.ir.function import Argument, BasicBlock, Function, Instruction
from pyllvm.ir.instructions import PHINode
from pyllvm.ir.metadata import DebugRecord, DIArgList, MetadataAsValue, ValueAsMetadata
from pyllvm.ir.value import Value
from pyllvm.notation import Final, final

Item = Instruction | DebugRecord
# A key, by number, for each item and for each local value that items use.
Level = dict[Value | DebugRecord, int]
_BLOCK_KEY: Final = -1
_STEPS: Final = 3
# Between an instruction and the number of its location. A debug record ends with its location.
_ATTACHED: Final = ", !dbg !"
_DIGITS: Final = "0123456789"


def items_of(block: BasicBlock) -> list[Item]:
    """The instructions and debug records of a block, in the order of their lines."""
    found: list[Item] = []
    for instruction in block.instructions:
        if instruction.debug_records is not None:
            found += instruction.debug_records
        found.append(instruction)
    return found


@final
class Keys:
    """The keys of the two bodies of a function. `levels` maps each item to a number; the first level is the strictest."""

    def __init__(self, canon: Canon, functions: tuple[Function, Function], arguments: dict[Argument, int]) -> None:
        self._canon = canon
        self.items: list[Item] = []
        self.operands: dict[Item, list[Value]] = {}
        self._users: dict[Value, list[Item]] = {}
        masked: dict[Value, str] = {}
        for function in functions:
            masked.update(dict.fromkeys(function.arguments, "%"))
            for block in function.blocks:
                masked[block] = "%"
                masked.update(dict.fromkeys(block.instructions, "%"))
                self.items += items_of(block)
        canon.slots.locals = masked
        intern = canon.intern
        # Where code is in the source does not tell what it does.
        shape: Level = {item: intern(without_location(item_text(canon, item))) for item in self.items}
        for item in self.items:
            found = [value for value in _values_of(item) if value in masked]
            self.operands[item] = found
            for value in found:
                self._users.setdefault(value, []).append(item)
        # The keys of values: arguments and blocks have theirs at once, instructions in each level.
        fixed: Level = {argument: intern(("argument", number)) for argument, number in arguments.items()}
        for function in functions:
            fixed.update(dict.fromkeys(function.blocks, _BLOCK_KEY))
        self.levels: list[Level] = [fixed | shape]
        for _ in range(_STEPS):
            inner = self.levels[0]
            self.levels.insert(0, fixed | {item: intern(self._wider(item, inner)) for item in self.items})
        self.operand_keys = {item: self._operand_key(item) for item in self.items}
        self.opcodes: Level = {item: intern(self._opcode_key(item)) for item in self.items}

    def _wider(self, item: Item, inner: Level) -> tuple[object, ...]:
        users = self._users.get(item) if isinstance(item, Instruction) else None
        return (
            inner[item],
            tuple([inner[value] for value in self.operands[item]]),
            tuple(sorted([inner[user] for user in users])) if users else (),
        )

    def _operand_key(self, item: Item) -> int:
        """A key that another operation on the same values has as well; of its own for an instruction without values."""
        shape = self.levels[-1]
        used = [shape[value] for value in self.operands[item]]
        if not isinstance(item, Instruction) or all(key == _BLOCK_KEY for key in used):
            return self._canon.intern(("item", id(item)))
        return self._canon.intern((self._canon.types.text(item.type), tuple(used)))

    def _opcode_key(self, item: Item) -> tuple[object, ...]:
        if isinstance(item, Instruction):
            return (item.opcode_name, self._canon.types.text(item.type))
        return ("record", item.kind)


def item_text(canon: Canon, item: Item) -> str:
    """The line of an instruction or a debug record in common numbers."""
    if isinstance(item, Instruction):
        return canon.instructions.text(item)
    return canon.instructions.debug_record(item)


def without_location(text: str) -> str:
    """The line of an instruction or a debug record without its place in the source."""
    record, mark, last = text.rpartition(", !")
    if mark and last.endswith(")") and last[:-1].isdecimal():
        text = record
    first, *others = text.split(_ATTACHED)
    for other in others:
        rest = other.lstrip(_DIGITS)
        first += rest if len(rest) < len(other) else _ATTACHED + rest
    return first


def _values_of(item: Item) -> list[Value]:
    """The values that an item refers to; those in metadata as well."""
    if isinstance(item, DebugRecord):
        return [value for one in (item.location, item.address) for value in _wrapped(one)]
    values = list(item.operands)
    if isinstance(item, PHINode):
        values += item.blocks
    if any(isinstance(value, MetadataAsValue) for value in values):
        for value in list(values):
            if isinstance(value, MetadataAsValue):
                values += _wrapped(value.metadata)
    return values


def _wrapped(metadata: object) -> list[Value]:
    if isinstance(metadata, ValueAsMetadata):
        return [metadata.value]
    if isinstance(metadata, DIArgList):
        return [argument.value for argument in metadata.arguments]
    return []
