"""Alignments under several data layouts are those that the real tools print where the text leaves them out."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable

import pytest

from pyllvm.ir.target.data_layout import DataLayout
from pyllvm.ir.types import Context, Type

pytestmark = pytest.mark.oracle

LAYOUTS = (
    "",
    "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128",
    "E-m:e-i64:64-n32:64",
    "e-p:32:32-p1:16:16:32-i64:64-v64:32:64-v96:128-a:64:128-f80:32",
    "e-p:16:16-i16:16-i32:16:32-f64:16-a:8-n8:16-S16",
    "e-i8:8:32-i24:32-i1:32:64-v16:16:16-v128:64:128-p1:40:64:64:24",
    "e-m:e-i8:8:32-i16:16:32-i64:64-i128:128-n32:64-S128",
    "e-i7:256-i8:8:16-i9:16",
)


def types(version: int) -> dict[str, Type]:
    """Types of every kind by their text."""
    context = Context()
    found: dict[str, Type] = {f"i{width}": context.integer(width) for width in (1, 7, 8, 24, 33, 64, 65, 128, 1000)}
    for name in ("half", "bfloat", "float", "double", "x86_fp80", "fp128", "ppc_fp128"):
        found[name] = context.floating_point(name)
    for count, element in ((3, "i8"), (2, "i64"), (3, "float"), (7, "i1"), (8, "i64")):
        found[f"<{count} x {element}>"] = context.vector(found[element], count)
    found["[3 x i24]"] = context.array(found["i24"], 3)
    found["{ i8, i64 }"] = context.literal_struct([found["i8"], found["i64"]])
    found["<{ i8, i64 }>"] = context.literal_struct([found["i8"], found["i64"]], is_packed=True)
    found["{ i1, x86_fp80, i8 }"] = context.literal_struct([found["i1"], found["x86_fp80"], found["i8"]])
    found["{}"] = context.literal_struct([])
    found["ptr" if version >= 15 else "i8*"] = context.pointer(0)
    found["ptr addrspace(1)" if version >= 15 else "i8 addrspace(1)*"] = context.pointer(1)
    return found


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("version", [14, 19, 22])
def test_alignments(version: int, layout: str, llvm_tool: Callable[[int, str], str]) -> None:
    lines = [f'target datalayout = "{layout}"', "define void @f() {"]
    for number, text in enumerate(types(version)):
        lines.append(f"  %a{number} = alloca {text}")
        lines.append(f"  store {text} zeroinitializer, {'ptr' if version >= 15 else text + '*'} %a{number}")
    lines += ["  ret void", "}"]
    bitcode = subprocess.run(
        [llvm_tool(version, "llvm-as"), "-o", "-"], input="\n".join(lines).encode(), capture_output=True, check=True
    ).stdout
    printed = subprocess.run([llvm_tool(version, "llvm-dis")], input=bitcode, capture_output=True, check=True).stdout
    measured = DataLayout(layout, version)
    expected = {text: (measured.preferred_alignment(t), measured.abi_alignment(t)) for text, t in types(version).items()}
    allocas = re.findall(r"= alloca .*, align (\d+)", printed.decode())
    stores = re.findall(r"store .*, align (\d+)", printed.decode())
    found = zip(expected, zip(map(int, allocas), map(int, stores), strict=True), strict=True)
    assert dict(found) == expected
