"""Casts of constants, as LLVM 14 folds them: the last version that has most of them."""

from __future__ import annotations

from pyllvm import parse_assembly
from rows import each_row

SYMBOLS = "@h = external global [2 x i8]\n@g = global i32 0\n@a = addrspace(1) global i32 0\n"


@each_row(
    ("type", "expression", "folded"),
    [
        ("x86_mmx", "bitcast (<1 x i64> zeroinitializer to x86_mmx)", "bitcast (<1 x i64> zeroinitializer to x86_mmx)"),
        ("<1 x i64>", "bitcast (i64 0 to <1 x i64>)", "zeroinitializer"),
        (
            "i8*",
            "addrspacecast (i32 addrspace(1)* @a to i8*)",
            "addrspacecast (i8 addrspace(1)* bitcast (i32 addrspace(1)* @a to i8 addrspace(1)*) to i8*)",
        ),
        ("i8*", "addrspacecast (i8 addrspace(1)* null to i8*)", "addrspacecast (i8 addrspace(1)* null to i8*)"),
        ("double", "sitofp (i8 -3 to double)", "-3.000000e+00"),
        ("float", "uitofp (i8 -1 to float)", "2.550000e+02"),
        ("i8", "fptosi (float -3.5 to i8)", "-3"),
        ("i8", "fptoui (double 200.5 to i8)", "-56"),
        ("i8", "fptoui (double 300.0 to i8)", "poison"),
        ("double", "fpext (float 0.5 to double)", "5.000000e-01"),
        ("half", "fptrunc (double 0.1 to half)", "0xH2E66"),
        ("ppc_fp128", "sitofp (i64 -9007199254740993 to ppc_fp128)", "0xMC340000000000000BFF0000000000000"),
        ("ppc_fp128", "uitofp (i107 -1 to ppc_fp128)", "0xM46A00000000000000000000000000000"),
        ("i64", "fptosi (ppc_fp128 0xM43E0000000000000BFF0000000000000 to i64)", "9223372036854775807"),
        ("float", "fptrunc (ppc_fp128 0xM3FF00000000000003CA0000000000000 to float)", "1.000000e+00"),
        ("double", "sitofp (i8 undef to double)", "0.000000e+00"),
        ("i32", "fptosi (float undef to i32)", "undef"),
        ("i32", "zext (i8 undef to i32)", "0"),
        ("i8", "trunc (i32 poison to i8)", "poison"),
        ("i8", "trunc (i64 shl (i64 ptrtoint (i32* @g to i64), i64 8) to i8)", "0"),
        ("i8", "trunc (i64 lshr (i64 zext (i8 ptrtoint (i32* @g to i8) to i64), i64 8) to i8)", "0"),
        (
            "i8",
            "trunc (i64 lshr (i64 and (i64 zext (i20 ptrtoint (i32* @g to i20) to i64), i64 3840), i64 8) to i8)",
            "and (i8 trunc (i20 lshr (i20 ptrtoint (i32* @g to i20), i20 8) to i8), i8 15)",
        ),
        (
            "i8",
            "trunc (i32 or (i32 shl (i32 7, i32 8), i32 zext (i8 ptrtoint (i32* @g to i8) to i32)) to i8)",
            "ptrtoint (i32* @g to i8)",
        ),
        ("i64", "bitcast (double 1.0 to i64)", "4607182418800017408"),
        ("<2 x i32>", "bitcast (i64 4294967298 to <2 x i32>)", "bitcast (<1 x i64> <i64 4294967298> to <2 x i32>)"),
        ("i64", "bitcast (<2 x i32> <i32 1, i32 2> to i64)", "bitcast (<2 x i32> <i32 1, i32 2> to i64)"),
        ("i8*", "inttoptr (i64 0 to i8*)", "null"),
        ("i64", "ptrtoint (i8* null to i64)", "0"),
        ("<2 x i8>", "trunc (<2 x i16> <i16 257, i16 undef> to <2 x i8>)", "<i8 1, i8 undef>"),
        ("i32*", "bitcast ([4 x i32]* bitcast (i32* @g to [4 x i32]*) to i32*)", "@g"),
        (
            "i8*",
            "getelementptr ([4 x i8], [4 x i8]* bitcast ([2 x i8]* @h to [4 x i8]*), i64 0, i64 1)",
            "getelementptr inbounds ([2 x i8], [2 x i8]* @h, i64 0, i64 1)",
        ),
        # These stay what they are.
        ("i16*", "getelementptr ([4 x i16], [4 x i16]* bitcast ([2 x i8]* @h to [4 x i16]*), i64 0, i64 1)", ""),
        ("i8*", "getelementptr ([4 x i8], [4 x i8]* bitcast ([2 x i8]* @h to [4 x i8]*), i64 1, i64 1)", ""),
        (
            "i8 addrspace(3)*",
            "getelementptr ([4 x i8], [4 x i8] addrspace(3)* addrspacecast ([4 x i8]* bitcast ([2 x i8]* @h to [4 x i8]*) to "
            "[4 x i8] addrspace(3)*), i64 0, i64 1)",
            "",
        ),
    ],
)
def test_casts(type: str, expression: str, folded: str) -> None:
    text = f"{SYMBOLS}define {type} @f() {{\n  ret {type} {expression}\n}}\n"
    assert f"  ret {type} {folded or expression}\n" in str(parse_assembly(text, llvm_version=14))
