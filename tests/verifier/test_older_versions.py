"""What LLVM 7 to 13 accept, refuse and report otherwise than later versions: each as the LLVM of that version does it."""

from __future__ import annotations

import pytest

from pyllvm.assembly import parse_assembly
from pyllvm.diagnostics import PyllvmError
from pyllvm.ir.attributes import Attribute, AttributeList, AttributeSet
from pyllvm.verifier import verify
from rows import each_row


def message(text: str, version: int) -> str:
    """The first thing that is wrong with a module in that version; nothing where all is well."""
    try:
        module = parse_assembly(text.encode(), llvm_version=version)
    except PyllvmError as error:
        return str(error).splitlines()[0]
    failures = verify(module)
    return failures[0].message if failures else ""


def body(*lines: str) -> str:
    """A function with these lines in it."""
    return "define void @f(i32* %p, i1 %c) {\n" + "".join([f"  {line}\n" for line in lines]) + "}\n"


def branch(profile: str) -> str:
    """A conditional branch with a profile."""
    branches = "  br i1 %c, label %a, label %b, !prof !0\na:\n  ret void\nb:\n  ret void\n}\n"
    return f"define void @f(i1 %c) {{\n{branches}!0 = !{{{profile}}}\n"


ALLOCA = 'target datalayout = "A5"\n' + body("%x = alloca i32", "ret void")
INVARIANT = "declare i32 @g()\n" + body("%x = call i32 @g(), !invariant.group !0", "ret void") + "!0 = !{}\n"
MUST_TAIL = "cannot guarantee tail call due to mismatched ABI impacting function attributes"
BYTES = "number of bits must be a byte width multiple"
UNSIZED = "%o = type opaque\ndeclare void @f(%o* inalloca)"
PASSING = "declare void @f(i32* inreg nest)"
POINTERS = "nest noalias nocapture nonnull readnone readonly"
DEREFERENCEABLE = "dereferenceable(1) dereferenceable_or_null(1)"


