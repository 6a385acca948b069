"""Data layout strings and what follows from them; the expected words and numbers are those of LLVM's own tools."""

from __future__ import annotations

import pytest

from pyllvm import parse_assembly
from pyllvm.diagnostics import PyllvmError
from pyllvm.ir.target.data_layout import DataLayout
from pyllvm.ir.target.data_layout_text import parse
from pyllvm.ir.types import Context, StructType
from pyllvm.versions import NEXT
from rows import each_row

X86_64 = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

# string, and what LLVM 14, 19 and 22 say of it ("": nothing)
COMPLAINTS: list[tuple[str, str, str, str]] = [
    (
        "e-",
        "Trailing separator in datalayout string",
        "Trailing separator in datalayout string",
        "empty specification is not allowed",
    ),
    (
        "-e",
        "Expected token before separator in datalayout string",
        "Expected token before separator in datalayout string",
        "empty specification is not allowed",
    ),
    ("x", "Unknown specifier in datalayout string", "Unknown specifier in datalayout string", "unknown specifier 'x'"),
    (
        "p",
        "Missing size specification for pointer in datalayout string",
        "Missing size specification for pointer in datalayout string",
        'malformed specification, must be of the form "p[<n>]:<size>:<abi>[:<pref>[:<idx>]]"',
    ),
    (
        "p:64",
        "Missing alignment specification for pointer in datalayout string",
        "Missing alignment specification for pointer in datalayout string",
        'malformed specification, must be of the form "p[<n>]:<size>:<abi>[:<pref>[:<idx>]]"',
    ),
    (
        "p:0:64",
        "Invalid pointer size of 0 bytes",
        "Invalid pointer size of 0 bytes",
        "pointer size must be a non-zero 24-bit integer",
    ),
    (
        "p:64:7",
        "number of bits must be a byte width multiple",
        "number of bits must be a byte width multiple",
        "ABI alignment must be a power of two times the byte width",
    ),
    (
        "p:64:24",
        "Pointer ABI alignment must be a power of 2",
        "Pointer ABI alignment must be a power of 2",
        "ABI alignment must be a power of two times the byte width",
    ),
    (
        "p:64:64:32",
        "Preferred alignment cannot be less than the ABI alignment",
        "Preferred alignment cannot be less than the ABI alignment",
        "preferred alignment cannot be less than the ABI alignment",
    ),
    (
        "p:64:64:64:128",
        "",
        "Index width cannot be larger than pointer width",
        "index size cannot be larger than the pointer size",
    ),
    (
        "p16777216:64:64",
        "Invalid address space, must be a 24bit integer",
        "Invalid address space, must be a 24-bit integer",
        "address space must be a 24-bit integer",
    ),
    (
        "i32",
        "Missing alignment specification in datalayout string",
        "Missing alignment specification in datalayout string",
        'malformed specification, must be of the form "i<size>:<abi>[:<pref>]"',
    ),
    ("i8:16", "", "Invalid ABI alignment, i8 must be naturally aligned", "i8 must be 8-bit aligned"),
    (
        "i32:0",
        "ABI alignment specification must be >0 for non-aggregate types",
        "ABI alignment specification must be >0 for non-aggregate types",
        "ABI alignment must be non-zero",
    ),
    (
        "i32:24",
        "Invalid ABI alignment, must be a power of 2",
        "Invalid ABI alignment, must be a power of 2",
        "ABI alignment must be a power of two times the byte width",
    ),
    (
        "i32:32:16",
        "Preferred alignment cannot be less than the ABI alignment",
        "Preferred alignment cannot be less than the ABI alignment",
        "preferred alignment cannot be less than the ABI alignment",
    ),
    (
        "a32:32",
        "Sized aggregate specification in datalayout string",
        "Sized aggregate specification in datalayout string",
        "size must be zero",
    ),
    (
        "a",
        "Missing alignment specification in datalayout string",
        "Missing alignment specification in datalayout string",
        'malformed specification, must be of the form "a:<abi>[:<pref>]"',
    ),
    (
        "ni:0",
        "Address space 0 can never be non-integral",
        "Address space 0 can never be non-integral",
        "address space 0 cannot be non-integral",
    ),
    (
        "ni",
        "not a number, or does not fit in an unsigned int",
        "not a number, or does not fit in an unsigned int",
        'malformed specification, must be of the form "ni:<address space>[:<address space>]..."',
    ),
    (
        "ni:1:",
        "Trailing separator in datalayout string",
        "Trailing separator in datalayout string",
        "address space component cannot be empty",
    ),
    (
        "n0",
        "Zero width native integer type in datalayout string",
        "Zero width native integer type in datalayout string",
        "size must be a non-zero 24-bit integer",
    ),
    (
        "n:8",
        "not a number, or does not fit in an unsigned int",
        "not a number, or does not fit in an unsigned int",
        "size component cannot be empty",
    ),
    (
        "S7",
        "number of bits must be a byte width multiple",
        "number of bits must be a byte width multiple",
        "stack natural alignment must be a power of two times the byte width",
    ),
    (
        "S24",
        "Alignment is neither 0 nor a power of 2",
        "Alignment is neither 0 nor a power of 2",
        "stack natural alignment must be a power of two times the byte width",
    ),
    (
        "S",
        "not a number, or does not fit in an unsigned int",
        "not a number, or does not fit in an unsigned int",
        'malformed specification, must be of the form "S<size>"',
    ),
    (
        "F",
        "Unknown function pointer alignment type in datalayout string",
        "Unknown function pointer alignment type in datalayout string",
        'malformed specification, must be of the form "F<type><abi>"',
    ),
    (
        "Fx8",
        "Unknown function pointer alignment type in datalayout string",
        "Unknown function pointer alignment type in datalayout string",
        "unknown function pointer alignment type 'x'",
    ),
    (
        "Fi7",
        "number of bits must be a byte width multiple",
        "number of bits must be a byte width multiple",
        "ABI alignment must be a power of two times the byte width",
    ),
    (
        "P",
        "not a number, or does not fit in an unsigned int",
        "not a number, or does not fit in an unsigned int",
        'malformed specification, must be of the form "P<address space>"',
    ),
    (
        "Gx",
        "not a number, or does not fit in an unsigned int",
        "not a number, or does not fit in an unsigned int",
        "address space must be a 24-bit integer",
    ),
    (
        "m",
        "Expected mangling specifier in datalayout string",
        "Expected mangling specifier in datalayout string",
        'malformed specification, must be of the form "m:<mangling>"',
    ),
    (
        "m:",
        "Trailing separator in datalayout string",
        "Trailing separator in datalayout string",
        'malformed specification, must be of the form "m:<mangling>"',
    ),
    ("m:q", "Unknown mangling in datalayout string", "Unknown mangling in datalayout string", "unknown mangling mode"),
    (
        "m:ee",
        "Unknown mangling specifier in datalayout string",
        "Unknown mangling specifier in datalayout string",
        "unknown mangling mode",
    ),
    (
        "me",
        "Unexpected trailing characters after mangling specifier in datalayout string",
        "Unexpected trailing characters after mangling specifier in datalayout string",
        'malformed specification, must be of the form "m:<mangling>"',
    ),
    ("e8", "", "", "malformed specification, must be just 'e' or 'E'"),
    ("i:32", "", "", "size component cannot be empty"),
    (
        "i64:32:",
        "Trailing separator in datalayout string",
        "Trailing separator in datalayout string",
        "preferred alignment component cannot be empty",
    ),
    (
        "i64::32",
        "Expected token before separator in datalayout string",
        "Expected token before separator in datalayout string",
        "ABI alignment component cannot be empty",
    ),
    ("i64:32:64:1", "", "", 'malformed specification, must be of the form "i<size>:<abi>[:<pref>]"'),
    (
        "iq:32",
        "not a number, or does not fit in an unsigned int",
        "not a number, or does not fit in an unsigned int",
        "size must be a non-zero 24-bit integer",
    ),
    ("p:64:64:64:64:64", "", "", 'malformed specification, must be of the form "p[<n>]:<size>:<abi>[:<pref>[:<idx>]]"'),
    ("p1(x):64:64", "not a number, or does not fit in an unsigned int", "not a number, or does not fit in an unsigned int", ""),
    (
        "pq1:64:64",
        "not a number, or does not fit in an unsigned int",
        "not a number, or does not fit in an unsigned int",
        "'q' is not a valid pointer specification flag",
    ),
    (
        "pe:64:64",
        "not a number, or does not fit in an unsigned int",
        "not a number, or does not fit in an unsigned int",
        "address space 0 cannot be unstable or have external state",
    ),
    (
        "p1(P):64:64",
        "not a number, or does not fit in an unsigned int",
        "not a number, or does not fit in an unsigned int",
        "Cannot use predefined address space names P/G/A in data layout",
    ),
    (
        "p1(x):64:64-p2(x):64:64",
        "not a number, or does not fit in an unsigned int",
        "not a number, or does not fit in an unsigned int",
        "address space name `x` already used",
    ),
    (
        "p1():64:64",
        "not a number, or does not fit in an unsigned int",
        "not a number, or does not fit in an unsigned int",
        "Expected `( address space name )`",
    ),
    (
        "p:64:64:64:0",
        "Invalid index size of 0 bytes",
        "Invalid index size of 0 bytes",
        "index size must be a non-zero 24-bit integer",
    ),
    (
        "i16777216:32",
        "Invalid bit width, must be a 24bit integer",
        "Invalid bit width, must be a 24-bit integer",
        "size must be a non-zero 24-bit integer",
    ),
    (
        "i65536:524288",
        "Invalid ABI alignment, must be a 16bit integer",
        "Invalid ABI alignment, must be a 16bit integer",
        "ABI alignment must be a 16-bit integer",
    ),
    ("i32:65536", "", "", "ABI alignment must be a 16-bit integer"),
    (
        "a:32:16",
        "Preferred alignment cannot be less than the ABI alignment",
        "Preferred alignment cannot be less than the ABI alignment",
        "preferred alignment cannot be less than the ABI alignment",
    ),
    (
        "p:64:0",
        "Pointer ABI alignment must be a power of 2",
        "Pointer ABI alignment must be a power of 2",
        "ABI alignment must be non-zero",
    ),
    (
        "p::64",
        "Expected token before separator in datalayout string",
        "Expected token before separator in datalayout string",
        "pointer size component cannot be empty",
    ),
    ("S0", "", "", "stack natural alignment must be non-zero"),
    ("s:1", "", "", ""),
    ("a:0", "", "", ""),
]


