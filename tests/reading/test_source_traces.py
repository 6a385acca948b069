"""The compiler's name and the folders of sources go; what is left is valid."""

from __future__ import annotations

import pytest

from pyllvm import parse_assembly, verify
from pyllvm.reading.source_traces import last_component, remove_producer, remove_source_paths

TEXT = """\
source_filename = "/src/a.c"
!llvm.dbg.cu = !{!0, !6}
!llvm.module.flags = !{!2}
!llvm.ident = !{!3}
!llvm.commandline = !{!4}
!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, producer: "cc 1.0", flags: "-I/secret", sysroot: "/root", \
emissionKind: FullDebug)
!1 = !DIFile(filename: "/src/a.c", directory: "/build")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !{!"clang version 19.1.7"}
!4 = !{!"clang -O2"}
!5 = !DIFile(filename: "/other/a.c", directory: "/build")
!6 = distinct !DICompileUnit(language: DW_LANG_C, file: !5, splitDebugFilename: "/x.dwo", emissionKind: FullDebug)
"""


def test_producer() -> None:
    module = parse_assembly(TEXT, llvm_version=19)
    remove_producer(module)
    text = str(module)
    assert [word for word in ("cc 1.0", "-I/secret", "clang", "llvm.ident", "llvm.commandline") if word in text] == []
    assert "/build" in text
    assert verify(module) == []


def test_source_paths() -> None:
    module = parse_assembly(TEXT, "/src/a.ll", llvm_version=19)
    remove_source_paths(module)
    text = str(module)
    assert [word for word in ("/src", "/build", "/secret", "/root", "/other", "/x.dwo") if word in text] == []
    assert 'source_filename = "a.c"' in text
    assert "cc 1.0" in text
    # The two files are the same now, and one node.
    assert text.count("!DIFile(") == 1
    assert verify(module) == []


@pytest.mark.parametrize(("path", "last"), [("/a/b.c", "b.c"), ("b.c", "b.c"), (r"C:\x\y.cpp", "y.cpp"), ("", "")])
def test_last_component(path: str, last: str) -> None:
    assert last_component(path) == last
