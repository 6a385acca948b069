; Metadata Nodes and Metadata Strings: calls whose arguments are metadata, one of them a value of the function.
define i32 @f(i32 %value) !dbg !12 {
  call void @llvm.dbg.value(metadata !24, metadata !25, metadata !26), !dbg !27
  call void @llvm.dbg.value(metadata i32 %value, metadata !25, metadata !DIExpression()), !dbg !27
  call void @llvm.dbg.value(metadata i32* @g, metadata !25, metadata !26), !dbg !27
  %register = call i32 @llvm.read_register.i32(metadata !28)
  ret i32 %register
}

@g = global i32 0

declare void @llvm.dbg.value(metadata, metadata, metadata)
declare i32 @llvm.read_register.i32(metadata)

!llvm.dbg.cu = !{!10}
!llvm.module.flags = !{!90}
!90 = !{i32 2, !"Debug Info Version", i32 3}
!10 = distinct !DICompileUnit(language: DW_LANG_C99, file: !11, emissionKind: FullDebug)
!11 = !DIFile(filename: "a.c", directory: "/d")
!12 = distinct !DISubprogram(name: "f", scope: !11, file: !11, line: 1, type: !13, isLocal: false, isDefinition: true, unit: !10)
!13 = !DISubroutineType(types: !{null})
!24 = !{}
!25 = !DILocalVariable(name: "x", scope: !12, file: !11, line: 1)
!26 = !DIExpression(DW_OP_deref)
!27 = !DILocation(line: 1, scope: !12)
!28 = !{!"rsp"}
