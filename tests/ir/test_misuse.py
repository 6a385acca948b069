"""Operands, names, copies and versions that are wrong are refused at once, in words that say what to do."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable

import pytest

import pyllvm
from pyllvm.ir import Module
from pyllvm.versions import NEXT

TEXT = """\
@g = global i32 0

define i32 @f(i32 %a, i32 %b, i64 %w) {
entry:
  %y = sub i32 %a, %b, !tag !0
  br label %next

next:
  ret i32 %y
}

!named = !{!0}
!0 = !{!"x"}
"""


@pytest.fixture
def module() -> Module:
    return pyllvm.parse_assembly(TEXT, "m", llvm_version=22)


def test_set_operand_checks_the_number(module: Module) -> None:
    a, b, _ = module.function("f").arguments
    y = next(module.function("f").instructions)
    for number in (-1, -2, 2, 100):
        with pytest.raises(IndexError, match="there is no operand"):
            y.set_operand(number, a)
    assert [len(a.uses), len(b.uses)] == [1, 1]


def test_set_operand_checks_the_type(module: Module) -> None:
    a, _, w = module.function("f").arguments
    y = next(module.function("f").instructions)
    with pytest.raises(TypeError, match="a value of type i64 cannot replace operand 0 of type i32"):
        y.set_operand(0, w)
    with pytest.raises(TypeError, match="a value of type i32 of another module cannot replace"):
        y.set_operand(0, module.copy().function("f").arguments[0])
    with pytest.raises(TypeError, match=r"an operand is a value, not 5|Value object expected"):
        y.set_operand(0, 5)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"an operand is a value, not None|Value object expected"):
        y.set_operand(0, None)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="a value of type i32 of another module cannot replace"):
        a.replace_all_uses_with(module.copy().function("f").arguments[1])
    y.set_operand(0, module.constant("i32", 4))
    assert str(y).strip() == "%y = sub i32 4, %b, !tag !0"


def test_uses_is_a_list(module: Module) -> None:
    for value in (*module.global_values, *module.function("f").arguments, *module.function("f").instructions):
        assert isinstance(value.uses, list)
    assert module.function("f").uses == []
    assert module.constant("i32", 77).uses == []


def parts(module: Module) -> list[object]:
    function = module.function("f")
    y = next(function.instructions)
    node = y.metadata("tag")
    return [
        module.type("i32"), module.type("{ i32, ptr }"), module.constant("i32", 4), y, function, function.blocks[0],
        function.arguments[0], module.global_variable("g"), node,
    ]  # fmt: skip


@pytest.mark.parametrize("how", [copy.copy, copy.deepcopy, pickle.dumps])
def test_parts_are_not_copied_alone(module: Module, how: Callable[[object], object]) -> None:
    for part in parts(module):
        with pytest.raises(TypeError, match="Copy or pickle the module"):
            how(part)


def test_modules_are_copied_after_all() -> None:
    module = pyllvm.parse_assembly(TEXT, "m", llvm_version=22)
    for made in (copy.copy(module), copy.deepcopy(module), pickle.loads(pickle.dumps(module))):
        assert str(made) == str(module)
        assert made.context is not module.context
        made.function("f").arguments[0].name = "other"
    assert "%other" not in str(module)


@pytest.mark.parametrize("version", [6, 0, -1, NEXT + 1, 99])
def test_versions_that_are_not(version: int) -> None:
    with pytest.raises(ValueError, match=f"LLVM {version} is not supported: the versions are 7 to"):
        pyllvm.Module("x", llvm_version=version)
    with pytest.raises(ValueError, match="is not supported"):
        pyllvm.Module("x").llvm_version = version


def test_a_name_that_no_symbol_has(module: Module) -> None:
    with pytest.raises(KeyError, match="has no symbol @nothing"):
        module["nothing"]
    with pytest.raises(KeyError, match="has no function @g"):
        module.function("g")
    with pytest.raises(KeyError, match="has no global variable @f"):
        module.global_variable("f")


def test_names_are_strings_without_nul(module: Module) -> None:
    function = module.function("f")
    builder = pyllvm.IRBuilder.before(next(function.instructions))
    setters: list[Callable[[str], object]] = [
        lambda name: setattr(function, "name", name),
        lambda name: setattr(function.arguments[0], "name", name),
        lambda name: setattr(function.blocks[0], "name", name),
        lambda name: setattr(next(function.instructions), "name", name),
        lambda name: module.add_function(name, "void ()"),
        lambda name: module.add_global(name, "i32"),
        lambda name: module.add_struct(name),
        lambda name: module.add_named_metadata(name),
        lambda name: function.add_block(name),
        lambda name: builder.add(function.arguments[0], 1, name=name),
        lambda name: pyllvm.clone_function(function, name=name),
        lambda name: function.add_argument(module.type("i32"), module.constant("i32", 0), name),
    ]
    before = str(module)
    for set_name in setters:
        with pytest.raises(ValueError, match="a name cannot contain a NUL character"):
            set_name("a\0b")
        with pytest.raises(TypeError, match=r"a name is a string, not 5|str"):
            set_name(5)  # type: ignore[arg-type]
    assert str(module) == before


def test_an_instruction_is_erased_once(module: Module) -> None:
    y = next(module.function("f").instructions)
    y.replace_all_uses_with(module.constant("i32", 0))
    y.erase()
    with pytest.raises(pyllvm.PyllvmError, match="the sub was already erased"):
        y.erase()
    with pytest.raises(ValueError, match="the sub was erased"):
        y.insert_before(next(module.function("f").instructions))


def test_a_block_is_erased_once(module: Module) -> None:
    function = module.function("f")
    block = function.add_block("more")
    builder = pyllvm.IRBuilder.at_end(block)
    block.erase()
    with pytest.raises(pyllvm.PyllvmError, match="the block was already erased"):
        block.erase()
    with pytest.raises(ValueError, match="block %more was erased or removed from its function"):
        builder.ret(module.constant("i32", 0))
    with pytest.raises(ValueError, match="the block was erased"):
        function.append_block(block)


def test_what_belongs_to_an_erased_function(module: Module) -> None:
    function = module.function("f")
    block = function.blocks[1]
    builder = pyllvm.IRBuilder.before(next(iter(block)))
    function.erase()
    with pytest.raises(pyllvm.PyllvmError, match="@f does not belong to a module"):
        function.erase()
    with pytest.raises(ValueError, match="was erased"):
        builder.unreachable()


def test_constants_have_the_text_of_their_version() -> None:
    for version, nan in ((14, "double 0x7FF8000000000000"), (22, "double 0x7FF8000000000000"), (23, "double +qnan")):
        module = pyllvm.Module("m", llvm_version=version)
        constant = module.constant("double", float("nan"))
        assert str(constant) == nan
        assert repr(constant) == f"<{nan}>"
    module.downgraded(22)
    assert str(module.constant("double", float("nan"))) == "double 0x7FF8000000000000"


def test_a_name_with_nul_that_bitcode_has_may_meet_another() -> None:
    """Bitcode may have it: only names that are given are checked."""
    module = pyllvm.parse_assembly("@x = global i32 0\n", llvm_version=22)
    (variable,) = module.global_variables
    variable.put_name("\0")
    other = pyllvm.parse_assembly("@y = global i32 0\n", llvm_version=22).global_variables[0]
    other.remove()
    other.put_name("\0")
    module.add(other)
    assert [each.name for each in module.global_variables] == ["\0", "\0.1"]


def test_a_type_of_python_is_not_a_type() -> None:
    with pytest.raises(TypeError, match=r"as text|str object expected"):
        pyllvm.Module("m").type(int)  # type: ignore[arg-type]
