"""The rules for profiles: `!prof` of functions and instructions, and memprof's `!memprof` and `!callsite`."""

from __future__ import annotations

from typing import Final

from pyllvm.ir import instructions
from pyllvm.ir.function import Instruction
from pyllvm.ir.metadata import MDNode, MDString, constant_int
from pyllvm.tables import metadata_versions
from pyllvm.tables.features import EXPECTED_WEIGHTS_SINCE
from pyllvm.verifier.metadata import is_constant
from pyllvm.verifier.state import State

_ENTRY_COUNTS: Final = ("function_entry_count", "synthetic_function_entry_count")
_LAST_VALUE_KIND: Final = 2  # of InstrProfValueKind: indirect call targets, sizes of memory operations, vtables


def check_function_profile(state: State, node: MDNode) -> bool:
    """Check a function's entry count (verifyFunctionMetadata)."""
    operands = node.references(state.version)
    if len(operands) < 2:
        return state.fail("!prof annotations should have no less than 2 operands", node)
    name = operands[0]
    if name is None:
        return state.fail("first operand should not be null", node)
    if not isinstance(name, MDString):
        return state.fail("expected string with name of the !prof annotation", node)
    if name.text == "unknown" and state.version >= metadata_versions.ALL_NAMES_SINCE:
        return _check_unknown_profile(state, node)
    if name.text not in _ENTRY_COUNTS:
        return state.fail("first operand should be 'function_entry_count' or 'synthetic_function_entry_count'", node)
    if operands[1] is None:
        return state.fail("second operand should not be null", node)
    if not is_constant(operands[1]):
        return state.fail("expected integer argument to function_entry_count", node)
    return True


def _check_unknown_profile(state: State, node: MDNode) -> bool:
    """Check a profile that gives the reason why the weights are unknown (verifyUnknownProfileMetadata)."""
    operands = node.references(state.version)
    if state.version < metadata_versions.UNKNOWN_BY_PASS_SINCE:
        return len(operands) == 1 or state.fail("'unknown' !prof should have no additional operands", node)
    if len(operands) != 2:
        return state.fail("'unknown' !prof should have a single additional operand", node)
    pass_name = operands[1]
    if not isinstance(pass_name, MDString):
        return state.fail("'unknown' !prof should have an additional operand of type string")
    return bool(pass_name.text) or state.fail("the 'unknown' !prof operand should not be an empty string")


def check_profile(state: State, instruction: Instruction, node: MDNode) -> bool:
    """Check an instruction's profile (visitProfMetadata)."""
    operands = node.references(state.version)
    has_all_names = state.version >= metadata_versions.ALL_NAMES_SINCE
    if not has_all_names and len(operands) < 2:
        return state.fail("!prof annotations should have no less than 2 operands", node)
    if not operands:
        return state.fail("!prof annotations should have at least 1 operand", node)
    name = operands[0]
    if name is None:
        return state.fail("first operand should not be null", node)
    if not isinstance(name, MDString):
        return state.fail("expected string with name of the !prof annotation", node)
    if has_all_names:
        if name.text == "unknown":
            if _weight_count(instruction, state.version) == 0 and not isinstance(instruction, instructions.InvokeInst):
                return state.fail("'unknown' !prof should only appear on instructions on which 'branch_weights' would", node)
            return _check_unknown_profile(state, node)
        if len(operands) < 2:
            return state.fail("!prof annotations should have no less than 2 operands", node)
    if name.text == "branch_weights":
        return check_branch_weights(state, instruction, node)
    if not has_all_names:
        return True
    if name.text == "VP":
        return _check_value_profile(state, instruction, node)
    return state.fail("expected either branch_weights or VP profile name", node)


def _weight_count(instruction: Instruction, version: int) -> int:
    """Return the number of weights that an instruction takes, one for each successor; 0 if it takes none."""
    if isinstance(instruction, instructions.BranchInst):
        if instruction.is_conditional:
            return 2
        return 1 if version < metadata_versions.CONDITIONAL_WEIGHTS_SINCE else 0
    if isinstance(instruction, instructions.SwitchInst):
        return len(instruction.operands) // 2
    if isinstance(instruction, instructions.CallInst):
        return 1
    if isinstance(instruction, instructions.IndirectBrInst):
        return len(instruction.operands) - 1
    if isinstance(instruction, instructions.SelectInst):
        return 2
    if isinstance(instruction, instructions.CallBrInst):
        return instruction.indirect_count + 1
    return 0


def check_branch_weights(state: State, instruction: Instruction, node: MDNode) -> bool:
    """The rules for `branch_weights`: as many weights as there are ways, each a number."""
    operands = node.references(state.version)
    first = 2 if state.version >= EXPECTED_WEIGHTS_SINCE and isinstance(operands[1], MDString) else 1
    count = len(operands) - first
    if isinstance(instruction, instructions.InvokeInst):
        if count != 1 and count != 2:
            return state.fail("Wrong number of InvokeInst branch_weights operands", node)
    else:
        expected = _weight_count(instruction, state.version)
        if expected == 0:
            state.fail("!prof branch_weights are not allowed for this instruction", node)
        if count != expected:
            return state.fail("Wrong number of operands", node)
    for operand in operands[first:]:
        if operand is None:
            return state.fail("second operand should not be null", node)
        if constant_int(operand) is None:
            return state.fail("!prof brunch_weights operand is not a const int")
    return True


