"""The types at the end of intrinsics' names, and what happens to names that do not end in theirs."""

from __future__ import annotations

import pytest

from pyllvm.assembly import parse_assembly
from pyllvm.ir.function import Function
from pyllvm.ir.global_values import GlobalVariable
from pyllvm.ir.instructions import CallInst
from pyllvm.ir.intrinsics.overloaded_names import mangled_intrinsic_name, mangled_type, remangle_intrinsics
from pyllvm.ir.module import Module
from pyllvm.ir.types import Context, FunctionType, Type
from rows import each_row

CONTEXT = Context()
I8 = CONTEXT.integer(8)
I32 = CONTEXT.integer(32)
I1 = CONTEXT.integer(1)
POINTER = CONTEXT.pointer()
FLOAT = CONTEXT.floating_point("float")

TYPES: list[tuple[Type, str | None]] = [
    (I32, "i32"),
    (CONTEXT.floating_point("bfloat"), "bf16"),
    (CONTEXT.floating_point("half"), "f16"),
    (CONTEXT.floating_point("x86_fp80"), "f80"),
    (CONTEXT.floating_point("ppc_fp128"), "ppcf128"),
    (CONTEXT.pointer(3), "p3"),
    (CONTEXT.pointer_to(CONTEXT.pointer_to(I8, 1)), "p0p1i8"),
    (CONTEXT.vector(FLOAT, 4), "v4f32"),
    (CONTEXT.vector(POINTER, 2, True), "nxv2p0"),
    (CONTEXT.array(I8, 3), "a3i8"),
    (CONTEXT.literal_struct([I8, FLOAT]), "sl_i8f32s"),
    (CONTEXT.named_struct("a.b", [I8]), "s_a.bs"),
    (CONTEXT.named_struct("", [I8]), None),
    (CONTEXT.array(CONTEXT.named_struct("", [I8]), 3), None),
    (CONTEXT.function(CONTEXT.void, [I8], True), "f_isVoidi8varargf"),
    (CONTEXT.target("spirv.Image", [FLOAT], [1, 0]), "tspirv.Image_f32_1_0t"),
]


@each_row(("type", "text"), TYPES)
def test_types(type: Type, text: str | None) -> None:
    assert mangled_type(type) == text


def test_types_nested_too_deeply() -> None:
    type: Type = I8
    for _ in range(5000):
        type = CONTEXT.array(type, 1)
    assert mangled_type(type) is None


NAMES: list[tuple[str, FunctionType, int, str | None]] = [
    ("llvm.ctpop", CONTEXT.function(I32, [I32]), 19, "llvm.ctpop.i32"),
    ("llvm.memcpy.x", CONTEXT.function(CONTEXT.void, [POINTER, CONTEXT.pointer(1), I32, I1]), 22, "llvm.memcpy.p0.p1.i32"),
    ("llvm.sadd.with.overflow", CONTEXT.function(CONTEXT.literal_struct([I8, I1]), [I8, I8]), 14, "llvm.sadd.with.overflow.i8"),
    ("llvm.sadd.with.overflow", CONTEXT.function(I8, [I8, I8]), 14, None),
    ("llvm.memcpy.x", CONTEXT.function(CONTEXT.void, [POINTER]), 19, None),
    ("llvm.assume", CONTEXT.function(CONTEXT.void, [I1]), 19, None),
    ("llvm.nothing", CONTEXT.function(CONTEXT.void, [I1]), 19, None),
    ("llvm.lifetime.start", CONTEXT.function(CONTEXT.void, [CONTEXT.integer(64), POINTER]), 19, "llvm.lifetime.start.p0"),
    ("llvm.lifetime.start", CONTEXT.function(CONTEXT.void, [POINTER]), 22, "llvm.lifetime.start.p0"),
]


@pytest.mark.parametrize(("name", "type", "version", "wanted"), NAMES)
def test_names(name: str, type: FunctionType, version: int, wanted: str | None) -> None:
    assert mangled_intrinsic_name(name, type, version) == wanted


