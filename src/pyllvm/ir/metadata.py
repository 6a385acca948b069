"""Metadata: strings, tuples, the specialized nodes that `tables.metadata_nodes` describes, and values as metadata.

Nodes that are not distinct are unique within their `Context`: create them with the `get` functions, so that equal nodes are one
object. Metadata is not a value; `MetadataAsValue` wraps it where an operand must be a value.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from mypy_extensions import mypyc_attr

from pyllvm.ir.above import html_of, short_text_of, text_of
from pyllvm.ir.constants import ConstantInt
from pyllvm.ir.edits import EDITS
from pyllvm.ir.public_names import no_copy, public_names
from pyllvm.ir.types import Context
from pyllvm.ir.value import Value
from pyllvm.schema.sides import MetadataText
from pyllvm.versions import NEWEST

if TYPE_CHECKING:
    from pyllvm.schema.node import NodeSpec


@mypyc_attr(allow_interpreted_subclasses=True, serializable=True)
class Metadata:
    """A string, a node, or a value wrapped as metadata."""

    order: int = 0
    """The number that the bitcode writer gives the metadata while it runs; 0 at other times."""

    def __copy__(self) -> object:
        no_copy(self)

    def __deepcopy__(self, memo: object) -> object:
        no_copy(self)

    def __reduce__(self) -> str:
        no_copy(self)

    def __str__(self) -> str:
        return text_of(self)

    def __repr__(self) -> str:
        return short_text_of(self)

    def __dir__(self) -> list[str]:
        return public_names(self)

    def _repr_html_(self) -> str:
        return html_of(self)


@final
class MDString(Metadata):
    """`!"text"`."""

    def __init__(self, text: str) -> None:
        self.text = text

    @staticmethod
    def get(context: Context, text: str) -> MDString:
        """The string of that text in the context."""
        found = context.metadata.get(text)
        if found is None:
            found = MDString(text)
            context.metadata[text] = found
        assert isinstance(found, MDString)
        return found


@mypyc_attr(allow_interpreted_subclasses=True)
class MDNode(Metadata):
    """A node: `operands` holds metadata or None; in specialized nodes also plain values (int, bool, str)."""

    def __init__(self, operands: list[object] | None, is_distinct: bool) -> None:
        self._operands = operands
        self.is_distinct = is_distinct

    @property
    def operands(self) -> list[object]:
        """The operands; a change of the list changes the node."""
        operands = self._operands
        if operands is None:
            operands = self._unpacked()
            self._operands = operands
        if EDITS.is_watched:
            EDITS.lend(operands)
        return operands

    @operands.setter
    def operands(self, operands: list[object]) -> None:
        self._operands = operands
        EDITS.add()

    @property
    def _is_packed(self) -> bool:
        """Whether this is a location that has no list of operands yet (`SpecializedNode._packed`)."""
        return self._operands is None

    def _unpacked(self) -> list[object]:
        """The operands of a packed location."""
        raise NotImplementedError

    def references(self, llvm_version: int) -> list[object | None]:
        """The operands that are metadata in that version, in LLVM's order, only to be read; null operands are None."""
        return self._operands or []

    def __getitem__(self, field: str) -> object:
        """The value of a field of a specialized node, such as the "line" of a location. Raises KeyError for another node."""
        raise KeyError(f"a tuple has no field {field!r}: only specialized nodes have fields")


@final
class MDTuple(MDNode):
    """`!{...}`."""

    @staticmethod
    def get(context: Context, operands: list[object]) -> MDTuple:
        """The tuple with these operands in the context."""
        key = tuple_key(operands)
        found = context.metadata.get(key)
        if found is None:
            found = MDTuple(operands, False)
            context.metadata[key] = found
        assert isinstance(found, MDTuple)
        return found


def tuple_key(operands: list[object]) -> object:
    """The key by which a tuple is unique."""
    return (None, *operands)


