"""Vectors of equal numbers."""

from __future__ import annotations

from pyllvm import parse_assembly
from pyllvm.ir.constants import ConstantByte, ConstantFP
from pyllvm.ir.vector_constants import splat_number


def test_floating_point_numbers_and_bytes_are_splats() -> None:
    text = """@a = global <2 x float> splat (float 3.0)
@b = global <2 x fp128> <fp128 3.0, fp128 3.0>
@c = global <2 x b7> <b7 3, b7 3>
@d = global <2 x i8> splat (i8 3)
@e = global <2 x float> <float 1.0, float 2.0>
@f = global <vscale x 2 x float> shufflevector (INSERTED, TYPE poison, <vscale x 2 x i32> zeroinitializer)
@g = global INSERTED
@h = global TYPE zeroinitializer
""".replace("INSERTED", "TYPE insertelement (TYPE poison, float 3.0, i32 0)").replace("TYPE", "<vscale x 2 x float>")
    module = parse_assembly(text, llvm_version=23)
    found = [splat_number(variable.operands[0]) for variable in module.global_variables]
    assert isinstance(found[0], ConstantFP)
    assert isinstance(found[1], ConstantFP)
    assert isinstance(found[2], ConstantByte)
    assert found[3:5] == [None, None]
    assert isinstance(found[5], ConstantFP)
    assert found[6:] == [None, None]
