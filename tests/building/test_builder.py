"""Building with `IRBuilder`: whole functions, positions, names, flags, folding."""

from __future__ import annotations

import re
import subprocess
import sys
from typing import Any

import pytest

import pyllvm
from pyllvm import IRBuilder, Module
from pyllvm.ir import Attachment, BasicBlock, Function, NamedMDNode, Value
from pyllvm.versions import NEWEST, OLDEST
from rows import each_row


def started(version: int = NEWEST, type: str = "void ()", names: tuple[str, ...] = ()) -> tuple[Module, Function, IRBuilder]:
    """A module with a function of that type, and a builder at the end of its only block."""
    module = Module("built.ll", llvm_version=version)
    function = module.add_function("f", type, names)
    return module, function, IRBuilder.at_end(function.add_block("entry"))


def body(function: Function) -> list[str]:
    """The instructions of a function as text."""
    return [str(instruction).strip() for instruction in function.instructions]


@each_row("version", range(OLDEST, NEWEST + 1))
def test_a_loop(version: int) -> None:
    # llvmlite needs 11 lines for this function.
    module = Module("sum.ll", llvm_version=version)
    function = module.add_function("sum", "i64 (i64)", ["n"])
    entry, loop, done = [function.add_block(name) for name in ("entry", "loop", "done")]
    builder = IRBuilder.at_end(entry)
    builder.branch(loop)
    builder.goto_end(loop)
    i, total = builder.phi("i64", [(0, entry)], name="i"), builder.phi("i64", [(0, entry)], name="total")
    more, following = builder.add(total, i, name="total"), builder.add(i, 1, nsw=True, name="i")
    builder.add_incoming(total, more, loop)
    builder.add_incoming(i, following, loop)
    builder.cond_branch(builder.icmp("slt", following, function.arguments[0]), loop, done)
    IRBuilder.at_end(done).ret(more)
    assert pyllvm.verify(module) == []
    assert pyllvm.parse_bitcode(pyllvm.to_bitcode(module)).function("sum").blocks[1].instructions[0].name == "i"
    assert body(function) == [
        "br label %loop",
        "%i = phi i64 [ 0, %entry ], [ %i2, %loop ]",
        "%total = phi i64 [ 0, %entry ], [ %total1, %loop ]",
        "%total1 = add i64 %total, %i",
        "%i2 = add nsw i64 %i, 1",
        "%0 = icmp slt i64 %i2, %n",
        "br i1 %0, label %loop, label %done",
        "ret i64 %total1",
    ]


def test_names_are_made_unique_across_builders() -> None:
    _, function, builder = started(type="void (i32)", names=("x",))
    names = [builder.add(function.arguments[0], n, name="x").name for n in range(3)]
    assert names == ["x1", "x2", "x3"]
    other = IRBuilder.at_end(function.add_block("entry"))
    assert other.block.name == "entry4"
    assert other.add(function.arguments[0], 5, name="x").name == "x5"


def test_positions() -> None:
    module, function, builder = started(type="void (i32)", names=("x",))
    x = function.arguments[0]
    first = builder.add(x, 1, name="first")
    end = builder.ret_void()
    IRBuilder.before(end).add(x, 3, name="third")
    assert isinstance(first, pyllvm.ir.Instruction)
    IRBuilder.after(first).add(x, 2, name="second")
    location = builder.debug_location
    scope = module.metadata('distinct !DISubprogram(name: "f", type: !DISubroutineType(types: !{}))')
    end.debug_location = module.metadata_node("DILocation", line=7, scope=scope)
    with builder.goto_before(end):
        fourth = builder.add(x, 4, name="fourth")
        assert builder.debug_location is IRBuilder.before(end).debug_location is end.debug_location
    assert isinstance(fourth, pyllvm.ir.Instruction)
    with builder.goto_after(fourth):
        builder.add(x, 5, name="fifth")
        assert builder.debug_location is IRBuilder.after(fourth).debug_location is end.debug_location
    assert builder.debug_location is location
    builder.goto_start(function.blocks[0])
    builder.add(x, 0, name="zeroth")
    assert [i.name for i in function.instructions] == ["zeroth", "first", "second", "third", "fourth", "fifth", ""]
    with pytest.raises(ValueError, match="nothing can follow a terminator: ret void"):
        IRBuilder.after(end)
    with pytest.raises(ValueError, match="does not belong to a function"):
        IRBuilder.at_end(BasicBlock(module.context.label))


