"""x86: operations on vectors and masks that became plain instructions."""

from __future__ import annotations

from typing import Final

from pyllvm.ir.constants import ConstantInt, null_value
from pyllvm.ir.folding.constant_parts import all_ones, scalar_bits
from pyllvm.ir.types import Type
from pyllvm.ir.value import Value
from pyllvm.migrations.on_reading.call_builder import CallBuilder, constant_number, is_floating, vector_bits, vector_count
from pyllvm.tables.opcodes import AND, OR, SEXT, ZEXT, Opcode

# --- Masked intrinsics of AVX-512 that became one without a mask and a `select`: which one it is, by the type of its result.

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


def masked(builder: CallBuilder, made: Value, mask: int) -> Value:
    """The result where the argument of that number, a mask, has a bit, and otherwise the one before it."""
    if len(builder.arguments) <= mask:
        return made
    return builder.select_by_mask(builder.arguments[mask], made, builder.arguments[mask - 1])


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


def _floating_letters(type: Type) -> str:
    """The letters for a vector of floating-point numbers: LLVM looks only at the width of an element."""
    return "ps" if scalar_bits(type) == 32 else "pd"


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


_MASK: Final = "avx512.mask."
_ZEROING_MASK: Final = "avx512.maskz."


def name_without_mask(name: str) -> str:
    """The name of the plain intrinsic."""
    return "x86.avx512." + name.removeprefix(_MASK).removeprefix(_ZEROING_MASK)


def without_mask(builder: CallBuilder, name: str, count: int) -> Value:
    """The first `count` arguments go to the plain intrinsic; the mask comes last, and keeps the first one or zeros."""
    arguments = builder.arguments
    made = builder.call_intrinsic(name_without_mask(name), arguments[:count], builder.type)
    otherwise = null_value(builder.type) if name.startswith(_ZEROING_MASK) else arguments[0]
    return builder.select_by_mask(arguments[count], made, otherwise)


def permute_two(builder: CallBuilder, name: str) -> Value:
    """`vpermi2` and `vpermt2`: the same, except for the argument that is overwritten."""
    arguments = builder.arguments
    three = arguments[:3]
    if "vpermi2var" not in name:
        three = [arguments[1], arguments[0], arguments[2]]
    type = builder.type
    letters = {8: "qi", 16: "hi"}.get(scalar_bits(type), "") or type_letters(type)
    made = builder.call_intrinsic(f"x86.avx512.vpermi2var.{letters}.{vector_bits(type)}", three, type)
    otherwise: Value = null_value(type) if name.startswith(_ZEROING_MASK) else builder.bitcast(arguments[1], type)
    return builder.select_by_mask(arguments[3], made, otherwise)


def rounds_as_usual(argument: Value) -> bool:
    """Whether a rounding operand asks for the mode that is set."""
    return isinstance(argument, ConstantInt) and argument.unsigned == _CURRENT_DIRECTION


# --- Compares of x86, and the masks that they make: integers whose bits are `icmp`'s (AutoUpgrade's upgradeX86IntrinsicCall).

_ALWAYS_FALSE: Final = "false"
_ALWAYS_TRUE: Final = "true"
# by the immediate of AVX-512's compares
_PREDICATES: Final = ("eq", "lt", "le", _ALWAYS_FALSE, "ne", "ge", "gt", _ALWAYS_TRUE)
# by the immediate of XOP's
_XOP_PREDICATES: Final = ("lt", "le", "gt", "ge", "eq", "ne", _ALWAYS_FALSE, _ALWAYS_TRUE)
_MASK_WIDTH: Final = 16


def _predicate(word: str, sign: str) -> str:
    """`icmp`'s word; `sign` is its first letter, "s" or "u", if it has one."""
    return word if word in ("eq", "ne") else sign + word


def compare_all(builder: CallBuilder, predicate: str) -> Value:
    """`pcmpeq`, `pcmpgt`: all bits of an element say so."""
    made = builder.compare(predicate, builder.arguments[0], builder.arguments[1])
    return builder.cast(SEXT, made, builder.type)


def compare_masked(builder: CallBuilder, word: str, sign: str = "s") -> Value:
    """One bit for an element; the mask is the last argument."""
    left, right = builder.arguments[0], builder.arguments[1]
    bits_type = builder.context.vector(builder.integer(1), vector_count(left.type))
    bits: Value
    if word == _ALWAYS_FALSE:
        bits = null_value(bits_type)
    elif word == _ALWAYS_TRUE:
        bits = all_ones(bits_type)
    else:
        bits = builder.compare(_predicate(word, sign), left, right)
    return builder.bits_to_integer(bits, builder.arguments[-1])


def compare_by_immediate(builder: CallBuilder, sign: str) -> Value:
    """`avx512.mask.cmp.d.512`, `ucmp`: the third argument chooses the predicate."""
    return compare_masked(builder, _PREDICATES[constant_number(builder.arguments[2]) & 7], sign)


