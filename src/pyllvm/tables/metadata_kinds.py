"""What every module has from the start, by number: metadata kinds, operand bundle tags, synchronization scopes."""

from __future__ import annotations

from typing import Final

# The fixed metadata kinds, in order; a module's own kinds follow the last that its version knows.
FIXED_KINDS: Final[tuple[str, ...]] = (
    "dbg",
    "tbaa",
    "prof",
    "fpmath",
    "range",
    "tbaa.struct",
    "invariant.load",
    "alias.scope",
    "noalias",
    "nontemporal",
    "llvm.mem.parallel_loop_access",
    "nonnull",
    "dereferenceable",
    "dereferenceable_or_null",
    "make.implicit",
    "unpredictable",
    "invariant.group",
    "align",
    "llvm.loop",
    "type",
    "section_prefix",
    "absolute_symbol",
    "associated",
    "callees",
    "irr_loop",
    "llvm.access.group",
    "callback",
    "llvm.preserve.access.index",
    "vcall_visibility",
    "noundef",
    "annotation",
    "nosanitize",
    "func_sanitize",
    "exclude",
    "memprof",
    "callsite",
    "kcfi_type",
    "pcsections",
    "DIAssignID",
    "coro.outside.frame",
    "mmra",
    "noalias.addrspace",
    "callee_type",
    "nofree",
    "captures",
    "alloc_token",
    "implicit.ref",
)
# version: how many of them it knows, from that version on
_KIND_COUNTS: Final[tuple[tuple[int, int], ...]] = (
    (7, 25),
    (8, 26),
    (9, 28),
    (10, 29),
    (12, 31),
    (15, 36),
    (16, 39),
    (18, 40),
    (19, 41),
    (20, 42),
    (22, 47),
)
# LLVM 10 and 11 had one before vcall_visibility that no other version has.
_MISEXPECT: Final = ("misexpect", 28, 10, 11)

# The tags of operand bundles, in order.
OPERAND_BUNDLE_TAGS: Final[tuple[str, ...]] = (
    "deopt",
    "funclet",
    "gc-transition",
    "cfguardtarget",
    "preallocated",
    "gc-live",
    "clang.arc.attachedcall",
    "ptrauth",
    "kcfi",
    "convergencectrl",
    "align",
    "deactivation-symbol",
)
_BUNDLE_TAG_COUNTS: Final[tuple[tuple[int, int], ...]] = (
    (7, 3),
    (10, 4),
    (11, 6),
    (13, 7),
    (15, 8),
    (16, 9),
    (17, 10),
    (22, 12),
)

# Synchronization scopes, in order, of every version; "" is the system's.
SYNC_SCOPES: Final[tuple[str, ...]] = ("singlethread", "")


def fixed_kinds(version: int) -> list[str]:
    """The metadata kinds that LLVM of that version numbers before any other, in order."""
    kinds = list(FIXED_KINDS[: _count(_KIND_COUNTS, version)])
    name, number, since, until = _MISEXPECT
    if since <= version <= until:
        kinds.insert(number, name)
    return kinds


def operand_bundle_tags(version: int) -> list[str]:
    """The operand bundle tags that LLVM of that version numbers before any other, in order."""
    return list(OPERAND_BUNDLE_TAGS[: _count(_BUNDLE_TAG_COUNTS, version)])


def _count(counts: tuple[tuple[int, int], ...], version: int) -> int:
    known = counts[0][1]
    for since, count in counts:
        if version >= since:
            known = count
    return known
