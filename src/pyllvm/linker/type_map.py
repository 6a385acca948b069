"""Maps each type of the source module to a type of the result.

All modules are read into one context, so they share all types except identified structs. An identified struct of the source
becomes one of the result if both are alike; typed pointers, arrays and function types that mention it change with it.
"""

from __future__ import annotations

from typing import final

from pyllvm.ir import types
from pyllvm.ir.types import ArrayType, FunctionType, PointerType, StructType, TargetType, Type, VectorType
from pyllvm.tables.linking_versions import KNOWN_BY_BODY_SINCE


@final
class StructSet:
    """The identified structs of the result, indexed by their bodies (LLVM's IdentifiedStructTypeSet)."""

    def __init__(self) -> None:
        self._opaque: set[StructType] = set()
        self._by_body: dict[object, StructType] = {}

    def add(self, struct: StructType) -> None:
        """Add a struct; of several with the same body, keep the first."""
        if struct.elements is None:
            self._opaque.add(struct)
        else:
            self._by_body.setdefault((tuple(struct.elements), struct.is_packed), struct)

    def like(self, struct: StructType, elements: list[Type]) -> StructType | None:
        """Return the struct that has these elements and is packed if `struct` is, or None."""
        return self._by_body.get((tuple(elements), struct.is_packed))

    def __contains__(self, struct: StructType) -> bool:
        if struct.elements is None:
            return struct in self._opaque
        return self._by_body.get((tuple(struct.elements), struct.is_packed)) is struct


@final
class _OpenType:
    """A type of the source whose parts are being made."""

    __slots__ = ("elements", "parts", "type")

    def __init__(self, type: Type, parts: list[Type]) -> None:
        self.type = type
        self.parts = parts
        self.elements: list[Type] = []


