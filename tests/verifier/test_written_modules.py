"""Faults that no text can have, because LLVM's parser refuses it, but that bitcode can: an edit makes them, and they are written.

What opt alone checks, which gives types with an identifier one node, is here as well. `written/name.N.txt` holds what LLVM N
prints for the bitcode. If that LLVM is installed, the file is compared with its opt.
"""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from pyllvm.assembly import parse_assembly
from pyllvm.bitcode.reader.read import read_bitcode
from pyllvm.bitcode.writer.module import write_bitcode
from pyllvm.findings.failure_text import failures_text
from pyllvm.ir.attributes import Attribute, AttributeList, AttributeSet
from pyllvm.ir.function import Instruction
from pyllvm.ir.instructions import AtomicRMWInst, GetElementPtrInst
from pyllvm.ir.metadata import MDNode
from pyllvm.ir.module import Module
from pyllvm.ir.types import Context
from pyllvm.ir.value import User
from pyllvm.verifier import verify
from rows import each_row

WRITTEN = Path(__file__).with_name("written")
# The LLVM versions in which opaque pointers are an option.
OPAQUE_ON_REQUEST = 14
DEBUG_INFO = """
!llvm.module.flags = !{!0}
!llvm.dbg.cu = !{!2}
!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = !DIFile(filename: "a", directory: "b")
!2 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, emissionKind: FullDebug)
!3 = distinct !DISubprogram(name: "f", file: !1, unit: !2, spFlags: DISPFlagDefinition, type: !4)
!4 = !DISubroutineType(types: !5)
!5 = !{}
"""


class Fault(NamedTuple):
    """A text, and an edit after which the module breaks a rule."""

    versions: tuple[int, ...]
    text: str
    edit: Callable[[Module], None]


def on_function(module: Module) -> None:
    module.functions[0].attributes = AttributeList(AttributeSet([Attribute.of("zeroext")]))


def on_result(module: Module) -> None:
    module.functions[0].attributes = AttributeList().with_returned(AttributeSet([Attribute.of("noreturn")]))


def on_parameter(module: Module) -> None:
    module.functions[0].attributes = AttributeList().with_parameter(0, AttributeSet([Attribute.of("noreturn")]))


def step_in_scalable_struct(module: Module) -> None:
    step = module.functions[0].blocks[0].instructions[0]
    assert isinstance(step, GetElementPtrInst)
    step.source_element_type = module.type("%s")


def strongest_ordering(module: Module) -> None:
    exchange = module.functions[0].blocks[0].instructions[0]
    assert isinstance(exchange, AtomicRMWInst)
    exchange.ordering = "seq_cst"


def scalar_operand(module: Module) -> None:
    function = module.functions[0]
    function.blocks[0].instructions[0].put_operand(1, function.arguments[1])


def marked(module: Module) -> MDNode:
    """The node that the module's `!marked` names."""
    named = module.named_metadata_of("marked")
    assert named is not None
    return named.operands[0]


def unknown_kind(module: Module) -> None:
    set_field(marked(module), "kind", 7)


def no_type(module: Module) -> None:
    set_field(marked(module), "type", None)


def set_field(node: MDNode, name: str, value: object) -> None:
    """Put a value into a field, past all checks."""
    node.operands[[field.name for field in node.spec.fields].index(name)] = value


def nothing(module: Module) -> None:
    pass


def no_location(module: Module) -> None:
    records = module.functions[0].blocks[0].instructions[0].debug_records
    assert records
    records[0].debug_location = marked(module)


