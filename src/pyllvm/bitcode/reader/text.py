"""Strings in records: each operand is one byte."""

from __future__ import annotations


def text_of_operands(operands: list[int], start: int = 0) -> str:
    """The string whose bytes are the operands from `start` on."""
    if start:
        operands = operands[start:]
    try:
        return bytes(operands).decode("utf-8", "surrogateescape")
    except ValueError:
        # LLVM uses the low byte of each operand.
        return bytes([operand & 0xFF for operand in operands]).decode("utf-8", "surrogateescape")
