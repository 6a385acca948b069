"""Calling conventions: the number, the keyword that text has for it, and which versions know the keyword."""

from __future__ import annotations

from typing import Final

from pyllvm.versions import FOREVER

C: Final = 0
MAXIMUM: Final = 1023

# keyword, number, the first and the last version that know the keyword (0: before 7)
_ROWS: Final[tuple[tuple[str, int, int, int], ...]] = (
    ("ccc", 0, 0, FOREVER),
    ("fastcc", 8, 0, FOREVER),
    ("coldcc", 9, 0, FOREVER),
    ("ghccc", 10, 0, FOREVER),
    ("webkit_jscc", 12, 0, 17),
    ("anyregcc", 13, 0, FOREVER),
    ("preserve_mostcc", 14, 0, FOREVER),
    ("preserve_allcc", 15, 0, FOREVER),
    ("swiftcc", 16, 0, FOREVER),
    ("cxx_fast_tlscc", 17, 0, FOREVER),
    ("tailcc", 18, 10, FOREVER),
    ("cfguard_checkcc", 19, 10, FOREVER),
    ("swifttailcc", 20, 13, FOREVER),
    ("preserve_nonecc", 21, 19, FOREVER),
    ("x86_stdcallcc", 64, 0, FOREVER),
    ("x86_fastcallcc", 65, 0, FOREVER),
    ("arm_apcscc", 66, 0, FOREVER),
    ("arm_aapcscc", 67, 0, FOREVER),
    ("arm_aapcs_vfpcc", 68, 0, FOREVER),
    ("msp430_intrcc", 69, 0, FOREVER),
    ("x86_thiscallcc", 70, 0, FOREVER),
    ("ptx_kernel", 71, 0, FOREVER),
    ("ptx_device", 72, 0, FOREVER),
    ("spir_func", 75, 0, FOREVER),
    ("spir_kernel", 76, 0, FOREVER),
    ("intel_ocl_bicc", 77, 0, FOREVER),
    ("x86_64_sysvcc", 78, 0, FOREVER),
    ("win64cc", 79, 0, FOREVER),
    ("x86_vectorcallcc", 80, 0, FOREVER),
    ("hhvmcc", 81, 0, FOREVER),
    ("hhvm_ccc", 82, 0, FOREVER),
    ("x86_intrcc", 83, 0, FOREVER),
    ("avr_intrcc", 84, 0, FOREVER),
    ("avr_signalcc", 85, 0, FOREVER),
    ("amdgpu_vs", 87, 0, FOREVER),
    ("amdgpu_gs", 88, 0, FOREVER),
    ("amdgpu_ps", 89, 0, FOREVER),
    ("amdgpu_cs", 90, 0, FOREVER),
    ("amdgpu_kernel", 91, 0, FOREVER),
    ("x86_regcallcc", 92, 0, FOREVER),
    ("amdgpu_hs", 93, 0, FOREVER),
    ("amdgpu_ls", 95, 0, FOREVER),
    ("amdgpu_es", 96, 0, FOREVER),
    ("aarch64_vector_pcs", 97, 8, FOREVER),
    ("aarch64_sve_vector_pcs", 98, 10, FOREVER),
    ("amdgpu_gfx", 100, 12, FOREVER),
    ("aarch64_sme_preservemost_from_x0", 102, 16, FOREVER),
    ("aarch64_sme_preservemost_from_x2", 103, 16, FOREVER),
    ("amdgpu_cs_chain", 104, 17, FOREVER),
    ("amdgpu_cs_chain_preserve", 105, 17, FOREVER),
    ("m68k_rtdcc", 106, 18, FOREVER),
    ("graalcc", 107, 18, FOREVER),
    ("riscv_vector_cc", 110, 19, FOREVER),
    ("aarch64_sme_preservemost_from_x1", 111, 19, FOREVER),
    ("riscv_vls_cc(32)", 112, 21, FOREVER),
    ("riscv_vls_cc(64)", 113, 21, FOREVER),
    ("riscv_vls_cc(128)", 114, 21, FOREVER),
    ("riscv_vls_cc(256)", 115, 21, FOREVER),
    ("riscv_vls_cc(512)", 116, 21, FOREVER),
    ("riscv_vls_cc(1024)", 117, 21, FOREVER),
    ("riscv_vls_cc(2048)", 118, 21, FOREVER),
    ("riscv_vls_cc(4096)", 119, 21, FOREVER),
    ("riscv_vls_cc(8192)", 120, 21, FOREVER),
    ("riscv_vls_cc(16384)", 121, 21, FOREVER),
    ("riscv_vls_cc(32768)", 122, 21, FOREVER),
    ("riscv_vls_cc(65536)", 123, 21, FOREVER),
    ("amdgpu_gfx_whole_wave", 124, 22, FOREVER),
    ("cheriot_compartmentcallcc", 125, 22, FOREVER),
    ("cheriot_compartmentcalleecc", 126, 22, FOREVER),
    ("cheriot_librarycallcc", 127, 22, FOREVER),
)

NUMBER_OF_WORD: Final[dict[str, int]] = {word: number for word, number, _, _ in _ROWS}
WORD_SINCE: Final[dict[str, int]] = {word: since for word, _, since, _ in _ROWS}
WORD_UNTIL: Final[dict[str, int]] = {word: until for word, _, _, until in _ROWS}
_WORD_OF_NUMBER: Final[dict[int, str]] = {number: word for word, number, _, _ in _ROWS}
# Printed with a blank of their own behind, up to this version.
_BLANK_BEHIND: Final[dict[int, int]] = {84: FOREVER, 85: FOREVER}


def since(number: int) -> int:
    """The first version that has the convention of that number; 0 where every version has, or none gives it a name."""
    word = _WORD_OF_NUMBER.get(number)
    return 0 if word is None else WORD_SINCE[word]


def text(number: int, version: int) -> str:
    """What LLVM of that version prints for a convention (it leaves out C), without the blank that follows."""
    word = _WORD_OF_NUMBER.get(number)
    if word is None or not WORD_SINCE[word] <= version <= WORD_UNTIL[word]:
        return f"cc{number}"
    return word + " " if version <= _BLANK_BEHIND.get(number, 0) else word
