"""The attributes that declarations of intrinsics get, whatever they had."""

from __future__ import annotations

from pyllvm.ir.attributes import Attribute, AttributeList, AttributeSet
from pyllvm.ir.function import Function
from pyllvm.ir.intrinsics.intrinsic_attributes import intrinsic_attributes, set_intrinsic_attributes
from pyllvm.ir.module import Module
from pyllvm.ir.types import FunctionType

COLD = AttributeList(AttributeSet([Attribute.of("cold")]))


def declare(module: Module, name: str, type: FunctionType) -> Function:
    function = Function(module.context.pointer(), type, name)
    function.attributes = COLD
    module.add(function)
    return function


def test_only_intrinsics_of_the_modules_version_change() -> None:
    module = Module()
    module.llvm_version = 19
    context = module.context
    lifetime = context.function(context.void, [context.integer(64), context.pointer()])
    known = declare(module, "llvm.lifetime.start.p0", lifetime)
    unknown = declare(module, "llvm.lifetime.begin", lifetime)
    plain = declare(module, "lifetime", lifetime)
    for function in module.functions:
        set_intrinsic_attributes(function, 19)
    assert known.attributes is not None
    assert known.attributes.function.comment_string(19) == (
        "nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)"
    )
    assert [known.attributes.parameters[number].as_string(19) for number in (0, 1)] == ["immarg", "nocapture"]
    assert unknown.attributes is COLD
    assert plain.attributes is COLD


def test_one_list_serves_all_that_are_alike() -> None:
    context = Module().context
    type = context.function(context.integer(32), [context.integer(32)])
    first = intrinsic_attributes("llvm.ctpop.i32", 19, type)
    assert first is not None
    assert intrinsic_attributes("llvm.bswap.i32", 19, type) is first


def test_a_range_is_as_wide_as_its_value() -> None:
    context = Module().context
    for width, text in ((8, "range(i8 -1, 2)"), (64, "range(i64 -1, 2)")):
        i = context.integer(width)
        found = intrinsic_attributes(f"llvm.scmp.i{width}.i32", 22, context.function(i, [context.integer(32)] * 2))
        assert found is not None
        assert found.returned.as_string(22) == text
    grid = context.function(context.integer(32), [])
    found = intrinsic_attributes("llvm.nvvm.read.ptx.sreg.nctaid.x", 22, grid)
    assert found is not None
    assert found.returned.as_string(22) == "noundef range(i32 1, -2147483648)"


def test_a_declaration_of_another_type_is_left_alone_since_21() -> None:
    context = Module().context
    without_parameters = context.function(context.void, [])
    assert intrinsic_attributes("llvm.lifetime.start.p0", 20, without_parameters) is not None
    assert intrinsic_attributes("llvm.lifetime.start.p0", 21, without_parameters) is None


def test_attributes_of_parameters_that_are_not_there_are_kept_for_the_verifier() -> None:
    context = Module().context
    found = intrinsic_attributes("llvm.lifetime.start.p0", 19, context.function(context.void, [context.integer(64)]))
    assert found is not None
    assert list(found.parameters) == [0, 1]
