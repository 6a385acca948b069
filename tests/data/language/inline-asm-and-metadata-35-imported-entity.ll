; DIImportedEntity: a module, a declaration, and one in a file.
!entities = !{!2, !3, !4}
!llvm.dbg.cu = !{!10}
!0 = !DINamespace(name: "into", scope: null)
!1 = !DINamespace(name: "from", scope: null)
!2 = !DIImportedEntity(tag: DW_TAG_imported_module, name: "foo", scope: !0, entity: !1, line: 7)
!3 = !DIImportedEntity(tag: DW_TAG_imported_declaration, scope: !12, entity: !12, file: !11, line: 8)
!4 = !DIImportedEntity(tag: DW_TAG_imported_module, scope: !0)
!llvm.module.flags = !{!90}
!90 = !{i32 2, !"Debug Info Version", i32 3}
!10 = distinct !DICompileUnit(language: DW_LANG_C99, file: !11, emissionKind: FullDebug)
!11 = !DIFile(filename: "a.c", directory: "/d")
!12 = distinct !DISubprogram(name: "f", scope: !11, file: !11, line: 1, type: !13, isLocal: false, isDefinition: true, unit: !10)
!13 = !DISubroutineType(types: !{null})
