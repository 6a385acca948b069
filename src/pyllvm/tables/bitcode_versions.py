"""What the bitcode of each release looks like: the first, or the last, LLVM that writes it so."""

from __future__ import annotations

from typing import Final

# --- bitcode/writer/abbreviations

UNARY_SINCE: Final = 8
COMMON_INSTRUCTIONS_SINCE: Final = 21
DEBUG_LOCATION_SINCE: Final = 21

# --- bitcode/writer/constants

INLINE_ASM_TYPE_SINCE: Final = 14
PTRAUTH2_SINCE: Final = 22

# --- bitcode/writer/function

BLOCK_ADDRESS_USERS_SINCE: Final = 15

# --- bitcode/writer/memory

ALLOCA_ADDRESS_SPACE_SINCE: Final = 16

# --- bitcode/writer/metadata

IMPLICIT_CODE_SINCE: Final = 8

# --- bitcode/writer/module

# Since when attributes can name types.
TYPES_FIRST_SINCE: Final = 9
# Since when the abbreviation for variables does not count the alignment of functions.
VARIABLE_ALIGNMENT_ALONE_SINCE: Final = 22

# --- bitcode/writer/summary

# Since when allocations name their contexts in a tree (which text cannot give), and combined indexes none at all.
CONTEXT_TREES_SINCE: Final = 20
COMBINED_WITHOUT_CONTEXT_SINCE: Final = 21

# --- bitcode/writer/symbol_table

COMDAT_KINDS_SINCE: Final = 13

# --- bitcode/writer/types

OPAQUE_POINTER_ABBREVIATION_SINCE: Final = 13

# --- bitcode/writer/use_list_order

GLOBALS_IN_REVERSE_SINCE: Final = 15
