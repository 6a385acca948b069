"""The registers of inline assembly: the names that `{name}` and clobbers can have, and the types that classes cannot hold.

Sources: `TargetLowering::getRegForInlineAsmConstraint` and `TargetRegisterInfo::getRegAsmName` of the targets, with the names
that Clang passes on (`TargetInfo::getGCCRegNames` and `getGCCAddlRegNames`). Families are the same as in
`inline_asm_constraints`.

`tests/fidelity/test_inline_asm_tables.py` compares it with llc.
"""

from __future__ import annotations

from functools import cache
from typing import Final, final

from pyllvm.versions import OLDEST


@final
class RegisterNames:
    """Names of registers, in small letters; `r[0-3]b` means r0b to r3b.

    `architecture` is empty if all architectures of the families have them. Names with `is_operand` can name an operand; the
    others can only name a clobber, which LLVM passes over if it does not allocate the register.
    """

    __slots__ = ("architecture", "families", "is_operand", "names")

    def __init__(self, families: str, names: str, architecture: str = "", is_operand: bool = True) -> None:
        self.families = tuple(families.split())
        self.names = tuple(names.split())
        self.architecture = architecture
        self.is_operand = is_operand


@final
class RefusedTypes:
    """Types that do not fit into any register that LLVM `since` allocates for a code, in any mode of the target.

    A code is the code of a register class, or `{name}`, where the name can have a range as in `RegisterNames`.
    A type is an LLVM type, or `v128` for vectors of that many bits (64 to 512), or `mask` for vectors of i1; a pointer is an
    integer.
    """

    __slots__ = ("codes", "families", "since", "types")

    def __init__(self, families: str, codes: str, types: str, since: int = OLDEST) -> None:
        self.families = tuple(families.split())
        self.codes = tuple(codes.split())
        self.types = tuple(types.split())
        self.since = since


# Clobbers of any target.
COMMON_CLOBBERS: Final = ("memory", "cc", "unwind", "redzone")
# The beginning of the names of flags that are outputs: `={@ccz}`.
FLAG_OUTPUT: Final = "@cc"

