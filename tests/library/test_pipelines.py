"""Pipelines: opt's -passes takes some, and refuses the others with a message."""

from __future__ import annotations

import pytest

from pyllvm.diagnostics import PyllvmError
from pyllvm.library.pipelines import ANY_ORDER, ORDER_OF_OPT, parse_pipeline
from rows import each_row

FUNCTIONS, MODULES = ("mem2reg", "dce"), ("globaldce", "strip")
PIPELINES = [
    ("", ""),
    ("mem2reg, dce", "mem2reg dce"),
    ("globaldce,function(mem2reg,dce),strip", "globaldce mem2reg dce strip"),
    ("function<eager-inv>(mem2reg)", "mem2reg"),
    ("module(globaldce,function(dce))", "globaldce dce"),
    ("module(cgscc(function(dce)),strip)", "dce strip"),
    ("cgscc(cgscc(dce))", "dce"),
    ("globaldce,mem2reg", "globaldce mem2reg"),
    ("function(mem2reg),globaldce", "mem2reg globaldce"),
    ("mem2reg,function(dce)", "mem2reg dce"),
    ("module(mem2reg,globaldce)", "mem2reg globaldce"),
]
REFUSED = [
    ("nothing", "unknown pass name 'nothing'"),
    (",mem2reg", "unknown pass name ''"),
    ("mem2reg,", "unknown function pass ''"),
    ("function()", "unknown function pass ''"),
    ("function(nothing)", "unknown function pass 'nothing'"),
    ("function(globaldce)", "unknown function pass 'globaldce'"),
    ("cgscc(globaldce)", "unknown cgscc pass 'globaldce'"),
    ("cgscc(nothing)", "unknown cgscc pass 'nothing'"),
    ("module(nothing)", "unknown module pass 'nothing'"),
    ("nothing(dce)", "unknown pipeline name 'nothing'"),
    ("(dce)", "unknown pipeline name ''"),
    ("mem2reg(dce)", "invalid use of 'mem2reg' pass as function pipeline"),
    ("globaldce(strip)", "invalid use of 'globaldce' pass as module pipeline"),
    ("module(nothing(dce))", "invalid use of 'nothing' pass as module pipeline"),
    ("function(module(globaldce))", "invalid use of 'module' pass as function pipeline"),
    ("function(cgscc(dce))", "invalid use of 'cgscc' pass as function pipeline"),
    ("cgscc(module(globaldce))", "invalid use of 'module' pass as cgscc pipeline"),
    *(
        (text, f"invalid pipeline '{text}'")
        for text in ("mem2reg)", "function(dce", "function(dce)strip", "function(dce)(strip)")
    ),
]


@each_row(("text", "passes"), PIPELINES)
def test_passes(text: str, passes: str) -> None:
    for is_strict in (False, True):
        assert parse_pipeline(text, FUNCTIONS, MODULES, ORDER_OF_OPT if is_strict else ANY_ORDER) == passes.split()


@each_row(("text", "message"), REFUSED)
def test_what_is_refused(text: str, message: str) -> None:
    for is_strict in (False, True):
        with pytest.raises(PyllvmError) as caught:
            parse_pipeline(text, FUNCTIONS, MODULES, ORDER_OF_OPT if is_strict else ANY_ORDER)
        assert str(caught.value).partition(":")[0] == message


def test_opt_refuses_a_pass_over_modules_behind_one_over_functions() -> None:
    assert parse_pipeline("mem2reg,globaldce", FUNCTIONS, MODULES) == ["mem2reg", "globaldce"]
    with pytest.raises(
        PyllvmError, match=r"unknown function pass 'globaldce': it works on a whole module, as in module\(globaldce\)"
    ):
        parse_pipeline("mem2reg,globaldce", FUNCTIONS, MODULES, ORDER_OF_OPT)


def test_a_pass_over_both_is_one_over_modules_where_it_is_first() -> None:
    """As `verify` is."""
    both = ("verify",)
    assert parse_pipeline("verify,globaldce", both, (*MODULES, *both), ORDER_OF_OPT) == ["verify", "globaldce"]
    with pytest.raises(PyllvmError, match="invalid use of 'verify' pass as module pipeline"):
        parse_pipeline("verify(dce)", both, both)


def test_names_that_are_nearly_right_are_suggested() -> None:
    with pytest.raises(PyllvmError, match=r"pyllvm has dce, globaldce, mem2reg, strip; did you mean 'mem2reg'"):
        parse_pipeline("mem2rge", FUNCTIONS, MODULES)
    with pytest.raises(PyllvmError, match=r"mem2reg, strip$"):
        parse_pipeline("xyz", FUNCTIONS, MODULES)
