"""Module flags: values that the language document does not define, and flags that need others."""

from __future__ import annotations

from pyllvm.diagnostics import PyllvmError
from pyllvm.ir.constants import ConstantInt
from pyllvm.ir.metadata import MDNode, MDString, constant_int
from pyllvm.tables.module_flags import (
    ERROR,
    MODULE_FLAG_VALUES,
    MODULE_FLAGS,
    OBJC_ERROR_FLAGS,
    OBJC_GARBAGE_COLLECTION,
    OBJC_GC_ONLY,
    OBJC_GC_SUPPORTED,
    OBJC_IMAGE_INFO_SECTION,
    OBJC_REQUIRED,
    OBJC_SECTIONS,
    OBJC_VERSION,
    REQUIRE,
    TYPE_WIDTHS,
    WIDTH_FLAGS,
)
from pyllvm.verifier.lint.findings import Linter


def module_flags(linter: Linter) -> dict[str, MDNode]:
    """Return the module's flags by name, without requirements; the first of each name."""
    flags: dict[str, MDNode] = {}
    named = linter.module.named_metadata_of(MODULE_FLAGS)
    for flag in [] if named is None else named.operands:
        operands = flag.operands
        if len(operands) == 3 and isinstance(operands[1], MDString):
            behavior = constant_int(operands[0])
            if behavior is not None and behavior.value != REQUIRE:
                flags.setdefault(operands[1].text, flag)
    return flags


def flag_value(flags: dict[str, MDNode], name: str) -> ConstantInt | None:
    """Return the number in a flag, or None."""
    flag = flags.get(name)
    return None if flag is None else constant_int(flag.operands[2])


def check_module_flags(linter: Linter) -> None:
    """Check the module's flags."""
    flags = module_flags(linter)
    wrong: set[str] = set()
    for row in MODULE_FLAG_VALUES:
        if row.name not in flags or row.name in wrong or row.family not in ("", linter.triple.family):
            continue
        value = flag_value(flags, row.name)
        if value is None or value.unsigned & row.mask not in row.values:
            expected = ", ".join([str(number) for number in row.values])
            message = row.message or f"module flag '{row.name}' must be one of {expected}"
            linter.report("module-flag", message, flags[row.name])
            wrong.add(row.name)
    _check_widths(linter, flags)
    _check_layout(linter, flags)
    _check_objective_c(linter, flags)


def _check_widths(linter: Linter, flags: dict[str, MDNode]) -> None:
    """Section "C type width Module Flags Metadata": the older flags and the newer ones agree."""
    for short, size, widths in TYPE_WIDTHS:
        one, other = flag_value(flags, short), flag_value(flags, size)
        if one is not None and other is not None and one.unsigned in widths and widths[one.unsigned] != other.unsigned:
            message = f"module flags '{short}' and '{size}' give one type different widths"
            linter.report("module-flag", message, flags[short], flags[size])


def _check_layout(linter: Linter, flags: dict[str, MDNode]) -> None:
    """The same section: an integer of the width that a flag gives to a C type takes no more bytes in an array."""
    for name, widths in WIDTH_FLAGS.items():
        value = flag_value(flags, name)
        size = None if value is None else widths.get(value.unsigned)
        if value is None or size is None:
            continue
        try:
            taken = linter.data_layout.alloc_size(linter.module.context.integer(8 * size))
        except PyllvmError:
            return
        if taken != size:
            message = f"module flag '{name}' is {value.value}, but i{8 * size} takes {taken} bytes in the data layout"
            linter.report("module-flag-layout", message, flags[name])


def _check_objective_c(linter: Linter, flags: dict[str, MDNode]) -> None:
    """Section "Objective-C Garbage Collection Module Flags Metadata"."""
    present = [name for name in (*OBJC_REQUIRED, OBJC_GC_ONLY) if name in flags]
    if not present:
        return
    for name in OBJC_REQUIRED:
        if name not in flags:
            linter.report("module-flag-missing", f"module flag '{present[0]}' needs '{name}'", flags[present[0]])
    for name in OBJC_ERROR_FLAGS:
        behavior = constant_int(flags[name].operands[0]) if name in flags else None
        if behavior is not None and behavior.value != ERROR:
            message = f"module flag '{name}' must have behavior {ERROR}: two values of it are an error"
            linter.report("module-flag", message, flags[name])
    collection = flag_value(flags, OBJC_GARBAGE_COLLECTION)
    if OBJC_GC_ONLY in flags and collection is not None and collection.unsigned & 0xFF != OBJC_GC_SUPPORTED:
        message = f"module flag '{OBJC_GC_ONLY}' needs '{OBJC_GARBAGE_COLLECTION}' to be {OBJC_GC_SUPPORTED}"
        linter.report("module-flag-missing", message, flags[OBJC_GC_ONLY])
    version = flag_value(flags, OBJC_VERSION)
    if OBJC_IMAGE_INFO_SECTION not in flags or version is None or version.value not in OBJC_SECTIONS:
        return
    section = flags[OBJC_IMAGE_INFO_SECTION].operands[2]
    expected = OBJC_SECTIONS[version.value]
    if not isinstance(section, MDString) or section.text.replace(" ", "") != expected:
        message = f"module flag '{OBJC_IMAGE_INFO_SECTION}' must be \"{expected}\" for version {version.value}"
        linter.report("module-flag", message, flags[OBJC_IMAGE_INFO_SECTION])
