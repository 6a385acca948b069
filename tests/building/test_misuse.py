"""Every operand, type and word of every method of the builder is given wrongly: it raises at the call, or the verifier agrees.

The calls are rows of a table. Each value in a call is replaced by values of many other types, each type by other types, and each
word by words that are none. What does not raise must be valid: the verifier then reports nothing that it did not report before.
"""

from __future__ import annotations

import functools
import inspect
import math
import re
from collections.abc import Callable, Iterator
from typing import Any, Final

import pytest
from _pytest.mark import ParameterSet

import pyllvm
from pyllvm import DIBuilder, IRBuilder, Module, PyllvmError
from pyllvm.building.python_values import float_bits, float_of
from pyllvm.ir import BasicBlock, Function, Instruction, MetadataAsValue, Type, Value
from pyllvm.ir.attributes import Attribute, AttributeList, AttributeSet
from pyllvm.ir.constants import NONE, POISON, SimpleConstant
from pyllvm.tables.opcodes import OPCODES_BY_NAME
from rows import each_row

VERSIONS: Final = (8, 14, 23)


class Place:
    """A module with a function that has parameters of many types, several blocks, and a builder at the end of one."""

    def __init__(self, version: int, is_pad: bool = False) -> None:
        self.module = module = Module("misuse.ll", llvm_version=version)
        is_typed = module.has_typed_pointers
        pointer, other_space = ("i32*", "i32 addrspace(1)*") if is_typed else ("ptr", "ptr addrspace(1)")
        types = {
            "c": "i1", "x": "i32", "y": "i32", "n": "i16", "w": "i64", "h": "half", "a": "float", "b": "float", "d": "double",
            "p": pointer, "q": other_space, "v": "<4 x i32>", "u": "<4 x float>", "m": "<4 x i1>", "o": "<2 x i32>",
            "s": "{ i32, float }", "r": "[2 x i32]",
        }  # fmt: skip
        callee_pointer = "i32 (i32)*" if is_typed else "ptr"
        text = f"i32 ({', '.join(types.values())}, {callee_pointer})"
        self.function = module.add_function("f", text, [*types, "z"])
        self.callee = module.add_function("g", "i32 (i32)")
        self.variadic = module.add_function("h", "void (i32, ...)")
        self.no_value = module.add_function("nothing", "void ()")
        self.personality = module.add_function("personality", "i32 (...)")
        self.function.set_optional_operands(self.personality, None, None)
        self.values: dict[str, Any] = {argument.name: argument for argument in self.function.arguments}
        self.start = self.function.add_block("start")
        self.entry = self.function.add_block("entry")
        self.other = self.function.add_block("other")
        self.third = self.function.add_block("third")
        self.pad_block = self.function.add_block("pad")
        IRBuilder.at_end(self.other).unreachable()
        IRBuilder.at_end(self.third).unreachable()
        starting = IRBuilder.at_end(self.start)
        self.values["void"] = starting.call(self.no_value)
        if is_pad:
            starting.invoke(self.no_value, [], self.other, self.entry)
        else:
            starting.branch(self.entry)
        padding = IRBuilder.at_end(self.pad_block)
        self.values["pad"] = padding.cleanup_pad()
        padding.unreachable()
        self.values["asm"] = starting.inline_asm("void ()", "nop", side_effects=True)
        self.values["block"] = self.other
        self.values["function"] = self.callee
        self.values["metadata"] = MetadataAsValue.get(module.context, module.metadata("!{}"))
        self.values["null"] = module.value(f"{pointer} null")
        self.values["array"] = module.value("[1 x i32] [i32 1]")
        self.values["none"] = module.value("i32 7")
        self.builder = IRBuilder.at_end(self.entry)

    @property
    def variable(self) -> Any:
        """A variable of the source; the builder is at its line."""
        debug = DIBuilder(self.module, "a.c")
        with debug.function(self.function, line=1):
            debug.set_line(self.builder, 2)
            return debug.variable("v", debug.basic_type("int", 32), 2)

    def __getattr__(self, name: str) -> Any:
        return self.__dict__["values"][name]


