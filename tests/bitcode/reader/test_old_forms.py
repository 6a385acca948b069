"""The forms that LLVM before 7 wrote, each in a module of its own."""

from __future__ import annotations

import pytest
from module_bits import ModuleBits, chars

from pyllvm import parse_bitcode
from pyllvm.assembly import parse_assembly
from pyllvm.bitcode import read_bitcode, write_bitcode
from pyllvm.diagnostics import PyllvmError
from pyllvm.ir.guids import guid_of
from pyllvm.tables import records as r

# The type table of most modules here: 0 void, 1 i32, 2 i32*, 3 i1, 4 void (), 5 void ()*, 6 i32 (i32*, i32), 7 that one*
TYPES = (
    (r.TYPE_CODE_NUMENTRY, [8]),
    (r.TYPE_CODE_VOID, []),
    (r.TYPE_CODE_INTEGER, [32]),
    (r.TYPE_CODE_POINTER, [1, 0]),
    (r.TYPE_CODE_INTEGER, [1]),
    (r.TYPE_CODE_FUNCTION, [0, 0]),
    (r.TYPE_CODE_POINTER, [4, 0]),
    (r.TYPE_CODE_FUNCTION, [0, 1, 2, 1]),
    (r.TYPE_CODE_POINTER, [6, 0]),
)
FUNCTION = [7, 0, 0, 0, 0, 0, 0, 0]


def body_of(*rows: tuple[int, list[int]], version: int = 0) -> list[str]:
    """The text of the instructions of `i32 f(i32* %0, i32 %1)`; with absolute numbers, f is 0, its parameters 1 and 2."""
    bits = ModuleBits(version=version)
    bits.records(r.TYPE_BLOCK_ID_NEW, *TYPES)
    bits.record(r.MODULE_CODE_FUNCTION, FUNCTION)
    bits.records(r.FUNCTION_BLOCK_ID, (r.FUNC_CODE_DECLAREBLOCKS, [1]), *rows)
    bits.records(r.VALUE_SYMTAB_BLOCK_ID, (r.VST_CODE_ENTRY, [0, *chars("f")]))
    module = bits.read()
    function = module.get("f")
    assert function is module.functions[0]
    return [str(instruction).strip() for instruction in module.functions[0].instructions]


RETURN = (r.FUNC_CODE_INST_RET, [2])


def test_load_without_type() -> None:
    assert body_of((r.FUNC_CODE_INST_LOAD, [1, 3, 0]), RETURN)[0] == "%3 = load i32, i32* %0, align 4"


def test_store_without_value_type() -> None:
    assert body_of((r.FUNC_CODE_INST_STORE_OLD, [1, 2, 0, 1]), RETURN)[0] == "store volatile i32 %1, i32* %0"


@pytest.mark.parametrize(("code", "flags"), [(r.FUNC_CODE_INST_GEP_OLD, ""), (r.FUNC_CODE_INST_INBOUNDS_GEP_OLD, "inbounds ")])
def test_getelementptr_without_type(code: int, flags: str) -> None:
    assert body_of((code, [1, 2]), RETURN)[0] == f"%3 = getelementptr {flags}i32, i32* %0, i32 %1"


def test_select_of_an_i1() -> None:
    compare = (r.FUNC_CODE_INST_CMP, [2, 2, 32])
    lines = body_of(compare, (r.FUNC_CODE_INST_SELECT, [2, 2, 3]), RETURN)
    assert lines[:2] == ["%3 = icmp eq i32 %1, %1", "%4 = select i1 %3, i32 %1, i32 %1"]


def test_cmpxchg_that_gives_the_old_value() -> None:
    lines = body_of((r.FUNC_CODE_INST_CMPXCHG_OLD, [1, 2, 2, 0, 6, 1]), (r.FUNC_CODE_INST_RET, [3]))
    assert lines == [
        "%3 = cmpxchg i32* %0, i32 %1, i32 %1 seq_cst seq_cst",
        "%4 = extractvalue { i32, i1 } %3, 0",
        "ret i32 %4",
    ]


