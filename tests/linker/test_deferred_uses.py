"""A link whose bodies are read without the uses of their own values, which are recorded when someone asks for them."""

from __future__ import annotations

from pyllvm import link, parse_assembly, parse_bitcode, to_bitcode
from pyllvm.assembly import print_module
from pyllvm.bitcode import read_bitcode, write_bitcode
from pyllvm.bitcode.writer.module import forget_uniqueness
from pyllvm.ir.function import Function
from pyllvm.ir.instructions import StoreInst
from pyllvm.ir.module import Module
from pyllvm.ir.value import Value
from pyllvm.linker import Linker

# Forward references, a value that one instruction uses twice, operand bundles, and an order that the file requests.
TEXT = """define i32 @loop(i32 %n, ptr %p) {
entry:
  br label %body

body:
  %i = phi i32 [ 0, %entry ], [ %next, %body ]
  %square = mul i32 %i, %i
  %next = add i32 %i, 1
  store i32 %square, ptr %p
  %more = icmp slt i32 %next, %n
  br i1 %more, label %body, label %done

done:
  switch i32 %next, label %last [
    i32 7, label %first
  ]

first:
  %called = call i32 @bundled(i32 %square, ptr %p)
  ret i32 %called

last:
  ret i32 %square
}

define i32 @bundled(i32 %x, ptr %f) {
  %a = add i32 %x, %x
  %r = call i32 %f(i32 %a, i32 %x) [ "tag"(i32 %x, i32 %a, ptr %f), "other"(i32 %x) ]
  %b = sub i32 %r, %x
  ret i32 %b
}

define i32 @ordered(i32 %x) {
  %a = add i32 %x, 1
  %b = mul i32 %x, 2
  %c = sub i32 %x, %a
  %d = xor i32 %b, %c
  ret i32 %d

  uselistorder i32 %x, { 1, 0, 2 }
}
"""


def linked(*, defers_uses: bool) -> Module:
    """The module, linked from bitcode that is read lazily."""
    linker = Linker(19, defers_uses=defers_uses)
    data = to_bitcode(parse_assembly(TEXT, llvm_version=19))
    linker.link_in(read_bitcode(data, name="a.bc", lazy=True, context=linker.context))
    return linker.finish()


def local_values(function: Function) -> list[Value]:
    """The arguments and instructions."""
    return [*function.arguments, *(instruction for block in function.blocks for instruction in block.instructions)]


def uses_of(module: Module) -> list[list[tuple[str, int]]]:
    """The uses of all local values, oldest first."""
    found: list[list[tuple[str, int]]] = []
    for function in module.functions:
        for value in local_values(function):
            found.append([(str(use.user), use.index) for use in value.uses or ()])
    return found


def test_uses_are_recorded_when_they_are_asked_for() -> None:
    module = linked(defers_uses=True)
    deferred = [function.name for function in module.functions if function.has_deferred_uses]
    # The bundles of the other one come last among the uses.
    assert deferred == ["loop", "ordered"]
    assert uses_of(module) == uses_of(linked(defers_uses=False))
    assert not any(function.has_deferred_uses for function in module.functions)


def test_the_bitcode_is_the_same() -> None:
    module = linked(defers_uses=True)
    assert write_bitcode(module) == write_bitcode(linked(defers_uses=False))
    assert module.function("loop").has_deferred_uses  # it was written without its uses


def test_an_edit_finds_the_uses() -> None:
    first, second = linked(defers_uses=True), linked(defers_uses=False)
    for module in (first, second):
        function = module.function("loop")
        # The store now uses the argument, newest of its uses.
        (store,) = [user for user in function.blocks[1].instructions if isinstance(user, StoreInst)]
        store.set_operand(0, function.arguments[0])
    assert uses_of(first) == uses_of(second)


def test_a_replaced_value_passes_on_its_uses() -> None:
    first, second = linked(defers_uses=True), linked(defers_uses=False)
    for module in (first, second):
        function = module.function("loop")
        values = {value.name: value for value in local_values(function)}
        values["square"].replace_all_uses_with(values["next"])
        assert not values["square"].has_uses
        assert values["next"].has_more_uses(4)
    assert uses_of(first) == uses_of(second)


def test_a_module_that_is_of_no_use_afterwards_is_written_alike() -> None:
    whole = write_bitcode(linked(defers_uses=True))
    module = linked(defers_uses=True)
    forget_uniqueness(module)
    assert write_bitcode(module) == whole


def test_null_operands_of_functions_stay_in_their_places() -> None:
    """LLVM 19 reads them back in the order of the link, so that the text needs no directive."""
    first = parse_assembly(
        "@g = global ptr null\ndefine void @a() prefix ptr null prologue ptr @g { ret void }\n", llvm_version=19
    )
    second = parse_assembly("define void @b() prologue ptr null {\n  store ptr null, ptr undef\n  ret void\n}\n", llvm_version=19)
    linked = parse_bitcode(to_bitcode(link([first, second])))
    assert b"uselistorder" not in print_module(linked, preserve_use_list_order=True)
