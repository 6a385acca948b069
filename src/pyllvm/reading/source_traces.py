"""Removes from a module what tells of its making: the compiler's name, and the folders in which its sources were."""

from __future__ import annotations

from pyllvm.ir.metadata import MDString, SpecializedNode
from pyllvm.ir.module import Module
from pyllvm.ir.type_names import text_in
from pyllvm.migrations.debug_info.equal_nodes import merge_equal_nodes
from pyllvm.notation import Final
from pyllvm.tables.intrinsic_names import IDENT

_COMMAND_LINE: Final = "llvm.commandline"
_UNIT: Final = "DICompileUnit"
_FILE: Final = "DIFile"
# Fields of nodes that hold a path, or options of the compiler that may hold one.
PATHS: Final[tuple[tuple[str, str], ...]] = (
    (_FILE, "directory"),
    (_UNIT, "flags"),
    (_UNIT, "splitDebugFilename"),
    (_UNIT, "sysroot"),
    (_UNIT, "sdk"),
    ("DIModule", "configMacros"),
    ("DIModule", "includePath"),
    ("DIModule", "isysroot"),
    ("DIModule", "sysroot"),
    ("DIModule", "apinotes"),
)


def remove_producer(module: Module) -> None:
    """Remove the name and the options of the compiler from `!llvm.ident`, `!llvm.commandline` and compile units."""
    module.materialize()
    module.named_metadata[:] = [node for node in module.named_metadata if node.name not in (IDENT, _COMMAND_LINE)]
    for node in module.metadata_nodes():
        if isinstance(node, SpecializedNode) and node.spec.name == _UNIT:
            set_text(module, node, "producer", "")
            set_text(module, node, "flags", "")


def remove_source_paths(module: Module) -> None:
    """Leave of the paths of source files only the last component, and remove other paths that debug information has."""
    module.materialize()
    module.source_filename = last_component(module.source_filename)
    module.identifier = last_component(module.identifier)
    nodes = module.metadata_nodes()
    for node in nodes:
        if not isinstance(node, SpecializedNode):
            continue
        for kind, field in PATHS:
            if node.spec.name == kind:
                set_text(module, node, field, "")
        if node.spec.name == _FILE:
            set_text(module, node, "filename", last_component(text_in(node, "filename")))
    merge_equal_nodes(module, nodes)


def last_component(path: str) -> str:
    """The name of a file without its folders, whichever system's separators the path has."""
    return path.replace("\\", "/").rpartition("/")[2]


def set_text(module: Module, node: SpecializedNode, field: str, text: str) -> None:
    """Set a field that holds a string, if nodes of this kind have it. The caller merges nodes that are equal then."""
    if text_in(node, field) != text:
        node.operands[node.spec.index_of(field)] = MDString.get(module.context, text) if text else None
