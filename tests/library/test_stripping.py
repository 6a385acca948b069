"""The steps of stripping do what they are named for, and only they."""

from __future__ import annotations

import pytest

from pyllvm import PyllvmError, parse_assembly, strip

TEXT = """\
%named = type { i32 }
@hidden = internal constant %named { i32 1 }
define i32 @f(i32 %x) {
  %y = load i32, ptr @hidden
  ret i32 %y
}
declare void @unused()
"""


@pytest.mark.parametrize(
    ("steps", "gone"),
    [
        (["strip"], {"%named", "@hidden", "%x"}),
        (["strip-debug"], set()),
        (["strip-dead-prototypes"], {"@unused"}),
        (["strip-names", "strip-dead-prototypes"], {"%named", "@hidden", "%x", "@unused"}),
        ([], set()),
    ],
)
def test_what_goes(steps: list[str], gone: set[str]) -> None:
    module = parse_assembly(TEXT, llvm_version=19)
    strip(module, steps)
    text = str(module)
    assert {word for word in ("%named", "@hidden", "%x", "@unused") if word not in text} == gone


def test_an_unknown_step_changes_nothing() -> None:
    module = parse_assembly(TEXT, llvm_version=19)
    with pytest.raises(PyllvmError, match="'instcombine' is not a step; the steps are strip, "):
        strip(module, ["strip", "instcombine"])
    assert "%named" in str(module)
