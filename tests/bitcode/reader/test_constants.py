"""Constant expressions of bitcode, folded by what symbols are when the file is read."""

import pytest

import pyllvm
from pyllvm.ir.constants import ConstantExpr
from pyllvm.tables.opcodes import CASTS, last_as_constant

_SOURCE = """\
@x = global i32 0
@y = global i32 and (i32 ptrtoint (i32* @x to i32), i32 7)
@z = global i8 trunc (i32 add (i32 and (i32 ptrtoint (i32* @x to i32), i32 7), i32 3) to i8)
"""


@pytest.mark.parametrize(("alignment", "y", "z"), [(4, "i32 and (", "i8 trunc ("), (32, "i32 0", "i8 3")])
def test_bits_below_a_symbols_alignment_are_zero(alignment: int, y: str, z: str) -> None:
    """A sanitizer aligns a variable after LLVM has made expressions of its address: the next reader folds them."""
    module = pyllvm.parse_assembly(_SOURCE, llvm_version=14)
    module.global_variable("x").alignment = alignment
    read = pyllvm.parse_bitcode(pyllvm.to_bitcode(module))
    assert f"@y = global {y}" in str(read)
    assert f"@z = global {z}" in str(read)


@pytest.mark.parametrize(("version", "pointer"), [(14, "i8*"), (16, "ptr"), (22, "ptr")])
def test_casts_to_the_same_address_space_are_accepted(version: int, pointer: str) -> None:
    """LLVM's text has no such cast, but its reader of bitcode checks none."""
    module = pyllvm.parse_assembly(f"@x = global i8 0\n@y = global {pointer} null\n", llvm_version=version)
    x, y = module.global_variables
    y.set_single_operand(ConstantExpr.get(x.type, "addrspacecast", [x]))
    printed = str(pyllvm.parse_bitcode(pyllvm.to_bitcode(module)))
    assert f"@y = global {pointer} addrspacecast ({pointer} @x to {pointer})\n" in printed


@pytest.mark.parametrize(("version", "target"), [(version, target) for version in (14, 19, 22) for target in ("i32", "i64")])
def test_llvm_checks_no_casts(version: int, target: str) -> None:
    """clang 14 wrote `trunc` from i32 to i32 for x32. Numbers of 15 and more, or of later versions, are no casts."""
    x = "i8* @x" if version == 14 else "ptr @x"
    distance = f"i32 sub (i32 ptrtoint ({x} to i32), i32 5)"
    text = f"@x = global i8 0\n@y = global {target} 5\n@z = global {distance}\n"
    for row in CASTS:
        module = pyllvm.parse_assembly(text, llvm_version=version)
        _, y, z = module.global_variables
        y.set_single_operand(ConstantExpr.get(y.value_type, row.name, [z.operands[0]]))
        data = pyllvm.to_bitcode(module)
        if last_as_constant(row.name) < version:
            with pytest.raises(pyllvm.PyllvmError, match=f"unsupported constant expression of type {row.name}"):
                pyllvm.parse_bitcode(data)
            continue
        read = pyllvm.parse_bitcode(data)
        printed = str(read)
        if row.since > version:
            assert f"@y = global {target} {'undef' if version == 14 else 'poison'}\n" in printed
        elif row.name == "bitcast" and target == "i32":
            assert f"@y = global {distance}\n" in printed
        else:
            assert f"@y = global {target} {row.name} ({distance} to {target})\n" in printed
            assert bool(pyllvm.verify(read)) == (row.name in ("bitcast", "ptrtoaddr"))
