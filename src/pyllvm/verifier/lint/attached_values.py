"""Checks the numbers in attached metadata: addresses of absolute symbols, ranges, weights of branches, fields of structs."""

from __future__ import annotations

from typing import Final

from pyllvm.diagnostics import PyllvmError
from pyllvm.ir.function import Function, Instruction
from pyllvm.ir.global_values import GlobalObject, GlobalVariable
from pyllvm.ir.instructions import BranchInst, CallBase
from pyllvm.ir.metadata import MDNode
from pyllvm.tables.intrinsic_names import MEMCPY_PREFIX, MEMMOVE_PREFIX, MEMSET_PREFIX
from pyllvm.tables.metadata_kinds import CHECKED_SINCE
from pyllvm.tables.metadata_versions import ABSOLUTE_SYMBOL_SINCE
from pyllvm.verifier.lint.findings import Linter
from pyllvm.verifier.lint.values import integer_width
from pyllvm.verifier.metadata import constant_int
from pyllvm.verifier.profiles import check_branch_weights
from pyllvm.verifier.ranges import ABSOLUTE_SYMBOL, check_ranges
from pyllvm.verifier.state import State

PROFILES_VERIFIED_SINCE: Final = CHECKED_SINCE["prof"]
_MEMORY_INTRINSICS: Final = (MEMCPY_PREFIX, MEMMOVE_PREFIX, MEMSET_PREFIX, "llvm.memcmp.")
_MEMORY_FUNCTIONS: Final = ("bcmp", "memcmp")
_INDIRECT_CALL_TARGETS: Final = 0
_MEMORY_OPERATION_SIZES: Final = 1


def check_absolute_symbol(linter: Linter, value: GlobalObject, node: MDNode) -> None:
    """Section "absolute_symbol": ranges of addresses for a declaration, which may wrap around."""
    if isinstance(value, (Function, GlobalVariable)) and not value.is_declaration:
        linter.report("absolute-symbol", "absolute_symbol belongs on a declaration", value, node)
    operands = node.operands
    numbers = [constant_int(operand) for operand in operands]
    if not numbers or len(numbers) % 2 or any(number is None for number in numbers):
        linter.report("absolute-symbol", "absolute_symbol must be pairs of integers", value, node)
        return
    try:
        bits = linter.data_layout.pointer_bits(value.address_space)
    except PyllvmError:
        return
    for index in range(0, len(numbers), 2):
        low, high = numbers[index], numbers[index + 1]
        assert low is not None and high is not None
        if integer_width(low.type) != bits or integer_width(high.type) != bits:
            linter.report("absolute-symbol", f"the integers in absolute_symbol must be i{bits}, as pointers are", value, node)
            return
        is_everything = low.value == high.value == -1
        if low.unsigned >= high.unsigned and not is_everything:
            linter.report("absolute-symbol", "a range of absolute_symbol ends before it begins", value, node)
            return
    if linter.version < ABSOLUTE_SYMBOL_SINCE:
        # Newer verifiers refuse ranges that overlap or are in disorder.
        state = State(linter.module)
        check_ranges(state, value, node, value.type.context.integer(bits), ABSOLUTE_SYMBOL)
        for failure in state.failures:
            linter.report("absolute-symbol", failure.message, value, node)


def check_range(linter: Linter, holder: object, node: MDNode) -> None:
    """Section "range": what lies in a range of one value is a constant."""
    numbers = [constant_int(operand) for operand in node.operands]
    if len(numbers) != 2 or numbers[0] is None or numbers[1] is None:
        return
    if numbers[1].value == numbers[0].value:
        linter.report("range-constant", "range is empty or has all values: it must end with another number", holder, node)
    elif numbers[1].value - numbers[0].value == 1:
        linter.report("range-constant", f"range allows only the value {numbers[0].value}", holder, node)


def check_weights(linter: Linter, instruction: Instruction, node: MDNode) -> None:
    """Section "branch_weights": the rules that LLVM's verifier did not have at first, and branches that have one way only."""
    if isinstance(instruction, BranchInst) and not instruction.is_conditional:
        linter.report("profile", "'branch_weights' has no effect on an unconditional branch", instruction, node)
        return
    if linter.version >= PROFILES_VERIFIED_SINCE:
        return
    state = State(linter.module)
    check_branch_weights(state, instruction, node)
    for failure in state.failures:
        linter.report("profile", failure.message, instruction, *failure.objects)


def check_value_profile_place(linter: Linter, holder: object, node: MDNode) -> None:
    """Section "VP": targets of indirect calls, sizes that memory functions are called with."""
    kind = constant_int(node.operands[1]) if len(node.operands) > 1 else None
    if kind is None or kind.value not in (_INDIRECT_CALL_TARGETS, _MEMORY_OPERATION_SIZES):
        return
    if not isinstance(holder, CallBase):
        linter.report("profile", "value profiles of this kind belong on calls", holder, node)
        return
    callee = holder.called_function
    if kind.value == _INDIRECT_CALL_TARGETS:
        if callee is not None:
            linter.report("profile", "a profile of an indirect call's targets is attached to a direct call", holder, node)
    elif callee is None or not (callee.name.startswith(_MEMORY_INTRINSICS) or callee.name in _MEMORY_FUNCTIONS):
        linter.report("profile", "a profile of sizes is attached to a call that copies, sets or compares no memory", holder, node)


def check_overlaps(linter: Linter, node: MDNode) -> None:
    """Section "tbaa.struct": fields of unions lie over one another, but none begins within one and ends behind it."""
    fields: list[tuple[int, int]] = []
    for index in range(0, len(node.operands), 3):
        offset, size = constant_int(node.operands[index]), constant_int(node.operands[index + 1])
        if offset is not None and size is not None:
            fields.append((offset.value, offset.value + size.value))
    fields.sort()
    for number in range(1, len(fields)):
        (begin, end), (other, other_end) = fields[number], fields[number - 1]
        if other < begin < other_end < end:
            linter.report("tbaa-struct", "fields in tbaa.struct overlap", node)
            return
