"""The types of LLVM IR, from LLVM 7 to the newest: typed and opaque pointers coexist.

Types are unique within a `Context`: equal types are one object, and `is` compares them. Named (identified) structs are the
exception, as in LLVM: each is different from all others.
"""

from __future__ import annotations

from _thread import RLock
from typing import TYPE_CHECKING, Final, final

from mypy_extensions import mypyc_attr

from pyllvm.ir.above import html_of, short_text_of, text_of
from pyllvm.ir.public_names import no_copy, public_names
from pyllvm.ir.use_policy import UsePolicy
from pyllvm.versions import NEWEST

if TYPE_CHECKING:
    from collections.abc import Iterable

# The values of `Type.kind`: hot code compares small integers instead of classes.
VOID: Final = 0
FLOATING_POINT: Final = 1
LABEL: Final = 2
METADATA: Final = 3
TOKEN: Final = 4
X86_MMX: Final = 5
X86_AMX: Final = 6
INTEGER: Final = 7
FUNCTION: Final = 8
POINTER: Final = 9
STRUCT: Final = 10
ARRAY: Final = 11
VECTOR: Final = 12
TARGET: Final = 13
OPAQUE: Final = 14
BYTE: Final = 15

# name: width in bits of the floating-point types
FLOATING_POINT_BITS: Final[dict[str, int]] = {
    "half": 16,
    "bfloat": 16,
    "float": 32,
    "double": 64,
    "x86_fp80": 80,
    "fp128": 128,
    "ppc_fp128": 128,
}

# The types that cannot be elements of arrays, or of structs; the types that can be elements of vectors, besides target types.
NOT_ARRAY_ELEMENTS: Final = (VOID, LABEL, METADATA, FUNCTION, TOKEN, X86_AMX)
NOT_STRUCT_ELEMENTS: Final = (VOID, LABEL, METADATA, FUNCTION, TOKEN)
VECTOR_ELEMENTS: Final = (FLOATING_POINT, INTEGER, POINTER, BYTE)
NOT_POINTED_TO: Final = (VOID, LABEL, METADATA, TOKEN, X86_AMX)
_NOT_RETURNED: Final = (FUNCTION, LABEL, METADATA)
# One more than the widest integer that bitcode can have; LLVM itself has had fewer bits since 14.
_WIDTH_LIMIT: Final = (1 << 24) + 1

# The key of a pointer to a type in address space 0, among the types that are derived from it.
_PLAIN_POINTER: Final = ("*", 0)
# LLVM keeps 24 bits of an address space.
_ADDRESS_SPACE: Final = (1 << 24) - 1

PRIMITIVE_KINDS: Final[dict[str, int]] = {
    "void": VOID,
    "label": LABEL,
    "metadata": METADATA,
    "token": TOKEN,
    "x86_mmx": X86_MMX,
    "x86_amx": X86_AMX,
}


@mypyc_attr(allow_interpreted_subclasses=True, serializable=True)
class Type:
    """A type; `kind` is one of this module's constants, `context` the context in which it is unique."""

    def __init__(self, context: Context, kind: int, word: str = "") -> None:
        self.context = context
        self.kind = kind
        # Its text, if that is the same in all modules and versions and refers to no other type; else empty.
        self.word = word
        # The constants and derived types of this type by key: kept here so that they live as long as the type.
        self.derived: dict[object, Type] | None = None
        self.constants: dict[object, object] | None = None
        # The number that a pass gives the type while it runs; 0 between passes.
        self.order = 0

    @property
    def is_first_class(self) -> bool:
        """Whether an instruction can produce a value of it (all types but void and function types)."""
        return self.kind != VOID and self.kind != FUNCTION

    @property
    def scalar_type(self) -> Type:
        """The element type of a vector; the type itself otherwise."""
        return self

    @property
    def is_integer_or_vector(self) -> bool:
        """Whether it is an integer type or a vector of one."""
        return self.scalar_type.kind == INTEGER

    @property
    def is_floating_point_or_vector(self) -> bool:
        """Whether it is a floating-point type or a vector of one."""
        return self.scalar_type.kind == FLOATING_POINT

    @property
    def is_pointer_or_vector(self) -> bool:
        """Whether it is a pointer type or a vector of one."""
        return self.scalar_type.kind == POINTER

    @property
    def is_aggregate(self) -> bool:
        """Whether it is a struct or an array."""
        return self.kind == STRUCT or self.kind == ARRAY

    @property
    def contained_types(self) -> list[Type]:
        """The types of which this one consists, in LLVM's order."""
        return []

    def _find(self, key: object) -> Type | None:
        if self.derived is None:
            return None
        return self.derived.get(key)

    def _keep(self, key: object, made: Type) -> None:
        if self.derived is None:
            self.derived = {}
        self.derived[key] = made

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
class PrimitiveType(Type):
    """A type without parameters: void, label, metadata, token, x86_mmx, x86_amx."""

    def __init__(self, context: Context, kind: int, name: str) -> None:
        super().__init__(context, kind, name)
        self.name = name


