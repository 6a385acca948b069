"""Every attribute that LLVM 7 to 23 know by number: word, number in bitcode, value, positions, first and last version.

String attributes (`"key"="value"`) are open-ended and have no rows.

Source: Attributes.td; LLVMBitCodes.h (AttributeKindCodes). `python -m tests.releases.run PATH --subject words` shows what it
lacks of an LLVM.
"""

from __future__ import annotations

from typing import Final, final

from pyllvm.versions import FOREVER

# The kind of value of an attribute; LLVM sorts the attributes of a set by this first.
NONE: Final = 0
TYPE: Final = 1
INTEGER: Final = 2
RANGE: Final = 3
RANGE_LIST: Final = 4

# The form of an integer in text, if it is not one number in parentheses.
ELEMENT_SIZES: Final = 5  # allocsize(0), allocsize(0,1): the second number may be missing
VSCALE_LIMITS: Final = 6  # vscale_range(2), vscale_range(1,16): one number represents both
MEMORY_EFFECTS: Final = 7
FLOATING_POINT_MASK: Final = 8
CAPTURED: Final = 9
UNWIND_TABLE_KIND: Final = 10
ALLOCATION_KIND: Final = 11
ALIGNMENT: Final = 12  # align 8
DENORMAL_MODES: Final = 13
OPTIONAL_SIZE: Final = 14  # dead_on_return, dead_on_return(8)
# The forms with words, or two numbers, in parentheses.
WORDS: Final = frozenset((MEMORY_EFFECTS, FLOATING_POINT_MASK, CAPTURED, UNWIND_TABLE_KIND, ALLOCATION_KIND, DENORMAL_MODES))
PAIRS: Final = frozenset((ELEMENT_SIZES, VSCALE_LIMITS))

# The first operand of each attribute in the record of a group (LLVMBitCodes.h, PARAMATTR_GRP_CODE_ENTRY): the form of the rest.
ENUM_FORM: Final = 0
INTEGER_FORM: Final = 1
KEY_FORM: Final = 3
KEY_AND_VALUE_FORM: Final = 4
TYPELESS_FORM: Final = 5
TYPE_FORM: Final = 6
RANGE_FORM: Final = 7
RANGE_LIST_FORM: Final = 8

# Where an attribute may be (bits of `AttributeKind.places`).
FUNCTION: Final = 1
PARAMETER: Final = 2
RETURN: Final = 4

_PLACE_LETTERS: Final = {"F": FUNCTION, "P": PARAMETER, "R": RETURN}
# A letter for the position, then the first version that allows it there, or "-" and the last: "F-15 P10 R"


@final
class AttributeKind:
    """One attribute: its `word` in text, its `number` in bitcode, LLVM's `enumerator`, which decides its order.

    `payload` is the kind of value that it takes from version `payload_since` on; before, it had none. `grammar` is how text
    writes the value: the payload, or for integers one of the grammars from ELEMENT_SIZES on.
    """

    __slots__ = (
        "_places",
        "_places_in",
        "enumerator",
        "grammar",
        "number",
        "order_varies",
        "payload",
        "payload_since",
        "since",
        "until",
        "word",
    )

    def __init__(
        self,
        word: str,
        number: int,
        enumerator: str,
        grammar: int,
        places: str,
        since: int = 0,
        until: int = FOREVER,
        payload_since: int = 0,
    ) -> None:
        self.word = word
        self.number = number
        self.enumerator = enumerator
        self.grammar = grammar
        self.payload = INTEGER if grammar > RANGE_LIST else grammar
        self._places = places
        # The answers of `places`: it is asked for each attribute of a text.
        self._places_in: dict[int, int] = {}
        self.since = since
        self.until = until
        self.payload_since = payload_since
        # whether its place in the order changes between versions before ORDER_SETTLED_SINCE
        self.order_varies = payload_since != 0 or enumerator == "MustProgress"

    def payload_in(self, version: int) -> int:
        """The kind of its value in that version."""
        return self.payload if version >= self.payload_since else NONE

    def is_in(self, version: int) -> bool:
        """Whether that version knows it."""
        return self.since <= version <= self.until

    def places(self, version: int) -> int:
        """The positions that allow it in that version: a sum of FUNCTION, PARAMETER and RETURN."""
        found = self._places_in.get(version)
        if found is None:
            found = self._placed(version)
            self._places_in[version] = found
        return found

    def _placed(self, version: int) -> int:
        allowed = 0
        for place in self._places.split():
            limit = place[1:]
            if limit.startswith("-"):
                if version > int(limit[1:]):
                    continue
            elif limit and version < int(limit):
                continue
            allowed |= _PLACE_LETTERS[place[0]]
        return allowed

    def __repr__(self) -> str:
        return f"<AttributeKind {self.word}>"


