"""The rules for DIExpressions: they must be valid, and a fragment must lie within its variable."""

from __future__ import annotations

from pyllvm.ir.debug_info.fragments import fragment_of, size_of_variable
from pyllvm.ir.metadata import DIExpression, SpecializedNode
from pyllvm.schema.expression import ENTRY_VALUE, entry_value_position
from pyllvm.tables.dwarf_operations import EXPRESSION
from pyllvm.verifier.state import State


def is_entry_value(elements: list[int], version: int) -> bool:
    """Whether a valid expression is the value that a register had at the function's entry."""
    first = entry_value_position(elements, version)
    return len(elements) > first and elements[first] == ENTRY_VALUE


def check_expression(state: State, expression: DIExpression) -> bool:
    """Check an expression by itself (visitDIExpression)."""
    return EXPRESSION.is_valid(expression.elements, state.version) or state.fail_debug("invalid expression", expression)


def check_fragment(state: State, variable: SpecializedNode, expression: DIExpression, shown: object) -> bool:
    """Check that a fragment is a part of the variable and not all of it (verifyFragmentExpression)."""
    fragment = fragment_of(expression, state.version)
    size = size_of_variable(variable) if fragment is not None else 0
    if fragment is None or size == 0:
        return True
    if fragment[0] + fragment[1] > size:
        return state.fail_debug("fragment is larger than or outside of variable", shown, variable)
    if fragment[1] == size:
        return state.fail_debug("fragment covers entire variable", shown, variable)
    return True
