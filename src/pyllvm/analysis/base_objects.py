"""Finds the objects that aliases, constant addresses and the lists of used globals refer to."""

from __future__ import annotations

from pyllvm.analysis.pointer_casts import strip_pointer_casts
from pyllvm.ir.constants import ConstantAggregate, ConstantExpr
from pyllvm.ir.global_values import GlobalAlias, GlobalValue
from pyllvm.ir.module import Module
from pyllvm.ir.value import Value
from pyllvm.tables.bitcode_versions import BASES_THROUGH_SPACES_SINCE
from pyllvm.versions import OLDEST

_MAXIMUM_DEPTH = 200


def base_object(value: Value, version: int = OLDEST) -> GlobalValue | None:
    """Return the variable, function or ifunc that a global or an address refers to; None if it is none or two.

    LLVM `version` may find it through an addrspacecast.
    """
    return _base_object(value, version >= BASES_THROUGH_SPACES_SINCE, 0)


def _base_object(value: Value, through_spaces: bool, depth: int) -> GlobalValue | None:
    if depth > _MAXIMUM_DEPTH:
        return None
    if isinstance(value, GlobalAlias):
        return _base_object(value.operands[0], through_spaces, depth + 1)
    if isinstance(value, GlobalValue):
        return value
    if not isinstance(value, ConstantExpr):
        return None
    opcode = value.opcode
    if opcode in ("inttoptr", "ptrtoint", "bitcast", "getelementptr") or (through_spaces and opcode == "addrspacecast"):
        return _base_object(value.operands[0], through_spaces, depth + 1)
    if opcode == "add" or opcode == "sub":
        left = _base_object(value.operands[0], through_spaces, depth + 1)
        right = _base_object(value.operands[1], through_spaces, depth + 1)
        if right is None:
            return left
        return right if left is None and opcode == "add" else None
    return None


def used_globals(module: Module, names: tuple[str, ...]) -> set[GlobalValue]:
    """Return the globals in the arrays of those names (`llvm.used`, `llvm.compiler.used`)."""
    used: set[GlobalValue] = set()
    for name in names:
        array = module.get(name)
        if array is None or not array.operands:
            continue
        elements = array.operands[0]
        if isinstance(elements, ConstantAggregate):
            for element in elements.operands:
                target = strip_pointer_casts(element)
                if isinstance(target, GlobalValue):
                    used.add(target)
    return used
