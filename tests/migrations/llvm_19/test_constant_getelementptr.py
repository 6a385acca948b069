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


@pytest.mark.parametrize("version", [14, 16])
def test_inrange_before_an_index_goes_from_19_on(version: int) -> None:
    pointer = "i8* getelementptr inbounds ({ [4 x i8] }, { [4 x i8] }* @v, i32 0, inrange i32 0, i32 2)"
    module = parse_assembly("@v = global { [4 x i8] } zeroinitializer\n" + f"@g = global {pointer}\n", llvm_version=14)
    bring(module, version)
    bring(module, 19)
    expected = "@g = global ptr getelementptr inbounds ({ [4 x i8] }, ptr @v, i32 0, i32 0, i32 2)\n"
    assert expected in to_assembly(module)
