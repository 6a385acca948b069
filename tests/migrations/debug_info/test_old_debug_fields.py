"""Fields of debug information that other fields replaced."""

from __future__ import annotations

from pyllvm import parse_assembly, to_assembly

MAIN = (
    '!n = !{!0}\n!0 = !DISubprogram(name: "main", scope: null, isLocal: false, isDefinition: false, '
    "flags: DIFlagPrototyped | DIFlagMainSubprogram, isOptimized: false)\n"
)
NOTES = '!n = !{!0}\n!0 = !DIModule(scope: null, name: "m", isysroot: "/")\n'


def test_the_flag_of_a_main_subprogram() -> None:
    module = parse_assembly(MAIN, llvm_version=7)
    assert "DIFlagPrototyped | DIFlagMainSubprogram" in to_assembly(module, llvm_version=8)
    upgraded = to_assembly(module, llvm_version=9)
    assert "flags: DIFlagPrototyped, spFlags: DISPFlagMainSubprogram" in upgraded


def test_the_path_of_a_module() -> None:
    module = parse_assembly(NOTES, llvm_version=9)
    assert 'sysroot: "/"' in to_assembly(module, llvm_version=10)
    assert '!DIModule(scope: null, name: "m", apinotes: "/")' in to_assembly(module, llvm_version=11)
