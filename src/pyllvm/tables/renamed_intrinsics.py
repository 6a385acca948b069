"""Intrinsics that got other names. A reader of the newer LLVM renames their calls, and a downgrade renames them back.

Source: AutoUpgrade.cpp (upgradeIntrinsicFunction1), and where it says nothing, the names in ``intrinsics.txt``.

`tests/migrations/test_renamed_intrinsics.py` drives all names both ways.
"""

from __future__ import annotations

from typing import Final, final


@final
class RenamedIntrinsic:
    """From LLVM `since` on, names that begin with `before` begin with `after`. `known`: although LLVM knows the older name.

    `types` are the types that follow the new name: `r` is the type of the result, `0` the type of the first parameter.
    Where it is None, the upgrade has a rule of its own, and the older name is the one of `before` that has the types. Where
    the row `is_whole`, nothing may follow `before`.
    """

    __slots__ = ("after", "before", "is_whole", "known", "since", "types")

    def __init__(
        self, before: str, after: str, since: int, types: str | None = None, *, known: bool = False, is_whole: bool = False
    ) -> None:
        self.before: Final = before
        self.after: Final = after
        self.since: Final = since
        self.types: Final = types
        self.known: Final = known
        self.is_whole: Final = is_whole


_REDUCTIONS: Final = ("add", "mul", "and", "or", "xor", "smax", "smin", "umax", "umin", "fmax", "fmin")

_SUMS: Final = ("fadd", "fmul")

# Renamed in both directions. The first row that applies to a name counts.
RENAMED: Final = (
    *[
        RenamedIntrinsic(f"llvm.nvvm.tcgen05.commit.{way}shared.{group}", f"llvm.nvvm.tcgen05.commit.{way}{group}.p3", 24)
        for way in ("mc.", "")
        for group in ("cg1", "cg2")
    ],
    RenamedIntrinsic("llvm.nvvm.st.bulk.shared.cta", "llvm.nvvm.st.bulk.p3", 24),
    RenamedIntrinsic("llvm.aarch64.sve.bfmmla", "llvm.aarch64.sve.fmmla", 23),
    RenamedIntrinsic("llvm.aarch64.sme.ftmopa.za16.nxv16i8", "llvm.aarch64.sme.fp8.ftmopa.za16", 23),
    RenamedIntrinsic("llvm.aarch64.sme.ftmopa.za32.nxv16i8", "llvm.aarch64.sme.fp8.ftmopa.za32", 23),
    RenamedIntrinsic("llvm.experimental.vector.partial.reduce.add.", "llvm.vector.partial.reduce.add.", 22, "01"),
    *[RenamedIntrinsic(name, name, 22) for name in ("llvm.nvvm.ex2.approx.ftz.", "llvm.nvvm.ex2.approx.")],
    *[RenamedIntrinsic(name, name, 21) for name in ("llvm.nvvm.fabs.ftz.", "llvm.nvvm.fabs.")],
    RenamedIntrinsic("llvm.nvvm.abs.bf16", "llvm.nvvm.fabs.", 21),
    RenamedIntrinsic("llvm.experimental.stepvector.", "llvm.stepvector.", 20, "r"),
    RenamedIntrinsic("llvm.experimental.vector.splice.", "llvm.vector.splice.", 19, "0"),
    RenamedIntrinsic("llvm.experimental.vector.reverse.", "llvm.vector.reverse.", 19, "0"),
    RenamedIntrinsic("llvm.experimental.vector.interleave2.", "llvm.vector.interleave2.", 19, "r"),
    RenamedIntrinsic("llvm.experimental.vector.deinterleave2.", "llvm.vector.deinterleave2.", 19, "0"),
    RenamedIntrinsic("llvm.flt.rounds", "llvm.get.rounding", 16, ""),
    RenamedIntrinsic("llvm.ppc.test.data.class.", "llvm.ppc.test.data.class.", 16),
    RenamedIntrinsic("llvm.wasm.fma.", "llvm.wasm.relaxed.madd.", 16, "r"),
    RenamedIntrinsic("llvm.wasm.fms.", "llvm.wasm.relaxed.nmadd.", 16, "r"),
    RenamedIntrinsic("llvm.wasm.laneselect.", "llvm.wasm.relaxed.laneselect.", 16, "r"),
    *[
        RenamedIntrinsic(f"llvm.wasm.dot.i8x16.i7x16.{way}", f"llvm.wasm.relaxed.dot.i8x16.i7x16.{way}", 16, "", is_whole=True)
        for way in ("signed", "add.signed")
    ],
    RenamedIntrinsic("llvm.experimental.vector.extract.", "llvm.vector.extract.", 15, "r0"),
    RenamedIntrinsic("llvm.experimental.vector.insert.", "llvm.vector.insert.", 15, "01"),
    *[RenamedIntrinsic(f"llvm.experimental.vector.reduce.v2.{name}.", f"llvm.vector.reduce.{name}.", 12) for name in _SUMS],
    *[
        RenamedIntrinsic(f"llvm.experimental.vector.reduce.{name}.", f"llvm.vector.reduce.{name}.", 12, "0")
        for name in _REDUCTIONS
    ],
    RenamedIntrinsic("llvm.x86.seh.recoverfp", "llvm.eh.recoverfp", 8, "", is_whole=True),
)
# Renamed by readers alone: the intrinsic with the newer name was there before, or is for every target.
MERGED: Final = (
    RenamedIntrinsic("llvm.strip.invariant.group", "llvm.launder.invariant.group", 24, "0"),
    *[RenamedIntrinsic(f"llvm.aarch64.neon.{name}", f"llvm.{name}", 24, "r") for name in ("smax", "smin", "umax", "umin")],
    RenamedIntrinsic("llvm.riscv.clmul.i", "llvm.clmul.i", 23, "r"),
    RenamedIntrinsic("llvm.arm.mve.vrintn.v", "llvm.roundeven.v", 21, "0", known=True),
    RenamedIntrinsic("llvm.amdgcn.ldexp.", "llvm.ldexp.", 17, "r1"),
    # A reader renames them only where a type of floating-point numbers follows.
    *[
        RenamedIntrinsic(f"llvm.experimental.vector.reduce.v2.{name}.{letter}", f"llvm.vector.reduce.{name}.{letter}", 12, "1")
        for name in _SUMS
        for letter in ("f", "i")
    ],
    RenamedIntrinsic("llvm.amdgcn.alignbit", "llvm.fshr.", 10, "r", is_whole=True),
    RenamedIntrinsic("llvm.invariant.group.barrier", "llvm.launder.invariant.group", 7, "0"),
)

# The intrinsic that two others divided in LLVM 22, and the sign of its offset for each of them.
SPLICE: Final = "llvm.vector.splice."
SPLICE_SIGNS: Final[dict[str, int]] = {"llvm.vector.splice.left.": 1, "llvm.vector.splice.right.": -1}
