"""Matches the metadata nodes of two modules by structure, and gives corresponding nodes common numbers.

Nodes with one number and one text correspond, if all that they refer to does: often little metadata changed, or none. Of the
others, the text of a node without the numbers in it, combined with the texts of the nodes it refers to, three steps deep, is a
key. Nodes whose key both modules have once correspond. Such nodes then tell which of the nodes they refer to correspond: first
nodes with equal text, at last nodes that changed. Of several nodes with one key, as of loops, functions that correspond tell
which are meant.
"""

from __future__ import annotations

from collections import Counter

from pyllvm.assembly.printer.slots import SlotTracker
from pyllvm.comparison.canonical import Canon, Side
from pyllvm.comparison.sequences import align, align_in_levels, gaps
from pyllvm.ir.function import Function
from pyllvm.ir.metadata import DIExpression, MDNode, MDString, SpecializedNode
from pyllvm.notation import Final, Iterable, final

_STEPS: Final = 3
# How often the scopes of scopes are looked for.
_SCOPE_ROUNDS: Final = 8
_IDENTIFYING_FIELDS: Final = ("name", "linkageName", "identifier", "filename", "directory", "tag", "arg")

Roots = list[tuple[MDNode, MDNode]]
FunctionPairs = list[tuple[Function, Function]]


