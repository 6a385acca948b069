"""Identified structs of several modules: one where they are alike, renamed where they are not."""

from __future__ import annotations

from collections.abc import Callable

from pyllvm.ir.types import Context

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


def test_recursive_structs_are_unified_up_to_14(link_texts: LinkTexts) -> None:
    text = "%N = type { %N*, i32 }\n@%s = global %N zeroinitializer"
    linked = link_texts(text.replace("@%s", "@a"), text.replace("@%s", "@b"), version=14)
    assert linked.count("= type") == 1
