"""Summaries: empty lists, and the order of equal elements after GNU's `std::sort`."""

import pytest

import pyllvm
from pyllvm.assembly.reader.summary import unstable_order


@pytest.mark.parametrize("keys", ["", "0", "0000000000000000", "2101", "0121021001210010"])
def test_up_to_16_elements_keep_their_order(keys: str) -> None:
    numbers = [int(key) for key in keys]
    assert unstable_order(numbers) == sorted(range(len(numbers)), key=lambda place: numbers[place])


@pytest.mark.parametrize(
    ("keys", "order"),
    [
        ("0000000000000000000000", [11, 21, 20, 19, 18, 17, 16, 15, 14, 13, 12, 0, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]),
        ("02020011000111120110000", [22, 2, 21, 4, 5, 20, 19, 8, 9, 10, 0, 16, 11, 18, 17, 14, 13, 12, 7, 6, 15, 3, 1]),
        ("1212012110000001011010220", [12, 24, 21, 19, 16, 14, 13, 11, 10, 9, 4, 8, 7, 0, 5, 15, 17, 18, 20, 2, 6, 3, 22, 23, 1]),
    ],
)
def test_more_elements_are_divided_first(keys: str, order: list[int]) -> None:
    """The expected orders are those of a C++ program."""
    assert unstable_order([int(key) for key in keys]) == order


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("calls: ()", "expected '(' in call"),
        ("refs: ()", "expected GV ID"),
        ("typeIdInfo: (typeTests: ())", "expected integer"),
        ("typeIdInfo: (typeTestAssumeConstVCalls: ())", "expected '(' here"),
        ("params: ()", "expected '(' here"),
        ("callsites: ((callee: null, clones: (), stackIds: (1)))", "expected integer"),
    ],
)
def test_no_list_is_empty(words: str, message: str) -> None:
    text = (
        '^0 = module: (path: "a", hash: (1, 2, 3, 4, 5))\n'
        f"^1 = gv: (guid: 1, summaries: (function: (module: ^0, flags: (linkage: external), insts: 1, {words})))\n"
    )
    with pytest.raises(pyllvm.PyllvmError) as caught:
        pyllvm.parse_assembly(text, llvm_version=19)
    assert caught.value.diagnostic.message == message
