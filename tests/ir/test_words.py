"""Words where a number is inside: predicates, orderings, operations, conventions, flags, linkages and the like."""

from __future__ import annotations

import pytest

import pyllvm
from pyllvm.ir import AtomicCmpXchgInst, AtomicRMWInst, CallInst, CmpInst, Comdat, FenceInst, LoadInst, SpecializedNode
from pyllvm.ir.words import flag_bits, flag_words

TEXT = """
declare fastcc i32 @g(i32)
define i32 @f(i32 %x, ptr %p, float %a) {
  %c = icmp slt i32 %x, 1
  %l = load atomic i32, ptr %p acquire, align 4
  %m = atomicrmw umax ptr %p, i32 %x monotonic, align 4
  %e = cmpxchg ptr %p, i32 %x, i32 1 acq_rel acquire, align 4
  fence seq_cst
  %r = call fastcc i32 @g(i32 %x)
  %s = add nuw nsw i32 %x, 1
  %t = fadd nnan ninf float %a, %a
  %u = fcmp olt float %a, %t
  ret i32 %r
}
"""


def test_instructions_have_words() -> None:
    module = pyllvm.parse_assembly(TEXT, llvm_version=22)
    compare, load, update, exchange, fence, call, add, sum, other, _ = module.function("f").instructions
    assert isinstance(compare, CmpInst)
    assert isinstance(other, CmpInst)
    assert isinstance(load, LoadInst)
    assert isinstance(update, AtomicRMWInst)
    assert isinstance(exchange, AtomicCmpXchgInst)
    assert isinstance(fence, FenceInst)
    assert isinstance(call, CallInst)
    assert [compare.predicate, other.predicate, load.ordering, update.operation] == ["slt", "olt", "acquire", "umax"]
    assert [update.ordering, exchange.success_ordering, exchange.failure_ordering] == ["monotonic", "acq_rel", "acquire"]
    assert [fence.ordering, call.calling_convention, module.function("g").calling_convention] == ["seq_cst", "fastcc", "fastcc"]
    assert [add.flag_words, sum.flag_words, compare.flag_words] == [("nuw", "nsw"), ("nnan", "ninf"), ()]
    compare.predicate = "uge"
    other.predicate = "une"
    load.ordering = "seq_cst"
    update.operation = "add"
    update.ordering = "release"
    exchange.success_ordering = exchange.failure_ordering = "monotonic"
    fence.ordering = "acquire"
    call.calling_convention = "cc20"
    add.flag_words = ("nsw",)
    sum.flag_words = ("fast",)
    lines = [str(instruction).strip() for instruction in module.function("f").instructions]
    assert lines[:9] == [
        "%c = icmp uge i32 %x, 1",
        "%l = load atomic i32, ptr %p seq_cst, align 4",
        "%m = atomicrmw add ptr %p, i32 %x release, align 4",
        "%e = cmpxchg ptr %p, i32 %x, i32 1 monotonic monotonic, align 4",
        "fence acquire",
        "%r = call swifttailcc i32 @g(i32 %x)",
        "%s = add nsw i32 %x, 1",
        "%t = fadd fast float %a, %a",
        "%u = fcmp une float %a, %t",
    ]
    with pytest.raises(ValueError, match=r"'olt' is not a valid predicate of icmp: it can be eq, ne, ugt"):
        compare.predicate = "olt"
    with pytest.raises(ValueError, match=r"'slt' is not a valid predicate of fcmp"):
        other.predicate = "slt"
    with pytest.raises(ValueError, match=r"'acquired' is not a valid ordering: .*; did you mean 'acquire'?"):
        load.ordering = "acquired"
    with pytest.raises(ValueError, match=r"'nuv' is not a valid flag of add: it can be .*; did you mean 'nuw'?"):
        add.flag_words = ("nuv",)
    with pytest.raises(ValueError, match=r"fence has no flags, so not 'fast' either"):
        fence.flag_words = ("fast",)
    with pytest.raises(ValueError, match=r"'quickcc' is not a valid calling convention"):
        call.calling_convention = "quickcc"
    with pytest.raises(ValueError, match=r"'plus' is not a valid operation of atomicrmw: it can be xchg, add"):
        update.operation = "plus"


def test_global_values_take_words_only() -> None:
    module = pyllvm.parse_assembly(TEXT, llvm_version=22)
    function = module.function("f")
    for name, good, bad in (
        ("linkage", "weak_odr", "weak_order"),
        ("visibility", "hidden", "hide"),
        ("dll_storage_class", "dllexport", "export"),
        ("thread_local_mode", "localexec", "local"),
        ("unnamed_address", "unnamed_addr", "unnamed"),
    ):
        setattr(function, name, good)
        assert getattr(function, name) == good
        with pytest.raises(ValueError, match=f"'{bad}' is not a valid .*: it can be"):
            setattr(function, name, bad)
    comdat = Comdat("c", "largest")
    with pytest.raises(ValueError, match=r"'huge' is not a valid selection kind of a comdat: it can be any, exactmatch"):
        comdat.selection_kind = "huge"
    assert comdat.selection_kind == "largest"


def test_fields_of_metadata_have_names() -> None:
    module = pyllvm.Module("m", llvm_version=22)
    node = module.metadata_node(
        "DIDerivedType", tag="DW_TAG_member", name="x", flags="DIFlagPublic | DIFlagBitField", baseType=None
    )
    assert isinstance(node, SpecializedNode)
    assert [node.words("tag"), node.words("flags")] == ["DW_TAG_member", "DIFlagPublic | DIFlagBitField"]
    with pytest.raises(KeyError, match=r"!DIDerivedType has no field 'flag': it has tag, name"):
        node["flag"]
    with pytest.raises(TypeError, match=r"'name' of !DIDerivedType is metadata"):
        node.words("name")
    with pytest.raises(
        ValueError, match=r"!DIDerivedType has no field 'nam' in LLVM 22: it has tag, name, .*; did you mean 'name'?"
    ):
        module.metadata_node("DIDerivedType", nam="x")
    with pytest.raises(ValueError, match=r"!DIDerivedType 'tag': invalid DWARF tag 'DW_TAG_nothing'"):
        module.metadata_node("DIDerivedType", tag="DW_TAG_nothing", baseType=None)
    with pytest.raises(ValueError, match=r"no metadata node !DIDerived; did you mean 'DIDerivedType'?"):
        module.metadata_node("DIDerived")


def test_flags_go_to_bits_and_back() -> None:
    for operation, words in (
        ("getelementptr", ("inbounds", "nuw")),
        ("uitofp", ("nneg",)),
        ("zext", ("nneg",)),
        ("or", ("disjoint",)),
    ):
        assert flag_words(operation, flag_bits(operation, words)) == words
