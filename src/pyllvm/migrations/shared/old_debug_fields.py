"""LLVM 9 and 11: fields of debug information that others replaced: the flag of a main subprogram, the path of a module."""

from __future__ import annotations

from pyllvm.ir.metadata import SpecializedNode, specialized_key
from pyllvm.ir.module import Module
from pyllvm.tables.dwarf import OLD_FLAG_MAIN_SUBPROGRAM, SUBPROGRAM_MAIN_SUBPROGRAM


def main_subprogram_upgrade(module: Module, version: int) -> None:
    """Replace the old flag, which all nodes could have, by the flag of subprograms."""
    for node in _nodes(module, "DISubprogram"):
        flags, subprogram_flags = node["flags"], node["spFlags"]
        if isinstance(flags, int) and isinstance(subprogram_flags, int) and flags & OLD_FLAG_MAIN_SUBPROGRAM:
            _set(
                module,
                node,
                {"flags": flags & ~OLD_FLAG_MAIN_SUBPROGRAM, "spFlags": subprogram_flags | SUBPROGRAM_MAIN_SUBPROGRAM},
            )


def module_notes_upgrade(module: Module, version: int) -> None:
    """Read a module's system root as its API notes, as LLVM does: they have the same place in the record."""
    for node in _nodes(module, "DIModule"):
        if node["isysroot"] is not None:
            _set(module, node, {"isysroot": None, "apinotes": node["isysroot"]})


def _nodes(module: Module, name: str) -> list[SpecializedNode]:
    return [node for node in module.metadata_nodes() if isinstance(node, SpecializedNode) and node.spec.name == name]


def _set(module: Module, node: SpecializedNode, values: dict[str, object]) -> None:
    """Set fields of a node, which stays the node of its content."""
    known = module.context.metadata
    key = specialized_key(node.spec, node.operands)
    is_known = known.get(key) is node
    if is_known:
        del known[key]
    for field, value in values.items():
        node.operands[node.spec.index_of(field)] = value
    if is_known:
        known[specialized_key(node.spec, node.operands)] = node
