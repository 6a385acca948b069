"""The verifier reports broken rules in LLVM's words, and accepts valid modules."""

from __future__ import annotations

import pytest

from pyllvm.assembly import parse_assembly
from pyllvm.ir.types import Context
from pyllvm.verifier import verify
from pyllvm.verifier.module import NO_BODIES, Verification
from rows import each_row


def messages(text: str, version: int = 19) -> list[str]:
    """The failures of a text's module."""
    return [failure.message for failure in verify(parse_assembly(text.encode(), llvm_version=version))]


VALID = """
declare i32 @personality(...)
declare void @callee()

define i32 @f(i32 %a, i1 %c) personality ptr @personality {
entry:
  br i1 %c, label %left, label %right
left:
  %x = add i32 %a, 1
  br label %join
right:
  invoke void @callee() to label %join unwind label %pad
pad:
  %p = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %p
join:
  %r = phi i32 [ %x, %left ], [ %a, %right ]
  ret i32 %r
}
"""


def test_a_valid_module_is_clean() -> None:
    assert messages(VALID) == []


@each_row(
    ("text", "message"),
    [
        (
            "define i32 @f() {\n %x = add i32 %y, 1\n %y = add i32 1, 2\n ret i32 %x\n}",
            "Instruction does not dominate all uses!",
        ),
        (
            "define i32 @f(i1 %c) {\ne:\n br i1 %c, label %a, label %b\na:\n %x = add i32 1, 2\n br label %b\n"
            "b:\n ret i32 %x\n}",
            "Instruction does not dominate all uses!",
        ),
        ("define void @f() {\ne:\n br label %e\n}", "Entry block to function must not have predecessors!"),
        (
            "define i32 @f() {\ne:\n br label %b\nb:\n %x = phi i32 [ 1, %e ], [ 2, %b ]\n ret i32 %x\n}",
            "PHINode should have one entry for each predecessor of its parent basic block!",
        ),
        ("@g = common global i32 3", "'common' global must have a zero initializer!"),
        ("@a = alias i32, ptr @b\n@b = alias i32, ptr @a",
         "Aliases cannot form a cycle"),
        ("declare void @f(i32 noalias)", "Attribute 'noalias' applied to incompatible type!"),
        (
            "declare i32 @llvm.ctlz.i32(i32, i1)\ndefine i32 @f(i32 %x, i1 %c) {\n"
            " %r = call i32 @llvm.ctlz.i32(i32 %x, i1 %c)\n ret i32 %r\n}",
            "immarg operand has non-immediate parameter",
        ),
        (
            "define i32 @f(ptr %p) {\n %v = load i32, ptr %p, !range !0\n ret i32 %v\n}\n!0 = !{}",
            "It should have at least one range!",
        ),
        ("!llvm.ident = !{!0}\n!0 = !{}", "incorrect number of operands in llvm.ident metadata"),
    ],
)  # fmt: skip
def test_refusals(text: str, message: str) -> None:
    assert message in messages(text)


def test_failures_name_what_they_are_about() -> None:
    module = parse_assembly(b"@g = common constant i32 0", llvm_version=19)
    failures = verify(module)
    assert [failure.message for failure in failures] == ["'common' global may not be marked constant!"]
    assert failures[0].objects == [module.global_variables[0]]
    assert not failures[0].is_debug_info


def test_failures_in_debug_info_are_marked() -> None:
    text = (
        "define void @f() !dbg !0 {\n ret void\n}\n!0 = !{}\n"
        '!llvm.module.flags = !{!1}\n!1 = !{i32 2, !"Debug Info Version", i32 3}'
    )
    failures = verify(parse_assembly(text.encode(), llvm_version=19))
    assert [failure.message for failure in failures] == ["function !dbg attachment must be a subprogram"]
    assert failures[0].is_debug_info


def test_rules_depend_on_the_version() -> None:
    text = "define i32 @f(i32 %x) naked {\n ret i32 %x\n}"
    assert messages(text, 19) == []
    assert messages(text, 20) == ["cannot use argument of naked function"]