_SUBRANGE: Final = "DISubrange"
_LOCATION: Final = "DILocation"
# The bits of a packed location's `place`: the line, 16 bits of the column, and whether the code is implicit.
LINE_SHIFT: Final = 17
COLUMN_SHIFT: Final = 1
LAST_COLUMN: Final = (1 << 16) - 1


def specialized_key(spec: NodeSpec, operands: list[object]) -> object:
    """The key by which a specialized node is unique: its kind and its operands up to the last that is not the default.

    Half of the operands of a DIDerivedType follow, and a program has more of these types than other nodes.
    """
    if spec.name == _SUBRANGE and isinstance(operands[0], ValueAsMetadata):
        count = operands[0].value
        if isinstance(count, ConstantInt):
            # A count is compared by its value, whatever its type is (MDNodeKeyImpl<DISubrange>).
            return (_SUBRANGE, count.value, tuple(operands[1:]))
    defaults = spec.defaults
    end = len(operands)
    # Only a GenericDINode has more operands than fields.
    while 0 < end <= len(defaults):
        operand = operands[end - 1]
        default = defaults[end - 1]
        if operand is not default and (not isinstance(operand, int) or operand != default):
            break
        end -= 1
    # As (*operands[:end], spec.name), which takes 0.7 % more instructions in a link of modules with debug information.
    key = operands[: end + 1]
    if end < len(key):
        key[end] = spec.name
    else:
        key.append(spec.name)
    return tuple(key)


def _warn(name: str) -> None:
    import warnings

    warnings.warn(f"{name} of metadata nodes is private: it goes in the next release", DeprecationWarning, stacklevel=3)


