"""Global variables, aliases and ifuncs, and the properties that all global values share.

Linkage, visibility and the like are the words of LLVM's text (listed in `tables.keywords`). The default is its word where it has
one ("external", "default"), else the empty string.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, final

from mypy_extensions import mypyc_attr

from pyllvm.diagnostics import PyllvmError
from pyllvm.ir.above import above, short_text_of
from pyllvm.ir.attributes import AttributeSet
from pyllvm.ir.constants import Constant
from pyllvm.ir.edits import EDITS
from pyllvm.ir.metadata import Attachment, MDNode
from pyllvm.ir.types import Type
from pyllvm.ir.user_text import users_text
from pyllvm.ir.value import MetadataEdits, ModuleOwner, Value, ValueEdits
from pyllvm.ir.words import no_such_word
from pyllvm.tables import keywords
from pyllvm.tables.linkages import LOCAL, NUMBER_OF_LINKAGE

if TYPE_CHECKING:
    from pyllvm.ir.source_code import CompileUnit, DebugVariable


@mypyc_attr(serializable=True)
@final
class Comdat:
    """`$name = comdat any`."""

    def __init__(self, name: str, selection_kind: str = "any") -> None:
        self.name = name
        self._selection_kind = "any"
        self.selection_kind = selection_kind

    @property
    def selection_kind(self) -> str:
        """The word: "any", "exactmatch", "largest", "nodeduplicate" or "samesize". Setting another raises ValueError."""
        return self._selection_kind

    @selection_kind.setter
    def selection_kind(self, word: str) -> None:
        if word not in keywords.COMDAT_SELECTION_NUMBERS:
            no_such_word("selection kind of a comdat", word, keywords.COMDAT_SELECTION_NUMBERS)
        self._selection_kind = word

    def __repr__(self) -> str:
        return short_text_of(self)


@mypyc_attr(allow_interpreted_subclasses=True)
class GlobalValue(Constant):
    """A symbol of the module. `type` is the type of the pointer to it, `value_type` the type of the object."""

    def __init__(self, type: Type, value_type: Type, name: str) -> None:
        super().__init__(type, [], name)
        if type.context.uses.tracks_upgrades:
            self.track_uses()
        self.value_type = value_type
        self.parent: ModuleOwner | None = None
        self._linkage = "external"
        self._visibility = "default"
        self._dll_storage_class = "default"
        self._thread_local_mode = ""
        self._unnamed_address = ""
        self.is_dso_local = False
        self.partition = ""
        self._attachments: list[Attachment] = []

    @property
    def attachments(self) -> list[Attachment]:
        """The metadata attached to the symbol."""
        attachments = self._attachments
        if EDITS.is_watched:
            EDITS.lend(attachments)
        return attachments

    @attachments.setter
    def attachments(self, attachments: list[Attachment]) -> None:
        self._attachments = attachments
        self.type.context.symbol_edits += 1

    def _set_name(self, name: str) -> None:
        self.type.context.symbol_edits += 1
        if self.parent is not None and name != self._name:
            name = self.parent._symbol_is_renamed(self, name)
        self._name = name

    def set_unique_name(self, name: str) -> None:
        self._set_name(name)

    def remove(self) -> None:
        """Remove the symbol, which nothing uses, from its module. Raises PyllvmError, which names users, if it is still used."""
        if self.parent is not None:
            self.parent.remove(self)

    def erase(self) -> None:
        """The same as `erase_from_parent`; raises PyllvmError also if the symbol no longer belongs to a module."""
        if self.parent is None:
            raise PyllvmError(f"@{self.name} does not belong to a module: it was erased or removed")
        self.erase_from_parent()

    @property
    def linkage(self) -> str:
        """The word: "external", "internal", "weak_odr" ... Setting another raises ValueError."""
        return self._linkage

    @linkage.setter
    def linkage(self, word: str) -> None:
        if word not in NUMBER_OF_LINKAGE:
            no_such_word("linkage", word, NUMBER_OF_LINKAGE)
        self._linkage = word

    @property
    def visibility(self) -> str:
        """The word: "default", "hidden" or "protected". Setting another raises ValueError."""
        return self._visibility

    @visibility.setter
    def visibility(self, word: str) -> None:
        if word not in keywords.VISIBILITY_NUMBERS:
            no_such_word("visibility", word, keywords.VISIBILITY_NUMBERS)
        self._visibility = word

    @property
    def dll_storage_class(self) -> str:
        """The word: "default", "dllimport" or "dllexport". Setting another raises ValueError."""
        return self._dll_storage_class

    @dll_storage_class.setter
    def dll_storage_class(self, word: str) -> None:
        if word not in keywords.DLL_STORAGE_NUMBERS:
            no_such_word("DLL storage class", word, keywords.DLL_STORAGE_NUMBERS)
        self._dll_storage_class = word

    @property
    def thread_local_mode(self) -> str:
        """The word: "" for none, "generaldynamic", "localdynamic", "initialexec" or "localexec".

        Setting another raises ValueError.
        """
        return self._thread_local_mode

    @thread_local_mode.setter
    def thread_local_mode(self, word: str) -> None:
        if word not in keywords.THREAD_LOCAL_NUMBERS:
            no_such_word("thread-local mode", word, keywords.THREAD_LOCAL_NUMBERS)
        self._thread_local_mode = word

    @property
    def unnamed_address(self) -> str:
        """The word: "" if the address matters, "local_unnamed_addr" or "unnamed_addr" if not.

        Setting another raises ValueError.
        """
        return self._unnamed_address

    @unnamed_address.setter
    def unnamed_address(self, word: str) -> None:
        if word not in keywords.UNNAMED_ADDRESS_NUMBERS:
            no_such_word("unnamed_addr", word, keywords.UNNAMED_ADDRESS_NUMBERS)
        self._unnamed_address = word

    def _check_is_unused(self) -> None:
        """Destroy the constants made of the symbol that nothing uses; PyllvmError, which names users, if it is still used."""
        if self.has_uses:
            above(ValueEdits).remove_dead_constant_users(self)
        if self.has_uses:
            raise PyllvmError(f"@{self.name} is still used{users_text(self)}")

    def remove_from_parent(self) -> None:
        """Remove the symbol from its module but keep its uses: it is to be added to a module again."""
        if self.parent is not None:
            self.parent.take_out(self)

    def erase_from_parent(self) -> None:
        """Remove the symbol from its module and drop its operands; metadata that refers to it then refers to nothing.

        Raises PyllvmError, which names users, if it is still used.
        """
        self._check_is_unused()
        if self in self.type.context.metadata:
            above(MetadataEdits).forget(self)
        self.drop_operands()
        self.remove_from_parent()

    @property
    def address_space(self) -> int:
        """The number of the address space that the symbol is in."""
        return int(getattr(self.type, "address_space", 0))

    @property
    def has_local_linkage(self) -> bool:
        """Whether the linkage is `internal` or `private`."""
        return self.linkage in LOCAL

    @property
    def has_implicit_dso_local(self) -> bool:
        """Whether `dso_local` is implied: by local linkage, or by non-default visibility unless the linkage is extern_weak."""
        return self.has_local_linkage or (self.visibility != "default" and self.linkage != "extern_weak")

    def set_single_operand(self, value: Value | None) -> None:
        """Make `value` the only operand: initializer, aliasee or resolver."""
        self.drop_operands()
        if value is not None:
            self.append_operand(value)

    def _check_constant(self, value: Value, type: Type, what: str, hint: str) -> None:
        """Raise TypeError if something is not a constant of a type."""
        if not isinstance(value, Constant):
            raise TypeError(f"{what} of @{self.name} is a constant, such as module.constant(type, number), not {value!r}")
        if value.type is not type:
            of = " of another module" if value.type.context is not type.context else ""
            raise TypeError(f"{what} of @{self.name} must be of type {type}, not {value.type}{of}{hint}")

    def metadata(self, kind: str) -> list[MDNode]:
        """The nodes attached under that kind's name, in order."""
        return [attachment.node for attachment in self.attachments if attachment.kind == kind]

    def set_metadata(self, kind: str, node: MDNode | None) -> None:
        """Attach a node of a kind, such as "dbg", instead of those that are attached now; with None only detach them."""
        self.attachments = [attachment for attachment in self.attachments if attachment.kind != kind]
        if node is not None:
            self.attachments.append(Attachment(kind, node))


