"""`nocapture` is `captures(none)` since LLVM 21."""

from __future__ import annotations

import pytest

from pyllvm import PyllvmError, parse_assembly, to_assembly
from pyllvm.migrations import bring


def test_nocapture_becomes_captures() -> None:
    module = parse_assembly("declare void @f(ptr nocapture)\n", llvm_version=20)
    bring(module, 21)
    assert "declare void @f(ptr captures(none))" in to_assembly(module)


def test_captures_of_nothing_becomes_nocapture() -> None:
    module = parse_assembly("declare void @f(ptr captures(none))\n", llvm_version=21)
    bring(module, 19)
    assert "declare void @f(ptr nocapture)" in to_assembly(module)


def test_other_captures_stay() -> None:
    module = parse_assembly("declare void @f(ptr captures(address))\n", llvm_version=21)
    bring(module, 20)
    assert "declare void @f(ptr captures(address))" in to_assembly(module)
    with pytest.raises(PyllvmError, match=r"LLVM 19 cannot hold the attribute 'captures' \(LLVM 20 and newer\)"):
        bring(module, 19)
