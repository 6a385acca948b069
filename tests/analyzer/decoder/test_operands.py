"""Records that today's LLVM no longer writes, or writes rarely, operand by operand."""

from __future__ import annotations

import pytest

from pyllvm.analyzer.decoder.operands import OperandDecoder
from pyllvm.analyzer.decoder.scan import result_type
from pyllvm.analyzer.decoder.shown_types import FLOATING_POINT, INTEGER, METADATA, POINTER, ShownType
from pyllvm.analyzer.decoder.state import ModuleState, ShownValue
from pyllvm.schema.integers import rotated
from pyllvm.tables import records
from pyllvm.tables.instruction_bits import BUNDLE_METADATA, SWITCH_MAGIC, SWITCH_MAGIC_SHIFT
from pyllvm.tables.record_shapes import RECORD_SHAPES
from rows import each_row

I32 = ShownType("i32", INTEGER)
FLOAT = ShownType("float", FLOATING_POINT)
POINTER_TO_I32 = ShownType("i32*", POINTER)
MAGIC = SWITCH_MAGIC << SWITCH_MAGIC_SHIFT


def state() -> ModuleState:
    """Types i32, float, i32*, metadata; values %a (i32), %p (i32*), %x (float); the next value is 3."""
    made = ModuleState(19, b"namesection")
    made.version = 1
    POINTER_TO_I32.inner = I32
    made.types.types = [I32, FLOAT, POINTER_TO_I32, ShownType("metadata", METADATA)]
    made.values = [ShownValue("%a", I32), ShownValue("%p", POINTER_TO_I32), ShownValue("%x", FLOAT)]
    made.next_value = 3
    made.blocks = {0: "%entry", 1: "%then", 2: "%end"}
    return made


def shown(block_id: int, code: int, operands: list[int], known: ModuleState | None = None, version: int = 1) -> str:
    """The fields of a record in one line."""
    fields = OperandDecoder(known or state()).decode(RECORD_SHAPES[block_id][code], operands, version)
    return " ".join([f"{field.name}={field.text}" for field in fields])


@each_row(
    ("code", "operands", "expected"),
    [
        # a value that comes later is followed by its type
        (records.FUNC_CODE_INST_RET, [(1 << 32) - 2, 1], "value=value 5 (float)"),
        (records.FUNC_CODE_INST_LOAD, [2, 3, 1], "ptr=%p (i32*) align=4 volatile=1"),
        (records.FUNC_CODE_INST_LOAD, [2, 0, 3, 1], "ptr=%p (i32*) type=i32 align=4 volatile=1"),
        (records.FUNC_CODE_INST_STORE_OLD, [2, 3, 0, 0], "ptr=%p (i32*) value=%a align=none volatile=0"),
        (records.FUNC_CODE_INST_GEP_OLD, [2, 3, 3], "base=%p (i32*) index=%a (i32) index=%a (i32)"),
        (records.FUNC_CODE_INST_BINOP, [3, 3, 0, 3], "left=%a (i32) right=%a operation=add flags=nuw nsw"),
        (records.FUNC_CODE_INST_BINOP, [1, 1, 0, 254], "left=%x (float) right=%x operation=fadd flags=fast"),
        (records.FUNC_CODE_INST_BINOP, [3, 3, 77], "left=%a (i32) right=%a operation=77"),
        (records.FUNC_CODE_INST_CAST, [3, 1, 6], "operand=%a (i32) type=float operation=sitofp"),
        (records.FUNC_CODE_INST_BR, [1], "target=%then"),
        (records.FUNC_CODE_INST_BR, [1, 2, 3], "true=%then false=%end condition=%a"),
        (records.FUNC_CODE_INST_BR, [9], "target=block 9"),
        (records.FUNC_CODE_INST_SWITCH, [0, 3, 2, 0, 1], "type=i32 condition=%a default=%end case=%a target=%then"),
        (
            records.FUNC_CODE_INST_SWITCH,
            [MAGIC, 0, 3, 2, 1, 2, 1, rotated(-5), 0, rotated(1), rotated(3), 1],
            f"magic={MAGIC} type=i32 condition=%a default=%end cases=1 items=2 single=1 low=-5 single=0 low=1 high=3 "
            "target=%then",
        ),
        (
            records.FUNC_CODE_INST_PHI,
            [0, rotated(3), 0, rotated(-2), 1],
            "type=i32 value=%a block=%entry value=value 5 block=%then",
        ),
        (
            records.FUNC_CODE_INST_PHI,
            [1, rotated(1), 0, 2],
            "type=float value=%x block=%entry flags=nnan",
        ),
        (
            records.FUNC_CODE_INST_CMPXCHG_OLD,
            [2, 3, 3, 0, 6, 0],
            "ptr=%p (i32*) expected=%a new=%a volatile=0 success=seq_cst scope=singlethread",
        ),
        (
            records.FUNC_CODE_INST_ATOMICRMW,
            [2, 3, 1 + 32, 0, 2, 1, 3],
            "ptr=%p (i32*) value=%a (i32) operation=add elementwise volatile=0 ordering=monotonic scope=system align=4",
        ),
        (
            records.FUNC_CODE_INST_ALLOCA,
            [0, 0, 0, 64 | 32 | 3, 5],
            "type=i32 size_type=i32 size=%a properties=align 4 inalloca explicit_type address_space=5",
        ),
        (
            records.FUNC_CODE_INST_LANDINGPAD_OLD,
            [0, 2, 1, 1, 0, 2],
            "type=i32 personality=%p (i32*) cleanup=1 clauses=1 clause=catch value=%p (i32*)",
        ),
        (records.FUNC_CODE_OPERAND_BUNDLE, [0, BUNDLE_METADATA, 1, 3], 'tag="deopt" input=!2 input=%a (i32)'),
        (records.FUNC_CODE_INST_CALLBR, [0, 1 << 15, 0, 2, 1, 2], "attributes=none convention=ccc explicit_type default=%entry "
         "count=2 indirect=%then indirect=%end"),
    ],
)  # fmt: skip
def test_instructions(code: int, operands: list[int], expected: str) -> None:
    assert shown(records.FUNCTION_BLOCK_ID, code, operands) == expected