@final
class FloatingPointType(Type):
    """half, bfloat, float, double, x86_fp80, fp128 or ppc_fp128; `bits` is its width."""

    def __init__(self, context: Context, name: str) -> None:
        super().__init__(context, FLOATING_POINT, name)
        self.name = name
        self.bits: int = FLOATING_POINT_BITS[name]


@final
class IntegerType(Type):
    """iN, for a `width` of 1 to 2**24 - 1 bits (2**23 since LLVM 14)."""

    def __init__(self, context: Context, width: int) -> None:
        super().__init__(context, INTEGER, f"i{width}")
        self.width = width
        # ConstantInt by value, apart from `constants` because it is the hottest table of all
        self.values: dict[object, object] = {}


@final
class ByteType(Type):
    """bN, since LLVM 23, for a `width` of 1 to 2**23 bits: what is in memory, which may be a part of a pointer."""

    def __init__(self, context: Context, width: int) -> None:
        super().__init__(context, BYTE, f"b{width}")
        self.width = width


@final
class FunctionType(Type):
    """The type of a function: its return type, its parameters' types, and whether variable arguments may follow."""

    def __init__(self, return_type: Type, parameters: list[Type], is_variadic: bool) -> None:
        super().__init__(return_type.context, FUNCTION)
        self.return_type = return_type
        self.parameters = parameters
        self.is_variadic = is_variadic

    @property
    def contained_types(self) -> list[Type]:
        return [self.return_type, *self.parameters]


@final
class PointerType(Type):
    """`ptr` (`pointee` is None), or the typed pointer `T*` of LLVM up to 14 or, on request, 16."""

    def __init__(self, context: Context, pointee: Type | None, address_space: int) -> None:
        address_space &= _ADDRESS_SPACE
        word = ""
        if pointee is None:
            word = f"ptr addrspace({address_space})" if address_space else "ptr"
        super().__init__(context, POINTER, word)
        self.pointee = pointee
        self.address_space = address_space

    @property
    def is_opaque(self) -> bool:
        """Whether it is `ptr`, without a pointee."""
        return self.pointee is None

    @property
    def contained_types(self) -> list[Type]:
        return [] if self.pointee is None else [self.pointee]


@final
class StructType(Type):
    """A struct: literal (unique by its elements) or identified by `name` (None: literal; "": unnamed, printed as `%0`).

    `elements` is None for an opaque struct, whose body is unknown.
    """

    def __init__(
        self, context: Context, elements: list[Type] | None, is_packed: bool = False, is_literal: bool = False, name: str = ""
    ) -> None:
        super().__init__(context, STRUCT)
        self.elements = elements
        self.is_packed = is_packed
        self.is_literal = is_literal
        self.name = name
        if not is_literal:
            context.identified_structs += 1

    @property
    def is_opaque(self) -> bool:
        """Whether its body is unknown."""
        return self.elements is None

    @property
    def contained_types(self) -> list[Type]:
        return [] if self.elements is None else self.elements


