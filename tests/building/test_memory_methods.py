"""Memory: the types that loads and stores find out by themselves."""

from __future__ import annotations

import pytest

from pyllvm import IRBuilder, Module


def test_a_number_is_stored_where_the_pointer_says_what_is_there() -> None:
    module = Module("m", llvm_version=22)
    variable = module.add_global("g", "i64", 0)
    function = module.add_function("f", "void (ptr)", ["p"])
    builder = IRBuilder.at_end(function.add_block())
    slot = builder.alloca("double", name="slot")
    texts = [str(builder.store(2, slot)), str(builder.store(3, variable))]
    assert texts == ["  store double 2.000000e+00, ptr %slot, align 8", "  store i64 3, ptr @g, align 4"]
    with pytest.raises(TypeError, match="the value must have a type"):
        builder.store(4, function.arguments[0])


@pytest.mark.parametrize(
    ("version", "inbounds", "flags"), [(19, True, "inbounds "), (20, True, "inbounds nuw "), (20, False, "")]
)
def test_addresses_of_members_are_nuw_since_20(version: int, inbounds: bool, flags: str) -> None:
    module = Module("m", llvm_version=version)
    function = module.add_function("f", "void (ptr)")
    builder = IRBuilder.at_end(function.add_block())
    made = builder.struct_gep("{ i32, i8 }", function.arguments[0], 1, inbounds=inbounds)
    assert str(made).endswith(f"getelementptr {flags}{{ i32, i8 }}, ptr %0, i32 0, i32 1")