@mypyc_attr(allow_interpreted_subclasses=True)
class GlobalObject(GlobalValue):
    """A global value that has storage or code of its own: a variable or a function."""

    def __init__(self, type: Type, value_type: Type, name: str) -> None:
        super().__init__(type, value_type, name)
        self.section = ""
        self.alignment = 0
        self.comdat: Comdat | None = None


class GlobalVariableEdits:
    """Edits of variables by a room above."""

    def set_value_type(self, variable: GlobalVariable, type: Type, initializer: Value | None) -> None:
        """As `GlobalVariable.set_value_type`."""
        raise NotImplementedError


@final
class GlobalVariable(GlobalObject):
    """`@name = global i32 7`; without an initializer it is a declaration. `alignment` is in bytes, 0 if none is given."""

    def __init__(self, type: Type, value_type: Type, name: str = "", is_constant: bool = False) -> None:
        super().__init__(type, value_type, name)
        self.is_constant = is_constant
        self.is_externally_initialized = False
        self._attributes: AttributeSet | None = None
        # words of tables.keywords, in LLVM's order: no_sanitize_address, no_sanitize_hwaddress, ...
        self.sanitizer_flags = 0
        self.code_model = ""

    @property
    def attributes(self) -> AttributeSet | None:
        """The attributes of the variable; None if there are none."""
        return self._attributes

    @attributes.setter
    def attributes(self, attributes: AttributeSet | None) -> None:
        self._attributes = attributes
        self.type.context.symbol_edits += 1

    def set_value_type(self, type: Type, initializer: Value | None = None) -> None:
        """Change the type together with the initial value, None for a declaration; what uses the address is not changed.

        Raises TypeError if the initializer is of another type. Up to LLVM 14, where pointers are typed, raises PyllvmError if the
        variable is used.
        """
        above(GlobalVariableEdits).set_value_type(self, type, initializer)

    @property
    def initializer(self) -> Value | None:
        """The initial value; None for a declaration."""
        return self.operands[0] if self.operands else None

    @initializer.setter
    def initializer(self, value: Value | None) -> None:
        if value is not None:
            self._check_constant(value, self.value_type, "the initializer", ": set_value_type changes both")
        self.set_single_operand(value)

    @property
    def debug_variables(self) -> list[DebugVariable]:
        """The variables of the source that are in this one: mostly one, several where variables were merged."""
        from pyllvm.ir.source_code import global_views

        units: list[CompileUnit] = getattr(self.parent, "compile_units", [])
        return global_views(self.metadata("dbg"), units)

    @property
    def is_declaration(self) -> bool:
        """Whether it has no initializer."""
        return not self.operands


@final
class GlobalAlias(GlobalValue):
    """`@name = alias T, ptr @aliasee`."""

    @property
    def aliasee(self) -> Value:
        """The constant whose address the alias has."""
        return self.operands[0]

    @aliasee.setter
    def aliasee(self, value: Value) -> None:
        self._check_constant(value, self.operands[0].type, "the aliasee", "")
        self.set_single_operand(value)


@final
class GlobalIFunc(GlobalValue):
    """`@name = ifunc T, ptr @resolver`."""

    @property
    def resolver(self) -> Value:
        """The function, or expression of one, that returns the address at load time."""
        return self.operands[0]

    @resolver.setter
    def resolver(self, value: Value) -> None:
        self._check_constant(value, self.operands[0].type, "the resolver", "")
        self.set_single_operand(value)
