"""Matches the global values of two modules, and names what differs in them: the aspects of values, calls and attachments.

Values match by name, and local ones that have other names by their content. With aspects, a change names what differs, not only
the whole line.
"""

from __future__ import annotations

from pyllvm.comparison.canonical import Canon, Side
from pyllvm.comparison.changes import Detail
from pyllvm.ir.attributes import AttributeList, AttributeSet
from pyllvm.ir.function import Function
from pyllvm.ir.global_values import GlobalAlias, GlobalIFunc, GlobalObject, GlobalValue, GlobalVariable
from pyllvm.ir.metadata import Attachment, MDNode
from pyllvm.notation import Sequence, final
from pyllvm.schema.text import name_text

Pair = tuple[GlobalValue, GlobalValue]


@final
class SymbolMatching:
    """The pairs of global values, and the values that only one module has. `canon` gets a common name for each pair."""

    def __init__(self, canon: Canon, before: Side, after: Side) -> None:
        self._canon = canon
        self.pairs: list[Pair] = []
        self.removed: list[GlobalValue] = []
        self.added: list[GlobalValue] = []
        for side in (before, after):
            for value in side.module.global_values:
                is_named = value.name and not value.has_local_linkage
                canon.slots.globals[value] = f"@{name_text(value.name)}" if is_named else "@?"
        kinds: list[tuple[Sequence[GlobalValue], Sequence[GlobalValue]]] = [
            (before.module.global_variables, after.module.global_variables),
            (before.module.aliases, after.module.aliases),
            (before.module.ifuncs, after.module.ifuncs),
            (before.module.functions, after.module.functions),
        ]
        for values, others in kinds:
            self._match(values, others)
        self._name_pairs()

    def _match(self, values: Sequence[GlobalValue], others: Sequence[GlobalValue]) -> None:
        by_name = {value.name: value for value in others if value.name}
        left: list[GlobalValue] = []
        pairs: dict[GlobalValue, GlobalValue] = {}
        taken: set[GlobalValue] = set()
        for value in values:
            other = by_name.get(value.name)
            if other is not None and not (value.has_local_linkage and other.has_local_linkage):
                pairs[value] = other
                taken.add(other)
            else:
                left.append(value)
        other_left = [other for other in others if other not in taken]
        pairs.update(self._match_local(left, other_left))
        taken.update(pairs.values())
        self.pairs += [(value, pairs[value]) for value in values if value in pairs]
        self.removed += [value for value in values if value not in pairs]
        self.added += [other for other in others if other not in taken]

    def _match_local(self, values: list[GlobalValue], others: list[GlobalValue]) -> dict[GlobalValue, GlobalValue]:
        """Pairs of local values: by name if no name is new, else by content first."""
        values = [value for value in values if value.has_local_linkage or not value.name]
        others = [other for other in others if other.has_local_linkage or not other.name]
        by_name = {other.name: other for other in others if other.name}
        names = {value.name for value in values}
        if len(values) == len(others) and "" not in names and names == set(by_name):
            return {value: by_name[value.name] for value in values}
        content = {value: self._canon.content(value) for value in [*values, *others]}
        pairs: dict[GlobalValue, GlobalValue] = {}
        left = dict.fromkeys(others)
        for value in values:
            other = by_name.get(value.name)
            if other is not None and content[value] == content[other]:
                pairs[value] = other
                del left[other]
        waiting: dict[str, list[GlobalValue]] = {}
        for other in left:
            waiting.setdefault(content[other], []).append(other)
        for value in values:
            same = None if value in pairs else waiting.get(content[value])
            if same:
                pairs[value] = same.pop(0)
                del left[pairs[value]]
        for value in values:
            other = by_name.get(value.name)
            if value not in pairs and other in left:
                pairs[value] = other
                del left[other]
        # Those without a name have only their places.
        unnamed = [other for other in left if not other.name]
        for value in values:
            if unnamed and not value.name and value not in pairs:
                pairs[value] = unnamed.pop(0)
        return pairs

    def _name_pairs(self) -> None:
        references = self._canon.slots.globals
        number = 0
        for value, other in self.pairs:
            if value.name == other.name and value.name:
                text = f"@{name_text(value.name)}"
            else:
                text = f"@={number}"
                number += 1
            references[value] = references[other] = text
        for value in self.removed:
            references[value] = f"@-{value.name or id(value)}" if value.has_local_linkage or not value.name else f"@{value.name}"
        for value in self.added:
            references[value] = f"@+{value.name or id(value)}" if value.has_local_linkage or not value.name else f"@{value.name}"


def kind_of(value: GlobalValue) -> str:
    """The kind of a global value in a `Change`."""
    if isinstance(value, Function):
        return "function"
    if isinstance(value, GlobalAlias):
        return "alias"
    if isinstance(value, GlobalIFunc):
        return "ifunc"
    assert isinstance(value, GlobalVariable)
    return "global variable"


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
