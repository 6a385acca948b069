"""`Module.downgraded` and `convert`: the losses, what cannot be held, and the older verifier, which has the last word."""

from __future__ import annotations

import pytest

from pyllvm import Diagnostic, Loss, PyllvmError, parse_assembly, to_assembly
from pyllvm.migrations.loss import Losses
from pyllvm.reading.conversion import convert, warnings_of
from pyllvm.reading.wished_changes import bring, finish_module
from pyllvm.tables.target_profiles import profile_named
from pyllvm.wishes import Wishes


def test_it_returns_the_losses() -> None:
    module = parse_assembly("define i32 @f(i8 %x) {\n  %y = zext nneg i8 %x to i32\n  ret i32 %y\n}\n", llvm_version=22)
    losses = module.downgraded(14)
    assert module.llvm_version == 14
    assert [str(loss) for loss in losses] == ["@f: %y = zext i8 %x to i32: 'nneg' of zext (LLVM 18 and newer)"]
    assert isinstance(losses[0], Loss)
    assert "%y = zext i8 %x to i32" in to_assembly(module)


def test_losses_have_the_text_of_instructions_that_are_gone() -> None:
    text = "define i32 @f(i32 %x) {\n  %y = freeze i32 %x\n  %z = freeze i32 %y\n  ret i32 %z\n}\n"
    module = parse_assembly(text, llvm_version=19)
    losses = module.downgraded(9)
    assert [loss.place for loss in losses] == ["@f: %y = freeze i32 %x", "@f: %z = freeze i32 %y"]
    assert str(module["f"].blocks[0].instructions[0]).strip() == "ret i32 %x"


def test_a_module_of_that_version_loses_nothing() -> None:
    module = parse_assembly("declare void @f()\n", llvm_version=14)
    assert module.downgraded(14) == []


def test_it_goes_down_only() -> None:
    module = parse_assembly("declare void @f()\n", llvm_version=14)
    with pytest.raises(PyllvmError, match="LLVM 15 is newer than this module, which is of LLVM 14"):
        module.downgraded(15)


def test_seven_is_the_oldest() -> None:
    module = parse_assembly("declare void @f()\n", llvm_version=14)
    with pytest.raises(PyllvmError, match="7 is the oldest that is written"):
        module.downgraded(6)
    assert module.llvm_version == 14


def test_the_older_verifier_has_the_last_word() -> None:
    # No LLVM accepts a definition of that linkage, but a program can make one.
    module = parse_assembly("define void @f() {\n  ret void\n}\n", llvm_version=22)
    module.functions[0].linkage = "common"
    with pytest.raises(PyllvmError, match="there is no form of it that is valid in LLVM 14"):
        module.downgraded(14)


def test_what_stands_in_the_way_is_recorded_with_its_place() -> None:
    text = "define i32 @f(ptr %p) {\n  %b = call preserve_nonecc i32 %p(i32 1)\n  ret i32 %b\n}\n"
    losses = Losses(keeps_places=True)
    with pytest.raises(PyllvmError):
        convert(parse_assembly(text, llvm_version=22), 18, losses=losses)
    assert [(loss.kind, loss.position) for loss in losses.all] == [("impossible", "block 1, instruction 1")]


NON_NEGATIVE = "define i32 @f(i8 %x) {\n  %y = zext nneg i8 %x to i32\n  ret i32 %y\n}\n"


@pytest.mark.parametrize("losses", ["", "warn", "ignore", "error"])
@pytest.mark.parametrize("is_collected", [False, True])
def test_losses_are_reported_as_is_wished(losses: str, is_collected: bool) -> None:
    said: list[tuple[str, str]] = []
    collected: list[Loss] = []
    wishes = Wishes(14)
    wishes.losses = losses
    wishes.warn = lambda diagnostic, name: said.append((diagnostic.message.partition(" in ")[0], name))
    module = parse_assembly(NON_NEGATIVE, llvm_version=22)
    if losses == "error":
        with pytest.raises(PyllvmError, match="'nneg' of zext"):
            bring(module, wishes, "a.ll", collected=collected if is_collected else None)
    else:
        bring(module, wishes, "a.ll", collected=collected if is_collected else None)
        assert module.llvm_version == 14
    told = [("dropped 'nneg' of zext", "a.ll")] if losses in ("", "warn") and not is_collected else []
    assert said == told
    assert len(collected) == (is_collected and losses != "error")
    found: list[Diagnostic] = warnings_of(collected, wishes, 14)
    assert len(found) == (len(collected) if losses != "ignore" else 0)


def test_a_module_is_brought_up_and_stays_where_it_is() -> None:
    module = parse_assembly("define void @f() {\n  ret void\n}\n", llvm_version=14)
    for version, expected in ((None, 14), (14, 14), (19, 19)):
        bring(module, Wishes(version), "a.ll")
        assert module.llvm_version == expected
    bring(module, Wishes(19), "a.ll", 22)
    assert module.llvm_version == 22


def test_a_consumer_gets_what_it_needs() -> None:
    """Whichever way a module is brought to it, and at the end where the module was not the whole before."""
    text = 'target triple = "air64-apple-macosx14.0.0"\ndefine void @f() {\n  ret void\n}\n'
    version = 14
    profile = profile_named("air", version)
    assert profile is not None
    module = parse_assembly(text, llvm_version=22)
    convert(module, version, profile=profile)
    assert module.named_metadata_of("air.version") is not None
    module = parse_assembly(text, llvm_version=22)
    convert(module, version, profile=profile, is_whole=False)
    assert module.named_metadata_of("air.version") is None
    wishes = Wishes()
    wishes.profile = profile
    own = parse_assembly(text, llvm_version=version)
    bring(own, wishes, "a.ll")
    assert own.named_metadata_of("air.version") is not None
    finish_module(module, wishes)
    assert module.named_metadata_of("air.version") is not None
