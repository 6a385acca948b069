"""Folding of constant expressions, where LLVM's versions differ."""

import pytest

import pyllvm
from pyllvm.ir import ConstantExpr
from pyllvm.ir.folding.constant_folding import ConstantFolder
from pyllvm.tables.predicates import FCMP_LESS, ICMP_EQ, ICMP_SLT
from rows import each_row


@pytest.mark.parametrize(
    ("version", "operand"),
    [(14, "insertelement (<vscale x 4 x i32> zeroinitializer, i32 0, i32 0)"), (15, "zeroinitializer")],
)
def test_zero_into_a_scalable_vector_of_zeros_folds_since_15(version: int, operand: str) -> None:
    expression = "insertelement (<vscale x 4 x i32> zeroinitializer, i32 0, i32 0)"
    module = pyllvm.parse_assembly(
        f"define <vscale x 4 x i32> @f() {{\n  ret <vscale x 4 x i32> {expression}\n}}\n", llvm_version=version
    )
    assert f"ret <vscale x 4 x i32> {operand}\n" in str(module)


@pytest.mark.parametrize("element", ["undef", "poison"])
@pytest.mark.parametrize("version", [20, 21])
def test_shuffles_of_equal_undefined_elements_fold_in_scalable_vectors_since_21(version: int, element: str) -> None:
    type = "<vscale x 4 x i32>"
    inserted = f"{type} insertelement ({type} poison, i32 {element}, i32 0)"
    expression = f"shufflevector ({inserted}, {type} poison, {type} zeroinitializer)"
    module = pyllvm.parse_assembly(f"define {type} @f() {{\n  ret {type} {expression}\n}}\n", llvm_version=version)
    assert f"ret {type} {element if version >= 21 else expression}\n" in str(module)


@pytest.mark.parametrize(
    ("version", "count", "expected"), [(20, "vscale x 4", "undef"), (21, "vscale x 4", "poison"), (20, "4", "poison")]
)
def test_a_scalable_splat_of_poison_is_undef_before_21(version: int, count: str, expected: str) -> None:
    text = f"define <{count} x i32> @f() {{\n  ret <{count} x i32> splat (i32 poison)\n}}\n"
    assert f"ret <{count} x i32> {expected}\n" in str(pyllvm.parse_assembly(text, llvm_version=version))


_SYMBOLS = """\
@a = global i32 0
@b = global i64 0, align 16
@c = internal constant i8 3, align 1
@w = extern_weak global i32
@s = global [4 x i32] zeroinitializer
declare void @f()
"""
_GEP = "getelementptr inbounds ([4 x i32], [4 x i32]* @s, i64 0,"


