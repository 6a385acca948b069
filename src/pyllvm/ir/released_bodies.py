"""Frees the bodies of functions that a command needs no more, although the rest of their module is still needed.

The objects of a body refer to each other, so they would live as long as the module: commands run without the garbage collector.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, final

from pyllvm.ir.constants import Constant
from pyllvm.ir.function import Function, Instruction
from pyllvm.ir.metadata import Metadata, MetadataAsValue, ValueAsMetadata
from pyllvm.ir.types import Context
from pyllvm.ir.value import Value


@final
class ReleasedBodies:
    """The functions of one module whose bodies are gone. These functions are still definitions."""

    def __init__(self, context: Context, refuse: Callable[[], None]) -> None:
        """`refuse` is called, and raises an exception, when someone asks for the blocks of a body that is gone."""
        self._refuse: Final = refuse
        self._metadata = context.metadata
        # The values that have lost their uses by the instructions that are being freed.
        self._settled: set[Value] = set()

    def release(self, functions: Sequence[Function]) -> None:
        """Free the bodies of these functions."""
        read = [function for function in functions if function.is_materialized and function.blocks]
        for function in read:
            for argument in function.arguments:
                argument._uses = None
            for block in function.blocks:
                block._uses = None
                for instruction in block.instructions:
                    instruction.parent = None
                    instruction._uses = None
        for function in read:
            for block in function.blocks:
                for instruction in block.instructions:
                    self._free(instruction)
                block.instructions = []
                block.parent = None
            function._release_body(self._refuse)
        self._settled.clear()

    def _free(self, instruction: Instruction) -> None:
        settled = self._settled
        for operand in instruction.operands:
            if operand._uses is not None and operand not in settled:
                settled.add(operand)
                _forget_uses(operand)
            if isinstance(operand, MetadataAsValue):
                self._forget_value(operand.metadata)
        instruction.operands.clear()
        if instruction._debug_records is not None:
            for record in instruction._debug_records:
                self._forget_value(record.location)
                self._forget_value(record.address)

    def _forget_value(self, metadata: Metadata | None) -> None:
        """Drop a local value that was used as metadata."""
        if isinstance(metadata, ValueAsMetadata) and not isinstance(metadata.value, Constant):
            self._metadata.pop(("value", metadata), None)
            self._metadata.pop(metadata.value, None)


def _forget_uses(value: Value) -> None:
    """Drop the uses of a value of the module by instructions that are gone."""
    pairs = value.known_pairs
    assert pairs is not None
    kept = 0
    for place in range(0, len(pairs), 2):
        user = pairs[place]
        if not isinstance(user, Instruction) or user.parent is not None:
            pairs[kept] = user
            pairs[kept + 1] = pairs[place + 1]
            kept += 2
    del pairs[kept:]
