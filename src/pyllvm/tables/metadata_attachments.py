"""The places where each kind of metadata can be attached, and the form of its node, where LLVM's verifier has no rule.

From the language document's sections on the kinds (in "Metadata", "load Instruction" and "store Instruction").

Source: Verifier.cpp (visitInstruction); LangRef (Metadata).
"""

from __future__ import annotations

from pyllvm.notation import Final, final
from pyllvm.tables.metadata_kinds import KNOWN_SINCE
from pyllvm.versions import FOREVER, OLDEST

# Places: words for instructions and for global values.
ANYWHERE: Final = "anything"
LOAD: Final = "load"
STORE: Final = "store"
MEMORY: Final = "memory access"
CALL: Final = "call"
INDIRECT_CALL: Final = "indirect call"
BRANCH: Final = "branch"
SWITCH: Final = "switch"
SELECT: Final = "select"
TERMINATOR: Final = "terminator"
ALLOCA: Final = "alloca"
FUNCTION: Final = "function"
VARIABLE: Final = "variable"

# Forms of nodes.
ANY_FORM: Final = ""
EMPTY: Final = "empty"
ACCESS_GROUP: Final = "access group"
ALIAS_SCOPES: Final = "alias scopes"
CALLEES: Final = "callees"
INTEGERS: Final = "integers"
ABSOLUTE_SYMBOL: Final = "absolute symbol"
CONDITIONAL: Final = "conditional"
LOOP: Final = "loop"
LOOP_HEADER_WEIGHT: Final = "loop header weight"
ONE: Final = "one"
PROFILE: Final = "profile"
RANGE: Final = "range"
SECTION_PREFIX: Final = "section prefix"
TBAA_STRUCT: Final = "tbaa.struct"
TYPE_IDENTIFIER: Final = "type identifier"
VISIBILITY: Final = "visibility"
GLOBAL_OBJECT: Final = "global object"


@final
class AttachmentRule:
    """One kind: its places, the form of its node, and the versions in which lint checks it."""

    __slots__ = ("form", "kind", "places", "since", "until")

    def __init__(self, kind: str, places: tuple[str, ...], form: str, since: int = OLDEST, until: int = FOREVER) -> None:
        self.kind = kind
        self.places = places
        self.form = form
        self.since = since
        self.until = until


ATTACHMENT_RULES: Final = (
    AttachmentRule("tbaa.struct", (MEMORY,), TBAA_STRUCT),
    AttachmentRule("invariant.group", (LOAD, STORE), EMPTY),
    AttachmentRule("invariant.load", (LOAD, CALL), EMPTY),
    AttachmentRule("nontemporal", (MEMORY,), ONE),
    AttachmentRule("noundef", (LOAD,), EMPTY, since=14),
    AttachmentRule("nonnull", (LOAD,), EMPTY, until=14),
    AttachmentRule("noalias", (MEMORY,), ALIAS_SCOPES, until=13),
    AttachmentRule("alias.scope", (MEMORY,), ALIAS_SCOPES, until=13),
    AttachmentRule("llvm.access.group", (MEMORY,), ACCESS_GROUP, since=KNOWN_SINCE["llvm.access.group"]),
    AttachmentRule("llvm.loop", (BRANCH, SWITCH, TERMINATOR), LOOP),
    AttachmentRule("irr_loop", (TERMINATOR,), LOOP_HEADER_WEIGHT),
    AttachmentRule("unpredictable", (BRANCH, SWITCH), CONDITIONAL, until=16),
    AttachmentRule("unpredictable", (BRANCH, SWITCH, SELECT), CONDITIONAL, since=17),
    AttachmentRule("make.implicit", (BRANCH,), CONDITIONAL),
    AttachmentRule("range", (LOAD, CALL), RANGE),
    AttachmentRule("callees", (INDIRECT_CALL,), CALLEES),
    AttachmentRule("srcloc", (CALL,), INTEGERS),
    AttachmentRule("nosanitize", (ANYWHERE,), EMPTY),
    AttachmentRule("prof", (ANYWHERE,), PROFILE),
    AttachmentRule("coro.outside.frame", (ALLOCA,), EMPTY, since=19),
    AttachmentRule("type", (FUNCTION, VARIABLE), TYPE_IDENTIFIER),
    AttachmentRule("associated", (FUNCTION, VARIABLE), GLOBAL_OBJECT, until=14),
    AttachmentRule("absolute_symbol", (FUNCTION, VARIABLE), ABSOLUTE_SYMBOL),
    AttachmentRule("exclude", (FUNCTION, VARIABLE), EMPTY, since=14),
    AttachmentRule("section_prefix", (FUNCTION, VARIABLE), SECTION_PREFIX),
    AttachmentRule("vcall_visibility", (VARIABLE,), VISIBILITY, since=11),
    AttachmentRule("callback", (FUNCTION,), ANY_FORM, since=KNOWN_SINCE["callback"]),
)

# The names at the start of `!prof` nodes, and the names that instructions can have.
PROFILE_NAMES: Final = ("branch_weights", "VP", "function_entry_count", "synthetic_function_entry_count", "unknown")
# Value profiling kinds: indirect call targets, sizes of memory operations, vtables.
HIGHEST_PROFILE_KIND: Final = 2


def attachment_rule(kind: str, version: int) -> AttachmentRule | None:
    """The rule for a kind in a version; None without a rule."""
    for row in ATTACHMENT_RULES:
        if row.kind == kind and row.since <= version <= row.until:
            return row
    return None