def test_atomicrmw_and_store_atomic_without_value_type() -> None:
    lines = body_of(
        (r.FUNC_CODE_INST_ATOMICRMW_OLD, [1, 2, 1, 0, 6, 1]), (r.FUNC_CODE_INST_STOREATOMIC_OLD, [1, 2, 3, 0, 6, 1]), RETURN
    )
    assert lines[0] == "%3 = atomicrmw add i32* %0, i32 %1 seq_cst"
    assert lines[1] == "store atomic i32 %1, i32* %0 seq_cst, align 4"


def test_relative_numbers() -> None:
    lines = body_of((r.FUNC_CODE_INST_BINOP, [1, 1, 0]), (r.FUNC_CODE_INST_RET, [1]), version=1)
    assert lines == ["%3 = add i32 %1, %1", "ret i32 %3"]


def test_forward_reference_names_its_type() -> None:
    bits = ModuleBits()
    bits.records(r.TYPE_BLOCK_ID_NEW, *TYPES)
    bits.record(r.MODULE_CODE_FUNCTION, FUNCTION)
    bits.records(
        r.FUNCTION_BLOCK_ID,
        (r.FUNC_CODE_DECLAREBLOCKS, [3]),
        (r.FUNC_CODE_INST_BR, [2]),
        (r.FUNC_CODE_INST_RET, [3, 1]),
        (r.FUNC_CODE_INST_BINOP, [2, 2, 0]),
        (r.FUNC_CODE_INST_BR, [1]),
    )
    function = bits.read().functions[0]
    add = function.blocks[2].instructions[0]
    assert function.blocks[1].instructions[0].operands == [add]
    assert add.users == [function.blocks[1].instructions[0]]


def test_forward_reference_of_another_type_is_refused() -> None:
    bits = ModuleBits()
    bits.records(r.TYPE_BLOCK_ID_NEW, *TYPES)
    bits.record(r.MODULE_CODE_FUNCTION, FUNCTION)
    bits.records(
        r.FUNCTION_BLOCK_ID, (r.FUNC_CODE_DECLAREBLOCKS, [2]), (r.FUNC_CODE_INST_RET, [3, 3]), (r.FUNC_CODE_INST_BINOP, [2, 2, 0])
    )
    with pytest.raises(PyllvmError, match="Assigned value does not match type of forward declaration"):
        bits.read()


def test_attribute_bitmap() -> None:
    bits = ModuleBits()
    bits.records(r.PARAMATTR_BLOCK_ID, (r.PARAMATTR_CODE_ENTRY_OLD, [0xFFFFFFFF, 1 << 5]))
    bits.records(r.TYPE_BLOCK_ID_NEW, *TYPES)
    bits.record(r.MODULE_CODE_FUNCTION, [5, 0, 1, 0, 1, 0, 0, 0])
    attributes = bits.read().functions[0].attributes
    assert attributes is not None
    assert str(attributes.function) == "nounwind"


def test_dependent_libraries_and_purged_values() -> None:
    bits = ModuleBits()
    bits.record(r.MODULE_CODE_DEPLIB, chars("m"))
    bits.records(r.TYPE_BLOCK_ID_NEW, *TYPES)
    bits.record(r.MODULE_CODE_GLOBALVAR, [2, 0, 2, 0, 0, 0])
    bits.records(r.CONSTANTS_BLOCK_ID, (r.CST_CODE_SETTYPE, [1]), (r.CST_CODE_INTEGER, [14]), (r.CST_CODE_INTEGER, [2]))
    bits.record(r.MODULE_CODE_PURGEVALS, [2])
    module = bits.read()
    assert module.dependent_libraries == ["m"]
    initializer = module.global_variables[0].initializer
    assert initializer is not None
    assert str(initializer) == "i32 7"


def test_old_alias_and_linkages() -> None:
    bits = ModuleBits()
    bits.records(r.TYPE_BLOCK_ID_NEW, *TYPES)
    bits.record(r.MODULE_CODE_GLOBALVAR, [2, 0, 3, 11, 0, 0])
    bits.record(r.MODULE_CODE_ALIAS_OLD, [2, 0, 3])
    bits.records(r.CONSTANTS_BLOCK_ID, (r.CST_CODE_SETTYPE, [1]), (r.CST_CODE_INTEGER, [14]))
    bits.records(r.VALUE_SYMTAB_BLOCK_ID, (r.VST_CODE_ENTRY, [0, *chars("g")]), (r.VST_CODE_ENTRY, [1, *chars("a")]))
    module = bits.read()
    variable = module.global_variables[0]
    assert variable.linkage == "linkonce_odr"
    assert variable.comdat is module.comdats["g"]
    assert module.aliases[0].linkage == "internal"
    assert module.aliases[0].aliasee is variable


