"""The data layouts that LLVM itself gives its targets go with their triples."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable

import pytest

from pyllvm.assembly import parse_assembly
from pyllvm.verifier.lint import lint

pytestmark = pytest.mark.oracle

TRIPLES = (
    "i686-linux-gnu", "x86_64-linux-gnu", "x86_64-linux-gnux32", "x86_64-linux-muslx32", "x86_64-apple-macosx",
    "i386-pc-windows-msvc", "x86_64-pc-windows-gnu", "x86_64-unknown-uefi", "x86_64-pc-linux-elf", "i686-pc-windows-cygnus",
    "x86_64-scei-ps4", "aarch64-linux-gnu", "aarch64_be-linux-gnu", "arm64-apple-ios", "arm64_32-apple-watchos",
    "aarch64-pc-windows-msvc", "aarch64-linux-gnu_ilp32", "armv7-linux-gnueabihf", "armeb-linux-gnueabi", "thumbv7-apple-ios",
    "thumbv7-pc-windows-msvc", "armv7k-apple-watchos", "armv7-none-eabi", "mips-linux-gnu", "mipsel-linux-gnu",
    "mips64-linux-gnuabi64", "mips64el-linux-gnuabin32", "powerpc-linux-gnu", "powerpc64-linux-gnu", "powerpc64le-linux-gnu",
    "powerpc-ibm-aix", "powerpc64-ibm-aix", "powerpcle-linux", "riscv32", "riscv64-linux-gnu", "s390x-linux-gnu",
    "s390x-ibm-zos", "sparc-linux", "sparcv9-linux", "sparcel-linux", "amdgcn-amd-amdhsa", "r600", "nvptx",
    "nvptx64-nvidia-cuda", "hexagon", "msp430", "avr", "bpfel", "bpfeb", "lanai", "loongarch32", "loongarch64", "m68k",
    "wasm32-unknown-wasi", "wasm64-unknown-unknown", "xcore", "ve-linux", "xtensa", "csky", "arc",
    "dxil-unknown-shadermodel6.5", "spirv32", "spirv64",
)  # fmt: skip


@pytest.mark.parametrize("version", [19, 22])
def test_layouts_of_targets(version: int, llvm_tool: Callable[[int, str], str]) -> None:
    opt = llvm_tool(version, "opt")
    looked_at = 0
    for triple in TRIPLES:
        run = subprocess.run([opt, "-S", f"-mtriple={triple}"], input=b"", capture_output=True, check=False)
        found = re.search(r'target datalayout = "(.*)"', run.stdout.decode())
        if found is None:
            continue
        text = "".join(re.findall(r"target .*\n", run.stdout.decode()))
        assert [finding.message for finding in lint(parse_assembly(text.encode(), llvm_version=version))] == [], triple
        looked_at += 1
    assert looked_at > 30
