; Attribute Groups: two groups on one function, one of them on a call and a variable too.
attributes #0 = { alwaysinline alignstack=4 }
attributes #1 = { "no-sse" }

@g = global i32 0 #1

define void @f() #0 #1 {
  call void @h() #1
  ret void
}

declare void @h() nounwind #1
