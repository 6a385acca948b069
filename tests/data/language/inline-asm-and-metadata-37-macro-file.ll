; DIMacroFile: a file with what it defines, and another that it includes.
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!90}
!90 = !{i32 2, !"Debug Info Version", i32 3}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: FullDebug, macros: !{!2})
!1 = !DIFile(filename: "a.c", directory: "/d")
!2 = !DIMacroFile(type: DW_MACINFO_start_file, line: 7, file: !1, nodes: !3)
!3 = !{!4, !5}
!4 = !DIMacro(type: DW_MACINFO_define, line: 1, name: "foo")
!5 = !DIMacroFile(line: 2, file: !1)
