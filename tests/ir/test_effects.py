"""The effects of instructions. The answers are LLVM's own, printed by a program that calls its functions."""

from __future__ import annotations

import pytest

from pyllvm import parse_assembly

TEXT = """\
declare void @unknown()
declare void @reads() memory(read)
declare void @writes() memory(write)
declare void @none() memory(none) nounwind willreturn
declare void @argument(ptr) memory(argmem: read)
declare i32 @llvm.smax.i32(i32, i32)
declare i32 @llvm.usub.sat.i32(i32, i32)
declare i32 @llvm.maximumnum.f32(i32, i32)
declare void @llvm.assume(i1)
declare i32 @p(...)
@ti = external constant ptr

define void @f(i32 %a, ptr %p, ptr %q, float %f, i1 %c) personality ptr @p {
  %1 = add i32 %a, 1
  %2 = sub i32 %a, 1
  %3 = fmul float %f, %f
  %4 = icmp eq i32 %a, 1
  %5 = load i32, ptr %p
  %6 = load volatile i32, ptr %p
  %7 = load atomic i32, ptr %p unordered, align 4
  %8 = load atomic i32, ptr %p monotonic, align 4
  store i32 %a, ptr %p
  store volatile i32 %a, ptr %p
  store atomic i32 %a, ptr %p seq_cst, align 4
  fence acquire
  %9 = atomicrmw add ptr %p, i32 1 monotonic
  %10 = cmpxchg ptr %p, i32 1, i32 2 monotonic monotonic
  %11 = va_arg ptr %p, i32
  call void @unknown()
  call void @unknown() nounwind willreturn
  call void @reads()
  call void @writes()
  call void @none()
  call void @none() [ "x"(i32 1) ]
  call void @none() [ "deopt"(i32 1) ]
  call void @argument(ptr %p)
  call void @reads() memory(write)
  call void %p()
  call void %p() memory(none)
  %12 = call i32 @llvm.smax.i32(i32 %a, i32 1)
  %13 = call i32 @llvm.usub.sat.i32(i32 %a, i32 1)
  call void @llvm.assume(i1 %c) [ "align"(ptr %p, i64 8) ]
  invoke void @unknown() to label %normal unwind label %some
normal:
  invoke void @unknown() to label %next unwind label %all
next:
  invoke void @none() to label %end unwind label %clean
some:
  %14 = landingpad { ptr, i32 } catch ptr @ti
  br label %end
all:
  %15 = landingpad { ptr, i32 } catch ptr @ti catch ptr null
  resume { ptr, i32 } %15
clean:
  %16 = landingpad { ptr, i32 } cleanup
  unreachable
end:
  ret void
}

define void @g() personality ptr @p {
  invoke void @unknown() to label %end unwind label %switch
switch:
  %1 = catchswitch within none [label %pad] unwind to caller
pad:
  %2 = catchpad within %1 []
  catchret from %2 to label %end
end:
  ret void
}
"""
WORDS = {
    1: "may_read_memory", 2: "may_write_memory", 4: "may_throw", 8: "will_return", 16: "has_side_effects", 32: "is_commutative",
}  # fmt: skip
ANSWERS = {
    16: "X8X89K9KJCKKKKKGKEF8K9EDGDX8KCC8888L888CLKK8",
    19: "X8X89K9KJCKKKKKGKEF8K9EDGDX8JGC8888L888CLKK8",
    22: "X8X89K9KJCKKKKKGKEF8K9EDGDX8JGC8888L888CLKK8",
}


@pytest.mark.parametrize("version", ANSWERS)
def test_answers_are_those_of_llvm(version: int) -> None:
    module = parse_assembly(TEXT, llvm_version=version)
    expected = [ord(letter) - ord("0") for letter in ANSWERS[version]]
    instructions = [one for function in module for one in function.instructions]
    assert len(instructions) == len(expected)
    for instruction, bits in zip(instructions, expected, strict=True):
        for bit, word in WORDS.items():
            assert getattr(instruction, word) is bool(bits & bit), (str(instruction), word)


@pytest.mark.parametrize(("version", "expected"), [(14, [True, False]), (15, [False, False])])
def test_an_intrinsic_that_only_reads_returns_until_llvm_14(version: int, expected: list[bool]) -> None:
    module = parse_assembly(
        "declare i32 @llvm.x86.sse2.pmovmskb.128(<16 x i8>)\ndeclare void @llvm.x86.sse2.clflush(i8*)\n"
        "define void @f(<16 x i8> %v, i8* %p) {\n  %a = call i32 @llvm.x86.sse2.pmovmskb.128(<16 x i8> %v)\n"
        "  call void @llvm.x86.sse2.clflush(i8* %p)\n  ret void\n}\n",
        llvm_version=version,
    )
    assert [call.will_return for call in list(module["f"].instructions)[:2]] == expected


def test_attributes_before_llvm_16_say_the_same() -> None:
    module = parse_assembly(
        "declare void @a() readnone\ndeclare void @b() readonly\ndeclare void @c() writeonly argmemonly\n"
        "define void @f() {\n  call void @a()\n  call void @b()\n  call void @c()\n  call void @c() readnone\n  ret void\n}\n",
        llvm_version=14,
    )
    calls = list(module["f"].instructions)[:4]
    assert [call.may_read_memory for call in calls] == [False, True, False, False]
    assert [call.may_write_memory for call in calls] == [False, False, True, False]
