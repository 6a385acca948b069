"""The module: everything that one `.ll` or `.bc` file holds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, NoReturn, final

from mypy_extensions import mypyc_attr

from pyllvm.ir.above import above, html_of, register_with, short_text_of, text_of
from pyllvm.ir.constants import Constant, ConstantInt
from pyllvm.ir.edits import EDITS
from pyllvm.ir.function import Function
from pyllvm.ir.global_values import Comdat, GlobalAlias, GlobalIFunc, GlobalValue, GlobalVariable
from pyllvm.ir.instructions import CallBase
from pyllvm.ir.metadata import (
    DebugRecord,
    DIExpression,
    MDNode,
    MDString,
    MDTuple,
    MetadataAsValue,
    NamedMDNode,
    SpecializedNode,
    ValueAsMetadata,
)
from pyllvm.ir.public_names import check_name, public_names
from pyllvm.ir.symbol_table_list import SymbolTableList
from pyllvm.ir.types import Context, PointerType, StructType, Type
from pyllvm.ir.value import MetadataEdits, ModuleOwner, Value
from pyllvm.ir.words import nearest
from pyllvm.tables.features import OPAQUE_POINTERS_SINCE, TYPED_POINTERS_UNTIL
from pyllvm.tables.intrinsic_names import PREFIX, UNITS
from pyllvm.tables.module_flags import MODULE_FLAGS
from pyllvm.versions import NEWEST, NEXT, OLDEST

if TYPE_CHECKING:
    from pyllvm.ir.loss import Loss
    from pyllvm.ir.source_code import CompileUnit, SourceFile
    from pyllvm.ir.summary import ModuleSummaryIndex  # most modules have none


class ModuleTexts:
    """Methods of `Module` that read text."""

    def type_of_text(self, module: Module, text: str) -> Type:
        """As `type`."""
        raise NotImplementedError

    def constant_of_text(self, module: Module, text: str) -> Constant:
        """As `value`."""
        raise NotImplementedError

    def metadata_of_text(self, module: Module, text: str) -> MDNode:
        """As `metadata`."""
        raise NotImplementedError


class ModuleBuilding:
    """Methods of `Module` that make values and metadata, with the same names or with those given here."""

    def constant_of(self, type: Type, value: object) -> Constant:
        """As `constant`."""
        raise NotImplementedError

    def specialized_node(
        self, context: Context, version: int, kind: str, fields: dict[str, object], is_distinct: bool
    ) -> SpecializedNode:
        """As `metadata_node`."""
        raise NotImplementedError

    def tuple_node(self, context: Context, operands: Sequence[object], is_distinct: bool) -> MDTuple:
        """As `metadata_tuple`."""
        raise NotImplementedError

    def add_function(
        self,
        module: Module,
        name: str,
        type: Type | str,
        parameter_names: Sequence[str],
        linkage: str,
        calling_convention: str,
        address_space: int,
    ) -> Function:
        raise NotImplementedError

    def new_global(self, module: Module, name: str, type: Type | str, initializer: object, address_space: int) -> GlobalVariable:
        """A variable for `add_global`, which is not in the module yet."""
        raise NotImplementedError


class ModuleMethods:
    """Other methods of `Module` by rooms above, with the same names or with those given here."""

    def copy_of(self, module: Module) -> Module:
        """As `copy`."""
        raise NotImplementedError

    def pickled(self, module: Module) -> tuple[object, tuple[bytes]]:
        """A function that makes the module again, and what it is called with."""
        raise NotImplementedError

    def downgraded(self, module: Module, version: int, target_profile: str, pointee_types: str) -> list[Loss]:
        raise NotImplementedError


@mypyc_attr(serializable=True)
@final
class AssemblyBlock:
    """Module-level assembly with the same properties, since LLVM 23: names of tables.keywords with their values, in that order.

    `text` has lines, each ended by a newline except perhaps the last.
    """

    __slots__ = ("_pieces", "properties")

    def __init__(self, text: str, properties: tuple[tuple[str, str], ...] = ()) -> None:
        # Joined when they are needed: a file may have very many lines of assembly, which are added one after the other.
        self._pieces = [text]
        self.properties = properties

    @property
    def text(self) -> str:
        """The lines."""
        if len(self._pieces) > 1:
            self._pieces = ["".join(self._pieces)]
        return self._pieces[0]

    @text.setter
    def text(self, text: str) -> None:
        self._pieces = [text]

    def append(self, text: str) -> None:
        """Add text in a line of its own."""
        last = self._pieces[-1]
        if last and not last.endswith("\n"):
            self._pieces.append("\n")
        if text:
            self._pieces.append(text)

    def __repr__(self) -> str:
        return short_text_of(self)


def _remove(values: list[Any], value: GlobalValue) -> None:
    """Remove a value from a list; a list that is emptied from its end is not searched for each value."""
    if values and values[-1] is value:
        values.pop()
    else:
        values.remove(value)


@mypyc_attr(allow_interpreted_subclasses=True)
class Module(ModuleOwner):
    """A module in the language of LLVM `llvm_version` (a major number).

    `llvm_version` alone decides the module's language: writers and printers use it, and `pyllvm.migrations.bring` changes it.
    A version that pyllvm does not know raises ValueError.
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
        self.left_out: list[Loss] = []  # what the reader left out because pyllvm does not know it
        self.left_out_parts: dict[GlobalValue, str] = {}  # symbols without their bodies or initial values, and the reason
        self.is_read_lazily = False  # True if bodies are (or were) read on first access
        # The orders of uses that each body's bitcode requests for constants and symbols, if they are kept until it is linked.
        self._late_use_orders: dict[Function, list[tuple[Value, list[int]]]] | None = None
        self.global_variables: list[GlobalVariable] = SymbolTableList(self)
        self.functions: list[Function] = SymbolTableList(self)
        self.aliases: list[GlobalAlias] = SymbolTableList(self)
        self.ifuncs: list[GlobalIFunc] = SymbolTableList(self)
        self.comdats: dict[str, Comdat] = {}
        self._named_metadata: list[NamedMDNode] = []
        # metadata kinds beyond the fixed ones of the version, in order of registration
        self.metadata_kinds: list[str] = []
        self._hash: list[int] | None = None
        self._summary: ModuleSummaryIndex | None = None
        # The state of the module for which the summary is true; None if edits are not watched.
        self._summarized: list[object] | None = None
        self.symbols: dict[str, GlobalValue] = {}
        self._last_number = 0  # the last number appended to make a name unique
        self.numberings: object | None = None  # what `str()` of its values has numbered (the printer's Numberings)
        self.places: object | None = None  # where the module's text defines each object (assembly's Places), if that was recorded

    @property
    def summary(self) -> ModuleSummaryIndex | None:
        """The ThinLTO summary, or None. An edit of a module that was read drops it, since it is not true any more."""
        state = self._summarized
        if state is not None and state != self._summarized_state():
            self._summary = self._hash = self._summarized = None
        return self._summary

    @summary.setter
    def summary(self, summary: ModuleSummaryIndex | None) -> None:
        self._summary = summary
        self._summarized = None

    @property
    def hash(self) -> list[int] | None:
        """The five words of a module hash, or None. It goes with the summary."""
        return None if self._summary is not None and self.summary is None else self._hash

    @hash.setter
    def hash(self, words: list[int] | None) -> None:
        self._hash = words

    def keep_summary(self) -> bool:
        """Keep the summary whatever edits follow; whether an edit would have dropped it."""
        is_watched = self.summary is not None and self._summarized is not None
        self._summarized = None
        return is_watched

    def watch_summary(self) -> None:
        """Drop the summary when the module is edited from now on."""
        if self._summary is not None:
            self._summarized = self._summarized_state()

    def _summarized_state(self) -> list[object]:
        """The edits so far, and the properties of symbols that a summary depends on, whose changes are not counted as edits."""
        context = self.context
        found: list[object] = [context.edits + context.symbol_edits - context.edits_by_reading, self.source_filename]
        for value in self.global_values:
            found.append((value, value.linkage, value.visibility, value.is_dso_local))
        found.extend([variable.is_constant for variable in self.global_variables])
        return found

    @property
    def llvm_version(self) -> int:
        """The major LLVM version in whose language the module is.

        Setting an unknown version raises ValueError.
        """
        return self._llvm_version

    @llvm_version.setter
    def llvm_version(self, version: int) -> None:
        if not OLDEST <= version <= NEXT:
            raise ValueError(f"LLVM {version} is not supported: the versions are {OLDEST} to {NEXT}")
        self._llvm_version = version
        self.context.llvm_version = version

    @property
    def named_metadata(self) -> list[NamedMDNode]:
        """The named metadata, such as `!llvm.module.flags`."""
        named = self._named_metadata
        if EDITS.is_watched:
            EDITS.lend(named)
        return named

    @named_metadata.setter
    def named_metadata(self, named: list[NamedMDNode]) -> None:
        self._named_metadata = named
        EDITS.add()

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
        if blocks:
            blocks[-1].append(text if blocks[-1].properties == properties else "")
        if text and not (blocks and blocks[-1].properties == properties):
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

    def copy(self) -> Module:
        """A copy of the module in a context of its own, with everything that it holds, finished or not."""
        return above(ModuleMethods).copy_of(self)

    def __copy__(self) -> Module:
        return self.copy()

    def __deepcopy__(self, memo: object) -> Module:
        return self.copy()

    def __reduce__(self) -> tuple[object, tuple[bytes]]:
        return above(ModuleMethods).pickled(self)

    def downgraded(self, version: int, *, target_profile: str = "", pointee_types: str = "views") -> list[Loss]:
        """Bring the module, in place, to the language of LLVM `version`, which is not newer than its own.

        Returns what was dropped on the way because the module does the same without it. What that version cannot hold in any
        form, and what its verifier would reject, raises PyllvmError with its location; the module is not usable after that.
        `target_profile` names a consumer ("nvvm", "air", "aie", "qir", "spir", "klee" or "amd") that needs more than the
        version: its own metadata, names of types, data layout and intrinsics. Up to LLVM 14, `pointee_types` is "views" (`i8*`
        in memory and signatures) or "inferred" (variables, fields of structs and signatures have the types that most of their
        uses want; "exported" is the same).
        `pyllvm.write` with an `llvm_version` works on a copy.
        """
        return above(ModuleMethods).downgraded(self, version, target_profile, pointee_types)

    def remove(self, value: GlobalValue) -> None:
        """Remove a global value that nothing uses from its list and from the symbol table; it keeps its name and operands.

        Raises PyllvmError, which names users, if it is still used. `GlobalValue.remove_from_parent` does not check that.
        """
        value._check_is_unused()
        self.take_out(value)

    def take_out(self, value: GlobalValue) -> None:
        """Remove a global value from its list and from the symbol table; it keeps its name and its uses."""
        if value.parent is not self:
            return
        self.context.symbol_edits += 1
        self.forget(value)
        if isinstance(value, Function):
            _remove(self.functions, value)
        elif isinstance(value, GlobalVariable):
            _remove(self.global_variables, value)
        elif isinstance(value, GlobalAlias):
            _remove(self.aliases, value)
        elif isinstance(value, GlobalIFunc):
            _remove(self.ifuncs, value)

    def adopt(self, value: GlobalValue) -> None:
        """Do what `add` does for a value that is already in its list."""
        if value.parent is self:
            return
        self.context.symbol_edits += 1
        value.parent = None
        name = value.name
        if name:
            if name in self.symbols:
                name = self.unique_name(name)
                value.put_name(name)
            self.symbols[name] = value
        value.parent = self

    def forget(self, value: GlobalValue) -> None:
        """Do the work of `remove` for a value that has left its list."""
        if value.parent is self:
            self.context.symbol_edits += 1
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

    # --- look-ups, and what is made by name or from text

    def __getitem__(self, name: str) -> GlobalValue:
        """The global value with this name (without `@`); KeyError if there is none."""
        found = self.symbols.get(name)
        if found is None:
            self._no_symbol(name, "symbol")
        return found

    def __contains__(self, name: object) -> bool:
        """Whether the module has a symbol with this name, or this global value."""
        if isinstance(name, GlobalValue):
            return name.parent is self
        return name in self.symbols

    def __iter__(self) -> Iterator[Function]:
        """The functions, as in LLVM: `for function in module: for block in function: for instruction in block: ...`."""
        return iter(self.functions)

    def __len__(self) -> int:
        """The number of functions."""
        return len(self.functions)

    def __bool__(self) -> bool:
        return True

    def function(self, name: str) -> Function:
        """The function with this name; KeyError if there is none."""
        found = self.symbols.get(name)
        if not isinstance(found, Function):
            self._no_symbol(name, "function")
        return found

    def global_variable(self, name: str) -> GlobalVariable:
        """The global variable with this name; KeyError if there is none."""
        found = self.symbols.get(name)
        if not isinstance(found, GlobalVariable):
            self._no_symbol(name, "global variable")
        return found

    def get_function(self, name: str) -> Function | None:
        """The function with this name, or None."""
        found = self.symbols.get(name)
        return found if isinstance(found, Function) else None

    def _no_symbol(self, name: str, what: str) -> NoReturn:
        near = nearest(str(name), self.symbols)
        raise KeyError(f"the module has no {what} @{name}" + (f"; did you mean @{near}?" if near else ""))

    @property
    def has_typed_pointers(self) -> bool:
        """Whether the module's pointers are `T*`: up to LLVM 16 if its values have such types, and without any up to 14."""
        if self.llvm_version > TYPED_POINTERS_UNTIL:
            return False
        for value in self.symbols.values():
            return _is_typed(value)
        for nameless in (self.functions, self.global_variables, self.aliases, self.ifuncs):
            if nameless:
                return _is_typed(nameless[0])
        return self.llvm_version < OPAQUE_POINTERS_SINCE

    def pointer_type(self, pointee: Type, address_space: int = 0) -> PointerType:
        """The type of pointers to `pointee` in this module: `ptr`, or `pointee*` where it has typed pointers.

        Raises ValueError if the address space has more than 24 bits.
        """
        if not 0 <= address_space < 1 << 24:
            raise ValueError(f"an address space has a number from 0 to {(1 << 24) - 1}, not {address_space}")
        if self.has_typed_pointers:
            return self.context.pointer_to(pointee, address_space)
        return self.context.pointer(address_space)

    def type(self, text: str) -> Type:
        """The type of a text in the module's language, such as "{ i32, [4 x ptr] }" or "i32 (ptr, ...)".

        Structs with names must exist: see `add_struct`. Raises PyllvmError with the location in the text if it is not a type.
        """
        return above(ModuleTexts).type_of_text(self, text)

    def value(self, text: str) -> Constant:
        """The constant of a text in the module's language: "i32 5", "ptr @f", "@f", "[2 x i8] zeroinitializer" ...

        Raises PyllvmError with the location in the text if it is not a constant, or names a symbol that the module does not have.
        """
        return above(ModuleTexts).constant_of_text(self, text)

    def constant(self, type: Type | str, value: object) -> Constant:
        """The constant of a type with a Python value.

        Integers and floating-point numbers take numbers; pointers take None for null; arrays, vectors and structs a sequence with
        a value for each element; a vector also one number for all elements, and an array of i8 bytes; each type the words
        "zeroinitializer", "undef" and "poison". Raises TypeError if the type has no such constants, and ValueError for an integer
        that is too wide or a sequence of another length.
        """
        return above(ModuleBuilding).constant_of(self.type(type) if isinstance(type, str) else type, value)

    def metadata(self, text: str) -> MDNode:
        """The metadata node of a text, such as '!{i32 1, !"x"}'; PyllvmError with the location in the text if it is none."""
        return above(ModuleTexts).metadata_of_text(self, text)

    def metadata_node(self, kind: str, *, distinct: bool = False, **fields: object) -> SpecializedNode:
        """The specialized metadata node of this kind: module.metadata_node("DILocation", line=3, column=1, scope=subprogram).

        A field takes what its text is: a number, True or False, a string, a word such as "DW_TAG_member" or several joined by
        `|`, a node, a constant, None for null, or a sequence of these for a tuple. Fields that are not given have LLVM's
        defaults. Raises ValueError for a kind or field that the module's LLVM does not have (it lists those that there are), or
        a value that the field does not take.
        """
        return above(ModuleBuilding).specialized_node(self.context, self.llvm_version, kind, fields, distinct)

    def metadata_tuple(self, *operands: object, distinct: bool = False) -> MDTuple:
        """The metadata tuple of these operands: metadata, strings, constants, None for null, or sequences of these."""
        return above(ModuleBuilding).tuple_node(self.context, operands, distinct)

    def add_named_metadata(self, name: str, *operands: MDNode) -> NamedMDNode:
        """Add nodes to the named metadata `!name`, which is made if the module does not have it, and return it."""
        check_name(name)
        named = self.named_metadata_of(name)
        if named is None:
            named = NamedMDNode(name, [])
            self.named_metadata.append(named)
        named.operands.extend(operands)
        return named

    def add_module_flag(self, behavior: int, name: str, value: object) -> None:
        """Add a module flag: its behavior where modules are linked (1: error, 2: warning, 7: maximum ...), name, and value.

        The value is an int, which becomes an i32, a string, or metadata.
        """
        value = self.constant("i32", value) if isinstance(value, int) else value
        self.add_named_metadata(MODULE_FLAGS, self.metadata_tuple(self.constant("i32", behavior), name, value))

    def add_function(
        self,
        name: str,
        type: Type | str,
        parameter_names: Sequence[str] = (),
        *,
        linkage: str = "external",
        calling_convention: str = "ccc",
        address_space: int = 0,
    ) -> Function:
        """Add a function of this type, such as "i32 (ptr, i64)", and return it; it is a declaration until it gets blocks.

        `linkage` and `calling_convention` are LLVM's words. Raises ValueError if a symbol has the name.
        """
        return above(ModuleBuilding).add_function(self, name, type, parameter_names, linkage, calling_convention, address_space)

    def add_global(
        self,
        name: str,
        type: Type | str,
        initializer: object = None,
        *,
        is_constant: bool = False,
        linkage: str = "external",
        address_space: int = 0,
        align: int = 0,
    ) -> GlobalVariable:
        """Add a global variable, and return it; without an initializer it is a declaration.

        The initializer is a constant or a Python value as for `constant`. `align` is in bytes, 0 for none. Raises ValueError
        if a symbol has the name.
        """
        variable = above(ModuleBuilding).new_global(self, name, type, initializer, address_space)
        variable.is_constant = is_constant
        variable.linkage = linkage
        variable.alignment = align
        variable.is_dso_local = variable.has_implicit_dso_local
        self.add(variable)
        return variable

    def add_struct(self, name: str, elements: Sequence[Type | str] | None = None, *, is_packed: bool = False) -> StructType:
        """A new struct type with a name, `%name`; without elements it is opaque. Raises ValueError if a struct has the name."""
        check_name(name)
        if name in self.context.struct_names:
            raise ValueError(f"there is already a type %{name}")
        types = None if elements is None else [self.type(one) if isinstance(one, str) else one for one in elements]
        return self.context.named_struct(name, types, is_packed)

    def _symbol_is_renamed(self, value: Value, name: str) -> str:
        """Update the symbol table; a number makes the new name unique if another symbol has it."""
        assert isinstance(value, GlobalValue)
        symbols = self.symbols
        if symbols.get(value.name) is value:
            del symbols[value.name]
        if name:
            name = self.unique_name(name)
            symbols[name] = value
        return name

    def get(self, name: str) -> GlobalValue | None:
        """The global value with this name (without `@`), or None."""
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

    @property
    def compile_units(self) -> list[CompileUnit]:
        """The compile units of the debug information."""
        from pyllvm.ir.source_code import CompileUnit

        named = self.named_metadata_of(UNITS)
        nodes = [] if named is None else named._operands
        return [CompileUnit(node) for node in nodes if isinstance(node, SpecializedNode) and node.spec.name == "DICompileUnit"]

    @property
    def source_files(self) -> list[SourceFile]:
        """The source files that debug information names, by their paths. All bodies are read."""
        from pyllvm.ir.source_code import SourceFile

        nodes = self.metadata_nodes()
        files = [SourceFile(node) for node in nodes if isinstance(node, SpecializedNode) and node.spec.name == "DIFile"]
        return sorted(files, key=lambda file: file.path)

    def metadata_nodes(self) -> list[MDNode]:
        """All metadata nodes that the module can reach, and those that its context holds."""
        waiting: list[object] = list(self.context.metadata.values())
        for named in self.named_metadata:
            waiting.extend(named.operands)
        for value in self.global_values:
            waiting.extend([attachment.node for attachment in value.attachments])
        # Most instructions share their locations and attachments with others, so each is visited once.
        met: set[object] = set(waiting)
        last: object = None
        for function in self.functions:
            for block in function.blocks:
                for instruction in block.instructions:
                    location = instruction._debug_location
                    if location is not None and location is not last:
                        last = location
                        if location not in met:
                            met.add(location)
                            waiting.append(location)
                    if instruction._attachments is not None:
                        for attachment in instruction._attachments:
                            if attachment._node not in met:
                                met.add(attachment._node)
                                waiting.append(attachment._node)
                    if isinstance(instruction, CallBase):
                        for operand in instruction.operands:
                            if isinstance(operand, MetadataAsValue) and not isinstance(operand.metadata, ValueAsMetadata):
                                waiting.append(operand.metadata)
                    if instruction._debug_records is not None:
                        _add_metadata_of_records(waiting, instruction._debug_records)
                if block.trailing_debug_records is not None:
                    _add_metadata_of_records(waiting, block.trailing_debug_records)
        found: dict[MDNode, None] = {}
        while waiting:
            metadata = waiting.pop()
            if not isinstance(metadata, (SpecializedNode, MDTuple, DIExpression)) or metadata in found:
                continue
            found[metadata] = None
            operands = metadata._operands
            if operands is not None:
                for one in operands:
                    if isinstance(one, (SpecializedNode, MDTuple, DIExpression)) and one not in found:
                        waiting.append(one)
            elif isinstance(metadata, SpecializedNode):
                # A location that has no list of operands gets none here.
                if metadata._scope not in found:
                    waiting.append(metadata._scope)
                if metadata._inlined_at is not None and metadata._inlined_at not in found:
                    waiting.append(metadata._inlined_at)
        return list(found)

    def materialize(self) -> None:
        """Read every function body that was not read yet."""
        for function in self.functions:
            function.materialize()

    def __str__(self) -> str:
        return text_of(self)

    def __repr__(self) -> str:
        return short_text_of(self)

    def __dir__(self) -> list[str]:
        return public_names(self)

    def _repr_html_(self) -> str:
        return html_of(self)


