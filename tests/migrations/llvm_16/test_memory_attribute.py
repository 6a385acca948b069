"""`readnone` and its like are `memory(...)` since LLVM 16."""

from __future__ import annotations

import pytest

from pyllvm import PyllvmError, parse_assembly, to_assembly
from pyllvm.ir.attributes import Attribute, AttributeSet
from pyllvm.migrations import bring
from rows import each_row

FORMS = [
    ("readnone", "memory(none)"),
    ("readonly", "memory(read)"),
    ("writeonly", "memory(write)"),
    ("argmemonly", "memory(argmem: readwrite)"),
    ("argmemonly readonly", "memory(argmem: read)"),
    ("inaccessiblememonly", "memory(inaccessiblemem: readwrite)"),
    ("inaccessiblemem_or_argmemonly", "memory(argmem: readwrite, inaccessiblemem: readwrite)"),
    ("inaccessiblemem_or_argmemonly writeonly", "memory(argmem: write, inaccessiblemem: write)"),
]


@pytest.mark.parametrize(("old", "new"), FORMS)
def test_the_words_become_one_attribute(old: str, new: str) -> None:
    module = parse_assembly(f"declare void @f() {old}\n", llvm_version=15)
    bring(module, 16)
    assert f"attributes #0 = {{ {new} }}" in to_assembly(module)


@pytest.mark.parametrize(("word", "number"), [("argmemonly", 45), ("inaccessiblemem_or_argmemonly", 50)])
def test_a_removed_word_of_a_parameter_is_refused(word: str, number: int) -> None:
    """Bitcode of LLVM 15 can have it there, though its text cannot."""
    module = parse_assembly("declare void @f(ptr readnone)\n", llvm_version=15)
    function = module.functions[0]
    assert function.attributes is not None
    function.attributes = function.attributes.with_parameter(0, AttributeSet([Attribute.of(word)]))
    assert f"@f(ptr {word})" in to_assembly(module)
    with pytest.raises(PyllvmError, match=rf"Unknown attribute kind \({number}\)"):
        bring(module, 16)


@each_row("version", [16, 22])
@each_row(("old", "new"), FORMS)
def test_the_attribute_becomes_the_words(old: str, new: str, version: int) -> None:
    module = parse_assembly(f"declare void @f() {new}\n", llvm_version=version)
    bring(module, 15)
    assert f"attributes #0 = {{ {old} }}" in to_assembly(module)


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ("memory(read, argmem: readwrite)", ""),
        ("memory(write, argmem: readwrite)", ""),
        ("memory(argmem: read, inaccessiblemem: write)", "inaccessiblemem_or_argmemonly"),
        ("memory(read, argmem: none)", "readonly"),
    ],
)
def test_what_no_words_express_becomes_weaker_ones(value: str, words: str) -> None:
    module = parse_assembly(f"declare void @f() {value}\n", llvm_version=19)
    losses = bring(module, 15)
    assert [(loss.kind, loss.construct) for loss in losses] == [("dropped", "part of the attribute 'memory'")]
    assert "memory" not in to_assembly(module).replace("memonly", "")
    if words:
        assert f"attributes #0 = {{ {words} }}" in to_assembly(module)
    else:
        assert "attributes" not in to_assembly(module)
