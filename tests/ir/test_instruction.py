"""Instructions are inserted, moved, removed and erased; names, uses and debug records follow as in LLVM."""

from __future__ import annotations

import re

import pytest

from pyllvm import PyllvmError, ir, parse_assembly, verify
from pyllvm.ir import BinaryOperator, Instruction, Module
from pyllvm.tables.opcodes import OPCODES_BY_NAME
from pyllvm.tables.predicates import ICMP_NUMBERS

TEXT = """\
define i32 @f(i32 %a, i32 %b) {
entry:
  %x = add i32 %a, %b
    #dbg_value(i32 %x, !4, !DIExpression(), !5)
  %y = mul i32 %x, %x
  br label %end

end:
  ret i32 %y
}

define void @g() {
  ret void
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!6}
!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1)
!1 = !DIFile(filename: "a.c", directory: "")
!2 = distinct !DISubprogram(name: "f", file: !1, spFlags: DISPFlagDefinition, unit: !0, type: !7)
!4 = !DILocalVariable(name: "v", scope: !2)
!5 = !DILocation(line: 1, scope: !2)
!6 = !{i32 2, !"Debug Info Version", i32 3}
!7 = !DISubroutineType(types: !8)
!8 = !{}
"""


@pytest.fixture
def module() -> Module:
    return parse_assembly(TEXT, llvm_version=19)


def body(module: Module) -> list[str]:
    """The lines of the first function."""
    return [line.strip() for line in str(module.functions[0]).splitlines()[1:-1] if line.strip()]


def named(module: Module, name: str) -> Instruction:
    found = module.functions[0].symbols.get(name)
    assert isinstance(found, Instruction)
    return found


def addition(module: Module, name: str = "x") -> BinaryOperator:
    a, b = module.functions[0].arguments
    return BinaryOperator(OPCODES_BY_NAME["add"], a, b, name=name)


def test_an_instruction_inserted_before_stands_behind_the_debug_records(module: Module) -> None:
    addition(module).insert_before(named(module, "y"))
    assert body(module)[1:5] == [
        "%x = add i32 %a, %b",
        "#dbg_value(i32 %x, !3, !DIExpression(), !7)",
        "%x1 = add i32 %a, %b",
        "%y = mul i32 %x, %x",
    ]
    assert verify(module) == []


def test_an_instruction_inserted_after_stands_before_the_debug_records(module: Module) -> None:
    addition(module).insert_after(named(module, "x"))
    assert body(module)[1:4] == [
        "%x = add i32 %a, %b",
        "%x1 = add i32 %a, %b",
        "#dbg_value(i32 %x, !3, !DIExpression(), !7)",
    ]


def test_names_that_are_taken_get_one_number_after_another_as_in_llvm(module: Module) -> None:
    made = [addition(module, name) for name in ("x", "x", "entry", "a", "new", "new")]
    for one in made:
        one.insert_before(named(module, "y"))
    assert [one.name for one in made] == ["x1", "x2", "entry3", "a4", "new", "new5"]
    made[0].name = "b"
    assert made[0].name == "b6"
    made[1].erase()
    made[4].name = "x2"
    assert made[4].name == "x2"
    made[4].name = "x2"
    assert made[4].name == "x2"
    made[5].take_name(made[4])
    assert (made[5].name, made[4].name) == ("x2", "")


def test_the_first_name_that_an_edit_brings_is_unique_as_well() -> None:
    module = parse_assembly(TEXT, llvm_version=19)
    made = addition(module)
    made.insert_before(module.functions[0].blocks[1].instructions[0])
    assert made.name == "x1"


def test_an_argument_and_a_block_get_unique_names_as_well(module: Module) -> None:
    function = module.functions[0]
    function.arguments[0].name = "x"
    function.blocks[1].name = "entry"
    assert function.arguments[0].name == "x1"
    assert function.blocks[1].name == "entry2"
    assert parse_assembly(str(module), llvm_version=19).functions[0].blocks[1].name == "entry2"


def test_an_instruction_has_one_place(module: Module) -> None:
    y = named(module, "y")
    with pytest.raises(ValueError, match="already in a block: %x = add i32 %a, %b in @f"):
        named(module, "x").insert_before(y)
    with pytest.raises(ValueError, match="already in a block"):
        module.functions[1].blocks[0].append(y)
    with pytest.raises(ValueError, match="does not belong to a block: %new = add"):
        addition(module, "new2").insert_after(addition(module, "new"))
    other = parse_assembly(TEXT, llvm_version=19)
    with pytest.raises(ValueError, match="another context"):
        addition(other).insert_before(y)
    assert verify(module) == []


def test_a_removed_instruction_can_be_inserted_again(module: Module) -> None:
    y = named(module, "y")
    before = str(module)
    following = y.next
    assert following is not None
    y.remove()
    assert y.parent is None
    assert y.name == "y"
    with pytest.raises(ValueError, match="does not belong to a block"):
        y.remove()
    assert body(module)[2:4] == ["#dbg_value(i32 %x, !3, !DIExpression(), !7)", "br label %end"]
    y.insert_before(following)
    assert str(module) == before