@each_row(
    ("version", "type", "expression", "folded"),
    [
        # The alignment of a variable without one is that of its type.
        (14, "i64", "and (i64 ptrtoint (i32* @a to i64), i64 3)", "0"),
        (14, "i64", "and (i64 ptrtoint (void ()* @f to i64), i64 3)", "0"),
        (14, "i64", "and (i64 ptrtoint (i8* @c to i64), i64 1)", "and (i64 ptrtoint (i8* @c to i64), i64 1)"),
        # Comparisons look through casts, and at symbols behind them.
        (14, "i1", "icmp ne (i32* bitcast (i8* @c to i32*), i32* null)", "true"),
        (14, "i1", "icmp eq (i32* bitcast (i8* @c to i32*), i32* @a)", "false"),
        (
            16,
            "i1",
            "icmp ult (i64 zext (i32 ptrtoint (ptr @a to i32) to i64), i64 5)",
            "icmp ult (i32 ptrtoint (ptr @a to i32), i32 5)",
        ),
        (14, "i1", f"icmp eq (i32* {_GEP} i64 0), i32* @a)", "false"),
        (14, "i1", f"icmp eq (i32* @a, i32* {_GEP} i64 0))", "false"),
        (14, "i1", f"icmp eq (i32* {_GEP} i64 0), i32* @w)", f"icmp eq (i32* {_GEP} i64 0), i32* @w)"),
        (14, "i1", f"icmp eq (i32* {_GEP} i64 1), i32* @a)", f"icmp eq (i32* {_GEP} i64 1), i32* @a)"),
        # What one branch of a select leaves undefined, the other may decide.
        (16, "i32", "select (i1 ptrtoint (ptr @a to i1), i32 undef, i32 5)", "5"),
        (16, "i32", "select (i1 undef, i32 poison, i32 1)", "poison"),
        (16, "<1 x i8>", "select (<1 x i1> <i1 undef>, <1 x i8> <i8 poison>, <1 x i8> <i8 1>)", "poison"),
        (
            16,
            "i32",
            "select (i1 ptrtoint (ptr @a to i1), i32 select (i1 ptrtoint (ptr @a to i1), i32 3, i32 4), i32 7)",
            "select (i1 ptrtoint (ptr @a to i1), i32 3, i32 7)",
        ),
        # Addresses with the same symbol are compared by their indices up to 13, with null for all predicates up to 12.
        (13, "i1", f"icmp slt (i32* {_GEP} i64 1), i32* {_GEP} i64 2))", "true"),
        (13, "i1", f"icmp eq (i32* {_GEP} i64 1), i32* {_GEP} i64 7))", "false"),
        (14, "i1", f"icmp slt (i32* {_GEP} i64 1), i32* {_GEP} i64 2))", f"icmp slt (i32* {_GEP} i64 1), i32* {_GEP} i64 2))"),
        (12, "i1", f"icmp sgt (i32* {_GEP} i64 1), i32* null)", "true"),
        (13, "i1", f"icmp sgt (i32* {_GEP} i64 1), i32* null)", f"icmp sgt (i32* {_GEP} i64 1), i32* null)"),
        (13, "i1", f"icmp ule (i32* null, i32* {_GEP} i64 1))", "true"),
        (12, "i1", "icmp ult (i32* getelementptr (i32, i32* null, i64 1), i32* @w)", "true"),
        *((13, "i1", f"icmp {greater}", "true") for greater in ("ugt (i32* @a, i32* null)", "ult (i32* null, i32* @a)")),
        *(
            (12, "i1", f"icmp {greater}", "icmp ugt (i32* @a, i32* null)")
            for greater in ("ugt (i32* @a, i32* null)", "ult (i32* null, i32* @a)")
        ),
        (12, "i1", "icmp uge (i32* @a, i32* null)", "icmp uge (i32* @a, i32* null)"),
        (13, "i1", "icmp uge (i32* @a, i32* null)", "true"),
        # A step out of the array is not joined with the inner address up to 13.
        (13, "i32*", f"getelementptr (i32, i32* {_GEP} i64 1), i64 4)", f"getelementptr (i32, i32* {_GEP} i64 1), i64 4)"),
        (14, "i32*", f"getelementptr (i32, i32* {_GEP} i64 1), i64 2)", f"{_GEP} i64 3)"),
        (14, "i32*", f"getelementptr (i32, i32* {_GEP} i64 3), i64 -1)", f"{_GEP} i64 2)"),
        # What has no value is poison since 13, elements that do not exist since 12.
        (12, "i8", "shl (i8 1, i8 9)", "undef"),
        (13, "i8", "shl (i8 1, i8 9)", "poison"),
        (12, "i8", "fptosi (float 1.000000e+03 to i8)", "undef"),
        (11, "i8", "extractelement (<2 x i8> <i8 1, i8 2>, i32 5)", "undef"),
        (12, "i8", "extractelement (<2 x i8> <i8 1, i8 2>, i32 5)", "poison"),
        (12, "<2 x i8>", "insertelement (<2 x i8> <i8 1, i8 2>, i8 3, i32 5)", "undef"),
        # A shift by 0 is kept up to 17.
        (17, "i64", "shl (i64 ptrtoint (ptr @a to i64), i64 0)", "shl (i64 ptrtoint (ptr @a to i64), i64 0)"),
        (18, "i64", "shl (i64 ptrtoint (ptr @a to i64), i64 0)", "ptrtoint (ptr @a to i64)"),
        # The size of a pointer is not asked since 22.
        (21, "ptr", "inttoptr (i64 ptrtoint (ptr @a to i64) to ptr)", "@a"),
        (22, "ptr", "inttoptr (i64 ptrtoint (ptr @a to i64) to ptr)", "inttoptr (i64 ptrtoint (ptr @a to i64) to ptr)"),
        (22, "i64", "ptrtoint (ptr inttoptr (i64 5 to ptr) to i64)", "ptrtoint (ptr inttoptr (i64 5 to ptr) to i64)"),
    ],
)
def test_expressions_fold_as_in_each_version(version: int, type: str, expression: str, folded: str) -> None:
    """The expected constants are those of llvm-as and clang."""
    module = pyllvm.parse_assembly(f"{_SYMBOLS}@x = global {type} {expression}\n", llvm_version=version)
    assert f"@x = global {type} {folded}\n" in str(module)


_ONE = "ppc_fp128 0xM3FF00000000000000000000000000000"
_ONE_AND_MORE = "ppc_fp128 0xM3FF00000000000003C00000000000000"
_NAN = "ppc_fp128 0xM7FF80000000000000000000000000000"


def test_pairs_of_doubles_are_negated_and_compared() -> None:
    module = pyllvm.Module("m", llvm_version=14)
    folder = ConstantFolder(14)
    one, more, nan = (module.value(text) for text in (_ONE, _ONE_AND_MORE, _NAN))
    assert str(folder.negate(one)) == "ppc_fp128 0xMBFF00000000000008000000000000000"
    assert str(folder.binary("fadd", module.value("ppc_fp128 undef"), one)) == _NAN
    answers = [str(folder.compare(FCMP_LESS, left, right)) for left, right in ((one, more), (more, one), (one, one), (one, nan))]
    assert answers == ["i1 true", "i1 false", "i1 false", "i1 false"]


