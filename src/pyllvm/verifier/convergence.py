"""Convergence control: tokens determine which threads run a convergent operation together.

Sources: `GenericConvergenceVerifier` (GenericConvergenceVerifierImpl.h), the parts of ConvergenceVerifier.cpp for IR, and
the language's document ConvergentOperations.
"""

from __future__ import annotations

from typing import Final, final

from pyllvm.analysis.cfg import successors
from pyllvm.analysis.loops import Cycle, CycleFinder
from pyllvm.ir.function import BasicBlock, Instruction
from pyllvm.ir.instructions import CallBase
from pyllvm.ir.types import TOKEN, VOID
from pyllvm.ir.value import Value
from pyllvm.tables.verifier_versions import NESTED_FIRST_UNTIL, TOKENS_OF_ANY_CALL_SINCE
from pyllvm.verifier.attributes import call_has_attribute, direct_callee, has_function_attribute
from pyllvm.verifier.state import CONVERGENCE_CONTROL, CONVERGENCE_CONTROLLED, CONVERGENCE_UNCONTROLLED, Convergence, State

_BUNDLE: Final = "convergencectrl"
_ENTRY: Final = "entry"
_ANCHOR: Final = "anchor"
_LOOP: Final = "loop"
_MIXED: Final = "Cannot mix controlled and uncontrolled convergence in the same function."


def control_operation(value: Value | None) -> str:
    """Return "entry", "anchor" or "loop" if the instruction calls that convergence intrinsic, else ""."""
    if not isinstance(value, CallBase):
        return ""
    callee = direct_callee(value)
    if callee is None or not callee.name.startswith(CONVERGENCE_CONTROL):
        return ""
    word = callee.name[len(CONVERGENCE_CONTROL) :]
    return word if word in (_ENTRY, _ANCHOR, _LOOP) else ""


def verify_convergence(state: State, convergence: Convergence, call: CallBase) -> bool:
    """Check one call. The calls must come in the order of the function's text."""
    if convergence.block is not call.parent:
        convergence.block = call.parent
        convergence.saw_first_operation = False
    operation = control_operation(call)
    token = _verify_token(state, convergence, call)
    if operation and not _verify_operation(state, convergence, call, operation, token):
        return False
    is_convergent = call_has_attribute(call, "convergent")
    if is_convergent:
        convergence.saw_first_operation = True
    if token is not None or operation:
        if not is_convergent and state.version < TOKENS_OF_ANY_CALL_SINCE:
            return state.fail("Convergence control token can only be used in a convergent call.", call)
        if convergence.kind == CONVERGENCE_UNCONTROLLED:
            return state.fail(_MIXED, call)
        convergence.kind = CONVERGENCE_CONTROLLED
    elif is_convergent:
        if convergence.kind == CONVERGENCE_CONTROLLED:
            return state.fail(_MIXED, call)
        convergence.kind = CONVERGENCE_UNCONTROLLED
    return True


def _verify_token(state: State, convergence: Convergence, call: CallBase) -> Instruction | None:
    bundles = [bundle for bundle in call.bundles or () if bundle.tag == _BUNDLE]
    if not bundles:
        return None
    if len(bundles) > 1:
        state.fail("The 'convergencectrl' bundle can occur at most once on a call", call)
        return None
    bundle = bundles[0]
    if bundle.end - bundle.begin != 1 or call.operands[bundle.begin].type.kind != TOKEN:
        state.fail("The 'convergencectrl' bundle requires exactly one token use.", call)
        return None
    token = call.operands[bundle.begin]
    if not isinstance(token, Instruction) or not control_operation(token):
        state.fail("Convergence control tokens can only be produced by calls to the convergence control intrinsics.", token, call)
        return None
    convergence.tokens[call] = token
    return token


def _verify_operation(state: State, convergence: Convergence, call: CallBase, operation: str, token: Instruction | None) -> bool:
    if operation == _LOOP:
        if token is None:
            return state.fail("Loop intrinsic must have a convergencectrl token operand.", call)
        if convergence.saw_first_operation:
            return state.fail("Loop intrinsic cannot be preceded by a convergent operation in the same basic block.", call)
        return True
    if operation == _ENTRY:
        if not has_function_attribute(state.function._attributes, "convergent"):
            return state.fail("Entry intrinsic can occur only in a convergent function.", call)
        if call.parent is not state.function.blocks[0]:
            return state.fail("Entry intrinsic can occur only in the entry block.", call)
        if convergence.saw_first_operation:
            return state.fail("Entry intrinsic cannot be preceded by a convergent operation in the same basic block.", call)
    if token is not None:
        return state.fail("Entry or anchor intrinsic cannot have a convergencectrl token operand.", call)
    return True


@final
class _Live:
    """A token on the stack of tokens that are live, and the stack under it, which it shares with other blocks."""

    __slots__ = ("below", "depth", "token")

    def __init__(self, token: Instruction, below: _Live | None) -> None:
        self.token = token
        self.below = below
        self.depth: int = below.depth + 1 if below is not None else 1