def test_a_builder_of_ones_own() -> None:
    class Counting(IRBuilder):
        def __init__(self, block: BasicBlock, *, fold: bool = False) -> None:
            super().__init__(block, fold=fold)
            self.fences = 0

        def fence(self, *arguments: Any, **options: Any) -> Any:
            self.fences += 1
            return super().fence(*arguments, **options)

    module = Module("m")
    block = module.add_function("f", "void (i1)").add_block("entry")
    builder = Counting.at_end(block)
    with builder.if_then(builder.function.arguments[0]):
        builder.fence("seq_cst")
    builder.ret_void()
    assert builder.fences == 1
    assert Counting.before(block.instructions[0]).fences == 0
    assert pyllvm.verify(module) == []


def test_a_block_with_a_terminator_takes_no_more() -> None:
    _, function, builder = started(type="void (i32)", names=("x",))
    builder.ret_void()
    with pytest.raises(ValueError, match="already ends with a terminator: ret void"):
        builder.add(function.arguments[0], 1)
    assert not function.arguments[0].has_uses
    builder.goto_before(function.blocks[0].instructions[0])
    with pytest.raises(ValueError, match="ret ends a block, but it would precede: ret void"):
        builder.ret_void()


def test_an_instruction_has_one_parent() -> None:
    _, function, builder = started(type="void (i32)", names=("x",))
    made = builder.add(function.arguments[0], 1)
    assert isinstance(made, pyllvm.ir.Instruction)
    with pytest.raises(ValueError, match="already in block %entry"):
        builder.insert(made)
    made.name = "x"
    made.remove()
    assert builder.insert(made) is made
    assert body(function) == ["%x1 = add i32 %x, 1"]


@pytest.mark.parametrize(("version", "text"), [(14, "i32*"), (15, "ptr")])
def test_typed_pointers(version: int, text: str) -> None:
    _, function, builder = started(version, "i32 ()")
    place = builder.alloca("[4 x i32]", name="place")
    element = builder.gep("[4 x i32]", place, [0, 2], inbounds=True, name="element")
    assert str(element.type) == text
    builder.store(builder.module.constant("i32", 7), element)
    builder.ret(builder.load("i32", element, align=4))
    assert pyllvm.verify(builder.module) == []
    if version == 14:
        with pytest.raises(TypeError, match=r"load: the pointer must be of type i8\*, not i32\* %element"):
            IRBuilder.before(function.blocks[0].instructions[-1]).load("i8", element)


def test_folding_is_an_option() -> None:
    _, _, builder = started()
    five = builder.module.value("i32 5")
    assert str(builder.add(five, 2)) != "i32 7"
    folding = IRBuilder.at_end(builder.block, fold=True)
    assert str(folding.add(five, 2)) == "i32 7"
    assert str(folding.icmp("slt", five, 2)) == "i1 false"
    assert isinstance(folding.freeze(five), pyllvm.ir.FreezeInst)


