"""Integers wider than Python's own conversion to and from decimal digits goes, and integers where none so large may stand."""

from __future__ import annotations

import pytest

from pyllvm.assembly import parse_assembly, print_module
from pyllvm.bitcode import read_bitcode, write_bitcode
from pyllvm.diagnostics import PyllvmError

# 2 to the power of 14,999, less 1, in hexadecimal and in decimal
BITS = 15_000
HEXADECIMAL = "7" + "F" * 3749
PIECES: list[str] = []
_rest = (1 << 14_999) - 1
while _rest:
    _rest, piece = divmod(_rest, 10**1000)
    PIECES.insert(0, f"{piece:01000d}")
DECIMAL = "".join(PIECES).lstrip("0")

EVERYWHERE = f"""\
@scalar = global i{BITS} {DECIMAL}
@negative = global i{BITS} -{DECIMAL}
@vector = global <2 x i{BITS}> <i{BITS} {DECIMAL}, i{BITS} -{DECIMAL}>

define range(i{BITS} -{DECIMAL}, {DECIMAL}) i{BITS} @f(i{BITS} %x) {{
  switch i{BITS} %x, label %other [
    i{BITS} {DECIMAL}, label %other
  ]

other:                                            ; preds = %0, %0
  ret i{BITS} {DECIMAL}
}}

!values = !{{!0}}

!0 = !DIEnumerator(name: "widest", value: -{DECIMAL})
"""


def test_text_keeps_wide_integers() -> None:
    assert len(DECIMAL) == 4516
    module = parse_assembly(EVERYWHERE.encode(), "m", llvm_version=19)
    text = print_module(module).decode()
    assert text.partition("\n")[2].partition("\n")[2].lstrip("\n") == EVERYWHERE


def test_bitcode_keeps_wide_integers() -> None:
    data = write_bitcode(parse_assembly(EVERYWHERE.encode(), "m", llvm_version=19))
    assert print_module(read_bitcode(data)).decode().endswith(EVERYWHERE)


def test_hexadecimal_is_the_same_number() -> None:
    first = parse_assembly(f"@g = global i{BITS} u0x{HEXADECIMAL}".encode(), "m", llvm_version=19)
    other = parse_assembly(f"@g = global i{BITS} {DECIMAL}".encode(), "m", llvm_version=19)
    assert write_bitcode(first) == write_bitcode(other)


def test_splats_of_wide_integers() -> None:
    text = f"define <2 x i{BITS}> @f() {{\n  ret <2 x i{BITS}> splat (i{BITS} {DECIMAL})\n}}\n"
    assert text in print_module(parse_assembly(text.encode(), "m", llvm_version=22)).decode()


MANY = "9" * 5000


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (f"@g = addrspace({MANY}) global i8 0", "expected 32-bit integer (too large)"),
        ('@g = external global target("a", s0xFF)', "expected integer"),
        ('@g = external global target("a", -1)', "expected integer"),
        (f'@g = external global target("a", {MANY})', "expected 32-bit integer (too large)"),
        (f"attributes #0 = {{ align={MANY} }}", "expected 32-bit integer (too large)"),
        (f"@g = global i{MANY} 0", "bitwidth for integer type out of range"),
        (f'!0 = !DILocalVariable(name: "x", scope: !0, flags: {MANY})', "expected 32-bit integer (too large)"),
    ],
    ids=["address space", "hexadecimal", "negative", "parameter", "group", "width", "flags"],
)
def test_integers_that_are_too_large(text: str, message: str) -> None:
    with pytest.raises(PyllvmError) as caught:
        parse_assembly(text.encode(), "m", llvm_version=22)
    assert caught.value.diagnostic.message == message
