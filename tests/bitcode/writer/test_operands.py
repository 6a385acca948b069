"""How operands are numbered: back from the instruction, with the type of a value that comes later."""

from __future__ import annotations

from pyllvm.assembly import parse_assembly
from pyllvm.bitcode.writer.context_names import ContextNames
from pyllvm.bitcode.writer.numbers import type_id, value_id
from pyllvm.bitcode.writer.operands import OperandWriter, encoded_alignment
from pyllvm.bitcode.writer.value_enumerator import ValueEnumerator, written_functions
from pyllvm.ir import Context, Function, Module
from wishing import wishing

TEXT = b"""define i32 @f(i32 %a) {
  %x = add i32 %a, 1
  %y = add i32 %x, 2
  ret i32 %y
}
"""


def test_a_value_that_comes_later_has_its_type_behind_its_number() -> None:
    module = parse_assembly(TEXT, llvm_version=19)
    enumerator = ValueEnumerator(module, 19, wishing(preserves_bitcode_order=False), ContextNames(module, 19))
    function = module.functions[0]
    enumerator.incorporate_function(function)
    writer = OperandWriter(enumerator)
    x, y, _ = function.instructions
    writer.number = value_id(y)
    assert not writer.push_with_type(x)
    assert writer.record == [1]
    writer.number = value_id(x)
    assert writer.push_with_type(y)
    assert writer.record == [1, 0xFFFFFFFF, type_id(y.type)]
    writer.push(y)
    assert writer.record[3:] == [0xFFFFFFFF]
    enumerator.forget()


def test_an_alignment_is_its_logarithm_plus_one() -> None:
    assert [encoded_alignment(alignment) for alignment in (0, 1, 2, 4096, 1 << 32)] == [0, 1, 2, 13, 33]


def test_debug_intrinsics_are_left_out_where_none_is_called() -> None:
    context = Context()
    module = Module("m", context, llvm_version=19)
    type = context.function(context.void, [context.metadata_type] * 3)
    module.add(Function(context.pointer(), type, "llvm.dbg.value"))
    module.add(Function(context.pointer(), type, "other"))
    assert [function.name for function in written_functions(module, 19)] == ["other"]
    assert written_functions(module, 18) is module.functions