@each_row(
    ("method", "operands", "folded"),
    [
        ("extract_value", ["{ i32, i8 } { i32 5, i8 6 }", 0], "i32 5"),
        ("insert_value", ["{ i32, i8 } { i32 5, i8 6 }", "i8 7", 1], "{ i32, i8 } { i32 5, i8 7 }"),
        ("extract_element", ["<2 x i8> <i8 5, i8 6>", "i32 1"], "i8 6"),
        ("insert_element", ["<2 x i8> <i8 5, i8 6>", "i8 7", "i32 0"], "<2 x i8> <i8 7, i8 6>"),
        ("shuffle_vector", ["<2 x i8> <i8 5, i8 6>", "<2 x i8> <i8 7, i8 8>", [3, 0]], "<2 x i8> <i8 8, i8 5>"),
        ("fneg", ["float 1.0"], "float -1.000000e+00"),
        ("trunc", ["i32 257", "i8"], "i8 1"),
        ("select", ["i1 true", "i32 1", "i32 2"], "i32 1"),
        ("icmp", ["=eq", "i32 1", "i32 1"], "i1 true"),
        ("mul", ["i32 3", "i32 4"], "i32 12"),
    ],
)
def test_each_method_folds_constants_if_it_may(method: str, operands: list[Any], folded: str) -> None:
    module, function, builder = started(19)
    given = [module.value(one) if isinstance(one, str) and " " in one else one for one in operands]
    given = [one.lstrip("=") if isinstance(one, str) else one for one in given]
    assert str(getattr(IRBuilder.at_end(builder.block, fold=True), method)(*given)) == folded
    assert list(function.instructions) == []
    getattr(builder, method)(*given)
    assert len(list(function.instructions)) == 1


def test_a_callee_has_the_type_that_it_is_called_with() -> None:
    _, function, builder = started(14, "void (i32 (i32)*, i32*)", ("g", "p"))
    callee, pointer = function.arguments
    builder.call(callee, [1])
    builder.call(callee, [1], function_type="i32 (i32)")
    with pytest.raises(TypeError, match=r"must be of type i32 \(i64\)\*, not i32 \(i32\)\* %g"):
        builder.call(callee, [1], function_type="i32 (i64)")
    with pytest.raises(TypeError, match="must be of a function type, not i32"):
        builder.call(pointer, [1])
    _, function, builder = started(19, "void (ptr)", ("g",))
    builder.call(function.arguments[0], [1], function_type="i32 (i32)")
    with pytest.raises(TypeError, match=r"ptr %g is called as which type\? Give function_type="):
        builder.call(function.arguments[0], [1])


def test_phis_are_at_the_start_of_a_block() -> None:
    _, function, builder = started(19, "void (i32)", ("x",))
    added = [builder.phi("i32", name="a"), builder.add(function.arguments[0], 1), builder.add(function.arguments[0], 2)]
    first, second, third = (one for one in added if isinstance(one, pyllvm.ir.Instruction))
    IRBuilder.before(first).phi("i32", name="b")
    IRBuilder.before(second).phi("i32", name="c")
    for place in (IRBuilder.before(third), builder):
        with pytest.raises(ValueError, match="a phi must be at the start of its block, not behind %"):
            place.phi("i32")
    assert [one.name for one in function.blocks[0].phis] == ["b", "a", "c"]


def test_where_a_cleanup_goes_on() -> None:
    _, function, builder = started(19)
    pad = builder.cleanup_pad(name="p")
    builder.cleanup_ret(pad)
    builder.goto_end(function.add_block("next"))
    builder.cleanup_ret(pad, function.blocks[0])
    assert body(function)[1:] == ["cleanupret from %p unwind to caller", "cleanupret from %p unwind label %entry"]


def test_atomic_operations_have_alignments_since_llvm_13() -> None:
    for version, expected in ((12, ""), (13, ", align 4")):
        _, function, builder = started(version, "void (i32*, i32)", ("p", "x"))
        pointer, number = function.arguments
        assert str(builder.atomicrmw("add", pointer, number, "monotonic")).endswith(f"monotonic{expected}")
        assert str(builder.cmpxchg(pointer, number, number, "monotonic")).endswith(f"monotonic{expected}")
        if version == 12:
            with pytest.raises(ValueError, match="'align' of atomicrmw requires LLVM 13"):
                builder.atomicrmw("add", pointer, number, "monotonic", align=8)
        else:
            assert str(builder.atomicrmw("add", pointer, number, "monotonic", align=8)).endswith("align 8")


