"""Changes of LLVM's behavior from release to release: constants, symbols, control flow, hashes.

Source: ConstantFold.cpp, Dominators.cpp, ModuleSymbolTable.cpp.
"""

from __future__ import annotations

from typing import Final

# --- Module summaries

# First version in which a semicolon, and not a colon, separates the file from the name of a local symbol.
LOCAL_IDENTIFIERS_SINCE: Final = 18

# --- Cycles of a function

# First version in which unreachable predecessors do not count when cycles are found.
UNREACHABLE_IGNORED_SINCE: Final = 20

# --- Dominance

# First version in which a callbr's result dominates its indirect destinations.
INDIRECT_RESULTS_SINCE: Final = 17

# --- Symbols of a module

# First version in which the symbol table lists dependent libraries.
DEPENDENT_LIBRARIES_SINCE: Final = 9
# First version in which the globals in llvm.compiler.used count as used, like those in llvm.used.
COMPILER_USED_SINCE: Final = 13
# First version in which x86 ELF modules refer to _GLOBAL_OFFSET_TABLE_ if their code can need it.
OFFSET_TABLE_SINCE: Final = 19
# First version in which modules for MinGW list the hidden symbols that the linker must not export.
EXCLUDED_SYMBOLS_SINCE: Final = 16
# Last version in which symbols without a name count as used, because the list of library functions contains the empty string.
NAMELESS_SYMBOLS_USED_UNTIL: Final = 18

# First version in which only COFF needs the global value that a comdat is named after in the symbol table: it cannot be private.
PRIVATE_COMDATS_SINCE: Final = 10

# --- Calls

# First version in which the alignment of an argument of a musttail call matters only if the argument is passed in memory, and
# `returned` does not matter.
TAIL_ALIGNMENT_IGNORED_SINCE: Final = 11

# --- Parts of modules

# First version in which llvm-extract makes declarations of ifuncs that do not stay.
IFUNCS_EXTRACTED_SINCE: Final = 17

# --- Comparisons

# First version in which llvm-diff assumes that values of blocks that it has not compared yet are the same.
DIFF_ASSUMES_SINCE: Final = 16

# --- Constant folding

# First version in which constant folding removes a getelementptr only if it changes nothing.
PLAIN_GEP_SINCE: Final = 19
# First version that has no constant getelementptrs over scalable vectors.
PLAIN_VECTORS_SINCE: Final = 17
# First version in which a bitcast of all ones to a scalar is folded, whatever it is cast from.
ALL_ONES_FOLD_SINCE: Final = 20
# Last version in which a bitcast of a vector expression to as many elements is a vector of bitcasts, and the first in which any
# cast of one is a vector of casts.
BITCASTS_OF_ELEMENTS_UNTIL: Final = 17
CASTS_OF_ELEMENTS_SINCE: Final = 21
# First version in which an element of a vector of addresses is an address.
ADDRESSES_OF_ELEMENTS_SINCE: Final = 10
# Last version that compares what a cast was made of in place of the cast.
CASTS_COMPARED_UNTIL: Final = 17
# First versions in which undef divided by a scalable vector of ones is zero; a zero in a vector of divisors makes only one result
# poison; and vectors of i1 are compared for equality by xor, as i1 is.
DIVISORS_ARE_SCALARS_SINCE: Final = 18
ZERO_DIVISORS_APART_SINCE: Final = 20
VECTORS_OF_BITS_COMPARED_SINCE: Final = 21
# First version in which the second double of an integer as a ppc_fp128 is what the first one leaves out, and a zero has the sign.
EXACT_PAIRS_SINCE: Final = 22
# First version that makes an address in a variable inbounds only where the indices are of the variable's type.
BOUNDS_OF_VALUE_SINCE: Final = 17
# First versions in which an expression without a value is poison, and an element that a vector does not have. Before: undef.
POISON_FOLDS_SINCE: Final = 13
POISON_ELEMENTS_SINCE: Final = 12
# Last version that compares addresses with the same symbol by their indices.
OFFSETS_COMPARED_UNTIL: Final = 13
# Last version that keeps a getelementptr of an element whose index alone is outside of the array.
BOUNDED_MERGES_UNTIL: Final = 13
# Last version that orders a symbol with an offset and the symbol itself, or null, like signed numbers as well.
SIGNED_OFFSETS_COMPARED_UNTIL: Final = 12
# First version that folds comparisons with zero and null because no unsigned number is less.
NULL_IS_LEAST_SINCE: Final = 13
# First version that folds an operation whose second operand changes nothing, such as a shift by 0 of an address.
RIGHT_IDENTITIES_FOLD_SINCE: Final = 18
# First version that keeps `inttoptr` of `ptrtoint`, and the reverse: expressions are made without the size of a pointer.
ADDRESS_CASTS_KEPT_SINCE: Final = 22

