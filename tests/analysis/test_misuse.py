"""Arguments of another kind: the message says what is expected, and what came."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import pyllvm
from pyllvm import analysis


@pytest.fixture
def module() -> pyllvm.Module:
    return pyllvm.parse_assembly("define void @f() {\n  ret void\n}\n", llvm_version=19)


@pytest.mark.parametrize(
    "function",
    [
        analysis.control_flow_graph,
        analysis.dominator_tree,
        analysis.post_dominator_tree,
        analysis.dominance_frontier,
        analysis.natural_loops,
    ],
)
def test_a_module_where_a_function_is_expected(module: pyllvm.Module, function: Callable[[object], object]) -> None:
    with pytest.raises(TypeError, match=f"^{function.__name__} takes a function, not a Module$"):
        function(module)
    with pytest.raises(TypeError, match=r"takes a function, not a str: module\[name\] is the function with that name"):
        function("f")


# In these, compiled, the message is mypyc's.
@pytest.mark.parametrize("function", [analysis.liveness, analysis.Dominance, analysis.memory_effects, analysis.dominates])
def test_other_functions_of_a_function(module: pyllvm.Module, function: Callable[..., object]) -> None:
    with pytest.raises(TypeError):
        function(module, module) if function is analysis.dominates else function(module)


def test_a_function_where_a_module_is_expected(module: pyllvm.Module) -> None:
    function = module.function("f")
    with pytest.raises(TypeError, match=r"^call_graph takes a module, not a Function: its module is \.parent$"):
        analysis.call_graph(function)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        analysis.infer_memory_effects(function)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"^draw takes a module or a function, not a int$"):
        pyllvm.draw(5)  # type: ignore[arg-type]


def test_dominance_answers_for_its_own_function(module: pyllvm.Module) -> None:
    text = "define void @g(i1 %c) {\n  %x = freeze i1 %c\n  ret void\n}\n"
    other = pyllvm.parse_assembly(text, llvm_version=19).function("g")
    own = module.function("f").blocks[0]
    theirs = other.blocks[0]
    dominance = analysis.Dominance(module.function("f"))
    for one, two in ((own, theirs), (theirs, own), (own.instructions[0], theirs), (theirs.instructions[0], own)):
        with pytest.raises(ValueError, match="the block is not in @f, or was added later"):
            dominance.dominates(one, two)
    with pytest.raises(ValueError, match="the block is not in @f"):
        dominance.is_reachable(theirs)
    first, last = theirs.instructions
    first.remove()
    with pytest.raises(ValueError, match="the instruction is in no block"):
        analysis.Dominance(other).dominates(first, last)
    with pytest.raises(ValueError, match="the instruction is in no function"):
        analysis.dominates(first, last)


def test_results_show_themselves(module: pyllvm.Module) -> None:
    function = module.function("f")
    assert repr(analysis.liveness(function)) == "<Liveness of 1 blocks>"
    assert repr(analysis.Dominance(function)) == "<Dominance in @f, 1 blocks>"


def test_notebooks_draw_loops() -> None:
    body = "e:\n  br label %o\no:\n  br label %i\ni:\n  br i1 %b, label %i, label %l\nl:\n  br label %o\n"
    text = f"define void @f(i1 %b) {{\n{body}}}\n"
    loops = analysis.natural_loops(pyllvm.parse_assembly(text, llvm_version=19).function("f"))
    drawn = loops._repr_mimebundle_()["text/vnd.mermaid"]
    assert drawn == 'flowchart TD\n  n0["loop %o"]\n  n1["loop %i"]\n  n0 --> n1\n'
