"""Handles broken `!tbaa` as LLVM's bitcode reader does: it finds bad access tags and removes all tags silently."""

from __future__ import annotations

from collections.abc import Sequence

from pyllvm.ir.function import Function, Instruction
from pyllvm.ir.module import Module
from pyllvm.verifier.state import State
from pyllvm.verifier.tbaa import check_access_tag


def has_broken_access_tags(module: Module, functions: Sequence[Function], state: State | None = None) -> bool:
    """Whether a tag in these functions is broken, so that all tags go (BitcodeReader::materialize).

    `state`, which receives the failures, is for callers that check the functions of a module in several steps: it has the results
    of the earlier ones.
    """
    if state is None:
        state = State(module)
    is_sound = True
    for function in functions:
        for block in function.blocks:
            for instruction in block.instructions:
                tag = instruction.metadata("tbaa") if instruction._attachments is not None else None
                if tag is not None:
                    state.subject = instruction
                    is_sound &= check_access_tag(state, instruction, tag)
    return not is_sound


def strip_access_tags(functions: Sequence[Function]) -> None:
    """Remove all tags from these functions (llvm::stripTBAA)."""
    for instruction in _tagged(functions):
        instruction.set_metadata("tbaa", None)


def _tagged(functions: Sequence[Function]) -> list[Instruction]:
    tagged: list[Instruction] = []
    for function in functions:
        for block in function.blocks:
            for instruction in block.instructions:
                if instruction._attachments is not None and instruction.metadata("tbaa") is not None:
                    tagged.append(instruction)
    return tagged
