"""Intrinsics of LLVM 23 that LLVM 22 and older have under names of their targets."""

from __future__ import annotations

import re

import pytest

from pyllvm import PyllvmError, parse_assembly, to_assembly
from pyllvm.migrations import bring


@pytest.mark.parametrize("version", [22, 14])
def test_bits_by_a_mask_are_an_instruction_of_x86(version: int) -> None:
    text = (
        'declare i32 @llvm.pdep.i32(i32, i32)\ndefine i32 @f(i32 %a) "target-features"="+avx,+bmi2" {\n'
        "  %r = call i32 @llvm.pdep.i32(i32 %a, i32 7)\n  ret i32 %r\n}\n"
    )
    module = parse_assembly(text, llvm_version=23)
    bring(module, version)
    assert "  %r = call i32 @llvm.x86.bmi.pdep.32(i32 %a, i32 7)\n" in to_assembly(module)
    module = parse_assembly(text.replace(",+bmi2", ""), llvm_version=23)
    with pytest.raises(PyllvmError, match=r"llvm\.pdep\.i32"):
        bring(module, version)


@pytest.mark.parametrize("tile", ["za16", "za32"])
def test_outer_products_of_bytes_have_their_type_in_the_name(tile: str) -> None:
    bytes = "<vscale x 16 x i8>"
    text = (
        f"declare void @llvm.aarch64.sme.fp8.ftmopa.{tile}(i32, {bytes}, {bytes}, {bytes}, {bytes}, i32)\n"
        f"define void @f({bytes} %a) {{\n  tail call void @llvm.aarch64.sme.fp8.ftmopa.{tile}(i32 0, {bytes} %a, {bytes} %a, "
        f"{bytes} %a, {bytes} %a, i32 1)\n  ret void\n}}\n"
    )
    module = parse_assembly(text, llvm_version=23)
    bring(module, 22)
    assert f"  tail call void @llvm.aarch64.sme.ftmopa.{tile}.nxv16i8(" in to_assembly(module)


OBJECT_SIZE = "llvm.objectsize.i64.p0(ptr nonnull %p, i1 false, i1 true, i1 false)"
COROUTINE_END = "llvm.coro.end(ptr noundef %p, i1 false, token none)"
# From and to which LLVM, the type, the call, and how it ends in the older LLVM.
CALLS = [
    (19, 14, "i64", OBJECT_SIZE, "p0i8(i8* nonnull %p, i1 false, i1 true, i1 false)"),
    (19, 8, "i64", OBJECT_SIZE, "p0i8(i8* nonnull %p, i1 false, i1 true)"),
    (22, 21, "void", COROUTINE_END, "coro.end(ptr noundef %p, i1 false, token none)"),
    (21, 17, "i1", COROUTINE_END, "coro.end(ptr noundef %p, i1 false)"),
    (19, 14, "void", "llvm.memset.p0.i64(ptr nonnull %p, i8 0, i64 8, i1 false)", "(i8* nonnull %p, i8 0, i64 8, i1 false)"),
]


@pytest.mark.parametrize(("version", "to", "type", "before", "after"), CALLS)
def test_calls_with_fewer_operands_or_typed_pointers_keep_the_rest(
    version: int, to: int, type: str, before: str, after: str
) -> None:
    """An LLVM that upgrades a call of an older name drops attributes and metadata: the name is that LLVM's already."""
    parameters = re.sub(r"(ptr|i8|i64|i1|token)( \w+)? [^,)]+", r"\1", before)
    text = (
        "define void @f(ptr %p) {\n    #dbg_value(i32 1, !3, !DIExpression(), !4)\n"
        f"  {'' if type == 'void' else '%r = '}tail call {type} @{before} cold, !dbg !4, !k !5\n  ret void\n}}\n"
        f"declare {type} @{parameters}\n"
        '!llvm.module.flags = !{!0}\n!0 = !{i32 2, !"Debug Info Version", i32 3}\n!2 = distinct !DISubprogram(name: "f")\n'
        '!3 = !DILocalVariable(name: "x", scope: !2)\n!4 = !DILocation(line: 1, scope: !2)\n!5 = !{}\n'
    )
    module = parse_assembly(text, llvm_version=version)
    assert bring(module, to) == []
    lines = [line for line in to_assembly(module).splitlines() if line.startswith("  ")]
    (at,) = [number for number, line in enumerate(lines) if after in line]
    assert re.search(r"tail call .*\) #\d+, !dbg !\d+, !k !\d+$", lines[at])
    assert "dbg" in lines[at - 1]
