"""The named parts of instructions: read, set, matched; the uses follow."""

from __future__ import annotations

import pytest

from pyllvm import ir, parse_assembly, verify
from pyllvm.tables.predicates import FCMP_PREDICATES

TEXT = """\
@g = global i32 0
@ti = external constant ptr
declare i32 @p(...)
declare i32 @callee(i32, i32)
declare i32 @other(i32, i32)
declare void @void()

define i32 @values(i32 %a, i32 %b, ptr %p, ptr %q, i1 %c, float %f, <4 x i32> %v, <4 x i32> %w, { i32, i32 } %s) {
  %add = add i32 %a, %b
  %neg = fneg float %f
  %cast = zext i32 %a to i64
  %cmp = icmp slt i32 %a, %b
  %fcmp = fcmp oeq float %f, %f
  %stack = alloca i32, i32 %a
  %load = load i32, ptr %p
  store i32 %a, ptr %p
  %gep = getelementptr { i32, [4 x i32] }, ptr %p, i32 %a, i32 1, i32 %b
  fence seq_cst
  %cx = cmpxchg ptr %p, i32 %a, i32 %b seq_cst monotonic
  %rmw = atomicrmw add ptr %p, i32 %a seq_cst
  %select = select i1 %c, i32 %a, i32 %b
  %freeze = freeze i32 %a
  %va = va_arg ptr %p, i32
  %ee = extractelement <4 x i32> %v, i32 %a
  %ie = insertelement <4 x i32> %v, i32 %a, i32 %b
  %sv = shufflevector <4 x i32> %v, <4 x i32> %w, <4 x i32> <i32 0, i32 5, i32 2, i32 7>
  %ev = extractvalue { i32, i32 } %s, 1
  %iv = insertvalue { i32, i32 } %s, i32 %a, 0
  %call = call i32 @callee(i32 %a, i32 %b) [ "tag"(ptr %p) ]
  ret i32 %add
}

define i32 @flow(i32 %a, i32 %b, i1 %c, i1 %d, ptr %p) personality ptr @p {
entry:
  br i1 %c, label %one, label %two
one:
  br label %two
two:
  %phi = phi i32 [ %a, %entry ], [ %b, %one ]
  switch i32 %phi, label %one.a [ i32 1, label %one.b
                                  i32 2, label %one.b ]
one.a:
  indirectbr ptr %p, [label %one.b, label %invoke]
one.b:
  ret i32 %a
invoke:
  %r = invoke i32 @callee(i32 %a, i32 %b) to label %one.b unwind label %pad
pad:
  %l = landingpad { ptr, i32 } cleanup catch ptr @ti
  resume { ptr, i32 } %l
}

define void @funclets(i1 %c) personality ptr @p {
entry:
  invoke void @void() to label %done unwind label %dispatch
dispatch:
  %cs = catchswitch within none [label %handler] unwind label %cleanup
handler:
  %cp = catchpad within %cs [ptr null, i32 64]
  catchret from %cp to label %done
cleanup:
  %cl = cleanuppad within none []
  cleanupret from %cl unwind to caller
done:
  ret void
}
"""


@pytest.fixture
def module() -> ir.Module:
    return parse_assembly(TEXT, llvm_version=22)


def named(module: ir.Module, function: str, name: str) -> ir.Instruction:
    found = module[function].symbols.get(name)
    assert isinstance(found, ir.Instruction)
    return found


def end(module: ir.Module, function: str, block: str) -> ir.Instruction:
    found = module[function].symbols.get(block)
    assert isinstance(found, ir.BasicBlock)
    assert found.terminator is not None
    return found.terminator


def block(module: ir.Module, function: str, name: str) -> ir.BasicBlock:
    found = module[function].symbols.get(name)
    assert isinstance(found, ir.BasicBlock)
    return found


def assert_uses_are_right(module: ir.Module) -> None:
    """The recorded uses are those that the operands have."""
    expected: dict[ir.Value, list[tuple[int, int]]] = {}
    for function in module.functions:
        for value in (*function.arguments, *function.blocks, *function.instructions):
            expected.setdefault(value, [])
        for instruction in function.instructions:
            for index, operand in enumerate(instruction.operands):
                expected.setdefault(operand, []).append((id(instruction), index))
    for value, uses in expected.items():
        recorded = [(id(use.user), use.index) for use in value.uses if isinstance(use.user, ir.Instruction)]
        assert sorted(recorded) == sorted(uses), str(value)


