"""The module: everything that one `.ll` or `.bc` file holds."""

from __future__ import annotations

from typing import final

from pyllvm.ir.function import Function
from pyllvm.ir.global_values import Comdat, GlobalAlias, GlobalIFunc, GlobalValue, GlobalVariable
from pyllvm.ir.metadata import NamedMDNode
from pyllvm.ir.summary import ModuleSummaryIndex
from pyllvm.ir.text_hook import text_of
from pyllvm.ir.types import Context, StructType
from pyllvm.ir.value import ModuleOwner
from pyllvm.versions import NEWEST


@final
class Module(ModuleOwner):
    """A module in the language of LLVM `llvm_version` (a major number).

    `llvm_version` alone decides which language the module is in: writers and printers use it, and `pyllvm.migrations.bring`
    takes a module to another. Lists keep the order of the file. `identifier` is what LLVM prints as `; ModuleID`.
    """

    def __init__(self, identifier: str = "", context: Context | None = None, llvm_version: int = NEWEST) -> None:
        self.identifier = identifier
        self.context = Context() if context is None else context
        self.llvm_version = llvm_version
        self.producer = ""
        self.epoch = 0
        self.source_filename = ""
        self.data_layout = ""
        self.target_triple = ""
        self.inline_assembly = ""  # lines, each ended by \n but perhaps the last
        self.dependent_libraries: list[str] = []  # `deplibs`, up to LLVM 12; read, never printed
        self.struct_types: list[StructType] = []  # identified structs, in the order in which they were met
        self.is_read_lazily = False  # whether bodies are (or were) read when they are asked for
        self.global_variables: list[GlobalVariable] = []
        self.functions: list[Function] = []
        self.aliases: list[GlobalAlias] = []
        self.ifuncs: list[GlobalIFunc] = []
        self.comdats: dict[str, Comdat] = {}
        self.named_metadata: list[NamedMDNode] = []
        # metadata kinds beyond the fixed ones of the version, in the order in which they were registered
        self.metadata_kinds: list[str] = []
        self.hash: list[int] | None = None  # the five words of a module hash
        self.summary: ModuleSummaryIndex | None = None
        self.symbols: dict[str, GlobalValue] = {}
        self.places: object | None = None  # where its text describes what is in it (assembly's Places), where that was kept

    def add(self, value: GlobalValue) -> None:
        """Put a global value at the end of its list, and its name (if it has one) into the symbol table."""
        value.parent = self
        if isinstance(value, Function):
            self.functions.append(value)
        elif isinstance(value, GlobalVariable):
            self.global_variables.append(value)
        elif isinstance(value, GlobalAlias):
            self.aliases.append(value)
        elif isinstance(value, GlobalIFunc):
            self.ifuncs.append(value)
        if value.name:
            self.symbols[value.name] = value

    def get(self, name: str) -> GlobalValue | None:
        """The global value of that name (without `@`), or None."""
        return self.symbols.get(name)

    @property
    def global_values(self) -> list[GlobalValue]:
        """All of them: variables, functions, aliases, ifuncs."""
        return [*self.global_variables, *self.functions, *self.aliases, *self.ifuncs]

    def named_metadata_of(self, name: str) -> NamedMDNode | None:
        """The named metadata node `!name`, or None."""
        for node in self.named_metadata:
            if node.name == name:
                return node
        return None

    def materialize(self) -> None:
        """Read every function body that was put off."""
        for function in self.functions:
            function.materialize()

    def __str__(self) -> str:
        return text_of(self)
