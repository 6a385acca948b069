"""The tables of `stat`, plain, and as a JSON document: what the bits of a file are for, its largest symbols, its records."""

from __future__ import annotations

from pyllvm.analyzer.sizes import FileSizes, GlobalSize, Tally
from pyllvm.diagnostics.amounts import size_words
from pyllvm.library.bitcode_sizes import instruction_records, metadata_records
from pyllvm.library.generic_functions import generic_functions
from pyllvm.notation import TYPE_CHECKING, Callable, Final, Sequence, final
from pyllvm.tables.records import BLOCK_NAMES

if TYPE_CHECKING:
    from pyllvm.ir.module import Module


_BAR: Final = 20


@final
class SizeTable:
    """A table: its title, the headings of its columns, and rows of a name, cells and a share of the whole from 0 to 1."""

    __slots__ = ("headings", "rows", "title")

    def __init__(self, title: str, headings: Sequence[str], rows: Sequence[tuple[str, Sequence[str], float]]) -> None:
        self.title = title
        self.headings = headings
        self.rows = rows


@final
class CodeCounts:
    """The counts in IR: the instructions by opcode, of the module and of each function, and functions by attribute."""

    __slots__ = ("attributes", "functions", "opcodes")

    def __init__(self, opcodes: dict[str, int], functions: dict[str, dict[str, int]], attributes: dict[str, int]) -> None:
        self.opcodes = opcodes
        self.functions = functions
        self.attributes = attributes


def code_counts(modules: Sequence[Module]) -> CodeCounts:
    """Count instructions and the attributes of functions. Bodies that were not read are read; PyllvmError if one is malformed."""
    # Imported only here: the sizes alone need no IR.
    from pyllvm.analysis.counts import instruction_counts

    opcodes: dict[str, int] = {}
    functions: dict[str, dict[str, int]] = {}
    attributes: dict[str, int] = {}
    for module in modules:
        for function in module.functions:
            if not function.is_declaration:
                counts = instruction_counts(function)
                functions[function.name] = counts
                for opcode, count in counts.items():
                    opcodes[opcode] = opcodes.get(opcode, 0) + count
            if function.attributes is not None:
                for attribute in function.attributes.function.attributes:
                    attributes[attribute.name] = attributes.get(attribute.name, 0) + 1
    return CodeCounts(_by_count(opcodes), functions, _by_count(attributes))


def _by_count(counts: dict[str, int]) -> dict[str, int]:
    return dict(sorted(counts.items(), key=lambda entry: (-entry[1], entry[0])))


def size_tables(sizes: FileSizes, counts: CodeCounts | None, *, top: int, shown: Callable[[str], str] = str) -> list[SizeTable]:
    """Return the tables with at most `top` functions and variables, 0 for all; `shown` turns a name into the name to show."""
    total = max(sizes.bits, 1)
    tables = [_groups(sizes, total)]
    functions = _largest(sizes.functions)
    rows = [_row(shown(one.name), one.bits, total, f"{one.instructions:,}") for one in _first(functions, top)]
    tables.append(SizeTable(_title("Functions", len(functions), top), ("Function", "Instructions", "Size", "Share"), rows))
    generics = generic_functions(functions, shown)
    rows = [
        _row(one.name, one.bits, total, f"{one.copies:,}", f"{one.instructions:,}")
        for one in (generics[:top] if top else generics)
    ]
    headings = ("Function", "Copies", "Instructions", "Size", "Share")
    tables.append(SizeTable(_title("Generic functions", len(generics), top), headings, rows))
    variables = _largest(sizes.variables)
    rows = [_row(shown(one.name), one.bits, total, size_words(one.initializer)) for one in _first(variables, top)]
    tables.append(SizeTable(_title("Variables", len(variables), top), ("Variable", "Initializer", "Size", "Share"), rows))
    for title, heading, records in (
        ("Metadata outside of functions", "Kind", metadata_records(sizes.metadata)),
        ("Metadata in functions", "Kind", metadata_records(sizes.function_metadata)),
        ("Instructions", "Record", instruction_records(sizes)),
    ):
        rows = [_row(name, tally.bits, total, f"{tally.count:,}") for name, tally in records]
        tables.append(SizeTable(title, (heading, "Count", "Size", "Share"), rows))
    if counts is not None:
        tables += [_counted("Opcodes", "Opcode", "Instructions", counts.opcodes), _attributes(counts, sizes)]
    return [table for table in tables if table.rows]


def _row(name: str, bits: int, total: int, *cells: str) -> tuple[str, tuple[str, ...], float]:
    """A row of something that has these bits of the file; `cells` are before the size and the share."""
    return name, (*cells, size_words(bits), _share(bits, total)), bits / total


def _groups(sizes: FileSizes, total: int) -> SizeTable:
    groups = sorted(sizes.groups.items(), key=lambda entry: (-entry[1], entry[0]))
    rows = [_row(group, bits, total, f"{bits:,}") for group, bits in groups if bits]
    whole = ("total", (f"{sizes.bits:,}", size_words(sizes.bits), _share(sizes.bits, total)), 0.0)
    return SizeTable("What the bits are for", ("Group", "Bits", "Size", "Share"), [*rows, whole])


def _largest(items: list[GlobalSize]) -> list[GlobalSize]:
    return sorted(items, key=lambda one: (-one.bits, one.name))


def _first(items: list[GlobalSize], top: int) -> list[GlobalSize]:
    return items[:top] if top else items


def _title(noun: str, count: int, top: int) -> str:
    return f"{noun}: the {top} largest of {count:,}" if top and count > top else f"{noun}: {count:,}"


def _share(bits: int, total: int) -> str:
    return f"{100 * bits / total:.1f}%"


def _counted(title: str, heading: str, of: str, counts: dict[str, int]) -> SizeTable:
    whole = max(sum(counts.values()), 1)
    rows = [(name, (f"{count:,}", _share(count, whole)), count / whole) for name, count in counts.items()]
    return SizeTable(title, (heading, of, "Share"), rows)


def _attributes(counts: CodeCounts, sizes: FileSizes) -> SizeTable:
    whole = max(sum(1 for one in sizes.globals if one.kind == "function"), 1)
    rows = [(name, (f"{count:,}", _share(count, whole)), count / whole) for name, count in counts.attributes.items()]
    return SizeTable("Attributes of functions", ("Attribute", "Functions", "Share"), rows)


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
