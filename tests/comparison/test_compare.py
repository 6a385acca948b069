"""`compare`: no difference between equal modules whatever their numbers and names, and each change found, and only it."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

import pyllvm
from pyllvm.comparison.changes import Change, Comparison
from pyllvm.comparison.compare import compare

PROGRAM: Final = (Path(__file__).parents[1] / "data" / "diff" / "program.ll").read_text()
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


def compared(before: str, after: str, *, names: bool = False, ignore_debug: bool = False) -> Comparison:
    one, other = (pyllvm.parse_assembly(text, llvm_version=19) for text in (before, after))
    return compare(one, other, names=names, ignore_debug=ignore_debug)


def shown(change: Change) -> tuple[str, str, str, str]:
    return (change.action, change.kind, change.name, change.function)


@pytest.mark.parametrize("name", EDITS)
def test_a_change_is_found_and_nothing_else(name: str) -> None:
    expected = EDITS[name][2]
    for is_reversed in (False, True):
        texts = (edited(name), PROGRAM) if is_reversed else (PROGRAM, edited(name))
        found = compared(*texts).changes
        assert len(found) == 1, [shown(change) for change in found]
        change = found[0]
        assert (change.kind, change.function) == (expected[1], expected[3])
        if not is_reversed and expected[1] != "metadata" and name != "new string":
            assert shown(change) == expected
        opposite = {"added": "removed", "removed": "added"}
        assert change.action == (opposite.get(expected[0], expected[0]) if is_reversed else expected[0])