# --- Symbols that nothing needs (globaldce)

# First version that removes empty constructors of any priority. Before, all must have the usual one.
CONSTRUCTORS_OF_ALL_PRIORITIES_SINCE: Final = 15
# First version in which a constructor with a pseudo probe is empty.
PROBES_ARE_EMPTY_SINCE: Final = 14
# First version that finds virtual functions in tables of distances, and the first in which these can be of equivalents.
RELATIVE_TABLES_SINCE: Final = 14
RELATIVE_EQUIVALENTS_SINCE: Final = 17
# First version that looks at all tables of a type. Before, it stops at the first table without a function at the right place.
ALL_TABLES_OF_LOADS_SINCE: Final = 15
# Last version in which the module flag "LTOPostLink" says that all calls of the program are known.
POST_LINK_FLAG_UNTIL: Final = 16

# --- Variables that leave memory (mem2reg)

# First version that visits the successors of a block in order. Before, it visits the first one and then the others from the last.
SUCCESSORS_IN_ORDER_SINCE: Final = 22
# First version in which phis are in the order of the numbers that blocks got when they were made. Before, in the blocks' order.
NUMBERS_OF_BLOCKS_KEPT_SINCE: Final = 22
# First version in which a value that may be poison replaces only loads that the store dominates.
POISON_STORES_DOMINATE_SINCE: Final = 19
# First version in which a phi of one value and undef is not this value if that may be poison.
PHIS_OF_UNDEF_KEPT_SINCE: Final = 20
# First version in which a cast to another address space may be poison, and the one element of a scalable vector is examined.
SPACE_CASTS_POISON_SINCE: Final = 21
SCALABLE_ELEMENT_EXAMINED_SINCE: Final = 21
# First version in which a phi of undef alone is poison where no undef is in it, and where an unreachable block gives poison.
POISON_FROM_NOWHERE_SINCE: Final = 17
# First version whose lowering of switches lets values of blocks that nothing reaches be poison.
POISON_FROM_DEAD_BLOCKS_SINCE: Final = 15
# First version in which an assumption about nothing is about poison. Before, it is about undef.
DROPPED_POISON_SINCE: Final = 20
# First version in which only a `!nonnull` load that is also `!noundef` leaves an assumption.
NONNULL_NEEDS_NOUNDEF_SINCE: Final = 16
# First version in which a load before any store leaves one as well.
NEVER_STORED_ASSUMED_SINCE: Final = 15
# First version in which a `!noundef` load of undef leaves a store that marks the place as unreachable.
UNDEF_LOADS_UNREACHABLE_SINCE: Final = 19
# First version that ignores the use of a slot by `llvm.fake.use`.
FAKE_USES_IGNORED_SINCE: Final = 20
# First version in which phis of a function with "no-signed-zeros-fp-math" are nsz.
UNSIGNED_ZEROS_SINCE: Final = 19
# First version in which a store of undef says nothing about a variable.
STORED_UNDEF_IGNORED_SINCE: Final = 24
# First version in which a store to a slot that has the address of a variable says nothing about parts of the variable.
STORES_TO_REFERENCES_SINCE: Final = 17
# First version in which the only store to a slot replaces the value that was described through its address.
VALUES_OF_REFERENCES_SINCE: Final = 22
# First version that compares the types of loads and stores with each other, and not with the slot's.
SLOTS_OF_ONE_ACCESS_TYPE_SINCE: Final = 23