@each_row(
    ("text", "messages"),
    [
        # an ordering of a failure that is stronger than that of the success
        (
            body("%x = cmpxchg i32* %p, i32 0, i32 1 monotonic seq_cst", "ret void"),
            {8: "cmpxchg failure argument shall be no stronger than the success argument", 13: ""},
        ),
        (body("%x = cmpxchg i32* %p, i32 0, i32 1 release acquire", "ret void"), {8: "", 13: ""}),
        (
            body("%x = cmpxchg i32* %p, i32 0, i32 1 unordered monotonic", "ret void"),
            {8: "cmpxchg cannot be unordered", 13: "invalid cmpxchg success ordering"},
        ),
        (
            "$a = comdat any\n@a = private global i32 0, comdat",
            {7: "comdat global value has private linkage", 9: "comdat global value has private linkage", 10: "", 14: ""},
        ),
        (
            "define void @f(i8* align 8 %p) {\n  musttail call void @f(i8* %p)\n  ret void\n}\n",
            {7: MUST_TAIL, 10: MUST_TAIL, 11: "", 14: ""},
        ),
        (
            "define i8* @f(i8* returned %p) {\n  %q = musttail call i8* @f(i8* %p)\n  ret i8* %q\n}\n",
            {7: MUST_TAIL, 10: MUST_TAIL, 11: "", 14: ""},
        ),
        (ALLOCA, {8: "Allocation instruction pointer not in the stack address space!", 13: ""}),
        ('target datalayout = "p:33:32"', {8: BYTES, 13: BYTES, 14: ""}),
        ('target datalayout = "p:64:32:64:33"', {8: BYTES, 13: BYTES, 14: ""}),
        ("declare void @f(i32 align 8)", {11: "", 13: "Attribute 'align 8' applied to incompatible type!"}),
        (INVARIANT, {8: "", 13: "", 14: "invariant.group metadata is only for loads and stores"}),
        (branch('!"branch_weights", i32 1'), {9: "", 10: "Wrong number of operands"}),
        (branch('!"branch_weights"'), {9: "", 10: "!prof annotations should have no less than 2 operands"}),
        ("@r = global i32 0\n@i = ifunc i32, i32* @r", {8: "explicit pointee type should be a function type"}),
        (
            body("%x = atomicrmw xchg float* null, float 1.0 monotonic", "ret void"),
            {7: "atomicrmw operand must be an integer", 8: "atomicrmw xchg operand must be an integer", 9: ""},
        ),
        (
            body("%x = bitcast void ()* @llvm.trap to i8*", "ret void") + "declare void @llvm.trap()\n",
            {
                7: "Cannot invoke an intrinsic other than donothing, patchpoint, statepoint, coro_resume or coro_destroy",
                8: "Cannot take the address of an intrinsic!",
            },
        ),
        (
            "define token @f() {\n  ret token none\n}",
            {11: "Functions returns a token but isn't an intrinsic", 13: "Function returns a token but isn't an intrinsic"},
        ),
        # attributes of the wrong types, and in the wrong places
        (
            "declare void @f(i32 nonnull)",
            {
                8: f"Wrong types for attribute: byval inalloca {POINTERS} sret {DEREFERENCEABLE}",
                10: f"Wrong types for attribute: inalloca {POINTERS} sret byval {DEREFERENCEABLE}",
                11: f"Wrong types for attribute: inalloca {POINTERS} sret byval(i32) preallocated(i32) {DEREFERENCEABLE}",
                13: "Attribute 'nonnull' applied to incompatible type!",
            },
        ),
        ("declare void @f(i32* zeroext)", {8: "Wrong types for attribute: signext zeroext"}),
        ("declare void @f(i32 swifterror)", {8: "Attribute 'swifterror' only applies to parameters with pointer type!"}),
        ("declare void @f(i32 naked)", {8: "invalid use of function-only attribute"}),
        ("declare void @f(i32 cold)", {8: "expected ')' at end of argument list"}),
        (body("call void @f(i32* cold %p, i1 %c)", "ret void"), {8: "expected value token"}),
        ("declare cold void @f()", {8: "invalid use of function-only attribute"}),
        ("declare speculatable void @f()", {8: "expected type"}),
        ("declare nest i32* @f()", {8: "invalid use of parameter-only attribute"}),
        ("declare readonly i32* @f()", {8: "invalid use of attribute on return type"}),
        ("declare void @f() nest", {8: "invalid use of parameter-only attribute on a function"}),
        (
            "declare void @f() inreg",
            {8: "invalid use of attribute on a function", 13: "this attribute does not apply to functions"},
        ),
        (
            "declare void @f() #0\nattributes #0 = { nounwind inreg }",
            {8: "", 13: "this attribute does not apply to functions"},
        ),
        ("declare void @f() #0\nattributes #0 = { inreg }", {8: "attribute group has no attributes"}),
        (
            PASSING,
            {
                8: "Attributes 'byval', 'inalloca', 'inreg', 'nest', and 'sret' are incompatible!",
                11: "Attributes 'byval', 'inalloca', 'preallocated', 'inreg', 'nest', and 'sret' are incompatible!",
                13: "Attributes 'byval', 'inalloca', 'preallocated', 'inreg', 'nest', 'byref', and 'sret' are incompatible!",
            },
        ),
        (
            UNSIZED,
            {
                8: "Attributes 'byval' and 'inalloca' do not support unsized types!",
                11: "Attributes 'byval', 'inalloca', and 'preallocated' do not support unsized types!",
            },
        ),
        ("declare void @f(i32* byval(i8))", {9: "Attribute 'byval' type does not match parameter!"}),
        ('declare void @f() "frame-pointer"="x"', {9: "", 10: "invalid value for 'frame-pointer' attribute: x"}),
        (
            body("call void @f(i32* %p, i1 %c) align 8", "ret void"),
            {8: "call instructions may not have an alignment", 14: "call instructions may not have an alignment"},
        ),
        # text
        ("!0 = !DISubrange(lowerBound: 1)", {10: "missing required field 'count'", 11: ""}),
        ('!"name" = !{}', {8: "expected integer", 19: "expected integer"}),
        ("declare void* @f()", {8: "pointers to void are invalid - use i8* instead"}),
        ("declare void @f(void* %x)", {8: "pointers to void are invalid - use i8* instead"}),
        (body("call void @f(i32* %p, i1 %c) [ (i32 1) ]", "ret void"), {8: "expected string constant"}),
        (body("call void @f(i32* %p, i1 %c) []", "ret void"), {8: "operand bundle set must not be empty"}),
    ],
)
def test_by_version(text: str, messages: dict[int, str]) -> None:
    for version, expected in messages.items():
        found = message(text, version)
        assert found.endswith(expected) if expected else not found, (version, found)


