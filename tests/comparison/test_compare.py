"""`compare`: no difference between equal modules whatever their numbers and names, and each change found, and only it."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import Final

import pytest

import pyllvm
from pyllvm import compare
from pyllvm.comparison.changes import Change, Comparison
from pyllvm.comparison.unified import unified_text
from rows import each_row

PROGRAM: Final = (Path(__file__).parents[1] / "data" / "diff" / "program.ll").read_text()
SHOWN: Final = (Path(__file__).parents[1] / "data" / "diff" / "edits.diff").read_text() + "--- "
DEBUG: Final = (Path(__file__).parents[1] / "data" / "diff" / "debug.ll").read_text()

# Each edit of the program: its name, what is replaced and by what, and the change: action, kind, name, function.
EDITS: Final[dict[str, tuple[str, str, tuple[str, str, str, str]]]] = {
    # the module
    "source file": ('"program.c"', '"other.c"', ("changed", "module", "source_filename", "")),
    "triple": ("unknown-linux", "pc-linux", ("changed", "module", "target triple", "")),
    "layout": ("-S128", "-S64", ("changed", "module", "target datalayout", "")),
    "assembly": (".globl marker", ".weak marker", ("changed", "module", "module asm", "")),
    "type": ("pair = type { i32, i64 }", "pair = type { i64, i64 }", ("changed", "type", "%struct.pair", "")),
    "comdat": ("comdat any", "comdat largest", ("changed", "comdat", "$shared", "")),
    "module flag": (
        '"PIC Level", i32 2',
        '"PIC Level", i32 1',
        ("changed", "named metadata", '!llvm.module.flags "PIC Level"', ""),
    ),
    "named metadata": ("!{!3}", "!{!3, !6}", ("changed", "named metadata", "!settings", "")),
    "node": ('"level", i32 3', '"level", i32 4', ("changed", "metadata", "!3", "")),
    # global values
    "linkage": ("@counter = global", "@counter = weak global", ("changed", "global variable", "@counter", "")),
    "initializer": ("i32 3, i32 4]", "i32 3, i32 5]", ("changed", "global variable", "@table", "")),
    "string": ("hello", "jello", ("changed", "global variable", "@.str", "")),
    "new string": (
        '@.str = private unnamed_addr constant [6 x i8] c"hello\\00", align 1\n',
        '@.str = private unnamed_addr constant [6 x i8] c"again\\00", align 1\n'
        '@.str.2 = private unnamed_addr constant [6 x i8] c"hello\\00", align 1\n',
        ("added", "global variable", "@.str.3", ""),
    ),
    "alignment of a variable": (
        "[i32 1, i32 2, i32 3, i32 4], align 16",
        "[i32 1, i32 2, i32 3, i32 4], align 8",
        ("changed", "global variable", "@table", ""),
    ),
    "thread-local mode": ("thread_local global", "thread_local(initialexec) global", ("changed", "global variable", "@flag", "")),
    "visibility": ("@hidden = hidden", "@hidden = protected", ("changed", "global variable", "@hidden", "")),
    "section": ('".data.rel"', '".data"', ("changed", "global variable", "@hidden", "")),
    "alias": ("alias i32, ptr @counter", "alias i32, ptr @table", ("changed", "alias", "@other", "")),
    "ifunc": ("@chosen = ifunc", "@chosen = weak ifunc", ("changed", "ifunc", "@chosen", "")),
    # functions
    "declaration": ("declare i32 @puts(ptr nocapture", "declare i32 @puts(ptr", ("changed", "function", "@puts", "")),
    "function attribute": ('nounwind "frame-pointer"', 'noinline nounwind "frame-pointer"', ("changed", "function", "@sum", "")),
    "attribute of a parameter": ("@sum(i32 noundef %n)", "@sum(i32 %n)", ("changed", "function", "@sum", "")),
    "calling convention": ("define void @protect", "define fastcc void @protect", ("changed", "function", "@protect", "")),
    "linkage of a function": ("define i32 @user", "define weak i32 @user", ("changed", "function", "@user", "")),
    "new function": (
        "declare void @personality(...)",
        "declare void @personality(...)\ndeclare void @more()",
        ("added", "function", "@more", ""),
    ),
    "lost body": (
        "define i32 @user(i32 %x) {\n  %y = call i32 @helper(i32 %x)\n  ret i32 %y\n}",
        "declare i32 @user(i32)",
        ("changed", "function", "@user", ""),
    ),
    # blocks
    "block order": (
        "first:\n  %a = load i32, ptr %place, align 4, !tbaa !8\n  store i32 %a, ptr @counter, align 4\n  br label %end\n\n",
        "",
        ("moved", "block", "%first", "@select"),
    ),
    "new block": ("done:\n", "unused:\n  br label %done\n\ndone:\n", ("added", "block", "%unused", "@sum")),
    # instructions
    "opcode": ("mul i32 %x, 3", "shl i32 %x, 3", ("changed", "instruction", "shl", "@helper")),
    "flag": ("add nsw i32 %total", "add i32 %total", ("changed", "instruction", "add", "@sum")),
    "fast-math flag": ("fmul fast", "fmul nnan", ("changed", "instruction", "fmul", "@select")),
    "predicate": ("icmp slt", "icmp sle", ("changed", "instruction", "icmp", "@sum")),
    "predicate of floats": ("fcmp olt", "fcmp ult", ("changed", "instruction", "fcmp", "@select")),
    "alignment": ("load i32, ptr %slot, align 4", "load i32, ptr %slot, align 2", ("changed", "instruction", "load", "@protect")),
    "volatile": ("load volatile", "load", ("changed", "instruction", "load", "@select")),
    "operand order": ("sub i32 %one, %two", "sub i32 %two, %one", ("changed", "instruction", "sub", "@protect")),
    "operand": ("store i32 2, ptr %also", "store i32 2, ptr %slot", ("changed", "instruction", "store", "@protect")),
    "constant": ("i32 %i, 1", "i32 %i, 2", ("changed", "instruction", "add", "@sum")),
    "float constant": ("2.000000e+00", "4.000000e+00", ("changed", "instruction", "fmul", "@select")),
    "index": ("i64 0, i32 1, i32 1", "i64 0, i32 1, i32 0", ("changed", "instruction", "getelementptr", "@select")),
    "ordering": ("seq_cst", "monotonic", ("changed", "instruction", "atomicrmw", "@select")),
    "operation": ("atomicrmw add", "atomicrmw xor", ("changed", "instruction", "atomicrmw", "@select")),
    "fence": ("fence acquire", "fence release", ("changed", "instruction", "fence", "@select")),
    "attribute of a call": ("#2 = { cold }", "#2 = { hot }", ("changed", "instruction", "call", "@select")),
    "callee": ("call i32 @helper", "call i32 @sum", ("changed", "instruction", "call", "@user")),
    "phi value": (
        "phi i32 [ 0, %entry ], [ %next, %loop ]",
        "phi i32 [ 1, %entry ], [ %next, %loop ]",
        ("changed", "instruction", "phi", "@sum"),
    ),
    "phi order": (
        "[ %d, %second ], [ %g, %other ]",
        "[ %g, %other ], [ %d, %second ]",
        ("changed", "instruction", "phi", "@select"),
    ),
    "switch case": ("i32 1, label %second", "i32 2, label %second", ("changed", "instruction", "switch", "@select")),
    "branch targets": (
        "label %loop, label %done\n\nloop",
        "label %done, label %loop\n\nloop",
        ("changed", "instruction", "br", "@sum"),
    ),
    "terminator": ("resume { ptr, i32 } %pad", "unreachable", ("changed", "instruction", "unreachable", "@protect")),
    "landing pad": ("cleanup", "catch ptr null", ("changed", "instruction", "landingpad", "@protect")),
    "new instruction": (
        "%y = mul i32 %x, 3",
        "%z = xor i32 %x, 7\n  %y = mul i32 %x, 3",
        ("added", "instruction", "xor", "@helper"),
    ),
    "lost instruction": ("  %f = fmul fast double %x, 2.000000e+00\n", "", ("removed", "instruction", "fmul", "@select")),
    "order of instructions": (
        "  %one = load i32, ptr %slot, align 4\n  %two = load i32, ptr %also, align 4\n",
        "  %two = load i32, ptr %also, align 4\n  %one = load i32, ptr %slot, align 4\n",
        ("moved", "instruction", "load", "@protect"),
    ),
    "attachment": (", !tbaa !8", "", ("changed", "instruction", "load", "@select")),
    "branch weights": ("i32 10, i32 1}", "i32 1, i32 10}", ("changed", "instruction", "br", "@sum")),
    "loop metadata": ("llvm.loop.mustprogress", "llvm.loop.unroll.disable", ("changed", "metadata", "!6", "")),
}

# What an edit of the blocks' order inserts elsewhere.
_MOVED_BLOCK: Final = EDITS["block order"][0]
# Nodes have other numbers when they are printed.
_NUMBERED: Final = ("metadata", "global variable")


def edited(name: str) -> str:
    old, new, _ = EDITS[name]
    assert PROGRAM.count(old) == 1, f"{old!r} is there {PROGRAM.count(old)} times"
    text = PROGRAM.replace(old, new)
    if name == "block order":
        text = text.replace("end:\n", _MOVED_BLOCK + "end:\n")
    if name == "new string":
        text = text.replace("ptr noundef @.str)", "ptr noundef @.str.2)").replace("ptr @.str,", "ptr @.str.2,")
    return text


@functools.cache
def parsed(text: str) -> pyllvm.Module:
    return pyllvm.parse_assembly(text, llvm_version=19)


def check_text(found: Comparison, name: str, is_reversed: bool) -> None:
    """The file of all edits has the output of `diff` for each. After a change, put the new text there, and read both."""
    text = unified_text(found, name, "back" if is_reversed else "there", context=1)
    assert f"{text}--- " in SHOWN, text


def compared(before: str, after: str, *, names: bool = False, ignore_debug: bool = False) -> Comparison:
    one, other = parsed(before), parsed(after)
    return compare(one, other, names=names, ignore_debug=ignore_debug)


def shown(change: Change) -> tuple[str, str, str, str]:
    return (change.action, change.kind, change.name, change.function)


@each_row("name", EDITS)
def test_a_change_is_found_and_nothing_else(name: str) -> None:
    expected = EDITS[name][2]
    for is_reversed in (False, True):
        texts = (edited(name), PROGRAM) if is_reversed else (PROGRAM, edited(name))
        comparison = compared(*texts)
        found = comparison.changes
        assert len(found) == 1, [shown(change) for change in found]
        check_text(comparison, name, is_reversed)
        change = found[0]
        assert (change.kind, change.function) == (expected[1], expected[3])
        if not is_reversed and expected[1] != "metadata" and name != "new string":
            assert shown(change) == expected
        opposite = {"added": "removed", "removed": "added"}
        assert change.action == (opposite.get(expected[0], expected[0]) if is_reversed else expected[0])


def test_every_edit_names_what_differs() -> None:
    """The details of a change name an attribute behind a number, an attachment, a flag of linkage."""
    wanted = {
        "function attribute": ("function attribute noinline", "", "noinline"),
        "attribute of a parameter": ("attribute of parameter 1 noundef", "noundef", ""),
        "attribute of a call": ("function attribute cold", "cold", ""),
        "linkage": ("linkage", "external", "weak"),
        "visibility": ("visibility", "hidden", "protected"),
        "section": ("section", ".data.rel", ".data"),
        "calling convention": ("calling convention", "ccc", "fastcc"),
        "branch weights": ("!prof", '!9 = !{!"branch_weights", i32 10, i32 1}', '!9 = !{!"branch_weights", i32 1, i32 10}'),
    }
    for name, (what, before, after) in wanted.items():
        details = {one.what: (one.before, one.after) for one in compared(PROGRAM, edited(name)).changes[0].details}
        found = details[what]
        if what == "!prof":
            found = tuple(f"!9 = {text.partition(' = ')[2]}" for text in found)
        assert found == (before, after), name


IN_COMDATS: Final = "$a = comdat any\n$b = comdat any\n@x = global i32 1, comdat($a)\n@y = global i32 1, comdat($b)\n"
# What a text has, what another one has in its place, and the details: what differs, before, after.
ASPECTS: Final[list[tuple[str, str, list[tuple[str, str, str]]]]] = [
    ("@a = global i32 1", "@a = dso_local global i32 1", [("dso_local", "", "dso_local")]),
    ("@a = global i32 1", "@a = dllexport global i32 1", [("DLL storage class", "", "dllexport")]),
    ("@a = global i32 1", "@a = unnamed_addr global i32 1", [("unnamed_addr", "", "unnamed_addr")]),
    ("@a = global i32 1", "@a = addrspace(3) global i32 1", [("address space", "0", "3")]),
    ("@a = global i32 1", '@a = global i32 1, partition "p"', [("partition", "", "p")]),
    ("@a = global i32 1", "@a = thread_local global i32 1", [("thread_local", "", "generaldynamic")]),
    ("@a = global i32 1", "@a = global i64 1", [("type", "i32", "i64")]),
    ("@a = global i32 1", "@a = global i32 2", []),
    ("@a = global i32 1", "@a = constant i32 1", [("constant", "global", "constant")]),
    ("@a = global i32 1", "@a = externally_initialized global i32 1", [("externally_initialized", "", "externally_initialized")]),
    ("@a = global i32 1", '@a = global i32 1, code_model "large"', [("code model", "", "large")]),
    ("@a = global i32 1", "@a = global i32 1, no_sanitize_address", [("sanitizer flags", "", "1")]),
    ("@a = global i32 1", "@a = external global i32", [("declaration", "", "declaration")]),
    ("@a = global i32 1", "@a = global i32 1, align 8", [("alignment", "", "8")]),
    (IN_COMDATS + "@a = global i32 1", IN_COMDATS + "@a = global i32 1, comdat", [("in a comdat", "", "yes")]),
    (
        IN_COMDATS + "@a = global i32 1",
        IN_COMDATS + "@a = global i32 1, comdat($b)",
        [("comdat", "", "$b"), ("in a comdat", "", "yes")],
    ),
    (
        "@a = global i32 1\n@b = alias i32, ptr @a",
        "@a = global i32 1\n@b = alias i32, ptr null",
        [("target", "ptr @a", "ptr null")],
    ),
    ("declare void @f()", "define void @f() { ret void }", [("declaration", "declaration", "")]),
    ("define void @f() { ret void }", 'define void @f() gc "g" { ret void }', [("gc", "", "g")]),
    ("define void @f() { ret void }", "define void @f() prefix i32 1 { ret void }", [("prefix", "", "i32 1")]),
    ("define void @f() { ret void }", "define void @f() prologue i32 1 { ret void }", [("prologue", "", "i32 1")]),
    ("define void @f() { ret void }", "define void @f() personality ptr null { ret void }", [("personality", "", "ptr null")]),
    ("define void @f() { ret void }", "define void @f() cold { ret void }", [("function attribute cold", "", "cold")]),
    ("declare ptr @f()", "declare nonnull ptr @f()", [("return attribute nonnull", "", "nonnull")]),
    ("define void @f() { ret void }", "define void @f() prefalign(8) { ret void }", [("preferred alignment", "", "8")]),
]


@each_row(("before", "after", "details"), ASPECTS)
def test_each_aspect_of_a_symbol_is_named(before: str, after: str, details: list[tuple[str, str, str]]) -> None:
    modules = [pyllvm.parse_assembly(text, llvm_version=23) for text in (before, after)]
    for one, other, is_reversed in ((0, 1, False), (1, 0, True)):
        (change,) = compare(modules[one], modules[other]).changes
        found = [(detail.what, detail.before, detail.after) for detail in change.details]
        assert found == [(what, new, old) if is_reversed else (what, old, new) for what, old, new in details]


# Edits of a program with debug information, and the changes: action, kind, name or text in it.
DEBUG_EDITS: Final[dict[str, tuple[str, str, tuple[str, str, str]]]] = {
    "name of a variable": ('"total"', '"sum"', ("changed", "metadata", '"total"')),
    "line of a variable": (
        '"more", scope: !23, file: !1, line: 8',
        '"more", scope: !23, file: !1, line: 9',
        ("changed", "metadata", "line: 8"),
    ),
    "line of a function": ("line: 5, type: !11", "line: 4, type: !11", ("changed", "metadata", "line: 5")),
    "size of a member": ("size: 32, offset: 64", "size: 32, offset: 96", ("changed", "metadata", "offset: 64")),
    "basic type": ('name: "int", size: 32', 'name: "int", size: 64', ("changed", "metadata", "size: 32")),
    "producer": ('producer: "Debian clang', 'producer: "clang', ("changed", "metadata", "DICompileUnit")),
    "file": ('filename: "debug.c"', 'filename: "other.c"', ("changed", "metadata", "DIFile")),
    "block": ("line: 7, column: 35)", "line: 7, column: 36)", ("changed", "metadata", "column: 35")),
    "inlined at": (
        "!41 = distinct !DILocation(line: 8",
        "!41 = distinct !DILocation(line: 9",
        ("changed", "metadata", "!DILocation"),
    ),
    "location": (
        "!51 = !DILocation(line: 11, column: 3",
        "!51 = !DILocation(line: 12, column: 3",
        ("changed", "instruction", "ret"),
    ),
    "other location": (
        "br i1 %2, label %12, label %3, !dbg !27",
        "br i1 %2, label %12, label %3, !dbg !28",
        ("changed", "instruction", "br"),
    ),
    "no location": ("ret i32 %13, !dbg !51", "ret i32 %13", ("changed", "instruction", "ret")),
    "record": ("    #dbg_value(ptr %10, !20, !DIExpression(), !26)\n", "", ("removed", "debug record", "#dbg_value")),
    "value of a record": ("#dbg_value(i32 %7, !35", "#dbg_value(i32 %8, !35", ("changed", "debug record", "#dbg_value")),
    "variable of a record": ("#dbg_value(i32 %9, !21", "#dbg_value(i32 %9, !22", ("changed", "debug record", "#dbg_value")),
    "expression": (
        "#dbg_value(i32 %8, !22, !DIExpression()",
        "#dbg_value(i32 %8, !22, !DIExpression(DW_OP_neg)",
        ("changed", "debug record", "#dbg_value"),
    ),
    "access tag": (
        "load i32, ptr %6, align 8, !dbg !28, !tbaa !29",
        "load i32, ptr %6, align 8, !dbg !28, !tbaa !46",
        ("changed", "instruction", "load"),
    ),
    "type of accesses": ('!{!"int", !32, i64 0}', '!{!"long", !32, i64 0}', ("changed", "metadata", "int")),
    "loop": ("!47, !27, !48, !49, !50}", "!47, !27, !48, !49}", ("changed", "instruction", "br")),
}


@each_row("name", DEBUG_EDITS)
def test_a_change_of_debug_information_is_found_and_nothing_else(name: str) -> None:
    old, new, (action, kind, text) = DEBUG_EDITS[name]
    assert DEBUG.count(old) == 1
    for is_reversed in (False, True):
        texts = [DEBUG, DEBUG.replace(old, new)]
        comparison = compared(*(texts[::-1] if is_reversed else texts))
        found = comparison.changes
        assert len(found) == 1, [shown(change) for change in found]
        check_text(comparison, name, is_reversed)
        change = found[0]
        assert change.kind == kind
        assert (change.action == action) != (is_reversed and action == "removed")
        assert text in (change.name + change.before + change.after if is_reversed else change.name + change.before)


# Two texts, of which one has a part that the other lacks, or has it elsewhere.
PARTS: Final = {
    "a triple": ("", 'target triple = "x86_64"'),
    "a type": ("%A = type { i32 }\n@a = global %A zeroinitializer", "@a = global { i32 } zeroinitializer"),
    "a renamed type": ("%A = type { i32 }\n@a = global %A zeroinitializer", "%B = type { i32 }\n@a = global %B zeroinitializer"),
    "a comdat": ("@a = global i32 1", "$c = comdat any\n@a = global i32 1, comdat($c)"),
    "named metadata": ("", "!n = !{!0}\n!0 = !{i32 1}"),
    "an alias": ("@a = global i32 1", "@a = global i32 1\n@b = alias i32, ptr @a"),
    "an ifunc": ("declare ptr @r()", "declare ptr @r()\n@i = ifunc void (), ptr @r"),
    "a declaration": ("", "declare void @f()"),
    "a function": ("", "define void @f() { ret void }"),
    "two blocks": ("define void @f() { ret void }", "define void @f() { br label %a a: fence acquire br label %b b: ret void }"),
    "renamed variables": (
        "@s = internal global i32 1\n@t = internal global i32 2\n@u = global [2 x ptr] [ptr @s, ptr @t]",
        "@s = internal global i32 3\n@r = internal global i32 2\n@u = global [2 x ptr] [ptr @s, ptr @r]",
    ),
    "moved blocks": (
        "define void @f(i1 %c) { br i1 %c, label %a, label %b a: fence acquire unreachable b: fence release ret void }",
        "define void @f(i1 %c) { br i1 %c, label %a, label %b b: fence release ret void a: fence acquire unreachable }",
    ),
    "other last instructions": (
        "define i32 @f(i32 %x) { %a = add i32 %x, 1 %b = mul i32 %a, 2 ret i32 %b }",
        "define i32 @f(i32 %x) { %c = xor i32 %x, 3 unreachable }",
    ),
    "locations": (
        "define void @f(ptr %p) { store i32 1, ptr %p, !a !0 store i32 2, ptr %p, !a !1, !b !0 ret void }\n"
        "!0 = !{i32 1}\n!1 = !{i32 2}",
        "define void @f(ptr %p) { store i32 1, ptr %p, !a !1 store i32 2, ptr %p, !b !0 ret void }\n"
        "!0 = !{i32 1}\n!1 = !{i32 2}",
    ),
    "attributes": (
        "declare void @g()\ndefine void @f() #0 { call void @g() #1 ret void }\n"
        "attributes #0 = { cold }\nattributes #1 = { nounwind }",
        "declare void @g()\ndefine void @f() #1 { call void @g() #0 ret void }\n"
        "attributes #0 = { cold }\nattributes #1 = { nounwind }",
    ),
}  # fmt: skip


@each_row("name", PARTS)
def test_parts_that_are_new_gone_or_elsewhere(name: str) -> None:
    for is_reversed in (False, True):
        check_text(compared(*(PARTS[name][::-1] if is_reversed else PARTS[name])), name, is_reversed)


def several_edits(text: str, edits: list[tuple[str, str]]) -> str:
    """A text after the edits that still find their place."""
    for old, new in edits:
        if text.count(old) == 1:
            text = text.replace(old, new)
    return text


@each_row(("first", "step"), [(0, 2), (1, 2)])
def test_several_edits_at_once(first: int, step: int) -> None:
    for text, edits in ((PROGRAM, EDITS), (DEBUG, DEBUG_EDITS)):
        other = several_edits(text, [(old, new) for old, new, _ in edits.values() if new and "@.str.2" not in new][first::step])
        for is_reversed in (False, True):
            check_text(compared(*((other, text) if is_reversed else (text, other))), f"{first} of {step}", is_reversed)


@each_row("name", [name for name in DEBUG_EDITS if name not in ("access tag", "type of accesses", "loop")])
def test_debug_information_can_be_ignored(name: str) -> None:
    old, new, _ = DEBUG_EDITS[name]
    assert not compared(DEBUG, DEBUG.replace(old, new), ignore_debug=True)


@each_row("ignore_debug", [True, False])
def test_flags_of_debug_information_can_be_ignored(ignore_debug: bool) -> None:
    flags = ['i32 1, !"wchar_size", i32 4', 'i32 2, !"Debug Info Version", i32 3', 'i32 7, !"Dwarf Version", i32 5']

    def text(rows: list[str]) -> str:
        numbers = ", ".join(f"!{number}" for number in range(len(rows)))
        return f"!llvm.module.flags = !{{{numbers}}}\n" + "".join(f"!{n} = !{{{row}}}\n" for n, row in enumerate(rows))

    found = compared(text(flags), text(flags[:1]), ignore_debug=ignore_debug).changes
    assert len(found) == (0 if ignore_debug else 2)
    found = compared(text(flags), text(flags[1:]), ignore_debug=ignore_debug).changes
    assert [one.name for one in found] == ['!llvm.module.flags "wchar_size"']


def test_no_debug_information_is_as_ignored() -> None:
    module = pyllvm.parse_assembly(DEBUG)
    pyllvm.strip_debug_info(module)
    before = pyllvm.parse_assembly(DEBUG)
    assert compare(before, module)
    assert not compare(before, module, ignore_debug=True)
    assert "!dbg" in pyllvm.to_assembly(before), "the modules themselves are not changed"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("!43 = !DILocation(line: 0, scope: !23)", "!43 = !DILocation(line: 0, scope: !24)"),
        ("!43 = !DILocation(line: 0, scope: !23)", "!43 = !DILocation(line: 0, scope: !23, inlinedAt: !41)"),
        ("column: 44, scope: !36, inlinedAt: !41)", "column: 44, scope: !36)"),
        ("!44 = !DILocation(line: 9", "!44 = distinct !DILocation(line: 9"),
        ("!44 = !DILocation(line: 9, column: 11", "!44 = !DILocation(line: 9, column: 12"),
        ("!44 = !DILocation(line: 9, column: 11", "!44 = !DILocation(line: 9, column: 11, isImplicitCode: true"),
    ],
)
def test_parts_of_locations(old: str, new: str) -> None:
    """Each is found, and locations get no lists of operands, which would take more memory than the locations do."""
    assert old in DEBUG
    modules = [pyllvm.parse_assembly(text, llvm_version=19) for text in (DEBUG, DEBUG.replace(old, new))]
    comparison = compare(*modules)
    assert comparison
    assert any(change.function == "@sum" for change in comparison.changes)
    locations = [
        instruction.debug_location
        for module in modules
        for function in module.functions
        for instruction in function.instructions
        if instruction.debug_location is not None
    ]
    assert all(location._is_packed for location in locations if not location.is_distinct)


RENAMED: Final = {
    "local values": ("%more", "%other", True),
    "blocks": ("loop", "again", True),
    "a private string": ("@.str.1", "@.text", True),
    "a type": ("%struct.pair", "%struct.pair.7", True),
    "an internal function": ("@helper", "@assistant", False),
}


@pytest.mark.parametrize("what", RENAMED)
def test_names(what: str) -> None:
    """Names of local values, blocks, private symbols and types count only if they are asked for."""
    old, new, is_hidden = RENAMED[what]
    text = (
        PROGRAM.replace(old, new).replace("again:", "again:")
        if old != "loop"
        else PROGRAM.replace("%loop", "%again2").replace("loop:", "again2:")
    )
    plain, with_names = compared(PROGRAM, text), compared(PROGRAM, text, names=True)
    assert bool(plain) is not is_hidden
    assert {change.action for change in with_names.changes} == {"renamed"}
    if what == "an internal function":
        assert [shown(change) for change in plain.changes] == [("renamed", "function", "@assistant", "")]


def test_names_of_arguments() -> None:
    texts = [f"define i32 @f(i32 %a, i32 %{name}) {{\n  ret i32 %{name}\n}}\n" for name in ("b", "c")]
    assert [shown(one) for one in compared(*texts, names=True).changes] == [("renamed", "argument", "%c", "@f")]


def test_symbols_of_the_same_name_and_another_kind() -> None:
    found = compared("@x = global i32 0\n", "define void @x() {\n  ret void\n}\n").changes
    assert [(change.action, change.kind) for change in found] == [("removed", "global variable"), ("added", "function")]


def test_unnamed_globals() -> None:
    text = "@0 = private constant i32 1\n@1 = private constant i32 2\n@a = global ptr @0\n@b = global ptr @1\n"
    other = "@0 = private constant i32 2\n@1 = private constant i32 1\n@a = global ptr @1\n@b = global ptr @0\n"
    assert not compared(text, other)
    assert [shown(one)[:3] for one in compared(text, text.replace("i32 2", "i32 3")).changes] == [
        ("changed", "global variable", "@1")
    ]


def test_equal_nodes_correspond_if_nodes_with_texts_of_their_own_name_them() -> None:
    text = '!n = !{!0, !1}\n!0 = !{!"one", !2}\n!1 = !{!"two", !3}\n!2 = distinct !{}\n!3 = distinct !{}\n'
    other = '!a = !{!4}\n!4 = !{!"new"}\n' + text.replace("{!0, !1}", "{!1, !0}")
    assert [shown(one)[:3] for one in compared(text, other).changes] == [
        ("changed", "named metadata", "!n"),
        ("added", "named metadata", "!a"),
    ]


def test_metadata_that_refers_to_another_symbol_of_the_same_name() -> None:
    text = "@s = private constant i32 1\n!named = !{!0}\n!0 = !{!1}\n!1 = !{ptr @s}\n"
    other = "@s = private constant i32 2\n@t = private constant i32 1\n" + text.partition("\n")[2]
    assert not compared(text, text.replace("@s", "@t"))
    found = compared(text, other).changes
    assert [shown(one)[:3] for one in found] == [("added", "global variable", "@s"), ("changed", "metadata", "!1")]


def test_nodes_behind_a_new_node_correspond() -> None:
    def chain(names: list[str]) -> str:
        """Nodes that refer to the next one each; named metadata has the first and the last."""
        last = len(names) - 1
        nodes = [f'!{number} = !{{!"{name}", !{min(number + 1, last)}}}\n' for number, name in enumerate(names)]
        return f"!first = !{{!0}}\n!last = !{{!{last}}}\n" + "".join(nodes)

    names = list("abcdefghi")
    found = compared(chain(names), chain([*names[:5], "new", *names[5:]])).changes
    assert [shown(one)[:3] for one in found] == [("changed", "metadata", "!4")]


def test_addresses_of_blocks() -> None:
    text = (
        "@table = constant [1 x ptr] [ptr blockaddress(@f, %two)]\n"
        "define void @f(ptr %to) {\n  indirectbr ptr %to, [label %one, label %two]\none:\n  ret void\ntwo:\n  unreachable\n}\n"
    )
    assert not compared(text, text.replace("two", "other"))
    found = compared(text, text.replace("(@f, %two)", "(@f, %one)")).changes
    assert [shown(one)[:3] for one in found] == [("changed", "global variable", "@table")]


def test_modules_of_different_versions_are_refused() -> None:
    one, other = (pyllvm.parse_assembly("define void @f() {\n  ret void\n}\n", llvm_version=version) for version in (18, 19))
    with pytest.raises(pyllvm.PyllvmError, match="the modules are of LLVM 18 and 19"):
        compare(one, other)


def test_a_split_block_is_two_blocks() -> None:
    """What stands in the second half is the same as before."""
    text = "define i32 @f(i32 %x) {\n  %a = add i32 %x, 1\n  %b = mul i32 %a, %a\n  ret i32 %b\n}\n"
    split = text.replace("  %b =", "  br label %rest\nrest:\n  %b =")
    assert [shown(one) for one in compared(text, split).changes] == [
        ("added", "block", "%rest", "@f"),
        ("added", "instruction", "br", "@f"),
    ]


@each_row(
    ("kind", "line"),
    [
        ("global variable", "@v = global i32 0, align 4"),
        ("alias", "@v = alias i32, ptr @used"),
        ("ifunc", "@v = ifunc i32 (), ptr @resolver"),
        ("function", "declare void @v()"),
    ],
)
def test_the_text_of_a_symbol_that_is_new_or_gone(kind: str, line: str) -> None:
    text = "@used = global i32 1, align 4\ndeclare ptr @resolver()\n"
    for before, after, action in ((text, text + line, "added"), (text + line, text, "removed")):
        (change,) = compared(before, after).changes
        assert (change.action, change.kind, change.name) == (action, kind, "@v")
        assert (change.before or change.after).strip() == line


def test_attachments_of_a_variable() -> None:
    text = "@v = global i32 0, !note !0\n!0 = !{i32 1}\n!1 = !{i32 2}\n!kept = !{!0, !1}\n"
    (change,) = compared(text, text.replace("!note !0", "!note !1")).changes
    assert (shown(change), [one.what for one in change.details]) == (("changed", "global variable", "@v", ""), ["!note"])


HEAD = "define i32 @f(i32 %x, i1 %c) {\nentry:\n"


@pytest.mark.parametrize("lost", ["", "  %z = xor i32 %x, 7\n"])
def test_joined_blocks_are_one_block_and_the_other_label_is_removed(lost: str) -> None:
    text = HEAD + f"  %a = add i32 %x, 1\n  br label %n\nn:\n{lost}  %b = mul i32 %a, 2\n  ret i32 %b\n}}\n"
    (section,) = compared(text, text.replace(f"  br label %n\nn:\n{lost}", "")).sections
    rows = [(row.action, (row.before or "").split(";")[0].rstrip()) for row in section.rows if row.action != "equal"]
    assert rows == [("removed", line) for line in ["  br label %n", "n:", *lost.splitlines()]]


def test_the_first_blocks_correspond_whatever_is_in_them() -> None:
    text = HEAD + "  %a = add i32 %x, 1\n  ret i32 %a\n}\n"
    found = compared(text, text.replace(HEAD, HEAD + "  br i1 %c, label %n, label %n\nn:\n")).changes
    assert [shown(one) for one in found] == [("added", "block", "%n", "@f"), ("added", "instruction", "br", "@f")]


def test_blocks_that_share_most_of_their_instructions_correspond_in_another_order() -> None:
    blocks = [
        "a:\n  %a1 = add i32 %x, 1\n  %a2 = mul i32 %a1, 3\n  %a3 = xor i32 %a2, 5\n  %a4 = sub i32 %a3, 9\n  ret i32 %a4\n",
        "b:\n  %b1 = shl i32 %x, 1\n  %b2 = udiv i32 %b1, 3\n  %b3 = or i32 %b2, 5\n  %b4 = urem i32 %b3, 9\n  ret i32 %b4\n",
    ]
    text = HEAD + "  br i1 %c, label %a, label %b\n"
    before = text + "".join(blocks) + "}\n"
    after = text + "".join(reversed(blocks)) + "}\n"
    changed = [shown(one)[:3] for one in compared(before, after.replace("mul", "and").replace("udiv", "sdiv")).changes]
    assert changed == [("moved", "block", "%b"), ("changed", "instruction", "sdiv"), ("changed", "instruction", "and")]
    words = {"mul": "and", "udiv": "sdiv", "xor": "lshr", " or": " ashr", "sub": "srem", "urem": "sub", "shl": "urem"}
    words["add"] = "add nsw"
    for word, other in words.items():
        after = after.replace(word, other)
    assert ("moved", "block") not in [shown(one)[:2] for one in compared(before, after).changes]


def test_large_functions_take_no_quadratic_time() -> None:
    """Instructions in one block, of which few or none are the same, and which repeat."""
    lines = [f"  store volatile i32 {number % 7}, ptr %p" for number in range(1500)]
    text = "define void @f(ptr %p) {\n" + "\n".join(lines) + "\n  ret void\n}\n"
    shuffled = "define void @f(ptr %p) {\n" + "\n".join(reversed(lines)) + "\n  ret void\n}\n"
    changes = compared(text, shuffled).changes
    assert len(changes) > 750
    other = text.replace("store volatile", "store")
    assert len(compared(text, other).changes) == 1500


def test_blocks_without_instructions() -> None:
    """A program can compare modules that it has not finished."""
    modules = [pyllvm.parse_assembly(PROGRAM, llvm_version=19) for _ in range(2)]
    for module, name in zip(modules, ("one", "other"), strict=True):
        function = module.function("sum")
        function.add_block(name)
    assert not compare(*modules)
    modules[1].function("user").add_block("more")
    assert [shown(one) for one in compare(*modules).changes] == [("added", "block", "%more", "@user")]


def test_equal_blocks_more_often() -> None:
    """Of several equal blocks, one is new."""
    text = "define void @f(i32 %x) {\n  switch i32 %x, label %a [\n    i32 1, label %b\n    i32 2, label %c\n  ]\n"
    blocks = "".join(f"{name}:\n  fence acquire\n  ret void\n" for name in "abc")
    more = text.replace("  ]\n", "    i32 3, label %d\n  ]\n") + blocks + "d:\n  fence acquire\n  ret void\n}\n"
    found = compared(text + blocks + "}\n", more).changes
    assert sorted(shown(one) for one in found) == [("added", "block", "%d", "@f"), ("changed", "instruction", "switch", "@f")]


def test_equal_blocks_in_the_same_order() -> None:
    """Of many blocks that differ only in their targets, one is new: the others stay where they are."""
    blocks = [f"b{number}:\n  br label %b{number * 7 % 50}\n" for number in range(1, 50)]
    blocks[20:20] = blocks[30:30] = ["  fence acquire\n"]
    text = "define void @f() {\n  br label %b1\n" + "b0:\n  ret void\n" + "".join(blocks[:20])
    rest = "".join(blocks[21:30] + blocks[31:]) + "}\n"
    found = compared(text + rest, text + "new:\n  br label %b9\n" + rest).changes
    assert [shown(one) for one in found] == [("added", "block", "%new", "@f")]


def test_one_of_many_equal_instructions() -> None:
    lines = [f"  %v{number} = load volatile i8, ptr @x\n" for number in range(30)]
    lines += [f"  store volatile i8 %v{number}, ptr @x\n" for number in range(30)]
    text = "@x = global i8 0\ndefine void @f() {\n" + "".join(lines) + "  ret void\n}\n"
    found = compared(text, text.replace("%v17 = load volatile i8, ptr @x", "%v17 = load volatile i8, ptr @x, align 8")).changes
    assert [shown(one) for one in found] == [("changed", "instruction", "load", "@f")]


def test_arguments_of_metadata_are_explained() -> None:
    """The two lines are the same text: only the nodes differ."""
    text = """
