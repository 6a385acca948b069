"""Constant expressions of many forms fold to what the real LLVM folds them to, in each version that has them."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Iterator

import pytest

import pyllvm

BITS = ("and", "or", "lshr", "ashr")
DIVISIONS = ("udiv", "sdiv", "urem", "srem")
OPERATIONS = {
    14: ("add", "sub", "mul", "xor", "shl", *BITS, *DIVISIONS),
    16: ("add", "sub", "mul", "xor", "shl", *BITS),
    19: ("add", "sub", "mul", "xor"),
    22: ("add", "sub", "xor"),
}
# Since LLVM 19 there are only truncations, and no comparisons.
FEW_SINCE = 19
NUMBERS = ("0", "1", "2", "8", "16", "255", "-1", "-2", "undef", "poison")
LITERALS = {
    "i8": ("0", "1", "3", "-1", "-128", "undef", "poison"),
    "i1": ("false", "true", "undef", "poison"),
    "<2 x i8>": ("zeroinitializer", "<i8 1, i8 undef>", "<i8 -1, i8 poison>", "<i8 0, i8 5>", "undef"),
}
FLOATS = ("0.0", "-0.0", "1.0", "-3.5", "0x7FF0000000000000", "0x7FF8000000000000", "undef", "poison")
FLOAT_OPERATIONS = ("fadd", "fsub", "fmul", "fdiv", "frem")
PREDICATES = ("eq", "ne", "ult", "ule", "ugt", "uge", "slt", "sle", "sgt", "sge")
CASTS = {False: ("zext", "sext"), True: ("trunc",)}
WIDTHS = (8, 32, 64)


def expressions(version: int) -> Iterator[str]:
    """The types and expressions of this version."""
    pointer = "i32*" if version == 14 else "ptr"
    values = [f"ptrtoint ({pointer} @{name} to i64)" for name in ("a", "b", "w")]
    if version < FEW_SINCE:
        values.append(f"zext (i8 ptrtoint ({pointer} @a to i8) to i64)")
    pairs = [pair for one in values for number in NUMBERS for pair in ((one, number), (number, one))] + [
        (one, one) for one in values
    ]
    for left, right in pairs:
        yield from (f"i64 {operation} (i64 {left}, i64 {right})" for operation in OPERATIONS[version])
        if version < FEW_SINCE:
            yield from (f"i1 icmp {predicate} (i64 {left}, i64 {right})" for predicate in PREDICATES)
    for type, numbers in LITERALS.items():
        for left in numbers:
            for right in numbers:
                yield from (f"{type} {operation} ({type} {left}, {type} {right})" for operation in OPERATIONS[version])
    if version == 14:
        for left in FLOATS:
            for right in FLOATS:
                yield from (f"float {operation} (float {left}, float {right})" for operation in FLOAT_OPERATIONS)
    if version < FEW_SINCE:
        addresses = ["@a", "@b", "@w", "null", "undef", f"getelementptr (i32, {pointer} @a, i64 1)"]
        addresses.append(f"getelementptr inbounds (i32, {pointer} @a, i64 1)")
        for left in addresses:
            for right in addresses:
                yield from (f"i1 icmp {one} ({pointer} {left}, {pointer} {right})" for one in PREDICATES[::3])
    for width in WIDTHS:
        for once, type in casts(f"ptrtoint ({pointer} @a to i{width})", width, version):
            yield f"i{type} {once}"
            yield from (f"i{last} {twice}" for twice, last in casts(once, type, version))


def casts(value: str, width: int, version: int) -> Iterator[tuple[str, int]]:
    """The casts of a value to other widths."""
    for other in WIDTHS:
        for cast in CASTS[other < width] if other != width else ():
            if cast == "trunc" or version < FEW_SINCE:
                yield f"{cast} (i{width} {value} to i{other})", other


@pytest.mark.oracle
@pytest.mark.parametrize("version", OPERATIONS)
def test_expressions_fold_as_in_llvm(version: int, llvm_tool: Callable[[int, str], str]) -> None:
    lines = [f"@x{number} = global {one}" for number, one in enumerate(expressions(version))]
    text = "\n".join(["@a = global i32 0", "@b = global i32 0, align 16", "@w = extern_weak global i32", *lines, ""])
    real = subprocess.run([llvm_tool(version, "opt"), "-S"], input=text, capture_output=True, text=True, check=True).stdout
    expected = [line for line in real.splitlines() if line.startswith("@x")]
    folded = [line for line in str(pyllvm.parse_assembly(text, llvm_version=version)).splitlines() if line.startswith("@x")]
    assert [pair for pair in zip(lines, folded, expected, strict=True) if pair[1] != pair[2]] == []
    assert sum(line != given for line, given in zip(expected, lines, strict=True)) > len(lines) / 4  # they do fold
