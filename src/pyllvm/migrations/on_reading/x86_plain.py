"""Masked intrinsics of AVX-512 that became one without a mask and a `select`: which one it is, by the type of its result."""

from __future__ import annotations

from typing import Final

from pyllvm.ir.constants import ConstantInt, null_value
from pyllvm.ir.folding.constant_parts import scalar_bits
from pyllvm.ir.types import Type
from pyllvm.ir.value import Value
from pyllvm.migrations.on_reading.call_builder import CallBuilder, is_floating, vector_bits

_CURRENT_DIRECTION: Final = 4

# name: the intrinsics for 128, 256 and 512 bits
BY_WIDTH: Final[dict[str, tuple[str, str, str]]] = {
    "pshuf.b": ("ssse3.pshuf.b.128", "avx2.pshuf.b", "avx512.pshuf.b.512"),
    "pmul.hr.sw": ("ssse3.pmul.hr.sw.128", "avx2.pmul.hr.sw", "avx512.pmul.hr.sw.512"),
    "pmulh.w": ("sse2.pmulh.w", "avx2.pmulh.w", "avx512.pmulh.w.512"),
    "pmulhu.w": ("sse2.pmulhu.w", "avx2.pmulhu.w", "avx512.pmulhu.w.512"),
    "pmaddw.d": ("sse2.pmadd.wd", "avx2.pmadd.wd", "avx512.pmaddw.d.512"),
    "pmaddubs.w": ("ssse3.pmadd.ub.sw.128", "avx2.pmadd.ub.sw", "avx512.pmaddubs.w.512"),
    "packsswb": ("sse2.packsswb.128", "avx2.packsswb", "avx512.packsswb.512"),
    "packssdw": ("sse2.packssdw.128", "avx2.packssdw", "avx512.packssdw.512"),
    "packuswb": ("sse2.packuswb.128", "avx2.packuswb", "avx512.packuswb.512"),
    "packusdw": ("sse41.packusdw", "avx2.packusdw", "avx512.packusdw.512"),
    "dbpsadbw": ("avx512.dbpsadbw.128", "avx512.dbpsadbw.256", "avx512.dbpsadbw.512"),
    "pmultishift.qb": ("avx512.pmultishift.qb.128", "avx512.pmultishift.qb.256", "avx512.pmultishift.qb.512"),
    "conflict.d": ("avx512.conflict.d.128", "avx512.conflict.d.256", "avx512.conflict.d.512"),
    "conflict.q": ("avx512.conflict.q.128", "avx512.conflict.q.256", "avx512.conflict.q.512"),
    "pavg.b": ("sse2.pavg.b", "avx2.pavg.b", "avx512.pavg.b.512"),
    "pavg.w": ("sse2.pavg.w", "avx2.pavg.w", "avx512.pavg.w.512"),
    "max.ps": ("sse.max.ps", "avx.max.ps.256", "avx512.max.ps.512"),
    "max.pd": ("sse2.max.pd", "avx.max.pd.256", "avx512.max.pd.512"),
    "min.ps": ("sse.min.ps", "avx.min.ps.256", "avx512.min.ps.512"),
    "min.pd": ("sse2.min.pd", "avx.min.pd.256", "avx512.min.pd.512"),
    "vpermilvar.ps": ("avx.vpermilvar.ps", "avx.vpermilvar.ps.256", "avx512.vpermilvar.ps.512"),
    "vpermilvar.pd": ("avx.vpermilvar.pd", "avx.vpermilvar.pd.256", "avx512.vpermilvar.pd.512"),
    "vpshufbitqmb": ("avx512.vpshufbitqmb.128", "avx512.vpshufbitqmb.256", "avx512.vpshufbitqmb.512"),
}

# whole name: the intrinsic
BY_NAME: Final[dict[str, str]] = {
    "cvtpd2dq.256": "avx.cvt.pd2dq.256",
    "cvtpd2ps.256": "avx.cvt.pd2.ps.256",
    "cvttpd2dq.256": "avx.cvtt.pd2dq.256",
    "cvttps2dq.128": "sse2.cvttps2dq",
    "cvttps2dq.256": "avx.cvtt.ps2dq.256",
    "permvar.sf.256": "avx2.permps",
    "permvar.si.256": "avx2.permd",
}