REGISTER_NAMES: Final = (
    RegisterNames("aarch64", "x[0-28] w[0-30] xzr wzr sp wsp fp lr nzcv ffr za zt0 vg"),
    RegisterNames("aarch64", "b[0-31] h[0-31] s[0-31] d[0-31] q[0-31] v[0-31] z[0-31] p[0-15] pn[0-15]"),
    RegisterNames("aarch64", "x[29-31] w31 r[0-30] ip0 ip1 pc fpcr fpmr fpsr", is_operand=False),
    RegisterNames("arm thumb thumb1", "r[0-12] sp lr pc s[0-31] d[0-31] q[0-15] apsr apsr_nzcv cpsr fpexc fpscr vpr zr"),
    RegisterNames("arm thumb thumb1", "a[1-4] v[1-8] r[13-15] sb sl fp ip p0 itstate spsr fpsid", is_operand=False),
    RegisterNames("loongarch", "$r[0-31] $f[0-31] $vr[0-31] $xr[0-31] $fcc[0-7] $fcsr[0-3]"),
    RegisterNames("loongarch", "r[0-31] f[0-31] vr[0-31] xr[0-31] fcc[0-7] fcsr[0-3] scr[0-3]"),
    RegisterNames("loongarch", "$a[0-7] $t[0-8] $s[0-9] $zero $ra $tp $sp $fp $fa[0-7] $ft[0-15] $fs[0-7]", is_operand=False),
    RegisterNames("loongarch", "a[0-7] t[0-8] s[0-9] zero ra tp sp fp fa[0-7] ft[0-15] fs[0-7]", is_operand=False),
    RegisterNames("mips", "$[0-31] $f[0-31] $w[0-31] $fcc[0-7] $hi $lo $hi[0-3] $lo[0-3] $ac[0-3] $d[0-31] $fcr31"),
    RegisterNames("mips", "$msair $msacsr $a[0-7] $c[0-31] $k[0-1] $s[0-8] $t[0-9] $v[0-1]"),
    RegisterNames("mips", "a[0-7] s[0-8] t[0-9] v[0-1] k[0-1] zero at gp sp fp ra r[0-31] f[0-31] w[0-31] d[0-31] d[0-31]_64"),
    RegisterNames("mips", "a[0-3]_64 ac[0-3] hi lo hi[0-3] lo[0-3] f_hi[0-31] fcc[0-7] fcr31 hwr[0-31] msacsr"),
    RegisterNames("mips", "$ac[1-3]hi $ac[1-3]lo $fp $sp $gp $ra $at $zero pc $pc $msacsr", is_operand=False),
    RegisterNames("mips", "dspcarry dspccond dspefi dspoutflag dsppos dspscount $dsp_po $dsp_sc $dsp_ca", is_operand=False),
    RegisterNames("powerpc", "r[0-31] x[0-31] s[0-31] f[0-31] fr[0-31] v[0-31] vf[0-31] vfh[0-31] vs[0-63] vsl[0-31]"),
    RegisterNames("powerpc", "vsrp[0-31] cr[0-7] cr[0-7]lt cr[0-7]gt cr[0-7]eq cr[0-7]un h[0-31] lr lr8 ctr ctr8 xer carry"),
    RegisterNames("powerpc", "vrsave vscr fp fp8 bp bp8 zero zero8 fpscr cc"),
    RegisterNames(
        "powerpc", "[0-31] mq ap sp toc ca spefscr spe_acc sfp tfhar tfiar texasr dmr[0-7] wacc[0-7]", is_operand=False
    ),
    RegisterNames("powerpc", "acc[0-7] uacc[0-7] wacc_hi[0-7] dmrp[0-3] g8p[0-15]", is_operand=False),
    RegisterNames(
        "riscv", "x[0-31] f[0-31] v[0-31] a[0-7] s[0-11] t[0-6] zero ra sp gp tp fp fa[0-7] fs[0-11] ft[0-11] vl vtype"
    ),
    RegisterNames("riscv", "v[0-31]m2 v[0-31]m4 v[0-31]m8 f[0-31]_d f[0-31]_f f[0-31]_h"),
    RegisterNames("riscv", "fflags frm fcsr vxrm vxsat vlenb vstart ssp pc sf.vcix_state", is_operand=False),
    RegisterNames("sparc", "r[0-31] g[0-7] o[0-7] l[0-7] i[0-7] f[0-31] d[0-31] q[0-15] fcc[0-3] fp sp c[0-31] y asr[1-31] fsr"),
    RegisterNames("sparc", "f[32-63]", architecture="sparcv9"),
    RegisterNames("sparc", "icc xcc ccr asi pc npc psr tbr wim", is_operand=False),
    RegisterNames("systemz", "r[0-15] f[0-15] v[0-31] a[0-15] c[0-15] cc"),
    RegisterNames("systemz", "f[0-15]d f[0-15]s f[0-15]q r[0-15]d r[0-15]l r[0-15]h r[0-15]q fpc", is_operand=False),
    RegisterNames(
        "x86", "al ah ax eax bl bh bx ebx cl ch cx ecx dl dh dx edx si esi di edi bp ebp sp esp sil dil bpl spl sih dih"
    ),
    RegisterNames("x86", "bph sph cs ds es fs gs ss flags eflags dirflag df fpsr fpsw st st[0-7] st([0-7]) fp[0-7] mm[0-7]"),
    RegisterNames("x86", "xmm[0-7] ymm[0-7] zmm[0-7] k[0-7] cr[0-15] dr[0-15]"),
    RegisterNames("x86", "rax rbx rcx rdx rsi rdi rbp rsp rip xmm[8-31] ymm[8-31] zmm[8-31] tmm[0-7]", architecture="x86_64"),
    RegisterNames("x86", "r[8-31] r[8-31]b r[8-31]w r[8-31]d r[8-31]bh r[8-31]wh", architecture="x86_64"),
    RegisterNames("x86", "argp frame bnd[0-3] bndcfgu bndstatus fpcr fpcw mxcsr eip ip rflags ssp", is_operand=False),
)

_INTEGERS: Final = "i1 i8 i16 i32 i64 i128"
_FLOATS: Final = "half float double fp128"
_VECTORS: Final = "v64 v128 v256 v512"
_EVERYTHING: Final = f"{_INTEGERS} {_FLOATS} {_VECTORS} mask"

