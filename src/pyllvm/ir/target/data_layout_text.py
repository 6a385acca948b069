"""The data layout string: its grammar, its defaults, and LLVM's messages about malformed strings.

LLVM 20 replaced the parser: up to LLVM 19 it ignores much of what follows a specification, since LLVM 20 it is strict.
"""

from __future__ import annotations

from typing import Final, final

from pyllvm.diagnostics import PyllvmError
from pyllvm.tables import target_versions

_MANGLINGS: Final = "elomwxa"
_MAXIMUM_24_BITS: Final = (1 << 24) - 1


@final
class PointerSpecification:
    """The pointers of one address space: widths of the pointer and of its index in bits, alignments in bytes."""

    __slots__ = ("abi_alignment", "bits", "index_bits", "name", "preferred_alignment")

    def __init__(self, bits: int, abi_alignment: int, preferred_alignment: int, index_bits: int, name: str = "") -> None:
        self.bits = bits
        self.abi_alignment = abi_alignment
        self.preferred_alignment = preferred_alignment
        self.index_bits = index_bits
        self.name = name


@final
class Specifications:
    """Everything that a data layout string sets; a new one has the defaults of LLVM `version`.

    `integers`, `floats` and `vectors` map a width in bits to (ABI alignment, preferred alignment) in bytes. An alignment that
    is not set is 0. `function_pointer_alignment_kind` is "i" (independent) or "n" (multiple of the function's alignment).
    """

    def __init__(self, version: int) -> None:
        self.is_big_endian = False
        self.mangling = ""
        self.stack_alignment = 0
        self.function_pointer_alignment = 0
        self.function_pointer_alignment_kind = "i"
        self.program_address_space = 0
        self.alloca_address_space = 0
        self.globals_address_space = 0
        self.native_integer_widths: list[int] = []
        self.non_integral_address_spaces: list[int] = []
        # since LLVM 22: `pu...`, and `pe...`
        self.unstable_address_spaces: list[int] = []
        self.external_state_address_spaces: list[int] = []
        self.aggregate_abi_alignment = 1
        self.aggregate_preferred_alignment = 8
        self.integers: dict[int, tuple[int, int]] = {8: (1, 1), 16: (2, 2), 32: (4, 4), 64: (4, 8)}
        if version <= target_versions.BOOLEAN_ALIGNMENT_UNTIL:
            self.integers[1] = (1, 1)
        self.floats: dict[int, tuple[int, int]] = {16: (2, 2), 32: (4, 4), 64: (8, 8), 128: (16, 16)}
        self.vectors: dict[int, tuple[int, int]] = {64: (8, 8), 128: (16, 16)}
        # The widths of vectors that the string sets, and whether the others are aligned as their elements (`ve`).
        self.given_vectors: set[int] = set()
        self.aligns_vectors_by_elements = False
        self.pointers: dict[int, PointerSpecification] = {0: PointerSpecification(64, 8, 8, 64)}

    def alignments(self, letter: str) -> dict[int, tuple[int, int]]:
        """The table that a specification with that letter sets."""
        return self.integers if letter == "i" else self.floats if letter == "f" else self.vectors

    def facts(self) -> tuple[object, ...]:
        """All settings as one value to compare: two different strings may describe the same layout."""
        pointers = {
            space: (one.bits, one.abi_alignment, one.preferred_alignment, one.index_bits, one.name)
            for space, one in self.pointers.items()
        }
        return (
            self.is_big_endian,
            self.mangling,
            self.stack_alignment,
            self.function_pointer_alignment,
            self.function_pointer_alignment_kind,
            self.program_address_space,
            self.alloca_address_space,
            self.globals_address_space,
            self.native_integer_widths,
            self.non_integral_address_spaces,
            self.unstable_address_spaces,
            self.external_state_address_spaces,
            self.aggregate_abi_alignment,
            self.aggregate_preferred_alignment,
            self.integers,
            self.floats,
            self.vectors,
            self.aligns_vectors_by_elements,
            pointers,
        )


