"""`llvm.lifetime.start` and `end` take no size since LLVM 22."""

from __future__ import annotations

from pyllvm import parse_assembly, to_assembly
from pyllvm.migrations import bring


def test_lifetimes_lose_their_size_and_those_of_no_alloca_go() -> None:
    text = (
        "define void @f(ptr %p) {\n"
        "  %a = alloca i32\n"
        "  call void @llvm.lifetime.start.p0(i64 4, ptr %a)\n"
        "  call void @llvm.lifetime.start.p0(i64 4, ptr %p)\n"
        "  ret void\n}\n"
        "declare void @llvm.lifetime.start.p0(i64, ptr)\n"
    )
    module = parse_assembly(text, llvm_version=19)
    bring(module, 22)
    calls = [line for line in to_assembly(module).splitlines() if "call void" in line]
    assert calls == ["  call void @llvm.lifetime.start.p0(ptr %a)"]
