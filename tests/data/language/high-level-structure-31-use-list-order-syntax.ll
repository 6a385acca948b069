; Use-list Order Directives: both forms.
@code = global [2 x i8*] [i8* blockaddress(@f, %target), i8* getelementptr (i8, i8* blockaddress(@f, %target), i64 1)]

define i32 @f(i32 %value) {
entry:
  %first = add i32 %value, 1
  %second = add i32 %value, %first
  br label %target

target:
  ret i32 %second

  uselistorder i32 %value, { 1, 0 }
}

uselistorder_bb @f, %target, { 1, 0 }