VALUES = {
    "add": ["left", "right"],
    "neg": ["operand"],
    "cast": ["operand"],
    "cmp": ["left", "right"],
    "stack": ["count"],
    "load": ["pointer"],
    "gep": ["pointer"],
    "cx": ["pointer", "expected", "new"],
    "rmw": ["pointer", "value"],
    "select": ["condition", "true_value", "false_value"],
    "freeze": ["operand"],
    "va": ["argument_list"],
    "ee": ["vector", "index"],
    "ie": ["vector", "element", "index"],
    "sv": ["left", "right"],
    "ev": ["aggregate"],
    "iv": ["aggregate", "element"],
}


@pytest.mark.parametrize("name", VALUES)
def test_parts_are_operands_in_order(module: ir.Module, name: str) -> None:
    instruction = named(module, "values", name)
    assert [getattr(instruction, part) for part in VALUES[name]] == instruction.operands[: len(VALUES[name])]


@pytest.mark.parametrize("name", VALUES)
def test_a_part_is_set_with_its_use(module: ir.Module, name: str) -> None:
    instruction = named(module, "values", name)
    for part in VALUES[name]:
        old = getattr(instruction, part)
        undefined = ir.SimpleConstant.get(old.type, "undef")
        setattr(instruction, part, undefined)
        assert getattr(instruction, part) is undefined
        assert instruction not in old.users or old in instruction.operands
    assert_uses_are_right(module)
    assert verify(module) == []


def test_a_part_of_another_type_is_refused(module: ir.Module) -> None:
    add = named(module, "values", "add")
    before = str(add)
    with pytest.raises(TypeError, match="a value of type i64 cannot replace operand 0 of type i32"):
        add.left = named(module, "values", "cast")
    with pytest.raises(TypeError, match="an operand is a value, not 5"):
        add.left = 5
    assert str(add) == before


def test_predicates(module: ir.Module) -> None:
    compare = named(module, "values", "cmp")
    floats = named(module, "values", "fcmp")
    assert (compare.inverse_predicate, compare.swapped_predicate) == ("sge", "sgt")
    assert (floats.inverse_predicate, floats.swapped_predicate) == ("une", "oeq")
    pairs = {}
    for word in FCMP_PREDICATES:
        floats.predicate = word
        pairs[word] = (floats.inverse_predicate, floats.swapped_predicate)
    assert pairs["ogt"] == ("ule", "olt")
    assert pairs["ueq"] == ("one", "ueq")
    assert pairs["true"] == ("false", "true")
    assert pairs["ule"] == ("ogt", "uge")
    for word, (inverse, swapped) in pairs.items():
        assert pairs[inverse][0] == word
        assert pairs[swapped][1] == word


def test_indices_of_getelementptr(module: ir.Module) -> None:
    gep = named(module, "values", "gep")
    assert [str(index) for index in gep.indices] == ["i32 %a", "i32 1", "i32 %b"]
    a, one, _ = gep.indices
    gep.indices = [one, one, a]
    assert str(gep).strip() == "%gep = getelementptr { i32, [4 x i32] }, ptr %p, i32 1, i32 1, i32 %a"
    gep.indices = [a]
    assert_uses_are_right(module)
    assert verify(module) == []
    with pytest.raises(TypeError, match="an index must be an integer, not of type ptr"):
        gep.indices = [gep.pointer]


def test_store(module: ir.Module) -> None:
    (store,) = [one for one in module["values"].instructions if isinstance(one, ir.StoreInst)]
    store.value = module["values"].arguments[1]
    store.pointer = module["values"].arguments[3]
    assert str(store).strip() == "store i32 %b, ptr %q, align 4"
    assert_uses_are_right(module)


