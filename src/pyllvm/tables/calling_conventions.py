"""Calling conventions: the number, its word in text, the versions that know the word, and the verifier's rules.

Sources: CallingConv.h; the visitors of functions and calls in LLVM's Verifier.cpp.

`python -m tests.releases.run PATH --subject words` shows what it lacks of an LLVM.
"""

from __future__ import annotations

from typing import Final, final

from pyllvm.versions import FOREVER

MAXIMUM: Final = 1023

CHAINS_SINCE: Final = 17
WHOLE_WAVE_SINCE: Final = 22
RISCV_VECTOR_LENGTHS_SINCE: Final = 21


@final
class CallingConvention:
    """One calling convention: its `word` in text, its `number`, the first and the last LLVM that know the word.

    `returns_void`: its functions return nothing. `takes_sret`: they may return a struct through a pointer. `variadic`: they may
    have "...". `called`: calls, and not only the hardware or an intrinsic, may enter them. `chain`: llvm.amdgcn.cs.chain enters
    them. `starts_chain_since`: the first LLVM in which they may call llvm.amdgcn.cs.chain. `blank`: LLVM prints a blank of the
    word's own behind it.
    """

    __slots__ = (
        "blank",
        "called",
        "chain",
        "number",
        "returns_void",
        "since",
        "starts_chain_since",
        "takes_sret",
        "until",
        "variadic",
        "word",
    )

    def __init__(self, word: str, number: int, traits: str = "", since: int = 0, until: int = FOREVER) -> None:
        self.word = word
        self.number = number
        self.since = since
        self.until = until
        words = traits.split()
        self.returns_void = "void" in words
        self.takes_sret = "no_sret" not in words
        self.variadic = "not_variadic" not in words
        self.called = "not_called" not in words
        self.chain = "chain" in words
        self.starts_chain_since = CHAINS_SINCE if "starts_chain" in words else 22 if "starts_chain_22" in words else FOREVER
        self.blank = "blank" in words

    def __repr__(self) -> str:
        return f"<CallingConvention {self.word}>"


_CHAIN: Final = "void no_sret not_variadic not_called chain starts_chain"

CALLING_CONVENTIONS: Final[tuple[CallingConvention, ...]] = (
    CallingConvention("ccc", 0),
    CallingConvention("fastcc", 8, "not_variadic"),
    CallingConvention("coldcc", 9, "not_variadic"),
    CallingConvention("ghccc", 10),
    CallingConvention("webkit_jscc", 12, until=17),
    CallingConvention("anyregcc", 13),
    CallingConvention("preserve_mostcc", 14),
    CallingConvention("preserve_allcc", 15),
    CallingConvention("swiftcc", 16),
    CallingConvention("cxx_fast_tlscc", 17),
    CallingConvention("tailcc", 18, since=10),
    CallingConvention("cfguard_checkcc", 19, since=10),
    CallingConvention("swifttailcc", 20, since=13),
    CallingConvention("preserve_nonecc", 21, since=19),
    CallingConvention("x86_stdcallcc", 64),
    CallingConvention("x86_fastcallcc", 65),
    CallingConvention("arm_apcscc", 66),
    CallingConvention("arm_aapcscc", 67),
    CallingConvention("arm_aapcs_vfpcc", 68),
    CallingConvention("msp430_intrcc", 69),
    CallingConvention("x86_thiscallcc", 70),
    CallingConvention("ptx_kernel", 71, "not_variadic"),
    CallingConvention("ptx_device", 72, "not_variadic"),
    CallingConvention("spir_func", 75),
    CallingConvention("spir_kernel", 76, "void no_sret not_variadic not_called"),
    CallingConvention("intel_ocl_bicc", 77, "not_variadic"),
    CallingConvention("x86_64_sysvcc", 78),
    CallingConvention("win64cc", 79),
    CallingConvention("x86_vectorcallcc", 80),
    CallingConvention("hhvmcc", 81),
    CallingConvention("hhvm_ccc", 82),
    CallingConvention("x86_intrcc", 83),
    CallingConvention("avr_intrcc", 84, "blank"),
    CallingConvention("avr_signalcc", 85, "blank"),
    CallingConvention("amdgpu_vs", 87, "no_sret not_variadic not_called starts_chain_22"),
    CallingConvention("amdgpu_gs", 88, "no_sret not_variadic not_called starts_chain_22"),
    CallingConvention("amdgpu_ps", 89, "no_sret not_variadic not_called"),
    CallingConvention("amdgpu_cs", 90, "no_sret not_variadic not_called starts_chain"),
    CallingConvention("amdgpu_kernel", 91, "void no_sret not_variadic not_called"),
    CallingConvention("x86_regcallcc", 92),
    CallingConvention("amdgpu_hs", 93, "no_sret not_variadic not_called starts_chain_22"),
    CallingConvention("amdgpu_ls", 95, "not_called starts_chain_22"),
    CallingConvention("amdgpu_es", 96, "not_called starts_chain_22"),
    CallingConvention("aarch64_vector_pcs", 97, since=8),
    CallingConvention("aarch64_sve_vector_pcs", 98, since=10),
    CallingConvention("amdgpu_gfx", 100, since=12),
    CallingConvention("aarch64_sme_preservemost_from_x0", 102, since=16),
    CallingConvention("aarch64_sme_preservemost_from_x2", 103, since=16),
    CallingConvention("amdgpu_cs_chain", 104, _CHAIN, since=CHAINS_SINCE),
    CallingConvention("amdgpu_cs_chain_preserve", 105, _CHAIN, since=CHAINS_SINCE),
    CallingConvention("m68k_rtdcc", 106, since=18),
    CallingConvention("graalcc", 107, since=18),
    CallingConvention("riscv_vector_cc", 110, since=19),
    CallingConvention("aarch64_sme_preservemost_from_x1", 111, since=19),
    CallingConvention("riscv_vls_cc(32)", 112, since=RISCV_VECTOR_LENGTHS_SINCE),
    CallingConvention("riscv_vls_cc(64)", 113, since=RISCV_VECTOR_LENGTHS_SINCE),
    CallingConvention("riscv_vls_cc(128)", 114, since=RISCV_VECTOR_LENGTHS_SINCE),
    CallingConvention("riscv_vls_cc(256)", 115, since=RISCV_VECTOR_LENGTHS_SINCE),
    CallingConvention("riscv_vls_cc(512)", 116, since=RISCV_VECTOR_LENGTHS_SINCE),
    CallingConvention("riscv_vls_cc(1024)", 117, since=RISCV_VECTOR_LENGTHS_SINCE),
    CallingConvention("riscv_vls_cc(2048)", 118, since=RISCV_VECTOR_LENGTHS_SINCE),
    CallingConvention("riscv_vls_cc(4096)", 119, since=RISCV_VECTOR_LENGTHS_SINCE),
    CallingConvention("riscv_vls_cc(8192)", 120, since=RISCV_VECTOR_LENGTHS_SINCE),
    CallingConvention("riscv_vls_cc(16384)", 121, since=RISCV_VECTOR_LENGTHS_SINCE),
    CallingConvention("riscv_vls_cc(32768)", 122, since=RISCV_VECTOR_LENGTHS_SINCE),
    CallingConvention("riscv_vls_cc(65536)", 123, since=RISCV_VECTOR_LENGTHS_SINCE),
    CallingConvention("amdgpu_gfx_whole_wave", 124, "not_variadic not_called", since=WHOLE_WAVE_SINCE),
    CallingConvention("cheriot_compartmentcallcc", 125, since=22),
    CallingConvention("cheriot_compartmentcalleecc", 126, since=22),
    CallingConvention("cheriot_librarycallcc", 127, since=22),
)

