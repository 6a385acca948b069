; What LLVM 14 wrote with typed pointers, attributes of its own and debug intrinsics; typed_pointers.N.ll is what LLVM N reads.
source_filename = "typed_pointers.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

%struct.node = type { %struct.node*, i32 (i8*)*, [2 x i8*] }
%struct.pair = type { i32, i8* }

@first = global %struct.node { %struct.node* @second, i32 (i8*)* @callback, [2 x i8*] [i8* bitcast (%struct.node* @first to i8*), i8* null] }
@second = external global %struct.node
@inner = global i8** getelementptr inbounds (%struct.node, %struct.node* @first, i32 0, i32 2, i32 1)
@same = global i8* getelementptr inbounds ([4 x i8], [4 x i8]* @text, i32 0, i32 0)
@text = private constant [4 x i8] c"abc\00"
@spaced = global i8 addrspace(1)* addrspacecast (i8* null to i8 addrspace(1)*)
@elsewhere = global i8 addrspace(1)* addrspacecast (i8* bitcast (%struct.node* @second to i8*) to i8 addrspace(1)*)
@distance = global i64 sub (i64 ptrtoint (i8* bitcast (%struct.node* @first to i8*) to i64), i64 ptrtoint (i8** @same to i64))
@renamed = alias i8, bitcast (%struct.node* @first to i8*)

declare i32 @callback(i8* nocapture readonly)

define void @write(%struct.pair* sret(%struct.pair) %out, %struct.pair* byval(%struct.pair) %in) argmemonly {
entry:
  %field = getelementptr inbounds %struct.pair, %struct.pair* %out, i32 0, i32 1
  %bytes = bitcast %struct.pair* %in to i8*
  store i8* %bytes, i8** %field
  %slot = alloca i8*
  %called = load i32 (i8*)*, i32 (i8*)** getelementptr inbounds (%struct.node, %struct.node* @first, i32 0, i32 1)
  %answer = call i32 %called(i8* %bytes) readnone
  call void asm "", "*m"(i8** elementtype(i8*) %slot)
  call void @llvm.memset.p0i8.i64(i8* %bytes, i8 0, i64 16, i1 false)
  %old = cmpxchg i8** %slot, i8* null, i8* %bytes seq_cst seq_cst
  ret void
}

define i32 @shown(i32* %where) uwtable !dbg !3 {
  call void @llvm.dbg.value(metadata i32* %where, metadata !7, metadata !DIExpression()), !dbg !9
  %value = load i32, i32* %where, !dbg !9
  ret i32 %value, !dbg !9
}

declare void @llvm.memset.p0i8.i64(i8*, i8, i64, i1)
declare void @llvm.dbg.value(metadata, metadata, metadata)

!llvm.module.flags = !{!0, !1}
!llvm.dbg.cu = !{!4}
!kept = !{!10}

!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = !{i32 7, !"PIC Level", i32 2}
!2 = !DIFile(filename: "typed_pointers.c", directory: "/")
!3 = distinct !DISubprogram(name: "shown", scope: !2, file: !2, line: 1, type: !5, unit: !4, retainedNodes: !6, spFlags: DISPFlagDefinition)
!4 = distinct !DICompileUnit(language: DW_LANG_C99, file: !2, emissionKind: FullDebug)
!5 = !DISubroutineType(types: !6)
!6 = !{}
!7 = !DILocalVariable(name: "where", arg: 1, scope: !3, file: !2, line: 1, type: !8)
!8 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!9 = !DILocation(line: 2, scope: !3)
!10 = !{%struct.node* @second, i8* null}
