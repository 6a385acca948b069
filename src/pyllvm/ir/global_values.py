"""Global variables, aliases and ifuncs, and what all global values have in common.

Linkage, visibility and their like are the words of LLVM's text (`tables.keywords` lists them); the default is the
word, too, where there is one ("external", "default"), else the empty string.
"""

from __future__ import annotations

from typing import final

from mypy_extensions import mypyc_attr

from pyllvm.diagnostics import PyllvmError
from pyllvm.ir.attributes import AttributeSet
from pyllvm.ir.constants import Constant
from pyllvm.ir.metadata import Attachment, MDNode
from pyllvm.ir.types import Type
from pyllvm.ir.value import ModuleOwner, Value
from pyllvm.tables.linkages import LOCAL


@final
class Comdat:
    """`$name = comdat any`."""

    def __init__(self, name: str, selection_kind: str = "any") -> None:
        self.name = name
        self.selection_kind = selection_kind


@mypyc_attr(allow_interpreted_subclasses=True)
class GlobalValue(Constant):
    """A symbol of the module: its `type` is the pointer to it, `value_type` that of what it points to."""

    def __init__(self, type: Type, value_type: Type, name: str) -> None:
        super().__init__(type, [], name)
        self.value_type = value_type
        self.parent: ModuleOwner | None = None
        self.linkage = "external"
        self.visibility = "default"
        self.dll_storage_class = "default"
        self.thread_local_mode = ""
        self.unnamed_address = ""
        self.is_dso_local = False
        self.partition = ""
        self.attachments: list[Attachment] = []

    def _set_name(self, name: str) -> None:
        if self.parent is not None and name != self._name:
            self.parent.symbol_is_renamed(self, name)
        self._name = name

    def remove_from_parent(self) -> None:
        """Take the symbol out of its module, as it is: it can be added to one again. Who uses it uses it still."""
        if self.parent is not None:
            self.parent.remove(self)

    def erase_from_parent(self) -> None:
        """Take the symbol out of its module for good: it uses nothing any more, and metadata names nothing in its place.

        PyllvmError where it still has users.
        """
        if self.has_uses:
            raise PyllvmError(f"@{self.name} is still used")
        if self in self.type.context.metadata:
            from pyllvm.ir.metadata_replacement import forget_in_metadata  # it knows global values

            forget_in_metadata(self)
        self.drop_operands()
        self.remove_from_parent()

    @property
    def address_space(self) -> int:
        return int(getattr(self.type, "address_space", 0))

    @property
    def has_local_linkage(self) -> bool:
        return self.linkage in LOCAL

    @property
    def has_implicit_dso_local(self) -> bool:
        """Whether `dso_local` goes without saying: a local symbol, or a hidden one that is no weak declaration."""
        return self.has_local_linkage or (self.visibility != "default" and self.linkage != "extern_weak")

    def set_single_operand(self, value: Value | None) -> None:
        """Make `value` the one operand: initializer, aliasee or resolver."""
        self.drop_operands()
        if value is not None:
            self.append_operand(value)

    def metadata(self, kind: str) -> list[MDNode]:
        """The nodes attached under that kind's name, in order."""
        return [attachment.node for attachment in self.attachments if attachment.kind == kind]


@mypyc_attr(allow_interpreted_subclasses=True)
class GlobalObject(GlobalValue):
    """A global value that is an object of its own: a variable or a function."""

    def __init__(self, type: Type, value_type: Type, name: str) -> None:
        super().__init__(type, value_type, name)
        self.section = ""
        self.alignment = 0
        self.comdat: Comdat | None = None


@final
class GlobalVariable(GlobalObject):
    """`@name = global i32 7`; without initializer it is a declaration. `alignment` is in bytes, 0 for none given."""

    def __init__(self, type: Type, value_type: Type, name: str = "", is_constant: bool = False) -> None:
        super().__init__(type, value_type, name)
        self.is_constant = is_constant
        self.is_externally_initialized = False
        self.attributes: AttributeSet | None = None
        # words of tables.keywords, in LLVM's order: no_sanitize_address, no_sanitize_hwaddress, ...
        self.sanitizer_flags = 0
        self.code_model = ""

    @property
    def initializer(self) -> Value | None:
        return self.operands[0] if self.operands else None

    @property
    def is_declaration(self) -> bool:
        return not self.operands


@final
class GlobalAlias(GlobalValue):
    """`@name = alias T, ptr @aliasee`."""

    @property
    def aliasee(self) -> Value:
        return self.operands[0]


@final
class GlobalIFunc(GlobalValue):
    """`@name = ifunc T, ptr @resolver`."""

    @property
    def resolver(self) -> Value:
        return self.operands[0]
