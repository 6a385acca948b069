"""`--pointee-types`: the natural types of parameters and of pointers in local variables."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import pyllvm
from pyllvm import PyllvmError, parse_assembly, to_assembly
from pyllvm.cli.options import POINTEE_CHOICES
from pyllvm.migrations.shared.pointee_inference import POINTEE_TYPES

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


def test_other_signatures_change_only_on_request() -> None:
    assert "define i32 @first(i8* %p)" in brought(SLOT, "inferred")
    text = brought(SLOT, "exported")
    assert "define i32 @first(%pair* %p)" in text
    assert "%slot = alloca %pair*" in text
    assert "store %pair* %p, %pair** %slot" in text
    assert "%q = load %pair*, %pair** %slot" in text
    assert casts(text) == 0


def test_a_local_variable_alone() -> None:
    text = brought(SLOT, "inferred")
    assert "%slot = alloca %pair*" in text
    assert casts(text) == 1


def test_a_tie_is_a_pointer_to_i8() -> None:
    text = brought(LOCAL.replace("%v = load i32, ptr %f", "%v = load i32, ptr %p").replace("%a)", "null)"), "inferred")
    assert "define internal i32 @first(i8* %p)" in text


def test_a_slot_whose_address_escapes_holds_a_pointer_to_i8() -> None:
    text = brought(SLOT.replace("  ret", "  call void @take(ptr %slot)\n  ret") + "declare void @take(ptr)\n", "inferred")
    assert "%slot = alloca i8*" in text


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
    for number, text in enumerate((LOCAL, SLOT)):
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