@pytest.mark.parametrize(
    ("code", "operands", "expected"),
    [
        (records.CST_CODE_CE_GEP_OLD, [0, 2, 1, 0, 0], "source=i32 base_type=i32* base=%p index_type=i32 index=%a"),
        (records.CST_CODE_CE_INBOUNDS_GEP, [2, 1, 0, 0], "base_type=i32* base=%p index_type=i32 index=%a"),
        (
            records.CST_CODE_CE_GEP_WITH_INRANGE_INDEX_OLD,
            [0, 5, 2, 1],
            "source=i32 flags=inbounds inrange 2 base_type=i32* base=%p",
        ),
        (
            records.CST_CODE_CE_GEP_WITH_INRANGE,
            [0, 1, 64, rotated(-8), rotated(8), 2, 1],
            "source=i32 flags=inbounds in_range=i64 -8, 8 base_type=i32* base=%p",
        ),
        (records.CST_CODE_CE_EXTRACTELT, [0, 0, 0, 0], "vector_type=i32 vector=%a index_type=i32 index=%a"),
        (records.CST_CODE_CE_EXTRACTELT, [0, 0, 0], "vector_type=i32 vector=%a index=%a"),
        (records.CST_CODE_PTRAUTH, [1, 0, 0, 0], "pointer=%p key=%a discriminator=%a address_discriminator=%a"),
        (
            records.CST_CODE_INLINEASM_OLD,
            [1, 3, *b"nop", 1, *b"r"],
            'flags=sideeffect assembly="nop" constraints="r"',
        ),
        # The count is larger than the record.
        (records.CST_CODE_INLINEASM, [0, 0, 9, *b"nop"], 'type=i32 flags=none assembly="nop"'),
    ],
)  # fmt: skip
def test_constants(code: int, operands: list[int], expected: str) -> None:
    assert shown(records.CONSTANTS_BLOCK_ID, code, operands) == expected


def test_comdats_before_there_was_a_string_table() -> None:
    code = records.MODULE_CODE_COMDAT
    assert shown(records.MODULE_BLOCK_ID, code, [1, 3, *b"abc"]) == 'selection=any name="abc"'
    assert shown(records.MODULE_BLOCK_ID, code, [0, 4, 3], version=2) == 'name="name" selection=largest'


def test_old_metadata_nodes_hold_values_and_metadata() -> None:
    known = state()
    known.strings = {4: '"text"'}
    text = shown(records.METADATA_BLOCK_ID, records.METADATA_OLD_NODE, [3, 4, 0, 0, 3, 7], known)
    assert text == 'type=metadata value="text" type=i32 value=%a type=metadata value=!7'


def test_use_lists_end_with_their_value() -> None:
    assert shown(records.USELIST_BLOCK_ID, records.USELIST_CODE_DEFAULT, [1, 0, 2, 1]) == (
        "position=1 position=0 position=2 value=%p"
    )
    assert shown(records.USELIST_BLOCK_ID, records.USELIST_CODE_BB, [1, 0, 1]) == "position=1 position=0 block=%then"


def test_attachments_of_functions_have_no_instruction() -> None:
    code = records.METADATA_ATTACHMENT
    assert shown(records.METADATA_ATTACHMENT_ID, code, [0, 5]) == "kind=dbg node=!5"
    assert shown(records.METADATA_ATTACHMENT_ID, code, [8, 1, 5]) == "instruction=8 kind=tbaa node=!5"


@each_row(
    ("code", "operands", "expected"),
    [
        (records.FUNC_CODE_INST_BINOP, [3, 3, 0], "i32"),
        (records.FUNC_CODE_INST_BINOP, [], None),
        (records.FUNC_CODE_INST_GEP_OLD, [2, 3], "i32*"),
        # the last index comes later, and its type is missing
        (records.FUNC_CODE_INST_GEP_OLD, [2, (1 << 32) - 2], None),
        # a function's type that is not in the table
        (records.FUNC_CODE_INST_CALL, [0, 1 << 15, 9, 2], "?"),
        (records.FUNC_CODE_INST_CALL, [0, 1 << 15], None),
        (records.FUNC_CODE_INST_CMPXCHG_OLD, [2, 3, 3, 0, 6, 0, 0, 1], "{ i32, i1 }"),
        (records.FUNC_CODE_INST_CMPXCHG_OLD, [2, 3, 3, 0, 6, 0], "i32"),
        (records.FUNC_CODE_INST_ALLOCA, [0, 0, 0], None),
        (records.FUNC_CODE_INST_FENCE, [6, 1], None),
    ],
)  # fmt: skip
def test_results_of_whole_and_cut_records(code: int, operands: list[int], expected: str | None) -> None:
    shape = RECORD_SHAPES[records.FUNCTION_BLOCK_ID][code]
    decoder = OperandDecoder(state())
    decoder.decode(shape, operands, 1)
    found = result_type(shape, decoder)
    assert (None if found is None else found.text) == expected


def test_what_is_left_has_the_number_of_the_operand() -> None:
    assert shown(records.FUNCTION_BLOCK_ID, records.FUNC_CODE_INST_FENCE, [6, 1, 9, 9]) == (
        "ordering=seq_cst scope=system op2=9 op3=9"
    )
