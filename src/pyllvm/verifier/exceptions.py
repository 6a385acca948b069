"""The rules for landing pads and funclets: the allowed unwind edges, the parents of pads, and which intrinsics may throw.

The funclets of blocks, which calls have to name, are from `colorEHFunclets` and `classifyEHPersonality` of EHPersonalities.cpp,
and the end of `Verifier::visitIntrinsicCall`.
"""

from __future__ import annotations

from typing import Final

from pyllvm.analysis.pointer_casts import strip_pointer_casts
from pyllvm.ir.constants import Constant, ConstantAggregate, ConstantData, SimpleConstant
from pyllvm.ir.function import BasicBlock, Function, Instruction
from pyllvm.ir.instructions import (
    AllocaInst,
    CallBase,
    CallInst,
    CatchPadInst,
    CatchReturnInst,
    CatchSwitchInst,
    CleanupPadInst,
    CleanupReturnInst,
    FuncletPadInst,
    InvokeInst,
    LandingPadInst,
    PHINode,
    ResumeInst,
)
from pyllvm.ir.types import ARRAY, POINTER
from pyllvm.ir.value import Value
from pyllvm.tables.behavior_versions import EDGES_WITHOUT_THROW_SINCE, FUNCLET_TOKENS_SINCE
from pyllvm.tables.verifier_rules import CAUGHT_IN
from pyllvm.verifier.attributes import call_has_attribute
from pyllvm.verifier.globals import is_none_token
from pyllvm.verifier.state import State

_OBJECTIVE_C: Final = "llvm.objc."
# The intrinsics of Objective-C's runtime that the code generator turns into function calls.
_CALLS: Final = frozenset(
    (
        "autorelease", "autoreleasePoolPop", "autoreleasePoolPush", "autoreleaseReturnValue", "claimAutoreleasedReturnValue",
        "copyWeak", "destroyWeak", "initWeak", "loadWeak", "loadWeakRetained", "moveWeak", "release", "retain",
        "retainAutorelease", "retainAutoreleaseReturnValue", "retainAutoreleasedReturnValue", "retainBlock", "storeStrong",
        "storeWeak", "unsafeClaimAutoreleasedReturnValue", "retainedObject", "unretainedObject", "unretainedPointer",
        "retain.autorelease", "sync.enter", "sync.exit",
    )
)  # fmt: skip
# Personalities whose handlers are funclets or similar scopes.
_SCOPED: Final = frozenset(
    (
        "_except_handler3", "_except_handler4", "__C_specific_handler", "__CxxFrameHandler3", "ProcessCLRException",
        "__gxx_wasm_personality_v0",
    )
)  # fmt: skip


def may_lower_to_function_call(intrinsic: Function) -> bool:
    """Whether the code generator can turn a call of the intrinsic into a function call."""
    name = intrinsic.name
    return name.startswith(_OBJECTIVE_C) and name[len(_OBJECTIVE_C) :] in _CALLS


# A limit on the nesting of pads, in case they are nested within themselves.
_STEPS: Final = 1_000_000


def first_instruction(block: Value) -> Instruction | None:
    """Return the first instruction of a block that is not a phi, or None."""
    if isinstance(block, BasicBlock):
        for instruction in block.instructions:
            if not isinstance(instruction, PHINode):
                return instruction
    return None


def is_pad(instruction: Instruction | None) -> bool:
    """Whether an instruction is an exception handling pad."""
    return isinstance(instruction, (LandingPadInst, FuncletPadInst, CatchSwitchInst))


def parent_pad(pad: Value) -> Value | None:
    """Return the parent of a funclet pad or catchswitch."""
    if isinstance(pad, FuncletPadInst):
        return pad.parent_pad
    if isinstance(pad, CatchSwitchInst):
        return pad.operands[0]
    return None


