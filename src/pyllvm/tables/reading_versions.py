"""How each release upgrades the modules that it reads.

Source: AutoUpgrade.cpp.
"""

from __future__ import annotations

from typing import Final

# --- String attributes

# First version in which "no-frame-pointer-elim" becomes "frame-pointer".
FRAME_POINTER_SINCE: Final = 10
# First version in which the string "null-pointer-is-valid" becomes the attribute null_pointer_is_valid.
NULL_POINTER_IS_VALID_SINCE: Final = 11

# --- Intrinsics

# First version in which llvm.objectsize has an operand that allows a result computed at run time.
RUN_TIME_SIZE_SINCE: Final = 9
# First version that upgrades the calls in a body from bitcode in their order.
UPGRADES_IN_ORDER_SINCE: Final = 22
# First version in which the instructions that replace a call have its fast-math flags.
UPGRADES_KEEP_FAST_MATH_SINCE: Final = 23
# First version in which an upgraded call keeps the attributes of its operands.
ATTRIBUTES_KEPT_SINCE: Final = 15

# --- Module flags

# First version in which the garbage collection flag is one byte, and Swift's versions have flags of their own.
SWIFT_FLAGS_SINCE: Final = 11

# --- Metadata

# First version in which the entries of `!cfi.functions` have a GUID.
CFI_GUIDS_SINCE: Final = 23

# --- NVPTX intrinsics

# First version in which `max` and `min` become calls of llvm.smax, llvm.umax, llvm.smin and llvm.umin.
GENERAL_LIMITS_SINCE: Final = 20
# First version in which `abs` becomes a call of llvm.abs.
GENERAL_ABSOLUTES_SINCE: Final = 23
# First version in which `max` and `min` of i16 are upgraded.
SHORT_LIMITS_SINCE: Final = 17
# First version in which `tanh.approx.f32` becomes llvm.tanh.
APPROXIMATE_TANH_SINCE: Final = 22
# First version in which copies to a cluster's shared memory have a pointer of its own address space.
CLUSTER_POINTERS_SINCE: Final = 21
# First version in which `atomic.load.add` and its like order nothing, and only the threads of one device.
DEVICE_ATOMICS_SINCE: Final = 23

# First version in which roundings and reductions of NVPTX intrinsics are operands, and others have operands for new modes.
NVVM_MODES_ARE_OPERANDS_SINCE: Final = 24

# --- Sections

# First version in which a function moves into the section that its attribute "implicit-section-name" names.
IMPLICIT_SECTIONS_GONE_SINCE: Final = 18

# --- Debug intrinsics

# First version in which llvm.dbg.* calls become records (UpgradeIntrinsicCall) before the module is verified.
RECORDS_BEFORE_CHECK_SINCE: Final = 21

# --- ARM intrinsics

# First version in which the lane operands of SVE intrinsics have 32 bits.
LANES_OF_32_BITS_SINCE: Final = 16
# First version in which predicates of 64-bit elements are <2 x i1>.
SHORT_PREDICATES_SINCE: Final = 14
# First version in which `sve.addqv` of floating-point vectors becomes `sve.faddqv`.
FLOAT_REDUCTION_SINCE: Final = 19

# --- New instructions

# First version in which a cast between a number and an integer of equal widths, which no valid module needs, is `zext`.
EQUAL_WIDTHS_EXTENDED_SINCE: Final = 18
# First version in which a call that gets another callee keeps the type that it is of.
CALLS_KEEP_TYPES_SINCE: Final = 15

# First version in which `and` and `or` only fold constants. Before, they also drop operands that change nothing.
ONLY_FOLDS_SINCE: Final = 15
# First version in which a splat inserts its element at an index of type i64.
WIDE_SPLAT_INDEX_SINCE: Final = 15
# First version in which the alignment of a masked load is an attribute of its pointer.
MASKED_ALIGNMENT_IS_ATTRIBUTE_SINCE: Final = 22
# First version in which llvm.lifetime.start and end have no size.
LIFETIME_WITHOUT_SIZE_SINCE: Final = 22

# --- Attributes of functions and calls

