; Constants before the function name its blocks first: names with equal places in the table come in that order.
@table = global [4 x ptr] [ptr blockaddress(@f, %RETURN), ptr blockaddress(@f, %INCREMENT), ptr blockaddress(@f, %DOUBLE), ptr blockaddress(@f, %SWAPWORD)]

define i32 @f(ptr %opcodes, i32 %x) {
entry:
  br label %bb

bb:
  indirectbr ptr %opcodes, [label %RETURN, label %INCREMENT, label %DOUBLE, label %SWAPWORD]

RETURN:
  ret i32 %x

INCREMENT:
  %one = add i32 %x, 1
  br label %bb.backedge

bb.backedge:
  br label %bb

DOUBLE:
  %two = shl i32 %x, 1
  br label %bb.backedge

SWAPWORD:
  %three = ashr i32 %x, 16
  br label %bb.backedge
}
