"""Copies of modules hold everything, share nothing, and have no limit of size or depth."""

from __future__ import annotations

import ast
import copy
import re
import sys
from pathlib import Path

import pytest

import pyllvm
from pyllvm import PyllvmError, link, parse_assembly, parse_bitcode, read, to_bitcode, verify
from pyllvm.editing.module_copy import ModuleImage, attribute_names, copy_of
from pyllvm.ir import BinaryOperator, CallBase, Function, Module, Type, Value
from pyllvm.tables.opcodes import OPCODES_BY_NAME
from rows import each_row

RULES = Path(__file__).parents[1] / "verifier" / "rules"
SAMPLE = Path(__file__).parents[1] / "data" / "sample.ll"
PATHS = [*sorted(RULES.glob("*.ll"))[::9], SAMPLE, *sorted(SAMPLE.parent.glob("constructs.*.ll"))]


def objects(module: Module) -> set[int]:
    return {id(thing) for thing in ModuleImage(module).objects}


def described(module: Module) -> list[object]:
    """Each object of a module by its class and its attributes; objects are numbers there."""
    image = ModuleImage(module)
    numbers = {thing: number for number, thing in enumerate(image.objects)}

    def plain(value: object) -> object:
        if isinstance(value, list | tuple):
            return [plain(one) for one in value]
        if isinstance(value, dict):
            return [[plain(key), plain(one)] for key, one in value.items()]
        return numbers.get(value, str(value)) if value.__hash__ is not None else str(value)

    return [[type(thing).__name__, plain(state)] for thing, state in zip(image.objects, image.states(), strict=True)]


@each_row("path", [*sorted(RULES.glob("*.ll"))[::9], SAMPLE, *SAMPLE.parent.glob("constructs.*.ll")], ids=lambda path: path.stem)
def test_a_copy_has_every_attribute_of_every_object(path: Path) -> None:
    try:
        module = read(path)
    except PyllvmError:
        pytest.skip("the text is not accepted")
    made = module.copy()
    assert described(made) == described(module)
    assert str(made) == str(module)
    assert not objects(made) & objects(module)


def test_a_copy_is_changed_alone() -> None:
    module = read(SAMPLE)
    before, data = str(module), to_bitcode(module)
    made = copy.deepcopy(module)
    for function in list(made.functions):
        function.name = "x"
        for block in list(function.blocks):
            for instruction in block:
                instruction.attachments = None
    assert str(made) != before
    assert str(module) == before
    assert to_bitcode(module) == data


def test_what_the_class_lists_is_what_an_object_has() -> None:
    module = read(SAMPLE)
    instruction = module.functions[0].blocks[0].instructions[0]
    assert {"type", "_name", "_uses", "operands", "parent", "flags", "_debug_location"} <= set(attribute_names(instruction))


def test_no_attribute_of_what_is_copied_is_final() -> None:
    """A copy sets each of them, which a compiled class refuses."""
    things = {type(thing) for path in PATHS[-3:] for thing in ModuleImage(read(path)).objects}
    classes = {kind for thing in things for kind in thing.__mro__ if kind.__module__.startswith("pyllvm.")}
    assert {"Module", "UsePolicy", "Context", "LoadInst", "SpecializedNode"} <= {kind.__name__ for kind in classes}
    for module in {kind.__module__ for kind in classes}:
        source = Path(pyllvm.__path__[0], *module.split(".")[1:]).with_suffix(".py")
        names = {kind.__name__ for kind in classes if kind.__module__ == module}
        for node in ast.parse(source.read_text("utf-8")).body:
            if isinstance(node, ast.ClassDef) and node.name in names:
                text = ast.unparse(node)
                assert not re.findall(r"self\.\w+: Final\b", text), node.name


def test_an_unfinished_module_is_copied() -> None:
    module = parse_assembly("define i32 @f(i32 %a) {\n  %x = add i32 %a, 1\n  ret i32 %x\n}\n")
    block = module.functions[0].blocks[0]
    end = block.instructions[1]
    end.erase()
    assert len(verify(module)) == 1
    made = module.copy()
    assert len(made.functions[0].blocks[0].instructions) == 1
    assert len(verify(made)) == 1


def test_uses_that_lead_out_of_the_module_are_left_out() -> None:
    module = parse_assembly("define i32 @f(i32 %a) {\n  %x = add i32 %a, 1\n  ret i32 %x\n}\n")
    argument = module.functions[0].arguments[0]
    loose = BinaryOperator(OPCODES_BY_NAME["add"], argument, argument)
    assert len(argument.users) == 3
    made = module.copy().functions[0].arguments[0]
    assert [str(user).strip() for user in made.users] == ["%x = add i32 %a, 1"]
    assert loose.parent is None


def test_modules_of_one_context_do_not_come_along() -> None:
    first = parse_assembly("define i32 @f() {\n  ret i32 7\n}\n")
    second = Module("second", first.context)
    context = first.context
    seven = first.functions[0].blocks[0].instructions[0].operands[0]
    made = Function(context.pointer(), context.function(context.integer(32), []), "g")
    second.add(made)
    made.set_optional_operands(None, seven, None)
    assert len(copy_of(second).functions) == 1
    seven_of_copy = copy_of(first).functions[0].blocks[0].instructions[0].operands[0]
    assert isinstance(seven_of_copy, Value)
    assert len(seven_of_copy.users) == 1


def test_a_linked_module_is_copied() -> None:
    texts = ["declare void @f()\ndefine void @g() {\n  call void @f()\n  ret void\n}\n", "define void @f() {\n  ret void\n}\n"]
    module = link([parse_assembly(text) for text in texts])
    made = module.copy()
    assert to_bitcode(made) == to_bitcode(module)


def test_bodies_that_were_not_read_are_read(tmp_path: Path) -> None:
    data = to_bitcode(read(SAMPLE))
    path = tmp_path / "a.bc"
    path.write_bytes(data)
    assert to_bitcode(read(path, lazy=True).copy()) == to_bitcode(parse_bitcode(data))


def test_attributes_with_types_get_the_types_of_the_copy() -> None:
    text = "declare void @f(ptr byval(i32) align 4)\ndefine void @g(ptr %p) {\n  call void @f(ptr byval(i32) %p)\n  ret void\n}\n"
    module = parse_assembly(text)
    made = module.copy()
    call = made.functions[1].blocks[0].instructions[0]
    assert isinstance(call, CallBase)
    assert call.attributes is not None
    types = [attribute.type for _, one in call.attributes.indexed() for attribute in one.attributes]
    assert [type.context is made.context for type in types if isinstance(type, Type)] == [True]
    assert str(made) == str(module)


def test_deep_nesting_needs_no_deep_recursion() -> None:
    depth = sys.getrecursionlimit() * 2
    nodes = "".join([f"!{number} = !{{!{number + 1}}}\n" for number in range(depth)])
    module = parse_assembly(f"!named = !{{!0}}\n{nodes}!{depth} = !{{}}\n")
    assert str(module.copy()) == str(module)


def test_places_in_the_text_are_copied(tmp_path: Path) -> None:
    path = tmp_path / "a.ll"
    path.write_text("define i32 @f(i32 %a) {\n  %x = add i32 %a, %y\n  %y = add i32 %a, 1\n  ret i32 %x\n}\n")
    module = read(path, keep_places=True)
    assert [finding.where for finding in verify(module.copy())] != [None]
    assert [str(finding.where) for finding in verify(module.copy())] == [str(finding.where) for finding in verify(module)]
