"""What an alias stands for, however long the chain is."""

from __future__ import annotations

import pytest

import pyllvm
from pyllvm.assembly import parse_assembly
from pyllvm.diagnostics import PyllvmError
from pyllvm.editing.properties import (
    aliased_object,
    comdat_of,
    copy_properties,
    is_link_once,
    is_weak,
    is_weak_for_linker,
    kind_of,
    set_linkage,
    set_visibility,
)
from pyllvm.ir.module import Module
from pyllvm.limits import ALIAS_CHAIN
from rows import each_row


def chain(count: int, *, is_backward: bool = False) -> Module:
    """A module with aliases, each of the one before it or after it; the last is that of a variable with a comdat."""
    aliases = ["@a0 = alias i32, ptr @g", *[f"@a{at} = alias i32, ptr @a{at - 1}" for at in range(1, count)]]
    if is_backward:
        aliases.reverse()
    text = "\n".join(["$c = comdat any", "@g = global i32 0, comdat($c)", *aliases, ""])
    return parse_assembly(text.encode(), llvm_version=19)


def test_an_alias_is_followed_to_the_end() -> None:
    module = chain(1500)
    assert aliased_object(module.aliases[-1]) is module.global_variables[0]
    assert comdat_of(module.aliases[-1]) is module.comdats["c"]


def test_a_chain_has_a_bound() -> None:
    module = chain(ALIAS_CHAIN + 1)
    assert aliased_object(module.aliases[-2]) is module.global_variables[0]
    with pytest.raises(PyllvmError, match="more than 10000 aliases of one another are in a chain"):
        aliased_object(module.aliases[-1])
    with pytest.raises(PyllvmError, match="more than 10000 aliases"):
        pyllvm.link([chain(ALIAS_CHAIN + 1, is_backward=True)])


def test_an_address_is_followed() -> None:
    text = b"@g = global [4 x i8] zeroinitializer\n@a = alias i8, getelementptr (i8, ptr @g, i64 2)\n"
    module = parse_assembly(text, llvm_version=19)
    assert aliased_object(module.aliases[0]) is module.global_variables[0]


@each_row("length", [1, 2, 3, 7, 20])
@each_row("before", [0, 1, 5])
def test_aliases_of_one_another_stand_for_nothing(before: int, length: int) -> None:
    module = chain(before + length)
    aliases = module.aliases
    aliases[before].set_operand(0, aliases[-1])
    assert [aliased_object(alias) for alias in aliases[before:]] == [None] * length


def test_all_properties_but_the_linkage_are_copied() -> None:
    text = """
$c = comdat any
@v = weak hidden dllexport thread_local(localexec) unnamed_addr externally_initialized global i32 1, section "s", OTHERS
@w = internal global i32 2
define weak hidden dllexport fastcc void @f() unnamed_addr #1 section "s" partition "p" comdat($c) align 32 gc "g" {
  ret void
}
define void @g() {
  ret void
}
attributes #0 = { "a"="b" }
attributes #1 = { nounwind }
""".replace("OTHERS", 'partition "p", comdat($c), no_sanitize_address, code_model "large", align 16 #0')
    module = parse_assembly(text.encode(), llvm_version=19)
    given, variable = module.global_variables
    copy_properties(variable, given)
    printed = [line for line in str(module).splitlines() if line.startswith(("@", "define"))]
    assert printed[1] == printed[0].replace("@v = weak ", "@w = internal ").replace("i32 1", "i32 2").replace(", comdat($c)", "")
    given_function, function = module.functions
    copy_properties(function, given_function)
    printed = [line for line in str(module).splitlines() if line.startswith("define")]
    assert printed[1] == printed[0].replace("define weak ", "define ").replace("@f", "@g").replace(" comdat($c)", "")


def test_a_local_symbol_has_no_visibility() -> None:
    module = parse_assembly(b"@v = hidden dllexport global i32 0\n@w = global i32 0\n", llvm_version=19)
    first, second = module.global_variables
    set_linkage(first, "internal")
    assert (first.linkage, first.visibility, first.dll_storage_class, first.is_dso_local) == (
        "internal",
        "default",
        "default",
        True,
    )
    set_visibility(second, "protected")
    assert (second.visibility, second.is_dso_local) == ("protected", True)


# The linkage: whether it is linkonce, whether it is weak, and whether another definition may take its place.
LINKAGES = {
    "external": (False, False, False),
    "internal": (False, False, False),
    "private": (False, False, False),
    "available_externally": (False, False, False),
    "appending": (False, False, False),
    "linkonce": (True, False, True),
    "linkonce_odr": (True, False, True),
    "weak": (False, True, True),
    "weak_odr": (False, True, True),
    "common": (False, False, True),
    "extern_weak": (False, False, True),
}


def test_what_another_definition_may_replace() -> None:
    variable = parse_assembly(b"@v = global i32 0\n", llvm_version=19).global_variables[0]
    for linkage, expected in LINKAGES.items():
        variable.linkage = linkage
        assert (is_link_once(variable), is_weak(variable), is_weak_for_linker(variable)) == expected, linkage


def test_the_kinds_of_symbols() -> None:
    text = b"@v = global i32 0\n@a = alias i32, ptr @v\n@i = ifunc void (), ptr @f\ndeclare void @f()\n"
    module = parse_assembly(text, llvm_version=19)
    assert {value.name: kind_of(value) for value in module.global_values} == {
        "v": "variable",
        "a": "alias",
        "i": "ifunc",
        "f": "function",
    }
