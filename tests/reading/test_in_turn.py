"""Modules of which few bodies are in memory at a time. `cli/test_parts` compares the results with those of whole modules."""

from __future__ import annotations

import pytest
from tests.bitcode.module_bits import ModuleBits

from in_parts import in_parts
from pyllvm.assembly import parse_assembly, print_module
from pyllvm.bitcode import BitcodeFile, Reading, read_bitcode, read_modules, write_bitcode
from pyllvm.ir.function import Function
from pyllvm.reading import in_turn
from pyllvm.reading.parts import ModuleInParts
from pyllvm.reading.settle import settle_bitcode
from pyllvm.reading.wished_changes import use_debug_intrinsics
from pyllvm.separation import CHANGED_OUTSIDE, NotSeparable
from pyllvm.tables import records as r
from pyllvm.wishes import Wishes

FUNCTION = "define i32 @f{0}(i32 %a) {{\n  br label %b\nb:\n  %x = add i32 %a, {0}\n  ret i32 %x\n}}\n"


def bitcode(text: str) -> bytes:
    """The bitcode of a text of LLVM 22, which need not be valid."""
    return write_bitcode(parse_assembly(text.encode(), "", 22))


def test_text() -> None:
    data = bitcode("".join(FUNCTION.format(number) for number in range(9)))
    assert b"".join(in_turn.text_in_turn(BitcodeFile(data), *in_parts("m"))) == print_module(read_bitcode(data, name="m"))


def test_bodies_are_gone_when_the_next_ones_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    most = 0
    read = ModuleInParts.read_bodies

    def counted(self: ModuleInParts, part: int) -> None:
        nonlocal most
        read(self, part)
        most = max(most, sum(function.is_materialized for function in self.module.functions))

    monkeypatch.setattr(ModuleInParts, "read_bodies", counted)
    data = bitcode("".join(FUNCTION.format(number) for number in range(9)))
    in_turn.verify_in_turn(BitcodeFile(data), *in_parts("m"))
    assert 0 < most <= 2


def test_a_body_whose_blocks_an_initializer_has_stays() -> None:
    text = "@t = global ptr blockaddress(@f0, %b)\n" + "".join(FUNCTION.format(number) for number in range(3))
    data = bitcode(text.replace("br label %b", "indirectbr ptr @t, [label %b]"))
    assert b"".join(in_turn.text_in_turn(BitcodeFile(data), *in_parts("m"))) == print_module(read_bitcode(data, name="m"))


def test_uses_are_recorded_for_blocks_alone() -> None:
    """The first question about another local value records the others."""
    module = ModuleInParts(BitcodeFile(bitcode(FUNCTION.format(0))), Reading("m"), 1)
    module.read(0)
    function = module.module.functions[0]
    assert isinstance(function, Function)
    assert function.blocks[1].recorded_pairs is not None
    assert [user.opcode_name for user in function.blocks[1].users] == ["br"]
    argument, instruction = function.arguments[0], function.blocks[1].instructions[0]
    assert argument.recorded_pairs is None
    assert instruction.recorded_pairs is None
    users = [user for user in function.instructions if argument in user.operands]
    assert argument.users == users[::-1]
    assert instruction.recorded_pairs is not None
    assert instruction.has_uses


def test_values_that_outlive_bodies_need_a_declaration() -> None:
    text = "@g = external global i32\ndefine i32 @f() {\n  %x = load i32, ptr @g\n  ret i32 %x\n}\n"
    module = ModuleInParts(BitcodeFile(bitcode(text)), Reading("m"), 1)
    module.read(0)
    with pytest.raises(RuntimeError, match="track_uses"):
        assert module.module["g"].users


def test_debug_intrinsics_of_another_version_are_dropped() -> None:
    """They are declared unless a call stays, which all bodies show: the module is one part."""
    text = """
define void @f(i32 %a) !dbg !1 {
    #dbg_value(i32 %a, !3, !DIExpression(), !4)
  ret void
}
define void @g() {
  ret void
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!6}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !2, emissionKind: FullDebug)
!1 = distinct !DISubprogram(name: "f", file: !2, scope: !2, unit: !0, type: !5, spFlags: DISPFlagDefinition)
!2 = !DIFile(filename: "a.c", directory: "/")
!3 = !DILocalVariable(name: "p", scope: !1, file: !2)
!4 = !DILocation(line: 1, scope: !1)
!5 = !DISubroutineType(types: !{null})
!6 = !{i32 2, !"Debug Info Version", i32 2}
"""
    module = parse_assembly(text.encode(), "", 19)
    use_debug_intrinsics(module)
    data = write_bitcode(module)
    assert b"llvm.dbg.value" in data
    reading, way = in_parts("m", wishes=Wishes(19))
    found = b"".join(in_turn.text_in_turn(BitcodeFile(data), reading, way))
    whole = read_modules(BitcodeFile(data), Reading("m", Wishes(19)))[0]
    warning = settle_bitcode(whole).warning
    assert found == print_module(whole)
    assert b"dbg" not in found
    assert [str(one) for one in way.taken()] == [str(warning)]


@pytest.mark.parametrize(("number", "is_separable"), [(2, True), (0, False)])
def test_a_body_that_names_a_global(number: int, is_separable: bool) -> None:
    """The symbol table of the second body names its argument, or else the function before it, which was printed."""
    bits = ModuleBits("LLVM22.1.0", 2)
    types = [(r.TYPE_CODE_VOID, []), (r.TYPE_CODE_INTEGER, [32]), (r.TYPE_CODE_FUNCTION, [0, 0, 1])]
    bits.records(r.TYPE_BLOCK_ID_NEW, (r.TYPE_CODE_NUMENTRY, [3]), *types)
    for place in (0, 1):
        bits.record(r.MODULE_CODE_FUNCTION, [place, 1, 2, 0, 0, 0, 0, 0, 0, 0])
    for named in (2, number):
        with bits.block(r.FUNCTION_BLOCK_ID):
            bits.record(r.FUNC_CODE_DECLAREBLOCKS, [1])
            bits.record(r.FUNC_CODE_INST_RET, [])
            bits.records(r.VALUE_SYMTAB_BLOCK_ID, (r.VST_CODE_ENTRY, [named, *b"n"]))
    file = BitcodeFile(bits.end(b"fg"))
    if is_separable:
        assert b"void @g(i32 %n)" in b"".join(in_turn.text_in_turn(file, *in_parts("m")))
    else:
        with pytest.raises(NotSeparable) as caught:
            in_turn.text_in_turn(file, *in_parts("m"))
        assert caught.value.reason is CHANGED_OUTSIDE