@each_row(("text", "in_14", "in_19", "in_22"), COMPLAINTS)
def test_complaints_are_in_the_words_of_each_version(text: str, in_14: str, in_19: str, in_22: str) -> None:
    for version, expected in ((14, in_14), (19, in_19), (22, in_22)):
        if not expected:
            parse(text, version)
            continue
        with pytest.raises(PyllvmError) as raised:
            parse(text, version)
        assert raised.value.diagnostic.message == expected


def test_a_malformed_string_is_not_noticed_before_something_is_asked() -> None:
    layout = DataLayout("x", 19)
    with pytest.raises(PyllvmError, match="Unknown specifier"):
        layout.check()


def test_the_defaults_are_those_of_an_empty_string() -> None:
    context = Context()
    layout = DataLayout()
    assert not layout.is_big_endian
    assert (layout.pointer_bits(), layout.index_bits(), layout.alloca_address_space) == (64, 64, 0)
    assert (layout.abi_alignment(context.integer(64)), layout.preferred_alignment(context.integer(64))) == (4, 8)
    assert layout.alloc_size(context.integer(65)) == 12


def test_address_spaces_and_pointers_of_each() -> None:
    layout = DataLayout("E-p:32:32-p1:16:16:32:8-A5-G1-P2-ni:3", 19)
    context = Context()
    assert layout.is_big_endian
    assert DataLayout("E", 22).is_big_endian
    assert (layout.alloca_address_space, layout.globals_address_space, layout.program_address_space) == (5, 1, 2)
    assert (layout.pointer_bits(1), layout.index_bits(1), layout.pointer_bits(7)) == (16, 8, 32)
    assert layout.store_size(context.pointer(1)) == 2
    assert (layout.abi_alignment(context.pointer(1)), layout.preferred_alignment(context.pointer(1))) == (2, 4)


