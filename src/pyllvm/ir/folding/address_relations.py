"""The relations of addresses of symbols: whether they are equal, which is greater, and which alignment LLVM knows of them."""

from __future__ import annotations

from typing import Final

from pyllvm.ir.constants import POISON, UNDEF, BlockAddress, ConstantExpr, ConstantInt, is_null, null_value
from pyllvm.ir.folding.constant_parts import indexed_types, is_kind, is_true_when_equal
from pyllvm.ir.function import Function
from pyllvm.ir.global_values import GlobalAlias, GlobalIFunc, GlobalValue, GlobalVariable
from pyllvm.ir.module import Module
from pyllvm.ir.target.data_layout import DataLayout
from pyllvm.ir.target.sized_types import is_sized
from pyllvm.ir.types import FLOATING_POINT, ArrayType, StructType, Type, VectorType
from pyllvm.ir.value import Value
from pyllvm.tables.behavior_versions import (
    CASTS_COMPARED_UNTIL,
    NULL_IS_LEAST_SINCE,
    OFFSETS_COMPARED_UNTIL,
    SIGNED_OFFSETS_COMPARED_UNTIL,
)
from pyllvm.tables.flags import INBOUNDS
from pyllvm.tables.linkages import REPLACEABLE
from pyllvm.tables.predicates import (
    ICMP_EQ,
    ICMP_NE,
    ICMP_SGE,
    ICMP_SGT,
    ICMP_SLE,
    ICMP_SLT,
    ICMP_UGE,
    ICMP_UGT,
    ICMP_ULE,
    ICMP_ULT,
)

# Functions of targets whose data layout has no alignment of function pointers.
_OF_FUNCTIONS: Final = 4
# The linkages of definitions that no other module replaces.
_STRONG: Final = frozenset(("external", "internal", "private", "appending"))
# A variable without an alignment of its own that is larger than this, in bits, is aligned to this.
_LARGE: Final = 128


