"""Changes of the rules of LLVM's verifier that are not of one attribute, instruction or node, from release to release."""

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
EVEX512_UNTIL: Final = 20
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
IMMEDIATE_RANGES_SINCE: Final = 22
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
