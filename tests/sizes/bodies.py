"""Functions that contain one thing n times, as LLVM 19's text."""

from __future__ import annotations

from typing import Final

from tests.sizes.text import function, joined


def instructions(n: int) -> str:
    return function(["  %x0 = add i32 %a, 1", *[f"  %x{at} = add i32 %x{at - 1}, {at % 100}" for at in range(1, n)]])


def unnamed_instructions(n: int) -> str:
    lines = ["  %2 = add i32 %0, 1", *[f"  %{at} = add i32 %{at - 1}, 7" for at in range(3, n + 2)]]
    return function(lines, "define void @f(i32)")


def calls(n: int) -> str:
    return "declare void @g(i32, ptr)\n" + function(["  call void @g(i32 %a, ptr null)"] * n)


def memory_accesses(n: int) -> str:
    address = "  %x{0} = getelementptr [4 x i32], ptr %p, i64 0, i64 1\n"
    line = address + "  %y{0} = load i32, ptr %x{0}, align 4\n  store i32 %y{0}, ptr %p"
    return function([line.format(at) for at in range(n)], "define void @f(ptr %p)")


def blocks(n: int) -> str:
    return function([line for at in range(n) for line in (f"  br label %b{at}", f"b{at}:")])


def diamonds(n: int) -> str:
    ways = "  br i1 %c, label %l{0}, label %r{0}\nl{0}:\n  br label %j{0}\nr{0}:\n  br label %j{0}\nj{0}:\n"
    return function([(ways + "  %p{0} = phi i32 [ 1, %l{0} ], [ %a, %r{0} ]").format(at) for at in range(n)])


def nested_loops(n: int) -> str:
    heads = [f"  br label %h{at}\nh{at}:" for at in range(n)]
    return function([*heads, *[f"  br i1 %c, label %h{at}, label %e{at}\ne{at}:" for at in reversed(range(n))]])


def phi_entries(n: int) -> str:
    ways = [f"  br i1 %c, label %b{at}, label %end\nb{at}:" for at in range(n)]
    entries = ", ".join(["[ 0, %entry ]", *[f"[ %a, %b{at} ]" for at in range(n)]])
    return function(["entry:", *ways, "  br label %end", "end:", f"  %p = phi i32 {entries}"])


def many_phis(n: int) -> str:
    return function(
        [
            "  br label %l",
            "l:",
            *[f"  %p{at} = phi i32 [ %a, %0 ], [ %p{at}, %l ]" for at in range(n)],
            "  br i1 %c, label %l, label %e",
            "e:",
        ],
        "define void @f(i32 %a, i1 %c)",
    )


def switch_cases(n: int) -> str:
    return function(["  switch i32 %a, label %end [", *[f"    i32 {at}, label %end" for at in range(n)], "  ]", "end:"])


def indirect_branches(n: int) -> str:
    ways = ", ".join([f"label %b{at}" for at in range(n)])
    ends = [f"b{at}:\n  br label %end" for at in range(n)]
    return function([f"  indirectbr ptr %a, [{ways}]", *ends, "end:"], "define void @f(ptr %a)")


def block_addresses(n: int) -> str:
    table = ", ".join([f"ptr blockaddress(@f, %b{at})" for at in range(n)])
    return f"@t = global [{n} x ptr] [{table}]\n" + blocks(n)


def forward_references(n: int) -> str:
    uses = [f"  %p{at} = phi i32 [ 0, %0 ], [ %x{n - 1 - at}, %l ]" for at in range(n)]
    values = [f"  %x{at} = add i32 %a, {at}" for at in range(n)]
    return function(["  br label %l", "l:", *uses, *values, "  br i1 %c, label %l, label %e", "e:"])


def one_value_used(n: int) -> str:
    return function(["  %x = add i32 %a, %a", *["  store i32 %x, ptr null"] * n])


def arguments(n: int) -> str:
    parameters = ", ".join([f"i32 %a{at}" for at in range(n)])
    given = ", ".join([f"i32 %a{at}" for at in range(n)])
    return f"define void @f({parameters}) {{\n  call void @f({given})\n  ret void\n}}\n"


def operand_bundles(n: int) -> str:
    bundles = ", ".join([f'"b{at % 50}"(i32 {at})' for at in range(n)])
    return "declare void @g()\n" + function([f"  call void @g() [ {bundles} ]"])


_UNWINDS: Final = """declare void @g()
declare i32 @personality(...)
define void @f() personality ptr @personality {
"""
_FUNCLETS: Final = _UNWINDS.replace("@personality", "@__CxxFrameHandler3")
_END: Final = "e:\n  ret void\n}\n"


def invokes(n: int) -> str:
    line = "  invoke void @g() to label %b{0} unwind label %u\nb{0}:"
    pad = "  br label %e\nu:\n  %p = landingpad { ptr, i32 } cleanup\n  resume { ptr, i32 } %p\n"
    return _UNWINDS + joined([line.format(at) for at in range(n)]) + pad + _END


def landing_pad_clauses(n: int) -> str:
    clauses = " ".join(["catch ptr null"] * n)
    invoke = "  invoke void @g() to label %e unwind label %u\n"
    return _UNWINDS + invoke + f"u:\n  %p = landingpad {{ ptr, i32 }} {clauses}\n  br label %e\n" + _END


def _pads_inside_one_another(n: int, last: str) -> str:
    first = "  invoke void @g() to label %e unwind label %u0\nu0:\n  %p0 = cleanuppad within none []"
    line = '  invoke void @g() [ "funclet"(token %p{1}) ] to label %e{0} unwind label %u{0}\n'
    line += "e{0}:\n  unreachable\nu{0}:\n  %p{0} = cleanuppad within %p{1} []"
    return _FUNCLETS + joined([first, *[line.format(at, at - 1) for at in range(1, n)], last]) + _END


def pads_inside_one_another(n: int) -> str:
    return _pads_inside_one_another(n, "  unreachable")


def pads_inside_one_another_that_are_left(n: int) -> str:
    """From the innermost pad, an edge leaves all of them."""
    return _pads_inside_one_another(n, f"  cleanupret from %p{n - 1} unwind to caller")


def pads_after_one_another(n: int) -> str:
    """Each pad returns to the next."""
    first = "  invoke void @g() to label %e unwind label %u0"
    line = "u{0}:\n  %p{0} = cleanuppad within none []\n  cleanupret from %p{0} unwind label %u{1}"
    last = f"u{n}:\n  %p{n} = cleanuppad within none []\n  cleanupret from %p{n} unwind to caller"
    return _FUNCLETS + joined([first, *[line.format(at, at + 1) for at in range(n)], last]) + _END


def catch_handlers(n: int) -> str:
    switch = "  invoke void @g() to label %e unwind label %u\nu:\n  %s = catchswitch within none "
    ways = ", ".join([f"label %c{at}" for at in range(n)])
    pad = "c{0}:\n  %p{0} = catchpad within %s [ptr null, i32 {0}, ptr null]\n  catchret from %p{0} to label %e"
    return _FUNCLETS + switch + f"[{ways}] unwind to caller\n" + joined([pad.format(at) for at in range(n)]) + _END