@final
class TypeMap:
    """Maps the types of one source module to the result's types (IRMover's TypeMapTy)."""

    def __init__(self, structs: StructSet, version: int) -> None:
        self.structs = structs
        self._version = version
        self.mapped: dict[Type, Type] = {}
        # The source's structs whose bodies go to opaque structs of the result, and those opaque structs.
        self._bodies_to_give: list[StructType] = []
        self._getting_body: set[StructType] = set()
        # The pairs that were found alike since LLVM 21, without a mapping.
        self._alike: set[tuple[Type, Type]] = set()
        # Mappings that the current comparison assumes.
        self._assumed: list[Type] = []
        self._assumed_getting_body: list[StructType] = []

    def unify(self, destination: Type, source: Type) -> None:
        """Map `source` to `destination` if the two are alike; otherwise do nothing."""
        if self._version >= KNOWN_BY_BODY_SINCE:
            self._free_names(destination, source)
            return
        if self._are_alike(destination, source):
            # Free the names, so that fewer structs of later modules have to be renamed.
            for type in self._assumed:
                if isinstance(type, StructType) and not type.is_literal:
                    type.context.name_struct(type, "")
        else:
            for type in self._assumed:
                self.mapped.pop(type, None)
            count = len(self._assumed_getting_body)
            if count:
                del self._bodies_to_give[-count:]
            for struct in self._assumed_getting_body:
                self._getting_body.discard(struct)
        self._assumed = []
        self._assumed_getting_body = []

    def _are_alike(self, destination: Type, source: Type) -> bool:
        """Whether the types have the same structure; an opaque struct matches any struct (areTypesIsomorphic)."""
        pending: list[tuple[Type, Type]] = [(destination, source)]
        while pending:
            destination, source = pending.pop()
            are_alike = self._known_alike(destination, source)
            if are_alike is not None:
                if not are_alike:
                    return False
                continue
            if isinstance(source, StructType) and isinstance(destination, StructType):
                if source.elements is None:
                    self._assume(source, destination)
                    continue
                if destination.elements is None:
                    # Only one struct can give its body to an opaque one.
                    if destination in self._getting_body:
                        return False
                    self._getting_body.add(destination)
                    self._bodies_to_give.append(source)
                    self._assumed_getting_body.append(destination)
                    self._assume(source, destination)
                    continue
            parts = source.contained_types
            others = destination.contained_types
            if len(parts) != len(others) or not _have_same_properties(destination, source):
                return False
            self._assume(source, destination)
            for index in range(len(parts) - 1, -1, -1):
                pending.append((others[index], parts[index]))
        return True

    def _free_names(self, destination: Type, source: Type) -> bool:
        """Whether the types are alike; if so, free the names of the source's structs.

        LLVM does no more than that since 21, because it finds such a struct by its body when it is mapped. An opaque struct
        is like no other.
        """
        # The pairs to compare; a pair whose parts have been compared comes again, and its struct gives up its name.
        pending: list[tuple[Type, Type, bool]] = [(destination, source, False)]
        met: set[tuple[Type, Type]] = set()
        alike = self._alike
        while pending:
            destination, source, is_compared = pending.pop()
            if is_compared and isinstance(source, StructType):
                source.context.name_struct(source, "")
                continue
            are_alike = self._known_alike(destination, source)
            if are_alike is not None:
                if not are_alike:
                    return False
                continue
            if (destination, source) in met or (destination, source) in alike:
                continue
            met.add((destination, source))
            if isinstance(source, StructType) and isinstance(destination, StructType):
                if source.elements is None or destination.elements is None:
                    return False
            parts = source.contained_types
            others = destination.contained_types
            if len(parts) != len(others) or not _have_same_properties(destination, source):
                return False
            if isinstance(source, StructType) and not source.is_literal:
                pending.append((destination, source, True))
            for index in range(len(parts) - 1, -1, -1):
                pending.append((others[index], parts[index], False))
        alike |= met
        return True

    def _known_alike(self, destination: Type, source: Type) -> bool | None:
        """Whether the types are alike, by their kinds, or because one is mapped already; None if their parts decide."""
        if destination.kind != source.kind:
            return False
        if destination is source:
            return self.mapped.setdefault(source, destination) is destination
        known = self.mapped.get(source)
        return None if known is None else known is destination

    def _assume(self, source: Type, destination: Type) -> None:
        self.mapped[source] = destination
        self._assumed.append(source)

    def give_bodies(self) -> None:
        """Set the bodies of the result's opaque structs that the source defines (linkDefinedTypeBodies)."""
        for source in self._bodies_to_give:
            destination = self.mapped[source]
            assert isinstance(destination, StructType) and source.elements is not None
            destination.elements = [self.get(element) for element in source.elements]
            destination.is_packed = source.is_packed
            self.structs.add(destination)

    def get(self, type: Type) -> Type:
        """Return the type of the result for one of the source."""
        known = self.mapped.get(type)
        return self._make(type) if known is None else known

    def function_type(self, type: FunctionType) -> FunctionType:
        """Return the function type of the result for one of the source."""
        mapped = self.get(type)
        assert isinstance(mapped, FunctionType)
        return mapped

    def _make(self, type: Type) -> Type:
        """Make the type of the result; those inside it are made first."""
        visited: set[StructType] = set()
        open_types: list[_OpenType] = []
        made = self._known_or_open(type, visited, open_types)
        while open_types:
            innermost = open_types[-1]
            if made is not None:
                innermost.elements.append(made)
                made = None
            done = len(innermost.elements)
            if done < len(innermost.parts):
                made = self._known_or_open(innermost.parts[done], visited, open_types)
                continue
            open_types.pop()
            made = self._close(innermost.type, innermost.parts, innermost.elements)
        assert made is not None
        return made

    def _known_or_open(self, type: Type, visited: set[StructType], open_types: list[_OpenType]) -> Type | None:
        """The type of the result, if it needs no others; else None, and the type is among those that are open."""
        known = self.mapped.get(type)
        if known is not None:
            return known
        identified = type if isinstance(type, StructType) and not type.is_literal else None
        if identified is not None:
            if identified in visited:
                # The struct contains itself: make the result's struct now and set its body when that is known.
                opaque = type.context.named_struct("")
                self.mapped[type] = opaque
                return opaque
            visited.add(identified)
        parts = type.contained_types
        if not parts and identified is None:
            self.mapped[type] = type
            return type
        open_types.append(_OpenType(type, parts))
        return None

    def _close(self, type: Type, parts: list[Type], elements: list[Type]) -> Type:
        """Make the type of the result from the types of its parts."""
        identified = type if isinstance(type, StructType) and not type.is_literal else None
        has_changed = False
        for index in range(len(parts)):
            if elements[index] is not parts[index]:
                has_changed = True
        known = self.mapped.get(type)
        if known is not None:
            if identified is not None and isinstance(known, StructType) and known.elements is None:
                self._finish(known, identified, elements)
            return known
        if identified is not None:
            result: Type = self._make_identified(identified, elements, has_changed)
        elif has_changed:
            result = _with_parts(type, elements)
        else:
            result = type
        self.mapped[type] = result
        return result

    def _make_identified(self, struct: StructType, elements: list[Type], has_changed: bool) -> Type:
        if struct.elements is None:
            self.structs.add(struct)
            return struct
        same = self.structs.like(struct, elements)
        if same is not None:
            struct.context.name_struct(struct, "")
            return same
        if not has_changed:
            self.structs.add(struct)
            return struct
        new = struct.context.named_struct("")
        self._finish(new, struct, elements)
        return new

    def _finish(self, struct: StructType, source: StructType, elements: list[Type]) -> None:
        """Give a struct of the result its body, and the name of the source's struct."""
        struct.elements = elements
        struct.is_packed = source.is_packed
        if source.name:
            name = source.name
            source.context.name_struct(source, "")
            struct.context.name_struct(struct, name)
        self.structs.add(struct)