# --- Switches that become branches

# Last version that puts an empty block before the default block.
NEW_DEFAULTS_UNTIL: Final = 14
# First version in which the last value of a phi takes the place of a value that is removed.
LAST_VALUES_MOVED_SINCE: Final = 22

# --- Ranges of integers

# First version in which a branch from a block to itself says nothing about the values that the block gets.
LOOPS_SKIPPED_SINCE: Final = 22
# First version in which a negated condition of a branch says something about the numbers that it compares.
NEGATED_CONDITIONS_SINCE: Final = 16
# First version in which the range of an or, exclusive or not, follows from ranges.
RANGES_OF_BITS_SINCE: Final = 15
# First versions in which ranges follow from the number of bits that an intrinsic counts; before, only its highest bits are known.
COUNTED_SINCE: Final = {"ctlz": 17, "cttz": 18, "ctpop": 18}
# First version in which bits of a signed quotient are known.
SIGNED_QUOTIENTS_KNOWN_SINCE: Final = 17
# First version in which the condition of a select says nothing about its values if it may be undefined.
UNDEF_CHOSEN_SINCE: Final = 17
# First version in which it may be poison.
POISON_CHOSEN_SINCE: Final = 18

# --- Split edges

# First version in which the branch of a new block on an edge has the loop metadata of the branch where the edge begins.
LOOPS_OF_SPLIT_EDGES_SINCE: Final = 21
# First version in which attributes, and not names, say that functions give memory back, and that malloc and calloc get it.
ALLOCATIONS_BY_ATTRIBUTE_SINCE: Final = 15
# First version in which the critical edges of a callbr are split.
EDGES_OF_CALLBR_SPLIT_SINCE: Final = 15

# --- Widths of integers

# First version whose integers have at most WIDEST_INTEGER bits. Before, they had at most WIDEST_OLDER_INTEGER.
NARROWER_INTEGERS_SINCE: Final = 14
WIDEST_INTEGER: Final = 1 << 23
WIDEST_OLDER_INTEGER: Final = (1 << 24) - 1

# --- Types of parameters

# First version in which functions take no labels and no opaque structs.
PASSED_TYPES_SINCE: Final = 21

# --- Block addresses

# First version in which the address of a block is in the address space of its function.
ADDRESSED_BLOCKS_SINCE: Final = 13

# --- Masks of shufflevector

# First version in which the mask of a shufflevector is a list of numbers. Before, it is an operand.
MASKS_OF_NUMBERS_SINCE: Final = 11
# First version in which undefined elements of a mask are poison. Before, they are undef.
POISON_IN_MASK_SINCE: Final = 17
# First version that folds a splat of zero over a scalable vector.
NULL_SPLATS_SINCE: Final = 14
# First version in which the shuffle that makes a scalable vector of equal elements has poison beside them. Before, it has undef.
POISON_SPLATS_SINCE: Final = 14
# First version in which the index in that shuffle is an i64. Before, it is an i32.
LONG_SPLAT_INDICES_SINCE: Final = 16
# First version that negates the element of a scalable vector of equal ones.
SPLATS_NEGATED_SINCE: Final = 15
# First version in which a scalable vector of equal elements that are undef or poison is undef or poison itself. Before, a
# shuffle of such elements is not folded, and a splat of poison is undef.
UNDEFINED_SPLATS_SINCE: Final = 21

# --- Hashes of names

# First version in which the hash of a name is XXH3. Before, it is DJB.
XXH3_SINCE: Final = 17
# First version in which a full bucket of such a table is followed by the next one, and not by one at a growing distance.
NEXT_BUCKET_SINCE: Final = 23

