"""LLVM 13 has numbers in the bundles that name a function of Objective-C's run time since LLVM 14."""

from __future__ import annotations

from pyllvm import parse_assembly, to_assembly
from pyllvm.migrations import bring
from pyllvm.verifier import verify
from rows import each_row


@each_row(
    ("name", "number"),
    [
        ("llvm.objc.retainAutoreleasedReturnValue", 0),
        ("llvm.objc.unsafeClaimAutoreleasedReturnValue", 1),
        ("objc_retainAutoreleasedReturnValue", 0),
        ("objc_unsafeClaimAutoreleasedReturnValue", 1),
    ],
)
@each_row("version", [14, 16, 22])
def test_a_function_becomes_a_number(name: str, number: int, version: int) -> None:
    pointer = "i8*" if version < 15 else "ptr"
    attached = f"{pointer} ({pointer})*" if version < 15 else pointer
    text = (
        f"declare {pointer} @f()\ndeclare {pointer} @{name}({pointer})\ndefine {pointer} @g() {{\n"
        f'  %1 = call {pointer} @f() [ "clang.arc.attachedcall"({attached} @{name}) ]\n  ret {pointer} %1\n}}\n'
    )
    module = parse_assembly(text, llvm_version=version)
    bring(module, 13)
    assert f'  %1 = call i8* @f() [ "clang.arc.attachedcall"(i64 {number}) ]\n' in to_assembly(module)
    assert not any(diagnostic.severity == "error" for diagnostic in verify(module))