def test_switch_with_ranges() -> None:
    lines = body_of(
        (
            r.FUNC_CODE_INST_SWITCH,
            [0x4B5 << 16, 1, 2, 0, 1, 2, 1, 2 << 1, 0, 5 << 1, 6 << 1, 0],
        )
    )
    joined = " ".join(line.strip() for line in lines[0].splitlines())
    assert joined == "switch i32 %1, label %2 [ i32 2, label %2 i32 5, label %2 i32 6, label %2 ]"


@pytest.mark.parametrize("constants_first", [True, False])
def test_metadata_of_llvm_3(constants_first: bool) -> None:
    """A node's operands are pairs of a type and a value; that of type metadata is a metadata number."""
    bits = ModuleBits()
    bits.records(r.TYPE_BLOCK_ID_NEW, (r.TYPE_CODE_NUMENTRY, [2]), (r.TYPE_CODE_INTEGER, [32]), (r.TYPE_CODE_METADATA, []))
    blocks: list[tuple[int, list[tuple[int, list[int]]]]] = [
        (r.CONSTANTS_BLOCK_ID, [(r.CST_CODE_SETTYPE, [0]), (r.CST_CODE_INTEGER, [14])]),
        (
            r.METADATA_BLOCK_ID,
            [
                (r.METADATA_STRING_OLD, chars("text")),
                (r.METADATA_OLD_NODE, [1, 0, 0, 0]),
                (r.METADATA_NAME, chars("named")),
                (r.METADATA_NAMED_NODE, [1]),
            ],
        ),
    ]
    for block, rows in blocks if constants_first else blocks[::-1]:
        bits.records(block, *rows)
    named = bits.read().named_metadata[0]
    assert named.name == "named"
    assert str(named.operands[0]).endswith('!{!"text", i32 7}')


def test_a_summary_before_the_names() -> None:
    """Without a string table, the names of values are in the symbol table, behind the summary that needs them."""
    bits = ModuleBits("LLVM3.9.0", 1)
    bits.records(r.TYPE_BLOCK_ID_NEW, *TYPES)
    bits.record(r.MODULE_CODE_SOURCE_FILENAME, chars("a.c"))
    bits.record(r.MODULE_CODE_FUNCTION, [4, 0, 0, 0, 0, 0, 0, 0])
    bits.record(r.MODULE_CODE_FUNCTION, [4, 0, 1, 0, 0, 0, 0, 0])
    bits.records(r.FUNCTION_BLOCK_ID, (r.FUNC_CODE_DECLAREBLOCKS, [1]), (r.FUNC_CODE_INST_RET, []))
    bits.records(r.GLOBALVAL_SUMMARY_BLOCK_ID, (r.FS_VERSION, [1]), (r.FS_PERMODULE, [0, 0, 1, 0, 1]))
    bits.records(r.VALUE_SYMTAB_BLOCK_ID, (r.VST_CODE_FNENTRY, [0, 0, *chars("f")]), (r.VST_CODE_ENTRY, [1, *chars("g")]))
    summary = bits.read().summary
    assert summary is not None
    assert {info.name: guid for guid, info in summary.values.items()} == {"f": guid_of("f"), "g": guid_of("g")}


# A group of one attribute for the first parameter, without the type that newer LLVMs require.
INALLOCA = 38


def test_attributes_get_the_types_that_pointers_had() -> None:
    """A development version of LLVM 13 that does not write the type of `inalloca` yet."""
    bits = ModuleBits("LLVM13.0.0git")
    bits.records(r.PARAMATTR_GROUP_BLOCK_ID, (r.PARAMATTR_GRP_CODE_ENTRY, [1, 1, 0, INALLOCA]))
    bits.records(r.PARAMATTR_BLOCK_ID, (r.PARAMATTR_CODE_ENTRY, [1]))
    bits.records(r.TYPE_BLOCK_ID_NEW, *TYPES)
    bits.record(r.MODULE_CODE_FUNCTION, [7, 0, 0, 0, 1, 0, 0, 0])
    call = (r.FUNC_CODE_INST_CALL, [1, 1 << 15, 6, 0, 1, 2])
    bits.records(r.FUNCTION_BLOCK_ID, (r.FUNC_CODE_DECLAREBLOCKS, [1]), call, (r.FUNC_CODE_INST_RET, [3]))
    text = str(bits.read())
    assert "define i32 @0(i32* inalloca(i32) %0, i32 %1)" in text
    assert "call i32 @0(i32* inalloca(i32) %0, i32 %1)" in text


