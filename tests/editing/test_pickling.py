"""Modules go through pickle as they are, of any size and depth."""

from __future__ import annotations

import pickle
import subprocess
import sys
from pathlib import Path

import pytest

from pyllvm import PyllvmError, parse_assembly, read, to_bitcode
from pyllvm.editing import pickling
from pyllvm.ir import Module
from rows import each_row

RULES = Path(__file__).parents[1] / "verifier" / "rules"
SAMPLE = Path(__file__).parents[1] / "data" / "sample.ll"


@each_row("path", [*sorted(RULES.glob("*.ll"))[::11], SAMPLE], ids=lambda path: path.stem)
def test_a_module_comes_back_as_it_was(path: Path) -> None:
    try:
        module = read(path)
    except PyllvmError:
        pytest.skip("the text is not accepted")
    made = pickle.loads(pickle.dumps(module))
    assert isinstance(made, Module)
    assert str(made) == str(module)
    assert made.llvm_version == module.llvm_version


def test_another_process_reads_it(tmp_path: Path) -> None:
    module = read(SAMPLE)
    path = tmp_path / "module.pickle"
    path.write_bytes(pickle.dumps(module))
    code = "import pickle, sys, pyllvm; sys.stdout.buffer.write(pyllvm.to_bitcode(pickle.load(open(sys.argv[1], 'rb'))))"
    run = subprocess.run([sys.executable, "-c", code, str(path)], capture_output=True, check=True)
    assert run.stdout == to_bitcode(module)


def test_rows_of_the_tables_are_the_same_objects() -> None:
    module = parse_assembly("define i32 @f(i32 %a) nounwind {\n  %x = add i32 %a, 1\n  ret i32 %x\n}\n")
    made = pickle.loads(pickle.dumps(module))
    opcodes = [one.functions[0].blocks[0].instructions[0].opcode for one in (module, made)]
    assert opcodes[0] is opcodes[1]


def test_deep_nesting_needs_no_deep_recursion() -> None:
    depth = sys.getrecursionlimit() * 2
    nodes = "".join([f"!{number} = !{{!{number + 1}}}\n" for number in range(depth)])
    module = parse_assembly(f"!named = !{{!0}}\n{nodes}!{depth} = !{{}}\n")
    assert str(pickle.loads(pickle.dumps(module))) == str(module)


def test_another_version_of_pyllvm_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    data = pickle.dumps(parse_assembly(""))
    monkeypatch.setattr(pickling, "__version__", "0.0")
    with pytest.raises(PyllvmError, match=r"cannot be read by pyllvm 0\.0"):
        pickle.loads(data)