def test_arguments_and_callee_of_a_call(module: ir.Module) -> None:
    call = named(module, "values", "call")
    a, b = call.arguments
    call.arguments = [b, a]
    call.callee = module["other"]
    assert str(call).strip() == '%call = call i32 @other(i32 %b, i32 %a) [ "tag"(ptr %p) ]'
    assert_uses_are_right(module)
    assert call not in module["callee"].users
    with pytest.raises(ValueError, match="the call has 2 arguments, not 1"):
        call.arguments = [a]
    with pytest.raises(TypeError, match="argument 1 must be of type i32, not i1"):
        call.arguments = [a, module["values"].arguments[4]]
    with pytest.raises(TypeError, match="the call is of type i32 \\(i32, i32\\), but @void is void \\(\\)"):
        call.callee = module["void"]
    call.callee = module["values"].arguments[2]  # a pointer
    assert_uses_are_right(module)
    assert verify(module) == []


def test_branch(module: ir.Module) -> None:
    branch = end(module, "flow", "entry")
    one, two = block(module, "flow", "one"), block(module, "flow", "two")
    assert (branch.condition, branch.true_block, branch.false_block) == (module["flow"].arguments[2], one, two)
    branch.condition = module["flow"].arguments[3]
    branch.true_block, branch.false_block = branch.false_block, branch.true_block
    assert str(branch).strip() == "br i1 %d, label %two, label %one"
    assert_uses_are_right(module)
    branch.condition = None
    assert str(branch).strip() == "br label %two"
    assert (branch.condition, branch.true_block, branch.false_block) == (None, two, None)
    branch.true_block = one
    assert str(branch).strip() == "br label %one"
    assert_uses_are_right(module)
    with pytest.raises(ValueError, match="a branch to one block has no condition"):
        branch.condition = module["flow"].arguments[3]
    with pytest.raises(TypeError, match="the br leads to a block, not to <"):
        branch.true_block = module["flow"]


def test_switch(module: ir.Module) -> None:
    switch = end(module, "flow", "two")
    first, second = block(module, "flow", "one.a"), block(module, "flow", "one.b")
    assert switch.condition is named(module, "flow", "phi")
    assert switch.default_block is first
    assert [(value.value, target.name) for value, target in switch.cases] == [(1, "one.b"), (2, "one.b")]
    one, two = [value for value, _ in switch.cases]
    switch.cases = [(two, first), (one, second), (module.constant("i32", 7), second)]
    switch.default_block = second
    assert " ".join(str(switch).split()) == (
        "switch i32 %phi, label %one.b [ i32 2, label %one.a i32 1, label %one.b i32 7, label %one.b ]"
    )
    switch.cases = []
    assert_uses_are_right(module)
    with pytest.raises(TypeError, match="the value of a case must be of type i32, not i64"):
        switch.cases = [(module.constant("i64", 7), second)]


def test_phi(module: ir.Module) -> None:
    phi = named(module, "flow", "phi")
    a, b = module["flow"].arguments[:2]
    entry, one = block(module, "flow", "entry"), block(module, "flow", "one")
    assert phi.incoming == [(a, entry), (b, one)]
    phi.incoming = [(b, entry), (b, one)]
    assert str(phi).strip() == "%phi = phi i32 [ %b, %entry ], [ %b, %one ]"
    assert_uses_are_right(module)
    with pytest.raises(TypeError, match="an incoming value must be of type i32, not i1"):
        phi.incoming = [(module["flow"].arguments[2], entry)]
    with pytest.raises(TypeError):
        phi.add_incoming(3, entry)
    assert verify(module) == []


def test_other_terminators(module: ir.Module) -> None:
    indirect = end(module, "flow", "one.a")
    second, invoke_block = block(module, "flow", "one.b"), block(module, "flow", "invoke")
    assert (indirect.address, indirect.destinations) == (module["flow"].arguments[4], [second, invoke_block])
    indirect.destinations = [invoke_block]
    returned = end(module, "flow", "one.b")
    assert returned.value is module["flow"].arguments[0]
    returned.value = module["flow"].arguments[1]
    with pytest.raises(TypeError, match="the function returns a value of type i32, not None"):
        returned.value = None
    with pytest.raises(TypeError, match="the returned value must be of type i32, not i1"):
        returned.value = module["flow"].arguments[2]
    invoke = end(module, "flow", "invoke")
    pad = block(module, "flow", "pad")
    assert (invoke.normal_block, invoke.unwind_block) == (second, pad)
    assert (invoke.normal_destination, invoke.unwind_destination) == (second, pad)
    invoke.normal_destination = block(module, "flow", "one.a")
    assert str(invoke).endswith("to label %one.a unwind label %pad")
    assert_uses_are_right(module)
    landing = named(module, "flow", "l")
    assert landing.clauses == [module["ti"]]
    landing.clauses = []
    assert " ".join(str(landing).split()) == "%l = landingpad { ptr, i32 } cleanup"
    resume = end(module, "flow", "pad")
    assert resume.value is landing
    assert_uses_are_right(module)


