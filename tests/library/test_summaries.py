"""Edits of a module with a ThinLTO summary drop it, since it is not true any more; what changes nothing keeps it."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from typing import Final

import pytest

import pyllvm
from pyllvm import IRBuilder, Module, passes
from pyllvm.ir import CallInst, GlobalVariable
from rows import each_row

TEXT: Final = """\
source_filename = "a.c"
@v = global i32 1
@a = alias i32 (), ptr @f
define i32 @f() {
  %x = alloca i32
  store i32 1, ptr %x
  %r = load i32, ptr %x
  ret i32 %r
}
define i32 @main() {
entry:
  %r = call i32 @f()
  br label %end
end:
  ret i32 %r
}
^0 = module: (path: "a", hash: (1, 2, 3, 4, 5))
^1 = gv: (name: "v", summaries: (variable: (FLAGS, varFlags: (readonly: 1, writeonly: 1, constant: 0))))
^2 = gv: (name: "f", summaries: (function: (FLAGS, insts: 4)))
^3 = gv: (name: "main", summaries: (function: (FLAGS, insts: 3, calls: ((callee: ^2)))))
^4 = gv: (name: "a", summaries: (alias: (FLAGS, aliasee: ^2)))
""".replace(
    "FLAGS",
    "module: ^0, flags: (linkage: external, visibility: default, notEligibleToImport: 0, live: 0, dsoLocal: 0, canAutoHide: 0, "
    "importType: definition)",
)


def read(form: str) -> Module:
    """The module with its summary."""
    module = pyllvm.parse_assembly(TEXT, "a", llvm_version=19)
    return module if form == "text" else pyllvm.parse_bitcode(pyllvm.to_bitcode(module), "a", lazy=form == "lazy")


def call_of(module: Module) -> CallInst:
    (call,) = [one for one in module.function("main").instructions if isinstance(one, CallInst)]
    return call


def store(module: Module) -> None:
    builder = IRBuilder(module.function("main").add_block("more"))
    variable = module.get("v")
    assert isinstance(variable, GlobalVariable)
    builder.store(2, variable)
    builder.unreachable()


def rename(module: Module) -> None:
    module.function("f").name = "new"


def make_internal(module: Module) -> None:
    module.function("f").linkage = "internal"


def set_initializer(module: Module) -> None:
    variable = module.get("v")
    assert isinstance(variable, GlobalVariable)
    variable.is_constant = True


def erase_block(module: Module) -> None:
    main = module.function("main")
    pyllvm.split_edge(*main.blocks)
    pyllvm.remove_unreachable_blocks(main)


def remove_alias(module: Module) -> None:
    (alias,) = module.aliases
    alias.erase_from_parent()


EDITS: Final[dict[str, Callable[[Module], object]]] = {
    "a name": rename,
    "a linkage": make_internal,
    "a constant": set_initializer,
    "an alias": remove_alias,
    "a store": store,
    "a block": erase_block,
    "a call": lambda module: pyllvm.inline_call(call_of(module)),
    "a copy": lambda module: pyllvm.clone_function(module.function("f")),
    "internalize": lambda module: pyllvm.internalize(module, ["a"]),
    "strip": pyllvm.strip,
    "mem2reg": passes.mem2reg,
    "instnamer": passes.instnamer,
}
QUIET: Final[dict[str, Callable[[Module], object]]] = {
    "verify": lambda module: pyllvm.verify(module, lint=True, rewrite=True),
    "text": pyllvm.to_assembly,
    "older text": lambda module: pyllvm.to_assembly(module, llvm_version=14),
    "bitcode": pyllvm.to_bitcode,
    "dce": passes.dce,
    "globaldce": passes.globaldce,
    "link": lambda module: pyllvm.link([module]),
    "extract": lambda module: pyllvm.extract(module, ["f"]),
    "str": lambda module: [str(one) for function in module.functions for one in function.instructions],
    "users": lambda module: [function.users for function in module.functions],
}


@each_row("form", ["text", "bitcode", "lazy"])
@each_row("name", EDITS)
def test_edits_drop_the_summary(name: str, form: str) -> None:
    module = read(form)
    EDITS[name](module)
    assert module.summary is None and module.hash is None
    assert pyllvm.verify(module) == []
    text = pyllvm.to_assembly(module)
    assert "^0" not in text and str(pyllvm.parse_assembly(text, "a")) == text
    assert pyllvm.parse_bitcode(pyllvm.to_bitcode(module)).summary is None


@each_row("form", ["text", "bitcode", "lazy"])
@each_row("name", QUIET)
def test_other_functions_keep_it(name: str, form: str) -> None:
    module = read(form)
    QUIET[name](module)
    assert module.summary is not None
    assert str(module) == str(read(form))


@pytest.mark.parametrize("copy", [Module.copy, lambda module: pickle.loads(pickle.dumps(module))], ids=["copy", "pickle"])
def test_copies_are_watched_as_well(copy: Callable[[Module], Module]) -> None:
    module = read("text")
    made = copy(module)
    assert made.summary is not None
    rename(made)
    assert made.summary is None and module.summary is not None
    rename(module)
    assert copy(module).summary is None


def test_a_newer_version_keeps_it() -> None:
    module = pyllvm.parse_bitcode(pyllvm.to_bitcode(read("text")), llvm_version=22)
    assert module.llvm_version == 22 and module.summary is not None
    rename(module)
    assert module.summary is None


def test_verify_finds_what_a_summary_names_and_is_not_there() -> None:
    module = read("text")
    summary = module.summary
    assert summary is not None
    for info in summary.values.values():
        if info.name == "v":
            info.name = "w"
        if info.name == "f":
            info.summaries.clear()
    assert [one.message for one in pyllvm.verify(module)] == [
        "the summary names @w, which is not in the module",
        "the summary of @a does not have its aliasee",
    ]
