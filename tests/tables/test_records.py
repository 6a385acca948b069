"""The codes of records, against LLVM's own header where it is installed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pyllvm.tables import records
from pyllvm.tables.records import BLOCKS, METADATA_ATTACHMENT, METADATA_ATTACHMENT_ID, METADATA_BLOCK_ID, METADATA_LABEL
from pyllvm.versions import NEWEST

# One that no LLVM writes any more: the header no longer has it.
OLD = {"MODULE_CODE_PURGEVALS"}


def enumerators(text: str) -> dict[str, int]:
    """The enumerators of a C++ header, by name."""
    values = {"FIRST_APPLICATION_BLOCKID": 8}
    for body in re.findall(r"enum [^{;]*\{(.*?)\}", re.sub(r"//.*|/\*.*?\*/", "", text), re.DOTALL):
        value = -1
        for item in body.split(","):
            name, _, given = (word.strip() for word in item.partition("="))
            if name:
                value = values[given] if given in values else int(given, 0) if re.fullmatch(r"\d+", given) else value + 1
                values[name] = value
    return values


@pytest.mark.oracle
def test_codes_are_the_headers() -> None:
    path = Path(f"/usr/lib/llvm-{NEWEST}/include/llvm/Bitcode/LLVMBitCodes.h")
    if not path.exists():
        pytest.skip(f"LLVM {NEWEST}'s headers are not installed")
    header = enumerators(path.read_text())
    constants = {name: value for name, value in vars(records).items() if name.isupper() and isinstance(value, int)}
    compared = {name: value for name, value in constants.items() if name not in OLD and name != "FOREVER"}
    assert len(compared) > 200
    assert compared == {name: header.get(name) for name in compared}


def test_a_block_has_the_records_of_its_prefix() -> None:
    assert BLOCKS[METADATA_BLOCK_ID].records[METADATA_LABEL].name == "LABEL"
    assert list(BLOCKS[METADATA_ATTACHMENT_ID].records) == [METADATA_ATTACHMENT]


def test_a_record_can_have_another_name_in_each_block() -> None:
    assert BLOCKS[METADATA_BLOCK_ID].records[METADATA_ATTACHMENT].dumped_by(19) == ""
    assert BLOCKS[METADATA_ATTACHMENT_ID].records[METADATA_ATTACHMENT].dumped_by(19) == "ATTACHMENT"