declare i64 @llvm.read_register.i64(metadata)
define i64 @f(i64 %a) {
  %x = call i64 @llvm.read_register.i64(metadata !0)
  ret i64 %x
}
!0 = !{!"rsp"}
"""
    (change,) = compared(text, text.replace("rsp", "rbp")).changes
    assert change.before == change.after
    assert [(one.what, one.before, one.after) for one in change.details] == [("argument 1", '!0 = !{!"rsp"}', '!0 = !{!"rbp"}')]


def _loop(name: str, attachment: str = "", more: str = "") -> str:
    return f"""define void @{name}(i1 %c) {{
  br label %l
l:
  {more}br i1 %c, label %l, label %m{attachment}
m:
  br i1 %c, label %m, label %x, !llvm.loop !{ord(name)}
x:
  ret void
}}
"""


def test_equal_distinct_nodes_correspond_by_the_functions_that_use_them() -> None:
    nodes = "".join(f"!{number} = distinct !{{!{number}}}\n" for number in (1, 2, 3, *map(ord, "abc")))
    a, b, c = _loop("a", ", !llvm.loop !1"), _loop("b", ", !llvm.loop !2", "call void @a(i1 %c)\n  "), _loop("c")
    before = a + b + nodes
    assert not compared(before, b + a + nodes)
    assert [shown(change)[:3] for change in compared(before, c + before).changes] == [("added", "function", "@c")]
    without = before.replace(", !llvm.loop !1", "")
    assert [(change.function, change.before.strip()[:2]) for change in compared(before, without).changes] == [("@a", "br")]


def test_of_equal_calls_the_one_of_another_place_is_gone() -> None:
    calls = [f"  call void @g(), !dbg !{number}\n" for number in (4, 5, 6)]
    nodes = "".join(f"!{number} = !DILocation(line: {number}, scope: !3)\n" for number in (4, 5, 6))
    nodes += """!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!7}
