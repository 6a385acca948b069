"""Describes a symbol in the notes of an error: its kind, type, linkage and source location."""

from __future__ import annotations

from pyllvm.diagnostics import Diagnostic
from pyllvm.editing.properties import kind_of
from pyllvm.ir.function import Function, is_declaration
from pyllvm.ir.global_values import GlobalObject, GlobalValue, GlobalVariable
from pyllvm.ir.metadata import MDString, SpecializedNode


def definition_note(value: GlobalValue, module: str) -> Diagnostic:
    """Make a note that names the module that has a symbol, and describes the symbol there. `module` is its identifier."""
    return _note(value, module, "is")


def both_definitions(first: GlobalValue, module: str, second: GlobalValue, other_module: str) -> list[Diagnostic]:
    """Make a note for each of two symbols that have the same name in two modules."""
    return [definition_note(first, module), _note(second, other_module, "is also")]


def _note(value: GlobalValue, module: str, verb: str) -> Diagnostic:
    verb += " declared" if is_declaration(value) else " defined"
    details = [value.linkage]
    if isinstance(value, GlobalVariable) and value.is_constant:
        details.append("constant")
    details.append(f"of type {value.value_type}")
    if value.visibility != "default":
        details.append(value.visibility)
    if isinstance(value, GlobalObject):
        if value.section:
            details.append(f"in section '{value.section}'")
        if value.alignment:
            details.append(f"aligned to {value.alignment}")
        if value.comdat is not None:
            details.append(f"in comdat '{value.comdat.name}' ({value.comdat.selection_kind})")
    text = f"{kind_of(value)} '{value.name}' {verb} in '{module}': {', '.join(details)}"
    source = source_place(value)
    return Diagnostic("note", f"{text}, at {source}" if source else text)


def source_place(value: GlobalValue) -> str:
    """Return the file and line that debug info gives for a symbol, as `file:line`; empty if it gives none."""
    if not isinstance(value, (Function, GlobalVariable)):
        return ""
    for attachment in value.attachments:
        if attachment.kind != "dbg" or not isinstance(attachment.node, SpecializedNode):
            continue
        node = attachment.node
        if node.spec.name == "DIGlobalVariableExpression":
            variable = node["var"]
            if not isinstance(variable, SpecializedNode):
                continue
            node = variable
        if node.spec.name not in ("DISubprogram", "DIGlobalVariable"):
            continue
        file = node["file"]
        name = file["filename"] if isinstance(file, SpecializedNode) else None
        if isinstance(name, MDString):
            name = name.text
        if isinstance(name, str) and name:
            return f"{name}:{node['line']}"
    return ""
