"""The plain tables and the JSON document about the sizes in a file: `pyllvm stat`."""

from __future__ import annotations

from pyllvm.analyzer.sizes import FileSizes, GlobalSize, Tally
from pyllvm.diagnostics.amounts import size_words
from pyllvm.library.bitcode_sizes import instruction_records, metadata_records
from pyllvm.library.generic_functions import generic_functions
from pyllvm.library.size_tables import CodeCounts, SizeTable
from pyllvm.notation import Callable, Final, Sequence
from pyllvm.tables.records import BLOCK_NAMES

_BAR: Final = 20


def heading(name: str, sizes: FileSizes) -> str:
    """The line above the tables: the file, its size, its producer, its modules."""
    words = [size_words(sizes.bits), f"{sizes.bits:,} bits"]
    if sizes.producer:
        words.append(f"producer {sizes.producer}")
    words.append("1 module" if sizes.modules == 1 else f"{sizes.modules} modules")
    return (f"{name}: " if name else "") + ", ".join(words)


def plain_tables(tables: Sequence[SizeTable]) -> str:
    """The tables as text for a pipe: numbers, bars, names."""
    lines: list[str] = []
    for table in tables:
        lines += ["", table.title]
        widths = [
            max(len(heading), *(len(cells[column]) for _, cells, _ in table.rows))
            for column, heading in enumerate(table.headings[1:])
        ]
        largest = max(share for _, _, share in table.rows) or 1.0
        titles = "  ".join(f"{heading:>{width}}" for heading, width in zip(table.headings[1:], widths, strict=True))
        lines.append(f"  {titles}  {'':{_BAR}}  {table.headings[0]}")
        for name, cells, share in table.rows:
            numbers = "  ".join(f"{cell:>{width}}" for cell, width in zip(cells, widths, strict=True))
            bar = "#" * round(_BAR * share / largest)
            lines.append(f"  {numbers}  {bar:{_BAR}}  {name}")
    return "\n".join(lines) + "\n"


def measures(name: str, sizes: FileSizes, counts: CodeCounts | None, demangle: Callable[[str], str] | None) -> dict[str, object]:
    """The measures of a file for JSON."""
    fields: dict[str, object] = {
        "file": name,
        "bits": sizes.bits,
        "producer": sizes.producer or None,
        "modules": sizes.modules,
        "groups": dict(sorted(sizes.groups.items(), key=lambda entry: -entry[1])),
        "functions": [_global(one, counts, demangle) for one in sizes.globals if one.kind == "function"],
        "variables": [_global(one, None, demangle) for one in sizes.globals if one.kind == "variable"],
        "aliases": [_global(one, None, demangle) for one in sizes.globals if one.kind == "alias"],
        "metadata": _records(metadata_records(sizes.metadata, sizes.function_metadata)),
        "instructions": _records(instruction_records(sizes)),
        "blocks": {BLOCK_NAMES.get(block, f"block {block}"): bits for block, bits in sorted(sizes.blocks.items())},
    }
    if demangle is not None:
        fields["generics"] = [
            {"name": one.name, "copies": one.copies, "instructions": one.instructions, "bits": one.bits}
            for one in generic_functions(sizes.functions, demangle)
        ]
    if counts is not None:
        fields["opcodes"] = counts.opcodes
        fields["attributes"] = counts.attributes
    return fields


def _records(rows: list[tuple[str, Tally]]) -> list[dict[str, object]]:
    return [{"kind": kind, "count": tally.count, "bits": tally.bits} for kind, tally in rows]


def _global(one: GlobalSize, counts: CodeCounts | None, demangle: Callable[[str], str] | None) -> dict[str, object]:
    fields: dict[str, object] = {"name": one.name}
    if demangle is not None:
        fields["demangled"] = demangle(one.name)
    fields |= {"bits": one.bits, "defined": one.is_defined, "record": one.record, "name_bits": one.name_bits}
    if one.kind == "variable":
        fields["initializer"] = one.initializer
    if one.kind == "function" and one.is_defined:
        fields |= {"body": one.body, "groups": one.groups, "instructions": one.instructions}
        if counts is not None:
            fields["opcodes"] = counts.functions.get(one.name, {})
    return fields
