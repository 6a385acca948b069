"""LLVM 23: a subprogram's retained nodes lose the types that are local to another subprogram, or to none.

Modules that share types by identifier would otherwise list one local type in several subprograms: in the one containing the
shared type, and in its copies in the modules that were read later. LLVM drops such types from every distinct subprogram that it
reads, from text and from bitcode. Source: `DISubprogram::cleanupRetainedNodes`.
"""

from __future__ import annotations

from typing import Final

from pyllvm.ir.debug_info.scopes import ScopeEnds
from pyllvm.ir.metadata import MDTuple, SpecializedNode
from pyllvm.ir.types import Context
from pyllvm.tables.dwarf import TYPES

_RETAINED: Final = "retainedNodes"


def drop_foreign_types(context: Context, subprograms: list[SpecializedNode]) -> None:
    """Remove the types that belong elsewhere from the retained nodes of these subprograms, which are distinct."""
    ends = ScopeEnds()
    for subprogram in subprograms:
        retained = subprogram[_RETAINED]
        if not isinstance(retained, MDTuple):
            continue
        kept = [node for node in retained.operands if not _is_foreign_type(node, subprogram, ends)]
        if len(kept) != len(retained.operands):
            subprogram.operands[subprogram.spec.index_of(_RETAINED)] = MDTuple.get(context, kept)


def _is_foreign_type(node: object, subprogram: SpecializedNode, ends: ScopeEnds) -> bool:
    if not isinstance(node, SpecializedNode) or node.spec.name not in TYPES:
        return False
    return ends.subprogram_of(node["scope"] if node.spec.has_field("scope") else None) is not subprogram
