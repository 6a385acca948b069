"""Which nodes are one."""

from __future__ import annotations

from pyllvm import parse_assembly, to_assembly
from pyllvm.ir.metadata import specialized_key
from pyllvm.tables.metadata_nodes import SPECIALIZED_NODES


def test_subranges_of_equal_counts_are_one_whatever_the_counts_types() -> None:
    text = "!kept = !{!0, !1, !2}\n!0 = !DISubrange(count: 16)\n!1 = !DISubrange(count: i8 16)\n!2 = !DISubrange(count: 17)\n"
    printed = to_assembly(parse_assembly(text, llvm_version=19))
    assert "!kept = !{!0, !0, !1}" in printed


def test_keys_end_with_the_last_operand_that_is_not_the_default() -> None:
    spec = SPECIALIZED_NODES["DIDerivedType"]
    pointer = spec.defaults.copy()
    pointer[spec.index_of("size")] = 64
    assert len(str(specialized_key(spec, pointer))) < len(str(specialized_key(spec, [*pointer[:-1], True])))
    # A number that is not there is the same as 0, a reference that is not there is not.
    assert specialized_key(spec, [*pointer[:-1], 0]) == specialized_key(spec, [*pointer[:-1], False])
    place = spec.index_of("dwarfAddressSpace")
    assert specialized_key(spec, [*pointer[:place], 0, *pointer[place + 1 :]]) != specialized_key(spec, pointer)


def test_generic_nodes_have_more_operands_than_fields() -> None:
    text = "!kept = !{!0, !1, !2}\n!0 = !GenericDINode(tag: 15)\n!1 = !GenericDINode(tag: 15, operands: {null})\n"
    text += "!2 = !GenericDINode(tag: 15, operands: {null})\n"
    printed = to_assembly(parse_assembly(text, llvm_version=19))
    assert "!kept = !{!0, !1, !1}" in printed
