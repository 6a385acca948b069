"""Things in bitcode that pyllvm does not know are left out, or are errors."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import pyllvm
from newer_bitcode import MODULE, NEWER, RELEASED, bitcode_of, with_numbers
from pyllvm.bitcode.reader.unknown import may_know_more
from pyllvm.bitstream.writer import BitstreamWriter
from pyllvm.tables import records
from pyllvm.tables.attributes import KIND_OF_WORD
from rewriting import Edit, Record
from rows import each_row

ATTRIBUTES = """declare void @g(i8 noundef)
define void @f(i8 noundef %a, ptr byval(i32) %p) cold {
  call void @g(i8 noundef %a)
  call void @g(i8 noundef %a) cold
  ret void
}
"""


@each_row(
    ("producer", "knows_more"),
    [
        (NEWER, True),
        ("LLVM99.0.0git", True),
        ("APPLE_1_1700.0.13.3_0", True),
        ("Intel.oneAPI.DPCPP.Compiler_2026.2.0", True),
        ("zig 0.16.0", True),
        ("LLVM22.1.8", False),
        ("LLVM23.1.4", False),
        ("LLVM22.1.2-rust-1.95.0-stable", False),
        ("LLVM20.0.0git", False),
        ("LLVM24.0.0git", False),
        ("", False),
    ],
)
def test_writers_that_may_know_more(producer: str, knows_more: bool) -> None:
    """A released LLVM is known; AMD's compilers and Rust's name the LLVM that they contain."""
    assert may_know_more(producer) == knows_more


def test_attributes_that_only_promise_are_left_out() -> None:
    data = bitcode_of(ATTRIBUTES, with_numbers({"noundef": 200, "cold": 201}))
    warnings: list[pyllvm.Diagnostic] = []
    module = pyllvm.parse_bitcode(data, warn=warnings.append)
    assert warnings[-1].message == (
        "left out what pyllvm does not know: unknown attribute 200 in 4 places, unknown attribute 201 in 2 places"
    )
    assert "call void @g(i8 %a)\n" in str(module)
    assert "define void @f(i8 %a, ptr byval(i32) %p) {" in str(module)
    assert [str(loss.construct) for loss in module.left_out].count("unknown attribute 200") == 4
    again = pyllvm.parse_bitcode(pyllvm.to_bitcode(module), warn=lambda warning: pytest.fail(warning.message))
    assert again.left_out == []


@pytest.mark.parametrize("producer", [RELEASED, "LLVM22.1.2-rust-1.95.0-stable", "LLVM20.0.0git"])
def test_a_released_llvm_has_no_unknown_attributes(producer: str) -> None:
    data = bitcode_of(ATTRIBUTES, with_numbers({"noundef": 200}), producer)
    with pytest.raises(pyllvm.PyllvmError, match=r"^Unknown attribute kind \(200\)$") as raised:
        pyllvm.parse_bitcode(data)
    assert "--allow-unknown-attributes" in raised.value.diagnostic.hint
    assert "i8 %a" in str(pyllvm.parse_bitcode(data, allow_unknown_attributes=True))


@pytest.mark.parametrize("version", [21, 22])
def test_a_released_llvm_has_no_attributes_of_later_releases(version: int) -> None:
    text = "define void @f() noipa {\n  ret void\n}\n"
    data = bitcode_of(text, with_numbers({}), f"LLVM{version}.1.0", 23)
    with pytest.raises(pyllvm.PyllvmError, match=r"^Unknown attribute kind \(109\)$"):
        pyllvm.parse_bitcode(data)
    assert "noipa" in str(pyllvm.parse_bitcode(data, llvm_version=23))
    for producer in ("APPLE_1_1700.0.13.3_0", "somebody"):
        assert "noipa" in str(pyllvm.parse_bitcode(bitcode_of(text, with_numbers({}), producer, 23)))


def test_a_module_with_typed_pointers_may_have_the_attributes_of_the_llvm_that_it_names() -> None:
    """It is read as of LLVM 16 at most, the last one with these pointers."""
    text = "define i8* @f(i8* noundef %p) {\n  ret i8* %p\n}\n"
    number = KIND_OF_WORD["writable"].number
    assert KIND_OF_WORD["writable"].since == 18
    module = pyllvm.parse_bitcode(bitcode_of(text, with_numbers({"noundef": number}), "LLVM18.1.0", 14))
    assert module.llvm_version == 16
    with pytest.raises(pyllvm.PyllvmError, match=rf"^Unknown attribute kind \({number}\)$"):
        pyllvm.parse_bitcode(bitcode_of(text, with_numbers({"noundef": number}), "LLVM16.0.0", 14))


def test_a_user_who_names_the_version_says_that_all_is_known() -> None:
    data = bitcode_of(ATTRIBUTES, with_numbers({"noundef": 200}))
    with pytest.raises(pyllvm.PyllvmError, match=r"^Unknown attribute kind \(200\)$"):
        pyllvm.parse_bitcode(data, input_llvm_version=22)


def test_an_attribute_that_may_say_how_a_value_is_passed_is_refused() -> None:
    data = bitcode_of(ATTRIBUTES, with_numbers({"byval": 202}))
    with pytest.raises(pyllvm.PyllvmError, match=r"^unknown attribute 202 on parameter 2 of '@f' names a type") as raised:
        pyllvm.parse_bitcode(data)
    assert isinstance(raised.value.diagnostic.where, pyllvm.BitcodeLocation)
    assert "--allow-unknown-attributes" in raised.value.diagnostic.hint
    module = pyllvm.parse_bitcode(data, allow_unknown_attributes=True)
    assert "ptr %p" in str(module)
    assert [loss.construct for loss in module.left_out] == ["unknown attribute 202"]


def test_such_an_attribute_of_a_call() -> None:
    text = "declare void @g(...)\ndefine void @f(ptr %p) {\n  call void (...) @g(ptr byval(i32) %p)\n  ret void\n}\n"
    data = bitcode_of(text, with_numbers({"byval": 202}))
    with pytest.raises(pyllvm.PyllvmError, match=r"^unknown attribute 202 on parameter 1 of a call in '@f' names a type"):
        pyllvm.parse_bitcode(data)
    module = pyllvm.parse_bitcode(data, lazy=True)
    with pytest.raises(pyllvm.PyllvmError, match="of a call in '@f'"):
        module.materialize()


def test_losses_that_are_errors_or_ignored() -> None:
    data = bitcode_of(ATTRIBUTES, with_numbers({"cold": 201}))
    with pytest.raises(pyllvm.PyllvmError, match="does not know: unknown attribute 201 in 2 places"):
        pyllvm.parse_bitcode(data, losses="error")
    warnings: list[pyllvm.Diagnostic] = []
    assert len(pyllvm.parse_bitcode(data, losses="ignore", warn=warnings.append).left_out) == 2
    assert len(warnings) == 1  # about the version
    with pytest.raises(ValueError, match="'all' is not one of warn, error, ignore"):
        pyllvm.parse_bitcode(data, losses="all")


def test_bodies_that_are_read_later_are_reported_then() -> None:
    data = bitcode_of(ATTRIBUTES, with_numbers({"noundef": 200, "cold": 201}))
    warnings: list[str] = []
    module = pyllvm.parse_bitcode(data, lazy=True, warn=lambda warning: warnings.append(warning.message))
    assert len(module.left_out) == 3
    module.materialize()
    assert len(module.left_out) == 6


TEXT = """%s = type { i32, i64 }
@g = global %s { i32 1, i64 2 }
@h = global i32 7
define i32 @f(i32 %a, ptr %p) {
  %b = add nsw i32 %a, 1
  %c = getelementptr inbounds i8, ptr %p, i32 %b
  %d = call i32 @f(i32 %b, ptr %c)
  %e = load i32, ptr @h
  ret i32 %e
}
define i32 @k(i32 %a) {
  %b = xor i32 %a, 5
  ret i32 %b
}
"""
FUNCTION = records.FUNCTION_BLOCK_ID
CONSTANTS = records.CONSTANTS_BLOCK_ID


def with_record(block: int, code: int, change: Callable[[int, list[int]], tuple[int, list[int]]]) -> Edit:
    """The edit that changes the records with a code in the blocks with an id."""

    def edit(path: tuple[int, ...], found: int, operands: list[int]) -> list[Record]:
        return [change(found, operands) if path[-1] == block and found == code else (found, operands)]

    return edit


def constructs(module: pyllvm.Module) -> list[str]:
    """The constructs that were left out, each once."""
    return list(dict.fromkeys(loss.construct for loss in module.left_out))


def body_cases() -> list[tuple[int, Callable[[int, list[int]], tuple[int, list[int]]], str, str]]:
    """The code of a record, the change, and the messages for a newer LLVM and for a released one."""
    return [
        (
            records.FUNC_CODE_INST_LOAD,
            lambda code, ops: (99, ops),
            "unknown instruction record 99 in '@f'",
            "Invalid value",
        ),
        (
            records.FUNC_CODE_INST_LOAD,
            lambda code, ops: (code, [*ops, 1]),
            "unknown form of record 20 in '@f': Invalid load record",
            "Invalid record",
        ),
        (
            records.FUNC_CODE_INST_CALL,
            lambda code, ops: (code, [ops[0], ops[1] | 1 << 30, *ops[2:]]),
            f"unknown bits {1 << 30} of call in '@f'",
            "",
        ),
        (
            records.FUNC_CODE_INST_GEP,
            lambda code, ops: (99, ops),
            "unknown instruction record 99 in '@f'",
            "Invalid value",
        ),
    ]


@pytest.mark.parametrize("number", range(4))
def test_bodies_that_cannot_be_read(number: int) -> None:
    code, change, message, released = body_cases()[number]
    edit = with_record(FUNCTION, code, change)
    data = bitcode_of(TEXT, edit)
    with pytest.raises(pyllvm.PyllvmError) as raised:
        pyllvm.parse_bitcode(data)
    diagnostic = raised.value.diagnostic
    assert diagnostic.message == message
    assert isinstance(diagnostic.where, pyllvm.BitcodeLocation)
    assert diagnostic.where.block_path == ["MODULE_BLOCK", "FUNCTION_BLOCK"]
    assert "--allow-unknown" in diagnostic.hint and "extract" in diagnostic.hint
    module = pyllvm.parse_bitcode(data, allow_unknown=True)
    assert [function.is_declaration for function in module.functions] == [True, False]
    reason = message.replace(" in '@f'", "")
    assert constructs(module) == [f"body with {reason}"]
    assert f"\n; the body is left out: {reason}\ndeclare i32 @f(i32, ptr)\n" in str(module)
    assert pyllvm.verify(module) == []
    lazy = pyllvm.parse_bitcode(data, lazy=True)
    lazy.get_function("k").materialize()
    with pytest.raises(pyllvm.PyllvmError):
        lazy.get_function("f").materialize()
    data = bitcode_of(TEXT, edit, RELEASED)
    if released:
        with pytest.raises(pyllvm.PyllvmError, match=f"^{released}$"):
            pyllvm.parse_bitcode(data)
        assert pyllvm.parse_bitcode(data, allow_unknown=True).functions[0].is_declaration
    else:
        assert pyllvm.parse_bitcode(data).left_out == []


@pytest.mark.parametrize("producer", [NEWER, RELEASED])
def test_flags_that_only_promise(producer: str) -> None:
    edit = with_record(FUNCTION, records.FUNC_CODE_INST_BINOP, lambda code, ops: (code, [*ops[:3], 64 | sum(ops[3:])]))
    module = pyllvm.parse_bitcode(bitcode_of(TEXT, edit, producer))
    assert constructs(module) == (["unknown flag 64 of add", "unknown flag 64 of xor"] if producer == NEWER else [])
    assert "add nsw i32" in str(module) and "xor i32" in str(module)
    edit = with_record(FUNCTION, records.FUNC_CODE_INST_GEP, lambda code, ops: (code, [ops[0] | 1 << 9, *ops[1:]]))
    module = pyllvm.parse_bitcode(bitcode_of(TEXT, edit, producer))
    assert constructs(module) == ([f"unknown flag {1 << 9} of getelementptr"] if producer == NEWER else [])


def test_an_operand_that_is_not_known() -> None:
    edit = with_record(FUNCTION, records.FUNC_CODE_INST_BINOP, lambda code, ops: (code, [*ops[:3], sum(ops[3:]), 1]))
    with pytest.raises(pyllvm.PyllvmError, match="unknown operand of add in '@f'"):
        pyllvm.parse_bitcode(bitcode_of(TEXT, edit))


def test_constants_that_are_not_known() -> None:
    edit = with_record(CONSTANTS, records.CST_CODE_AGGREGATE, lambda code, ops: (70, ops))
    data = bitcode_of(TEXT, edit)
    with pytest.raises(pyllvm.PyllvmError, match=r"^unknown constant record 70 in '@g'$") as raised:
        pyllvm.parse_bitcode(data)
    assert raised.value.diagnostic.where is not None
    module = pyllvm.parse_bitcode(data, allow_unknown=True)
    assert "; the initial value is left out: unknown constant record 70\n@g = external global %s\n" in str(module)
    edit = with_record(CONSTANTS, records.CST_CODE_INTEGER, lambda code, ops: (70, ops) if ops == [10] else (code, ops))
    with pytest.raises(pyllvm.PyllvmError, match=r"^unknown constant record 70 in '@k'$"):
        pyllvm.parse_bitcode(bitcode_of(TEXT, edit))


def test_constants_with_unknown_parts_are_not_folded() -> None:
    text = "@a = global [2 x i32] [i32 5, i32 5]\n@b = global ptr getelementptr (i8, ptr @a, i64 5)\n"
    edit = with_record(CONSTANTS, records.CST_CODE_DATA, lambda code, ops: (70, ops))
    with pytest.raises(pyllvm.PyllvmError, match=r"^unknown constant record 70 in '@a'$"):
        pyllvm.parse_bitcode(bitcode_of(text, edit))
    edit = with_record(CONSTANTS, records.CST_CODE_INTEGER, lambda code, ops: (70, ops))
    with pytest.raises(pyllvm.PyllvmError, match=r"^unknown constant record 70 in '@b'$"):
        pyllvm.parse_bitcode(bitcode_of(text, edit))


def test_types_that_are_not_known() -> None:
    text = "define float @f(float %a) {\n  ret float %a\n}\n" + "define i32 @k() {\n  ret i32 1\n}\n"
    edit = with_record(records.TYPE_BLOCK_ID_NEW, records.TYPE_CODE_FLOAT, lambda code, ops: (60, ops))
    data = bitcode_of(text, edit)
    with pytest.raises(pyllvm.PyllvmError, match=r"^unknown type record 60 in '@f'$") as raised:
        pyllvm.parse_bitcode(data)
    where = raised.value.diagnostic.where
    assert isinstance(where, pyllvm.BitcodeLocation) and where.block_path[-1] == "TYPE_BLOCK"
    module = pyllvm.parse_bitcode(data, allow_unknown=True)
    assert [function.name for function in module.functions] == ["k"]
    assert "'@f' with unknown type record 60" in constructs(module)
    with pytest.raises(pyllvm.PyllvmError, match=r"^Invalid value$") as raised:
        pyllvm.parse_bitcode(bitcode_of(text, edit, RELEASED))
    assert "--allow-unknown" in raised.value.diagnostic.hint
    text = "%s = type { %s*, float }\n" + "".join(f"define void @{name}(%s* %a) {{\n  ret void\n}}\n" for name in "fk")
    module = pyllvm.parse_bitcode(bitcode_of(text, edit, "APPLE_1_1400.0.29", 14), allow_unknown=True)
    assert module.functions == []


def test_types_in_bodies() -> None:
    text = "define i32 @f() {\n  %a = alloca float\n  ret i32 2\n}\ndefine i32 @k() {\n  %r = call i32 @f()\n  ret i32 %r\n}\n"
    edit = with_record(records.TYPE_BLOCK_ID_NEW, records.TYPE_CODE_FLOAT, lambda code, ops: (60, ops))
    data = bitcode_of(text, edit)
    with pytest.raises(pyllvm.PyllvmError, match=r"^unknown type record 60 in '@f'$"):
        pyllvm.parse_bitcode(data)
    module = pyllvm.parse_bitcode(data, allow_unknown=True)
    assert [function.is_declaration for function in module.functions] == [True, False]
    assert pyllvm.verify(module) == []


def test_a_function_whose_blocks_have_addresses_cannot_become_a_declaration() -> None:
    text = "@t = global ptr blockaddress(@f, %x)\ndefine void @f(i32 %a) {\n  br label %x\nx:\n  %b = add i32 %a, 1\n"
    text += "  ret void\n}\n"
    edit = with_record(FUNCTION, records.FUNC_CODE_INST_BINOP, lambda code, ops: (99, ops))
    with pytest.raises(pyllvm.PyllvmError, match=r"^unknown instruction record 99 in '@f'$"):
        pyllvm.parse_bitcode(bitcode_of(text, edit), allow_unknown=True)


@pytest.mark.parametrize(
    ("text", "code", "what"),
    [
        ("@g = global i32 0\n", records.MODULE_CODE_GLOBALVAR, "a global variable"),
        ("declare void @f()\n", records.MODULE_CODE_FUNCTION, "a function"),
        ("@g = global i32 0\n@a = alias i32, ptr @g\n", records.MODULE_CODE_ALIAS, "an alias or ifunc"),
    ],
)
def test_symbols_with_longer_records(text: str, code: int, what: str) -> None:
    edit = with_record(MODULE, code, lambda code, ops: (code, [*ops, *[0] * 12, 7]))
    assert constructs(pyllvm.parse_bitcode(bitcode_of(text, edit))) == [f"unknown field of {what}"]
    edit = with_record(MODULE, code, lambda code, ops: (code, [*ops, *[0] * 13]))
    assert constructs(pyllvm.parse_bitcode(bitcode_of(text, edit))) == []


@pytest.mark.parametrize(
    ("place", "number", "message"),
    [
        (5, 99, "unknown linkage 99 of '@g'"),
        (8, 9, "unknown visibility 9 of '@g'"),
        (9, 9, "unknown thread-local mode 9 of '@g'"),
    ],
)
def test_numbers_of_symbols_that_are_not_known(place: int, number: int, message: str) -> None:
    def change(code: int, ops: list[int]) -> tuple[int, list[int]]:
        ops += [0] * (18 - len(ops))
        ops[place] = number
        return code, ops

    edit = with_record(MODULE, records.MODULE_CODE_GLOBALVAR, change)
    text = "@g = global i32 0\n"
    with pytest.raises(pyllvm.PyllvmError, match=f"^{message}$"):
        pyllvm.parse_bitcode(bitcode_of(text, edit))
    assert pyllvm.parse_bitcode(bitcode_of(text, edit, RELEASED)).left_out == []


def test_records_and_blocks_that_are_not_known() -> None:
    later = (records.METADATA_KIND_BLOCK_ID, records.METADATA_ATTACHMENT_ID)

    def edit(path: tuple[int, ...], code: int, operands: list[int]) -> list[Record]:
        is_first = path == (MODULE,) and code == records.MODULE_CODE_SOURCE_FILENAME
        return [(code, operands), (60, [1, 2])] if is_first or path[-1] in later else [(code, operands)]

    text = "define i32 @f(i32 %a) {\n  %b = add i32 %a, 1, !k !0\n  ret i32 %b\n}\n!0 = !{}\n"
    blocks = {(MODULE,): [(70, [(1, [2])])], (MODULE, FUNCTION): [(71, [])]}
    module = pyllvm.parse_bitcode(bitcode_of(text, edit, blocks=blocks))
    assert set(constructs(module)) == {
        "unknown module record 60",
        "unknown metadata kind record 60",
        "unknown metadata attachment record 60",
        "unknown block 70 in a module",
        "unknown block 71 in a function",
    }
    assert "!k !0" in str(module)


def test_a_record_that_may_define_a_symbol() -> None:
    """It has the number after the symbols before it, so that the numbers of all values behind it are not certain."""
    edit = with_record(MODULE, records.MODULE_CODE_ALIAS, lambda code, ops: (60, ops))
    data = bitcode_of("@g = global i32 0\n@a = alias i32, ptr @g\n", edit)
    with pytest.raises(pyllvm.PyllvmError, match="unknown module record 60 may define a symbol"):
        pyllvm.parse_bitcode(data, allow_unknown=True)


def test_a_record_before_the_symbols() -> None:
    """Intel's LLVM 23 writes a list of GUIDs there, with a number of its own; it may begin with zeros."""

    def edit(path: tuple[int, ...], code: int, operands: list[int]) -> list[Record]:
        is_before = path == (MODULE,) and code == records.MODULE_CODE_SOURCE_FILENAME
        return [(code, operands), (21, [0, 0, 5, 6, 7])] if is_before else [(code, operands)]

    module = pyllvm.parse_bitcode(bitcode_of("@g = global i32 0\n", edit, "Intel.oneAPI.DPCPP.Compiler_2026.2.0"))
    assert constructs(module) == ["unknown module record 21"]