def declarations(*names: str) -> Module:
    module = Module(llvm_version=19)
    i32 = module.context.integer(32)
    for name in names:
        module.add(Function(module.context.pointer(), module.context.function(i32, [i32]), name))
    return module


def test_the_renamed_go_to_the_end() -> None:
    module = declarations("llvm.ctpop", "llvm.bswap.i32", "f")
    first = module.functions[0]
    remangle_intrinsics(module, has_all_uses=True)
    assert [function.name for function in module.functions] == ["llvm.bswap.i32", "f", "llvm.ctpop.i32"]
    assert module.get("llvm.ctpop.i32") is first
    assert module.get("llvm.ctpop") is None


def test_one_that_is_there_takes_over() -> None:
    module = declarations("llvm.ctpop", "llvm.ctpop.i32")
    pointer = module.add_global("p", "ptr", module.functions[0])
    remangle_intrinsics(module, has_all_uses=False)
    assert len(module.functions) == 2
    remangle_intrinsics(module, has_all_uses=True)
    assert [function.name for function in module.functions] == ["llvm.ctpop.i32"]
    assert pointer.initializer is module.functions[0]


@pytest.mark.parametrize("linkage", ["internal", "dllexport", "linkonce_odr hidden", "dso_local"])
def test_a_definition_becomes_a_plain_declaration(linkage: str) -> None:
    text = """
$c = comdat any
@g = global i32 0
define LINKAGE i32 @llvm.bswap(i32 %x) unnamed_addr section "s" partition "p" comdat($c) align 16 gc "g" prefix ptr @g !note !0 {
  %a = load i32, ptr @g
  ret i32 %a
}
define i32 @f() {
  %a = call i32 @llvm.bswap(i32 1)
  %b = call i32 @llvm.bswap(i32 2)
  %c = sub i32 %a, %b
  ret i32 %c
}
!0 = !{}
""".replace("LINKAGE", linkage)
    module = parse_assembly(text.encode(), llvm_version=19)
    assert "\ndeclare i32 @llvm.bswap.i32(i32) #0\n" in str(module)
    assert module.global_variables[0].uses == []
    named = parse_assembly(text.replace("@llvm.bswap(", "@llvm.bswap.i32(").encode(), llvm_version=19)
    users = [[user.name for user in one["llvm.bswap.i32"].users if isinstance(user, CallInst)] for one in (module, named)]
    assert users == [["a", "b"], ["b", "a"]]  # the uses have moved one at a time


@pytest.mark.parametrize(("version", "name"), [(12, "llvm.ctpop"), (13, "llvm.ctpop.i32")])
def test_another_value_of_the_name_makes_place_since_13(version: int, name: str) -> None:
    module = declarations("llvm.ctpop")
    module.llvm_version = version
    module.add(GlobalVariable(module.context.pointer(), module.context.integer(8), "llvm.ctpop.i32"))
    remangle_intrinsics(module, has_all_uses=True)
    assert module.functions[0].name == name
    assert module.global_variables[0].name == ("llvm.ctpop.i32" if version == 12 else "llvm.ctpop.i32.renamed")


@pytest.mark.parametrize(("version", "names"), [(12, ["s_s.7", "y", "x"]), (13, ["s_s.0", "s_s.1"])])
def test_structs_without_names_are_numbered_since_13(version: int, names: list[str]) -> None:
    module = Module(llvm_version=version)
    one, other = [module.context.named_struct("", [I32]) for _ in range(2)]
    for name, type in [("s_s.7", one), ("y", other), ("x", one)]:
        module.add(Function(module.context.pointer(), module.context.function(type, [type]), f"llvm.ssa.copy.{name}"))
    remangle_intrinsics(module, has_all_uses=True)
    assert [function.name for function in module.functions] == [f"llvm.ssa.copy.{name}" for name in names]


def test_the_calling_convention_comes_along() -> None:
    module = declarations("llvm.ctpop", "llvm.ctpop.i32")
    module.functions[0].calling_convention_number = 8
    remangle_intrinsics(module, has_all_uses=True)
    assert [function.calling_convention_number for function in module.functions] == [8]
