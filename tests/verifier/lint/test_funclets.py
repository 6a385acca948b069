"""Calls in funclets, with their bundles and without."""

from __future__ import annotations

from pyllvm.assembly import parse_assembly
from pyllvm.verifier.lint import lint

TEXT = """
declare i32 @__CxxFrameHandler3(...)
declare void @g()
declare void @h()
define void @f() personality ptr @__CxxFrameHandler3 {
entry:
  invoke void @g() to label %end unwind label %cleanup
cleanup:
  %pad = cleanuppad within none []
  call void @h() [ "funclet"(token %pad) ]
  cleanupret from %pad unwind to caller
end:
  call void @h()
  ret void
}
"""


def rules(text: str) -> list[str]:
    """The rules of all that is reported of a module."""
    return [finding.rule for finding in lint(parse_assembly(text.encode(), llvm_version=19))]


def test_calls_in_funclets() -> None:
    assert rules(TEXT) == []
    text = TEXT.replace(' [ "funclet"(token %pad) ]', "")
    assert rules(text) == ["funclet-bundle"]
    assert rules(text.replace("__CxxFrameHandler3", "__gxx_wasm_personality_v0")) == []


def test_a_bundle_of_another_funclet() -> None:
    text = TEXT.replace("end:\n  call void @h()", 'end:\n  call void @h() [ "funclet"(token undef) ]')
    found = [finding.message for finding in lint(parse_assembly(text.encode(), llvm_version=19))]
    assert found == ["a call names a funclet that it is not in: LLVM treats it as unreachable"]
