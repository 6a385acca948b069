source_filename = "constructs.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

module asm "nop"
module asm ".globl \22x\22"

%0 = type { i64 }
%pair = type { i32, %inner }
%inner = type <{ i8, ptr }>
%opaque = type opaque

$group = comdat any

$largest = comdat largest

@plain = global i32 1
@0 = private unnamed_addr constant [3 x i8] c"a\00\22", align 1
@struct = internal constant %pair { i32 -1, %inner <{ i8 2, ptr @plain }> }, section "s", align 16
@tls = thread_local(initialexec) global float 1.500000e+00, !note !0
@external = external dso_local global ptr
@weak = extern_weak hidden local_unnamed_addr global %opaque
@in_group = linkonce_odr dso_local global i64 0, comdat($group)
@big = weak_odr constant [2 x i64] zeroinitializer, partition "p", comdat($largest)
@space = external addrspace(1) externally_initialized global i32, code_model "small"
@floats = constant [4 x double] [double 1.000000e-01, double 0x7FF0000000000000, double 0xFFF8000000000000, double -0.000000e+00]
@odd = constant { half, bfloat, x86_fp80, fp128, ppc_fp128 } { half 0xH3C00, bfloat 0xR3F80, x86_fp80 0xK3FFF8000000000000000, fp128 0xL00000000000000003FFF000000000000, ppc_fp128 0xM3FF00000000000000000000000000000 }
@vector = constant <4 x i8> <i8 1, i8 undef, i8 poison, i8 -1>
@splat = constant <4 x i8> splat (i8 3)
@address = global ptr blockaddress(@jumps, %there)
@expression = global i64 sub (i64 ptrtoint (ptr getelementptr inbounds (i8, ptr @plain, i64 4) to i64), i64 ptrtoint (ptr @tls to i64))
@equivalent = constant i32 trunc (i64 sub (i64 ptrtoint (ptr dso_local_equivalent @declared to i64), i64 ptrtoint (ptr @plain to i64)) to i32)
@nocfi = constant ptr no_cfi @declared
@nameless = global %0 { i64 9 }
@ranged = constant ptr getelementptr inbounds inrange(-8, 8) (i8, ptr @struct, i64 8)
@attributed = global i32 0, no_sanitize_address #0
@llvm.used = appending global [1 x ptr] [ptr @plain], section "llvm.metadata"

@alias = internal unnamed_addr alias i32, ptr @plain
@inner = alias i8, getelementptr inbounds (i8, ptr @struct, i64 8)

@ifunc = ifunc i32 (i32), ptr @resolver

; Function Attrs: nounwind
declare i32 @declared(i32 noundef signext, ptr readonly align 8 captures(none) dereferenceable(16), ...) #1

declare !note !0 void @noted()

declare i32 @personality(...)

define internal ptr @resolver() {
  ret ptr @jumps
}

define void @jumps() {
  br label %there

there:                                            ; preds = %0
  ret void
}

