"""The names of vector variants in the attribute "vector-function-abi-variant".

The names follow the vector function ABIs, with LLVM's own ISA `_LLVM_`:
`_ZGV <isa> <mask> <length> <parameters> _ <scalar name> [ ( <vector name> ) ]`.
Source: `VFABI::tryDemangleForVFABI`, LLVM 19's VFABIDemangler.cpp.
"""

from __future__ import annotations

from typing import Final

from pyllvm.ir.types import POINTER, VOID, FloatingPointType, FunctionType, IntegerType, Type
from pyllvm.schema.decimal_text import integer_of_decimal
from pyllvm.tables.verifier_versions import RISCV_VARIANTS_SINCE

_PREFIX: Final = "_ZGV"
_LLVM_ISA: Final = "_LLVM_"
_SVE: Final = "s"
_RISCV: Final = "r"
# A longer word precedes its prefixes.
_RUNTIME_STEPS: Final = ("ls", "Rs", "Ls", "Us")
_LINEAR: Final = ("l", "R", "L", "U")
_INT_LIMIT: Final = 1 << 31
_UNSIGNED_LIMIT: Final = 1 << 32
_UNSIGNED_64_LIMIT: Final = 1 << 64


def is_vector_variant(name: str, type: FunctionType, version: int) -> bool:
    """Whether the name names a vector variant of a function of type `type`."""
    if not name.startswith(_PREFIX):
        return False
    place = len(_PREFIX)
    isa = name[place : place + 1]
    if name.startswith(_LLVM_ISA, place):
        isa = _LLVM_ISA
    place += len(isa)
    if name[place : place + 1] not in ("M", "N"):
        return False
    place += 1
    is_scalable = name.startswith("x", place)
    if is_scalable:
        if isa != _SVE and not (isa == _RISCV and version >= RISCV_VARIANTS_SINCE):
            return False
        place += 1
    else:
        end = _digits_end(name, place)
        if end == place or not 0 < _number(name[place:end]) < _UNSIGNED_LIMIT:
            return False
        place = end
    is_vector: list[bool] = []
    while True:
        end = _parameter_end(name, place)
        if end < 0:
            return False
        if end == place:
            break
        is_vector.append(name[place] == "v")
        place = end
    if not is_vector or len(is_vector) != len(type.parameters):
        return False
    if is_scalable and not _has_scalable_length(type, is_vector):
        return False
    return _has_names(name, place, isa)


def _digits_end(text: str, place: int) -> int:
    while place < len(text) and "0" <= text[place] <= "9":
        place += 1
    return place


def _parameter_end(name: str, place: int) -> int:
    """Return the end of the parameter that begins at `place`; `place` itself if none begins there, -1 if it is malformed."""
    end = _kind_end(name, place)
    if end <= place or not name.startswith("a", end):
        return end
    digits = _digits_end(name, end + 1)
    if digits == end + 1:
        return -1
    alignment = _number(name[end + 1 : digits])
    if not 0 < alignment < _UNSIGNED_64_LIMIT or alignment & (alignment - 1):
        return -1
    return digits


def _number(digits: str) -> int:
    return integer_of_decimal(digits.encode())


def _kind_end(name: str, place: int) -> int:
    if name.startswith(("v", "u"), place):
        return place + 1
    if name.startswith(_RUNTIME_STEPS, place):
        end = _digits_end(name, place + 2)
        return end if end > place + 2 and _number(name[place + 2 : end]) < _INT_LIMIT else -1
    if name.startswith(_LINEAR, place):
        place += 1
        if name.startswith("n", place):
            place += 1
        end = _digits_end(name, place)
        # A number that is too large does not count as a number, and the text after it is not a parameter.
        return end if end > place and _number(name[place:end]) < _INT_LIMIT else place
    return place


def _has_scalable_length(type: FunctionType, is_vector: list[bool]) -> bool:
    """Whether the vectors' types determine a length for each of them."""
    has_one = False
    for number, parameter in enumerate(type.parameters):
        if is_vector[number]:
            if not _has_element_count(parameter):
                return False
            has_one = True
    if type.return_type.kind != VOID:
        return _has_element_count(type.return_type)
    return has_one


def _has_element_count(type: Type) -> bool:
    """Whether the number of such elements in a scalable register is known."""
    if isinstance(type, IntegerType):
        return type.width in (8, 16, 32, 64)
    if isinstance(type, FloatingPointType):
        return type.bits in (16, 32, 64)
    return type.kind == POINTER


def _has_names(name: str, place: int, isa: str) -> bool:
    if not name.startswith("_", place):
        return False
    scalar, parenthesis, vector = name[place + 1 :].partition("(")
    if not scalar:
        return False
    if not parenthesis:
        # LLVM's own ISA has no rule for the vector function's name.
        return isa != _LLVM_ISA
    return vector.endswith(")") and len(vector) > 1
