"""What the writer writes, against what llvm-as wrote: whole files, by their digests."""

from __future__ import annotations

import hashlib
import struct
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from pyllvm.assembly import parse_assembly
from pyllvm.bitcode import read_bitcode, write_bitcode
from pyllvm.bitcode.reader.found import BitcodeFile
from pyllvm.ir.constants import ConstantInt
from pyllvm.ir.function import BasicBlock, Function
from pyllvm.ir.instructions import BinaryOperator, ReturnInst
from pyllvm.ir.module import Module
from pyllvm.tables.opcodes import ADD
from pyllvm.versions import RELEASES
from rows import each_row
from wishing import wishing

FILES = Path(__file__).parents[2] / "data" / "writer"

# SHA-256 of `llvm-as NAME.ll` (cut to 16 digits), by version, file, and whether use-list orders are preserved.
DIGESTS: dict[tuple[int, str, bool], str] = {
    (14, "typed_pointers", True): "03c8522ff49acb7a",
    (14, "typed_pointers", False): "6b1a9cdde03f8ae7",
    (19, "globals", True): "4b2ed390c08304aa",
    (19, "globals", False): "141dfdfe95288b19",
    (19, "instructions", True): "a3ef479f644e15d9",
    (19, "instructions", False): "44da64748fa36d6f",
    (19, "metadata", True): "42e35293c781c90d",
    (19, "metadata", False): "52324c471de75724",
    (22, "globals", True): "d8b16cd0aea3fb67",
    (22, "globals", False): "f4ee44a310ad5655",
    (22, "instructions", True): "bfb72f023094ca5c",
    (22, "instructions", False): "823571855981ac08",
    (22, "metadata", True): "3f5a26ee90e544bf",
    (22, "metadata", False): "4467c5058575b2bd",
}

# The same where only a reader of the text knows the order of the names.
NAMES: dict[tuple[int, str], str] = {
    (14, "upgraded_calls"): "e744aa9c5ab0390e",
    (19, "upgraded_calls"): "b1701627d5af89e9",
    (22, "upgraded_calls"): "3246801a7a02c179",
    (19, "early_labels"): "5b196a7b10b0bcb1",
    (22, "early_labels"): "7aa84de78edd954f",
}

# Of `define i32 @f(i32 %a) { %x = add i32 %a, 1 ret i32 %x }` from "<stdin>", written by each release.
SMALLEST = {
    7: "08f448988706488d",
    8: "5ee86bcceb376d0f",
    9: "b5e236abcbd336ca",
    10: "687fbe4c7953762f",
    11: "52746e35e4d6c17b",
    13: "ebe33096e0a94ebc",
    14: "7abd0a99cbcd19df",
    15: "4395d9b42f0d119b",
    16: "c4745fcdf26ddf2f",
    19: "7ce3be38e615010f",
    20: "43f3c2fac0bd9ff9",
    22: "21a08b4164443032",
}


def digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:16]


def written(version: int, name: str, preserve_use_list_order: bool) -> bytes:
    file = FILES / f"{name}.ll"
    module = parse_assembly(file.read_bytes(), f"{name}.ll", llvm_version=version)
    return write_bitcode(
        module,
        wishing(preserves_bitcode_order=preserve_use_list_order),
        producer=f"LLVM{RELEASES[version]}",
    )


def smallest(version: int) -> Module:
    module = Module("f", llvm_version=version)
    module.source_filename = "<stdin>"
    context = module.context
    word = context.integer(32)
    type = context.function(word, [word])
    function = Function(context.pointer() if version >= 15 else context.pointer_to(type), type, "f")
    module.add(function)
    function.arguments[0].name = "a"
    block = BasicBlock(context.label)
    function.append_block(block)
    total = BinaryOperator(ADD, function.arguments[0], ConstantInt.get(word, 1), name="x")
    block.append(total)
    block.append(ReturnInst(context.void, total))
    return module


@each_row(("version", "name", "preserve"), DIGESTS)
def test_text_becomes_the_bitcode_that_llvm_writes(version: int, name: str, preserve: bool) -> None:
    assert digest(written(version, name, preserve)) == DIGESTS[version, name, preserve]


