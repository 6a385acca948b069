"""The rules for the calls and records that give the locations of variables: `llvm.dbg.value`, `#dbg_value` and others."""

from __future__ import annotations

from typing import Final

from pyllvm.ir.constants import POISON, UNDEF, SimpleConstant
from pyllvm.ir.function import Argument, BasicBlock, Instruction
from pyllvm.ir.instructions import CallBase, PHINode
from pyllvm.ir.metadata import (
    DBG_ASSIGN,
    DBG_DECLARE,
    DBG_LABEL,
    NO_VARIABLE,
    DebugRecord,
    DIArgList,
    DIExpression,
    MDNode,
    Metadata,
    MetadataAsValue,
    SpecializedNode,
    ValueAsMetadata,
)
from pyllvm.ir.types import INTEGER, POINTER
from pyllvm.ir.value import Value
from pyllvm.tables.debug_info_versions import (
    ASSIGN_IDS_CHECKED_AT_RECORDS_SINCE,
    PLACES_SHOWN_SINCE,
    POINTERS_DECLARED_SINCE,
    SCOPE_CYCLES_REFUSED_SINCE,
    SWIFT_ENTRY_VALUES_SINCE,
)
from pyllvm.tables.dwarf import FLAG_ARTIFICIAL
from pyllvm.tables.dwarf_operations import EXPRESSION
from pyllvm.tables.intrinsic_names import DEBUG_PREFIX, LABEL_INTRINSIC
from pyllvm.tables.verifier_versions import ENTRY_VALUES_SINCE
from pyllvm.verifier.assignments import ONLY_IN_ASSIGNMENTS, is_assign_id
from pyllvm.verifier.attributes import has_parameter_attribute
from pyllvm.verifier.debug_info import check_fragment, is_entry_value
from pyllvm.verifier.debug_nodes import is_kind, is_type, number_of
from pyllvm.verifier.metadata import visit_location, visit_node, visit_value_as_metadata
from pyllvm.verifier.state import State

VARIABLE_INTRINSICS: Final = ("declare", "value", "assign", "addr")


def _is_place(state: State, place: object) -> bool:
    if isinstance(place, (ValueAsMetadata, DIArgList)):
        return True
    return isinstance(place, MDNode) and not place.references(state.version) and not isinstance(place, DIExpression)


def metadata_operand(call: CallBase, index: int) -> Metadata | None:
    """Return the metadata in a call's argument, or None."""
    if index >= call.argument_count:
        return None
    argument = call.operands[index]
    if isinstance(argument, MetadataAsValue):
        return argument.metadata
    return ValueAsMetadata(argument)


def verify_variable_intrinsic(state: State, kind: str, call: CallBase) -> bool:
    """Check a call of llvm.dbg.declare, value, assign or addr."""
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
        identity = metadata_operand(call, 3)
        assert isinstance(identity, SpecializedNode)
        for instruction in state.assignments.instructions(identity):
            if instruction.function is not state.function:
                return state.fail_debug("inst not in same function as dbg.assign", instruction, call)
    location = call.debug_location
    if location is not None and not is_kind(location, "DILocation"):
        return True
    assert isinstance(variable, SpecializedNode)
    if not isinstance(location, SpecializedNode):
        return state.fail_debug(f"{DEBUG_PREFIX}{kind} intrinsic requires a !dbg attachment", call, call.parent, state.function)
    described = state.scope_ends.subprogram_of(variable["scope"])
    located = state.scope_ends.subprogram_of(location["scope"])
    if described is None or located is None:
        return _check_ends(state, variable, location)
    if described is not located:
        return state.fail_debug(
            f"mismatched subprogram between llvm.dbg.{kind} variable and !dbg attachment",
            call, call.parent, state.function, variable, described, location, located,
        )  # fmt: skip
    if not is_type(variable["type"]):
        return state.fail_debug("invalid type ref", variable, variable["type"])
    return _verify_argument(state, call, variable, location)


