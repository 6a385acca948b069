"""What the build inlines into the C code that mypyc writes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pyllvm.ir.metadata import MDNode, SpecializedNode
from pyllvm.ir.module import Module
from pyllvm.tables.metadata_nodes import SPECIALIZED_NODES
from pyllvm.verifier.debug_nodes import is_kind

mypyc = pytest.importorskip("mypyc")
DECLARATIONS = (Path(__file__).parents[2] / "compiling" / "part.h").read_text(encoding="utf-8")
HEADER = (Path(mypyc.__file__).parent / "lib-rt" / "CPy.h").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", re.findall(r"^#define (CPy\w+)\(", DECLARATIONS, re.MULTILINE))
def test_the_library_of_this_mypyc_has_what_is_inlined(name: str) -> None:
    assert re.search(rf"\b{name}\([^;{{]*[;{{]", HEADER)


def test_each_function_stands_before_its_macro() -> None:
    """Behind it, the function would call itself for the rest."""
    for name, function in re.findall(r"^#define (\w+)\([\w, ]*\) (\w+)\(", DECLARATIONS, re.MULTILINE):
        definition = re.search(rf"^static inline .*\b{function}\(", DECLARATIONS, re.MULTILINE)
        assert definition is not None
        assert definition.start() < DECLARATIONS.index(f"#define {name}(")


class _Mixin:
    """A second base, so that the bases of a class are no chain."""


class _Node(_Mixin, MDNode):
    pass


class _OtherNode(MDNode, _Mixin):
    pass


def test_classes_of_users() -> None:
    module = Module("m")
    for made in (_Node([], True), _OtherNode([], True)):
        assert made.references(22) == []
        module.add_named_metadata("used", made)
    assert [type(node) for node in module.named_metadata[0].operands] == [_Node, _OtherNode]


def test_a_subclass_and_another_class() -> None:
    file = SpecializedNode(SPECIALIZED_NODES["DIFile"], [None] * 5, False)
    assert is_kind(file, "DIFile")
    assert not is_kind(_Node([], True), "DIFile")
    assert not is_kind(object(), "DIFile")
    assert not is_kind(None, "DIFile")
