; versions: 23
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare ptr @llvm.coro.begin(token, ptr)
@g = global {i32, i32} zeroinitializer
@c = constant [1 x ptr] [ptr @f]
@d = constant i32 1
@e = external constant [1 x ptr]
define void @f(ptr %p) presplitcoroutine {
  %a = call token @llvm.coro.id(i32 0, ptr %p, ptr null, ptr null)
  %b = call token @llvm.coro.id(i32 0, ptr null, ptr @g, ptr null)
  %c = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr @g)
  %d = call token @llvm.coro.id(i32 0, ptr null, ptr @f, ptr @c)
  %e = call token @llvm.coro.id(i32 0, ptr null, ptr @f, ptr @d)
  %h = call token @llvm.coro.id(i32 0, ptr null, ptr @f, ptr @e)
  %i = call token @llvm.coro.id(i32 0, ptr null, ptr %p, ptr %p)
  %x = call ptr @llvm.coro.begin(token none, ptr %p)
  ret void
}