"""The linker: it holds the result and links one module after another into it.

The targets of two modules are merged first: data layout and triple, with warnings if they differ.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, final

from pyllvm.diagnostics import Diagnostic, PyllvmError
from pyllvm.editing.internalize import internalize_symbols
from pyllvm.ir.global_values import GlobalIFunc, GlobalValue
from pyllvm.ir.module import Module
from pyllvm.ir.summary import ModuleSummaryIndex
from pyllvm.ir.target.data_layout import DataLayout
from pyllvm.ir.target.target_triple import TargetTriple
from pyllvm.ir.types import Context
from pyllvm.ir.use_policy import AT_ONCE, LINKED, UsePolicy
from pyllvm.linker.decisions import Decision, Origins
from pyllvm.linker.module_flags import merge_module_flags
from pyllvm.linker.mover import Destination, Mover
from pyllvm.linker.selection import Selection
from pyllvm.linker.source_uses import release
from pyllvm.linker.thin_lto import functions_to_import, prepare_import
from pyllvm.tables.features import OPAQUE_POINTERS_SINCE, TYPED_POINTERS_KEPT_UNTIL
from pyllvm.tables.linking_versions import BLANK_LINES_UNTIL, IFUNCS_SINCE, LIBDEVICE_BY_TRIPLE_SINCE, VARIABLES_IN_ORDER_SINCE
from pyllvm.versions import NEWEST

IDENTIFIER: Final = "llvm-link"


@final
class Linker:
    """Links modules. Read every input into `context`, because types and metadata are unified there:

        linker = Linker(19, report=print)
        linker.link_in(read_bitcode(data, name="a.bc", lazy=True, context=linker.context))
        linker.link_in(parse_assembly(text, "b.ll", context=linker.context))
        write_bitcode(linker.finish())

    A second linker in the same context, with the identifier "ArchiveModule", links the members of an archive.

    `llvm_version`, 7 to the newest, is the version of the result. `report` receives warnings and the errors that do not end the
    link. `unify_debug_types` merges debug-info types by their identifiers (`-disable-debug-info-type-map` turns it off).
    With `opaque_pointers`, every pointer becomes a `ptr` in LLVM 15, which also has typed ones.
    With `defers_uses`, local values get no uses until someone asks for them, which saves memory. The context decides, if given.
    """

    def __init__(
        self,
        llvm_version: int = NEWEST,
        *,
        identifier: str = IDENTIFIER,
        context: Context | None = None,
        report: Callable[[Diagnostic], None] | None = None,
        unify_debug_types: bool = True,
        opaque_pointers: bool = False,
        defers_uses: bool = False,
    ) -> None:
        self.context = Context(UsePolicy(LINKED if defers_uses else AT_ONCE)) if context is None else context
        if unify_debug_types and self.context.types_by_identifier is None:
            self.context.types_by_identifier = {}
        self._result = Module(identifier, self.context, llvm_version)
        self._result.source_filename = identifier
        self.decisions: list[Decision] = []
        self.report = report
        self._destination = Destination(self._result)
        self._origins = self._destination.origins
        self._flag_origins: dict[str, str] = {}
        self._has_imported = False
        # The kind of the first module with symbols, if it is not known before.
        self._has_typed_pointers: bool | None = False if opaque_pointers else None

    def let_first_definition_win(self) -> None:
        """Let a symbol have several definitions. `report` receives a warning about each that is dropped."""
        self._destination.first_definition_wins = True

    @property
    def module(self) -> Module:
        """The result so far."""
        self._destination.symbols.close_up()
        return self._result

    def link_in(
        self,
        module: Module,
        *,
        only_needed: bool = False,
        override: bool = False,
        internalize: bool = False,
        origins: Origins | None = None,
    ) -> None:
        """Move the symbols of `module` that the result needs into it.

        `only_needed` takes only symbols that the result already refers to; `override` lets the module's symbols replace
        equally named ones; `internalize` gives the linked definitions internal linkage. `origins` says where the module's symbols
        come from, if not from one file. Raises PyllvmError where LLVM's linker reports an error. Do not use `module`
        afterwards; after an error, do not use the linker either.
        """
        self._bring(module)
        self._destination.source_origins = Origins(module.identifier) if origins is None else origins
        selection = Selection(
            self._destination, module, self._origins, self.decisions.append, self._report, only_needed, override
        )
        values = selection.choose()
        ifuncs = [ifunc.name for ifunc in module.ifuncs] if self._result.llvm_version < IFUNCS_SINCE else []
        self._move(module, selection.mover(values, self._warn))
        for name in ifuncs:
            if not isinstance(self._result.get(name), GlobalIFunc):
                self._warn(f"ifunc '@{name}' is lost: LLVM links ifuncs since LLVM {IFUNCS_SINCE}")
        if internalize:
            internalize_symbols(self.module, selection.linked_names)

    def _bring(self, module: Module) -> None:
        """Bring a module to the version of the result and, where that version has both, to its kind of pointers."""
        version = self._result.llvm_version
        if module.llvm_version < version:
            # Imported only here: it has the changes of all releases.
            from pyllvm.migrations import bring

            bring(module, version)
        if not OPAQUE_POINTERS_SINCE <= version <= TYPED_POINTERS_KEPT_UNTIL or not module.symbols:
            return
        if self._has_typed_pointers is None:
            self._has_typed_pointers = module.has_typed_pointers
        elif self._has_typed_pointers != module.has_typed_pointers:
            if self._has_typed_pointers:
                raise PyllvmError("Opaque pointers are only supported in -opaque-pointers mode")
            # Imported only here: links of both kinds are rare.
            from pyllvm.migrations.typed_pointers.opaque_pointers import make_opaque

            module.materialize()
            make_opaque(module, version)

    def _move(self, module: Module, mover: Mover) -> None:
        """Move the selected values, then link what belongs to the module as a whole (IRLinker::run)."""
        result = self._result
        join_targets(result, module, self._warn)
        mover.run()
        # Behind the move: bodies that are read then may have more kinds.
        self.add_metadata_kinds(module)
        if not mover.is_importing:
            triple = TargetTriple(module.target_triple, result.llvm_version)
            for block in module.assembly_blocks:
                append_assembly(result, adjusted_assembly(block.text, triple), block.properties)
        if result.llvm_version >= VARIABLES_IN_ORDER_SINCE:
            mover.order_variables()
        merge_module_flags(result, module, self._flag_origins, self._destination.source_origins, self.report)
        mover.forget_lost_values()
        mover.forget()
        release(module)
        added = self._destination.symbols.added
        for value in added:
            if value.parent is result:
                self._origins.setdefault(value, self._destination.source_origins.of_symbol(value.name))
        added.clear()

    def add_metadata_kinds(self, module: Module) -> None:
        """Give the result the metadata kinds of a module, as LLVM's context knows them once it has read the module."""
        kinds = self._result.metadata_kinds
        known = set(kinds)
        kinds += [kind for kind in module.metadata_kinds if kind not in known]

    def import_functions(
        self, module: Module, index: ModuleSummaryIndex, names: list[str], settle: Callable[[Module], None] | None = None
    ) -> None:
        """Import the definitions of these functions, as ThinLTO does; whatever else they need becomes a declaration.

        `index` is the summary of the modules; the module's identifier is its path in the index. `settle` is called with the
        module when these functions have been read: LLVM upgrades debug info only then. Raises PyllvmError as `link_in` does.
        """
        self._bring(module)
        if not self._has_imported:
            # LLVM imports all functions with a mover of their own.
            self._destination.look_again()
            self._has_imported = True
        self._destination.source_origins = Origins(module.identifier)
        functions = functions_to_import(module, names)
        if settle is not None:
            for function in functions:
                function.materialize()
            settle(module)
        values: list[GlobalValue] = [*functions]
        prepare_import(module, index, set(values))
        mover = Mover(self._destination, module, values, nothing_more, self._warn, is_importing=True)
        try:
            self._move(module, mover)
        except PyllvmError as error:
            error.diagnostic.message = f"Function Import: link error: {error.diagnostic.message}"
            raise

    @property
    def origins(self) -> Origins:
        """Where the symbols and the flags of the result come from."""
        symbols = {value.name: origin for value, origin in self._origins.items() if value.parent is self._result}
        return Origins(self._result.identifier, symbols, dict(self._flag_origins))

    def finish(self) -> Module:
        """Return the result. Call it when all modules have been linked in."""
        for constant in self._destination.touched:
            if constant.has_repeated_uses:
                constant.settle_uses()
        self._destination.touched.clear()
        self._destination.metadata.clear()
        return self.module

    def _warn(self, message: str) -> None:
        self._report(Diagnostic("warning", message))

    def _report(self, diagnostic: Diagnostic) -> None:
        if self.report is not None:
            self.report(diagnostic)