WITHOUT_LENGTH: Final = {"riscv_vls_cc": "riscv_vls_cc(128)"}
"""The convention of a word without its length."""

NUMBER_OF_WORD: Final[dict[str, int]] = {row.word: row.number for row in CALLING_CONVENTIONS}
WORD_OF_NUMBER: Final[dict[int, str]] = {row.number: row.word for row in CALLING_CONVENTIONS}
WORD_SINCE: Final[dict[str, int]] = {row.word: row.since for row in CALLING_CONVENTIONS}
WORD_UNTIL: Final[dict[str, int]] = {row.word: row.until for row in CALLING_CONVENTIONS}
_ROW_OF_NUMBER: Final[dict[int, CallingConvention]] = {row.number: row for row in CALLING_CONVENTIONS}

# The conventions that code uses by number.
ANY_REGISTER: Final = NUMBER_OF_WORD["anyregcc"]
TAIL: Final = NUMBER_OF_WORD["tailcc"]
SWIFT_TAIL: Final = NUMBER_OF_WORD["swifttailcc"]
X86_STDCALL: Final = NUMBER_OF_WORD["x86_stdcallcc"]
X86_FASTCALL: Final = NUMBER_OF_WORD["x86_fastcallcc"]
X86_VECTORCALL: Final = NUMBER_OF_WORD["x86_vectorcallcc"]
# The names of functions with these end with the size of the arguments on Windows.
MICROSOFTS: Final = (X86_STDCALL, X86_FASTCALL, X86_VECTORCALL)
X86_INTERRUPT: Final = NUMBER_OF_WORD["x86_intrcc"]
# First version in which the frame, the first parameter of such a function, is passed `byval`.
INTERRUPT_FRAMES_SINCE: Final = 13
SPIR_KERNEL: Final = NUMBER_OF_WORD["spir_kernel"]
WHOLE_WAVE: Final = NUMBER_OF_WORD["amdgpu_gfx_whole_wave"]

RETURNING_VOID: Final = frozenset(row.number for row in CALLING_CONVENTIONS if row.returns_void)
WITHOUT_SRET: Final = frozenset(row.number for row in CALLING_CONVENTIONS if not row.takes_sret)
NOT_VARIADIC: Final = frozenset(row.number for row in CALLING_CONVENTIONS if not row.variadic)
NOT_CALLED: Final = {row.number: row.since for row in CALLING_CONVENTIONS if not row.called}
CHAINS: Final = frozenset(row.number for row in CALLING_CONVENTIONS if row.chain)


def since(number: int) -> int:
    """The first version that has the convention of that number; 0 if every version has it, or if it has no name."""
    row = _ROW_OF_NUMBER.get(number)
    return 0 if row is None else row.since


def starts_chain(number: int, version: int) -> bool:
    """Whether functions with this convention may call llvm.amdgcn.cs.chain, in LLVM of this version."""
    row = _ROW_OF_NUMBER.get(number)
    return row is not None and row.starts_chain_since <= version


def text(number: int, version: int) -> str:
    """The word that LLVM of this version prints for a convention (none for C), without the blank that follows."""
    row = _ROW_OF_NUMBER.get(number)
    if row is None or not row.since <= version <= row.until:
        return f"cc{number}"
    return row.word + " " if row.blank else row.word