def known_alignment(value: Value, version: int) -> int:
    """The alignment in bytes of an address, as LLVM `version` knows it; 1 for an alias, and for anything but a symbol."""
    if not isinstance(value, (Function, GlobalVariable)):
        return 1
    module = value.parent
    layout = DataLayout(module.data_layout if isinstance(module, Module) else "", version)
    if isinstance(value, Function):
        if not layout.specifications.function_pointer_alignment:
            return _OF_FUNCTIONS
        return layout.function_pointer_alignment(value.alignment)
    if value.alignment or module is None or not is_sized(value.value_type, version):
        return value.alignment or 1
    if value.is_declaration or value.linkage not in _STRONG:
        return layout.abi_alignment(value.value_type)
    alignment = layout.preferred_alignment(value.value_type)
    return max(alignment, _LARGE // 8) if layout.size_in_bits(value.value_type) > _LARGE else alignment


def never_null(value: Value) -> bool:
    """Whether it is a symbol whose address is never null."""
    if not isinstance(value, GlobalValue) or isinstance(value, GlobalAlias) or value.linkage == "extern_weak":
        return False
    return value.address_space == 0


def may_be_equal(left: GlobalValue, right: GlobalValue, version: int) -> bool:
    """Whether two different symbols may have the same address: aliases, weak or unnamed symbols, empty objects."""
    for value in (left, right):
        if isinstance(value, (GlobalAlias, GlobalIFunc)) or value.unnamed_address == "unnamed_addr":
            return True
        if value.linkage in REPLACEABLE:
            return True
        if isinstance(value, GlobalVariable):
            type = value.value_type
            if not is_sized(type, version) or (isinstance(type, ArrayType) and type.count == 0):
                return True
            if isinstance(type, StructType) and not type.elements:
                return True
    return False


def relation_of(left: Value, right: Value, version: int) -> str:
    """The known relation of two addresses: "eq", "ne", "ugt", "ult", or "" if nothing is known.

    Up to LLVM 13 also "gt", "lt", "ge" and "le", which hold for signed and unsigned predicates.
    """
    if left is right:
        return "eq"
    if isinstance(left, GlobalValue):
        if isinstance(right, GlobalValue):
            return "" if may_be_equal(left, right, version) else "ne"
        if isinstance(right, BlockAddress):
            return "ne"
        if is_null(right):
            return ("ugt" if version >= NULL_IS_LEAST_SINCE else "ne") if never_null(left) else ""
    elif isinstance(right, GlobalValue) and is_null(left):
        return ("ult" if version >= NULL_IS_LEAST_SINCE else "ne") if never_null(right) else ""
    if isinstance(left, BlockAddress):
        if isinstance(right, BlockAddress):
            return "ne" if left.function is not right.function else ""
        if is_null(right) or isinstance(right, GlobalValue):
            return "ne"
    if isinstance(left, ConstantExpr) and left.opcode == "bitcast" and version <= CASTS_COMPARED_UNTIL:
        source = left.operands[0]
        if isinstance(source, GlobalValue) and isinstance(right, GlobalValue):
            return "" if may_be_equal(source, right, version) else "ne"
        if is_null(right) and source.type.scalar_type.kind != FLOATING_POINT:
            return relation_of(source, null_value(source.type), version)
    if version <= OFFSETS_COMPARED_UNTIL:
        order = _order_of(left, right, version)
        if order:
            return order
        if not isinstance(left, ConstantExpr) and isinstance(right, ConstantExpr):
            return _SWAPPED.get(_order_of(right, left, version), "")
    if isinstance(left, ConstantExpr) and left.opcode == "getelementptr":
        base = left.operands[0]
        if is_null(right) and isinstance(base, GlobalValue) and base.linkage != "extern_weak" and left.flags & INBOUNDS:
            return "ugt"
        first, second = _symbol_itself(left), _symbol_itself(right)
        if first is not None and second is not None and first is not second:
            return "" if may_be_equal(first, second, version) else "ne"
    return ""


def _symbol_itself(address: Value) -> GlobalValue | None:
    """The symbol that an address is, without an offset."""
    if isinstance(address, ConstantExpr) and address.opcode == "getelementptr":
        if not all(is_null(index) for index in address.operands[1:]):
            return None
        address = address.operands[0]
    return address if isinstance(address, GlobalValue) else None


def _order_of(left: Value, right: Value, version: int) -> str:
    """The order of an address with an offset and another one, as LLVM up to 13 knows it: by the indices."""
    if not isinstance(left, ConstantExpr) or left.opcode != "getelementptr":
        return ""
    base = left.operands[0]
    order = ""
    if is_null(right):
        if isinstance(base, GlobalValue):
            order = "ge" if base.linkage == "extern_weak" else "gt"
        elif is_null(base):
            order = "eq" if all(is_null(index) for index in left.operands[1:]) else "gt"
    elif isinstance(right, GlobalValue):
        if is_null(base):
            order = "le" if right.linkage == "extern_weak" else "lt"
        elif base is right:
            order = "gt"
    elif isinstance(right, ConstantExpr) and right.opcode == "getelementptr":
        if right.operands[0] is base and isinstance(base, GlobalValue):
            return _order_of_indices(left, right)
    return order if version <= SIGNED_OFFSETS_COMPARED_UNTIL else _UNSIGNED.get(order, "")


def _order_of_indices(left: ConstantExpr, right: ConstantExpr) -> str:
    """The order of two addresses with the same symbol: the order of the first indices that differ."""
    if not _stays_within_arrays(left) or not _stays_within_arrays(right):
        return ""
    ours, theirs = left.operands[1:], right.operands[1:]
    source = left.source_element_type
    assert source is not None
    for one, other, type in zip(ours, theirs, indexed_types(source, ours), strict=False):
        if one is other:
            continue
        if not isinstance(one, ConstantInt) or not isinstance(other, ConstantInt):
            return ""
        if one.value != other.value:
            if _may_be_empty(type):
                return ""
            return "lt" if one.value < other.value else "gt"
    common = min(len(ours), len(theirs))
    for rest, order in ((ours[common:], "gt"), (theirs[common:], "lt")):
        for index in rest:
            if not is_null(index):
                return order if isinstance(index, ConstantInt) else ""
    return "eq"


def _stays_within_arrays(address: ConstantExpr) -> bool:
    """Whether all indices are numbers, and those into arrays and vectors less than the number of elements."""
    source = address.source_element_type
    assert source is not None
    indices = address.operands[1:]
    # what each index selects from: the first one has no bounds
    indexed: list[Type | None] = [None, *indexed_types(source, indices)[:-1]]
    for index, type in zip(indices, indexed, strict=True):
        if is_kind(index, UNDEF) or is_kind(index, POISON):
            continue
        if not isinstance(index, ConstantInt):
            return False
        if isinstance(type, ArrayType) or (isinstance(type, VectorType) and not type.is_scalable):
            if index.unsigned >= type.count:
                return False
    return True


def _may_be_empty(type: Type) -> bool:
    """Whether a type may have no size: opaque structs, and structs and arrays of nothing else."""
    if isinstance(type, StructType):
        return all(_may_be_empty(element) for element in type.elements or ())
    return isinstance(type, ArrayType) and _may_be_empty(type.element)


_SWAPPED: Final = {"gt": "lt", "lt": "gt", "ge": "le", "le": "ge", "ugt": "ult", "ult": "ugt", "eq": "eq"}
_UNSIGNED: Final = {"gt": "ugt", "lt": "ult", "eq": "eq"}
# The results of unsigned predicates if the left operand is known to be greater, or less.
_OF_UNSIGNED_GREATER: Final = {ICMP_UGT: True, ICMP_NE: True, ICMP_UGE: True, ICMP_ULT: False, ICMP_EQ: False, ICMP_ULE: False}
_OF_UNSIGNED_LESSER: Final = {ICMP_ULT: True, ICMP_NE: True, ICMP_ULE: True, ICMP_UGT: False, ICMP_EQ: False, ICMP_UGE: False}
# The results that LLVM concludes from each relation.
_RESULTS: Final[dict[str, dict[int, bool]]] = {
    "ne": {ICMP_EQ: False, ICMP_NE: True},
    "ugt": _OF_UNSIGNED_GREATER,
    "ult": _OF_UNSIGNED_LESSER,
    "gt": _OF_UNSIGNED_GREATER | {ICMP_SGT: True, ICMP_SGE: True, ICMP_SLT: False, ICMP_SLE: False},
    "lt": _OF_UNSIGNED_LESSER | {ICMP_SLT: True, ICMP_SLE: True, ICMP_SGT: False, ICMP_SGE: False},
    # It takes the lack of the opposite for proof: of a weak symbol it takes any offset to be positive.
    "ge": {ICMP_ULT: False, ICMP_UGT: True, ICMP_UGE: True, ICMP_SLT: False, ICMP_SGT: True, ICMP_SGE: True},
    "le": {ICMP_UGT: False, ICMP_ULT: True, ICMP_ULE: True, ICMP_SGT: False, ICMP_SLT: True, ICMP_SLE: True},
}


def judge(relation: str, predicate: int) -> bool | None:
    """The result of a predicate under a known relation; None if the relation does not decide it."""
    if relation == "eq":
        return is_true_when_equal(predicate)
    return _RESULTS[relation].get(predicate)
