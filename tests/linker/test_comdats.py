"""Comdats of one name: the members that are linked."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pyllvm.assembly import parse_assembly
from pyllvm.diagnostics import Diagnostic, PyllvmError
from pyllvm.linker import Linker
from rows import each_row

LinkTexts = Callable[..., str]


def _text(kind: str, type: str, value: str) -> str:
    return f"$c = comdat {kind}\n@c = global {type} {value}, comdat"


@pytest.mark.parametrize(
    ("first", "second", "result"),
    [
        (("any", "i32", "1"), ("any", "i64", "2"), "@c = global i32 1, comdat"),
        (("largest", "i32", "1"), ("largest", "i64", "2"), "@c = global i64 2, comdat"),
        (("largest", "i64", "1"), ("any", "i32", "2"), "@c = global i64 1, comdat"),
        (("any", "i32", "1"), ("largest", "i64", "2"), "@c = global i64 2, comdat"),
        (("samesize", "i32", "1"), ("samesize", "float", "2.0"), "@c = global i32 1, comdat"),
        (("exactmatch", "i32", "1"), ("exactmatch", "i32", "1"), "@c = global i32 1, comdat"),
    ],
)
def test_kinds(link_texts: LinkTexts, first: tuple[str, str, str], second: tuple[str, str, str], result: str) -> None:
    assert link_texts(_text(*first), _text(*second)).splitlines()[-1] == result


@pytest.mark.parametrize(
    ("first", "second", "message"),
    [
        (("samesize", "i32", "1"), ("samesize", "i64", "1"), "SameSize violated!"),
        (("exactmatch", "i32", "1"), ("exactmatch", "i32", "2"), "ExactMatch violated!"),
        (("any", "i32", "1"), ("samesize", "i32", "1"), "invalid selection kinds!"),
    ],
)
def test_conflicts(link_texts: LinkTexts, first: tuple[str, str, str], second: tuple[str, str, str], message: str) -> None:
    with pytest.raises(PyllvmError) as caught:
        link_texts(_text(*first), _text(*second))
    assert caught.value.diagnostic.message == f"Linking COMDATs named 'c': {message}"


@each_row("second", ["$c = comdat nodeduplicate\n@c = global i8 1, comdat", "$c = comdat samesize\n@d = global i8 1, comdat($c)"])
def test_a_contradiction_names_what_each_module_has(link_texts: LinkTexts, second: str) -> None:
    with pytest.raises(PyllvmError) as caught:
        link_texts("@x = global i8 0", "$c = comdat any\n@c = global i8 2, comdat", second)
    kind = second.split()[3]
    notes = [note.message.partition(" at ")[0] for note in caught.value.diagnostic.notes]
    assert notes[0] == "comdat 'c' is 'any' in 'm1'"
    assert f"comdat 'c' is '{kind}' in 'm2'" in notes


def test_members_of_a_comdat_that_lost_are_left_out(link_texts: LinkTexts) -> None:
    second = "$c = comdat any\n@c = global i32 2, comdat\n@d = global i32 3, comdat($c)"
    linked = link_texts(_text("any", "i32", "1"), second)
    assert "@d" not in linked


def test_linkonce_members_follow(link_texts: LinkTexts) -> None:
    linked = link_texts("@x = global i32 0", "$c = comdat any\n@c = global i32 2, comdat\n@d = linkonce global i32 3, comdat($c)")
    assert "@d = linkonce global i32 3, comdat($c)" in linked


def test_a_comdat_without_deduplication_keeps_what_the_next_module_replaces(link_texts: LinkTexts) -> None:
    first = "$c = comdat nodeduplicate\n@c = global i8 1, comdat\n@a = weak global i8 2, comdat($c)"
    second = "$c = comdat nodeduplicate\n@c = weak global i8 3, comdat\n@a = global i8 4, comdat($c)"
    variables = [line for line in link_texts(first, second).splitlines() if line.startswith("@")]
    assert variables == [
        "@0 = private global i8 2, comdat($c)",
        "@c = global i8 1, comdat",
        "@a = global i8 4, comdat($c)",
        "@1 = private global i8 3, comdat($c)",
    ]


# The private string of a function in a comdat, which another function uses as well.
WITH_STRING = """$f = comdat any
@s = private constant [2 x i8] c"NAME\\00", comdat($f)
define linkonce_odr ptr @f() comdat {
  ret ptr @s
}
define ptr @NAME() {
  %r = call ptr @f()
  ret ptr @s
}"""


KEPT_OR_OPENED = [(15, "private"), (17, "private"), (18, "available_externally"), (23, "available_externally")]


@pytest.mark.parametrize(("version", "linkage"), KEPT_OR_OPENED)
def test_private_members_of_a_comdat_that_lost(link_texts: LinkTexts, version: int, linkage: str) -> None:
    linked = link_texts(WITH_STRING.replace("NAME", "a"), WITH_STRING.replace("NAME", "b"), version=version)
    (second,) = [line for line in linked.splitlines() if 'c"b\\00"' in line]
    assert linkage in second
    assert ("comdat($f)" in second) == (linkage == "private")


@pytest.mark.parametrize("version", [17, 23])
def test_private_members_with_an_alias_stay_private(link_texts: LinkTexts, version: int) -> None:
    text = WITH_STRING + "\n@name = internal alias [2 x i8], ptr @s"
    linked = link_texts(text.replace("NAME", "a"), text.replace("NAME", "b"), version=version)
    assert ' = private constant [2 x i8] c"b\\00", comdat($f)' in linked


def test_a_function_is_not_kept_twice() -> None:
    said: list[Diagnostic] = []
    linker = Linker(19, report=said.append)
    for number in "12":
        function = "$c = comdat nodeduplicate\ndefine linkonce_odr void @c() comdat {\n  ret void\n}\n"
        text = f"{function}@u{number} = global ptr @c\n"
        linker.link_in(parse_assembly(text.encode(), f"m{number}", context=linker.context, llvm_version=19))
    assert [str(one.message) for one in said] == ["linking 'c': non-variables in comdat nodeduplicate are not handled"]
    assert linker.origins.symbols == {"c": "m1", "u1": "m1", "u2": "m2"}
