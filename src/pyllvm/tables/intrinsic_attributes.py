"""The attributes that LLVM gives the intrinsics it knows, whatever their declarations say, by version.

Each row of `_ROWS` is a name without `llvm.` (a star where types may follow it), then `since:number` for each change: from
that version on it has the attributes in that line of `_SETS`, or none (`-`). A set has the function's own attributes, then
behind bars those of the result (`ret`) and of parameters by number. Measured with LLVM 7 to 11, 13 to 16, 19, 20 and 22; versions
between are taken to be as the one before. Intrinsics of single targets are not here.
"""

from __future__ import annotations

from typing import Final

_SETS: Final = """
 | 1 immarg
nofree nosync nounwind readnone speculatable willreturn | 1 immarg
nocallback nofree nosync nounwind readnone speculatable willreturn | 1 immarg
nocallback nofree nosync nounwind speculatable willreturn memory(none) | 1 immarg
nocallback nofree nosync nounwind speculatable willreturn memory(none)
nounwind readnone
nofree nosync nounwind readnone willreturn
nocallback nofree nosync nounwind readnone willreturn
nocallback nofree nosync nounwind willreturn memory(none)
argmemonly nounwind readonly
argmemonly nofree nosync nounwind readonly willreturn
argmemonly nocallback nofree nosync nounwind readonly willreturn
nocallback nofree nosync nounwind willreturn memory(argmem: read)
nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: write) | ret noundef
nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: write) | ret noundef | 0 immarg
nounwind
nounwind willreturn
inaccessiblememonly nofree nosync nounwind willreturn
inaccessiblememonly nocallback nofree nosync nounwind willreturn
nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite)
nounwind | 1 immarg
inaccessiblememonly nofree nosync nounwind willreturn | 0 noundef
inaccessiblememonly nocallback nofree nosync nounwind willreturn | 0 noundef
nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite) | 0 noundef
nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: write) | 0 noundef
nounwind readnone speculatable
nounwind readnone speculatable willreturn
nofree nosync nounwind readnone speculatable willreturn
nocallback nofree nosync nounwind readnone speculatable willreturn
nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
nofree nosync nounwind willreturn
nocallback nofree nosync nounwind willreturn
nocallback nofree nosync nounwind willreturn | 1 immarg
nocallback nofree nosync nounwind willreturn | 0 immarg
nomerge nounwind
inaccessiblememonly noduplicate nounwind
inaccessiblememonly noduplicate nounwind willreturn
inaccessiblememonly noduplicate nofree nosync nounwind willreturn
inaccessiblememonly nocallback noduplicate nofree nosync nounwind willreturn
nocallback noduplicate nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite)
nounwind readnone willreturn
nounwind memory(none)
nounwind | 1 writeonly
argmemonly nounwind | 0 nocapture readonly
nounwind memory(argmem: readwrite) | 0 nocapture readonly
argmemonly nounwind readonly | 1 nocapture readonly
nounwind memory(argmem: read) | 1 nocapture readonly
argmemonly nounwind readonly | 1 readnone | 2 nocapture readonly
nocallback nofree nosync nounwind willreturn memory(argmem: read) | 1 readnone | 2 nocapture readonly
nounwind readnone | 0 nocapture
nounwind memory(none) | 0 nocapture
argmemonly nounwind readonly | 0 nocapture readonly
nocallback nofree nosync nounwind willreturn memory(argmem: read) | 0 nocapture readonly
nounwind readnone speculatable | 1 immarg
nounwind readnone speculatable willreturn | 1 immarg
nounwind readnone | 0 immarg
nounwind memory(none) | 0 immarg
noreturn nounwind
nocallback nofree nosync nounwind willreturn memory(none) | 2 immarg
nocallback nofree nosync nounwind strictfp willreturn memory(inaccessiblemem: readwrite)
inaccessiblememonly nounwind
inaccessiblememonly nounwind willreturn
convergent nocallback nofree nosync nounwind willreturn memory(none)
nocallback nofree nosync nounwind willreturn memory(none) | 1 immarg
nounwind readnone willreturn | 0 nocapture readnone
nocallback nofree nosync nounwind willreturn memory(none) | 0 nocapture readnone
nounwind readonly
nounwind readonly | 1 immarg | 2 immarg
nounwind readnone | 1 immarg | 2 immarg
nocallback nofree nosync nounwind willreturn memory(none) | 1 immarg | 2 immarg
 | 0 immarg | 1 immarg | 3 immarg | 4 immarg
nocallback nofree nosync nounwind speculatable willreturn memory(none) | 1 immarg | 2 immarg
nofree nosync willreturn
nocallback nofree nosync willreturn
nocallback nofree nounwind willreturn memory(argmem: write) | 0 nocapture writeonly | 3 immarg
 | 0 immarg | 1 immarg | 3 immarg
nocallback nofree nosync willreturn | 0 immarg | 1 immarg
nofree nosync nounwind readnone willreturn | 1 immarg
nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
nofree nosync nounwind readnone willreturn | 2 immarg
nocallback nofree nosync nounwind readnone willreturn | 2 immarg
nocallback nofree nosync nounwind speculatable willreturn memory(none) | 2 immarg
argmemonly nocallback nofree nosync nounwind readonly willreturn | 0 nocapture
nocallback nofree nosync nounwind willreturn memory(argmem: read) | 0 nocapture
argmemonly nocallback nofree nosync nounwind willreturn writeonly | 1 nocapture
nocallback nofree nosync nounwind willreturn memory(argmem: write) | 1 nocapture
inaccessiblememonly nounwind speculatable willreturn
inaccessiblememonly nofree nosync nounwind speculatable willreturn
inaccessiblememonly nocallback nofree nosync nounwind speculatable willreturn
nocallback nofree nosync nounwind speculatable willreturn memory(inaccessiblemem: readwrite)
nocallback nofree nosync nounwind speculatable willreturn memory(inaccessiblemem: readwrite) | ret noundef
nofree nosync nounwind readnone willreturn | 0 immarg
nocallback nofree nosync nounwind readnone willreturn | 0 immarg
nocallback nofree nosync nounwind willreturn memory(none) | 0 immarg
nounwind memory(argmem: read)
argmemonly nounwind | 1 nocapture | 2 nocapture
nounwind memory(argmem: readwrite) | 1 nocapture | 2 nocapture
nounwind memory(argmem: readwrite) | 1 captures(none) | 2 captures(none)
nosync nounwind readnone willreturn
inaccessiblememonly nounwind | 2 immarg
nounwind | 2 immarg
nounwind | 1 immarg | 2 immarg
argmemonly nounwind | 0 nocapture
argmemonly nofree nosync nounwind willreturn | 0 nocapture writeonly | 1 readnone | 2 readnone
argmemonly nocallback nofree nosync nounwind willreturn | 0 nocapture writeonly | 1 readnone | 2 readnone
nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) | 0 nocapture writeonly | 1 readnone | 2 readnone
argmemonly nounwind | 2 nocapture
argmemonly nounwind | 1 immarg | 2 nocapture
argmemonly nounwind willreturn | 1 immarg | 2 nocapture
argmemonly nofree nosync nounwind willreturn | 1 immarg | 2 nocapture
argmemonly nocallback nofree nosync nounwind willreturn | 1 immarg | 2 nocapture
nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) | 1 immarg | 2 nocapture
nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) | 1 immarg | 2 captures(none)
argmemonly nounwind | 1 nocapture
argmemonly nounwind | 0 immarg | 1 nocapture
argmemonly nounwind willreturn | 0 immarg | 1 nocapture
argmemonly nofree nosync nounwind willreturn | 0 immarg | 1 nocapture
argmemonly nocallback nofree nosync nounwind willreturn | 0 immarg | 1 nocapture
nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) | 0 immarg | 1 nocapture
convergent nounwind readnone willreturn
convergent nofree nosync nounwind readnone willreturn
convergent nocallback nofree nosync nounwind readnone willreturn
nocallback nofree nosync nounwind readnone willreturn | 1 immarg
nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) | 1 immarg
inaccessiblememonly nounwind speculatable
nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) | 0 captures(none)
nounwind readnone | 2 immarg
noduplicate nounwind
noduplicate nofree nosync nounwind willreturn
nocallback noduplicate nofree nosync nounwind willreturn
argmemonly nounwind
argmemonly nounwind willreturn
argmemonly nofree nosync nounwind willreturn writeonly
argmemonly nocallback nofree nosync nounwind willreturn writeonly
nocallback nofree nosync nounwind willreturn memory(argmem: write) | 1 captures(none)
nounwind readonly willreturn
nofree nosync nounwind readonly willreturn
nocallback nofree nosync nounwind readonly willreturn
nocallback nofree nosync nounwind willreturn memory(read) | 0 nocapture
nocallback nofree nosync nounwind willreturn memory(read) | 0 captures(none)
nounwind readonly | 1 immarg
nounwind readonly willreturn | 1 immarg
nofree nosync nounwind readonly willreturn | 1 immarg
nocallback nofree nosync nounwind readonly willreturn | 1 immarg
nocallback nofree nosync nounwind willreturn memory(read) | 1 immarg
nocallback nofree nosync nounwind willreturn memory(read)
argmemonly nounwind readonly | 1 immarg
argmemonly nounwind readonly willreturn | 1 immarg
argmemonly nofree nosync nounwind readonly willreturn | 1 immarg
argmemonly nocallback nofree nosync nounwind readonly willreturn | 1 immarg
nocallback nofree nosync nounwind willreturn memory(argmem: read) | 0 nocapture | 1 immarg
nocallback nofree nosync nounwind willreturn memory(argmem: read) | 0 captures(none)
nounwind willreturn | 2 immarg
nofree nosync nounwind willreturn writeonly | 2 immarg
nocallback nofree nosync nounwind willreturn writeonly | 2 immarg
nocallback nofree nosync nounwind willreturn memory(write) | 2 immarg
nocallback nofree nosync nounwind willreturn memory(write)
argmemonly nounwind | 2 immarg
argmemonly nounwind willreturn | 2 immarg
argmemonly nofree nosync nounwind willreturn writeonly | 2 immarg
argmemonly nocallback nofree nosync nounwind willreturn writeonly | 2 immarg
nocallback nofree nosync nounwind willreturn memory(argmem: write) | 1 nocapture | 2 immarg
argmemonly nosync nounwind readonly willreturn | 0 nocapture | 2 immarg | 3 immarg | 4 immarg
argmemonly nofree nosync nounwind readonly willreturn | 0 nocapture | 2 immarg | 3 immarg | 4 immarg
argmemonly nocallback nofree nosync nounwind readonly willreturn | 0 nocapture | 2 immarg | 3 immarg | 4 immarg
nocallback nofree nosync nounwind willreturn memory(argmem: read) | 0 nocapture | 2 immarg | 3 immarg | 4 immarg
nocallback nofree nosync nounwind willreturn memory(argmem: read) | 0 captures(none) | 2 immarg | 3 immarg | 4 immarg
argmemonly nosync nounwind willreturn writeonly | 1 nocapture writeonly | 3 immarg | 4 immarg | 5 immarg
argmemonly nofree nosync nounwind willreturn writeonly | 1 nocapture writeonly | 3 immarg | 4 immarg | 5 immarg
argmemonly nocallback nofree nosync nounwind willreturn writeonly | 1 nocapture writeonly | 3 immarg | 4 immarg | 5 immarg
nocallback nofree nosync nounwind willreturn memory(argmem: write) | 1 nocapture writeonly | 3 immarg | 4 immarg | 5 immarg
nocallback nofree nosync nounwind willreturn memory(argmem: write) | 1 writeonly captures(none) | 3 immarg | 4 immarg | 5 immarg
nounwind readnone speculatable willreturn | 2 immarg | 3 immarg | 4 immarg
nosync nounwind readnone speculatable willreturn | 2 immarg | 3 immarg | 4 immarg
nofree nosync nounwind readnone speculatable willreturn | 2 immarg | 3 immarg | 4 immarg
nocallback nofree nosync nounwind readnone speculatable willreturn | 2 immarg | 3 immarg | 4 immarg
nocallback nofree nosync nounwind speculatable willreturn memory(none) | 2 immarg | 3 immarg | 4 immarg
nounwind readnone speculatable willreturn | 1 immarg | 2 immarg
nosync nounwind readnone speculatable willreturn | 1 immarg | 2 immarg
nofree nosync nounwind readnone speculatable willreturn | 1 immarg | 2 immarg
nocallback nofree nosync nounwind readnone speculatable willreturn | 1 immarg | 2 immarg
argmemonly nounwind | 0 nocapture writeonly | 1 nocapture readonly
argmemonly nounwind | 0 nocapture writeonly | 1 nocapture readonly | 3 immarg
argmemonly nounwind willreturn | 0 noalias nocapture writeonly | 1 noalias nocapture readonly | 3 immarg
argmemonly nofree nounwind willreturn | 0 noalias nocapture writeonly | 1 noalias nocapture readonly | 3 immarg
argmemonly nocallback nofree nounwind willreturn | 0 noalias nocapture writeonly | 1 noalias nocapture readonly | 3 immarg
nocallback nofree nounwind willreturn memory(argmem: readwrite) | 0 noalias nocapture writeonly | 1 noalias nocapture readonly | 3 immarg
nocallback nofree nounwind willreturn memory(argmem: readwrite) | 0 noalias writeonly captures(none) | 1 noalias readonly captures(none) | 3 immarg
argmemonly nounwind willreturn | 0 nocapture writeonly | 1 nocapture readonly | 3 immarg
argmemonly nosync nounwind willreturn | 0 nocapture writeonly | 1 nocapture readonly | 3 immarg
nosync nounwind willreturn memory(argmem: readwrite) | 0 nocapture writeonly | 1 nocapture readonly | 3 immarg
nosync nounwind willreturn memory(argmem: readwrite) | 0 writeonly captures(none) | 1 readonly captures(none) | 3 immarg
argmemonly nounwind willreturn | 0 noalias nocapture writeonly | 1 noalias nocapture readonly | 2 immarg | 3 immarg
argmemonly nofree nounwind willreturn | 0 noalias nocapture writeonly | 1 noalias nocapture readonly | 2 immarg | 3 immarg
argmemonly nocallback nofree nounwind willreturn | 0 noalias nocapture writeonly | 1 noalias nocapture readonly | 2 immarg | 3 immarg
nocallback nofree nounwind willreturn memory(argmem: readwrite) | 0 noalias nocapture writeonly | 1 noalias nocapture readonly | 2 immarg | 3 immarg
argmemonly nounwind | 0 nocapture | 1 nocapture readonly
argmemonly nounwind | 0 nocapture | 1 nocapture readonly | 3 immarg
argmemonly nounwind willreturn | 0 nocapture | 1 nocapture readonly | 3 immarg
argmemonly nofree nounwind willreturn | 0 nocapture writeonly | 1 nocapture readonly | 3 immarg
argmemonly nocallback nofree nounwind willreturn | 0 nocapture writeonly | 1 nocapture readonly | 3 immarg
nocallback nofree nounwind willreturn memory(argmem: readwrite) | 0 nocapture writeonly | 1 nocapture readonly | 3 immarg
nocallback nofree nounwind willreturn memory(argmem: readwrite) | 0 writeonly captures(none) | 1 readonly captures(none) | 3 immarg
argmemonly nounwind | 0 nocapture writeonly
argmemonly nounwind | 0 nocapture writeonly | 3 immarg
argmemonly nounwind willreturn | 0 nocapture writeonly | 3 immarg
argmemonly nounwind willreturn writeonly | 0 nocapture writeonly | 3 immarg
argmemonly nofree nounwind willreturn writeonly | 0 nocapture writeonly | 3 immarg
argmemonly nocallback nofree nounwind willreturn writeonly | 0 nocapture writeonly | 3 immarg
nocallback nofree nounwind willreturn memory(argmem: write) | 0 writeonly captures(none) | 3 immarg
argmemonly nosync nounwind willreturn writeonly | 0 nocapture writeonly | 3 immarg
nosync nounwind willreturn memory(argmem: write) | 0 nocapture writeonly | 3 immarg
nosync nounwind willreturn memory(argmem: write) | 0 writeonly captures(none) | 3 immarg
argmemonly nocallback nofree nounwind willreturn writeonly | 0 nocapture writeonly | 2 immarg | 3 immarg
nocallback nofree nounwind willreturn memory(argmem: write) | 0 nocapture writeonly | 2 immarg | 3 immarg
nounwind | 0 returned
nounwind readnone speculatable | 1 immarg | 2 immarg | 3 immarg
nounwind readnone speculatable willreturn | 1 immarg | 2 immarg | 3 immarg
nofree nosync nounwind readnone speculatable willreturn | 1 immarg | 2 immarg | 3 immarg
nocallback nofree nosync nounwind readnone speculatable willreturn | 1 immarg | 2 immarg | 3 immarg
nocallback nofree nosync nounwind speculatable willreturn memory(none) | 1 immarg | 2 immarg | 3 immarg
inaccessiblemem_or_argmemonly nounwind | 0 nocapture readonly
inaccessiblemem_or_argmemonly nounwind | 0 nocapture readonly | 1 immarg | 2 immarg
inaccessiblemem_or_argmemonly nounwind willreturn | 0 nocapture readonly | 1 immarg | 2 immarg
inaccessiblemem_or_argmemonly nofree nosync nounwind willreturn | 0 nocapture readonly | 1 immarg | 2 immarg
inaccessiblemem_or_argmemonly nocallback nofree nosync nounwind willreturn | 0 nocapture readonly | 1 immarg | 2 immarg
nocallback nofree nosync nounwind willreturn memory(argmem: readwrite, inaccessiblemem: readwrite) | 0 nocapture readonly | 1 immarg | 2 immarg | 3 immarg
nocallback nofree nosync nounwind willreturn memory(argmem: readwrite, inaccessiblemem: readwrite) | 0 readonly captures(none) | 1 immarg | 2 immarg | 3 immarg
nofree nosync nounwind readnone willreturn | 1 immarg | 2 immarg
nocallback nofree nosync nounwind readnone willreturn | 1 immarg | 2 immarg
nocallback nofree nosync nounwind speculatable willreturn memory(none) | 0 readnone
nounwind readnone | 1 immarg
nounwind memory(none) | 1 immarg
nounwind readnone | 1 immarg | 3 immarg
nounwind memory(none) | 1 immarg | 3 immarg
nounwind willreturn writeonly
nounwind willreturn memory(write)
nounwind readnone speculatable | 2 immarg
nounwind readnone speculatable willreturn | 2 immarg
nofree nosync nounwind readnone speculatable willreturn | 2 immarg
nocallback nofree nosync nounwind readnone speculatable willreturn | 2 immarg
nounwind readnone | 0 returned
nofree nosync nounwind readnone willreturn | 0 returned
nocallback nofree nosync nounwind readnone willreturn | 0 returned
nocallback nofree nosync nounwind willreturn memory(none) | 0 returned
nocallback nofree nosync nounwind speculatable willreturn memory(none) | ret nonnull | 0 nonnull
cold noreturn nounwind
cold noreturn nounwind memory(inaccessiblemem: write)
cold noreturn nounwind | 0 immarg
nocallback nofree nosync nounwind willreturn memory(none) | 3 immarg
argmemonly nofree nosync nounwind readonly willreturn | 0 nocapture
argmemonly nofree nosync nounwind willreturn
argmemonly nocallback nofree nosync nounwind willreturn
argmemonly nofree nosync nounwind willreturn writeonly | 1 nocapture
nocallback nounwind
nounwind writeonly | 0 nocapture readonly
nounwind memory(write) | 0 nocapture readonly
nounwind writeonly | 1 nocapture readonly
nounwind memory(write) | 1 nocapture readonly
"""

