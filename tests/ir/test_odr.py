"""Types with an identifier: one for all modules of a context that share types, and members that their names identify."""

from __future__ import annotations

import pytest

from pyllvm.assembly import parse_assembly
from pyllvm.ir import SpecializedNode
from pyllvm.ir.metadata import MDNode
from pyllvm.ir.odr import KnownTypes, content_key, join_types, unify_nodes
from pyllvm.ir.types import Context

NODES = """\
!n = !{{!0}}
!0 = !DICompositeType(tag: DW_TAG_{tag}_type, name: "C", size: 32, identifier: "{identifier}"{rest})
"""


@pytest.fixture
def context() -> Context:
    context = Context()
    context.types_by_identifier = {}
    return context


def read(context: Context, rest: str = "", *, tag: str = "class", identifier: str = "C") -> SpecializedNode:
    """The type that a module of this context has."""
    text = NODES.format(tag=tag, identifier=identifier, rest=rest)
    module = parse_assembly(text.encode(), "m", llvm_version=19, context=context)
    type = module.named_metadata[0].operands[0]
    assert isinstance(type, SpecializedNode)
    return type


def test_a_declaration_becomes_the_definition_that_is_read_later(context: Context) -> None:
    declared = read(context, ", flags: DIFlagFwdDecl")
    assert read(context, ", elements: !{}") is declared
    assert not declared["flags"]
    assert declared["elements"] is not None
    # Of two definitions the first counts, and a declaration changes nothing.
    assert read(context, ", line: 7") is declared
    assert read(context, ", flags: DIFlagFwdDecl") is declared
    assert (declared["line"], declared["flags"]) == (0, 0)


def test_what_is_another_type(context: Context) -> None:
    first = read(context)
    for other in (read(context, tag="structure"), read(context, identifier="D"), read(Context())):
        assert other is not first
    assert read(context, identifier="", rest=", line: 1") is not read(context, identifier="", rest=", line: 2")


def test_what_a_refused_text_had_is_forgotten(context: Context) -> None:
    declared = read(context, ", flags: DIFlagFwdDecl")
    known = KnownTypes(context)
    read(context, ", elements: !{}")
    read(context, identifier="D")
    known.restore()
    assert declared["flags"] != 0
    assert context.types_by_identifier == {"C": declared}


MEMBERS = """\
!n = !{{!1, !2}}
!0 = !DICompositeType(tag: DW_TAG_class_type, name: "C", identifier: "C")
!1 = !{node}{first})
!2 = !{node}{second})
!3 = !{{}}
"""
_DERIVED = "DIDerivedType(baseType: null, tag: DW_TAG_"
_FUNCTION = "DISubprogram(spFlags: 0, scope: !0, "


@pytest.mark.parametrize(
    ("node", "first", "second", "is_one"),
    [
        (_DERIVED, 'member, name: "a", scope: !0, size: 8', 'member, name: "a", scope: !0, size: 16', True),
        (_DERIVED, 'member, name: "a", scope: !0', 'member, name: "b", scope: !0', False),
        (_DERIVED, "member, scope: !0, size: 8", "member, scope: !0, size: 16", False),
        (_DERIVED, 'friend, name: "a", scope: !0, size: 8', 'friend, name: "a", scope: !0, size: 16', False),
        (_DERIVED, 'member, name: "a", size: 8', 'member, name: "a", size: 16', False),
        (_FUNCTION, 'linkageName: "f", line: 1', 'linkageName: "f", line: 2', True),
        (_FUNCTION, 'linkageName: "f"', 'linkageName: "g"', False),
        (_FUNCTION, 'name: "f", line: 1', 'name: "f", line: 2', False),
        (_FUNCTION, 'linkageName: "f", templateParams: !3', 'linkageName: "f"', False),
    ],
)
def test_members_of_an_identified_type_are_known_by_their_names(node: str, first: str, second: str, is_one: bool) -> None:
    text = MEMBERS.format(node=node, first=first, second=second)
    module = parse_assembly(text.encode(), "m", llvm_version=19)
    one, other = module.named_metadata[0].operands
    assert (one is other) == is_one


def test_every_node_is_known_by_its_content() -> None:
    text = MEMBERS.format(node=_FUNCTION, first='linkageName: "f"', second='name: "f", line: 2')
    module = parse_assembly(text.encode(), "m", llvm_version=19)
    nodes = [node for node in module.metadata_nodes() if isinstance(node, MDNode)]
    assert len(nodes) == 4
    assert all(module.context.metadata[content_key(node)] is node for node in nodes)


def test_nodes_that_become_alike_are_one_with_what_has_them() -> None:
    text = "!n = !{!0, !2, !4}\n!0 = !{!1, i32 1}\n!1 = !{i32 1}\n!2 = !{!3, i32 1}\n!3 = !{i32 2}\n!4 = distinct !{!2, !3}\n"
    module = parse_assembly(text.encode(), "m", llvm_version=19)
    context = module.context
    first, second, third = module.named_metadata[0].operands
    assert isinstance(first.operands[0], MDNode) and isinstance(second.operands[0], MDNode)
    one, two = first.operands[0], second.operands[0]
    del context.metadata[content_key(two)]
    two.operands[0] = one.operands[0]
    assert unify_nodes(context, [two], [first, one, second, two, third]) == {two: one, second: first}
    assert third.operands == [first, one]
    third.operands[:] = [first]
    assert unify_nodes(context, [one, first], [third]) == {}


def test_types_that_were_read_apart_are_joined(context: Context) -> None:
    declared = read(context, ", flags: DIFlagFwdDecl")
    kept = context.types_by_identifier
    context.types_by_identifier = {}
    other, alone = read(context, ", line: 3"), read(context, identifier="D")
    assert join_types(kept, context.types_by_identifier) == {other: declared}
    assert declared["line"] == 3
    assert kept == {"C": declared, "D": alone}
