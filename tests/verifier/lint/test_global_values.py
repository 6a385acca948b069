"""Global values that the object file cannot have."""

from __future__ import annotations

import pytest

from pyllvm.assembly import parse_assembly
from pyllvm.verifier.lint import lint

ELF = 'target triple = "x86_64-unknown-linux-gnu"\n'
MACHO = 'target triple = "x86_64-apple-macosx10.12"\n'
COFF = 'target triple = "x86_64-pc-windows-msvc"\n'
WASM = 'target triple = "wasm32-unknown-unknown"\n'


def found(text: str, version: int = 19) -> list[tuple[str, str]]:
    """Rule and message of all that is reported of a module."""
    return [(finding.rule, finding.message) for finding in lint(parse_assembly(text.encode(), llvm_version=version))]


def member(kind: str, linkage: str = "") -> str:
    """A variable in a comdat of its name."""
    return f"$v = comdat {kind}\n@v = {linkage} global i32 0, comdat\n"


@pytest.mark.parametrize(
    ("text", "version", "message"),
    [
        (MACHO + member("any"), 19, "Mach-O has no comdats"),
        (ELF + member("largest"), 19, "ELF has no comdats of the kind 'largest'"),
        (ELF + member("noduplicates"), 8, "ELF has no comdats of the kind 'nodeduplicate'"),
        (WASM + member("nodeduplicate"), 19, "WebAssembly has no comdats of the kind 'nodeduplicate'"),
    ],
)
def test_comdats_that_a_format_does_not_have(text: str, version: int, message: str) -> None:
    assert found(text, version) == [("comdat-format", message)]


@pytest.mark.parametrize(
    "text",
    [member("largest"), ELF + member("any"), ELF + member("nodeduplicate"), WASM + member("any"), COFF + member("largest")],
)
def test_comdats_that_a_format_has(text: str) -> None:
    assert found(text) == []


def test_leaders_of_comdats_in_coff() -> None:
    missing = COFF + "$c = comdat any\n@v = global i32 0, comdat($c)\n"
    assert found(missing) == [("comdat-leader", "no symbol has the name of the comdat 'c', which COFF requires")]
    assert found(missing.replace(COFF, ELF)) == []
    local = COFF + member("any", "internal")
    assert found(local) == [("comdat-leader", "the symbol with the name of the comdat 'v' is local")]


def test_common_variables_have_no_section() -> None:
    assert [rule for rule, _ in found('@v = common global i32 0, section "x"')] == ["common-section"]
    assert found('@v = common global i32 0\n@w = global i32 0, section "x"') == []


def test_anyregcc_is_for_patchpoints() -> None:
    assert [rule for rule, _ in found("define anyregcc void @f() {\n  ret void\n}")] == ["call-anyregcc"]
    call = "  call anyregcc void (i64, i32, ptr, i32, ...) @llvm.experimental.patchpoint.void(i64 0, i32 5, ptr null, i32 0)\n"
    declaration = "declare void @llvm.experimental.patchpoint.void(i64, i32, ptr, i32, ...)\n"
    assert found(f"{declaration}define void @f() {{\n{call}  ret void\n}}") == []


def test_an_alias_is_of_something() -> None:
    assert [rule for rule, _ in found("@a = alias i32, inttoptr (i64 4096 to ptr)")] == ["alias-address"]
    assert found("@v = global [2 x i32] zeroinitializer\n@a = alias i32, getelementptr (i32, ptr @v, i64 1)") == []


def test_resolvers_before_the_verifier_looked_at_them() -> None:
    declared = "declare i32 ()* @r()\n@i = ifunc i32 (), i32 ()* ()* @r\n"
    assert found(declared, 8) == [("ifunc-resolver", "IFunc resolver must be a definition")]
    defined = "define i32 ()* @r() {\n  ret i32 ()* null\n}\n@i = ifunc i32 (), i32 ()* ()* @r\n"
    assert found(defined, 8) == []
    variable = "@v = global i32 0\n@i = ifunc i32 (), i32 ()* ()* bitcast (i32* @v to i32 ()* ()*)\n"
    assert found(variable, 8) == [("ifunc-resolver", "IFunc must have a Function resolver")]
    number = "define i32 @n() {\n  ret i32 0\n}\n@i = ifunc i32 (), i32 ()* ()* bitcast (i32 ()* @n to i32 ()* ()*)\n"
    assert found(number, 8) == [("ifunc-resolver", "IFunc resolver must return a pointer")]