DECLARATION = "declare i32 @f(i32)\n"
ELEMENT_WISE = """
define void @f(ptr %p, float %x) {
  %a = atomicrmw elementwise fadd ptr %p, <2 x float> zeroinitializer monotonic
  ret void
}
"""
FAULTS: dict[str, Fault] = {
    "attribute_of_function": Fault((14, 19, 22, 23), DECLARATION, on_function),
    "attribute_of_result": Fault((14, 19, 22, 23), DECLARATION, on_result),
    "attribute_of_parameter": Fault((14, 19, 22, 23), DECLARATION, on_parameter),
    "step_in_scalable_struct": Fault(
        (19, 22, 23),
        """
%s = type { <vscale x 4 x i32>, <vscale x 4 x i32> }
define void @f(ptr %p) {
  %x = getelementptr i32, ptr %p, i32 1
  %y = alloca %s
  ret void
}
""",
        step_in_scalable_struct,
    ),
    "ordering_of_elements": Fault((23,), ELEMENT_WISE, strongest_ordering),
    "scalar_by_elements": Fault((23,), ELEMENT_WISE, scalar_operand),
    "kind_of_fixed_point": Fault(
        (22, 23),
        DEBUG_INFO
        + """
!marked = !{!6}
!6 = !DIFixedPointType(name: "f", size: 32, encoding: DW_ATE_signed_fixed, kind: Binary, factor: 3)
""",
        unknown_kind,
    ),
    "function_without_type": Fault(
        (23,),
        DEBUG_INFO + '!marked = !{!6}\n!6 = !DISubprogram(name: "g", file: !1, type: !4, spFlags: 0)\n',
        no_type,
    ),
    "definition_in_shared_type": Fault(
        (19, 22, 23),
        DEBUG_INFO
        + """
!marked = !{!6}
!6 = distinct !DISubprogram(name: "g", scope: !7, file: !1, unit: !2, spFlags: DISPFlagDefinition, type: !4)
!7 = !DICompositeType(tag: DW_TAG_structure_type, name: "x", identifier: "id", file: !1, line: 1)
""",
        nothing,
    ),
    "record_without_location": Fault(
        (23,),
        DEBUG_INFO
        + """
define void @f(ptr %p) !dbg !3 {
    #dbg_value(ptr %p, !6, !DIExpression(), !8)
  ret void
}
!marked = !{!5}
!6 = !DILocalVariable(name: "x", scope: !3, type: !7)
!7 = !DIBasicType(name: "i", size: 32)
!8 = !DILocation(line: 1, scope: !3)
""",
        no_location,
    ),
}
SIGNED = "@a = global i32 1\n@b = global ptr ptrauth (ptr @a, i32 1, i64 3, ptr @a)\n"
PADS = """
declare i32 @p(...)
declare void @g()
define void @f(i32 %v, [1 x ptr] %a) personality ptr @p {
  invoke void @g() to label %ok unwind label %pad
ok:
  ret void
pad:
  %q = landingpad i32 WORDS
  ret void
}
"""


def instruction(module: Module, block: int = 0) -> Instruction:
    """The first instruction of a block of the last function."""
    return module.functions[-1].blocks[block].instructions[0]


def argument_at(place: int, number: int, block: int = 0) -> Callable[[Module], None]:
    """An edit that puts an argument into an operand of that instruction."""
    return lambda module: instruction(module, block).put_operand(place, module.functions[-1].arguments[number])


def with_linkage(linkage: str) -> Callable[[Module], None]:
    return lambda module: setattr([*module.functions, *module.aliases][-1], "linkage", linkage)


def signed_with(place: int, type: str) -> Callable[[Module], None]:
    """An edit that puts a number into a signed pointer."""

    def edit(module: Module) -> None:
        constant = module.global_variables[1].operands[0]
        assert isinstance(constant, User)
        constant.put_operand(place, module.constant(type, 5))

    return edit


def compared_structs(module: Module) -> None:
    for place in (0, 1):
        argument_at(place, 0)(module)


def function(parameters: str, line: str, result: str = "void") -> str:
    """A function of this line; if it is not a terminator, a return follows."""
    end = "" if line.startswith(("ret", "indirectbr")) else "  ret void\n"
    return f"define {result} @f({parameters}) {{\n  {line}\n{end}}}\n"