def test_named_address_spaces() -> None:
    layout = DataLayout("p1(shared):64:64-A5", 22)
    assert layout.address_space_named("shared") == 1
    assert layout.address_space_named("A") == 5
    assert layout.address_space_named("private") is None


def test_sizes_and_alignments_of_types() -> None:
    context = Context()
    layout = DataLayout(X86_64, 19)
    i1, i24, i128 = context.integer(1), context.integer(24), context.integer(128)
    x86_fp80 = context.floating_point("x86_fp80")
    # size in bits, store size, alloc size, ABI alignment
    expected = {
        i1: (1, 1, 1, 1),
        i24: (24, 3, 4, 4),
        i128: (128, 16, 16, 16),
        x86_fp80: (80, 10, 16, 16),
        context.vector(context.integer(8), 3): (24, 3, 4, 4),
        context.array(i24, 3): (96, 12, 12, 4),
        context.pointer(271): (32, 4, 4, 4),
        context.literal_struct([i1, x86_fp80, i1]): (384, 48, 48, 16),
        context.literal_struct([i1, x86_fp80, i1], is_packed=True): (144, 18, 18, 1),
        context.literal_struct([]): (0, 0, 0, 1),
    }
    for type, (bits, store, alloc, alignment) in expected.items():
        measured = (layout.size_in_bits(type), layout.store_size(type), layout.alloc_size(type))
        assert (*measured, layout.abi_alignment(type)) == (bits, store, alloc, alignment)


