; Metadata Nodes and Metadata Strings: a node of a string and a number, as an attachment and within another.
@g = global i32 0, !inline !{!"test\00", i32 10}
!named = !{!0}
!0 = !{!{!"test\00", i32 10}, null, i32* @g, !"", !"a\22b\5C\FF"}
