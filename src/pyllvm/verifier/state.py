"""The state that all chapters of the verifier share: the failures, the position in the module, what is known of intrinsics."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, final

from pyllvm.analysis.cfg import ControlFlowGraph
from pyllvm.analysis.dominators import DominatorTree
from pyllvm.ir.attributes import AttributeList
from pyllvm.ir.constants import Constant
from pyllvm.ir.debug_info.scopes import ScopeEnds
from pyllvm.ir.function import BasicBlock, Function, Instruction
from pyllvm.ir.global_values import GlobalAlias
from pyllvm.ir.instructions import CallBase, FuncletPadInst
from pyllvm.ir.metadata import MDNode, Metadata, SpecializedNode
from pyllvm.ir.module import Module, module_flag
from pyllvm.ir.target.data_layout import DataLayout
from pyllvm.ir.target.sized_types import SizedTypes
from pyllvm.ir.types import Type
from pyllvm.tables.behavior_versions import CONVERGENCE_CONTROL_SINCE
from pyllvm.tables.module_flags import LOGICAL_POINTERS
from pyllvm.tables.verifier_rules import Rule
from pyllvm.verifier.assignments import Assignments


@final
class KnownIntrinsic:
    """A function whose name begins like an intrinsic's.

    `name` is the intrinsic's name without `llvm.` and without the types after it. It is empty if that LLVM version does not
    have the intrinsic, or if its signature in that version is unknown. `failure` is LLVM's message if the function's type or
    name does not fit the intrinsic.
    """

    __slots__ = ("failure", "is_intrinsic", "name")

    def __init__(self, is_intrinsic: bool, name: str = "", failure: str = "") -> None:
        self.is_intrinsic: Final = is_intrinsic
        self.name: Final = name
        self.failure: Final = failure


@final
class Declaration:
    """A function of which a failure shows the whole declaration, not only the name."""

    __slots__ = ("function",)

    def __init__(self, function: Function) -> None:
        self.function: Final = function


@final
class Failure:
    """One rule that the module breaks: LLVM's message, and the objects that LLVM prints under it.

    The objects are values, metadata, types, and strings, which are printed unchanged; `None` entries are skipped. `subject`
    is the entity being verified: an instruction, a function, another global, or None. For failures that LLVM reports without
    objects it is all the context.
    """

    __slots__ = ("is_debug_info", "message", "objects", "subject")

    def __init__(self, message: str, objects: list[object], subject: object) -> None:
        self.message = message
        self.objects = objects
        self.is_debug_info = False
        self.subject = subject

    def __repr__(self) -> str:
        return f"Failure({self.message!r})"


# Intrinsics whose tokens determine which threads run an operation together, and the first version that has them.
CONVERGENCE_CONTROL: Final = "llvm.experimental.convergence."
# How the convergence of a function is said: it has no convergent operation yet, or some with, or without tokens.
_NO_CONVERGENCE: Final = 0
CONVERGENCE_UNCONTROLLED: Final = 1
CONVERGENCE_CONTROLLED: Final = 2


@final
class Convergence:
    """The convergence of the current function, as far as it has been visited."""

    def __init__(self) -> None:
        self.kind = _NO_CONVERGENCE
        # The token that each convergence control intrinsic uses, by that intrinsic.
        self.tokens: dict[Instruction, Instruction] = {}
        self.block: BasicBlock | None = None
        # Whether a convergent operation precedes the current instruction in its block.
        self.saw_first_operation = False


@final
class AttributeFacts:
    """The results of checking an attribute list.

    `sound_ways` has the function types for which the list is valid, with a bit for each kind of use.
    `asks_arguments`: whether some parameter has an attribute that restricts the argument's value.
    """

    __slots__ = ("asks_arguments", "sound_ways")

    def __init__(self) -> None:
        self.asks_arguments = False
        self.sound_ways: dict[Type, int] = {}


@final
class State:
    """The state of a verifier run: the failures so far, and facts about the module and the current function."""

    def __init__(self, module: Module, *, checks_scope_domination: bool = False) -> None:
        self.module: Final = module
        self.checks_scope_domination: Final = checks_scope_domination
        # Whether the users of a global value are known when it is verified, and not only when their part is.
        self.knows_all_users = True
        # Whether the tool that verifies unifies debug information types, as opt does.
        self.unifies_types = module.context.types_by_identifier is not None
        self.version: Final = module.llvm_version
        # Whether the module says that no alloca or getelementptr makes a pointer.
        self.has_logical_pointers: Final = module_flag(module, LOGICAL_POINTERS) > 0
        self.failures: list[Failure] = []
        # Those that are verified: all, or a part of them.
        self.functions: Sequence[Function] = module.functions
        self.subject: object = None
        """The entity being verified: the instruction, function or other global."""
        self.is_broken = False
        self.has_broken_debug_info = False
        self._data_layout: DataLayout | None = None
        self._assignments: Assignments | None = None
        # The metadata that has been visited.
        self.visited: set[Metadata] = set()
        # The scopes and the inlined-at locations of packed locations that were visited and have no fault.
        self.sound_scopes: set[object] = set()
        self.sound_callers: set[object] = set()
        # The last location with both.
        self.sound_location: SpecializedNode | None = None
        self.scope_ends: Final = ScopeEnds()
        # Scopes whose outer scopes are not in a cycle.
        self.ending_scopes: Final[set[MDNode]] = set()
        # For locations on long ways: the scope outside all that was inlined.
        self.outermost_scopes: dict[MDNode, object] = {}
        self.visited_constants: set[Constant] = set()
        self.compile_units: list[SpecializedNode] = []
        # DW_LANG_... of the last compile unit that was visited.
        self.source_language = 0
        self.described_functions: dict[MDNode, Function] = {}
        self.attribute_facts: Final[dict[AttributeList, AttributeFacts]] = {}
        self.intrinsics: dict[Function, KnownIntrinsic] = {}
        self.embeds_source: dict[MDNode, bool] = {}
        self.sized_types: Final = SizedTypes(self.version)
        # The types that contain no target type that the stack, or a global variable, cannot have.
        self.stack_types: set[Type] = set()
        self.global_types: set[Type] = set()
        self.escaped_counts: dict[Function, int] = {}
        self.recovered_counts: dict[Function, int] = {}
        self.base_nodes: dict[MDNode, int] = {}
        self.scalar_nodes: dict[MDNode, bool] = {}
        self.sound_access_tags: set[MDNode] = set()
        # Whether an instruction has a broken one, of which there may be no failure.
        self.has_broken_access_tags = False
        # The scalar types of access tags from which the way to the root has no fault, each with the width of the offset.
        self.sound_ways_up: set[tuple[MDNode, int]] = set()
        # The places (type, offset and its width) far inside of structs from which the way to the access type has no fault.
        self.sound_ways_down: set[tuple[MDNode, int, int, MDNode]] = set()
        # Lists that many instructions may share: for each rule, the lists without a fault, with the type that their numbers have.
        self.sound_lists: set[tuple[str, MDNode, Type | None]] = set()
        # The aliases that lead to a definition along one way, without a failure.
        self.sound_aliases: set[GlobalAlias] = set()
        # The current function.
        self.function: Function = (
            module.functions[0]
            if module.functions
            else Function(module.context.pointer(), module.context.function(module.context.void, []))
        )
        self.graph: ControlFlowGraph = ControlFlowGraph([])
        self.dominators: DominatorTree = DominatorTree(self.graph)
        self.subprogram: SpecializedNode | None = None
        self.landing_pad_type: Type | None = None
        self.saw_frame_escape = False
        self.described_arguments: dict[int, object] = {}
        self.sibling_funclets: dict[Instruction, Instruction] = {}
        # For a pad that no edge leaves: the one pad directly inside it, or None. The search for edges passes over such pads.
        self.passed_pads: dict[FuncletPadInst, FuncletPadInst | None] = {}
        self.alias_scope_declarations: list[CallBase] = []
        self.convergence: Convergence | None = None
        self.controls_convergence: Final = self.version >= CONVERGENCE_CONTROL_SINCE and any(
            function.name.startswith(CONVERGENCE_CONTROL) for function in module.functions
        )
        # The first blocks of the funclets that contain each block; None until it is computed.
        self.funclet_colors: dict[BasicBlock, list[BasicBlock]] | None = None

    @property
    def assignments(self) -> Assignments:
        """The instructions and records that share a DIAssignID; computed on first use."""
        found = self._assignments
        if found is None:
            found = Assignments(self.functions, self.version)
            self._assignments = found
        return found

    @property
    def data_layout(self) -> DataLayout:
        """The module's data layout; parsed on first use."""
        layout = self._data_layout
        if layout is None:
            layout = DataLayout(self.module.data_layout, self.version)
            self._data_layout = layout
        return layout

    def fail(self, message: str, *objects: object) -> bool:
        """Record a broken rule. Returns False, so that a check can return the result."""
        return self.record(Failure(message, list(objects), self.subject))

    def breaks(self, rule: Rule, *objects: object) -> bool:
        """Record a broken rule if this LLVM has it. Returns whether it has."""
        return rule.is_in(self.version) and not self.fail(rule.message, *objects)

    def fail_debug(self, message: str, *objects: object) -> bool:
        """Record a broken rule for debug info, which LLVM's tools drop in that case. Returns False."""
        failure = Failure(message, list(objects), self.subject)
        failure.is_debug_info = True
        return self.record(failure)

    def record(self, failure: Failure) -> bool:
        """Record a failure. Returns False."""
        self.failures.append(failure)
        if failure.is_debug_info:
            self.has_broken_debug_info = True
        else:
            self.is_broken = True
        return False

    def enter_part(self, functions: Sequence[Function]) -> None:
        """Start with some of the module's functions, of which the bodies have been read."""
        self.functions = functions
        self._assignments = None

    def enter(self, function: Function) -> None:
        """Start the next function."""
        self.function = function
        self.subject = function
        self.subprogram = None
        self.landing_pad_type = None
        self.saw_frame_escape = False
        self.described_arguments = {}
        self.sibling_funclets = {}
        self.passed_pads = {}
        self.alias_scope_declarations = []
        self.convergence = Convergence() if self.controls_convergence else None
        self.funclet_colors = None
