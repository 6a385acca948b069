"""The aspects of global values, calls and attachments, so that a change names what differs and not only the whole line."""

from __future__ import annotations

from pyllvm.assembly.printer.names import name_text
from pyllvm.comparison.canonical import Canon, Side
from pyllvm.comparison.changes import Detail
from pyllvm.ir.attributes import AttributeList, AttributeSet
from pyllvm.ir.function import Function
from pyllvm.ir.global_values import GlobalObject, GlobalValue, GlobalVariable
from pyllvm.ir.metadata import Attachment, MDNode

Aspects = dict[str, str]


def global_aspects(canon: Canon, value: GlobalValue) -> Aspects:
    """Everything in the definition or declaration of a global value except its body, in common numbers."""
    found: Aspects = {
        "linkage": value.linkage,
        "visibility": value.visibility,
        "dso_local": "dso_local" if value.is_dso_local else "",
        "DLL storage class": "" if value.dll_storage_class == "default" else value.dll_storage_class,
        "unnamed_addr": value.unnamed_address,
        "address space": str(value.address_space),
        "partition": value.partition,
        "thread_local": "" if isinstance(value, Function) else value.thread_local_mode,
        "type": canon.types.text(value.value_type),
    }
    if isinstance(value, GlobalObject):
        found["section"] = value.section
        found["alignment"] = str(value.alignment) if value.alignment else ""
        # A comdat that has the name of a renamed value is the same.
        found["comdat"] = "" if value.comdat is None else "" if value.comdat.name == value.name else f"${value.comdat.name}"
        found["in a comdat"] = "yes" if value.comdat is not None else ""
    if isinstance(value, Function):
        found |= _function_aspects(canon, value)
    elif isinstance(value, GlobalVariable):
        found["declaration"] = "declaration" if value.is_declaration else ""
        found["constant"] = "constant" if value.is_constant else "global"
        found["externally_initialized"] = "externally_initialized" if value.is_externally_initialized else ""
        found["code model"] = value.code_model
        found["sanitizer flags"] = str(value.sanitizer_flags) if value.sanitizer_flags else ""
        found["initializer"] = "" if value.initializer is None else canon.operands.reference(value.initializer)
        found |= _attribute_aspects(canon, "attributes", value.attributes)
    elif value.operands:
        found["target"] = canon.operands.typed(value.operands[0])
    return found


def _function_aspects(canon: Canon, function: Function) -> Aspects:
    found: Aspects = {
        "declaration": "declaration" if function.is_declaration else "",
        "calling convention": function.calling_convention,
        "gc": function.gc,
        "preferred alignment": str(function.preferred_alignment) if function.preferred_alignment else "",
    }
    for word, data in (
        ("prefix", function.prefix_data),
        ("prologue", function.prologue_data),
        ("personality", function.personality),
    ):
        found[word] = "" if data is None else canon.operands.typed(data)
    return found | attribute_aspects(canon, function.attributes)


def attribute_aspects(canon: Canon, attributes: AttributeList | None) -> Aspects:
    """The attributes of a function or call, one aspect for each attribute at each place."""
    if attributes is None:
        return {}
    # Many functions have the same ones.
    found = canon.attribute_aspects.get(attributes)
    if found is None:
        found = _attribute_aspects(canon, "function attribute", attributes.function)
        found |= _attribute_aspects(canon, "return attribute", attributes.returned)
        for number, parameter in attributes.parameters.items():
            found |= _attribute_aspects(canon, f"attribute of parameter {number + 1}", parameter)
        canon.attribute_aspects[attributes] = found
    return found


def _attribute_aspects(canon: Canon, place: str, attributes: AttributeSet | None) -> Aspects:
    found: Aspects = {}
    if attributes is not None:
        for attribute in attributes.ordered(canon.version):
            found[f"{place} {name_text(attribute.name)}"] = attribute.as_string(canon.version, True, canon.types.text)
    return found


def details(before: Aspects, after: Aspects) -> tuple[Detail, ...]:
    """The aspects that differ."""
    if before == after:
        return ()
    names = dict.fromkeys([*before, *after])
    return tuple(
        Detail(name, before.get(name, ""), after.get(name, "")) for name in names if before.get(name, "") != after.get(name, "")
    )


def attachment_details(
    canon: Canon, before: Side, after: Side, ones: list[Attachment], others: list[Attachment]
) -> tuple[Detail, ...]:
    """The kinds of attachments whose nodes do not correspond, with the nodes of either module."""
    texts, other_texts = _attachment_texts(canon, before, ones), _attachment_texts(canon, after, others)
    found: list[Detail] = []
    for kind in dict.fromkeys([*texts, *other_texts]):
        number, text = texts.get(kind, ("", ""))
        other_number, other_text = other_texts.get(kind, ("", ""))
        if number != other_number:
            found.append(Detail(f"!{kind}", text, other_text))
    return tuple(found)


def _attachment_texts(canon: Canon, side: Side, attachments: list[Attachment]) -> dict[str, tuple[str, str]]:
    """For each kind, the nodes in common numbers, and as the module prints them."""
    found: dict[str, tuple[str, str]] = {}
    for attachment in attachments:
        number, text = found.get(attachment.kind, ("", ""))
        number += canon.operands.metadata(attachment.node) + " "
        own = node_text(side, attachment.node)
        found[attachment.kind] = (number, f"{text}, {own}" if text else own)
    return found


def node_text(side: Side, node: MDNode) -> str:
    """A node as its module prints it: `!7 = !{...}`."""
    reference = side.printer.slots.metadata.get(node)
    body = side.printer.operands.node_body(node)
    return body if reference is None else f"{reference} = {body}"
