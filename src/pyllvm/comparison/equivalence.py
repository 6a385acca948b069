"""When llvm-diff takes two operands for the same: constants, global values, and values of two functions that correspond.

Both modules have one context, so equal types and equal simple constants are the same objects.
"""

from __future__ import annotations

from pyllvm.ir.constants import BlockAddress, Constant, ConstantAggregate, ConstantData, ConstantExpr, SimpleConstant
from pyllvm.ir.function import BasicBlock, Instruction
from pyllvm.ir.global_values import GlobalValue, GlobalVariable
from pyllvm.ir.types import StructType
from pyllvm.ir.value import Value
from pyllvm.notation import Final, final

# These constants are the same whatever their types are.
_SAME_FOR_ALL_TYPES: Final = frozenset(("null", "undef", "poison", "zeroinitializer"))


def kind_of(value: Value) -> str:
    """The kind of a value as LLVM counts them: values of two kinds are never the same operand."""
    if isinstance(value, Instruction):
        return value.opcode_name
    if isinstance(value, SimpleConstant):
        return value.kind
    name = type(value).__name__
    if isinstance(value, (ConstantData, ConstantAggregate)):
        return f"{name} {value.type.kind}"
    return name


@final
class GlobalEquivalence:
    """Which global values of two modules are the same operand: those with one name, and local variables with the same values."""

    def __init__(self) -> None:
        self._known: dict[tuple[Value, Value], bool] = {}

    def same(self, left: GlobalValue, right: GlobalValue) -> bool:
        """Whether two global values of the same kind are the same operand."""
        if not isinstance(left, GlobalVariable) or not isinstance(right, GlobalVariable):
            return left.name == right.name
        if not _has_own_initializer(left) or not _has_own_initializer(right):
            return left.name == right.name
        pair: tuple[Value, Value] = (left, right)
        known = self._known.get(pair)
        if known is None:
            # Two variables that refer to each other do not differ for this reason.
            self._known[pair] = True
            initializers = left.initializer, right.initializer
            assert initializers[0] is not None and initializers[1] is not None
            known = ConstantEquivalence(self, {}, left, right).same(initializers[0], initializers[1])
            self._known[pair] = known
        return known


def _has_own_initializer(variable: GlobalVariable) -> bool:
    return variable.has_local_linkage and variable.initializer is not None and not variable.is_externally_initialized


@final
class ConstantEquivalence:
    """Which constants are the same operand.

    `blocks` maps blocks of the left function to blocks of the right one. `left` and `right` are the variables whose initial
    values are compared, if that is what happens.
    """

    def __init__(
        self,
        globals: GlobalEquivalence,
        blocks: dict[BasicBlock, BasicBlock | None],
        left: GlobalVariable | None = None,
        right: GlobalVariable | None = None,
    ) -> None:
        self._globals = globals
        self._blocks = blocks
        self._left = left
        self._right = right

    def same(self, left: Value, right: Value) -> bool:
        """Whether two constants are the same operand."""
        if left is right:
            return True
        if kind_of(left) != kind_of(right):
            return False
        if isinstance(left, GlobalValue):
            assert isinstance(right, GlobalValue)
            return self._globals.same(left, right)
        if isinstance(left, ConstantExpr):
            assert isinstance(right, ConstantExpr)
            if left.opcode != right.opcode or left.predicate_number != right.predicate_number:
                return False
            return self._same_operands(left, right, may_refer=True)
        if isinstance(left, SimpleConstant):
            return left.kind in _SAME_FOR_ALL_TYPES
        if isinstance(left, BlockAddress):
            assert isinstance(right, BlockAddress) and isinstance(left.block, BasicBlock)
            return self._blocks.setdefault(left.block, None) is right.block
        if isinstance(left, ConstantAggregate):
            assert isinstance(right, ConstantAggregate)
            if not isinstance(left.type, StructType):
                return self._same_operands(left, right, may_refer=False)
            assert isinstance(right.type, StructType)
            return left.type.is_packed == right.type.is_packed and self._same_operands(left, right, may_refer=True)
        return False

    def _same_operands(self, left: Constant, right: Constant, *, may_refer: bool) -> bool:
        """Whether the operands are the same one by one. They `may_refer` to the variables whose initial values are compared."""
        if len(left.operands) != len(right.operands):
            return False
        for index in range(len(left.operands)):
            one, other = left.operands[index], right.operands[index]
            if may_refer and self._left is not None and (one is self._left or other is self._right):
                if one is not self._left or other is not self._right:
                    return False
            elif not self.same(one, other):
                return False
        return True
