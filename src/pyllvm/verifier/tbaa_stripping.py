"""What LLVM's bitcode reader does about broken `!tbaa`: one bad access tag, and all tags of the module go, without a word."""

from __future__ import annotations

from pyllvm.ir.function import Instruction
from pyllvm.ir.module import Module
from pyllvm.verifier.state import Failure, State
from pyllvm.verifier.tbaa import check_access_tag


def broken_access_tags(module: Module) -> list[Failure]:
    """What is wrong with the tags; empty where they may stay (BitcodeReader::materialize)."""
    state = State(module)
    for instruction in _tagged(module):
        tag = instruction.metadata("tbaa")
        if tag is not None:
            state.subject = instruction
            check_access_tag(state, instruction, tag)
    return state.failures


def strip_access_tags(module: Module) -> None:
    """Take all tags out (llvm::stripTBAA)."""
    for instruction in _tagged(module):
        instruction.set_metadata("tbaa", None)


def _tagged(module: Module) -> list[Instruction]:
    found: list[Instruction] = []
    for function in module.functions:
        for block in function.blocks:
            for instruction in block.instructions:
                if instruction.attachments is not None:
                    for attachment in instruction.attachments:
                        if attachment.kind == "tbaa":
                            found.append(instruction)
    return found
