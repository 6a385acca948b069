"""A constant stays unique when its operands are replaced, also one of so many operands that its key is made late."""

from __future__ import annotations

import pytest

import pyllvm
from growth import assert_linear
from pyllvm.assembly import parse_assembly
from pyllvm.ir.constants import CHANGING


def tables(count: int, contents: list[str]) -> str:
    """Variables with tables, the functions of which are defined after the first table."""
    lines = [f"@t{at} = global [{count} x ptr] [{names}]" for at, names in enumerate(contents)]
    functions = [f"declare void @f{at}()" for at in range(count)]
    return "\n".join([lines[0], *functions, *lines[1:]]) + "\n"


def names(count: int, last: str) -> str:
    return ", ".join([f"ptr @f{at}" for at in range(count - 1)] + [f"ptr {last}"])


@pytest.mark.parametrize("count", [3, 70])
def test_a_table_that_is_written_twice_is_one_constant(count: int) -> None:
    first = names(count, f"@f{count - 1}")
    module = parse_assembly(tables(count, [first, first, names(count, "null")]).encode(), llvm_version=19)
    one, two, three = [variable.initializer for variable in module.global_variables]
    assert one is two
    assert one is not None
    assert one is not three
    assert [operand.name for operand in one.operands] == [f"f{at}" for at in range(count)]


@pytest.mark.parametrize("count", [3, 70])
def test_a_table_that_becomes_equal_to_another_is_that_one(count: int) -> None:
    text = tables(count, [names(count, "@f0"), names(count, "null")])
    module = parse_assembly(text.encode(), llvm_version=19)
    one, two = module.global_variables
    function = module.functions[0]
    function.replace_all_uses_with(pyllvm.ir.SimpleConstant.get(function.type, "null"))
    assert one.initializer is two.initializer
    assert [str(operand) for operand in one.initializer.operands][-1] == "ptr null"


def test_the_key_of_a_long_table_is_made_once() -> None:
    module = parse_assembly(tables(70, [names(70, "@f69")]).encode(), llvm_version=19)
    table = module.global_variables[0].initializer
    assert table.type.constants == {CHANGING: table}
    again = parse_assembly(tables(5, [names(5, "@f4")]).encode(), llvm_version=19).global_variables[0].initializer
    assert list(again.type.constants) == [tuple(again.operands)]


def test_a_placeholder_that_a_table_has_many_times_is_replaced_everywhere() -> None:
    contents = ", ".join(["ptr @f0", "ptr @f1"] * 50)
    text = f"@t = global [100 x ptr] [{contents}]\ndeclare void @f0()\ndeclare void @f1()\n"
    module = parse_assembly(text.encode(), llvm_version=19)
    assert [operand.name for operand in module.global_variables[0].initializer.operands] == ["f0", "f1"] * 50
    assert [use.index for use in module.functions[0].uses] == list(range(0, 100, 2))


@pytest.mark.parametrize("word", ["dso_local_equivalent", "no_cfi"])
def test_references_to_symbols_become_null_with_them(word: str) -> None:
    text = f"@t = global [2 x ptr] [ptr {word} @f, ptr {word} @g]\n@u = global ptr {word} @f\n"
    text += "declare void @f()\ndeclare void @g()\n"
    module = parse_assembly(text.encode(), llvm_version=19)
    function = module.functions[0]
    function.replace_all_uses_with(pyllvm.ir.SimpleConstant.get(function.type, "null"))
    assert f"@t = global [2 x ptr] [ptr null, ptr {word} @g]\n@u = global ptr null\n" in str(module)
    assert not function.has_uses


@pytest.mark.slow
def test_time_grows_with_the_length_of_a_table() -> None:
    def parse(size: int) -> object:
        text = tables(size, [names(size, "@f0")]).encode()
        return lambda: parse_assembly(text, llvm_version=19)

    assert_linear(parse, 300)
