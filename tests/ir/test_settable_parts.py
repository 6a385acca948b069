"""Parts of globals, functions, blocks and constants that programs read and set by their names."""

from __future__ import annotations

import math

import pytest

from pyllvm import ir, parse_assembly, parse_bitcode, to_bitcode, verify

TEXT = """\
@g = global i32 1
@h = external global i32
@x = alias i32, ptr @g
@i = ifunc i32 (), ptr @resolve
declare i32 @p(...)
declare i32 @p2(...)
define ptr @resolve() {
  ret ptr null
}
define ptr @other_resolve() {
  ret ptr null
}
define i32 @f(i1 %c, ptr %p) prefix i32 7 {
entry:
  br i1 %c, label %a, label %b
a:
  br label %b
b:
  %x = phi i32 [ 1, %entry ], [ 2, %a ]
  %y = phi i32 [ 3, %entry ], [ 4, %a ]
  %z = add i32 %x, %y
  ret i32 %z
}
"""


@pytest.fixture
def module() -> ir.Module:
    return parse_assembly(TEXT, llvm_version=22)


def test_initializer(module: ir.Module) -> None:
    variable = module["g"]
    assert isinstance(variable, ir.GlobalVariable)
    old = variable.initializer
    variable.initializer = module.constant("i32", 5)
    assert str(variable).strip() == "@g = global i32 5"
    assert variable not in old.users
    variable.initializer = None
    variable.linkage = "external"
    assert variable.is_declaration
    with pytest.raises(TypeError, match=r"initializer of @g must be of type i32, not i64: set_value_type changes both"):
        variable.initializer = module.constant("i64", 5)
    with pytest.raises(TypeError, match=r"initializer of @g is a constant, such as module.constant\(type, number\), not 5"):
        variable.initializer = 5


def test_aliasee_and_resolver(module: ir.Module) -> None:
    alias, ifunc = module["x"], module["i"]
    assert isinstance(alias, ir.GlobalAlias)
    assert isinstance(ifunc, ir.GlobalIFunc)
    ifunc.resolver = module["other_resolve"]
    assert str(ifunc).strip() == "@i = ifunc i32 (), ptr @other_resolve"
    assert module["resolve"].uses == []
    variable = module.add_global("new", "i32", 3)
    alias.aliasee = variable
    assert str(alias).strip() == "@x = alias i32, ptr @new"
    assert verify(module) == []


def test_optional_operands_of_a_function(module: ir.Module) -> None:
    function = module["f"]
    function.personality = module["p"]
    assert (function.personality, str(function.prefix_data)) == (module["p"], "i32 7")
    function.prologue_data = module.constant("i8", 1)
    function.prefix_data = None
    assert str(function).splitlines()[0] == "define i32 @f(i1 %c, ptr %p) prologue i8 1 personality ptr @p {"
    function.personality = module["p2"]
    assert module["p"].uses == []
    assert verify(module) == []
    assert str(parse_bitcode(to_bitcode(module), "<string>")) == str(module)
    function.personality = None
    function.prologue_data = None
    assert function.has_operand_places  # LLVM keeps the places
    assert verify(module) == []
    with pytest.raises(TypeError, match="are constants, not <"):
        function.personality = function.arguments[1]


def test_parts_of_blocks(module: ir.Module) -> None:
    entry, a, b = module["f"].blocks
    assert [phi.name for phi in b.phis] == ["x", "y"]
    assert entry.phis == []
    assert b.first_non_phi is module["f"].symbols.get("z")
    assert (a.single_predecessor, b.single_predecessor) == (entry, None)
    assert (a.single_successor, entry.single_successor) == (b, None)
    assert b.first_insertion_point is b.first_non_phi