def test_fneg_is_of_llvm_8() -> None:
    _, function, builder = started(7, "void (float)", ("x",))
    with pytest.raises(ValueError, match="'fneg' requires LLVM 8, but the module is in the language of LLVM 7"):
        builder.fneg(function.arguments[0])


def test_what_is_selected_and_assembly() -> None:
    _, function, builder = started(type="void (i1, i8)", names=("c", "x"))
    builder.select(function.arguments[0], function.arguments[1], 3, name="s")
    builder.call(builder.inline_asm("void ()", "nop", side_effects=True, align_stack=True, intel_dialect=True))
    builder.call(builder.inline_asm("void ()", "nop", can_throw=True))
    assert body(function) == [
        "%s = select i1 %c, i8 %x, i8 3",
        'call void asm sideeffect alignstack inteldialect "nop", ""()',
        'call void asm unwind "nop", ""()',
    ]
    with pytest.raises(ValueError, match="a name cannot contain a NUL character"):
        function.add_block("a\0b")


def test_an_instruction_made_by_hand_keeps_its_operands_where_its_name_is_refused() -> None:
    _, function, builder = started(type="void (i8)", names=("x",))
    made = builder.add(function.arguments[0], 1)
    made.remove()
    with pytest.raises(ValueError, match="a name cannot contain a NUL character"):
        builder.insert(made, "a\0b")
    builder.insert(made, "s")
    assert body(function) == ["%s = add i8 %x, 1"]


@pytest.mark.parametrize(
    ("cast", "type", "expected"),
    [
        ("fptoui", "i8", "a floating-point number and an integer type (or vectors of as many)"),
        ("sitofp", "i8", "an integer and a floating-point type (or vectors of as many)"),
        ("ptrtoint", "ptr", "a pointer and an integer type (or vectors of as many)"),
        ("fptrunc", "double", "floating-point numbers (or vectors of as many), the result narrower"),
        ("zext", "i8", "integers (or vectors of as many), the result wider"),
    ],
)
def test_what_a_cast_expects(cast: str, type: str, expected: str) -> None:
    _, function, builder = started(type="void (i16)", names=("x",))
    with pytest.raises(TypeError, match=re.escape(f"cannot become {type}: expected {expected}")):
        getattr(builder, cast)(function.arguments[0], type)


def test_vectors_of_indices_have_one_length() -> None:
    _, function, builder = started(type="void (<2 x ptr>, <2 x i64>, <3 x i64>, <vscale x 2 x i64>)")
    pointers, same, longer, scalable = function.arguments
    assert str(builder.gep("i8", pointers, [same])).strip() == "%4 = getelementptr i8, <2 x ptr> %0, <2 x i64> %1"
    for other in (longer, scalable):
        with pytest.raises(TypeError, match="vectors must have one length, unlike"):
            builder.gep("i8", pointers, [other])


def test_debug_locations_and_metadata_are_carried() -> None:
    module, function, builder = started(type="void (i32)", names=("x",))
    type = module.metadata_node("DISubroutineType", types=None)
    scope = module.metadata_node("DISubprogram", distinct=True, name="f", type=type)
    builder.set_line(3, 7, scope)
    builder.metadata["mine"] = module.metadata_tuple("text", module.value("i32 1"))
    made = builder.add(function.arguments[0], 1)
    assert isinstance(made, pyllvm.ir.Instruction)
    assert str(made.debug_location).startswith("!DILocation(line: 3, column: 7, scope: ")
    assert made.metadata("mine") is module.metadata('!{!"text", i32 1}')
    builder.debug_location = None
    assert builder.ret_void().debug_location is None
    with pytest.raises(TypeError, match="a debug location is a !DILocation"):
        builder.debug_location = scope


