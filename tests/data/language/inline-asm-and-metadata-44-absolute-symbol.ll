; 'absolute_symbol' Metadata: on declarations, of some and of all addresses.
@a = external global i8, !absolute_symbol !0
@b = external global i8, !absolute_symbol !1
!0 = !{i64 0, i64 256}
!1 = !{i64 -1, i64 -1}
