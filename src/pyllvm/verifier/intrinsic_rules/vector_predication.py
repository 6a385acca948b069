"""Vector predication: casts, comparisons and tests under a mask.

Source: `Verifier::visitVPIntrinsic`.
"""

from __future__ import annotations

from typing import Final

from pyllvm.ir.instructions import CallBase
from pyllvm.tables.attributes import ALL_FLOATING_POINT_CLASSES
from pyllvm.tables.opcodes import OPCODES_BY_NAME
from pyllvm.tables.verifier_versions import ROUNDED_LANES_SINCE
from pyllvm.verifier.intrinsic_rules.arguments import Rule, checks_types, constant_of, text_of
from pyllvm.verifier.intrinsic_rules.constrained import FLOATING_POINT_PREDICATES
from pyllvm.verifier.state import State
from pyllvm.verifier.type_properties import (
    same_length,
    scalar_bits,
)

_INTEGER_PREDICATES: Final = frozenset(("eq", "ne", "ugt", "uge", "ult", "ule", "sgt", "sge", "slt", "sle"))


def _vp_cast(state: State, call: CallBase) -> bool:
    intrinsic = call.called_function
    kind = intrinsic.name[len("llvm.vp.") :].partition(".")[0] if intrinsic is not None else ""
    source = call.operands[0].type
    target = call.type
    if not same_length(source, target):
        return state.fail("VP cast intrinsic first argument and result vector lengths must be equal", call)
    grows = scalar_bits(target) - scalar_bits(source)
    opcode = OPCODES_BY_NAME.get(kind)
    shape = [] if opcode is None else [opcode.shape[0], opcode.shape[-1]]
    if shape == ["integer", "integer"] or shape == ["floating", "floating"]:
        name = "llvm.vp.zext or llvm.vp.sext" if kind in ("zext", "sext") else f"llvm.vp.{kind}"
        noun = "integer"
        is_right = source.is_integer_or_vector and target.is_integer_or_vector
        if shape[0] == "floating":
            noun = "floating-point"
            is_right = source.is_floating_point_or_vector and target.is_floating_point_or_vector
        if checks_types(state) and not is_right:
            return state.fail(f"{name} intrinsic first argument and result element type must be {noun}", call)
        shrinks = kind in ("trunc", "fptrunc")
        if (grows >= 0) if shrinks else (grows <= 0):
            what = "larger" if shrinks else "smaller"
            return state.fail(
                f"{name} intrinsic the bit size of first argument must be {what} than the bit size of the return type", call
            )
    elif shape == ["floating", "integer"]:
        if checks_types(state) and not (target.is_integer_or_vector and source.is_floating_point_or_vector):
            names = (
                "llvm.vp.fptoui, llvm.vp.fptosi, llvm.vp.lrint or llvm.vp.llrint"
                if state.version >= ROUNDED_LANES_SINCE
                else ("llvm.vp.fptoui or llvm.vp.fptosi ")
            )
            return state.fail(
                f"{names}intrinsic first argument element type must be floating-point and result element type must be integer",
                call,
            )
    elif shape == ["integer", "floating"]:
        if checks_types(state) and not (target.is_floating_point_or_vector and source.is_integer_or_vector):
            return state.fail(
                "llvm.vp.uitofp or llvm.vp.sitofp intrinsic first argument element type must be integer and result element "
                "type must be floating-point",
                call,
            )
    elif kind == "ptrtoint":
        if checks_types(state) and not (target.is_integer_or_vector and source.is_pointer_or_vector):
            return state.fail(
                "llvm.vp.ptrtoint intrinsic first argument element type must be pointer and result element type must be integer",
                call,
            )
    elif checks_types(state) and not (target.is_pointer_or_vector and source.is_integer_or_vector):
        return state.fail(
            "llvm.vp.inttoptr intrinsic first argument element type must be integer and result element type must be pointer",
            call,
        )
    return True


def _vp_fcmp(state: State, call: CallBase) -> bool:
    if text_of(call, 2) not in FLOATING_POINT_PREDICATES:
        return state.fail("invalid predicate for VP FP comparison intrinsic", call)
    return True


def _vp_icmp(state: State, call: CallBase) -> bool:
    if text_of(call, 2) not in _INTEGER_PREDICATES:
        return state.fail("invalid predicate for VP integer comparison intrinsic", call)
    return True


def _vp_class(state: State, call: CallBase) -> bool:
    if constant_of(call, 1) & ~ALL_FLOATING_POINT_CLASSES:
        return state.fail("unsupported bits for llvm.vp.is.fpclass test mask")
    return True


RULES: Final[dict[str, Rule]] = {
    "vp.fcmp": _vp_fcmp,
    "vp.fpext": _vp_cast,
    "vp.fptosi": _vp_cast,
    "vp.fptoui": _vp_cast,
    "vp.fptrunc": _vp_cast,
    "vp.icmp": _vp_icmp,
    "vp.inttoptr": _vp_cast,
    "vp.is.fpclass": _vp_class,
    "vp.ptrtoint": _vp_cast,
    "vp.sext": _vp_cast,
    "vp.sitofp": _vp_cast,
    "vp.trunc": _vp_cast,
    "vp.uitofp": _vp_cast,
    "vp.zext": _vp_cast,
}
