"""Each public function gives the same result after any other function that leaves the module as it is."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

import pyllvm
from pyllvm import analysis
from pyllvm.ir import CallInst, Function, Module

DATA = Path(__file__).parent / "data"
MODULES = {path.stem: path for path in (DATA / "sample.ll", DATA / "diff" / "debug.ll")}
# The public functions that take no module, and those that only read one.
OF_NO_MODULE = {"demangle", "parse_assembly", "parse_bitcode", "read", "read_all"}


def fresh(name: str) -> Module:
    return pyllvm.parse_assembly(MODULES[name].read_bytes(), name, llvm_version=19)


def texts(module: Module, folder: Path) -> list[str]:
    paths = pyllvm.split(module, folder, text=True)
    return [Path(path).read_text() for path in paths]


def written(module: Module, folder: Path) -> bytes:
    pyllvm.write(module, folder / "a.bc")
    return (folder / "a.bc").read_bytes()


def of_bodies(module: Module, what: Callable[[Function], object]) -> str:
    return repr([what(function) for function in module.functions if not function.is_declaration])


def first(module: Module) -> Function:
    return next(function for function in module.functions if not function.is_declaration)


def inline_one(module: Module) -> None:
    """Inline the first call of a function that has a body."""
    for function in module.functions:
        for one in function.instructions:
            if isinstance(one, CallInst) and isinstance(one.callee, Function) and not one.callee.is_declaration:
                pyllvm.inline_call(one)
                return


def split_one(module: Module) -> None:
    """Split the first edge between two blocks."""
    for block in first(module).blocks:
        for target in block.successors:
            pyllvm.split_edge(block, target)
            return


# The functions that leave the module as it is; each gives its result in a form that can be compared.
READING: Final[dict[str, Callable[[Module, Path], object]]] = {
    "verify": lambda module, folder: [str(found) for found in pyllvm.verify(module)],
    "verify with lint": lambda module, folder: [str(found) for found in pyllvm.verify(module, lint=True)],
    "str": lambda module, folder: str(module),
    "str of instructions": lambda module, folder: of_bodies(
        module, lambda function: [str(one) for block in function for one in block]
    ),
    "_repr_html_": lambda module, folder: module._repr_html_() + first(module)._repr_html_(),
    "canonical_text": lambda module, folder: pyllvm.canonical_text(module),
    "to_assembly": lambda module, folder: pyllvm.to_assembly(module),
    "to_bitcode": lambda module, folder: pyllvm.to_bitcode(module),
    "write": written,
    "copy": lambda module, folder: str(module.copy()),
    "copy.copy": lambda module, folder: str(copy.copy(module)),
    "copy.deepcopy": lambda module, folder: str(copy.deepcopy(module)),
    "pickle": lambda module, folder: str(pickle.loads(pickle.dumps(module))),
    "to_bitcode of LLVM 14": lambda module, folder: [pyllvm.to_bitcode(module, llvm_version=14)],
    "extract": lambda module, folder: str(pyllvm.extract(module, [first(module).name])),
    "split": texts,
    "link": lambda module, folder: str(pyllvm.link([module])),
    "compare": lambda module, folder: str(pyllvm.compare(module, pyllvm.parse_bitcode(pyllvm.to_bitcode(module)))),
    "clone_function": lambda module, folder: str(
        pyllvm.clone_function(first(module), pyllvm.Module("other", llvm_version=module.llvm_version)).parent
    ),
    "reduce": lambda module, folder: pyllvm.to_assembly(pyllvm.reduce(module, bool, max_tries=2).module),
    "symbols": lambda module, folder: [str(symbol) for symbol in pyllvm.symbols(module)],
    "cross_reference": lambda module, folder: [
        (entry.name, entry.defined, entry.used) for entry in pyllvm.cross_reference([("a", pyllvm.symbols(module))])
    ],
    "draw": lambda module, folder: pyllvm.draw(module) + pyllvm.draw(module, kind="callgraph"),
    "bitcode_sizes": lambda module, folder: pyllvm.bitcode_sizes(module).bits,
    "control_flow_graph": lambda module, folder: of_bodies(module, analysis.control_flow_graph),
    "dominator_tree": lambda module, folder: of_bodies(module, analysis.dominator_tree),
    "post_dominator_tree": lambda module, folder: of_bodies(module, analysis.post_dominator_tree),
    "natural_loops": lambda module, folder: of_bodies(module, analysis.natural_loops),
    "call_graph": lambda module, folder: repr(analysis.call_graph(module)),
    "instruction_counts": lambda module, folder: repr(analysis.instruction_counts(module)),
    "function_sizes": lambda module, folder: repr(analysis.function_sizes(module)),
    "memory_effects": lambda module, folder: [str(analysis.memory_effects(function)) for function in module.functions],
    "infer_memory_effects": lambda module, folder: [str(found) for found in analysis.infer_memory_effects(module).values()],
    "structural_hash": lambda module, folder: analysis.structural_hash(module),
    "global_users": lambda module, folder: [repr(analysis.global_users(value)) for value in module.global_values],
    "instruction_uses": lambda module, folder: [repr(analysis.instruction_uses(value)) for value in module.global_values],
    "referenced_globals": lambda module, folder: of_bodies(
        module, lambda function: [value.name for value in analysis.referenced_globals(function)]
    ),
    "is_address_taken": lambda module, folder: of_bodies(module, analysis.is_address_taken),
    "dominance_frontier": lambda module, folder: of_bodies(module, lambda function: len(analysis.dominance_frontier(function))),
    "liveness": lambda module, folder: of_bodies(
        module, lambda function: [len(found) for found in analysis.liveness(function).live_in]
    ),
    "dominates": lambda module, folder: of_bodies(
        module, lambda function: [analysis.dominates(function.blocks[0].instructions[0], one) for one in function.instructions]
    ),
    "backward_slice": lambda module, folder: of_bodies(
        module, lambda function: [len(analysis.backward_slice(one)) for one in function.instructions]
    ),
    "forward_slice": lambda module, folder: of_bodies(
        module, lambda function: [len(analysis.forward_slice(one)) for one in function.instructions]
    ),
}
# Those that change the module.
CHANGING: Final[dict[str, Callable[[Module], object]]] = {
    "strip": pyllvm.strip,
    "strip_debug_info": pyllvm.strip_debug_info,
    "strip_names": pyllvm.strip_names,
    "internalize": lambda module: pyllvm.internalize(module, ["sum"]),
    "delete_dead_globals": pyllvm.delete_dead_globals,
    "anonymize": pyllvm.anonymize,
    "clone_function": lambda module: pyllvm.clone_function(first(module)),
    "downgraded": lambda module: module.downgraded(14),
    "run_passes": lambda module: pyllvm.run_passes(module, "dce,mergereturn,mem2reg,reg2mem,lowerswitch"),
    "inline_call": inline_one,
    "split_edge": split_one,
    "remove_unreachable_blocks": lambda module: pyllvm.remove_unreachable_blocks(first(module)),
    "erase_dead": lambda module: [pyllvm.erase_dead(one) for one in list(first(module).instructions)],
    "add_attribute": lambda module: first(module).add_attribute("cold"),
}


def test_all_public_functions_are_here() -> None:
    names = {name for name in pyllvm.__all__ if type(getattr(pyllvm, name)).__name__.endswith(("function", "function_or_method"))}
    names |= {name for name in analysis.__all__ if not isinstance(getattr(analysis, name), type)}
    assert not names - READING.keys() - CHANGING.keys() - OF_NO_MODULE


@pytest.fixture(params=MODULES)
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def alone(name: str, tmp_path: Path) -> dict[str, object]:
    return {one: run(fresh(name), tmp_path) for one, run in READING.items()}


def test_each_reads_after_each(name: str, alone: dict[str, object], tmp_path: Path) -> None:
    for before, run in READING.items():
        module = fresh(name)
        run(module, tmp_path)
        for after in READING:
            assert READING[after](module, tmp_path) == alone[after], (before, after)


def test_each_changes_after_each(name: str, tmp_path: Path) -> None:
    for change, run in CHANGING.items():
        module = fresh(name)
        run(module)
        expected = str(module)
        for before in ("verify with lint", "str of instructions", "copy", "to_bitcode", "link"):
            module = fresh(name)
            READING[before](module, tmp_path)
            run(module)
            assert str(module) == expected, (before, change)
            assert pyllvm.verify(module) == [], (before, change)


def test_each_reads_after_each_change(name: str, tmp_path: Path) -> None:
    for change, run in CHANGING.items():
        module, other = fresh(name), fresh(name)
        run(module)
        run(other)
        for after in READING:
            assert READING[after](module, tmp_path) == READING[after](other.copy(), tmp_path), (change, after)
