"""The ThinLTO summary of a module: what a link-time optimizer can learn without reading function bodies.

Global values are identified by GUID (`ir.guids`).
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import mypyc_attr

from pyllvm.tables.text_versions import HOT_ALLOCATIONS_SINCE

# The names of the flags, each with its bit in the record, in the order of text.
FUNCTION_FLAGS: Final = (
    "readNone",
    "readOnly",
    "noRecurse",
    "returnDoesNotAlias",
    "noInline",
    "alwaysInline",
    "noUnwind",
    "mayThrow",
    "hasUnknownCall",
    "mustBeUnreachable",
)

# Words, indexed by the number in the record.
HOTNESS: Final = ("unknown", "cold", "none", "hot", "critical")
# The bits of a call's relative frequency in its record; the next bit marks a tail call.
RELATIVE_FREQUENCY_BITS: Final = 28
ALLOCATION_TYPES: Final = {0: "none", 1: "notcold", 2: "cold", 4: "hot"}
ALLOCATION_TYPES_BEFORE_HOT: Final = {0: "none", 1: "notcold", 2: "cold", 3: "notcoldandcold"}
TYPE_TEST_KINDS: Final = ("unsat", "byteArray", "inline", "single", "allOnes", "unknown")
DEVIRTUALIZATION_KINDS: Final = ("indir", "singleImpl", "branchFunnel")
BY_ARGUMENT_KINDS: Final = ("indir", "uniformRetVal", "uniqueRetVal", "virtualConstProp")
SUMMARY_VISIBILITIES: Final = ("default", "hidden", "protected")

# The lists of virtual calls of a function, in the order of text and of the numbers of their records. The calls of the first two
# are in one record; each call of the others is a record of its own, with arguments.
VIRTUAL_CALLS: Final = (
    "typeTestAssumeVCalls",
    "typeCheckedLoadVCalls",
    "typeTestAssumeConstVCalls",
    "typeCheckedLoadConstVCalls",
)
FIRST_WITH_ARGUMENTS: Final = 2

# The words of the hash of a module that has none.
NO_HASH: Final = (0, 0, 0, 0, 0)

# How a reference may access its target.
READ_WRITE: Final = 0
READ_ONLY: Final = 1
WRITE_ONLY: Final = 2


def allocation_types(version: int) -> dict[int, str]:
    """The words of an LLVM version for how warm memory is, by their numbers."""
    return ALLOCATION_TYPES if version >= HOT_ALLOCATIONS_SINCE else ALLOCATION_TYPES_BEFORE_HOT


@mypyc_attr(serializable=True)
@final
class ValueInfo:
    """A global value of the summary: its GUID, its name if known, and its summaries, one for each module.

    `has_value`: it may be a value of the module. In text it cannot if it has a GUID alone.
    """

    def __init__(self, guid: int, name: str = "", has_value: bool = True) -> None:
        self.guid = guid
        self.name = name
        self.has_value = has_value
        self.summaries: list[GlobalValueSummary] = []


@mypyc_attr(serializable=True)
@final
class SummaryReference:
    """A reference from a function or variable to a global value; `access` is READ_WRITE, READ_ONLY or WRITE_ONLY."""

    def __init__(self, target: ValueInfo, access: int = READ_WRITE) -> None:
        self.target = target
        self.access = access


@mypyc_attr(allow_interpreted_subclasses=True, serializable=True)
class GlobalValueSummary:
    """The summary of a global value in one module."""

    def __init__(self, module_path: str, linkage: str) -> None:
        self.module_path = module_path
        self.linkage = linkage
        self.visibility = "default"
        self.not_eligible_to_import = False
        self.is_live = False
        self.is_dso_local = False
        self.can_auto_hide = False
        self.is_declaration_import = False
        self.keeps_name_on_promotion = False
        self.original_name = 0
        self.references: list[SummaryReference] = []


@final
class AliasSummary(GlobalValueSummary):
    """`alias: (...)`; the aliasee may be missing from an index made for a distributed build."""

    def __init__(self, module_path: str, linkage: str) -> None:
        super().__init__(module_path, linkage)
        self.aliasee: ValueInfo | None = None


@final
class GlobalVarSummary(GlobalValueSummary):
    """`variable: (...)`."""

    def __init__(self, module_path: str, linkage: str) -> None:
        super().__init__(module_path, linkage)
        self.may_be_read_only = False
        self.may_be_write_only = False
        self.is_constant = False
        self.vcall_visibility = 0
        self.vtable_functions: list[tuple[ValueInfo, int]] = []


@mypyc_attr(serializable=True)
@final
class CallEdge:
    """A call: its hotness by number (`HOTNESS`), or its relative block frequency."""

    def __init__(self, callee: ValueInfo, hotness: int = 0, relative_frequency: int = 0, has_tail_call: bool = False) -> None:
        self.callee = callee
        self.hotness = hotness
        self.relative_frequency = relative_frequency
        self.has_tail_call = has_tail_call


@mypyc_attr(serializable=True)
@final
class VirtualFunction:
    """A function in a vtable: the GUID of the type identifier, and the offset; `arguments` if they are constant."""

    def __init__(self, guid: int, offset: int, arguments: list[int] | None = None) -> None:
        self.guid = guid
        self.offset = offset
        self.arguments = [] if arguments is None else arguments


@mypyc_attr(serializable=True)
@final
class ParameterAccess:
    """How a function accesses memory through a parameter: bounds as signed 64-bit numbers, and calls that receive it."""

    def __init__(self, parameter: int, lower: int, upper: int) -> None:
        self.parameter = parameter
        self.lower = lower
        self.upper = upper
        self.calls: list[ParameterCall] = []


@mypyc_attr(serializable=True)
@final
class ParameterCall:
    """A call to which the parameter is passed."""

    def __init__(self, callee: ValueInfo, parameter: int, lower: int, upper: int) -> None:
        self.callee = callee
        self.parameter = parameter
        self.lower = lower
        self.upper = upper


@mypyc_attr(serializable=True)
@final
class CallsiteSummary:
    """A call site in a memory profile."""

    def __init__(self, callee: ValueInfo | None, clones: list[int], stack_ids: list[int]) -> None:
        self.callee = callee
        self.clones = clones
        self.stack_ids = stack_ids


@mypyc_attr(serializable=True)
@final
class AllocationSummary:
    """An allocation in a memory profile: its type in each version, and the type and stack ids of each context."""

    def __init__(self, versions: list[int], contexts: list[tuple[int, list[int]]]) -> None:
        self.versions = versions
        self.contexts = contexts
        self.total_sizes: list[int] = []


@final
class FunctionSummary(GlobalValueSummary):
    """`function: (...)`; `flags` has a bit for each of FUNCTION_FLAGS."""

    def __init__(self, module_path: str, linkage: str) -> None:
        super().__init__(module_path, linkage)
        self.instruction_count = 0
        self.flags = 0
        self.entry_count = 0
        self.calls: list[CallEdge] = []
        self.type_tests: list[int] = []
        self.type_test_assume_vcalls: list[VirtualFunction] = []
        self.type_checked_load_vcalls: list[VirtualFunction] = []
        self.type_test_assume_const_vcalls: list[VirtualFunction] = []
        self.type_checked_load_const_vcalls: list[VirtualFunction] = []
        self.parameter_accesses: list[ParameterAccess] = []
        self.callsites: list[CallsiteSummary] = []
        self.allocations: list[AllocationSummary] = []

    @property
    def virtual_calls(self) -> list[list[VirtualFunction]]:
        """The lists of virtual calls, in the order of VIRTUAL_CALLS."""
        return [
            self.type_test_assume_vcalls,
            self.type_checked_load_vcalls,
            self.type_test_assume_const_vcalls,
            self.type_checked_load_const_vcalls,
        ]

    @property
    def has_type_id_info(self) -> bool:
        """Whether the summary refers to type identifiers."""
        return bool(self.type_tests) or any(self.virtual_calls)


@mypyc_attr(serializable=True)
@final
class ByArgumentResolution:
    """How a virtual call with these constant arguments is devirtualized."""

    def __init__(self, arguments: list[int], kind: int) -> None:
        self.arguments = arguments
        self.kind = kind
        self.info = 0
        self.byte = 0
        self.bit = 0


@mypyc_attr(serializable=True)
@final
class DevirtualizationResolution:
    """How the virtual calls at one offset are devirtualized."""

    def __init__(self, kind: int, single_implementation: str = "") -> None:
        self.kind = kind
        self.single_implementation = single_implementation
        self.by_argument: list[ByArgumentResolution] = []


@mypyc_attr(serializable=True)
@final
class TypeIdSummary:
    """`typeid: (...)`."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.kind = len(TYPE_TEST_KINDS) - 1
        self.size_minus_1_bit_width = 0
        self.align_log2 = 0
        self.size_minus_1 = 0
        self.bit_mask = 0
        self.inline_bits = 0
        self.resolutions: dict[int, DevirtualizationResolution] = {}


