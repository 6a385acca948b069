"""The functions of QIR, the quantum intermediate representation: the pointers that its runtime and its instructions take.

Sources: the QIR specification (its data types, runtime functions, and the base and the adaptive profile), and the modules
that the Quantum Development Kit writes.
"""

from __future__ import annotations

from typing import Final

RUNTIME_PREFIX: Final = "__quantum__rt__"
INSTRUCTION_PREFIX: Final = "__quantum__qis__"
# The letters for the opaque structs, by which the tables below say what a pointer points to; `-` is a pointer to bytes.
STRUCTS: Final[dict[str, str]] = {
    "A": "Array",
    "B": "BigInt",
    "C": "Callable",
    "Q": "Qubit",
    "R": "Result",
    "S": "String",
    "T": "Tuple",
}
BYTES: Final = "-"

# By the name after the prefix: the result, if it is a pointer, and the parameters that are pointers, in their order.
RUNTIME: Final[dict[str, tuple[str, str]]] = {
    "array_concatenate": ("A", "AA"),
    "array_copy": ("A", "A"),
    "array_create": ("A", ""),
    "array_create_1d": ("A", ""),
    "array_get_dim": ("", "A"),
    "array_get_element_ptr": ("-", "A"),
    "array_get_element_ptr_1d": ("-", "A"),
    "array_get_size": ("", "A"),
    "array_get_size_1d": ("", "A"),
    "array_project": ("A", "A"),
    "array_slice": ("A", "A"),
    "array_slice_1d": ("A", "A"),
    "array_to_string": ("S", "A"),
    "array_update_alias_count": ("", "A"),
    "array_update_reference_count": ("", "A"),
    "bigint_add": ("B", "BB"),
    "bigint_bitand": ("B", "BB"),
    "bigint_bitnot": ("B", "B"),
    "bigint_bitor": ("B", "BB"),
    "bigint_bitxor": ("B", "BB"),
    "bigint_create_array": ("B", "-"),
    "bigint_create_i64": ("B", ""),
    "bigint_divide": ("B", "BB"),
    "bigint_equal": ("", "BB"),
    "bigint_get_data": ("-", "B"),
    "bigint_get_length": ("", "B"),
    "bigint_greater": ("", "BB"),
    "bigint_greater_eq": ("", "BB"),
    "bigint_modulus": ("B", "BB"),
    "bigint_multiply": ("B", "BB"),
    "bigint_negate": ("B", "B"),
    "bigint_power": ("B", "B"),
    "bigint_shiftleft": ("B", "B"),
    "bigint_shiftright": ("B", "B"),
    "bigint_subtract": ("B", "BB"),
    "bigint_to_string": ("S", "B"),
    "bigint_update_reference_count": ("", "B"),
    "bool_to_string": ("S", ""),
    "callable_copy": ("C", "C"),
    "callable_create": ("C", "--T"),
    "callable_invoke": ("", "CTT"),
    "callable_make_adjoint": ("", "C"),
    "callable_make_controlled": ("", "C"),
    "callable_update_alias_count": ("", "C"),
    "callable_update_reference_count": ("", "C"),
    "capture_update_alias_count": ("", "C"),
    "capture_update_reference_count": ("", "C"),
    "double_to_string": ("S", ""),
    "fail": ("", "S"),
    "int_to_string": ("S", ""),
    "message": ("", "S"),
    "pauli_to_string": ("S", ""),
    "qubit_allocate": ("Q", ""),
    "qubit_allocate_array": ("A", ""),
    "qubit_borrow": ("Q", ""),
    "qubit_borrow_array": ("A", ""),
    "qubit_release": ("", "Q"),
    "qubit_release_array": ("", "A"),
    "qubit_return": ("", "Q"),
    "qubit_return_array": ("", "A"),
    "qubit_to_string": ("S", "Q"),
    "range_to_string": ("S", ""),
    "read_result": ("", "R"),
    "result_equal": ("", "RR"),
    "result_get_one": ("R", ""),
    "result_get_zero": ("R", ""),
    "result_record_output": ("", "R-"),
    "result_to_string": ("S", "R"),
    "result_update_reference_count": ("", "R"),
    "string_concatenate": ("S", "SS"),
    "string_create": ("S", "-"),
    "string_equal": ("", "SS"),
    "string_get_data": ("-", "S"),
    "string_get_length": ("", "S"),
    "string_update_reference_count": ("", "S"),
    "tuple_copy": ("T", "T"),
    "tuple_create": ("T", ""),
    "tuple_update_alias_count": ("", "T"),
    "tuple_update_reference_count": ("", "T"),
}
# The instructions whose pointers are not qubits alone, of which the last is a result if the function is `irreversible`.
INSTRUCTIONS: Final[dict[str, tuple[str, str]]] = {
    "applyconditionallyintrinsic__body": ("", "AACC"),
    "applyifelseintrinsic__body": ("", "RCC"),
    "assertmeasurementprobability__body": ("", "AARS"),
    "dumpmachine__body": ("", "-"),
    "dumpregister__body": ("", "-A"),
    "exp__adj": ("", "AA"),
    "exp__body": ("", "AA"),
    "exp__ctl": ("", "AT"),
    "exp__ctladj": ("", "AT"),
    "m__body": ("R", "QR"),
    "measure__body": ("R", "AA"),
    "mresetx__body": ("R", "QR"),
    "mresety__body": ("R", "QR"),
    "mresetz__body": ("R", "QR"),
    "mx__body": ("R", "QR"),
    "my__body": ("R", "QR"),
    "mz__body": ("R", "QR"),
    "mzz__body": ("R", "QQR"),
    "read_result__body": ("", "R"),
}
# The controlled forms take the qubits that control in an array, and the others by themselves, or in a tuple if they are more.
CONTROLLED: Final = ("__ctl", "__ctladj")

IRREVERSIBLE: Final = "irreversible"
ENTRY_POINT: Final = "entry_point"
PROFILES: Final = "qir_profiles"
BASE_PROFILE: Final = "base_profile"
ADAPTIVE_PROFILE: Final = "adaptive_profile"
REQUIRED_QUBITS: Final = "required_num_qubits"
REQUIRED_RESULTS: Final = "required_num_results"
LABELING_SCHEMA: Final = "output_labeling_schema"
# The names that attributes of entry points had before QIR 1.
OLDER_ATTRIBUTES: Final[dict[str, str]] = {
    "EntryPoint": ENTRY_POINT,
    "requiredQubits": REQUIRED_QUBITS,
    "requiredResults": REQUIRED_RESULTS,
    "required_qubits": REQUIRED_QUBITS,
    "required_results": REQUIRED_RESULTS,
}

MAJOR_VERSION: Final = "qir_major_version"
MINOR_VERSION: Final = "qir_minor_version"
DYNAMIC_QUBITS: Final = "dynamic_qubit_management"
DYNAMIC_RESULTS: Final = "dynamic_result_management"
# QIR 1 is the version with typed pointers, QIR 2 the one with opaque pointers.
TYPED_VERSION: Final = 1
# The runtime functions that make qubits and results while the program runs.
MAKE_QUBITS: Final = ("qubit_allocate", "qubit_borrow")
MAKE_RESULTS: Final = ("result_get_one", "result_get_zero", "result_allocate")