@final
class SpecializedNode(MDNode):
    """`!DISubprogram(name: ..., ...)` and its like: `operands` are in the order of `spec.fields`."""

    def __init__(self, spec: NodeSpec, operands: list[object] | None, is_distinct: bool) -> None:
        super().__init__(operands, is_distinct)
        self.spec = spec
        # Of a packed location.
        self._place = 0
        self._scope: MDNode | None = None
        self._inlined_at: MDNode | None = None

    @staticmethod
    def _packed(spec: NodeSpec, place: int, scope: MDNode, inlined_at: MDNode | None, is_distinct: bool) -> SpecializedNode:
        """A DILocation without atom group and layers that gets its list of operands when someone asks for it.

        A module with debug information has more locations than other nodes. Packed, each takes a third of the memory. `_place`
        is `line << LINE_SHIFT | column << COLUMN_SHIFT`, plus 1 for implicit code. `spec` is DILocation's.
        """
        node = SpecializedNode(spec, None, is_distinct)
        node._place = place
        node._scope = scope
        node._inlined_at = inlined_at
        return node

    @property
    def scope(self) -> MDNode | None:
        """The node in whose scope this one is; None if it has none."""
        return self._node("scope")

    @property
    def inlined_at(self) -> MDNode | None:
        """Of a location in inlined code: the location of the call; else None."""
        return self._node("inlinedAt")

    def _node(self, field: str) -> MDNode | None:
        found = self[field] if self.spec.has_field(field) else None
        return found if isinstance(found, MDNode) else None

    def _pack(self) -> None:
        """Drop the list of operands of a location, if the location can do without it."""
        packed = self._location_key()
        if packed is not None:
            self._place, self._scope, self._inlined_at = packed
            self._operands = None

    def _location_key(self) -> tuple[int, MDNode, MDNode | None] | None:
        """The `_place`, scope and `inlined_at` of a location, packed or not; None if there is more to it."""
        operands = self._operands
        if operands is None:
            scope = self._scope
            return None if scope is None else (self._place, scope, self._inlined_at)
        spec = self.spec
        line = operands[spec.index_of("line")]
        column = operands[spec.index_of("column")]
        known_scope = operands[spec.index_of("scope")]
        inlined_at = operands[spec.index_of("inlinedAt")]
        if operands[spec.index_of("atomGroup")] or operands[spec.index_of("atomRank")] or not isinstance(known_scope, MDNode):
            return None
        if operands[spec.index_of("irlayers")] is not None:
            return None
        if not isinstance(line, int) or not isinstance(column, int) or not 0 <= column <= LAST_COLUMN:
            return None
        if inlined_at is not None and not isinstance(inlined_at, MDNode):
            return None
        place = line << LINE_SHIFT | column << COLUMN_SHIFT | bool(operands[spec.index_of("isImplicitCode")])
        return (place, known_scope, inlined_at)

    def _unpacked(self) -> list[object]:
        spec = self.spec
        operands = spec.defaults.copy()
        operands[spec.index_of("line")] = self._place >> LINE_SHIFT
        operands[spec.index_of("column")] = self._place >> COLUMN_SHIFT & LAST_COLUMN
        operands[spec.index_of("scope")] = self._scope
        operands[spec.index_of("inlinedAt")] = self._inlined_at
        operands[spec.index_of("isImplicitCode")] = self._place & 1 != 0
        return operands

    def _read_operands(self) -> list[object]:
        """The operands, only to be read: a packed location stays packed."""
        return self._unpacked() if self._operands is None else self._operands

    def references(self, llvm_version: int) -> list[object | None]:
        operands = self._operands
        if operands is None:
            return [self._scope, self._inlined_at]
        return self.spec.references(operands, llvm_version)

    # The names of version 1.0 for what is private.

    @property
    def place(self) -> int:
        """Deprecated: the fields of a location are `node["line"]` and so on."""
        _warn("place")
        line, column = self["line"], self["column"]
        assert isinstance(line, int) and isinstance(column, int)
        return line << LINE_SHIFT | column << COLUMN_SHIFT | bool(self["isImplicitCode"])

    @property
    def is_packed(self) -> bool:
        """Deprecated: `operands` are there whether a location is packed or not."""
        _warn("is_packed")
        return self._is_packed

    def read_operands(self) -> list[object]:
        """Deprecated: use `operands`."""
        _warn("read_operands")
        return self._read_operands()

    def pack(self) -> None:
        """Deprecated: it has no effect that a program can see."""
        _warn("pack")
        self._pack()

    @staticmethod
    def location(spec: NodeSpec, place: int, scope: MDNode, inlined_at: MDNode | None, is_distinct: bool) -> SpecializedNode:
        """Deprecated: use `Module.metadata_node`."""
        _warn("location")
        return SpecializedNode._packed(spec, place, scope, inlined_at, is_distinct)

    def location_key(self) -> tuple[int, MDNode, MDNode | None] | None:
        """Deprecated: compare the fields of locations."""
        _warn("location_key")
        return self._location_key()

    @staticmethod
    def get(context: Context, spec: NodeSpec, operands: list[object]) -> SpecializedNode:
        """The node of this kind with these operands in the context."""
        key = specialized_key(spec, operands)
        found = context.metadata.get(key)
        if found is None:
            found = SpecializedNode(spec, operands, False)
            if spec.name == _LOCATION:
                found._pack()
            context.metadata[key] = found
        assert isinstance(found, SpecializedNode)
        return found

    def __getitem__(self, field: str) -> object:
        """The value of one field, by its label in text; KeyError, which lists the fields, if the node has no such field."""
        if self._operands is None:
            if field == "scope":
                return self._scope
            if field == "inlinedAt":
                return self._inlined_at
            if field == "line":
                return self._place >> LINE_SHIFT
            if field == "column":
                return self._place >> COLUMN_SHIFT & LAST_COLUMN
        try:
            return self.operands[self.spec.index_of(field)]
        except KeyError:
            fields = ", ".join([one.name for one in self.spec.fields])
            raise KeyError(f"!{self.spec.name} has no field {field!r}: it has {fields}") from None

    def words(self, field: str, llvm_version: int = NEWEST) -> str:
        """A field that is a number with a name, as text has it: "DW_TAG_member", "DIFlagPublic | DIFlagVirtual" ...

        KeyError, which lists the fields, if the node has no such field; TypeError if it is metadata.
        """
        value = self[field]
        if isinstance(value, Metadata):
            raise TypeError(f"{field!r} of !{self.spec.name} is metadata: see node[{field!r}]")
        return self.spec.fields[self.spec.index_of(field)].kind.show(value, llvm_version, MetadataText())


