"""The module: everything that one `.ll` or `.bc` file holds."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, final

from pyllvm.diagnostics import PyllvmError
from pyllvm.ir.function import Function
from pyllvm.ir.global_values import Comdat, GlobalAlias, GlobalIFunc, GlobalValue, GlobalVariable
from pyllvm.ir.instructions import CallBase
from pyllvm.ir.metadata import DebugRecord, MDNode, MetadataAsValue, NamedMDNode
from pyllvm.ir.summary import ModuleSummaryIndex
from pyllvm.ir.symbol_table_list import SymbolTableList
from pyllvm.ir.text_hook import text_of
from pyllvm.ir.types import Context, StructType
from pyllvm.ir.value import ModuleOwner, Value
from pyllvm.versions import NEWEST

if TYPE_CHECKING:
    from pyllvm.migrations.loss import Loss


@final
class AssemblyBlock:
    """Module-level assembly with the same properties, since LLVM 23: names of tables.keywords with their values, in that order.

    `text` has lines, each ended by a newline except perhaps the last.
    """

    __slots__ = ("properties", "text")

    def __init__(self, text: str, properties: tuple[tuple[str, str], ...] = ()) -> None:
        self.text = text
        self.properties = properties


@final
class Module(ModuleOwner):
    """A module in the language of LLVM `llvm_version` (a major number).

    `llvm_version` alone decides the module's language: writers and printers use it, and `pyllvm.migrations.bring` changes it.
    Lists keep the order of the file. `identifier` is the text of LLVM's `; ModuleID`.
    """

    def __init__(self, identifier: str = "", context: Context | None = None, llvm_version: int = NEWEST) -> None:
        self.identifier = identifier
        self.context = Context() if context is None else context
        self.llvm_version = llvm_version
        self.is_version_guessed = False  # True if neither the file nor the caller named the version
        self.producer = ""
        self.epoch = 0
        self.source_filename = ""
        self.data_layout = ""
        self.target_triple = ""
        self.assembly_blocks: list[AssemblyBlock] = []
        self.dependent_libraries: list[str] = []  # `deplibs`, up to LLVM 12; read but never printed
        self.struct_types: list[StructType] = []  # identified structs, in the order of their first occurrence
        self.is_read_lazily = False  # True if bodies are (or were) read on first access
        # The orders of uses that each body's bitcode requests for constants and symbols, if they are kept until it is linked.
        self.late_use_orders: dict[Function, list[tuple[Value, list[int]]]] | None = None
        self.global_variables: list[GlobalVariable] = SymbolTableList(self)
        self.functions: list[Function] = SymbolTableList(self)
        self.aliases: list[GlobalAlias] = SymbolTableList(self)
        self.ifuncs: list[GlobalIFunc] = SymbolTableList(self)
        self.comdats: dict[str, Comdat] = {}
        self.named_metadata: list[NamedMDNode] = []
        # metadata kinds beyond the fixed ones of the version, in order of registration
        self.metadata_kinds: list[str] = []
        self.hash: list[int] | None = None  # the five words of a module hash
        self.summary: ModuleSummaryIndex | None = None
        self.symbols: dict[str, GlobalValue] = {}
        self._last_number = 0  # the last number appended to make a name unique
        self.places: object | None = None  # where the module's text defines each object (assembly's Places), if that was recorded

    @property
    def inline_assembly(self) -> str:
        """The module-level assembly of all blocks: lines, each ended by a newline except perhaps the last."""
        return "".join([block.text for block in self.assembly_blocks])

    @inline_assembly.setter
    def inline_assembly(self, text: str) -> None:
        self.assembly_blocks = [AssemblyBlock(text)] if text else []

    def append_assembly(self, text: str, properties: tuple[tuple[str, str], ...] = ()) -> None:
        """Add module-level assembly to the last block if that has these properties, or else in a new block."""
        blocks = self.assembly_blocks
        if blocks and blocks[-1].text and not blocks[-1].text.endswith("\n"):
            blocks[-1].text += "\n"
        if blocks and blocks[-1].properties == properties:
            blocks[-1].text += text
        elif text:
            blocks.append(AssemblyBlock(text, properties))

    def add(self, value: GlobalValue) -> None:
        """Add a global value at the end of its list, and its name (if it has one) to the symbol table.

        If another symbol has the name, a number is appended to it, as in LLVM: `name.1`.
        """
        self.adopt(value)
        if isinstance(value, Function):
            self.functions.append(value)
        elif isinstance(value, GlobalVariable):
            self.global_variables.append(value)
        elif isinstance(value, GlobalAlias):
            self.aliases.append(value)
        elif isinstance(value, GlobalIFunc):
            self.ifuncs.append(value)

    def downgraded(self, version: int, *, target_profile: str = "", pointee_types: str = "views") -> list[Loss]:
        """Bring the module, in place, to the language of LLVM `version`, which is not newer than its own.

        Returns what was dropped on the way because the module does the same without it. What that version cannot hold in any
        form, and what its verifier would reject, raises PyllvmError with its location; the module is not usable after that.
        `target_profile` names a consumer ("nvvm", "air", "aie") that needs more than the version: its own metadata, data layout
        and intrinsics. Up to LLVM 14, `pointee_types` is "views" (`i8*` in memory and signatures), "inferred" (local variables
        and the signatures of local functions have the types that most of their uses want) or "exported" (other signatures as
        well: the declarations in other modules must then agree).
        `pyllvm.write` with an `llvm_version` works on a copy.
        """
        conversion = importlib.import_module("pyllvm.reading.conversion")
        losses: list[Loss] = conversion.downgraded(self, version, target_profile, pointee_types)
        return losses

    def remove(self, value: GlobalValue) -> None:
        """Remove a global value from its list and from the symbol table; it keeps its name and its uses."""
        if value.parent is not self:
            return
        self.forget(value)
        if isinstance(value, Function):
            self.functions.remove(value)
        elif isinstance(value, GlobalVariable):
            self.global_variables.remove(value)
        elif isinstance(value, GlobalAlias):
            self.aliases.remove(value)
        elif isinstance(value, GlobalIFunc):
            self.ifuncs.remove(value)

    def adopt(self, value: GlobalValue) -> None:
        """Do what `add` does for a value that is already in its list."""
        if value.parent is self:
            return
        value.parent = None
        name = value.name
        if name:
            if name in self.symbols:
                name = self.unique_name(name)
                value.name = name
            self.symbols[name] = value
        value.parent = self

    def forget(self, value: GlobalValue) -> None:
        """Do what `remove` does for a value that is no longer in its list."""
        if value.parent is self:
            if self.symbols.get(value.name) is value:
                del self.symbols[value.name]
            value.parent = None

    def unique_name(self, name: str) -> str:
        """The name itself if no symbol has it, else the name with a number that makes it unique."""
        unique = name
        # The assembler for NVPTX accepts no dot in names.
        separator = "" if self.target_triple.startswith("nvptx") else "."
        while unique in self.symbols:
            self._last_number += 1
            unique = f"{name}{separator}{self._last_number}"
        return unique

    def symbol_is_renamed(self, value: Value, name: str) -> None:
        """Update the symbol table; PyllvmError if another symbol has the name."""
        assert isinstance(value, GlobalValue)
        symbols = self.symbols
        if name and symbols.get(name, value) is not value:
            raise PyllvmError(f"the module already has a symbol named @{name}")
        if symbols.get(value.name) is value:
            del symbols[value.name]
        if name:
            symbols[name] = value

    def get(self, name: str) -> GlobalValue | None:
        """The global value of that name (without `@`), or None."""
        return self.symbols.get(name)

    @property
    def language(self) -> int:
        """The same as `llvm_version`; for code that knows only `ModuleOwner`."""
        return self.llvm_version

    @property
    def global_values(self) -> list[GlobalValue]:
        """All global values: variables, functions, aliases, ifuncs."""
        return [*self.global_variables, *self.functions, *self.aliases, *self.ifuncs]

    def named_metadata_of(self, name: str) -> NamedMDNode | None:
        """The named metadata node `!name`, or None."""
        for node in self.named_metadata:
            if node.name == name:
                return node
        return None

    def metadata_nodes(self) -> list[object]:
        """All metadata nodes that the module can reach, and those that its context holds."""
        waiting: list[object] = list(self.context.metadata.values())
        for named in self.named_metadata:
            waiting.extend(named.operands)
        for value in self.global_values:
            waiting.extend([attachment.node for attachment in value.attachments])
        # Most instructions share their locations and attachments with others, so each is visited once.
        met: set[object] = set(waiting)
        for function in self.functions:
            for block in function.blocks:
                for instruction in block.instructions:
                    location = instruction.debug_location
                    if location is not None and location not in met:
                        met.add(location)
                        waiting.append(location)
                    if instruction.attachments is not None:
                        for attachment in instruction.attachments:
                            if attachment.node not in met:
                                met.add(attachment.node)
                                waiting.append(attachment.node)
                    if isinstance(instruction, CallBase):
                        for operand in instruction.operands:
                            if isinstance(operand, MetadataAsValue):
                                waiting.append(operand.metadata)
                    if instruction.debug_records is not None:
                        _add_records(waiting, instruction.debug_records)
                if block.trailing_debug_records is not None:
                    _add_records(waiting, block.trailing_debug_records)
        found: dict[object, None] = {}
        while waiting:
            metadata = waiting.pop()
            if isinstance(metadata, MDNode) and metadata not in found:
                found[metadata] = None
                waiting.extend([operand for operand in metadata.operands if isinstance(operand, MDNode)])
        return list(found)

    def materialize(self) -> None:
        """Read every function body that was not read yet."""
        for function in self.functions:
            function.materialize()

    def __str__(self) -> str:
        return text_of(self)


def _add_records(waiting: list[object], records: list[DebugRecord]) -> None:
    for record in records:
        waiting += [record.location, record.variable, record.debug_location, record.assign_id]
