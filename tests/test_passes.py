"""Passes by LLVM's names give the text that opt gives, and `run_passes` says what each of them did."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

import pyllvm
from pyllvm import Module, PyllvmError, passes, run_passes
from pyllvm.library.pipelines import ORDER_OF_OPT, parse_pipeline
from pyllvm.passes import FUNCTION_PASSES, MODULE_PASSES
from rows import each_row

TEXT = """\
@used = global i32 0
@dead = internal global ptr @g
declare void @v()
define internal void @g() {
  ret void
}
define i32 @f(i32, i32 %x, i1 %c) {
  %i = add i32 %0, 1
  %arg = mul i32 %i, 2
  br i1 %c, label %2, label %done
2:
  %3 = load i32, ptr @used
  call void @v()
  switch i32 %3, label %done [ i32 1, label %4
                               i32 2, label %done ]
4:
  br i1 %c, label %stop, label %last
stop:
  unreachable
last:
  %5 = load volatile i32, ptr @used
  br i1 %c, label %halt, label %done
halt:
  unreachable
done:
  %bb = phi i32 [ 0, %1 ], [ %3, %2 ], [ %3, %2 ], [ 1, %last ]
  br i1 %c, label %one, label %two
one:
  ret i32 %bb
two:
  ret i32 7
}
"""
NAMES = ("instnamer", "mergereturn", "break-crit-edges", "globaldce", "dce")


def module() -> Module:
    text = TEXT.replace("[ 0, %1 ]", "[ 0, %entry ]").replace("i1 %c) {\n", "i1 %c) {\nentry:\n", 1)
    numbered = text.replace("%2", "%a").replace("\n2:", "\na:").replace("%3", "%b").replace("%4", "%d").replace("\n4:", "\nd:")
    return pyllvm.parse_assembly(numbered.replace("%5", "%e"), "m", llvm_version=22)


@pytest.mark.oracle
@pytest.mark.parametrize("version", [14, 19, 22])
@pytest.mark.parametrize("name", NAMES)
def test_the_text_is_that_of_opt(name: str, version: int, llvm_tool: Callable[[int, str], str], tmp_path: Path) -> None:
    path = tmp_path / "m.bc"
    pyllvm.write(module(), path, llvm_version=version)
    opt = llvm_tool(version, "opt")
    expected = subprocess.run([opt, "-S", f"-passes={name}", str(path), "-o", "-"], capture_output=True, text=True, check=True)
    changed = pyllvm.read(path)
    (run,) = run_passes(changed, name, verify_each=True)
    assert (run.name, run.changed) == (name, True)
    assert str(changed) == expected.stdout


def test_nothing_is_left_to_do() -> None:
    made = module()
    assert [run.changed for run in run_passes(made, ",".join(NAMES))] == [True] * 5
    assert [run.changed for run in run_passes(made, "globaldce,dce,break-crit-edges,instnamer,verify")][:2] == [False, False]
    assert pyllvm.verify(made) == []


def test_functions_are_passes() -> None:
    def rename(made: Module) -> bool:
        made.function("f").name = "h"
        return True

    def spoil(made: Module) -> bool:
        made.function("h").blocks[-1].instructions[-1].erase()
        return True

    made = module()
    runs = run_passes(made, [rename, "instnamer"])
    assert [run.name for run in runs] == ["rename", "instnamer"]
    assert repr(runs[0]).startswith("<PassRun rename: changed, ")
    with pytest.raises(PyllvmError, match="the module is not valid after spoil"):
        run_passes(made, [spoil], verify_each=True)
    with pytest.raises(PyllvmError):
        run_passes(made, "verify")
    with pytest.raises(PyllvmError, match="unknown function pass 'gvn': pyllvm has break-crit-edges, dce, "):
        run_passes(made, "instnamer,gvn")


@pytest.mark.parametrize("name", [*NAMES, "reg2mem", "mem2reg", "lowerswitch"])
def test_each_pass_is_a_function(name: str) -> None:
    """It changes the module as the name does, and says so."""
    by_name, by_function = module(), module()
    changes = getattr(passes, name.replace("-", "_"))
    if name == "mem2reg":
        run_passes(by_name, "reg2mem")
        assert passes.reg2mem(by_function)
    (run,) = run_passes(by_name, name)
    assert run.changed
    assert changes(by_function)
    assert str(by_function) == str(by_name)
    runs = run_passes(by_function, [passes.instnamer])
    assert [(run.name, run.changed) for run in runs] == [("instnamer", name != "instnamer")]
    with pytest.raises(TypeError, match="a pass takes a module"):
        changes(by_function.functions[0])


def test_functions_without_optimization_stay() -> None:
    made = pyllvm.parse_assembly("define void @f() optnone noinline {\n  ret void\n}\n")
    assert [run.changed for run in run_passes(made, "instnamer")] == [False]


@pytest.mark.parametrize(
    ("text", "passes"),
    [
        ("", []),
        ("mem2reg,dce", ["mem2reg", "dce"]),
        ("function(mem2reg,dce)", ["mem2reg", "dce"]),
        ("globaldce,function<eager-inv>(mem2reg,function(dce)),instnamer", ["globaldce", "mem2reg", "dce", "instnamer"]),
        ("module(cgscc(function(dce)),strip)", ["dce", "strip"]),
        ("verify,mem2reg", ["verify", "mem2reg"]),
    ],
)
def test_pipelines_are_nested_as_for_opt(text: str, passes: list[str]) -> None:
    assert parse_pipeline(text, FUNCTION_PASSES, MODULE_PASSES, ORDER_OF_OPT) == passes


@each_row(
    ("text", "message"),
    [
        ("nope", "unknown pass name 'nope': pyllvm has "),
        ("function(mem2reg", "invalid pipeline 'function(mem2reg'"),
        ("mem2reg)", "invalid pipeline 'mem2reg)'"),
        ("function(dce)dce", "invalid pipeline 'function(dce)dce'"),
        ("mem2reg,,dce", "unknown function pass '': pyllvm has "),
        ("function(globaldce)", "unknown function pass 'globaldce': it works on a whole module"),
        ("dce,globaldce,nope", "unknown function pass 'globaldce': "),
        ("module(function(nope))", "unknown function pass 'nope': "),
        ("nope(dce)", "unknown pipeline name 'nope': "),
        ("dce(mem2reg)", "invalid use of 'dce' pass as function pipeline"),
        ("mem2rag", "did you mean 'mem2reg'?"),
    ],
)
def test_errors_of_pipelines_have_the_words_of_opt(text: str, message: str) -> None:
    with pytest.raises(PyllvmError) as raised:
        parse_pipeline(text, FUNCTION_PASSES, MODULE_PASSES, ORDER_OF_OPT)
    assert message in str(raised.value)


def test_steps_that_strip_are_passes() -> None:
    made = module()
    run_passes(made, "strip,no-op-module,function(no-op-function)")
    assert made.function("f").arguments[1].name == ""
