"""Debug info that LLVM accepts but does not use, and DIExpressions whose operations want more than the stack has."""

from __future__ import annotations

from typing import Final

from pyllvm.ir.debug_info.debug_info import CURRENT_VERSION, debug_info_version
from pyllvm.ir.function import Function
from pyllvm.ir.instructions import CallInst
from pyllvm.ir.metadata import DIExpression, SpecializedNode
from pyllvm.tables.dwarf_operations import EXPRESSION, OPERATIONS, STACK_EFFECTS
from pyllvm.tables.intrinsic_names import (
    ADDRESS_INTRINSIC,
    ASSIGN_INTRINSIC,
    DECLARE_INTRINSIC,
    LABEL_INTRINSIC,
    UNITS,
    VALUE_INTRINSIC,
)
from pyllvm.verifier.lint.debug_nodes import expressions
from pyllvm.verifier.lint.findings import Linter

_INTRINSICS: Final = (VALUE_INTRINSIC, DECLARE_INTRINSIC, ASSIGN_INTRINSIC, ADDRESS_INTRINSIC, LABEL_INTRINSIC)
# The `emissionKind` FullDebug of a compile unit.
_FULL_DEBUG: Final = 1


def check_debug_version(linter: Linter) -> None:
    """Check the version (`UpgradeDebugInfo`): debug info of another version than LLVM's is dropped on reading."""
    module = linter.module
    units = module.named_metadata_of(UNITS)
    if units is None or not units.operands:
        return
    version = debug_info_version(module)
    if version != CURRENT_VERSION:
        state = f"has version {version}" if version else "has no version ('Debug Info Version' is missing)"
        linter.report("debug-version", f"debug info {state} and is dropped: LLVM's version is {CURRENT_VERSION}", units)


def check_debug_function(linter: Linter, function: Function) -> None:
    """Check that debug info in a function has effect: without a subprogram it has none (visitFunction, the back ends).

    Variables have effect only if the unit emits full debug info.
    """
    has_location, has_variable = _describes(function)
    if not has_location and not has_variable:
        return
    subprogram = _subprogram(function)
    if subprogram is None:
        if has_location:
            linter.report("debug-location", "the function has debug locations but no subprogram for them", function)
        if has_variable:
            message = "the function describes variables but has no subprogram for them"
            linter.report("debug-variable", message, function)
        return
    unit = subprogram["unit"]
    if has_variable and isinstance(unit, SpecializedNode) and unit["emissionKind"] != _FULL_DEBUG:
        message = "the function describes variables, but its compile unit emits none (it is not 'FullDebug')"
        linter.report("debug-variable", message, function, unit)


def _describes(function: Function) -> tuple[bool, bool]:
    """Whether a function has debug locations, and whether it describes variables."""
    has_location = has_variable = False
    for block in function.blocks:
        for instruction in block.instructions:
            has_variable = has_variable or bool(instruction.debug_records)
            if isinstance(instruction, CallInst):
                callee = instruction.called_function
                if callee is not None and callee.name in _INTRINSICS:
                    has_variable = True
                    continue
            has_location = has_location or instruction.debug_location is not None
    return has_location, has_variable


def _subprogram(function: Function) -> SpecializedNode | None:
    for attachment in function.attachments:
        node = attachment.node
        if attachment.kind == "dbg" and isinstance(node, SpecializedNode) and node.spec.name == "DISubprogram":
            return node
    return None


_ARGUMENT: Final = "LLVM_arg"


def check_debug_expressions(linter: Linter) -> None:
    """Report what is wrong with the module's expressions."""
    for expression in expressions(linter):
        _check_stack(linter, expression)


def _check_stack(linter: Linter, expression: DIExpression) -> None:
    """Run the operations; at the beginning the described value or address is on the stack, unless operations name it."""
    elements = expression.elements
    names: list[str] = []
    index = 0
    while index < len(elements):
        names.append(OPERATIONS.text(elements[index], linter.version).removeprefix(OPERATIONS.prefix))
        index += EXPRESSION.size(elements[index], linter.version)
    depth = 0 if _ARGUMENT in names else 1
    for name in names:
        taken, left = STACK_EFFECTS.get(name, (0, 0))
        if depth < taken:
            message = f"DW_OP_{name} needs {taken} values on the stack, which has {depth}"
            linter.report("debug-expression", message, expression)
            return
        depth += left - taken
