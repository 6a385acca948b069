"""Seven programs with pyllvm, and beside them the same with llvmlite where it is installed: both do the same."""

from __future__ import annotations

import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Final

import pytest

import pyllvm
from pyllvm.analysis import instruction_counts

ROOT: Final = Path(__file__).resolve().parents[2]
PROGRAMS: Final = ("brainfuck", "loops", "calls", "coverage", "obfuscation", "features", "mutation")
HELLO: Final = "++++++++[>++++++++<-]>+.+."  # prints AB
TEXT: Final = """
declare void @unknown(i32)
define i32 @square(i32 %x) memory(none) {
entry:
  %y = mul nsw i32 %x, %x
  ret i32 %y
}
define i32 @sum(i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %j, %loop ]
  %s = phi i32 [ 0, %entry ], [ %t, %loop ]
  %q = call i32 @square(i32 %i)
  %t = add i32 %s, %q
  %j = add nsw i32 %i, 1
  call void @unknown(i32 %t)
  %c = icmp slt i32 %j, %n
  br i1 %c, label %loop, label %done
done:
  %r = xor i32 %t, 1
  ret i32 %r
}
"""


@pytest.fixture(autouse=True)
def _examples(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ROOT))


def with_pyllvm(name: str) -> ModuleType:
    return __import__(f"examples.from_llvmlite.{name}_pyllvm", fromlist=[name])


def with_llvmlite(name: str) -> ModuleType:
    pytest.importorskip("llvmlite", reason="llvmlite is not installed: its side is left out")
    return __import__(f"examples.from_llvmlite.{name}_llvmlite", fromlist=[name])


def bitcode() -> bytes:
    return pyllvm.to_bitcode(pyllvm.parse_assembly(TEXT, llvm_version=19))


def valid(text: str) -> pyllvm.Module:
    module = pyllvm.parse_assembly(text, llvm_version=19)
    assert pyllvm.verify(module) == []
    return module


@pytest.mark.parametrize("version", [14, 19, 22])
def test_brainfuck(version: int) -> None:
    if version < 15:
        pytest.skip("the example is written for opaque pointers")
    module = with_pyllvm("brainfuck").compile_program(HELLO, version)
    assert pyllvm.verify(module) == []


def test_both_brainfucks_make_the_same_instructions() -> None:
    text = str(with_llvmlite("brainfuck").compile_program(HELLO))
    own = with_pyllvm("brainfuck").compile_program(HELLO, 22)
    assert instruction_counts(pyllvm.parse_assembly(text, llvm_version=22)) == instruction_counts(own)


@pytest.mark.oracle
def test_the_brainfuck_program_runs(tmp_path: Path, llvm_tool: Callable[[int, str], str]) -> None:
    pyllvm.write(with_pyllvm("brainfuck").compile_program(HELLO), tmp_path / "hello.bc", llvm_version=19)
    ran = subprocess.run([llvm_tool(19, "lli"), str(tmp_path / "hello.bc")], capture_output=True, check=False)
    assert (ran.returncode, ran.stdout) == (0, b"AB")


def test_loops() -> None:
    module = with_pyllvm("loops").sum_of_positive()
    assert pyllvm.verify(module) == []
    counts = instruction_counts(module)
    assert counts["phi"] == 3
    assert "alloca" not in counts


def test_both_loops_compute_the_same() -> None:
    lite = with_llvmlite("loops").sum_of_positive()
    program = """
import ctypes, sys
import llvmlite.binding as llvm
llvm.initialize_native_target()
llvm.initialize_native_asmprinter()
machine = llvm.Target.from_default_triple().create_target_machine()
engine = llvm.create_mcjit_compiler(llvm.parse_assembly(sys.stdin.read()), machine)
engine.finalize_object()
address = engine.get_function_address("sum_of_positive")
function = ctypes.CFUNCTYPE(ctypes.c_double, ctypes.POINTER(ctypes.c_double), ctypes.c_int64)(address)
print(function((ctypes.c_double * 4)(1.5, -2.0, 3.0, 0.0), 4), function((ctypes.c_double * 0)(), 0))
"""
    for text in (str(lite), pyllvm.to_assembly(with_pyllvm("loops").sum_of_positive(22))):
        ran = subprocess.run([sys.executable, "-c", program], input=text, capture_output=True, text=True, check=False)
        assert (ran.stdout, ran.stderr) == ("4.5 0.0\n", "")


def test_calls() -> None:
    found = with_pyllvm("calls").calls(bitcode())
    assert found == Counter({("sum", "square"): 1, ("sum", "unknown"): 1})


def test_coverage() -> None:
    module = valid(with_pyllvm("coverage").instrumented(TEXT))
    assert str(module.global_variable("counters").value_type) == "[4 x i64]"
    counts = instruction_counts(module)
    assert (counts["store"], counts["load"]) == (4, 4)
    assert "memory(none)" not in str(module)


def test_obfuscation() -> None:
    counts = instruction_counts(valid(with_pyllvm("obfuscation").obfuscated(TEXT)))
    assert (counts["add"], counts["and"], counts["shl"], counts["xor"]) == (2, 2, 2, 3)


def test_features() -> None:
    program = with_pyllvm("features")
    assert program.features(bitcode())["square"] == {"blocks": 1, "mul": 1, "ret": 1}
    assert program.more_features(bitcode())["sum"] == {"depth of loops": 1, "live values": 1}


def test_mutations() -> None:
    program = with_pyllvm("mutation")
    texts = {program.mutated(TEXT, seed) for seed in range(20)}
    assert len(texts) > 5
    for text in texts:
        valid(text)


@pytest.mark.parametrize(("name", "function"), [("calls", "calls"), ("features", "features")])
def test_both_find_the_same(name: str, function: str) -> None:
    assert getattr(with_llvmlite(name), function)(bitcode()) == getattr(with_pyllvm(name), function)(bitcode())


@pytest.mark.parametrize(("name", "function"), [("coverage", "instrumented"), ("obfuscation", "obfuscated")])
def test_both_changes_have_the_same_instructions(name: str, function: str) -> None:
    lite = instruction_counts(valid(getattr(with_llvmlite(name), function)(TEXT)))
    own = instruction_counts(valid(getattr(with_pyllvm(name), function)(TEXT)))
    # In text, the address of a counter is a constant expression.
    lite["getelementptr"] = own.get("getelementptr", 0)
    assert {word: count for word, count in lite.items() if count} == own


def test_both_mutations_are_valid() -> None:
    valid(with_llvmlite("mutation").mutated(TEXT, 1))


def test_the_page_has_every_program() -> None:
    page = (ROOT / "docs" / "how-to" / "from-llvmlite.md").read_text(encoding="utf-8")
    linked = re.findall(r"`(\w+_(?:llvmlite|pyllvm))\.py`", page)
    assert sorted(linked) == sorted(f"{name}_{side}" for name in PROGRAMS for side in ("llvmlite", "pyllvm"))
    assert {path.stem for path in (ROOT / "examples" / "from_llvmlite").glob("*_*.py")} - {"__init__"} == set(linked)
