"""`--target-profile=qir`: QIR 1, with typed pointers to `%Qubit` and `%Result`."""

from __future__ import annotations

from pyllvm import parse_assembly, to_assembly

PROGRAM = """\
@label = internal constant [2 x i8] c"r\\00"
define i64 @main() #0 {
  call void @__quantum__rt__initialize(ptr null)
  call void @__quantum__qis__h__body(ptr null)
  call void @__quantum__qis__cnot__body(ptr null, ptr inttoptr (i64 1 to ptr))
  call void @my_gate(ptr inttoptr (i64 4 to ptr))
  call void @__quantum__qis__mz__body(ptr null, ptr null)
  call void @__quantum__qis__parity__body(ptr null, ptr inttoptr (i64 2 to ptr), ptr inttoptr (i64 1 to ptr))
  call void @__quantum__rt__result_record_output(ptr null, ptr @label)
  ret i64 0
}
declare void @__quantum__rt__initialize(ptr)
declare void @__quantum__qis__h__body(ptr)
declare void @__quantum__qis__cnot__body(ptr, ptr)
declare void @my_gate(ptr)
declare void @__quantum__qis__mz__body(ptr, ptr writeonly) #1
declare void @__quantum__qis__parity__body(ptr, ptr, ptr) #1
declare void @__quantum__rt__result_record_output(ptr, ptr)
attributes #0 = { "EntryPoint" }
attributes #1 = { "irreversible" }
"""


def lowered(text: str, version: int = 14) -> str:
    module = parse_assembly(text, llvm_version=22)
    assert module.downgraded(version, target_profile="qir") == []
    return to_assembly(module)


def test_pointers_get_the_names_of_what_they_point_to() -> None:
    text = lowered(PROGRAM)
    assert "%Qubit = type opaque\n%Result = type opaque\n" in text
    assert "call void @__quantum__qis__cnot__body(%Qubit* null, %Qubit* inttoptr (i64 1 to %Qubit*))" in text
    assert "declare void @__quantum__qis__mz__body(%Qubit*, %Result* writeonly)" in text
    assert "declare void @__quantum__rt__initialize(i8*)" in text
    assert "@__quantum__rt__result_record_output(%Result* null, i8* getelementptr inbounds ([2 x i8], [2 x i8]* @label" in text


def test_a_measurement_writes_its_last_pointer() -> None:
    assert "declare void @__quantum__qis__parity__body(%Qubit*, %Qubit*, %Result*)" in lowered(PROGRAM)


def test_a_gate_of_the_machine_takes_qubits() -> None:
    assert "declare void @my_gate(%Qubit*)" in lowered(PROGRAM)


def test_flags_and_attributes_are_those_of_version_1() -> None:
    text = lowered(PROGRAM)
    assert '"entry_point"' in text
    assert '"EntryPoint"' not in text
    assert '"output_labeling_schema" "qir_profiles"="base_profile" "required_num_qubits"="5" "required_num_results"="2"' in text
    assert '!0 = !{i32 1, !"qir_major_version", i32 1}\n!1 = !{i32 7, !"qir_minor_version", i32 0}\n' in text
    assert '!{i32 1, !"dynamic_qubit_management", i1 false}' in text
    assert '!{i32 1, !"dynamic_result_management", i1 false}' in text


def test_version_2_becomes_1_and_other_flags_stay() -> None:
    text = lowered("""\
!llvm.module.flags = !{!0, !1, !2}
!0 = !{i32 1, !"qir_major_version", i32 2}
!1 = !{i32 7, !"qir_minor_version", i32 1}
!2 = !{i32 5, !"int_computations", !3}
!3 = !{!"i64"}
""")
    assert '!"qir_major_version", i32 1}' in text
    assert '!"qir_minor_version", i32 0}' in text
    assert '!{i32 5, !"int_computations", !3}' in text


def test_a_program_that_reads_results_is_adaptive_and_may_make_qubits() -> None:
    text = lowered("""\
define void @main() #0 {
  %q = call ptr @__quantum__rt__qubit_allocate()
  %r = call ptr @__quantum__qis__m__body(ptr %q)
  %b = call i1 @__quantum__rt__read_result(ptr %r)
  call void @helper(ptr %q, i1 %b)
  ret void
}
define internal void @helper(ptr %q, i1 %b) {
  call void @__quantum__qis__x__ctl(ptr null, ptr %q)
  ret void
}
declare ptr @__quantum__rt__qubit_allocate()
declare ptr @__quantum__qis__m__body(ptr)
declare i1 @__quantum__rt__read_result(ptr)
declare void @__quantum__qis__x__ctl(ptr, ptr)
attributes #0 = { "entry_point" }
""")
    assert '"qir_profiles"="adaptive_profile"' in text
    assert "%q = call %Qubit* @__quantum__rt__qubit_allocate()" in text
    assert "%r = call %Result* @__quantum__qis__m__body(%Qubit* %q)" in text
    assert "define internal void @helper(%Qubit* %q, i1 %b)" in text
    assert "declare void @__quantum__qis__x__ctl(%Array*, %Qubit*)" in text
    assert '!"dynamic_qubit_management", i1 true}' in text


def test_the_label_of_an_instruction_is_text() -> None:
    text = lowered(
        """\
@label = internal constant [2 x i8] c"r\\00"
define void @f(ptr %q) {
  %1 = call i64 @__quantum__qis__mz__to__register(ptr %q, ptr @label)
  ret void
}
declare i64 @__quantum__qis__mz__to__register(ptr, ptr)
""",
        11,
    )
    assert "declare i64 @__quantum__qis__mz__to__register(%Qubit*, i8*)" in text
    assert "define void @f(%Qubit* %q)" in text