# The string attributes that LLVM's Attributes.td names, with the first and the last version.
_STRING_ATTRIBUTES: Final[dict[str, tuple[int, int]]] = {
    "less-precise-fpmad": (5, FOREVER),
    "no-infs-fp-math": (5, 22),
    "no-nans-fp-math": (5, 22),
    "no-signed-zeros-fp-math": (8, FOREVER),
    "approx-func-fp-math": (15, 21),
    "unsafe-fp-math": (5, 21),
    "no-jump-tables": (5, FOREVER),
    "no-inline-line-tables": (11, FOREVER),
    "profile-sample-accurate": (8, FOREVER),
    "use-sample-profile": (12, FOREVER),
    "denormal-fp-math": (17, FOREVER),
    "denormal-fp-math-f32": (17, FOREVER),
    "loader-replaceable": (20, FOREVER),
    "marked_for_windows_hot_patching": (21, FOREVER),
    "allow_direct_access_in_hot_patch_function": (21, FOREVER),
}


def is_string_attribute(name: str, version: int) -> bool:
    """Whether LLVM of this version knows an attribute with this name by itself (Attribute::isExistingAttribute)."""
    since, until = _STRING_ATTRIBUTES.get(name, (FOREVER, 0))
    return since <= version <= until


# fmt: off
ATTRIBUTE_KINDS: Final[tuple[AttributeKind, ...]] = (
    AttributeKind("align", 1, "Alignment", ALIGNMENT, "P R"),
    AttributeKind("alwaysinline", 2, "AlwaysInline", NONE, "F"),
    AttributeKind("byval", 3, "ByVal", TYPE, "P", payload_since=9),
    AttributeKind("inlinehint", 4, "InlineHint", NONE, "F"),
    AttributeKind("inreg", 5, "InReg", NONE, "P R"),
    AttributeKind("minsize", 6, "MinSize", NONE, "F"),
    AttributeKind("naked", 7, "Naked", NONE, "F"),
    AttributeKind("nest", 8, "Nest", NONE, "P"),
    AttributeKind("noalias", 9, "NoAlias", NONE, "P R"),
    AttributeKind("nobuiltin", 10, "NoBuiltin", NONE, "F"),
    AttributeKind("nocapture", 11, "NoCapture", NONE, "P", until=20),
    AttributeKind("noduplicate", 12, "NoDuplicate", NONE, "F"),
    AttributeKind("noimplicitfloat", 13, "NoImplicitFloat", NONE, "F"),
    AttributeKind("noinline", 14, "NoInline", NONE, "F"),
    AttributeKind("nonlazybind", 15, "NonLazyBind", NONE, "F"),
    AttributeKind("noredzone", 16, "NoRedZone", NONE, "F"),
    AttributeKind("noreturn", 17, "NoReturn", NONE, "F"),
    AttributeKind("nounwind", 18, "NoUnwind", NONE, "F"),
    AttributeKind("optsize", 19, "OptimizeForSize", NONE, "F"),
    AttributeKind("readnone", 20, "ReadNone", NONE, "F-15 P"),
    AttributeKind("readonly", 21, "ReadOnly", NONE, "F-15 P"),
    AttributeKind("returned", 22, "Returned", NONE, "P"),
    AttributeKind("returns_twice", 23, "ReturnsTwice", NONE, "F"),
    AttributeKind("signext", 24, "SExt", NONE, "P R"),
    AttributeKind("alignstack", 25, "StackAlignment", INTEGER, "F P13 R21"),
    AttributeKind("ssp", 26, "StackProtect", NONE, "F"),
    AttributeKind("sspreq", 27, "StackProtectReq", NONE, "F"),
    AttributeKind("sspstrong", 28, "StackProtectStrong", NONE, "F"),
    AttributeKind("sret", 29, "StructRet", TYPE, "P", payload_since=12),
    AttributeKind("sanitize_address", 30, "SanitizeAddress", NONE, "F"),
    AttributeKind("sanitize_thread", 31, "SanitizeThread", NONE, "F"),
    AttributeKind("sanitize_memory", 32, "SanitizeMemory", NONE, "F"),
    AttributeKind("uwtable", 33, "UWTable", UNWIND_TABLE_KIND, "F", payload_since=15),
    AttributeKind("zeroext", 34, "ZExt", NONE, "P R"),
    AttributeKind("builtin", 35, "Builtin", NONE, "F"),
    AttributeKind("cold", 36, "Cold", NONE, "F"),
    AttributeKind("optnone", 37, "OptimizeNone", NONE, "F"),
    AttributeKind("inalloca", 38, "InAlloca", TYPE, "P", payload_since=13),
    AttributeKind("nonnull", 39, "NonNull", NONE, "P R"),
    AttributeKind("jumptable", 40, "JumpTable", NONE, "F"),
    AttributeKind("dereferenceable", 41, "Dereferenceable", INTEGER, "P R"),
    AttributeKind("dereferenceable_or_null", 42, "DereferenceableOrNull", INTEGER, "P R"),
    AttributeKind("convergent", 43, "Convergent", NONE, "F"),
    AttributeKind("safestack", 44, "SafeStack", NONE, "F"),
    AttributeKind("argmemonly", 45, "ArgMemOnly", NONE, "F", until=15),
    AttributeKind("swiftself", 46, "SwiftSelf", NONE, "P"),
    AttributeKind("swifterror", 47, "SwiftError", NONE, "P"),
    AttributeKind("norecurse", 48, "NoRecurse", NONE, "F"),
    AttributeKind("inaccessiblememonly", 49, "InaccessibleMemOnly", NONE, "F", until=15),
    AttributeKind("inaccessiblemem_or_argmemonly", 50, "InaccessibleMemOrArgMemOnly", NONE, "F", until=15),
    AttributeKind("allocsize", 51, "AllocSize", ELEMENT_SIZES, "F"),
    AttributeKind("writeonly", 52, "WriteOnly", NONE, "F-15 P"),
    AttributeKind("speculatable", 53, "Speculatable", NONE, "F"),
    AttributeKind("strictfp", 54, "StrictFP", NONE, "F"),
    AttributeKind("sanitize_hwaddress", 55, "SanitizeHWAddress", NONE, "F"),
    AttributeKind("nocf_check", 56, "NoCfCheck", NONE, "F"),
    AttributeKind("optforfuzzing", 57, "OptForFuzzing", NONE, "F"),
    AttributeKind("shadowcallstack", 58, "ShadowCallStack", NONE, "F"),
    AttributeKind("speculative_load_hardening", 59, "SpeculativeLoadHardening", NONE, "F", since=8),
    AttributeKind("immarg", 60, "ImmArg", NONE, "P", since=9),
    AttributeKind("willreturn", 61, "WillReturn", NONE, "F", since=9),
    AttributeKind("nofree", 62, "NoFree", NONE, "F P10", since=9),
    AttributeKind("nosync", 63, "NoSync", NONE, "F", since=9),
    AttributeKind("sanitize_memtag", 64, "SanitizeMemTag", NONE, "F", since=9),
    AttributeKind("preallocated", 65, "Preallocated", TYPE, "F P", since=11),
    AttributeKind("nomerge", 66, "NoMerge", NONE, "F", since=11),
    AttributeKind("null_pointer_is_valid", 67, "NullPointerIsValid", NONE, "F", since=11),
    AttributeKind("noundef", 68, "NoUndef", NONE, "P R", since=11),
    AttributeKind("byref", 69, "ByRef", TYPE, "P", since=12),
    AttributeKind("mustprogress", 70, "MustProgress", NONE, "F", since=12),
    AttributeKind("nocallback", 71, "NoCallback", NONE, "F", since=12),
    AttributeKind("hot", 72, "Hot", NONE, "F", since=12),
    AttributeKind("noprofile", 73, "NoProfile", NONE, "F", since=12),
    AttributeKind("vscale_range", 74, "VScaleRange", VSCALE_LIMITS, "F", since=13),
    AttributeKind("swiftasync", 75, "SwiftAsync", NONE, "P", since=13),
    AttributeKind("nosanitize_coverage", 76, "NoSanitizeCoverage", NONE, "F", since=13),
    AttributeKind("elementtype", 77, "ElementType", TYPE, "P R23", since=13),
    AttributeKind("disable_sanitizer_instrumentation", 78, "DisableSanitizerInstrumentation", NONE, "F", since=14),
    AttributeKind("nosanitize_bounds", 79, "NoSanitizeBounds", NONE, "F", since=15),
    AttributeKind("allocalign", 80, "AllocAlign", NONE, "P", since=15),
    AttributeKind("allocptr", 81, "AllocatedPointer", NONE, "P", since=15),
    AttributeKind("allockind", 82, "AllocKind", ALLOCATION_KIND, "F", since=15),
    AttributeKind("presplitcoroutine", 83, "PresplitCoroutine", NONE, "F", since=15),
    AttributeKind("fn_ret_thunk_extern", 84, "FnRetThunkExtern", NONE, "F", since=15),
    AttributeKind("skipprofile", 85, "SkipProfile", NONE, "F", since=16),
    AttributeKind("memory", 86, "Memory", MEMORY_EFFECTS, "F", since=16),
    AttributeKind("nofpclass", 87, "NoFPClass", FLOATING_POINT_MASK, "P R", since=17),
    AttributeKind("optdebug", 88, "OptimizeForDebugging", NONE, "F", since=18),
    AttributeKind("writable", 89, "Writable", NONE, "P", since=18),
    AttributeKind("coro_only_destroy_when_complete", 90, "CoroDestroyOnlyWhenComplete", NONE, "F", since=18),
    AttributeKind("dead_on_unwind", 91, "DeadOnUnwind", NONE, "P", since=18),
    AttributeKind("range", 92, "Range", RANGE, "P R", since=19),
    AttributeKind("sanitize_numerical_stability", 93, "SanitizeNumericalStability", NONE, "F", since=19),
    AttributeKind("initializes", 94, "Initializes", RANGE_LIST, "P", since=19),
    AttributeKind("hybrid_patchable", 95, "HybridPatchable", NONE, "F", since=19),
    AttributeKind("sanitize_realtime", 96, "SanitizeRealtime", NONE, "F", since=20),
    AttributeKind("sanitize_realtime_blocking", 97, "SanitizeRealtimeBlocking", NONE, "F", since=20),
    AttributeKind("coro_elide_safe", 98, "CoroElideSafe", NONE, "F", since=20),
    AttributeKind("noext", 99, "NoExt", NONE, "P R", since=20),
    AttributeKind("nodivergencesource", 100, "NoDivergenceSource", NONE, "F", since=20),
    AttributeKind("sanitize_type", 101, "SanitizeType", NONE, "F", since=20),
    AttributeKind("captures", 102, "Captures", CAPTURED, "P", since=20),
    AttributeKind("dead_on_return", 103, "DeadOnReturn", OPTIONAL_SIZE, "P", since=21, payload_since=23),
    AttributeKind("sanitize_alloc_token", 104, "SanitizeAllocToken", NONE, "F", since=22),
    AttributeKind("nocreateundeforpoison", 105, "NoCreateUndefOrPoison", NONE, "F", since=22),
    AttributeKind("denormal_fpenv", 106, "DenormalFPEnv", DENORMAL_MODES, "F", since=23),
    AttributeKind("nooutline", 107, "NoOutline", NONE, "F", since=23),
    AttributeKind("flatten", 108, "Flatten", NONE, "F", since=23),
    AttributeKind("noipa", 109, "NoIPA", NONE, "F", since=23),
    AttributeKind("nofreeobj", 110, "NoFreeObj", NONE, "P R", since=24),
)
# fmt: on

