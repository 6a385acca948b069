"""Types with an identifier: one for all modules of a context that share types, and members that their names identify."""

from __future__ import annotations

import pytest

from pyllvm.assembly import parse_assembly
from pyllvm.ir import SpecializedNode
from pyllvm.ir.odr import KnownTypes
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
!3 = !{{}}
!0 = !DICompositeType(tag: DW_TAG_class_type, name: "C", identifier: "C")
!1 = !{first}
!2 = !{second}
"""


@pytest.mark.parametrize(
    ("first", "second", "is_one"),
    [
        ('DIDerivedType(tag: DW_TAG_member, baseType: null, name: "a", scope: !0, size: 8)', 'DIDerivedType(tag: DW_TAG_member, baseType: null, name: "a", scope: !0, size: 16)', True),
        ('DIDerivedType(tag: DW_TAG_member, baseType: null, name: "a", scope: !0)', 'DIDerivedType(tag: DW_TAG_member, baseType: null, name: "b", scope: !0)', False),
        ("DIDerivedType(tag: DW_TAG_member, baseType: null, scope: !0, size: 8)", "DIDerivedType(tag: DW_TAG_member, baseType: null, scope: !0, size: 16)", False),
        ('DIDerivedType(tag: DW_TAG_friend, baseType: null, name: "a", scope: !0, size: 8)', 'DIDerivedType(tag: DW_TAG_friend, baseType: null, name: "a", scope: !0, size: 16)', False),
        ('DIDerivedType(tag: DW_TAG_member, baseType: null, name: "a", size: 8)', 'DIDerivedType(tag: DW_TAG_member, baseType: null, name: "a", size: 16)', False),
        ('DISubprogram(spFlags: 0, linkageName: "f", scope: !0, line: 1)', 'DISubprogram(spFlags: 0, linkageName: "f", scope: !0, line: 2)', True),
        ('DISubprogram(spFlags: 0, linkageName: "f", scope: !0)', 'DISubprogram(spFlags: 0, linkageName: "g", scope: !0)', False),
        ('DISubprogram(spFlags: 0, name: "f", scope: !0, line: 1)', 'DISubprogram(spFlags: 0, name: "f", scope: !0, line: 2)', False),
        ('DISubprogram(spFlags: 0, linkageName: "f", scope: !0, templateParams: !3)', 'DISubprogram(spFlags: 0, linkageName: "f", scope: !0)', False),
    ],
)  # fmt: skip
def test_members_of_an_identified_type_are_known_by_their_names(first: str, second: str, is_one: bool) -> None:
    text = MEMBERS.format(first=first, second=second)
    module = parse_assembly(text.encode(), "m", llvm_version=19)
    one, other = module.named_metadata[0].operands
    assert (one is other) == is_one
