"""The fixed entries of every module, by number: metadata kinds, operand bundle tags, synchronization scopes.

Source: FixedMetadataKinds.def; LLVMContext.cpp. `python -m tests.releases.run PATH --subject lists` shows what it lacks of an
LLVM.
"""

from __future__ import annotations

from typing import Final, final

from pyllvm.versions import FOREVER


@final
class MetadataKind:
    """A fixed metadata kind: its `word`, the first and last LLVM that number it, the first whose verifier checks it."""

    __slots__ = ("checked_since", "since", "until", "word")

    def __init__(self, word: str, since: int = 0, checked_since: int = 0, until: int = FOREVER) -> None:
        self.word = word
        self.since = since
        self.until = until
        self.checked_since = max(since, checked_since)

    def __repr__(self) -> str:
        return f"<MetadataKind {self.word}>"


# In order; a module's own kinds follow the last that its version knows.
METADATA_KINDS: Final[tuple[MetadataKind, ...]] = (
    MetadataKind("dbg"),
    MetadataKind("tbaa"),
    MetadataKind("prof", checked_since=10),
    MetadataKind("fpmath"),
    MetadataKind("range"),
    MetadataKind("tbaa.struct", checked_since=24),
    MetadataKind("invariant.load", checked_since=23),
    MetadataKind("alias.scope", 0, checked_since=14),
    MetadataKind("noalias", 0, checked_since=14),
    MetadataKind("nontemporal"),
    MetadataKind("llvm.mem.parallel_loop_access"),
    MetadataKind("nonnull"),
    MetadataKind("dereferenceable"),
    MetadataKind("dereferenceable_or_null"),
    MetadataKind("make.implicit"),
    MetadataKind("unpredictable"),
    MetadataKind("invariant.group", checked_since=14),
    MetadataKind("align"),
    MetadataKind("llvm.loop"),
    MetadataKind("type"),
    MetadataKind("section_prefix"),
    MetadataKind("absolute_symbol"),
    MetadataKind("associated"),
    MetadataKind("callees"),
    MetadataKind("irr_loop"),
    MetadataKind("llvm.access.group", 8, checked_since=15),
    MetadataKind("callback", 9),
    MetadataKind("llvm.preserve.access.index", 9),
    MetadataKind("vcall_visibility", 10),
    MetadataKind("noundef", 12, checked_since=23),
    MetadataKind("annotation", 12),
    MetadataKind("nosanitize", 15),
    MetadataKind("func_sanitize", 15),
    MetadataKind("exclude", 15),
    MetadataKind("memprof", 15),
    MetadataKind("callsite", 15),
    MetadataKind("kcfi_type", 16),
    MetadataKind("pcsections", 16),
    MetadataKind("DIAssignID", 16),
    MetadataKind("coro.outside.frame", 18),
    MetadataKind("mmra", 19),
    MetadataKind("noalias.addrspace", 20),
    MetadataKind("callee_type", 22),
    MetadataKind("nofree", 22, until=23),
    MetadataKind("nofreeobj", 24),  # with the number of `nofree`, which is an ordinary word from then on
    MetadataKind("captures", 22),
    MetadataKind("alloc_token", 22),
    MetadataKind("implicit.ref", 22),
    MetadataKind("nofpclass", 23),
    MetadataKind("call_target", 23),
    MetadataKind("inline_history", 23),
    MetadataKind("elf_section_properties", 23),
    MetadataKind("guid", 23),
    MetadataKind("mem.cache_hint", 23),
    MetadataKind("block.uniformity.profile", 23),
    MetadataKind("callgraph", 23),
    MetadataKind("metadata_section_kind", 24),
    MetadataKind("atomic.ignore.denormal.mode", 24),
)
FIXED_KINDS: Final[tuple[str, ...]] = tuple(row.word for row in METADATA_KINDS)
KNOWN_SINCE: Final[dict[str, int]] = {row.word: row.since for row in METADATA_KINDS}
# A kind without a number of its own that the verifier of LLVM 23 and newer knows.
EXPECTED_LANES: Final = "amdgpu.expected.active.lanes"
KNOWN_UNTIL: Final[dict[str, int]] = {row.word: row.until for row in METADATA_KINDS if row.until != FOREVER}
CHECKED_SINCE: Final[dict[str, int]] = {**{row.word: row.checked_since for row in METADATA_KINDS}, EXPECTED_LANES: 23}
# First version in which `callee_type` has the types of `callgraph`, not of `type`.
CALLGRAPH_SINCE: Final[int] = KNOWN_SINCE["callgraph"]
# LLVM 10 and 11 had one before vcall_visibility that no other version has: word, number, first and last version.
_MISEXPECT: Final = ("misexpect", 28, 10, 11)

# The bundle of calls whose result Objective-C's runtime claims.
ATTACHED_CALL: Final = "clang.arc.attachedcall"
# First version in which such a bundle names a function, and not a number.
ATTACHED_FUNCTIONS_SINCE: Final = 14
# First version whose verifier looks for kinds by name, and so numbers them.
KINDS_REGISTERED_SINCE: Final = 23

# The tags of operand bundles, in order, with the first LLVM that numbers each.
_OPERAND_BUNDLE_TAGS: Final[tuple[tuple[str, int], ...]] = (
    ("deopt", 0),
    ("funclet", 0),
    ("gc-transition", 0),
    ("cfguardtarget", 10),
    ("preallocated", 11),
    ("gc-live", 11),
    (ATTACHED_CALL, 13),
    ("ptrauth", 15),
    ("kcfi", 16),
    ("convergencectrl", 17),
    ("align", 22),
    ("deactivation-symbol", 22),
)
# The tags of assumptions, which come before these since LLVM 23, `align` among them.
ASSUMPTION_TAGS: Final[tuple[str, ...]] = (
    "align", "cold", "dereferenceable", "dereferenceable_or_null", "ignore", "nonnull", "noundef", "separate_storage",
)  # fmt: skip
_ASSUMPTION_TAGS_SINCE: Final = 23

# Numbered late; every LLVM that has bundles of assumptions reads it by its word.
_OF_ASSUMPTIONS: Final = "align"

# The synchronization scopes of every version, in order; "" is the system scope.
SYNC_SCOPES: Final[tuple[str, ...]] = ("singlethread", "")


def denormal_mode_kind(version: int) -> str:
    """The kind of attachment of atomic operations that may ignore the mode of denormal numbers."""
    return "atomic.ignore.denormal.mode" if version >= 24 else "amdgpu.ignore.denormal.mode"


def fixed_kinds(version: int) -> list[str]:
    """The metadata kinds that LLVM of this version numbers before any other, in order."""
    kinds = [row.word for row in METADATA_KINDS if row.since <= version <= row.until]
    name, number, since, until = _MISEXPECT
    if since <= version <= until:
        kinds.insert(number, name)
    return kinds


def operand_bundle_tags(version: int) -> list[str]:
    """The operand bundle tags that LLVM of this version numbers before any other, in order."""
    tags = [word for word, since in _OPERAND_BUNDLE_TAGS if since <= version]
    if version < _ASSUMPTION_TAGS_SINCE:
        return tags
    return [*ASSUMPTION_TAGS, *[tag for tag in tags if tag not in ASSUMPTION_TAGS]]


def bundle_tag_since(word: str) -> int:
    """The first LLVM that gives this operand bundle tag a meaning; 0 if none does."""
    return next((since for tag, since in _OPERAND_BUNDLE_TAGS if tag == word and word != _OF_ASSUMPTIONS), 0)
