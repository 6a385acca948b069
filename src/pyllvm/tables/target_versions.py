"""What each release knows of targets: data layouts, triples, target types, inline assembly."""

from __future__ import annotations

from typing import Final

# --- ir/target/data_layout_text

# First version in which the sizes of pointers and indices need not be whole bytes.
POINTERS_IN_BITS_SINCE: Final = 14
# The first versions that have these rules.
STRICT_SINCE: Final = 20
POINTER_FLAGS_SINCE: Final = 22
BYTE_ALIGNED_I8_SINCE: Final = 16
INDEX_WIDTH_CHECKED_SINCE: Final = 17
GOFF_MANGLING_SINCE: Final = 14

# --- ir/target/sized_types

# First version in which a struct of scalable vectors, all of one type, has a size.
SCALABLE_STRUCTS_SINCE: Final = 17

# --- ir/target/target_triple

# The versions that first do what the name says.
SPIRV_FORMAT_SINCE: Final = 15
NONE_IS_A_SYSTEM_SINCE: Final = 19
DXIL_VERSIONS_SINCE: Final = 19
DXIL_SHADER_MODEL_9_SINCE: Final = 22
WINDOWS_MIPS_SINCE: Final = 20

# --- ir/target/target_types

# The versions since which the types have a layout.
SCALABLE_COUNT_SINCE: Final = 17
DIRECTX_SINCE: Final = 20
TUPLES_SINCE: Final = 20
BARRIERS_SINCE: Final = 20
INLINE_TYPES_SINCE: Final = 21
TEST_TYPE_SINCE: Final = 21

# --- migrations/on_reading/data_layout

X86_POINTERS_SINCE: Final = 10
AMDGPU_GLOBALS_SINCE: Final = 13
MSVC_F80_SINCE: Final = 13
NATIVE_I32_SINCE: Final = 16
LOONGARCH_I32_SINCE: Final = 17
AMDGCN_POINTERS_SINCE: Final = 17
X86_I128_SINCE: Final = 18
AARCH64_POINTERS_SINCE: Final = 22
AIX_F64_SINCE: Final = 22
FUNCTION_ALIGNMENT_SINCE: Final = 19
WIDE_I128_SINCE: Final = 20
AMDGCN_MANGLING_SINCE: Final = 22
