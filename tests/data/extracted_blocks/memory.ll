; --bb=moved:use --bb=moved_up:first;second --bb=kept:use
; An alloca that moves with its markers, one whose end is in the common exit of two blocks, one that other blocks change.
declare void @llvm.lifetime.start.p0(i64, ptr)
declare void @llvm.lifetime.end.p0(i64, ptr)
declare void @llvm.assume(i1)

define i32 @moved(i32 %n) {
entry:
  %a = alloca i32, align 4
  %b = alloca i64, align 8
  call void @llvm.lifetime.start.p0(i64 4, ptr %a)
  call void @llvm.lifetime.start.p0(i64 8, ptr %b)
  br label %use

use:
  store i32 %n, ptr %a, align 4
  store i64 5, ptr %b, align 8
  %v = load i32, ptr %a, align 4
  %known = icmp ne i32 %v, 0
  call void @llvm.assume(i1 %known)
  br label %end

end:
  call void @llvm.lifetime.end.p0(i64 4, ptr %a)
  call void @llvm.lifetime.end.p0(i64 8, ptr %b)
  ret i32 %v
}

define void @moved_up(i1 %c) {
entry:
  %a = alloca i32, align 4
  call void @llvm.lifetime.start.p0(i64 4, ptr %a)
  br label %first

first:
  store i32 1, ptr %a, align 4
  br i1 %c, label %second, label %end

second:
  store i32 2, ptr %a, align 4
  br label %end

end:
  call void @llvm.lifetime.end.p0(i64 4, ptr %a)
  ret void
}

define i32 @kept(ptr %p) {
entry:
  %a = alloca [2 x i32], align 4
  store i32 4, ptr %p, align 4
  br label %use

use:
  call void @llvm.lifetime.start.p0(i64 8, ptr %a)
  store i32 1, ptr %a, align 4
  %at = getelementptr inbounds [2 x i32], ptr %a, i64 0, i64 1
  store i32 2, ptr %at, align 4
  call void @llvm.lifetime.end.p0(i64 8, ptr %a)
  br label %end

end:
  %v = load i32, ptr %at, align 4
  ret i32 %v
}
