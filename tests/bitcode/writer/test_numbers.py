"""The numbers of values and types: they exist only while the module is written."""

from __future__ import annotations

import pytest

from pyllvm.assembly import parse_assembly
from pyllvm.bitcode import write_bitcode
from pyllvm.bitcode.writer.numbers import type_id, value_id
from pyllvm.diagnostics import PyllvmError
from pyllvm.ir import Module

_TEXT = b"""@g = global i32 7
define i32 @f(i32 %a) {
  %x = freeze i32 %a
  %y = add i32 %x, 1
  ret i32 %y
}
"""


def _has_numbers(module: Module) -> bool:
    function = module.functions[0]
    values = [*module.global_variables, function, *function.arguments, *function.blocks, *function.instructions]
    values += [operand for instruction in function.instructions for operand in instruction.operands]
    return any(value.order or value.type.order for value in values)


def test_a_module_that_was_written_has_no_numbers_and_is_written_alike_again() -> None:
    module = parse_assembly(_TEXT, llvm_version=19)
    first = write_bitcode(module)
    assert not _has_numbers(module)
    assert write_bitcode(module) == first


def test_a_module_that_cannot_be_written_has_no_numbers() -> None:
    text = _TEXT.replace(b"global i32 7", b"global [2 x b8] zeroinitializer")
    module = parse_assembly(text, llvm_version=23)
    module.llvm_version = 19
    with pytest.raises(PyllvmError):
        write_bitcode(module)
    assert not _has_numbers(module)


def test_what_is_in_no_module_has_no_number() -> None:
    module = parse_assembly(_TEXT, llvm_version=19)
    with pytest.raises(KeyError):
        value_id(module.functions[0])
    with pytest.raises(KeyError):
        type_id(module.functions[0].type)