# The method: whether it is the first in the unwind block of an invoke, and its call.
Call = tuple[tuple[Any, ...], dict[str, Any]]
CALLS: Final[dict[str, Callable[[Place], Call]]] = {
    "binary": lambda e: (("add", e.x, e.y), {}),
    **{row: (lambda e: ((e.x, e.y), {})) for row in ("add", "sub", "mul", "shl", "udiv", "sdiv", "lshr", "ashr", "urem", "srem")},
    **{row: (lambda e: ((e.v, e.v), {})) for row in ("and_", "or_", "xor")},
    **{row: (lambda e: ((e.a, e.b), {"fast_math": "nnan"})) for row in ("fadd", "fsub", "fmul", "fdiv", "frem")},
    "neg": lambda e: ((e.x,), {}),
    "not_": lambda e: ((e.x,), {}),
    "fneg": lambda e: ((e.u,), {}),
    "icmp": lambda e: (("slt", e.x, e.y), {}),
    "fcmp": lambda e: (("olt", e.a, e.b), {}),
    "cast": lambda e: (("zext", e.x, e.w.type), {}),
    "trunc": lambda e: ((e.x, e.n.type), {}),
    "zext": lambda e: ((e.x, e.w.type), {}),
    "sext": lambda e: ((e.x, e.w.type), {}),
    "fptrunc": lambda e: ((e.a, e.h.type), {}),
    "fpext": lambda e: ((e.a, e.d.type), {}),
    "fptoui": lambda e: ((e.u, e.v.type), {}),
    "fptosi": lambda e: ((e.a, e.x.type), {}),
    "uitofp": lambda e: ((e.x, e.a.type), {}),
    "sitofp": lambda e: ((e.v, e.u.type), {}),
    "ptrtoint": lambda e: ((e.p, e.w.type), {}),
    "ptrtoaddr": lambda e: ((e.p, e.w.type), {}),
    "inttoptr": lambda e: ((e.x, e.p.type), {}),
    "bitcast": lambda e: ((e.x, e.a.type), {}),
    "addrspacecast": lambda e: ((e.p, e.q.type), {}),
    "select": lambda e: ((e.c, e.a, e.b), {}),
    "freeze": lambda e: ((e.x,), {}),
    "bitextract": lambda e: ((e.x.type, SimpleConstant.get(e.module.context.byte(64), POISON), e.x), {}),
    "bitinsert": lambda e: ((SimpleConstant.get(e.module.context.byte(64), POISON), e.x, e.x), {}),
    "alloca": lambda e: ((e.x.type, e.x), {}),
    "load": lambda e: ((e.x.type, e.p), {"ordering": "acquire", "align": 4}),
    "store": lambda e: ((e.x, e.p), {"ordering": "release", "align": 4}),
    "gep": lambda e: ((e.x.type, e.p, [e.w]), {}),
    "struct_gep": lambda e: ((e.r.type, e.builder.bitcast(e.p, e.module.pointer_type(e.r.type)), 1), {}),
    "fence": lambda e: (("acquire",), {}),
    "cmpxchg": lambda e: ((e.p, e.x, e.y, "acq_rel", "acquire"), {}),
    "atomicrmw": lambda e: (("add", e.p, e.x, "monotonic"), {}),
    "va_arg": lambda e: ((e.p, e.x.type), {}),
    "extract_value": lambda e: ((e.s, [1]), {}),
    "insert_value": lambda e: ((e.s, e.a, [1]), {}),
    "extract_element": lambda e: ((e.v, e.x), {}),
    "insert_element": lambda e: ((e.v, e.x, e.y), {}),
    "shuffle_vector": lambda e: ((e.v, e.v, [0, 7, None]), {}),
    "splat": lambda e: ((4, e.x), {}),
    "ret": lambda e: ((e.x,), {}),
    "ret_void": lambda e: ((), {}),
    "branch": lambda e: ((e.other,), {}),
    "cond_branch": lambda e: ((e.c, e.other, e.third), {}),
    "switch": lambda e: ((e.x, e.other, [(e.none, e.third), (5, e.other)]), {}),
    "indirect_branch": lambda e: ((e.p, [e.other, e.third]), {}),
    "unreachable": lambda e: ((), {}),
    "phi": lambda e: ((e.x.type, [(e.x, e.start)]), {}),
    "landingpad": lambda e: ((e.s.type,), {"catches": [e.null], "filters": [e.array], "cleanup": True}),
    "resume": lambda e: ((e.s,), {}),
    "catch_switch": lambda e: ((e.none_token, [e.other]), {}),
    "catch_pad": lambda e: ((e.switch, [e.x]), {}),
    "cleanup_pad": lambda e: ((e.none_token, [e.x]), {}),
    "catch_ret": lambda e: ((e.catch, e.other), {}),
    "cleanup_ret": lambda e: ((e.pad, e.third), {}),
    "call": lambda e: ((e.callee, [e.x]), {"bundles": {"tag": [e.x]}}),
    "invoke": lambda e: ((e.callee, [e.x], e.other, e.pad_block), {}),
    "callbr": lambda e: ((e.asm, [], e.other), {}),
    "intrinsic": lambda e: (("llvm.sadd.with.overflow", [e.x.type], [e.x, e.y]), {}),
    **{row: (lambda e: ((e.x, e.y), {})) for row in ("add_with_overflow", "sub_with_overflow", "mul_with_overflow")},
    **{row: (lambda e: ((e.x, e.y), {})) for row in ("add_saturating", "sub_saturating", "minimum", "maximum", "expect")},
    "alloca_at_entry": lambda e: ((e.x.type, 3), {}),
    "assume": lambda e: ((e.c,), {}),
    "memcpy": lambda e: ((e.p, e.p, e.w), {"destination_align": 4}),
    "memmove": lambda e: ((e.p, e.p, e.x), {"source_align": 4}),
    "memset": lambda e: ((e.p, 0, e.w), {"align": 4}),
    "trap": lambda e: ((), {}),
    "inline_asm": lambda e: ((e.callee.function_type, "nop", "=r,r"), {}),
}
# What inserts no instruction of its own, or is tested elsewhere.
OTHERS: Final = frozenset((
    "at_end", "at_start", "before", "after", "goto_end", "goto_start", "goto_before", "goto_after", "append_block", "insert",
    "set_line", "add_case", "add_incoming", "debug_declare", "debug_value", "global_string", "block", "function", "module",
    "debug_location", "fast_math", "metadata", "if_then", "if_else", "while_loop", "for_range", "switch_cases",
))  # fmt: skip
# What depends on other code, which may follow: only the verifier can tell.
LATER: Final = (
    "Instruction does not dominate all uses!",
    "PHI node entries do not match predecessors!",
    "The unwind destination does not have an exception handling instruction!",
    "Bogus funclet pad use",
)
# First versions of the methods' instructions.
SINCE: Final = {"bitextract": 24, "bitinsert": 24, "callbr": 9, "freeze": 10, "maximum": 12, "minimum": 12, "ptrtoaddr": 22}
FIRST_IN_PAD: Final = ("landingpad", "catch_switch", "cleanup_pad")
# The operands that any value of a first-class type may be, and the types that any such type may be.
ANYTHING: Final = {
    ("freeze", (0,)), ("splat", (1,)), ("resume", (0,)), ("call", ("bundles", "tag", 0)), ("cleanup_pad", (1, 0)),
    ("catch_pad", (1, 0)),
}  # fmt: skip
WORDS: Final = ("nonsense", "{", 7, None, "ADD")
TYPES: Final = ("void", "label", "metadata", "i8 (i8)", "i3x", "{", 5, None, "token")