KIND_OF_WORD: Final[dict[str, AttributeKind]] = {kind.word: kind for kind in ATTRIBUTE_KINDS}
KIND_OF_NUMBER: Final[dict[int, AttributeKind]] = {kind.number: kind for kind in ATTRIBUTE_KINDS}

# Values of string attributes that the verifier of older versions refuses: key and value, the first version that takes it, and
# the value that is nearest to it before.
NEWER_STRING_VALUES: Final[dict[tuple[str, str], tuple[int, str]]] = {
    ("frame-pointer", "reserved"): (19, "none"),
    ("frame-pointer", "non-leaf-no-reserve"): (22, "non-leaf"),
}

# Those that ask for something: code without one of them is other code, and not only less well optimized.
ASKING: Final = frozenset(
    (
        "alignstack", "byref", "byval", "convergent", "hybrid_patchable", "inalloca", "inreg", "nest", "null_pointer_is_valid",
        "preallocated", "presplitcoroutine", "returned", "signext", "sret", "strictfp", "swiftasync", "swifterror", "swiftself",
        "zeroext",
    )
)  # fmt: skip

# From this version on the order of a set's attributes no longer changes.
ORDER_SETTLED_SINCE: Final = 23

_RANKS: Final[dict[int, list[int]]] = {}


def ranks(version: int) -> list[int]:
    """By kind number: the place of each attribute in LLVM's order, the order of Attribute::AttrKind in this version."""
    version = min(version, ORDER_SETTLED_SINCE)
    known = _RANKS.get(version)
    if known is not None:
        return known
    keyed: list[tuple[int, str, int]] = []
    for kind in ATTRIBUTE_KINDS:
        enumerator = kind.enumerator
        if version == 12 and kind.word == "mustprogress":
            # LLVM 12 sorts MustProgress after WillReturn, not alphabetically.
            enumerator = "WillReturn+"
        keyed.append((kind.payload_in(version), enumerator, kind.number))
    keyed.sort()
    result = [0] * (max(number for _, _, number in keyed) + 1)
    for rank, key in enumerate(keyed):
        result[key[2]] = rank
    _RANKS[version] = result
    return result


