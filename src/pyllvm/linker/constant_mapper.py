"""Rebuilds constants whose operands or type are different in the result."""

from __future__ import annotations

from typing import final

from pyllvm.ir.constants import (
    POISON,
    UNDEF,
    BlockAddress,
    Constant,
    ConstantAggregate,
    ConstantExpr,
    ConstantPtrAuth,
    GlobalReference,
    SimpleConstant,
    aggregate,
)
from pyllvm.ir.folding.constant_folding import ConstantFolder
from pyllvm.ir.folding.expressions import folded_expression, shape_of
from pyllvm.ir.types import Type
from pyllvm.ir.value import Value
from pyllvm.tables.linking_versions import POISON_KEPT_SINCE


@final
class ConstantBuilder:
    """Rebuilds constants as LLVM `version` does (Constant's and ConstantExpr::getWithOperands)."""

    def __init__(self, version: int) -> None:
        self._version = version
        self._folder = ConstantFolder(version)

    def rebuild(self, constant: Constant, operands: list[Value], type: Type, source_element_type: Type | None) -> Constant:
        """Return a constant like `constant`, but with these operands and of this type."""
        if isinstance(constant, ConstantExpr):
            return self._expression(constant, operands, type, source_element_type)
        if isinstance(constant, ConstantAggregate):
            return aggregate(type, operands)
        if isinstance(constant, SimpleConstant):
            kind = UNDEF if constant.kind == POISON and self._version < POISON_KEPT_SINCE else constant.kind
            return SimpleConstant.get(type, kind)
        if isinstance(constant, GlobalReference):
            return GlobalReference.get(type, constant.kind, operands[0])
        if isinstance(constant, ConstantPtrAuth):
            return ConstantPtrAuth(type, operands)
        if isinstance(constant, BlockAddress):
            return BlockAddress(type, operands[0], operands[1])
        return constant

    def fold(self, expression: ConstantExpr, operands: list[Value]) -> Value:
        """Return the expression with other operands, folded where LLVM folds it."""
        return self._expression(expression, operands, expression.type, expression.source_element_type)

    def _expression(
        self, constant: ConstantExpr, operands: list[Value], type: Type, source_element_type: Type | None
    ) -> Constant:
        shape = shape_of(constant)
        shape.source_element_type = source_element_type
        return folded_expression(self._folder, type, operands, shape)

    def pointer_cast(self, value: Constant, type: Type) -> Constant:
        """Return a global as a pointer of this type, with a cast where one is needed (getPointerBitCastOrAddrSpaceCast)."""
        if value.type is type:
            return value
        source = getattr(value.type, "address_space", 0)
        target = getattr(type, "address_space", 0)
        return self._folder.cast("bitcast" if source == target else "addrspacecast", value, type)
