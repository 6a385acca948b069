"""The rules for the calls and records that say where variables are: `llvm.dbg.value`, `#dbg_value` and their like."""

from __future__ import annotations

from typing import Final

from pyllvm.ir.constants import POISON, UNDEF, SimpleConstant
from pyllvm.ir.function import Argument, Instruction
from pyllvm.ir.instructions import CallBase
from pyllvm.ir.metadata import (
    DBG_ASSIGN,
    DBG_LABEL,
    DebugRecord,
    DIArgList,
    DIExpression,
    MDNode,
    Metadata,
    MetadataAsValue,
    SpecializedNode,
    ValueAsMetadata,
)
from pyllvm.verifier.attributes import has_parameter_attribute
from pyllvm.verifier.debug_info import (
    FLAG_ARTIFICIAL,
    check_fragment,
    is_kind,
    is_type,
    is_valid_expression,
    number_of,
    subprogram_of,
)
from pyllvm.verifier.metadata import operands_of, visit_node, visit_value_as_metadata
from pyllvm.verifier.state import State

VARIABLE_INTRINSICS: Final = ("declare", "value", "assign", "addr")


def _is_place(state: State, place: object) -> bool:
    if isinstance(place, (ValueAsMetadata, DIArgList)):
        return True
    return isinstance(place, MDNode) and not operands_of(place, state.version) and not isinstance(place, DIExpression)


def metadata_operand(call: CallBase, index: int) -> Metadata | None:
    """The metadata that an argument of a call stands for."""
    if index >= call.argument_count:
        return None
    argument = call.operands[index]
    if isinstance(argument, MetadataAsValue):
        return argument.metadata
    return ValueAsMetadata(argument)


def verify_variable_intrinsic(state: State, kind: str, call: CallBase) -> bool:
    """The rules for llvm.dbg.declare, value, assign and addr."""
    shift = 1 if kind == "value" and call.argument_count == 4 else 0
    place = metadata_operand(call, 0)
    variable = metadata_operand(call, 1 + shift)
    expression = metadata_operand(call, 2 + shift)
    if not _is_place(state, place):
        return state.fail_debug(f"invalid llvm.dbg.{kind} intrinsic address/value", call, place)
    if not is_kind(variable, "DILocalVariable"):
        return state.fail_debug(f"invalid llvm.dbg.{kind} intrinsic variable", call, variable)
    if not isinstance(expression, DIExpression):
        return state.fail_debug(f"invalid llvm.dbg.{kind} intrinsic expression", call, expression)
    if kind == "assign":
        if not is_kind(metadata_operand(call, 3), "DIAssignID"):
            return state.fail_debug("invalid llvm.dbg.assign intrinsic DIAssignID", call, metadata_operand(call, 3))
        if not _is_place(state, metadata_operand(call, 4)):
            return state.fail_debug("invalid llvm.dbg.assign intrinsic address", call, metadata_operand(call, 4))
        if not isinstance(metadata_operand(call, 5), DIExpression):
            return state.fail_debug("invalid llvm.dbg.assign intrinsic address expression", call, metadata_operand(call, 5))
    location = call.debug_location
    if location is not None and not is_kind(location, "DILocation"):
        return True
    assert isinstance(variable, SpecializedNode)
    if not isinstance(location, SpecializedNode):
        return state.fail_debug(f"llvm.dbg.{kind} intrinsic requires a !dbg attachment", call, call.parent, state.function)
    described = subprogram_of(variable["scope"])
    located = subprogram_of(location["scope"])
    if described is None or located is None:
        return True
    if described is not located:
        return state.fail_debug(
            f"mismatched subprogram between llvm.dbg.{kind} variable and !dbg attachment",
            call, call.parent, state.function, variable, described, location, located,
        )  # fmt: skip
    if not is_type(variable["type"]):
        return state.fail_debug("invalid type ref", variable, variable["type"])
    return _verify_argument(state, call, variable, location)


def verify_fragment_of_intrinsic(state: State, call: CallBase, kind: str) -> None:
    """The rules for the expression of such a call, which come after those for the instruction."""
    shift = 1 if kind == "value" and call.argument_count == 4 else 0
    place = metadata_operand(call, 0)
    _verify_expression(state, call, place, metadata_operand(call, 1 + shift), metadata_operand(call, 2 + shift))


def verify_label_intrinsic(state: State, call: CallBase) -> bool:
    """The rules for llvm.dbg.label."""
    label = metadata_operand(call, 0)
    if not isinstance(label, SpecializedNode) or label.spec.name != "DILabel":
        return state.fail_debug("invalid llvm.dbg.label intrinsic variable", call, label)
    location = call.debug_location
    if location is not None and not is_kind(location, "DILocation"):
        return True
    if not isinstance(location, SpecializedNode):
        return state.fail("llvm.dbg.label intrinsic requires a !dbg attachment", call, call.parent, state.function)
    described = subprogram_of(label["scope"])
    located = subprogram_of(location["scope"])
    if described is None or located is None or described is located:
        return True
    return state.fail_debug(
        "mismatched subprogram between llvm.dbg.label label and !dbg attachment",
        call, call.parent, state.function, label, described, location, located,
    )  # fmt: skip


