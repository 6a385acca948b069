"""Masks of shufflevector: elements that choose nothing are undef up to LLVM 16, poison since, however they were spelled."""

from __future__ import annotations

import pytest

from pyllvm import parse_assembly, parse_bitcode, to_assembly, to_bitcode
from pyllvm.ir.constants import ConstantAggregate, ConstantInt, SimpleConstant
from pyllvm.ir.instructions import ShuffleVectorInst
from pyllvm.ir.module import Module
from pyllvm.ir.value import Value
from pyllvm.migrations import bring
from rows import each_row


def text_of(mask: str) -> str:
    return (
        "define <2 x i32> @f(<2 x i32> %a) {\n"
        f"  %r = shufflevector <2 x i32> %a, <2 x i32> zeroinitializer, <2 x i32> {mask}\n"
        "  ret <2 x i32> %r\n}\n"
    )


def mask_of(module: Module) -> Value:
    instruction = module.functions[0].blocks[0].instructions[0]
    assert isinstance(instruction, ShuffleVectorInst)
    return instruction.mask


def shown(mask: Value) -> list[str]:
    """The kinds and numbers of a mask's elements; of a mask that is one word, this word."""
    if isinstance(mask, SimpleConstant):
        return [mask.kind]
    assert isinstance(mask, ConstantAggregate)
    kinds: list[str] = []
    for element in mask.operands:
        if isinstance(element, SimpleConstant):
            kinds.append(element.kind)
        else:
            assert isinstance(element, ConstantInt)
            kinds.append(str(element.value))
    return kinds


@each_row(
    ("spelled", "expected"),
    [
        ("<i32 0, i32 undef>", ["0", "?"]),
        ("<i32 poison, i32 3>", ["?", "3"]),
        ("<i32 undef, i32 poison>", ["?"]),
        ("<i32 undef, i32 undef>", ["?"]),
        ("undef", ["?"]),
        ("poison", ["?"]),
        ("zeroinitializer", ["zeroinitializer"]),
    ],
)
@each_row(("version", "word"), [(14, "undef"), (16, "undef"), (17, "poison"), (22, "poison")])
def test_masks_are_as_the_version_writes_them(version: int, word: str, spelled: str, expected: list[str]) -> None:
    module = parse_assembly(text_of(spelled), llvm_version=version)
    wanted = [word if one == "?" else one for one in expected]
    assert shown(mask_of(module)) == wanted
    assert shown(mask_of(parse_bitcode(to_bitcode(module)))) == wanted


def test_before_11_the_mask_is_an_operand_as_spelled() -> None:
    module = parse_assembly(text_of("<i32 0, i32 undef>"), llvm_version=10)
    assert shown(mask_of(module)) == ["0", "undef"]


@pytest.mark.parametrize(("version", "word"), [(16, "undef"), (17, "poison"), (22, "poison")])
def test_shuffles_of_constants_are_folded(version: int, word: str) -> None:
    vector = "<2 x i32> bitcast (i64 ptrtoint (ptr @f to i64) to <2 x i32>)"
    masks = ["<i32 poison, i32 3>", "<i32 undef, i32 poison>"]
    text = "declare void @f()\n" + "".join(
        f"@g{number} = global <2 x i32> shufflevector ({vector}, {vector}, <2 x i32> {mask})\n"
        for number, mask in enumerate(masks)
    )
    printed = to_assembly(parse_assembly(text, llvm_version=version))
    # As every llvm-as: what an element without a number becomes stayed undef.
    assert f"@g0 = global <2 x i32> <i32 undef, i32 extractelement ({vector}, i32 1)>\n" in printed
    assert f"@g1 = global <2 x i32> {word}\n" in printed


def test_a_module_of_14_gets_the_masks_of_19() -> None:
    module = parse_assembly(text_of("<i32 0, i32 undef>"), llvm_version=14)
    bring(module, 19)
    assert shown(mask_of(module)) == ["0", "poison"]
