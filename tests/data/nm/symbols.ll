; Every kind of symbol: of module assembly, functions, variables, aliases and ifuncs, of each linkage.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
module asm ".text"
module asm ".globl gfun"
module asm "gfun: call ext1@PLT"
module asm " movl $esym, %eax; jmp .Lloc # comment foo"
module asm ".Lloc: ret"
module asm "1: jmp 1b"
module asm "local: nop"
module asm ".weak wk, wk2"
module asm "wk: nop"
module asm ".data"
module asm "dat: .quad used_in_data"
module asm ".set alias, gfun"
module asm "eq = target2"
module asm ".comm com,4,4"
module asm ".lcomm lcom,4"
module asm ".hidden hid"
module asm ".lazy_reference lz"
module asm ".symver local, local@@V1"
module asm ".globl declared_only"
module asm ".type local,@function"
module asm ".size local, .-local"
module asm "lock incl cnt(%rip)"
module asm "cmpq foo+4(,%rax,8), %rbx"
@g = global i32 0
@llvm.used = appending global [1 x ptr] [ptr @g], section "llvm.metadata"
@a = alias i32, ptr @g
@fa = weak alias i32 (), ptr @f
@ro = constant i32 1
@pc = private constant i32 1
@0 = global i32 2
@1 = private global i32 2
@2 = internal global i32 2
@com2 = common global i32 0
@ew = extern_weak global i32
@w = weak global i32 0
@tls = thread_local global i32 0
@hid2 = hidden global i32 0
@ext = external global i32
@if = ifunc i32 (), ptr @res
define i32 @f() { ret i32 1 }
define internal i32 @sf() { ret i32 1 }
define linkonce_odr i32 @lo() { ret i32 1 }
define available_externally i32 @ae() { ret i32 1 }
define ptr @res() { ret ptr null }
declare i32 @d()
declare extern_weak i32 @dw()
define void @"\01verb"() { ret void }
