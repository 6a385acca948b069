"""The alignment that LLVM knows of the address of a symbol (`Value::getPointerAlignment`)."""

from __future__ import annotations

from typing import Final

from pyllvm.ir.function import Function
from pyllvm.ir.global_values import GlobalVariable
from pyllvm.ir.module import Module
from pyllvm.ir.target.data_layout import DataLayout
from pyllvm.ir.target.sized_types import is_sized
from pyllvm.ir.value import Value

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