def test_debug_records_stay_where_an_instruction_is_moved_away(module: Module) -> None:
    y = named(module, "y")
    x = named(module, "x")
    y.move_before(x)
    assert body(module)[1:4] == ["%y = mul i32 %x, %x", "%x = add i32 %a, %b", "#dbg_value(i32 %x, !3, !DIExpression(), !7)"]
    assert len(verify(module)) == 2  # %x does not dominate its two uses
    y.move_after(x)
    assert body(module)[1:4] == ["%x = add i32 %a, %b", "%y = mul i32 %x, %x", "#dbg_value(i32 %x, !3, !DIExpression(), !7)"]
    y.move_after(y)
    assert verify(module) == []


def test_an_instruction_moves_to_another_function_under_a_free_name(module: Module) -> None:
    ret = module.functions[1].blocks[0].instructions[0]
    first = addition(module, "new")
    first.insert_before(ret)
    second = addition(module, "new")
    second.insert_before(named(module, "y"))
    assert second.name == "new"
    second.move_before(ret)
    assert second.name == "new1"
    assert second.function is module.functions[1]
    assert module.functions[0].symbols.get("new") is None


def test_a_used_instruction_is_not_erased(module: Module) -> None:
    with pytest.raises(PyllvmError, match="still used: by '%y = mul i32 %x, %x in @f'"):
        named(module, "x").erase()
    y = named(module, "y")
    y.replace_all_uses_with(module.functions[0].arguments[0])
    y.erase()
    named(module, "x").erase()
    assert "#dbg_value(i32 undef, !3, !DIExpression(), !7)" in body(module)
    assert verify(module) == []


def test_many_users_are_counted(module: Module) -> None:
    a = module.functions[0].arguments[0]
    y = named(module, "y")
    for _ in range(10):
        addition(module, "").insert_before(y)
    y.replace_all_uses_with(a)
    x = named(module, "x")
    for _ in range(5):
        BinaryOperator(OPCODES_BY_NAME["add"], x, x).insert_after(y)
    with pytest.raises(PyllvmError, match=r"by '%\d+ = add i32 %x, %x in @f', '.*', '.*' and 9 more"):
        x.erase()


def test_neighbours(module: Module) -> None:
    x, y = named(module, "x"), named(module, "y")
    assert x.previous is None
    assert x.next is y
    assert y.previous is x
    assert module.functions[0].blocks[0].instructions[-1].next is None
    assert addition(module).next is None


def test_instructions_are_plain_as_they_are_made() -> None:
    text = "define void @f(i32 %x, ptr %p, <2 x i32> %v, i1 %c) {\n  ret void\n}\n"
    module = parse_assembly(text, llvm_version=22)
    function = module["f"]
    x, p, v, c = function.arguments
    context = module.context
    i32, pair = x.type, context.literal_struct([x.type, c.type])
    made: dict[str, Instruction] = {
        "%1 = add i32 %x, %x": ir.BinaryOperator(OPCODES_BY_NAME["add"], x, x),
        "%2 = trunc i32 %x to i1": ir.CastInst(OPCODES_BY_NAME["trunc"], x, c.type),
        "%3 = icmp eq i32 %x, %x": ir.CmpInst(ICMP_NUMBERS["eq"], x, x, c.type),
        "%4 = alloca i32, i32 %x, align 4": ir.AllocaInst(p.type, i32, x),
        "%5 = load i32, ptr %p, align 4": ir.LoadInst(i32, p),
        "store i32 %x, ptr %p, align 4": ir.StoreInst(context.void, x, p),
        "%6 = getelementptr i32, ptr %p, i32 %x": ir.GetElementPtrInst(p.type, i32, [p, x]),
        "fence seq_cst": ir.FenceInst(context.void, 6),
        "%7 = cmpxchg ptr %p, i32 %x, i32 %x monotonic monotonic, align 4": ir.AtomicCmpXchgInst(pair, p, x, x, 2, 2),
        "%8 = atomicrmw xchg ptr %p, i32 %x acquire, align 4": ir.AtomicRMWInst(0, p, x, 3),
        "%9 = select i1 %c, i32 %x, i32 %x": ir.SelectInst(c, x, x),
        "%10 = freeze i32 %x": ir.FreezeInst(x),
        "%11 = va_arg ptr %p, i32": ir.VAArgInst(p, i32),
        "%12 = extractelement <2 x i32> %v, i32 %x": ir.ExtractElementInst(i32, v, x),
        "%13 = insertelement <2 x i32> %v, i32 %x, i32 %x": ir.InsertElementInst(v, x, x),
        "call void @f(i32 %x, ptr %p, <2 x i32> %v, i1 %c)": ir.CallInst(function.function_type, function, [x, p, v, c]),
    }
    end = next(iter(function.instructions))
    for instruction in made.values():
        instruction.insert_before(end)
    lines = [re.sub(", align 4", "", line) for line in made]
    assert [re.sub(", align 4", "", str(one)).strip() for one in function.instructions] == [*lines, "ret void"]
