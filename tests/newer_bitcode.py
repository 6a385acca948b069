"""Bitcode with things that pyllvm does not know, made from bitcode that it writes."""

from __future__ import annotations

from pyllvm import parse_assembly
from pyllvm.bitcode.writer.module import write_bitcode
from pyllvm.tables import records
from pyllvm.tables.attributes import KIND_OF_WORD
from pyllvm.versions import NEXT
from rewriting import Edit, Record, rewritten

NEWER = f"LLVM{NEXT + 1}.1.0"
"""The producer of an LLVM that is newer than all that is known."""
RELEASED = "LLVM22.1.8"
MODULE = records.MODULE_BLOCK_ID

# How many operands an attribute has in its record, by its form.
_SIZES = {0: 2, 1: 3, 5: 2, 6: 3}


def with_numbers(numbers: dict[str, int]) -> Edit:
    """The edit that gives attributes other numbers."""
    of_number = {KIND_OF_WORD[word].number: number for word, number in numbers.items()}

    def edit(path: tuple[int, ...], code: int, operands: list[int]) -> list[Record]:
        if path[-1] == records.PARAMATTR_GROUP_BLOCK_ID:
            at = 2
            while at < len(operands):
                operands[at + 1] = of_number.get(operands[at + 1], operands[at + 1])
                at += _SIZES[operands[at]]
        return [(code, operands)]

    return edit


def bitcode_of(text: str, edit: Edit, producer: str = NEWER, version: int = 22, **rules: object) -> bytes:
    """Bitcode of the text as LLVM `version` writes it, edited, with a producer."""
    written = write_bitcode(parse_assembly(text, llvm_version=version), producer=f"LLVM{version}.1.0")
    return rewritten(written, edit, producer=producer, **rules)  # type: ignore[arg-type]
