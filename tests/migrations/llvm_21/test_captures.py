"""`nocapture` is `captures(none)` since LLVM 21."""

from __future__ import annotations

from pyllvm import parse_assembly, to_assembly
from pyllvm.migrations import bring


def test_nocapture_becomes_captures() -> None:
    module = parse_assembly("declare void @f(ptr nocapture)\n", llvm_version=20)
    bring(module, 21)
    assert "declare void @f(ptr captures(none))" in to_assembly(module)


def test_captures_of_nothing_becomes_nocapture() -> None:
    module = parse_assembly("declare void @f(ptr captures(none))\n", llvm_version=21)
    bring(module, 19)
    assert "declare void @f(ptr nocapture)" in to_assembly(module)


def test_other_captures_stay_and_are_dropped_before_20() -> None:
    module = parse_assembly("declare void @f(ptr captures(address))\n", llvm_version=21)
    bring(module, 20)
    assert "declare void @f(ptr captures(address))" in to_assembly(module)
    losses = bring(module, 19)
    assert [(loss.kind, str(loss)) for loss in losses] == [("dropped", "@f: attribute 'captures' (LLVM 20 and newer)")]
    assert "declare void @f(ptr)" in to_assembly(module)
