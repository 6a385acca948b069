"""Global variables of target types: which LLVM allows, in which version."""

from __future__ import annotations

from pyllvm.assembly import parse_assembly
from pyllvm.verifier import verify
from rows import each_row

ILLEGAL = "Global @g has illegal target extension type"


@each_row(
    ("text", "version", "expected"),
    [
        ('target("spirv.Image", float, 1, 0)', 16, []),
        ('target("dx.RawBuffer", i8, 0, 0)', 19, [ILLEGAL]),
        ('target("dx.RawBuffer", i8, 0, 0)', 22, []),
        ('target("other")', 19, [ILLEGAL]),
        ('{ i32, target("other") }', 19, []),
        ('{ i32, target("other") }', 22, [ILLEGAL]),
        ('target("aarch64.svcount")', 16, [ILLEGAL]),
        ('target("aarch64.svcount")', 19, ["Globals cannot contain scalable types"]),
        ('target("spirv.IntegralConstant", i32, 5)', 22, [ILLEGAL]),
        ("<vscale x 2 x i8>", 17, ["Globals cannot contain scalable vectors"]),
        ("<vscale x 2 x i8>", 18, ["Globals cannot contain scalable types"]),
    ],
)
def test_globals(text: str, version: int, expected: list[str]) -> None:
    module = parse_assembly(f"@g = external global {text}\n".encode(), llvm_version=version)
    assert [failure.message for failure in verify(module)] == expected
