"""A change of attribute sets is asked once for each set of a result or a parameter, and once for each list about the function."""

from __future__ import annotations

from pyllvm import parse_assembly
from pyllvm.ir.attributes import AttributeSet
from pyllvm.migrations.attribute_lists import map_attribute_sets
from pyllvm.migrations.instruction_index import InstructionIndex

MODULE = """
define void @f(ptr nonnull %p) nounwind {
  call void @g(ptr nonnull %p) nounwind
  call void @g(ptr nonnull %p) nounwind memory(read)
  ret void
}
declare void @g(ptr)
"""


def test_each_set_of_a_value_is_changed_once() -> None:
    asked: list[tuple[str, str]] = []

    def of_functions(attributes: AttributeSet) -> AttributeSet:
        asked.append(("function", str(attributes)))
        return attributes

    def of_values(attributes: AttributeSet) -> AttributeSet:
        asked.append(("value", str(attributes)))
        return attributes.removing("nonnull")

    module = parse_assembly(MODULE, llvm_version=22)
    map_attribute_sets(module, InstructionIndex(module), of_functions, of_values)
    assert [place for place, _ in asked] == ["function", "value", "function"]
    assert "nonnull" not in str(module)
