"""The parts of a module: what is in each, and that they link to the same module again."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pyllvm import Module, link, parse_assembly, parse_bitcode, read, to_bitcode, verify
from pyllvm.editing.splitting import parts
from pyllvm.tables.features import OPAQUE_POINTERS_SINCE

TEXT = """\
$group = comdat any
$third = comdat any
@shared = internal global i32 0
@0 = private constant i32 5
@own = internal constant [1 x ptr] [ptr @text]
@text = private constant [3 x i8] c"ab\\00"
@grouped = linkonce_odr global i32 1, comdat($group)
@also = alias i32, ptr @shared
@llvm.used = appending global [1 x ptr] [ptr @first], section "llvm.metadata"
module asm "nop"

define i32 @first() !callees !2 {
  %a = load i32, ptr @shared
  %b = load i32, ptr @0
  %c = load ptr, ptr @own
  %d = call i32 @second()
  %e = load i32, ptr @also
  ret i32 %d
}
define internal i32 @second() {
  %a = load i32, ptr @shared
  %b = load i32, ptr @0
  ret i32 %a
}
define linkonce_odr void @third() comdat {
  %f = call i32 @picked()
  ret void
}
define void @fourth() comdat($third) {
  call void @third()
  call void @outside()
  call void @inlined()
  ret void
}
define ptr @jumps() {
  br label %target
target:
  ret ptr null
}
define ptr @names() {
  ret ptr blockaddress(@jumps, %target)
}
define available_externally void @inlined() {
  ret void
}
@picked = ifunc i32 (), ptr @picker
define internal ptr @picker() {
  ret ptr @first
}
declare void @outside()