@pytest.mark.parametrize(("version", "construct"), [(99, "unknown summary version 99"), (0, "unknown summary record 80")])
def test_summaries(version: int, construct: str) -> None:
    def edit(path: tuple[int, ...], code: int, operands: list[int]) -> list[Record]:
        if path[-1] == records.GLOBALVAL_SUMMARY_BLOCK_ID and code == records.FS_VERSION:
            return [(code, [version])] if version else [(code, operands), (80, [1])]
        return [(code, operands)]

    text = 'define void @f() {\n  ret void\n}\n^0 = module: (path: "", hash: (0, 0, 0, 0, 0))\n^1 = gv: (name: "f", summaries: '
    text += "(function: (module: ^0, flags: (linkage: external), insts: 1)))\n"
    module = pyllvm.parse_bitcode(bitcode_of(text, edit))
    assert constructs(module) == [construct]
    assert (module.summary is None) == bool(version)
    if version:
        with pytest.raises(pyllvm.PyllvmError, match="Invalid summary version 99"):
            pyllvm.parse_bitcode(bitcode_of(text, edit, RELEASED))


def test_names_in_the_file_need_no_knowledge() -> None:
    """Metadata kinds, operand bundles and synchronization scopes have their names there; a calling convention has its number."""
    text = """declare void @g()
define cc 777 void @f(ptr %p) {
  call void @g() [ "new.bundle"(i32 1) ]
  fence syncscope("new.scope") seq_cst
  ret void, !new.kind !0
}
!0 = !{}
"""
    module = pyllvm.parse_bitcode(bitcode_of(text, lambda path, code, operands: [(code, operands)]))
    assert module.left_out == []
    for words in ("cc777", '"new.bundle"(i32 1)', 'syncscope("new.scope")', "!new.kind !0"):
        assert words in str(module)


