"""How each release prints text and parses it.

Source: AsmWriter.cpp; LLParser.cpp.
"""

from __future__ import annotations

from typing import Final

# --- Constants

# First version in which `[]`, an array without elements, is poison.
EMPTY_ARRAYS_POISON_SINCE: Final = 20

# --- Calls

# First version in which a musttail call without arguments in a variadic function has no comma before its ellipsis.
BARE_ELLIPSIS_SINCE: Final = 16

# --- Atomic operations

# First version in which each operand of a cmpxchg is printed with its type, even if the types are equal.
CMPXCHG_TYPES_SINCE: Final = 15
# First version in which each operand of an atomicrmw is printed with its type, even if the types are equal.
ATOMIC_RMW_TYPES_SINCE: Final = 16

# --- Functions

# Last version in which a comment announces a block without a name.
LABEL_COMMENT_UNTIL: Final = 8
# First version in which the parameters of a definition are printed with their numbers if they have no names.
PARAMETER_NUMBERS_SINCE: Final = 10
# First version in which a comment marks the declaration of an unknown intrinsic.
UNKNOWN_INTRINSIC_COMMENT_SINCE: Final = 21

# --- Constants

# First version in which a vector of equal elements is printed as `splat (...)`.
SPLAT_PRINTED_SINCE: Final = 20
# First version in which a vector of null pointers is printed so, not as `zeroinitializer`.
NULL_SPLAT_PRINTED_SINCE: Final = 23
# First version in which all floating-point types have the same literals: `1.000000e-01`, `f0x3DCCCCCD`, `+inf`, `-nan(0x1)`.
UNIFORM_FLOATS_SINCE: Final = 23

# --- Use-list orders

# First version in which the order of uses is predicted for all values in one pass.
SIMPLE_SINCE: Final = 13
# First version in which the values in debug records, globals too, are numbered with the operands of the instruction behind them.
RECORDS_NUMBERED_SINCE: Final = 21

# --- Attributes

# First version in which `nocapture` is read as `captures(none)`.
CAPTURES_INSTEAD_SINCE: Final = 21
# First version in which the error of a size of 0 is worded for `dead_on_return` as well.
BYTE_COUNT_SINCE: Final = 23

# --- Comments

# First version in which comments between /* and */ are allowed.
BLOCK_COMMENTS_SINCE: Final = 20

# --- Incomplete modules

# First version in which references to unknown metadata are dropped before intrinsics are declared by their calls.
UNKNOWN_METADATA_DROPPED_FIRST_SINCE: Final = 23
# First version in which a debug record loses a location that is not defined; in older ones that is an error.
RECORDS_LOSE_LOCATIONS_SINCE: Final = 23

# --- Annotations

# First version in which the comments of `--show-annotations` count uses only if all bodies were read.
USES_COUNTED_IF_READ_SINCE: Final = 22

# --- Errors

# First version in which all constant expressions of integers have the same message for operands of another type.
ONE_INTEGER_MESSAGE_SINCE: Final = 18

# First version whose parser warns about `ptr` before it refuses it, where pointers are typed.
POINTER_WARNING_SINCE: Final = 14
# First version in which a message about the type of a value ends with the expected type.
EXPECTED_TYPE_SHOWN_SINCE: Final = 8
# First version in which a message about a pointee type ends with both types.
POINTEE_TYPES_SHOWN_SINCE: Final = 13
# First version in which an error of the lexer is reported. Before, the parser's message hides it.
LEXER_FIRST_SINCE: Final = 20
# First version in which a hexadecimal literal of half or bfloat that has more than 16 bits is an error.
HALF_LITERALS_CHECKED_SINCE: Final = 22
# First version whose atomicrmw exchanges floating-point numbers, and first version whose message names the operation.
FLOATING_POINT_EXCHANGES_SINCE: Final = 9
EXCHANGES_NAMED_SINCE: Final = 8
# First version in which llvm-dis names the file that it cannot read.
NAMES_UNREADABLE_FILE_SINCE: Final = 15
# First version in which llvm-link names the file that it did not find.
NAMES_MISSING_FILE_SINCE: Final = 17

# --- Numbers of unnamed values

