"""The text of a loss: which releases have the construct, and its place, even if the place is gone by then."""

from __future__ import annotations

from pyllvm import parse_assembly
from pyllvm.ir.loss import NO_RELEASE, Loss
from pyllvm.tables.features import FOREVER
from rows import each_row

TEXT = """@0 = global i32 0
define i32 @f(i32 %x) {
  %a = add i32 %x, 1
  br label %next
next:
  %b = add i32 %a, 2
  ret i32 %b
}
define void @1() {
  ret void
}
"""


@each_row(
    ("since", "until", "releases"),
    [
        (19, FOREVER, "LLVM 19 and newer"),
        (0, 16, "LLVM 16 and older"),
        (9, 14, "LLVM 9 to 14"),
        (14, 14, "LLVM 14 to 14"),
        (*NO_RELEASE, "no release that is known"),
    ],
)
def test_releases(since: int, until: int, releases: str) -> None:
    loss = Loss("'x'", since, until)
    assert loss.releases == releases
    assert (str(loss), loss.place, loss.position) == (f"'x' ({releases})", "", "")


def test_places() -> None:
    module = parse_assembly(TEXT, llvm_version=19)
    function = module.function("f")
    add = function.blocks[0].instructions[0]
    loss = Loss("'x'", 19, subject=function, instruction=add)
    assert str(loss) == "@f: %a = add i32 %x, 1: 'x' (LLVM 19 and newer)"
    add.name = "other"
    assert loss.place == "@f: %other = add i32 %x, 1"
    loss.keep_text()
    assert (loss.text, loss.position) == ("%other = add i32 %x, 1", "")
    loss.keep_place()
    assert loss.position == "block 1, instruction 1"
    in_next = Loss("'x'", 19, subject=function, instruction=function.blocks[1].instructions[1])
    in_next.keep_place()
    assert (in_next.text, in_next.position) == ("ret i32 %b", "block %next, instruction 2")
    add.name = "third"
    assert loss.place == "@f: %other = add i32 %x, 1"
    subjects = [module.global_variables[0], module.functions[1], function, None]
    named = [Loss("'x'", 19, subject=subject) for subject in subjects]
    assert [one.place for one in named] == ["an unnamed global", "an unnamed function", "@f", ""]
    for one in named:
        one.keep_place()
        assert (one.text, one.position) == ("", "")
