"""How llvm-link of each release links: the first that does so."""

from __future__ import annotations

from typing import Final

# --- linker/constants

# Before, a poison value whose type changes became undef.
POISON_KEPT_SINCE: Final = 16

# --- linker/internalize

# Since then a comdat of several members stays, to hold them together; before, each member loses it.
COMDATS_STAY_SINCE: Final = 14
EXTERNALLY_INITIALIZED_SINCE: Final = 13

# --- linker/module_flags

# Before, flags of different behaviors never met, but for overriding.
WARNING_MEETS_MAXIMUM_SINCE: Final = 10
# Since then lists grow in place, as distinct nodes do.
DISTINCT_LISTS_SINCE: Final = 15
# Since then the linker itself brings a source's older flags to their present form.
UPGRADED_WHEN_LINKED_SINCE: Final = 15
# Since then the error names both values.
VALUES_IN_ERROR_SINCE: Final = 20

# --- linker/mover

# LLVM maps the metadata of declarations since then,
DECLARATIONS_MAPPED_SINCE: Final = 17
# takes `nocallback` away since then,
NO_CALLBACK_REMOVED_SINCE: Final = 16
# and compares the address spaces of appending variables since then.
ADDRESS_SPACES_COMPARED_SINCE: Final = 17
# Named metadata names each node once since then.
NAMED_ONCE_SINCE: Final = 21
# Since then calls that are imported agree with the definition that they were optimized for.
SIGNATURES_TAKEN_SINCE: Final = 22

# --- linker/selection

# Since then the private members of a comdat that is left out become available_externally.
PRIVATE_MEMBERS_SINCE: Final = 15

# --- linker/target

# Since then CUDA's libdevice is known by its triple, before by its file's name.
LIBDEVICE_BY_TRIPLE_SINCE: Final = 20

# --- linker/thin_lto

# Before, imported entities of a function's scope were listed by the unit, and are kept.
IMPORTS_BELONG_TO_FUNCTIONS_SINCE: Final = 18

# --- linker/type_map

# Since then a source's struct becomes one of the result only by its body.
KNOWN_BY_BODY_SINCE: Final = 21

# --- linker/linker

BLANK_LINES_UNTIL: Final = 11