; Function Attrs: noinline optnone memory(argmem: read, inaccessiblemem: readwrite) alignstack(16) uwtable vscale_range(1,2)
define dso_local fastcc noundef i32 @arithmetic(i32 %a, i32 noundef %b, float %x, <4 x i32> %v) local_unnamed_addr #2 section "text" comdat($group) align 32 gc "statepoint-example" prefix i32 5 prologue i8 -112 !note !0 {
  %add = add nuw nsw i32 %a, %b
  %sub = sub nsw i32 %add, 7
  %mul = mul nuw i32 %sub, %a
  %udiv = udiv exact i32 %mul, 3
  %sdiv = sdiv i32 %udiv, %b
  %rem = urem i32 %sdiv, 5
  %srem = srem i32 %rem, %a
  %shl = shl nuw nsw i32 %srem, 1
  %lshr = lshr exact i32 %shl, 1
  %ashr = ashr i32 %lshr, %b
  %and = and i32 %ashr, 255
  %or = or disjoint i32 %and, 1
  %xor = xor i32 %or, -1
  %1 = trunc nuw nsw i32 %xor to i8
  %2 = zext nneg i8 %1 to i32
  %3 = sext i8 %1 to i64
  %fadd = fadd fast float %x, 1.000000e+00
  %fsub = fsub nnan ninf float %fadd, 0x3FB99999A0000000
  %fneg = fneg reassoc nsz arcp contract afn float %fsub
  %fmul = fmul float %fneg, %x
  %fdiv = fdiv float %fmul, 2.000000e+00
  %frem = frem float %fdiv, %x
  %ext = fpext float %frem to double
  %small = fptrunc double %ext to half
  %number = fptosi float %x to i32
  %unsigned = fptoui float %x to i32
  %back = sitofp i32 %number to float
  %back2 = uitofp nneg i32 %unsigned to float
  %bits = bitcast float %back to i32
  %less = icmp ult i32 %bits, %a
  %same = icmp samesign slt i32 %bits, %2
  %ordered = fcmp nnan oeq float %x, %back2
  %chosen = select i1 %less, i32 %a, i32 %b
  %chosen.f = select nnan i1 %same, float %x, float %back
  %element = extractelement <4 x i32> %v, i32 1
  %with = insertelement <4 x i32> %v, i32 %element, i64 0
  %mixed = shufflevector <4 x i32> %v, <4 x i32> %with, <4 x i32> <i32 0, i32 poison, i32 7, i32 1>
  %pair = insertvalue { i32, [2 x i8] } poison, i32 %chosen, 0
  %byte = extractvalue { i32, [2 x i8] } %pair, 1, 0
  %frozen = freeze i32 %chosen
  ret i32 %frozen
}

define void @memory(ptr %p, ptr addrspace(1) %q, i32 %n) {
entry:
  %slot = alloca i32, align 4
  %many = alloca inalloca i64, i32 %n, align 16
  %space = alloca i8, align 1
  %a = load i32, ptr %p, align 4, !range !34, !noundef !37
  %b = load volatile i64, ptr %p, align 8
  %c = load atomic i32, ptr %p syncscope("agent") acquire, align 4
  %d = load atomic volatile i32, ptr %p seq_cst, align 4
  store i32 %a, ptr %slot, align 4
  store volatile i64 %b, ptr %many, align 8, !tbaa !38
  store atomic i32 %c, ptr %p release, align 4
  fence syncscope("singlethread") acq_rel
  fence seq_cst
  %e = cmpxchg weak volatile ptr %p, i32 %a, i32 %d syncscope("agent") acq_rel monotonic, align 4
  %f = cmpxchg ptr %p, i64 1, i64 2 seq_cst seq_cst, align 8
  %g = atomicrmw add ptr %p, i32 1 monotonic, align 4
  %h = atomicrmw volatile fmax ptr %p, float 1.000000e+00 syncscope("agent") seq_cst, align 4
  %i = atomicrmw uinc_wrap ptr %p, i32 7 acquire, align 4
  %x = getelementptr inbounds nuw %pair, ptr %p, i64 0, i32 1, i32 1
  %y = getelementptr nusw i8, ptr %x, i64 4
  %z = getelementptr <2 x i32>, ptr %y, <2 x i64> <i64 0, i64 1>
  %int = ptrtoint ptr %p to i64
  %ptr = inttoptr i64 %int to ptr
  %cast = addrspacecast ptr addrspace(1) %q to ptr
  %list = va_arg ptr %cast, i32
  ret void
}

