"""Which functions named `llvm.*` are intrinsics: the target-independent ones of LLVM 22, and the targets' prefixes.

Targets have some 15,600 more; what begins with a target's prefix is taken for one of them.
"""

from __future__ import annotations

from typing import Final

# Without `llvm.`; a star marks those that types may follow, as in `llvm.abs.i32`.
_NAMES: Final = """
abs* acos* addressofreturnaddress* adjust.trampoline alloc.token.id* allow.runtime.check allow.sanitize.address
allow.sanitize.hwaddress allow.sanitize.memory allow.sanitize.thread allow.ubsan.check annotation* arithmetic.fence*
asan.check.memaccess asin* assume atan* atan2* bitreverse* bswap* call.preallocated.arg call.preallocated.setup
call.preallocated.teardown callbr.landingpad* canonicalize* ceil* clear_cache clmul* codeview.annotation
convert.from.fp16* convert.to.fp16* copysign* coro.align* coro.alloc coro.alloca.alloc* coro.alloca.free
coro.alloca.get coro.async.context.alloc coro.async.context.dealloc coro.async.resume coro.async.size.replace
coro.await.suspend.bool coro.await.suspend.handle coro.await.suspend.void coro.begin coro.begin.custom.abi
coro.destroy coro.done coro.end coro.end.async coro.end.results coro.frame coro.free coro.id coro.id.async
coro.id.retcon coro.id.retcon.once coro.is_in_ramp coro.noop coro.prepare.async coro.prepare.retcon coro.promise
coro.resume coro.save coro.size* coro.subfn.addr coro.suspend coro.suspend.async* coro.suspend.retcon* cos* cosh*
ctlz* ctpop* cttz* dbg.assign dbg.declare dbg.label dbg.value debugtrap donothing eh.dwarf.cfa eh.exceptioncode
eh.exceptionpointer* eh.recoverfp eh.return.i32 eh.return.i64 eh.sjlj.callsite eh.sjlj.functioncontext eh.sjlj.longjmp
eh.sjlj.lsda eh.sjlj.setjmp eh.sjlj.setup.dispatch eh.typeid.for* eh.unwind.init exp* exp10* exp2* expect*
expect.with.probability* experimental.constrained.acos* experimental.constrained.asin* experimental.constrained.atan*
experimental.constrained.atan2* experimental.constrained.ceil* experimental.constrained.cos*
experimental.constrained.cosh* experimental.constrained.exp* experimental.constrained.exp2*
experimental.constrained.fadd* experimental.constrained.fcmp* experimental.constrained.fcmps*
experimental.constrained.fdiv* experimental.constrained.floor* experimental.constrained.fma*
experimental.constrained.fmul* experimental.constrained.fmuladd* experimental.constrained.fpext*
experimental.constrained.fptosi* experimental.constrained.fptoui* experimental.constrained.fptrunc*
experimental.constrained.frem* experimental.constrained.fsub* experimental.constrained.ldexp*
experimental.constrained.llrint* experimental.constrained.llround* experimental.constrained.log*
experimental.constrained.log10* experimental.constrained.log2* experimental.constrained.lrint*
experimental.constrained.lround* experimental.constrained.maximum* experimental.constrained.maxnum*
experimental.constrained.minimum* experimental.constrained.minnum* experimental.constrained.nearbyint*
experimental.constrained.pow* experimental.constrained.powi* experimental.constrained.rint*
experimental.constrained.round* experimental.constrained.roundeven* experimental.constrained.sin*
experimental.constrained.sinh* experimental.constrained.sitofp* experimental.constrained.sqrt*
experimental.constrained.tan* experimental.constrained.tanh* experimental.constrained.trunc*
experimental.constrained.uitofp* experimental.convergence.anchor experimental.convergence.entry
experimental.convergence.loop experimental.cttz.elts* experimental.deoptimize* experimental.gc.get.pointer.base*
experimental.gc.get.pointer.offset* experimental.gc.relocate* experimental.gc.result* experimental.gc.statepoint*
experimental.get.vector.length* experimental.guard experimental.memset.pattern* experimental.noalias.scope.decl
experimental.patchpoint* experimental.patchpoint.void experimental.stackmap experimental.vector.compress*
experimental.vector.extract.last.active* experimental.vector.histogram.add* experimental.vector.histogram.uadd.sat*
experimental.vector.histogram.umax* experimental.vector.histogram.umin* experimental.vector.match*
experimental.vp.reverse* experimental.vp.splice* experimental.vp.strided.load* experimental.vp.strided.store*
experimental.widenable.condition fabs* fake.use floor* fma* fmuladd* fptosi.sat* fptoui.sat* fptrunc.round*
frameaddress* frexp* fshl* fshr* gcread gcroot gcwrite get.active.lane.mask* get.dynamic.area.offset* get.fpenv*
get.fpmode* get.rounding hwasan.check.memaccess hwasan.check.memaccess.fixedshadow
hwasan.check.memaccess.shortgranules hwasan.check.memaccess.shortgranules.fixedshadow icall.branch.funnel
init.trampoline instrprof.callsite instrprof.cover instrprof.increment instrprof.increment.step
instrprof.mcdc.parameters instrprof.mcdc.tvbitmap.update instrprof.timestamp instrprof.value.profile invariant.end*
invariant.start* is.constant* is.fpclass* launder.invariant.group* ldexp* lifetime.end* lifetime.start* llrint*
llround* load.relative* localaddress localescape localrecover log* log10* log2* loop.decrement* loop.decrement.reg*
loop.dependence.raw.mask* loop.dependence.war.mask* lrint* lround* masked.compressstore* masked.expandload*
masked.gather* masked.load* masked.scatter* masked.store* matrix.column.major.load* matrix.column.major.store*
matrix.multiply* matrix.transpose* maximum* maximumnum* maxnum* memcpy* memcpy.element.unordered.atomic*
memcpy.inline* memmove* memmove.element.unordered.atomic* memset* memset.element.unordered.atomic* memset.inline*
minimum* minimumnum* minnum* modf* nearbyint* objc.arc.annotation.bottomup.bbend objc.arc.annotation.bottomup.bbstart
objc.arc.annotation.topdown.bbend objc.arc.annotation.topdown.bbstart objc.autorelease objc.autoreleasePoolPop
objc.autoreleasePoolPush objc.autoreleaseReturnValue objc.claimAutoreleasedReturnValue objc.clang.arc.noop.use
objc.clang.arc.use objc.copyWeak objc.destroyWeak objc.initWeak objc.loadWeak objc.loadWeakRetained objc.moveWeak
objc.release objc.retain objc.retain.autorelease objc.retainAutorelease objc.retainAutoreleaseReturnValue
objc.retainAutoreleasedReturnValue objc.retainBlock objc.retainedObject objc.storeStrong objc.storeWeak
objc.sync.enter objc.sync.exit objc.unretainedObject objc.unretainedPointer objc.unsafeClaimAutoreleasedReturnValue
objectsize* pcmarker pow* powi* prefetch* preserve.array.access.index* preserve.static.offset
preserve.struct.access.index* preserve.union.access.index* protected.field.ptr* pseudoprobe ptr.annotation*
ptrauth.auth ptrauth.blend ptrauth.resign ptrauth.sign ptrauth.sign.generic ptrauth.strip ptrmask* public.type.test
read_register* read_volatile_register* readcyclecounter readsteadycounter reloc.none reset.fpenv reset.fpmode
returnaddress rint* round* roundeven* sadd.sat* sadd.with.overflow* scmp* sdiv.fix* sdiv.fix.sat* seh.scope.begin
seh.scope.end seh.try.begin seh.try.end set.fpenv* set.fpmode* set.loop.iterations* set.rounding sideeffect sin*
sincos* sincospi* sinh* smax* smin* smul.fix* smul.fix.sat* smul.with.overflow* sponentry* sqrt* ssa.copy* sshl.sat*
ssub.sat* ssub.with.overflow* stackaddress* stackguard stackprotector stackrestore* stacksave* start.loop.iterations*
stepvector* strip.invariant.group* swift.async.context.addr tan* tanh* test.set.loop.iterations*
test.start.loop.iterations* thread.pointer* threadlocal.address* trap trunc* type.checked.load
type.checked.load.relative type.test uadd.sat* uadd.with.overflow* ubsantrap ucmp* udiv.fix* udiv.fix.sat* umax* umin*
umul.fix* umul.fix.sat* umul.with.overflow* ushl.sat* usub.sat* usub.with.overflow* va_copy* va_end* va_start*
var.annotation* vector.deinterleave2* vector.deinterleave3* vector.deinterleave4* vector.deinterleave5*
vector.deinterleave6* vector.deinterleave7* vector.deinterleave8* vector.extract* vector.insert* vector.interleave2*
vector.interleave3* vector.interleave4* vector.interleave5* vector.interleave6* vector.interleave7*
vector.interleave8* vector.partial.reduce.add* vector.partial.reduce.fadd* vector.reduce.add* vector.reduce.and*
vector.reduce.fadd* vector.reduce.fmax* vector.reduce.fmaximum* vector.reduce.fmin* vector.reduce.fminimum*
vector.reduce.fmul* vector.reduce.mul* vector.reduce.or* vector.reduce.smax* vector.reduce.smin* vector.reduce.umax*
vector.reduce.umin* vector.reduce.xor* vector.reverse* vector.splice.left* vector.splice.right* vp.abs* vp.add*
vp.and* vp.ashr* vp.bitreverse* vp.bswap* vp.ceil* vp.copysign* vp.ctlz* vp.ctpop* vp.cttz* vp.cttz.elts* vp.fabs*
vp.fadd* vp.fcmp* vp.fdiv* vp.floor* vp.fma* vp.fmul* vp.fmuladd* vp.fneg* vp.fpext* vp.fptosi* vp.fptoui* vp.fptrunc*
vp.frem* vp.fshl* vp.fshr* vp.fsub* vp.gather* vp.icmp* vp.inttoptr* vp.is.fpclass* vp.llrint* vp.load* vp.load.ff*
vp.lrint* vp.lshr* vp.maximum* vp.maxnum* vp.merge* vp.minimum* vp.minnum* vp.mul* vp.nearbyint* vp.or* vp.ptrtoint*
vp.reduce.add* vp.reduce.and* vp.reduce.fadd* vp.reduce.fmax* vp.reduce.fmaximum* vp.reduce.fmin* vp.reduce.fminimum*
vp.reduce.fmul* vp.reduce.mul* vp.reduce.or* vp.reduce.smax* vp.reduce.smin* vp.reduce.umax* vp.reduce.umin*
vp.reduce.xor* vp.rint* vp.round* vp.roundeven* vp.roundtozero* vp.sadd.sat* vp.scatter* vp.sdiv* vp.select* vp.sext*
vp.shl* vp.sitofp* vp.smax* vp.smin* vp.sqrt* vp.srem* vp.ssub.sat* vp.store* vp.sub* vp.trunc* vp.uadd.sat* vp.udiv*
vp.uitofp* vp.umax* vp.umin* vp.urem* vp.usub.sat* vp.xor* vp.zext* vscale* write_register* xray.customevent
"""

TARGET_PREFIXES: Final = frozenset(
    (
        "aarch64", "amdgcn", "arm", "bpf", "dx", "hexagon", "loongarch", "mips", "nvvm", "ppc", "r600", "riscv",
        "s390", "spv", "ve", "wasm", "x86", "xcore",
    )
)

INTRINSIC_NAMES: Final = frozenset([word.rstrip("*") for word in _NAMES.split()])
OVERLOADED_INTRINSICS: Final = frozenset([word[:-1] for word in _NAMES.split() if word.endswith("*")])


def is_known_intrinsic(name: str) -> bool:
    """Whether LLVM 22 takes a function of that name, which begins with `llvm.`, for an intrinsic that it knows."""
    parts = name.split(".")
    if len(parts) > 2 and parts[1] in TARGET_PREFIXES:
        return True
    whole = name[len("llvm.") :]
    if whole in INTRINSIC_NAMES:
        return True
    # the longest name that ends where a dot follows counts
    end = whole.rfind(".")
    while end > 0:
        if whole[:end] in INTRINSIC_NAMES:
            return whole[:end] in OVERLOADED_INTRINSICS
        end = whole.rfind(".", 0, end)
    return False
