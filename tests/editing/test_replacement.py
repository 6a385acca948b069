"""A constant stays unique when its operands are replaced, also one of so many operands that its key is made late."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import pyllvm
from growth import assert_linear
from pyllvm.assembly import parse_assembly
from pyllvm.editing.replacement import forget_constant, replace_everywhere
from pyllvm.ir import GlobalVariable
from pyllvm.ir.constants import CHANGING, ConstantData, null_value


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


# Each constant of @g, and what LLVM 14 to 22 make of it when null, undef, poison take the place of @g (LLVMReplaceAllUsesWith).
REPLACED = {
    "i64 ptrtoint (ptr @g to i64)": ("i64 0", "i64 undef", "i64 poison"),
    "i64 add (i64 ptrtoint (ptr @g to i64), i64 5)": ("i64 5", "i64 undef", "i64 poison"),
    "[2 x ptr] [ptr @g, ptr @g]": ("[2 x ptr] zeroinitializer", "[2 x ptr] undef", "[2 x ptr] undef"),
    "<2 x ptr> <ptr @g, ptr @g>": ("<2 x ptr> zeroinitializer", "<2 x ptr> undef", "<2 x ptr> poison"),
    "<2 x ptr> <ptr @g, ptr null>": (
        "<2 x ptr> zeroinitializer",
        "<2 x ptr> <ptr undef, ptr null>",
        "<2 x ptr> <ptr poison, ptr null>",
    ),
    "{ ptr, ptr } { ptr @g, ptr @g }": ("{ ptr, ptr } zeroinitializer", "{ ptr, ptr } undef", "{ ptr, ptr } undef"),
    "{ ptr, i64 } { ptr @g, i64 0 }": (
        "{ ptr, i64 } { ptr null, i64 0 }",
        "{ ptr, i64 } { ptr undef, i64 0 }",
        "{ ptr, i64 } { ptr poison, i64 0 }",
    ),
}


@pytest.mark.parametrize("constant", REPLACED)
def test_constants_of_a_replaced_value_are_what_llvm_makes_of_them(constant: str) -> None:
    for word, expected in zip(("null", "undef", "poison"), REPLACED[constant], strict=True):
        module = pyllvm.parse_assembly(
            f"@g = external global i8\n@n = global ptr {word}\n@x = global {constant}\n", llvm_version=22
        )
        replacement = module.global_variables[1].initializer
        assert replacement is not None
        module["g"].replace_all_uses_with(replacement)
        assert f"@x = global {expected}\n" in str(module)


@pytest.mark.parametrize("others", ["", "@y = global i64 ptrtoint (ptr @n to i64)\n"])
def test_an_expression_with_another_operand_is_the_one_that_has_it_already(others: str) -> None:
    text = "@g = external global i8\n@n = global i8 0\n@x = global i64 ptrtoint (ptr @g to i64)\n" + others
    module = pyllvm.parse_assembly(text, llvm_version=22)
    module["g"].replace_all_uses_with(module["n"])
    assert str(module).count("global i64 ptrtoint (ptr @n to i64)\n") == 1 + bool(others)
    (first, *more) = [one.initializer for one in module.global_variables[2:]]
    assert all(one is first for one in more)
    assert [use.user for use in module["n"].uses] == [first]


def test_numbers_that_take_the_place_of_addresses_are_data() -> None:
    module = pyllvm.parse_assembly("@g = external global i8\n@x = global [2 x i64] [i64 ptrtoint (ptr @g to i64), i64 5]\n")
    module["g"].replace_all_uses_with(null_value(module["g"].type))
    variable = module["x"]
    assert isinstance(variable, GlobalVariable)
    assert isinstance(variable.initializer, ConstantData)


@pytest.mark.slow
def test_time_grows_with_the_length_of_a_table() -> None:
    def parse(size: int) -> object:
        text = tables(size, [names(size, "@f0")]).encode()
        return lambda: parse_assembly(text, llvm_version=19)

    assert_linear(parse, 300)


@pytest.mark.slow
@pytest.mark.parametrize("step", [1, -1])
def test_time_to_replace_a_table_grows_with_its_length(step: int) -> None:
    def replace(size: int) -> Callable[[], object]:
        names = [f"g{number}" for number in range(size)]
        rows = ", ".join([f"i64 ptrtoint (ptr @{name} to i64)" for name in names])
        text = "".join([f"@{name} = external global i8\n" for name in names]) + f"@t = global [{size} x i64] [{rows}]\n"
        module = parse_assembly(text.encode(), llvm_version=19)
        replacement = null_value(module["g0"].type)

        def run() -> None:
            for name in names[::step]:
                module[name].replace_all_uses_with(replacement)

        return run

    assert_linear(replace, 200)


def test_constants_that_are_replaced_in_turn_are_told() -> None:
    text = "@a = global ptr null\n@b = global ptr null\n@t = global [1 x [1 x ptr]] [[1 x ptr] [ptr @a]]\n"
    module = parse_assembly((text + "@u = global [1 x [1 x ptr]] [[1 x ptr] [ptr @b]]\n").encode(), llvm_version=19)
    a, b, t, u = module.global_variables
    old = [t.initializer.operands[0], t.initializer]
    told: list[tuple[object, object]] = []
    replace_everywhere(a, b, replaced=lambda one, other: told.append((one, other)))
    assert t.initializer is u.initializer
    assert told == [(old[0], u.initializer.operands[0]), (old[1], u.initializer)]
    for table in (u.initializer, u.initializer.operands[0]):
        forget_constant(table)
        forget_constant(table)
        assert table.type.constants == {}