@final
class MetadataMatching:
    """The pairs of nodes. `roots` are nodes that correspond by their place, such as the attachments of `functions`.

    The constructor puts the numbers into `canon`.
    """

    def __init__(self, canon: Canon, before: Side, after: Side, roots: Roots, functions: FunctionPairs) -> None:
        self._canon = canon
        self._functions = functions
        ones, others = before.printer.slots.nodes, after.printer.slots.nodes
        self.partner: dict[MDNode, MDNode] = {}
        self._text: dict[MDNode, int] = {}
        self._children: dict[MDNode, list[MDNode]] = {}
        self._levels: list[dict[MDNode, int]] = []
        self._unchanged = self._same_places(before, after)
        # The nodes that are left; all that follows is about them.
        self._before: list[MDNode] = []
        self._after: list[MDNode] = []
        if len(self._unchanged) < max(len(ones), len(others)):
            self._is_before = dict.fromkeys(ones, True)
            for one, other in self._unchanged:
                self.partner[one] = other
                self.partner[other] = one
            self._before = [node for node in ones if node not in self.partner]
            self._after = [node for node in others if node not in self.partner]
            self._match(roots)
        self._number()
        canon.forget_attachments()

    def _match(self, roots: Roots) -> None:
        canon = self._canon
        nodes = [*self._before, *self._after]
        # The keys of nodes that have partners differ from all keys of the others.
        fixed = {node: -1 - number for number, pair in enumerate(self._unchanged) for node in pair}
        self._text = fixed | {node: canon.intern(canon.operands.node_body(node)) for node in nodes}
        self._children = {node: self._referenced(node) for node in nodes}
        levels = [self._text]
        for _ in range(_STEPS):
            inner = levels[-1]
            levels.append(
                fixed
                | {
                    node: canon.intern((self._text[node], tuple([inner[child] for child in self._children[node]])))
                    for node in nodes
                }
            )
        levels.reverse()
        self._levels = levels
        for level in levels:
            self._match_unique(level)
        self._follow(list(self._pairs()), equal_texts=True)
        self._match_in_functions()
        for level in levels:
            self._follow(self._match_in_order(level), equal_texts=True)
        for one, other in roots:
            self._pair(one, other)
        self._follow(list(self._pairs()), equal_texts=False)
        self._match_by_scope()

    def _same_places(self, before: Side, after: Side) -> Roots:
        """The nodes that have the same number and the same text in both modules, and so has all that they refer to.

        If there are more nodes in one module, the nodes behind the first that differs have other numbers.
        """
        ones, others = before.printer.slots.nodes, after.printer.slots.nodes
        count = min(len(ones), len(others))
        differing = self._differing_in_own_numbers(before, after)
        marks = differing
        if len(ones) != len(others):
            count = differing[0] if differing else count
            marks, differing = [count], []
        differing = [*differing, *[number for number in self._exchanged_twins(before, after, marks) if number < count]]
        if not differing and len(ones) == len(others) == count:
            return list(zip(ones, others, strict=True))
        numbers = {node: number for number, node in enumerate(ones)}
        users: dict[int, list[int]] = {}
        for number in range(count):
            for child in self._referenced(ones[number]):
                users.setdefault(numbers.get(child, -1), []).append(number)
        pending = [*differing, *[number for number in users if not 0 <= number < count]]
        changed = set(pending)
        while pending:
            for user in users.get(pending.pop(), ()):
                if user not in changed:
                    changed.add(user)
                    pending.append(user)
        return [(ones[number], others[number]) for number in range(count) if number not in changed]

    def _differing_in_own_numbers(self, before: Side, after: Side) -> list[int]:
        """The numbers that nodes with different texts have in their modules."""
        slots, operands = self._canon.slots, self._canon.operands
        numbers, other_numbers = before.printer.slots.metadata, after.printer.slots.metadata
        masked = slots.metadata
        found: list[int] = []
        for number, (one, other) in enumerate(zip(before.printer.slots.nodes, after.printer.slots.nodes, strict=False)):
            # With debug information, most nodes are locations. Two equal ones need no texts.
            if one._is_packed and other._is_packed and _is_same_location(one, other, numbers, other_numbers):
                continue
            slots.metadata = numbers
            text = operands.node_body(one)
            slots.metadata = other_numbers
            if text != operands.node_body(other):
                found.append(number)
        slots.metadata = masked
        return found

    def _are_in_order(self, before: Side, after: Side) -> bool:
        """Whether the modules have the same functions with bodies, in one order."""
        defined = [[function for function in side.module.functions if function.blocks] for side in (before, after)]
        pairs = [pair for pair in self._functions if pair[0].blocks or pair[1].blocks]
        return defined == [[one for one, _ in pairs], [other for _, other in pairs]]

    def _exchanged_twins(self, before: Side, after: Side, differing: list[int]) -> set[int]:
        """The numbers of distinct nodes with one text that may have taken each other's places.

        They are next to a number that differs. If a function is new, gone or elsewhere, any of them may.
        """
        is_in_order = self._are_in_order(before, after)
        if is_in_order and not differing:
            return set()
        twins = self._twins(before) | self._twins(after)
        if not is_in_order:
            return twins
        found: set[int] = set()
        for number in differing:
            for step in (-1, 1):
                at = number + step
                while at in twins and at not in found:
                    found.add(at)
                    at += step
        return found

    def _twins(self, side: Side) -> set[int]:
        """The numbers of distinct nodes that have one text, the numbers in it aside, and of the nodes they refer to."""
        nodes = side.printer.slots.nodes
        numbers = {node: number for number, node in enumerate(nodes)}
        texts = {node: self._canon.operands.node_body(node) for node in nodes if node.is_distinct}
        counts = Counter(texts.values())
        twins = [node for node, text in texts.items() if counts[text] > 1]
        return {numbers[one] for node in twins for one in (node, *self._referenced(node)) if one in numbers}

    def _pairs(self) -> Iterable[tuple[MDNode, MDNode]]:
        return [(node, self.partner[node]) for node in self._before if node in self.partner]

    def _referenced(self, node: MDNode) -> list[MDNode]:
        operands = node.references(self._canon.version)
        return [one for one in operands if isinstance(one, MDNode) and not isinstance(one, DIExpression)]

    # --- finding pairs

    def _pair(self, node: MDNode, other: MDNode) -> bool:
        """Make a pair of two nodes of one kind that have no partner."""
        if node in self.partner or other in self.partner or kind_of(node) != kind_of(other):
            return False
        self.partner[node] = other
        self.partner[other] = node
        return True

    def _match_unique(self, keys: dict[MDNode, int]) -> None:
        """Pair the nodes with a key that each module has once among those without a partner."""
        found: dict[int, MDNode | None] = {}
        for node in self._before:
            if node not in self.partner:
                found[keys[node]] = None if keys[node] in found else node
        others: dict[int, MDNode | None] = {}
        for node in self._after:
            if node not in self.partner:
                others[keys[node]] = None if keys[node] in others else node
        for key, one in found.items():
            other = others.get(key)
            if one is not None and other is not None:
                self._pair(one, other)

    def _match_in_functions(self) -> None:
        """Pair the nodes with one key that are first used by functions that correspond: in the same blocks, or in one order."""
        keys = self._levels[0]
        trackers = SlotTracker(None, self._canon.version), SlotTracker(None, self._canon.version)
        for tracker in trackers:
            tracker.metadata = dict.fromkeys(self.partner, "")
        for functions in self._functions:
            for tracker, function in zip(trackers, functions, strict=True):
                tracker.nodes = []
                tracker.number_functions([function])
            nodes = trackers[0].nodes, trackers[1].nodes
            users = [_blocks_of_attachments(function) for function in functions]
            strict = [[(keys[node], blocks.get(node)) for node in ones] for ones, blocks in zip(nodes, users, strict=True)]
            loose = [[keys[node] for node in ones] for ones in nodes]
            for place, other_place in align_in_levels([(strict[0], strict[1]), (loose[0], loose[1])]):
                self._pair(nodes[0][place], nodes[1][other_place])

    def _match_in_order(self, keys: dict[MDNode, int]) -> Roots:
        """Pair the nodes with a key that each module has equally often; the new pairs."""
        return self._match_classes(
            {node: keys[node] for node in self._before if node not in self.partner},
            {node: keys[node] for node in self._after if node not in self.partner},
        )

    def _match_classes(self, keys: dict[MDNode, int], other_keys: dict[MDNode, int]) -> Roots:
        classes: dict[int, tuple[list[MDNode], list[MDNode]]] = {}
        for node, key in keys.items():
            classes.setdefault(key, ([], []))[0].append(node)
        for node, key in other_keys.items():
            classes.setdefault(key, ([], []))[1].append(node)
        found: Roots = []
        for ones, others in classes.values():
            if len(ones) == len(others):
                found += [pair for pair in zip(ones, others, strict=True) if self._pair(*pair)]
        return found

    def _follow(self, pairs: Roots, *, equal_texts: bool) -> None:
        """Pair what the nodes of each pair refer to at the same place, and so on."""
        pending = pairs
        text = self._text
        while pending:
            node, other = pending.pop()
            for child, other_child in self._places(node, other):
                if equal_texts and text[child] != text[other_child]:
                    continue
                if self._pair(child, other_child):
                    pending.append((child, other_child))

    def _places(self, node: MDNode, other: MDNode) -> Iterable[tuple[MDNode, MDNode]]:
        children, others = self._children[node], self._children[other]
        # A location would get a list of fields, which takes more memory than it does.
        if isinstance(node, SpecializedNode) and not is_plain_location(node):
            return self._fields(node, other)
        if len(children) == len(others):
            return list(zip(children, others, strict=True))
        keys = self._levels[0]
        pairs = align([keys[child] for child in children], [keys[child] for child in others])
        found = [(children[one], others[two]) for one, two in pairs]
        for low, high, other_low, other_high in gaps(pairs, len(children), len(others)):
            if high - low == other_high - other_low:
                found += list(zip(children[low:high], others[other_low:other_high], strict=True))
        return found

    def _fields(self, node: MDNode, other: MDNode) -> list[tuple[MDNode, MDNode]]:
        return [
            (one, two)
            for one, two in zip(node.operands, other.operands, strict=False)
            if isinstance(one, MDNode) and isinstance(two, MDNode) and one in self._text and two in self._text
        ]

    def _match_by_scope(self) -> None:
        """Pair nodes of debug information by their names and scopes, the outer ones first."""
        for _ in range(_SCOPE_ROUNDS):
            keys = self._scope_keys(self._before)
            found = self._match_classes(keys, self._scope_keys(self._after)) if keys else []
            if not found:
                return
            self._follow(found, equal_texts=False)

    def _scope_keys(self, nodes: list[MDNode]) -> dict[MDNode, int]:
        keys: dict[MDNode, int] = {}
        for node in nodes:
            if node in self.partner or not isinstance(node, SpecializedNode) or is_plain_location(node):
                continue
            scope = node["scope"] if node.spec.has_field("scope") else None
            if isinstance(scope, MDNode):
                if scope not in self.partner:
                    continue
                # Both modules know the pair by the node of the first one.
                scope = scope if scope in self._is_before else self.partner[scope]
            names = [_plain(node[field]) for field in _IDENTIFYING_FIELDS if node.spec.has_field(field)]
            keys[node] = self._canon.intern((node.spec.name, scope if isinstance(scope, MDNode) else None, tuple(names)))
        return keys

    # --- numbers

    def _number(self) -> None:
        numbers = self._canon.slots.metadata
        number = 0
        for node, other in self._unchanged:
            numbers[node] = numbers[other] = f"!{number}"
            number += 1
        for node in [*self._before, *self._after]:
            if is_plain_location(node):
                del numbers[node]
                continue
            partner = self.partner.get(node)
            if partner is not None and node not in self._is_before:
                numbers[node] = numbers[partner]
            else:
                numbers[node] = f"!{number}"
                number += 1
        self._number_locations(number)

    def _number_locations(self, first: int) -> None:
        """Number the locations, which are what their text says: equal texts have equal numbers."""
        numbers = self._canon.slots.metadata
        texts: dict[str, int] = {}
        for node in [*self._before, *self._after]:
            if node in numbers:
                continue
            pending = [node]
            begun: set[MDNode] = set()
            while pending:
                location = pending.pop()
                missing = [child for child in self._children[location] if child not in numbers]
                if missing and location not in begun:
                    begun.add(location)
                    pending += [location, *missing]
                elif location not in numbers:
                    # Broken metadata may have a circle of locations.
                    numbers.update(dict.fromkeys(missing, "!-1"))
                    number = texts.setdefault(self._canon.operands.node_body(location), len(texts))
                    numbers[location] = f"!{first + number}"

    # --- answers

    def changed(self) -> list[tuple[MDNode, MDNode]]:
        """The pairs whose nodes differ, except locations."""
        numbers = self._canon.slots.metadata
        found: list[tuple[MDNode, MDNode]] = []
        for node, other in self._pairs():
            if is_plain_location(node):
                continue
            children, others = self._children[node], self._children[other]
            if self._text[node] != self._text[other] or [numbers[one] for one in children] != [numbers[one] for one in others]:
                found.append((node, other))
        return found


