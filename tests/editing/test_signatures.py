"""Signatures change together with all calls, or not at all."""

from __future__ import annotations

import pytest

from pyllvm import PyllvmError, parse_assembly, parse_bitcode, to_bitcode, verify
from pyllvm.editing.signatures import remove_bundles, set_return_type
from pyllvm.ir import Attribute, CallBase, Constant, ConstantInt, Function, GlobalVariable, Module, ReturnInst
from pyllvm.ir.constants import null_value

TEXT = """\
@g = global i32 1
@used = global i32 2

define i32 @f(i32 noundef %a, ptr nonnull %b, i8 signext %c) {
  %x = add i32 %a, 1
  ret i32 %x
}

define i32 @main(i32 %n, ptr %p) personality ptr @g {
  %r = call i32 @f(i32 noundef %n, ptr nonnull %p, i8 signext 3) [ "deopt"(i32 %n) ]
  %s = invoke i32 @f(i32 1, ptr %p, i8 signext 4)
          to label %end unwind label %pad

pad:
  %l = landingpad i32
          cleanup
  ret i32 0

end:
  %v = load i32, ptr @used
  ret i32 %r
}

declare void @taken(ptr)
declare i32 @other(i32)

define ptr @address() {
  ret ptr @taken
}
"""


@pytest.fixture
def module() -> Module:
    return parse_assembly(TEXT, llvm_version=19)


def function(module: Module, name: str) -> Function:
    found = module.get(name)
    assert isinstance(found, Function)
    return found


def lines(module: Module, words: str) -> list[str]:
    return [line.strip() for line in str(module).splitlines() if words in line]


def is_whole(module: Module) -> bool:
    """Whether the module verifies and its bitcode reads as the same."""
    read = parse_bitcode(to_bitcode(module), llvm_version=19)
    return verify(module) == [] and str(read).splitlines()[2:] == str(module).splitlines()[2:]


def number(module: Module, value: int) -> Constant:
    return ConstantInt.get(module.context.integer(64), value)


def test_a_parameter_is_added_with_a_value_in_all_calls(module: Module) -> None:
    f = function(module, "f")
    made = f.add_argument(module.context.integer(64), number(module, 9), "x", 1)
    assert made.name == "x1"
    f.add_argument(module.context.integer(64), number(module, 8))
    assert [argument.number for argument in f.arguments] == [0, 1, 2, 3, 4]
    assert lines(module, "@f(") == [
        "define i32 @f(i32 noundef %a, i64 %x1, ptr nonnull %b, i8 signext %c, i64 %0) {",
        '%r = call i32 @f(i32 noundef %n, i64 9, ptr nonnull %p, i8 signext 3, i64 8) [ "deopt"(i32 %n) ]',
        "%s = invoke i32 @f(i32 1, i64 9, ptr %p, i8 signext 4, i64 8)",
    ]
    assert is_whole(module)


def test_a_parameter_is_removed_from_all_calls(module: Module) -> None:
    f = function(module, "f")
    f.remove_argument(1)
    assert lines(module, "@f(") == [
        "define i32 @f(i32 noundef %a, i8 signext %c) {",
        '%r = call i32 @f(i32 noundef %n, i8 signext 3) [ "deopt"(i32 %n) ]',
        "%s = invoke i32 @f(i32 1, i8 signext 4)",
    ]
    assert is_whole(module)
    f.blocks[0].instructions[0].name = "b"
    assert f.blocks[0].instructions[0].name == "b"
    assert f.symbols.get("a") is f.arguments[0]
    f.blocks[0].instructions[0].replace_all_uses_with(f.arguments[0])
    f.blocks[0].instructions[0].erase()
    f.blocks[0].instructions[-1].set_operand(0, ConstantInt.get(module.context.integer(32), 1))
    f.remove_argument(0)
    assert f.symbols.get("a") is None
    with pytest.raises(ValueError, match="@f has 1 parameters: none has the number 1"):
        f.remove_argument(1)


def test_a_return_type_changes_if_nothing_uses_the_results(module: Module) -> None:
    f, main = function(module, "f"), function(module, "main")
    before = str(module)
    with pytest.raises(PyllvmError, match="the result of a call of @f is still used: by 'ret i32 %r in @main'"):
        f.set_return_type(module.context.void)
    main.blocks[0].instructions[0].replace_all_uses_with(main.arguments[0])
    with pytest.raises(PyllvmError, match="returns a value of another type than void: ret i32 %x in @f"):
        f.set_return_type(module.context.void)
    assert str(module) == before.replace("ret i32 %r", "ret i32 %n")
    end = f.blocks[0].instructions[1]
    end.erase()
    f.blocks[0].append(ReturnInst(module.context.void))
    f.remove_argument(1)
    f.set_return_type(module.context.void)
    assert lines(module, "@f(")[0] == "define void @f(i32 noundef %a, i8 signext %c) {"
    assert lines(module, "invoke") == ["invoke void @f(i32 1, i8 signext 4)"]
    assert is_whole(module)


