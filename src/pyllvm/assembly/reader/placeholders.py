"""Forward references to globals: a definition replaces the placeholder, also inside constants."""

from __future__ import annotations

from pyllvm.assembly.reader.state import State
from pyllvm.editing.replacement import replace_everywhere
from pyllvm.ir.constants import ConstantExpr
from pyllvm.ir.value import Value


def replace_placeholder(placeholder: Value, replacement: Value, state: State) -> None:
    """Make every user of a placeholder use `replacement`, newest use first as in LLVM; constants stay unique.

    Facts about the replacement may fold expressions: older LLVM infers `inbounds` there.
    """
    from pyllvm.ir.folding.constant_folding import ConstantFolder
    from pyllvm.ir.folding.expressions import refolded_expression
    from pyllvm.ir.metadata_replacement import let_stand_for

    version = state.version

    def fold(expression: ConstantExpr, operands: list[Value]) -> Value:
        return refolded_expression(ConstantFolder(version), expression, operands)

    let_stand_for(placeholder, replacement)
    replace_everywhere(placeholder, replacement, fold, let_stand_for)
