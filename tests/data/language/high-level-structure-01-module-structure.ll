; Module Structure: a string, the declaration of what prints it, a function and named metadata.
@.str = private unnamed_addr constant [6 x i8] c"world\00"

declare i32 @puts(i8* nocapture) nounwind

define i32 @main() {
  %text = getelementptr [6 x i8], [6 x i8]* @.str, i64 0, i64 0
  %printed = call i32 @puts(i8* %text)
  ret i32 0
}

!foo = !{!0}
!0 = !{i32 42, null, !"string"}
