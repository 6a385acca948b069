"""The linker's decision about each symbol, with its reason; where the symbols of a module come from, and what they are.

`--explain` and `--map` print decisions; notes of errors name the origins, and describe symbols.
"""

from __future__ import annotations

from typing import Final, final

from pyllvm.diagnostics import Diagnostic
from pyllvm.editing.properties import kind_of
from pyllvm.ir.function import Function, is_declaration
from pyllvm.ir.global_values import GlobalObject, GlobalValue, GlobalVariable
from pyllvm.ir.metadata import MDString, SpecializedNode

# Reasons. Each completes the sentence "the winner was taken because ...".
OVERRIDES: Final = "its module overrides the others"
APPENDS: Final = "appending linkage: the elements of both are joined"
DEFINES: Final = "it is a definition, the other a declaration"
FIRST_DECLARATION: Final = "both are declarations, and it came first"
LATER_DECLARATION: Final = "both are declarations, and the first is weaker"
LARGER_COMMON: Final = "both are common, and it is larger"
FIRST_COMMON: Final = "both are common, and the other is not larger"
STRONGER: Final = "the other's linkage lets it be replaced"
FIRST_WEAK: Final = "both may be replaced, and it came first"
WEAK_OVER_LINK_ONCE: Final = "weak linkage keeps a symbol that linkonce may drop"
FIRST_DEFINITION: Final = "both are definitions, and it came first"
COMDAT_FIRST: Final = "its comdat came first"
NOT_NEEDED: Final = "nothing that was linked uses it"


@final
class Decision:
    """One step of a link: the linker took the symbol `symbol` from module `winner` and not from module `loser`.

    `winner` and `loser` are module identifiers. `loser` is empty if only one module has the symbol, `winner` if the symbol was
    left out. `name` is the winner's name in the result; it differs from `symbol` if the linker renamed it.
    """

    def __init__(self, symbol: str, kind: str, winner: str, loser: str, reason: str, linkage: str = "", name: str = "") -> None:
        self.symbol = symbol
        self.kind = kind  # "function", "variable", "alias" or "ifunc"
        self.winner = winner
        self.loser = loser
        self.reason = reason
        self.linkage = linkage  # the winner's
        self.name = name or symbol

    def __repr__(self) -> str:
        return f"Decision({self.symbol!r}, {self.kind!r}, {self.winner!r}, {self.loser!r}, {self.reason!r})"


@final
class Origins:
    """The files of a module's symbols and flags, by their names: for example the members of the archive that it was linked from.

    Symbols and flags that are not listed come from the module itself.
    """

    def __init__(self, module: str, symbols: dict[str, str] | None = None, flags: dict[str, str] | None = None) -> None:
        """`module` is the identifier of the module."""
        self.module = module
        self.symbols: dict[str, str] = {} if symbols is None else symbols
        self.flags: dict[str, str] = {} if flags is None else flags

    def of_symbol(self, name: str) -> str:
        """The file of a symbol."""
        return self.symbols.get(name, self.module)

    def of_flag(self, name: str) -> str:
        """The file of a module flag."""
        return self.flags.get(name, self.module)

    def inside(self, path: str) -> Origins:
        """The same with the files as members of the archive `path`."""
        return Origins(
            self.module,
            {name: f"{path}({member})" for name, member in self.symbols.items()},
            {name: f"{path}({member})" for name, member in self.flags.items()},
        )


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
