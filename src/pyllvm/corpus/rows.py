"""The row of one module: plain data, which can be sent between processes and machines."""

from __future__ import annotations

import dataclasses
import hashlib
from collections import Counter
from collections.abc import Iterator, Mapping

from pyllvm.analysis.code_hashes import structural_hash
from pyllvm.containers.modules import find_modules, is_container, modules_of_bitcode
from pyllvm.diagnostics import PyllvmError
from pyllvm.ir.attributes import AttributeList
from pyllvm.ir.call_instructions import CallBase
from pyllvm.ir.metadata import MDString, MDTuple
from pyllvm.ir.module import Module
from pyllvm.library.files import parse_assembly, parse_bitcode
from pyllvm.reading.inputs import is_bitcode, plain
from pyllvm.tables.intrinsic_names import IDENT

_DIGEST_BYTES = 16


@dataclasses.dataclass
class ModuleRow:
    """The row of a module in a table.

    If `error` is not empty, the module could not be read, and only `name`, `size`, `content_hash` and `labels` say something.
    """

    name: str
    """The name of the file, and of the module in it: `lib.a(x.o)`, or `part.parquet:17` for a row of Parquet."""
    size: int = 0
    """The bytes of the module."""
    error: str = ""
    """The reason why it could not be read."""
    llvm_version: int = 0
    """The version of LLVM that the module has."""
    producer: str = ""
    """The writer of the bitcode, such as `LLVM19.1.7`; empty for text."""
    compiler: str = ""
    """The compiler, from `!llvm.ident`."""
    target_triple: str = ""
    functions: int = 0
    """The functions with bodies."""
    declarations: int = 0
    """The functions without bodies."""
    variables: int = 0
    """The global variables."""
    blocks: int = 0
    instructions: int = 0
    content_hash: str = ""
    """A hash of the bytes."""
    structural_hash: str = ""
    """A hash of the code without its names: `pyllvm.analysis.structural_hash`."""
    opcodes: dict[str, int] = dataclasses.field(default_factory=dict)
    """The number of instructions by their words."""
    attributes: dict[str, int] = dataclasses.field(default_factory=dict)
    """The number of attributes of functions, parameters, results and calls by their words; some are in quotes, as in text."""
    labels: dict[str, str] = dataclasses.field(default_factory=dict)
    """The other columns of Parquet that were asked for."""


def rows_of_file(name: str, data: bytes, labels: Mapping[str, str] | None = None) -> Iterator[ModuleRow]:
    """Yield the rows of the modules in a file: text, bitcode, and all that can contain bitcode, also compressed.

    An object or archive without bitcode has no row.
    """
    known = dict(labels or {})
    size = len(data)
    try:
        data = plain(data)
        if not data and ".ll" not in name:
            # An empty text is a module.
            raise PyllvmError("the file is empty")
        if is_bitcode(data):
            inside = modules_of_bitcode(data)
        elif is_container(data):
            inside = find_modules(data, name)
        else:
            yield row_of(name, data, known)
            return
    except PyllvmError as error:
        yield ModuleRow(name, size, error.diagnostic.message, content_hash=_hash(data), labels=known)
        return
    if is_bitcode(data) and len(inside) <= 1:
        yield row_of(name, data, known)
        return
    for one in inside:
        full = name + one.name if len(inside) > 1 else name
        try:
            content = one.read()
        except PyllvmError as error:
            yield ModuleRow(full, 0, error.diagnostic.message, labels=known)
            continue
        yield row_of(full, content, known)


def row_of(name: str, data: bytes, labels: Mapping[str, str] | None = None) -> ModuleRow:
    """Return the row of one module of bitcode or text."""
    row = ModuleRow(name, len(data), content_hash=_hash(data), labels=dict(labels or {}))
    filled = dataclasses.replace(row)
    try:
        module = parse_bitcode(data, name) if is_bitcode(data) else parse_assembly(data, name)
        _fill(filled, module)
    except PyllvmError as error:
        row.error = error.diagnostic.message
        return row
    except Exception as error:  # one module of many must not end the work
        row.error = f"internal error: {type(error).__name__}: {error}"
        return row
    return filled


def _fill(row: ModuleRow, module: Module) -> None:
    row.llvm_version = module.llvm_version
    row.producer = module.producer
    row.compiler = _compiler(module)
    row.target_triple = module.target_triple
    row.variables = len(module.global_variables)
    opcodes: Counter[str] = Counter()
    lists: Counter[AttributeList] = Counter()
    for function in module.functions:
        if function.attributes is not None:
            lists[function.attributes] += 1
        if function.is_declaration:
            row.declarations += 1
            continue
        row.functions += 1
        for block in function.blocks:
            row.blocks += 1
            for instruction in block.instructions:
                opcodes[instruction.opcode_name] += 1
                if isinstance(instruction, CallBase) and instruction.attributes is not None:
                    lists[instruction.attributes] += 1
    row.instructions = opcodes.total()
    row.opcodes = dict(opcodes.most_common())
    attributes: Counter[str] = Counter()
    for one, times in lists.items():
        for attribute_set in (one.function, one.returned, *one.parameters.values()):
            for attribute in attribute_set.attributes:
                attributes[f'"{attribute.name}"' if attribute.is_string else attribute.name] += times
    row.attributes = dict(attributes.most_common())
    row.structural_hash = structural_hash(module)


def _compiler(module: Module) -> str:
    """The first string of `!llvm.ident`; empty if there is none."""
    named = module.named_metadata_of(IDENT)
    for node in named.operands if named is not None else ():
        if isinstance(node, MDTuple) and node.operands and isinstance(node.operands[0], MDString):
            return str(node.operands[0].text)
    return ""


def _hash(data: bytes) -> str:
    return hashlib.blake2b(data, digest_size=_DIGEST_BYTES).hexdigest()