def unique_predecessor(state: State, block: BasicBlock) -> BasicBlock | None:
    """Return the only predecessor of a block, by however many edges; None if there are several or none."""
    predecessors = set(state.graph.predecessors[block.number])
    return state.graph.blocks[predecessors.pop()] if len(predecessors) == 1 else None


def _verify_entries(state: State, pad: Instruction) -> bool:
    """Check the edges that enter the block of a pad."""
    block = pad.parent
    if block is None:
        return True
    if block.number == 0:
        return state.fail("EH pad cannot be in entry block.", pad)
    if isinstance(pad, LandingPadInst):
        for entry in block.predecessors:
            last = entry.terminator
            if not isinstance(last, InvokeInst) or last.unwind_block is not block or last.normal_block is block:
                return state.fail("Block containing LandingPadInst must be jumped to only by the unwind edge of an invoke.", pad)
        return True
    if isinstance(pad, CatchPadInst):
        switch = pad.parent_pad
        if not isinstance(switch, CatchSwitchInst):
            return True
        if state.graph.predecessors[block.number] and unique_predecessor(state, block) is not switch.parent:
            return state.fail("Block containg CatchPadInst must be jumped to only by its catchswitch.", pad)
        if block is switch.unwind:
            return state.fail("Catchswitch cannot unwind to one of its catchpads", switch, pad)
        return True
    return _verify_unwind_edges(state, pad, block)


def _never_unwinds(state: State, invoke: InvokeInst, called: Function) -> bool:
    """Whether the invoked function is an intrinsic that cannot throw and never becomes a call that could."""
    if state.version < EDGES_WITHOUT_THROW_SINCE or not called.is_intrinsic:
        return False
    return call_has_attribute(invoke, "nounwind") and not may_lower_to_function_call(called)


def _verify_unwind_edges(state: State, pad: Instruction, block: BasicBlock) -> bool:
    parent = parent_pad(pad)
    for entry in block.predecessors:
        last = entry.terminator
        origin: Value | None
        if isinstance(last, InvokeInst):
            if last.unwind_block is not block or last.normal_block is block:
                return state.fail("EH pad must be jumped to via an unwind edge", pad, last)
            called = strip_pointer_casts(last.callee)
            if isinstance(called, Function) and _never_unwinds(state, last, called):
                continue
            origin = None
            for bundle in last.bundles or ():
                if bundle.tag == "funclet" and bundle.end > bundle.begin:
                    origin = last.operands[bundle.begin]
                    break
        elif isinstance(last, CleanupReturnInst):
            origin = last.operands[0]
            if origin is parent:
                return state.fail("A cleanupret must exit its cleanup", last)
        elif isinstance(last, CatchSwitchInst):
            origin = last
        else:
            return state.fail("EH pad must be jumped to via an unwind edge", pad, last)
        seen: set[Value] = set()
        while True:
            if origin is pad:
                return state.fail("EH pad cannot handle exceptions raised within it", origin, last)
            if origin is parent or (origin is None and parent is not None and is_none_token(parent)):
                break
            if origin is None or is_none_token(origin):
                return state.fail("A single unwind edge may only enter one EH pad", last)
            if origin in seen:
                return state.fail("EH pad jumps through a cycle of pads", origin)
            seen.add(origin)
            if not isinstance(origin, (FuncletPadInst, CatchSwitchInst)):
                return state.fail("Parent pad must be catchpad/cleanuppad/catchswitch", last)
            origin = parent_pad(origin)
    return True


