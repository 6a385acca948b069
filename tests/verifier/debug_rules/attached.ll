; versions: 14 16 19 22 23
define void @twice() !dbg !904 !dbg !904 {
  ret void
}
define void @other() !dbg !904 {
  br label %loop, !dbg !911
loop:
  br label %loop, !foo !910, !llvm.loop !916
}
define void @shared() !dbg !904 {
  ret void
}
define void @wrong() !dbg !906 {
  ret void
}
declare !dbg !912 void @declared()
@variable = global i32 3, !dbg !906
!916 = distinct !{!916, !911}
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
