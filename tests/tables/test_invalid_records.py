"""The messages for malformed records are those of LLVM's own reader, for a record of each kind without operands."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from pyllvm.bitcode import read_bitcode
from pyllvm.bitstream.writer import BitstreamWriter
from pyllvm.diagnostics import PyllvmError
from pyllvm.tables import records as r
from pyllvm.tables.invalid_records import invalid_record_message

WIDTH = 3
FUNCTION_CODES = [value for name, value in vars(r).items() if name.startswith("FUNC_CODE_") and "DEBUG_RECORD" not in name]
# A record without operands is a valid `ret void` and `unreachable`, and what LLVM makes of such a callbr varies.
UNREACHABLE_MESSAGES = (r.FUNC_CODE_INST_RET, r.FUNC_CODE_INST_UNREACHABLE, r.FUNC_CODE_INST_CALLBR)


def file_with(code: int) -> bytes:
    """A module with one function, whose block has a record of that code without operands."""
    writer = BitstreamWriter()
    writer.emit_bytes(b"BC\xc0\xde")
    writer.enter_block(r.MODULE_BLOCK_ID, WIDTH)
    writer.emit_record(r.MODULE_CODE_VERSION, [1])
    writer.enter_block(r.TYPE_BLOCK_ID_NEW, WIDTH)
    writer.emit_record(r.TYPE_CODE_NUMENTRY, [2])
    writer.emit_record(r.TYPE_CODE_VOID, [])
    writer.emit_record(r.TYPE_CODE_FUNCTION, [0, 0])
    writer.end_block()
    writer.emit_record(r.MODULE_CODE_FUNCTION, [1, 0, 0, 0, 0, 0, 0, 0, 0])
    writer.enter_block(r.FUNCTION_BLOCK_ID, WIDTH)
    writer.emit_record(r.FUNC_CODE_DECLAREBLOCKS, [1])
    writer.emit_record(code, [])
    writer.end_block()
    writer.end_block()
    return writer.getvalue()


@pytest.mark.parametrize("code", [code for code in FUNCTION_CODES if code not in UNREACHABLE_MESSAGES])
def test_a_record_without_operands_is_named(code: int, llvm_tool: Callable[[int, str], str], tmp_path: Path) -> None:
    path = tmp_path / "malformed.bc"
    path.write_bytes(file_with(code))
    process = subprocess.run([llvm_tool(23, "llvm-dis"), "-o", "-", str(path)], capture_output=True, text=True, timeout=60)
    with pytest.raises(PyllvmError) as caught:
        read_bitcode(path.read_bytes(), assumed_version=23)
    assert f"error: {caught.value.diagnostic.message} (" in process.stderr


@pytest.mark.parametrize(
    ("version", "message"),
    [(14, "Invalid record"), (22, "Invalid record"), (23, "Invalid binary operator record")],
)
def test_the_version_that_reads_decides_on_the_message(version: int, message: str) -> None:
    with pytest.raises(PyllvmError) as caught:
        read_bitcode(file_with(r.FUNC_CODE_INST_BINOP), assumed_version=version)
    assert caught.value.diagnostic.message == message


def test_a_few_records_have_their_own_messages_since_llvm_15() -> None:
    assert invalid_record_message(r.CONSTANTS_BLOCK_ID, r.CST_CODE_NO_CFI_VALUE, 14) == "Invalid record"
    assert invalid_record_message(r.CONSTANTS_BLOCK_ID, r.CST_CODE_NO_CFI_VALUE, 15) == "Invalid no_cfi record"


def test_records_that_the_reader_names_have_no_name_before_15() -> None:
    message = "Invalid cast constexpr record"
    assert invalid_record_message(r.CONSTANTS_BLOCK_ID, r.CST_CODE_CE_CAST, 15, message) == message
    assert invalid_record_message(r.CONSTANTS_BLOCK_ID, r.CST_CODE_CE_CAST, 14, message) == "Invalid record"


def test_phi_is_named_since_15_and_functions_of_modules_since_23() -> None:
    phi = (r.FUNCTION_BLOCK_ID, r.FUNC_CODE_INST_PHI)
    assert [invalid_record_message(*phi, version) for version in (14, 15)] == ["Invalid record", "Invalid phi record"]
    function = (r.MODULE_BLOCK_ID, r.MODULE_CODE_FUNCTION)
    assert [invalid_record_message(*function, version) for version in (22, 23)] == ["Invalid record", "Invalid function record"]
