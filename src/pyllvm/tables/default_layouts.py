"""The data layouts that opt gives to a module which names a target and no layout, since LLVM 18.

A row has architectures, versions (`since-until`), words of which the rest of the triple contains one (`*`: any), and the layout.
The first row that fits counts. The rows are what opt of LLVM 19, 22 and 23 prints; 18 is taken to be as 19, and 20 and 21 as 22.
"""

from __future__ import annotations

import re
from typing import Final

DEFAULT_LAYOUTS_SINCE: Final = 18
_ROWS: Final = """
x86_64 18- macosx,darwin,ios,tvos,watchos e-m:o-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64
    -S128
x86_64 18- windows e-m:w-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128
x86_64 18- gnux32 e-m:e-p:32:32-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128
x86_64 18- * e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128
i386 18- macosx,darwin,ios,tvos,watchos e-m:o-p:32:32-p270:32:32-p271:32:32-p272:64:64-i128:128-f64:32:64-f80:128
    -n8:16:32-S128
i386 18- windows-msvc e-m:x-p:32:32-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32-a:0:32-S32
i386 18- windows-gnu e-m:x-p:32:32-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:32-n8:16:32-a:0:32-S32
i386 18- * e-m:e-p:32:32-p270:32:32-p271:32:32-p272:64:64-i128:128-f64:32:64-f80:32-n8:16:32-S128
aarch64 18-19 macosx,darwin,ios,tvos,watchos e-m:o-i64:64-i128:128-n32:64-S128-Fn32
aarch64 18-19 windows e-m:w-p:64:64-i32:32-i64:64-i128:128-n32:64-S128-Fn32
aarch64 18-19 * e-m:e-i8:8:32-i16:16:32-i64:64-i128:128-n32:64-S128-Fn32
aarch64 20- macosx,darwin,ios,tvos,watchos e-m:o-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-n32:64-S128-Fn32
aarch64 20- windows e-m:w-p270:32:32-p271:32:32-p272:64:64-p:64:64-i32:32-i64:64-i128:128-n32:64-S128-Fn32
aarch64 20- * e-m:e-p270:32:32-p271:32:32-p272:64:64-i8:8:32-i16:16:32-i64:64-i128:128-n32:64-S128-Fn32
aarch64_be 18-19 * E-m:e-i8:8:32-i16:16:32-i64:64-i128:128-n32:64-S128-Fn32
aarch64_be 20- * E-m:e-p270:32:32-p271:32:32-p272:64:64-i8:8:32-i16:16:32-i64:64-i128:128-n32:64-S128-Fn32
arm 18- macosx,darwin,ios,tvos,watchos e-m:o-p:32:32-Fi8-f64:32:64-v64:32:64-v128:32:128-a:0:32-n32-S32
arm 18- windows e-m:w-p:32:32-Fi8-i64:64-v128:64:128-a:0:32-n32-S64
arm 18- * e-m:e-p:32:32-Fi8-i64:64-v128:64:128-a:0:32-n32-S64
armeb 18- * E-m:e-p:32:32-Fi8-i64:64-v128:64:128-a:0:32-n32-S64
thumb 18- macosx,darwin,ios,tvos,watchos e-m:o-p:32:32-Fi8-i64:64-v128:64:128-a:0:32-n32-S64
thumb 18- windows e-m:w-p:32:32-Fi8-i64:64-v128:64:128-a:0:32-n32-S64
thumb 18- * e-m:e-p:32:32-Fi8-i64:64-v128:64:128-a:0:32-n32-S64
riscv32 18- * e-m:e-p:32:32-i64:64-n32-S128
riscv64,bpf,loongarch64 18- * e-m:e-p:64:64-i64:64-i128:128-n32:64-S128
powerpc 18-19 macosx,darwin,ios,tvos,watchos E-m:o-p:32:32-Fn32-i64:64-n32
powerpc 18-19 aix E-m:a-p:32:32-Fi32-i64:64-n32
powerpc 18-19 * E-m:e-p:32:32-Fn32-i64:64-n32
powerpc 20- macosx,darwin,ios,tvos,watchos E-m:o-p:32:32-Fn32-i64:64-n32
powerpc 20- aix E-m:a-p:32:32-Fi32-i64:64-n32-f64:32:64
powerpc 20- * E-m:e-p:32:32-Fn32-i64:64-n32
powerpc64 18-19 linux E-m:e-Fi64-i64:64-n32:64-S128-v256:256:256-v512:512:512
powerpc64 18-19 macosx,darwin,ios,tvos,watchos E-m:o-Fi64-i64:64-n32:64
powerpc64 18-19 freebsd E-m:e-Fn32-i64:64-n32:64
powerpc64 18-19 aix E-m:a-Fi64-i64:64-n32:64-S128-v256:256:256-v512:512:512
powerpc64 18-19 * E-m:e-Fi64-i64:64-n32:64
powerpc64 20- linux E-m:e-Fi64-i64:64-i128:128-n32:64-S128-v256:256:256-v512:512:512
powerpc64 20- macosx,darwin,ios,tvos,watchos E-m:o-Fi64-i64:64-i128:128-n32:64
powerpc64 20- freebsd E-m:e-Fn32-i64:64-i128:128-n32:64
powerpc64 20- aix E-m:a-Fi64-i64:64-i128:128-n32:64-f64:32:64-S128-v256:256:256-v512:512:512
powerpc64 20- * E-m:e-Fi64-i64:64-i128:128-n32:64
powerpc64le 18-19 linux e-m:e-Fn32-i64:64-n32:64-S128-v256:256:256-v512:512:512
powerpc64le 18-19 aix e-m:e-Fi64-i64:64-n32:64-S128-v256:256:256-v512:512:512
powerpc64le 18-19 * e-m:e-Fn32-i64:64-n32:64
powerpc64le 20- linux e-m:e-Fn32-i64:64-i128:128-n32:64-S128-v256:256:256-v512:512:512
powerpc64le 20- aix e-m:e-Fi64-i64:64-i128:128-n32:64-f64:32:64-S128-v256:256:256-v512:512:512
powerpc64le 20- * e-m:e-Fn32-i64:64-i128:128-n32:64
mips 18-22 * E-m:m-p:32:32-i8:8:32-i16:16:32-i64:64-n32-S64
mips 23- gnuabin32 E-m:e-p:32:32-i8:8:32-i16:16:32-i64:64-i128:128-n32:64-S128
mips 23- * E-m:m-p:32:32-i8:8:32-i16:16:32-i64:64-n32-S64
mipsel 18-22 * e-m:m-p:32:32-i8:8:32-i16:16:32-i64:64-n32-S64
mipsel 23- gnuabin32 e-m:e-p:32:32-i8:8:32-i16:16:32-i64:64-i128:128-n32:64-S128
mipsel 23- * e-m:m-p:32:32-i8:8:32-i16:16:32-i64:64-n32-S64
mips64 18-19 gnuabin32 E-m:e-p:32:32-i8:8:32-i16:16:32-i64:64-n32:64-S128
mips64 18-19 * E-m:e-i8:8:32-i16:16:32-i64:64-n32:64-S128
mips64 20- gnuabin32 E-m:e-p:32:32-i8:8:32-i16:16:32-i64:64-i128:128-n32:64-S128
mips64 20- * E-m:e-i8:8:32-i16:16:32-i64:64-i128:128-n32:64-S128
mips64el 18-19 gnuabin32 e-m:e-p:32:32-i8:8:32-i16:16:32-i64:64-n32:64-S128
mips64el 18-19 * e-m:e-i8:8:32-i16:16:32-i64:64-n32:64-S128
mips64el 20- gnuabin32 e-m:e-p:32:32-i8:8:32-i16:16:32-i64:64-i128:128-n32:64-S128
mips64el 20- * e-m:e-i8:8:32-i16:16:32-i64:64-i128:128-n32:64-S128
s390x 18-22 * E-m:e-i1:8:16-i8:8:16-i64:64-f128:64-v128:64-a:8:16-n32:64
s390x 23- * E-S64-m:e-i1:8:16-i8:8:16-i64:64-f128:64-v128:64-a:8:16-n32:64
sparc 18-19 * E-m:e-p:32:32-i64:64-f128:64-n32-S64
sparc 20- * E-m:e-p:32:32-i64:64-i128:128-f128:64-n32-S64
sparcv9 18-19 * E-m:e-i64:64-n32:64-S128
sparcv9 20- * E-m:e-i64:64-i128:128-n32:64-S128
wasm32 18-19 emscripten e-m:e-p:32:32-p10:8:8-p20:8:8-i64:64-f128:64-n32:64-S128-ni:1:10:20
wasm32 18-19 * e-m:e-p:32:32-p10:8:8-p20:8:8-i64:64-n32:64-S128-ni:1:10:20
wasm32 20- emscripten e-m:e-p:32:32-p10:8:8-p20:8:8-i64:64-i128:128-f128:64-n32:64-S128-ni:1:10:20
wasm32 20- * e-m:e-p:32:32-p10:8:8-p20:8:8-i64:64-i128:128-n32:64-S128-ni:1:10:20
wasm64 18-19 emscripten e-m:e-p:64:64-p10:8:8-p20:8:8-i64:64-f128:64-n32:64-S128-ni:1:10:20
wasm64 18-19 * e-m:e-p:64:64-p10:8:8-p20:8:8-i64:64-n32:64-S128-ni:1:10:20
wasm64 20- emscripten e-m:e-p:64:64-p10:8:8-p20:8:8-i64:64-i128:128-f128:64-n32:64-S128-ni:1:10:20
wasm64 20- * e-m:e-p:64:64-p10:8:8-p20:8:8-i64:64-i128:128-n32:64-S128-ni:1:10:20
nvptx 18-19 * e-p:32:32-i64:64-i128:128-v16:16-v32:32-n16:32:64
nvptx 20- * e-p:32:32-p6:32:32-p7:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64
nvptx64 18-19 * e-i64:64-i128:128-v16:16-v32:32-n16:32:64
nvptx64 20- * e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64
amdgcn 18-19 * e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128
    -p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048
    -n32:64-S32-A5-G1-ni:7:8:9
amdgcn 20- * e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48
    -p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048
    -n32:64-S32-A5-G1-ni:7:8:9
bpfeb 18- * E-m:e-p:64:64-i64:64-i128:128-n32:64-S128
hexagon 18- * e-m:e-p:32:32:32-a:0-n16:32-i64:64:64-i32:32:32-i16:16:16-i1:8:8-f32:32:32-f64:64:64-v32:32:32-v64:64:64
    -v512:512:512-v1024:1024:1024-v2048:2048:2048
avr 18-19 * e-P1-p:16:8-i8:8-i16:8-i32:8-i64:8-f32:8-f64:8-n8-a:8
avr 20- * e-P1-p:16:8-i8:8-i16:8-i32:8-i64:8-f32:8-f64:8-n8:16-a:8
msp430 18- * e-m:e-p:16:16-i32:16-i64:16-f32:16-f64:16-a:8-n8:16-S16
spirv64 20- amdhsa e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n32:64-S32-G1-P4
    -A0
spirv64 20- * e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1
"""
# Other names of architectures, by their beginnings.
_ARCHITECTURES: Final = (
    (r"i[3-9]86", "i386"),
    (r"x86_64h|amd64", "x86_64"),
    (r"arm64e?$|aarch64$", "aarch64"),
    (r"armebv?.*|thumbeb.*", "armeb"),
    (r"thumb.*", "thumb"),
    (r"armv?.*", "arm"),
    (r"ppc64le", "powerpc64le"),
    (r"ppc64", "powerpc64"),
    (r"ppc(?:32)?$|powerpcspe", "powerpc"),
    (r"bpfel|bpf_le", "bpf"),
    (r"bpf_be", "bpfeb"),
)


def default_layout(triple: str, version: int) -> str:
    """The data layout that opt of LLVM `version` gives to a module with this target; "" if it gives none."""
    architecture, _, rest = triple.partition("-")
    for pattern, name in _ARCHITECTURES:
        if re.match(pattern, architecture) is not None:
            architecture = name
            break
    if version < DEFAULT_LAYOUTS_SINCE:
        return ""
    for row in re.sub(r"\n +", "", _ROWS).split("\n"):
        if not row:
            continue
        architectures, span, words, layout = row.split()
        since, _, until = span.partition("-")
        is_of_version = int(since) <= version <= int(until or version)
        is_of_system = words == "*" or any(one in rest for one in words.split(","))
        if is_of_version and is_of_system and architecture in architectures.split(","):
            return layout
    return ""
