"""Calling conventions: the number, the keyword that text has for it, and which versions know the keyword."""

from __future__ import annotations

from typing import Final

C: Final = 0
MAXIMUM: Final = 1023

# keyword, number, the first and the last version that know the keyword (0: before 7; 99: still)
_ROWS: Final[tuple[tuple[str, int, int, int], ...]] = (
    ("ccc", 0, 0, 99),
    ("fastcc", 8, 0, 99),
    ("coldcc", 9, 0, 99),
    ("ghccc", 10, 0, 99),
    ("webkit_jscc", 12, 0, 17),
    ("anyregcc", 13, 0, 99),
    ("preserve_mostcc", 14, 0, 99),
    ("preserve_allcc", 15, 0, 99),
    ("swiftcc", 16, 0, 99),
    ("cxx_fast_tlscc", 17, 0, 99),
    ("tailcc", 18, 10, 99),
    ("cfguard_checkcc", 19, 10, 99),
    ("swifttailcc", 20, 13, 99),
    ("preserve_nonecc", 21, 19, 99),
    ("x86_stdcallcc", 64, 0, 99),
    ("x86_fastcallcc", 65, 0, 99),
    ("arm_apcscc", 66, 0, 99),
    ("arm_aapcscc", 67, 0, 99),
    ("arm_aapcs_vfpcc", 68, 0, 99),
    ("msp430_intrcc", 69, 0, 99),
    ("x86_thiscallcc", 70, 0, 99),
    ("ptx_kernel", 71, 0, 99),
    ("ptx_device", 72, 0, 99),
    ("spir_func", 75, 0, 99),
    ("spir_kernel", 76, 0, 99),
    ("intel_ocl_bicc", 77, 0, 99),
    ("x86_64_sysvcc", 78, 0, 99),
    ("win64cc", 79, 0, 99),
    ("x86_vectorcallcc", 80, 0, 99),
    ("hhvmcc", 81, 0, 99),
    ("hhvm_ccc", 82, 0, 99),
    ("x86_intrcc", 83, 0, 99),
    ("avr_intrcc", 84, 0, 99),
    ("avr_signalcc", 85, 0, 99),
    ("amdgpu_vs", 87, 0, 99),
    ("amdgpu_gs", 88, 0, 99),
    ("amdgpu_ps", 89, 0, 99),
    ("amdgpu_cs", 90, 0, 99),
    ("amdgpu_kernel", 91, 0, 99),
    ("x86_regcallcc", 92, 0, 99),
    ("amdgpu_hs", 93, 0, 99),
    ("amdgpu_ls", 95, 0, 99),
    ("amdgpu_es", 96, 0, 99),
    ("aarch64_vector_pcs", 97, 8, 99),
    ("aarch64_sve_vector_pcs", 98, 10, 99),
    ("amdgpu_gfx", 100, 12, 99),
    ("aarch64_sme_preservemost_from_x0", 102, 16, 99),
    ("aarch64_sme_preservemost_from_x2", 103, 16, 99),
    ("amdgpu_cs_chain", 104, 17, 99),
    ("amdgpu_cs_chain_preserve", 105, 17, 99),
    ("m68k_rtdcc", 106, 18, 99),
    ("graalcc", 107, 18, 99),
    ("riscv_vector_cc", 110, 19, 99),
    ("aarch64_sme_preservemost_from_x1", 111, 19, 99),
    ("riscv_vls_cc(32)", 112, 21, 99),
    ("riscv_vls_cc(64)", 113, 21, 99),
    ("riscv_vls_cc(128)", 114, 21, 99),
    ("riscv_vls_cc(256)", 115, 21, 99),
    ("riscv_vls_cc(512)", 116, 21, 99),
    ("riscv_vls_cc(1024)", 117, 21, 99),
    ("riscv_vls_cc(2048)", 118, 21, 99),
    ("riscv_vls_cc(4096)", 119, 21, 99),
    ("riscv_vls_cc(8192)", 120, 21, 99),
    ("riscv_vls_cc(16384)", 121, 21, 99),
    ("riscv_vls_cc(32768)", 122, 21, 99),
    ("riscv_vls_cc(65536)", 123, 21, 99),
    ("amdgpu_gfx_whole_wave", 124, 22, 99),
    ("cheriot_compartmentcallcc", 125, 22, 99),
    ("cheriot_compartmentcalleecc", 126, 22, 99),
    ("cheriot_librarycallcc", 127, 22, 99),
)

NUMBER_OF_WORD: Final[dict[str, int]] = {word: number for word, number, _, _ in _ROWS}
WORD_SINCE: Final[dict[str, int]] = {word: since for word, _, since, _ in _ROWS}
WORD_UNTIL: Final[dict[str, int]] = {word: until for word, _, _, until in _ROWS}
_WORD_OF_NUMBER: Final[dict[int, str]] = {number: word for word, number, _, _ in _ROWS}
# Printed with a blank of their own behind, up to this version.
_BLANK_BEHIND: Final[dict[int, int]] = {84: 99, 85: 99}


def text(number: int, version: int) -> str:
    """What LLVM of that version prints for a convention (it leaves out C), without the blank that follows."""
    word = _WORD_OF_NUMBER.get(number)
    if word is None or not WORD_SINCE[word] <= version <= WORD_UNTIL[word]:
        return f"cc{number}"
    return word + " " if version <= _BLANK_BEHIND.get(number, 0) else word
