"""Identified structs of several modules: one where they are alike, renamed where they are not."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pyllvm.diagnostics import PyllvmError
from pyllvm.ir.types import Context
from rows import each_row

LinkTexts = Callable[..., str]


def test_names_are_unique_in_a_context() -> None:
    context = Context()
    first, second, third = (context.named_struct("T") for _ in range(3))
    assert [first.name, second.name, third.name] == ["T", "T.0", "T.1"]
    context.name_struct(first, "")
    assert context.struct_of_name("T") is None
    assert context.named_struct("T").name == "T"


def test_alike_structs_are_one(link_texts: LinkTexts) -> None:
    linked = link_texts(
        "%T = type { i32, i8 }\n@a = global %T zeroinitializer", "%T = type { i32, i8 }\n@b = global %T zeroinitializer"
    )
    assert linked.splitlines()[0] == "%T = type { i32, i8 }"
    assert "@a = global %T zeroinitializer" in linked
    assert "@b = global %T zeroinitializer" in linked


@pytest.mark.parametrize("version", [19, 22])
def test_the_name_of_a_struct_that_is_one_with_another_is_free(link_texts: LinkTexts, version: int) -> None:
    text = "%T = type { %U }\n%U = type { i32 }\n@x = external global %T\n@NAME = global ptr @x"
    inputs = [text.replace("NAME", "a"), text.replace("NAME", "b"), "%T.0 = type { i64 }\n@y = global %T.0 zeroinitializer"]
    assert link_texts(*inputs, version=version).splitlines()[2] == "%T.0 = type { i64 }"


def test_other_structs_of_a_name_are_renamed(link_texts: LinkTexts) -> None:
    linked = link_texts("%T = type { i32 }\n@a = global %T zeroinitializer", "%T = type { i64 }\n@b = global %T zeroinitializer")
    assert "%T.0 = type { i64 }" in linked
    assert "@b = global %T.0 zeroinitializer" in linked


def test_an_opaque_struct_gets_its_body(link_texts: LinkTexts) -> None:
    linked = link_texts(
        "%T = type opaque\n@x = external global %T*\n@y = global %T** @x",
        "%T = type { i32, %T* }\n@x = global %T* null",
        version=14,
    )
    assert linked.splitlines()[0] == "%T = type { i32, %T* }"
    assert "@x = global %T* null" in linked


def test_an_opaque_struct_gets_its_body_after_a_comparison_that_failed(link_texts: LinkTexts) -> None:
    text = (
        "%V = type BODY\n%T = type { %V*, NUMBER }\n@x = external global %T*\n@USER = global %T** @x\n@v = external global %V*\n"
    )
    texts = [text.replace("BODY", "opaque").replace("NUMBER", "i32").replace("USER", "a") + "@c = global %V** @v\n"]
    texts += [text.replace("BODY", "{ i8 }").replace("NUMBER", "i64").replace("USER", "b") + "@d = global %V** @v\n"]
    linked = link_texts(*texts, version=14)
    assert linked.startswith("%T = type { %V*, i32 }\n%V = type { i8 }\n%T.1 = type { %V*, i64 }\n")


def test_recursive_structs_are_unified_up_to_14(link_texts: LinkTexts) -> None:
    text = "%N = type { %N*, i32 }\n@%s = global %N zeroinitializer"
    linked = link_texts(text.replace("@%s", "@a"), text.replace("@%s", "@b"), version=14)
    assert linked.count("= type") == 1


def test_structs_inside_one_another_are_linked_however_deep(link_texts: LinkTexts) -> None:
    count = 3_000
    structs = [f"%s{at} = type {{ %s{at - 1}, i32 }}" for at in range(1, count)]
    text = "\n".join(["%s0 = type { i32 }", *structs, f"@NAME = global %s{count - 1} zeroinitializer"])
    linked = link_texts(text.replace("NAME", "a"), text.replace("NAME", "b"), version=22)
    assert linked.count(" = type ") == count
    assert f"@a = global %s{count - 1} zeroinitializer" in linked
    assert f"@b = global %s{count - 1} zeroinitializer" in linked


def test_structs_that_point_to_one_another_are_linked_however_many(link_texts: LinkTexts) -> None:
    count = 2_000
    structs = [f"%s{at} = type {{ %s{(at + 1) % count}*, i32 }}" for at in range(count)]
    text = "\n".join([*structs, "@NAME = global %s0 zeroinitializer"])
    linked = link_texts(text.replace("NAME", "a"), text.replace("NAME", "b"), version=14)
    assert linked.count(" = type ") == count
    assert "@b = global %s0 zeroinitializer" in linked


def test_structs_that_share_parts_are_compared_once(link_texts: LinkTexts) -> None:
    """Each contains the one before twice: without a memory, the comparison would take 2^64 steps."""
    structs = [f"%s{at} = type {{ %s{at - 1}, %s{at - 1} }}" for at in range(1, 64)]
    text = "\n".join(["%s0 = type { i32 }", *structs, "@NAME = global %s63 zeroinitializer"])
    for version in (14, 22):
        assert link_texts(text.replace("NAME", "a"), text.replace("NAME", "b"), version=version).count(" = type ") == 64


TYPED = "@x = external global i32*\n@y = global i32** @x"
OPAQUE = "@x = global ptr null"


def test_the_first_module_decides_about_the_pointers_of_15(link_texts: LinkTexts) -> None:
    typed = link_texts(TYPED, "@x = global i32* null", version=15)
    assert typed == "@y = global i32** @x\n@x = global i32* null"
    assert link_texts(OPAQUE, TYPED, version=15) == "@x = global ptr null\n@y = global ptr @x"
    with pytest.raises(PyllvmError, match="Opaque pointers are only supported in -opaque-pointers mode"):
        link_texts(TYPED, OPAQUE, version=15)


def test_a_struct_is_named_before_those_in_its_body(link_texts: LinkTexts) -> None:
    """Also if its body mentions it, behind others (discourse 48974)."""
    linked = link_texts(
        "%R = type { i8*, void (%C*, %R*)* }\n%C = type { %R* }\n@r = global %R zeroinitializer",
        "%R = type { i32, void (%C*, %R*)* }\n%C = type { %R* }\n@s = global %R zeroinitializer",
        version=14,
    )
    assert "%R.0 = type { i32, void (%C.1*, %R.0*)* }\n%C.1 = type { %R.0* }" in linked


# The body of %T in one module and in another, and whether both mean one type.
BODIES = [
    ("i32", "i32", True),
    ("i32", "i64", False),
    ("float", "double", False),
    ("[2 x %U]", "[2 x %U]", True),
    ("[2 x %U]", "[3 x %U]", False),
    ("[2 x %U]", "{ %U, %U }", False),
    ("{ %U }", "{ %U }", True),
    ("{ %U }", "<{ %U }>", False),
    ("{ %U }", "{ %U, %U }", False),
    ("{ %U }", "%U", False),
    ("<2 x %U*>", "<2 x %U*>", True),
    ("<2 x %U*>", "<4 x %U*>", False),
    ("%U*", "%U*", True),
    ("%U*", "%U addrspace(1)*", False),
    ("%U*", "%U**", False),
    ("void (%U*)*", "void (%U*)*", True),
    ("void (%U*)*", "void (%U*, ...)*", False),
    ("void (%U*)*", "void (%U*, %U*)*", False),
    ("void (%U*)*", "i32 (%U*)*", False),
    ("opaque", "{ i32 }", True),
    ("opaque", "opaque", True),
]


@each_row(("first", "second", "alike"), BODIES)
def test_types_are_one_where_every_part_is_alike(link_texts: LinkTexts, first: str, second: str, alike: bool) -> None:
    text = "%U = type { i8, i16 }\n%T = type BODY\n@x = external global %T*\n@NAME = global %T** @x\n"
    bodies = [body if body == "opaque" else f"{{ {body} }}" for body in (first, second)]
    texts = [text.replace("BODY", body).replace("NAME", name) for body, name in zip(bodies, "ab", strict=True)]
    linked = link_texts(*texts, version=14)
    assert ("%T.0 = type" not in linked and "%T.1 = type" not in linked) == alike, linked
