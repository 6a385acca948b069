"""Summaries: empty lists, and the order of equal elements after GNU's `std::sort`."""

import pytest

import pyllvm
from pyllvm.assembly import parse_assembly
from pyllvm.assembly.reader.summary import unstable_order
from pyllvm.diagnostics import Span


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


HEAD = 'declare void @f()\n^0 = module: (path: "a.o", hash: (0, 0, 0, 0, 0))\n'
FLAGS = "module: ^0, flags: (linkage: external, notEligibleToImport: 0, live: 0, dsoLocal: 0)"


@pytest.mark.parametrize(
    "words",
    [
        "callsites: ((callee: null, clones: (0), stackIds: ()))",
        "allocs: ((versions: (none), memProf: ((type: notcold, stackIds: ()))))",
    ],
)
def test_contexts_without_stack_are_read_since_llvm_20(words: str) -> None:
    text = f'{HEAD}^1 = gv: (name: "f", summaries: (function: ({FLAGS}, insts: 2, {words})))\n'
    assert "stackIds: ()" in str(pyllvm.parse_assembly(text, llvm_version=20))
    with pytest.raises(pyllvm.PyllvmError, match="expected integer"):
        parse_assembly(text.encode(), llvm_version=19)


@pytest.mark.parametrize(("words", "column"), [("", 11), (f", summaries: (variable: ({FLAGS}))", 34)])
def test_the_place_of_an_unknown_name_is_its_first_summary(words: str, column: int) -> None:
    with pytest.raises(pyllvm.PyllvmError, match='Reference to undefined global "g"') as error:
        parse_assembly(f'{HEAD}^1 = gv: (name: "g"{words})\n'.encode(), llvm_version=22)
    where = error.value.diagnostic.where
    assert isinstance(where, Span) and where.column == column
