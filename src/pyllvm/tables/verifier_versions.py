"""Changes of the rules of LLVM's verifier that are not of one attribute, instruction or node, from release to release.

Source: Verifier.cpp; Lint.cpp.
"""

from __future__ import annotations

from typing import Final

# --- Attributes

# First version whose table of attributes has the places of each. Before, the verifier has lists of its own.
PLACES_IN_TABLE_SINCE: Final = 13
# First version with attributes of the streaming mode and of the ZA state, and the last whose ZA attributes begin with
# aarch64_pstate.
STREAMING_SINCE: Final = 16
PSTATE_ZA_UNTIL: Final = 18
# First version with attributes of the ZT0 state.
ZT0_SINCE: Final = 18
# First version with the attribute aarch64_za_state_agnostic.
AGNOSTIC_SINCE: Final = 20
# First version that checks the values of attributes that are strings.
STRINGS_CHECKED_SINCE: Final = 10
# First and last version that know the target feature evex512.
EVEX512_SINCE: Final = 18
EVEX512_UNTIL: Final = 21
# First version that knows the letter of RISC-V in the names of vector variants.
RISCV_VARIANTS_SINCE: Final = 20

# --- Functions and calls

# First version that refuses labels in operand bundles.
LABELS_IN_BUNDLES_REFUSED_SINCE: Final = 24
# First version whose signature of llvm.get.dynamic.area.offset says that the result is an integer.
AREA_OFFSET_IS_INTEGER_SINCE: Final = 24

# First version with rules about attributes of a function that do not apply to a call's attributes.
OWN_ATTRIBUTES_SINCE: Final = 20
# First version that rejects calls of functions with a convention that cannot be called.
NOT_CALLED_SINCE: Final = 21
# First version that checks the alignments of argument and return types; the first that leaves intrinsics out.
CALL_ALIGNMENTS_SINCE: Final = 15
INTRINSICS_NOT_ALIGNED_SINCE: Final = 16
# Last version in which such an alignment, and the alignment of a `byval` parameter, is at most 2^14 bytes.
SMALL_PARAMETER_ALIGNMENTS_UNTIL: Final = 18
# First version that checks the range of an immediate argument.
IMMEDIATE_RANGES_SINCE: Final = 21
# First version in which a call that is not convergent may use a token.
TOKENS_OF_ANY_CALL_SINCE: Final = 21
# First version that checks the result of a call with the operand bundle clang.arc.attachedcall, and the function in it.
ATTACHED_CALL_RESULT_SINCE: Final = 13
ATTACHED_CALL_SINCE: Final = 14
# First version that checks the constraints of inline assembly.
INLINE_ASSEMBLY_SINCE: Final = 14

# --- Constants, memory, flags

# First version that checks all constants that are operands of instructions; before, expressions that are pointers.
CONSTANTS_SINCE: Final = 22
# First version that checks the access tags of errno.
ERRNO_TAGS_SINCE: Final = 22
# First version that refuses global variables that their address space cannot hold, and addresses of bits in vectors.
GLOBAL_SIZES_SINCE: Final = 23
BYTES_ADDRESSED_SINCE: Final = 23
# First version in which the stride of a matrix has at most 64 bits.
STRIDE_BITS_SINCE: Final = 22
# First version that requires a name for the section of patchable entries.
ENTRY_SECTIONS_SINCE: Final = 21
# First version that checks the address spaces of allocas on AMD's GPUs.
ALLOCA_SPACES_SINCE: Final = 21
# Last version in which an alloca must be in the address space that the data layout has for the stack.
STACK_ADDRESS_SPACE_UNTIL: Final = 12
# First version that checks that both module flags of a pair are present or absent.
PAIR_OF_FLAGS_SINCE: Final = 19
# Last version that rejects casts between integers and non-integral pointers.
NON_INTEGRAL_CASTS_UNTIL: Final = 12

# --- Lint

# First version in which a call and its function must have the same ABI attributes.
ABI_ATTRIBUTES_SINCE: Final = 22

# --- Words and checks of single rules: the first version that does so

