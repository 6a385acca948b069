"""The module summary in text."""

import pytest

import pyllvm

# A variable and a type identifier have one name.
_SOURCE = """\
@_ZTS1A = constant [3 x i8] c"1A\\00"
@_ZTV1A = constant [1 x i8] zeroinitializer

^0 = module: (path: "a.o", hash: (0, 0, 0, 0, 0))
^1 = gv: (name: "_ZTS1A", summaries: (variable: (module: ^0, flags: (linkage: external), varFlags: (readonly: 1))))
^2 = gv: (name: "_ZTV1A", summaries: (variable: (module: ^0, flags: (linkage: external), varFlags: (readonly: 1), refs: (^1))))
^3 = typeidCompatibleVTable: (name: "_ZTS1A", summary: ((offset: 16, ^2)))
"""


@pytest.mark.parametrize(("version", "of_variable", "of_type"), [(14, 3, 3), (17, 3, 3), (18, 1, 3), (22, 1, 3)])
def test_a_variable_and_a_type_identifier_of_one_name_share_a_slot_up_to_17(version: int, of_variable: int, of_type: int) -> None:
    text = str(pyllvm.parse_assembly(_SOURCE, llvm_version=version))
    assert f'^{of_variable} = gv: (name: "_ZTS1A"' in text
    assert f"refs: (^{of_variable})" in text
    assert f'^{of_type} = typeidCompatibleVTable: (name: "_ZTS1A"' in text


def test_an_ifunc_has_no_entry() -> None:
    text = (
        "@f = ifunc i32 (), ptr @g\ndefine internal ptr @g() {\n  ret ptr null\n}\n"
        '^0 = module: (path: "m", hash: (0, 0, 0, 0, 0))\n'
        '^1 = gv: (name: "g", summaries: (function: (module: ^0, flags: (linkage: internal, visibility: default, '
        "notEligibleToImport: 0, live: 0, dsoLocal: 1, canAutoHide: 0, importType: definition), insts: 1)))\n"
    )
    printed = str(pyllvm.parse_bitcode(pyllvm.to_bitcode(pyllvm.parse_assembly(text, llvm_version=19))))
    assert '^1 = gv: (name: "g", ' in printed
    assert "^2 = blockcount: 0\n" in printed


@pytest.mark.parametrize(("given", "printed"), [("0", "0"), ("1", "1"), ("2", "1")])
def test_a_visibility_of_virtual_calls_is_a_flag_in_text(given: str, printed: str) -> None:
    flags = f"varFlags: (vcall_visibility: {given}), vTableFuncs: ((virtFunc: ^1, offset: 8)), refs"
    text = str(pyllvm.parse_assembly(_SOURCE.replace("varFlags: (readonly: 1), refs", flags), llvm_version=19))
    assert f"constant: 0, vcall_visibility: {printed}), vTableFuncs:" in text
