; Prefix Data: how it is read, by way of instructions and of a constant expression.
define void @f() prefix i32 123 {
  ret void
}

define i32 @read() {
  %1 = bitcast void ()* @f to i32*
  %a = getelementptr inbounds i32, i32* %1, i32 -1
  %b = load i32, i32* %a
  %c = load i32, i32* getelementptr inbounds (i32, i32* bitcast (void ()* @f to i32*), i32 -1)
  %d = add i32 %b, %c
  ret i32 %d
}