@final
class DIExpression(MDNode):
    """`!DIExpression(DW_OP_deref, ...)`: `elements` are the operations and their arguments as unsigned 64-bit numbers."""

    def __init__(self, elements: list[int], is_distinct: bool = False) -> None:
        super().__init__([], is_distinct)
        self.elements = elements

    @staticmethod
    def get(context: Context, elements: list[int]) -> DIExpression:
        """The expression with these elements in the context; ValueError for a number that 64 bits do not hold."""
        key = ("DIExpression", tuple(elements))
        found = context.metadata.get(key)
        if found is None:
            for element in elements:
                if element >> 64:
                    raise ValueError(f"{element} is no element of a !DIExpression: they are 64-bit unsigned numbers")
            found = DIExpression(elements)
            context.metadata[key] = found
        assert isinstance(found, DIExpression)
        return found


@final
class ValueAsMetadata(Metadata):
    """`i32 7` or `ptr %x` as metadata: a constant or, in a function, a local value."""

    def __init__(self, value: Value) -> None:
        self.value = value
        # Wrappers of values that this one's value has replaced: they wrap the same from then on.
        self._joined: list[ValueAsMetadata] | None = None

    @staticmethod
    def get(context: Context, value: Value) -> ValueAsMetadata:
        """The unique metadata in the context that wraps the value."""
        found = context.metadata.get(value)
        if found is None:
            found = ValueAsMetadata(value)
            context.metadata[value] = found
        assert isinstance(found, ValueAsMetadata)
        return found

    def wrap_instead(self, context: Context, value: Value) -> ValueAsMetadata:
        """Wrap another value in the context. Returns the wrapper that the value has there: this one, or an older one."""
        known = context.metadata
        del known[self.value]
        wrappers = self._wrappers()
        for one in wrappers:
            one.value = value
        standing = known.setdefault(value, self)
        assert isinstance(standing, ValueAsMetadata)
        if standing is not self:
            # Two with one meaning: the output does not change.
            self._joined = None
            standing._joined = [*(standing._joined or ()), *wrappers]
        return standing

    def _wrappers(self) -> list[ValueAsMetadata]:
        """This wrapper, and those that joined it."""
        return [self] if self._joined is None else [self, *self._joined]


def constant_int(operand: object) -> ConstantInt | None:
    """The integer constant in a node's operand, or None."""
    if isinstance(operand, ValueAsMetadata):
        value = operand.value
        if isinstance(value, ConstantInt):
            return value
    return None


@final
class DIArgList(Metadata):
    """`!DIArgList(i32 %a, i32 %b)`: the values of one variable location."""

    def __init__(self, arguments: list[ValueAsMetadata]) -> None:
        self.arguments = arguments


def values_of(location: Metadata | None) -> list[Value]:
    """The values that a location names: one, several of an argument list, or none."""
    if isinstance(location, ValueAsMetadata):
        return [location.value]
    if isinstance(location, DIArgList):
        return [one.value for one in location.arguments]
    return []


@final
class MetadataAsValue(Value):
    """Metadata as an operand: `call void @llvm.dbg.value(metadata !1, ...)`."""

    def __init__(self, context: Context, metadata: Metadata) -> None:
        super().__init__(context.metadata_type)
        if context.uses.tracks_metadata:
            self.track_uses()
        self.metadata = metadata

    @staticmethod
    def get(context: Context, metadata: Metadata) -> MetadataAsValue:
        """The unique operand in the context that wraps the metadata."""
        key = ("value", metadata)
        found = context.metadata.get(key)
        if found is None:
            found = MetadataAsValue(context, metadata)
            context.metadata[key] = found
        assert isinstance(found, MetadataAsValue)
        return found


