"""Weak references: a program can keep tables about modules, functions, blocks and global values without keeping these alive."""

from __future__ import annotations

import gc
import weakref

import pytest

import pyllvm
from pyllvm.cli.tool import is_compiled

TEXT = """
@g = global i32 0
@a = alias i32, ptr @g
@i = ifunc void (), ptr @r
define ptr @r() {
  ret ptr null
}
define i32 @f(i32 %x) {
entry:
  ret i32 %x
}
"""


def test_what_a_program_keeps_tables_about() -> None:
    module = pyllvm.parse_assembly(TEXT, llvm_version=19)
    function = module.function("f")
    values = [module, function, function.arguments[0], function.entry_block, *module.global_values]
    table: weakref.WeakKeyDictionary[object, int] = weakref.WeakKeyDictionary()
    called: list[object] = []
    references = []
    for number, value in enumerate(values):
        table[value] = number
        references.append(weakref.ref(value, called.append))
    assert len(table) == len(set(values))
    assert all(reference() is value for reference, value in zip(references, values, strict=True))
    del module, function, values, value
    gc.collect()
    assert not any(reference() for reference in references)
    assert len(called) == len(references)
    assert len(table) == 0


def test_an_erased_function_is_gone() -> None:
    module = pyllvm.parse_assembly(TEXT, llvm_version=19)
    reference = weakref.ref(module.function("f"))
    module.function("f").erase()
    gc.collect()
    assert reference() is None


def test_instructions_have_none_when_compiled() -> None:
    module = pyllvm.parse_assembly(TEXT, llvm_version=19)
    instruction = module.function("f").entry_block.instructions[0]
    if is_compiled():
        with pytest.raises(TypeError, match="cannot create weak reference"):
            weakref.ref(instruction)
    else:
        assert weakref.ref(instruction)() is instruction
