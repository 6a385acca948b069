"""Module flags: the metadata that holds them, the behaviors that merge them, and the values that are allowed.

The language document limits some values ("Module Flags Metadata"), and LLVM reads some (lib/IR/Module.cpp).
Source: Module.h (ModFlagBehavior); LangRef (Module Flags Metadata); Module.cpp.
"""

from __future__ import annotations

from typing import Final, final

MODULE_FLAGS: Final = "llvm.module.flags"
# The flag of a module in which only `llvm.structured.*` intrinsics make and move pointers.
LOGICAL_POINTERS: Final = "require-logical-pointer"

# Objective-C's reference counting: a function whose calls became intrinsics, and the assembly that marks calls, which is
# named metadata in older modules and a flag in newer ones.
ARC_USE: Final = "clang.arc.use"
ARC_MARKER: Final = "clang.arc.retainAutoreleasedReturnValueMarker"

ERROR: Final = 1
WARNING: Final = 2
REQUIRE: Final = 3
OVERRIDE: Final = 4
APPEND: Final = 5
APPEND_UNIQUE: Final = 6
MAXIMUM: Final = 7
MINIMUM: Final = 8
MINIMUM_SINCE: Final = 15


# Two pairs of flags that give the width of a C type: where the first has the key's value, the second has the other.
TYPE_WIDTHS: Final = (
    ("short_wchar", "wchar_size", {0: 4, 1: 2}),
    ("short_enum", "min_enum_size", {0: 4, 1: 1}),
)


# The flags that give the width of a C type: for each value, the bytes of the narrowest integer that such a type can be.
WIDTH_FLAGS: Final[dict[str, dict[int, int]]] = {
    "wchar_size": {1: 1, 2: 2, 4: 4},
    "short_wchar": {0: 4, 1: 2},
    "min_enum_size": {1: 1, 4: 4},
    "short_enum": {0: 4, 1: 1},
}


# The flags that LLVM's verifier wants to have one of these words.
WORD_FLAGS: Final[dict[str, tuple[str, ...]]] = {
    "exception-model": ("arm", "dwarf", "none", "sjlj", "wasm", "wineh"),
    "float-abi": ("hard", "soft"),
    "long-double-type": ("double", "float", "fp128", "ppc_fp128", "x86_fp80"),
    "thread-model": ("posix", "single"),
}


@final
class ModuleFlagValues:
    """One flag and the numbers that it may have; `mask` are the bits that count.

    `family` is the family of targets whose back end demands this, in the words of `message`; empty for every target.
    """

    __slots__ = ("family", "mask", "message", "name", "values")

    def __init__(
        self, name: str, values: tuple[int, ...], mask: int = 0xFFFFFFFFFFFFFFFF, family: str = "", message: str = ""
    ) -> None:
        self.name = name
        self.values = values
        self.mask = mask
        self.family = family
        self.message = message


OBJC_VERSION: Final = "Objective-C Version"
OBJC_IMAGE_INFO_VERSION: Final = "Objective-C Image Info Version"
OBJC_IMAGE_INFO_SECTION: Final = "Objective-C Image Info Section"
OBJC_GARBAGE_COLLECTION: Final = "Objective-C Garbage Collection"
OBJC_GC_ONLY: Final = "Objective-C GC Only"

# If a module has one of Objective-C's flags, it must have these.
OBJC_REQUIRED: Final = (OBJC_VERSION, OBJC_IMAGE_INFO_VERSION, OBJC_IMAGE_INFO_SECTION, OBJC_GARBAGE_COLLECTION)
# The section by the version of the ABI, without blanks.
OBJC_SECTIONS: Final[dict[int, str]] = {
    1: "__OBJC,__image_info,regular",
    2: "__DATA,__objc_imageinfo,regular,no_dead_strip",
}
# Two modules with different values of these flags are an error, so that behavior 1 (Error) is the only one for them.
OBJC_ERROR_FLAGS: Final = (OBJC_VERSION, OBJC_IMAGE_INFO_VERSION, OBJC_IMAGE_INFO_SECTION)
# The value of the garbage collection flag that "GC only" requires.
OBJC_GC_SUPPORTED: Final = 2

MODULE_FLAG_VALUES: Final = (
    ModuleFlagValues(OBJC_VERSION, (1, 2)),
    ModuleFlagValues(OBJC_IMAGE_INFO_VERSION, (0,)),
    # Swift keeps its versions in the bits above.
    ModuleFlagValues(OBJC_GARBAGE_COLLECTION, (0, 2), mask=0xFF),
    ModuleFlagValues(OBJC_GC_ONLY, (6,)),
    # The name of the image info's version in the proposal of 2012; no LLVM reads it.
    ModuleFlagValues("Objective-C Garbage Collection Version", (0,)),
    ModuleFlagValues("short_wchar", (0, 1)),
    ModuleFlagValues("short_enum", (0, 1)),
    ModuleFlagValues("wchar_size", (1, 2, 4)),
    ModuleFlagValues("min_enum_size", (1, 4)),
    # LLVM's ARMAsmPrinter asserts this, in these words.
    ModuleFlagValues("wchar_size", (2, 4), family="arm", message="wchar_t width must be 2 or 4 bytes"),
    ModuleFlagValues("PIC Level", (0, 1, 2)),
    ModuleFlagValues("PIE Level", (0, 1, 2)),
    ModuleFlagValues("Code Model", (0, 1, 2, 3, 4)),
    ModuleFlagValues("RtLibUseGOT", (0, 1)),
    ModuleFlagValues("uwtable", (0, 1, 2)),
    ModuleFlagValues("frame-pointer", (0, 1, 2, 3, 4)),
    ModuleFlagValues("Dwarf Version", (0, 1, 2, 3, 4, 5)),
)