_ROWS: Final = """
abs* 9:0 13:1 15:2 16:3
acos* 19:4
addressofreturnaddress* 10:5 13:6 15:7 16:8
adjust.trampoline 0:9 14:10 15:11 16:12
allow.runtime.check 19:13
allow.ubsan.check 19:14
annotation* 0:15 10:16 13:17 15:18 16:19
arithmetic.fence* 13:5 16:4
asan.check.memaccess 14:20
asin* 19:4
assume 0:15 10:16 13:21 15:22 16:23 19:24
atan* 19:4
atan2* 20:4
bitreverse* 0:25 10:26 13:27 15:28 16:4 22:29
bswap* 0:25 10:26 13:27 15:28 16:4 22:29
call.preallocated.arg 11:15 13:30 15:31 22:32
call.preallocated.setup 11:15 13:30 15:31 22:33
call.preallocated.teardown 11:15 13:30 15:31
callbr.landingpad* 19:34
canonicalize* 0:25 10:26 13:27 15:28 16:4
ceil* 0:25 10:26 13:27 15:28 16:4 22:29
clear_cache 0:15
codeview.annotation 0:35 10:36 13:37 15:38 16:39
convert.from.fp16* 0:5 10:40 13:6 15:7 16:8
convert.to.fp16* 0:5 10:40 13:6 15:7 16:8
copysign* 0:25 10:26 13:27 15:28 16:4 22:29
coro.align* 14:5 16:41
coro.alloc 0:15
coro.alloca.alloc* 10:15
coro.alloca.free 10:15
coro.alloca.get 10:15
coro.async.context.alloc 13:15
coro.async.context.dealloc 13:15
coro.async.resume 13:15 16:34
coro.async.size.replace 13:15
coro.begin 0:42
coro.begin.custom.abi 20:42
coro.done 0:43 16:44
coro.end 0:15
coro.end.async 13:15
coro.end.results 19:15
coro.frame 0:5 16:41
coro.free 0:45 16:46
coro.id 0:47 16:48
coro.id.async 13:15
coro.id.retcon 10:15
coro.id.retcon.once 10:15
coro.noop 0:5 16:41
coro.prepare.async 13:5 16:41
coro.prepare.retcon 10:5 16:41
coro.promise 0:49 16:50
coro.save 0:15 15:34
coro.size* 0:5 16:41
coro.subfn.addr 0:51 16:52
coro.suspend 0:15
coro.suspend.async* 13:15 16:34
coro.suspend.retcon* 10:15
cos* 0:25 10:26 13:27 15:28 16:4
cosh* 19:4
ctlz* 0:25 9:53 10:54 13:1 15:2 16:3
ctpop* 0:25 10:26 13:27 15:28 16:4 22:29
cttz* 0:25 9:53 10:54 13:1 15:2 16:3
dbg.addr 0:25 10:26 13:27 15:28 16:4 19:-
dbg.assign 16:4 19:-
dbg.declare 0:25 10:26 13:27 15:28 16:4 19:-
dbg.label 0:25 10:26 13:27 15:28 16:4 19:-
dbg.value 0:25 10:26 13:27 15:28 16:4 19:-
debugtrap 0:15
donothing 0:5 10:40 13:6 15:7 16:8
eh.dwarf.cfa 0:15
eh.exceptioncode 0:5 16:41
eh.exceptionpointer* 0:5 16:41
eh.recoverfp 8:5 13:6 15:7 16:8
eh.return.i32 0:15
eh.return.i64 0:15
eh.sjlj.callsite 0:5 15:55 16:56
eh.sjlj.functioncontext 0:15
eh.sjlj.longjmp 0:57
eh.sjlj.lsda 0:5 16:41
eh.sjlj.setjmp 0:15
eh.sjlj.setup.dispatch 0:15
eh.typeid.for* 0:5 16:41
eh.unwind.init 0:15
exp* 0:25 10:26 13:27 15:28 16:4
exp10* 19:4
exp2* 0:25 10:26 13:27 15:28 16:4
expect* 0:5 10:40 13:6 15:7 16:8
expect.with.probability* 0:5 10:40 13:6 15:7 16:58
experimental.constrained.acos* 19:59
experimental.constrained.asin* 19:59
experimental.constrained.atan* 19:59
experimental.constrained.atan2* 20:59
experimental.constrained.ceil* 8:60 10:61 13:17 15:18 16:19 19:59
experimental.constrained.cos* 0:60 10:61 13:17 15:18 16:19 19:59
experimental.constrained.cosh* 19:59
experimental.constrained.exp* 0:60 10:61 13:17 15:18 16:19 19:59
experimental.constrained.exp2* 0:60 10:61 13:17 15:18 16:19 19:59
experimental.constrained.fadd* 0:60 10:61 13:17 15:18 16:19 19:59
experimental.constrained.fcmp* 10:61 13:17 15:18 16:19 19:59
experimental.constrained.fcmps* 10:61 13:17 15:18 16:19 19:59
experimental.constrained.fdiv* 0:60 10:61 13:17 15:18 16:19 19:59
experimental.constrained.floor* 8:60 10:61 13:17 15:18 16:19 19:59
experimental.constrained.fma* 0:60 10:61 13:17 15:18 16:19 19:59
experimental.constrained.fmul* 0:60 10:61 13:17 15:18 16:19 19:59
experimental.constrained.fmuladd* 11:61 13:17 15:18 16:19 19:59
experimental.constrained.fpext* 9:60 10:61 13:17 15:18 16:19 19:59
experimental.constrained.fptosi* 10:61 13:17 15:18 16:19 19:59
experimental.constrained.fptoui* 10:61 13:17 15:18 16:19 19:59
experimental.constrained.fptrunc* 9:60 10:61 13:17 15:18 16:19 19:59
experimental.constrained.frem* 0:60 10:61 13:17 15:18 16:19 19:59
experimental.constrained.fsub* 0:60 10:61 13:17 15:18 16:19 19:59
experimental.constrained.ldexp* 19:59
experimental.constrained.llrint* 10:61 13:17 15:18 16:19 19:59
experimental.constrained.llround* 10:61 13:17 15:18 16:19 19:59
experimental.constrained.log* 0:60 10:61 13:17 15:18 16:19 19:59
experimental.constrained.log10* 0:60 10:61 13:17 15:18 16:19 19:59
experimental.constrained.log2* 0:60 10:61 13:17 15:18 16:19 19:59
experimental.constrained.lrint* 10:61 13:17 15:18 16:19 19:59
experimental.constrained.lround* 10:61 13:17 15:18 16:19 19:59
experimental.constrained.maximum* 10:61 13:17 15:18 16:19 19:59
experimental.constrained.maxnum* 8:60 10:61 13:17 15:18 16:19 19:59
experimental.constrained.minimum* 10:61 13:17 15:18 16:19 19:59
experimental.constrained.minnum* 8:60 10:61 13:17 15:18 16:19 19:59
experimental.constrained.nearbyint* 0:60 10:61 13:17 15:18 16:19 19:59
experimental.constrained.pow* 0:60 10:61 13:17 15:18 16:19 19:59
experimental.constrained.powi* 0:60 10:61 13:17 15:18 16:19 19:59
experimental.constrained.rint* 0:60 10:61 13:17 15:18 16:19 19:59
experimental.constrained.round* 8:60 10:61 13:17 15:18 16:19 19:59
experimental.constrained.roundeven* 11:61 13:17 15:18 16:19 19:59
experimental.constrained.sin* 0:60 10:61 13:17 15:18 16:19 19:59
experimental.constrained.sinh* 19:59
experimental.constrained.sitofp* 10:61 13:17 15:18 16:19 19:59
experimental.constrained.sqrt* 0:60 10:61 13:17 15:18 16:19 19:59
experimental.constrained.tan* 19:59
experimental.constrained.tanh* 19:59
experimental.constrained.trunc* 8:60 10:61 13:17 15:18 16:19 19:59
experimental.constrained.uitofp* 10:61 13:17 15:18 16:19 19:59
experimental.convergence.anchor 19:62
experimental.convergence.entry 19:62
experimental.convergence.loop 19:62
experimental.cttz.elts* 19:63
experimental.gc.get.pointer.base* 13:64 16:65 20:-
experimental.gc.get.pointer.offset* 13:64 16:65 20:-
experimental.gc.relocate* 0:66 9:67 13:68 16:69
experimental.gc.result* 0:66 13:5 16:8
experimental.gc.statepoint* 9:70
experimental.get.vector.length* 19:69 22:71
experimental.guard 13:72 15:73 19:-
experimental.memset.pattern* 20:74
experimental.noalias.scope.decl 13:17 15:18 16:19
experimental.patchpoint* 20:75
experimental.patchpoint.i64* 20:75
experimental.patchpoint.void 13:72 15:73 16:- 20:75
experimental.stackmap 13:72 15:73 20:76
experimental.stepvector* 13:6 15:7 16:8 20:-
experimental.vector.compress* 19:8
experimental.vector.extract* 13:77 15:-
experimental.vector.extract.last.active* 13:77 15:- 20:8
experimental.vector.histogram.add* 19:78
experimental.vector.insert* 13:79 15:-
experimental.vector.match* 20:8
experimental.vector.partial.reduce.add* 19:8
experimental.vector.reverse* 13:6 15:7 16:8 19:-
experimental.vector.splice* 13:79 15:80 16:58 19:-
experimental.vp.reverse* 19:8
experimental.vp.splat* 19:8
experimental.vp.splice* 14:79 15:80 16:58 22:81
experimental.vp.strided.load* 15:82 16:83
experimental.vp.strided.store* 15:84 16:85
experimental.widenable.condition 8:60 10:86 13:87 15:88 16:89 19:90
fabs* 0:25 10:26 13:27 15:28 16:4 22:29
fake.use 20:15
floor* 0:25 10:26 13:27 15:28 16:4 22:29
flt.rounds 0:15 11:61 13:17 15:18 16:-
fma* 0:25 10:26 13:27 15:28 16:4
fmuladd* 0:25 10:26 13:27 15:28 16:4 22:29
fptosi.sat* 13:27 15:28 16:4
fptoui.sat* 13:27 15:28 16:4
fptrunc.round* 15:7 16:4
frameaddress* 0:5 9:55 13:91 15:92 16:93
frexp* 19:4
fshl* 0:25 10:26 13:27 15:28 16:4 22:29
fshr* 0:25 10:26 13:27 15:28 16:4 22:29
gcread 0:9 16:94
gcroot 0:15
gcwrite 0:95 16:96 22:97
get.active.lane.mask* 11:98 13:6 15:7 16:8
get.dynamic.area.offset* 0:15 13:30 15:31
get.fpenv* 19:19
get.fpmode* 19:19
get.rounding 16:19
hwasan.check.memaccess 9:99 14:100
hwasan.check.memaccess.fixedshadow 19:101
hwasan.check.memaccess.shortgranules 10:99 14:100
hwasan.check.memaccess.shortgranules.fixedshadow 19:101
icall.branch.funnel 0:15 13:30 15:31
init.trampoline 0:102 14:103 15:104 16:105
instrprof.callsite 19:15
instrprof.cover 14:15
instrprof.increment 0:15
instrprof.increment.step 0:15
instrprof.mcdc.parameters 19:15
instrprof.mcdc.tvbitmap.update 19:15
instrprof.timestamp 19:15
instrprof.value.profile 0:15
invariant.end* 0:106 9:107 10:108 13:109 15:110 16:111 22:112
invariant.start* 0:113 9:114 10:115 13:116 15:117 16:118
is.constant* 8:5 10:40 11:119 13:120 15:121 16:62
is.fpclass* 15:122 16:3 22:123
launder.invariant.group* 0:124 10:86 13:87 15:88 16:89
ldexp* 19:4 22:29
lifetime.end* 0:113 9:114 10:115 13:116 15:117 16:118 22:125
lifetime.start* 0:113 9:114 10:115 13:116 15:117 16:118 22:125
llrint* 9:25 10:26 13:27 15:28 16:4
llround* 9:25 10:26 13:27 15:28 16:4
load.relative* 0:9 13:10 15:11 16:12
localaddress 0:5 13:6 15:7 16:8
localescape 0:15 13:30 15:31
localrecover 0:5 9:126 13:79 15:80 16:58
log* 0:25 10:26 13:27 15:28 16:4
log10* 0:25 10:26 13:27 15:28 16:4
log2* 0:25 10:26 13:27 15:28 16:4
loop.decrement* 9:127 13:128 15:129
loop.decrement.reg* 9:127 13:128 15:129
lrint* 9:25 10:26 13:27 15:28 16:4
lround* 9:25 10:26 13:27 15:28 16:4
masked.compressstore* 0:130 10:131 13:132 15:133 16:85 22:134
masked.expandload* 0:66 10:135 13:136 15:137 16:138 22:139
masked.gather* 0:66 9:140 10:141 13:142 15:143 16:144 22:145
masked.load* 0:9 9:146 10:147 13:148 15:149 16:150 22:151
masked.scatter* 0:15 9:100 10:152 13:153 15:154 16:155 22:156
masked.store* 0:130 9:157 10:158 13:159 15:160 16:161 22:134
matrix.column.major.load* 11:162 13:163 15:164 16:165 22:166
matrix.column.major.store* 11:167 13:168 15:169 16:170 22:171
matrix.multiply* 10:172 11:173 13:174 15:175 16:176
matrix.transpose* 10:177 11:178 13:179 15:180 16:71
maximum* 8:25 10:26 13:27 15:28 16:4
maximumnum* 20:4
maxnum* 0:25 10:26 13:27 15:28 16:4
memcpy* 0:181 9:182 10:183 13:184 15:185 16:186 22:187
memcpy.element.unordered.atomic* 0:181 9:182 10:188 13:189 16:190 22:191
memcpy.inline* 0:181 9:182 10:183 11:192 13:193 15:194 16:195 19:186 22:187
memmove* 0:196 9:197 10:198 13:199 15:200 16:201 22:202
memmove.element.unordered.atomic* 0:181 9:182 10:188 13:189 16:190 22:191
memset* 0:203 9:204 10:205 11:206 13:207 15:208 16:74 22:209
memset.element.unordered.atomic* 0:203 9:204 10:205 11:206 13:210 16:211 22:212
memset.inline* 0:203 9:204 10:205 11:206 13:207 15:213 16:214 19:74 22:209
minimum* 8:25 10:26 13:27 15:28 16:4
minimumnum* 20:4
minnum* 0:25 10:26 13:27 15:28 16:4
nearbyint* 0:25 10:26 13:27 15:28 16:4
objc.arc.annotation.bottomup.bbend 8:15
objc.arc.annotation.bottomup.bbstart 8:15
objc.arc.annotation.topdown.bbend 8:15
objc.arc.annotation.topdown.bbstart 8:15
objc.autorelease 8:15 19:215
objc.autoreleasePoolPop 8:15
objc.autoreleasePoolPush 8:15
objc.autoreleaseReturnValue 8:15 19:215
objc.clang.arc.noop.use 13:17 15:18 16:19
objc.clang.arc.use 8:15
objc.copyWeak 8:15
objc.destroyWeak 8:15
objc.initWeak 8:15
objc.loadWeak 8:15
objc.loadWeakRetained 8:15
objc.moveWeak 8:15
objc.release 8:15
objc.retain 8:15 19:215
objc.retain.autorelease 8:15 19:215
objc.retainAutorelease 8:15 19:215
objc.retainAutoreleaseReturnValue 8:15 19:215
objc.retainAutoreleasedReturnValue 8:15
objc.retainBlock 8:15
objc.retainedObject 8:15
objc.storeStrong 8:15
objc.storeWeak 8:15
objc.sync.enter 8:15
objc.sync.exit 8:15
objc.unretainedObject 8:15
objc.unretainedPointer 8:15
objc.unsafeClaimAutoreleasedReturnValue 8:15
objectsize 0:25 9:216 10:217 13:218 15:219 16:220
pcmarker 0:15 13:30 15:31
pow* 0:25 10:26 13:27 15:28 16:4
powi* 0:25 10:26 13:27 15:28 16:4 22:29
prefetch* 0:221 9:222 10:223 13:224 15:225 16:226 22:227
preserve.array.access.index* 9:68 13:228 15:229 16:69
preserve.static.offset 19:230
preserve.struct.access.index* 9:68 13:228 15:229 16:69
preserve.union.access.index* 9:231 13:77 15:122 16:63
pseudoprobe 13:61 14:17 15:18 16:19
ptr.annotation* 0:15 10:16 13:17 15:18 16:19
ptrauth.auth 14:231 16:232
ptrauth.blend 14:5 16:8
ptrauth.resign 14:233 16:234
ptrauth.sign 14:231 16:63
ptrauth.sign.generic 14:5 16:8
ptrauth.strip 14:231 16:63
ptrmask* 10:26 13:27 15:28 16:4 22:29
public.type.test 15:28 16:4
read_register* 0:66 16:145
read_volatile_register* 11:15
readcyclecounter 0:15 13:30 15:31
readsteadycounter 19:31
reset.fpenv 19:19
reset.fpmode 19:19
returnaddress 0:5 9:55 13:91 15:92 16:93
rint* 0:25 10:26 13:27 15:28 16:4
round* 0:25 10:26 13:27 15:28 16:4
roundeven* 11:26 13:27 15:28 16:4
sadd.sat* 8:25 10:26 13:27 15:28 16:4
sadd.with.overflow* 0:25 10:26 13:27 15:28 16:4
scmp* 19:4
sdiv.fix* 10:126 13:79 15:80 16:58
sdiv.fix.sat* 10:126 13:79 15:80 16:58
seh.scope.begin 13:5 16:41
seh.scope.end 13:5 16:41
seh.try.begin 13:235 16:236
seh.try.end 13:235 16:236
set.fpenv* 19:19
set.fpmode* 19:19
set.loop.iterations* 9:127 13:128 15:129
set.rounding 13:17 15:18 16:19
sideeffect 0:60 10:61 13:17 15:18 16:19
sin* 0:25 10:26 13:27 15:28 16:4
sincos* 20:4
sinh* 19:4
smax* 13:27 15:28 16:4 22:29
smin* 13:27 15:28 16:4 22:29
smul.fix* 8:25 9:237 10:238 13:239 15:240 16:81
smul.fix.sat* 8:25 9:237 10:238 13:239 15:240 16:81
smul.with.overflow* 0:25 10:26 13:27 15:28 16:4
sponentry* 10:5 13:6 15:7 16:8
sqrt* 0:25 10:26 13:27 15:28 16:4 22:29
ssa.copy* 0:241 13:242 15:243 16:244
sshl.sat* 13:27 15:28 16:4
ssub.sat* 8:25 10:26 13:27 15:28 16:4
ssub.with.overflow* 0:25 10:26 13:27 15:28 16:4
stackguard 0:15 13:30 15:31
stackprotector 0:15 13:30 15:31
stackrestore* 0:15 13:30 15:31
stacksave* 0:15 13:30 15:31
start.loop.iterations* 13:128 15:129
stepvector* 20:8
strip.invariant.group* 0:25 10:26 13:27 15:28 16:4
swift.async.context.addr 13:5 15:15
tan* 19:4
tanh* 19:4
test.set.loop.iterations* 9:127 13:128 15:129
test.start.loop.iterations* 13:128 15:129
thread.pointer 0:5 13:6 15:7 16:8
threadlocal.address* 16:245
trap 0:57 8:246 19:247
trunc* 0:25 10:26 13:27 15:28 16:4
type.checked.load 0:5 10:40 13:6 15:7 16:8
type.checked.load.relative 19:8
type.test 0:5 10:40 13:27 15:28 16:4
uadd.sat* 8:25 10:26 13:27 15:28 16:4
uadd.with.overflow* 0:25 10:26 13:27 15:28 16:4
ubsantrap 13:248
ucmp* 19:4
udiv.fix* 10:126 13:79 15:80 16:58
udiv.fix.sat* 10:126 13:79 15:80 16:58
umax* 13:27 15:28 16:4 22:29
umin* 13:27 15:28 16:4 22:29
umul.fix* 9:237 10:238 13:239 15:240 16:81
umul.fix.sat* 9:237 10:238 13:239 15:240 16:81
umul.with.overflow* 0:25 10:26 13:27 15:28 16:4 22:29
ushl.sat* 13:27 15:28 16:4
usub.sat* 8:25 10:26 13:27 15:28 16:4 22:29
usub.with.overflow* 0:25 10:26 13:27 15:28 16:4
va_copy* 0:15 13:30 15:31
va_end* 0:15 13:30 15:31
va_start* 0:15 13:30 15:31
var.annotation* 0:15 10:16 13:17 15:18 16:19
vector.deinterleave2* 19:8 22:4
vector.extract* 15:2 16:3
vector.insert* 15:240 16:81
vector.interleave2* 19:8 22:4
vector.reduce.add* 13:6 15:7 16:8 19:4
vector.reduce.and* 13:6 15:7 16:8 19:4
vector.reduce.fadd* 13:6 15:7 16:8 19:4
vector.reduce.fmax* 13:6 15:7 16:8 19:4
vector.reduce.fmaximum* 19:4
vector.reduce.fmin* 13:6 15:7 16:8 19:4
vector.reduce.fminimum* 19:4
vector.reduce.fmul* 13:6 15:7 16:8 19:4
vector.reduce.mul* 13:6 15:7 16:8 19:4
vector.reduce.or* 13:6 15:7 16:8 19:4
vector.reduce.smax* 13:6 15:7 16:8 19:4
vector.reduce.smin* 13:6 15:7 16:8 19:4
vector.reduce.umax* 13:6 15:7 16:8 19:4
vector.reduce.umin* 13:6 15:7 16:8 19:4
vector.reduce.xor* 13:6 15:7 16:8 19:4
vector.reverse* 19:8 22:4
vector.splice* 19:58
vector.splice.left* 19:58
vector.splice.right* 19:58
vp.abs* 16:8
vp.add* 11:98 13:27 15:7 16:8 22:4
vp.and* 11:98 13:27 15:7 16:8 22:4
vp.ashr* 11:98 13:27 15:7 16:8 22:4
vp.bitreverse* 16:8
vp.bswap* 16:8
vp.ceil* 16:8
vp.copysign* 16:8
vp.ctlz* 16:249 19:63
vp.ctpop* 16:8
vp.cttz* 16:249 19:63
vp.cttz.elts* 16:249 19:63
vp.fabs* 16:8
vp.fadd* 13:27 15:7 16:8 22:4
vp.fcmp* 15:7 16:8 22:4
vp.fdiv* 13:27 15:7 16:8 22:4
vp.floor* 16:8
vp.fma* 15:7 16:8
vp.fmul* 13:27 15:7 16:8 22:4
vp.fmuladd* 16:8
vp.fneg* 15:7 16:8
vp.fpext* 15:7 16:8 22:4
vp.fptosi* 15:7 16:8 22:4
vp.fptoui* 15:7 16:8 22:4
vp.fptrunc* 15:7 16:8 22:4
vp.frem* 13:27 15:7 16:8 22:4
vp.fshl* 16:8
vp.fshr* 16:8
vp.fsub* 13:27 15:7 16:8 22:4
vp.gather* 13:10 15:11 16:145
vp.icmp* 15:7 16:8 22:4
vp.inttoptr* 15:7 16:8 22:4
vp.is.fpclass* 19:3
vp.llrint* 19:8
vp.load* 13:250 15:82 16:83 22:151
vp.load.ff* 13:250 15:82 16:83
vp.lrint* 19:8
vp.lshr* 11:98 13:27 15:7 16:8 22:4
vp.maximum* 19:8
vp.maxnum* 16:8
vp.merge* 14:30 15:7 16:8
vp.minimum* 19:8
vp.minnum* 16:8
vp.mul* 11:98 13:27 15:7 16:8 22:4
vp.nearbyint* 16:8
vp.or* 11:98 13:27 15:7 16:8 22:4
vp.ptrtoint* 15:7 16:8 22:4
vp.reduce.add* 14:27 15:7 16:8 22:4
vp.reduce.and* 14:27 15:7 16:8 22:4
vp.reduce.fadd* 14:27 15:7 16:8 22:4
vp.reduce.fmax* 14:27 15:7 16:8 22:4
vp.reduce.fmaximum* 19:8 22:4
vp.reduce.fmin* 14:27 15:7 16:8 22:4
vp.reduce.fminimum* 19:8 22:4
vp.reduce.fmul* 14:27 15:7 16:8 22:4
vp.reduce.mul* 14:27 15:7 16:8 22:4
vp.reduce.or* 14:27 15:7 16:8 22:4
vp.reduce.smax* 14:27 15:7 16:8 22:4
vp.reduce.smin* 14:27 15:7 16:8 22:4
vp.reduce.umax* 14:27 15:7 16:8 22:4
vp.reduce.umin* 14:27 15:7 16:8 22:4
vp.reduce.xor* 14:27 15:7 16:8 22:4
vp.rint* 16:8
vp.round* 16:8
vp.roundeven* 16:8
vp.roundtozero* 16:8
vp.sadd.sat* 19:8
vp.scatter* 13:251 15:252 16:31
vp.sdiv* 11:98 13:6 15:7 16:8
vp.select* 14:30 15:7 16:8
vp.sext* 15:7 16:8 22:4
vp.shl* 11:98 13:27 15:7 16:8 22:4
vp.sitofp* 15:7 16:8 22:4
vp.smax* 16:8
vp.smin* 16:8
vp.sqrt* 16:8
vp.srem* 11:98 13:6 15:7 16:8
vp.ssub.sat* 19:8
vp.store* 13:253 15:84 16:85
vp.sub* 11:98 13:27 15:7 16:8 22:4
vp.trunc* 15:7 16:8 22:4
vp.uadd.sat* 19:8
vp.udiv* 11:98 13:6 15:7 16:8
vp.uitofp* 15:7 16:8 22:4
vp.umax* 16:8
vp.umin* 16:8
vp.urem* 11:98 13:6 15:7 16:8
vp.usub.sat* 19:8
vp.xor* 11:98 13:27 15:7 16:8 22:4
vp.zext* 15:7 16:8 22:4
vscale* 11:5 13:6 15:7 16:8
write_register* 0:15 16:254
xray.customevent 0:255 16:256
xray.typedevent 0:257 16:258
"""

_rows: Final[dict[str, str]] = {}
_sets: Final[list[str]] = []


def _read() -> None:
    _sets.extend(_SETS.split("\n")[1:-1])
    for line in _ROWS.split("\n"):
        name, _, changes = line.partition(" ")
        if name:
            _rows[name] = changes


def intrinsic_attributes(name: str, version: int) -> str | None:
    """The set of the intrinsic of that name (without `llvm.`) as a line of text; None for a name that has none here."""
    if not _rows:
        _read()
    changes = _rows.get(name)
    base = name
    while changes is None:
        changes = _rows.get(base + "*")
        if changes is None:
            base, dot, _ = base.rpartition(".")
            if not dot:
                return None
    found: str | None = None
    for change in changes.split():
        since, _, number = change.partition(":")
        if int(since) <= version:
            found = None if number == "-" else _sets[int(number)]
    return found
