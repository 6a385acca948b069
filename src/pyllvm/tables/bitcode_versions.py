"""How the bitcode of each release is encoded.

Source: BitcodeWriter.cpp.
"""

from __future__ import annotations

from typing import Final

# --- Abbreviations of instructions

# First version in which unary operations have abbreviations.
UNARY_SINCE: Final = 8
# First version in which the other common instructions (stores, comparisons, branches and more) have abbreviations.
COMMON_INSTRUCTIONS_SINCE: Final = 21
# First version in which the locations of instructions have an abbreviation.
DEBUG_LOCATION_SINCE: Final = 21

# --- Constants

# First version in which 64 bits are a signed number as a constant of more bits. Before, they are an unsigned one. LLVM itself
# writes such a constant as several words.
WIDE_INTEGERS_SIGNED_SINCE: Final = 22
# First version in which the record of inline assembly holds the function type.
INLINE_ASM_TYPE_SINCE: Final = 14
# First version in which the record of ptrauth holds the deactivation symbol (CST_CODE_PTRAUTH2).
PTRAUTH2_SINCE: Final = 22

# --- Functions

# First version in which a function lists the functions that use addresses of its blocks.
BLOCK_ADDRESS_USERS_SINCE: Final = 15

# --- Memory instructions

# First version in which an alloca can have an address space of its own in its record.
ALLOCA_ADDRESS_SPACE_SINCE: Final = 15

# --- Metadata

# First version in which the record of a location has the flag isImplicitCode.
IMPLICIT_CODE_SINCE: Final = 8

# --- Modules

# First version in which types precede attributes, because attributes can name types.
TYPES_FIRST_SINCE: Final = 9
# First version in which the alignments of functions do not widen the abbreviation for variables.
VARIABLE_ALIGNMENT_ALONE_SINCE: Final = 22
# First version in which a record holds the GUIDs of global values.
GUID_LIST_SINCE: Final = 23

# --- Module summaries

# First version in which allocations store their contexts as a tree.
CONTEXT_TREES_SINCE: Final = 20
# First version in which stack ids are two numbers of 32 bits each.
HALVES_OF_STACK_IDS_SINCE: Final = 22
# First version in which a combined index has stack ids in the order of their uses, where call sites precede allocations.
STACK_IDS_AS_USED_SINCE: Final = 19
# First version in which allocations in combined indexes store no contexts.
COMBINED_WITHOUT_CONTEXT_SINCE: Final = 21
# Last version that defines the abbreviation of functions with relative block frequencies.
FREQUENCIES_UNTIL: Final = 22
# First version whose summaries mark local symbols that keep their names when they are promoted.
KEPT_NAMES_SINCE: Final = 23

# --- The symbol table

# First version in which the symbol table stores the selection kinds of comdats.
COMDAT_KINDS_SINCE: Final = 13
# First version in which the symbol table has 64 bits for the size of a common variable, not the lower 32 bits only.
WIDE_COMMON_SIZES_SINCE: Final = 23
# First version that finds the object of an alias through an addrspacecast.
BASES_THROUGH_SPACES_SINCE: Final = 22

# --- Types

# First version in which the types' abbreviations include one for opaque pointers.
OPAQUE_POINTER_ABBREVIATION_SINCE: Final = 13

# --- Use-list orders

# First version in which use-list orders start with the global variables in reverse order.
GLOBALS_IN_REVERSE_SINCE: Final = 15

# --- Summaries of definitions

# First version in which a summary must have an entry for each function that the module defines.
DEFINITIONS_SUMMARIZED_SINCE: Final = 23
