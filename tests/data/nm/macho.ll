; Mach-O: constants have a letter of their own, hidden symbols words of their own in the form darwin.
target triple="x86_64-apple-macosx10.15"
target datalayout = "e-m:o-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
@ro = constant i32 1
@ir = internal constant i32 1
@d = global i32 1
@h = hidden global i32 0
@w = weak constant i32 0
@wh = weak hidden global i32 0
@c = common global i32 0
@u = external global i32
@uw = extern_weak global i32
@p = private constant i32 1
define void @_Z3foov() { ret void }
define private void @pf() { ret void }
 define hidden void @hf() { ret void }
define linkonce_odr hidden void @lf() { ret void }
define linkonce_odr void @lf2() unnamed_addr { ret void }
@al = alias i32, ptr @ro
@alf = alias void(), ptr @_Z3foov
declare void @ext()
