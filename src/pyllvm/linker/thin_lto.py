"""Prepares a module for ThinLTO, before functions are imported from it or after it exported some.

Local symbols that another module can refer to become global, under names that contain the module's hash; imported definitions
become `available_externally`. The rules are from Transforms/Utils/FunctionImportUtils.cpp.
"""

from __future__ import annotations

from typing import Final, final

from pyllvm.editing.properties import AliasedObjects, set_linkage, set_visibility
from pyllvm.ir.function import Function, is_declaration_for_linker
from pyllvm.ir.global_values import Comdat, GlobalAlias, GlobalIFunc, GlobalObject, GlobalValue
from pyllvm.ir.guids import global_identifier, guid_of
from pyllvm.ir.metadata import MDNode, MDTuple, SpecializedNode
from pyllvm.ir.module import Module
from pyllvm.ir.summary import GlobalValueSummary, ModuleSummaryIndex, ValueInfo
from pyllvm.tables.dwarf import LOCAL_SCOPES
from pyllvm.tables.intrinsic_names import UNITS
from pyllvm.tables.linkages import LOCAL
from pyllvm.tables.linking_versions import IMPORTS_BELONG_TO_FUNCTIONS_SINCE

# The flag of an index in which dso_local agrees between all modules.
_DSO_LOCAL_IS_PROPAGATED: Final = 0x40
# Lists of a compile unit that an import drops: functions refer to what they need themselves.
_UNWANTED_LISTS: Final = ("enums", "macros", "retainedTypes", "globals")


def export_all_locals(index: ModuleSummaryIndex) -> None:
    """Treat every local symbol in the index as exported; llvm-link does not compute the real export list either."""
    for info in index.values.values():
        for summary in info.summaries:
            if summary.linkage in LOCAL:
                summary.linkage = "external"


def promote_exported(module: Module, index: ModuleSummaryIndex) -> None:
    """Make those local symbols of a module global that the index lists as exported."""
    _Processing(module, index, None).run()


def prepare_import(module: Module, index: ModuleSummaryIndex, wanted: set[GlobalValue]) -> None:
    """Prepare a module so that only the `wanted` symbols move out of it as definitions."""
    _Processing(module, index, wanted).run()
    _shorten_compile_units(module)


@final
class _Processing:
    """FunctionImportGlobalProcessing for a module that exports, or, with `wanted`, for one to import from."""

    def __init__(self, module: Module, index: ModuleSummaryIndex, wanted: set[GlobalValue] | None) -> None:
        self._module = module
        self._index = index
        self._wanted = wanted
        self._is_exporting = wanted is None and module.identifier in index.modules
        self._renamed_comdats: dict[Comdat, Comdat] = {}
        self._aliased = AliasedObjects()

    def run(self) -> None:
        module = self._module
        values: list[GlobalValue] = [*module.global_variables, *module.functions, *module.aliases]
        for value in values:
            self._process(value)
        if self._renamed_comdats:
            objects: list[GlobalObject] = [*module.global_variables, *module.functions]
            for value in objects:
                if value.comdat is not None:
                    value.comdat = self._renamed_comdats.get(value.comdat, value.comdat)

    def _process(self, value: GlobalValue) -> None:
        module = self._module
        info: ValueInfo | None = None
        if value.name:
            identifier = global_identifier(value.name, value.has_local_linkage, module.source_filename, module.llvm_version)
            info = self._index.values.get(guid_of(identifier))
        if value.has_local_linkage and self._is_promoted(value, info):
            comdat = self._aliased.comdat_of(value)
            old_name = value.name
            self._rename(value)
            set_linkage(value, self._promoted_linkage(value))
            set_visibility(value, "hidden")
            if comdat is not None and comdat.name == old_name:
                renamed = module.comdats.setdefault(value.name, Comdat(value.name))
                self._renamed_comdats.setdefault(comdat, renamed)
        else:
            set_linkage(value, self._linkage(value))
        if info is not None and self._is_dso_local(info):
            value.is_dso_local = True
            if value.dll_storage_class == "dllimport":
                value.dll_storage_class = "default"
        if isinstance(value, GlobalObject) and value.comdat is not None and is_declaration_for_linker(value):
            # A comdat cannot contain declarations.
            value.comdat = None

    def _is_promoted(self, value: GlobalValue, info: ValueInfo | None) -> bool:
        if isinstance(value, GlobalIFunc) or (isinstance(value, GlobalAlias) and self._aliased.find(value) is None):
            return False
        if self._wanted is not None:
            return True
        if not self._is_exporting:
            return False
        summary = self._summary_here(info)
        return summary is not None and summary.linkage not in LOCAL

    def _summary_here(self, info: ValueInfo | None) -> GlobalValueSummary | None:
        if info is None:
            return None
        for summary in info.summaries:
            if summary.module_path == self._module.identifier:
                return summary
        return None

    def _rename(self, value: GlobalValue) -> None:
        """Append the module's hash to the name of a local symbol, so that no other module has the same name."""
        words = self._index.modules.get(self._module.identifier) or [0, 0]
        value.put_name(self._module.unique_name(f"{value.name}.llvm.{words[0] << 32 | words[1]}"))

    def _is_wanted(self, value: GlobalValue) -> bool:
        return self._wanted is not None and value in self._wanted

    def _promoted_linkage(self, value: GlobalValue) -> str:
        return "available_externally" if self._is_wanted(value) and not isinstance(value, GlobalAlias) else "external"

    def _linkage(self, value: GlobalValue) -> str:
        """Return the linkage of a symbol that is not promoted."""
        linkage = value.linkage
        if self._wanted is None:
            return linkage
        if linkage in ("linkonce_odr", "external", "weak_odr"):
            if self._is_wanted(value) and not isinstance(value, GlobalAlias):
                return "available_externally"
            return "external" if linkage == "weak_odr" else linkage
        if linkage == "available_externally" and not self._is_wanted(value):
            return "external"
        return linkage

    def _is_dso_local(self, info: ValueInfo) -> bool:
        if not info.summaries:
            return False
        if self._index.flags & _DSO_LOCAL_IS_PROPAGATED:
            return info.summaries[0].is_dso_local
        return all(summary.is_dso_local for summary in info.summaries)


def _shorten_compile_units(module: Module) -> None:
    """Remove from compile units what the module itself will emit (IRLinker::prepareCompileUnitsForImport)."""
    units = module.named_metadata_of(UNITS)
    if units is None:
        return
    for unit in units.operands:
        if not isinstance(unit, SpecializedNode) or unit.spec.name != "DICompileUnit":
            continue
        for field in _UNWANTED_LISTS:
            unit.operands[unit.spec.index_of(field)] = None
        imports = unit["imports"]
        if not isinstance(imports, MDNode):
            continue
        kept: list[object] = []
        if module.llvm_version < IMPORTS_BELONG_TO_FUNCTIONS_SINCE:
            kept = [entity for entity in imports.operands if _is_local(entity)]
            if len(kept) == len(imports.operands):
                continue
        unit.operands[unit.spec.index_of("imports")] = MDTuple.get(module.context, kept) if kept else None


def _is_local(entity: object) -> bool:
    if not isinstance(entity, SpecializedNode):
        return False
    scope = entity["scope"]
    return isinstance(scope, SpecializedNode) and scope.spec.name in LOCAL_SCOPES


def functions_to_import(module: Module, names: list[str]) -> list[Function]:
    """Return the functions of these names, in the module's order."""
    return [function for function in module.functions if function.name in names]