def test_funclets(module: ir.Module) -> None:
    switch = named(module, "funclets", "cs")
    handler, cleanup, done = [block(module, "funclets", name) for name in ("handler", "cleanup", "done")]
    assert (switch.handlers, switch.unwind_block, switch.unwind) == ([handler], cleanup, cleanup)
    switch.unwind_block = None
    assert " ".join(str(switch).split()) == "%cs = catchswitch within none [label %handler] unwind to caller"
    switch.unwind_block = cleanup
    switch.handlers = [handler]
    assert " ".join(str(switch).split()) == "%cs = catchswitch within none [label %handler] unwind label %cleanup"
    catch = named(module, "funclets", "cp")
    assert catch.parent_pad is switch
    null, number = catch.arguments
    catch.arguments = [number, null, null]
    assert str(catch).strip() == "%cp = catchpad within %cs [i32 64, ptr null, ptr null]"
    left = end(module, "funclets", "handler")
    assert (left.pad, left.target_block) == (catch, done)
    cleaned = end(module, "funclets", "cleanup")
    assert (cleaned.pad, cleaned.unwind_block) == (named(module, "funclets", "cl"), None)
    cleaned.unwind_block = done
    assert str(cleaned).strip() == "cleanupret from %cl unwind label %done"
    cleaned.unwind_block = None
    assert_uses_are_right(module)


def test_instructions_match_patterns(module: ir.Module) -> None:
    found = []
    for instruction in module["values"].instructions:
        match instruction:
            case ir.BinaryOperator("add", left, right):
                found.append(("add", left.name, right.name))
            case ir.CmpInst("slt", left, right):
                found.append(("slt", left.name, right.name))
            case ir.LoadInst(pointer):
                found.append(("load", pointer.name))
            case ir.StoreInst(value, pointer):
                found.append(("store", value.name, pointer.name))
            case ir.CallInst(ir.Function(name=callee), [first, _]):
                found.append(("call", callee, first.name))
            case ir.GetElementPtrInst(_, [_, ir.ConstantInt(value=1), last]):
                found.append(("gep", last.name))
    assert found == [
        ("add", "a", "b"), ("slt", "a", "b"), ("load", "p"), ("store", "a", "p"), ("gep", "b"), ("call", "callee", "a"),
    ]  # fmt: skip
    match end(module, "flow", "entry"):
        case ir.BranchInst(ir.Value(name=condition), ir.BasicBlock(name=true), ir.BasicBlock(name=false)):
            assert (condition, true, false) == ("c", "one", "two")
        case _:
            pytest.fail("no match")


def test_every_part_that_matches_can_be_read(module: ir.Module) -> None:
    kinds = set()
    for function in module.functions:
        for instruction in function.instructions:
            kind = type(instruction)
            names = getattr(kind, "__match_args__", ())
            kinds.add(kind.__name__)
            for name in names:
                getattr(instruction, name)
            assert names or isinstance(instruction, ir.UnreachableInst)
    assert len(kinds) == 33


def test_an_incoming_value_is_removed_by_block_or_number() -> None:
    module = parse_assembly(
        "define i32 @f(i1 %c) {\ne:\n  br i1 %c, label %a, label %b\na:\n  br label %b\nb:\n"
        "  %p = phi i32 [ 1, %e ], [ 2, %a ]\n  ret i32 %p\n}\n"
    )
    e, _, b = module.function("f").blocks
    phi = b.phis[0]
    for wrong in (-1, 2):
        with pytest.raises(IndexError, match="from 0 to 1"):
            phi.remove_incoming(wrong)
    with pytest.raises(ValueError, match="no value from this block"):
        phi.remove_incoming(b)
    phi.remove_incoming(e)
    assert str(phi) == "  %p = phi i32 [ 2, %a ]"
    phi.remove_incoming(0)
    assert phi.blocks == []