# The values of some integer attributes.
UNWIND_TABLE_SYNC: Final = 1
UNWIND_TABLE_ASYNC: Final = 2
NO_ELEMENT_COUNT: Final = 0xFFFFFFFF  # the lower half of an allocsize of one argument
NO_SIZE: Final = 0xFFFFFFFFFFFFFFFF  # dead_on_return without a size

# denormal_fpenv: by number; the value has the modes of outputs and inputs of all types in its lower four bits, and the modes of
# float in the next four
DENORMAL_KINDS: Final[tuple[str, ...]] = ("ieee", "preservesign", "positivezero", "dynamic")

ALLOCATION_KINDS: Final[tuple[tuple[str, int], ...]] = (
    ("alloc", 1),
    ("realloc", 2),
    ("free", 4),
    ("uninitialized", 8),
    ("zeroed", 16),
    ("aligned", 32),
)

# The classes that nofpclass and llvm.is.fpclass can name, all together
ALL_FLOATING_POINT_CLASSES: Final = 0x3FF
# nofpclass: in the order in which LLVM prints them, and each word removes its bits
FLOATING_POINT_CLASSES: Final[tuple[tuple[str, int], ...]] = (
    ("all", ALL_FLOATING_POINT_CLASSES),
    ("nan", 0x003),
    ("snan", 0x001),
    ("qnan", 0x002),
    ("inf", 0x204),
    ("ninf", 0x004),
    ("pinf", 0x200),
    ("zero", 0x060),
    ("nzero", 0x020),
    ("pzero", 0x040),
    ("sub", 0x090),
    ("nsub", 0x010),
    ("psub", 0x080),
    ("norm", 0x108),
    ("nnorm", 0x008),
    ("pnorm", 0x100),
)

