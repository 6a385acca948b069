source_filename = "typed_pointers.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

%struct.node = type { ptr, ptr, [2 x ptr] }
%struct.pair = type { i32, ptr }

@first = global %struct.node { ptr @second, ptr @callback, [2 x ptr] [ptr @first, ptr null] }
@second = external global %struct.node
@inner = global ptr getelementptr inbounds (%struct.node, ptr @first, i32 0, i32 2, i32 1)
@same = global ptr @text
@text = private constant [4 x i8] c"abc\00"
@spaced = global ptr addrspace(1) addrspacecast (ptr null to ptr addrspace(1))
@elsewhere = global ptr addrspace(1) addrspacecast (ptr @second to ptr addrspace(1))
@distance = global i64 sub (i64 ptrtoint (ptr @first to i64), i64 ptrtoint (ptr @same to i64))

@renamed = alias i8, ptr @first

declare i32 @callback(ptr nocapture readonly)

; Function Attrs: memory(argmem: readwrite)
define void @write(ptr sret(%struct.pair) %out, ptr byval(%struct.pair) %in) #0 {
entry:
  %field = getelementptr inbounds %struct.pair, ptr %out, i32 0, i32 1
  %bytes = bitcast ptr %in to ptr
  store ptr %bytes, ptr %field, align 8
  %slot = alloca ptr, align 8
  %called = load ptr, ptr getelementptr inbounds (%struct.node, ptr @first, i32 0, i32 1), align 8
  %answer = call i32 %called(ptr %bytes) #3
  call void asm "", "*m"(ptr elementtype(ptr) %slot)
  call void @llvm.memset.p0.i64(ptr %bytes, i8 0, i64 16, i1 false)
  %old = cmpxchg ptr %slot, ptr null, ptr %bytes seq_cst seq_cst, align 8
  ret void
}

; Function Attrs: uwtable
define i32 @shown(ptr %where) #1 !dbg !5 {
    #dbg_value(ptr %where, !8, !DIExpression(), !10)
  %value = load i32, ptr %where, align 4, !dbg !10
  ret i32 %value, !dbg !10
}

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: write)
declare void @llvm.memset.p0.i64(ptr nocapture writeonly, i8, i64, i1 immarg) #2

attributes #0 = { memory(argmem: readwrite) }
attributes #1 = { uwtable }
attributes #2 = { nocallback nofree nounwind willreturn memory(argmem: write) }
attributes #3 = { memory(none) }

!llvm.module.flags = !{!0, !1}
!llvm.dbg.cu = !{!2}
!kept = !{!4}

!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = !{i32 8, !"PIC Level", i32 2}
!2 = distinct !DICompileUnit(language: DW_LANG_C99, file: !3, isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug)
!3 = !DIFile(filename: "typed_pointers.c", directory: "/")
!4 = !{ptr @second, ptr null}
!5 = distinct !DISubprogram(name: "shown", scope: !3, file: !3, line: 1, type: !6, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !7)
!6 = !DISubroutineType(types: !7)
!7 = !{}
!8 = !DILocalVariable(name: "where", arg: 1, scope: !5, file: !3, line: 1, type: !9)
!9 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!10 = !DILocation(line: 2, scope: !5)
