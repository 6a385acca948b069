"""What functions take: no labels and no opaque structs from LLVM 21 on. The messages are LLVM's."""

from __future__ import annotations

import pytest

from pyllvm import PyllvmError, parse_assembly, parse_bitcode, to_bitcode
from pyllvm.migrations import bring

OPAQUE = "%a = type opaque\ndeclare void @f(%a)\n"
LABEL = 'define void @f() {\n  br label %x\nx:\n  call void asm "", "X"(label %x)\n  ret void\n}\n'


@pytest.mark.parametrize("text", [OPAQUE, LABEL])
def test_modules_with_such_parameters_end_at_20(text: str) -> None:
    bring(parse_assembly(text, llvm_version=19), 20)
    with pytest.raises(PyllvmError, match="Invalid function argument type"):
        bring(parse_assembly(text, llvm_version=19), 21)


def test_text_with_them_is_refused_where_the_argument_stands() -> None:
    with pytest.raises(PyllvmError, match="invalid type for function argument") as raised:
        parse_assembly(LABEL, llvm_version=22)
    assert str(raised.value.diagnostic.where).endswith(":4:25)")


def test_bitcode_with_them_is_refused() -> None:
    module = parse_assembly(OPAQUE, llvm_version=19)
    module.llvm_version = 22
    with pytest.raises(PyllvmError, match="Invalid function argument type"):
        parse_bitcode(to_bitcode(module))
