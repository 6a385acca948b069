; versions: 19 22
define void @f(i32 %a) !dbg !904 {
    #dbg_value(!"", !913, !DIExpression(), !910)
    #dbg_value(i32 %a, !903, !DIExpression(), !910)
    #dbg_value(i32 %a, !913, !903, !910)
    #dbg_value(i32 %a, !913, !DIExpression(), !903)
    #dbg_value(i32 %a, !913, !DIExpression(), !911)
    #dbg_value(i32 %a, !913, !DIExpression(), !910)
    #dbg_value(i32 %a, !914, !DIExpression(), !910)
    #dbg_value(i32 %a, !914, !DIExpression(DW_OP_LLVM_fragment, 8, 32), !910)
    #dbg_value(i32 %a, !914, !DIExpression(DW_OP_LLVM_entry_value, 1), !910)
    #dbg_declare(float 1.0, !914, !DIExpression(), !910)
    #dbg_assign(i32 %a, !914, !DIExpression(), !903, ptr null, !DIExpression(), !910)
    #dbg_assign(i32 %a, !914, !DIExpression(), !917, !903, !DIExpression(), !910)
    #dbg_assign(i32 %a, !914, !DIExpression(), !917, ptr null, !903, !910)
    #dbg_assign(i32 %a, !914, !DIExpression(), !916, ptr null, !DIExpression(), !910)
    #dbg_label(!903, !910)
    #dbg_label(!915, !911)
    #dbg_label(!915, !903)
  ret void, !dbg !910
}
define void @g(ptr %p) {
  store i32 3, ptr %p, !DIAssignID !916
  %x = load i32, ptr %p, !DIAssignID !916
  ret void
}
!916 = distinct !DIAssignID()
!917 = distinct !DIAssignID()
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