def verify_fragment_of_intrinsic(state: State, call: CallBase, kind: str) -> None:
    """Check the expression of such a call, after the rules for the instruction."""
    shift = 1 if kind == "value" and call.argument_count == 4 else 0
    place = metadata_operand(call, 0)
    _verify_expression(state, call, place, metadata_operand(call, 1 + shift), metadata_operand(call, 2 + shift))


def verify_label_intrinsic(state: State, call: CallBase) -> bool:
    """Check llvm.dbg.label."""
    return _verify_label(state, call, metadata_operand(call, 0), call.debug_location, call.parent)


def _verify_label(state: State, shown: object, label: Metadata | None, location: MDNode | None, block: BasicBlock | None) -> bool:
    """Check a label and its location: `shown` is the call of llvm.dbg.label or the record."""
    is_record = isinstance(shown, DebugRecord)
    word = "#dbg_label" if is_record else LABEL_INTRINSIC
    if not isinstance(label, SpecializedNode) or label.spec.name != "DILabel":
        return state.fail_debug(f"invalid {word} intrinsic variable", shown, label)
    if location is not None and not is_kind(location, "DILocation"):
        return True
    if not isinstance(location, SpecializedNode):
        if is_record:
            return state.fail_debug("#dbg_label record requires a !dbg attachment", shown, block, state.function)
        # As in LLVM, this failure (for the intrinsic only) is one for which the tools cannot drop debug info.
        return state.fail(f"{LABEL_INTRINSIC} intrinsic requires a !dbg attachment", shown, block, state.function)
    described = state.scope_ends.subprogram_of(label["scope"])
    located = state.scope_ends.subprogram_of(location["scope"])
    if described is None or located is None:
        return _check_ends(state, label, location)
    return described is located or state.fail_debug(
        f"mismatched subprogram between {word} label and !dbg attachment",
        shown, block, state.function, label, described, location, located,
    )  # fmt: skip


def _check_ends(state: State, *nodes: SpecializedNode) -> bool:
    """Check that the scopes around nodes end. LLVM checks it elsewhere since it has this message; before, it loops forever."""
    for node in nodes if state.version < SCOPE_CYCLES_REFUSED_SINCE else ():
        if state.scope_ends.is_endless(node["scope"]):
            return state.fail_debug("DIScope scope chain must not contain a cycle", node["scope"])
    return True


def _verify_argument(state: State, shown: object, variable: SpecializedNode, location: SpecializedNode) -> bool:
    """Check that no two variables are the same argument (verifyFnArgs)."""
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
    """Check fragments and entry values (verifyFragmentExpression, verifyNotEntryValue)."""
    if not isinstance(expression, DIExpression) or not expression.elements:
        return True
    if not EXPRESSION.is_valid(expression.elements, state.version):
        return True
    if isinstance(variable, SpecializedNode) and variable.spec.name == "DILocalVariable":
        if not number_of(variable, "flags") & FLAG_ARTIFICIAL:
            check_fragment(state, variable, expression, shown)
    if not is_entry_value(expression.elements, state.version) or state.version < ENTRY_VALUES_SINCE:
        return True
    message = "Entry values are only allowed in MIR"
    if state.version >= SWIFT_ENTRY_VALUES_SINCE:
        if isinstance(place, ValueAsMetadata) and _may_be_entry_value(state, place.value):
            return True
        message += " unless they target a swiftasync Argument"
    return state.fail_debug(message, shown)


def _may_be_entry_value(state: State, value: Value) -> bool:
    if isinstance(value, SimpleConstant):
        return value.kind == UNDEF or value.kind == POISON
    return isinstance(value, Argument) and has_parameter_attribute(state.function._attributes, value.number, "swiftasync")