# First version in which the numbers of unnamed values can have gaps.
NUMBERS_SKIPPED_SINCE: Final = 18

# --- Alignments and element addresses

# First version in which alignments of more than 1 << 29 are allowed.
LARGE_ALIGNMENTS_SINCE: Final = 14
# First version in which loads, stores and allocas without `align` get an alignment.
ALIGNMENTS_FILLED_IN_SINCE: Final = 11
# First version in which getelementptr refuses structs of scalable vectors.
SCALABLE_STRUCTS_REFUSED_SINCE: Final = 18

# --- The module header

# First version in which the source file name and the target must precede everything else.
HEADER_FIRST_SINCE: Final = 11
# First version in which only the last of several data layouts is examined.
LAST_LAYOUT_COUNTS_SINCE: Final = 16

# --- Vectors

# First version in which a target type for tests can be the element of a vector.
TARGET_ELEMENTS_SINCE: Final = 21

# --- Undeclared intrinsics

# First version in which calls of intrinsics need no declaration.
DECLARED_BY_USE_SINCE: Final = 18
# First version in which calls of undeclared intrinsics are upgraded.
UPGRADED_UNDECLARED_SINCE: Final = 22

# --- Alignments of calls

# Last version in which the parser refuses the alignment of a call.
CALL_ALIGNMENTS_REFUSED_UNTIL: Final = 15

# --- Graphs

# First version in which the name of a block is a box of its own in graphs, without `%`.
BLOCK_HEADERS_SINCE: Final = 18
# First version in which metadata in graphs has the numbers that it has in the text of the module.
GRAPHS_COUNT_ALL_METADATA_SINCE: Final = 21
# First version whose graph of calls has edges to intrinsics.
CALLS_OF_INTRINSICS_SINCE: Final = 16
# First version in which an address space may be named by its use: the data layout's for allocas, globals or code.
NAMED_ADDRESS_SPACES_SINCE: Final = 16
# First version whose text has no address space above 2^24.
ADDRESS_SPACES_LIMITED_SINCE: Final = 16
# The longest name of a value in a function, in bytes: LLVM cuts longer ones, and takes the rest for a clash of names.
LONGEST_LOCAL_NAME: Final = 1024
# First version that refuses a longer name of a block. Before, such a name means what it is cut to.
LONG_LABELS_REFUSED_SINCE: Final = 17
# First version whose summaries have hot memory, and the first without memory that is both cold and not.
HOT_ALLOCATIONS_SINCE: Final = 17
# First version whose text may have a phi without values.
EMPTY_PHIS_SINCE: Final = 16

# --- The first version that does so

PATHS_SORTED_SINCE: Final = 18  # sorts the modules of a summary, and numbers vtables by themselves
SUMMARY_VISIBILITY_SINCE: Final = 12  # prints visibilities in summaries, and flags that are 0
HIDDEN_BY_LINKER_SINCE: Final = 9  # prints canAutoHide
IMPORT_TYPES_SINCE: Final = 19  # prints importType
CONTEXTS_WITHOUT_STACK_SINCE: Final = 20  # reads `stackIds: ()`
ALL_FUNCTION_FLAGS_SINCE: Final = 14  # prints more than six flags of functions
GLOBAL_NUMBERS_SKIPPED_SINCE: Final = 19  # lets numbers of global values be skipped
CONSTRAINTS_WORDED_SINCE: Final = 15  # says what is wrong with the constraints of inline assembly
FULL_RANGES_SINCE: Final = 20  # has words of its own for empty and full ranges
UNKNOWN_INTRINSICS_REFUSED_SINCE: Final = 21  # refuses calls of intrinsics that it does not know
CLAUSES_CHECKED_SINCE: Final = 20  # stops at a clause of a wrong type
INVALID_RELOCATIONS_SINCE: Final = 23  # comments on the relocation of a value that the statepoint does not have
NUMBERED_LABELS_SINCE: Final = 9  # has labels with numbers
RECURSIVE_TYPES_REFUSED_SINCE: Final = 20  # refuses structs that contain themselves
ARGUMENT_LISTS_ARE_NO_NODES_SINCE: Final = 18  # has no numbers for `!DIArgList`
