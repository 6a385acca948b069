"""Random changes to bytes, to a bitstream's records, and to text. The same seed makes the same change."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

from tests.fuzz.bitstream_tree import Block, Record

_WORDS = (bytes(4), b"\xff\xff\xff\xff", b"\xff\xff\xff\x7f", b"\0\0\0\x80", b"BC\xc0\xde")
#: Numbers at the borders of what readers keep: signs, widths, indices.
BORDERS = (
    0, 1, 2, 3, 7, 8, 15, 16, 31, 32, 63, 64, 127, 128, 255, 256, 65535, 65536, (1 << 24) - 1, 1 << 24, (1 << 31) - 1, 1 << 31,
    (1 << 32) - 1, 1 << 32, (1 << 32) + 1, (1 << 62) - 1, 1 << 62, (1 << 63) - 1, 1 << 63, (1 << 64) - 2, (1 << 64) - 1,
)  # fmt: skip
_TOKEN = re.compile(r'"[^"\n]*"|[%@!#$^]?[-\w.]+|\S', re.ASCII)
_MARKS = ("(", ")", "{", "}", "[", "]", "<", ">", ",", "=", "*", '"', "!", "\0", "\x80")
_NUMBERS = ("0", "-1", "1", "4294967295", "4294967296", "18446744073709551616", "9" * 40, "0x7FF0000000000000", "1.0e999", "0xK1")


def change_bytes(data: bytes, chance: random.Random) -> bytes:
    """The bytes with bits flipped, cut short, with a forged word, with a piece of them elsewhere, or without one."""
    changed = bytearray(data)
    for _ in range(chance.choice((1, 1, 1, 2, 4))):
        if len(changed) < 8:
            break
        kind = chance.randrange(6)
        at = chance.randrange(len(changed))
        if kind <= 1:
            for _ in range(chance.randrange(1, 8)):
                bit = chance.randrange(len(changed) * 8)
                changed[bit >> 3] ^= 1 << (bit & 7)
        elif kind == 2:
            word = chance.choice([*_WORDS, chance.randbytes(4)])
            changed[at & ~3 : (at & ~3) + 4] = word
        elif kind == 3:
            source, size = chance.randrange(len(changed)), chance.randrange(1, 64)
            changed[at : at + size] = changed[source : source + size]
        elif kind == 4:
            del changed[at : at + chance.randrange(1, 64)]
        elif chance.random() < 0.3:
            del changed[max(at, 4) :]
    return bytes(changed)


def _blocks_in(blocks: list[Block]) -> Iterator[Block]:
    pending = list(blocks)
    while pending:
        block = pending.pop()
        yield block
        pending += [item for item in block.items if isinstance(item, Block)]


def change_records(blocks: list[Block], chance: random.Random) -> None:
    """Change operands to numbers at a border, or to those of another record; drop, repeat, move and join records and blocks."""
    every = [block for block in _blocks_in(blocks) if block.items]
    if not every:
        return
    for _ in range(chance.choice((1, 1, 1, 2, 3, 6))):
        block = chance.choice(every)
        if not block.items:
            continue
        at = chance.randrange(len(block.items))
        item = block.items[at]
        kind = chance.randrange(10)
        if kind <= 5 and isinstance(item, Record):
            _change_record(item, block, chance)
        elif kind == 6:
            del block.items[at]
        elif kind == 7:
            block.items.insert(chance.randrange(len(block.items) + 1), item)
        elif kind == 8:
            other = chance.randrange(len(block.items))
            block.items[at], block.items[other] = block.items[other], block.items[at]
        elif isinstance(item, Block) and chance.random() < 0.2:
            item.number = chance.choice((0, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 99))
        else:
            source = chance.choice(every)
            taken = chance.choice(source.items) if source.items else item
            if isinstance(taken, Record):
                block.items.insert(at, Record(taken.code, list(taken.operands), taken.blob))


def _change_record(record: Record, block: Block, chance: random.Random) -> None:
    operands = record.operands
    kind = chance.randrange(8)
    if record.blob is not None and kind < 3:
        record.blob = change_bytes(record.blob, chance)
    elif kind == 0:
        record.code = chance.choice((chance.randrange(64), record.code ^ 1, record.code + 1))
    elif not operands or kind == 1:
        operands.insert(chance.randrange(len(operands) + 1), chance.choice(BORDERS))
    elif kind == 2:
        del operands[chance.randrange(len(operands)) :]
    elif kind == 3:
        del operands[chance.randrange(len(operands))]
    elif kind == 4:
        at = chance.randrange(len(operands))
        operands[at] = max(0, operands[at] + chance.choice((-2, -1, 1, 2)))
    elif kind == 5:
        operands[chance.randrange(len(operands))] = chance.randrange(1 << chance.choice((3, 5, 8, 12)))
    else:
        operands[chance.randrange(len(operands))] = chance.choice(BORDERS)


def change_text(text: str, others: list[str], chance: random.Random) -> str:
    """The text with one to four tokens deleted, repeated, swapped or replaced, or with a line of another text."""
    for _ in range(chance.choice((1, 1, 2, 4))):
        tokens = list(_TOKEN.finditer(text))
        if len(tokens) < 2:
            return text
        at = chance.randrange(len(tokens))
        start, end = tokens[at].span()
        kind = chance.randrange(9)
        if kind == 0:
            text = text[:start] + text[end:]
        elif kind == 1:
            text = text[:end] + " " + text[start:end] + text[end:]
        elif kind == 2:
            text = text[:start] + chance.choice(_NUMBERS) + text[end:]
        elif kind <= 5:
            other = chance.choice(tokens)
            text = text[:start] + other.group() + text[end:]
        elif kind == 6:
            lines = chance.choice(others).split("\n")
            line_end = text.find("\n", end)
            if line_end >= 0:
                text = text[: line_end + 1] + chance.choice(lines) + "\n" + text[line_end + 1 :]
        elif kind == 7:
            lines = text.split("\n")
            first, second = chance.randrange(len(lines)), chance.randrange(len(lines))
            lines[first], lines[second] = lines[second], lines[first]
            text = "\n".join(lines)
        else:
            text = text[:start] + chance.choice(_MARKS) + text[end:]
    return text