def _is_typed(value: GlobalValue) -> bool:
    type = value.type
    return not isinstance(type, PointerType) or type.pointee is not None


def _add_metadata_of_records(waiting: list[object], records: list[DebugRecord]) -> None:
    """Add the metadata to which records refer, except their expressions, which the context holds."""
    for record in records:
        # Mostly, it is a value.
        if not isinstance(record.location, ValueAsMetadata):
            waiting.append(record.location)
        waiting.append(record.variable)
        waiting.append(record.debug_location)
        if record.assign_id is not None:
            waiting.append(record.assign_id)


def values_with_rules_for_users(module: Module) -> list[GlobalValue]:
    """The global values whose users the verifier checks, in whatever part they are: those with names that LLVM reserves."""
    found: list[GlobalValue] = [*module.functions, *module.global_variables]
    return [value for value in found if value.name.startswith(PREFIX)]


def _register_metadata_edits(needs: type[object]) -> None:
    """Let metadata follow edits of values. A module that no edit follows needs no such code."""
    if needs is MetadataEdits:
        from pyllvm.ir import metadata_replacement

        metadata_replacement.register_edits()


register_with(_register_metadata_edits)


def module_flag(module: Module, name: str) -> int:
    """Return the number in a module flag; -1 if the module does not have this flag."""
    named = module.named_metadata_of(MODULE_FLAGS)
    if named is None:
        return -1
    for node in named.operands:
        operands = node.operands
        if len(operands) == 3 and isinstance(operands[1], MDString) and operands[1].text == name:
            value = operands[2]
            if isinstance(value, ValueAsMetadata) and isinstance(value.value, ConstantInt):
                return value.value.value
    return -1