def parse(text: str, version: int) -> Specifications:
    """Parse a data layout string as LLVM `version` does. Raises PyllvmError with LLVM's message if it is malformed."""
    result = Specifications(version)
    if version < target_versions.STRICT_SINCE:
        _parse_leniently(text, version, result)
    elif text:
        for specification in text.split("-"):
            if not specification:
                raise PyllvmError("empty specification is not allowed")
            _parse_specification(specification, version, result)
        if result.aligns_vectors_by_elements:
            result.vectors = {width: result.vectors[width] for width in sorted(result.given_vectors)}
        for address_space in result.non_integral_address_spaces:
            default = result.pointers[0]
            result.pointers.setdefault(address_space, default)
    return result


def is_power_of_two(number: int) -> bool:
    """Whether it is 1, 2, 4 ..."""
    return number > 0 and number & (number - 1) == 0


def _number(text: str, maximum: int) -> int:
    """A decimal number; -1 if the text is not a number or the number is larger than `maximum`."""
    if not text or not text.isascii() or not text.isdigit() or len(text.lstrip("0")) > 20:
        return -1
    number = int(text.lstrip("0") or "0")
    return number if number <= maximum else -1


# --- LLVM 7 to 19


def _split(text: str, separator: str) -> tuple[str, str]:
    head, found, tail = text.partition(separator)
    if found and not tail:
        raise PyllvmError("Trailing separator in datalayout string")
    if tail and not head:
        raise PyllvmError("Expected token before separator in datalayout string")
    return head, tail


def _old_number(text: str, maximum: int = 0xFFFFFFFF) -> int:
    number = _number(text, maximum)
    if number < 0:
        raise PyllvmError("not a number, or does not fit in an unsigned int")
    return number


def _old_bytes(text: str, maximum: int = 0xFFFFFFFF) -> int:
    number = _old_number(text, maximum)
    if number % 8:
        raise PyllvmError("number of bits must be a byte width multiple")
    return number // 8


def _old_pointer_bits(text: str, version: int) -> int:
    """The size of a pointer or an index in bits; before LLVM 14 it must be whole bytes."""
    return _old_number(text) if version >= target_versions.POINTERS_IN_BITS_SINCE else _old_bytes(text) * 8


def _old_address_space(text: str) -> int:
    number = _old_number(text)
    if number > _MAXIMUM_24_BITS:
        raise PyllvmError("Invalid address space, must be a 24-bit integer")
    return number


def _old_optional_alignment(text: str) -> int:
    alignment = _old_bytes(text, 0xFFFFFFFFFFFFFFFF)
    if alignment and not is_power_of_two(alignment):
        raise PyllvmError("Alignment is neither 0 nor a power of 2")
    return alignment


def _parse_leniently(text: str, version: int, result: Specifications) -> None:
    while text:
        specification, text = _split(text, "-")
        token, rest = _split(specification, ":")
        if token == "ni":
            while True:
                token, rest = _split(rest, ":")
                address_space = _old_number(token)
                if address_space == 0:
                    raise PyllvmError("Address space 0 can never be non-integral")
                result.non_integral_address_spaces.append(address_space)
                if not rest:
                    break
            continue
        letter = token[0]
        token = token[1:]
        if letter == "s":
            pass  # formerly the alignment of stack objects
        elif letter == "E" or letter == "e":
            result.is_big_endian = letter == "E"
        elif letter == "p":
            _parse_pointer_leniently(token, rest, version, result)
        elif letter in "ivfa":
            _parse_alignment_leniently(letter, token, rest, version, result)
        elif letter == "n":
            while True:
                width = _old_number(token)
                if width == 0:
                    raise PyllvmError("Zero width native integer type in datalayout string")
                result.native_integer_widths.append(width)
                if not rest:
                    break
                token, rest = _split(rest, ":")
        elif letter == "S":
            result.stack_alignment = _old_optional_alignment(token)
        elif letter == "F":
            if token[:1] not in ("i", "n"):
                raise PyllvmError("Unknown function pointer alignment type in datalayout string")
            result.function_pointer_alignment_kind = token[0]
            result.function_pointer_alignment = _old_optional_alignment(token[1:])
        elif letter == "P":
            result.program_address_space = _old_address_space(token)
        elif letter == "A":
            result.alloca_address_space = _old_address_space(token)
        elif letter == "G":
            result.globals_address_space = _old_address_space(token)
        elif letter == "m":
            if token:
                raise PyllvmError("Unexpected trailing characters after mangling specifier in datalayout string")
            if not rest:
                raise PyllvmError("Expected mangling specifier in datalayout string")
            if len(rest) > 1:
                raise PyllvmError("Unknown mangling specifier in datalayout string")
            if rest not in _MANGLINGS or (rest == "l" and version < target_versions.GOFF_MANGLING_SINCE):
                raise PyllvmError("Unknown mangling in datalayout string")
            result.mangling = rest
        else:
            raise PyllvmError("Unknown specifier in datalayout string")