def compare_xop(builder: CallBuilder, name: str) -> Value:
    """`vpcomltub` and its like (the name begins behind `vpcom`), or with the predicate as an argument."""
    sign = "u" if name[-2:] in ("ub", "uw", "ud", "uq") else "s"
    if len(builder.arguments) == 3:
        word = _XOP_PREDICATES[constant_number(builder.arguments[2]) & 7]
    else:
        # LLVM takes a name that has no predicate for one with the last predicate.
        word = next((word for word in _XOP_PREDICATES if name.startswith(word)), _ALWAYS_TRUE)
    if word == _ALWAYS_FALSE:
        return null_value(builder.type)
    if word == _ALWAYS_TRUE:
        return all_ones(builder.type)
    return compare_all(builder, _predicate(word, sign))


def test_masked(builder: CallBuilder, predicate: str) -> Value:
    """`ptestm`, `ptestnm`: whether two elements have a bit in common."""
    left, right, mask = builder.arguments[:3]
    common = builder.binary(AND, left, right)
    return builder.bits_to_integer(builder.compare(predicate, common, null_value(left.type)), mask)


def signs_to_mask(builder: CallBuilder) -> Value:
    """`cvtb2mask`: the sign bits."""
    source = builder.arguments[0]
    return builder.bits_to_integer(builder.compare("slt", source, null_value(source.type)), None)


def mask_to_elements(builder: CallBuilder) -> Value:
    """`cvtmask2b`: elements all of whose bits are the mask's."""
    mask = builder.mask_vector(builder.arguments[0], vector_count(builder.type))
    return builder.cast(SEXT, mask, builder.type, "vpmovm2")


def classify_masked(builder: CallBuilder, name: str) -> Value:
    """An intrinsic that gives bits, with the mask put on afterwards."""
    arguments = builder.arguments
    bits_type = builder.context.vector(builder.integer(1), vector_count(arguments[0].type))
    return builder.bits_to_integer(builder.call_intrinsic("x86." + name, arguments[:2], bits_type), arguments[2])


def classify_floating(builder: CallBuilder) -> Value:
    """`fpclassps`."""
    type = builder.arguments[0].type
    return classify_masked(builder, f"avx512.fpclass.{_floating_letters(type)}.{vector_bits(type)}")


def compare_floating(builder: CallBuilder) -> Value:
    """`avx512.cmp.ps.512`, which had no mask."""
    arguments = list(builder.arguments)
    type = arguments[0].type
    width = vector_bits(type)
    everything = all_ones(builder.type)
    # The rounding comes last.
    arguments.insert(len(arguments) - 1 if width == 512 else len(arguments), everything)
    return builder.call_intrinsic(f"x86.avx512.mask.cmp.{_floating_letters(type)}.{width}", arguments, builder.type)


# --- operations on masks of 16 bits --------------------------------------------------------------------------------


def mask_operation(builder: CallBuilder, opcode: Opcode, inverts_first: bool) -> Value:
    """`kand`, `kandn`, `kxnor` ...: two integers as bits."""
    left = builder.mask_vector(builder.arguments[0], _MASK_WIDTH)
    right = builder.mask_vector(builder.arguments[1], _MASK_WIDTH)
    if inverts_first:
        left = builder.inverted(left)
    return builder.bitcast(builder.binary(opcode, left, right), builder.type)


def mask_inverted(builder: CallBuilder) -> Value:
    """`knot`."""
    return builder.bitcast(builder.inverted(builder.mask_vector(builder.arguments[0], _MASK_WIDTH)), builder.type)


def mask_test(builder: CallBuilder, expected: int) -> Value:
    """`kortestc`, `kortestz`: whether all bits of both together are set (`expected` is -1), or none is (0)."""
    left = builder.mask_vector(builder.arguments[0], _MASK_WIDTH)
    right = builder.mask_vector(builder.arguments[1], _MASK_WIDTH)
    type = builder.integer(_MASK_WIDTH)
    both = builder.bitcast(builder.binary(OR, left, right), type)
    made = builder.compare("eq", both, builder.integer_constant(_MASK_WIDTH, expected))
    return builder.cast(ZEXT, made, builder.integer(32))


def mask_unpacked(builder: CallBuilder) -> Value:
    """`kunpck`: the lower halves of two masks beside each other, the first above."""
    count = vector_bits(builder.type)
    high = builder.mask_vector(builder.arguments[0], count)
    low = builder.mask_vector(builder.arguments[1], count)
    half = list(range(count // 2))
    high = builder.shuffle(high, high, half)
    low = builder.shuffle(low, low, half)
    return builder.bitcast(builder.shuffle(low, high, list(range(count))), builder.type)
