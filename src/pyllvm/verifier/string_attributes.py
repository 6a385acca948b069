"""The rules for string attributes of functions: frame pointers, signed return addresses, vector variants, denormal modes ...

The names of vector variants follow the vector function ABIs, with LLVM's own ISA `_LLVM_`:
`_ZGV <isa> <mask> <length> <parameters> _ <scalar name> [ ( <vector name> ) ]`.
Sources: the end of `Verifier::verifyFunctionAttrs`, `verifyAttributeTypes`, and `VFABI::tryDemangleForVFABI`.
"""

from __future__ import annotations

from typing import Final

from pyllvm.ir.attributes import EMPTY_SET, Attribute, AttributeSet
from pyllvm.ir.function import Function
from pyllvm.ir.instructions import CallBase
from pyllvm.ir.types import POINTER, VOID, FloatingPointType, FunctionType, IntegerType, Type, VectorType
from pyllvm.ir.value import Value
from pyllvm.schema.integers import integer_of_decimal
from pyllvm.tables import verifier_versions
from pyllvm.tables.attributes import ALLOCATION_KINDS
from pyllvm.tables.behavior_versions import FORMAT_STRINGS_CHECKED_SINCE, VARIANT_CONVENTIONS_SINCE, ZEROED_VARIANTS_SINCE
from pyllvm.tables.reading_versions import DENORMAL_MODES_SINCE
from pyllvm.verifier.state import State
from pyllvm.verifier.type_properties import scalar_bits
from pyllvm.versions import FOREVER

# String attributes whose values must be true or false, and the versions that check them.
_BOOLEAN_STRINGS: Final = {
    "less-precise-fpmad": (12, FOREVER), "no-infs-fp-math": (12, 22), "no-nans-fp-math": (12, 22),
    "no-signed-zeros-fp-math": (12, FOREVER), "unsafe-fp-math": (12, 21), "approx-func-fp-math": (15, 21),
    "no-jump-tables": (12, FOREVER), "no-inline-line-tables": (12, FOREVER), "profile-sample-accurate": (12, FOREVER),
    "use-sample-profile": (12, FOREVER), "loader-replaceable": (21, FOREVER), "marked_for_windows_hot_patching": (21, FOREVER),
    "allow_direct_access_in_hot_patch_function": (21, FOREVER), "amdgpu-unsafe-fp-atomics": (14, 14),
}  # fmt: skip
_ENTRY_SECTION: Final = "patchable-function-entry-section"
# In the order in which LLVM checks them.
_CHECKED_STRINGS: Final = (
    "frame-pointer", "target-features", "patchable-function-prefix", "patchable-function-entry",
    _ENTRY_SECTION, "warn-stack-size", "sign-return-address", "sign-return-address-key",
    "branch-target-enforcement", "branch-protection-pauth-lr", "guarded-control-stack", "vector-function-abi-variant",
    "denormal-fp-math", "denormal-fp-math-f32", "modular-format",
)  # fmt: skip
_ZEROED: Final = dict(ALLOCATION_KINDS)["zeroed"]
_DENORMAL_MODES: Final = ("", "ieee", "preserve-sign", "positive-zero", "dynamic")


def verify_boolean_strings(state: State, attributes: AttributeSet) -> None:
    """Check that the string attributes that must be true or false are."""
    for attribute in attributes.attributes:
        if attribute.kind is not None or attribute.value in ("", "true", "false"):
            continue
        versions = _BOOLEAN_STRINGS.get(attribute.key)
        if versions is not None and versions[0] <= state.version <= versions[1]:
            state.fail(f"invalid value for '{attribute.key}' attribute: {attribute.value}")


