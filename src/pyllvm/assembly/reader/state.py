"""The state that all builders share: the module that is being built, its version, the symbols known so far."""

from __future__ import annotations

from typing import Final, NoReturn, final

from pyllvm.assembly.reader.lexer import Lexer
from pyllvm.assembly.reader.places import Places
from pyllvm.assembly.reader.text_error import OtherVersion, TextError
from pyllvm.ir.global_values import GlobalValue, GlobalVariable
from pyllvm.ir.module import Module
from pyllvm.ir.target.data_layout import DataLayout
from pyllvm.ir.types import Context, Type
from pyllvm.ir.value import Value
from pyllvm.tables.behavior_versions import NARROWER_INTEGERS_SINCE, WIDEST_INTEGER, WIDEST_OLDER_INTEGER
from pyllvm.tables.features import INRANGE_BOUNDS, OPAQUE_POINTERS_SINCE, TYPED_POINTERS_KEPT_UNTIL
from pyllvm.tables.text_versions import UNIFORM_FLOATS_SINCE


def text_of_bytes(name: bytes) -> str:
    """A name or string of the text, as the IR stores it."""
    return name.decode("utf-8", "surrogateescape")


@final
class GlobalForward:
    """A global that is used and not defined yet."""

    __slots__ = ("placeholder", "start")

    def __init__(self, placeholder: GlobalVariable, start: int) -> None:
        self.placeholder = placeholder
        self.start = start


@final
class State:
    """The module that is being built. `version_is_fixed`: the caller chose the version; else the text decides."""

    def __init__(self, data: bytes, lexer: Lexer, module: Module, version: int, version_is_fixed: bool) -> None:
        self.data: Final = data
        self.module: Final = module
        lexer.widest_integer = WIDEST_INTEGER if version >= NARROWER_INTEGERS_SINCE else WIDEST_OLDER_INTEGER
        lexer.has_hexadecimal_fractions = version >= UNIFORM_FLOATS_SINCE
        self.context: Final[Context] = module.context
        self.version: Final = version
        self.version_is_fixed: Final = version_is_fixed
        self.globals: dict[bytes, GlobalValue] = {}
        self.numbered_globals: dict[int, GlobalValue] = {}
        self.next_global = 0
        self.forward_globals: dict[bytes, GlobalForward] = {}
        # Whether the list of the null pointer's uses contains those by functions without some of their optional operands.
        self.lists_missing_operands = False
        # The operands of `dso_local_equivalent` whose names and numbers are not defined yet.
        self.equivalents: dict[tuple[bytes, int], GlobalForward] = {}
        self.forward_numbered_globals: dict[int, GlobalForward] = {}
        # Values that were used with a type that is not theirs: the definition may be what is wrong.
        self.suspects: set[Value] = set()
        self.lexer: Final = lexer
        self.has_typed_pointers = False
        # Since debug records exist, a module has either records or intrinsics.
        self.has_debug_records = False
        self.has_debug_intrinsics = False
        self.has_opaque_pointers = False
        self.allows_incomplete = False
        # Whether the context may have other modules.
        self.shares_context = False
        # Whether blocks get to know their uses even if other local values do not: the text has addresses of blocks.
        self.records_uses_of_blocks = False
        # Whether instructions with the same attachment share its list, because the module will not be edited.
        self.shares_attachments = False
        # Recorded only on request.
        self.places: Places | None = None
        self.layout: DataLayout = DataLayout("", version)
        self._abi_alignments: dict[Type, int] = {}

    @property
    def ahead(self) -> int:
        """The position of the lookahead token."""
        return self.lexer.start

    def pointer_to(self, type: Type, space: int) -> Type:
        """The pointer to `type` in an address space: typed if the text has typed pointers."""
        if (
            self.has_opaque_pointers
            or self.version > TYPED_POINTERS_KEPT_UNTIL
            or (self.version >= OPAQUE_POINTERS_SINCE and not self.has_typed_pointers)
        ):
            return self.context.pointer(space)
        return self.context.pointer_to(type, space)

    def use_layout(self, layout: DataLayout) -> None:
        """Use another data layout from here on."""
        self.layout = layout
        self._abi_alignments = {}

    def abi_alignment(self, type: Type) -> int:
        """The ABI alignment of a type, in bytes."""
        alignment = self._abi_alignments.get(type)
        if alignment is None:
            alignment = self.layout.abi_alignment(type)
            self._abi_alignments[type] = alignment
        return alignment

    def error(self, start: int, message: str) -> NoReturn:
        """Raise a TextError at that byte offset."""
        raise TextError(start, message)

    def needs(self, start: int, what: str, since: int) -> None:
        """Refuse a construct of the text in versions before `since`."""
        if self.version < since:
            if not self.version_is_fixed:
                raise OtherVersion(since)
            raise TextError(start, f"{what} requires LLVM {since}, but this module is being read as LLVM {self.version}")

    def marks_no_index(self) -> bool:
        """Whether the version has no `inrange` before an index of getelementptr: it has bounds instead."""
        return self.version_is_fixed and self.version >= INRANGE_BOUNDS.since

    def ends(self, start: int, what: str, until: int, message: str = "") -> None:
        """Refuse a construct of the text in versions after `until`; `message` is LLVM's message, if it has one."""
        if self.version > until:
            if not self.version_is_fixed:
                raise OtherVersion(until)
            if message:
                raise TextError(start, message)
            raise TextError(start, f"{what} was removed after LLVM {until}, but this module is being read as LLVM {self.version}")


def global_placeholder(type: Type) -> GlobalVariable:
    """A placeholder for a global that is not defined yet: as in LLVM a weak variable, in no module."""
    placeholder = GlobalVariable(type, type.context.integer(8))
    placeholder.linkage = "extern_weak"
    return placeholder


def type_string(type: Type) -> str:
    """A type as messages spell it."""
    return str(type)
