"""Loop metadata: `llvm.loop` nodes and their options, access groups, and weights of irreducible loops.

Source: the language document's sections on `llvm.loop.*`, `llvm.access.group`, `llvm.loop.parallel_accesses` and `irr_loop`.
"""

from __future__ import annotations

from pyllvm.ir.function import Instruction
from pyllvm.ir.metadata import MDNode, MDString, MDTuple
from pyllvm.tables import loop_options
from pyllvm.tables.loop_options import LoopOption, loop_option
from pyllvm.verifier.lint.findings import Linter
from pyllvm.verifier.lint.values import integer_width
from pyllvm.verifier.metadata import constant_int


def check_loop(linter: Linter, node: MDNode) -> None:
    """Check a loop's node: it must begin with itself, and options follow."""
    if node.operands[:1] != [node]:
        if linter.is_new("loop-node", node):
            linter.report("loop-node", "a loop's node must begin with itself, which keeps loops distinct", node)
        return
    if not linter.is_new("loop-node", node):
        return
    seen: set[str] = set()
    for operand in node.operands[1:]:
        if isinstance(operand, MDTuple) and operand.operands and isinstance(operand.operands[0], MDString):
            _check_option(linter, node, operand, operand.operands[0].text, seen)
    for name, opposites in loop_options.CONTRADICTIONS:
        for opposite in opposites:
            if name in seen and opposite in seen:
                linter.report("loop-contradiction", f"'{name}' and '{opposite}' contradict each other", node)


def _check_option(linter: Linter, node: MDNode, entry: MDNode, name: str, seen: set[str]) -> None:
    option = loop_option(name)
    if option is None:
        if name.startswith(loop_options.OPTION_PREFIXES):
            linter.report("loop-option", f"LLVM has no loop option '{name}'", entry)
        return
    if name in seen:
        linter.report("loop-contradiction", f"'{name}' appears twice in one loop's node", node)
    seen.add(name)
    if not _has_operands(option, entry.operands[1:]):
        linter.report("loop-option", f"'{name}' must be followed by {option.operands}", entry)


def _has_operands(option: LoopOption, operands: list[object]) -> bool:
    """Whether an option's name is followed by the operands that it needs."""
    wanted = option.operands
    if wanted == loop_options.ATTRIBUTES:
        return all(isinstance(operand, MDNode) for operand in operands)
    if wanted == loop_options.ACCESS_GROUPS:
        return bool(operands) and all(is_access_group(operand) for operand in operands)
    if wanted == loop_options.NOTHING:
        return not operands
    number = constant_int(operands[0]) if len(operands) == 1 else None
    if number is None:
        return False
    if wanted == loop_options.BIT:
        return integer_width(number.type) == 1 or number.value in (0, 1)
    return number.value > 0 if wanted == loop_options.POSITIVE else number.unsigned >= 0


def is_access_group(node: object) -> bool:
    """Whether the node is an access group: distinct and empty."""
    return isinstance(node, MDNode) and node.is_distinct and not node.operands


def check_access_group(linter: Linter, node: MDNode) -> None:
    """Check an access group or a list of groups, which must not be empty."""
    if is_access_group(node) or not linter.is_new("access-group", node):
        return
    if not node.operands:
        linter.report("access-group", "an access group must be distinct, and a list of them must not be empty", node)
    elif not all(is_access_group(operand) for operand in node.operands):
        linter.report("access-group", "a list of access groups must hold only distinct, empty nodes", node)


def check_loop_header_weight(linter: Linter, instruction: Instruction, node: MDNode) -> None:
    """Check `!{!"loop_header_weight", i64 N}` on the terminator of a loop header, which has several predecessors."""
    operands = node.operands
    name = operands[0] if len(operands) == 2 else None
    weight = constant_int(operands[1]) if len(operands) == 2 else None
    if not isinstance(name, MDString) or name.text != "loop_header_weight" or weight is None or integer_width(weight.type) != 64:
        linter.report("metadata-form", 'irr_loop must be "loop_header_weight" and an i64', instruction, node)
    block = instruction.parent
    if block is not None and len(set(block.predecessors)) < 2:
        message = "irr_loop marks a block with fewer than two predecessors, which is not a loop header"
        linter.report("loop-header", message, instruction)