@pytest.mark.parametrize("type", ["half", "bfloat", "float", "double", "x86_fp80", "fp128", "ppc_fp128"])
def test_value_of_floating_point_constants(module: ir.Module, type: str) -> None:
    for number in (1.5, -2.0, 0.0, -0.0, 0.25, math.inf, -math.inf):
        constant = module.constant(type, number)
        assert isinstance(constant, ir.ConstantFP)
        assert (constant.value, math.copysign(1, constant.value)) == (number, math.copysign(1, number))
        assert float(constant) == number
    assert math.isnan(module.constant(type, math.nan).value)


def test_large_numbers(module: ir.Module) -> None:
    largest = ir.ConstantFP.get(module.type("fp128"), (0x7FFE << 112) | ((1 << 112) - 1))
    assert largest.value == math.inf
    assert module.constant("float", 0.1).value == 0.10000000149011612


def test_integers(module: ir.Module) -> None:
    number = module.constant("i8", 200)
    assert (number.signed, number.unsigned, int(number)) == (-56, 200, -56)


ATTRIBUTES = [
    ("align 16", 0, "align 16"),
    ("dereferenceable(8)", 0, "dereferenceable(8)"),
    ('"k"="v"', None, '"k"="v"'),
    ('"alone"', None, '"alone"'),
    ("memory(argmem: read)", None, "memory(argmem: read)"),
    ("nounwind willreturn", None, "nounwind willreturn"),
    ("byval({ i32, i8 })", 0, "byval({ i32, i8 })"),
    ("uwtable(sync)", None, "uwtable(sync)"),
    ("uwtable", None, "uwtable"),
    ("alignstack(8)", None, "alignstack(8)"),
    ("nonnull", 0, "nonnull"),
]


@pytest.mark.parametrize(("text", "parameter", "printed"), ATTRIBUTES)
def test_attributes_as_text(module: ir.Module, text: str, parameter: int | None, printed: str) -> None:
    function = module["f"]
    function.add_attribute(text, parameter=1 if parameter is not None else None)
    attributes = function.attributes
    assert attributes is not None
    found = attributes.function if parameter is None else attributes.parameter(1)
    assert found.as_string(22) == printed
    assert verify(module) == []


def test_attributes_of_return_values_and_calls() -> None:
    text = "declare ptr @g(ptr)\ndefine void @f() {\n  %r = call ptr @g(ptr null)\n  ret void\n}\n"
    module = parse_assembly(text, llvm_version=22)
    call = next(iter(module["f"].instructions))
    assert isinstance(call, ir.CallInst)
    call.add_attribute("align 4 noundef", returned=True)
    call.add_attribute("dereferenceable_or_null(4)", parameter=0)
    call.add_attribute("memory(none)")
    assert str(call).strip() == "%r = call noundef align 4 ptr @g(ptr dereferenceable_or_null(4) null) #0"
    with pytest.raises(ValueError, match="there is no parameter 1"):
        call.add_attribute("align 4", parameter=1)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("nosuch", "'nosuch' is not an attribute of LLVM 22"),
        ("align 3", "'align 3' is not an attribute of LLVM 22: alignment is not a power of two"),
        ("align", "the attribute 'align' has a value: write it as LLVM's text does, such as 'align 8'"),
        ("", "'' is not an attribute of LLVM 22: nothing was found"),
        ("memory(nowhere)", "'memory\\(nowhere\\)' is not an attribute of LLVM 22"),
        ("align 8) nounwind", "is not an attribute"),
    ],
)
def test_what_is_not_an_attribute_is_refused(module: ir.Module, text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        module["f"].add_attribute(text, parameter=1)
    assert module["f"].attributes is None


def test_attributes_as_text_with_typed_pointers() -> None:
    module = parse_assembly("declare void @f(i8*)\n", llvm_version=14)
    module["f"].add_attribute("byval(i8) align 8", parameter=0)
    module["f"].add_attribute("readnone")
    assert str(module["f"]) == "; Function Attrs: readnone\ndeclare void @f(i8* byval(i8) align 8) #0\n"
