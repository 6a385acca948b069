"""Removes functions that do nothing from the list of constructors, `llvm.global_ctors` (optimizeGlobalCtorsList).

    @llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @empty, ptr null }]

goes if `@empty` only returns.
"""

from __future__ import annotations

from typing import Final

from pyllvm.ir.constants import Constant, ConstantAggregate, ConstantExpr, ConstantInt, aggregate, is_null
from pyllvm.ir.function import Function
from pyllvm.ir.global_values import GlobalVariable
from pyllvm.ir.instructions import CallInst, ReturnInst
from pyllvm.ir.module import Module
from pyllvm.ir.types import ArrayType
from pyllvm.ir.value import Value
from pyllvm.tables.behavior_versions import CONSTRUCTORS_OF_ALL_PRIORITIES_SINCE, PROBES_ARE_EMPTY_SINCE
from pyllvm.tables.intrinsic_names import DEBUG_PREFIX, GLOBAL_CTORS, PSEUDO_PROBE

_STANDARD_PRIORITY: Final = 65535


def drop_empty_constructors(module: Module) -> bool:
    """Remove constructors that do nothing from the list; whether there were any."""
    listed = module.get(GLOBAL_CTORS)
    if not isinstance(listed, GlobalVariable) or listed.is_externally_initialized:
        return False
    initial = listed.initializer
    if not isinstance(initial, ConstantAggregate) or not _is_understood(initial, module.llvm_version):
        return False
    kept = [entry for entry in initial.operands if not _does_nothing(_constructor(entry), module.llvm_version)]
    if len(kept) == len(initial.operands):
        return False
    _replace(module, listed, initial, kept)
    return True


def _constructor(entry: Value) -> Value | None:
    """The function of an entry; None where it is null."""
    if not isinstance(entry, ConstantAggregate) or is_null(entry.operands[1]):
        return None
    return entry.operands[1]


def _is_understood(initial: ConstantAggregate, version: int) -> bool:
    """Whether all constructors are functions; in older releases, without another priority than the usual one."""
    for entry in initial.operands:
        constructor = _constructor(entry)
        if constructor is None:
            continue
        if not isinstance(constructor, Function):
            return False
        if version >= CONSTRUCTORS_OF_ALL_PRIORITIES_SINCE:
            if constructor.arguments:
                return False
        elif isinstance(entry, ConstantAggregate):
            priority = entry.operands[0]
            if not isinstance(priority, ConstantInt) or priority.unsigned != _STANDARD_PRIORITY:
                return False
    return True


def _does_nothing(constructor: Value | None, version: int) -> bool:
    if not isinstance(constructor, Function) or constructor.is_declaration:
        return False
    for instruction in constructor.entry_block.instructions:
        callee = instruction.callee if isinstance(instruction, CallInst) else None
        if isinstance(callee, Function) and callee.name.startswith(DEBUG_PREFIX):
            continue
        if isinstance(callee, Function) and callee.name == PSEUDO_PROBE and version >= PROBES_ARE_EMPTY_SINCE:
            continue
        return isinstance(instruction, ReturnInst) and instruction.value is None
    return False


def _replace(module: Module, listed: GlobalVariable, initial: ConstantAggregate, kept: list[Value]) -> None:
    """Put a list of these entries in the place of the old one, which passes on only what LLVM passes on."""
    type = initial.type
    assert isinstance(type, ArrayType)
    context = module.context
    shorter = context.array(type.element, len(kept))
    pointer = context.pointer_to(shorter) if module.has_typed_pointers else context.pointer()
    made = GlobalVariable(pointer, shorter, "", listed.is_constant)
    made.linkage = listed.linkage
    made.thread_local_mode = listed.thread_local_mode
    made.initializer = aggregate(shorter, kept)
    module.add(made)
    variables = module.global_variables
    variables.insert(variables.index(listed), variables.pop())
    if listed.has_uses:
        replacement: Constant = made
        if made.type is not listed.type:
            replacement = ConstantExpr.get(listed.type, "bitcast", [made])
        listed.replace_all_uses_with(replacement)
    listed.erase_from_parent()
    made.name = GLOBAL_CTORS
