"""LLVM 20: atomic operations say themselves what "amdgpu-unsafe-fp-atomics" said of the functions (UpgradeFunctionAttributes)."""

from __future__ import annotations

from typing import Final

from pyllvm.ir.attributes import AttributeList
from pyllvm.ir.function import Function
from pyllvm.ir.instructions import AtomicRMWInst
from pyllvm.ir.metadata import MDTuple
from pyllvm.ir.module import Module
from pyllvm.tables.atomics import ATOMIC_RMW_OPERATIONS, FLOATING_POINT
from pyllvm.tables.metadata_kinds import denormal_mode_kind, fixed_kinds
from pyllvm.tables.reading_versions import UNSAFE_ATOMICS_SINCE

UNSAFE_ATOMICS: Final = "amdgpu-unsafe-fp-atomics"
# In the order in which LLVM numbers them.
_KINDS: Final = ("amdgpu.no.fine.grained.host.memory", "amdgpu.no.remote.memory.access")
_FLOATING_POINT: Final = frozenset(row.number for row in ATOMIC_RMW_OPERATIONS if row.operand == FLOATING_POINT)


def upgrade_unsafe_atomics(module: Module, function: Function, version: int, reading_version: int) -> None:
    """Drop the attribute from a function with a body, and mark its floating-point `atomicrmw`s if it was true.

    The module is of LLVM `version` now, and LLVM `reading_version` reads it.
    """
    attributes = function.attributes
    unsafe = None if attributes is None else attributes.function.find(UNSAFE_ATOMICS)
    if attributes is None or unsafe is None or version < UNSAFE_ATOMICS_SINCE or function.is_declaration:
        return
    function.attributes = AttributeList(attributes.function.removing(UNSAFE_ATOMICS), attributes.returned, attributes.parameters)
    if unsafe.value != "true":
        return
    for block in function.blocks:
        for instruction in block.instructions:
            if isinstance(instruction, AtomicRMWInst) and instruction.operation_number in _FLOATING_POINT:
                _mark(module, instruction, reading_version)


def _mark(module: Module, instruction: AtomicRMWInst, version: int) -> None:
    for kind in (*_KINDS, denormal_mode_kind(version)):
        instruction.set_metadata(kind, MDTuple.get(module.context, []))
        if kind not in module.metadata_kinds and kind not in fixed_kinds(version):
            module.metadata_kinds.append(kind)
