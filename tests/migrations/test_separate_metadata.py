"""Modules that are linked are upgraded one after the other, each without the metadata of those before it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

import pyllvm
from pyllvm import link, parse_assembly
from pyllvm.cli.tool import invoke, is_compiled
from pyllvm.ir.constants import Constant
from pyllvm.ir.metadata import (
    DIArgList,
    DIExpression,
    MDNode,
    MDString,
    Metadata,
    MetadataAsValue,
    SpecializedNode,
    ValueAsMetadata,
)
from pyllvm.ir.module import Module
from pyllvm.ir.odr import content_key
from pyllvm.library import linking
from pyllvm.migrations.in_turn import UpgradeInTurn
from pyllvm.migrations.loss import Loss
from pyllvm.reading import conversion, upgrade_when_read

# A unit whose `!DIFile` and distinct nodes are the module's own; the type and the tuples are alike in all modules.
UNIT = """@g_NAME = global i32 0, !dbg !6

define void @f_NAME(i32 %x) !dbg !9 {
  call void @llvm.dbg.value(metadata i32 0, metadata !11, metadata !DIExpression()), !dbg !12
  call void @llvm.dbg.value(metadata !DIArgList(i32 %x, i32 0), metadata !11, metadata !DIExpression()), !dbg !12
  %r = call i32 @llvm.read_register.i32(metadata !18), !dbg !12
  %s = call double @llvm.experimental.constrained.sqrt.f64(double 2.0, metadata !"round.dynamic", metadata !"fpexcept.strict")
  ret void, !tag !13
}