@pytest.mark.parametrize("version", [8, 14])
@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (["%x = load i32, i32* %p", "uselistorder i32* %p, { 1, 0 }", "ret void"], "expected instruction opcode"),
        (["uselistorder i32* %p, { 1, 0 }"], "function body requires at least one basic block"),
        (["ret void", "uselistorder i32* %p, { }"], "expected non-empty list of uselistorder indexes"),
        (["ret void", "uselistorder i32* %p, { x }"], "expected integer"),
    ],
)
def test_places_and_lists_of_use_list_orders(lines: list[str], expected: str, version: int) -> None:
    assert message(body(*lines), version).endswith(expected)


def attribute_messages(word: str, place: str, version: int) -> list[str]:
    """What is wrong with an attribute at a place of a function where text cannot have it."""
    module = parse_assembly(b"define i8* @f(i8* %p) {\n  ret i8* %p\n}\n", llvm_version=version)
    function = module["f"]
    one, none = AttributeSet([Attribute.of(word)]), AttributeSet()
    function.attributes = AttributeList(
        one if place == "function" else none, one if place == "returned" else none, {0: one} if place == "parameter" else {}
    )
    return [failure.message for failure in verify(module)]


RETURNED_7 = "Attributes 'byval', 'inalloca', 'nest', 'sret', 'nocapture', 'returned', 'swiftself', and 'swifterror'"
RETURNED_10 = "Attributes 'byval', 'inalloca', 'nest', 'sret', 'nocapture', 'nofree''returned', 'swiftself', and 'swifterror'"
RETURNED_11 = RETURNED_10.replace("'inalloca'", "'inalloca', 'preallocated'").replace("'nofree''", "'nofree', '")


@pytest.mark.parametrize(
    ("word", "place", "version", "message"),
    [
        ("cold", "parameter", 7, "Attribute 'cold' only applies to functions!"),
        ("cold", "returned", 11, "Attribute 'cold' only applies to functions!"),
        ("cold", "parameter", 13, "Attribute 'cold' does not apply to parameters"),
        ("nest", "function", 11, "Attribute 'nest' does not apply to functions!"),
        ("nest", "returned", 7, f"{RETURNED_7} do not apply to return values!"),
        ("nest", "returned", 10, f"{RETURNED_10} do not apply to return values!"),
        ("nest", "returned", 11, f"{RETURNED_11} do not apply to return values!"),
        ("readonly", "returned", 11, "Attribute 'readonly' does not apply to function returns"),
        ("nofree", "returned", 9, "Attribute 'nofree' only applies to functions!"),
    ],
)
def test_attributes_at_other_places_are_refused_in_the_words_of_the_version(
    word: str, place: str, version: int, message: str
) -> None:
    # As the LLVM of that version reports it, but for bitcode: its text cannot have these.
    assert attribute_messages(word, place, version) == [message]
    assert attribute_messages("nonnull", "returned", version) == []


@pytest.mark.parametrize("version", [16, 17, 18, 19, 22])
def test_thread_local_addresses_are_checked_since_19(version: int) -> None:
    """The libraries of LLVM 17 and 18 accept any argument, such as clang's casts of variables for AMDGPU."""
    text = (
        "@tl = internal thread_local addrspace(1) global i32 0\n"
        "declare ptr @llvm.threadlocal.address.p0(ptr)\n"
        "define ptr @f() {\n"
        "  %a = call ptr @llvm.threadlocal.address.p0(ptr addrspacecast (ptr addrspace(1) @tl to ptr))\n"
        "  ret ptr %a\n}\n"
    )
    expected = "" if version < 19 else "llvm.threadlocal.address first argument must be a GlobalValue"
    assert message(text, version) == expected


RESULT, PASSED = (f"Incorrect alignment of {what} to called function!" for what in ("return type", "argument passed"))


@each_row(
    ("length", "function", "version", "messages"),
    [
        (2048, "@g", 15, []),
        (4096, "@g", 15, [RESULT, PASSED]),
        (4096, "@llvm.ctpop.v4096i64", 15, [RESULT, PASSED]),
        (4096, "@g", 16, [RESULT, PASSED]),
        (4096, "@llvm.ctpop.v4096i64", 16, []),
    ],
)
def test_vectors_that_calls_cannot_align(length: int, function: str, version: int, messages: list[str]) -> None:
    vector = f"<{length} x i64>"
    call = f"  %r = call {vector} {function}({vector} zeroinitializer)\n"
    text = f"declare {vector} {function}({vector})\ndefine void @f() {{\n{call}  ret void\n}}\n"
    assert [failure.message for failure in verify(parse_assembly(text.encode(), llvm_version=version))] == messages
