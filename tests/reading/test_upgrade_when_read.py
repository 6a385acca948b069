"""Modules of an older LLVM whose bodies are upgraded when a link reads them, compared with those that are upgraded as a whole."""

from __future__ import annotations

import pytest

from pyllvm.assembly import parse_assembly
from pyllvm.bitcode import BitcodeFile, Reading, read_bitcode, write_bitcode
from pyllvm.ir.function import Function
from pyllvm.ir.module import Module
from pyllvm.linker import Linker
from pyllvm.reading.upgrade_when_read import upgraded_when_read
from pyllvm.wishes import Wishes

# Intrinsics that change, an argument with old attributes, and a type, a string and a value as metadata that other modules have.
FUNCTION = """
define void @NAME(ptr nocapture %p) !dbg !SUBPROGRAM {
  %x = alloca i32
  call void @llvm.lifetime.start.p0(i64 4, ptr %x), !dbg !LOCATION
  call void @llvm.dbg.value(metadata ptr %p, metadata !VARIABLE, metadata !DIExpression()), !dbg !LOCATION
  %y = load ptr, ptr %p, !own !{!"text", ptr @common}
  %z = getelementptr i8, ptr %y, i32 SHARED
  call void @llvm.lifetime.end.p0(i64 4, ptr %x)
  ret void
}
"""
MODULE = """
@common = external global i32
declare void @llvm.lifetime.start.p0(i64, ptr)
declare void @llvm.lifetime.end.p0(i64, ptr)
declare void @llvm.dbg.value(metadata, metadata, metadata)
FUNCTIONS
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.cpp", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !{null, !4})
!4 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
"""
# The metadata of each function.
NODES = """!SUBPROGRAM = distinct !DISubprogram(name: "NAME", file: !1, line: 1, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!VARIABLE = !DILocalVariable(name: "v", scope: !SUBPROGRAM, type: !TYPE)
!LOCATION = !DILocation(line: 2, scope: !SUBPROGRAM)
!TYPE = !DICompositeType(tag: DW_TAG_structure_type, name: "S", size: 64, identifier: "IDENTIFIER")
"""


def module(*names: str, version: int = 16) -> bytes:
    """The bitcode of a module with these functions."""
    functions = []
    for number, name in enumerate(names):
        words = {"NAME": name, "SHARED": str(number), "IDENTIFIER": f"_ZTS{number % 2}"}
        for place, word in enumerate(("SUBPROGRAM", "VARIABLE", "LOCATION", "TYPE")):
            words[word] = str(10 * (number + 1) + place)
        text = FUNCTION + NODES
        for word, meaning in words.items():
            text = text.replace(word, meaning)
        functions.append(text)
    return bitcode(MODULE.replace("FUNCTIONS", "".join(functions)), version)


def bitcode(text: str, version: int) -> bytes:
    """The bitcode of a text."""
    return write_bitcode(parse_assembly(text.encode(), "", version))


def upgraded(data: bytes, name: str, linker: Linker, version: int = 22) -> Module:
    """A module whose bodies are upgraded when the linker needs them."""
    reading = Reading(name, Wishes(version), context=linker.context)
    reading.is_lazy = True
    return upgraded_when_read(BitcodeFile(data), reading, version)


def linked(inputs: list[bytes], version: int, *, when_read: bool) -> bytes:
    """The bitcode of the result of a link, with the order of uses."""
    linker = Linker(version, defers_uses=True)
    for number, data in enumerate(inputs):
        if when_read:
            linker.link_in(upgraded(data, f"{number}.bc", linker, version))
        else:
            linker.link_in(read_bitcode(data, name=f"{number}.bc", context=linker.context))
    return write_bitcode(linker.finish())


@pytest.mark.parametrize("version", [17, 19, 22, 23])
@pytest.mark.parametrize("count", [1, 3])
def test_a_module(count: int, version: int) -> None:
    inputs = [module(*[f"f{number}" for number in range(count)])]
    assert linked(inputs, version, when_read=True) == linked(inputs, version, when_read=False)