define i32 @control(i32 %n, ptr %p) personality ptr @personality !note !0 {
  switch i32 %n, label %other [
    i32 0, label %zero
    i32 -1, label %one
  ], !prof !41

zero:                                             ; preds = %one, %0
  %r = invoke fastcc noundef i32 @declared2(i32 inreg %n) #5 [ "deopt"(i32 1, ptr %p), "empty"() ]
          to label %end unwind label %pad

one:                                              ; preds = %0
  indirectbr ptr %p, [label %zero, label %other]

other:                                            ; preds = %one, %0
  callbr void asm sideeffect "nop", "r,!i,~{memory}"(i32 %n)
          to label %end [label %never]

never:                                            ; preds = %other
  unreachable

pad:                                              ; preds = %zero
  %l = landingpad { ptr, i32 }
          cleanup
          catch ptr @plain
          filter [1 x ptr] [ptr @plain]
  resume { ptr, i32 } %l

end:                                              ; preds = %other, %zero
  %m = phi i32 [ %r, %zero ], [ 0, %other ]
  %c = icmp eq i32 %m, 0
  br i1 %c, label %loop, label %done, !prof !42

loop:                                             ; preds = %loop, %end
  br label %loop, !llvm.loop !43

done:                                             ; preds = %end
  ret i32 %m
}

declare fastcc i32 @declared2(i32)

define i32 @calls(i32 %n) {
  tail call void @noted()
  %a = musttail call i32 @calls(i32 %n)
  ret i32 %a
}

define void @more(ptr %f, i32 %n, float %x) {
  %a = notail call i32 (i32, ptr, ...) @declared(i32 %n, ptr sret(%pair) align 8 %f, i64 1)
  %b = call fast nofpclass(nan inf) float %f(float %x)
  %c = call i32 asm alignstack inteldialect "xor $0, $0", "=r,~{dirflag}"() #6
  call void @llvm.assume(i1 true) [ "align"(ptr %f, i64 8) ]
  %d = call cc11 i64 %f(i32 signext %n, ptr %f) #7
  ret void
}

define void @pads() personality ptr @personality {
  invoke void @noted()
          to label %done unwind label %dispatch

dispatch:                                         ; preds = %0
  %s = catchswitch within none [label %handler] unwind label %cleanup

handler:                                          ; preds = %dispatch
  %c = catchpad within %s [ptr null, i32 64, ptr @plain]
  catchret from %c to label %done

cleanup:                                          ; preds = %dispatch
  %p = cleanuppad within none []
  call void @noted() [ "funclet"(token %p) ]
  cleanupret from %p unwind to caller

done:                                             ; preds = %handler, %0
  ret void
}

define ptr addrspace(1) @relocated(ptr addrspace(1) %p, ptr addrspace(1) %q) gc "statepoint-example" {
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @noted, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr addrspace(1) %p, ptr addrspace(1) %q) ]
  %r = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 1) ; (%p, %q)
  ret ptr addrspace(1) %r
}

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: write)
declare void @llvm.assume(i1 noundef) #3

declare token @llvm.experimental.gc.statepoint.p0(i64 immarg, i32 immarg, ptr, i32 immarg, i32 immarg, ...)

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token, i32 immarg, i32 immarg) #4

define i32 @debug(i32 %x) !dbg !23 {
    #dbg_value(i32 %x, !27, !DIExpression(DW_OP_plus_uconst, 1, DW_OP_stack_value), !45)
    #dbg_label(!46, !45)
  %y = add i32 %x, 1, !dbg !45
    #dbg_value(!DIArgList(i32 %x, i32 %y), !27, !DIExpression(DW_OP_LLVM_arg, 0, DW_OP_LLVM_arg, 1, DW_OP_plus), !47)
  ret i32 %y, !dbg !47
}

attributes #0 = { "bss-section"="x" }
attributes #1 = { nounwind "flag" "target-cpu"="x86-64" }
attributes #2 = { noinline optnone memory(argmem: read, inaccessiblemem: readwrite) alignstack=16 uwtable vscale_range(1,2) }
attributes #3 = { nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: write) }
attributes #4 = { nocallback nofree nosync nounwind willreturn memory(none) }
attributes #5 = { cold "a"="b" }
attributes #6 = { nounwind }
attributes #7 = { convergent allocsize(0) }

!llvm.dbg.cu = !{!1}
!llvm.module.flags = !{!32, !33}
!named = !{!0, !34, !35, !36}
!odd\20name = !{}

