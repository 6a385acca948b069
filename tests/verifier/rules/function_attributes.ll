; versions: 18 19 22 23
target triple = "x86_64-unknown-linux-gnu"
declare void @variants(i32, float) "vector-function-abi-variant"="_ZGVnN2vv_f(g)"
declare void @sa(i32, float) "vector-function-abi-variant"="_ZGVsMxvv_f(g)"
declare void @sb(i128, float) "vector-function-abi-variant"="_ZGVsMxvv_f(g)"
declare void @sc(i128, float) "vector-function-abi-variant"="_ZGVsMxuv_f(g)"
declare void @sd(i128, float) "vector-function-abi-variant"="_ZGVsMxuu_f(g)"
declare void @se(i32, float) "vector-function-abi-variant"="_ZGVnMxvv_f(g)"
declare void @sr(i32, float) "vector-function-abi-variant"="_ZGVrMxvv_f(g)"
declare void @sf(i32, float) "vector-function-abi-variant"="_ZGVnN0vv_f(g)"
declare void @sg(i32, float) "vector-function-abi-variant"="_ZGVnN2v_f(g)"
declare void @sh(i32, float) "vector-function-abi-variant"="_ZGVnN2vva3_f(g)"
declare void @si(i32, float) "vector-function-abi-variant"="_ZGVnN2vva16_f(g)"
declare void @sj(i32, float) "vector-function-abi-variant"="_ZGVnN2ls0l_f(g)"
declare void @sk(i32, float) "vector-function-abi-variant"="_ZGVnN2lsl_f(g)"
declare void @sl(i32, float) "vector-function-abi-variant"="_ZGVnN2ln3U4_f"
declare void @sm(i32, float) "vector-function-abi-variant"="_ZGVnN2vv_f("
declare void @sn(i32, float) "vector-function-abi-variant"="_ZGVnN2vv_f()"
declare void @so(i32, float) "vector-function-abi-variant"="_ZGV_LLVM_N2vv_f"
declare void @sp(i32, float) "vector-function-abi-variant"="_ZGV_LLVM_N2vv_f(g)"
declare void @sq(i32, float) "vector-function-abi-variant"="_ZGVqN2vv_f(g)"
declare void @ss(i32, float) "vector-function-abi-variant"="_ZGVnX2vv_f(g)"
declare void @st(i32, float) "vector-function-abi-variant"="f"
declare void @su(i32, float) "vector-function-abi-variant"="_ZGVnN2vv"
declare void @sv(i32, float) "vector-function-abi-variant"="_ZGVnN2vv_"
declare void @sw(i32, float) "vector-function-abi-variant"="_ZGVnN2vv_f(g),_ZGVnN4vv_f(h)"
declare i128 @sx(i32, float) "vector-function-abi-variant"="_ZGVsMxvv_f(g)"
declare ptr @sy(ptr, half) "vector-function-abi-variant"="_ZGVsMxvv_f(g)"
declare void @sz(ptr, bfloat) "vector-function-abi-variant"="_ZGVsMxvv_f(g)"
declare void @ta(ptr, i1) "vector-function-abi-variant"="_ZGVsMxvv_f(g)"
declare void @tb(ptr, x86_fp80) "vector-function-abi-variant"="_ZGVsMxvv_f(g)"
declare void @tc(ptr, ptr) "vector-function-abi-variant"="_ZGVnN2L5Rs2_f(g)"
declare void @td(ptr, ptr) "vector-function-abi-variant"="_ZGVnN4294967296vv_f(g)"
declare void @te() "vector-function-abi-variant"="_ZGVnN2_f(g)"