def test_what_cannot_be_kept_right_is_refused(module: Module) -> None:
    before = str(module)
    integer = module.context.integer(64)
    with pytest.raises(PyllvmError, match="the argument is still used: by '%x = add i32 %a, 1 in @f'"):
        function(module, "f").remove_argument(0)
    with pytest.raises(PyllvmError, match="@taken is used otherwise than by calls of its type: by 'ret ptr @taken in @address'"):
        function(module, "taken").add_argument(integer, number(module, 1))
    with pytest.raises(TypeError, match="i64 1, which is not of type ptr"):
        function(module, "f").add_argument(module.context.pointer(), number(module, 1))
    for index in (-1, 4):
        with pytest.raises(ValueError, match="@f has 3 parameters"):
            function(module, "f").add_argument(integer, number(module, 1), index=index)
    with pytest.raises(ValueError, match="@f has 3 parameters: none has the number 3"):
        function(module, "f").remove_argument(3)
    assert str(module) == before


def test_attributes_are_added_and_removed(module: Module) -> None:
    f = function(module, "f")
    call = function(module, "main").blocks[0].instructions[0]
    assert isinstance(call, CallBase)
    for one in (f, call):
        one.add_attribute("nounwind")
        one.add_attribute(Attribute.of_integer("align", 8), parameter=1)
        one.add_attribute("noundef", returned=True)
        one.remove_attribute("noundef", parameter=0)
        one.remove_attribute("cold")
    assert lines(module, "@f(")[:2] == [
        "define noundef i32 @f(i32 %a, ptr nonnull align 8 %b, i8 signext %c) #0 {",
        '%r = call noundef i32 @f(i32 %n, ptr nonnull align 8 %p, i8 signext 3) #0 [ "deopt"(i32 %n) ]',
    ]
    assert is_whole(module)
    with pytest.raises(ValueError, match="'nothing' is not an attribute"):
        f.add_attribute("nothing")
    with pytest.raises(ValueError, match="'align' has a value"):
        f.add_attribute("align", parameter=1)
    with pytest.raises(ValueError, match="there is no parameter 3"):
        f.add_attribute("noundef", parameter=3)


def test_a_variable_changes_its_type_with_its_value(module: Module) -> None:
    used = module.get("used")
    assert isinstance(used, GlobalVariable)
    array = module.context.array(module.context.integer(8), 4)
    with pytest.raises(TypeError, match="the initializer i64 1 is not of type"):
        used.set_value_type(array, number(module, 1))
    used.set_value_type(array, null_value(array))
    assert lines(module, "@used =") == ["@used = global [4 x i8] zeroinitializer"]
    used.set_value_type(array)
    assert lines(module, "@used =") == ["@used = external global [4 x i8]"]
    assert is_whole(module)


def test_a_variable_with_a_typed_pointer_keeps_its_users_right() -> None:
    module = parse_assembly("@g = global i32 1\n@p = global i32* @g\n", llvm_version=14)
    g, p = module.global_variables
    with pytest.raises(PyllvmError, match="@g has a typed pointer and is still used: by '@p'"):
        g.set_value_type(module.context.integer(8), null_value(module.context.integer(8)))
    p.set_value_type(g.value_type, null_value(g.value_type))
    assert str(p.type) == "i32*"
    assert verify(module) == []


@pytest.mark.parametrize(("index", "is_kept"), [(0, False), (1, False), (2, True)])
def test_allocsize_goes_where_its_parameters_move(index: int, is_kept: bool) -> None:
    """A module with a number that names no parameter, or another one, is not valid, or means something else."""
    text = "declare ptr @f(i64, i64, i64) allocsize(0, 1)\n"
    removed, added = [parse_assembly(text, llvm_version=19) for _ in range(2)]
    removed.function("f").remove_argument(index)
    i64 = added.context.integer(64)
    added.function("f").add_argument(i64, null_value(i64), index=index)
    for module in (removed, added):
        assert ("allocsize" in str(module)) == is_kept
        assert verify(module) == []


def test_attributes_of_a_result_go_with_its_type() -> None:
    text = "define zeroext i8 @f() {\n  ret i8 1\n}\ndefine void @g() {\n  %r = call zeroext i8 @f()\n  ret void\n}\n"
    module = parse_assembly(text, llvm_version=19)
    called = module["f"]
    called.blocks[0].instructions[0].erase()
    called.blocks[0].append(ReturnInst(module.context.void, None))
    set_return_type(called, module.context.void)
    assert verify(module) == []
    assert "define void @f()" in str(module) and "  call void @f()\n" in str(module)


@pytest.mark.parametrize("numbers", [(), (0,), (1,), (1, 2), (3,), (0, 1, 2, 3)])
def test_bundles_go_with_their_operands(numbers: tuple[int, ...]) -> None:
    bundles = ['"a"(i32 1)', '"b"(i32 2, i32 %n)', '"c"()', '"d"(i32 4)']
    text = "define void @f(i32 %n) {\n  call void @f(i32 %n) [ " + ", ".join(bundles) + " ]\n  ret void\n}\n"
    module = parse_assembly(text, llvm_version=19)
    call = module["f"].blocks[0].instructions[0]
    assert isinstance(call, CallBase)
    remove_bundles(call, numbers)
    left = ", ".join([bundle for number, bundle in enumerate(bundles) if number not in numbers])
    assert str(call).strip() == "call void @f(i32 %n)" + (f" [ {left} ]" if left else "")
    assert verify(module) == []
