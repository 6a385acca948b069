"""The facts that each release knows about targets: data layouts, triples, target types.

Source: DataLayout.cpp; AutoUpgrade.cpp (UpgradeDataLayoutString); Type.cpp (getTargetTypeInfo).
"""

from __future__ import annotations

from typing import Final

# --- Specifications of data layouts

# First version in which the sizes of pointers and indices need not be whole bytes.
POINTERS_IN_BITS_SINCE: Final = 14
# First version in which the whole string is checked strictly.
STRICT_SINCE: Final = 20
# First version in which pointer specifications have the flags `u` (unstable) and `e` (external state).
POINTER_FLAGS_SINCE: Final = 22
# Last version in which i1 has a default alignment; in newer ones it is aligned as the smallest integer that has one.
BOOLEAN_ALIGNMENT_UNTIL: Final = 21
# First version in which i8 must be aligned to one byte.
BYTE_ALIGNED_I8_SINCE: Final = 16
# First version in which the index of a pointer cannot be wider than the pointer.
INDEX_WIDTH_CHECKED_SINCE: Final = 17
# First version in which `m:l` (GOFF mangling) is known.
GOFF_MANGLING_SINCE: Final = 14

# --- Sizes of types

# First version in which a struct of scalable vectors of one type has a size.
SCALABLE_STRUCTS_SINCE: Final = 17

# --- Target triples

# First version in which SPIR-V has an object format of its own.
SPIRV_FORMAT_SINCE: Final = 15
# First version in which `none` is an operating system.
NONE_IS_A_SYSTEM_SINCE: Final = 19
# First version in which the architecture `dxil` gets the version that belongs to the shader model.
DXIL_VERSIONS_SINCE: Final = 19
# First version in which DXIL triples can have shader model 6.9.
DXIL_SHADER_MODEL_9_SINCE: Final = 22
# First version in which mipsel on Windows has the object format COFF.
WINDOWS_MIPS_SINCE: Final = 20

# --- Target types with a layout

# First version in which `aarch64.svcount` has a layout.
SCALABLE_COUNT_SINCE: Final = 17
# First version in which the types `dx.*` have a layout.
DIRECTX_SINCE: Final = 20
# First version in which `riscv.vector.tuple` has a layout.
TUPLES_SINCE: Final = 20
# First version in which `amdgcn.named.barrier` has a layout.
BARRIERS_SINCE: Final = 20
# First version in which `amdgcn.named.barrier` is a byte. Before, it is a vector of 16 bytes.
BARRIERS_ARE_BYTES_SINCE: Final = 24
# First version in which `spirv.Type` (an inline SPIR-V type) has a layout.
INLINE_TYPES_SINCE: Final = 21
# First version in which `llvm.test.vectorelement` has a layout.
TEST_TYPE_SINCE: Final = 21

# First version in which the parameters of some target types are checked.
TARGET_PARAMETERS_SINCE: Final = 20
# How many types and how many integers these target types take, and the words of LLVM for it.
TARGET_PARAMETERS: Final = {
    "aarch64.svcount": (0, 0, "no parameters"),
    "riscv.vector.tuple": (1, 1, "one type parameter and one integer parameter"),
    "amdgcn.named.barrier": (0, 1, "no type parameters and one integer parameter"),
}


def wrong_target_parameters(name: str, types: int, integers: int, version: int) -> str:
    """LLVM's message if the target type does not take so many types and integers, or "" (TargetExtType::checkParams)."""
    wanted = TARGET_PARAMETERS.get(name)
    if wanted is None or wanted[:2] == (types, integers) or version < TARGET_PARAMETERS_SINCE:
        return ""
    return f"target extension type {name} should have {wanted[2]}"


# --- Data layouts upgraded on reading

# First version in which x86 layouts get the address spaces 270 to 272.
X86_POINTERS_SINCE: Final = 10
# First version in which AMDGPU and R600 layouts put globals into address space 1.
AMDGPU_GLOBALS_SINCE: Final = 13
# First version in which 32-bit MSVC layouts align x86_fp80 to 16 bytes.
MSVC_F80_SINCE: Final = 14
# First version in which RISC-V 64 layouts have i32 as a native integer.
NATIVE_I32_SINCE: Final = 16
# First version in which LoongArch 64 layouts have i32 as a native integer.
LOONGARCH_I32_SINCE: Final = 19
# First version in which amdgcn layouts describe the buffer address spaces 7 and above.
AMDGCN_POINTERS_SINCE: Final = 17
# First version in which x86 layouts align i128 to 16 bytes.
X86_I128_SINCE: Final = 18
# First version in which AArch64 layouts get the address spaces 270 to 272.
AARCH64_POINTERS_SINCE: Final = 20
# First version in which a layout can align vectors as their elements (`ve`).
VECTORS_BY_ELEMENTS_SINCE: Final = 23
# First version in which the bits of a vector give its alignment. Before, its elements as they are in an array give it.
VECTORS_BY_BITS_SINCE: Final = 14
# First version in which s390x layouts align the stack to 8 bytes.
S390_STACK_SINCE: Final = 23
# First version in which bridgeOS counts among Apple's systems.
BRIDGEOS_IS_DARWIN_SINCE: Final = 21
# First version in which WebAssembly's reference types have the layout of pointers.
REFERENCES_SINCE: Final = 23
# First version in which AIX layouts align f64 to 4 bytes, preferably 8.
AIX_F64_SINCE: Final = 22
# First version in which AArch64 layouts specify the alignment of function pointers.
FUNCTION_ALIGNMENT_SINCE: Final = 19
# First version in which ARM layouts specify it, but Thumb layouts do not.
ARM_FUNCTION_ALIGNMENT_SINCE: Final = 24
# First version in which other 64-bit targets align i128 to 16 bytes.
WIDE_I128_SINCE: Final = 20
# First version in which SPIR and SPIR-V layouts put globals into address space 1.
SPIR_GLOBALS_SINCE: Final = 19
# First version in which amdgcn layouts describe the address space 9 of structured buffers.
AMDGCN_STRUCTURED_BUFFERS_SINCE: Final = 18
# First version in which amdgcn layouts give pointers of address space 8 an index of 48 bits.
AMDGCN_RESOURCE_INDEX_SINCE: Final = 21
# First version in which amdgcn layouts specify ELF mangling.
AMDGCN_MANGLING_SINCE: Final = 22
# First version in which amdgcn layouts describe the address spaces 10 to 15, and in which allocas may be in address space 13.
AMDGCN_MORE_SPACES_SINCE: Final = 24

# --- Features of processors

# The features that each processor of a kind has. Compilers list them, of some releases with others.
FEATURES_OF_CPU: Final = {"x86-64": ("+cmov", "+cx8", "+fxsr", "+mmx", "+sse", "+sse2", "+x87")}