def _verify_zeroed_variant(state: State, type: FunctionType, own: AttributeSet, shown: Value) -> bool:
    """Check that a function is like the variant of it that returns zeroed memory, as far as the module has that."""
    attribute = own.find("alloc-variant-zeroed")
    if attribute is None or state.version < ZEROED_VARIANTS_SINCE:
        return True
    name = "'alloc-variant-zeroed' must"
    if not attribute.value:
        return state.fail(f"{name} not be empty")
    variant = state.module.get(attribute.value)
    if not isinstance(variant, Function):
        return True
    attributes = EMPTY_SET if variant.attributes is None else variant.attributes.function
    family = own.find("alloc-family")
    other = attributes.find("alloc-family")
    if family is not None and (other is None or other.value != family.value):
        return state.fail(f"{name} name a function belonging to the same 'alloc-family'")
    kind = attributes.find("allockind")
    if kind is None or not kind.integer & _ZEROED:
        return state.fail(f"{name} name a function with 'allockind(\"zeroed\")'")
    if variant.function_type is not type:
        return state.fail(f"{name} name a function with the same signature")
    if state.version < VARIANT_CONVENTIONS_SINCE or not isinstance(shown, (Function, CallBase)):
        return True
    if shown.calling_convention_number != variant.calling_convention_number:
        return state.fail(f"{name} name a function with the same calling convention")
    return True


def verify_string_attributes(state: State, type: FunctionType, own: AttributeSet, shown: Value) -> bool:
    """Check the string attributes of a function."""
    if not _verify_zeroed_variant(state, type, own, shown):
        return False
    for key in _CHECKED_STRINGS:
        attribute = own.find(key)
        if attribute is None:
            continue
        if key == "target-features" and verifier_versions.EVEX512_SINCE <= state.version <= verifier_versions.EVEX512_UNTIL:
            if not _verify_vector_width(state, type, attribute.value, shown):
                return False
        elif key == _ENTRY_SECTION:
            if state.version >= verifier_versions.ENTRY_SECTIONS_SINCE and not attribute.value:
                return state.fail(f'"{key}" must not be empty')
        elif key == "vector-function-abi-variant":
            if state.version >= verifier_versions.VARIANT_NAMES_SINCE and not is_vector_variant(
                attribute.value, type, state.version
            ):
                state.fail(f"invalid name for a VFABI variant: {attribute.value}", shown)
        elif key == "modular-format" and state.version >= verifier_versions.MODULAR_FORMATS_SINCE:
            if not _verify_modular_format(state, type, attribute.value, shown):
                return False
        else:
            _verify_string(state, own, attribute, shown)
    if state.version >= verifier_versions.MODULAR_FORMATS_SINCE:
        features = own.find("target-features")
        if features is not None and not _verify_features(state, features.value, shown):
            return False
    return True


def _verify_vector_width(state: State, type: FunctionType, features: str, shown: Value) -> bool:
    """Check that a function with 512-bit vector arguments can use such registers."""
    if "+avx512f" not in features or "-evex512" not in features or not _is_x86(state.module.target_triple):
        return True
    for part in [type.return_type, *type.parameters]:
        if isinstance(part, VectorType) and not part.is_scalable and scalar_bits(part) * part.count >= 512:
            return state.fail("512-bit vector arguments require 'evex512' for AVX512", shown)
    return True


def _is_x86(triple: str) -> bool:
    architecture = triple.partition("-")[0]
    return architecture in ("x86_64", "amd64", "x86_64h") or (
        len(architecture) == 4 and architecture[0] == "i" and architecture[1] in "3456789" and architecture.endswith("86")
    )


def _verify_modular_format(state: State, type: FunctionType, value: str, shown: Value) -> bool:
    """Check `type,format,first argument,implementation,aspects...` of a function that formats as printf does."""
    parts = value.split(",")
    if len(parts) < 5:
        return state.fail("modular-format attribute requires at least 5 arguments", shown)
    if state.version >= FORMAT_STRINGS_CHECKED_SINCE:
        return _verify_format_indexes(state, type, parts, shown)
    if not is_unsigned_decimal(parts[2]):
        return state.fail("modular-format attribute first arg index is not an integer", shown)
    if not 0 < integer_of_decimal(parts[2].encode()) <= len(type.parameters) + (1 if type.is_variadic else 0):
        return state.fail("modular-format attribute first arg index is out of bounds", shown)
    return True


