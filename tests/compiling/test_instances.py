"""`isinstance` in compiled code: whoever adds classes of their own gets the same answers as from Python."""

from __future__ import annotations

from compiling.instances import DECLARATIONS

from pyllvm.ir.metadata import MDNode, SpecializedNode
from pyllvm.ir.module import Module
from pyllvm.tables.metadata_nodes import SPECIALIZED_NODES
from pyllvm.verifier.debug_nodes import is_kind, operands_of


class _Mixin:
    """A second base, so that the bases of a class are no chain."""


class _Node(_Mixin, MDNode):
    pass


class _OtherNode(MDNode, _Mixin):
    pass


def test_mypycs_checks_are_replaced() -> None:
    assert "#define PyObject_TypeCheck(" in DECLARATIONS
    assert "#define CPy_TypeCheck(" in DECLARATIONS


def test_classes_of_users() -> None:
    module = Module("m")
    for made in (_Node([], True), _OtherNode([], True)):
        assert operands_of(made, 22) == []
        module.add_named_metadata("used", made)
    assert [type(node) for node in module.named_metadata[0].operands] == [_Node, _OtherNode]


def test_a_subclass_and_another_class() -> None:
    file = SpecializedNode(SPECIALIZED_NODES["DIFile"], [None] * 5, False)
    assert is_kind(file, "DIFile")
    assert not is_kind(_Node([], True), "DIFile")
    assert not is_kind(object(), "DIFile")
    assert not is_kind(None, "DIFile")
