"""Constant expressions of many forms fold to what the real LLVM folds them to, in each version that has them."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable, Iterator
from itertools import product

import pytest

import pyllvm

BITS = ("and", "or", "lshr", "ashr")
DIVISIONS = ("udiv", "sdiv", "urem", "srem")
OPERATIONS = {
    13: ("add", "sub", "mul", "xor", "shl", *BITS, *DIVISIONS),
    14: ("add", "sub", "mul", "xor", "shl", *BITS, *DIVISIONS),
    16: ("add", "sub", "mul", "xor", "shl", *BITS),
    19: ("add", "sub", "mul", "xor"),
    22: ("add", "sub", "xor"),
}
# LLVM 17 has no selects any more, LLVM 19 no comparisons, and of the casts of numbers only truncations.
TYPED_UNTIL = 14
NO_SELECTS_SINCE = 17
FEW_SINCE = 19
NUMBERS = ("0", "1", "2", "8", "16", "255", "-1", "-2", "undef", "poison")
LITERALS = {
    "i8": ("0", "1", "3", "-1", "-128", "undef", "poison"),
    "i1": ("false", "true", "undef", "poison"),
    "<2 x i8>": ("zeroinitializer", "<i8 1, i8 undef>", "<i8 -1, i8 poison>", "<i8 0, i8 5>", "undef"),
}
FLOATS = ("0.0", "-0.0", "1.0", "-3.5", "0x7FF0000000000000", "0x7FF8000000000000", "undef", "poison")
FLOAT_OPERATIONS = ("fadd", "fsub", "fmul", "fdiv", "frem")
PREDICATES = ("eq", "ne", "ult", "ule", "ugt", "uge", "slt", "sle", "sgt", "sge")
FLOAT_PREDICATES = (
    "false",
    *(order + one for order in "ou" for one in ("eq", "gt", "ge", "lt", "le", "ne")),
    "ord",
    "uno",
    "true",
)
CASTS = {False: ("zext", "sext"), True: ("trunc",)}
WIDTHS = (8, 32, 64)
SYMBOLS = (
    "@a = global i32 0",
    "@b = global i32 0, align 16",
    "@w = extern_weak global i32",
    "@s = global { i32, [4 x i16] } zeroinitializer",
    "@t = global { [2 x i32], i8 } zeroinitializer",
    "@n = external global i8",
    "@z = external global [0 x i32]",
)


def pointer_to(type: str, version: int, space: int = 0) -> str:
    """The type of pointers to this type."""
    where = f"addrspace({space})" if space else ""
    return f"{type} {where}*" if version <= TYPED_UNTIL else f"ptr {where}".strip()


def expressions(version: int) -> Iterator[str]:
    """The types and expressions of this version."""
    pointer = pointer_to("i32", version)
    values = [f"ptrtoint ({pointer} @{name} to i64)" for name in ("a", "b", "w")]
    if version < FEW_SINCE:
        values.append(f"zext (i8 ptrtoint ({pointer} @a to i8) to i64)")
    pairs = [pair for one in values for number in NUMBERS for pair in ((one, number), (number, one))] + [
        (one, one) for one in values
    ]
    for left, right in pairs:
        yield from (f"i64 {operation} (i64 {left}, i64 {right})" for operation in OPERATIONS[version])
        if version < FEW_SINCE:
            yield from (f"i1 icmp {predicate} (i64 {left}, i64 {right})" for predicate in PREDICATES)
    for type, numbers in LITERALS.items():
        for left, right in product(numbers, numbers):
            yield from (f"{type} {operation} ({type} {left}, {type} {right})" for operation in OPERATIONS[version])
    bits = (f"ptrtoint ({pointer} @a to i1)", *LITERALS["i1"])
    for left, right in product(bits, bits):
        yield from (f"i1 {operation} (i1 {left}, i1 {right})" for operation in OPERATIONS[version])
    if version <= TYPED_UNTIL:
        for left, right in product(FLOATS, FLOATS):
            yield from (f"float {operation} (float {left}, float {right})" for operation in FLOAT_OPERATIONS)
        yield from (f"float fneg (float {one})" for one in FLOATS)
    if version < FEW_SINCE:
        for left, right in product(FLOATS, FLOATS):
            yield from (f"i1 fcmp {one} (float {left}, float {right})" for one in FLOAT_PREDICATES)
        addresses = ["@a", "@b", "@w", "null", "undef", f"getelementptr (i32, {pointer} @a, i64 1)"]
        addresses.append(f"getelementptr inbounds (i32, {pointer} @a, i64 1)")
        addresses += [f"inttoptr (i64 {one} to {pointer})" for one in ("5", values[0])]
        for left, right in product(addresses, addresses):
            yield from (f"i1 icmp {one} ({pointer} {left}, {pointer} {right})" for one in PREDICATES[::3])
    for width in WIDTHS:
        for once, type in casts(f"ptrtoint ({pointer} @a to i{width})", width, version):
            yield f"i{type} {once}"
            yield from (f"i{last} {twice}" for twice, last in casts(once, type, version))


def casts(value: str, width: int, version: int) -> Iterator[tuple[str, int]]:
    """The casts of a value to other widths."""
    for other in WIDTHS:
        for cast in CASTS[other < width] if other != width else ():
            if cast == "trunc" or version < FEW_SINCE:
                yield f"{cast} (i{width} {value} to i{other})", other


def vectors_and_selects(version: int) -> Iterator[str]:
    """Elements, shuffles and selects, and the members of structs."""
    pointer = pointer_to("i32", version)
    unknown = f"ptrtoint ({pointer} @a to i32)"
    vectors = ["zeroinitializer", "undef", "poison", "<i32 1, i32 undef>", "<i32 7, i32 poison>", f"<i32 {unknown}, i32 3>"]
    vectors.append(f"insertelement (<2 x i32> undef, i32 {unknown}, i32 1)")
    for vector in vectors:
        for index in ("i32 0", "i32 1", "i64 1", "i32 2", "i32 undef", "i32 poison", f"i32 {unknown}"):
            yield f"i32 extractelement (<2 x i32> {vector}, {index})"
            yield f"<2 x i32> insertelement (<2 x i32> {vector}, i32 5, {index})"
    for left, right in product(vectors, vectors):
        for mask in ("zeroinitializer", "<i32 3, i32 0>", "undef", "poison", "<i32 1, i32 undef>", "<i32 0, i32 1>"):
            yield f"<2 x i32> shufflevector (<2 x i32> {left}, <2 x i32> {right}, <2 x i32> {mask})"
        if version < NO_SELECTS_SINCE:
            of_elements = ("<i1 true, i1 undef>", "<i1 false, i1 true>", f"<i1 ptrtoint ({pointer} @a to i1), i1 true>")
            for condition in (*of_elements, "zeroinitializer", "<i1 poison, i1 false>"):
                yield f"<2 x i32> select (<2 x i1> {condition}, <2 x i32> {left}, <2 x i32> {right})"
        if version < FEW_SINCE:
            yield from (f"<2 x i1> icmp {one} (<2 x i32> {left}, <2 x i32> {right})" for one in PREDICATES[::3])
    for count in ("2", "vscale x 2"):
        type = f"<{count} x i32>"
        zero = f"insertelement ({type} poison, i32 {unknown}, i32 0)"
        for index in range(3):
            yield f"i32 extractelement ({type} {zero}, i32 {index})"
            yield f"i32 extractelement ({type} shufflevector ({type} {zero}, {type} poison, {type} zeroinitializer), i32 {index})"
    if version < NO_SELECTS_SINCE:
        numbers = ("1", "2", "undef", "poison", unknown)
        for condition in ("true", "false", "undef", "poison", f"ptrtoint ({pointer} @a to i1)"):
            yield from (f"i32 select (i1 {condition}, i32 {one}, i32 {other})" for one, other in product(numbers, numbers))
    if version <= TYPED_UNTIL:
        struct = "{ i32, [2 x i8] }"
        for value in ("{ i32 1, [2 x i8] [i8 2, i8 3] }", "zeroinitializer", "undef", f"{{ i32 {unknown}, [2 x i8] undef }}"):
            for path, type in (("0", "i32"), ("1", "[2 x i8]"), ("1, 0", "i8"), ("1, 1", "i8")):
                yield f"{type} extractvalue ({struct} {value}, {path})"
                yield f"{struct} insertvalue ({struct} {value}, {type} undef, {path})"


def addresses(version: int) -> Iterator[str]:
    """`getelementptr` of a symbol, of `null`, `undef` and `poison`, and of another `getelementptr`."""
    struct = "{ i32, [4 x i16] }"
    pointer, of_struct, of_half = (pointer_to(type, version) for type in ("i32", struct, "i16"))
    for flags in ("", "inbounds "):
        for base in ("@s", "null", "undef", "poison"):
            for index in ("i32 0", "i64 0", "i64 1", "i32 -1", "i64 undef"):
                yield f"{of_struct} getelementptr {flags}({struct}, {of_struct} {base}, {index})"
                for member in ("0", "3", "4", "-1", "undef"):
                    path = f"{index}, i32 1, i64 {member}"
                    yield f"{of_half} getelementptr {flags}({struct}, {of_struct} {base}, {path})"
            for indices in ("<i64 1, i64 2>", "zeroinitializer"):
                yield f"<2 x {of_struct}> getelementptr {flags}({struct}, {of_struct} {base}, <2 x i64> {indices})"
        for first, second in product(("0", "1", "-1"), repeat=2):
            inner = f"{of_half} getelementptr ({struct}, {of_struct} @s, i64 0, i32 1, i64 {first})"
            yield f"{of_half} getelementptr {flags}(i16, {inner}, i64 {second})"
            for of_inner in ("", "inbounds "):
                inner = f"{pointer} getelementptr {of_inner}(i32, {pointer} @a, i64 {first})"
                yield f"{pointer} getelementptr {flags}(i32, {inner}, i32 {second})"


def scalable_vectors(version: int) -> Iterator[str]:
    """Operations on scalable vectors of equal elements."""
    pointer = pointer_to("i32", version)
    integer, byte, real, of_pointers = (f"<vscale x 4 x {type}>" for type in ("i32", "i8", "float", pointer))
    integers = [
        *(splat("i32", one) for one in ("1", "7", "-1", f"ptrtoint ({pointer} @a to i32)")),
        "zeroinitializer",
        "undef",
        "poison",
    ]
    floats = [splat("float", "1.0"), splat("float", "-0.0"), "zeroinitializer", "undef"]
    for left, right in product(integers, integers):
        yield from (f"{integer} {operation} ({integer} {left}, {integer} {right})" for operation in OPERATIONS[version])
        if version < FEW_SINCE:
            yield from (f"<vscale x 4 x i1> icmp {one} ({integer} {left}, {integer} {right})" for one in PREDICATES[::3])
        if version < NO_SELECTS_SINCE:
            yield f"{integer} select (<vscale x 4 x i1> {splat('i1', 'true')}, {integer} {left}, {integer} {right})"
    for left, right in product(floats, floats if version <= TYPED_UNTIL else ()):
        yield from (f"{real} {operation} ({real} {left}, {real} {right})" for operation in FLOAT_OPERATIONS)
        yield f"{real} fneg ({real} {left})"
    for one in integers:
        casts = (f"bitcast ({integer} {one} to {real})", f"bitcast ({integer} {one} to <vscale x 2 x i64>)")
        yield from (f"{target} {cast}" for target, cast in zip((real, "<vscale x 2 x i64>"), casts, strict=True))
        yield f"{byte} trunc ({integer} {one} to {byte})"
        yield f"{of_pointers} inttoptr ({integer} {one} to {of_pointers})"
        yield f"{of_pointers} getelementptr (i32, {pointer} @a, {integer} {one})"
        for number in range(3):
            yield f"i32 extractelement ({integer} {one}, i32 {number})"


def splat(type: str, element: str) -> str:
    """The shuffle that makes a scalable vector of equal elements."""
    vector = f"<vscale x 4 x {type}>"
    inserted = f"insertelement ({vector} poison, {type} {element}, i32 0)"
    return f"shufflevector ({vector} {inserted}, {vector} poison, <vscale x 4 x i32> zeroinitializer)"


def operations_of_operations(version: int) -> Iterator[str]:
    """Operations, selects and casts of pointers whose operand is another."""
    pointer = pointer_to("i32", version)
    unknown, other, bit = f"ptrtoint ({pointer} @a to i32)", f"ptrtoint ({pointer} @b to i32)", f"ptrtoint ({pointer} @a to i1)"
    for outer, operation in product(OPERATIONS[version], repeat=2):
        for first, last in (("3", "5"), ("-1", "1"), (other, "7")):
            inner = f"{operation} (i32 {unknown}, i32 {first})"
            yield f"i32 {outer} (i32 {inner}, i32 {last})"
            yield f"i32 {outer} (i32 {last}, i32 {inner})"
    if version < NO_SELECTS_SINCE:
        for condition, value in product((bit, "undef", other.replace("i32)", "i1)")), ("1", unknown)):
            inner = f"select (i1 {bit}, i32 {value}, i32 2)"
            yield f"i32 select (i1 {condition}, i32 {inner}, i32 9)"
            yield f"i32 select (i1 {condition}, i32 9, i32 {inner})"
            yield f"i32 add (i32 {inner}, i32 3)"
    if version <= TYPED_UNTIL:
        struct = "{ [2 x i32], i8 }"
        for pointee in ("i32", "i8", "[4 x i32]", "[2 x i32]", "float", "{ float }"):
            cast = f"bitcast ({struct}* @t to {pointee}*)"
            yield f"{pointee}* {cast}"
            yield from (f"{pointee}* getelementptr ({pointee}, {pointee}* {cast}, i64 {index})" for index in (0, 1))
        inner = f"getelementptr ({struct}, {struct}* @t, i64 0, i32 0)"
        for array in ("[1 x i32]", "[4 x i32]"):
            yield f"i32* getelementptr ({array}, {array}* bitcast ([2 x i32]* {inner} to {array}*), i64 0, i64 1)"


def whole_vectors(version: int) -> Iterator[str]:
    """Operations on vectors of which some have equal elements."""
    pointer = pointer_to("i32", version)
    type, pointers, floats = "<2 x i32>", f"<2 x {pointer}>", "<2 x float>"
    elements = [f"insertelement ({type} poison, i32 {one}, i32 0)" for one in (f"ptrtoint ({pointer} @a to i32)", "7")]
    splats = [f"shufflevector ({type} {one}, {type} poison, {type} zeroinitializer)" for one in elements]
    values = ("zeroinitializer", "undef", "poison", elements[0], *splats)
    for left, right in product(values, values):
        yield from (f"{type} {operation} ({type} {left}, {type} {right})" for operation in OPERATIONS[version])
        if version < FEW_SINCE:
            yield from (f"<2 x i1> icmp {one} ({type} {left}, {type} {right})" for one in PREDICATES[::3])
    for value in values:
        yield f"<2 x i8> trunc ({type} {value} to <2 x i8>)"
        yield f"{floats} bitcast ({type} {value} to {floats})"
        yield f"{pointers} inttoptr ({type} {value} to {pointers})"
        yield from (
            f"{pointers} getelementptr (i32, {base}, {type} {value})" for base in (f"{pointer} @a", f"{pointers} zeroinitializer")
        )
        yield f"{pointer} extractelement ({pointers} getelementptr (i32, {pointer} @a, {type} {value}), i32 1)"
        if version <= TYPED_UNTIL:
            yield f"{floats} fneg ({floats} bitcast ({type} {value} to {floats}))"


def comparisons(version: int) -> Iterator[str]:
    """Comparisons of bits, of casts, and of places in symbols."""
    if version >= FEW_SINCE:
        return
    pointer, of_bytes = pointer_to("i32", version), pointer_to("i8", version)
    unknown, bit = f"ptrtoint ({pointer} @a to i32)", f"ptrtoint ({pointer} @a to i1)"
    for left, right in product(("true", "false", bit, f"icmp eq ({pointer} @a, {pointer} @w)"), repeat=2):
        yield from (f"i1 icmp {one} (i1 {left}, i1 {right})" for one in PREDICATES)
    for cast in (
        f"zext (i1 {bit} to i32)",
        f"sext (i1 {bit} to i32)",
        unknown,
        f"bitcast (float bitcast (i32 {unknown} to float) to i32)",
    ):
        yield from (f"i1 icmp {one} (i32 {cast}, i32 {number})" for one in PREDICATES for number in (0, 1, -1, 7))
    symbols = {"@a": "i32", "@w": "i32", "@z": "[0 x i32]", "@al": "i32", "@fn": "void ()"}
    places = [f"bitcast ({pointer_to(type, version)} {name} to {of_bytes})" for name, type in symbols.items()]
    places += ["@n", "null", "blockaddress(@fn, %l)"]
    for flags, place, index in product(("", "inbounds "), (*places[:3], "@n", "null"), ("0", "1", "-1")):
        places.append(f"getelementptr {flags}(i8, {of_bytes} {place}, i64 {index})")
    for left, right in product(places, places):
        yield from (f"i1 icmp {one} ({of_bytes} {left}, {of_bytes} {right})" for one in PREDICATES[::3])


FUNCTION = "define void @fn() {\n  br label %l\nl:\n  ret void\n}"
FLOAT_WIDTHS = {"half": 16, "float": 32, "double": 64, "x86_fp80": 80, "fp128": 128, "ppc_fp128": 128}
# Each has a rule of its own: the second double of a ppc_fp128 rounds the sum, is left out, or makes it no number.
PPC_NUMBERS = (
    "0xM405EDD2F1A9FBE773CE6666666666666",
    "0xM43E0000000000000BFF0000000000000",
    "0xM00000000000000003FF0000000000000",
    "0xM80000000000000000000000000000000",
    "0xM3FF00000000000007FF0000000000000",
    "0xM7FF00000000000003FF0000000000000",
    "0xM7FF80000000012340000000000000000",
    "0xM7FEFFFFFFFFFFFFF7FEFFFFFFFFFFFFF",
    "0xM3FF0000000000000BC10000000000000",
    "0xM40700800000000003CA0000000000000",
    "0xMBFE00000000000000000000000000000",
    "0xM00100000000000008000000000000001",
)
WIDE_INTEGERS = (1 << 107, (1 << 107) - 1, (1 << 106) + 1, (1 << 120) + (1 << 67) + 1, -(1 << 127), -12345, 81 << 40)


def conversions(version: int) -> Iterator[str]:
    """Casts between all kinds of types, and casts of casts."""
    pointer, of_bytes, elsewhere, further = (
        pointer_to(*type) for type in (("i32", version), ("i8", version), ("i32", version, 1), ("i32", version, 2))
    )
    unknown = {
        pointer: "@a",
        "i64": f"ptrtoint ({pointer} @a to i64)",
        "i32": f"ptrtoint ({pointer} @a to i32)",
        elsewhere: f"addrspacecast ({pointer} @a to {elsewhere})",
    }
    values = [
        *unknown.items(),
        *((pointer, one) for one in ("null", "undef", "poison")),
        *(("i64", one) for one in ("0", "-1", "4607182418800017408")),
        *(("double", one) for one in ("1.0", "0.0", "0x7FF8000000000000", "-4.5")),
        *(("<2 x i32>", one) for one in ("<i32 1, i32 2>", "<i32 1, i32 undef>", "zeroinitializer")),
        *(("float", "3.0"), ("half", "0xH3C00"), ("i8", "undef"), ("i8", "200"), ("i1", "true"), (elsewhere, "null")),
        *(("<2 x float>", "<float 1.0, float undef>"), ("<2 x i64>", "<i64 1, i64 poison>"), ("<2 x i8>", "<i8 -1, i8 -1>")),
        *(("ppc_fp128", one) for one in PPC_NUMBERS),
        *(("i128", str(one)) for one in WIDE_INTEGERS),
        *(("x86_fp80", one) for one in ("0xK3BCDA000000000000401", "0xK43FEFFFFFFFFFFFFFFFF", "0xK7FFFC000000000000401")),
        *((f"<2 x {pointer}>", f"<{pointer} @a, {pointer} null>"), ("<4 x i16>", "<i16 1, i16 2, i16 3, i16 undef>")),
    ]
    targets = ["i128", "i64", "i32", "i16", "i8", "i1", *FLOAT_WIDTHS, pointer, of_bytes, elsewhere, further]
    targets += [
        "<2 x i32>",
        "<4 x i16>",
        "<2 x float>",
        "<1 x i64>",
        "<2 x i64>",
        "<2 x i16>",
        f"<2 x {pointer}>",
        "<2 x double>",
    ]
    for (source, value), target in product(values, targets):
        for cast in casts_between(source, target, version):
            once = f"{cast} ({source} {value} to {target})"
            yield f"{target} {once}"
            if unknown.get(source) == value:
                for last in targets:
                    yield from (f"{last} {again} ({target} {once} to {last})" for again in casts_between(target, last, version))


def kind_of(type: str) -> tuple[str, int, int]:
    """`p`, `f` or `i`, the number of bits or the address space, and how many elements a vector has, or 0."""
    vector = re.fullmatch(r"<(\d+) x (.*)>", type)
    if vector:
        kind, size, _ = kind_of(vector[2])
        return kind, size, int(vector[1])
    if "*" in type or "ptr" in type:
        space = re.search(r"addrspace\((\d)\)", type)
        return "p", int(space[1]) if space else 0, 0
    return ("f", FLOAT_WIDTHS[type], 0) if type in FLOAT_WIDTHS else ("i", int(type[1:]), 0)


def casts_between(source: str, target: str, version: int) -> Iterator[str]:
    """The casts of this version from one type to another."""
    kind, size, count = kind_of(source)
    to_kind, to_size, to_count = kind_of(target)
    if source == target:
        return
    if kind == to_kind == "p" and count == to_count:
        yield "bitcast" if size == to_size else "addrspacecast"
    elif "p" not in (kind, to_kind) and size * (count or 1) == to_size * (to_count or 1):
        yield "bitcast"
    if count == to_count:
        of_numbers = {"ii": ("zext", "sext"), "ff": ("fpext",), "if": ("sitofp", "uitofp"), "fi": ("fptosi", "fptoui")}
        if kind + to_kind in ("ip", "pi"):
            yield "inttoptr" if kind == "i" else "ptrtoint"
        elif kind == to_kind and size > to_size and kind != "p":
            if kind == "i" or version < FEW_SINCE:
                yield "trunc" if kind == "i" else "fptrunc"
        elif version < FEW_SINCE and (kind != to_kind or size < to_size):
            yield from of_numbers.get(kind + to_kind, ())


def truncations(version: int) -> Iterator[str]:
    """Parts of integers that were put together of others."""
    if version >= FEW_SINCE:
        return
    pointer = pointer_to("i32", version)
    whole = f"ptrtoint ({pointer} @a to i64)"
    parts = [whole, *(f"zext (i{width} ptrtoint ({pointer} @b to i{width}) to i64)" for width in (8, 12, 16, 20))]
    moved = [f"{shift} (i64 {part}, i64 {by})" for part in parts for shift in ("shl", "lshr") for by in (4, 8, 48, 64)]
    joined = [
        f"{how} (i64 {one}, i64 {other})"
        for how in ("and", "or")
        for one in (moved[1], parts[2])
        for other in (*parts, "-256", "255")
    ]
    again = [f"lshr (i64 {one}, i64 {by})" for one in (*moved, *joined) for by in (8, 16)]
    for target, one in product((8, 12, 16), (*moved, *joined, *again)):
        yield f"i{target} trunc (i64 {one} to i{target})"


def written(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.startswith("@x")]


FORMS = [
    expressions,
    vectors_and_selects,
    scalable_vectors,
    addresses,
    operations_of_operations,
    whole_vectors,
    comparisons,
    conversions,
    truncations,
]
CASES = [(version, forms) for version in OPERATIONS for forms in FORMS if next(forms(version), "")]


@pytest.mark.oracle
@pytest.mark.parametrize(("version", "forms"), CASES, ids=lambda one: getattr(one, "__name__", None))
def test_expressions_fold_as_in_llvm(
    forms: Callable[[int], Iterator[str]], version: int, llvm_tool: Callable[[int, str], str]
) -> None:
    lines = [f"@x{number} = global {one}" for number, one in enumerate(forms(version))]
    text = "\n".join([*SYMBOLS, f"@al = alias i32, {pointer_to('i32', version)} @a", FUNCTION, *lines, ""])
    # A variable may not have a scalable type.
    command = [llvm_tool(version, "opt"), "-S", "-disable-verify"]
    real = subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout
    expected, folded = written(real), written(str(pyllvm.parse_assembly(text, llvm_version=version)))
    assert [pair for pair in zip(lines, folded, expected, strict=True) if pair[1] != pair[2]] == []
    assert sum(line != given for line, given in zip(expected, lines, strict=True)) > len(lines) / 4  # they do fold
