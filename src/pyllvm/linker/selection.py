"""Selects the symbols of a source module to move into the result, and passes them to the mover (LinkModules.cpp).

It chooses between two symbols of the same name (ModuleLinker::shouldLinkFromSource):

    define weak i32 @f() { ... }       in one module
    define i32 @f() { ... }            in the other: this one is taken

Before that, it chooses between two comdats of the same name, by their selection kinds and by the variables they are named after:

    $c = comdat largest
    @c = global [4 x i8] zeroinitializer, comdat

wins against a module whose `@c` has two bytes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, final

from pyllvm.diagnostics import Diagnostic, PyllvmError
from pyllvm.editing.properties import (
    AliasedObjects,
    aliased_object,
    copy_properties,
    is_link_once,
    is_weak,
    is_weak_for_linker,
    kind_of,
    least_unnamed_address,
    least_visibility,
    set_linkage,
    set_visibility,
)
from pyllvm.editing.replacement import replace_everywhere
from pyllvm.ir.function import Function, is_declaration, is_declaration_for_linker
from pyllvm.ir.global_values import Comdat, GlobalAlias, GlobalIFunc, GlobalObject, GlobalValue, GlobalVariable
from pyllvm.ir.module import Module
from pyllvm.ir.string_map import name_hash, table_order
from pyllvm.ir.target.data_layout import DataLayout
from pyllvm.ir.types import FunctionType
from pyllvm.linker import decisions
from pyllvm.linker.decisions import Decision, both_definitions, definition_note
from pyllvm.linker.mover import Destination, Mover
from pyllvm.linker.symbol_table import forget_blocks, forget_in_metadata, replace_in_metadata
from pyllvm.tables.linking_versions import IFUNCS_SINCE, LEADERS_DECIDE_UNTIL, NO_DUPLICATES_UNTIL, PRIVATE_MEMBERS_SINCE

ANY: Final = "any"
EXACT_MATCH: Final = "exactmatch"
LARGEST: Final = "largest"
NO_DEDUPLICATE: Final = "nodeduplicate"
SAME_SIZE: Final = "samesize"

# The module that supplies the members.
FROM_RESULT: Final = 0
FROM_SOURCE: Final = 1
FROM_BOTH: Final = 2


@final
class Selection:
    """Selects the symbols of one source module that move into the result (LLVM's ModuleLinker)."""

    def __init__(
        self,
        destination: Destination,
        source: Module,
        origins: dict[GlobalValue, str],
        record: Callable[[Decision], None],
        report: Callable[[Diagnostic], None],
        only_needed: bool,
        override: bool,
    ) -> None:
        self._destination = destination
        self._result = destination.module
        self._source = source
        self._origins = origins
        self._record = record
        self._report = report
        self._only_needed = only_needed
        self._override = override
        self._chosen: dict[Comdat, int] = {}
        self._aliased = AliasedObjects()
        # Linkonce members, which are linked only if another member of their comdat is.
        self._lazy_members: dict[Comdat, list[GlobalValue]] = {}
        self._values: dict[GlobalValue, None] = {}
        self._to_clone: list[GlobalValue] = []
        # Definitions that lost although nothing lets them be replaced.
        self._dropped: set[GlobalValue] = set()
        self.linked_names: dict[str, None] = {}

    def choose(self) -> list[GlobalValue]:
        """Return the global values to move, in the order in which the move starts with them."""
        source = self._source
        self._choose_comdats()
        self._find_lazy_members()
        links_ifuncs = self._result.llvm_version >= IFUNCS_SINCE
        for value in source.global_values:
            if links_ifuncs or not isinstance(value, GlobalIFunc):
                self._consider(value)
        for value in self._to_clone:
            self._clone(value)
        self._add_members()
        for value in self._values:
            self.linked_names[value.name] = None
        return list(self._values)

    def add_lazily(self, value: GlobalValue) -> list[GlobalValue]:
        """Return the symbols to link because something that was moved mentions `value` (addLazyFor)."""
        if not is_link_once(value) and value.linkage != "available_externally" and not self._only_needed:
            return []
        added = [value]
        comdat = self._aliased.comdat_of(value) if self._lazy_members else None
        if comdat is not None:
            for member in self._lazy_members.get(comdat, []):
                if self._is_taken(member):
                    added.append(member)
        for symbol in added:
            self.linked_names[symbol.name] = None
        return added

    # --- comdats ---------------------------------------------------------------------------------------------------

    def _choose_comdats(self) -> None:
        replaced: set[Comdat] = set()
        left_out: set[Comdat] = set()
        for comdat in _in_table_order(self._source):
            try:
                chosen = choose_comdat(self._result, self._source, comdat)
            except PyllvmError as error:
                error.diagnostic.notes.extend(self._comdat_notes(comdat))
                raise
            self._chosen[comdat] = chosen
            if chosen == FROM_RESULT:
                left_out.add(comdat)
            elif chosen == FROM_SOURCE:
                other = self._result.comdats.get(comdat.name)
                if other is not None:
                    replaced.add(other)
        if replaced:
            # Aliases first: an alias takes its comdat from its aliased object.
            result = self._result
            self._destination.symbols.close_up()
            for value in [*result.aliases, *result.global_variables, *result.functions]:
                self._drop_replaced(value, replaced)
        if left_out and self._result.llvm_version >= PRIVATE_MEMBERS_SINCE:
            self._open_private_members(left_out)

    def _comdat_notes(self, comdat: Comdat) -> list[Diagnostic]:
        """Describe in notes what each of the two modules has of a comdat in which they contradict each other."""
        notes: list[Diagnostic] = []
        there = self._result.get(comdat.name)
        theirs = self._result.identifier if there is None else self._origins.get(there, self._result.identifier)
        for module, name in ((self._result, theirs), (self._source, self._destination.source_origins.of_symbol(comdat.name))):
            kind = module.comdats[comdat.name].selection_kind
            notes.append(Diagnostic("note", f"comdat '{comdat.name}' is '{kind}' in '{name}'"))
            leader = module.get(comdat.name)
            if leader is not None:
                notes.append(definition_note(leader, name))
        return notes

    def _drop_replaced(self, value: GlobalValue, replaced: set[Comdat]) -> None:
        """Remove the definition of a comdat's member, because the source's comdat replaces that comdat."""
        comdat = self._aliased.comdat_of(value)
        if comdat is None or comdat not in replaced:
            return
        symbols = self._destination.symbols
        if not value.has_uses:
            forget_in_metadata(self._result.context, self._destination.metadata.values(), value)
            symbols.erase(value)
        elif isinstance(value, Function):
            forget_blocks(value)
            value.forget_missing_operands()
            value.delete_body()
            value.linkage = "external"
        elif isinstance(value, GlobalVariable):
            value.set_single_operand(None)
        elif isinstance(value, GlobalAlias):
            declaration: GlobalValue
            if isinstance(value.value_type, FunctionType):
                declaration = Function(value.type, value.value_type)
            else:
                declaration = GlobalVariable(value.type, value.value_type)
            symbols.add(declaration, "")
            symbols.take_name(declaration, value)
            replace_everywhere(value, declaration)
            replace_in_metadata(self._result.context, self._destination.metadata.values(), value, declaration)
            symbols.erase(value)

    def _open_private_members(self, left_out: set[Comdat]) -> None:
        aliased: set[GlobalObject] = set()
        for alias in self._source.aliases:
            target = self._aliased.find(alias)
            if target is not None and target.comdat is not None:
                aliased.add(target)
        members: list[GlobalObject] = [*self._source.global_variables, *self._source.functions]
        for member in members:
            if member.comdat in left_out and member.linkage == "private" and member not in aliased:
                set_linkage(member, "available_externally")
                member.comdat = None

    def _find_lazy_members(self) -> None:
        source = self._source
        values: list[GlobalValue] = [*source.global_variables, *source.functions, *source.aliases]
        for value in values:
            if is_link_once(value):
                comdat = self._aliased.comdat_of(value)
                if comdat is not None:
                    self._lazy_members.setdefault(comdat, []).append(value)

    def _add_members(self) -> None:
        """Add the other members of the comdats whose members are linked."""
        if not self._lazy_members:
            return
        for value in list(self._values):
            comdat = self._aliased.comdat_of(value)
            if comdat is None:
                continue
            for member in self._lazy_members.get(comdat, []):
                if member not in self._values and self._is_taken(member):
                    self._values[member] = None

    # --- symbols ---------------------------------------------------------------------------------------------------

    def _linked_to(self, value: GlobalValue) -> GlobalValue | None:
        """Return the symbol of the result that has the same name and is not local, or None."""
        if not value.name or value.has_local_linkage:
            return None
        there = self._result.get(value.name)
        return None if there is None or there.has_local_linkage else there

    def _consider(self, value: GlobalValue) -> None:
        """Decide whether to move the source's symbol (linkIfNeeded)."""
        there = self._linked_to(value)
        if self._only_needed and value.linkage != "appending" and (there is None or not is_declaration(there)):
            return
        if there is not None and value.linkage != "appending":
            _settle_properties(there, value)
        if there is None and not self._override:
            if value.has_local_linkage or is_link_once(value) or value.linkage == "available_externally":
                return
        if is_declaration(value):
            return
        chosen = FROM_RESULT
        # Without comdats, aliases need not be followed to their aliasees.
        comdat = self._aliased.comdat_of(value) if self._chosen else None
        if comdat is not None:
            chosen = self._chosen.get(comdat, FROM_RESULT)
            if chosen == FROM_RESULT:
                self._note(value, there, False, decisions.COMDAT_FIRST)
                return
        from_source = there is None or self._is_taken(value)
        if there is not None and chosen == FROM_BOTH:
            self._to_clone.append(there if from_source else value)
        if from_source:
            self._values[value] = None

    def _is_taken(self, value: GlobalValue) -> bool:
        """Whether the source's symbol wins over the result's. Raises PyllvmError if both must stay."""
        there = self._linked_to(value)
        if there is None:
            return True
        if self._override:
            self._note(value, there, True, decisions.OVERRIDES)
            return True
        resolution = resolve(self._result, there, value)
        if not resolution.reason:
            if not self._destination.first_definition_wins:
                raise self._multiply_defined(there, value)
            self._drop_second(there, value)
            return False
        self._note(value, there, resolution.from_source, resolution.reason)
        return resolution.from_source

    def _drop_second(self, there: GlobalValue, value: GlobalValue) -> None:
        """Leave the source's definition out, with one warning."""
        if value in self._dropped:
            return
        self._dropped.add(value)
        self._note(value, there, False, decisions.FIRST_DEFINITION)
        first, second = self._modules_of(there, value)
        message = f"{kind_of(value)} '{value.name}' is defined more than once: kept from '{first}', dropped from '{second}'"
        self._report(Diagnostic("warning", message, notes=self._both_definitions(there, value)))

    def _note(self, value: GlobalValue, there: GlobalValue | None, from_source: bool, reason: str) -> None:
        ours = self._source.identifier
        theirs = "" if there is None else self._origins.get(there, "")
        winner, loser = (ours, theirs) if from_source else (theirs, ours)
        linkage = value.linkage if from_source or there is None else there.linkage
        self._record(Decision(value.name, kind_of(value), winner, loser, reason, linkage))

    def _multiply_defined(self, there: GlobalValue, value: GlobalValue) -> PyllvmError:
        message = f"Linking globals named '{value.name}': symbol multiply defined!"
        return PyllvmError(Diagnostic("error", message, notes=self._both_definitions(there, value)))

    def _modules_of(self, there: GlobalValue, value: GlobalValue) -> tuple[str, str]:
        """The modules that a symbol of the result, and the source's own, come from."""
        return self._origins.get(there, self._result.identifier), self._destination.source_origins.of_symbol(value.name)

    def _both_definitions(self, there: GlobalValue, value: GlobalValue) -> list[Diagnostic]:
        first, second = self._modules_of(there, value)
        return both_definitions(there, first, value, second)

    def _clone(self, value: GlobalValue) -> None:
        """Keep the content of a variable that lost although its comdat keeps both: other members may refer to it."""
        if not isinstance(value, GlobalVariable):
            # This error does not end the link: LLVM's linker continues without a clone.
            message = f"linking '{value.name}': non-variables in comdat nodeduplicate are not handled"
            self._report(Diagnostic("error", message))
            return
        clone = GlobalVariable(value.type, value.value_type, "", value.is_constant)
        clone.set_single_operand(value.initializer)
        copy_properties(clone, value)
        set_linkage(clone, "private")
        clone.comdat = value.comdat
        owner = value.parent
        assert isinstance(owner, Module)
        if owner is self._result:
            self._destination.symbols.add(clone, "")
        else:
            owner.add(clone)
            self._values[clone] = None

    def mover(self, values: list[GlobalValue], warn: Callable[[str], None]) -> Mover:
        """Return the mover for these values."""
        return Mover(self._destination, self._source, values, self.add_lazily, warn)


def _in_table_order(module: Module) -> list[Comdat]:
    """Return the comdats in the order of LLVM's hash table, which decides which of several conflicts is reported."""
    comdats = list(module.comdats.values())
    hashes = [name_hash(comdat.name.encode("utf-8", "surrogateescape"), module.llvm_version) for comdat in comdats]
    return [comdats[index] for index in table_order(hashes, module.llvm_version)]


def _settle_properties(there: GlobalValue, value: GlobalValue) -> None:
    """Give two symbols of one name the same constness, alignment, visibility and unnamed_addr: the result's."""
    if isinstance(there, GlobalVariable) and isinstance(value, GlobalVariable):
        if there.is_declaration and value.is_declaration and not (there.is_constant and value.is_constant):
            there.is_constant = False
            value.is_constant = False
        if there.linkage == "common" and value.linkage == "common":
            alignment = max(there.alignment, value.alignment)
            there.alignment = alignment
            value.alignment = alignment
    if value.has_local_linkage:
        return
    visibility = least_visibility(there.visibility, value.visibility)
    set_visibility(there, visibility)
    set_visibility(value, visibility)
    unnamed = least_unnamed_address(there.unnamed_address, value.unnamed_address)
    there.unnamed_address = unnamed
    value.unnamed_address = unnamed


@final
class Resolution:
    """Whether the source's symbol is taken, and why. Without a reason, both are definitions, and neither can be replaced."""

    def __init__(self, from_source: bool, reason: str) -> None:
        self.from_source = from_source
        self.reason = reason


def resolve(result: Module, there: GlobalValue, source: GlobalValue) -> Resolution:
    """Choose between the result's symbol `there` and the source's."""
    if source.linkage == "appending" or there.linkage == "appending":
        return Resolution(True, decisions.APPENDS)
    if is_declaration_for_linker(source):
        return _resolve_declaration(there, source)
    if is_declaration_for_linker(there):
        return Resolution(True, decisions.DEFINES)
    if source.linkage == "common":
        return _resolve_common(result, there, source)
    if is_weak_for_linker(source):
        if is_link_once(there) and is_weak(source):
            return Resolution(True, decisions.WEAK_OVER_LINK_ONCE)
        return Resolution(False, decisions.FIRST_WEAK if is_weak_for_linker(there) else decisions.STRONGER)
    if is_weak_for_linker(there):
        return Resolution(True, decisions.STRONGER)
    return Resolution(False, "")


def _resolve_declaration(there: GlobalValue, source: GlobalValue) -> Resolution:
    there_is_declaration = is_declaration_for_linker(there)
    first = decisions.FIRST_DECLARATION if there_is_declaration else decisions.DEFINES
    if source.dll_storage_class == "dllimport":
        # A symbol that is dllimport in one module is dllimport in the result.
        return Resolution(there_is_declaration, decisions.LATER_DECLARATION if there_is_declaration else first)
    if there.linkage == "extern_weak":
        return Resolution(True, decisions.LATER_DECLARATION)
    if not is_declaration(source) and is_declaration(there):
        return Resolution(True, decisions.DEFINES)
    return Resolution(False, first)


def _resolve_common(result: Module, there: GlobalValue, source: GlobalValue) -> Resolution:
    if is_link_once(there) or is_weak(there):
        return Resolution(True, decisions.STRONGER)
    if there.linkage != "common":
        return Resolution(False, decisions.STRONGER)
    layout = DataLayout(result.data_layout, result.llvm_version)
    if layout.alloc_size(source.value_type) > layout.alloc_size(there.value_type):
        return Resolution(True, decisions.LARGER_COMMON)
    return Resolution(False, decisions.FIRST_COMMON)


def choose_comdat(result: Module, source: Module, comdat: Comdat) -> int:
    """Choose the module that supplies the members of a source module's comdat (ModuleLinker::getComdatResult).

    Returns FROM_RESULT, FROM_SOURCE or FROM_BOTH. Raises PyllvmError, in LLVM's words, if the two comdats contradict each other.
    """
    other = result.comdats.get(comdat.name)
    if other is None:
        return FROM_SOURCE
    kind = _joined_kind(comdat, other)
    if kind == ANY:
        return FROM_RESULT
    if kind == NO_DEDUPLICATE:
        if result.llvm_version <= NO_DUPLICATES_UNTIL:
            raise _error(comdat, "noduplicates has been violated!")
        if result.llvm_version > LEADERS_DECIDE_UNTIL:
            return FROM_BOTH
    theirs = _leader(result, comdat.name)
    ours = _leader(source, comdat.name)
    if kind == NO_DEDUPLICATE:
        if is_weak_for_linker(ours):
            return FROM_RESULT
        if is_weak_for_linker(theirs):
            return FROM_SOURCE
        raise _error(comdat, "nodeduplicate has been violated!")
    their_size = DataLayout(result.data_layout, result.llvm_version).alloc_size(theirs.value_type)
    our_size = DataLayout(source.data_layout, source.llvm_version).alloc_size(ours.value_type)
    if kind == EXACT_MATCH and theirs.initializer is not ours.initializer:
        raise _error(comdat, "ExactMatch violated!")
    if kind == SAME_SIZE and their_size != our_size:
        raise _error(comdat, "SameSize violated!")
    return FROM_SOURCE if kind == LARGEST and our_size > their_size else FROM_RESULT


def _joined_kind(ours: Comdat, theirs: Comdat) -> str:
    kinds = (ours.selection_kind, theirs.selection_kind)
    # COFF defines that these two kinds can be combined.
    if all(kind in (ANY, LARGEST) for kind in kinds):
        return LARGEST if LARGEST in kinds else ANY
    if ours.selection_kind != theirs.selection_kind:
        raise _error(ours, "invalid selection kinds!")
    return ours.selection_kind


def _leader(module: Module, name: str) -> GlobalVariable:
    """Return the variable that a comdat is named after."""
    leader: GlobalValue | None = module.get(name)
    if isinstance(leader, GlobalAlias):
        leader = aliased_object(leader)
        if leader is None:
            raise PyllvmError(f"Linking COMDATs named '{name}': COMDAT key involves incomputable alias size.")
    if not isinstance(leader, GlobalVariable):
        raise PyllvmError(f"Linking COMDATs named '{name}': GlobalVariable required for data dependent selection!")
    return leader


def _error(comdat: Comdat, what: str) -> PyllvmError:
    return PyllvmError(f"Linking COMDATs named '{comdat.name}': {what}")