def with_group(change: Callable[[list[int]], list[int]]) -> Edit:
    """The edit that changes the attributes in each group, which begin behind its id and its place."""
    return with_record(
        records.PARAMATTR_GROUP_BLOCK_ID,
        records.PARAMATTR_GRP_CODE_ENTRY,
        lambda code, ops: (code, [*ops[:2], *change(ops[2:])]),
    )


@pytest.mark.parametrize(
    ("attribute", "change", "construct", "released"),
    [
        ("noundef", lambda ops: [1, ops[1], 8], "unknown form of 'noundef'", "Not an int attribute"),
        ("align 8", lambda ops: [0, ops[1]], "unknown form of 'align'", "Not an enum attribute"),
        ("noundef", lambda ops: [*ops, 60, 1, 2], "", "Invalid attribute group entry"),
        ("byval(i32)", lambda ops: [1, ops[1], 8], "", "Not an int attribute"),
    ],
)
def test_attributes_in_another_form(
    attribute: str, change: Callable[[list[int]], list[int]], construct: str, released: str
) -> None:
    """Without a construct, the attribute may say how the value is passed."""
    text = f"define void @f(ptr {attribute} %p) {{\n  ret void\n}}\n"
    data = bitcode_of(text, with_group(change))
    if construct:
        assert constructs(pyllvm.parse_bitcode(data)) == [construct]
    else:
        with pytest.raises(pyllvm.PyllvmError, match="may say how the value is passed"):
            pyllvm.parse_bitcode(data)
    assert "define void @f(ptr" in str(pyllvm.parse_bitcode(data, allow_unknown_attributes=True))
    with pytest.raises(pyllvm.PyllvmError, match=f"^{released}$"):
        pyllvm.parse_bitcode(bitcode_of(text, with_group(change), RELEASED))


