"""What LLVM does with debug information, and asks of it: the first, or the last, release."""

from __future__ import annotations

from typing import Final

# --- ir/debug_info/debug_info

LAST_BEHAVIOR_SINCE: Final = 15
HEAP_ALLOCATION_SITE_SINCE: Final = 12
ASSIGNMENTS_SINCE: Final = 16

# --- ir/debug_info/loop_locations

INDIRECT_SINCE: Final = 11
COPIES_SINCE: Final = 17

# --- ir/metadata_replacement

POISON_SINCE: Final = 21

# --- verifier/debug_info

# Last version in which either all files of a unit have their source with them, or none.
EMBEDDED_SOURCES_UNTIL: Final = 18
# Last version that allows a subprogram declaration to have a `declaration:` of its own.
DECLARED_DECLARATIONS_UNTIL: Final = 16
RETAINED_IMPORTS_SINCE: Final = 17
LOCAL_RETAINED_NODES_SINCE: Final = 22
UNTYPED_DECLARATIONS_SINCE: Final = 11

# --- verifier/debug_records

# First version that shows the block and the function of a faulty record.
PLACES_SHOWN_SINCE: Final = 22
POINTERS_DECLARED_SINCE: Final = 22
SWIFT_ENTRY_VALUES_SINCE: Final = 17

# --- verifier/debug_types

# First version in which no language needs a count or an upper bound in a subrange; before, only Fortran did without.
BOUNDLESS_SUBRANGES_SINCE: Final = 17
FORTRAN_SUBRANGES_SINCE: Final = 12
STRING_TYPES_SINCE: Final = 12
FILES_OF_CLASSES_UNTIL: Final = 11
ARRAY_BASE_TYPES_SINCE: Final = 17
ELEMENTS_SINCE: Final = 20
TEMPLATE_ALIAS_PARAMETERS_SINCE: Final = 21
COMPUTED_SIZES_SINCE: Final = 21
EXTRA_DATA_SINCE: Final = 22

# --- locations

ATOM_GROUPS_SINCE: Final = 21
