"""Arguments of another kind, which the library refuses in words that say what to pass instead."""

from __future__ import annotations

import inspect
from typing import Any

import pytest

import pyllvm

TEXT = "define void @f() {\n  ret void\n}\n"


def functions_of(parameter: str) -> list[str]:
    """The functions of this room whose first parameter has this name. Those of compiled rooms have messages of mypyc."""
    found = [(name, getattr(pyllvm, name)) for name in pyllvm.__all__]
    own = [(name, one) for name, one in found if inspect.isfunction(one) and one.__module__.startswith("pyllvm.library.")]
    return [name for name, one in own if next(iter(inspect.signature(one).parameters)) == parameter]


def other_arguments(function: object) -> list[Any]:
    """Something for each of the other parameters that have to be given."""
    parameters = list(inspect.signature(function).parameters.values())[1:]  # type: ignore[arg-type]
    return ["x" for one in parameters if one.default is one.empty and one.kind is not one.KEYWORD_ONLY]


@pytest.mark.parametrize("name", functions_of("module"))
def test_what_takes_a_module_takes_nothing_else(name: str) -> None:
    function = getattr(pyllvm, name)
    others = other_arguments(function)
    symbol = pyllvm.parse_assembly(TEXT).function("f")
    for wrong, words in (
        (symbol, r"not a Function: its module is \.parent$"),
        (symbol.blocks[0], r"not a BasicBlock: its module is \.parent\.parent$"),
        (symbol.entry_block.terminator, r"not a ReturnInst: its module is \.function\.parent$"),
        (None, "not None$"),
        (b"BC", "not a bytes: parse_bitcode and parse_assembly make one of bytes$"),
        ("x.bc", "not a str: read makes one of a file, parse_assembly of a text$"),
    ):
        with pytest.raises(TypeError, match=f"^{name} takes a module, {words}"):
            function(wrong, *others)


@pytest.mark.parametrize("name", functions_of("function"))
def test_what_takes_a_function_takes_nothing_else(name: str) -> None:
    with pytest.raises(TypeError, match=rf"^{name} takes a function, not a str: module\[name\] is the function with that name$"):
        getattr(pyllvm, name)("f")


def test_arguments_of_another_kind() -> None:
    module = pyllvm.parse_assembly(TEXT)
    function = module.function("f")
    for inputs in ("a.bc", None, module, b"BC"):
        with pytest.raises(TypeError, match="link takes a list of modules and paths"):
            pyllvm.link(inputs)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="link takes modules and paths, not None"):
        pyllvm.link([module, None])  # type: ignore[list-item]
    with pytest.raises(TypeError, match="compare takes a module, not a str: read makes one"):
        pyllvm.compare(module, "b.bc")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="name='copy'"):
        pyllvm.clone_function(function, "copy")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="clone_function takes a module, not a Function"):
        pyllvm.clone_function(function, function)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="a name cannot contain a NUL character"):
        pyllvm.clone_function(function, module.copy(), name="a\0b")
    with pytest.raises(TypeError, match="takes the path of a file"):
        pyllvm.read(b"BC\xc0\xde")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="split_edge takes two blocks"):
        pyllvm.split_edge(function.blocks[0], function)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="erase_dead takes a value"):
        pyllvm.erase_dead(module)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="parts: at least 1 is expected, not -1"):
        pyllvm.split(module, "x", parts=-1)