def is_plain_location(node: MDNode) -> bool:
    """Whether a node is a location that is the same wherever it has the same fields."""
    return isinstance(node, SpecializedNode) and node.spec.name == "DILocation" and not node.is_distinct


def kind_of(node: MDNode) -> str:
    """The kind of a node; only nodes of one kind correspond."""
    name = node.spec.name if isinstance(node, SpecializedNode) else ""
    return f"distinct {name}" if node.is_distinct else name


def _blocks_of_attachments(function: Function) -> dict[MDNode, int]:
    """The number of the last block that has a node as an attachment."""
    return {
        attachment.node: number
        for number, block in enumerate(function.blocks)
        for instruction in block.instructions
        for attachment in instruction._attachments or ()
    }


def _is_same_location(one: MDNode, other: MDNode, numbers: dict[MDNode, str], other_numbers: dict[MDNode, str]) -> bool:
    """Whether two packed locations are equal, and what they refer to has equal numbers."""
    assert isinstance(one, SpecializedNode) and isinstance(other, SpecializedNode)
    if one._place != other._place or one.is_distinct != other.is_distinct:
        return False
    for node, other_node in ((one._scope, other._scope), (one._inlined_at, other._inlined_at)):
        if node is None or other_node is None:
            if node is not other_node:
                return False
        elif node not in numbers or numbers[node] != other_numbers.get(other_node):
            return False
    return True


def _plain(field: object) -> object:
    return field.text if isinstance(field, MDString) else field if isinstance(field, (int, str)) else None
