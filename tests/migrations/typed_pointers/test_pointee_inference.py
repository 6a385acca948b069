"""`--pointee-types`: the natural types of parameters and of pointers in local variables."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import pyllvm
from pyllvm import PyllvmError, parse_assembly, to_assembly
from pyllvm.cli.shared_options import POINTEE_CHOICES
from pyllvm.migrations.loss import POINTEE_TYPES

STRUCT = "%pair = type { i32, ptr }\n"
LOCAL = """\
define internal i32 @first(ptr %p) {
  %f = getelementptr %pair, ptr %p, i32 0, i32 0
  %v = load i32, ptr %f
  ret i32 %v
}
define i32 @call() {
  %a = alloca %pair
  %v = call i32 @first(ptr %a)
  ret i32 %v
}
"""
SLOT = """\
define i32 @first(ptr %p) {
  %slot = alloca ptr
  store ptr %p, ptr %slot
  %q = load ptr, ptr %slot
  %f = getelementptr %pair, ptr %q, i32 0, i32 0
  %v = load i32, ptr %f
  ret i32 %v
}
"""


def brought(text: str, choice: str, version: int = 14) -> str:
    module = parse_assembly(STRUCT + text, llvm_version=22)
    module.downgraded(version, pointee_types=choice)
    return to_assembly(module)


def casts(text: str) -> int:
    return text.count("bitcast")


def test_the_option_has_the_choices() -> None:
    assert POINTEE_CHOICES == POINTEE_TYPES
    with pytest.raises(PyllvmError, match="'natural' is not one of views, inferred, exported"):
        brought(LOCAL, "natural")


def test_views_are_the_default() -> None:
    module = parse_assembly(STRUCT + LOCAL, llvm_version=22)
    module.downgraded(14)
    assert to_assembly(module) == brought(LOCAL, "views")
    assert "define internal i32 @first(i8* %p)" in to_assembly(module)


@pytest.mark.parametrize("version", [7, 14])
def test_local_functions_have_natural_parameters(version: int) -> None:
    text = brought(LOCAL, "inferred", version)
    assert "define internal i32 @first(%pair* %p)" in text
    assert "call i32 @first(%pair* %a)" in text
    assert casts(text) == 0
    assert casts(brought(LOCAL, "views", version)) == 2


@pytest.mark.parametrize("choice", ["inferred", "exported"])
def test_a_pointer_that_is_read_from_a_struct_itself_is_in_its_first_field(choice: str) -> None:
    text = "%node = type { ptr, i32 }\ndefine i64 @first(ptr %p) {\n  %f = getelementptr %node, ptr %p, i32 0, i32 1\n"
    text += "  %v = load i32, ptr %f\n  %q = load ptr, ptr %p\n  %w = load i64, ptr %q\n  ret i64 %w\n}\n"
    text = brought(text, choice)
    assert "%node = type { i64*, i32 }\n" in text and casts(text) == 0


@pytest.mark.parametrize("choice", ["inferred", "exported"])
def test_parameters_slots_and_what_is_loaded_have_one_type(choice: str) -> None:
    text = brought(SLOT, choice)
    assert "define i32 @first(%pair* %p)" in text
    assert "%slot = alloca %pair*" in text
    assert "store %pair* %p, %pair** %slot" in text
    assert "%q = load %pair*, %pair** %slot" in text
    assert casts(text) == 0


def test_of_as_many_votes_the_struct_wins() -> None:
    text = brought(LOCAL.replace("%v = load i32, ptr %f", "%v = load i32, ptr %p").replace("%a)", "null)"), "inferred")
    assert "define internal i32 @first(%pair* %p)" in text
    # The address of its first field is no cast.
    assert "getelementptr %pair, %pair* %p, i32 0, i32 0\n  %f = " in text
    assert casts(text) == 0


def test_a_declaration_has_the_types_of_its_calls() -> None:
    text = brought(SLOT.replace("  ret", "  call void @take(ptr %slot)\n  ret") + "declare void @take(ptr)\n", "inferred")
    assert "declare void @take(%pair**)" in text


def test_a_library_function_takes_any_pointer() -> None:
    text = brought(SLOT.replace("  ret", "  call void @free(ptr %p)\n  ret") + "declare void @free(ptr)\n", "inferred")
    assert "declare void @free(i8*)" in text
    assert casts(text) == 1


FIELDS = """\
%node = type { ptr, ptr, [2 x ptr] }
@list = global %node { ptr @list, ptr @visit, [2 x ptr] [ptr @list, ptr null] }
@table = internal global [2 x ptr] [ptr @visit, ptr null]
define i64 @walk(ptr %n, i64 %x) {
  %slot = getelementptr %node, ptr %n, i32 0, i32 1
  %f = load ptr, ptr %slot
  %next = load ptr, ptr %n
  %v = call i64 %f(ptr %next, i64 %x)
  %child = getelementptr %node, ptr %n, i32 0, i32 2, i64 1
  %c = load ptr, ptr %child
  %w = call i64 @visit(ptr %c, i64 %v)
  %is = icmp eq ptr %c, %n
  %which = select i1 %is, ptr %c, ptr %n
  %y = call i64 @visit(ptr %which, i64 %w)
  ret i64 %y
}
define i64 @visit(ptr %n, i64 %x) {
  %f = getelementptr %node, ptr %n, i32 0, i32 0
  %o = load ptr, ptr %f
  %p = getelementptr %node, ptr %o, i32 0, i32 1
  %g = load ptr, ptr %p
  %t = getelementptr [2 x ptr], ptr @table, i64 0, i64 %x
  %h = load ptr, ptr %t
  %v = call i64 %h(ptr %o, i64 1)
  %w = call i64 %g(ptr %o, i64 %v)
  ret i64 %w
}
"""


def test_fields_and_function_pointers_have_types() -> None:
    text = brought(FIELDS, "inferred")
    assert "%node = type { %node*, i64 (%node*, i64)*, [2 x %node*] }" in text
    assert "@list = global %node { %node* @list, i64 (%node*, i64)* @visit, [2 x %node*] [%node* @list, %node* null] }" in text
    assert "@table = internal global [2 x i64 (%node*, i64)*] [i64 (%node*, i64)* @visit, i64 (%node*, i64)* null]" in text
    assert "define i64 @walk(%node* %n, i64 %x)" in text
    assert casts(text) == 0


def test_the_address_of_an_array_is_the_address_of_its_first_element() -> None:
    text = brought(
        """\
