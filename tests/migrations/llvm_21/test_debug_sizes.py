"""Sizes and offsets of debug information are metadata since LLVM 21."""

from __future__ import annotations

from pyllvm import parse_assembly, parse_bitcode, to_assembly, to_bitcode
from pyllvm.migrations import bring

TEXT = '!kept = !{!0}\n!0 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)\n'


def test_sizes_are_metadata_to_the_writer_of_22() -> None:
    module = parse_assembly(TEXT, llvm_version=14)
    bring(module, 22)
    assert "size: 32" in to_assembly(parse_bitcode(to_bitcode(module)))


def test_constants_become_numbers_again() -> None:
    module = parse_assembly(TEXT, llvm_version=22)
    bring(module, 20)
    assert "size: 32" in to_assembly(parse_bitcode(to_bitcode(module)))


def test_no_size_is_a_size_of_zero_again() -> None:
    module = parse_assembly('!kept = !{!0}\n!0 = !DIBasicType(name: "int")\n', llvm_version=22)
    bring(module, 20)
    assert 'DIBasicType(name: "int")' in to_assembly(parse_bitcode(to_bitcode(module)))


def test_lower_bounds_are_metadata_to_the_writer_of_11() -> None:
    text = "!kept = !{!0}\n!0 = !DISubrange(count: 4)\n"
    module = parse_assembly(text, llvm_version=10)
    bring(module, 11)
    # As llvm-dis of LLVM 14 prints bitcode of LLVM 10.
    assert "!DISubrange(count: 4, lowerBound: 0)" in to_assembly(parse_bitcode(to_bitcode(module)))