def verify_records(state: State, instruction: Instruction, records: list[DebugRecord]) -> None:
    """Check the records before an instruction (visitDbgRecords)."""
    if isinstance(instruction, PHINode):
        state.fail_debug("PHI Node must not have any attached DbgRecords", instruction)
        return
    places: list[object] = []
    if state.version >= PLACES_SHOWN_SINCE:
        places = [instruction.parent, state.function]
    for record in records:
        location = record._debug_location
        if isinstance(location, SpecializedNode) and location.spec.name == "DILocation":
            visit_location(state, location)
        if record.kind == DBG_LABEL:
            _verify_label(state, record, record._variable, location, instruction.parent)
        else:
            _verify_variable(state, record, instruction, places)
            _verify_expression(state, record, record._location, record._variable, record.expression)


def _verify_variable(state: State, record: DebugRecord, instruction: Instruction, places: list[object]) -> bool:
    place = record._location
    if state.version >= ASSIGN_IDS_CHECKED_AT_RECORDS_SINCE and record.kind != DBG_ASSIGN and is_assign_id(place):
        return state.fail_debug(ONLY_IN_ASSIGNMENTS, place, record)
    if not _is_place(state, place):
        return state.fail_debug("invalid #dbg record address/value", record, place, *places)
    if isinstance(place, ValueAsMetadata):
        visit_value_as_metadata(state, place, state.function)
        if record.kind == DBG_DECLARE and state.version >= POINTERS_DECLARED_SINCE:
            if place.value.type.kind != POINTER and place.value.type.kind != INTEGER:
                return state.fail_debug("location of #dbg_declare must be a pointer or int", record, place, *places)
    elif isinstance(place, DIArgList):
        for argument in place.arguments:
            visit_value_as_metadata(state, argument, state.function)
    variable = record._variable
    if not isinstance(variable, SpecializedNode) or variable.spec.name != "DILocalVariable":
        return state.fail_debug("invalid #dbg record variable", record, None if variable is NO_VARIABLE else variable, *places)
    visit_node(state, variable, False)
    expression = record.expression
    if not isinstance(expression, DIExpression):
        return state.fail_debug("invalid #dbg record expression", record, expression, *places)
    visit_node(state, expression, False)
    if record.kind == DBG_ASSIGN and not _verify_assignment(state, record, places):
        return False
    if not is_type(variable["type"]):
        return state.fail_debug("invalid type ref", variable, variable["type"], *places)
    location = record._debug_location
    if not isinstance(location, SpecializedNode) or location.spec.name != "DILocation":
        return state.fail_debug("invalid #dbg record DILocation", record, location, *places)
    described = state.scope_ends.subprogram_of(variable["scope"])
    located = state.scope_ends.subprogram_of(location["scope"])
    if described is None or located is None:
        return _check_ends(state, variable, location)
    if described is not located:
        return state.fail_debug(
            "mismatched subprogram between #dbg record variable and DILocation",
            record, instruction.parent, state.function, variable, described, location, located, *places,
        )  # fmt: skip
    return _verify_argument(state, record, variable, location)


def _verify_assignment(state: State, record: DebugRecord, places: list[object]) -> bool:
    identity = record._assign_id
    if not isinstance(identity, SpecializedNode) or identity.spec.name != "DIAssignID":
        return state.fail_debug("invalid #dbg_assign DIAssignID", record, identity, *places)
    visit_node(state, identity, False)
    address = record._address
    if isinstance(address, DIArgList) or not _is_place(state, address):
        return state.fail_debug("invalid #dbg_assign address", record, address, *places)
    if isinstance(address, ValueAsMetadata):
        visit_value_as_metadata(state, address, state.function)
    address_expression = record.address_expression
    if not isinstance(address_expression, DIExpression):
        return state.fail_debug("invalid #dbg_assign address expression", record, address_expression, *places)
    visit_node(state, address_expression, False)
    for instruction in state.assignments.instructions(identity):
        if instruction.function is not state.function:
            return state.fail_debug("inst not in same function as #dbg_assign", instruction, record, *places)
    return True
