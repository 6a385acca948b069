"""Intrinsics are declared on demand; errors name the ones that cannot be."""

from __future__ import annotations

import pytest

from pyllvm.ir.intrinsics.declarations import intrinsic_function, types_of_arguments
from pyllvm.ir.module import Module
from pyllvm.ir.types import Type
from rows import each_row


def types(module: Module, texts: list[str]) -> list[Type]:
    return [module.type(text) for text in texts]


def test_an_intrinsic_is_declared_once_with_its_attributes() -> None:
    module = Module(llvm_version=19)
    for name, texts, full in [("llvm.umax", ["i32"], "llvm.umax.i32"), ("llvm.assume", [], "llvm.assume")]:
        declared = intrinsic_function(module, name, types(module, texts))
        assert declared is module.get(full)
        assert declared.attributes is not None
        assert "nosync" in declared.attributes.function.as_string(19)
        assert intrinsic_function(module, name, types(module, texts)) is declared
    assert str(module["llvm.umax.i32"].function_type) == "i32 (i32, i32)"


REFUSED: list[tuple[str, list[str], type[Exception], str]] = [
    ("umax", ["i32"], ValueError, "LLVM 19 has no intrinsic 'umax' whose type is known"),
    ("llvm.umix", ["i32"], ValueError, "LLVM 19 has no intrinsic 'llvm.umix' whose type is known"),
    ("llvm.umax.i32", ["i32"], ValueError, "'llvm.umax.i32' ends in types: give them apart from 'llvm.umax'"),
    ("llvm.umax", [], TypeError,
        "llvm.umax is for 1 types, not 0, and they do not all follow from the arguments: int$0($0,$0)"),
    ("llvm.umax", ["i8", "i8"], TypeError, "llvm.umax is for 1 types, not 2: int$0($0,$0)"),
    ("llvm.umax", ["float"], TypeError, "llvm.umax is not for the types float: int$0($0,$0)"),
    ("llvm.memcpy", ["ptr", "i8", "i8"], TypeError,
        "llvm.memcpy is not for the types ptr, i8, i8: void(pointer$0,pointer$1,int$2,i1)"),
    ("llvm.ssa.copy", ["nameless"], TypeError, "llvm.ssa.copy: a struct without a name cannot be in the name of an intrinsic"),
    ("llvm.umax", ["i64"], ValueError, "@llvm.umax.i64 is not a function"),
]  # fmt: skip


@each_row(("name", "texts", "kind", "message"), REFUSED)
def test_what_is_said_of_intrinsics_that_cannot_be(name: str, texts: list[str], kind: type[Exception], message: str) -> None:
    module = Module(llvm_version=19)
    module.add_global("llvm.umax.i64", module.context.integer(8))
    nameless = module.context.named_struct("", [module.context.integer(8)])
    given = [nameless if "nameless" in text else module.type(text) for text in texts]
    with pytest.raises(kind) as caught:
        intrinsic_function(module, name, given)
    assert str(caught.value) == message
    assert not module.functions


@each_row(
    ("name", "arguments", "found"),
    [("llvm.umax", ["i8"], ["i8"]), ("llvm.umax", [], []), ("llvm.assume", ["i1"], []), ("umax", ["i8"], [])],
)
def test_types_for_which_arguments_use_an_intrinsic(name: str, arguments: list[str], found: list[str]) -> None:
    module = Module(llvm_version=19)
    assert types_of_arguments(module, name, [*types(module, arguments)]) == types(module, found)