@mypyc_attr(serializable=True)
@final
class NamedMDNode:
    """`!name = !{!0, !1}` at module level."""

    def __init__(self, name: str, operands: list[MDNode]) -> None:
        self.name = name
        self._operands = operands

    @property
    def operands(self) -> list[MDNode]:
        """The nodes; a change of the list changes the named metadata."""
        operands = self._operands
        if EDITS.is_watched:
            EDITS.lend(operands)
        return operands

    @operands.setter
    def operands(self, operands: list[MDNode]) -> None:
        self._operands = operands
        EDITS.add()

    def __str__(self) -> str:
        return text_of(self)

    def __repr__(self) -> str:
        return short_text_of(self)

    def __dir__(self) -> list[str]:
        return public_names(self)

    def _repr_html_(self) -> str:
        return html_of(self)


@mypyc_attr(serializable=True)
@final
class Attachment:
    """`!tbaa !7` on an instruction, function or global: the name of a kind, and a node."""

    __slots__ = ("_kind", "_node")

    def __init__(self, kind: str, node: MDNode) -> None:
        self._kind = kind
        self._node = node

    @property
    def kind(self) -> str:
        """The name of the kind: "tbaa", "prof" ..."""
        return self._kind

    @kind.setter
    def kind(self, kind: str) -> None:
        self._kind = kind
        EDITS.add()

    @property
    def node(self) -> MDNode:
        """The node."""
        return self._node

    @node.setter
    def node(self, node: MDNode) -> None:
        self._node = node
        EDITS.add()

    def __repr__(self) -> str:
        return short_text_of(self)


DBG_VALUE: Final = "value"
DBG_DECLARE: Final = "declare"
DBG_ASSIGN: Final = "assign"
DBG_DECLARE_VALUE: Final = "declare_value"
DBG_LABEL: Final = "label"


# The variable of a debug record that lacks it, as a call with too few operands makes one: no verifier accepts it.
NO_VARIABLE: Final = Metadata()


@mypyc_attr(serializable=True)
@final
class DebugRecord:
    """`#dbg_value(...)` and its like, since LLVM 19: they are between instructions and replace calls of debug intrinsics.

    `kind` is one of the DBG_ constants. A label has only `variable` (the DILabel); only an assign has `assign_id`,
    `address` and `address_expression`.
    """

    def __init__(
        self, kind: str, location: Metadata | None, variable: Metadata, expression: Metadata | None, debug_location: MDNode | None
    ) -> None:
        self.kind = kind
        self._location = location
        self._variable = variable
        self.expression = expression
        self._debug_location = debug_location
        self._assign_id: Metadata | None = None
        self._address: Metadata | None = None
        self.address_expression: Metadata | None = None
        # Its place among the records that calls in a text became, if LLVM does not make these in the order of the text; else 0.
        self._creation = 0

    @property
    def location(self) -> Metadata | None:
        """The value, or several of them; None for a label."""
        return self._location

    @location.setter
    def location(self, location: Metadata | None) -> None:
        self._location = location
        EDITS.add()

    @property
    def variable(self) -> Metadata:
        """The DILocalVariable or DILabel."""
        return self._variable

    @variable.setter
    def variable(self, variable: Metadata) -> None:
        self._variable = variable
        EDITS.add()

    @property
    def debug_location(self) -> MDNode | None:
        """The DILocation, or None."""
        return self._debug_location

    @debug_location.setter
    def debug_location(self, debug_location: MDNode | None) -> None:
        self._debug_location = debug_location
        EDITS.add()

    @property
    def assign_id(self) -> Metadata | None:
        """The DIAssignID of an assign."""
        return self._assign_id

    @assign_id.setter
    def assign_id(self, assign_id: Metadata | None) -> None:
        self._assign_id = assign_id
        EDITS.add()

    @property
    def address(self) -> Metadata | None:
        """The address of an assign."""
        return self._address

    @address.setter
    def address(self, address: Metadata | None) -> None:
        self._address = address
        EDITS.add()

    def __str__(self) -> str:
        return text_of(self)

    def __repr__(self) -> str:
        return short_text_of(self)

    def __dir__(self) -> list[str]:
        return public_names(self)

    def _repr_html_(self) -> str:
        return html_of(self)
