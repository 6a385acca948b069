"""Every list of the grammar in a long form: the time to read, verify, print and write a text grows with its length."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

import pyllvm
import pyllvm.assembly.reader
from growth import assert_linear
from pyllvm.assembly.reader.children_build import without_labels
from pyllvm.assembly.reader.parse import parse_assembly
from pyllvm.bitcode import write_bitcode

Make = Callable[[int], str]

_SUMMARY_FLAGS: Final = (
    "flags: (linkage: external, visibility: default, notEligibleToImport: 0, live: 0, dsoLocal: 0, canAutoHide: 0)"
)
_MODULE_SUMMARY: Final = '^0 = module: (path: "x", hash: (0, 0, 0, 0, 0))\n'
_FUNCTION_SUMMARY: Final = f"function: (module: ^0, {_SUMMARY_FLAGS}, insts: 1)"


def each(count: int, text: str, separator: str = "") -> str:
    """The text `count` times, with the number of each in place of `#`."""
    return separator.join([text.replace("#", str(number)) for number in range(count)])


def body(text: str, behind: str = "") -> str:
    return f"define void @f(ptr %p, i32 %x) {{\n{text}\n  ret void\n}}\n{behind}"


# For each rule that repeats: the version, and texts with very many of what it repeats.
LISTS: Final[dict[str, tuple[int, list[Make]]]] = {
    "entities": (
        22,
        [
            lambda n: 'target datalayout = "nonsense"\n' * n + 'target datalayout = "e"\n',
            lambda n: 'source_filename = "a"\ntarget triple = "a"\n' * n,
            lambda n: each(n, 'module asm "nop"\n%t# = type { i32 }\n$c# = comdat any\n@c# = global %t# undef, comdat\n'),
            lambda n: "@g = global i32 0\n" + each(n, "@a# = alias i32, ptr @g\n"),
            lambda n: each(n, "define void @f#() ~# {\n  ret void\n}\n").replace("~", "#")
            + each(n, 'attributes ~# = { "a#" }\n').replace("~", "#"),
            lambda n: each(n, "!n# = !{!0}\n") + "!0 = !{}\n",
            lambda n: "!n = !{!0}\n" * n + "!0 = !{}\n",
            lambda n: each(n, "!# = !{!0, i32 #}\n"),
            lambda n: "@g = global i32 0\n@a = global ptr @g\n@b = global ptr @g\n" + "uselistorder ptr @g, { 1, 0 }\n" * n,
            lambda n: _MODULE_SUMMARY + each(n, f"^1# = gv: (guid: 7#, summaries: ({_FUNCTION_SUMMARY}))\n"),
        ],
    ),
    "string_list": (12, [lambda n: "deplibs = [ " + each(n, '"a#"', ", ") + " ]\n"]),
    "module_asm_lines": (23, [lambda n: "module asm " + '"nop" ' * n + "\n"]),
    "module_asm_properties": (23, [lambda n: "module asm (" + each(n, 'target_cpu: "x#"', ", ") + ') "nop"\n']),
    "global_properties": (
        22,
        [
            lambda n: "@g = global i32 0" + ', section "a", align 4, no_sanitize_address' * n + "\n",
            lambda n: "@g = global i32 0" + each(n, ", !k# !0, !foo !0") + "\n!0 = !{}\n",
        ],
    ),
    "function_properties": (
        22,
        [
            lambda n: "declare void @f()" + ' nounwind align 4 "a"="b"' * n + "\n",
            lambda n: "declare void @f()" + each(n, ' "a#"') + "\n",
        ],
    ),
    "parameter_list": (22, [lambda n: "define void @f(" + each(n, 'i32 "a#" %a#', ", ") + ") {\n  ret void\n}\n"]),
    "function_body": (
        22,
        [
            lambda n: body(each(n, "  %v# = add i32 %x, #\n  add i32 %x, 1\n  br label %a#\na#:\n").rstrip("\n")),
            lambda n: "define void @f() {\na:\n" + "  br label %b\nb:\n  br label %a\na:\n" * n + "  ret void\n}\n",
            lambda n: body("  #dbg_value(i32 %x, !0, !DIExpression(), !0)\n" * n, "!0 = !{}\n"),
            lambda n: "define void @f(i32 %x) {\n  %a = add i32 %x, %x\n  ret void\n"
            + "  uselistorder i32 %x, { 1, 0 }\n" * n
            + "}\n",
        ],
    ),
    "attributes": (
        22,
        [
            lambda n: "declare void @f(" + each(n, "ptr byval([# x i8])", ", ") + ")\n",
            lambda n: "attributes #0 = { " + each(n, 'nounwind "a#"="b" ') + "}\n",
            lambda n: body("  call void @g(i32 " + each(n, '"a#" ') + "1)" + each(n, ' "b#"'), "declare void @g(i32)\n"),
        ],
    ),
    "attribute_words": (22, [lambda n: "declare void @f(ptr captures(" + each(n, "address", ", ") + "))\n"]),
    "ranges": (22, [lambda n: "declare void @f(ptr initializes(" + each(n, "(#0, #1)", ", ") + "))\n"]),
    "type_list": (22, [lambda n: "@g = external global { " + each(n, "i32", ", ") + " }\n"]),
    "target_type_parameters": (22, [lambda n: 'declare void @f(target("x", i32' + ", 3" * n + "))\n"]),
    "pointable_type": (
        14, [lambda n: "@g = external global i8" + "*" * n + "\n", lambda n: "@g = external global i8 " + "()*" * n + "\n"],
    ),
    "typed_value_list": (
        22,
        [
            lambda n: f"@g = global [{n} x i32] [" + each(n, "i32 #", ", ") + "]\n",
            lambda n: "@g = global { " + each(n, "i32", ", ") + " } { " + each(n, "i32 #", ", ") + " }\n",
            lambda n: f"@g = global <{n} x i32> <" + each(n, "i32 #", ", ") + ">\n",
        ],
    ),
    "asm_markers": (22, [lambda n: body("  call void asm " + "sideeffect " * n + '"", ""()')]),
    "gep_operands": (22, [lambda n: "@g = global ptr getelementptr (i8, ptr null" + ", i32 0" * n + ")\n"]),
    "switch_cases": (
        22,
        [
            lambda n: body(
                "  switch i32 %x, label %a0 [ " + each(n, "i32 #, label %a# ") + "]\n" + each(n, "a#:\n  ret void\n") + "b:"
            )
        ],
    ),
    "wrap_flags": (22, [lambda n: body("  %r = add " + "nuw " * n + "i32 1, 2")]),
    "uitofp_flags": (23, [lambda n: body("  %r = uitofp " + "nnan " * n + "i32 %x to float")]),
    "fast_math": (22, [lambda n: body("  %r = fadd " + "nnan " * n + "float 1.0, 2.0")]),
    "gep_flags": (22, [lambda n: body("  %r = getelementptr " + "nuw nusw " * n + "i8, ptr %p, i32 1")]),
    "alloca_flags": (22, [lambda n: body("  %r = alloca " + "inalloca " * n + "i32")]),
    "aligned_place": (22, [lambda n: body("  %r = alloca i32, align 4" + ", addrspace(0)" * n)]),
    "other_alignments": (22, [lambda n: body("  %r = load i32, ptr %p" + ", align 4" * n)]),
    "indices": (22, [lambda n: body("  %r = extractvalue { i32 } undef" + ", 0" * n)]),
    "argument_list": (
        22, [lambda n: body("  call void (...) @g(" + each(n, 'i32 "a#" 1', ", ") + ")", "declare void @g(...)\n")],
    ),
    "bundle_list": (22, [lambda n: body("  call void @g() [ " + each(n, '"x#"()', ", ") + " ]", "declare void @g()\n")]),
    "bundle_operand_list": (
        22, [lambda n: body('  call void @g() [ "x"(' + each(n, "i32 #", ", ") + ") ]", "declare void @g()\n")],
    ),
    "incoming_list": (
        22,
        [
            lambda n: "define void @f(i32 %x) {\n  switch i32 %x, label %a [ "
            + each(n - 1, "i32 #, label %a ")
            + "]\na:\n  %y = phi i32 "
            + each(n, "[ 1, %0 ]", ", ")
            + "\n  ret void\n}\n"
        ],
    ),
    "clauses": (
        22,
        [
            lambda n: "define void @f() personality ptr null {\n  invoke void @f() to label %a unwind label %b\n"
            "a:\n  ret void\nb:\n  %l = landingpad i32 " + "catch ptr null filter [0 x ptr] undef " * n + "\n  ret void\n}\n"
        ],
    ),
    "metadata_operand_list": (
        22, [lambda n: "!n = !{!0}\n!0 = !{" + each(n, '!"a#", i32 #, null, !{i32 #}', ", ") + "}\n"],
    ),
    "node_item_list": (22, [lambda n: "!n = !{!0}\n!0 = !DIExpression(" + each(n, "DW_OP_constu, #", ", ") + ")\n"]),
    "field_words": (
        22, [lambda n: '!n = !{!0}\n!0 = !DIBasicType(name: "a", flags: ' + each(n, "DIFlagBigEndian", " | ") + ")\n"],
    ),
    "attachments": (22, [lambda n: body("  call void @f(ptr null, i32 1)" + each(n, ", !k# !0, !foo !0"), "!0 = !{}\n")]),
    "attachments_bare": (22, [lambda n: "declare" + each(n, " !k# !0 !foo !0") + " void @f()\n!0 = !{}\n"]),
    "integers": (
        22,
        [
            lambda n: "@g = global i32 0\n"
            + each(n, "@a# = global ptr @g\n")
            + "uselistorder ptr @g, { "
            + ", ".join([str(n - 1 - index) for index in range(n)])
            + " }\n"
        ],
    ),
    "summary_item_list": (
        22,
        [
            lambda n: _MODULE_SUMMARY + "^1 = gv: (guid: 5, summaries: (" + each(n, _FUNCTION_SUMMARY, ", ") + "))\n",
            lambda n: _MODULE_SUMMARY
            + f"^1 = gv: (guid: 5, summaries: (function: (module: ^0, {_SUMMARY_FLAGS}, insts: 1, calls: ("
            + each(n, "(callee: ^2#)", ", ")
            + "))))\n"
            + each(n, "^2# = gv: (guid: 7#)\n"),
        ],
    ),
}  # fmt: skip


def rules_that_repeat() -> set[str]:
    """The rules of the grammar that contain themselves first: lists."""
    grammar = without_labels(Path(pyllvm.assembly.reader.__file__).with_name("llvm.lark").read_text())
    found: set[str] = set()
    for rule in re.split(r"\n(?=[a-z_]+:)", grammar):
        name, _, alternatives = rule.partition(":")
        if re.search(rf"(?:^|\|)\s*{name}\s", alternatives.replace("\\\n", " "), re.MULTILINE):
            found.add(name)
    return found


def test_every_list_of_the_grammar_has_a_long_form() -> None:
    assert rules_that_repeat() == set(LISTS)


def process(text: bytes, version: int) -> None:
    """Read a text; verify, print and write what is read. A text may be refused, in time that grows with it as well."""
    try:
        module = parse_assembly(text, llvm_version=version)
    except pyllvm.PyllvmError:
        return
    pyllvm.verify(module)
    str(module)
    write_bitcode(module)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rule", "number"), [(rule, number) for rule, (_, makes) in LISTS.items() for number in range(len(makes))]
)
def test_time_grows_with_the_length(rule: str, number: int) -> None:
    version, makes = LISTS[rule]
    assert_linear(lambda size: _work(makes[number](size).encode(), version), 500)


def _work(text: bytes, version: int) -> Callable[[], object]:
    return lambda: process(text, version)
