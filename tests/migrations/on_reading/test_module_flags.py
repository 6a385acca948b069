"""Flags that older front ends wrote read as LLVM reads them."""

from __future__ import annotations

import pytest

from pyllvm import parse_assembly, parse_bitcode, to_assembly, to_bitcode

FLAGS = """
!llvm.module.flags = !{!0, !1, !2, !3, !4}
!0 = !{i32 1, !"PIC Level", i32 2}
!1 = !{i32 1, !"sign-return-address-all", i32 1}
!2 = !{i32 1, !"amdgpu_code_object_version", i32 500}
!3 = !{i32 1, !"Objective-C Image Info Section", !"__DATA, __objc_imageinfo"}
!4 = !{i32 4, !"Objective-C Garbage Collection", i32 84018944}
"""


@pytest.mark.parametrize(
    ("version", "expected"),
    [
        (8, ['i32 7, !"PIC Level"', 'i32 1, !"sign-return-address-all"', "amdgpu_code", "i32 84018944"]),
        (14, ['i32 7, !"PIC Level"', 'i32 1, !"sign-return-address-all"', '!"Swift ABI Version", i32 7', "i8 0}"]),
        (15, ['i32 7, !"PIC Level"', 'i32 8, !"sign-return-address-all"', "amdgpu_code"]),
        (18, ["amdgpu_code"]),
        (19, ['i32 8, !"PIC Level"', "amdhsa_code", '!"Swift Major Version", i8 5', '!"Swift Minor Version", i8 2']),
    ],
)
def test_flags_become_what_the_version_reads(version: int, expected: list[str]) -> None:
    printed = to_assembly(parse_assembly(FLAGS, llvm_version=version))
    assert [part for part in expected if part not in printed] == []
    assert "__DATA,__objc_imageinfo" in printed


def test_image_info_gets_the_flag_that_came_after_it() -> None:
    text = '!llvm.module.flags = !{!0}\n!0 = !{i32 1, !"Objective-C Image Info Version", i32 0}\n'
    assert '!{i32 4, !"Objective-C Class Properties", i32 0}' in to_assembly(parse_assembly(text))


def test_sections_of_categories_lose_their_blanks() -> None:
    text = '@c = global i32 0, section "__DATA, __objc_catlist, regular, no_dead_strip"\n'
    assert '"__DATA,__objc_catlist,regular,no_dead_strip"' in to_assembly(parse_assembly(text))


@pytest.mark.parametrize("version", [14, 22])
def test_bitcode_with_linker_options_as_a_flag_names_them(version: int) -> None:
    text = """!llvm.module.flags = !{!0}
!0 = !{i32 6, !"Linker Options", !1}
!1 = !{!2, !3}
!2 = !{!"-framework", !"Foundation"}
!3 = !{!"-lz"}
"""
    module = parse_assembly(text, llvm_version=version)
    assert "llvm.linker.options" not in to_assembly(module)
    printed = to_assembly(parse_bitcode(to_bitcode(module)))
    assert "!llvm.linker.options = !{!2, !3}\n" in printed