def test_fast_math_flags() -> None:
    _, function, builder = started(type="void (double)", names=("x",))
    x: Value = function.arguments[0]
    builder.fast_math = "nnan nsz"
    builder.fadd(x, 1.5)
    builder.fadd(x, x, fast_math="")
    builder.fadd(x, x, fast_math="fast")
    builder.sitofp(builder.fptosi(x, "i32"), "double")
    assert builder.fast_math == "nnan nsz"
    assert body(function)[:3] == [
        "%0 = fadd nnan nsz double %x, 1.500000e+00",
        "%1 = fadd double %x, %x",
        "%2 = fadd fast double %x, %x",
    ]
    with pytest.raises(ValueError, match=r"'nan' is not a valid fast-math flag: it can be .*; did you mean 'nnan'?"):
        builder.fadd(x, x, fast_math="nan")


def test_an_intrinsic_is_declared_once() -> None:
    module, function, builder = started(type="void (i32)", names=("x",))
    x = function.arguments[0]
    call = builder.intrinsic("llvm.umax", ["i32"], [x, 5], name="more")
    assert builder.intrinsic("llvm.umax", ["i32"], [x, call]).callee is module["llvm.umax.i32"]
    assert str(call).strip() == "%more = call i32 @llvm.umax.i32(i32 %x, i32 5)"
    with pytest.raises(ValueError, match=r"LLVM 23 has no intrinsic 'llvm\.umox'"):
        builder.intrinsic("llvm.umox", ["i32"], [x, x])
    with pytest.raises(TypeError, match=r"llvm\.umax is not for the types float"):
        builder.intrinsic("llvm.umax", ["float"], [x, x])


def test_pydoc_shows_signatures() -> None:
    command = [sys.executable, "-m", "pydoc", "pyllvm.IRBuilder"]
    text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert re.search(r"add\(self, (?:/, )?left.*, right.*, \*, nuw.*, nsw.*, name", text)
    assert re.search(r"load\([\s|]*self,[\s|]+(?:/,[\s|]+)?type.*,[\s|]+pointer.*align", text, re.DOTALL)
    assert "Inserts instructions into a block" in text


@pytest.mark.parametrize("version", [14, 18, 19, NEWEST])
def test_variables_of_the_source(version: int) -> None:
    module, function, builder = started(version, "void (i32)", ("x",))
    file = module.metadata_node("DIFile", filename="a.c", directory="/")
    unit = module.metadata_node("DICompileUnit", distinct=True, language="DW_LANG_C99", file=file, emissionKind="FullDebug")
    module.named_metadata.append(NamedMDNode("llvm.dbg.cu", [unit]))
    module.named_metadata.append(NamedMDNode("llvm.module.flags", [module.metadata('!{i32 2, !"Debug Info Version", i32 3}')]))
    type = module.metadata_node("DISubroutineType", types=module.metadata_tuple(None))
    program = module.metadata_node(
        "DISubprogram", distinct=True, name="f", scope=file, file=file, line=1, type=type, unit=unit, spFlags="DISPFlagDefinition"
    )
    function.attachments.append(Attachment("dbg", program))
    number = module.metadata_node("DIBasicType", name="int", size=32, encoding="DW_ATE_signed")
    variable = module.metadata_node("DILocalVariable", name="x", arg=1, scope=program, file=file, line=1, type=number)
    with pytest.raises(ValueError, match="the builder has no debug location"):
        builder.debug_value(function.arguments[0], variable)
    builder.set_line(1, 5, program)
    place = builder.alloca("i32", name="place")
    builder.debug_declare(place, variable)
    builder.store(function.arguments[0], place)
    builder.debug_value(function.arguments[0], variable)
    builder.ret_void()
    assert pyllvm.verify(module) == []
    text = str(function)
    assert text.index("alloca") < text.index("declare(") < text.index("store") < text.index("value(") < text.index("ret void")
    with pytest.raises(TypeError, match="the variable must be a !DILocalVariable"):
        builder.debug_value(function.arguments[0], number)


def test_strings() -> None:
    module, _, builder = started()
    text = builder.global_string("hé")
    again = builder.global_string(b"h")
    assert str(module).count("private unnamed_addr constant [4 x i8]") == 1
    assert [text.name, again.name] == [".str", ".str.1"]