def nothing_more(value: GlobalValue) -> list[GlobalValue]:
    """The values to link lazily because something mentions `value`: none when functions are imported."""
    return []


def append_assembly(module: Module, text: str, properties: tuple[tuple[str, str], ...]) -> None:
    """Put module assembly behind what is there (Module::appendModuleInlineAsm); up to LLVM 11 a blank line is between."""
    if module.inline_assembly and module.llvm_version <= BLANK_LINES_UNTIL:
        module.append_assembly("\n")
    if text and not text.endswith("\n"):
        text += "\n"
    module.append_assembly(text, properties)


_OTHER_STATE: Final = {"arm": "thumb", "thumb": "arm", "armeb": "thumbeb", "thumbeb": "armeb"}
# The data layout of libdevice.10.bc in CUDA 11.
_LIBDEVICE_LAYOUT: Final = "e-i64:64-v16:16-v32:32-n16:32:64"


def join_targets(result: Module, source: Module, warn: Callable[[str], None]) -> None:
    """Give the result the source's layout and triple if it has none; otherwise compare them (IRLinker::run)."""
    if not result.data_layout:
        result.data_layout = source.data_layout
    if not result.target_triple:
        result.target_triple = source.target_triple
    version = result.llvm_version
    ours = TargetTriple(source.target_triple, version)
    theirs = TargetTriple(result.target_triple, version)
    warns_of_layout = True
    warns_of_triple = True
    if ours.architecture.startswith("nvptx") and theirs.architecture.startswith("nvptx"):
        is_its_layout = source.data_layout in ("", _LIBDEVICE_LAYOUT)
        is_its_triple = _is_libdevice_triple(ours)
        if version >= LIBDEVICE_BY_TRIPLE_SINCE:
            warns_of_layout = not (is_its_triple and is_its_layout)
            warns_of_triple = not is_its_triple
        elif _is_libdevice_name(source.identifier):
            warns_of_layout = not is_its_layout
            warns_of_triple = not is_its_triple
    if warns_of_layout and not _have_same_layout(source, result):
        warn(
            f"Linking two modules of different data layouts: '{source.identifier}' is '{source.data_layout}' "
            f"whereas '{result.identifier}' is '{result.data_layout}'\n"
        )
    if warns_of_triple and source.target_triple and not _are_compatible(ours, theirs):
        warn(
            f"Linking two modules of different target triples: '{source.identifier}' is '{source.target_triple}' "
            f"whereas '{result.identifier}' is '{result.target_triple}'\n"
        )
    # Of two triples for Apple's systems, keep the one with the newer system.
    if not (ours.vendor == "apple" and _padded(theirs) < _padded(ours)):
        return
    result.target_triple = source.target_triple