# memory(...): two bits a location. The value of `memory` is kept in the newest version's layout, whatever the module's.
MEMORY_ACCESSES: Final[tuple[str, ...]] = ("none", "read", "write", "readwrite")
TARGET_MEMORY_SINCE: Final = 22
# First version with accesses of errno.
ERRNO_MEMORY_SINCE: Final = 21
MEMORY_LOCATIONS: Final[tuple[tuple[str, int, int], ...]] = (  # word, bit, since
    ("argmem", 0, 16),
    ("inaccessiblemem", 2, 16),
    ("errnomem", 4, 21),
    ("target_mem0", 8, TARGET_MEMORY_SINCE),
    ("target_mem1", 10, TARGET_MEMORY_SINCE),
)
MEMORY_OTHER_BIT: Final = 6
MEMORY_OTHER_BIT_TO_20: Final = 4
MEMORY_LAYOUT_MARK: Final = 1 << 56  # set in bitcode of 21 and 22: "other" is at bits 6 and 7
# Since 23 `target_mem` names both locations of target memory, and another bit marks the layout.
MEMORY_TARGET_MARK: Final = 1 << 57
BOTH_TARGET_MEMORIES: Final = "target_mem"
BOTH_TARGET_MEMORIES_SINCE: Final = 23
# The attributes of a function that `memory` replaced in LLVM 16.
MEMORY_SINCE: Final = 16
# The meaning of the attributes before `memory`: the accesses that they allow, as (argmem, inaccessiblemem, other).
MEMORY_WORDS: Final[dict[str, tuple[int, int, int]]] = {
    "readnone": (0, 0, 0),
    "readonly": (1, 1, 1),
    "writeonly": (2, 2, 2),
    "argmemonly": (3, 0, 0),
    "inaccessiblememonly": (0, 3, 0),
    "inaccessiblemem_or_argmemonly": (3, 3, 0),
}

