"""What readers correct in attributes, from the version on whose LLVM does."""

from __future__ import annotations

import pytest

from pyllvm import parse_assembly, parse_bitcode, to_assembly, to_bitcode

TEXT = "declare i8* @f(i8* zeroext)\ndefine void @g(i8* %p) {\n  %r = call i8* @f(i8* %p) strictfp\n  ret void\n}\n"


@pytest.mark.parametrize("version", [8, 9, 10, 11, 13])
def test_attributes_of_other_types_and_strict_calls(version: int) -> None:
    text = to_assembly(parse_bitcode(to_bitcode(parse_assembly(TEXT, llvm_version=8)), llvm_version=version))
    assert ("declare i8* @f(i8* zeroext)" in text) == (version < 12)
    assert ("strictfp" in text) == (version < 11)


STRICT = """declare void @g() strictfp
declare double @llvm.experimental.constrained.sqrt.f64(double, metadata, metadata)
declare double @llvm.sqrt.f64(double)
define void @f(double %x) {
  call void @g()
  %a = call double @llvm.experimental.constrained.sqrt.f64(double %x, metadata !"round.upward", metadata !"fpexcept.maytrap") #0
  %b = call double @llvm.sqrt.f64(double %a) strictfp
  ret void
}
attributes #0 = { strictfp }
"""


@pytest.mark.parametrize(("version", "to"), [(19, 19), (19, 22), (22, 22)])
def test_strict_calls_of_functions_that_are_not_strict(version: int, to: int) -> None:
    text = to_assembly(parse_bitcode(to_bitcode(parse_assembly(STRICT, llvm_version=version)), llvm_version=to))
    calls = [line.rpartition("#")[2] for line in text.splitlines() if " call " in line]
    assert calls[0] == calls[2]
    assert f"attributes #{calls[0]} = {{ nobuiltin }}\n" in text
    assert f"attributes #{calls[1]} = {{ strictfp }}\n" in text


@pytest.mark.parametrize(("version", "sections"), [(17, ["", "old"]), (18, ["named", "named"])])
def test_a_section_that_an_attribute_names(version: int, sections: list[str]) -> None:
    text = 'declare void @f() #0\ndeclare void @g() #0 section "old"\nattributes #0 = { "implicit-section-name"="named" }\n'
    for source in (14, version):
        module = parse_bitcode(to_bitcode(parse_assembly(text, llvm_version=source)), llvm_version=version)
        assert [function.section for function in module.functions] == sections
        assert ("implicit" in str(module)) is (version < 18)