def test_effects_on_memory_that_is_not_known() -> None:
    """Without them, the function would have fewer effects than it has."""
    text = "define void @f() memory(argmem: read) {\n  ret void\n}\n"
    module = pyllvm.parse_bitcode(bitcode_of(text, with_group(lambda ops: [*ops[:2], ops[2] | 3 << 12])))
    assert constructs(module) == ["unknown form of 'memory'"]
    assert "memory" not in str(module)


def test_blocks_and_records_outside_the_module() -> None:
    def edit(path: tuple[int, ...], code: int, operands: list[int]) -> list[Record]:
        is_last = path == (records.IDENTIFICATION_BLOCK_ID,) and code == records.IDENTIFICATION_CODE_EPOCH
        return [(code, operands), (60, [1])] if is_last else [(code, operands)]

    data = bitcode_of("@g = global i32 0\n", edit)
    assert constructs(pyllvm.parse_bitcode(data)) == ["unknown identification record 60"]
    with pytest.raises(pyllvm.PyllvmError, match="Invalid value"):
        pyllvm.parse_bitcode(bitcode_of("@g = global i32 0\n", edit, RELEASED))
    data = bitcode_of("@g = global i32 0\n", lambda path, code, operands: [(code, operands)])
    writer = BitstreamWriter()
    writer.enter_block(60, 3)
    writer.end_block()
    assert constructs(pyllvm.parse_bitcode(data + writer.getvalue())) == ["unknown block 60 in the file"]
