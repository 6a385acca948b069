"""Computes the funclets of a function's blocks, and checks that calls name the funclet that they are in.

Sources: `colorEHFunclets` and `classifyEHPersonality` of EHPersonalities.cpp; the end of `Verifier::visitIntrinsicCall`.
"""

from __future__ import annotations

from typing import Final

from pyllvm.analysis.pointer_casts import strip_pointer_casts
from pyllvm.ir.function import BasicBlock, Function
from pyllvm.ir.instructions import CallBase, CatchPadInst, CatchReturnInst, CatchSwitchInst, FuncletPadInst
from pyllvm.ir.value import Value
from pyllvm.tables.behavior_versions import FUNCLET_TOKENS_SINCE
from pyllvm.verifier.exceptions import first_instruction, is_pad, may_lower_to_function_call
from pyllvm.verifier.state import State

# Personalities whose handlers are funclets or similar scopes.
_SCOPED: Final = frozenset(
    (
        "_except_handler3", "_except_handler4", "__C_specific_handler", "__CxxFrameHandler3", "ProcessCLRException",
        "__gxx_wasm_personality_v0",
    )
)  # fmt: skip


def verify_funclet_token(state: State, call: CallBase, intrinsic: Function) -> bool:
    """Check that a call of an intrinsic that becomes a call of a function names its funclet."""
    if state.version < FUNCLET_TOKENS_SINCE or not may_lower_to_function_call(intrinsic):
        return True
    personality = state.function.personality
    if personality is None:
        return True
    stripped = strip_pointer_casts(personality)
    if not isinstance(stripped, Function) or stripped.name not in _SCOPED:
        return True
    if any(bundle.tag == "funclet" for bundle in call.bundles or ()):
        return True
    colors = state.funclet_colors
    if colors is None:
        colors = color_funclets(state.function)
        state.funclet_colors = colors
    block = call.parent
    if block is not None:
        for color in colors.get(block, []):
            if isinstance(first_instruction(color), FuncletPadInst):
                return state.fail("Missing funclet token on intrinsic call", call)
    return True


def color_funclets(function: Function) -> dict[BasicBlock, list[BasicBlock]]:
    """Return the first blocks of the funclets that contain each block; the entry block represents the function itself."""
    entry = function.blocks[0]
    colors: dict[BasicBlock, list[BasicBlock]] = {}
    pending: list[tuple[BasicBlock, BasicBlock]] = [(entry, entry)]
    while pending:
        block, color = pending.pop()
        if is_pad(first_instruction(block)):
            color = block
        found = colors.setdefault(block, [])
        if color in found:
            continue
        found.append(color)
        last = block.terminator
        if last is None:
            continue
        following = color
        if isinstance(last, CatchReturnInst):
            following = _block_of_return(last) or entry
        for operand in last.operands:
            if isinstance(operand, BasicBlock):
                pending.append((operand, following))
    return colors


def _block_of_return(instruction: CatchReturnInst) -> BasicBlock | None:
    """Return the block of the pad that a catchret returns into; None if it returns into the function itself."""
    pad: Value = instruction.operands[0]
    switch = pad.parent_pad if isinstance(pad, CatchPadInst) else None
    parent = switch.operands[0] if isinstance(switch, CatchSwitchInst) else None
    return parent.parent if isinstance(parent, FuncletPadInst) else None
