; Two types with one identifier, and the definition of a member function without a declaration. Where modules share types, the two
; are one node, and the definition is refused.
source_filename = "twins.cpp"

define void @f() !dbg !0 {
  ret void
}

!llvm.dbg.cu = !{!1}
!types = !{!2, !3}
!llvm.module.flags = !{!5}

!0 = distinct !DISubprogram(name: "f", linkageName: "f", scope: !2, file: !4, line: 2, type: !6, spFlags: DISPFlagDefinition, unit: !1)
!1 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !4, emissionKind: FullDebug)
!2 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "S", file: !4, line: 1, size: 32, identifier: "S")
!3 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "S", file: !4, line: 9, size: 32, identifier: "S")
!4 = !DIFile(filename: "twins.cpp", directory: "/")
!5 = !{i32 2, !"Debug Info Version", i32 3}
!6 = !DISubroutineType(types: !{null})
