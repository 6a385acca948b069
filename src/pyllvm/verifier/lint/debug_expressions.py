"""DIExpressions whose operations want more than the stack has (the language document's section "DIExpression")."""

from __future__ import annotations

from typing import Final

from pyllvm.ir.metadata import DIExpression
from pyllvm.tables.dwarf_operations import EXPRESSION, OPERATIONS, STACK_EFFECTS
from pyllvm.verifier.lint.debug_nodes import expressions
from pyllvm.verifier.lint.findings import Linter

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