def verify_landing_pad(state: State, pad: LandingPadInst) -> bool:
    """Check a landingpad."""
    if not pad.operands and not pad.is_cleanup:
        return state.fail("LandingPadInst needs at least one clause or to be a cleanup.", pad)
    _verify_entries(state, pad)
    if state.landing_pad_type is None:
        state.landing_pad_type = pad.type
    elif state.landing_pad_type is not pad.type:
        return state.fail("The landingpad instruction should have a consistent result type inside a function.", pad)
    if state.function.personality is None:
        return state.fail("LandingPadInst needs to be in a function with a personality.", pad)
    if first_instruction(pad.parent) is not pad if pad.parent is not None else False:
        return state.fail("LandingPadInst not the first non-PHI instruction in the block.", pad)
    for clause in pad.operands:
        if clause.type.kind != ARRAY:
            if clause.type.kind != POINTER:
                return state.fail("Catch operand does not have pointer type!", pad)
        elif not isinstance(clause, (ConstantAggregate, ConstantData)) and not (
            isinstance(clause, SimpleConstant) and clause.kind == "zeroinitializer"
        ):
            return state.fail("Filter operand is not an array of constants!", pad)
    return True


def verify_resume(state: State, resume: ResumeInst) -> bool:
    """Check a resume."""
    if state.function.personality is None:
        return state.fail("ResumeInst needs to be in a function with a personality.", resume)
    type = resume.operands[0].type
    if state.landing_pad_type is None:
        state.landing_pad_type = type
    elif state.landing_pad_type is not type:
        return state.fail("The resume instruction should have a consistent result type inside a function.", resume)
    return True


def verify_catch_pad(state: State, pad: CatchPadInst) -> bool:
    """Check a catchpad."""
    if state.function.personality is None:
        return state.fail("CatchPadInst needs to be in a function with a personality.", pad)
    if not isinstance(pad.parent_pad, CatchSwitchInst):
        return state.fail("CatchPadInst needs to be directly nested in a CatchSwitchInst.", pad.parent_pad)
    if pad.parent is not None and first_instruction(pad.parent) is not pad:
        return state.fail("CatchPadInst not the first non-PHI instruction in the block.", pad)
    if not all(isinstance(argument, (AllocaInst, Constant)) for argument in pad.arguments) and state.breaks(CAUGHT_IN, pad):
        return False
    _verify_entries(state, pad)
    return _verify_funclet(state, pad)


def verify_cleanup_pad(state: State, pad: CleanupPadInst) -> bool:
    """Check a cleanuppad."""
    if state.function.personality is None:
        return state.fail("CleanupPadInst needs to be in a function with a personality.", pad)
    if pad.parent is not None and first_instruction(pad.parent) is not pad:
        return state.fail("CleanupPadInst not the first non-PHI instruction in the block.", pad)
    if not is_none_token(pad.parent_pad) and not isinstance(pad.parent_pad, FuncletPadInst):
        return state.fail("CleanupPadInst has an invalid parent.", pad)
    _verify_entries(state, pad)
    return _verify_funclet(state, pad)


def verify_catch_return(state: State, instruction: CatchReturnInst) -> bool:
    """Check a catchret."""
    if not isinstance(instruction.operands[0], CatchPadInst):
        return state.fail("CatchReturnInst needs to be provided a CatchPad", instruction, instruction.operands[0])
    return True


def verify_cleanup_return(state: State, instruction: CleanupReturnInst) -> bool:
    """Check a cleanupret."""
    if not isinstance(instruction.operands[0], CleanupPadInst):
        return state.fail("CleanupReturnInst needs to be provided a CleanupPad", instruction, instruction.operands[0])
    if len(instruction.operands) > 1:
        first = first_instruction(instruction.operands[1])
        if not is_pad(first) or isinstance(first, LandingPadInst):
            return state.fail("CleanupReturnInst must unwind to an EH block which is not a landingpad.", instruction)
    return True