@pytest.mark.parametrize(("version", "alignment"), [(21, 1), (22, 4), (NEXT, 4)])
def test_i1_is_aligned_as_the_next_larger_integer_since_llvm_22(version: int, alignment: int) -> None:
    boolean = Context().integer(1)
    assert DataLayout("e-i8:8:32", version).preferred_alignment(boolean) == alignment
    assert DataLayout("e-i1:8:16-i8:8:32", version).preferred_alignment(boolean) == 2


def test_where_the_elements_of_a_struct_lie() -> None:
    context = Context()
    struct = context.literal_struct([context.integer(8), context.integer(64), context.integer(16)])
    layout = DataLayout(X86_64, 19).struct_layout(struct)
    assert (layout.offsets, layout.size, layout.alignment, layout.is_padded) == ([0, 8, 16], 24, 8, True)


def test_scalable_vectors_are_measured_for_vscale_1() -> None:
    context = Context()
    layout = DataLayout(X86_64, 19)
    vector = context.vector(context.integer(32), 4, is_scalable=True)
    assert layout.is_scalable(vector)
    assert layout.store_size(vector) == 16
    assert layout.size_in_bits(context.target("aarch64.svcount")) == 16


def test_types_nested_deeper_than_the_stack() -> None:
    context = Context()
    type = context.integer(8)
    for _ in range(20_000):
        type = context.array(type, 1)
    assert DataLayout().alloc_size(type) == 1


def test_sizes_wrap_around_as_in_llvm() -> None:
    context = Context()
    type = context.integer(8)
    for _ in range(100):
        type = context.array(type, 3)
    assert DataLayout().size_in_bits(type) == 8 * 3**100 % 2**64


@pytest.mark.parametrize("version", [14, 22])
def test_types_without_a_size(version: int) -> None:
    context = Context()
    layout = DataLayout("", version)
    opaque = context.named_struct("opaque")
    endless: StructType = context.named_struct("endless")
    endless.elements = [context.integer(8), endless]
    for type in (context.void, opaque, endless, context.target("unheard.of")):
        with pytest.raises(PyllvmError):
            layout.size_in_bits(type)


def test_what_the_string_says_of_the_target() -> None:
    layout = DataLayout("e-m:o-n8:16:32:64-S128-Fn32-P1-A5-G2-ni:7:8")
    assert layout.mangling == "o"
    assert layout.native_integer_widths == [8, 16, 32, 64]
    assert layout.largest_legal_integer_width == 64
    assert layout.is_legal_integer(32)
    assert not layout.is_legal_integer(33)
    assert layout.stack_alignment == 16
    assert layout.function_pointer_alignment() == 4
    assert layout.function_pointer_alignment(16) == 16
    assert DataLayout("Fi64").function_pointer_alignment(16) == 8
    assert (layout.program_address_space, layout.alloca_address_space, layout.globals_address_space) == (1, 5, 2)
    assert DataLayout("").largest_legal_integer_width == 0


