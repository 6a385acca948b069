; QIR 2 of the adaptive profile, with integer computations.
@0 = internal constant [2 x i8] c"n\00"
define i64 @main() #0 {
entry:
  call void @__quantum__rt__initialize(ptr null)
  call void @__quantum__qis__h__body(ptr null)
  call void @__quantum__qis__mz__body(ptr null, ptr writeonly null)
  %r = call i1 @__quantum__rt__read_result(ptr readonly null)
  br i1 %r, label %then, label %continue
then:
  call void @__quantum__qis__x__body(ptr null)
  br label %continue
continue:
  %n = phi i64 [ 0, %entry ], [ 1, %then ]
  %sum = add i64 %n, 2
  call void @__quantum__rt__int_record_output(i64 %sum, ptr @0)
  ret i64 0
}
declare void @__quantum__rt__initialize(ptr)
declare void @__quantum__qis__h__body(ptr)
declare void @__quantum__qis__x__body(ptr)
declare void @__quantum__qis__mz__body(ptr, ptr writeonly) #1
declare i1 @__quantum__rt__read_result(ptr readonly)
declare void @__quantum__rt__int_record_output(i64, ptr)
attributes #0 = { "entry_point" "output_labeling_schema"="labels" "qir_profiles"="adaptive_profile" "required_num_qubits"="1" "required_num_results"="1" }
attributes #1 = { "irreversible" }
!llvm.module.flags = !{!0, !1, !2, !3, !4}
!0 = !{i32 1, !"qir_major_version", i32 2}
!1 = !{i32 7, !"qir_minor_version", i32 0}
!2 = !{i32 1, !"dynamic_qubit_management", i1 false}
!3 = !{i32 1, !"dynamic_result_management", i1 false}
!4 = !{i32 5, !"int_computations", !5}
!5 = !{!"i64"}
