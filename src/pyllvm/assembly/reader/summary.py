"""Builds a ThinLTO summary from its entries in text: `^1 = gv: (name: "f", summaries: (...))`.

The grammar reads entries as labels and values without interpreting them; `_IndexMaker` interprets them. An entry may refer
to a later one, so the entries are stored, and the index is built when all are known.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from pyllvm.assembly.reader import actions as a
from pyllvm.assembly.reader import children as c
from pyllvm.assembly.reader.numbers import integer_value
from pyllvm.assembly.reader.stack import Stack
from pyllvm.assembly.reader.state import State, text_of_bytes
from pyllvm.ir.guids import global_identifier, guid_of
from pyllvm.ir.module import Module
from pyllvm.ir.summary import (
    BY_ARGUMENT_KINDS,
    DEVIRTUALIZATION_KINDS,
    FIRST_WITH_ARGUMENTS,
    FUNCTION_FLAGS,
    HOTNESS,
    NO_HASH,
    READ_ONLY,
    SUMMARY_VISIBILITIES,
    TYPE_TEST_KINDS,
    VIRTUAL_CALLS,
    WRITE_ONLY,
    AliasSummary,
    AllocationSummary,
    ByArgumentResolution,
    CallEdge,
    CallsiteSummary,
    DevirtualizationResolution,
    FunctionSummary,
    GlobalValueSummary,
    GlobalVarSummary,
    ModuleSummaryIndex,
    ParameterAccess,
    ParameterCall,
    SummaryReference,
    TypeIdSummary,
    ValueInfo,
    VirtualFunction,
    allocation_types,
)
from pyllvm.schema.integers import number_of_digits
from pyllvm.tables.linkages import SUMMARY_LINKAGES
from pyllvm.tables.text_versions import CONTEXTS_WITHOUT_STACK_SINCE

ACCESS_WORDS: Final = {"readonly": READ_ONLY, "writeonly": WRITE_ONLY}

# The messages about empty lists, by their labels.
_OF_EMPTY: Final = {
    "allocs": "expected '(' in alloc",
    "args": "expected integer",
    "calls": "expected '(' in call",
    "callsites": "expected '(' in callsite",
    "clones": "expected integer",
    "funcFlags": "expected function flag type",
    "memProf": "expected '(' in memprof",
    "refs": "expected GV ID",
    "resByArg": "expected 'args' here",
    "stackIds": "expected integer",
    "summaries": "expected summary type",
    "typeCheckedLoadVCalls": "expected ':' here",
    "typeIdInfo": "invalid typeIdInfo list type",
    "typeTestAssumeVCalls": "expected ':' here",
    "typeTests": "expected integer",
    "vTableFuncs": "expected '(' in vTableFunc",
    "versions": "invalid alloc type",
}


class SummaryError(ValueError):
    """An invalid entry; `position` is the byte offset of the error."""

    def __init__(self, message: str, position: int) -> None:
        super().__init__(message)
        self.position = position


@final
class SummaryNode:
    """A value of an entry, with its label ("" for none): a number, a text, a `^reference` or a list.

    `word` is the text of a string or bare word, and for a reference the word before it (`readonly ^3`).
    """

    def __init__(
        self,
        position: int,
        number: int | None = None,
        word: str = "",
        reference: int | None = None,
        items: list[SummaryNode] | None = None,
    ) -> None:
        self.position = position
        self.label = ""
        self.label_position = position
        self.number = number
        self.word = word
        self.reference = reference
        self.items = items

    def listed(self) -> list[SummaryNode]:
        """The members of a list."""
        if self.items is None:
            raise SummaryError("expected '(' here", self.position)
        return self.items

    def all(self) -> list[SummaryNode]:
        """The members of a list, which is not empty."""
        found = self.listed()
        if not found:
            raise SummaryError(_OF_EMPTY.get(self.label, "expected '(' here"), self.position + 1)
        return found

    def get(self, label: str) -> SummaryNode | None:
        """The member with that label, or None."""
        for item in self.listed():
            if item.label == label:
                return item
        return None

    def need(self, label: str) -> SummaryNode:
        """The member with that label; raises SummaryError if it is missing."""
        found = self.get(label)
        if found is None:
            raise SummaryError(f"expected '{label}' here", self.position)
        return found

    def members(self, label: str) -> list[SummaryNode]:
        """The members of the list with that label; none if it is missing."""
        found = self.get(label)
        return [] if found is None else found.all()

    def integers(self) -> list[int]:
        """The numbers of a list, which is not empty."""
        return [item.as_integer() for item in self.all()]

    def integer(self, label: str) -> int:
        """The number with that label; 0 if it is missing."""
        found = self.get(label)
        return 0 if found is None else found.as_integer()

    def as_integer(self) -> int:
        """This value as a number."""
        if self.number is None:
            raise SummaryError("expected integer", self.position)
        return self.number

    def as_word(self, words: tuple[str, ...], what: str) -> int:
        """The index of this word in `words`."""
        if self.word not in words:
            raise SummaryError(f"unexpected {what} kind", self.position)
        return words.index(self.word)


@final
class SummaryEntry:
    """One numbered entry: `kind` is its label, `value` the value after it."""

    def __init__(self, number: int, kind: str, value: SummaryNode, position: int) -> None:
        self.number = number
        self.kind = kind
        self.value = value
        self.position = position


@final
class SummaryTextBuilder:
    """Reads `^0 = module: (...)` and its like."""

    def __init__(self, state: State, stack: Stack) -> None:
        self.state: Final = state
        self.stack: Final = stack
        self.entries: Final[list[SummaryEntry]] = []

    def reduce(self, action: i64, base: i64) -> object:
        """Run the action of a rule."""
        values = self.stack.values
        starts = self.stack.starts
        start = starts[base]
        text = values[base + c.ANY_SUMMARY_TEXT]
        if action == a.SUMMARY_FIELD:
            node = values[base + c.SUMMARY_FIELD_SUMMARY_VALUE]
            assert isinstance(node, SummaryNode)
            assert isinstance(text, bytes)
            node.label = text_of_bytes(text)
            node.label_position = start
            return node
        if action == a.SUMMARY_INTEGER:
            assert isinstance(text, bytes)
            return SummaryNode(start, number=integer_value(text))
        if action == a.SUMMARY_STRING or action == a.SUMMARY_WORD:
            assert isinstance(text, bytes)
            return SummaryNode(start, word=text_of_bytes(text))
        if action == a.SUMMARY_REFERENCE:
            assert isinstance(text, bytes)
            return SummaryNode(start, reference=number_of_digits(text))
        if action == a.SUMMARY_FLAGGED_REFERENCE:
            number = values[base + c.SUMMARY_FLAGGED_REFERENCE_SUMMARY_ID]
            assert isinstance(text, bytes)
            assert isinstance(number, bytes)
            return SummaryNode(start, word=text_of_bytes(text), reference=int(number))
        if action == a.SUMMARY_TUPLE or action == a.SUMMARY_LIST:
            return SummaryNode(start, items=_nodes(values[base + c.SUMMARY_GROUP_SUMMARY_ITEMS]))
        label = values[base + c.SUMMARY_ENTRIES_SUMMARY_LABEL]
        assert isinstance(text, bytes)
        assert isinstance(label, bytes)
        value: SummaryNode
        if action == a.SUMMARY_ENTRY:
            value = SummaryNode(
                starts[base + c.SUMMARY_ENTRY_OPENING], items=_nodes(values[base + c.SUMMARY_ENTRY_SUMMARY_ITEMS])
            )
        else:
            assert action == a.SUMMARY_ENTRY_INTEGER
            digits = values[base + c.SUMMARY_ENTRY_INTEGER_INTEGER]
            assert isinstance(digits, bytes)
            value = SummaryNode(starts[base + c.SUMMARY_ENTRY_INTEGER_INTEGER], number=integer_value(digits))
        self.entries.append(
            SummaryEntry(number_of_digits(text), text_of_bytes(label), value, starts[base + c.SUMMARY_ENTRIES_SUMMARY_LABEL])
        )
        return None

    def finish(self) -> None:
        """Build the index, if there are entries."""
        if not self.entries:
            return
        try:
            self.state.module.summary = _IndexMaker(self.entries, self.state.module).make()
        except SummaryError as error:
            self.state.error(error.position, str(error))


def _nodes(items: object) -> list[SummaryNode]:
    if items is None:
        return []
    assert isinstance(items, list)
    nodes: list[SummaryNode] = items
    return nodes


@final
class _IndexMaker:
    def __init__(self, entries: list[SummaryEntry], module: Module) -> None:
        self.entries = entries
        self.module = module
        self.index = ModuleSummaryIndex()
        self.module_paths: dict[int, str] = {}
        self.values: dict[int, ValueInfo] = {}
        self.type_names: dict[int, str] = {}

    def make(self) -> ModuleSummaryIndex:
        for entry in self.entries:
            self.number(entry)
        for entry in self.entries:
            if entry.kind == "gv":
                for summary in entry.value.members("summaries"):
                    self.values[entry.number].summaries.append(self.summary(summary))
            elif entry.kind == "typeid":
                self.type_id(self.index.type_id(self.type_names[entry.number]), entry.value.need("summary"))
            elif entry.kind == "typeidCompatibleVTable":
                members = self.index.compatible_vtables.setdefault(entry.value.need("name").word, [])
                for member in entry.value.need("summary").all():
                    members.append((member.integer("offset"), self.value(unlabelled(member))))
        return self.index

    def number(self, entry: SummaryEntry) -> None:
        """Assign the entry's number, so that others can refer to it."""
        kind, value = entry.kind, entry.value
        if kind == "module":
            path = value.need("path").word
            self.module_paths[entry.number] = path
            words = value.get("hash")
            self.index.modules[path] = list(NO_HASH) if words is None else _hash_words(words)
        elif kind == "gv":
            self.values[entry.number] = self.global_value(value)
        elif kind == "typeid" or kind == "typeidCompatibleVTable":
            self.type_names[entry.number] = value.need("name").word
        elif kind == "flags":
            self.index.flags = value.as_integer()
        elif kind == "blockcount":
            self.index.block_count = value.as_integer()
        else:
            raise SummaryError("unexpected summary kind", entry.position)

    def global_value(self, value: SummaryNode) -> ValueInfo:
        guid = value.get("guid")
        if guid is not None:
            return self.index.value_of_guid(guid.as_integer())
        node = value.need("name")
        name = node.word
        known = self.module.get(name)
        if known is None:
            summaries = value.members("summaries")
            place = summaries[0].label_position if summaries else node.label_position
            raise SummaryError(f'Reference to undefined global "{name}"', place)
        source = self.module.source_filename
        return self.index.value(guid_of(global_identifier(name, known.has_local_linkage, source, self.module.llvm_version)), name)

    def value(self, node: SummaryNode) -> ValueInfo:
        if node.reference is None:
            raise SummaryError("expected summary reference here", node.position)
        found = self.values.get(node.reference)
        if found is None:
            raise SummaryError(f"use of undefined summary '^{node.reference}'", node.position)
        return found

    def summary(self, node: SummaryNode) -> GlobalValueSummary:
        module = node.need("module")
        path = self.module_paths.get(-1 if module.reference is None else module.reference)
        if path is None:
            raise SummaryError("expected module ID here", module.position)
        flags = node.get("flags")
        linkage = "external"
        if flags is not None and flags.get("linkage") is not None:
            linkage = flags.need("linkage").word
            if linkage not in SUMMARY_LINKAGES:
                raise SummaryError("expected linkage type", flags.need("linkage").position)
        made: GlobalValueSummary
        if node.label == "function":
            made = self.function(node, FunctionSummary(path, linkage))
        elif node.label == "variable":
            made = self.variable(node, GlobalVarSummary(path, linkage))
        elif node.label == "alias":
            alias = AliasSummary(path, linkage)
            aliasee = node.need("aliasee")
            if aliasee.word != "null":
                alias.aliasee = self.value(aliasee)
            made = alias
        else:
            raise SummaryError("expected summary type", node.position)
        if flags is not None:
            visibility = flags.get("visibility")
            if visibility is not None:
                made.visibility = SUMMARY_VISIBILITIES[visibility.as_word(SUMMARY_VISIBILITIES, "visibility")]
            made.not_eligible_to_import = bool(flags.integer("notEligibleToImport"))
            made.is_live = bool(flags.integer("live"))
            made.is_dso_local = bool(flags.integer("dsoLocal"))
            made.can_auto_hide = bool(flags.integer("canAutoHide"))
            made.keeps_name_on_promotion = bool(flags.integer("noRenameOnPromotion"))
            import_type = flags.get("importType")
            made.is_declaration_import = import_type is not None and import_type.word == "declaration"
        listed = [SummaryReference(self.value(r), ACCESS_WORDS.get(r.word, 0)) for r in node.members("refs")]
        # As in LLVM: read-write references first, then the readonly ones, then the writeonly ones.
        made.references = [listed[place] for place in unstable_order([reference.access for reference in listed])]
        return made

    def variable(self, node: SummaryNode, made: GlobalVarSummary) -> GlobalVarSummary:
        flags = node.get("varFlags")
        if flags is not None:
            made.may_be_read_only = bool(flags.integer("readonly"))
            made.may_be_write_only = bool(flags.integer("writeonly"))
            made.is_constant = bool(flags.integer("constant"))
            made.vcall_visibility = int(flags.integer("vcall_visibility") != 0)  # LLVM takes it for a flag as well
        for function in node.members("vTableFuncs"):
            made.vtable_functions.append((self.value(function.need("virtFunc")), function.integer("offset")))
        return made

    def function(self, node: SummaryNode, made: FunctionSummary) -> FunctionSummary:
        made.instruction_count = node.need("insts").as_integer()
        for flag in node.members("funcFlags"):
            made.flags |= (flag.as_integer() & 1) << FUNCTION_FLAGS.index(flag.label) if flag.label in FUNCTION_FLAGS else 0
        for call in node.members("calls"):
            hotness = call.get("hotness")
            made.calls.append(
                CallEdge(
                    self.value(call.need("callee")),
                    0 if hotness is None else hotness.as_word(HOTNESS, "hotness"),
                    call.integer("relbf"),
                    bool(call.integer("tail")),
                )
            )
        self.type_id_info(node.members("typeIdInfo"), made)
        self.profiles(node, made)
        for parameter in node.members("params"):
            lower, upper = bounds(parameter.need("offset"))
            access = ParameterAccess(parameter.integer("param"), lower, upper)
            for call in parameter.members("calls"):
                lower, upper = bounds(call.need("offset"))
                access.calls.append(ParameterCall(self.value(call.need("callee")), call.integer("param"), lower, upper))
            made.parameter_accesses.append(access)
        return made

    def profiles(self, node: SummaryNode, made: FunctionSummary) -> None:
        for allocation in node.members("allocs"):
            versions = [self.allocation_type(version) for version in allocation.need("versions").all()]
            contexts = [
                (self.allocation_type(context.need("type")), self.stack_ids(context))
                for context in allocation.need("memProf").all()
            ]
            made.allocations.append(AllocationSummary(versions, contexts))
        for site in node.members("callsites"):
            callee = site.need("callee")
            target = None if callee.word == "null" else self.value(callee)
            made.callsites.append(CallsiteSummary(target, site.need("clones").integers(), self.stack_ids(site)))

    def allocation_type(self, node: SummaryNode) -> int:
        for number, word in allocation_types(self.module.llvm_version).items():
            if word == node.word:
                return number
        raise SummaryError("invalid alloc type", node.position)

    def stack_ids(self, node: SummaryNode) -> list[int]:
        stack_ids = node.need("stackIds")
        # Combined summaries have contexts without stack ids.
        is_empty = not stack_ids.listed() and self.module.llvm_version >= CONTEXTS_WITHOUT_STACK_SINCE
        ids = [] if is_empty else stack_ids.integers()
        known = self.index.stack_ids
        for stack_id in ids:
            if stack_id not in known:
                known.append(stack_id)
        return ids

    def type_guid(self, node: SummaryNode) -> int:
        if node.reference is None:
            return node.as_integer()
        name = self.type_names.get(node.reference)
        if name is None:
            raise SummaryError(f"use of undefined type id summary '^{node.reference}'", node.position)
        return guid_of(name)

    def virtual_function(self, node: SummaryNode) -> VirtualFunction:
        guid = node.get("guid")
        return VirtualFunction(self.type_guid(unlabelled(node) if guid is None else guid), node.need("offset").as_integer())

    def type_id_info(self, parts: list[SummaryNode], made: FunctionSummary) -> None:
        for part in parts:
            if part.label == "typeTests":
                made.type_tests.extend(self.type_guid(test) for test in part.all())
            elif part.label in VIRTUAL_CALLS:
                position = VIRTUAL_CALLS.index(part.label)
                has_arguments = position >= FIRST_WITH_ARGUMENTS
                made.virtual_calls[position].extend(
                    self.constant_call(one) if has_arguments else self.virtual_function(one) for one in part.all()
                )
            else:
                raise SummaryError("invalid typeIdInfo list type", part.position)

    def constant_call(self, node: SummaryNode) -> VirtualFunction:
        function = self.virtual_function(node.need("vFuncId"))
        function.arguments = [argument.as_integer() for argument in node.members("args")]
        return function

    def type_id(self, made: TypeIdSummary, node: SummaryNode) -> None:
        test = node.need("typeTestRes")
        made.kind = test.need("kind").as_word(TYPE_TEST_KINDS, "TypeTestResolution")
        made.size_minus_1_bit_width = test.need("sizeM1BitWidth").as_integer()
        made.align_log2 = test.integer("alignLog2")
        made.size_minus_1 = test.integer("sizeM1")
        made.bit_mask = test.integer("bitMask")
        made.inline_bits = test.integer("inlineBits")
        for one in node.members("wpdResolutions"):
            result = one.need("wpdRes")
            kind = result.need("kind").as_word(DEVIRTUALIZATION_KINDS, "WholeProgramDevirtResolution")
            name = result.get("singleImplName")
            resolution = DevirtualizationResolution(kind, "" if name is None else name.word)
            self.by_argument(resolution, result.members("resByArg"))
            made.resolutions[one.need("offset").as_integer()] = resolution

    def by_argument(self, resolution: DevirtualizationResolution, items: list[SummaryNode]) -> None:
        """`args: (1, 2), byArg: (kind: ..., info: 3), args: ...`: alternating `args` and `byArg`."""
        arguments: list[int] = []
        for item in items:
            if item.label == "args":
                arguments = item.integers()
            elif item.label == "byArg":
                by = ByArgumentResolution(arguments, item.need("kind").as_word(BY_ARGUMENT_KINDS, "ByArg"))
                by.info, by.byte, by.bit = item.integer("info"), item.integer("byte"), item.integer("bit")
                resolution.by_argument.append(by)
            else:
                raise SummaryError("expected 'args' here", item.position)


