"""The names and flags of a module's symbols."""

from __future__ import annotations

from pyllvm.analysis.symbols import ModuleSymbols, Symbol, base_object
from pyllvm.assembly import parse_assembly
from pyllvm.ir.module import Module
from pyllvm.ir.target.data_layout import DataLayout
from pyllvm.tables.object_symbols import (
    COMMON,
    EXECUTABLE,
    FORMAT_SPECIFIC,
    GLOBAL,
    INDIRECT,
    MAY_OMIT,
    UNDEFINED,
    UNNAMED_ADDRESS,
    USED,
    WEAK,
)
from rows import each_row

ELF = """target datalayout = "e-m:e-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
"""
COFF = """target datalayout = "e-m:w-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-windows-msvc"
"""


def symbols_of(text: str, version: int = 19) -> tuple[Module, ModuleSymbols]:
    module = parse_assembly(text.encode(), "m.ll", llvm_version=version)
    return module, ModuleSymbols(module, version, DataLayout(module.data_layout, version))


def symbol(text: str, name: str) -> Symbol:
    module, symbols = symbols_of(text)
    value = module.get(name)
    assert value is not None
    return symbols.symbol(value)


def test_a_definition_is_global_and_a_local_one_is_not() -> None:
    text = ELF + "define void @f() {\n  ret void\n}\ndefine internal void @g() {\n  ret void\n}\n"
    assert symbol(text, "f").flags == GLOBAL | EXECUTABLE
    assert symbol(text, "g").flags == EXECUTABLE


def test_a_declaration_is_undefined() -> None:
    assert symbol(ELF + "@x = external global i32\n", "x").flags == GLOBAL | UNDEFINED


def test_library_functions_count_as_used() -> None:
    assert symbol(ELF + "declare ptr @memcpy(ptr, ptr, i64)\n", "memcpy").flags & USED


def test_what_llvm_used_lists_is_used_behind_its_casts() -> None:
    text = f"""{ELF}
@x = internal addrspace(1) global i32 0
@llvm.used = appending global [1 x ptr] [ptr addrspacecast (ptr addrspace(1) @x to ptr)], section "llvm.metadata"
"""
    assert symbol(text, "x").flags & USED
    assert symbol(text, "llvm.used").flags & FORMAT_SPECIFIC


def test_a_common_and_a_weak_variable() -> None:
    assert symbol(ELF + "@x = common global i32 0\n", "x").flags == GLOBAL | COMMON
    assert symbol(ELF + "@x = weak global i32 0\n", "x").flags == GLOBAL | WEAK


def test_a_linker_may_leave_out_a_constant_whose_address_nobody_needs() -> None:
    flags = symbol(ELF + "@x = linkonce_odr unnamed_addr constant i32 0\n", "x").flags
    assert flags == GLOBAL | WEAK | UNNAMED_ADDRESS | MAY_OMIT
    assert not symbol(ELF + "@x = linkonce_odr local_unnamed_addr global i32 0\n", "x").flags & MAY_OMIT


def test_an_alias_leads_to_the_object_behind_it() -> None:
    found = symbol(ELF + "@x = global [2 x i32] zeroinitializer\n@a = alias i32, getelementptr (i32, ptr @x, i64 1)\n", "a")
    assert found.flags == GLOBAL | INDIRECT
    assert found.base is not None and found.base.name == "x"


