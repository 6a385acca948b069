"""For LLVM 12 and older, a call of a function of Objective-C's run time follows the call whose result it takes."""

from __future__ import annotations

import pytest

from pyllvm import PyllvmError, parse_assembly, to_assembly, verify
from pyllvm.migrations import bring

HEAD = """\
declare ptr @make()
declare ptr @llvm.objc.retainAutoreleasedReturnValue(ptr)
declare void @llvm.objc.clang.arc.noop.use(...)
declare i32 @__gxx_personality_v0(...)
"""
CALL = """\
define ptr @f() {
  %1 = call ptr @make() [ "clang.arc.attachedcall"(ptr @llvm.objc.retainAutoreleasedReturnValue) ]
  call void (...) @llvm.objc.clang.arc.noop.use(ptr %1)
  ret ptr %1
}
"""
INVOKE = """\
define ptr @f() personality ptr @__gxx_personality_v0 {
  %1 = invoke ptr @make() [ "clang.arc.attachedcall"(ptr @llvm.objc.retainAutoreleasedReturnValue), "deopt"(i32 7) ]
       to label %ok unwind label %bad
ok:
  ret ptr %1
bad:
  %2 = landingpad { ptr, i32 } cleanup
  ret ptr null
}
"""


def brought(text: str, version: int) -> str:
    module = parse_assembly(HEAD + text, llvm_version=22)
    bring(module, version)
    assert not any(one.severity == "error" for one in verify(module))
    return to_assembly(module)


@pytest.mark.parametrize("version", [8, 11, 12])
def test_a_call_follows(version: int) -> None:
    text = brought(CALL, version)
    assert "  %1 = call i8* @make()\n  %2 = call i8* @llvm.objc.retainAutoreleasedReturnValue(i8* %1)\n  ret i8* %1\n" in text
    assert "noop.use" not in text


def test_the_call_is_where_an_invoke_returns() -> None:
    text = brought(INVOKE, 11)
    assert '  %1 = invoke i8* @make() [ "deopt"(i32 7) ]\n' in text
    assert "\n  %2 = call i8* @llvm.objc.retainAutoreleasedReturnValue(i8* %1)\n  ret i8* %1\n" in text


def test_llvm_13_has_the_bundle() -> None:
    assert '%1 = call i8* @make() [ "clang.arc.attachedcall"(i64 0) ]' in brought(CALL, 13)


def test_without_a_place_of_its_own_the_bundle_stays_and_is_named() -> None:
    shared = INVOKE.replace("%1 = invoke", "br i1 true, label %go, label %ok\ngo:\n  %1 = invoke").replace(
        "  ret ptr %1", "  ret ptr null"
    )
    with pytest.raises(PyllvmError, match=r"the operand bundle 'clang\.arc\.attachedcall'"):
        brought(shared, 12)


@pytest.mark.parametrize(("number", "name"), [(0, "retainAutoreleasedReturnValue"), (1, "unsafeClaimAutoreleasedReturnValue")])
def test_the_numbers_of_llvm_13(number: int, name: str) -> None:
    module = parse_assembly(
        f'declare i32* @make()\ndefine i32* @f() {{\n  %1 = call i32* @make() [ "clang.arc.attachedcall"(i64 {number}) ]\n'
        "  ret i32* %1\n}\n",
        llvm_version=13,
    )
    bring(module, 12)
    text = to_assembly(module)
    assert f"  %2 = bitcast i32* %1 to i8*\n  %3 = call i8* @llvm.objc.{name}(i8* %2)\n  ret i32* %1\n" in text