@mypyc_attr(serializable=True)
@final
class ModuleSummaryIndex:
    """The summary entries of a module, or of several.

    `modules` maps a path to its hash of five words. The other mappings keep insertion order; text sorts them as LLVM does.
    """

    def __init__(self) -> None:
        self.version = 0
        self.flags = 0
        self.block_count = 0
        self.modules: dict[str, list[int]] = {}
        self.values: dict[int, ValueInfo] = {}
        self.type_ids: list[TypeIdSummary] = []
        self.compatible_vtables: dict[str, list[tuple[int, ValueInfo]]] = {}
        self.stack_ids: list[int] = []

    def value(self, guid: int, name: str = "") -> ValueInfo:
        """The entry of that GUID, created if it does not exist; a name that becomes known later is added."""
        found = self.values.get(guid)
        if found is None:
            found = ValueInfo(guid, name)
            self.values[guid] = found
        elif name and not found.name:
            found.name = name
            found.has_value = True
        return found

    def value_of_guid(self, guid: int) -> ValueInfo:
        """The entry of a GUID that has no name in text."""
        return self.values.setdefault(guid, ValueInfo(guid, has_value=False))

    def type_id(self, name: str) -> TypeIdSummary:
        """The entry of a type identifier, created if it does not exist."""
        for entry in self.type_ids:
            if entry.name == name:
                return entry
        made = TypeIdSummary(name)
        self.type_ids.append(made)
        return made
