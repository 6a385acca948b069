"""The data layouts that opt gives to modules which name a target and no layout."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pyllvm.tables.default_layouts import default_layout

X86 = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
TRIPLES = ["x86_64-unknown-linux-gnu", "i386-pc-windows-msvc", "aarch64-apple-ios", "riscv64-unknown-linux", "wasm32-unknown"]


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


@pytest.mark.oracle
@pytest.mark.parametrize("version", [19, 22])
@pytest.mark.parametrize("triple", TRIPLES)
def test_as_in_opt(llvm_tool: Callable[..., Any], tmp_path: Path, triple: str, version: int) -> None:
    text = tmp_path / "a.ll"
    text.write_text(f'target triple = "{triple}"\n')
    opt = llvm_tool(version, "opt")
    printed = subprocess.run([opt, "-S", "-o", "-", text], capture_output=True, text=True, check=True).stdout
    assert f'target datalayout = "{default_layout(triple, version)}"\n' in printed


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