def _is_libdevice_name(identifier: str) -> bool:
    name = identifier.rpartition("/")[2]
    return name.startswith("libdevice") and name.endswith(".10.bc")


def _is_libdevice_triple(triple: TargetTriple) -> bool:
    if triple.vendor == "nvidia" and triple.system_text == "gpulibs":
        return True
    return triple.vendor_text == "unknown" and triple.system_text == "unknown"


def _padded(triple: TargetTriple) -> tuple[int, ...]:
    return (*triple.system_version, 0, 0, 0)[:3]


def _have_same_layout(source: Module, result: Module) -> bool:
    if source.data_layout == result.data_layout:
        return True
    version = result.llvm_version
    ours = DataLayout(source.data_layout, version).specifications
    theirs = DataLayout(result.data_layout, version).specifications
    return ours.facts() == theirs.facts()


def _are_compatible(ours: TargetTriple, theirs: TargetTriple) -> bool:
    """Whether code for the two triples can be linked (Triple::isCompatibleWith)."""
    if theirs.architecture not in (ours.architecture, _OTHER_STATE.get(ours.architecture)):
        return False
    if ours.sub_architecture != theirs.sub_architecture or ours.vendor != theirs.vendor or ours.system != theirs.system:
        return False
    if ours.vendor == "apple":
        return True
    return ours.environment == theirs.environment and ours.object_format == theirs.object_format


def adjusted_assembly(assembly: str, triple: TargetTriple) -> str:
    """Return a source's module assembly; for ARM, with the directives that select the instruction set."""
    if triple.architecture in ("thumb", "thumbeb"):
        return ".text\n.balign 2\n.thumb\n" + assembly
    if triple.architecture in ("arm", "armeb"):
        return ".text\n.balign 4\n.arm\n" + assembly
    return assembly