def _parse_pointer_leniently(token: str, rest: str, version: int, result: Specifications) -> None:
    address_space = _old_number(token) if token else 0
    if address_space > _MAXIMUM_24_BITS:
        hyphen = "-" if version >= target_versions.INDEX_WIDTH_CHECKED_SINCE else ""
        raise PyllvmError(f"Invalid address space, must be a 24{hyphen}bit integer")
    if not rest:
        raise PyllvmError("Missing size specification for pointer in datalayout string")
    token, rest = _split(rest, ":")
    bits = _old_pointer_bits(token, version)
    if bits == 0:
        raise PyllvmError("Invalid pointer size of 0 bytes")
    if not rest:
        raise PyllvmError("Missing alignment specification for pointer in datalayout string")
    token, rest = _split(rest, ":")
    abi_alignment = _old_bytes(token)
    if not is_power_of_two(abi_alignment):
        raise PyllvmError("Pointer ABI alignment must be a power of 2")
    preferred_alignment = abi_alignment
    index_bits = bits
    if rest:
        token, rest = _split(rest, ":")
        preferred_alignment = _old_bytes(token)
        if not is_power_of_two(preferred_alignment):
            raise PyllvmError("Pointer preferred alignment must be a power of 2")
        if rest:
            token, rest = _split(rest, ":")
            index_bits = _old_pointer_bits(token, version)
            if index_bits == 0:
                raise PyllvmError("Invalid index size of 0 bytes")
    if preferred_alignment < abi_alignment:
        raise PyllvmError("Preferred alignment cannot be less than the ABI alignment")
    if index_bits > bits and version >= target_versions.INDEX_WIDTH_CHECKED_SINCE:
        raise PyllvmError("Index width cannot be larger than pointer width")
    result.pointers[address_space] = PointerSpecification(bits, abi_alignment, preferred_alignment, index_bits)