LENGTHS_OF_CASTS_SINCE: Final = 22  # messages about casts say "length" instead of "width"
# Last version that reports a convergence control token which does not dominate its use as badly nested.
NESTED_FIRST_UNTIL: Final = 18
VARIANT_NAMES_SINCE: Final = 18  # checks names of vector variants
MODULAR_FORMATS_SINCE: Final = 22  # checks "modular-format" and "target-features"
STACK_SIZE_WARNINGS_SINCE: Final = 13  # checks "warn-stack-size"
DENORMAL_STRINGS_SINCE: Final = 20  # checks "denormal-fp-math"
BRANCH_PROTECTION_SINCE: Final = 18  # checks attributes for the protection of branches
EMPTY_PROTECTION_SINCE: Final = 19  # lets them be empty, and asks for "sign-return-address" beside a key
IMMEDIATES_WITH_RANGES_SINCE: Final = 21  # `immarg` may be together with `range`
HUGE_ARGUMENTS_SINCE: Final = 19  # refuses huge arguments in memory
MEMORY_TYPES_MATCH_SINCE: Final = 12  # compares the types of all attributes with typed pointers, not of `byval` alone
ENTRY_VALUES_SINCE: Final = 10  # refuses entry values in IR
CASTS_DEREFERENCED_SINCE: Final = 11  # allows !dereferenceable at inttoptr
TOKEN_WORDED_SINCE: Final = 13  # says "Function returns a token", without an s
KERNEL_ARGUMENTS_SINCE: Final = 11  # refuses arguments in memory for the conventions of kernels
ONE_KCFI_TYPE_SINCE: Final = 16  # refuses two !kcfi_type of a function
WASM_INVOKED_SINCE: Final = 21  # lets intrinsics of WebAssembly be invoked
CALLED_TYPES_SINCE: Final = 14  # compares the type of a call with the type of the intrinsic
PREFETCH_WORDED_SINCE: Final = 16  # has a message for each argument of llvm.prefetch
# Last version whose message allows the locality 4, which it refuses.
LOCALITY_4_NAMED_UNTIL: Final = 17
POINTERS_OF_SPACES_SINCE: Final = 21  # checks the address spaces of what intrinsics return
ROUNDED_LANES_SINCE: Final = 19  # names llvm.vp.lrint among the casts of lanes
VECTORS_ROUNDED_SINCE: Final = 18  # checks the types of llvm.lrint
ALL_ROUNDED_SINCE: Final = 20  # treats llvm.lround alike, and names the intrinsic
TOO_MANY_WORDED_SINCE: Final = 14  # says "too many arguments", not "to many"
STEPS_WORDED_SINCE: Final = 20  # names stepvector without "experimental"
PARTS_WORDED_SINCE: Final = 15  # names vector_insert and vector_extract without "experimental"
POINTER_MASKS_SINCE: Final = 18  # checks llvm.ptrmask
SCALABLE_GLOBALS_SINCE: Final = 11  # refuses globals of scalable types
STRUCTOR_DATA_SINCE: Final = 9  # asks for the third field of constructors
INITIALIZER_WORDED_SINCE: Final = 22  # says "initializer", not "initalizer"
ALIAS_LINKAGES_SINCE: Final = 18  # lists available_externally among the linkages of aliases
ASSUMPTIONS_USE_SINCE: Final = 16  # lets assume-like calls use an intrinsic as an operand
# First version in which a call with another type than the intrinsic's is a call of the intrinsic for its users' rules.
CALLS_OF_OTHER_TYPES_SINCE: Final = 21
# The only version whose message about attributes of results lacks a comma.
COMMA_MISSING_IN: Final = 10
# First version that looks at `swifterror` of an alloca where it looks at the alloca, and not only at its users.
SWIFT_ERRORS_LAST_SINCE: Final = 15
# First version in which only a call's last operand is what it calls. Before, it was the first operand of any instruction.
CALLEE_BY_CALL_SINCE: Final = 8
# The values of "frame-pointer", and the first version of each.
FRAME_POINTERS: Final[dict[str, int]] = {"all": 0, "non-leaf": 0, "none": 0, "reserved": 19, "non-leaf-no-reserve": 22}