@pytest.mark.parametrize(
    ("version", "operation", "left", "right", "folded"),
    [
        (19, "sdiv", "<2 x i8> <i8 4, i8 4>", "<2 x i8> <i8 0, i8 2>", "<2 x i8> poison"),
        (20, "sdiv", "<2 x i8> <i8 4, i8 4>", "<2 x i8> <i8 0, i8 2>", "<2 x i8> <i8 poison, i8 2>"),
        (20, "urem", "<vscale x 2 x i8> zeroinitializer", "<vscale x 2 x i8> zeroinitializer", "<vscale x 2 x i8> poison"),
        (17, "udiv", "<vscale x 2 x i8> undef", "<vscale x 2 x i8> {ones}", "<vscale x 2 x i8> undef"),
        (18, "udiv", "<vscale x 2 x i8> undef", "<vscale x 2 x i8> {ones}", "<vscale x 2 x i8> zeroinitializer"),
    ],
)
def test_divisions_of_vectors(version: int, operation: str, left: str, right: str, folded: str) -> None:
    inserted = "<vscale x 2 x i8> insertelement (<vscale x 2 x i8> poison, i8 1, i32 0)"
    ones = f"shufflevector ({inserted}, <vscale x 2 x i8> poison, <vscale x 2 x i32> zeroinitializer)"
    module = pyllvm.Module("m", llvm_version=version)
    operands = [module.value(text.format(ones=ones)) for text in (left, right)]
    assert str(ConstantFolder(version).binary(operation, *operands)) == folded


@pytest.mark.parametrize(("version", "folded"), [(20, "<i1 true, i1 undef>"), (21, "<i1 true, i1 false>")])
def test_vectors_of_bits_are_compared_by_xor_since_21(version: int, folded: str) -> None:
    bits = pyllvm.Module("m", llvm_version=version).value("<2 x i1> <i1 true, i1 undef>")
    assert str(ConstantFolder(version).compare(ICMP_EQ, bits, bits)) == f"<2 x i1> {folded}"


def test_no_vector_has_expressions_that_the_version_lacks() -> None:
    module = pyllvm.Module("m", llvm_version=19)
    module.add_global("g", "i32", 0)
    unknown = module.value("<2 x i32> <i32 ptrtoint (ptr @g to i32), i32 0>")
    one = module.value("<2 x i32> <i32 1, i32 1>")
    folder = ConstantFolder(19)
    for folded in (folder.compare(ICMP_SLT, one, unknown), folder.binary("udiv", one, unknown)):
        assert isinstance(folded, ConstantExpr)


def test_elements_of_expressions() -> None:
    module = pyllvm.Module("m", llvm_version=19)
    module.add_global("g", "i32", 0)
    vector = module.value("<2 x i32> insertelement (<2 x i32> <i32 1, i32 2>, i32 7, i64 ptrtoint (ptr @g to i64))")
    first = f"i32 extractelement ({vector}, i32 0)"
    element = module.value("i32 5")
    folder = ConstantFolder(19)
    assert str(folder.insert_element(vector, element, module.value("i64 1"))) == f"<2 x i32> <{first}, i32 5>"
    chosen = folder.select(module.value("<2 x i1> <i1 true, i1 false>"), vector, module.value("<2 x i32> <i32 8, i32 9>"))
    assert str(chosen) == f"<2 x i32> <{first}, i32 9>"


@pytest.mark.parametrize(("version", "flags"), [(16, " inbounds"), (17, ""), (18, "")])
def test_addresses_by_another_type_are_in_no_bounds_since_17(version: int, flags: str) -> None:
    text = "@g = global [4 x i8] zeroinitializer\n@p = global ptr getelementptr ([2 x i16], ptr @g, i8 1)\n"
    assert f"ptr getelementptr{flags} ([2 x i16], ptr @g, i8 1)" in str(pyllvm.parse_assembly(text, llvm_version=version))


@pytest.mark.parametrize(
    ("version", "cast", "integer", "pair"),
    [
        (21, "sitofp", "i8 -1", "BFF00000000000000000000000000000"),
        (22, "sitofp", "i8 -1", "BFF00000000000008000000000000000"),
        (21, "uitofp", "i128 -1", "47F00000000000000000000000000000"),
        (22, "uitofp", "i128 -1", "47F0000000000000BFF0000000000000"),
    ],
)
def test_integers_as_pairs_of_doubles(version: int, cast: str, integer: str, pair: str) -> None:
    module = pyllvm.Module("m", llvm_version=version)
    folded = ConstantFolder(version).cast(cast, module.value(integer), module.type("ppc_fp128"))
    assert str(folded) == f"ppc_fp128 0xM{pair}"
