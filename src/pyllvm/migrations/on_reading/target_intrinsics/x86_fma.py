"""Fused multiply-add of x86: LLVM makes `llvm.fma` of it, with `fneg` where a factor or what is added is negative."""

from __future__ import annotations

from pyllvm.ir.constants import null_value
from pyllvm.ir.value import Value
from pyllvm.migrations.on_reading.call_builder import CallBuilder, vector_bits, vector_count
from pyllvm.migrations.on_reading.target_intrinsics.x86_plain import rounds_as_usual, type_letters


def _fused(builder: CallBuilder, operands: list[Value]) -> Value:
    return builder.call_intrinsic("fma", operands, operands[0].type)


def _is_negated(name: str) -> tuple[bool, bool]:
    """Of `vfmadd`, `vfnmsub` ...: whether the product is negated, and whether the third operand is subtracted."""
    operation = name.partition(".")[0]
    return operation.startswith("vfn"), operation.endswith("sub")


def plain(builder: CallBuilder, name: str) -> Value:
    """`fma.vfmadd.ps` and its like; of scalars it is the first elements alone.

    LLVM 7: %r = call <4 x float> @llvm.x86.fma.vfnmadd.ps(<4 x float> %a, <4 x float> %b, <4 x float> %c)
    LLVM 14:
        %1 = fneg <4 x float> %a
        %2 = call <4 x float> @llvm.fma.v4f32(<4 x float> %1, <4 x float> %b, <4 x float> %c)
    """
    is_product_negated, is_subtracted = _is_negated(name)
    is_scalar = name.partition(".")[2].startswith("s")
    operands = builder.arguments[:3]
    if is_scalar:
        operands = [builder.extract_element(operand) for operand in operands]
    if is_product_negated:
        factor = 1 if is_scalar else 0
        operands[factor] = builder.negated(operands[factor])
    if is_subtracted:
        operands[2] = builder.negated(operands[2])
    made = _fused(builder, operands)
    return builder.insert_element(builder.arguments[0], made) if is_scalar else made


def scalar_over_zeros(builder: CallBuilder) -> Value:
    """`fma4.vfmadd.ss`: all other elements of the result are zero."""
    made = _fused(builder, [builder.extract_element(operand) for operand in builder.arguments[:3]])
    return builder.insert_element(null_value(builder.type), made)


def _masked_operands(builder: CallBuilder, masking: str, name: str) -> list[Value]:
    is_product_negated, is_subtracted = _is_negated(name)
    operands = builder.arguments[:3]
    if is_product_negated:
        factor = 1 if masking == "mask" else 0
        operands[factor] = builder.negated(operands[factor])
    if is_subtracted:
        operands[2] = builder.negated(operands[2])
    return operands


def masked_scalar(builder: CallBuilder, masking: str, name: str) -> Value:
    """`avx512.mask.vfmadd.ss` and its like; `masking` is `mask`, `mask3` or `maskz`."""
    arguments = builder.arguments
    operands = [builder.extract_element(operand) for operand in _masked_operands(builder, masking, name)]
    rounding = arguments[4]
    if rounds_as_usual(rounding):
        made = _fused(builder, operands)
    else:
        width = 64 if name.endswith("d") else 32
        made = builder.call_intrinsic(f"x86.avx512.vfmadd.f{width}", [*operands, rounding], operands[0].type)
    otherwise = operands[0]
    if masking == "maskz":
        otherwise = null_value(made.type)
    elif masking == "mask3":
        # not negated
        otherwise = builder.extract_element(arguments[2]) if _is_negated(name)[1] else operands[2]
    made = builder.select_by_first_bit(arguments[3], made, otherwise)
    return builder.insert_element(arguments[2 if masking == "mask3" else 0], made)


def _kept(builder: CallBuilder, masking: str) -> Value:
    """The value where the mask has no bit."""
    if masking == "maskz":
        return null_value(builder.type)
    return builder.arguments[2 if masking == "mask3" else 0]


def masked_vector(builder: CallBuilder, masking: str, name: str) -> Value:
    """`avx512.mask.vfmadd.ps.512` and its like.

    LLVM 7: %r = call <4 x float> @llvm.x86.avx512.mask.vfmadd.ps.128(<4 x float> %a, <4 x float> %b, <4 x float> %c, i8 -1)
    LLVM 14: %1 = call <4 x float> @llvm.fma.v4f32(<4 x float> %a, <4 x float> %b, <4 x float> %c)
    """
    arguments = builder.arguments
    operands = _masked_operands(builder, masking, name)
    if len(arguments) == 5 and not rounds_as_usual(arguments[4]):
        rounded = f"x86.avx512.vfmadd.{type_letters(builder.type)}.512"
        made: Value = builder.call_intrinsic(rounded, [*operands, arguments[4]], builder.type)
    else:
        made = _fused(builder, operands)
    return builder.select_by_mask(arguments[3], made, _kept(builder, masking))


def subtract_and_add(builder: CallBuilder) -> Value:
    """`fma.vfmsubadd.ps`: the other one of a negated operand."""
    letters = type_letters(builder.type)
    name = f"x86.fma.vfmaddsub.{letters}" + (".256" if vector_bits(builder.type) == 256 else "")
    operands = builder.arguments[:3]
    operands[2] = builder.negated(operands[2])
    return builder.call_intrinsic(name, operands, builder.type)


def masked_by_turns(builder: CallBuilder, masking: str, name: str) -> Value:
    """`avx512.mask.vfmaddsub.ps.512` and `vfmsubadd`: elements are subtracted and added by turns.

    LLVM 7: %r = call <4 x float> @llvm.x86.avx512.mask.vfmaddsub.ps.128(<4 x float> %a, <4 x float> %b, <4 x float> %c, i8 -1)
    LLVM 14:
        %1 = call <4 x float> @llvm.fma.v4f32(<4 x float> %a, <4 x float> %b, <4 x float> %c)
        %2 = fneg <4 x float> %c
        %3 = call <4 x float> @llvm.fma.v4f32(<4 x float> %a, <4 x float> %b, <4 x float> %2)
        %4 = shufflevector <4 x float> %3, <4 x float> %1, <4 x i32> <i32 0, i32 5, i32 2, i32 7>
    """
    arguments = builder.arguments
    operands = arguments[:3]
    is_subtracted_first = name.startswith("vfmsub")
    if len(arguments) == 5:
        if is_subtracted_first:
            operands[2] = builder.negated(operands[2])
        rounded = f"x86.avx512.vfmaddsub.{type_letters(builder.type)}.512"
        made: Value = builder.call_intrinsic(rounded, [*operands, arguments[4]], builder.type)
    else:
        odd = _fused(builder, operands)
        even = _fused(builder, [operands[0], operands[1], builder.negated(operands[2])])
        if is_subtracted_first:
            even, odd = odd, even
        count = vector_count(builder.type)
        made = builder.shuffle(even, odd, [i + i % 2 * count for i in range(count)])
    return builder.select_by_mask(arguments[3], made, _kept(builder, masking))
