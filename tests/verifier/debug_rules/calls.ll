; versions: 14 16 19
define void @f(i32 %a) !dbg !904 {
  call void @llvm.dbg.value(metadata !"", metadata !913, metadata !DIExpression()), !dbg !910
  call void @llvm.dbg.value(metadata i32 %a, metadata !903, metadata !DIExpression()), !dbg !910
  call void @llvm.dbg.value(metadata i32 %a, metadata !913, metadata !903), !dbg !910
  call void @llvm.dbg.value(metadata i32 %a, metadata !913, metadata !DIExpression())
  call void @llvm.dbg.value(metadata i32 %a, metadata !913, metadata !DIExpression()), !dbg !911
  call void @llvm.dbg.value(metadata i32 %a, metadata !913, metadata !DIExpression()), !dbg !910
  call void @llvm.dbg.value(metadata i32 %a, metadata !914, metadata !DIExpression()), !dbg !910
  call void @llvm.dbg.value(metadata i32 %a, metadata !914, metadata !DIExpression(DW_OP_LLVM_fragment, 8, 32)), !dbg !910
  call void @llvm.dbg.value(metadata i32 %a, metadata !914, metadata !DIExpression(DW_OP_LLVM_entry_value, 1)), !dbg !910
  call void @llvm.dbg.value(metadata i32 undef, metadata !914, metadata !DIExpression(DW_OP_LLVM_entry_value, 1)), !dbg !910
  call void @llvm.dbg.label(metadata !903), !dbg !910
  call void @llvm.dbg.label(metadata !915), !dbg !911
  ret void, !dbg !906
}
declare void @llvm.dbg.value(metadata, metadata, metadata)
declare void @llvm.dbg.label(metadata)
!910 = !DILocation(line: 1, scope: !904)
!911 = !DILocation(line: 1, scope: !912)
!912 = distinct !DISubprogram(type: !9900, name: "g", file: !902, unit: !900)
!913 = !DILocalVariable(name: "v", arg: 1, scope: !904, type: !903)
!914 = !DILocalVariable(name: "w", arg: 1, scope: !904, type: !903)
!915 = !DILabel(scope: !904, name: "l", file: !902, line: 3)
!llvm.dbg.cu = !{!900}
!llvm.module.flags = !{!901}
!900 = distinct !DICompileUnit(language: DW_LANG_C99, file: !902)
!901 = !{i32 2, !"Debug Info Version", i32 3}
!902 = !DIFile(filename: "a", directory: "b")
!903 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!904 = distinct !DISubprogram(type: !9900, name: "f", scope: !902, file: !902, unit: !900)
!905 = !DISubprogram(type: !9900, name: "d", scope: !902, file: !902, spFlags: 0)
!906 = !{}
!907 = !{!902}
!908 = !{null}
!9900 = !DISubroutineType(types: !9901)
!9901 = !{}