!0 = !{!"note", i32 1, null, ptr @plain}
!1 = distinct !DICompileUnit(language: DW_LANG_C11, file: !2, producer: "clang", isOptimized: true, flags: "-g", runtimeVersion: 0, emissionKind: FullDebug, enums: !3, globals: !9, imports: !21, macros: !28)
!2 = !DIFile(filename: "a.c", directory: "/", checksumkind: CSK_MD5, checksum: "0123456789abcdef0123456789abcdef")
!3 = !{!4}
!4 = !DICompositeType(tag: DW_TAG_enumeration_type, name: "e", file: !2, line: 7, baseType: !5, size: 32, elements: !6, identifier: "_e")
!5 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!6 = !{!7, !8}
!7 = !DIEnumerator(name: "A", value: -1)
!8 = !DIEnumerator(name: "B", value: 255, isUnsigned: true)
!9 = !{!10}
!10 = !DIGlobalVariableExpression(var: !11, expr: !DIExpression(DW_OP_constu, 3, DW_OP_stack_value))
!11 = distinct !DIGlobalVariable(name: "g", scope: !1, file: !2, line: 8, type: !12, isLocal: true, isDefinition: true)
!12 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !13, size: 64, align: 32, dwarfAddressSpace: 1)
!13 = !DICompositeType(tag: DW_TAG_array_type, baseType: !14, size: 96, elements: !18)
!14 = !DIDerivedType(tag: DW_TAG_member, name: "m", scope: !15, file: !2, line: 2, baseType: !5, size: 3, offset: 5, flags: DIFlagBitField, extraData: i64 0)
!15 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "s", scope: !16, file: !2, line: 1, size: 64, align: 32, flags: DIFlagFwdDecl | DIFlagTypePassByValue)
!16 = !DINamespace(name: "ns", scope: !17, exportSymbols: true)
!17 = !DIModule(scope: null, name: "mod", configMacros: "-DM", includePath: "/i", line: 3)
!18 = !{!19, !20}
!19 = !DISubrange(count: 3, lowerBound: -1)
!20 = !DISubrange(count: !11)
!21 = !{!22}
!22 = !DIImportedEntity(tag: DW_TAG_imported_declaration, name: "n", scope: !1, entity: !23, file: !2, line: 6)
!23 = distinct !DISubprogram(name: "debug", linkageName: "_debug", scope: !2, file: !2, line: 1, type: !24, scopeLine: 2, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !1, retainedNodes: !26)
!24 = !DISubroutineType(cc: DW_CC_normal, types: !25)
!25 = !{!5, !5}
!26 = !{!27}
!27 = !DILocalVariable(name: "x", arg: 1, scope: !23, file: !2, line: 1, type: !5, align: 32)
!28 = !{!29}
!29 = !DIMacroFile(file: !2, nodes: !30)
!30 = !{!31}
!31 = !DIMacro(type: DW_MACINFO_define, line: 1, name: "M", value: "1")
!32 = !{i32 2, !"Debug Info Version", i32 3}
!33 = !{i32 8, !"PIC Level", i32 2}
!34 = !{i32 0, i32 9}
!35 = distinct !{null, !36}
!36 = distinct !{!35}
!37 = !{}
!38 = !{!39, !39, i64 0}
!39 = !{!"int", !40, i64 0}
!40 = !{!"root"}
!41 = !{!"branch_weights", i32 1, i32 2, i32 3}
!42 = !{!"branch_weights", i32 1, i32 2000}
!43 = distinct !{!43, !44}
!44 = !{!"llvm.loop.unroll.count", i32 4}
!45 = !DILocation(line: 2, column: 3, scope: !23)
!46 = !DILabel(scope: !23, name: "l", file: !2, line: 2)
!47 = !DILocation(line: 3, scope: !48, inlinedAt: !49)
!48 = distinct !DILexicalBlock(scope: !23, file: !2, line: 4, column: 5)
!49 = distinct !DILocation(line: 9, column: 1, scope: !23, isImplicitCode: true)
