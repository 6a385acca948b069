"""The rules of QIR's base and adaptive profile: what a program may use, and the module flag that allows more.

Source: the QIR specification, profiles/Base_Profile.md and profiles/Adaptive_Profile.md.
"""

from __future__ import annotations

from typing import Final

INTEGERS: Final = "int_computations"
FLOATS: Final = "float_computations"
FUNCTIONS: Final = "ir_functions"
LOOPS: Final = "backwards_branching"
RETURNS: Final = "multiple_return_points"
_SWITCHES: Final = "multiple_target_branching"
_ARRAYS: Final = "arrays"
_QUBITS: Final = "dynamic_qubit_management"
_RESULTS: Final = "dynamic_result_management"

# The instructions of both profiles, and the flag with which the adaptive profile has others.
INSTRUCTIONS: Final = frozenset(("br", "call", "ret"))
COMPUTATIONS: Final = frozenset(("phi", "select"))
FLAGS_OF_INSTRUCTIONS: Final[dict[str, str]] = {
    **dict.fromkeys(("add", "sub", "mul", "udiv", "sdiv", "urem", "srem", "and", "or", "xor", "shl", "lshr", "ashr"), INTEGERS),
    **dict.fromkeys(("icmp", "zext", "sext", "trunc"), INTEGERS),
    **dict.fromkeys(("fadd", "fsub", "fmul", "fdiv", "fcmp", "fpext", "fptrunc"), FLOATS),
    **dict.fromkeys(("alloca", "load", "store", "getelementptr", "extractvalue", "insertvalue"), _ARRAYS),
    "inttoptr": LOOPS,
    "switch": _SWITCHES,
}
# The runtime's functions, by their names after `__quantum__rt__`: first what both profiles have, then what the adaptive profile
# has besides, with the flags that it needs.
RUNTIME: Final = frozenset(("initialize", "tuple_record_output", "array_record_output", "result_record_output"))
FLAGS_OF_RUNTIME: Final[dict[str, tuple[str, ...]]] = {
    "read_result": (),
    "bool_record_output": (),
    "int_record_output": (INTEGERS,),
    "float_record_output": (FLOATS,),
    "double_record_output": (FLOATS,),
    "qubit_allocate": (_QUBITS,),
    "qubit_release": (_QUBITS,),
    "qubit_array_allocate": (_QUBITS, _ARRAYS),
    "qubit_array_release": (_QUBITS, _ARRAYS),
    "result_allocate": (_RESULTS,),
    "result_release": (_RESULTS,),
    "result_array_allocate": (_RESULTS, _ARRAYS),
    "result_array_release": (_RESULTS, _ARRAYS),
    "result_array_record_output": (_ARRAYS,),
}
INITIALIZE: Final = "initialize"
RECORDS: Final = "_record_output"
# The flags that each module has, with their behaviors.
BEHAVIORS: Final[dict[str, int]] = {"qir_major_version": 1, "qir_minor_version": 7, _QUBITS: 1, _RESULTS: 1}
DYNAMIC: Final = (_QUBITS, _RESULTS)
# By the letters of `qir_functions.STRUCTS`: the words, and the entry point's attribute with their number.
STATIC: Final[dict[str, str]] = {"Q": "qubit", "R": "result"}
BASE_BLOCKS: Final = 4
LARGEST_EXIT_CODE: Final = 63
