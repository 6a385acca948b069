"""Each kind of record of all constructs with another last operand, or without operands: what llvm-dis prints, or its message."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from pyllvm import PyllvmError, parse_assembly, parse_bitcode, to_bitcode
from pyllvm.tables import records
from rewriting import Record, rewritten

Edit = Callable[[list[int]], list[int]]
EDITS: dict[str, Edit] = {
    "shorter": lambda operands: operands[:-1],
    "empty": lambda operands: [],
    "last": lambda operands: [*operands[:-1], 9999],
}
# LLVM does not know the producer, reads more metadata, and does without tags of bundles.
LEFT_OUT = {records.IDENTIFICATION_BLOCK_ID, records.METADATA_BLOCK_ID, records.SYNC_SCOPE_NAMES_BLOCK_ID}
# Kinds of records of which LLVM says another thing first, or finds out elsewhere what is wrong.
SAID_OTHERWISE = {
    records.PARAMATTR_GROUP_BLOCK_ID: {records.PARAMATTR_GRP_CODE_ENTRY},
    records.TYPE_BLOCK_ID_NEW: {records.TYPE_CODE_STRUCT_NAMED},
    records.MODULE_BLOCK_ID: {records.MODULE_CODE_FUNCTION, records.MODULE_CODE_ALIAS_OLD, records.MODULE_CODE_ALIAS},
    records.CONSTANTS_BLOCK_ID: {
        records.CST_CODE_AGGREGATE,
        records.CST_CODE_BLOCKADDRESS,
        records.CST_CODE_NO_CFI_VALUE,
        records.CST_CODE_INLINEASM,
        records.CST_CODE_CE_INBOUNDS_GEP,
        records.CST_CODE_CE_GEP_WITH_INRANGE,
        records.CST_CODE_CE_GEP,
    },
    records.FUNCTION_BLOCK_ID: {
        records.FUNC_CODE_INST_PHI,
        records.FUNC_CODE_INST_ALLOCA,
        records.FUNC_CODE_INST_LOADATOMIC,
        records.FUNC_CODE_INST_GEP,
        records.FUNC_CODE_INST_CALLBR,
        records.FUNC_CODE_DEBUG_RECORD_VALUE_SIMPLE,
    },
}


def changed(data: bytes, path: tuple[int, ...], code: int, edit: Edit) -> bytes:
    """The bitcode with an edited first record of a kind."""
    met: list[int] = []

    def change(here: tuple[int, ...], its_code: int, operands: list[int]) -> list[Record]:
        if met or (here, its_code) != (path, code):
            return [(its_code, operands)]
        met.append(its_code)
        return [(code, edit(operands))]

    return rewritten(data, change)


@pytest.mark.oracle
@pytest.mark.parametrize(("version", "edit"), [(14, "shorter"), *((22, edit) for edit in EDITS)])
def test_changed_records(version: int, edit: str, data: Path, llvm_tool: Callable[[int, str], str], tmp_path: Path) -> None:
    bitcode = to_bitcode(parse_assembly((data / f"constructs.{version}.ll").read_text(), "m", llvm_version=version))
    kinds: dict[tuple[tuple[int, ...], int], None] = {}

    def note(path: tuple[int, ...], code: int, operands: list[int]) -> list[Record]:
        if LEFT_OUT.isdisjoint(path):
            kinds[path, code] = None
        return [(code, operands)]

    rewritten(bitcode, note)
    tool, file = llvm_tool(version, "llvm-dis"), tmp_path / "m"
    for path, code in kinds:
        file.write_bytes(changed(bitcode, path, code, EDITS[edit]))
        done = subprocess.run([tool, file, "-o", "-"], capture_output=True, text=True, errors="replace")
        try:
            found = str(parse_bitcode(file.read_bytes(), str(file)))
        except PyllvmError as error:
            found = error.diagnostic.message
        message = done.stderr.strip().rpartition("\n")[2].partition("error: ")[2].partition(" (Producer")[0]
        if done.returncode == 0:
            assert found == done.stdout or not found.startswith("; ModuleID"), (path, code)  # pyllvm may refuse more
        elif done.returncode == 1 and code not in SAID_OTHERWISE.get(path[-1], ()):  # and not a crash
            assert found == message, (path, code)
