"""Parts of the module as a whole: assembly, target lines, names, the summary."""

from __future__ import annotations

from pyllvm.ir.module import AssemblyBlock, Module
from pyllvm.ir.summary import TypeIdSummary, ValueInfo
from pyllvm.ir.type_finder import structs_in
from pyllvm.ir.types import StructType
from pyllvm.ir.value import Value
from pyllvm.reduction.scope import Pass, Scope, by_owner
from pyllvm.reduction.summaries import remove_entries
from pyllvm.tables.intrinsic_names import PREFIX

_SOURCE = "source_filename"
_LINES = (_SOURCE, "target_triple", "data_layout")


def _summary(module: Module, scope: Scope) -> list[str]:
    return [name for name in ("summary", "hash") if getattr(module, name) is not None]


def _drop_summary(module: Module, names: list[str]) -> None:
    for name in names:
        setattr(module, name, None)


def _entries(module: Module, scope: Scope) -> list[ValueInfo | TypeIdSummary]:
    summary = module.summary
    return [] if summary is None else [*summary.values.values(), *summary.type_ids]


def _drop_entries(module: Module, chosen: list[ValueInfo | TypeIdSummary]) -> None:
    summary = module.summary
    assert summary is not None
    summary.type_ids = [one for one in summary.type_ids if one not in chosen]
    remove_entries(summary, {one for one in chosen if isinstance(one, ValueInfo)})


def _assembly(module: Module, scope: Scope) -> list[AssemblyBlock]:
    return list(module.assembly_blocks)


def _drop_assembly(module: Module, blocks: list[AssemblyBlock]) -> None:
    module.assembly_blocks = [block for block in module.assembly_blocks if block not in blocks]


def _assembly_lines(module: Module, scope: Scope) -> list[tuple[AssemblyBlock, int]]:
    return [(block, number) for block in module.assembly_blocks for number in range(len(block.text.splitlines()))]


def _drop_lines(module: Module, lines: list[tuple[AssemblyBlock, int]]) -> None:
    for block, numbers in by_owner(lines).items():
        kept = [line for number, line in enumerate(block.text.splitlines()) if number not in numbers]
        block.text = "".join([line + "\n" for line in kept])
    module.assembly_blocks = [block for block in module.assembly_blocks if block.text]


def _lines(module: Module, scope: Scope) -> list[str]:
    # The entries of a summary are known by hashes of the source's name, and belong to no module without it.
    return [name for name in _LINES if getattr(module, name) and not (name == _SOURCE and module.summary is not None)]


def _drop(module: Module, names: list[str]) -> None:
    for name in names:
        setattr(module, name, "")


def _local_names(module: Module, scope: Scope) -> list[Value]:
    if scope.keeps_names:
        return []
    found: list[Value] = []
    for function in module.functions:
        found += [one for one in function.arguments if one.name]
        for block in function.blocks:
            if block.name:
                found.append(block)
            found += [one for one in block.instructions if one.name]
    return found


def _unname(module: Module, values: list[Value]) -> None:
    for value in values:
        value.name = ""


def _structs(module: Module, scope: Scope) -> list[StructType]:
    if scope.keeps_names:
        return []
    return [struct for struct in structs_in(module, module.llvm_version) if len(struct.name) > 1]


def _name_structs(module: Module, structs: list[StructType]) -> None:
    for number, struct in enumerate(structs):
        module.context.name_struct(struct, f"t{number}")


def _used_names(module: Module, scope: Scope) -> list[Value]:
    if scope.keeps_names:
        return []
    return [one for one in module.global_values if not one.name.startswith(PREFIX) and len(one.name) > 2 and not scope.keeps(one)]


def _shorten(module: Module, symbols: list[Value]) -> None:
    number = 0
    for symbol in symbols:
        while f"f{number}" in module.symbols:
            number += 1
        symbol.name = f"f{number}"


SUMMARY = Pass("summary", "remove the module summary and hash", _summary, _drop_summary)
ENTRIES = Pass("summary-entries", "remove entries of the module summary", _entries, _drop_entries)
ASSEMBLY = Pass("module-assembly", "remove module-level assembly", _assembly, _drop_assembly)
ASSEMBLY_LINES = Pass("module-assembly-lines", "remove lines of module-level assembly", _assembly_lines, _drop_lines)
LINES = Pass("target-lines", "remove the triple, the data layout and the source's name", _lines, _drop)
LOCAL_NAMES = Pass("local-names", "remove the names of values in functions", _local_names, _unname)
STRUCT_NAMES = Pass("struct-names", "shorten the names of structs", _structs, _name_structs)
SYMBOL_NAMES = Pass("symbol-names", "shorten the names of symbols", _used_names, _shorten)
