; Windows of 32 bits: names by calling convention, and imports.
target triple="i686-pc-windows-msvc"
target datalayout = "e-m:x-p:32:32-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128"
@d = external dllimport global i32
define x86_stdcallcc void @s(i32 %a) { ret void }
define x86_fastcallcc void @f(i32 %a) { ret void }
define void @"?q@@YAXH@Z"() { ret void }
define void @_Z3foov() { ret void }
@0 = global i32 0
