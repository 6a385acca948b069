"""`--target-profile`: what libNVVM, Metal and AMD's AI engines need besides the version."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import pyllvm
from pyllvm import PyllvmError, parse_assembly, to_assembly
from pyllvm.cli.shared_options import PROFILE_NAMES
from pyllvm.ir.module import Module
from pyllvm.tables.target_profiles import TARGET_PROFILES

KERNEL = """\
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
@tile = internal addrspace(3) global [4 x float] poison
define void @f(ptr addrspace(1) %p, ptr %q) {
  %a = atomicrmw fadd ptr addrspace(1) %p, float 1.0 monotonic, align 4
  %b = atomicrmw volatile fadd ptr addrspace(1) %p, double 1.0 seq_cst, align 8
  ret void
}
"""
DEBUG = """\
!llvm.dbg.cu = !{!0}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1)
!1 = !DIFile(filename: "a", directory: "")
!llvm.module.flags = !{!2}
!2 = !{i32 2, !"Debug Info Version", i32 3}
"""


def read(text: str) -> Module:
    return parse_assembly(text, llvm_version=22)


def test_the_option_offers_each_profile() -> None:
    assert tuple(profile.name for profile in TARGET_PROFILES) == PROFILE_NAMES


def test_nvvm_in_llvm_7() -> None:
    module = read(KERNEL.replace("  %b = atomicrmw volatile fadd ptr addrspace(1) %p, double 1.0 seq_cst, align 8\n", ""))
    module.downgraded(7, target_profile="nvvm")
    text = to_assembly(module)
    assert re.search(r"%a = call float @llvm\.nvvm\.atomic\.load\.add\.f32\.p1f32\(float addrspace\(1\)\* %\d, float 1", text)
    assert "declare float @llvm.nvvm.atomic.load.add.f32.p1f32(float addrspace(1)* nocapture, float)" in text
    assert "@tile = internal addrspace(3) global [4 x float] undef" in text
    assert 'target datalayout = "e-p:64:64:64-i1:8:8-i8:8:8-' in text
    assert "!nvvmir.version = !{!0}\n\n!0 = !{i32 2, i32 0}\n" in text


def test_nvvm_has_an_intrinsic_for_no_volatile_operation() -> None:
    module = read(KERNEL)
    module.downgraded(7, target_profile="nvvm")
    assert "cmpxchg volatile i64 addrspace(1)*" in to_assembly(module)


@pytest.mark.parametrize("version", [20, 21, 22])
def test_nvvm_for_blackwell(version: int) -> None:
    module = read(KERNEL)
    assert module.downgraded(version, target_profile="nvvm") == []
    text = to_assembly(module)
    assert "atomicrmw fadd ptr addrspace(1) %p, float 1.000000e+00 monotonic" in text
    assert "@tile = internal addrspace(3) global [4 x float] undef" in text
    assert 'target datalayout = "e-p:64:64:64-p6:32:32:32-i1:8:8-' in text
    assert "!0 = !{i32 2, i32 0}\n" in text


def test_nvvm_names_the_version_of_debug_information() -> None:
    module = read(DEBUG)
    module.downgraded(7, target_profile="nvvm")
    assert "= !{i32 2, i32 0, i32 3, i32 2}\n" in to_assembly(module)


def test_the_module_s_own_version_of_nvvm_stays() -> None:
    module = read("!nvvmir.version = !{!0}\n!0 = !{i32 1, i32 11}\n")
    module.downgraded(7, target_profile="nvvm")
    text = to_assembly(module)
    assert "!0 = !{i32 1, i32 11}\n" in text
    assert "i32 2" not in text


@pytest.mark.parametrize("version", [7, 20])
def test_nvvm_has_the_triple_of_cuda(version: int) -> None:
    module = read('target triple = "nvptx64-nvidia-nvcl"\ndefine void @f() {\n  ret void\n}\n')
    module.downgraded(version, target_profile="nvvm")
    assert module.target_triple == "nvptx64-nvidia-cuda"


def test_air(tmp_path: Path) -> None:
    module = read('target triple = "air64-apple-macosx14.0.0"\ndefine void @f(ptr addrspace(1) %p) {\n  ret void\n}\n')
    path = tmp_path / "a.bc"
    pyllvm.write(module, path, target_profile="air")
    data = path.read_bytes()
    assert data.startswith(b"\xde\xc0\x17\x0b")  # the wrapper
    assert b"pyllvm" not in data  # in the string table, which the symbol table shares
    written = pyllvm.read(path)
    assert written.producer == ""
    text = to_assembly(parse_assembly(str(written), llvm_version=14))
    assert "define void @f(i8 addrspace(1)* %p)" in text
    assert "!air.version = !{!0}\n\n!0 = !{i32 2, i32 6, i32 0}\n" in text
    assert "v192:256:256-v256:256:256-v512:512:512-v1024:1024:1024-n8:16:32" in text


def test_aie_has_the_six_words_and_opaque_pointers() -> None:
    module = read("define void @f(ptr captures(none) %p) memory(argmem: read) {\n  ret void\n}\n")
    module.downgraded(15, target_profile="aie")
    assert "define void @f(ptr nocapture %p) #0 {" in to_assembly(module)
    assert "attributes #0 = { argmemonly readonly }" in to_assembly(module)


def test_a_consumer_reads_no_newer_llvm() -> None:
    with pytest.raises(PyllvmError, match="the target profile 'air' is for LLVM 14 and older, not for LLVM 20"):
        read("").downgraded(20, target_profile="air")
    with pytest.raises(PyllvmError, match="'cuda' is not a target profile; the profiles are nvvm, air, aie"):
        read("").downgraded(20, target_profile="cuda")


def test_the_commands_take_the_version_of_the_consumer(pyllvm: Callable[..., Any], tmp_path: Path) -> None:
    path = tmp_path / "a.ll"
    path.write_text("define void @f(ptr %p) {\n  ret void\n}\n")
    assert pyllvm("as", "--target-profile=nvvm", "--input-llvm-version=22", path).status == 0
    text = pyllvm("dis", "-o", "-", tmp_path / "a.bc").output
    assert b"define void @f(i8* %p)" in text
    assert b"!0 = !{i32 2, i32 0}\n" in text
    refused = pyllvm("dis", "--target-profile=air", "--llvm-version=21", tmp_path / "a.bc")
    assert (refused.status, refused.errors) == (
        1,
        "pyllvm-dis: --target-profile=air is for LLVM 14 and older, not for LLVM 21\n",
    )


@pytest.mark.parametrize(
    ("processor", "pointer"), [("compute_90", "i8* %p"), ("sm_90a", "i8* %p"), ("compute_100", "ptr %p"), ("120", "ptr %p")]
)
def test_the_processor_decides_the_version(pyllvm: Callable[..., Any], tmp_path: Path, processor: str, pointer: str) -> None:
    path = tmp_path / "a.ll"
    path.write_text("define void @f(ptr %p) {\n  ret void\n}\n")
    made = pyllvm("as", "--input-llvm-version=22", "--target-profile=nvvm", f"--target-arch={processor}", "-o", "-", path)
    assert (made.status, made.errors) == (0, "")
    (tmp_path / "a.bc").write_bytes(made.output)
    assert f"define void @f({pointer})".encode() in pyllvm("dis", "-o", "-", tmp_path / "a.bc").output


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--target-profile=nvvm", "--target-arch=blackwell"), "'blackwell' is not a processor such as compute_90"),
        (("--target-profile=amd", "--target-arch=gfx942"), "is for --target-profile=nvvm"),
        (("--target-arch=compute_100",), "is for --target-profile=nvvm"),
    ],
)
def test_processors_of_no_profile(pyllvm: Callable[..., Any], tmp_path: Path, words: tuple[str, ...], message: str) -> None:
    path = tmp_path / "a.ll"
    path.write_text("")
    refused = pyllvm("as", *words, path)
    assert refused.status == 1
    assert refused.errors.startswith("pyllvm-as: --target-arch") and message in refused.errors


def test_link_adds_the_metadata_once(pyllvm: Callable[..., Any], tmp_path: Path) -> None:
    for name in "ab":
        (tmp_path / f"{name}.ll").write_text(f"define void @{name}(i32* %p) {{\n  ret void\n}}\n")
    outcome = pyllvm("link", "-S", "--target-profile=nvvm", tmp_path / "a.ll", tmp_path / "b.ll")
    assert (outcome.status, outcome.errors) == (0, "")
    assert b"!nvvmir.version = !{!0}\n" in outcome.output


def test_it_is_loaded_only_where_it_is_asked_for() -> None:
    script = "import sys, pyllvm.reading.wished_changes; print('pyllvm.tables.target_profiles' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", script], capture_output=True, check=True, text=True).stdout == "False\n"
