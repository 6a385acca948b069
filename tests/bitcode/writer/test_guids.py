"""The GUIDs of GUIDLIST; the rule was read off llvm-as 23.1.4."""

from __future__ import annotations

import pytest

from pyllvm import parse_assembly
from pyllvm.ir.guids import guid_of, recorded_guid

TEXT = """@given = global i32 0, !guid !0
@declared = external global i32
@defined = global i32 0
@other = alias i32, ptr @defined
@own = internal alias i32, ptr @defined
@llvm.used = appending global [1 x ptr] [ptr @defined]
!0 = !{i64 7}
"""


@pytest.mark.parametrize(
    ("name", "guid"),
    [
        ("given", 7),
        ("declared", guid_of("declared")),
        ("defined", 0),
        ("other", guid_of("other")),
        ("own", guid_of("f.ll;own")),
        ("llvm.used", guid_of("llvm.used")),
    ],
)
def test_guid(name: str, guid: int) -> None:
    module = parse_assembly(TEXT, llvm_version=23)
    assert recorded_guid(module.symbols[name], "f.ll") == guid
