; DINamespace: named, within another, anonymous, and one that exports what it has.
!spaces = !{!0, !3, !4}
!0 = !DINamespace(name: "myawesomeproject", scope: !1)
!1 = !DINamespace(name: "outer", scope: null)
!3 = !DINamespace(scope: !0)
!4 = !DINamespace(name: "inline", scope: !0, exportSymbols: true)
