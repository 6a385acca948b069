"""LLVM 18 and older add `inbounds` to constant `getelementptr`s when they read them; the expected texts are LLVM 16's own."""

from __future__ import annotations

import pytest

from pyllvm import parse_assembly, to_assembly
from pyllvm.migrations import bring

ARRAY = "@a = global [4 x i32] zeroinitializer\n"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("ptr getelementptr ([4 x i32], ptr @a, i64 0, i64 1)", "ptr getelementptr inbounds ([4 x i32], ptr @a, i64 0, i64 1)"),
        ("ptr getelementptr ([4 x i32], ptr @a, i64 1, i64 1)", "ptr getelementptr ([4 x i32], ptr @a, i64 1, i64 1)"),
        (
            "{ ptr } { ptr getelementptr ([4 x i32], ptr @a, i64 0, i64 1) }",
            "{ ptr } { ptr getelementptr inbounds ([4 x i32], ptr @a, i64 0, i64 1) }",
        ),
    ],
)
def test_inbounds_is_added(text: str, expected: str) -> None:
    module = parse_assembly(f"{ARRAY}@g = global {text}\n", llvm_version=19)
    bring(module, 16)
    assert f"@g = global {expected}\n" in to_assembly(module)


def test_nothing_is_added_on_the_way_up() -> None:
    text = f"{ARRAY}@g = global ptr getelementptr ([4 x i32], ptr @a, i64 0, i64 1)\n"
    module = parse_assembly(text, llvm_version=19)
    bring(module, 22)
    assert "@g = global ptr getelementptr ([4 x i32], ptr @a, i64 0, i64 1)" in to_assembly(module)
