"""The language of LLVM 23: constructs of it come back from text and bitcode, and LLVM 22 does not get them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from pyllvm import PyllvmError, parse_assembly, parse_bitcode, to_bitcode
from pyllvm.migrations import bring
from rows import each_row

BYTES = """@a = global b8 5
@b = global b128 -5
@c = global [3 x b8] c"ab\\00"
@d = global [2 x b16] [b16 1, b16 -2]
@e = global <2 x b7> <b7 3, b7 -3>
@f = global <2 x b8> splat (b8 3)
@g = global b64 bitcast (ptr @a to b64)
@h = global b64 0

define b32 @i(b32 %x, ptr %p) {
  %v = load atomic b32, ptr %p seq_cst, align 4
  store b32 %v, ptr %p, align 4
  %w = bitcast b32 %x to <4 x b8>
  %y = bitcast <4 x b8> %w to float
  %z = atomicrmw elementwise add ptr %p, <2 x i32> zeroinitializer monotonic, align 8
  %u = uitofp fast nneg i32 1 to float
  ret b32 %v
}
"""


def test_byte_types_and_other_new_instructions_of_llvm_23_come_back() -> None:
    module = parse_assembly(BYTES, llvm_version=23)
    data = to_bitcode(module)
    again = str(parse_bitcode(data))
    assert again.endswith(str(module).partition("\n\n")[2])
    assert BYTES.splitlines()[:8] == [line for line in again.splitlines() if line.startswith("@")]
    assert all(line in again for line in BYTES.splitlines() if line.startswith("  "))


def test_llvm_22_has_no_byte_types() -> None:
    with pytest.raises(PyllvmError, match="'b8' requires LLVM 23"):
        parse_assembly(BYTES, llvm_version=22)
    with pytest.raises(PyllvmError, match="cannot hold byte types"):
        bring(parse_assembly(BYTES, llvm_version=23), 22)


ASSEMBLY = """module asm
    "a"
module asm(target_features: "+sse", target_cpu: "x86-64")
    "b"
    "c"

define void @f() prefalign(16) {
  ret void
}
"""


def test_module_assembly_with_properties_comes_back() -> None:
    module = parse_assembly(ASSEMBLY, llvm_version=23)
    assert ASSEMBLY in str(module)
    assert ASSEMBLY in str(parse_bitcode(to_bitcode(module)))
    losses = bring(module, 22)
    assert 'module asm "a"\nmodule asm "b"\nmodule asm "c"\n' in str(module)
    assert [loss.construct for loss in losses] == ["'prefalign'", "properties of 'module asm'"]


ATTRIBUTES = """declare void @a(ptr dead_on_return(8), ptr dead_on_return) flatten noipa nooutline memory(target_mem: read)
declare void @b() denormal_fpenv(ieee|positivezero, float: dynamic) memory(read, target_mem0: none, target_mem1: write)
"""


def test_attributes_come_back() -> None:
    module = parse_assembly(ATTRIBUTES, llvm_version=23)
    for text in (str(module), str(parse_bitcode(to_bitcode(module)))):
        assert "declare void @a(ptr dead_on_return(8), ptr dead_on_return)" in text
        assert "{ flatten noipa nooutline memory(target_mem: read) }" in text
        assert "{ denormal_fpenv(ieee|positivezero, float: dynamic) memory(read, target_mem0: none, target_mem1: write) }" in text


def test_a_size_is_not_made_to_be_the_whole() -> None:
    module = parse_assembly("declare void @a(ptr dead_on_return(8), ptr dead_on_return)", llvm_version=23)
    losses = bring(module, 22)
    assert "declare void @a(ptr, ptr dead_on_return)" in str(module)
    assert [loss.construct for loss in losses] == ["attribute 'dead_on_return' with a size"]


@each_row(
    ("text", "message"),
    [
        ("declare void @a() memory(target_mem0: read, target_mem: read)", "target memory default access kind must be specified"),
        ("declare void @a() denormal_fpenv(foo)", "expected denormal behavior kind"),
        ("declare void @a() denormal_fpenv(ieee, half: ieee)", "expected float:"),
        ("declare void @a(ptr dead_on_return(0))", "byte count specified must be non-zero"),
        ("declare void @a() prefalign(3)", "alignment is not a power of two"),
        ('module asm(abi: "x") "a"', "unknown property name"),
        ('module asm() "a"', "expected property name followed by ':'"),
        ("@a = global float f0x3F8", "float hex literal has incorrect number of bits"),
        ("@a = global half 1.0e10", "floating-point constant overflowed type"),
        ("@a = global double 1.0e-400", "floating-point constant underflowed type"),
        ("@a = global float +nan(1)", "bad payload format for nan literal"),
        ("@a = global float 1", "integer/byte constant must have integer/byte type"),
    ],
)
def test_llvm_23_refuses(text: str, message: str) -> None:
    with pytest.raises(PyllvmError, match=message.replace("(", r"\(")):
        parse_assembly(text, llvm_version=23)


SUMMARY = """^0 = module: (path: "a", hash: (0, 0, 0, 0, 0))
^1 = gv: (guid: 5, summaries: (function: (module: ^0, flags: (linkage: internal, visibility: default, notEligibleToImport: 0, \
live: 0, dsoLocal: 0, canAutoHide: 0, importType: definition, noRenameOnPromotion: 1), insts: 1)))
"""


def test_summaries_mark_local_symbols_that_keep_their_names(pyllvm: Callable[..., Any]) -> None:
    written = pyllvm("as", "--llvm-version=23", "-o", "-", "-", stdin=SUMMARY.encode()).output
    assert b"<VERSION op0=14/>" in pyllvm("bcanalyzer", "-dump", "-", stdin=written).output
    assert b"importType: definition, noRenameOnPromotion: 1)" in pyllvm("dis", "-o", "-", "-", stdin=written).output


@pytest.mark.parametrize(
    ("classes", "words"), [(0, "none"), (3, "nan"), (60, "ninf nzero nsub nnorm"), (504, "zero sub norm"), (1023, "all")]
)
def test_the_classes_of_a_test_have_words_since_llvm_23(classes: int, words: str) -> None:
    text = (
        "declare i1 @llvm.is.fpclass.f32(float, i32)\ndefine i1 @f(float %a) {\n"
        f"  %b = call i1 @llvm.is.fpclass.f32(float %a, i32 {classes})\n  ret i1 %b\n}}\n"
    )
    assert f"(float %a, i32 {classes})" in str(parse_assembly(text, llvm_version=22))
    printed = str(parse_assembly(text, llvm_version=23))
    assert f"(float %a, /* ({words}) */ i32 {classes})" in printed
    assert str(parse_assembly(printed, llvm_version=23)) == printed
