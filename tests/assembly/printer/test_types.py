"""The text of types that nest deep."""

from __future__ import annotations

import pytest

import pyllvm

#: The texts of all inner types together would be longer than `limits.TYPE_CHARACTERS`.
DEPTH = 6000


@pytest.mark.parametrize(
    ("opening", "closing"),
    [("[1 x ", "]"), ("{ ", " }"), ("<{ ", " }>"), ('target("t", ', ")")],
    ids=["array", "struct", "packed", "target"],
)
def test_types_are_printed_as_deep_as_they_are_read(opening: str, closing: str) -> None:
    type = opening * DEPTH + "i8" + closing * DEPTH
    text = f"@g = external global {type}\n"
    module = pyllvm.parse_assembly(text, llvm_version=19)
    assert f"@g = external global {type}\n" in pyllvm.to_assembly(module)


def test_types_whose_text_doubles_are_refused() -> None:
    lines = ["%t0 = type { i8, i8 }"]
    context = pyllvm.parse_assembly("\n".join(lines)).context
    type = context.integer(8)
    for _ in range(40):
        type = context.literal_struct([type, type])
    with pytest.raises(pyllvm.PyllvmError, match="types nest too deeply to be printed"):
        str(type)