def _parse_alignment_leniently(letter: str, token: str, rest: str, version: int, result: Specifications) -> None:
    width = _old_number(token) if token else 0
    if letter == "a" and width:
        raise PyllvmError("Sized aggregate specification in datalayout string")
    if not rest:
        raise PyllvmError("Missing alignment specification in datalayout string")
    token, rest = _split(rest, ":")
    abi_alignment = _old_bytes(token)
    if letter != "a" and abi_alignment == 0:
        raise PyllvmError("ABI alignment specification must be >0 for non-aggregate types")
    if abi_alignment > 0xFFFF:
        raise PyllvmError("Invalid ABI alignment, must be a 16bit integer")
    if abi_alignment and not is_power_of_two(abi_alignment):
        raise PyllvmError("Invalid ABI alignment, must be a power of 2")
    if letter == "i" and width == 8 and abi_alignment != 1 and version >= target_versions.BYTE_ALIGNED_I8_SINCE:
        raise PyllvmError("Invalid ABI alignment, i8 must be naturally aligned")
    preferred_alignment = abi_alignment
    if rest:
        token, rest = _split(rest, ":")
        preferred_alignment = _old_bytes(token)
    if preferred_alignment > 0xFFFF:
        raise PyllvmError("Invalid preferred alignment, must be a 16bit integer")
    if preferred_alignment and not is_power_of_two(preferred_alignment):
        raise PyllvmError("Invalid preferred alignment, must be a power of 2")
    abi_alignment = max(abi_alignment, 1)
    preferred_alignment = max(preferred_alignment, 1)
    if width > _MAXIMUM_24_BITS:
        hyphen = "-" if version >= target_versions.INDEX_WIDTH_CHECKED_SINCE else ""
        raise PyllvmError(f"Invalid bit width, must be a 24{hyphen}bit integer")
    if preferred_alignment < abi_alignment:
        raise PyllvmError("Preferred alignment cannot be less than the ABI alignment")
    if letter == "a":
        result.aggregate_abi_alignment = abi_alignment
        result.aggregate_preferred_alignment = preferred_alignment
    else:
        result.alignments(letter)[width] = (abi_alignment, preferred_alignment)


# --- LLVM 20 and later


def _malformed(form: str) -> PyllvmError:
    return PyllvmError(f'malformed specification, must be of the form "{form}"')


def _address_space(text: str) -> int:
    if not text:
        raise PyllvmError("address space component cannot be empty")
    number = _number(text, _MAXIMUM_24_BITS)
    if number < 0:
        raise PyllvmError("address space must be a 24-bit integer")
    return number


def _size(text: str, name: str = "size") -> int:
    if not text:
        raise PyllvmError(f"{name} component cannot be empty")
    number = _number(text, _MAXIMUM_24_BITS)
    if number <= 0:
        raise PyllvmError(f"{name} must be a non-zero 24-bit integer")
    return number


