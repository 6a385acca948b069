"""Shows where a module's size comes from: the bits of its bitcode by function, variable, kind of metadata and purpose."""

from __future__ import annotations

from pyllvm.analyzer.sizes import FUNCTION, VARIABLE, FileSizes, GlobalSize, Tally, measure
from pyllvm.analyzer.stream import LLVM_IR, Stream, open_without_zeros
from pyllvm.bitstream.cursor import BitstreamCursor
from pyllvm.bitstream.stream_numbers import END_BLOCK, END_OF_STREAM, ENTER_SUBBLOCK
from pyllvm.bitstream.wrapper import stream_bounds
from pyllvm.diagnostics import PyllvmError
from pyllvm.notation import TYPE_CHECKING, Final, final
from pyllvm.reading.inputs import is_bitcode
from pyllvm.tables import records, size_groups

if TYPE_CHECKING:
    from pyllvm.ir.module import Module

_SIGNATURE_BITS: Final = 32


@final
class SizeNode:
    """A part of a file: its `name`, its `bits`, what it is (`detail`), and the parts that it consists of, the largest first."""

    __slots__ = ("bits", "detail", "name", "parts")

    def __init__(self, name: str, bits: int, detail: str, parts: list[SizeNode]) -> None:
        self.name = name
        self.bits = bits
        self.detail = detail
        self.parts = parts


def bitcode_sizes(source: Module | bytes, *, llvm_version: int | None = None, name: str = "<module>") -> FileSizes:
    """Return what the bits of `source` are for: a module, or the bytes of bitcode or text.

    A module and text are measured as the bitcode that is written for them, for LLVM `llvm_version` if that is given. The values
    of the result's `groups` add up to its `bits`. `name` is for messages. Function bodies are walked through, but no IR is made
    of bitcode. Raises PyllvmError if the source is malformed or cannot be written.
    """
    data = bitcode_to_measure(source, llvm_version=llvm_version, name=name)
    return measure(measured_stream(data), len(data))


def function_sizes(source: Module | bytes) -> dict[str, int]:
    """Return the size of each defined function in bitcode, in bits, in the order of the definitions.

    `source` is bitcode, of which the first module counts, or a module, which is written for it (see `to_bitcode`). A size
    covers the function's block with its header and everything in it: constants, metadata, names of values. Data that functions
    share, such as types, global metadata and the names of globals, is in none of them. The keys are the names without ``@``; of
    functions without a name only the last one is there, under the empty name. No body is read. Raises PyllvmError if the
    bitcode is malformed, or if the module cannot be written.
    """
    # Imported only here, as below: bitcode is measured without them.
    from pyllvm.bitcode import write_bitcode
    from pyllvm.library.files import parse_bitcode

    data = source if isinstance(source, bytes) else write_bitcode(source)
    definitions = [function.name for function in parse_bitcode(data, lazy=True).functions if not function.is_declaration]
    return dict(zip(definitions, _body_sizes(data), strict=True))


def measured_stream(data: bytes) -> Stream:
    """Open bitcode. Raises PyllvmError if it is another bitstream, or malformed."""
    stream = open_without_zeros(data)
    if stream.kind != LLVM_IR:
        raise PyllvmError("this is a bitstream without LLVM IR")
    return stream


def bitcode_to_measure(source: Module | bytes, *, llvm_version: int | None, name: str) -> bytes:
    """The bitcode of a module or of a text; bitcode itself."""
    if isinstance(source, bytes) and is_bitcode(source):
        return source
    # Imported only here: bitcode is measured without them.
    from pyllvm.library.files import parse_assembly, to_bitcode

    module = parse_assembly(source, name) if isinstance(source, bytes) else source
    return to_bitcode(module, llvm_version=llvm_version)


def record_name(block_id: int, code: int) -> str:
    """The name of a record in small letters: `load` for FUNC_CODE_INST_LOAD."""
    record = records.BLOCKS[block_id].records.get(code)
    return f"code {code}" if record is None else record.name.removeprefix("INST_").lower().replace("_", " ")


def by_size(tallies: dict[int, Tally]) -> list[tuple[int, Tally]]:
    """The codes of records, those with the most bits first."""
    return sorted(tallies.items(), key=lambda entry: (-entry[1].bits, entry[0]))


def instruction_records(sizes: FileSizes) -> list[tuple[str, Tally]]:
    """The instructions by the kind of their records, those with the most bits first."""
    return [
        (record_name(records.FUNCTION_BLOCK_ID, code), tally)
        for code, tally in by_size(sizes.codes)
        if code not in size_groups.GROUP_OF_FUNCTION_RECORD
    ]


