"""`--target-profile=amd`: the data layout and the code object version that an older code generator takes."""

from __future__ import annotations

import pytest

from pyllvm import parse_assembly, to_assembly

MODULE = """\
target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-\
p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"
!llvm.module.flags = !{!0}
!0 = !{i32 1, !"amdhsa_code_object_version", i32 600}
"""


@pytest.mark.parametrize(
    ("version", "layout", "flag"),
    [
        (22, "e-m:e-p:64:64-", '!"amdhsa_code_object_version", i32 600'),
        (21, "-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-", '!"amdhsa_code_object_version", i32 600'),
        (20, "-p6:32:32-p7:160:256:256:32-p8:128:128-p9:192:256:256:32-i64:64-", '!"amdhsa_code_object_version", i32 600'),
        (18, "-p6:32:32-p7:160:256:256:32-p8:128:128-p9:192:256:256:32-i64:64-", '!"amdgpu_code_object_version", i32 600'),
        (17, "-p6:32:32-p7:160:256:256:32-p8:128:128-i64:64-", '!"amdgpu_code_object_version", i32 500'),
        (16, "-p6:32:32-i64:64-", '!"amdgpu_code_object_version", i32 500'),
        (14, "-p6:32:32-i64:64-", ""),
    ],
)
def test_each_llvm_has_its_layout_and_flag(version: int, layout: str, flag: str) -> None:
    module = parse_assembly(MODULE, llvm_version=22)
    losses = module.downgraded(version, target_profile="amd")
    text = to_assembly(module)
    assert layout in text
    assert ("e-m:e-" in text) == (version >= 22)
    assert ("code_object_version" in text) == bool(flag)
    assert flag in text
    assert [loss.construct for loss in losses] == ([] if version >= 18 else ["code object version 6"])
