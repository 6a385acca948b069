"""Near misses of names."""

from __future__ import annotations

import pytest

from pyllvm import PyllvmError
from pyllvm.assembly import parse_assembly
from pyllvm.assembly.reader.near_miss import MOST_SUGGESTIONS, near_miss


@pytest.mark.parametrize(
    ("name", "candidates", "expected"),
    [
        (b"count", [b"counter", b"coumt", b"amount"], b"coumt"),
        (b"cuont", [b"x"], None),
        (b"x", [b"y"], None),
        (b"abc", [b"abd", b"ab"], b"abd"),
        (b"a" * 300, [b"a" * 299], None),
        (b"argument", [b"argment", b"arguments"], b"argment"),
        (b"total", [], None),
    ],
)
def test_the_nearest_name_is_found(name: bytes, candidates: list[bytes], expected: bytes | None) -> None:
    assert near_miss(name, candidates) == expected


@pytest.mark.parametrize("sigil", ["%", "@"])
def test_so_many_undefined_names_get_a_suggestion_and_the_others_do_not(sigil: str) -> None:
    count = MOST_SUGGESTIONS + 10
    lines = [f"  %value{at} = load i32, ptr {sigil}valve{at}\n" for at in range(count)]
    values = "".join([f"@value{at} = global i32 0\n" for at in range(count)])
    text = f"{values}define void @f() {{\n{''.join(lines)}  ret void\n}}\n"
    with pytest.raises(PyllvmError) as caught:
        parse_assembly(text.encode(), llvm_version=19, max_errors=1000)
    assert len(caught.value.diagnostics) == count
    assert sum(one.suggestion is not None for one in caught.value.diagnostics) == MOST_SUGGESTIONS