def verify_regions(state: State, convergence: Convergence) -> None:
    """Check the regions between tokens and their uses: they must nest, and enter a cycle only once, at its heart."""
    if convergence.kind != CONVERGENCE_CONTROLLED:
        return
    entry = state.function.blocks[0]
    cycles = CycleFinder(entry, state.version).innermost
    hearts: dict[Cycle, Instruction] = {}
    live_at: dict[BasicBlock, _Live | None] = {}
    opened: dict[Instruction, _Live] = {}
    visited: set[BasicBlock] = set()
    for block in _reverse_postorder(entry):
        visited.add(block)
        live = live_at.pop(block, None)
        for instruction in block.instructions:
            token = convergence.tokens.get(instruction)
            if token is not None:
                region = _open_region(opened.get(token), live)
                if region is not None:
                    # The regions inside of it end here.
                    live = region
                _verify_use(state, token, instruction, region, cycles, hearts)
            if control_operation(instruction):
                live = opened[instruction] = _Live(instruction, live)
        for target in successors(block):
            if target in live_at:
                live_at[target] = _common(live_at[target], live)
            elif target not in visited:
                live_at[target] = _dominating(state, live, target)


def _open_region(region: _Live | None, live: _Live | None) -> _Live | None:
    """Return the region if it is open, which means that it is on the stack of live tokens, else None."""
    if region is None:
        return None
    while live is not None and live.depth > region.depth:
        live = live.below
    return region if live is region else None


def _dominating(state: State, live: _Live | None, block: BasicBlock) -> _Live | None:
    """Return the live tokens that dominate the block: each token is dominated by those under it."""
    while live is not None:
        parent = live.token.parent
        if parent is not None and state.dominators.block_dominates(parent, block):
            break
        live = live.below
    return live


def _common(one: _Live | None, other: _Live | None) -> _Live | None:
    """Return the tokens that are in both stacks. A token always has the same stack under it."""
    while one is not other:
        if other is None or (one is not None and one.depth >= other.depth):
            assert one is not None
            one = one.below
        else:
            other = other.below
    return one


def _verify_use(
    state: State,
    token: Instruction,
    user: Instruction,
    region: _Live | None,
    cycles: dict[BasicBlock, Cycle],
    hearts: dict[Cycle, Instruction],
) -> bool:
    defining = token.parent
    block = user.parent
    if defining is None or block is None:
        return True
    dominates = state.dominators.block_dominates(defining, block)
    if not dominates and state.version > NESTED_FIRST_UNTIL:
        return state.fail("Convergence control token must dominate all its uses.", token, user)
    if not dominates or region is None:
        return state.fail("Convergence region is not well-nested.", token, user)
    cycle = cycles.get(block)
    if cycle is None or defining is block or defining in cycle.blocks:
        return True
    if control_operation(user) != _LOOP:
        return state.fail(
            "Convergence token used by an instruction other than llvm.experimental.convergence.loop in a cycle that does "
            "not contain the token's definition.",
            user,
            _cycle_text(state, cycle),
        )
    while cycle.parent is not None and defining not in cycle.parent.blocks:
        cycle = cycle.parent
    if not cycle.is_reducible or block is not cycle.header:
        return state.fail(
            "Cycle heart must dominate all blocks in the cycle.", user, block, _cycle_text(state, cycle)
        )  # fmt: skip
    if cycle in hearts:
        return state.fail(
            "Two static convergence token uses in a cycle that does not contain either token's definition.",
            user,
            hearts[cycle],
            _cycle_text(state, cycle),
        )
    hearts[cycle] = user
    return True


def _cycle_text(state: State, cycle: Cycle) -> str:
    """Return a cycle as LLVM prints it: its depth, its entries, and its other blocks."""
    numbers = _block_numbers(state)
    entries = " ".join(block.name or str(numbers[block]) for block in cycle.entries)
    others = [block.name or str(numbers[block]) for block in cycle.blocks if block not in cycle.entries]
    return " ".join([f"depth={cycle.depth}: entries({entries})", *others])


def _block_numbers(state: State) -> dict[BasicBlock, int]:
    """Return the numbers of the unnamed blocks, which share the numbering with unnamed values."""
    number = sum(not argument.name for argument in state.function.arguments)
    numbers: dict[BasicBlock, int] = {}
    for block in state.function.blocks:
        if not block.name:
            numbers[block] = number
            number += 1
        for instruction in block.instructions:
            if instruction.type.kind != VOID and not instruction.name:
                number += 1
    return numbers


def _reverse_postorder(entry: BasicBlock) -> list[BasicBlock]:
    order: list[BasicBlock] = []
    seen = {entry}
    path: list[tuple[BasicBlock, list[BasicBlock]]] = [(entry, successors(entry)[::-1])]
    while path:
        block, remaining = path[-1]
        if not remaining:
            order.append(block)
            path.pop()
            continue
        target = remaining.pop()
        if target not in seen:
            seen.add(target)
            path.append((target, successors(target)[::-1]))
    order.reverse()
    return order