# First version in which readers drop attributes that do not fit the type of the value.
FITTING_SINCE: Final = 12
# First version in which readers replace `strictfp` of a call by `nobuiltin` if the caller is not strictfp.
STRICT_CALLS_SINCE: Final = 11
# First version whose readers check that the symbol table is where VSTOFFSET states it.
SYMBOL_TABLE_CHECKED_SINCE: Final = 15
# First version in which `denormal_fpenv` replaces the strings that named the modes of denormal numbers.
DENORMAL_MODES_SINCE: Final = 23
# First version in which "uniform-work-group-size" has no value: its presence means "true", and "false" is dropped.
UNIFORM_WORK_GROUPS_SINCE: Final = 23
# First version in which a lifetime intrinsic with a size is declared anew by the type of its pointer, not of the size.
LIFETIMES_OF_POINTERS_SINCE: Final = 23
# First version in which the calls that replace old masked accesses keep fast-math flags.
MASKED_FLAGS_KEPT_SINCE: Final = 23

# --- Branch weights

# First version whose reader of bitcode drops branch weights in a wrong number.
WEIGHTS_CHECKED_SINCE: Final = 11
# First version whose reader does not count the weights of a branch without a condition.
ONE_BRANCH_UNCHECKED_SINCE: Final = 23

# --- Loads and stores

# First version in which every load and store has an alignment.
ALIGNMENTS_SINCE: Final = 11

# --- x86 intrinsics

# First version in which minima, maxima and absolute values become general intrinsics.
X86_GENERAL_LIMITS_SINCE: Final = 12

# --- Signatures of x86 intrinsics

# First version in which the avx512bf16 intrinsics take bfloat. Before, they take 16-bit integers.
BFLOAT_SINCE: Final = 16
# First version in which dot products of bytes and words take vectors of these. Before, they take vectors of i32.
PARTS_IN_DOT_PRODUCTS_SINCE: Final = 22

# --- AMDGPU intrinsics

# First version in which upgraded atomic operations get `!amdgpu.no.fine.grained.memory`.
FINE_GRAINED_SINCE: Final = 19
# First version in which "amdgpu-unsafe-fp-atomics" of a function becomes metadata of its atomic operations.
UNSAFE_ATOMICS_SINCE: Final = 20
# First version in which upgraded atomic operations get `!noalias.addrspace` and `!amdgpu.ignore.denormal.mode`.
ADDRESS_SPACES_SINCE: Final = 20
# First version in which comparisons of all lanes are a comparison and a ballot, and casts that are never null are instructions.
PLAIN_LANES_SINCE: Final = 24

# --- Inline assembly

# First version in which the labels of a callbr's assembly are constraints, and not arguments.
CALLBR_LABELS_SINCE: Final = 15

# --- Branch protection

# First version in which functions of ARM and AArch64 get attributes for the module's flags.
BRANCH_PROTECTION_IN_FUNCTIONS_SINCE: Final = 22

# --- Objective-C

# First version in which the marker of reference counting is a module flag. Before, it keeps its named metadata node.
ARC_MARKER_IS_FLAG_SINCE: Final = 9
# First version in which calls of the runtime become intrinsics.
ARC_INTRINSICS_SINCE: Final = 10
# First version in which such a call keeps its name. Before, the name gets a number.
ARC_NAMES_KEPT_SINCE: Final = 12
# First version in which readers drop operand bundles `clang.arc.attachedcall` without an operand.
ATTACHED_CALLS_SINCE: Final = 15

# --- Order of records

# First version that refuses a target triple or a data layout after a function: readers may replace the layout before.
LAYOUT_BEFORE_FUNCTIONS_SINCE: Final = 11
# First version whose reader of bitcode refuses a value that has another type than its uses before it assumed.
FORWARD_TYPES_CHECKED_SINCE: Final = 15

# --- Constants

# First version in which a constant of an unknown operation becomes poison, and no longer undef.
UNKNOWN_IS_POISON_SINCE: Final = 19

# First version whose reader makes a block for constant expressions of phis, and removes it after the body if it is empty.
BLOCK_OF_PHIS_SINCE: Final = 15
BLOCK_OF_PHIS: Final = "phi.constexpr"

# First version that reads the result of an older llvm.coro.end from llvm.coro.is_in_ramp.
ENDS_ASK_FOR_RAMP_SINCE: Final = 24
