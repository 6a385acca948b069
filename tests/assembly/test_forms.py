"""Rare forms of attributes, constants and properties: the whole module is printed as by opt, and comes back from bitcode."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from itertools import product

import pytest

from pyllvm import parse_assembly, parse_bitcode, to_bitcode

UNKNOWN = "ptrtoint (ptr @g to i32)"
PARTS = [f"insertelement (<2 x i32> poison, i32 {UNKNOWN}, i32 {place})" for place in (0, 1)]
VALUES = [
    *("<4 x i32> splat (i32 7)", "<2 x i1> splat (i1 true)", "<2 x float> splat (float 1.5)", "<2 x i8> <i8 3, i8 undef>"),
    *(f"<2 x i32> {one}" for one in PARTS),
    f"<2 x i32> shufflevector (<2 x i32> {PARTS[0]}, <2 x i32> {PARTS[1]}, <2 x i32> <i32 0, i32 3>)",
    f"i32 extractelement (<2 x i32> {PARTS[0]}, i32 {UNKNOWN})",
    *("ptr getelementptr inbounds nuw (i8, ptr @g, i64 4)", "ptr getelementptr inrange(-4, 8) (i8, ptr @g, i64 4)"),
    *(
        "ptr dso_local_equivalent @f",
        "ptr no_cfi @f",
        "ptr blockaddress(@f, %l)",
        "ptr addrspacecast (ptr addrspace(1) @h to ptr)",
    ),
    *(f"ptr ptrauth (ptr @g, i32 2{rest})" for rest in ("", ", i64 3", ", i64 0, ptr @g", ", i64 4, ptr @g")),
    *(
        "i32 trunc (i64 ptrtoint (ptr @g to i64) to i32)",
        f"i32 xor (i32 {UNKNOWN}, i32 -1)",
        f"i32 sub nuw nsw (i32 9, i32 {UNKNOWN})",
    ),
    *(
        '[4 x i8] c"a\\00\\22\\5C"',
        "<{ i8, [1 x { i16 }] }> <{ i8 1, [1 x { i16 }] [{ i16 } { i16 2 }] }>",
        "[0 x i8] zeroinitializer",
    ),
    *("i1 true", "i65 -1", "i128 170141183460469231731687303715884105727", "{} zeroinitializer", "[2 x ptr] [ptr null, ptr @g]"),
    *(
        f"double {one}"
        for one in ("1.0", "-0.0", "1.0e10", "123456789.125", "0.1", "1.0e-320", "0x7FF8000000000001", "0xFFF0000000000000")
    ),
    *(f"float {one}" for one in ("1.0", "0x3FB99999A0000000", "0x7FF4000000000000", "0x36A0000000000000")),
    *(
        "half 0xH3C01",
        "half 0.5",
        "bfloat 0xR3F81",
        "x86_fp80 0xK3FFF8000000000000001",
        "fp128 0xL00000000000000013FFF000000000000",
    ),
    *("ppc_fp128 0xM3FF00000000000003C00000000000000", "half 0xH7E01", "bfloat 0xRFF81"),
]
VARIABLES = (
    *("hidden constant", "protected global", "unnamed_addr global", "local_unnamed_addr constant", "dso_local global"),
    *(
        "thread_local global",
        "thread_local(localdynamic) global",
        "thread_local(initialexec) global",
        "thread_local(localexec) global",
    ),
    *(
        "externally_initialized global",
        "addrspace(3) global",
        "internal unnamed_addr addrspace(2) constant",
        "weak_odr hidden global",
    ),
)
PROPERTIES = ('section "s"', 'partition "p"', "align 8", 'code_model "large"', "no_sanitize_address", "sanitize_memtag")
ON_FUNCTION = (
    *("memory(none)", "memory(argmem: read)", "memory(read, inaccessiblemem: none)", "memory(write, argmem: readwrite)"),
    *("uwtable", "uwtable(sync)", "vscale_range(1,16)", "vscale_range(2)", "allocsize(0)", "allocsize(0,1)", "alignstack(16)"),
    *('allockind("alloc,zeroed,aligned")', 'allockind("free")', '"a"="b" "c"', "nounwind willreturn mustprogress nosync"),
    *('gc "g"', 'section "t"', "align 32", 'partition "q"', "prefix i32 1", "prologue i8 2", "personality ptr @f"),
)
ON_POINTER = (
    *(
        "align 8",
        "dereferenceable(4)",
        "dereferenceable_or_null(8)",
        "byval(i32) align 4",
        "byref({ i8, i8 })",
        "preallocated(i8)",
    ),
    *(
        "sret([2 x i32])",
        "elementtype(i8)",
        "inalloca(i8)",
        "noalias nonnull noundef nofree",
        "captures(none)",
        "captures(address)",
    ),
    *("captures(address, read_provenance)", "captures(ret: address, provenance)", "captures(address_is_null, ret: provenance)"),
    *(
        "initializes((0, 4), (8, 12))",
        "readonly",
        "writeonly dead_on_unwind",
        "writable",
        "alignstack(8)",
        '"k"',
        "swiftself",
        "nest",
    ),
)
ON_NUMBER = ("signext", "zeroext inreg", "range(i32 1, 5)", "range(i32 -3, 0)", "returned", "immarg")
ON_FLOAT = ("nofpclass(nan)", "nofpclass(inf zero)", "nofpclass(3)", "nofpclass(all)", "nofpclass(pinf nsub)")
INSTRUCTIONS = (
    *(
        f"%r# = {word} i32 %x, 3"
        for word in ("add nuw nsw", "shl nsw", "sdiv exact", "lshr exact", "or disjoint", "icmp samesign ult")
    ),
    *("%r# = trunc nuw nsw i32 %x to i8", "%r# = zext nneg i32 %x to i64", "%r# = uitofp nneg i32 %x to float"),
    *(
        f"%r# = {word} float %y, 2.0"
        for word in ("fadd fast", "fmul nnan ninf nsz", "fdiv arcp contract afn reassoc", "fcmp nnan ueq")
    ),
    *(f"%r# = getelementptr {word} i8, ptr %p, i32 %x" for word in ("inbounds", "nusw", "nuw", "nusw nuw")),
    *(f"{word} i32 1, ptr %p, align 4" for word in ("store", "store volatile")),
    *(
        f"store atomic{words} i32 1, ptr %p {order}, align 4"
        for words in ("", " volatile")
        for order in ("unordered", 'syncscope("s") release')
    ),
    *(f"%r# = load atomic i32, ptr %p {order}, align 4" for order in ("monotonic", "acquire", "seq_cst")),
    *(f"%r# = atomicrmw{words} add ptr %p, i32 1 acq_rel, align 4" for words in ("", " volatile")),
    *(f"%r# = cmpxchg{words} ptr %p, i32 1, i32 2 acq_rel acquire, align 4" for words in ("", " weak", " weak volatile")),
    *("fence acquire", 'fence syncscope("singlethread") seq_cst', "%r# = freeze i32 %x", "%r# = va_arg ptr %p, i32"),
    *("%r# = alloca i32, i32 %x, align 64", "%r# = alloca inalloca i8, align 1", "%r# = select nnan i1 %c, float %y, float 1.0"),
    *("%r# = call fast float @fl(float %y)", "notail call void @v()", "tail call fastcc void @v() #0", "call cc 99 void @v()"),
    *('call void @v() [ "a"(i32 %x, ptr null), "b"() ]', '%r# = call i32 asm sideeffect inteldialect "a", "=r,r"(i32 %x)'),
    *('call void asm alignstack unwind "b", ""()', "call void (i32, ...) @va(i32 %x, float %y)"),
)


def text_of_forms() -> str:
    """A module with a symbol or an instruction for each form."""
    lines = ["@g = global i32 0, align 4", "@h = addrspace(1) global i8 0, align 1"]
    lines += [f"@x{number} = global {one}, align 8" for number, one in enumerate(VALUES)]
    lines += [f"@v{number} = {words} i32 1, align 4" for number, words in enumerate(VARIABLES)]
    lines += [f"@p{number} = global i32 1, {'align 4, ' * ('align' not in one)}{one}" for number, one in enumerate(PROPERTIES)]
    lines += ["declare float @fl(float)", "declare void @v()", "declare void @va(i32, ...)", "attributes #0 = { cold }"]
    lines.append("define i32 @f(ptr %p, i32 %x, float %y, i1 %c) {\n  br label %l\nl:")
    lines += [f"  {one}".replace("#", str(number), one.startswith("%")) for number, one in enumerate(INSTRUCTIONS)]
    lines.append("  ret i32 0\n}")
    lines += [f"define void @a{number}(i32 %a, i32 %b) {one} {{\n  ret void\n}}" for number, one in enumerate(ON_FUNCTION)]
    for number, (type, one) in enumerate(
        [*product(["ptr"], ON_POINTER), *product(["i32"], ON_NUMBER), *product(["float"], ON_FLOAT)]
    ):
        lines.append(f"declare void @b{number}({type} {one})")
    return "\n".join([*lines, ""])


@pytest.mark.oracle
def test_forms(llvm_tool: Callable[[int, str], str]) -> None:
    version = 22
    text = text_of_forms()
    printed = subprocess.run(
        [llvm_tool(version, "opt"), "-S", "-disable-verify"], input=text, capture_output=True, text=True, check=True
    ).stdout
    module = parse_assembly(text, "<stdin>", llvm_version=version)
    assert str(module) == printed
    for again in (parse_assembly(printed, "<stdin>", llvm_version=version), parse_bitcode(to_bitcode(module), "<stdin>")):
        assert str(again) == printed