def unlabelled(node: SummaryNode) -> SummaryNode:
    """The member of a list without a label."""
    found = node.get("")
    if found is None:
        raise SummaryError("expected summary reference here", node.position)
    return found


def bounds(node: SummaryNode) -> tuple[int, int]:
    """The two numbers of `[0, 7]`."""
    numbers = node.all()
    if len(numbers) != 2:
        raise SummaryError("expected '[lower, upper]'", node.position)
    return numbers[0].as_integer(), numbers[1].as_integer()


def _hash_words(node: SummaryNode) -> list[int]:
    """The five words of a module's hash, each of 32 bits."""
    words = node.all()
    for word in words:
        if word.label or word.as_integer() < 0:
            raise SummaryError("expected integer", word.position)
        if word.as_integer() >> 32:
            raise SummaryError("expected 32-bit integer (too large)", word.position)
    if len(words) != len(NO_HASH):
        raise SummaryError("expected ',' here" if len(words) < len(NO_HASH) else "expected ')' here", node.position)
    return node.integers()


_MOST_INSERTED: Final = 16


def unstable_order(keys: list[int]) -> list[int]:
    """The positions of the elements with these keys, in the order in which `std::sort` of GNU's C++ library leaves them.

    LLVM sorts the references of a summary by a key that most of them share, and writes them in the order that results. Up to 16
    elements keep their order. Longer ranges are first divided around pivots, which moves equal elements, and then sorted by
    insertion, which does not. (The heap sort for ranges that divide badly is not needed: with three keys, ranges divide well.)
    """
    order = list(range(len(keys)))
    pending = [(0, len(order))]
    while pending:
        first, last = pending.pop()
        while last - first > _MOST_INSERTED:
            _move_median_to(order, keys, first, (first + 1, first + (last - first) // 2, last - 1))
            cut = _partition(order, keys, first, last)
            pending.append((cut, last))
            last = cut
    order.sort(key=lambda position: keys[position])
    return order


def _move_median_to(order: list[int], keys: list[int], target: int, places: tuple[int, int, int]) -> None:
    """Swap the median of three elements with the target; among equal elements, libstdc++'s choice."""
    one, two, three = places
    first, second, third = keys[order[one]], keys[order[two]], keys[order[three]]
    if first < second:
        median = two if second < third else three if first < third else one
    else:
        median = one if first < third else three if second < third else two
    order[target], order[median] = order[median], order[target]


def _partition(order: list[int], keys: list[int], pivot_place: int, last: int) -> int:
    """Divide the elements after the pivot: those before the place that is returned are not greater, the others not less."""
    pivot = keys[order[pivot_place]]
    low, high = pivot_place + 1, last
    while True:
        while keys[order[low]] < pivot:
            low += 1
        high -= 1
        while pivot < keys[order[high]]:
            high -= 1
        if low >= high:
            return low
        order[low], order[high] = order[high], order[low]
        low += 1