def place_for(method: str, version: int) -> Place:
    """Where that method can be called."""
    place = Place(version, method in FIRST_IN_PAD)
    place.values["none_token"] = None
    if method in ("catch_pad", "catch_ret"):
        place = Place(version, True)
        place.values["none_token"] = None
        handler = place.function.add_block("handler")
        place.values["switch"] = place.builder.catch_switch(None, [handler])
        place.builder.goto_end(handler)
        if method == "catch_ret":
            place.values["catch"] = place.builder.catch_pad(place.switch)
    if method == "cleanup_ret":
        place.builder.goto_end(place.pad_block)
        place.pad_block.instructions[-1].erase()
    return place


def positions(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """What a call is given, at any depth, with the path to it."""
    if isinstance(value, (list, tuple)):
        for index, item in enumerate(value):
            yield from positions(item, (*path, index))
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from positions(item, (*path, key))
    else:
        yield path, value


def replaced(value: Any, path: tuple[Any, ...], other: Any) -> Any:
    """The arguments with another value at that path."""
    if not path:
        return other
    if isinstance(value, dict):
        return {key: replaced(item, path[1:], other) if key == path[0] else item for key, item in value.items()}
    made = [replaced(item, path[1:], other) if index == path[0] else item for index, item in enumerate(value)]
    return tuple(made) if isinstance(value, tuple) else made


def finish(place: Place) -> list[str]:
    """What the verifier reports, once every block has a terminator."""
    for block in place.function.blocks:
        if block.terminator is None:
            IRBuilder.at_end(block).unreachable()
    return sorted(one.message for one in pyllvm.verify(place.module))


def uses(place: Place) -> int:
    """How many uses all values of the function have."""
    values: list[Value] = [*place.function.arguments, *place.function.blocks, place.callee, place.variadic]
    return sum(len(value.uses or ()) for value in values)


def methods() -> list[str]:
    """The public methods of the builder."""
    return [name for name, _ in inspect.getmembers(IRBuilder) if not name.startswith("_")]


def test_every_method_is_in_the_table() -> None:
    assert set(methods()) - OTHERS == set(CALLS)
    assert {"and_" if row == "and" else "or_" if row == "or" else row for row in OPCODES_BY_NAME} <= set(CALLS)


OF_PADS: Final = (*FIRST_IN_PAD, "catch_pad", "catch_ret", "cleanup_ret", "phi")
# What each method inserts, or inserts first, without the numbers of results.
INSERTED: Final = """\
binary: add i32 %x, %y
add: add i32 %x, %y
sub: sub i32 %x, %y
mul: mul i32 %x, %y
shl: shl i32 %x, %y
udiv: udiv i32 %x, %y
sdiv: sdiv i32 %x, %y
lshr: lshr i32 %x, %y
ashr: ashr i32 %x, %y
urem: urem i32 %x, %y
srem: srem i32 %x, %y
and_: and <4 x i32> %v, %v
or_: or <4 x i32> %v, %v
xor: xor <4 x i32> %v, %v
fadd: fadd nnan float %a, %b
fsub: fsub nnan float %a, %b
fmul: fmul nnan float %a, %b
fdiv: fdiv nnan float %a, %b
frem: frem nnan float %a, %b
neg: sub i32 0, %x
not_: xor i32 %x, -1
fneg: fneg <4 x float> %u
icmp: icmp slt i32 %x, %y
fcmp: fcmp olt float %a, %b
cast: zext i32 %x to i64
trunc: trunc i32 %x to i16
zext: zext i32 %x to i64
sext: sext i32 %x to i64
fptrunc: fptrunc float %a to half
fpext: fpext float %a to double
fptoui: fptoui <4 x float> %u to <4 x i32>
fptosi: fptosi float %a to i32
uitofp: uitofp i32 %x to float
sitofp: sitofp <4 x i32> %v to <4 x float>
ptrtoint: ptrtoint ptr %p to i64
ptrtoaddr: ptrtoaddr ptr %p to i64
inttoptr: inttoptr i32 %x to ptr
bitcast: bitcast i32 %x to float
addrspacecast: addrspacecast ptr %p to ptr addrspace(1)
select: select i1 %c, float %a, float %b
freeze: freeze i32 %x
bitextract: bitextract i32, b64 poison, i32 %x
bitinsert: bitinsert b64 poison, i32 %x, i32 %x
alloca: alloca i32, i32 %x, align 4
load: load atomic i32, ptr %p acquire, align 4
store: store atomic i32 %x, ptr %p release, align 4
gep: getelementptr i32, ptr %p, i64 %w
struct_gep: getelementptr inbounds nuw [2 x i32], ptr %0, i32 0, i32 1
fence: fence acquire
cmpxchg: cmpxchg ptr %p, i32 %x, i32 %y acq_rel acquire, align 4
atomicrmw: atomicrmw add ptr %p, i32 %x monotonic, align 4
va_arg: va_arg ptr %p, i32
extract_value: extractvalue { i32, float } %s, 1
insert_value: insertvalue { i32, float } %s, float %a, 1
extract_element: extractelement <4 x i32> %v, i32 %x
insert_element: insertelement <4 x i32> %v, i32 %x, i32 %y
shuffle_vector: shufflevector <4 x i32> %v, <4 x i32> %v, <3 x i32> <i32 0, i32 7, i32 poison>
splat: insertelement <4 x i32> poison, i32 %x, i64 0
ret: ret i32 %x
branch: br label %other
cond_branch: br i1 %c, label %other, label %third
switch: switch i32 %x, label %other [ i32 7, label %third i32 5, label %other ]
indirect_branch: indirectbr ptr %p, [label %other, label %third]
unreachable: unreachable
phi: phi i32 [ %x, %start ]
landingpad: landingpad { i32, float } cleanup catch ptr null filter [1 x i32] [i32 1]
resume: resume { i32, float } %s
catch_switch: catchswitch within none [label %other] unwind to caller
catch_pad: catchpad within %0 [i32 %x]
cleanup_pad: cleanuppad within none [i32 %x]
catch_ret: catchret from %0 to label %other
cleanup_ret: cleanupret from %0 unwind label %third
call: call i32 @g(i32 %x) [ "tag"(i32 %x) ]
invoke: invoke i32 @g(i32 %x) to label %other unwind label %pad
callbr: callbr void asm sideeffect "nop", ""() to label %other []
intrinsic: call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %x, i32 %y)
add_with_overflow: call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %x, i32 %y)
sub_with_overflow: call { i32, i1 } @llvm.ssub.with.overflow.i32(i32 %x, i32 %y)
mul_with_overflow: call { i32, i1 } @llvm.smul.with.overflow.i32(i32 %x, i32 %y)
add_saturating: call i32 @llvm.sadd.sat.i32(i32 %x, i32 %y)
sub_saturating: call i32 @llvm.ssub.sat.i32(i32 %x, i32 %y)
minimum: call i32 @llvm.smin.i32(i32 %x, i32 %y)
maximum: call i32 @llvm.smax.i32(i32 %x, i32 %y)
expect: call i32 @llvm.expect.i32(i32 %x, i32 %y)
alloca_at_entry: alloca i32, i32 3, align 4
assume: call void @llvm.assume(i1 %c)
memcpy: call void @llvm.memcpy.p0.p0.i64(ptr align 4 %p, ptr %p, i64 %w, i1 false)
memmove: call void @llvm.memmove.p0.p0.i32(ptr %p, ptr align 4 %p, i32 %x, i1 false)
memset: call void @llvm.memset.p0.i64(ptr align 4 %p, i8 0, i64 %w, i1 false)
trap: call void @llvm.trap()
"""


def test_what_each_method_inserts() -> None:
    rows = dict(line.split(": ", 1) for line in INSERTED.splitlines())
    assert set(rows) == set(CALLS) - {"ret_void", "inline_asm"}
    plain = place_for("add", VERSIONS[-1])
    for method, expected in rows.items():
        if plain.entry.terminator is not None:
            plain = place_for("add", VERSIONS[-1])
        is_plain = method not in OF_PADS and SINCE.get(method, 0) <= VERSIONS[-1]
        place = plain if is_plain else place_for(method, max(SINCE.get(method, 0), VERSIONS[-1]))
        arguments, options = CALLS[method](place)
        before = {one for block in place.function.blocks for one in block.instructions}
        getattr(place.builder, method)(*arguments, **options)
        first = next(one for block in place.function.blocks for one in block.instructions if one not in before)
        text = " ".join(str(first).split())
        assert re.sub(r"%\d+", "%0", re.sub(r"^%\d+ = ", "", text)) == expected, method


def cases() -> Iterator[ParameterSet]:
    """Each method in each version that has it."""
    for method in CALLS:
        for version in VERSIONS:
            if version >= SINCE.get(method, 0):
                yield pytest.param(method, version, marks=[] if version == VERSIONS[-1] else [pytest.mark.slow])


@pytest.mark.parametrize(("method", "version"), list(cases()))
def test_wrong_operands_raise_or_are_right(method: str, version: int) -> None:
    place = place_for(method, version)
    arguments, options = CALLS[method](place)
    if method != "ret_void":
        getattr(place.builder, method)(*arguments, **options)
    expected = finish(place)
    given = list(positions(arguments)) + list(positions(options))
    fresh: tuple[Place, Call] | None = None
    for path, value in given:
        if isinstance(value, (Value, BasicBlock)):
            others: list[Any] = [*place.values, *VALUES_OF_PYTHON]
        elif isinstance(value, str):
            others = list(WORDS)
        elif isinstance(value, Type):
            others = list(TYPES)
        else:
            continue
        refused = 0
        for other in others:
            # A call that raised left nothing behind: the next one may be in the same place.
            if fresh is None:
                place = place_for(method, version)
                fresh = place, CALLS[method](place)
            if is_accepted(method, *fresh, path, other, isinstance(value, Value), expected):
                fresh = None
            else:
                refused += 1
        if (method, path) not in ANYTHING:
            assert refused, f"{path} of {method} may be anything"


VALUES_OF_PYTHON: Final = ("text", 1.5, object(), 1 << 200, b"", [])


def is_accepted(
    method: str, place: Place, call: Call, path: tuple[Any, ...], other: Any, is_value: bool, expected: list[str]
) -> bool:
    """Call the method with another value at that path; if it does not raise, the verifier must have nothing new to report."""
    arguments, options = call
    if is_value and isinstance(other, str) and other in place.values:
        other = place.values[other]
    before = uses(place), [len(block.instructions) for block in place.function.blocks]
    try:
        if path and isinstance(path[0], str):
            options = replaced(options, path, other)
        else:
            arguments = replaced(arguments, path, other)
        getattr(place.builder, method)(*arguments, **options)
    except (TypeError, ValueError, PyllvmError) as error:
        assert "<pyllvm." not in str(error), f"{method}: {error}"
        assert str(error), f"{method} at {path} with {other!r}: no message"
        after = uses(place), [len(block.instructions) for block in place.function.blocks]
        assert after == before, f"{method} at {path} with {other!r} raised, but left something behind"
        return False
    new = [message for message in finish(place) if message not in expected and message not in LATER]
    assert not new, f"{method} at {path} with {other if isinstance(other, (str, int, float)) else type(other)}: {new}"
    if pyllvm.verify(place.module) == []:
        pyllvm.parse_bitcode(pyllvm.to_bitcode(place.module)).materialize()
    return True


class Numeric:
    """Like a number of another library."""

    def __init__(self, number: float) -> None:
        self.number = number

    def __float__(self) -> float:
        return self.number


class Array(Numeric):
    """Like an array of another library."""

    def __len__(self) -> int:
        return 2

    def __getitem__(self, index: int) -> int:
        return [5, 6][index]


class Truth:
    """Like a truth value of another library, which is known by its name alone."""

    def __bool__(self) -> bool:
        return True


LONG: Final = "[40 x i32] [" + "i32 7, " * 39 + "i32 7]"
REFUSED: Final[tuple[tuple[int, Callable[[Place], object], str], ...]] = (
    (23, lambda e: e.builder.load("i32", e.p, ordering="release"), "can be unordered, monotonic, acquire, seq_cst, not release"),
    (23, lambda e: e.builder.store(e.x, e.p, ordering="acquire"), "can be unordered, monotonic, release, seq_cst, not acquire"),
    (10, lambda e: e.builder.load("i32", e.p, ordering="acquire"), "load: an atomic load requires align up to LLVM 10"),
    (23, lambda e: e.builder.load("i32", e.p, sync_scope="one"), "load: a sync_scope requires an ordering"),
    (
        23,
        lambda e: e.builder.load("i7", e.p, ordering="acquire"),
        "an atomic access is of 8 bits, 16, 32 or another power of two",
    ),
    (23, lambda e: e.builder.load("i32 (i32)", e.p, align=4), "load: the type must be a first-class type"),
    (23, lambda e: e.builder.cmpxchg(e.p, e.x, e.y, "unordered"), "cmpxchg: the ordering can be monotonic, acquire, release"),
    (12, lambda e: e.builder.cmpxchg(e.p, e.x, e.y, "monotonic", "acquire"), "up to LLVM 12 the ordering of a failure (acquire)"),
    (
        23,
        lambda e: e.builder.atomicrmw("add", e.p, e.x, "unordered"),
        "can be monotonic, acquire, release, acq_rel, seq_cst, not u",
    ),
    (23, lambda e: e.builder.atomicrmw("fadd", e.p, e.u, "seq_cst", elementwise=True), "acquire, release, acq_rel, not seq_cst"),
    (22, lambda e: e.builder.atomicrmw("fadd", e.p, e.u, "release", elementwise=True), "requires LLVM 23"),
    (8, lambda e: e.builder.callbr(e.asm, [], e.other), "requires LLVM 9, but the module is in the language of LLVM 8"),
    (9, lambda e: e.builder.freeze(e.x), "requires LLVM 10"),
    (21, lambda e: e.builder.ptrtoaddr(e.p, "i64"), "'ptrtoaddr' requires LLVM 22"),
    (23, lambda e: e.builder.ptrtoaddr(e.p, "i32"), "becomes an i64, the type of its address, not i32"),
    (23, lambda e: e.builder.bitextract("i32", e.x, e.x), "requires LLVM 24"),
    (23, lambda e: e.builder.bitinsert(e.x, e.x, e.x), "requires LLVM 24"),
    (24, lambda e: e.builder.bitextract("i32", 7, e.x), "bitextract: the operand must be a value, not 7"),
    (24, lambda e: e.builder.bitinsert(e.x, e.x, 7), "bitinsert: the operand must be a value, not 7"),
    (19, lambda e: e.builder.icmp("eq", e.x, e.y, samesign=True), "samesign"),
    (12, lambda e: e.builder.inline_asm("void ()", "nop", can_throw=True), "requires LLVM 13"),
    (17, lambda e: e.builder.or_(e.x, e.y, disjoint=True), "requires LLVM 18"),
    (18, lambda e: e.builder.trunc(e.x, "i8", nuw=True), "requires LLVM 19"),
    (18, lambda e: e.builder.gep("i32", e.p, [e.x], nuw=True), "requires LLVM 19"),
    (9, lambda e: e.builder.phi("float", fast_math="nnan"), "fast-math flags of phi requires LLVM 10"),
    (
        23,
        lambda e: e.builder.select(e.c, e.x, e.y, fast_math="nnan"),
        "fast-math flags are for floating-point results, not for i32",
    ),
    (23, lambda e: e.builder.switch(e.x, e.other, [(5, e.other), (5, e.third)]), "switch: there are two cases for i32 5"),
    (23, lambda e: e.builder.cleanup_pad(SimpleConstant.get(e.module.context.token, POISON)), "the parent must be a catchpad"),
    (23, lambda e: e.builder.cmpxchg(e.p, 1, 2, "seq_cst"), "one operand must be a value, which gives the type, not 1 and 2"),
    (23, lambda e: e.builder.call(shared_place(22).asm), "belongs to another module"),
    (23, lambda e: e.builder.add(e.x, 1, name="a\0b"), "a name cannot contain a NUL character"),
    (23, lambda e: e.builder.atomicrmw("add", e.p, 7, "seq_cst"), "atomicrmw: the value must have a type"),
    (23, lambda e: e.builder.add(1, 2), "one operand must be a value, which gives the type, not 1 and 2"),
    (23, lambda e: e.builder.icmp("eq", 1, 2), "one operand must be a value, which gives the type, not 1 and 2"),
    (23, lambda e: e.builder.select(True, 1, 2), "one operand must be a value, which gives the type, not 1 and 2"),
    (23, lambda e: e.builder.call(e.variadic, [1, shared_place(22).x]), "belongs to another module"),
    (
        23,
        lambda e: e.module.metadata_node("DIBasicType", nam="int"),
        "!DIBasicType has no field 'nam' in LLVM 23: it has tag, name",
    ),
    (23, lambda e: e.builder.cleanup_pad(e.null), "the parent must be a catchpad"),
    (
        23,
        lambda e: e.builder.add(e.x, e.module.value(LONG)),
        "not i32 %x and [40 x i32] [i32 7, i32 7, i32 7, i32 7, i32 7, i32 7, i32 7,...",
    ),
    (19, lambda e: e.builder.call(e.callee, [e.x], bundles={"tag": [e.module.metadata("!{}")]}), "requires LLVM 20"),
    (
        23,
        lambda e: e.builder.call(shared_place(22).p, [e.x], function_type="i32 (i32)"),
        "call: ptr %p belongs to another module",
    ),
    (23, lambda e: e.builder.call(e.no_value, name="no"), "call has no value, so it cannot have the name 'no'"),
    (23, lambda e: e.builder.cmpxchg(e.p, e.module.value("i7 1"), 2, "seq_cst"), "another power of two; i7 has 7"),
    (15, lambda e: e.builder.atomicrmw("uinc_wrap", e.p, e.x, "seq_cst"), "atomicrmw uinc_wrap requires LLVM 16"),
    (
        23,
        lambda e: e.builder.cleanup_pad(SimpleConstant.get(shared_place(22).module.context.token, NONE)),
        "the parent must be a catchpad",
    ),
    (23, lambda e: e.builder.debug_value(7, e.variable), "debug_value: the operand must be a value, not 7"),
    (23, lambda e: e.builder.debug_value(shared_place(22).x, e.variable), "belongs to another module"),
    (23, lambda e: e.builder.debug_declare(shared_place(22).p, e.variable), "belongs to another module"),
    (23, lambda e: e.module.metadata_node("DILocaton"), "LLVM 23 has no metadata node !DILocaton; did you mean 'DILocation'?"),
    (7, lambda e: e.module.metadata_node("DICommonBlock"), "LLVM 7 has no metadata node !DICommonBlock"),
    (23, lambda e: e.module.constant("i32", Numeric(1.5)), "is not a value of type i32"),
    (23, lambda e: e.module.constant("float", Array(1.5)), "is not a value of type float"),
    (23, lambda e: e.module.constant("i1", Truth()), "is not a value of type i1"),
)


@functools.cache
def shared_place(version: int) -> Place:
    """A place for calls that raise, and so leave nothing behind, or insert into a block of their own."""
    return Place(version)


@each_row(("version", "build", "message"), REFUSED)
def test_what_is_refused(version: int, build: Callable[[Place], object], message: str) -> None:
    place = shared_place(version)
    before = uses(place)
    # Compiled code refuses an argument of another type by itself.
    with pytest.raises((TypeError, ValueError), match=f"{re.escape(message)}|object expected; got"):
        build(place)
    assert uses(place) == before


def test_a_block_or_an_instruction_that_was_erased_takes_nothing() -> None:
    place = Place(23)
    gone = place.builder.fence("seq_cst")
    before = IRBuilder.before(gone)
    gone.erase()
    with pytest.raises(ValueError, match="the instruction before which the builder inserts was moved or removed"):
        before.add(place.x, place.y)
    place.builder.goto_end(place.third)
    place.third.erase()
    with pytest.raises(ValueError, match="block %third was erased or removed from its function"):
        place.builder.add(place.x, place.y)


def test_a_builder_goes_to_another_module() -> None:
    place, other = shared_place(23), Place(22)
    builder = IRBuilder(place.function.add_block())
    with builder.goto_end(other.entry):
        assert (builder.module, builder.function) == (other.module, other.function)
        builder.add(other.x, 1)
        builder.atomicrmw("add", other.p, other.x, "seq_cst")
        with pytest.raises(ValueError, match="belongs to another module"):
            builder.add(place.x, 1)
    assert (builder.module, builder.function) == (place.module, place.function)
    with builder.goto_end(place.callee.add_block()):
        assert (builder.module, builder.function) == (place.module, place.callee)
    builder.add(place.x, 1)


BUILT: Final[tuple[tuple[int, Callable[[Place], object], str], ...]] = (
    (11, lambda e: e.builder.load("i32", e.p, ordering="acquire"), "load atomic i32, i32* %p acquire, align 4"),
    (23, lambda e: e.builder.load("i32", e.p, volatile=True), "load volatile i32, ptr %p, align 4"),
    (23, lambda e: e.builder.store(e.x, e.p, volatile=True), "store volatile i32 %x, ptr %p, align 4"),
    (
        23,
        lambda e: e.builder.load("i32", e.p, ordering="unordered", sync_scope="one"),
        'load atomic i32, ptr %p syncscope("one") unordered, align 4',
    ),
    (
        23,
        lambda e: e.builder.store(e.x, e.p, ordering="release", sync_scope="one"),
        'store atomic i32 %x, ptr %p syncscope("one") release, align 4',
    ),
    (23, lambda e: e.builder.fence("seq_cst", sync_scope="one"), 'fence syncscope("one") seq_cst'),
    (
        13,
        lambda e: e.builder.cmpxchg(e.p, e.x, 1, "monotonic", "acquire"),
        "cmpxchg i32* %p, i32 %x, i32 1 monotonic acquire, align 4",
    ),
    (
        23,
        lambda e: e.builder.cmpxchg(e.p, 1, e.x, "release", weak=True, volatile=True, sync_scope="one"),
        'cmpxchg weak volatile ptr %p, i32 1, i32 %x syncscope("one") release monotonic, align 4',
    ),
    (
        23,
        lambda e: e.builder.atomicrmw("fadd", e.p, e.u, "release", elementwise=True, volatile=True, sync_scope="one"),
        'atomicrmw volatile elementwise fadd ptr %p, <4 x float> %u syncscope("one") release, align 16',
    ),
    (23, lambda e: e.builder.atomicrmw("xchg", e.p, e.x, "seq_cst"), "atomicrmw xchg ptr %p, i32 %x seq_cst, align 4"),
    (
        19,
        lambda e: e.builder.gep("i32", e.p, [e.x], inbounds=True, nusw=True, nuw=True),
        "getelementptr inbounds nuw i32, ptr %p, i32 %x",
    ),
    (19, lambda e: e.builder.gep("i32", e.p, [e.x], nusw=True), "getelementptr nusw i32, ptr %p, i32 %x"),
    (
        23,
        lambda e: e.builder.call(e.callee, [e.x], bundles={"tag": [e.module.metadata("!{}")]}),
        'call i32 @g(i32 %x) [ "tag"(metadata !0) ]',
    ),
    (23, lambda e: e.builder.alloca("i32", inalloca=True), "alloca inalloca i32, align 4"),
    (23, lambda e: e.builder.alloca("ptr", swifterror=True, address_space=3), "alloca swifterror ptr, align 8, addrspace(3)"),
    (23, lambda e: e.builder.call(e.variadic, [1, e.a, e.x]), "call void (i32, ...) @h(i32 1, float %a, i32 %x)"),
    (
        23,
        lambda e: e.builder.call(e.callee, [e.x], attributes=AttributeList(function=AttributeSet([Attribute.of_string("a")]))),
        "call i32 @g(i32 %x) #0",
    ),
    (20, lambda e: e.builder.icmp("eq", e.x, e.y, samesign=True), "icmp samesign eq i32 %x, %y"),
    (23, lambda e: e.builder.cleanup_pad(SimpleConstant.get(e.module.context.token, NONE)), "cleanuppad within none []"),
    (
        23,
        lambda e: e.builder.switch(e.x, e.other, [(5, e.other), (6, e.other)]),
        "switch i32 %x, label %other [ i32 5, label %other i32 6, label %other ]",
    ),
    (23, lambda e: e.builder.select(e.c, e.x, e.y), "select i1 %c, i32 %x, i32 %y"),
    (23, lambda e: e.builder.select(e.c, e.a, e.b), "select nnan i1 %c, float %a, float %b"),
    (9, lambda e: e.builder.phi("float"), "phi float"),
    (10, lambda e: e.builder.phi("float"), "phi nnan float"),
    (
        18,
        lambda e: IRBuilder(e.entry, fold=True).mul(e.module.value("i64 ptrtoint (ptr @g to i64)"), 3),
        "i64 mul (i64 ptrtoint (ptr @g to i64), i64 3)",
    ),
    (
        23,
        lambda e: IRBuilder(e.entry, fold=True).mul(e.module.value("i64 ptrtoint (ptr @g to i64)"), 3),
        "mul i64 ptrtoint (ptr @g to i64), 3",
    ),
    (23, lambda e: e.module.constant("float", Numeric(1.5)), "float 1.500000e+00"),
    (23, lambda e: e.module.constant("[2 x i32]", Array(1.5)), "[2 x i32] [i32 5, i32 6]"),
    (23, lambda e: e.module.constant("i1", type("bool_", (Truth,), {})()), "i1 true"),
    (23, lambda e: e.module.constant("fp128", (1 << 70) + 1), "fp128 f0x40450000000000000000040000000000"),
    (23, lambda e: e.module.constant("ppc_fp128", (1 << 70) + 1), "ppc_fp128 f0x00000000000000004450000000000000"),
    (23, lambda e: e.builder.global_string("hi").is_dso_local, "True"),
    (23, lambda e: e.builder.global_string("hi"), '@.str.1 = private unnamed_addr constant [3 x i8] c"hi\\00", align 1'),
    (
        23,
        lambda e: e.module.metadata_node("DISubroutineType", types=[None, e.module.metadata("!{}")])["types"].operands,
        "[None, <!{}>]",
    ),
)


@each_row(("version", "build", "text"), BUILT)
def test_what_is_built(version: int, build: Callable[[Place], object], text: str) -> None:
    place = shared_place(version)
    place.entry = place.function.add_block()
    place.builder = IRBuilder(place.entry)
    place.builder.fast_math = "nnan"
    shown = re.sub(r"^%\d+ = ", "", " ".join(str(build(place)).split()))
    assert re.sub(r"(?<=[!#])\d+", "0", shown) == text


@each_row("name", ["half", "bfloat", "float", "double", "x86_fp80", "fp128", "ppc_fp128"])
def test_numbers_of_constants(name: str) -> None:
    numbers = (0.0, -0.0, 1.5, -2.5, math.inf, -math.inf)
    assert [repr(float_of(name, float_bits(name, number))) for number in numbers] == [repr(number) for number in numbers]
    assert math.isnan(float_of(name, float_bits(name, math.nan)))


def test_a_number_that_no_float_of_python_holds_is_infinite() -> None:
    assert [float_of("fp128", float_bits("fp128", sign << 5000)) for sign in (1, -1)] == [math.inf, -math.inf]


# What the builder does not refuse of another module, or of what can only be called: the verifier reports it.
REPORTED: Final = (
    ("select", 0), ("bitextract", 0), ("atomicrmw", 2), ("va_arg", 1), ("landingpad", 0), ("landingpad", "catches"),
    ("landingpad", "filters"), ("catch_pad", 0), ("catch_ret", 0), ("cleanup_ret", 0), ("callbr", 0), ("memcpy", 2),
    ("memmove", 2), ("memset", 2), ("inline_asm", 0),
)  # fmt: skip


def test_no_operand_is_of_another_module_or_can_only_be_called() -> None:
    plain, other = place_for("add", VERSIONS[-1]), place_for("add", VERSIONS[-1])
    for method, call in CALLS.items():
        place, there = plain, other
        if method in OF_PADS or SINCE.get(method, 0) > VERSIONS[-1]:
            place, there = (place_for(method, max(SINCE.get(method, 0), VERSIONS[-1])) for _ in range(2))
        intrinsic = place.module.symbols.get("llvm.trap") or place.module.add_function("llvm.trap", "void ()")
        arguments, options = call(place)
        foreign = dict([*positions(call(there)[0]), *positions(call(there)[1])])
        for path, value in [*positions(arguments), *positions(options)]:
            if not isinstance(value, (Value, BasicBlock, Type)) or (method, path[0]) in REPORTED:
                continue
            with pytest.raises((TypeError, ValueError)):
                call_with(place, method, path, foreign[path])
            if isinstance(value, Value) and value.type is intrinsic.type and value is not place.callee:
                with pytest.raises(TypeError, match="can only be called"):
                    call_with(place, method, path, intrinsic)


@each_row("align", [3, -4, 1 << 33])
def test_alignments_are_powers_of_two(align: int) -> None:
    place = place_for("add", VERSIONS[-1])
    for method, option in ALIGNED:
        arguments, options = CALLS[method](place)
        with pytest.raises(ValueError, match="power of two"):
            getattr(place.builder, method)(*arguments, **{**options, option: align})


ALIGNED: Final = (
    *[(method, "align") for method in ("alloca", "alloca_at_entry", "load", "store", "cmpxchg", "atomicrmw", "memset")],
    *[(method, option) for method in ("memcpy", "memmove") for option in ("destination_align", "source_align")],
)


def call_with(place: Place, method: str, path: tuple[Any, ...], other: object) -> None:
    """Call a method with another value at that path."""
    arguments, options = CALLS[method](place)
    if path and isinstance(path[0], str):
        options = replaced(options, path, other)
    else:
        arguments = replaced(arguments, path, other)
    getattr(place.builder, method)(*arguments, **options)


def test_a_value_of_another_function_or_module_is_refused_or_reported() -> None:
    here, there = Place(23), Place(23)
    with pytest.raises((TypeError, ValueError)):
        here.builder.add(here.x, there.x)
    with pytest.raises(ValueError, match="belongs to another module"):
        here.builder.add(there.x, there.y)
    for operands in ((here.p, there.p), (there.p, here.p), (here.v, there.v)):
        with pytest.raises((TypeError, ValueError)):
            here.builder.icmp("eq", *operands)
    trap = here.module.add_function("llvm.trap", "void ()")
    for operands in ((here.p, trap), (trap, here.p)):
        with pytest.raises(TypeError, match="can only be called"):
            here.builder.icmp("eq", *operands)
    with pytest.raises(TypeError, match="can only be called"):
        here.builder.select(here.c, here.p, trap)
    with pytest.raises(ValueError, match="@g is not in this module"):
        here.builder.call(there.callee, [here.x])
    other: Function = here.module.add_function("other", "void (i32)")
    foreign = IRBuilder.at_end(other.add_block("entry"))
    with pytest.raises(ValueError, match="must be a block of @other; %other is in @f"):
        foreign.branch(here.other)
    made = foreign.add(here.x, 1)
    assert isinstance(made, Instruction)
    foreign.ret_void()
    assert "Referring to an argument in another function!" in finish(here)


@pytest.mark.parametrize(
    "method, arguments",
    [
        ("load", ("i32", "p")),
        ("store", ("x", "p")),
        ("cmpxchg", ("p", "x", "y", "seq_cst")),
        ("atomicrmw", ("add", "p", "x", "seq_cst")),
        ("call", ("callee", ["x"])),
        ("invoke", ("callee", ["x"], "other", "pad_block")),
        ("callbr", ("callee", ["x"], "other")),
        ("intrinsic", ("llvm.bswap", ["i32"], ["x"])),
    ],
)
def test_an_unknown_option_is_refused(method: str, arguments: tuple[Any, ...]) -> None:
    place = Place(23)

    def given(word: Any) -> Any:
        if isinstance(word, list):
            return [given(each) for each in word]
        return place.values.get(word) or place.__dict__.get(word, word)

    builder = IRBuilder.at_end(place.entry)
    with pytest.raises(TypeError, match="got an unexpected keyword argument 'aling'"):
        getattr(builder, method)(*map(given, arguments), aling=4)


@pytest.mark.parametrize(
    ("text", "version", "message"),
    [
        ("ptr", 14, "expected type in 'ptr': pointers of this module of LLVM 14 have types, as in 'i8*'"),
        ("ptrr", 19, "expected type in 'ptrr'"),
        ("{ i32", 19, "expected '}' at end of struct in '{ i32'"),
        ("i32 x", 19, "expected the end of the type in 'i32 x'"),
    ],
)
def test_the_text_of_a_type_that_is_wrong_is_named(text: str, version: int, message: str) -> None:
    with pytest.raises(pyllvm.PyllvmError) as caught:
        pyllvm.Module("m", llvm_version=version).type(text)
    assert str(caught.value) == message