def test_calls_keep_what_they_were_asked_for() -> None:
    module, function, builder = started(19, "float (float)", ("x",))
    callee = module.add_function("g", "float (float)", calling_convention="fastcc")
    assert str(callee).strip() == "declare fastcc float @g(float)"
    x = function.arguments[0]
    builder.fast_math = "nnan"
    builder.call(callee, [x], tail="notail", calling_convention="fastcc", name="a")
    builder.ret(builder.call(callee, [x], tail="musttail", calling_convention="fastcc", fast_math="fast"))
    assert body(function) == [
        "%a = notail call nnan fastcc float @g(float %x)",
        "%0 = musttail call fast fastcc float @g(float %x)",
        "ret float %0",
    ]


def test_an_invoke_has_the_convention_of_its_callee_and_what_it_is_given() -> None:
    module, function, builder = started(19)
    callee = module.add_function("g", "void ()", calling_convention="fastcc")
    blocks = function.add_block("a"), function.add_block("b")
    builder.invoke(callee, [], *blocks, metadata={"note": module.metadata("!{}")})
    builder.goto_end(blocks[0])
    builder.invoke(callee, [], *blocks, calling_convention="coldcc")
    assert [one.split("@g")[0] for one in body(function)] == ["invoke fastcc void ", "invoke coldcc void "]
    assert body(function)[0].endswith("!note !0")


@pytest.mark.parametrize(("version", "cast"), [(19, "fptrunc double %x to float"), (22, "fptrunc nnan double %x to float")])
def test_fast_math_of_casts_by_version(version: int, cast: str) -> None:
    """The builder's own flags are left out where the version has none; flags for the one cast are refused there."""
    _, function, builder = started(version, "void (double)", ("x",))
    builder.fast_math = "nnan"
    builder.fptrunc(function.arguments[0], "float")
    assert body(function) == [f"%0 = {cast}"]
    if version == 19:
        with pytest.raises(ValueError, match="LLVM 20"):
            builder.fptrunc(function.arguments[0], "float", fast_math="nnan")


def test_records_precede_what_is_inserted_before_their_instruction() -> None:
    text = """define void @f(i32 %x) !dbg !3 {
    #dbg_value(i32 %x, !5, !DIExpression(), !6)
  ret void
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!7}
!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "f.c", directory: "/")
!3 = distinct !DISubprogram(name: "f", file: !1, line: 1, type: !4, unit: !0, spFlags: DISPFlagDefinition)
!4 = !DISubroutineType(types: !{})
!5 = !DILocalVariable(name: "x", scope: !3)
!6 = !DILocation(line: 1, scope: !3)
!7 = !{i32 2, !"Debug Info Version", i32 3}
"""
    module = pyllvm.parse_assembly(text, llvm_version=19)
    end = module.function("f").blocks[0].instructions[0]
    added = IRBuilder.before(end).add(module.function("f").arguments[0], 1)
    assert isinstance(added, pyllvm.ir.Instruction)
    assert added.debug_records is not None and not end.debug_records
    assert str(module).index("#dbg_value") < str(module).index("%1 = add") < str(module).index("ret void")


def test_what_is_compared() -> None:
    _, function, builder = started(19, "void (<2 x ptr>, ptr, i8, double)", ("v", "p", "n", "d"))
    pointers, pointer, number, double = function.arguments
    assert str(builder.icmp("eq", pointers, pointers).type) == "<2 x i1>"
    builder.icmp("eq", pointer, pointer)
    builder.icmp("eq", number, 3)
    with pytest.raises(TypeError, match="integers, pointers"):
        builder.icmp("eq", double, double)
    with pytest.raises(TypeError, match="fcmp"):
        builder.fcmp("oeq", number, number)
    assert body(function) == [
        "%0 = icmp eq <2 x ptr> %v, %v",
        "%1 = icmp eq ptr %p, %p",
        "%2 = icmp eq i8 %n, 3",
    ]