def test_non_integral_pointers() -> None:
    assert [space for space in range(4) if DataLayout("ni:2").is_non_integral(space)] == [2]
    flagged = "pe1:64:64-pu2:64:64-p3:64:64:64:32"
    assert [space for space in range(5) if DataLayout(flagged).is_non_integral(space)] == [1, 2, 3]
    assert not DataLayout("p3:64:64:64:32", 19).is_non_integral(3)


@each_row(
    ("layout", "version", "type", "size", "alignment"),
    [
        ("", 19, "<4 x i32>", 16, 16),
        ("", 19, "<3 x i32>", 16, 16),
        ("v96:32", 19, "<3 x i32>", 12, 4),
        ("ve", 23, "<4 x i32>", 16, 4),
        ("ve-v128:64", 23, "<4 x i32>", 16, 8),
        ("ve", 23, "<8 x i32>", 32, 4),
        ("ve-v256:64", 23, "<8 x i32>", 32, 8),
        ("", 22, "<8 x i32>", 32, 32),
        ("", 19, "<vscale x 4 x i32>", 16, 16),
        ("", 13, "<9 x i1>", 16, 16),
        ("", 19, "<9 x i1>", 2, 2),
        ("", 19, "[3 x i24]", 12, 4),
        ("i64:64", 19, "{ i8, i64 }", 16, 8),
        ("", 19, "<{ i8, i64 }>", 9, 1),
        ("i64:32", 19, "{ i8, i64 }", 12, 4),
        ("f64:32", 19, "{ i8, double }", 12, 4),
        ("", 19, "x86_fp80", 16, 16),
        ("f80:32", 19, "x86_fp80", 12, 4),
        ("p:32:32", 19, "{ i8, ptr }", 8, 4),
        ("p1:16:16", 19, "{ i8, ptr addrspace(1) }", 4, 2),
        ("a:64", 19, "{ i8 }", 8, 8),
        ("", 19, "x86_mmx", 8, 8),
        ("", 19, "i128", 16, 4),
        ("i128:64", 19, "i128", 16, 8),
        ("", 19, "i65", 12, 4),
    ],
)
def test_sizes_and_alignments(layout: str, version: int, type: str, size: int, alignment: int) -> None:
    module = parse_assembly(f"@v = external global {type}\n", llvm_version=version)
    found = DataLayout(layout, version)
    measured = module.global_variables[0].value_type
    assert (found.alloc_size(measured), found.abi_alignment(measured)) == (size, alignment)


NUMBERS = ("S128", "Fn32", "Fi64", "P1", "A5", "G2", "n8:16")
ALIGNMENTS = ("a:64:128", "i16:32", "i1:16:32", "i24:32:64", "f64:32:64", "v64:32", "v96:32:64")


def told(text: str, version: int) -> dict[int, object]:
    """The facts in which a string differs from an empty one, by their numbers."""
    found: dict[int, object] = {}
    for number, (fact, plain) in enumerate(zip(parse(text, version).facts(), parse("", version).facts(), strict=True)):
        if isinstance(fact, dict) and isinstance(plain, dict):
            fact, plain = {*fact.items()} - {*plain.items()}, set()
        if fact != plain:
            found[number] = fact
    return found


@each_row("version", [14, 19])
@each_row("text", ["E", "m:o", *NUMBERS, *ALIGNMENTS, "p:32:32", "p1:16:16:32:8"])
def test_the_lenient_readers_of_old_read_the_same_of_each_specification(text: str, version: int) -> None:
    assert told(text, version) == told(text, 22) != {}


def test_a_string_is_parsed_once() -> None:
    layout = DataLayout("i64:64")
    assert layout.specifications is layout.specifications


@pytest.mark.parametrize(("type", "is_padded"), [("{ i8, i8 }", False), ("{ i8, i16 }", True), ("{ i16, i8 }", True)])
def test_padded_structs(type: str, is_padded: bool) -> None:
    struct = parse_assembly(f"@v = external global {type}\n").global_variables[0].value_type
    assert DataLayout("").struct_layout(struct).is_padded == is_padded