def test_opaque_pointers_do_not_tell_the_type() -> None:
    bits = ModuleBits("LLVM19.1.7", 2)
    bits.records(r.PARAMATTR_GROUP_BLOCK_ID, (r.PARAMATTR_GRP_CODE_ENTRY, [1, 1, 0, INALLOCA]))
    bits.records(r.PARAMATTR_BLOCK_ID, (r.PARAMATTR_CODE_ENTRY, [1]))
    bits.records(
        r.TYPE_BLOCK_ID_NEW,
        (r.TYPE_CODE_NUMENTRY, [3]),
        (r.TYPE_CODE_VOID, []),
        (r.TYPE_CODE_OPAQUE_POINTER, [0]),
        (r.TYPE_CODE_FUNCTION, [0, 0, 1]),
    )
    bits.record(r.MODULE_CODE_FUNCTION, [0, 1, 2, 0, 1, 0, 1, 0, 0, 0])
    with pytest.raises(PyllvmError, match="Missing param element type for attribute upgrade"):
        bits.read(b"f")


def test_the_frame_of_an_interrupt() -> None:
    x86_interrupt = 83
    for producer, parameter in (("LLVM12.0.0", "i32* %0"), ("LLVM13.0.0git", "i32* byval(i32) %0")):
        bits = ModuleBits(producer)
        bits.records(r.TYPE_BLOCK_ID_NEW, *TYPES)
        bits.record(r.MODULE_CODE_FUNCTION, [7, x86_interrupt, 0, 0, 0, 0, 0, 0])
        bits.records(r.FUNCTION_BLOCK_ID, (r.FUNC_CODE_DECLAREBLOCKS, [1]), RETURN)
        assert f"define x86_intrcc i32 @0({parameter}, i32 %1)" in str(bits.read())


@pytest.mark.parametrize(("explicit", "is_read"), [(1, True), (3, False)])
def test_the_type_of_a_constant_getelementptr(explicit: int, is_read: bool) -> None:
    """The explicit type is the one that the pointer points to."""
    bits = ModuleBits("LLVM14.0.6")
    bits.records(r.TYPE_BLOCK_ID_NEW, *TYPES)
    bits.record(r.MODULE_CODE_GLOBALVAR, [2, 0, 0, 0, 0, 0])
    pointer = (r.CST_CODE_CE_GEP_OLD, [explicit, 2, 0, 1, 2])
    bits.records(r.CONSTANTS_BLOCK_ID, (r.CST_CODE_SETTYPE, [2]), pointer, (r.CST_CODE_SETTYPE, [1]), (r.CST_CODE_INTEGER, [14]))
    if is_read:
        assert len(bits.read().global_variables) == 1
        return
    with pytest.raises(PyllvmError, match="Explicit gep operator type does not match pointee type of pointer operand"):
        bits.read()


def test_modules_of_an_index_are_ordered_by_number() -> None:
    bits = ModuleBits("LLVM14.0.6")
    bits.records(r.MODULE_STRTAB_BLOCK_ID, (r.MST_CODE_ENTRY, [1, *chars("a")]), (r.MST_CODE_ENTRY, [0, *chars("b")]))
    bits.records(r.GLOBALVAL_SUMMARY_BLOCK_ID, (r.FS_VERSION, [9]))
    summary = bits.read().summary
    assert summary is not None
    assert list(summary.modules) == ["b", "a"]


@pytest.mark.parametrize(("version", "is_kept"), [(18, True), (19, False)])
def test_annotations_that_end_a_derived_types_record(version: int, is_kept: bool) -> None:
    bits = ModuleBits("LLVM18.1.8", 2)
    derived = [0, 0x0D, 0, 0, 0, 0, 0, 32, 0, 0, 0, 0, 0, 1]
    bits.records(
        r.METADATA_BLOCK_ID,
        (r.METADATA_NODE, []),
        (r.METADATA_DERIVED_TYPE, derived),
        (r.METADATA_NAME, chars("n")),
        (r.METADATA_NAMED_NODE, [1]),
    )
    text = str(read_bitcode(bits.end(b""), assumed_version=version))
    assert ("annotations: " in text) == is_kept