def _verify_format_indexes(state: State, type: FunctionType, parts: list[str], shown: Value) -> bool:
    """Check the indexes and names of "modular-format" as LLVM 23 does."""
    name = "modular-format attribute"
    if not is_unsigned_decimal(parts[1]):
        return state.fail(f"{name} format string index is not an integer", shown)
    index = integer_of_decimal(parts[1].encode())
    if index == 0:
        return state.fail(f"{name} format string index must be greater than 0", shown)
    count = len(type.parameters)
    if index > count:
        return state.fail(f"{name} format string index is out of bounds", shown)
    if not is_unsigned_decimal(parts[2]):
        return state.fail(f"{name} first arg index is not an integer", shown)
    if integer_of_decimal(parts[2].encode()) > count + (1 if type.is_variadic else 0):
        return state.fail(f"{name} first arg index is out of bounds", shown)
    if not parts[3]:
        return state.fail(f"{name} modular implementation function name cannot be empty", shown)
    if not parts[4]:
        return state.fail(f"{name} implementation name cannot be empty", shown)
    return True


def _verify_features(state: State, value: str, shown: Value) -> bool:
    """Check that each of a target's features starts with + or -."""
    for feature in value.split(",") if value else []:
        if not feature:
            state.fail("target-features attribute should not contain an empty string")
        elif feature[0] not in "+-":
            return state.fail(f"target feature '{feature}' must start with a '+' or '-'", shown)
    return True


def is_unsigned_decimal(text: str) -> bool:
    """Whether the text is a decimal number of 32 bits."""
    return text.isascii() and text.isdigit() and integer_of_decimal(text.encode()) < 1 << 32


def _is_denormal_mode(value: str) -> bool:
    """Whether the value gives the mode for denormal results and arguments: one word, or two separated by a comma."""
    output, _, input = value.partition(",")
    return output in _DENORMAL_MODES and input in _DENORMAL_MODES


def _verify_string(state: State, own: AttributeSet, attribute: Attribute, shown: Value) -> None:
    key = attribute.key
    value = attribute.value
    version = state.version
    if version < verifier_versions.STRINGS_CHECKED_SINCE:
        return
    if key == "frame-pointer":
        if not 0 <= verifier_versions.FRAME_POINTERS.get(value, -1) <= version:
            state.fail(f"invalid value for 'frame-pointer' attribute: {value}", shown)
    elif key in ("patchable-function-prefix", "patchable-function-entry", "warn-stack-size"):
        if key == "warn-stack-size" and version < verifier_versions.STACK_SIZE_WARNINGS_SINCE:
            return
        if not is_unsigned_decimal(value):
            state.fail(f'"{key}" takes an unsigned integer: {value}', shown)
    elif key == "denormal-fp-math" or key == "denormal-fp-math-f32":
        if verifier_versions.DENORMAL_STRINGS_SINCE <= version < DENORMAL_MODES_SINCE and not _is_denormal_mode(value):
            state.fail(f"invalid value for '{key}' attribute: {value}", shown)
    elif version >= verifier_versions.BRANCH_PROTECTION_SINCE:
        if key == "sign-return-address":
            if value not in ("none", "all", "non-leaf"):
                state.fail(f"invalid value for 'sign-return-address' attribute: {value}", shown)
        elif key == "sign-return-address-key":
            if value not in ("a_key", "b_key"):
                state.fail(f"invalid value for 'sign-return-address-key' attribute: {value}", shown)
            if version >= verifier_versions.EMPTY_PROTECTION_SINCE and "sign-return-address" not in own:
                state.fail("'sign-return-address-key' present without `sign-return-address`")
        elif key in ("branch-target-enforcement", "branch-protection-pauth-lr", "guarded-control-stack"):
            if version >= verifier_versions.EMPTY_PROTECTION_SINCE:
                if value not in ("", "true", "false"):
                    state.fail(f"invalid value for '{key}' attribute: {value}", shown)
            elif key == "branch-target-enforcement" and value not in ("true", "false"):
                state.fail(f"invalid value for '{key}' attribute: {value}", shown)


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
        if isa != _SVE and not (isa == _RISCV and version >= verifier_versions.RISCV_VARIANTS_SINCE):
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