def metadata_records(*parts: dict[int, Tally]) -> list[tuple[str, Tally]]:
    """The records of metadata by kind, those with the most bits first: `sizes.metadata`, `sizes.function_metadata`, or both."""
    merged: dict[int, Tally] = {}
    for part in parts:
        for code, tally in part.items():
            whole = merged.setdefault(code, Tally())
            whole.bits += tally.bits
            whole.count += tally.count
    return [(record_name(records.METADATA_BLOCK_ID, code), tally) for code, tally in by_size(merged)]


def size_tree(sizes: FileSizes, *, most: int = 400) -> SizeNode:
    """Return the file as parts of parts, none of which overlap: the bits of a node's parts add up to its own.

    Of functions and of variables, the `most` largest are parts of their own; the smaller ones are the parts of one part.
    """
    rest = dict(sizes.groups)
    functions: list[SizeNode] = []
    variables: list[SizeNode] = []
    aliases: list[SizeNode] = []
    for one in sizes.globals:
        rest[size_groups.GLOBAL_NAMES] = rest.get(size_groups.GLOBAL_NAMES, 0) - one.name_bits
        if one.kind == FUNCTION:
            rest[size_groups.FUNCTION_RECORDS] -= one.record
            for group, bits in one.groups.items():
                rest[group] -= bits
            functions.append(SizeNode(one.name, one.bits, _function_detail(one), []))
        elif one.kind == VARIABLE:
            rest[size_groups.VARIABLES] -= one.record
            if one.initializer:
                rest[size_groups.CONSTANTS] -= one.initializer
            variables.append(SizeNode(one.name, one.bits, "variable" if one.is_defined else "declaration", []))
        else:
            rest[size_groups.ALIASES] -= one.record
            aliases.append(SizeNode(one.name, one.bits, "alias", []))
    metadata = _metadata_nodes(sizes, rest)
    others = [SizeNode(group, bits, "", []) for group, bits in rest.items() if bits]
    strings = [node for node in others if node.name in (size_groups.STRINGS, size_groups.SYMBOL_TABLE, size_groups.GLOBAL_NAMES)]
    others = [node for node in others if node not in strings]
    top = [
        _sum("functions", _largest(functions, most, "functions")),
        _sum("variables", _largest(variables, most, "variables")),
        _sum("aliases and ifuncs", _largest(aliases, most, "aliases")),
        _sum("metadata", metadata),
        _sum("strings and symbols", strings),
        _sum("everything else", others),
    ]
    return _sum("", [node for node in top if node.bits])


def _metadata_nodes(sizes: FileSizes, rest: dict[str, int]) -> list[SizeNode]:
    nodes = [
        SizeNode(record_name(records.METADATA_BLOCK_ID, code), tally.bits, f"{tally.count:,} records", [])
        for code, tally in sizes.metadata.items()
    ]
    told = sum(node.bits for node in nodes)
    # The rest are records of other blocks that these groups have as well: kinds, and attachments.
    whole = sum(
        rest.pop(group, 0)
        for group in (size_groups.DEBUG_INFO, size_groups.METADATA, size_groups.METADATA_STRINGS, size_groups.ATTACHMENTS)
    )
    if whole > told:
        nodes.append(SizeNode("kinds and attachments", whole - told, "", []))
    return nodes


def _function_detail(one: GlobalSize) -> str:
    if not one.is_defined:
        return "declaration"
    return f"{one.instructions:,} instruction{'' if one.instructions == 1 else 's'}"


def _largest(nodes: list[SizeNode], most: int, noun: str) -> list[SizeNode]:
    nodes = sorted([node for node in nodes if node.bits], key=lambda node: (-node.bits, node.name))
    if len(nodes) <= most:
        return nodes
    return [*nodes[:most], _sum(f"{len(nodes) - most:,} smaller {noun}", nodes[most:])]


def _sum(name: str, parts: list[SizeNode]) -> SizeNode:
    parts = sorted(parts, key=lambda node: (-node.bits, node.name))
    return SizeNode(name, sum(node.bits for node in parts), "", parts)


def _body_sizes(data: bytes) -> list[int]:
    """The sizes in bits of the function blocks of the first module, in their order."""
    start, end = stream_bounds(data)
    cursor = BitstreamCursor(data, start, end)
    cursor.block_names = records.BLOCK_NAMES
    cursor.seek(_SIGNATURE_BITS)
    while True:
        event = cursor.advance()
        if event == END_OF_STREAM:
            return []
        if cursor.block_id == records.MODULE_BLOCK_ID:
            break
        cursor.skip_block()
    cursor.enter_block()
    sizes: list[int] = []
    while True:
        event = cursor.advance()
        if event == END_BLOCK:
            return sizes
        if event == ENTER_SUBBLOCK:
            before = cursor.record_start
            is_function = cursor.block_id == records.FUNCTION_BLOCK_ID
            cursor.skip_block()
            if is_function:
                sizes.append(cursor.position - before)