# shifts by a vector's elements: bits of an element, and of the vector: what follows `ps[lr][la]v`
_VARIABLE_SHIFTS: Final[dict[tuple[int, int], str]] = {
    (32, 128): "avx2.{}v.d",
    (32, 256): "avx2.{}v.d.256",
    (32, 512): "avx512.{}v.d.512",
    (64, 128): "avx2.{}v.q",
    (64, 256): "avx2.{}v.q.256",
    (64, 512): "avx512.{}v.q.512",
    (16, 128): "avx512.{}v.w.128",
    (16, 256): "avx512.{}v.w.256",
    (16, 512): "avx512.{}v.w.512",
}
_SHIFTS: Final[dict[int, str]] = {128: "sse2.{}.{}", 256: "avx2.{}.{}", 512: "avx512.{}.{}.512"}
_SIZE_LETTERS: Final[dict[int, str]] = {16: "w", 32: "d", 64: "q"}


def signed_high_half(builder: CallBuilder, name: str) -> Value:
    """`pmulh.w`."""
    return builder.call_intrinsic("smulh.", builder.arguments[:2], builder.type)


def unsigned_high_half(builder: CallBuilder, name: str) -> Value:
    """`pmulhu.w`."""
    return builder.call_intrinsic("umulh.", builder.arguments[:2], builder.type)


def intrinsic_of_width(name: str, type: Type) -> str:
    """The intrinsic in this row for a vector of this type."""
    return BY_WIDTH[name][vector_bits(type).bit_length() - 8]


def type_letters(type: Type) -> str:
    """`ps`, `pd`, `d`, `q`: how names call a vector's elements."""
    letter = "d" if scalar_bits(type) == 32 else "q"
    if is_floating(type):
        return "ps" if letter == "d" else "pd"
    return letter


def masked_to_plain(builder: CallBuilder, name: str) -> Value:
    """A call without the last two arguments: the value where the mask has no bit, and the mask."""
    arguments = builder.arguments
    made = builder.call_intrinsic("x86." + name, arguments[:-2], builder.type)
    return builder.select_by_mask(arguments[-1], made, arguments[-2])


def shift(builder: CallBuilder, name: str) -> Value:
    """Shifts (`psll`, `psrl` or `psra`, and what follows it): by an immediate, by one number for all, or element by element."""
    operation = name[:4]
    amount = builder.arguments[1]
    size, width = scalar_bits(builder.type), vector_bits(builder.type)
    is_wide_arithmetic = operation == "psra" and size == 64
    if name[4:5] == "v":
        plain = _VARIABLE_SHIFTS[size, width].format(operation)
        if is_wide_arithmetic:
            plain = f"avx512.psrav.q.{width}"
    else:
        kind = operation + ("i" if amount.type is builder.integer(32) else "")
        plain = f"avx512.{kind}.q.{width}" if is_wide_arithmetic else _SHIFTS[width].format(kind, _SIZE_LETTERS[size])
    made = builder.call_intrinsic("x86." + plain, builder.arguments[:2], builder.type)
    return builder.select_by_mask(builder.arguments[3], made, builder.arguments[2])


def without_mask(builder: CallBuilder, plain: str, count: int, is_zeroed: bool) -> Value:
    """The first `count` arguments go to the plain intrinsic; the mask comes last, and keeps the first one or zeros."""
    arguments = builder.arguments
    made = builder.call_intrinsic("x86." + plain, arguments[:count], builder.type)
    otherwise = null_value(builder.type) if is_zeroed else arguments[0]
    return builder.select_by_mask(arguments[count], made, otherwise)


def permute_two(builder: CallBuilder, is_zeroed: bool, is_index_first: bool) -> Value:
    """`vpermi2` and `vpermt2`: the same, except for the argument that is overwritten."""
    arguments = builder.arguments
    three = arguments[:3]
    if not is_index_first:
        three = [arguments[1], arguments[0], arguments[2]]
    type = builder.type
    letters = {8: "qi", 16: "hi"}.get(scalar_bits(type), "") or type_letters(type)
    made = builder.call_intrinsic(f"x86.avx512.vpermi2var.{letters}.{vector_bits(type)}", three, type)
    otherwise: Value = null_value(type) if is_zeroed else builder.bitcast(arguments[1], type)
    return builder.select_by_mask(arguments[3], made, otherwise)


def rounds_as_usual(argument: Value) -> bool:
    """Whether a rounding operand asks for the mode that is set."""
    return isinstance(argument, ConstantInt) and argument.unsigned == _CURRENT_DIRECTION
