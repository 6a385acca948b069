"""Handles broken `!tbaa` as LLVM's bitcode reader does: it finds bad access tags and removes all tags silently."""

from __future__ import annotations

from collections.abc import Sequence

from pyllvm.ir.function import Function, Instruction
from pyllvm.ir.module import Module
from pyllvm.verifier.state import Failure, State
from pyllvm.verifier.tbaa import check_access_tag


def broken_access_tags(module: Module, functions: Sequence[Function], state: State | None = None) -> list[Failure]:
    """Return the failures of the tags in these functions; empty if the tags can stay (BitcodeReader::materialize).

    `state` is for callers that check the functions of a module in several steps: it has the results of the earlier ones.
    """
    if state is None:
        state = State(module)
    for function in functions:
        for block in function.blocks:
            for instruction in block.instructions:
                if instruction._attachments is not None:
                    tag = instruction.metadata("tbaa")
                    if tag is not None:
                        state.subject = instruction
                        check_access_tag(state, instruction, tag)
    return state.failures


def strip_access_tags(functions: Sequence[Function]) -> None:
    """Remove all tags from these functions (llvm::stripTBAA)."""
    for instruction in _tagged(functions):
        instruction.set_metadata("tbaa", None)


def _tagged(functions: Sequence[Function]) -> list[Instruction]:
    tagged: list[Instruction] = []
    for function in functions:
        for block in function.blocks:
            for instruction in block.instructions:
                if instruction._attachments is not None:
                    for attachment in instruction._attachments:
                        if attachment._kind == "tbaa":
                            tagged.append(instruction)
    return tagged
