"""The wishes of a user about the modules that are read: one object for each run of a command, or call of the library."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, final

if TYPE_CHECKING:
    from typing import TypeAlias

    from pyllvm.diagnostics import Diagnostic
    from pyllvm.tables.target_profiles import TargetProfile

    LossRow: TypeAlias = dict[str, str | int | None]


@final
class Wishes:
    """The wishes of one run. Each has a usual value; the options of a command, or the keywords of a function, set others.

    What needs the whole of a module is among them: it is known before anything is read.
    """

    def __init__(self, version: int | None = None, input_version: int | None = None) -> None:
        self.version = version
        """The LLVM version that is wanted. A module that does not name its producer is read as this version's.

        Old intrinsics of an older module are left for its way to this version. None: each module keeps its own version.
        """
        self.input_version: Final = input_version
        """The version in the language of which each module is read; if it has the other kind of pointers, the nearest one."""
        self.warn: Callable[[Diagnostic, str], None] | None = None
        """Receives warnings and notes, with the name of the input."""

        # --- how the work is done
        self.is_whole = False
        """Whether something needs the whole module: an option, or a report. It is then read as one part."""
        self.part_bytes: int | None = None
        """The size of a part in bytes of the input; 0 for one part, None for the size that pays."""
        self.cores = 1
        """How many processes may work on one large input; 0 for one per core."""
        self.tells_ways = False
        """Whether the user wants to know how each input was worked on."""
        self.tell_way: Callable[[str, str], None] | None = None
        """Receives how each input was worked on, after its name."""

        # --- things that pyllvm, or an older LLVM, does not know
        self.losses = ""
        """How it is reported that something was left out or lost: "error", "ignore", or else as a warning."""
        self.sums_up_losses = False
        """Whether a summary is reported, and not each kind of loss."""
        self.loss_rows: list[LossRow] | None = None
        """Receives the rows of the report about what was left out or lost."""
        self.pointee_types = "views"
        """The types of pointers on the way to an LLVM with typed pointers, as `migrations.loss` has them."""
        self.profile: TargetProfile | None = None
        """The consumer that a module is written for."""
        self.strict = False
        """Whether it is an error that the reader does not know something. Otherwise that is a warning."""
        self.allows_unknown_attributes = False
        """Whether unknown attributes of every compiler are left out, also those that may say how a value is passed."""
        self.allows_unknown = False
        """Whether bodies and initial values with something unknown are left out, and the rest is read."""

        # --- how bitcode is read
        self.is_importing = False
        """Whether types that have an identifier are read as declarations, as LLVM does for ThinLTO."""
        self.unifies_types = False
        """Whether types of debug information with the same identifier are one node, in a module with a context of its own."""
        self.keeps_order = False
        """Whether the order of bodies, uses and names is LLVM's in every case that bitcode written of the modules shows."""
        self.bodies_in_order = False
        """Whether bodies are read in the module's order, as by opt, also if an initializer has the address of a block.

        Tools that read bodies when they need them, such as llvm-dis and llvm-link, begin with such a function.
        """
        self.checks_lengths = False
        """Whether the lengths of blocks must lead from one block of a module to the next, as llvm-dis requires."""
        self.reads_bodies = True
        """Whether bodies are read. Without them, the text has only the first lines of functions."""
        self.asks_for_uses = True
        """Whether the caller itself asks values for their uses. Upgrades do, but of few kinds of values."""

        # --- how text is read
        self.may_be_newer = False
        """Whether a text that LLVM `version` does not read may be of a newer LLVM."""
        self.max_errors = 20
        """How many errors are found before the reading of a text ends."""
        self.data_layout: str | None = None
        """Replaces the data layout of a text."""
        self.allows_incomplete = False
        """Whether undeclared globals are declared by their uses, and references to unknown metadata are dropped."""
        self.gives_layout = False
        """Whether a module with a target and without a data layout gets the layout of the target, as in opt."""

        # --- how a module is verified
        self.checks_scope_domination = False
        """Whether to check what LLVM checks with -verify-noalias-scope-decl-dom."""
        self.with_special = False
        """Whether all symbols are listed, also those that nm leaves out: private ones, and LLVM's own."""
        self.dynamic = False
        """Whether the dynamic symbols of a native object are listed."""
        self.lints = False
        """Whether code is reported that LLVM accepts but that is probably a mistake."""
        self.is_severe = False
        """Whether every finding is an error."""
        self.has_places = True
        """Whether findings are reported with their places, and not only counted."""

        # --- how a module is changed, and its form as text
        self.opaque_pointers = False
        """Whether every pointer becomes a `ptr`."""
        self.expands_constants = False
        """Whether constant expressions become instructions."""
        self.calls_debug_intrinsics = False
        """Whether debug records become calls of the debug intrinsics."""
        self.has_output = True
        """Whether a text is wanted. If not, a module is only read."""
        self.preserves_order = False
        """Whether the text has the order of uses."""
        self.is_canonical = False
        """Whether the text is in canonical form, which does not tell the compiler."""
        self.shows_annotations = False
        """Whether the text has comments with the number of uses."""
        self.shows_index = False
        """Whether the text has only the module's summary."""

        # --- the form of bitcode
        self.producer: str | None = None
        """The producer that bitcode names; None if it is pyllvm's own."""
        self.preserves_bitcode_order = True
        """Whether bitcode has the order of uses."""
        self.emits_hash = False
        """Whether bitcode has the hash of the module."""
        self.index_threshold = 25
        """The number of metadata above which bitcode has an index of it."""
