"""An anonymized module is valid, computes the same, and has nothing of the original names."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pyllvm import Module, parse_assembly, parse_bitcode, read, to_bitcode, verify
from pyllvm.ir.metadata import MDString
from pyllvm.ir.type_finder import structs_in
from pyllvm.library.anonymizing import anonymize

TEXT = r"""
source_filename = "/home/alice/payroll/wages.c"
target triple = "x86_64-unknown-linux-gnu"

%struct.employee = type { i32, ptr }
%"class.acme::Boss" = type { %struct.employee }

$wages = comdat any
$acmegroup = comdat any

@roster = internal global [2 x %struct.employee] zeroinitializer, section "acme_section"
@.str = private constant [14 x i8] c"salary %5.2f\0A\00"
@binary = constant [4 x i8] c"\01\02ab", partition "acmepartition"
@boss = external global %"class.acme::Boss"
@marked = global i32 0 "dontcall-error"="acmevariable"
@wide = constant [4 x i32] [i32 66, i32 111, i32 98, i32 0]
@aliased = alias i32, ptr @wages
@picked = ifunc i32 (), ptr @picker
@llvm.used = appending global [1 x ptr] [ptr @roster], section "llvm.metadata"
@addresses = global ptr blockaddress(@main, %elsewhere)

define i32 @wages(ptr %employee) comdat {
  %amount = call i32 (ptr, ...) @printf(ptr @.str) "dontcall-error"="acmecall", !acmekind !9
  call void asm sideeffect "call wages # acmeasm", ""()
  ret i32 %amount
}

define double @grouped(double) "vector-function-abi-variant"="_ZGV_LLVM_N2v_wages(wagesvector)" comdat($acmegroup) {
  ret double 1.0
}

define i32 @main(i32 %argc) !dbg !4 {
start:
  %sum = add i32 %argc, 1, !dbg !7
  br label %elsewhere
elsewhere:
  %lane = call i1 @llvm.type.test(ptr @roster, metadata !"acmetype")
  ret i32 %sum, !dbg !7
}

define internal ptr @picker() "dontcall-error"="acmemessage" {
  ret ptr @main
}

