"""Writing and printing leave a module as it is: what it holds, in which order, and what it prints."""

from __future__ import annotations

from pathlib import Path

from pyllvm.assembly import parse_assembly, print_module
from pyllvm.bitcode import read_bitcode, write_bitcode
from pyllvm.diagnostics import PyllvmError
from pyllvm.ir import Context, Function, Module
from rows import each_row

DATA = Path(__file__).parent / "data"
# Tried in this order: most files are for the newest.
VERSIONS = (22, 19, 14, 10, 7)
# No LLVM reads the inputs of the tests of errors.
BROKEN = ("bad_inputs/", "hostile/", "command_lines/broken.ll", "command_lines/syntax.ll")
FILES = sorted(
    path
    for path in DATA.rglob("*.ll")
    if not path.name.endswith(".invalid.ll") and not str(path.relative_to(DATA)).startswith(BROKEN)
)


def parsed(path: Path) -> Module:
    """The module of a file, in the newest of the versions that read it."""
    for version in VERSIONS:
        try:
            return parse_assembly(path.read_bytes(), path.name, llvm_version=version)
        except PyllvmError:
            continue
    raise AssertionError(f"no version reads {path.name}")


def contents(module: Module) -> list[object]:
    """The objects that a module holds, in the order of its lists."""
    held: list[object] = []
    for values in (module.global_variables, module.functions, module.aliases, module.ifuncs, module.named_metadata):
        held.append(tuple(values))
    held.append(tuple(module.symbols.items()))
    held.append(tuple(module.comdats.items()))
    held.append(tuple(module.struct_types))
    held.append(tuple(module.metadata_kinds))
    for value in module.global_values:
        held.append((value.name, value.type, tuple(value.operands), tuple((use.user, use.index) for use in value.uses or ())))
    for function in module.functions:
        held.append((tuple(function.attachments), tuple(function.blocks)))
        for block in function.blocks:
            held.append(tuple(block.instructions))
            for instruction in block.instructions:
                records = None if instruction.debug_records is None else tuple(instruction.debug_records)
                attachments = None if instruction.attachments is None else tuple(instruction.attachments)
                held.append((instruction.name, tuple(instruction.operands), instruction.debug_location, records, attachments))
    return held


@each_row("path", FILES, ids=lambda path: path.relative_to(DATA).as_posix())
def test_neither_writing_nor_printing_changes_a_module(path: Path) -> None:
    module = parsed(path)
    before = contents(module)
    text = print_module(module)
    assert contents(module) == before
    bitcode = write_bitcode(module)
    assert contents(module) == before
    assert print_module(module) == text
    assert write_bitcode(module) == bitcode
    assert contents(module) == before


def test_a_declared_debug_intrinsic_that_nothing_calls_is_left_out_of_bitcode_alone() -> None:
    context = Context()
    module = Module("m", context, llvm_version=19)
    metadata = context.metadata_type
    declaration = Function(context.pointer(), context.function(context.void, [metadata] * 3), "llvm.dbg.value")
    module.add(declaration)
    bitcode = write_bitcode(module)
    assert module.functions == [declaration]
    assert module.get("llvm.dbg.value") is declaration
    assert read_bitcode(bitcode).functions == []
