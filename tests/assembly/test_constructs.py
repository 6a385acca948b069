"""Text that LLVM has printed, with each construct of the language, is printed as it is; so is each instruction alone."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from pyllvm import parse_assembly, read, write
from pyllvm.assembly.printer.text import module_pieces
from pyllvm.wishes import Wishes

TESTS = Path(__file__).parents[1]
NUMBERS = re.compile(r"[!#]\d+")


@pytest.mark.parametrize(("name", "version"), [("constructs", 14), ("constructs", 22), ("expressions", 14)])
def test_text_is_printed_as_it_is(name: str, version: int) -> None:
    text = (TESTS / "data" / f"{name}.{version}.ll").read_text()
    module = parse_assembly(text, "constructs", llvm_version=version)
    head, _, printed = str(module).partition("\n")
    assert (head, printed) == ("; ModuleID = 'constructs'", text)


@pytest.mark.parametrize("version", [14, 22])
def test_instructions_have_their_lines(version: int) -> None:
    """Numbers of nodes and of attributes are those that an instruction alone has."""
    text = (TESTS / "data" / f"constructs.{version}.ll").read_text()
    lines = {NUMBERS.sub("", line) for line in text.splitlines()}
    module = parse_assembly(text, llvm_version=version)
    instructions = [instruction for function in module.functions for instruction in function.instructions]
    assert [line for one in instructions for line in NUMBERS.sub("", str(one)).splitlines() if line not in lines] == []
    assert len(instructions) > 100


def test_a_summary_is_printed_as_it_is() -> None:
    text = (TESTS / "ir" / "summary.ll").read_text()
    assert str(parse_assembly(text, llvm_version=19)).partition("\n")[2] == text


def test_nodes_of_each_kind_of_symbol_are_numbered() -> None:
    text = (
        "@v = global i32 0, !x !0\n@i = ifunc void (), ptr @f, !x !1\ndeclare !x !2 void @d()\ndefine ptr @f() !x !3 {\n"
        "  ret ptr null\n}\n" + "".join(f'!{number} = !{{!"{number}"}}\n' for number in range(4))
    )
    printed = str(parse_assembly(text, llvm_version=22))
    assert re.findall(r"!x !\d", printed) == ["!x !0", "!x !1", "!x !2", "!x !3"]


@pytest.mark.oracle
def test_annotations_are_those_of_llvm_dis(llvm_tool: Callable[[int, str], str], tmp_path: Path) -> None:
    text = (TESTS / "data" / "constructs.22.ll").read_text()
    bitcode = tmp_path / "m.bc"
    write(parse_assembly(text, llvm_version=22), bitcode)
    command = [llvm_tool(22, "llvm-dis"), "-show-annotations", bitcode, "-o", "-"]
    wishes = Wishes()
    wishes.shows_annotations = True
    printed = b"".join(module_pieces(read(bitcode), wishes))
    assert printed == subprocess.run(command, capture_output=True, check=True).stdout