declare i32 @printf(ptr, ...)
declare i1 @llvm.type.test(ptr, metadata)

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3}
!llvm.ident = !{!8}
!acmenamed = !{!9}
!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, producer: "acmecc based on clang version 19.1.7", flags: "-DACME", \
emissionKind: FullDebug, dwoId: 77)
!1 = !DIFile(filename: "wages.c", directory: "/home/alice", checksumkind: CSK_MD5, \
checksum: "00112233445566778899aabbccddeeff", source: "int acmesource;")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !{i32 1, !"target-abi", !"lp64"}
!4 = distinct !DISubprogram(name: "main", linkageName: "acmelinkage", file: !1, line: 1, type: !5, unit: !0, \
spFlags: DISPFlagDefinition)
!5 = !DISubroutineType(types: !6)
!6 = !{!10}
!7 = !DILocation(line: 2, scope: !4)
!8 = !{!"acmecc based on clang version 19.1.7"}
!9 = !{!"acmestring"}
!10 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
""".replace("\\\n", "")

ORIGINAL = ["alice", "payroll", "wages", "employee", "acme", "ACME", "Boss", "roster", "salary", "aliased", "picked", "picker"]
ORIGINAL += ["amount", "argc", "elsewhere", "start", "grouped", "printf", "main", "aabbccdd", "binary", "wide", "lane"]


@pytest.fixture
def module() -> Module:
    return parse_assembly(TEXT, llvm_version=19)


def test_nothing_of_the_original_is_left(module: Module) -> None:
    assert verify(module) == []
    assert [word for word in ORIGINAL if word not in str(module)] == []
    names = anonymize(module)
    text = str(module)
    # Inline assembly is kept as it is, but for symbols, and the result says so.
    assert names.warnings == ["assembly is kept: look at it before you share the module"]
    assert "acmeasm" in text
    text = text.replace("acmeasm", "")
    assert [word for word in ORIGINAL if word in text] == []
    assert verify(module) == []
    again = parse_assembly(text, llvm_version=19)
    assert verify(again) == []
    assert verify(parse_bitcode(to_bitcode(module))) == []


def test_what_llvm_knows_is_kept(module: Module) -> None:
    anonymize(module)
    text = str(module)
    for word in ("@llvm.used", "@llvm.type.test", '"Debug Info Version"', '"target-abi"', '"lp64"', '"llvm.metadata"', '"int"'):
        assert word in text
    assert '!{!"clang version 19.0.0"}' in text
    assert 'target triple = "x86_64-unknown-linux-gnu"' in text


def test_equal_names_become_equal_names(module: Module) -> None:
    names = anonymize(module)
    text = str(module)
    new = names.symbols["wages"]
    assert f"${new} = comdat any" in text
    assert f'asm sideeffect "call {new} # acmeasm"' in text
    assert f"_ZGV_LLVM_N2v_{new}(" in text
    assert f'name: "{names.symbols["main"]}"' in text
    assert names.document()["symbols"] is names.symbols
    assert names.files == {"wages.c": "file1.c", "/home/alice/payroll/wages.c": "file2.c"}


def test_texts_in_constants(module: Module) -> None:
    anonymize(module)
    text = str(module)
    assert r'c"xxxxxx %5.2f\0A\00"' in text
    assert r'c"\01\02ab"' in text
    assert "[i32 120, i32 120, i32 120, i32 0]" in text
    kept = parse_assembly(TEXT, llvm_version=19)
    anonymize(kept, keep_strings=True)
    assert "salary" in str(kept)


def test_names_to_keep(module: Module) -> None:
    names = anonymize(module, keep=["wag*", "struct.*"], keep_library_names=True)
    text = str(module)
    for word in ("@wages(", "@main(", "@printf(", "%struct.employee"):
        assert word in text
    assert "wages" not in names.symbols
    assert "roster" not in text


def test_a_symbol_may_have_the_new_name_of_another() -> None:
    module = parse_assembly("@f1 = global i32 0\ndefine void @v1() {\n  ret void\n}\n@v2 = global ptr @v1\n", llvm_version=19)
    names = anonymize(module)
    assert sorted(names.symbols) == ["f1", "v1", "v2"]
    assert len(set(names.symbols.values())) == 3
    assert all(old != new for old, new in names.symbols.items())


PROGRAMS = Path.home() / ".cache" / "llvm-corpus"
# Words of the language, of targets and of debug information that programs also use as names.
COMMON_WORDS = """\
assignment branch_weights clang column count debug Debug double Dwarf entry errno expected false filename float frame Level linux
local omnipotent pointer scope short signed Simple size_t start tracking types unsigned uwtable value version Version vtable
wchar_size x86_64
"""
PROGRAM_FILES = ["lua/14-O2g/loslib.bc", "lua/19-O2g/lmathlib.bc", "zlib/22-O2g/gzread.ll", "bzip2/23-O2g/bzip2.bc"]


@pytest.mark.slow
@pytest.mark.parametrize("name", PROGRAM_FILES)
def test_programs(name: str) -> None:
    path = PROGRAMS / name
    if not path.exists():
        pytest.skip("there are no programs to try it on")
    module = read(path)
    names = [value.name for value in module.global_values if not value.name.startswith("llvm.")]
    names += [struct.name for struct in structs_in(module, module.llvm_version)]
    for function in module.functions:
        names += [value.name for value in (*function.arguments, *function.blocks, *function.instructions)]
    strings = [one.text for one in module.context.metadata.values() if isinstance(one, MDString)]
    names += [text for text in strings if not text.startswith("llvm.")]
    words = {word for name in names for word in re.findall(r"[A-Za-z_]\w{4,}", name)}
    assert len(words) > 100
    anonymize(module)
    assert verify(module) == []
    left = words & set(re.findall(r"[A-Za-z_]\w{4,}", str(module)))
    assert left - set(COMMON_WORDS.split()) == set()


def test_names_change_places() -> None:
    text = """\
%s2 = type { i8 }
%s1 = type { i16 }
module asm "call wages"
@g = global %s2 zeroinitializer
@h = global %s1 zeroinitializer
define i64 @wages() {
  %r = call i64 @llvm.read_register.i64(metadata !0)
  ret i64 %r
}
declare i64 @llvm.read_register.i64(metadata)
!0 = !{!"rsp"}
"""
    module = parse_assembly(text, llvm_version=19)
    names = anonymize(module)
    assert names.structs == {"s2": "s1", "s1": "s2"}
    assert f'module asm "call {names.symbols["wages"]}"' in str(module)
    assert '!{!"rsp"}' in str(module)
    assert verify(module) == []


def test_the_producer_of_a_unit_is_one_like_it(module: Module) -> None:
    anonymize(module)
    assert 'producer: "clang version 19.0.0"' in str(module)