# --- Calls of the Objective-C runtime

# First version in which calls of the Objective-C runtime are checked for a funclet bundle.
FUNCLET_TOKENS_SINCE: Final = 17
# First version that lets the unwind edges of intrinsics that cannot throw enter any pad.
EDGES_WITHOUT_THROW_SINCE: Final = 19

# --- Convergence control

# First version in which the verifier checks convergence control tokens.
CONVERGENCE_CONTROL_SINCE: Final = 18

# --- Use lists

# First version in which a block address refers to the block alone, and does not count as a use of the function.
BLOCK_ADDRESSES_OF_BLOCKS_SINCE: Final = 21
# First version in which the address of a block does not use the block either.
BLOCK_ADDRESSES_WITHOUT_USES_SINCE: Final = 23
# Last version in which text can order the uses of a block by its addresses (`uselistorder_bb`).
BLOCK_ORDERS_UNTIL: Final = 22
# First version in which simple constants such as numbers have no use lists.
NO_USES_OF_DATA_SINCE: Final = 21
# First version whose text counts the null pointers in the places of missing personalities, prefixes and prologues.
MISSING_OPERANDS_COUNT_SINCE: Final = 13
# First version that reads personality, prefix and prologue of a function together; older ones read all prefixes first.
OPTIONAL_OPERANDS_TOGETHER_SINCE: Final = 14

# --- Bodies that are deleted

# First version in which a function that loses its body keeps its places for personality, prefix data and prologue data.
OPERAND_PLACES_KEPT_SINCE: Final = 18

# --- Types that attributes require

# First versions in which `align` is only for pointers, and for vectors of pointers as well.
ALIGNMENTS_FOR_POINTERS_SINCE: Final = 12
ALIGNMENTS_FOR_VECTORS_SINCE: Final = 14
# First version in which the numbers of a `range` have as many bits as the integers.
RANGES_OF_WIDTH_SINCE: Final = 20
# First version in which `noundef` is not for void.
NOUNDEF_FOR_VALUES_SINCE: Final = 12
# Last version whose verifier lists all attributes that a type cannot have. Newer ones name the wrong attribute.
INCOMPATIBLE_LISTED_UNTIL: Final = 12
# First version in which that list shows the types of attributes that have one.
TYPES_LISTED_SINCE: Final = 11

# --- Rules of the verifier

# First version whose messages about callbr begin with a small letter.
CALLBR_IN_SMALL_LETTERS_SINCE: Final = 23
# First version whose message about a scalable global variable names types, and not vectors.
SCALABLE_TYPES_WORDED_SINCE: Final = 18
# First version in which a bitcast may not be between a musttail call and its return.
MUST_TAIL_WITHOUT_CAST_SINCE: Final = 23
# First version whose message about such an argument gives its number.
IMMEDIATE_RANGES_WORDED_SINCE: Final = 23
# First version that rejects uses of a naked function's arguments.
# First version in which a function can have the string attribute "aarch64_zt0_undef".
ZT0_ALLOWED_SINCE: Final = 23
# First version that checks the format string's index of "modular-format", and allows 0 as the index of the first argument.
FORMAT_STRINGS_CHECKED_SINCE: Final = 23
# First version that checks "alloc-variant-zeroed".
ZEROED_VARIANTS_SINCE: Final = 21
# First version in which the variant must have the same calling convention.
VARIANT_CONVENTIONS_SINCE: Final = 23

# --- The first version that does so

STEPS_INTO_STRUCTS_NUW_SINCE: Final = 20  # builds addresses of members without an overflow
FEW_FOLDS_SINCE: Final = 18  # folds no products of i1, and nothing of zext
ZEROS_INSERTED_SINCE: Final = 15  # folds a zero that is inserted among zeros at any index
TYPES_OF_ATTRIBUTES_SINCE: Final = 9  # finds types in attributes