def test_indices_that_are_pointers() -> None:
    assert body_of((r.FUNC_CODE_INST_GEP_OLD, [1, 1]), RETURN)[0] == "%3 = getelementptr i32, i32* %0, %0"


@pytest.mark.parametrize(("version", "names"), [(21, 'setter: "s", getter: "g"'), (22, 'setter: "g", getter: "s"')])
def test_accessors_of_a_property(version: int, names: str) -> None:
    """Up to LLVM 21 writers put the setter first, and readers know that."""
    text = '!named = !{!0}\n!0 = !DIObjCProperty(name: "p", setter: "s", getter: "g")\n'
    written = write_bitcode(parse_assembly(text.encode(), llvm_version=19))
    assert names in str(read_bitcode(written, assumed_version=version))


def read_loop(version: int) -> list[str]:
    """The nodes of a branch whose attachments `llvm.loop` and `other` are the node of an option, as LLVM 3 wrote them."""
    bits = ModuleBits()
    kinds = [(r.METADATA_KIND, [18, *chars("llvm.loop")]), (r.METADATA_KIND, [19, *chars("other")])]
    bits.records(r.METADATA_KIND_BLOCK_ID, *kinds)
    bits.records(r.TYPE_BLOCK_ID_NEW, (r.TYPE_CODE_NUMENTRY, [9]), *TYPES[1:], (r.TYPE_CODE_METADATA, []))
    bits.record(r.MODULE_CODE_FUNCTION, [5, *FUNCTION[1:]])
    bits.records(r.CONSTANTS_BLOCK_ID, (r.CST_CODE_SETTYPE, [3]), (r.CST_CODE_INTEGER, [3]))
    nodes = [(r.METADATA_OLD_NODE, [8, 0, 3, 1]), (r.METADATA_OLD_NODE, [8, 1])]
    bits.records(r.METADATA_BLOCK_ID, (r.METADATA_STRING_OLD, chars("llvm.vectorizer.enable")), *nodes)
    with bits.block(r.FUNCTION_BLOCK_ID):
        bits.record(r.FUNC_CODE_DECLAREBLOCKS, [1])
        bits.record(r.FUNC_CODE_INST_BR, [0])
        bits.records(r.METADATA_ATTACHMENT_ID, (r.METADATA_ATTACHMENT, [0, 18, 2, 19, 2]))
    module = parse_bitcode(bits.end(), llvm_version=version)
    return [str(attachment.node.operands[0]) for attachment in module.functions[0].blocks[0].instructions[0].attachments or []]


def test_options_of_the_vectorizer() -> None:
    old, new, plain = (
        '!{!"llvm.vectorizer.enable", i1 true}',
        '!{!"llvm.loop.vectorize.enable", i1 true}',
        '!{!"llvm.loop.vectorize.enable"}',
    )
    assert read_loop(22) == [new, old]
    assert read_loop(24) == [plain, old]


def test_bitcode_without_the_forms_of_llvm_24() -> None:
    text = "define void @f(ptr %p) {\n"
    for number, kind in enumerate(("alias.scope", "noalias", "other")):
        text += f"  %a{number} = load i8, ptr %p, !{kind} !{number}\n"
    text += '  ret void, !llvm.loop !9\n}\n!9 = distinct !{!9, !10}\n!10 = !{!"llvm.loop.distribute.enable", i1 true}\n'
    for number in range(3):
        text += f"!{number} = !{{!{number + 3}}}\n!{number + 3} = distinct !{{!{number + 3}, !{number + 6}}}\n"
        text += f"!{number + 6} = distinct !{{!{number + 6}}}\n"
    module = parse_bitcode(write_bitcode(parse_assembly(text.encode(), llvm_version=24)), llvm_version=24)
    ends = [line for line in str(module).splitlines() if line[:2] in ("!2", "!5", "!8") or "loop." in line]
    domains = ["!2 = distinct !{!2, i1 false}", "!5 = distinct !{!5, i1 false}", "!8 = distinct !{!8}"]
    assert ends == [*domains, '!10 = !{!"llvm.loop.distribute.enable"}']
