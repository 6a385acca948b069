"""Which rules each release checks for intrinsics, and how it derives their types and names.

Source: Intrinsics.cpp.
"""

from __future__ import annotations

from typing import Final

# --- Declarations

# First version in which a declaration keeps its attributes if its type does not match the intrinsic.
SIGNATURE_CHECKED_SINCE: Final = 21

# --- Derived types

# First version in which the number of elements of a vector must be divisible by the number of parts. Before, the quotient is
# rounded down.
WHOLE_PARTS_SINCE: Final = 22
# First version in which floating-point types can be truncated. Before, only integers can.
FLOATING_POINT_TRUNCATED_SINCE: Final = 10
# First version in which only integers can be truncated again.
ONLY_INTEGERS_TRUNCATED_SINCE: Final = 23

# --- Names

# First version that numbers the intrinsics for structs without names.
NUMBERED_SINCE: Final = 13
# First version in which a value that has the name of an intrinsic is renamed when the intrinsic needs that name.
MAKES_PLACE_SINCE: Final = 13

# --- Signatures

# First version in which pointers in signatures have no element types.
OPAQUE_SINCE: Final = 17
# First version in which a struct that an intrinsic returns must be a literal struct.
LITERAL_STRUCTS_SINCE: Final = 15
# First version in which signatures have <1 x i64> for x86_mmx.
NO_MMX_SINCE: Final = 20
# First version in which a type in place of "any type" must be a type that a name can have: not a token.
MANGLED_SINCE: Final = 23
# First version that says so in place of any kind of type.
NAMELESS_FIRST_SINCE: Final = 24
# First version that checks the signature where the intrinsic is declared, not where it is called, and names the place at fault.
CHECKED_AT_DECLARATION_SINCE: Final = 23
# Last version that checks calls by an intrinsic's own rules even if the declaration has a wrong type.
CHECKED_ALL_THE_SAME_UNTIL: Final = 23

# --- Thread-local addresses

# First version in which llvm.threadlocal.address must have a thread-local variable as its argument.
THREAD_LOCAL_SINCE: Final = 19

# --- Constrained floating-point operations

# First version in which a scalable vector and a fixed vector never have the same length.
SCALABLE_LENGTHS_SINCE: Final = 17
# First version in which the exception behavior is checked before the rounding mode.
EXCEPTIONS_FIRST_SINCE: Final = 9

# --- Assumptions

# First version in which llvm.assume can have operand bundles, which are checked.
ASSUMED_BUNDLES_SINCE: Final = 12
# First version in which the bundle "separate_storage" is checked.
SEPARATE_STORAGE_SINCE: Final = 16
# First version in which the bundle "dereferenceable" is checked by a rule of its own.
ALL_BUNDLES_SINCE: Final = 21
# First version that requires a size of what llvm.experimental.memset.pattern repeats.
PATTERNS_CHECKED_SINCE: Final = 21
# First version in which each tag has its own rule, and others than eight are refused.
BUNDLES_BY_TAG_SINCE: Final = 23

# --- Coroutines

# First version in which all arguments of llvm.coro.id and the token of llvm.coro.begin are checked.
COROUTINES_CHECKED_SINCE: Final = 23

# --- Vectors

# Last version that checks the index of llvm.vector.splice.left and right.
SPLICE_SIDES_CHECKED_UNTIL: Final = 22

# --- Memory accesses

# First version in which the length of an element-wise atomic copy need not be a multiple of the element size.
LENGTHS_UNCHECKED_SINCE: Final = 11
# First version in which the alignments of llvm.masked.load and store must be powers of two.
ALIGNMENTS_OF_ELEMENTS_SINCE: Final = 9
# First version in which the alignments of llvm.masked.gather and scatter are checked.
GATHER_ALIGNMENTS_SINCE: Final = 11
# First version in which the alignment of a masked access is an attribute of its pointer, and not an operand.
NO_ALIGNMENTS_SINCE: Final = 22
# First version whose messages about masked accesses name the data as the call does ("value", not "data").
WORDED_BY_CALL_SINCE: Final = 13

# --- Intrinsics of targets

# First version whose message about callers of llvm.amdgcn.cs.chain does not list the calling conventions.
CHAINING_WORDED_SHORTLY_SINCE: Final = 22
# First version that checks which arguments of llvm.amdgcn.cs.chain are in scalar registers, and what follows the call.
CHAIN_REGISTERS_SINCE: Final = 18
# First version that checks the flags of llvm.amdgcn.cs.chain, the sizes of loads to the memory of a work group, and the scopes of
# llvm.amdgcn.av.load.b128 and store.
AMDGPU_OPERANDS_CHECKED_SINCE: Final = 23

# --- Matrices

# First version in which matrix intrinsics are checked.
MATRICES_CHECKED_SINCE: Final = 11
# Last version that compares the distance of columns in memory with the number of rows.
STRIDES_CHECKED_UNTIL: Final = 23
# First version in which the operands of llvm.matrix.multiply must have the shapes that its arguments give.
SHAPES_CHECKED_SINCE: Final = 17

# --- Immediate arguments

# First version in which `immarg` requires constant arguments. Before, intrinsics have separate rules for this.
IMMEDIATE_ARGUMENTS_SINCE: Final = 9

# --- Statepoints

# First version in which a relocation must be of a pointer that the garbage collector manages.
STRATEGY_SINCE: Final = 16
# First version in which `elementtype` gives the function type of a statepoint's callee.
ELEMENT_TYPE_SINCE: Final = 15
# First version in which the token of a relocation can be undef.
UNDEFINED_RELOCATED_SINCE: Final = 15
# First version in which the token of a gc.result can be undef.
UNDEFINED_RESULT_SINCE: Final = 16
