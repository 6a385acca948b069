"""Faults that only a module built by a program can have: readers never make such instructions."""

from __future__ import annotations

from pyllvm.assembly import parse_assembly
from pyllvm.ir.instructions import CmpInst, ExtractValueInst, GetElementPtrInst, ShuffleVectorInst
from pyllvm.ir.module import Module
from pyllvm.verifier import verify

TEXT = b"""
define void @f({ i32, { i64 } } %pair, ptr %p, <2 x i32> %v, i32 %n, float %x) {
  %a = extractvalue { i32, { i64 } } %pair, 1, 0
  %b = insertvalue { i32, { i64 } } %pair, i64 1, 1, 0
  %c = getelementptr { i32, { i64 } }, ptr %p, i32 0, i32 1, i32 0
  %d = extractelement <2 x i32> %v, i32 0
  %e = insertelement <2 x i32> %v, i32 %n, i32 1
  %g = shufflevector <2 x i32> %v, <2 x i32> %v, <2 x i32> <i32 0, i32 3>
  %h = bitcast i32 %n to float
  %i = icmp eq i32 %n, 0
  ret void
}
"""


def built() -> Module:
    """A valid module."""
    module = parse_assembly(TEXT, llvm_version=19)
    assert verify(module) == []
    return module


def messages(module: Module) -> list[str]:
    """The messages of a module's failures."""
    return [failure.message for failure in verify(module)]


def test_indices_of_aggregates_are_those_of_a_part() -> None:
    module = built()
    extract, insert = module.functions[0].blocks[0].instructions[:2]
    assert isinstance(extract, ExtractValueInst)
    extract.indices = [1, 1]
    insert.put_operand(1, module.functions[0].arguments[3])
    assert messages(module) == ["Invalid ExtractValueInst operands!", "Invalid InsertValueInst operands!"]


def test_indices_of_an_address_lead_somewhere() -> None:
    module = built()
    step = module.functions[0].blocks[0].instructions[2]
    assert isinstance(step, GetElementPtrInst)
    step.put_operand(2, module.functions[0].arguments[3])
    assert messages(module) == ["Invalid indices for GEP pointer type!"]


def test_operands_of_vector_instructions_are_vectors_and_elements() -> None:
    module = built()
    instructions = module.functions[0].blocks[0].instructions
    number = module.functions[0].arguments[3]
    instructions[3].put_operand(0, number)
    instructions[4].put_operand(1, module.functions[0].arguments[4])
    shuffle = instructions[5]
    assert isinstance(shuffle, ShuffleVectorInst)
    shuffle.put_operand(1, number)
    assert messages(module) == [
        "Invalid extractelement operands!",
        "Invalid insertelement operands!",
        "Invalid shufflevector operands!",
    ]


def test_casts_and_comparisons_are_of_what_they_can_be() -> None:
    module = built()
    cast, comparison = module.functions[0].blocks[0].instructions[6:8]
    cast.put_operand(0, module.functions[0].arguments[2])
    assert isinstance(comparison, CmpInst)
    comparison.predicate_number = 42
    assert messages(module) == ["Invalid bitcast", "Invalid predicate in ICmp instruction!"]


def test_terminators_end_blocks() -> None:
    module = built()
    block = module.functions[0].blocks[0]
    block.instructions.insert(7, built().functions[0].blocks[0].instructions.pop())
    in_the_middle = "Terminator found in the middle of a basic block!"
    assert messages(module) == ["Instruction has bogus parent pointer!", in_the_middle]
    block.instructions[7].parent = block
    assert messages(module) == [in_the_middle]
