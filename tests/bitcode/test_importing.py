"""`llvm-dis -set-importing`: types with an identifier are read as declarations; what is expected is what LLVM 14 and 19 print."""

import pyllvm
from pyllvm.bitcode import BitcodeFile, Reading, read_modules
from pyllvm.wishes import Wishes

TEXT = """
!named = !{!0, !1}
!0 = !DICompositeType(tag: DW_TAG_structure_type, name: "S", elements: !2, templateParams: !2, identifier: "_ZTS1S")
!1 = !DICompositeType(tag: DW_TAG_enumeration_type, name: "E<int>", elements: !2, templateParams: !2, identifier: "_ZTS1E")
!2 = !{}
"""


def types_of(version: int) -> list[str]:
    bitcode = pyllvm.to_bitcode(pyllvm.parse_assembly(TEXT, llvm_version=version))
    wishes = Wishes()
    wishes.is_importing = True
    (module,) = read_modules(BitcodeFile(bitcode), Reading(wishes=wishes))
    return [line for line in pyllvm.to_assembly(module).splitlines() if "DICompositeType" in line]


def test_a_definition_becomes_a_declaration() -> None:
    assert types_of(14) == [
        '!0 = !DICompositeType(tag: DW_TAG_structure_type, name: "S", flags: DIFlagFwdDecl, identifier: "_ZTS1S")',
        '!1 = !DICompositeType(tag: DW_TAG_enumeration_type, name: "E<int>", flags: DIFlagFwdDecl, identifier: "_ZTS1E")',
    ]


def test_template_parameters_stay_where_the_name_lacks_them() -> None:
    structure, enumeration = types_of(19)
    assert "templateParams" in structure
    assert "templateParams" not in enumeration
