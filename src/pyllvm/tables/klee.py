"""The intrinsics that KLEE runs, and what has the place of others.

Sources: KLEE's IntrinsicCleaner and Executor, and LLVM's IntrinsicLowering, to which it leaves the rest.
"""

from __future__ import annotations

from typing import Final

# The beginnings of their names.
RUN: Final = (
    "llvm.abs.", "llvm.addressofreturnaddress", "llvm.annotation.", "llvm.assume", "llvm.bswap.", "llvm.ceil.", "llvm.copysign.",
    "llvm.cos.", "llvm.ctlz.", "llvm.ctpop.", "llvm.cttz.", "llvm.dbg.", "llvm.eh.typeid.for", "llvm.exp.", "llvm.exp2.",
    "llvm.expect.", "llvm.experimental.noalias.scope.decl", "llvm.fabs.", "llvm.floor.", "llvm.flt.rounds", "llvm.fma.",
    "llvm.fmuladd.", "llvm.frameaddress", "llvm.fshl.", "llvm.fshr.", "llvm.get.dynamic.area.offset", "llvm.get.rounding",
    "llvm.invariant.end", "llvm.invariant.start", "llvm.is.constant.", "llvm.lifetime.", "llvm.load.relative.", "llvm.log.",
    "llvm.log10.", "llvm.log2.", "llvm.memcpy.p", "llvm.memmove.", "llvm.memset.p", "llvm.objectsize.", "llvm.pow.",
    "llvm.prefetch.", "llvm.ptr.annotation.", "llvm.ptrmask.", "llvm.readcyclecounter", "llvm.returnaddress", "llvm.round.",
    "llvm.roundeven.", "llvm.sadd.", "llvm.sin.", "llvm.smax.", "llvm.smin.", "llvm.smul.with.overflow.", "llvm.sqrt.",
    "llvm.ssub.", "llvm.stackrestore", "llvm.stacksave", "llvm.trap", "llvm.trunc.", "llvm.uadd.", "llvm.umax.", "llvm.umin.",
    "llvm.umul.with.overflow.", "llvm.usub.", "llvm.va_", "llvm.vacopy", "llvm.var.annotation",
)  # fmt: skip
# Their operand is the result.
THEIR_OPERAND: Final = (
    "llvm.arithmetic.fence.", "llvm.expect.with.probability.", "llvm.launder.invariant.group.", "llvm.ssa.copy.",
    "llvm.strip.invariant.group.", "llvm.threadlocal.address.",
)  # fmt: skip
# They return nothing, and a program does the same without them.
NOTHING: Final = ("llvm.donothing", "llvm.fake.use", "llvm.pseudoprobe", "llvm.sideeffect")
# The function of the C library that does the same for a scalar.
LIBRARY: Final[dict[str, str]] = {
    "llvm.acos.": "acos",
    "llvm.asin.": "asin",
    "llvm.atan.": "atan",
    "llvm.atan2.": "atan2",
    "llvm.cosh.": "cosh",
    "llvm.exp10.": "exp10",
    "llvm.ldexp.": "ldexp",
    "llvm.llrint.": "llrint",
    "llvm.llround.": "llround",
    "llvm.lrint.": "lrint",
    "llvm.lround.": "lround",
    "llvm.maxnum.": "fmax",
    "llvm.minnum.": "fmin",
    "llvm.nearbyint.": "nearbyint",
    "llvm.rint.": "rint",
    "llvm.sinh.": "sinh",
    "llvm.tan.": "tan",
    "llvm.tanh.": "tanh",
}
