"""The records and the text of DIExpression."""

import pytest

from pyllvm.schema.expression import decode_expression, encode_expression, expression_integer
from pyllvm.schema.sides import RecordError
from pyllvm.tables.dwarf_operations import EXPRESSION
from rows import each_row


@pytest.mark.parametrize(
    ("operands", "elements"),
    [
        ([6, 6, 4096, 0, 8], [6, 4096, 0, 8]),
        ([4, 34, 5], [35, 5]),
        ([4, 28, 5, 6], [16, 5, 28, 6]),
        ([2, 6, 34, 5, 4096, 0, 8], [35, 5, 6, 4096, 0, 8]),
        ([0, 6, 0x9D, 0, 8], [6, 4096, 0, 8]),
        ([1 | 6], []),
        ([4, 4096, 34, 28], [4096, 34, 28]),
        ([4, 16, 34, 34, 28, 28, 9], [16, 34, 35, 28, 16, 9, 28]),
    ],
)
def test_expressions_of_every_version(operands: list[int], elements: list[int]) -> None:
    distinct, found = decode_expression(operands)
    assert found == elements
    assert encode_expression(found, distinct) == [6 | operands[0] & 1, *elements]


@pytest.mark.parametrize("operands", [[], [8, 1]])
def test_no_expression(operands: list[int]) -> None:
    with pytest.raises(RecordError):
        decode_expression(operands)


@pytest.mark.parametrize(
    ("elements", "value"),
    [
        ([17, 5], 5),
        ([17, (1 << 64) - 2], -2),
        ([17, 4, 159], 4),
        ([17, 4, 6], None),
        ([16, 4], None),
        ([16, 4, 159], None),
        ([17, 4, 159, 4096, 0, 8], 4),
        ([17, 4, 159, 1, 0, 8], None),
        ([], None),
    ],
)
def test_constant_expressions(elements: list[int], value: int | None) -> None:
    assert expression_integer(elements) == value


@each_row(
    ("elements", "version", "shown"),
    [
        ([35, 8, 4096, 0, 8], 14, "DW_OP_plus_uconst, 8, DW_OP_LLVM_fragment, 0, 8"),
        ([4096, 0, 8, 6], 14, "4096, 0, 8, 6"),
        ([4097, 16, 5], 14, "DW_OP_LLVM_convert, 16, DW_ATE_signed"),
        ([4097, 16, 5], 8, "4097, 16, 5"),
        ([35], 14, "35"),
        ([41], 16, "41"),
        ([41], 17, "DW_OP_eq"),
        ([4101, 0, 4099, 1], 14, "4101, 0, 4099, 1"),
        ([4101, 0, 4099, 1], 19, "DW_OP_LLVM_arg, 0, DW_OP_LLVM_entry_value, 1"),
        ([0x73, 8], 14, "DW_OP_breg3, 8"),
        ([22], 14, "22"),
        ([4099, 1], 12, "DW_OP_LLVM_entry_value, 1"),
        ([4099, 1, 6], 12, "4099, 1, 6"),
        ([4099, 1, 6], 13, "DW_OP_LLVM_entry_value, 1, DW_OP_deref"),
        ([4099, 2], 13, "4099, 2"),
        ([6, 4099, 1], 19, "6, 4099, 1"),
        ([4101, 0, 4099, 1, 6], 15, "4101, 0, 4099, 1, 6"),
        ([4101, 0, 4099, 1, 6], 16, "DW_OP_LLVM_arg, 0, DW_OP_LLVM_entry_value, 1, DW_OP_deref"),
        ([17, 4, 159], 14, "DW_OP_consts, 4, DW_OP_stack_value"),
        ([159, 4096, 0, 8], 14, "DW_OP_stack_value, DW_OP_LLVM_fragment, 0, 8"),
        ([159, 6], 14, "159, 6"),
        ([6, 22], 14, "DW_OP_deref, DW_OP_swap"),
    ],
)
def test_expressions_show(elements: list[int], version: int, shown: str) -> None:
    assert EXPRESSION.show(elements, version) == f"!DIExpression({shown})"