@text = constant [6 x i8] c"hello\\00"
declare i64 @strlen(ptr)
define i64 @f() {
  %local = alloca [4 x i8]
  %n = call i64 @strlen(ptr @text)
  %m = call i64 @strlen(ptr %local)
  ret i64 %m
}
""",
        "inferred",
    )
    assert "@strlen(i8* getelementptr inbounds ([6 x i8], [6 x i8]* @text, i32 0, i32 0))" in text
    assert "getelementptr [4 x i8], [4 x i8]* %local, i32 0, i32 0" in text
    assert casts(text) == 0


def test_a_pointer_to_itself_ends() -> None:
    text = brought(
        """\
define void @f(ptr %p) {
  store ptr %p, ptr %p
  %q = load ptr, ptr %p
  %r = load ptr, ptr %q
  store ptr %r, ptr %p
  call void @f(ptr %q)
  ret void
}
""",
        "inferred",
    )
    assert "define void @f(" in text


def test_a_musttail_call_keeps_the_signature() -> None:
    caller = "define i32 @other(ptr %p) {\n  %v = musttail call i32 @first(ptr %p)\n  ret i32 %v\n}\n"
    assert "define internal i32 @first(i8* %p)" in brought(LOCAL + caller, "inferred")


def test_parameters_that_the_language_types_stay() -> None:
    text = LOCAL.replace("(ptr %p)", "(ptr byval(i64) %p)").replace("@first(ptr %a)", "@first(ptr byval(i64) %a)")
    text = brought(text, "exported")
    assert "define internal i32 @first(i64* byval(i64) %p)" in text


@pytest.mark.oracle
@pytest.mark.parametrize("choice", POINTEE_CHOICES)
def test_llvm_accepts_it(choice: str, llvm_tool: Callable[[int, str], str], tmp_path: Path) -> None:
    for number, text in enumerate((LOCAL, SLOT, FIELDS)):
        path = tmp_path / f"{number}.bc"
        module = parse_assembly(STRUCT + text, llvm_version=22)
        module.downgraded(14, pointee_types=choice)
        pyllvm.write(module, path)
        subprocess.run([llvm_tool(14, "opt"), "-verify", "-S", "-o", tmp_path / "out.ll", path], check=True)


def test_the_commands_have_the_option(tmp_path: Path) -> None:
    path = tmp_path / "a.ll"
    path.write_text(STRUCT + SLOT)
    words = ["as", "--input-llvm-version=22", "--llvm-version=14", "--pointee-types=exported", "-o", "-", str(path)]
    done = subprocess.run([sys.executable, "-m", "pyllvm", *words], capture_output=True, check=True)
    assert "@first(%pair* %p)" in to_assembly(pyllvm.parse_bitcode(done.stdout))