REFUSED_TYPES: Final = (
    RefusedTypes("aarch64", "w", "i1 i8 v256 v512"),
    RefusedTypes("aarch64", "x", "i1 i8 i16 i32 i64 half float double v64 v256 v512"),
    RefusedTypes("aarch64", "y Upl Upa Uph", f"{_INTEGERS} {_FLOATS} {_VECTORS}"),
    RefusedTypes("aarch64", "Uci Ucj", f"i128 {_FLOATS} {_VECTORS}"),
    RefusedTypes("arm thumb thumb1", "w x", "i1 i8 i16 i32 v256 v512"),
    RefusedTypes("arm thumb thumb1", "t", "i1 i8 i16 v256 v512"),
    RefusedTypes("loongarch", "r", f"{_VECTORS} mask"),
    RefusedTypes("loongarch", "f", f"{_INTEGERS} half fp128 v64 v512 mask"),
    RefusedTypes("mips", "r d y", f"i128 fp128 {_VECTORS} mask"),
    RefusedTypes("mips", "f", f"{_INTEGERS} fp128 v64 v256 v512 mask"),
    RefusedTypes("mips", "c", f"i1 i8 i16 i128 float double fp128 {_VECTORS} mask"),
    RefusedTypes("powerpc", "f d", "i1 i8 i16 i128 half fp128 v64 v512"),
    # Until then QPX has vectors in these registers.
    RefusedTypes("powerpc", "f d", "v128 v256 mask", since=12),
    RefusedTypes("riscv", "f {f[0-31]} {fa[0-7]} {fs[0-11]} {ft[0-11]}", f"{_INTEGERS} fp128"),
    RefusedTypes("sparc", "f e", f"i1 i8 i16 i128 half {_VECTORS} mask"),
    RefusedTypes("x86", "r l q Q R jr jR", f"{_VECTORS} mask"),
    # Clang writes these as `{ax}`, `{st}` and so on.
    RefusedTypes("x86", "a b c d S D t u", f"{_EVERYTHING} x86_fp80"),
    RefusedTypes("x86", "f", f"{_INTEGERS} half fp128 {_VECTORS} mask"),
    RefusedTypes("x86", "x v Yz Yi Yt Y2", "i1 i8 i16 x86_fp80 v64 mask"),
    RefusedTypes("x86", "{al} {bl} {cl} {dl} {ax} {bx} {cx} {dx} {si} {di}", "fp128 v128 v256 v512"),
    RefusedTypes("x86", "{eax} {ebx} {ecx} {edx} {esi} {edi} {ebp} {esp}", "fp128 v128 v256 v512"),
    RefusedTypes("x86", "{rax} {rbx} {rcx} {rdx} {rsi} {rdi} {rbp} {rsp} {r[8-15]} {r[8-15]d}", "fp128 v128 v256 v512"),
    RefusedTypes("x86", "{st} {st([0-7])}", f"{_INTEGERS} half fp128 {_VECTORS} mask"),
    RefusedTypes("x86", "{xmm[0-31]} {ymm[0-31]}", "i1 i8 i16 x86_fp80 v64 mask"),
    RefusedTypes("x86", "k Yk {k[0-7]}", f"i128 {_FLOATS} x86_fp80 {_VECTORS}"),
)


def _expanded(name: str) -> list[str]:
    """All names that a name with a range covers."""
    opening = name.find("[")
    if opening < 0:
        return [name]
    closing = name.index("]", opening)
    lowest, _, highest = name[opening + 1 : closing].partition("-")
    return [f"{name[:opening]}{number}{name[closing + 1 :]}" for number in range(int(lowest), int(highest) + 1)]


@cache
def operand_registers(family: str, architecture: str) -> frozenset[str]:
    """The names that operands can have on an architecture of a family, in small letters; empty for a family without a list."""
    names: set[str] = set()
    for row in REGISTER_NAMES:
        if family in row.families and row.is_operand and row.architecture in ("", architecture):
            for name in row.names:
                names.update(_expanded(name))
    return frozenset(names)


@cache
def clobber_names(family: str) -> frozenset[str]:
    """The names that clobbers can have in a family, in small letters; empty for a family without a list."""
    names: set[str] = set()
    for row in REGISTER_NAMES:
        if family in row.families:
            for name in row.names:
                names.update(_expanded(name))
    return frozenset(names.union(COMMON_CLOBBERS)) if names else frozenset()


@cache
def refused_types(family: str, code: str, version: int) -> frozenset[str]:
    """The types that no register of a code can hold, as `RefusedTypes` spells them."""
    types: set[str] = set()
    for row in REFUSED_TYPES:
        if family not in row.families or row.since > version:
            continue
        if code in row.codes or (code.startswith("{") and any(code in _expanded(one) for one in row.codes)):
            types.update(row.types)
    return frozenset(types)
