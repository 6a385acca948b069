"""Triples of AMD's GPUs that name the hardware, for an LLVM that does not know them."""

from __future__ import annotations

import pytest

from pyllvm import parse_assembly
from pyllvm.migrations import bring
from pyllvm.migrations.loss import Losses


@pytest.mark.parametrize(
    ("triple", "version", "expected", "lost"),
    [
        ("amdgpu9.42-amd-amdhsa", 23, "amdgpu9.42-amd-amdhsa", []),
        ("amdgpu9.42-amd-amdhsa", 22, "amdgcn-amd-amdhsa", ["hardware version '9.42' of the target triple"]),
        ("amdgpu-amd-amdpal", 14, "amdgcn-amd-amdpal", []),
        ("amdgpu12", 22, "amdgcn", ["hardware version '12' of the target triple"]),
        ("amdgcn-amd-amdhsa", 22, "amdgcn-amd-amdhsa", []),
    ],
)
def test_older_names(triple: str, version: int, expected: str, lost: list[str]) -> None:
    module = parse_assembly(f'target triple = "{triple}"\ndefine void @f() {{\n  ret void\n}}\n', llvm_version=24)
    losses = Losses()
    bring(module, version, losses=losses)
    assert module.target_triple == expected
    assert [loss.construct for loss in losses.all] == lost
