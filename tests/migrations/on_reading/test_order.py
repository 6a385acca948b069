"""Each upgrade on reading runs once, at the version of the reader, whatever the module comes from."""

from __future__ import annotations

import pytest

from pyllvm import parse_assembly, parse_bitcode, to_bitcode, verify
from pyllvm.cli.tool import is_compiled
from pyllvm.migrations.on_reading import order

FLAGS = """target triple = "aarch64-linux-gnu"
define void @f() {
  ret void
}
!llvm.module.flags = !{!0, !1, !2}
!0 = !{i32 1, !"PIC Level", i32 2}
!1 = !{i32 1, !"branch-target-enforcement", i32 1}
!2 = !{i32 1, !"Objective-C Image Info Section", !"__OBJC, __image_info"}
"""


@pytest.mark.parametrize("version", [14, 19, 22])
def test_flags_of_another_version_are_valid(version: int) -> None:
    """Flags are upgraded before bodies, and in LLVM after them; the verifier sees the same."""
    module = parse_bitcode(to_bitcode(parse_assembly(FLAGS, llvm_version=14)), llvm_version=version)
    assert not verify(module)
    assert ('attributes #0 = { "branch-target-enforcement" }' in str(module)) == (version == 22)


@pytest.mark.skipif(is_compiled(), reason="compiled code does not look for methods in the class")
def test_rows_of_another_version_run_once(monkeypatch: pytest.MonkeyPatch) -> None:
    data = to_bitcode(parse_assembly(FLAGS, llvm_version=14))
    seen: list[int] = []
    whole = order.OnReading.begin

    def begin(self: order.OnReading) -> None:
        seen.append(self.source)
        whole(self)

    monkeypatch.setattr(order.OnReading, "begin", begin)
    parse_bitcode(data, llvm_version=22)
    assert seen == [order.NEWER, order.BROUGHT]
    seen.clear()
    parse_bitcode(data)
    assert seen == [order.CURRENT]
