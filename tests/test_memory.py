"""Memory does not grow with the number of operations. A fault in how compiled code counts references would keep objects."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable
from contextlib import suppress
from itertools import pairwise
from pathlib import Path

import pytest

import pyllvm
from pyllvm import passes

SAMPLE = (Path(__file__).parent / "data" / "sample.bc").read_bytes()
TEXT = """
@g = global i32 0
declare void @use(ptr)
define i32 @f(i32 %x, ptr %p) {
entry:
  %slot = alloca i32
  store i32 %x, ptr %slot
  %y = load i32, ptr %slot
  %z = add i32 %y, 340282366920938463463374607431768211455
  call void @use(ptr %p)
  ret i32 %z
}
"""
BROKEN = "define i32 @f() {\n  ret i64 %x\n}\n"


def read() -> pyllvm.Module:
    return pyllvm.parse_assembly(TEXT, llvm_version=22)


def edit() -> None:
    module = read()
    module.function("f").name = "other"
    for instruction in [*module.function("other").instructions]:
        if instruction.name == "z":
            instruction.replace_all_uses_with(module.constant("i32", 1))
            instruction.erase()


def verify_a_broken_module() -> None:
    module = read()
    list(module.function("f").instructions)[-1].erase()
    assert pyllvm.verify(module)


def text_with_an_error() -> None:
    with suppress(pyllvm.PyllvmError):
        pyllvm.parse_assembly(BROKEN)


def cut_bitcode() -> None:
    with suppress(pyllvm.PyllvmError):
        pyllvm.parse_bitcode(SAMPLE[: len(SAMPLE) // 8 * 4])


def refused_downgrade() -> None:
    with suppress(pyllvm.PyllvmError):
        pyllvm.to_bitcode(pyllvm.parse_assembly("define void @f(b8 %x) {\n  ret void\n}\n", llvm_version=23), llvm_version=14)


OPERATIONS: dict[str, Callable[[], object]] = {
    "read text": read,
    "print": lambda: pyllvm.to_assembly(read()),
    "write and read bitcode": lambda: pyllvm.parse_bitcode(pyllvm.to_bitcode(read())),
    "read a sample": lambda: pyllvm.to_assembly(pyllvm.parse_bitcode(SAMPLE)),
    "verify": verify_a_broken_module,
    "downgrade": lambda: pyllvm.to_bitcode(read(), llvm_version=14),
    "refuse to downgrade": refused_downgrade,
    "link": lambda: pyllvm.link([read(), pyllvm.parse_bitcode(SAMPLE)]),
    "compare": lambda: pyllvm.compare(read(), pyllvm.parse_assembly("@g = global i64 1\n", llvm_version=22)),
    "edit": edit,
    "run a pass": lambda: passes.mem2reg(read()),
    "report an error in text": text_with_an_error,
    "report an error in bitcode": cut_bitcode,
}


def blocks_after(operation: Callable[[], object], times: int) -> int:
    """The pieces of memory that Python has in use after an operation."""
    for _ in range(times):
        operation()
    gc.collect()
    return sys.getallocatedblocks()


@pytest.mark.parametrize("name", OPERATIONS)
def test_an_operation_leaves_nothing(name: str) -> None:
    operation = OPERATIONS[name]
    times = 40
    # What is kept once, such as a cache, is no growth. An object that each run keeps is a piece for each.
    in_use = [blocks_after(operation, times) for _ in range(3)]
    steps = [later - earlier for earlier, later in pairwise(in_use)]
    assert min(steps) < times / 2, f"{steps} more pieces of memory after each {times} runs"