def name_without_number(name: str) -> str:
    """Return a struct's name without the number that made it unique: `T` for `T.5` (getTypeNamePrefix)."""
    dot = name.rfind(".")
    if dot <= 0 or name.endswith(".") or not ("0" <= name[dot + 1] <= "9"):
        return name
    return name[:dot]


def _have_same_properties(destination: Type, source: Type) -> bool:
    """Whether two types have the same properties, apart from their contained types."""
    kind = source.kind
    if kind == types.INTEGER or kind == types.BYTE:
        return False  # equal ones would be one object
    if kind == types.POINTER:
        assert isinstance(destination, PointerType) and isinstance(source, PointerType)
        return destination.address_space == source.address_space
    if kind == types.FUNCTION:
        assert isinstance(destination, FunctionType) and isinstance(source, FunctionType)
        return destination.is_variadic == source.is_variadic
    if kind == types.STRUCT:
        assert isinstance(destination, StructType) and isinstance(source, StructType)
        return destination.is_literal == source.is_literal and destination.is_packed == source.is_packed
    if kind == types.ARRAY:
        assert isinstance(destination, ArrayType) and isinstance(source, ArrayType)
        return destination.count == source.count
    if kind == types.VECTOR:
        assert isinstance(destination, VectorType) and isinstance(source, VectorType)
        return destination.count == source.count and destination.is_scalable == source.is_scalable
    if kind == types.TARGET:
        assert isinstance(destination, TargetType) and isinstance(source, TargetType)
        return destination.name == source.name and destination.integers == source.integers
    return False  # primitive and floating-point types are determined by their names, and each is one object


def _with_parts(type: Type, parts: list[Type]) -> Type:
    """Return the type of the same kind that contains other types."""
    context = type.context
    if isinstance(type, PointerType):
        return context.pointer_to(parts[0], type.address_space)
    if isinstance(type, ArrayType):
        return context.array(parts[0], type.count)
    if isinstance(type, VectorType):
        return context.vector(parts[0], type.count, type.is_scalable)
    if isinstance(type, FunctionType):
        return context.function(parts[0], parts[1:], type.is_variadic)
    if isinstance(type, TargetType):
        return context.target(type.name, parts, type.integers)
    assert isinstance(type, StructType)
    return context.literal_struct(parts, type.is_packed)
