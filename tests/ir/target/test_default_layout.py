"""The data layouts that opt gives to modules which name a target and no layout."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pyllvm.ir.target.default_layout import default_layout
from rows import each_row

X86 = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
M68K = "E-m:e-p:32:16:32-i8:8:8-i16:16:16-i32:16:32-n8:16:32-a:0:16-S16"
SPIRV = "v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
SPACES = "p270:32:32-p271:32:32-p272:64:64"
ZOS = "E-m:l-i1:8:16-i8:8:16-i64:64-f128:64-v128:64-a:8:16-n32:64"
TRIPLES = [
    "x86_64-unknown-linux-gnu",
    "i386-pc-windows-msvc",
    "aarch64-apple-ios",
    "riscv64-unknown-linux",
    "wasm32-unknown",
    "arm64ec-pc-windows-msvc",
    "csky",
    "thumbv7k-apple-watchos",
    *(f"powerpc64-unknown-{system}" for system in ("openbsd", "freebsd13", "linux-musl", "lv2")),
    *(f"{powerpc}-ibm-aix" for powerpc in ("powerpc", "powerpc64")),
    "powerpcle-linux",
    "mips64el-unknown-linux-gnuabin32",
    "mipsel-unknown-linux",
    "s390x-ibm-linux",
    *(f"{architecture}-unknown-linux" for architecture in ("sparcv9", "loongarch64", "armeb", "i686", "hexagon")),
    *(f"{architecture}-unknown-nacl" for architecture in ("x86_64", "i386")),
    "i386-apple-macosx",
    "arm-apple-ios",
    "thumbv7-pc-windows-msvc",
    "amdgcn-amd-amdhsa",
    "nvptx64-nvidia-cuda",
    "bpfeb",
    "wasm64-unknown-emscripten",
    "i586-pc-haiku",
]


@pytest.mark.parametrize(
    ("triple", "version", "expected"),
    [
        ("x86_64-unknown-linux-gnu", 17, ""),
        ("x86_64-unknown-linux-gnu", 19, X86),
        ("x86_64-unknown-linux-gnu", 23, X86),
        ("x86_64-apple-macosx14.0", 19, X86.replace("m:e", "m:o")),
        ("i686-w64-windows-gnu", 22, "e-m:x-p:32:32-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:32-n8:16:32-a:0:32-S32"),
        ("i586-pc-linux", 22, "e-m:e-p:32:32-p270:32:32-p271:32:32-p272:64:64-i128:128-f64:32:64-f80:32-n8:16:32-S128"),
        ("arm64-apple-darwin", 19, "e-m:o-i64:64-i128:128-n32:64-S128-Fn32"),
        ("thumbv6m-none-eabi", 19, "e-m:e-p:32:32-Fi8-i64:64-v128:64:128-a:0:32-n32-S64"),
        ("nosuch-arch", 19, ""),
    ],
)
def test_default_layout(triple: str, version: int, expected: str) -> None:
    assert default_layout(triple, version) == expected


@each_row(
    ("triple", "layouts"),
    [
        ("m68k", {19: M68K, 24: M68K}),
        ("csky", {21: "", 22: "e-m:e-S32-p:32:32-i32:32:32-i64:32:32-f32:32:32-f64:32:32-v64:32:32-v128:32:32-a:0:32-Fi32-n32"}),
        ("spirv64-amd-amdhsa", {19: "", 20: f"e-i64:64-{SPIRV}-n32:64-S32-G1-P4-A0"}),
        ("spirv64", {20: f"e-i64:64-{SPIRV}-n8:16:32:64-G1"}),
        ("spirv", {20: f"e-i64:64-{SPIRV}-n8:16:32:64-G1", 22: f"e-i64:64-{SPIRV}-n8:16:32:64-G10"}),
        ("spirv", {23: "e-ve-i64:64-n8:16:32:64-G10"}),
        ("armv7k-apple-watchos", {19: "e-m:o-p:32:32-Fi8-i64:64-a:0:32-n32-S128"}),
        ("thumbv7m-apple-unknown-macho", {22: "e-m:o-p:32:32-Fi8-i64:64-v128:64:128-a:0:32-n32-S64"}),
        ("armv7-unknown-nacl", {19: "e-m:e-p:32:32-Fi8-i64:64-v128:64:128-a:0:32-n32-S128"}),
        ("powerpc64le-linux-gnu", {22: "e-m:e-Fn32-i64:64-i128:128-n32:64"}),  # the system is "gnu"
        ("powerpc64le-unknown-linux-gnu", {19: "e-m:e-Fn32-i64:64-n32:64-S128-v256:256:256-v512:512:512"}),
        ("powerpc64-unknown-freebsd12", {22: "E-m:e-Fi64-i64:64-i128:128-n32:64"}),
        ("mipsisa32r6-unknown-linux-gnuabin32", {23: "E-m:e-p:32:32-i8:8:32-i16:16:32-i64:64-i128:128-n32:64-S128"}),
        ("i586-unknown-elfiamcu", {22: f"e-m:e-p:32:32-{SPACES}-i64:32-f64:32-f128:32-n8:16:32-a:0:32-S32"}),
        ("x86_64-linux-gnux32", {22: f"e-m:e-{SPACES}-i64:64-i128:128-f80:128-n8:16:32:64-S128"}),  # "gnux32" is the system
        ("arm64_32-apple-watchos", {22: f"e-m:o-p:32:32-{SPACES}-i64:64-i128:128-n32:64-S128-Fn32"}),
        ("s390x-ibm-zos", {19: ZOS, 22: ZOS.replace("-i1", "-p1:32:32-i1")}),
        ("x86_64-unknown-uefi", {19: f"e-m:w-{SPACES}-i64:64-i128:128-f80:128-n8:16:32:64-S128"}),
        ("kalimba", {22: ""}),
        ("tce", {21: "", 22: default_layout("i386", 22)}),
    ],
)  # fmt: skip
def test_rarer_targets(triple: str, layouts: dict[int, str]) -> None:
    assert {version: default_layout(triple, version) for version in layouts} == layouts


@pytest.mark.oracle
@pytest.mark.parametrize("version", [19, 22])
@pytest.mark.parametrize("triple", TRIPLES)
def test_as_in_opt(llvm_tool: Callable[..., Any], tmp_path: Path, triple: str, version: int) -> None:
    text = tmp_path / "a.ll"
    text.write_text(f'target triple = "{triple}"\n')
    opt = llvm_tool(version, "opt")
    printed = subprocess.run([opt, "-S", "-o", "-", text], capture_output=True, text=True, check=True).stdout
    layout = default_layout(triple, version)
    assert (f'target datalayout = "{layout}"\n' if layout else "") in printed
    assert ("datalayout" in printed) == bool(layout)


def test_verify_writes_it(pyllvm: Callable[..., Any]) -> None:
    text = b'target triple = "i386-pc-linux"\n\ndefine double @f(ptr %p) {\n  %v = load double, ptr %p\n  ret double %v\n}\n'
    outcome = pyllvm("verify", "--llvm-version=19", "-S", "-o", "-", "-", stdin=text)
    assert outcome.status == 0
    assert f'target datalayout = "{default_layout("i386-pc-linux", 19)}"\n'.encode() in outcome.output
    assert b"load double, ptr %p, align 4\n" in outcome.output
    outcome = pyllvm("verify", "--llvm-version=16", "-S", "-o", "-", "-", stdin=text)
    assert b"datalayout" not in outcome.output
    # Only what is written has it.
    assert pyllvm("verify", "--llvm-version=19", "-", stdin=text).errors == ""