def verify_catch_switch(state: State, switch: CatchSwitchInst) -> bool:
    """Check a catchswitch."""
    if state.function.personality is None:
        return state.fail("CatchSwitchInst needs to be in a function with a personality.", switch)
    if switch.parent is not None and first_instruction(switch.parent) is not switch:
        return state.fail("CatchSwitchInst not the first non-PHI instruction in the block.", switch)
    parent = switch.operands[0]
    if not is_none_token(parent) and not isinstance(parent, FuncletPadInst):
        return state.fail("CatchSwitchInst has an invalid parent.", parent)
    if switch.unwind is not None:
        first = first_instruction(switch.unwind)
        if first is None or not is_pad(first) or isinstance(first, LandingPadInst):
            return state.fail("CatchSwitchInst must unwind to an EH block which is not a landingpad.", switch)
        if parent_pad(first) is parent:
            state.sibling_funclets[switch] = switch
    handlers = switch.handlers
    if not handlers:
        return state.fail("CatchSwitchInst cannot have empty handler list", switch)
    for handler in handlers:
        if not isinstance(first_instruction(handler), CatchPadInst):
            return state.fail("CatchSwitchInst handlers must be catchpads", switch, handler)
    _verify_entries(state, switch)
    return True


def _unwind_block(user: Value) -> Value | None:
    if isinstance(user, CleanupReturnInst):
        return user.operands[1] if len(user.operands) > 1 else None
    if isinstance(user, CatchSwitchInst):
        return user.unwind
    if isinstance(user, InvokeInst):
        return user.unwind_block
    return None


def _verify_funclet(state: State, pad: FuncletPadInst) -> bool:
    """Check that all edges that unwind out of a funclet, or out of a nested one, lead to the same destination.

    Source: `Verifier::visitFuncletPadInst`. A nested pad is searched until its unwind destination is known; the destination
    then holds for all pads that the edge leaves. Pads that no edge leaves, and that have one pad inside them or none, are
    passed over from the second time on: very many may be inside one another.
    """
    first_user: Instruction | None = None
    first_target: Value | None = None
    pending: list[FuncletPadInst] = [pad]
    seen: set[FuncletPadInst] = set()
    while pending:
        current = pending.pop()
        if current in seen:
            return state.fail("FuncletPadInst must not be nested within itself", current)
        seen.add(current)
        if current in state.passed_pads:
            inner = _behind_passed(state.passed_pads, current)
            if inner is None:
                continue
            if inner in seen:
                return state.fail("FuncletPadInst must not be nested within itself", inner)
            seen.add(inner)
            current = inner
        unresolved: Value | None = None
        is_passed = True
        before = len(pending)
        for user in current.users:
            if isinstance(user, (CallInst, CatchReturnInst)) or (isinstance(user, CatchSwitchInst) and user.unwind is None):
                continue
            if isinstance(user, CleanupPadInst):
                pending.append(user)
                continue
            if not isinstance(user, (CatchSwitchInst, CleanupReturnInst, InvokeInst)):
                return state.fail("Bogus funclet pad use", user)
            edge = _edge_out(user, current, pad)
            if edge is None:
                continue
            is_passed = False
            target, kept = edge
            unresolved = pad if kept is None else kept
            if kept is None:
                if first_user is None:
                    first_user = user
                    first_target = target
                    if isinstance(pad, CleanupPadInst) and target is not None and _same_parent(target, pad):
                        state.sibling_funclets[pad] = user
                elif target is not first_target:
                    return state.fail("Unwind edges out of a funclet pad must have the same unwind dest", pad, user, first_user)
            if current is not pad:
                break
        if unresolved is not None and current is not unresolved:
            _drop_resolved(pending, current, unresolved)
        if is_passed:
            _note_passed(state, current, pending[before:])
    return first_user is None or _agrees_with_switch(state, pad, first_user, first_target)


def _edge_out(user: Instruction, current: FuncletPadInst, pad: FuncletPadInst) -> tuple[Value | None, Value | None] | None:
    """The pad to which an edge leads out of `current`, and the first pad from `current` to `pad` that it does not leave.

    None is returned for an edge that leaves no pad. Unwinding to the caller leads to no pad, and leaves all.
    """
    block = _unwind_block(user)
    if block is None:
        return None, None
    first = first_instruction(block)
    if first is None or not is_pad(first) or parent_pad(first) is current:
        return None
    return first, _first_kept(current, pad, parent_pad(first))