# captures(...): four bits for what escapes other than by being returned, above four for what the return value carries
CAPTURE_COMPONENTS: Final[tuple[tuple[str, int], ...]] = (
    ("address_is_null", 1),
    ("address", 3),
    ("read_provenance", 4),
    ("provenance", 12),
)

# The bitmap of the oldest PARAMATTR records, by word: the bit of each attribute once the alignment is taken out.
OLD_BITS: Final[tuple[tuple[str, int], ...]] = (
    ("zeroext", 0),
    ("signext", 1),
    ("noreturn", 2),
    ("inreg", 3),
    ("sret", 4),
    ("nounwind", 5),
    ("noalias", 6),
    ("byval", 7),
    ("nest", 8),
    ("readnone", 9),
    ("readonly", 10),
    ("noinline", 11),
    ("alwaysinline", 12),
    ("optsize", 13),
    ("ssp", 14),
    ("sspreq", 15),
    ("nocapture", 21),
    ("noredzone", 22),
    ("noimplicitfloat", 23),
    ("naked", 24),
    ("inlinehint", 25),
    ("returns_twice", 29),
    ("uwtable", 30),
    ("nonlazybind", 31),
    ("sanitize_address", 32),
    ("minsize", 33),
    ("noduplicate", 34),
    ("sspstrong", 35),
    ("sanitize_thread", 36),
    ("sanitize_memory", 37),
    ("nobuiltin", 38),
    ("returned", 39),
    ("cold", 40),
    ("builtin", 41),
    ("optnone", 42),
    ("inalloca", 43),
    ("nonnull", 44),
    ("jumptable", 45),
    ("convergent", 46),
    ("safestack", 47),
    ("norecurse", 48),
    ("inaccessiblememonly", 49),
    ("inaccessiblemem_or_argmemonly", 50),
    ("swiftself", 51),
    ("swifterror", 52),
    ("writeonly", 53),
    ("speculatable", 54),
    ("strictfp", 55),
    ("sanitize_hwaddress", 56),
    ("nocf_check", 57),
    ("optforfuzzing", 58),
    ("shadowcallstack", 59),
    ("speculative_load_hardening", 60),
    ("immarg", 61),
    ("willreturn", 62),
    ("nofree", 63),
)
OLD_STACK_ALIGNMENT_BIT: Final = 26  # three bits: log2 of the alignment, plus 1
