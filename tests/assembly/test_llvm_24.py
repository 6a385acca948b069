"""The language of LLVM 24: constructs of it come back from text and bitcode, and LLVM 23 does not get them."""

from __future__ import annotations

import pytest
from tests.releases.written import items

from pyllvm import PyllvmError, parse_assembly, parse_bitcode, to_bitcode
from pyllvm.migrations import bring
from pyllvm.tables.records import METADATA_BLOCK_ID, METADATA_STRING_TYPE
from pyllvm.versions import NEWEST

BITS = """declare nofreeobj ptr @g(ptr nofreeobj, ptr nofreeobj byval(i32))

define i32 @h(b64 %v, i8 %x, i32 %o, ptr %p) {
  %a = bitextract i8, b64 %v, i32 8
  %b = bitinsert b64 %v, i8 %a, i32 %o
  %c = bitextract ptr, b64 %b, i32 %o
  %d = bitinsert b64 %v, float 1.000000e+00, i32 32
  %e = atomicrmw xchg ptr %p, <2 x float> zeroinitializer seq_cst, align 8
  %f = inttoptr i32 %o to ptr, !nofreeobj !0
  %g = add i32 %o, 1, !nofree !0
  %i = addrspacecast nonnull ptr %p to ptr addrspace(1)
  ret i32 0
}

!0 = !{}
"""

LAYERS = """define void @f() !dbg !4 {
  ret void, !dbg !10
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!n = !{!3}

!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.c", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = distinct !DILocation(line: 8, scope: !4, irlayers: !7)
!4 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 1, type: !5, spFlags: DISPFlagDefinition, unit: !0)
!5 = !DISubroutineType(types: !6)
!6 = !{null}
!7 = !DILayerLocList(!8, !9)
!8 = !DILayerLoc(line: 5, column: 6, file: !1, kind: "mlir")
!9 = distinct !DILayerLoc(line: 0, file: !1, kind: "x")
!10 = !DILocation(line: 2, column: 3, scope: !4, inlinedAt: !3, irlayers: !7)
"""


@pytest.mark.parametrize("text", [BITS, LAYERS])
def test_what_is_new_comes_back_from_bitcode(text: str) -> None:
    module = parse_assembly(text, llvm_version=24)
    again = str(parse_bitcode(to_bitcode(module)))
    assert again.partition("\n\n")[2] == str(module).partition("\n\n")[2]
    assert all(line in again for line in text.splitlines() if line.startswith("  "))


def test_a_text_that_needs_it_is_read_as_llvm_24_and_others_as_the_newest_release() -> None:
    assert parse_assembly(BITS).llvm_version == 24
    assert parse_assembly("declare void @f()\n").llvm_version == NEWEST


@pytest.mark.parametrize(
    ("construct", "message"),
    [
        ("bitextract i8, i64 0, i32 0", "bitextract source must be a byte type"),
        ("bitextract [2 x i8], b64 0, i32 0", "bitextract result must be an integer, floating-point, pointer, or byte type"),
        ("bitextract i8, b64 0, i64 0", "bitextract offset must be i32"),
        ("bitextract i8, b64 0", "expected ',' after bitextract source value"),
        ("bitinsert i64 0, i8 0, i32 0", "bitinsert base must be a byte type"),
        ("bitinsert b64 0, [2 x i8] undef, i32 0", "bitinsert value must be an integer, floating-point, pointer, or byte type"),
        ("bitinsert b64 0, i8 0, i8 0", "bitinsert offset must be i32"),
        ("bitinsert b64 0, i8 0", "expected ',' after bitinsert insert value"),
        ("atomicrmw xchg ptr null, <2 x b8> zeroinitializer seq_cst", "or a fixed vector of any of these types"),
    ],
)
def test_operands_that_llvm_24_refuses(construct: str, message: str) -> None:
    with pytest.raises(PyllvmError, match=message):
        parse_assembly(f"define void @f() {{\n  %a = {construct}\n  ret void\n}}\n", llvm_version=24)


@pytest.mark.parametrize(
    ("construct", "name"),
    [
        ("%a = bitextract i8, b64 0, i32 undef", "'bitextract'"),
        ("%a = bitinsert b64 0, i8 1, i32 undef", "'bitinsert'"),
        ("%a = atomicrmw xchg ptr null, <2 x i32> zeroinitializer seq_cst", "'atomicrmw xchg' of a vector"),
    ],
)
def test_llvm_23_refuses_them_by_name(construct: str, name: str) -> None:
    text = f"define void @f() {{\n  {construct}\n  ret void\n}}\n"
    with pytest.raises(PyllvmError, match=name):
        bring(parse_assembly(text, llvm_version=24), 23)


def test_llvm_23_gets_a_cast_without_the_flag() -> None:
    cast = "  %a = addrspacecast nonnull ptr addrspace(3) %p to ptr\n"
    module = parse_assembly(f"define ptr @f(ptr addrspace(3) %p) {{\n{cast}  ret ptr %a\n}}\n")
    assert module.llvm_version == 24
    losses = bring(module, 23)
    assert "  %a = addrspacecast ptr addrspace(3) %p to ptr\n" in str(module)
    assert [loss.construct for loss in losses] == ["'nonnull' of addrspacecast"]


@pytest.mark.parametrize("node", ["!0", "!{}", "!DIExpression()"])
def test_an_instruction_has_only_a_location_as_its_location(node: str) -> None:
    text = f"define void @f() {{\n  ret void, !dbg {node}\n}}\n!0 = !{{}}\n"
    parse_assembly(text, llvm_version=22)
    with pytest.raises(PyllvmError, match="invalid !dbg metadata"):
        parse_assembly(text, llvm_version=23)


def test_the_record_of_a_string_type_has_one_operand_more() -> None:
    module = parse_assembly('!n = !{!0}\n!0 = !DIStringType(name: "c", size: 32)\n', llvm_version=24)
    again = parse_bitcode(to_bitcode(module))
    assert '!0 = !DIStringType(name: "c", size: 32)' in str(again)
    records = [item for item in items(to_bitcode(module)) if (item.block, item.code) == (METADATA_BLOCK_ID, METADATA_STRING_TYPE)]
    assert [len(item.operands) for item in records] == [10]


@pytest.mark.parametrize(("word", "message"), [("nonnull nonnull", "expected type"), ("noundef", "expected type")])
def test_a_cast_has_no_other_flag(word: str, message: str) -> None:
    with pytest.raises(PyllvmError, match=message):
        text = f"define void @f(ptr %p) {{\n  %a = addrspacecast {word} ptr %p to ptr addrspace(1)\n  ret void\n}}\n"
        parse_assembly(text, llvm_version=24)
