"""Data layouts as each LLVM has them after reading; the expected ones are what the LLVM of that version prints."""

from __future__ import annotations

import pytest

from pyllvm import PyllvmError, parse_assembly
from pyllvm.migrations import bring
from pyllvm.migrations.on_reading.data_layout import upgraded_data_layout
from rows import each_row

AMDGPU = "amdgcn-amd-amdhsa"


@each_row(
    ("triple", "version", "layout", "expected"),
    [
        (AMDGPU, 17, "", "G1-ni:7:8-p7:160:256:256:32-p8:128:128"),
        (AMDGPU, 18, "", "G1-ni:7:8:9-p7:160:256:256:32-p8:128:128-p9:192:256:256:32"),
        (AMDGPU, 21, "", "G1-ni:7:8:9-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32"),
        (AMDGPU, 17, "e-p7:160:256:256:32-p8:128:128-G1-ni:7", "e-p7:160:256:256:32-p8:128:128-G1-ni:7:8"),
        (
            AMDGPU,
            21,
            "e-p8:128:128-p81:32:32",
            "e-p8:128:128:128:48-p81:32:32-G1-ni:7:8:9-p7:160:256:256:32-p9:192:256:256:32",
        ),
        (
            AMDGPU,
            22,
            "e-m:e-p8:128:128-p9:192:256:256:32-G1-ni:7:8",
            "e-m:e-p8:128:128:128:48-p9:192:256:256:32-G1-ni:7:8:9-p7:160:256:256:32",
        ),
        ("amdgpu9.42-amd-amdhsa", 22, "e-p:32:32", "e-p:32:32"),
        (
            "amdgpu9.42-amd-amdhsa",
            23,
            "e-p:32:32",
            "m:e-e-p:32:32-G1-ni:7:8:9-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32",
        ),
        (
            AMDGPU,
            24,
            "m:e-p12:64:64-p100:32:32-G1-ni:7:8:9-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32",
            "m:e-p12:64:64-p100:32:32-G1-ni:7:8:9-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32"
            "-p11:32:32-p13:32:32-p14:32:32-p15:32:32",
        ),
        ("armv7-none-eabi", 23, "e-m:e-p:32:32-i64:64", "e-m:e-p:32:32-i64:64"),
        ("armv7-none-eabi", 24, "e-m:e-p:32:32-i64:64", "e-m:e-p:32:32-Fi8-i64:64"),
        ("armeb-none-eabi", 24, "p:32:32-i64:64-p:32:32", "p:32:32-Fi8-i64:64-p:32:32"),
        ("armv7-none-eabi", 24, "e-m:e-p:32:32-Fn8-i64:64", "e-m:e-p:32:32-Fn8-i64:64"),
        ("armv7-none-eabi", 24, "e-m:e-i64:64", "e-m:e-i64:64"),
        ("armv7-none-eabi", 24, "e-p:32:32:32", "e-p:32:32-Fi8:32"),
        ("thumbv7-none-eabi", 24, "e-m:e-p:32:32-i64:64", "e-m:e-p:32:32-i64:64"),
        ("r600", 24, "e-p:32:32", "m:e-e-p:32:32-G1"),
        ("loongarch64-linux-gnu", 18, "e-i64:64-n64-S128", "e-i64:64-n64-S128"),
        ("loongarch64-linux-gnu", 19, "e-i64:64-n64-S128", "e-i64:64-n32:64-S128"),
        ("spir-unknown-unknown", 18, "e-p:32:32", "e-p:32:32"),
        ("spir-unknown-unknown", 19, "e-p:32:32", "e-p:32:32-G1"),
        ("aarch64-linux-gnu", 19, "e-m:e-n32:64", "e-m:e-n32:64-Fn32"),
        ("aarch64-linux-gnu", 20, "e-m:e-n32:64", "e-m:e-p270:32:32-p271:32:32-p272:64:64-n32:64-Fn32"),
        ("x86_64-linux-gnu", 19, "E-m:e-n32", "E-m:e-n32"),
        ("x86_64-linux-gnu", 20, "E-m:e-n32", "E-m:e-p270:32:32-p271:32:32-p272:64:64-n32"),
        ("i686-linux", 19, "e-m:e-p:32:32-n8", "e-m:e-p:32:32-i128:128-n8"),
        ("i686-pc-elfiamcu", 19, "e-m:e-p:32:32-n8", "e-m:e-p:32:32-n8"),
        ("i686-pc-windows-msvc", 19, "e-m:x-p:32:32-f80:32-a:0:32", "e-m:x-p:32:32-i128:128-f80:128-a:0:32"),
        ("x86_64-pc-windows-msvc", 19, "e-m:w-f80:32-S8", "e-m:w-i128:128-f80:32-S8"),
        ("powerpc64-ibm-aix", 19, "E-m:a-i64:64-S128", "E-m:a-i64:64-S128"),
        ("powerpc64-ibm-aix", 22, "E-m:a-i64:64-S128", "E-m:a-i64:64-i128:128-f64:32:64-S128"),
        ("powerpc-ibm-aix", 22, "E-m:a-i64:64", "E-m:a-i64:64-f64:32:64"),
        ("powerpc64-linux", 22, "E-m:e-i64:64-S128", "E-m:e-i64:64-i128:128-S128"),
        ("powerpc-linux", 22, "E-m:e-p:32:32-i64:64-n32", "E-m:e-p:32:32-i64:64-n32"),
        ("s390x-linux", 22, "E-m:e-i64:64", "E-m:e-i64:64"),
        ("mips64-linux", 22, "E-m:m-i64:64-S128", "E-m:m-i64:64-S128"),
        ("mips64-linux", 22, "E-m:e-i64:64-S128", "E-m:e-i64:64-i128:128-S128"),
        ("mips-linux", 22, "E-m:e-p:32:32-i64:64-S128", "E-m:e-p:32:32-i64:64-S128"),
        ("wasm32-unknown", 19, "e-m:e-i64:64-S128", "e-m:e-i64:64-S128"),
        ("wasm32-unknown", 22, "e-m:e-i64:64-S128", "e-m:e-i64:64-i128:128-S128"),
        ("wasm32-unknown", 22, "e-m:e-i64:64-i128:128-S128", "e-m:e-i64:64-i128:128-S128"),
        ("sparcv9", 22, "E-m:e-i64:64-n32:64", "E-m:e-i64:64-i128:128-n32:64"),
        ("riscv64-linux", 16, "e-m:e-i64:64-n64-S128", "e-m:e-i64:64-n32:64-S128"),
    ],
)
def test_upgrades(triple: str, version: int, layout: str, expected: str) -> None:
    assert upgraded_data_layout(layout, triple, version) == expected


def test_an_upgrade_that_makes_the_layout_malformed_is_an_error() -> None:
    text = 'target datalayout = "E-p:64:64:64-i64:64:64-n32:64"\ntarget triple = "powerpc64-unknown-linux-gnu"\n'
    bring(parse_assembly(text, llvm_version=16), 19)
    with pytest.raises(PyllvmError, match="preferred alignment cannot be less than the ABI alignment"):
        bring(parse_assembly(text, llvm_version=19), 20)
