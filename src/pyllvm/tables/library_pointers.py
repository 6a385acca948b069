"""The functions of the C library that take or return pointers to anything: their declarations keep `i8*`.

Source: no part of LLVM: the headers of the C library.
"""

from __future__ import annotations

from typing import Final

TAKE_ANY_POINTER: Final = frozenset((
    "aligned_alloc", "bcmp", "bcopy", "bsearch", "bzero", "calloc", "fread", "free", "fwrite", "malloc", "memalign", "memccpy",
    "memchr", "memcmp", "memcpy", "memmove", "mempcpy", "memset", "mmap", "munmap", "posix_memalign", "pread", "pwrite", "qsort",
    "read", "realloc", "reallocarray", "recv", "send", "setvbuf", "valloc", "write",
    "_ZdaPv", "_ZdlPv", "_Znam", "_Znwm", "__cxa_allocate_exception", "__cxa_throw",
))  # fmt: skip
