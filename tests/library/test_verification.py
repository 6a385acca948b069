"""`pyllvm.verify`: what it reports besides the rules of LLVM's verifier."""

from __future__ import annotations

import pyllvm
from pyllvm.ir.instructions import CastInst

NON_NEGATIVE = """
define i32 @f(i8 %x) {
  %wide = zext i8 %x to i32
  ret i32 %wide
}
"""


def test_a_flag_that_the_version_does_not_have_is_an_error() -> None:
    module = pyllvm.parse_assembly(NON_NEGATIVE, "f.ll", llvm_version=14)
    assert pyllvm.verify(module) == []
    extension = next(iter(module.functions[0].instructions))
    assert isinstance(extension, CastInst)
    extension.flags = 1
    (diagnostic,) = pyllvm.verify(module)
    assert diagnostic.severity == "error"
    assert diagnostic.message == "LLVM 14 does not have 'nneg' of zext (LLVM 18 and newer)"
    assert diagnostic.scope is not None
    assert diagnostic.scope.function == "@f"


def test_an_unknown_intrinsic_is_no_error() -> None:
    module = pyllvm.parse_assembly("declare i32 @llvm.amdgcn.nobody.knows.this(i32)\n", llvm_version=19)
    assert pyllvm.verify(module) == []
