"""Debug information of LLVM 3.x to 6, in records that no LLVM at hand writes; LLVM's own reader makes the same of them."""

from __future__ import annotations

import pytest
from module_bits import ModuleBits, chars

from pyllvm import to_assembly
from pyllvm.bitcode import read_bitcode
from pyllvm.schema.expression import DEREF
from pyllvm.tables import records as r

# 0 i32, 1 metadata, 2 i32*, 3 void, 4 void (), 5 void ()*
TYPES = (
    (r.TYPE_CODE_NUMENTRY, [6]),
    (r.TYPE_CODE_INTEGER, [32]),
    (r.TYPE_CODE_METADATA, []),
    (r.TYPE_CODE_POINTER, [0, 0]),
    (r.TYPE_CODE_VOID, []),
    (r.TYPE_CODE_FUNCTION, [0, 3]),
    (r.TYPE_CODE_POINTER, [4, 0]),
)
UNIT = [1, 12, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0]


def printed(*rows: tuple[int, list[int]], function: bool = False) -> str:
    """The text of a module with @g (value 0), a function @f (value 1) if asked for, and this metadata."""
    bits = ModuleBits("LLVM3.8.0")
    bits.records(r.TYPE_BLOCK_ID_NEW, *TYPES)
    bits.record(r.MODULE_CODE_GLOBALVAR, [2, 0, 0, 0, 0, 0])
    if function:
        bits.record(r.MODULE_CODE_FUNCTION, [5, 0, 0, 0, 0, 0, 0, 0])
    bits.records(r.CONSTANTS_BLOCK_ID, (r.CST_CODE_SETTYPE, [0]), (r.CST_CODE_INTEGER, [84]))
    bits.records(r.METADATA_BLOCK_ID, *rows)
    if function:
        bits.records(r.FUNCTION_BLOCK_ID, (r.FUNC_CODE_DECLAREBLOCKS, [1]), (r.FUNC_CODE_INST_RET, []))
    entries = [(r.VST_CODE_ENTRY, [0, *chars("g")])]
    if function:
        entries.append((r.VST_CODE_ENTRY, [1, *chars("f")]))
    bits.records(r.VALUE_SYMTAB_BLOCK_ID, *entries)
    # The library's own function drops debug information of a module without the flag "Debug Info Version".
    return to_assembly(read_bitcode(bits.end()))


def named(*numbers: int) -> list[tuple[int, list[int]]]:
    return [(r.METADATA_NAME, chars("n")), (r.METADATA_NAMED_NODE, list(numbers))]


def test_a_variable_with_storage_is_attached_to_it() -> None:
    # 0 the storage, 1 the variable: [distinct, scope, name, linkage name, file, line, type, local, definition, storage, decl]
    text = printed((r.METADATA_VALUE, [2, 0]), (r.METADATA_GLOBAL_VAR, [0, 0, 0, 0, 0, 7, 0, 0, 1, 1, 0]), *named(1))
    assert "@g = external global i32, !dbg !0\n" in text
    assert "!0 = distinct !DIGlobalVariableExpression(var: !1, expr: !DIExpression())\n" in text
    assert "!n = !{!1}\n" in text


def test_a_variable_with_a_constant_value_is_an_expression() -> None:
    text = printed((r.METADATA_VALUE, [0, 1]), (r.METADATA_GLOBAL_VAR, [0, 0, 0, 0, 0, 7, 0, 0, 1, 1, 0]), *named(1))
    assert "!n = !{!0}\n" in text
    assert "expr: !DIExpression(DW_OP_constu, 42, DW_OP_stack_value))\n" in text


def test_types_that_are_referred_to_by_name() -> None:
    # 0 the name, 1 a type with this identifier, 2 a pointer to it, 3 a list of types, 4 a subroutine of these types
    text = printed(
        (r.METADATA_STRING_OLD, chars("T1")),
        (r.METADATA_COMPOSITE_TYPE, [0, 19, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]),
        (r.METADATA_DERIVED_TYPE, [0, 15, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0]),
        (r.METADATA_NODE, [1, 3]),
        (r.METADATA_SUBROUTINE_TYPE, [0, 0, 4]),
        *named(1, 2, 4),
    )
    assert '!0 = !DICompositeType(tag: DW_TAG_structure_type, name: "T1", identifier: "T1")\n' in text
    assert "!1 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !0)\n" in text
    assert "!3 = !{!0, !1}\n" in text


def test_a_subprogram_that_names_its_function_and_a_unit_that_names_its_subprograms() -> None:
    # 0 the function, 1 the subprogram, 2 the list of subprograms, 3 the unit
    subprogram = [1, 0, 0, 0, 0, 3, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0]
    unit = UNIT.copy()
    unit[2] = 5
    unit[11] = 3
    text = printed(
        (r.METADATA_VALUE, [5, 1]),
        (r.METADATA_SUBPROGRAM, subprogram),
        (r.METADATA_NODE, [2]),
        (r.METADATA_COMPILE_UNIT, unit),
        (r.METADATA_FILE, [0, 0, 0]),
        *named(3),
        function=True,
    )
    assert "define void @f() !dbg !" in text
    assert "spFlags: DISPFlagDefinition, unit: !" in text or "isDefinition: true, isOptimized: false, unit: !" in text


@pytest.mark.parametrize(("version", "expression"), [(1, "!DIExpression()"), (3, "!DIExpression(DW_OP_deref)")])
def test_the_dereference_of_a_declared_argument(version: int, expression: str) -> None:
    """`dbg.declare` of an argument does without DW_OP_deref since LLVM 5."""
    bits = ModuleBits("LLVM4.0.0")
    # 4 void (i32*), 5 void (metadata, metadata, metadata)
    bits.records(r.TYPE_BLOCK_ID_NEW, *TYPES[:5], (r.TYPE_CODE_FUNCTION, [0, 3, 2]), (r.TYPE_CODE_FUNCTION, [0, 3, 1, 1, 1]))
    # value 0, with the argument %0 (value 2), and value 1
    bits.record(r.MODULE_CODE_FUNCTION, [4, 0, 0, 0, 0, 0, 0, 0])
    bits.record(r.MODULE_CODE_FUNCTION, [5, 0, 1, 0, 0, 0, 0, 0])
    bits.records(r.METADATA_BLOCK_ID, (r.METADATA_NODE, []), (r.METADATA_EXPRESSION, [version << 1, DEREF]))
    with bits.block(r.FUNCTION_BLOCK_ID):
        bits.record(r.FUNC_CODE_DECLAREBLOCKS, [1])
        bits.records(r.METADATA_BLOCK_ID, (r.METADATA_VALUE, [2, 2]))
        bits.record(r.FUNC_CODE_INST_CALL, [0, 1 << 15, 5, 1, 2, 0, 1])
        bits.record(r.FUNC_CODE_INST_RET, [])
    bits.records(
        r.VALUE_SYMTAB_BLOCK_ID,
        (r.VST_CODE_ENTRY, [0, *chars("f")]),
        (r.VST_CODE_ENTRY, [1, *chars("llvm.dbg.declare")]),
    )
    text = to_assembly(read_bitcode(bits.end()))
    assert f"call void @llvm.dbg.declare(metadata i32* %0, metadata !0, metadata {expression})" in text