@pytest.mark.parametrize(("version", "name"), NAMES)
def test_names_have_the_order_in_which_they_came_and_went(version: int, name: str) -> None:
    assert digest(written(version, name, True)) == NAMES[version, name]


# The releases that wrote them, where they are not the last ones of their versions.
WRITERS = {15: "15.0.6"}


@each_row("version", SMALLEST)
def test_a_module_made_by_hand_is_written_as_llvm_writes_it(version: int) -> None:
    release = WRITERS.get(version, RELEASES[version])
    assert digest(write_bitcode(smallest(version), producer=f"LLVM{release}")) == SMALLEST[version]


@pytest.mark.parametrize(
    ("producer", "expected"),
    [("LLVM18.1.8", b"18.1.8"), ("LLVM18.1.4-rust-1.80.0", b"18.1.4-rust-1.80.0"), ("someone", b"18.1.8"), (None, b"18.1.8")],
)
def test_the_symbol_table_names_the_producer_if_that_is_llvm(producer: str | None, expected: bytes) -> None:
    """Linkers look there for the LLVM that wrote the table."""
    module = smallest(18)
    module.data_layout = "e"
    module.target_triple = "x86_64-unknown-linux-gnu"
    data = write_bitcode(module, producer=producer)
    assert b"f" + expected + b"x86_64" in data


@each_row(("version", "name", "preserve"), DIGESTS)
def test_what_is_read_is_written_again(version: int, name: str, preserve: bool) -> None:
    data = written(version, name, preserve)
    module = read_bitcode(data, name=f"{name}.ll")
    again = write_bitcode(module, wishing(preserves_bitcode_order=preserve), producer=f"LLVM{RELEASES[version]}")
    assert again == data


@pytest.mark.oracle
@pytest.mark.parametrize(("version", "name", "preserve"), DIGESTS)
def test_the_digests_are_llvms(
    version: int, name: str, preserve: bool, llvm_tool: Callable[[int, str], str], tmp_path: Path
) -> None:
    output = tmp_path / "out.bc"
    command = [llvm_tool(version, "llvm-as"), "-o", str(output), f"{name}.ll"]
    if not preserve:
        command.insert(1, "-preserve-bc-uselistorder=false")
    subprocess.run(command, cwd=FILES, check=True, capture_output=True)
    assert digest(output.read_bytes()) == DIGESTS[version, name, preserve]


def test_the_producer_is_named() -> None:
    data = write_bitcode(smallest(19))
    assert read_bitcode(data).producer == "pyllvm19.1"
    assert read_bitcode(write_bitcode(smallest(19), producer="someone")).producer == "someone"


def test_the_module_hash_is_of_the_block_and_its_names() -> None:
    plain = read_bitcode(write_bitcode(smallest(19)))
    hashed = read_bitcode(write_bitcode(smallest(19), wishing(emits_hash=True)))
    assert plain.hash is None
    assert hashed.hash is not None
    other = smallest(19)
    other.functions[0].name = "g"
    found = read_bitcode(write_bitcode(other, wishing(emits_hash=True))).hash
    assert found is not None
    assert found != hashed.hash


def test_writing_twice_gives_the_same() -> None:
    module = smallest(22)
    assert write_bitcode(module) == write_bitcode(module)


@pytest.mark.parametrize(("count", "alignment", "expected"), [(16, 8, (16, 8)), (5_000_000_000, 1 << 32, (705_032_704, 0))])
def test_the_symbol_table_has_32_bits_for_a_common_variable(count: int, alignment: int, expected: tuple[int, int]) -> None:
    text = (
        'target datalayout = "e-m:e-i64:64-n8:16:32:64-S128"\ntarget triple = "x86_64-unknown-linux-gnu"\n'
        f"@shared = common global [{count} x i8] zeroinitializer, align {alignment}\n"
    )
    table = BitcodeFile(write_bitcode(parse_assembly(text.encode(), "m", llvm_version=19))).modules[0].symbol_table
    # What only some symbols have comes last: size, alignment, and the places of two strings.
    assert struct.unpack("<6I", table[-24:])[:2] == expected