def _check_value_profile(state: State, instruction: Instruction, node: MDNode) -> bool:
    operands = node.references(state.version)
    if len(operands) < 5:
        return state.fail("invalid value profiling metadata", node)
    kind = constant_int(operands[1])
    if kind is None:
        return state.fail("VP !prof missing kind argument", node)
    number = kind.unsigned
    if number > _LAST_VALUE_KIND:
        return state.fail("Invalid VP !prof kind", node)
    if len(operands) % 2 != 1:
        return state.fail("VP !prof should have an even number of arguments after 'VP'", node)
    if number < _LAST_VALUE_KIND and not isinstance(instruction, instructions.CallBase):
        return state.fail("VP !prof indirect call or memop size expected to be applied to CallBase instructions only", node)
    return state.version < metadata_versions.PROFILE_VALUES_SINCE or _check_profile_values(state, node)


def _check_profile_values(state: State, node: MDNode) -> bool:
    """Check that the values that were counted are numbers and differ."""
    key = ("values", node, None)
    if key in state.sound_lists:
        return True
    seen: set[int] = set()
    for operand in node.references(state.version)[3::2]:
        value = constant_int(operand)
        if value is None:
            return state.fail("VP !prof value operand is not a const int", node)
        if value.unsigned in seen:
            return state.fail("VP !prof should not have duplicate profile values", node)
        seen.add(value.unsigned)
    state.sound_lists.add(key)
    return True


# --- memprof


def check_call_stack(state: State, node: MDNode) -> bool:
    """Check a list of the calls that led to a position (visitCallStackMetadata)."""
    operands = node.references(state.version)
    if not operands:
        return state.fail("call stack metadata should have at least 1 operand", node)
    key = ("calls", node, None)
    if key in state.sound_lists:
        return True
    for operand in operands:
        if constant_int(operand) is None:
            return state.fail("call stack metadata operand should be constant integer", operand)
    state.sound_lists.add(key)
    return True


def check_memory_profile(state: State, instruction: Instruction, node: MDNode) -> bool:
    """Check the memory profile of an allocation, a MemInfoBlock for each context (visitMemProfMetadata)."""
    if not isinstance(instruction, instructions.CallBase):
        return state.fail("!memprof metadata should only exist on calls", instruction)
    if state.version >= metadata_versions.CALL_SITES_REQUIRED_SINCE and not instruction.metadata("callsite"):
        return state.fail("!memprof metadata requires !callsite metadata", instruction, node)
    operands = node.references(state.version)
    if not operands:
        return state.fail("!memprof annotations should have at least 1 metadata operand (MemInfoBlock)", node)
    key = ("blocks", node, None)
    if key in state.sound_lists:
        return True
    for block in operands:
        if not isinstance(block, MDNode):
            # LLVM assumes that it is one, and crashes.
            return state.fail("!memprof MemInfoBlock should be an MDNode", node, block)
        if not _check_memory_info_block(state, block):
            return False
    state.sound_lists.add(key)
    return True


def _check_memory_info_block(state: State, block: MDNode) -> bool:
    operands = block.references(state.version)
    if len(operands) < 2:
        return state.fail("Each !memprof MemInfoBlock should have at least 2 operands", block)
    stack = operands[0]
    if stack is None:
        return state.fail("!memprof MemInfoBlock first operand should not be null", block)
    if not isinstance(stack, MDNode):
        return state.fail("!memprof MemInfoBlock first operand should be an MDNode", block)
    check_call_stack(state, stack)
    if state.version >= metadata_versions.MEMORY_PROFILE_CONTEXTS_SINCE:
        return _check_memory_contexts(state, block)
    if state.version < metadata_versions.MEMORY_PROFILE_SIZES_SINCE:
        if not all(isinstance(operand, MDString) for operand in operands[1:]):
            return state.fail("Not all !memprof MemInfoBlock operands 1 to N are MDString", block)
        return True
    if not all(isinstance(operand, MDString) for operand in operands[1:-1]):
        return state.fail("Not all !memprof MemInfoBlock operands 1 to N-1 are MDString", block)
    if not isinstance(operands[-1], MDString) and constant_int(operands[-1]) is None:
        return state.fail("Last !memprof MemInfoBlock operand not MDString or int", block)
    return True


def _check_memory_contexts(state: State, block: MDNode) -> bool:
    """Check what follows the stack in a MemInfoBlock: the kind of use, and pairs of a context's id and its size."""
    if not isinstance(block.references(state.version)[1], MDString):
        return state.fail("!memprof MemInfoBlock second operand should be an MDString", block)
    for context in block.references(state.version)[2:]:
        if not isinstance(context, MDNode):
            return state.fail("Not all !memprof MemInfoBlock operands 2 to N are MDNode", block)
        if len(context.operands) != 2:
            return state.fail("Not all !memprof MemInfoBlock operands 2 to N are MDNode with 2 operands", block)
        if any(constant_int(operand) is None for operand in context.operands):
            return state.fail("Not all !memprof MemInfoBlock operands 2 to N are MDNode with ConstantInt operands", block)
    return True


def check_call_site(state: State, instruction: Instruction, node: MDNode) -> bool:
    """Check the part of a call stack that a call represents (visitCallsiteMetadata)."""
    if not isinstance(instruction, instructions.CallBase):
        return state.fail("!callsite metadata should only exist on calls", instruction)
    return check_call_stack(state, node)
