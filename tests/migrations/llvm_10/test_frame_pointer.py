"""`"no-frame-pointer-elim"` is `"frame-pointer"` since LLVM 10."""

from __future__ import annotations

import pytest

from pyllvm import parse_assembly, to_assembly
from pyllvm.migrations import bring

FORMS = [
    ("all", '"no-frame-pointer-elim"="true" "no-frame-pointer-elim-non-leaf"'),
    ("non-leaf", '"no-frame-pointer-elim"="false" "no-frame-pointer-elim-non-leaf"'),
    ("none", '"no-frame-pointer-elim"="false"'),
]


@pytest.mark.parametrize(("new", "old"), FORMS)
def test_the_old_attributes_become_the_new_one(new: str, old: str) -> None:
    module = parse_assembly(f"define void @f() {old} {{ ret void }}\n", llvm_version=9)
    bring(module, 10)
    assert f'attributes #0 = {{ "frame-pointer"="{new}" }}' in to_assembly(module)


@pytest.mark.parametrize(("new", "old"), FORMS)
def test_the_new_attribute_becomes_the_old_ones(new: str, old: str) -> None:
    module = parse_assembly(f'define void @f() "frame-pointer"="{new}" {{ ret void }}\n', llvm_version=10)
    bring(module, 9)
    assert f"attributes #0 = {{ {old} }}" in to_assembly(module)
