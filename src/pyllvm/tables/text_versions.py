"""What the text of each release looks like, and how its reader takes it: the first, or the last, LLVM that does so."""

from __future__ import annotations

from typing import Final

# --- assembly/printer/calls

# First version in which a musttail call without arguments in a variadic function has no comma before its ellipsis.
BARE_ELLIPSIS_SINCE: Final = 16

# --- assembly/printer/memory

# First versions that give each operand its type even where all have the same.
CMPXCHG_TYPES_SINCE: Final = 15
ATOMIC_RMW_TYPES_SINCE: Final = 16

# --- assembly/printer/module

# Up to LLVM 8 a block without a name is announced by a comment.
LABEL_COMMENT_UNTIL: Final = 8
# Since when a parameter without a name has its number in a definition.
PARAMETER_NUMBERS_SINCE: Final = 10
UNKNOWN_INTRINSIC_COMMENT_SINCE: Final = 21

# --- assembly/printer/operands

SPLAT_PRINTED_SINCE: Final = 20

# --- assembly/printer/use_list_prediction

SIMPLE_SINCE: Final = 13

# --- assembly/reader/attributes

CAPTURES_INSTEAD_SINCE: Final = 21

# --- assembly/reader/builder

BLOCK_COMMENTS_SINCE: Final = 20

# --- assembly/reader/driver

# Before, what the lexer said of a token was lost to the parser's message.
LEXER_FIRST_SINCE: Final = 20

# --- assembly/reader/functions

# First version in which the numbers of nameless values may leave some out.
NUMBERS_SKIPPED_SINCE: Final = 18

# --- assembly/reader/memory

ALIGNMENTS_FILLED_IN_SINCE: Final = 11
SCALABLE_STRUCTS_REFUSED_SINCE: Final = 18

# --- assembly/reader/module_header

# First version in which source file name and target must stand before everything else.
HEADER_FIRST_SINCE: Final = 11

# --- assembly/reader/types

TARGET_ELEMENTS_SINCE: Final = 21

# --- assembly/reader/undeclared

# First version in which calls of intrinsics need no declaration.
DECLARED_BY_USE_SINCE: Final = 18
# First version in which calls of undeclared intrinsics are upgraded.
UPGRADED_UNDECLARED_SINCE: Final = 22

# --- assembly/reader/calls

# The last version that refuses the alignment of a call in its parser.
CALL_ALIGNMENTS_REFUSED_UNTIL: Final = 15
