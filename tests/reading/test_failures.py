"""Faults are reported from another reading of few functions."""

from __future__ import annotations

import pytest

from pyllvm.assembly import parse_assembly
from pyllvm.bitcode import BitcodeFile, Reading, write_bitcode
from pyllvm.bitcode.reader.read import ModulesInTurn, read_modules
from pyllvm.ir.module import Module
from pyllvm.reading.check import Check
from pyllvm.reading.failures import Failing
from pyllvm.reading.second_reading import report_failing
from pyllvm.verifier import verify

VERSION = 22
BEFORE = "define i32 @before(i32 %a) {\n  %b = add i32 %a, 1, !note !0\n  ret i32 %b\n}\n"
WRONG = "define i32 @wrong(i32 %a) {\n  %b = add i32 %b, 1\n  ret i32 %b\n}\n"
NUMBERED = WRONG.replace("1\n", "1, !note !1\n")
NODES = "!0 = !{!0}\n!1 = !{!1, i32 1}\n"


@pytest.mark.parametrize(("wrong", "excerpt", "counts"), [(WRONG, "", [0, 1, 0]), (NUMBERED, ", !note !1", [1, 1, 1])])
def test_what_is_read(wrong: str, excerpt: str, counts: list[int]) -> None:
    text = BEFORE + wrong + BEFORE.replace("before", "after") + NODES
    file = BitcodeFile(write_bitcode(parse_assembly(text.encode(), "", VERSION)))
    (module,) = read_modules(file, Reading("m"))
    failing = Failing(module, [function for function in module.functions if function.name == "wrong"], verify(module), [])
    check = Check(is_bitcode=True)
    assert report_failing(ModulesInTurn(file, Reading("m")), failing, check)
    (diagnostic,) = check.diagnostics
    assert diagnostic.excerpt == f"  %b = add i32 %b, 1{excerpt}\n"
    assert check.only is not None
    again = check.only[0].parent
    assert isinstance(again, Module)
    assert not any(function.is_declaration for function in again.functions)
    assert [len(function._blocks) for function in again.functions] == counts


def test_failures_of_other_functions_are_noticed() -> None:
    file = BitcodeFile(write_bitcode(parse_assembly((BEFORE + WRONG + NODES).encode(), "", VERSION)))
    (module,) = read_modules(file, Reading("m"))
    failing = Failing(module, [function for function in module.functions if function.name == "before"], verify(module), [])
    assert not report_failing(ModulesInTurn(file, Reading("m")), failing, Check(is_bitcode=True))


@pytest.mark.parametrize(("prof", "needs_all"), [("", False), (" !prof !0", True)])
def test_numbers_of_nodes_that_failures_name(prof: str, needs_all: bool) -> None:
    module = parse_assembly(f'{WRONG.replace(" {", f"{prof} {{", 1)}!0 = !{{!"x"}}\n'.encode(), "", VERSION)
    failures = verify(module)[:1]
    assert ("!prof" in failures[0].message) == bool(prof)
    assert Failing(module, module.functions, failures, []).needs_all == needs_all
