"""The literals of LLVM 23; the expected texts are what llvm-dis 23.1.4 prints."""

from __future__ import annotations

from pyllvm.assembly.printer.floating_point import literal_text
from rows import each_row

CASES = [
    ("double", 0x3FB999999999999A, "1.000000e-01"),
    ("double", 0x4132D68700000000, "f0x4132D68700000000"),
    ("double", 1, "4.940660e-324"),
    ("double", 1 << 63, "-0.000000e+00"),
    ("float", 0x3DCCCCCD, "1.000000e-01"),
    ("float", 0x3727C5AC, "f0x3727C5AC"),  # 1e-05: LLVM's six digits are 9.999990e-06, which is another float
    ("float", 0x4C80001E, "6.710910e+07"),  # its six digits lie between two floats; the next is not the nearer one
    ("float", 0x4C80001F, "f0x4C80001F"),
    ("float", 0x7F800000, "+inf"),
    ("float", 0xFF800000, "-inf"),
    ("float", 0x7FC00000, "+qnan"),
    ("float", 0xFFC00001, "-nan(0x1)"),
    ("float", 0x7FA00000, "+snan(0x200000)"),
    ("half", 0x0F94, "4.625320e-04"),
    ("half", 0xFE00, "-qnan"),
    ("bfloat", 0x3DCD, "1.000980e-01"),
    ("bfloat", 0x7F81, "+snan(0x1)"),
    ("x86_fp80", 0x3FFBCCCCCCCCCCCCCCCD, "1.000000e-01"),
    ("x86_fp80", 0x7FFFC000000000000001, "+nan(0x1)"),
    ("x86_fp80", 0x00008000000000000000, "f0x00018000000000000000"),
    ("x86_fp80", 0x3FFF0000000000000000, "+snan(0x0)"),
    ("x86_fp80", 1, "3.645200e-4951"),
    ("fp128", 0x3FFB999999999999999999999999999A, "1.000000e-01"),
    ("fp128", 0x7FFF8000000000000000000000000001, "+nan(0x1)"),
    ("ppc_fp128", 0x3FF0000000000000, "1.000000e+00"),
    ("ppc_fp128", 0x3FB999999999999A, "f0x00000000000000003FB999999999999A"),
    ("ppc_fp128", 1 << 64 | 0x7FF8000000000000, "f0x00000000000000017FF8000000000000"),
]


@each_row(("type_name", "bits", "text"), CASES)
def test_llvm_23_prints(type_name: str, bits: int, text: str) -> None:
    assert literal_text(type_name, bits) == text
