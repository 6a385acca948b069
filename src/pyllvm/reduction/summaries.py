"""The ThinLTO summary of a module that is reduced: its entries go one by one, and with the symbols that they are for."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from pyllvm.ir.global_values import GlobalValue
from pyllvm.ir.guids import global_identifier, guid_of
from pyllvm.ir.module import Module
from pyllvm.ir.summary import AliasSummary, FunctionSummary, GlobalValueSummary, GlobalVarSummary, ModuleSummaryIndex, ValueInfo
from pyllvm.tables.linkages import LOCAL


class Named(NamedTuple):
    """An entry that names a symbol."""

    info: ValueInfo
    symbol: GlobalValue


def keep_summary(module: Module) -> list[Named]:
    """Keep the summary whatever edits follow; the entries that `follow_edits` is to keep true."""
    summary = module.summary
    if summary is None:
        return []
    module.keep_summary()
    return [Named(info, module.symbols[info.name]) for info in summary.values.values() if info.name in module.symbols]


def follow_edits(module: Module, entries: list[Named]) -> None:
    """Remove entries whose symbols were removed, and let the others name their symbols."""
    summary = module.summary
    if summary is None:
        return
    gone = [one.info for one in entries if module.symbols.get(one.symbol.name) is not one.symbol]
    for info, symbol in entries:
        if info not in gone and info.name != symbol.name:
            info.name = symbol.name
            is_local = symbol.linkage in LOCAL
            info.guid = guid_of(global_identifier(symbol.name, is_local, module.source_filename, module.llvm_version))
    remove_entries(summary, gone)


def remove_entries(summary: ModuleSummaryIndex, gone: Collection[ValueInfo]) -> None:
    """Remove entries, and what names them in others. An alias goes with its aliasee."""
    infos = list(summary.values.values())
    lost = {info for info in infos if info in gone or any(_aliasee(entry) in gone for entry in info.summaries)}
    summary.values = {info.guid: info for info in infos if info not in lost}
    vtables = {name: [one for one in tables if one[1] not in lost] for name, tables in summary.compatible_vtables.items()}
    # LLVM reads no text in which such a list is empty.
    summary.compatible_vtables = {name: tables for name, tables in vtables.items() if tables}
    for info in infos:
        for entry in info.summaries:
            _forget(entry, lost)


def _aliasee(entry: GlobalValueSummary) -> ValueInfo | None:
    return entry.aliasee if isinstance(entry, AliasSummary) else None


def _forget(entry: GlobalValueSummary, lost: Collection[ValueInfo]) -> None:
    entry.references = [one for one in entry.references if one.target not in lost]
    if isinstance(entry, GlobalVarSummary):
        entry.vtable_functions = [one for one in entry.vtable_functions if one[0] not in lost]
    elif isinstance(entry, FunctionSummary):
        entry.calls = [one for one in entry.calls if one.callee not in lost]
        entry.callsites = [one for one in entry.callsites if one.callee not in lost]
        for access in entry.parameter_accesses:
            access.calls = [one for one in access.calls if one.callee not in lost]