@final
class ArrayType(Type):
    """`[count x element]`; `count` is an unsigned 64-bit number."""

    def __init__(self, element: Type, count: int) -> None:
        super().__init__(element.context, ARRAY)
        self.element = element
        self.count = count

    @property
    def contained_types(self) -> list[Type]:
        return [self.element]


@final
class VectorType(Type):
    """`<count x element>`, or `<vscale x count x element>` where `is_scalable`."""

    def __init__(self, element: Type, count: int, is_scalable: bool) -> None:
        super().__init__(element.context, VECTOR)
        self.element = element
        self.count = count
        self.is_scalable = is_scalable

    @property
    def scalar_type(self) -> Type:
        return self.element

    @property
    def contained_types(self) -> list[Type]:
        return [self.element]


@final
class TargetType(Type):
    """`target("name", types..., integers...)`, since LLVM 16."""

    def __init__(self, context: Context, name: str, types: list[Type], integers: list[int]) -> None:
        super().__init__(context, TARGET)
        self.name = name
        self.types = types
        self.integers = integers

    @property
    def contained_types(self) -> list[Type]:
        return self.types


@final
class Context:
    """Owns the types, constants and metadata of one module, or of several that belong together, and keeps them unique."""

    def __init__(self, uses: UsePolicy | None = None) -> None:
        """Begin without types. `uses`: which values know their uses, and when; by default, all do."""
        self._primitives: dict[str, PrimitiveType] = {}
        self._floating_point: dict[str, FloatingPointType] = {}
        self._integers: dict[int, IntegerType] = {}
        self._bytes: dict[int, ByteType] = {}
        self._pointers: dict[int, PointerType] = {}
        self._empty_structs: dict[bool, StructType] = {}
        self._targets: dict[object, TargetType] = {}
        self.vector_types: list[VectorType] = []
        """The vector types that were asked for so far."""
        # metadata and inline asm by content: filled by the modules that define those classes
        self.metadata: dict[object, object] = {}
        self.inline_asm: dict[object, object] = {}
        # synchronization scopes and operand bundle tags that bitcode names, in order: all modules of a context get them
        self.sync_scopes: dict[str, None] = {}
        self.bundle_tags: dict[str, None] = {}
        # attribute lists by content, of bitcode: the modules of a link have the same ones
        self.attribute_lists: dict[object, object] = {}
        # held by code that numbers the contents of the context's modules, or reads their bodies
        self.lock = RLock()
        # of the module whose version was set last
        self.llvm_version = NEWEST
        # how many edits of values there were, and of those, how many were of what belongs to no function; see `ir.edits`
        self.edits = 0
        self.symbol_edits = 0
        # how many edits were not edits but the reading of bodies
        self.edits_by_reading = 0
        # how many of them changed which instructions a block has
        self.instruction_edits = 0
        # which values know their uses, and when
        self.uses: UsePolicy = UsePolicy() if uses is None else uses
        # how many identified structs were ever created: a search of a module may stop when it has found all of them
        self.identified_structs = 0
        # struct by name, and the number of names made unique so far: `name_struct` maintains them
        self._struct_names: dict[str, StructType] = {}
        self._renamed_structs = 0
        # LLVM 15: whether the module read last has typed pointers; a text that shows no pointer then has them as well
        self.has_typed_pointers = False
        # composite types by identifier, if linked modules share them; None if they do not
        self.types_by_identifier: dict[str, object] | None = None
        # the other modules' types, while a module is kept apart from them
        self.types_of_others: dict[str, object] | None = None
        # what a reader takes without a word although it means nothing, for lint: rules, messages and what they are about;
        # None in a context of several modules
        self.reading_notes: list[tuple[str, str, object]] | None = None

    def __dir__(self) -> list[str]:
        return public_names(self)

    def has_primitive(self, name: str) -> bool:
        """Whether that type without parameters was ever asked for."""
        return name in self._primitives

    def primitive(self, name: str) -> PrimitiveType:
        """void, label, metadata, token, x86_mmx or x86_amx."""
        found = self._primitives.get(name)
        if found is None:
            found = PrimitiveType(self, PRIMITIVE_KINDS[name], name)
            self._primitives[name] = found
        return found

    @property
    def number_types(self) -> list[Type]:
        """The integer and floating-point types that were asked for so far."""
        return [*self._integers.values(), *self._floating_point.values()]

    @property
    def void(self) -> PrimitiveType:
        """`void`."""
        return self.primitive("void")

    @property
    def label(self) -> PrimitiveType:
        """`label`, the type of basic blocks."""
        return self.primitive("label")

    @property
    def metadata_type(self) -> PrimitiveType:
        """`metadata`, the type of `MetadataAsValue`."""
        return self.primitive("metadata")

    @property
    def token(self) -> PrimitiveType:
        """`token`."""
        return self.primitive("token")

    def floating_point(self, name: str) -> FloatingPointType:
        """The type with this name: half, bfloat, float, double, x86_fp80, fp128, ppc_fp128. Raises ValueError for another."""
        found = self._floating_point.get(name)
        if found is None:
            if name not in FLOATING_POINT_BITS:
                raise ValueError(f"{name!r} is not a floating-point type: these are {', '.join(FLOATING_POINT_BITS)}")
            found = FloatingPointType(self, name)
            self._floating_point[name] = found
        return found

    def integer(self, width: int) -> IntegerType:
        """`i<width>`; `width` is in bits (see `IntegerType`). Raises ValueError for a width that LLVM does not have."""
        found = self._integers.get(width)
        if found is None:
            if not 1 <= width < _WIDTH_LIMIT:
                raise ValueError(f"an integer type has 1 to {_WIDTH_LIMIT - 1} bits, not {width}")
            found = IntegerType(self, width)
            self._integers[width] = found
        return found

    def byte(self, width: int) -> ByteType:
        """`b<width>`; `width` is in bits (see `ByteType`). Raises ValueError for a width that LLVM does not have."""
        found = self._bytes.get(width)
        if found is None:
            if not 1 <= width < _WIDTH_LIMIT:
                raise ValueError(f"a byte type has 1 to {_WIDTH_LIMIT - 1} bits, not {width}")
            found = ByteType(self, width)
            self._bytes[width] = found
        return found

    def pointer(self, address_space: int = 0) -> PointerType:
        """`ptr`, or `ptr addrspace(n)` for another address space than 0; the number has at most 24 bits.

        Damaged bitcode can give a larger number. As in LLVM, the type then has the lowest 24 bits of it, but is another type.
        """
        found = self._pointers.get(address_space)
        if found is None:
            found = PointerType(self, None, address_space)
            self._pointers[address_space] = found
        return found

    def pointer_to(self, pointee: Type, address_space: int = 0) -> PointerType:
        """`pointee*`: a typed pointer. Raises TypeError for a type that pointers cannot point to."""
        key = _PLAIN_POINTER if address_space == 0 else ("*", address_space)
        found = pointee._find(key)
        if found is None:
            if pointee.kind in NOT_POINTED_TO:
                raise TypeError(f"there are no pointers to {pointee}")
            found = PointerType(self, pointee, address_space)
            pointee._keep(key, found)
        assert isinstance(found, PointerType)
        return found

    def array(self, element: Type, count: int) -> ArrayType:
        """`[count x element]`; `count` is from 0 to 2**64 - 1.

        Raises TypeError for a type that arrays cannot have, and ValueError for another count.
        """
        key = ("[", count)
        found = element._find(key)
        if found is None:
            if element.kind in NOT_ARRAY_ELEMENTS:
                raise TypeError(f"there are no arrays of {element}")
            if not 0 <= count < 1 << 64:
                raise ValueError(f"an array has 0 to 2**64 - 1 elements, not {count}")
            found = ArrayType(element, count)
            element._keep(key, found)
        assert isinstance(found, ArrayType)
        return found

    def vector(self, element: Type, count: int, is_scalable: bool = False) -> VectorType:
        """`<count x element>`, or `<vscale x count x element>` if `is_scalable`; `count` is from 1 to 2**32 - 1.

        Raises TypeError for a type that vectors cannot have, and ValueError for another count.
        """
        key = ("<", count, is_scalable)
        found = element._find(key)
        if found is None:
            if element.kind not in VECTOR_ELEMENTS and element.kind != TARGET:
                raise TypeError(f"there are no vectors of {element}")
            if not 1 <= count < 1 << 32:
                raise ValueError(f"a vector has 1 to 2**32 - 1 elements, not {count}")
            found = VectorType(element, count, is_scalable)
            self.vector_types.append(found)
            element._keep(key, found)
        assert isinstance(found, VectorType)
        return found

    def function(self, return_type: Type, parameters: Iterable[Type], is_variadic: bool = False) -> FunctionType:
        """`return_type (parameters...)`. Raises TypeError for types that functions do not return or take."""
        key = ("(", tuple(parameters), is_variadic)
        found = return_type._find(key)
        if found is None:
            if return_type.kind in _NOT_RETURNED:
                raise TypeError(f"a function does not return {return_type}")
            for parameter in key[1]:
                if not parameter.is_first_class:
                    raise TypeError(f"a function takes no {parameter}")
            found = FunctionType(return_type, list(key[1]), is_variadic)
            return_type._keep(key, found)
        assert isinstance(found, FunctionType)
        return found

    def literal_struct(self, elements: Iterable[Type], is_packed: bool = False) -> StructType:
        """`{ elements... }`, or `<{ elements... }>` if `is_packed`. Raises TypeError for types that cannot be elements."""
        members = tuple(elements)
        if not members:
            empty = self._empty_structs.get(is_packed)
            if empty is None:
                empty = StructType(self, [], is_packed, True)
                self._empty_structs[is_packed] = empty
            return empty
        key = ("{", members, is_packed)
        found = members[0]._find(key)
        if found is None:
            for member in members:
                if member.kind in NOT_STRUCT_ELEMENTS:
                    raise TypeError(f"a struct has no elements of type {member}")
            found = StructType(self, list(members), is_packed, True)
            members[0]._keep(key, found)
        assert isinstance(found, StructType)
        return found

    def named_struct(self, name: str, elements: list[Type] | None = None, is_packed: bool = False) -> StructType:
        """A new identified struct on each call. Without elements it is opaque until they are set."""
        made = StructType(self, elements, is_packed, False, "")
        if name:
            self.name_struct(made, name)
        return made

    def name_struct(self, struct: StructType, name: str) -> None:
        """Give an identified struct a name, or remove it with "": names are unique in a context.

        If the name is taken, a number from one counter for all names is appended (LLVM's StructType::setName).
        """
        if name == struct.name:
            return
        names = self._struct_names
        self.symbol_edits += 1
        if names.get(struct.name) is struct:
            del names[struct.name]
        unique = name
        while unique and unique in names:
            unique = f"{name}.{self._renamed_structs}"
            self._renamed_structs += 1
        struct.name = unique
        if unique:
            names[unique] = struct

    @property
    def struct_names(self) -> dict[str, StructType]:
        """The identified structs by their names."""
        return self._struct_names

    def struct_of_name(self, name: str) -> StructType | None:
        """The identified struct with this name, or None."""
        return self._struct_names.get(name)

    @property
    def target_types(self) -> list[TargetType]:
        """The `target(...)` types that were made."""
        return list(self._targets.values())

    def target(self, name: str, types: Iterable[Type] = (), integers: Iterable[int] = ()) -> TargetType:
        """`target("name", types..., integers...)`."""
        key = (name, tuple(types), tuple(integers))
        found = self._targets.get(key)
        if found is None:
            found = TargetType(self, name, list(key[1]), list(key[2]))
            self._targets[key] = found
        return found


def with_element(type: Type, element: Type) -> Type:
    """`element`, or a vector of it with as many elements as `type` if `type` is a vector."""
    return type.context.vector(element, type.count, type.is_scalable) if isinstance(type, VectorType) else element
