; Use-list Order Directives: the block leaves out the comma before the indexes.
; 13:29: error: expected comma in uselistorder_bb directive
@code = global i8* blockaddress(@f, %target)

define void @f() {
entry:
  br label %target

target:
  ret void
}

uselistorder_bb @f, %target { 1, 0 }
