"""Records of loads, stores and allocas, with numbers by hand: 2 is %0, a pointer, and 1 is %1, an i32."""

from __future__ import annotations

import pytest
from function_bits import POINTER, RETURN, WORD, first_line

from pyllvm.diagnostics import BitcodeLocation, PyllvmError
from pyllvm.tables import records as r

LOAD = r.FUNC_CODE_INST_LOAD
ATOMIC_LOAD = r.FUNC_CODE_INST_LOADATOMIC
STORE = r.FUNC_CODE_INST_STORE
ATOMIC_STORE = r.FUNC_CODE_INST_STOREATOMIC


@pytest.mark.parametrize(
    ("code", "operands", "text"),
    [
        (LOAD, [2, WORD, 3, 0], "%3 = load i32, ptr %0, align 4"),
        (LOAD, [2, WORD, 0, 1], "%3 = load volatile i32, ptr %0, align 4"),
        (ATOMIC_LOAD, [2, WORD, 3, 0, 1, 1], "%3 = load atomic i32, ptr %0 unordered, align 4"),
        (ATOMIC_LOAD, [2, WORD, 3, 1, 3, 0], '%3 = load atomic volatile i32, ptr %0 syncscope("singlethread") acquire, align 4'),
        (ATOMIC_LOAD, [2, WORD, 3, 0, 99, 1], "%3 = load atomic i32, ptr %0 seq_cst, align 4"),
        (STORE, [2, 1, 3, 0], "store i32 %1, ptr %0, align 4"),
        (ATOMIC_STORE, [2, 1, 3, 0, 4, 1], "store atomic i32 %1, ptr %0 release, align 4"),
    ],
)
def test_plain_and_atomic_accesses(code: int, operands: list[int], text: str) -> None:
    assert first_line((code, operands), RETURN) == text


@pytest.mark.parametrize(
    ("code", "operands", "message"),
    [
        (LOAD, [1, WORD, 3, 0], "Load operand is not a pointer type"),
        (ATOMIC_LOAD, [1, WORD, 3, 0, 1, 1], "Load operand is not a pointer type"),
        (LOAD, [2, 3, 0], "Missing load type"),
        (LOAD, [2, WORD, 3, 0, 1, 1], "Invalid record"),
        (ATOMIC_LOAD, [2, WORD, 3, 0], "Invalid record"),
        (ATOMIC_LOAD, [2, WORD, 3, 0, 0, 1], "Invalid record"),  # not atomic
        (ATOMIC_LOAD, [2, WORD, 3, 0, 4, 1], "Invalid record"),  # release
        (ATOMIC_LOAD, [2, WORD, 3, 0, 5, 1], "Invalid record"),  # acq_rel
        (ATOMIC_LOAD, [2, WORD, 0, 0, 1, 1], "Invalid record"),  # no alignment
        (LOAD, [2, WORD, 34, 0], "Invalid alignment value"),
        (STORE, [1, 1, 3, 0], "Load/Store operand is not a pointer type"),
        (ATOMIC_STORE, [1, 1, 3, 0, 1, 1], "Invalid record"),
        (ATOMIC_STORE, [2, 1, 3, 0, 3, 1], "Invalid record"),  # acquire
        (STORE, [2, 1, 3, 0, 4, 1], "Invalid record"),
        (r.FUNC_CODE_INST_STORE_OLD, [2, 1, 3, 0], "Invalid record"),  # the pointer says no type
    ],
)
def test_what_llvm_refuses(code: int, operands: list[int], message: str) -> None:
    with pytest.raises(PyllvmError, match=f"^{message}$") as caught:
        first_line((code, operands), RETURN)
    where = caught.value.diagnostic.where
    assert isinstance(where, BitcodeLocation)
    assert f", {where.record_name} in @f (record code {code})" in where.describe()
    assert where.record_name in ("LOAD", "LOADATOMIC", "STORE", "STOREATOMIC", "STORE_OLD")


@pytest.mark.parametrize(
    ("word", "text"),
    [
        (1 << 6 | 1, "align 1"),
        (1 << 6 | 31, "align 1073741824"),
        (1 << 6 | 1 << 8 | 1, "align 4294967296"),  # 33 in two pieces: 1 below bit 5, 1 from bit 8 on
    ],
)
def test_the_alignment_of_an_alloca_is_in_two_pieces(word: int, text: str) -> None:
    # The count is an absolute number: 2 is %1.
    assert first_line((r.FUNC_CODE_INST_ALLOCA, [WORD, WORD, 2, word]), RETURN) == f"%3 = alloca i32, i32 %1, {text}"


def test_flags_of_an_alloca() -> None:
    alloca = r.FUNC_CODE_INST_ALLOCA
    assert first_line((alloca, [WORD, WORD, 2, 1 << 6 | 1 << 5 | 3]), RETURN).startswith("%3 = alloca inalloca i32,")
    assert first_line((alloca, [POINTER, WORD, 2, 1 << 6 | 1 << 7 | 4]), RETURN).startswith("%3 = alloca swifterror ptr,")