def _note_passed(state: State, pad: FuncletPadInst, nested: list[FuncletPadInst]) -> None:
    """Note that no edge leaves a pad, if it has one pad inside it or none."""
    if not nested:
        state.passed_pads[pad] = None
    elif len(nested) == 1 and nested[0].parent_pad is pad:
        state.passed_pads[pad] = nested[0]


def _agrees_with_switch(state: State, pad: FuncletPadInst, user: Instruction, target: Value | None) -> bool:
    """Check that the edges out of a catch, such as the edge of `user`, lead where its catchswitch leads."""
    switch = pad.parent_pad
    if not isinstance(switch, CatchSwitchInst):
        return True
    expected = first_instruction(switch.unwind) if switch.unwind is not None else None
    return expected is target or state.fail(
        "Unwind edges out of a catch must have the same unwind dest as the parent catchswitch", pad, user, switch
    )


def _behind_passed(passed: dict[FuncletPadInst, FuncletPadInst | None], pad: FuncletPadInst) -> FuncletPadInst | None:
    """The first pad inside `pad` that edges may leave, or None. Pads that are nested within themselves lead to themselves."""
    way: list[FuncletPadInst] = []
    inner: FuncletPadInst | None = pad
    while inner is not None and inner in passed:
        way.append(inner)
        if len(way) > len(passed):
            return pad
        inner = passed[inner]
    for one in way:
        passed[one] = inner
    return inner


def _first_kept(current: FuncletPadInst, pad: FuncletPadInst, target_parent: Value | None) -> Value | None:
    """Return the innermost pad around `current` that an edge to a pad with that parent does not leave, or None."""
    exited: Value = current
    steps = 0
    while exited is not pad and steps < _STEPS:
        above = parent_pad(exited)
        if above is None or above is target_parent or is_none_token(above):
            return exited if above is None else above
        exited = above
        steps += 1
    return None


def _drop_resolved(pending: list[FuncletPadInst], current: FuncletPadInst, unresolved: Value) -> None:
    """Remove the pads whose destination is now known from the pads to search."""
    resolved: Value | None = current
    while pending:
        ancestor = parent_pad(pending[-1])
        while resolved is not ancestor and resolved is not None:
            above = parent_pad(resolved)
            if above is unresolved:
                break
            resolved = above
        if resolved is not ancestor:
            break
        pending.pop()


def _same_parent(one: Value, other: Value) -> bool:
    first = parent_pad(one)
    second = parent_pad(other)
    if first is None or second is None:
        return False
    return first is second or (is_none_token(first) and is_none_token(second))


def verify_sibling_unwinds(state: State) -> bool:
    """Check that funclets with one parent do not unwind to each other in a cycle."""
    visited: set[Instruction] = set()
    for start in state.sibling_funclets:
        if start in visited:
            continue
        active: set[Instruction] = {start}
        terminator: Instruction | None = state.sibling_funclets[start]
        while terminator is not None:
            block = _unwind_block(terminator)
            target = first_instruction(block) if block is not None else None
            if target is None:
                break
            if target in active:
                return state.fail("EH pads can't handle each other's exceptions", *_cycle_of_pads(state, target))
            if target in visited:
                break
            visited.add(target)
            terminator = state.sibling_funclets.get(target)
            active.add(target)
    return True


def _cycle_of_pads(state: State, start: Instruction) -> list[object]:
    """The pads, and the terminators between them, on the way from a pad back to it."""
    cycle: list[object] = []
    pad: Instruction | None = start
    while pad is not None:
        cycle.append(pad)
        last = state.sibling_funclets.get(pad)
        if last is None:
            break
        if last is not pad:
            cycle.append(last)
        block = _unwind_block(last)
        pad = first_instruction(block) if block is not None else None
        if pad is start:
            break
    return cycle


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
