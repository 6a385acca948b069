"""Metadata of several modules: equal nodes are merged, distinct ones stay, and references to symbols name the result's."""

from __future__ import annotations

from collections.abc import Callable

import pytest

LinkTexts = Callable[..., str]


@pytest.mark.parametrize(("version", "expected"), [(19, "!i = !{!0, !0}"), (22, "!i = !{!0}")])
def test_uniqued_nodes_are_one(link_texts: LinkTexts, version: int, expected: str) -> None:
    text = '!i = !{!0}\n!0 = !{!"id"}'
    assert expected in link_texts(text, text, version=version)


def test_distinct_nodes_stay(link_texts: LinkTexts) -> None:
    text = '!i = !{!0}\n!0 = distinct !{!"id"}'
    assert "!i = !{!0, !1}" in link_texts(text, text)


def test_nodes_name_the_symbols_of_the_result(link_texts: LinkTexts) -> None:
    linked = link_texts(
        "declare void @f()\ndefine void @main() !m !0 {\n  call void @f()\n  ret void\n}\n!0 = !{ptr @f}",
        "define void @f() {\n  ret void\n}",
    )
    assert "!0 = !{ptr @f}" in linked
    assert "declare" not in linked


def test_metadata_alone_brings_nothing_in(link_texts: LinkTexts) -> None:
    linked = link_texts("!n = !{!0}\n!0 = !{ptr @f, i32 1}\ndefine linkonce void @f() {\n  ret void\n}")
    assert "!0 = !{null, i32 1}" in linked
    assert "@f" not in linked


def test_distinct_nodes_that_are_met_first_are_mapped(link_texts: LinkTexts) -> None:
    linked = link_texts("!n = !{!0}\n!0 = distinct !{!1}\n!1 = !{ptr @f}\ndefine linkonce void @f() {\n  ret void\n}")
    assert "!1 = !{null}" in linked


_TYPE = (
    '!llvm.module.flags = !{!9}\n!9 = !{i32 2, !"Debug Info Version", i32 3}\n'
    '!n = !{!0}\n!0 = !DICompositeType(tag: DW_TAG_class_type, name: "C", size: 32, identifier: "_ZTS1C"%s)\n'
)


def test_types_of_one_identifier_are_one(link_texts: LinkTexts) -> None:
    linked = link_texts(_TYPE.replace("%s", ", flags: DIFlagFwdDecl"), _TYPE.replace("%s", ", elements: !{}"))
    assert linked.count("DICompositeType") == 1
    assert "!n = !{!0, !0}" in linked
    assert "DIFlagFwdDecl" not in linked


def test_predecessors_stand_as_before(link_texts: LinkTexts) -> None:
    text = "define void @f(i1 %c) {\nstart:\n  br i1 %c, label %a, label %b\na:\n  br label %b\nb:\n  ret void\n}"
    assert "; preds = %a, %start" in link_texts(text)


@pytest.mark.parametrize("version", [14, 16, 17, 22])
def test_symbols_that_are_arguments_stay_where_a_declaration_has_metadata(link_texts: LinkTexts, version: int) -> None:
    text = """
@a = external constant i8
@b = external constant i8
@c = external global i8, !note !0
declare void @note(metadata)
define void @f() {
  call void @note(metadata TYPE @a)
  call void @note(metadata TYPE @b)
  store i8 0, TYPE @c
  ret void
}
!0 = !{i32 1}
""".replace("TYPE", "i8*" if version < 15 else "ptr")
    linked = link_texts(text, version=version)
    assert [line.rpartition("@")[2] for line in linked.splitlines() if "call void" in line] == ["a)", "b)"]
