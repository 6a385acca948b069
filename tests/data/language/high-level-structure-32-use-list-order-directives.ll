; Use-list Order Directives: of arguments and blocks in a function, of globals, constants and functions outside.
@global = global i32 0
@pointers = global [3 x i32*] [i32* @global, i32* getelementptr (i32, i32* @global, i64 1), i32* getelementptr (i32, i32* @global, i64 2)]
@blocks = global [2 x i8*] [i8* blockaddress(@foo, %bb), i8* getelementptr (i8, i8* blockaddress(@foo, %bb), i64 1)]

declare i32 @bar(i32)

define void @foo(i32 %arg1, i32 %arg2) {
entry:
  %once = add i32 %arg1, 7
  %twice = mul i32 %arg1, %arg2
  %thrice = sub i32 %arg1, 7
  %test = icmp eq i32 %once, %thrice
  br i1 %test, label %bb, label %other

other:
  %call1 = call i32 @bar(i32 %twice)
  br label %bb

bb:
  %call2 = call i32 @bar(i32 1)
  ret void

  uselistorder i32 %arg1, { 1, 0, 2 }
  uselistorder label %bb, { 1, 0, 2 }
}

uselistorder i32* @global, { 1, 2, 0 }
uselistorder i32 7, { 1, 0 }
uselistorder i32 (i32)* @bar, { 1, 0 }
uselistorder_bb @foo, %bb, { 1, 2, 0 }
