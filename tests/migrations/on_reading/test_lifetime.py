"""Modules brought to newer LLVMs print as those LLVMs print them; the expected texts are llvm-dis's own."""

from __future__ import annotations

from pathlib import Path

import pytest

from pyllvm import PyllvmError, parse_assembly, parse_bitcode, to_assembly
from pyllvm.migrations import MIGRATIONS, upgrade

DATA = Path(__file__).parent.parent / "data" / "migrations"


def module_text(text: str) -> str:
    """A module's text without the line that says where it came from."""
    return text.split("\n", 1)[1]


@pytest.mark.parametrize("version", [16, 19, 22])
def test_typed_pointers_and_the_attributes_of_14_become_those_of_newer_versions(version: int) -> None:
    module = parse_assembly((DATA / "typed_pointers.ll").read_text(), llvm_version=14)
    module.source_filename = "typed_pointers.c"
    upgrade(module, version)
    assert module.llvm_version == version
    assert module_text(to_assembly(module)) == (DATA / f"typed_pointers.{version}.ll").read_text()


def test_expressions_that_are_no_more_become_instructions() -> None:
    module = parse_assembly((DATA / "constant_expressions.ll").read_text(), llvm_version=14)
    upgrade(module, 19)
    assert module_text(to_assembly(module)) == (DATA / "constant_expressions.19.ll").read_text()


def test_an_initializer_cannot_do_without_its_expression() -> None:
    text = "@g = external global i8\n@a = global i64 shl (i64 ptrtoint (i8* @g to i64), i64 3)\n"
    module = parse_assembly(text, llvm_version=14)
    with pytest.raises(
        PyllvmError, match="@a: Value referenced by initializer is an unsupported constant expression of type shl"
    ):
        upgrade(module, 19)


def test_a_module_of_the_version_or_of_a_newer_one_stays_as_it_is() -> None:
    module = parse_assembly("declare void @f(i8*)\n", llvm_version=14)
    before = to_assembly(module)
    upgrade(module, 14)
    upgrade(module, 8)
    assert module.llvm_version == 14
    assert to_assembly(module) == before


def test_parameters_of_8_get_the_types_that_their_pointers_had() -> None:
    text = "%s = type { i32 }\ndefine void @f(%s* byval %a, %s* sret %b) {\n  ret void\n}\n"
    module = parse_assembly(text, llvm_version=8)
    upgrade(module, 19)
    assert "@f(ptr byval(%s) %a, ptr sret(%s) %b)" in to_assembly(module)


def test_string_attributes_become_what_later_versions_read() -> None:
    text = (
        'define void @f() "no-frame-pointer-elim"="false" "no-frame-pointer-elim-non-leaf" { ret void }\n'
        'define void @g() "null-pointer-is-valid"="true" { ret void }\n'
    )
    module = parse_assembly(text, llvm_version=8)
    upgrade(module, 14)
    printed = to_assembly(module)
    assert '"frame-pointer"="non-leaf"' in printed
    assert "null_pointer_is_valid }" in printed
    assert "no-frame-pointer-elim" not in printed


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
    upgrade(module, 22)
    calls = [line for line in to_assembly(module).splitlines() if "call void" in line]
    assert calls == ["  call void @llvm.lifetime.start.p0(ptr %a)"]


def test_migrations_stand_in_the_order_of_the_releases() -> None:
    assert [migration.since for migration in MIGRATIONS] == sorted(migration.since for migration in MIGRATIONS)
    assert len({migration.name for migration in MIGRATIONS}) == len(MIGRATIONS)


def test_sizes_of_debug_information_are_metadata_to_the_writer_of_22() -> None:
    text = '!kept = !{!0}\n!0 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)\n'
    module = parse_assembly(text, llvm_version=14)
    upgrade(module, 22)
    assert "size: 32" in to_assembly(parse_bitcode(module.to_bitcode()))
