"""Calls of debug intrinsics with too few operands: since LLVM 21 they become records before anything is verified."""

from __future__ import annotations

import pytest

from pyllvm.assembly import parse_assembly
from pyllvm.diagnostics import PyllvmError
from pyllvm.findings.failure_text import failures_text
from pyllvm.verifier.module import verify


@pytest.mark.parametrize(
    ("kind", "operands", "said"),
    [
        ("value", "", "invalid #dbg record address/value\n#dbg_value((null), (null), (null), (null))\n"),
        ("value", "metadata i32 1", "invalid #dbg record variable\n#dbg_value(i32 1, (null), (null), (null))\n"),
        ("declare", "metadata ptr %p", "invalid #dbg record variable\n#dbg_declare(ptr %p, (null), (null), (null))\n"),
        ("assign", "metadata ptr %p",
         "invalid #dbg record variable\n#dbg_assign(ptr %p, (null), (null), (null), (null), (null), (null))\n"),
    ],
)  # fmt: skip
def test_the_record_lacks_its_variable(kind: str, operands: str, said: str) -> None:
    declared = "metadata" if operands else ""
    text = f"declare void @llvm.dbg.{kind}({declared})\n"
    text += f"define void @f(ptr %p) {{\n  call void @llvm.dbg.{kind}({operands})\n  ret void\n}}\n"
    module = parse_assembly(text.encode(), llvm_version=22)
    failures = verify(module)
    assert all(failure.is_debug_info for failure in failures)
    assert failures_text(module, failures).startswith(said)


@pytest.mark.parametrize("version", [13, 17])
def test_an_argument_list_has_a_number_up_to_llvm_17(version: int) -> None:
    text = "!named = !{!1}\n\n!0 = !DIArgList(i32 1)\n!1 = !{!0}\n"
    assert "!0 = !{!DIArgList(i32 1)}\n" in str(parse_assembly(text.encode(), llvm_version=version))
    with pytest.raises(PyllvmError, match="expected metadata type"):
        parse_assembly(text.encode(), llvm_version=18)


@pytest.mark.parametrize("version", [14, 22])
def test_no_parameter_is_a_pointer_to_metadata(version: int) -> None:
    with pytest.raises(PyllvmError, match="pointer to this type is invalid"):
        parse_assembly(b"declare void @f(metadata*)\n", llvm_version=version)