!llvm.module.flags = !{!0, !1}
!llvm.ident = !{!3}
!0 = !{i32 1, !"wchar_size", i32 4}
!1 = !{i32 5, !"numbers", !4}
!2 = !{ptr @picker}
!3 = !{!"clang version 19.1.7"}
!4 = !{i32 1, i32 2}
"""


def shapes(module: Module) -> dict[str, str]:
    """The symbols of a module without what splitting changes, and without numbers of metadata and of attributes."""
    found: dict[str, str] = {}
    for value in module.global_values:
        text = re.sub(r"^; .*\n| *; preds = .*", "", str(value), flags=re.MULTILINE)
        text = re.sub(r"@__(llvmsplit_)?unnamed\b", "@0", text)
        text = re.sub(r"#\d+|!\d+|\b(private|internal|hidden|linkonce|weak|linkonce_odr|weak_odr|dso_local) ", "", text)
        found[re.sub("^__(llvmsplit_)?unnamed$", "", value.name)] = text
    return found


def read_parts(module: Module) -> dict[str, Module]:
    found = {}
    for part in parts(module):
        found[part.file_name] = parse_bitcode(to_bitcode(part.module), part.file_name)
        assert part.module.comdats.keys() == found[part.file_name].comdats.keys()
    return found


def defined(module: Module) -> list[str]:
    symbols = [*module.functions, *module.global_variables]
    names = [value.name for value in symbols if not value.is_declaration]
    return [*names, *[value.name for value in module.aliases], *[value.name for value in module.ifuncs]]


def test_what_is_in_each_part() -> None:
    found = read_parts(parse_assembly(TEXT, llvm_version=19))
    assert {name: defined(module) for name, module in found.items()} == {
        "0-globals": ["shared", "__unnamed", "grouped", "llvm.used", "also"],
        "1-first": ["first", "own", "text"],
        "2-second": ["second"],
        "3-third": ["third", "fourth", "inlined"],
        "4-jumps": ["jumps", "names"],
        "5-picker": ["picker", "picked"],
    }
    for module in found.values():
        assert verify(module) == []
    assert found["0-globals"].inline_assembly == "nop\n"
    assert found["1-first"].inline_assembly == ""


def test_what_is_in_each_part_with_the_locals_that_it_needs() -> None:
    module = parse_assembly(TEXT, llvm_version=19)
    assert {part.file_name: defined(part.module) for part in parts(module, preserves_locals=True)} == {
        "0-globals": ["grouped", "llvm.used"],
        "1-first": ["first", "second", "picker", "shared", "", "own", "text", "also", "picked"],
        "2-third": ["third", "fourth", "inlined"],
        "3-jumps": ["jumps", "names"],
    }


def test_what_several_parts_need_is_visible() -> None:
    found = read_parts(parse_assembly(TEXT, llvm_version=19))
    text = str(found["0-globals"])
    assert "@shared = hidden global i32 0" in text
    assert "@__unnamed = hidden constant i32 5" in text
    assert "@shared = external hidden global i32" in str(found["2-second"])
    assert "define hidden i32 @second()" in str(found["2-second"])
    text = str(found["1-first"])
    assert "@own = internal constant [1 x ptr] [ptr @text]" in text
    assert "declare i32 @also" not in text
    assert "@also = external global i32" in text
    assert "define weak_odr void @third() comdat" in str(found["3-third"])


def test_metadata_of_the_module() -> None:
    found = read_parts(parse_assembly(TEXT, llvm_version=19))
    assert [name for name, module in found.items() if module.named_metadata_of("llvm.ident") is not None] == ["0-globals"]
    for name, module in found.items():
        flags = module.named_metadata_of("llvm.module.flags")
        assert flags is not None
        assert len(flags.operands) == (2 if name == "0-globals" else 1)


def test_the_parts_link_to_the_same_module() -> None:
    whole = link(list(read_parts(parse_assembly(TEXT, llvm_version=19)).values()))
    assert verify(whole) == []
    assert shapes(whole) == shapes(parse_assembly(TEXT, llvm_version=19))


def test_the_module_is_the_whole_again_at_the_end() -> None:
    module = parse_assembly(TEXT, llvm_version=19)
    read_parts(module)
    assert verify(module) == []
    assert shapes(module) == shapes(parse_assembly(TEXT, llvm_version=19))


@pytest.mark.parametrize("preserves_locals", [False, True])
@pytest.mark.parametrize("count", [1, 2, 3, 100])
def test_balanced_parts_link_to_the_same_module(count: int, preserves_locals: bool) -> None:
    found = [
        parse_bitcode(to_bitcode(part.module), part.file_name)
        for part in parts(parse_assembly(TEXT, llvm_version=19), count, preserves_locals=preserves_locals)
    ]
    assert 1 <= len(found) <= count
    for module in found:
        assert verify(module) == []
    whole = link(found)
    assert shapes(whole) == shapes(parse_assembly(TEXT, llvm_version=19))
    if preserves_locals:
        assert "hidden" not in "".join(map(str, found))


def test_a_module_without_functions() -> None:
    module = parse_assembly("@a = internal global i32 1\n@b = global ptr @a\n", llvm_version=19)
    found = read_parts(module)
    assert list(found) == ["0-globals"]
    assert "@a = internal global i32 1" in str(found["0-globals"])


PROGRAMS = Path.home() / ".cache" / "llvm-corpus"


@pytest.mark.slow
@pytest.mark.parametrize("name", ["lua/19-O2/lmathlib.bc", "zlib/14-O2g/compress.bc", "bzip2/22-O2g/huffman.bc"])
def test_programs(name: str) -> None:
    path = PROGRAMS / name
    if not path.exists():
        pytest.skip("there are no programs to try it on")
    found = list(read_parts(read(path)).values())
    assert [verify(module) for module in found] == [[]] * len(found)
    whole = link(found)
    assert verify(whole) == []
    assert shapes(whole) == shapes(read(path))


USES = (
    "@p = LINKAGEconstant TO @other",
    "@p = LINKAGEglobal { i32, TO } { i32 1, TO @other }",
    "@p = LINKAGEglobal i64 ptrtoint (TO @other to i64)",
    "define void @p() prefix TO @other {\n  ret void\n}",
    "define void @p() prologue TO @other {\n  ret void\n}",
    "@p = LINKAGEconstant TO @other\n@pp = alias TO, TO* @p",
    "define i32 @p() {\n  %x = call i32 @other()\n  ret i32 %x\n}\n!named = !{!0}\n!0 = !{TO @other}",
)


@pytest.mark.parametrize("version", [14, 19])
@pytest.mark.parametrize("linkage", ["", "internal "])
@pytest.mark.parametrize("target", ["alias i32 (), TO @body", "ifunc i32 (), BY @picker"])
def test_aliases_of_other_parts(version: int, linkage: str, target: str) -> None:
    for use in USES:
        text = f"{use}\n@other = {linkage}{target}\ndefine i32 @body() {{\n  ret i32 0\n}}\n"
        text += "define TO @picker() {\n  ret TO @body\n}\n"
        for word, typed in (("TO*", "i32 ()**"), ("TO", "i32 ()*"), ("BY", "i32 ()* ()*")):
            text = text.replace(word, typed if version < OPAQUE_POINTERS_SINCE else "ptr")
        text = text.replace("LINKAGE", linkage)
        whole = shapes(parse_assembly(text, llvm_version=version))
        for count, preserves_locals in ((0, False), (0, True), (2, False), (2, True), (3, False)):
            module = parse_assembly(text, llvm_version=version)
            found = [
                parse_bitcode(to_bitcode(part.module), "part") for part in parts(module, count, preserves_locals=preserves_locals)
            ]
            assert [verify(one) for one in (*found, module)] == [[]] * (len(found) + 1)
            assert shapes(module) == whole
            linked = shapes(link(found))
            # A linker drops local symbols that nothing needs.
            assert {**whole, **linked} == whole
            assert {"p", "body", "picker", "other"} - linked.keys() <= ({"p", "other"} if linkage else set())