def test_a_node_is_visited_up_to_its_first_bad_operand() -> None:
    text = (
        "define void @f() !note !0 {\n  ret void\n}\n"
        "!0 = !{!1, !2, !3}\n"
        '!1 = !DIFile(filename: "a.c", directory: "/", checksumkind: CSK_MD5, checksum: "12")\n'
        "!2 = !DILocation(line: 1, scope: !4)\n"
        '!3 = !DIFile(filename: "b.c", directory: "/", checksumkind: CSK_SHA1, checksum: "34")\n'
        '!4 = distinct !DISubprogram(name: "f")\n'
    )
    assert messages(text) == ["invalid checksum length", "DILocation not allowed within this metadata node"]


def test_attributes_are_checked_for_each_type_and_module() -> None:
    context = Context()
    first = parse_assembly(b"declare void @f(ptr byval(i32))", llvm_version=19, context=context)
    assert verify(first) == []
    again = parse_assembly(b"declare void @g(ptr byval(i32))", llvm_version=19, context=context)
    assert verify(again) == []
    # The same list of attributes is wrong for another type.
    (function,) = again.functions
    other = parse_assembly(b"declare void @h(i32)", llvm_version=19, context=context)
    other.functions[0].attributes = function.attributes
    (failure,) = verify(other)
    assert "applied to incompatible type" in failure.message
    # Each use of it is reported.
    assert len(verify(other)) == 1


def test_what_is_known_of_attributes_does_not_hide_a_fault_of_another_module() -> None:
    context = Context()
    declared = 'declare ptr @f(i32) "alloc-variant-zeroed"="z"\n'
    assert verify(parse_assembly(declared.encode(), llvm_version=23, context=context)) == []
    # Here the variant is another function.
    both = parse_assembly(f"{declared}declare ptr @z(i64)\n".encode(), llvm_version=23, context=context)
    assert [failure.message for failure in verify(both)] != []
    wide = 'declare void @g(<16 x i32>) #0\nattributes #0 = { "target-features"="+avx512f,-evex512" }\n'
    assert verify(parse_assembly(wide.encode(), llvm_version=19, context=context)) == []
    x86 = parse_assembly(f'target triple = "x86_64-linux"\n{wide}'.encode(), llvm_version=19, context=context)
    assert [failure.message for failure in verify(x86)] == ["512-bit vector arguments require 'evex512' for AVX512"]


def test_without_bodies_only_declarations_are_verified() -> None:
    module = parse_assembly(b"declare void @f(ptr sret(i8) byval(i8))\ndefine void @g() {\n  br label %a\na:\n  br label %a\n}\n")
    module["g"].blocks[1].instructions.clear()
    assert len(verify(module)) == 2
    assert [failure.message.split()[0] for failure in verify(module, NO_BODIES)] == ["Attributes"]


@pytest.mark.parametrize("base", ["1", "!2"])
def test_a_broken_access_tag_is_noted_for_the_reader(base: str) -> None:
    text = f"""define i32 @f(ptr %p) {{
  %x = load i32, ptr %p, !tbaa !0
  ret i32 %x
}}
!0 = !{{!1, !1, i64 0}}
!1 = !{{!"int", {base}, i64 0}}
!2 = !{{!"root"}}
"""
    module = parse_assembly(text.replace(" 1,", " i64 1,").encode())
    verification = Verification(module)
    verification.part(module.functions)
    assert verification.state.has_broken_access_tags == bool(verification.failures) == (base == "1")


def test_parts_find_what_the_whole_module_breaks() -> None:
    body = "define void @{0}(ptr %p) {{\n  store i32 1, ptr %p, !DIAssignID !{1}\n  call void @g(metadata !{1})\n  ret void\n}}\n"
    text = f"""{body.format("a", 0)}define void @b() {{\n  ret void\n}}\n{body.format("c", 1)}declare void @g(metadata)
!0 = distinct !DIAssignID()\n!1 = distinct !DIAssignID()\n"""
    module = parse_assembly(text.encode(), llvm_version=19)
    verification = Verification(module, is_in_parts=True)
    bodies = {function: [*function.blocks] for function in module.functions}
    for function in module.functions:
        function.blocks.clear()
    for function, blocks in bodies.items():
        function.blocks.extend(blocks)
        verification.part([function])
    verification.finish()
    assert [function.name for function in verification.failing] == ["a", "c", "g"]
    assert [one.message for one in verification.failures] == [one.message for one in verify(module)]