declare void @denormal() "denormal-fp-math"="ieee" "denormal-fp-math-f32"="preserve-sign,positive-zero"
declare void @denormal_1() "denormal-fp-math"="flush"
declare void @denormal_2() "denormal-fp-math-f32"="ieee,nothing"
declare void @denormal_3() "denormal-fp-math"="dynamic,dynamic,dynamic"
declare void @denormal_4() "denormal-fp-math"=""
declare void @frames() "frame-pointer"="some"
declare void @frames_1() "frame-pointer"="reserved"
declare void @frames_2() "frame-pointer"="non-leaf-no-reserve"
declare void @numbers() "patchable-function-prefix"="a" "patchable-function-entry"="-1" "warn-stack-size"="4294967296"
declare void @numbers_1() "patchable-function-prefix"="" "patchable-function-entry"="0x1" "warn-stack-size"="0012"
declare void @booleans() "no-nans-fp-math"="maybe" "unsafe-fp-math"="1" "loader-replaceable"="no" "use-sample-profile"="true"
declare void @booleans_1(i32 "no-infs-fp-math"="maybe")
declare void @signing() "sign-return-address"="some" "sign-return-address-key"="c_key"
declare void @signing_1() "sign-return-address-key"="a_key"
declare void @protection() "branch-target-enforcement"="1" "guarded-control-stack"="1" "branch-protection-pauth-lr"="1"
declare void @state() "aarch64_pstate_sm_enabled" "aarch64_pstate_sm_compatible"
declare void @state_1() "aarch64_new_za" "aarch64_in_za"
declare void @state_2() "aarch64_new_zt0" "aarch64_out_zt0"
declare void @state_3() "aarch64_za_state_agnostic" "aarch64_out_zt0"
declare void @state_4() "aarch64_zt0_undef"
declare void @wide(<16 x i32>) "target-features"="+avx512f,-evex512"
declare void @narrow(<8 x i32>) "target-features"="+avx512f,-evex512"
declare void @features() "target-features"="+a,,-b"
declare void @features_1() "target-features"="+a,b,c"
declare void @features_2() "target-features"=""
declare void @format(ptr, ...) "modular-format"="printf,1,2,impl,float"
declare void @format_1(ptr, ...) "modular-format"="printf,1,2"
declare void @format_2(ptr, ...) "modular-format"="printf,1,x,impl,float"
declare void @format_3(ptr, ...) "modular-format"="printf,x,2,impl,float"
declare void @format_4(ptr, ...) "modular-format"="printf,1,3,impl,float"
declare void @format_5(ptr, ...) "modular-format"="printf,1,0,impl,float"
declare void @format_6(ptr, ...) "modular-format"="printf,0,1,impl,float"
declare void @format_7(ptr, ...) "modular-format"="printf,3,1,impl,float,x"
declare void @optimized() optnone
declare void @optimized_1() optnone noinline optsize
declare void @optimized_2() optnone noinline minsize
declare void @optimized_3() optnone noinline optdebug
declare void @optimized_4() optdebug optsize
declare void @optimized_5() optdebug minsize
declare void @optimized_6() alwaysinline noinline
declare void @tables() jumptable
declare void @tables_1() unnamed_addr jumptable
declare ptr @sizes(i32, ptr) allocsize(2)
declare ptr @sizes_1(i32, ptr) allocsize(1)
declare ptr @sizes_2(i32, ptr) allocsize(0, 1)
declare ptr @sizes_3(i32, ptr) allocsize(0, 2)
declare ptr @kinds() allockind("alloc,realloc")
declare ptr @kinds_1() allockind("zeroed")
declare ptr @kinds_2() allockind("free,zeroed")
declare ptr @kinds_3() allockind("alloc,zeroed,uninitialized")
declare void @scales() vscale_range(0, 2)
declare void @scales_1() vscale_range(3, 4)
declare void @scales_2() vscale_range(4, 2)
declare void @scales_3() vscale_range(2, 6)
declare void @scales_4() vscale_range(2)
declare void @writes(ptr writable) memory(read)
declare void @writes_1(ptr writable) memory(argmem: write)
declare void @writes_2(ptr writable readonly)
declare void @writes_3(ptr writable readnone)
declare void @built() #0
attributes #0 = { builtin }
