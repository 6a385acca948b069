"""The words that are kinds of token by the tables of attributes and calling conventions, not by the grammar."""

from __future__ import annotations

from typing import Final

_ENUM = """allocalign allocptr alwaysinline argmemonly builtin cold convergent coro_elide_safe coro_only_destroy_when_complete
dead_on_return dead_on_unwind disable_sanitizer_instrumentation fn_ret_thunk_extern hot hybrid_patchable immarg inaccessiblemem_or_argmemonly
inaccessiblememonly inlinehint inreg jumptable minsize mustprogress naked nest noalias nobuiltin nocallback nocapture nocf_check
nocreateundeforpoison nodivergencesource noduplicate noext nofree noimplicitfloat noinline nomerge nonlazybind nonnull noprofile norecurse noredzone
noreturn nosanitize_bounds nosanitize_coverage nosync noundef nounwind null_pointer_is_valid optdebug optforfuzzing optnone
optsize presplitcoroutine readnone readonly returned returns_twice safestack sanitize_address sanitize_alloc_token sanitize_hwaddress
sanitize_memory sanitize_numerical_stability sanitize_realtime sanitize_realtime_blocking sanitize_thread
sanitize_type shadowcallstack signext skipprofile speculatable speculative_load_hardening ssp sspreq sspstrong strictfp swiftasync
swifterror swiftself willreturn writable writeonly zeroext"""

_CALLING_CONVENTIONS = """ccc fastcc coldcc ghccc webkit_jscc anyregcc preserve_mostcc preserve_allcc swiftcc
cxx_fast_tlscc tailcc cfguard_checkcc swifttailcc preserve_nonecc x86_stdcallcc x86_fastcallcc arm_apcscc arm_aapcscc
arm_aapcs_vfpcc msp430_intrcc x86_thiscallcc ptx_kernel ptx_device spir_func spir_kernel intel_ocl_bicc x86_64_sysvcc win64cc
x86_vectorcallcc hhvmcc hhvm_ccc x86_intrcc avr_intrcc avr_signalcc amdgpu_vs amdgpu_gs amdgpu_ps amdgpu_cs amdgpu_kernel
x86_regcallcc amdgpu_hs amdgpu_ls amdgpu_es aarch64_vector_pcs aarch64_sve_vector_pcs amdgpu_gfx
aarch64_sme_preservemost_from_x0 aarch64_sme_preservemost_from_x1 aarch64_sme_preservemost_from_x2 amdgpu_cs_chain
amdgpu_cs_chain_preserve m68k_rtdcc graalcc riscv_vector_cc riscv_vls_cc amdgpu_gfx_whole_wave cheriot_compartmentcallcc
cheriot_compartmentcalleecc cheriot_librarycallcc"""

TERMINAL_WORDS: Final[dict[str, list[str]]] = {
    "ENUM_ATTRIBUTE": _ENUM.split(),
    "TYPE_ATTRIBUTE": ["byval", "sret", "preallocated", "byref", "elementtype"],
    "INTEGER_ATTRIBUTE": ["dereferenceable", "dereferenceable_or_null"],
    "PAIR_ATTRIBUTE": ["allocsize", "vscale_range"],
    "WORDS_ATTRIBUTE": ["memory", "nofpclass", "captures", "uwtable", "allockind"],
    "RANGE_ATTRIBUTE": ["range"],
    "RANGE_LIST_ATTRIBUTE": ["initializes"],
    "CALLING_CONVENTION": _CALLING_CONVENTIONS.split(),
}
