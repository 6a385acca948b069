"""Debug information about the source: its files, units, functions, global variables, and the locations of instructions.

Each object here is a view of a node, which is its `node`: it reads the fields when it is asked.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, final

from mypy_extensions import mypyc_attr

from pyllvm.ir.metadata import DIExpression, SpecializedNode
from pyllvm.ir.type_names import field_of, node_in, nodes_in, number_in, scoped_name, text_in, type_name
from pyllvm.tables.dwarf import FLAG_ARTIFICIAL, SUBPROGRAM_DEFINITION, SUBPROGRAM_LOCAL_TO_UNIT, SUBPROGRAM_OPTIMIZED

_LOCATION: Final = "DILocation"
_SUBPROGRAM: Final = "DISubprogram"
_UNIT: Final = "DICompileUnit"
_GLOBAL: Final = "DIGlobalVariableExpression"
# In malformed debug information a scope or a place of inlining may be around itself.
_LONGEST_CHAIN: Final = 10_000
_DRIVE: Final = re.compile(r"[A-Za-z]:[\\/]")


def joined_path(*parts: str) -> str:
    """The path of a file in directories, the outermost first, as a debugger joins them: an absolute path stays as it is.

    Paths of Windows are known by their drives and backslashes, whatever system this is.
    """
    path = ""
    for part in parts:
        if not path or part.startswith(("/", "\\\\")) or _DRIVE.match(part) is not None:
            path = part or path
        elif part:
            separator = "\\" if "\\" in path and "/" not in path else "/"
            path = path + part if path[-1] in "\\/" else path + separator + part
    return path


@mypyc_attr(allow_interpreted_subclasses=True)
class DebugView:
    """A view of a node of debug information. Views of one node are equal."""

    def __init__(self, node: SpecializedNode) -> None:
        self.node: Final = node

    def __eq__(self, other: object) -> bool:
        return isinstance(other, DebugView) and type(other) is type(self) and other.node is self.node

    def __hash__(self) -> int:
        return hash(self.node)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self}>"

    def __str__(self) -> str:
        return self.name

    @property
    def name(self) -> str:
        """The name in the source; "" if it has none."""
        return text_in(self.node, "name")

    @property
    def line(self) -> int:
        """The line, from 1; 0 if none is known."""
        return number_in(self.node, "line")

    @property
    def unit(self) -> CompileUnit | None:
        """The compile unit; None if debug information does not say."""
        subprogram = subprogram_around(self.node)
        return None if subprogram is None else subprogram.unit

    @property
    def path(self) -> str:
        """The path of the file, with its directory and the directory of the compile unit; "" if none is known."""
        file = file_around(self.node)
        unit = self.unit
        if file is None:
            return "" if unit is None else unit.path
        outer = "" if unit is None else unit.directory
        directory = text_in(file, "directory")
        return joined_path(outer, "" if directory == outer else directory, text_in(file, "filename"))

    @property
    def is_artificial(self) -> bool:
        """Whether the compiler made it, such as `this`."""
        return number_in(self.node, "flags") & FLAG_ARTIFICIAL != 0

    @property
    def type_name(self) -> str:
        """The type, as the language of its compile unit writes it; see `pyllvm.ir.type_name`."""
        return type_name(self.node, self._language)

    @property
    def qualified_name(self) -> str:
        """The name with its namespaces and classes: `geometry::Circle::area`."""
        return scoped_name(self.node, self._language)

    @property
    def _language(self) -> str:
        """The language of the compile unit; "" if there is no unit."""
        unit = self.unit
        return "" if unit is None else unit.language


@final
class SourceFile(DebugView):
    """A file of the source, a `!DIFile`."""

    @property
    def name(self) -> str:
        """The name of the file, as debug information has it: often with a directory."""
        return text_in(self.node, "filename")

    @property
    def directory(self) -> str:
        """The directory, in which the compiler ran; it may be empty."""
        return text_in(self.node, "directory")

    @property
    def path(self) -> str:
        """The directory and the name, joined."""
        return joined_path(self.directory, self.name)

    @property
    def checksum(self) -> str:
        """The checksum in hexadecimal digits; "" if there is none."""
        return text_in(self.node, "checksum")

    @property
    def checksum_kind(self) -> str:
        """How the checksum is made: "MD5", "SHA1" or "SHA256"; "" if there is none."""
        return self.node.words("checksumkind").removeprefix("CSK_") if self.checksum else ""

    @property
    def source(self) -> str | None:
        """The text of the file, where debug information contains it (`-gembed-source`)."""
        return text_in(self.node, "source") if field_of(self.node, "source") is not None else None

    def __str__(self) -> str:
        return self.path


@final
class CompileUnit(DebugView):
    """A compile unit: a source file, as one run of a compiler saw it."""

    @property
    def name(self) -> str:
        """The name of the source file, as the compiler got it."""
        return text_in(node_in(self.node, "file"), "filename")

    @property
    def unit(self) -> CompileUnit | None:
        """The unit itself."""
        return self

    @property
    def path(self) -> str:
        """The path of the source file."""
        file = node_in(self.node, "file")
        return joined_path(text_in(file, "directory"), text_in(file, "filename"))

    @property
    def directory(self) -> str:
        """The directory in which the compiler ran."""
        return text_in(node_in(self.node, "file"), "directory")

    @property
    def language(self) -> str:
        """The language, as text has it: "DW_LANG_C11", "DW_LANG_Rust", or since LLVM 22 also "DW_LNAME_C" ..."""
        return self.node.words("sourceLanguageName" if number_in(self.node, "sourceLanguageName") else "language")

    @property
    def producer(self) -> str:
        """The compiler, with its version."""
        return text_in(self.node, "producer")

    @property
    def flags(self) -> str:
        """The options of the compiler, if it wrote them down."""
        return text_in(self.node, "flags")

    @property
    def is_optimized(self) -> bool:
        """Whether it was compiled with optimization."""
        return bool(self.node["isOptimized"])

    @property
    def emission_kind(self) -> str:
        """How much debug information there is: "FullDebug", "LineTablesOnly", "NoDebug" or "DebugDirectivesOnly"."""
        return self.node.words("emissionKind") or "NoDebug"

    @property
    def global_variables(self) -> list[DebugVariable]:
        """The global variables of the unit, also those that are gone from the module."""
        return global_views(nodes_in(self.node, "globals"), [self])

    def __str__(self) -> str:
        return self.path


@final
class Subprogram(DebugView):
    """A function as the source has it, a `!DISubprogram`."""

    @property
    def linkage_name(self) -> str:
        """The name of the symbol where it differs from the name, as a mangled one; else ""."""
        return text_in(self.node, "linkageName")

    @property
    def scope_line(self) -> int:
        """The line where the body begins."""
        return number_in(self.node, "scopeLine")

    @property
    def unit(self) -> CompileUnit | None:
        """The compile unit; None for a declaration."""
        unit = node_in(self.node, "unit")
        return CompileUnit(unit) if unit is not None and unit.spec.name == _UNIT else None

    @property
    def return_type_name(self) -> str:
        """The type of the result: "void" if there is none."""
        return self._type_names()[0]

    @property
    def parameter_type_names(self) -> list[str]:
        """The types of the parameters; "..." for those that may follow. A method has the type of `this` first."""
        return self._type_names()[1:]

    def _type_names(self) -> list[str]:
        language = self._language
        types = nodes_in(node_in(self.node, "type"), "types") or [None]
        names = [type_name(one, language) for one in types]
        if len(types) > 1 and types[-1] is None:
            names[-1] = "..."
        return names

    @property
    def is_definition(self) -> bool:
        """Whether it has a body."""
        return number_in(self.node, "spFlags") & SUBPROGRAM_DEFINITION != 0

    @property
    def is_local(self) -> bool:
        """Whether only its compile unit sees it, as `static` says in C."""
        return number_in(self.node, "spFlags") & SUBPROGRAM_LOCAL_TO_UNIT != 0

    @property
    def is_optimized(self) -> bool:
        """Whether it was compiled with optimization."""
        return number_in(self.node, "spFlags") & SUBPROGRAM_OPTIMIZED != 0

    @property
    def declaration(self) -> Subprogram | None:
        """The declaration in its class; None if there is none."""
        declared = node_in(self.node, "declaration")
        return None if declared is None else Subprogram(declared)


@final
class DebugVariable(DebugView):
    """A global variable as the source has it: one of a unit, a namespace or a class, or a `static` one of a function."""

    def __init__(self, node: SpecializedNode, expression: DIExpression | None, unit: CompileUnit | None) -> None:
        super().__init__(node)
        self.expression: Final = expression
        """The computation that finds it in the variable of the module: a fragment, for example."""
        self._unit: Final = unit

    @property
    def unit(self) -> CompileUnit | None:
        """The compile unit; None if debug information does not say."""
        return self._unit

    @property
    def linkage_name(self) -> str:
        """The name of the symbol where it differs from the name, as a mangled one; else ""."""
        return text_in(self.node, "linkageName")

    @property
    def subprogram(self) -> Subprogram | None:
        """The function in which it is declared; None for others."""
        return subprogram_around(self.node)

    @property
    def is_local(self) -> bool:
        """Whether only its compile unit sees it, as `static` says in C."""
        return bool(self.node["isLocal"])

    @property
    def is_definition(self) -> bool:
        """Whether it is defined here."""
        return bool(self.node["isDefinition"])


@final
class SourceLocation(DebugView):
    """Where code comes from, a `!DILocation`: `str()` is `path:line:column`.

    Line 0 is code of the compiler's own that belongs to no line.
    """

    @staticmethod
    def of(node: object) -> SourceLocation | None:
        """The view of a node that is a location, such as `record.debug_location`; None for anything else."""
        return SourceLocation(node) if isinstance(node, SpecializedNode) and node.spec.name == _LOCATION else None

    @property
    def name(self) -> str:
        """The name of the function; "" if none is known."""
        subprogram = self.subprogram
        return "" if subprogram is None else subprogram.name

    @property
    def column(self) -> int:
        """The column, from 1; 0 if none is known."""
        return number_in(self.node, "column")

    @property
    def subprogram(self) -> Subprogram | None:
        """The function in whose source it is; None only in malformed debug information."""
        return subprogram_around(self.node)

    @property
    def inlined_at(self) -> SourceLocation | None:
        """The location of the call that was inlined; None if it was not."""
        return SourceLocation.of(node_in(self.node, "inlinedAt"))

    @property
    def chain(self) -> list[SourceLocation]:
        """This location, then the calls through which it was inlined, the innermost first, as a stack of calls."""
        found = [self]
        met = {self.node}
        around = self.inlined_at
        while around is not None and around.node not in met:
            found.append(around)
            met.add(around.node)
            around = around.inlined_at
        return found

    @property
    def is_implicit(self) -> bool:
        """Whether the code is not in the source, as a destructor that is called at the end of a scope."""
        return bool(field_of(self.node, "isImplicitCode"))

    @property
    def atom_group(self) -> int:
        """The number of its group of instructions, from 1; 0 if it is in none. Where a group begins, a debugger stops."""
        return number_in(self.node, "atomGroup")

    @property
    def atom_rank(self) -> int:
        """Its rank in the group, from 1: a debugger stops at the lowest that there is."""
        return number_in(self.node, "atomRank")

    def __str__(self) -> str:
        place = f"{self.path}:{self.line}"
        return f"{place}:{self.column}" if self.column else place


def subprogram_of(nodes: Sequence[object]) -> Subprogram | None:
    """The view of the first of the nodes that is a subprogram."""
    for node in nodes:
        if isinstance(node, SpecializedNode) and node.spec.name == _SUBPROGRAM:
            return Subprogram(node)
    return None


def subprogram_around(node: SpecializedNode) -> Subprogram | None:
    """The subprogram whose scope a node is in."""
    scope: SpecializedNode | None = node
    for _ in range(_LONGEST_CHAIN):
        scope = node_in(scope, "scope")
        if scope is None or scope.spec.name == _SUBPROGRAM:
            return None if scope is None else Subprogram(scope)
    return None


def file_around(node: SpecializedNode) -> SpecializedNode | None:
    """The file of a node, or of the nearest scope that has one."""
    scope: SpecializedNode | None = node
    for _ in range(_LONGEST_CHAIN):
        file = node_in(scope, "file")
        if file is not None or scope is None:
            return file
        scope = node_in(scope, "scope")
    return None


def global_views(nodes: Sequence[object], units: list[CompileUnit]) -> list[DebugVariable]:
    """The views of nodes that describe global variables of these units; of several, each is asked which variables it has."""
    found: list[DebugVariable] = []
    for node in nodes:
        variable = node_in(node, "var") if isinstance(node, SpecializedNode) and node.spec.name == _GLOBAL else node
        if isinstance(variable, SpecializedNode) and variable.spec.name == "DIGlobalVariable":
            expression = field_of(node, "expr")
            unit = units[0] if len(units) == 1 else _unit_with(node, variable, units)
            found.append(DebugVariable(variable, expression if isinstance(expression, DIExpression) else None, unit))
    return found


def _unit_with(node: object, variable: SpecializedNode, units: list[CompileUnit]) -> CompileUnit | None:
    subprogram = subprogram_around(variable)
    if subprogram is not None:
        return subprogram.unit
    for unit in units:
        if node in nodes_in(unit.node, "globals"):
            return unit
    return None