ALL = (14, 19, 22, 23)
SECOND = argument_at(1, 1)
FAULTS |= {
    "comparison_of_structs": Fault(ALL, function("{ i32 } %a, i32 %b", "%x = icmp eq i32 %b, 1"), compared_structs),
    "linkage_of_alias": Fault(ALL, "@a = global i32 1\n@b = alias i32, ptr @a\n", with_linkage("common")),
    "common_function": Fault(ALL, function("", "ret void"), with_linkage("common")),
    "appending_function": Fault(ALL, function("", "ret void"), with_linkage("appending")),
    "internal_declaration": Fault(ALL, "declare void @f()\n", with_linkage("internal")),
    "returned_type": Fault(ALL, function("i32 %a, float %b", "ret i32 %a", "i32"), argument_at(0, 1)),
    "signed_by_address": Fault((19, 22, 23), SIGNED, signed_with(3, "i64")),
    "signed_by_number": Fault((19, 22, 23), SIGNED, signed_with(2, "i32")),
    "signed_by_key": Fault((19, 22, 23), SIGNED, signed_with(1, "i64")),
    "cases_twice": Fault(
        ALL,
        "define void @f(i32 %x) {\n  switch i32 %x, label %d [i32 1, label %d i32 2, label %d]\nd:\n  ret void\n}\n",
        lambda module: instruction(module).put_operand(4, module.constant("i32", 1)),
    ),
    "added_float": Fault(ALL, function("ptr %p, float %x", "%a = atomicrmw add ptr %p, i32 1 seq_cst"), SECOND),
    "added_integer": Fault(ALL, function("ptr %p, i32 %x", "%a = atomicrmw fadd ptr %p, float 1.0 seq_cst"), SECOND),
    "exchanged_struct": Fault(ALL, function("ptr %p, { i32 } %x", "%a = atomicrmw xchg ptr %p, i32 1 seq_cst"), SECOND),
    "emission_kind": Fault(ALL, DEBUG_INFO + "!marked = !{!2}\n", lambda module: set_field(marked(module), "emissionKind", 9)),
    "indirect_branch_to_number": Fault(
        ALL, "define void @f(i32 %x, ptr %p) {\n  indirectbr ptr %p, [label %a]\na:\n  ret void\n}\n", argument_at(0, 0)
    ),
    "element_at_float": Fault(ALL, function("<2 x i32> %v, float %x", "%a = extractelement <2 x i32> %v, i32 0"), SECOND),
    "step_by_float": Fault(ALL, function("ptr %v, float %x", "%a = getelementptr i32, ptr %v, i32 1"), SECOND),
    "imported_and_local": Fault(
        ALL, "@a = external dllimport global i32\n", lambda module: setattr(module.global_variables[0], "is_dso_local", True)
    ),
    "filter_of_no_constants": Fault(ALL, PADS.replace("WORDS", "filter [1 x ptr] [ptr null]"), argument_at(0, 1, 2)),
    "caught_number": Fault(ALL, PADS.replace("WORDS", "catch ptr null"), argument_at(0, 0, 2)),
}
CASES = [pytest.param(name, version, id=f"{name}-{version}") for name, fault in FAULTS.items() for version in fault.versions]


def written(name: str, version: int) -> bytes:
    """The bitcode of a faulty module."""
    fault = FAULTS[name]
    module = parse_assembly(fault.text.encode(), llvm_version=version, opaque_pointers=version == OPAQUE_ON_REQUEST)
    fault.edit(module)
    return write_bitcode(module)


def expected(name: str, version: int) -> str:
    return (WRITTEN / f"{name}.{version}.txt").read_text()


@each_row(("name", "version"), CASES)
def test_reports_what_llvm_reports(name: str, version: int) -> None:
    context = Context()
    context.types_by_identifier = {}
    module = read_bitcode(written(name, version), context=context)
    assert failures_text(module, verify(module)) == expected(name, version)


@pytest.mark.parametrize(("name", "version"), CASES)
def test_llvm_reports_the_same(name: str, version: int, llvm_tool: Callable[[int, str], str]) -> None:
    words = [llvm_tool(version, "opt"), "-passes=verify", "-disable-output", "-"]
    words += ["--opaque-pointers"] if version == OPAQUE_ON_REQUEST else []
    said = subprocess.run(words, input=written(name, version), capture_output=True, timeout=60).stderr.decode()
    assert said.startswith(expected(name, version).rstrip("\n"))