def _alignment(text: str, name: str, least: int = 1) -> int:
    if not text:
        raise PyllvmError(f"{name} alignment component cannot be empty")
    number = _number(text, 0xFFFF)
    if number < 0:
        raise PyllvmError(f"{name} alignment must be a 16-bit integer")
    if number == 0:
        if least > 0:
            raise PyllvmError(f"{name} alignment must be non-zero")
        return 1
    if number % 8 or not is_power_of_two(number // 8):
        raise PyllvmError(f"{name} alignment must be a power of two times the byte width")
    return number // 8


def _alignments(components: list[str], least: int = 1) -> tuple[int, int]:
    abi_alignment = _alignment(components[0], "ABI", least)
    preferred_alignment = _alignment(components[1], "preferred") if len(components) > 1 else abi_alignment
    if preferred_alignment < abi_alignment:
        raise PyllvmError("preferred alignment cannot be less than the ABI alignment")
    return abi_alignment, preferred_alignment


def _parse_alignment(letter: str, rest: str, result: Specifications) -> None:
    """The alignment of integers, floating-point numbers or vectors of one size."""
    components = rest.split(":")
    if not 2 <= len(components) <= 3:
        raise _malformed(f"{letter}<size>:<abi>[:<pref>]")
    width = _size(components[0])
    if letter == "i" and width == 8 and _alignment(components[1], "ABI") != 1:
        raise PyllvmError("i8 must be 8-bit aligned")
    result.alignments(letter)[width] = _alignments(components[1:])
    if letter == "v":
        result.given_vectors.add(width)


def _parse_specification(text: str, version: int, result: Specifications) -> None:
    letter = text[0]
    rest = text[1:]
    if text.startswith("ni"):
        _parse_non_integral(text, result)
    elif text == "ve" and version >= target_versions.VECTORS_BY_ELEMENTS_SINCE:
        result.aligns_vectors_by_elements = True
    elif letter in "ifv":
        _parse_alignment(letter, rest, result)
    elif letter == "a":
        components = rest.split(":")
        if not 2 <= len(components) <= 3:
            raise _malformed("a:<abi>[:<pref>]")
        if components[0] and _number(components[0], 0) != 0:
            raise PyllvmError("size must be zero")
        result.aggregate_abi_alignment, result.aggregate_preferred_alignment = _alignments(components[1:], least=0)
    elif letter == "p":
        _parse_pointer(rest, version, result)
    elif letter == "s":
        pass  # formerly the alignment of stack objects
    elif letter == "e" or letter == "E":
        if rest:
            raise PyllvmError("malformed specification, must be just 'e' or 'E'")
        result.is_big_endian = letter == "E"
    elif letter == "n":
        result.native_integer_widths.extend([_size(component) for component in rest.split(":")])
    elif letter == "S":
        if not rest:
            raise _malformed("S<size>")
        result.stack_alignment = _alignment(rest, "stack natural")
    elif letter == "F":
        if not rest:
            raise _malformed("F<type><abi>")
        if rest[0] not in "in":
            raise PyllvmError(f"unknown function pointer alignment type '{rest[0]}'")
        result.function_pointer_alignment_kind = rest[0]
        result.function_pointer_alignment = _alignment(rest[1:], "ABI")
    elif letter in "PAG":
        if not rest:
            raise _malformed(f"{letter}<address space>")
        address_space = _address_space(rest)
        if letter == "P":
            result.program_address_space = address_space
        elif letter == "A":
            result.alloca_address_space = address_space
        else:
            result.globals_address_space = address_space
    elif letter == "m":
        if len(rest) < 2 or rest[0] != ":":
            raise _malformed("m:<mangling>")
        if len(rest) > 2 or rest[1] not in _MANGLINGS:
            raise PyllvmError("unknown mangling mode")
        result.mangling = rest[1]
    else:
        raise PyllvmError(f"unknown specifier '{letter}'")


def _parse_non_integral(text: str, result: Specifications) -> None:
    if text[2:3] != ":":
        raise _malformed("ni:<address space>[:<address space>]...")
    for component in text[3:].split(":"):
        address_space = _address_space(component)
        if address_space == 0:
            raise PyllvmError("address space 0 cannot be non-integral")
        result.non_integral_address_spaces.append(address_space)


def _parse_pointer(text: str, version: int, result: Specifications) -> None:
    components = text.split(":")
    if not 3 <= len(components) <= 5:
        raise _malformed("p[<n>]:<size>:<abi>[:<pref>[:<idx>]]")
    place = components[0]
    name = ""
    flags = ""
    if version >= target_versions.POINTER_FLAGS_SINCE:
        while place and place[0] in "eu":
            flags += place[0]
            place = place[1:]
        if place and place[0].isalpha():
            raise PyllvmError(f"'{place[0]}' is not a valid pointer specification flag")
        place, parenthesis, name = place.partition("(")
        if parenthesis:
            if len(name) < 2 or not name.endswith(")"):
                raise PyllvmError("Expected `( address space name )`")
            name = name[:-1]
            if name in ("P", "G", "A"):
                raise PyllvmError("Cannot use predefined address space names P/G/A in data layout")
    address_space = _address_space(place) if place else 0
    if flags and address_space == 0:
        raise PyllvmError("address space 0 cannot be unstable or have external state")
    if name:
        for other, known in result.pointers.items():
            if known.name == name and other != address_space:
                raise PyllvmError(f"address space name `{name}` already used")
    bits = _size(components[1], "pointer size")
    abi_alignment, preferred_alignment = _alignments(components[2:4])
    index_bits = _size(components[4], "index size") if len(components) > 4 else bits
    if index_bits > bits:
        raise PyllvmError("index size cannot be larger than the pointer size")
    if "u" in flags:
        result.unstable_address_spaces.append(address_space)
    if "e" in flags:
        result.external_state_address_spaces.append(address_space)
    result.pointers[address_space] = PointerSpecification(bits, abi_alignment, preferred_alignment, index_bits, name)