def _verify_argument(state: State, shown: object, variable: SpecializedNode, location: SpecializedNode) -> bool:
    if state.subprogram is None or location["inlinedAt"] is not None:
        return True
    number = number_of(variable, "arg")
    if number == 0:
        return True
    before = state.described_arguments.get(number)
    state.described_arguments[number] = variable
    if before is not None and before is not variable:
        return state.fail_debug("conflicting debug info for argument", shown, before, variable)
    return True


def _verify_expression(state: State, shown: object, place: object, variable: object, expression: object) -> bool:
    if not isinstance(expression, DIExpression) or not expression.elements:
        return True
    elements = expression.elements
    if not is_valid_expression(elements):
        return True
    if isinstance(variable, SpecializedNode) and variable.spec.name == "DILocalVariable":
        if not number_of(variable, "flags") & FLAG_ARTIFICIAL:
            check_fragment(state, variable, expression, shown)
    is_entry_value = elements[0] == 0x1003 or (len(elements) > 2 and elements[0] == 0x1005 and elements[2] == 0x1003)
    if not is_entry_value or state.version < 10:
        return True
    if isinstance(place, ValueAsMetadata) and state.version >= 17:
        value = place.value
        if isinstance(value, SimpleConstant) and value.kind in (UNDEF, POISON):
            return True
        if isinstance(value, Argument) and has_parameter_attribute(state.function.attributes, value.number, "swiftasync"):
            return True
    message = "Entry values are only allowed in MIR"
    if state.version >= 17:
        message += " unless they target a swiftasync Argument"
    return state.fail_debug(message, shown)


def verify_records(state: State, instruction: Instruction, records: list[DebugRecord]) -> None:
    """The rules for the records before an instruction."""
    for record in records:
        location = record.debug_location
        if location is not None and is_kind(location, "DILocation"):
            visit_node(state, location, True)
        if record.kind == DBG_LABEL:
            _verify_label(state, record, instruction)
        else:
            _verify_variable(state, record, instruction)
            _verify_expression(state, record, record.location, record.variable, record.expression)


def _verify_label(state: State, record: DebugRecord, instruction: Instruction) -> bool:
    label = record.variable
    if not isinstance(label, SpecializedNode) or label.spec.name != "DILabel":
        return state.fail_debug("invalid #dbg_label intrinsic variable", record, label)
    location = record.debug_location
    if location is not None and not is_kind(location, "DILocation"):
        return True
    if not isinstance(location, SpecializedNode):
        return state.fail_debug("#dbg_label record requires a !dbg attachment", record, instruction.parent, state.function)
    described = subprogram_of(label["scope"])
    located = subprogram_of(location["scope"])
    if described is None or located is None or described is located:
        return True
    return state.fail_debug(
        "mismatched subprogram between #dbg_label label and !dbg attachment",
        record, instruction.parent, state.function, label, described, location, located,
    )  # fmt: skip


def _verify_variable(state: State, record: DebugRecord, instruction: Instruction) -> bool:
    place = record.location
    if not _is_place(state, place):
        return state.fail_debug("invalid #dbg record address/value", record, place)
    if isinstance(place, ValueAsMetadata):
        visit_value_as_metadata(state, place, state.function)
    elif isinstance(place, DIArgList):
        for one in place.arguments:
            visit_value_as_metadata(state, one, state.function)
    variable = record.variable
    if not isinstance(variable, SpecializedNode) or variable.spec.name != "DILocalVariable":
        return state.fail_debug("invalid #dbg record variable", record, variable)
    visit_node(state, variable, False)
    expression = record.expression
    if not isinstance(expression, DIExpression):
        return state.fail_debug("invalid #dbg record expression", record, expression)
    visit_node(state, expression, False)
    if record.kind == DBG_ASSIGN:
        assign_id = record.assign_id
        if not isinstance(assign_id, SpecializedNode) or assign_id.spec.name != "DIAssignID":
            return state.fail_debug("invalid #dbg_assign DIAssignID", record, assign_id)
        visit_node(state, assign_id, False)
        if not _is_place(state, record.address):
            return state.fail_debug("invalid #dbg_assign address", record, record.address)
        if isinstance(record.address, ValueAsMetadata):
            visit_value_as_metadata(state, record.address, state.function)
        address_expression = record.address_expression
        if not isinstance(address_expression, DIExpression):
            return state.fail_debug("invalid #dbg_assign address expression", record, address_expression)
        visit_node(state, address_expression, False)
    if not is_type(variable["type"]):
        return state.fail_debug("invalid type ref", variable, variable["type"])
    location = record.debug_location
    if not isinstance(location, SpecializedNode) or location.spec.name != "DILocation":
        return state.fail_debug("invalid #dbg record DILocation", record, location)
    described = subprogram_of(variable["scope"])
    located = subprogram_of(location["scope"])
    if described is None or located is None:
        return True
    if described is not located:
        return state.fail_debug(
            "mismatched subprogram between #dbg record variable and DILocation",
            record, instruction.parent, state.function, variable, described, location, located,
        )  # fmt: skip
    return _verify_argument(state, record, variable, location)