@each_row(
    ("aliasee", "base"),
    [
        ("getelementptr (i8, ptr @g, i64 1)", "g"),
        ("inttoptr (i64 sub (i64 ptrtoint (ptr @g to i64), i64 8) to ptr)", "g"),
        ("inttoptr (i64 add (i64 8, i64 ptrtoint (ptr @g to i64)) to ptr)", "g"),
        ("inttoptr (i64 add (i64 ptrtoint (ptr @g to i64), i64 8) to ptr)", "g"),
        ("inttoptr (i64 sub (i64 8, i64 ptrtoint (ptr @g to i64)) to ptr)", ""),
        ("inttoptr (i64 add (i64 ptrtoint (ptr @h to i64), i64 ptrtoint (ptr @g to i64)) to ptr)", ""),
        ("inttoptr (i64 sub (i64 ptrtoint (ptr @h to i64), i64 ptrtoint (ptr @g to i64)) to ptr)", ""),
        ("inttoptr (i64 xor (i64 ptrtoint (ptr @g to i64), i64 8) to ptr)", ""),
        ("inttoptr (i64 9 to ptr)", ""),
        ("@other", "g"),
    ],
)
def test_the_object_of_an_alias(aliasee: str, base: str) -> None:
    """The rules of findBaseObject: an address plus a number is in its object, and two addresses are in none."""
    is_expression = aliasee.endswith(")")
    text = f"@g = global i32 0\n@h = global i32 0\n@a = alias i8, {aliasee if is_expression else 'ptr ' + aliasee}\n"
    module, _ = symbols_of(text + "@other = alias i8, ptr @g\n")
    found = base_object(module.aliases[0])
    assert ("" if found is None else found.name) == base


def test_the_object_behind_another_address_space_is_found_since_llvm_22() -> None:
    module, _ = symbols_of("@s = addrspace(1) global i32 0\n@a = alias i8, addrspacecast (ptr addrspace(1) @s to ptr)\n")
    assert [base_object(module.aliases[0], version) is not None for version in (21, 22)] == [False, True]


def test_names_follow_the_data_layout() -> None:
    text = 'target datalayout = "m:o"\n@x = global i32 0\n@y = private global i32 0\n@"\\01z" = global i32 0\n'
    module, symbols = symbols_of(text)
    assert [symbols.name(value) for value in module.global_variables] == ["_x", "L_y", "z"]
    assert symbol(COFF + "@x = external dllimport global i32\n", "x").name == "__imp_x"


def test_nameless_values_are_numbered_as_they_are_asked_for() -> None:
    module, symbols = symbols_of(ELF + "@0 = global i32 0\n@1 = global i32 0\n")
    one, other = module.global_variables
    assert (symbols.name(other), symbols.name(one), symbols.name(other)) == ("__unnamed_1", "__unnamed_2", "__unnamed_1")


def test_what_a_coff_module_exports_is_an_option_for_the_linker() -> None:
    text = COFF + '@x = dllexport global i32 0\n@"a b" = dllexport global i32 0\ndeclare dllexport void @f()\n'
    module, symbols = symbols_of(text)
    assert [symbols.export_options(value) for value in module.global_values] == [[" /EXPORT:x,DATA"], [' /EXPORT:"a b",DATA'], []]


def test_mingw_is_told_of_hidden_symbols_since_llvm_16() -> None:
    text = COFF.replace("windows-msvc", "windows-gnu") + "@x = hidden global i32 0\n"
    for version, expected in ((15, []), (16, [" -exclude-symbols:x"])):
        module, symbols = symbols_of(text, version)
        assert symbols.export_options(module.global_variables[0]) == expected


def test_options_and_libraries_in_metadata_are_for_their_format_alone() -> None:
    metadata = """!llvm.linker.options = !{!0}
!llvm.dependent-libraries = !{!1}
!0 = !{!"/DEFAULTLIB:m", !"/X"}
!1 = !{!"m"}
"""
    _, elf = symbols_of(ELF + metadata)
    _, coff = symbols_of(COFF + metadata)
    assert (elf.linker_options, elf.dependent_libraries) == ([], ["m"])
    assert (coff.linker_options, coff.dependent_libraries) == ([" /DEFAULTLIB:m", " /X"], [])


def test_code_for_x86_may_refer_to_the_offset_table() -> None:
    flag = '!llvm.module.flags = !{!0}\n!0 = !{i32 1, !"Code Model", i32 4}\n'
    assert not symbols_of(ELF)[1].refers_to_offset_table
    assert symbols_of(ELF + flag)[1].refers_to_offset_table
    assert not symbols_of(ELF + flag, version=17)[1].refers_to_offset_table
    assert symbols_of(ELF.replace("x86_64", "i386"))[1].refers_to_offset_table