def test_metadata_of_bodies_is_that_of_the_modules_before() -> None:
    linker = Linker(22)
    for number in range(3):
        data = module(f"f{number}", f"g{number}")
        linker.link_in(upgraded(data, f"{number}.bc", linker))
    printed = str(linker.finish())
    for once in ('"int"', "!DISubroutineType", '"_ZTS0"', '"_ZTS1"', '!{!"text", ptr @common}'):
        assert printed.count(once) == 1, once


def test_only_what_is_needed_is_read() -> None:
    linker = Linker(22)
    user = "declare void @f(ptr)\ndefine void @user() {\n  call void @f(ptr null)\n  ret void\n}\n"
    linker.link_in(parse_assembly(user.encode(), "user.ll", 22, context=linker.context))
    source = upgraded(module("f", "g"), "library.bc", linker)
    unused = source.get("g")
    assert isinstance(unused, Function)
    read = []
    unused._settle_when_read(read.append)
    linker.link_in(source, only_needed=True)
    assert not read
    assert "captures(none)" in str(linker.finish())


ADDRESS = """@t = global ptr blockaddress(@f, %b)
define void @g(ptr nocapture %p) {
  store ptr blockaddress(@f, %b), ptr %p, !own !{!"text"}
  ret void
}
define void @f(ptr nocapture %p) {
  indirectbr ptr %p, [label %b]
b:
  ret void, !own !{!"text"}
}
"""


def test_bodies_that_need_each_other() -> None:
    inputs = [bitcode(ADDRESS, 16), bitcode(ADDRESS.replace("@f", "@f1").replace("@g", "@g1").replace("@t", "@t1"), 16)]
    assert linked(inputs, 22, when_read=True) == linked(inputs, 22, when_read=False)


def test_typed_pointers() -> None:
    text = "@a = global i32* bitcast (i8** @b to i32*)\n@b = global i8* null\n"
    inputs = [bitcode(f"{text}define i32* @f(i8** %p) {{\n  %q = bitcast i8** %p to i32*\n  ret i32* %q\n}}\n", 14)]
    assert linked(inputs, 22, when_read=True) == linked(inputs, 22, when_read=False)


def test_a_body_that_brings_kinds_of_metadata() -> None:
    """Since LLVM 20 AMD's atomic operations say what an attribute of functions said. LLVM's linker leaves the attribute."""
    text = (
        "define void @NAME(ptr %p) #0 {\n"
        "  %x = atomicrmw fadd ptr %p, float 1.0 seq_cst\n  ret void\n}\n"
        'attributes #0 = { "amdgpu-unsafe-fp-atomics"="true" }\n'
    )
    linker = Linker(22, defers_uses=True)
    for name in ("f", "g"):
        data = bitcode(text.replace("NAME", name), 19)
        linker.link_in(upgraded(data, name, linker))
    printed = str(linker.finish())
    assert printed.count("!amdgpu.no.fine.grained.host.memory !") == 2
    assert printed.count("(ptr %p) #0 {") == 2
    assert 'attributes #0 = { "amdgpu-unsafe-fp-atomics"="true" }' in printed


@pytest.mark.parametrize("bundle", ["", '[ "b"(i32 %x) ] '])
def test_labels_of_callbr(bundle: str) -> None:
    """They were operands up to LLVM 14."""
    text = f'define void @f(i32 %x) {{\n  callbr void asm "", "X"(i8* blockaddress(@f, %b)) {bundle}to label %a [label %b]\n'
    inputs = [bitcode(text + "a:\n  br label %b\nb:\n  ret void\n}\n", 14)]
    assert linked(inputs, 22, when_read=True) == linked(inputs, 22, when_read=False)


def test_typed_pointers_of_a_module_without_names() -> None:
    text = "define i32* @0(i8** %p) {\n  %q = bitcast i8** %p to i32*\n  ret i32* %q\n}\n"
    inputs = [bitcode(text, 14)]
    assert linked(inputs, 22, when_read=True) == linked(inputs, 22, when_read=False)
