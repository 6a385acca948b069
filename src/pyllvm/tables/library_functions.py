"""The functions of C and C++ that LLVM's optimizations know by name, and those that take or return pointers to anything.

The names are of all versions of LLVM together. The declarations of functions with pointers to anything keep `i8*`.
Source: TargetLibraryInfo.td; the headers of the C library.
"""

from __future__ import annotations

from typing import Final

_NAMES: Final = """\
??2@YAPAXI@Z ??2@YAPAXIABUnothrow_t@std@@@Z ??2@YAPEAX_K@Z ??2@YAPEAX_KAEBUnothrow_t@std@@@Z ??3@YAXPAX@Z
??3@YAXPAXABUnothrow_t@std@@@Z ??3@YAXPAXI@Z ??3@YAXPEAX@Z ??3@YAXPEAXAEBUnothrow_t@std@@@Z ??3@YAXPEAX_K@Z ??_U@YAPAXI@Z
??_U@YAPAXIABUnothrow_t@std@@@Z ??_U@YAPEAX_K@Z ??_U@YAPEAX_KAEBUnothrow_t@std@@@Z ??_V@YAXPAX@Z
??_V@YAXPAXABUnothrow_t@std@@@Z ??_V@YAXPAXI@Z ??_V@YAXPEAX@Z ??_V@YAXPEAXAEBUnothrow_t@std@@@Z ??_V@YAXPEAX_K@Z _Exit
_IO_getc _IO_putc _ZSt9terminatev _ZdaPv _ZdaPvRKSt9nothrow_t _ZdaPvSt11align_val_t _ZdaPvSt11align_val_tRKSt9nothrow_t
_ZdaPvj _ZdaPvjSt11align_val_t _ZdaPvm _ZdaPvmSt11align_val_t _ZdlPv _ZdlPvRKSt9nothrow_t _ZdlPvSt11align_val_t
_ZdlPvSt11align_val_tRKSt9nothrow_t _ZdlPvj _ZdlPvjSt11align_val_t _ZdlPvm _ZdlPvmSt11align_val_t _Znaj _ZnajRKSt9nothrow_t
_ZnajSt11align_val_t _ZnajSt11align_val_tRKSt9nothrow_t _Znam _Znam12__hot_cold_t _ZnamRKSt9nothrow_t
_ZnamRKSt9nothrow_t12__hot_cold_t _ZnamSt11align_val_t _ZnamSt11align_val_t12__hot_cold_t _ZnamSt11align_val_tRKSt9nothrow_t
_ZnamSt11align_val_tRKSt9nothrow_t12__hot_cold_t _Znwj _ZnwjRKSt9nothrow_t _ZnwjSt11align_val_t
_ZnwjSt11align_val_tRKSt9nothrow_t _Znwm _Znwm12__hot_cold_t _ZnwmRKSt9nothrow_t _ZnwmRKSt9nothrow_t12__hot_cold_t
_ZnwmSt11align_val_t _ZnwmSt11align_val_t12__hot_cold_t _ZnwmSt11align_val_tRKSt9nothrow_t
_ZnwmSt11align_val_tRKSt9nothrow_t12__hot_cold_t __acos_finite __acosf_finite __acosh_finite __acoshf_finite __acoshl_finite
__acosl_finite __asin_finite __asinf_finite __asinl_finite __atan2_finite __atan2f_finite __atan2l_finite __atanh_finite
__atanhf_finite __atanhl_finite __atomic_load __atomic_store __cosh_finite __coshf_finite __coshl_finite __cospi __cospif
__cxa_atexit __cxa_guard_abort __cxa_guard_acquire __cxa_guard_release __cxa_throw __exp10_finite __exp10f_finite
__exp10l_finite __exp2_finite __exp2f_finite __exp2l_finite __exp_finite __expf_finite __expl_finite __isoc99_scanf
__isoc99_sscanf __kmpc_alloc_shared __kmpc_free_shared __log10_finite __log10f_finite __log10l_finite __log2_finite
__log2f_finite __log2l_finite __log_finite __logf_finite __logl_finite __memccpy_chk __memcpy_chk __memmove_chk __mempcpy_chk
__memset_chk __nvvm_reflect __pow_finite __powf_finite __powl_finite __sincospi_stret __sincospif_stret __sinh_finite
__sinhf_finite __sinhl_finite __sinpi __sinpif __size_returning_new __size_returning_new_aligned
__size_returning_new_aligned_hot_cold __size_returning_new_hot_cold __small_fprintf __small_printf __small_sprintf
__snprintf_chk __sprintf_chk __sqrt_finite __sqrtf_finite __sqrtl_finite __stpcpy_chk __stpncpy_chk __strcat_chk __strcpy_chk
__strdup __strlcat_chk __strlcpy_chk __strlen_chk __strncat_chk __strncpy_chk __strndup __strtok_r __vsnprintf_chk
__vsprintf_chk abort abs access acos acosf acosh acoshf acoshl acosl aligned_alloc asin asinf asinh asinhf asinhl asinl atan
atan2 atan2f atan2l atanf atanh atanhf atanhl atanl atexit atof atoi atol atoll bcmp bcopy bzero cabs cabsf cabsl calloc cbrt
cbrtf cbrtl ceil ceilf ceill chmod chown clearerr closedir copysign copysignf copysignl cos cosf cosh coshf coshl cosl ctermid
erf erff erfl execl execle execlp execv execvP execve execvp execvpe exit exp exp10 exp10f exp10l exp2 exp2f exp2l expf expl
expm1 expm1f expm1l fabs fabsf fabsl fclose fdim fdimf fdiml fdopen feof ferror fflush ffs ffsl ffsll fgetc fgetc_unlocked
fgetpos fgets fgets_unlocked fileno fiprintf flockfile floor floorf floorl fls flsl flsll fmax fmaxf fmaximum_num
fmaximum_numf fmaximum_numl fmaxl fmin fminf fminimum_num fminimum_numf fminimum_numl fminl fmod fmodf fmodl fopen fopen64
fork fprintf fputc fputc_unlocked fputs fputs_unlocked fread fread_unlocked free frexp frexpf frexpl fscanf fseek fseeko
fseeko64 fsetpos fstat fstat64 fstatvfs fstatvfs64 ftell ftello ftello64 ftrylockfile funlockfile fwrite fwrite_unlocked getc
getc_unlocked getchar getchar_unlocked getenv getitimer getlogin_r getpwnam gets gettimeofday htonl htons hypot hypotf hypotl
ilogb ilogbf ilogbl iprintf isascii isdigit labs lchown ldexp ldexpf ldexpl llabs log log10 log10f log10l log1p log1pf log1pl
log2 log2f log2l logb logbf logbl logf logl lstat lstat64 malloc memalign memccpy memchr memcmp memcpy memmove mempcpy memrchr
memset memset_pattern16 memset_pattern4 memset_pattern8 mkdir mktime modf modff modfl nan nanf nanl nearbyint nearbyintf
nearbyintl nextafter nextafterf nextafterl nexttoward nexttowardf nexttowardl ntohl ntohs open open64 opendir pclose perror
popen posix_memalign pow powf powl pread printf putc putc_unlocked putchar putchar_unlocked puts pvalloc pwrite qsort read
readlink realloc reallocarray reallocf realpath remainder remainderf remainderl remove remquo remquof remquol rename rewind
rint rintf rintl rmdir round roundeven roundevenf roundevenl roundf roundl scalbln scalblnf scalblnl scalbn scalbnf scalbnl
scanf setbuf setitimer setvbuf sin sincos sincosf sincosl sinf sinh sinhf sinhl sinl siprintf snprintf sprintf sqrt sqrtf
sqrtl sscanf stat stat64 statvfs statvfs64 stpcpy stpncpy strcasecmp strcat strchr strcmp strcoll strcpy strcspn strdup
strlcat strlcpy strlen strncasecmp strncat strncmp strncpy strndup strnlen strpbrk strrchr strspn strstr strtod strtof strtok
strtok_r strtol strtold strtoll strtoul strtoull strxfrm system tan tanf tanh tanhf tanhl tanl tgamma tgammaf tgammal times
tmpfile tmpfile64 toascii trunc truncf truncl uname ungetc unlink unsetenv utime utimes valloc vec_calloc vec_free vec_malloc
vec_realloc vfprintf vfscanf vprintf vscanf vsnprintf vsprintf vsscanf wcslen write
"""

LIBRARY_FUNCTIONS: Final[frozenset[str]] = frozenset(_NAMES.split())

# Beginnings of names that mark runtime functions: of C++, of exceptions, and of sanitizers.
RUNTIME_PREFIXES: Final[tuple[str, ...]] = (
    "__cxa_",
    "__gxx_personality_",
    "__gcc_personality_",
    "__clang_call_terminate",
    "_Unwind_",
    "__asan_",
    "__msan_",
    "__tsan_",
    "__ubsan_",
    "__sanitizer_",
    "__stack_chk_",
)


TAKE_ANY_POINTER: Final = frozenset((
    "aligned_alloc", "bcmp", "bcopy", "bsearch", "bzero", "calloc", "fread", "free", "fwrite", "malloc", "memalign", "memccpy",
    "memchr", "memcmp", "memcpy", "memmove", "mempcpy", "memset", "mmap", "munmap", "posix_memalign", "pread", "pwrite", "qsort",
    "read", "realloc", "reallocarray", "recv", "send", "setvbuf", "valloc", "write",
    "_ZdaPv", "_ZdlPv", "_Znam", "_Znwm", "__cxa_allocate_exception", "__cxa_throw",
))  # fmt: skip
