"""Debug information for a Kaleidoscope program: its file, functions, and variables."""

from __future__ import annotations

import os

from examples.kaleidoscope.syntax import Place

import pyllvm
from pyllvm.ir import Function, SpecializedNode


class DebugInformation:
    """Makes the nodes of a module's debug information, and the compile unit that holds them together."""

    def __init__(self, module: pyllvm.Module, file_name: str) -> None:
        folder, name = os.path.split(os.path.abspath(file_name))
        self._module = module
        self._file = module.metadata_node("DIFile", filename=name, directory=folder)
        self._unit = module.metadata_node(
            "DICompileUnit",
            distinct=True,
            language="DW_LANG_C",
            file=self._file,
            producer="Kaleidoscope",
            emissionKind="FullDebug",
        )
        self._double = module.metadata_node("DIBasicType", name="double", size=64, encoding="DW_ATE_float")
        module.add_named_metadata("llvm.dbg.cu", self._unit)
        module.add_module_flag(2, "Debug Info Version", 3)

    def add_function(self, function: Function, place: Place) -> SpecializedNode:
        """Describe a function that begins at a place, and return the scope of what is in it."""
        types = [self._double] * (len(function.arguments) + 1)
        subprogram = self._module.metadata_node(
            "DISubprogram",
            distinct=True,
            name=function.name,
            scope=self._file,
            file=self._file,
            line=place.line,
            type=self._module.metadata_node("DISubroutineType", types=types),
            scopeLine=place.line,
            flags="DIFlagPrototyped",
            spFlags="DISPFlagDefinition",
            unit=self._unit,
        )
        function.set_metadata("dbg", subprogram)
        return subprogram

    def variable(self, name: str, scope: SpecializedNode, place: Place, number: int) -> SpecializedNode:
        """Describe a variable; `number` is the number of a parameter, from 1, or 0."""
        return self._module.metadata_node(
            "DILocalVariable", name=name, arg=number, scope=scope, file=self._file, line=place.line, type=self._double
        )
