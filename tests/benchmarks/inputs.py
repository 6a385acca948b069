"""The inputs of the benchmarks: modules of any size, alike in every release. They stand for compiled C: loops, memory, calls."""

from __future__ import annotations

HEAD = """\
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

%struct.node = type { i32, ptr, [8 x i64], double }
"""

FUNCTION = """\

@table{n} = internal global [8 x i32] [i32 {n}, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7]
@text{n} = private unnamed_addr constant [24 x i8] c"message number %d, %s\\0A\\00\\00"

define i32 @work{n}(ptr noundef %list, i32 noundef %count) #0 {{
entry:
  %total = alloca i32, align 4
  store i32 {n}, ptr %total, align 4
  %empty = icmp eq ptr %list, null
  br i1 %empty, label %done, label %loop

loop:
  %node = phi ptr [ %list, %entry ], [ %next, %latch ]
  %index = phi i64 [ 0, %entry ], [ %index.next, %latch ]
  %key.address = getelementptr inbounds %struct.node, ptr %node, i64 0, i32 0
  %key = load i32, ptr %key.address, align 8, !tbaa !0
  %low = and i32 %key, 7
  %place = zext i32 %low to i64
  %slot = getelementptr inbounds [8 x i32], ptr @table{n}, i64 0, i64 %place
  %entry.value = load i32, ptr %slot, align 4, !tbaa !0
  %scaled = mul nsw i32 %entry.value, %key
  %before = load i32, ptr %total, align 4
  %after = add nsw i32 %before, %scaled
  store i32 %after, ptr %total, align 4
  %large = icmp sgt i32 %after, {limit}
  br i1 %large, label %report, label %latch

report:
  %printed = call i32 (ptr, ...) @printf(ptr noundef @text{n}, i32 noundef %after, ptr noundef %node)
  %weight.address = getelementptr inbounds %struct.node, ptr %node, i64 0, i32 3
  %weight = load double, ptr %weight.address, align 8
  %heavier = fmul double %weight, 1.250000e+00
  store double %heavier, ptr %weight.address, align 8
  br label %latch

latch:
  %next.address = getelementptr inbounds %struct.node, ptr %node, i64 0, i32 1
  %next = load ptr, ptr %next.address, align 8
  %index.next = add nuw nsw i64 %index, 1
  %count.wide = sext i32 %count to i64
  %enough = icmp uge i64 %index.next, %count.wide
  %last = icmp eq ptr %next, null
  %stop = select i1 %enough, i1 true, i1 %last
  br i1 %stop, label %done, label %loop

done:
  %result = load i32, ptr %total, align 4
  %more = call i32 @work{other}(ptr noundef %list, i32 noundef %result)
  %kind = and i32 %more, 3
  switch i32 %kind, label %plain [
    i32 1, label %one
    i32 2, label %two
  ]

one:
  ret i32 %result

two:
  %twice = shl i32 %more, 1
  ret i32 %twice

plain:
  %both = xor i32 %result, %more
  ret i32 %both
}}
"""

TAIL = """
declare i32 @printf(ptr noundef, ...)

attributes #0 = { nounwind "frame-pointer"="none" }

!0 = !{!1, !1, i64 0}
!1 = !{!"int", !2, i64 0}
!2 = !{!"omnipotent char", !3, i64 0}
!3 = !{!"Simple C/C++ TBAA"}
"""

TINY = "define i32 @f(i32 %x) {\n  %y = add i32 %x, 1\n  ret i32 %y\n}\n"

# Bytes of bitcode that a function of FUNCTION becomes, about.
BYTES_OF_FUNCTION = 720


def module_text(functions: int, first: int = 0, of: int | None = None) -> str:
    """The text of a module with `functions` functions from the number `first` on, which call each other.

    `of` is the number of functions in the whole program, where it is more than one module.
    """
    whole = of if of is not None else first + functions
    parts = [HEAD]
    called = set()
    for number in range(first, first + functions):
        other = (number * 7 + 1) % whole
        called.add(other)
        parts.append(FUNCTION.format(n=number, other=other, limit=number * 100 + 1))
    for other in sorted(called):
        if not first <= other < first + functions:
            parts.append(f"\ndeclare i32 @work{other}(ptr noundef, i32 noundef)\n")
    return "".join([*parts, TAIL])