declare void @llvm.dbg.value(metadata, metadata, metadata)
declare i32 @llvm.read_register.i32(metadata)
declare double @llvm.experimental.constrained.sqrt.f64(double, metadata, metadata)

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!named = !{!13, !14}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !1, emissionKind: FullDebug, globals: !5)
!1 = !DIFile(filename: "NAME", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !{null, !8}
!4 = !DISubroutineType(types: !3)
!5 = !{!6}
!6 = !DIGlobalVariableExpression(var: !7, expr: !DIExpression())
!7 = distinct !DIGlobalVariable(name: "g_NAME", scope: !0, file: !1, line: 1, type: !15, isLocal: false, isDefinition: true)
!8 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!9 = distinct !DISubprogram(name: "f_NAME", scope: !1, file: !1, line: 2, type: !4, spFlags: DISPFlagDefinition, unit: !0)
!11 = !DILocalVariable(name: "x", arg: 1, scope: !9, file: !1, line: 2, type: !8)
!12 = !DILocation(line: 3, scope: !9)
!13 = !{i8* null, !"text"}
!14 = !{!13, i32* @g_NAME}
!15 = !DICompositeType(tag: DW_TAG_structure_type, name: "T", file: !1, PART, identifier: "T")
!16 = !DIDerivedType(tag: DW_TAG_member, name: "m", scope: !15, file: !1, line: 4, baseType: !8, size: 32)
!17 = !{!16}
!18 = !{!"sp"}
"""
DEFINITION = "size: 32, elements: !17"
DECLARATION = "flags: DIFlagFwdDecl"


def unit(name: str, part: str = DEFINITION) -> str:
    """The text of one module."""
    return UNIT.replace("NAME", name).replace("PART", part)


def modules(*parts: str) -> list[Module]:
    """Modules of LLVM 14."""
    return [parse_assembly(unit(f"n{number}", part), f"n{number}.ll", llvm_version=14) for number, part in enumerate(parts)]


def test_the_library_upgrades_a_module_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[int] = []
    convert = linking.convert

    def counting(module: Module, version: int) -> object:
        seen.append(len(module.metadata_nodes()))
        return convert(module, version)

    monkeypatch.setattr(linking, "convert", counting)
    link(modules(*[DEFINITION] * 8), llvm_version=22)
    # The work on each module does not depend on how many were linked before it.
    assert len(seen) == 8
    assert len(set(seen)) == 1


@pytest.mark.skipif(is_compiled(), reason="compiled modules call each other directly")
@pytest.mark.parametrize("option", ["-disable-lazy-loading", "-suppress-warnings"])
def test_the_command_upgrades_a_module_alone(option: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Both where modules are read as a whole and where bodies are read when they are needed."""
    seen: list[int] = []
    convert = conversion.convert
    begin = upgrade_when_read.UpgradeInTurn

    def counting(module: Module, version: int, **options: Any) -> list[Loss]:
        seen.append(len(module.metadata_nodes()))
        return convert(module, version, **options)

    def counting_first(module: Module, version: int, metadata: Sequence[Metadata | None]) -> UpgradeInTurn:
        seen.append(len(metadata))
        return begin(module, version, metadata)

    monkeypatch.setattr(conversion, "convert", counting)
    monkeypatch.setattr(upgrade_when_read, "UpgradeInTurn", counting_first)
    from pyllvm.cli.link import command

    names = [str(tmp_path / f"n{number}.bc") for number in range(8)]
    for number, name in enumerate(names):
        Path(name).write_bytes(pyllvm.to_bitcode(parse_assembly(unit(f"n{number}"), llvm_version=14)))
    assert invoke(command, ["--llvm-version", "22", option, "-o", str(tmp_path / "o.bc"), *names]) == 0
    assert len(seen) == 8
    assert len(set(seen)) == 1


def test_equal_metadata_is_one() -> None:
    linked = link(modules(DEFINITION, DEFINITION, DEFINITION), llvm_version=22)
    printed = str(linked)
    for once in ("!DIBasicType", "!DISubroutineType", '!{ptr null, !"text"}', "!DICompositeType", "!DIDerivedType"):
        assert printed.count(once) == 1, once
    assert len(linked.named_metadata_of("named").operands) == 4  # type: ignore[union-attr]


def newer_modules(*parts: str) -> list[Module]:
    """The same of LLVM 19, with an assignment of a variable as well."""
    assignment = "call void @llvm.dbg.assign(metadata i32 %x, metadata !11, metadata !DIExpression(), metadata !19, "
    assignment += "metadata ptr @g_NAME, metadata !DIExpression(DW_OP_deref)), !dbg !12\n  ret void"
    text = UNIT.replace("i8* ", "ptr ").replace("i32* ", "ptr ").replace("ret void", assignment)
    text += "!19 = distinct !DIAssignID()\n"
    text += "declare void @llvm.dbg.assign(metadata, metadata, metadata, metadata, metadata, metadata)\n"
    named = [text.replace("NAME", f"n{number}").replace("PART", part) for number, part in enumerate(parts)]
    return [parse_assembly(one, llvm_version=19) for one in named]


@pytest.mark.parametrize("made", [modules, newer_modules])
def test_all_metadata_is_known_to_the_context(made: Callable[..., list[Module]]) -> None:
    """Else it would not be one with equal metadata that is made later."""
    linked = link(made(DEFINITION, DECLARATION, DEFINITION), llvm_version=22)
    known = linked.context.metadata
    found: list[object] = list(linked.metadata_nodes())
    for instruction in [one for function in linked.functions for one in function.instructions]:
        wrapped = [operand for operand in instruction.operands if isinstance(operand, MetadataAsValue)]
        assert [known[("value", one.metadata)] for one in wrapped] == wrapped
        found += [one.metadata for one in wrapped]
        for record in instruction.debug_records or ():
            found += [record.location, record.variable, record.expression, record.debug_location]
            found += [record.assign_id, record.address, record.address_expression]
    for one in found:
        if isinstance(one, MDNode):
            found += [operand for operand in one.operands if not isinstance(operand, MDNode)]
            key = ("DIExpression", tuple(one.elements)) if isinstance(one, DIExpression) else content_key(one)
            is_location = isinstance(one, SpecializedNode) and one.spec.name == "DILocation"
            assert one.is_distinct or is_location or known[key] is one
        elif isinstance(one, DIArgList):
            found += one.arguments
        elif isinstance(one, MDString):
            assert known[one.text] is one
        elif isinstance(one, ValueAsMetadata) and isinstance(one.value, Constant):
            assert known[one.value] is one


@pytest.mark.parametrize(("first", "second"), [(DECLARATION, DEFINITION), (DEFINITION, DECLARATION)])
def test_a_declared_type_becomes_the_defined_one(first: str, second: str) -> None:
    printed = str(link(modules(first, second, first), llvm_version=22))
    assert printed.count("!DICompositeType") == 1
    assert DECLARATION not in printed


def test_types_of_two_kinds_stay_apart() -> None:
    texts = [unit("a"), unit("b").replace("DW_TAG_structure_type", "DW_TAG_class_type")]
    found = [parse_assembly(text, f"{number}.ll", llvm_version=14) for number, text in enumerate(texts)]
    printed = str(link(found, llvm_version=22))
    # The first is shared and so distinct; the other one is not.
    assert printed.count("= distinct !DICompositeType(tag: DW_TAG_structure_type") == 1
    assert printed.count("= !DICompositeType(tag: DW_TAG_class_type") == 1


def test_the_inputs_do_not_change() -> None:
    found = modules(DEFINITION, DECLARATION)
    before = [str(module) for module in found]
    link(found, llvm_version=22)
    assert [str(module) for module in found] == before
    assert pyllvm.verify(found[0]) == []
