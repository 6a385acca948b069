"""Modules of which few bodies are in memory at a time. `cli/test_parts` compares the results with those of whole modules."""

from __future__ import annotations

import pytest

from pyllvm.assembly import parse_assembly, print_module
from pyllvm.bitcode import BitcodeFile, Reading, read_bitcode, write_bitcode
from pyllvm.ir.function import Function
from pyllvm.reading import in_turn
from pyllvm.reading.parts import ModuleInParts
from pyllvm.reading.ways import Ways

FUNCTION = "define i32 @f{0}(i32 %a) {{\n  br label %b\nb:\n  %x = add i32 %a, {0}\n  ret i32 %x\n}}\n"


def bitcode(text: str) -> bytes:
    """The bitcode of a text of LLVM 22, which need not be valid."""
    return write_bitcode(parse_assembly(text.encode(), "", 22))


def test_text() -> None:
    data = bitcode("".join(FUNCTION.format(number) for number in range(9)))
    assert b"".join(in_turn.text_in_turn(BitcodeFile(data), Reading("m"), Ways(1))) == print_module(read_bitcode(data, name="m"))


def test_bodies_are_gone_when_the_next_ones_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    most = 0
    read = ModuleInParts.read_bodies

    def counted(self: ModuleInParts, part: int) -> None:
        nonlocal most
        read(self, part)
        most = max(most, sum(function.is_materialized for function in self.module.functions))

    monkeypatch.setattr(ModuleInParts, "read_bodies", counted)
    data = bitcode("".join(FUNCTION.format(number) for number in range(9)))
    in_turn.verify_in_turn(BitcodeFile(data), Reading("m"), Ways(1))
    assert 0 < most <= 2


def test_a_body_whose_blocks_an_initializer_has_stays() -> None:
    text = "@t = global ptr blockaddress(@f0, %b)\n" + "".join(FUNCTION.format(number) for number in range(3))
    data = bitcode(text.replace("br label %b", "indirectbr ptr @t, [label %b]"))
    assert b"".join(in_turn.text_in_turn(BitcodeFile(data), Reading("m"), Ways(1))) == print_module(read_bitcode(data, name="m"))


def test_uses_are_recorded_for_blocks_alone() -> None:
    """The first question about another local value records the others."""
    module = ModuleInParts(BitcodeFile(bitcode(FUNCTION.format(0))), Reading("m"), 1)
    module.read(0)
    function = module.module.functions[0]
    assert isinstance(function, Function)
    assert function.blocks[1].recorded_uses is not None
    assert [user.opcode_name for user in function.blocks[1].users] == ["br"]
    argument, instruction = function.arguments[0], function.blocks[1].instructions[0]
    assert argument.recorded_uses is None
    assert instruction.recorded_uses is None
    users = [user for user in function.instructions if argument in user.operands]
    assert argument.users == users[::-1]
    assert instruction.recorded_uses is not None
    assert instruction.has_uses


def test_values_that_outlive_bodies_need_a_declaration() -> None:
    text = "@g = external global i32\ndefine i32 @f() {\n  %x = load i32, ptr @g\n  ret i32 %x\n}\n"
    module = ModuleInParts(BitcodeFile(bitcode(text)), Reading("m"), 1)
    module.read(0)
    with pytest.raises(RuntimeError, match="track_uses"):
        assert module.module["g"].users