!7 = !{i32 2, !"Debug Info Version", i32 3}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "f.c", directory: "/")
!2 = !DISubroutineType(types: !{null})
!3 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 1, type: !2, unit: !0, spFlags: DISPFlagDefinition)
"""
    text = "declare void @g()\ndefine void @f() !dbg !3 {\n%s  ret void\n}\n" + nodes
    found = compared(text % "".join(calls), text % "".join(calls[1:])).changes
    assert [change.action for change in found] == ["removed"]


LOOPS = """\
define void @{0}(i1 %c) {{
start:
  br label %one
one:
  br i1 %c, label %one, label %two, !llvm.loop !{1}
two:
  br i1 %c, label %two, label %three, !llvm.loop !{2}
three:
  br i1 %c, label %three, label %end, !llvm.loop !{3}
end:
  ret void
}}
"""


def test_equal_loops_are_found_again() -> None:
    nodes = "".join([f"!{number} = distinct !{{!{number}, !9}}\n" for number in range(9)])
    nodes += '!9 = !{!"llvm.loop.mustprogress"}\n'
    first, second, third = (LOOPS.format(name, *range(3 * at, 3 * at + 3)) for at, name in enumerate("fgh"))
    text = first + second + third + nodes
    assert not compared(text, third + first + second + nodes).changes
    for new in (first + third + nodes, "define void @before() {\n  ret void\n}\n" + text):
        assert [change.kind for change in compared(text, new).changes] == ["function"]
    for number in range(9):
        (change,) = compared(text, text.replace(f", !llvm.loop !{number}\n", "\n")).changes
        assert shown(change)[:2] == ("changed", "instruction")
