"""Paths to fields of structs, and structs that the access tags of TBAA describe."""

from __future__ import annotations

from typing import Final, final

from pyllvm.diagnostics import PyllvmError
from pyllvm.ir.constants import ConstantExpr, ConstantInt
from pyllvm.ir.function import Instruction
from pyllvm.ir.instructions import GetElementPtrInst, LoadInst, StoreInst
from pyllvm.ir.metadata import MDNode, MDString, ValueAsMetadata
from pyllvm.ir.module import Module
from pyllvm.ir.target.data_layout import DataLayout
from pyllvm.ir.types import ArrayType, FunctionType, IntegerType, PointerType, StructType, Type
from pyllvm.ir.value import Value

# --- The indices of a getelementptr that lead to an offset in a type.

# A path through more types than this is of no use to a reader.
_DEEPEST: Final = 12


def alloc_size(layout: DataLayout, type: Type) -> int | None:
    """The distance between objects of a type; None if it has no size, or a size that is not fixed."""
    try:
        return None if layout.is_scalable(type) else layout.alloc_size(type)
    except PyllvmError:
        return None


def offset_path(layout: DataLayout, type: Type, offset: int, wanted: Type, has_size: bool) -> list[int] | None:
    """The indices from an object of `type` to the type that is `wanted` at an offset; None if it is not there.

    Without `has_size`, objects of `type` do not follow each other in a way that is known.
    """
    size = alloc_size(layout, type)
    if not size or (not has_size and not 0 <= offset < size):
        return None
    first, rest = divmod(offset, size) if has_size else (0, offset)
    indices = [first]
    for _ in range(_DEEPEST):
        if rest == 0 and (type is wanted or (isinstance(type, PointerType) and isinstance(wanted, PointerType))):
            return indices
        if isinstance(type, StructType) and type.elements:
            offsets = layout.struct_layout(type).offsets
            number = max(index for index, one in enumerate(offsets) if one <= rest)
            rest -= offsets[number]
            type = type.elements[number]
            indices.append(number)
        elif isinstance(type, ArrayType):
            element_size = alloc_size(layout, type.element)
            if not element_size:
                return None
            indices.append(rest // element_size)
            rest %= element_size
            type = type.element
        else:
            return None
    return None


def path_indices(type: Type, path: list[int], wide: Type) -> list[Value]:
    """The operands of a getelementptr for a path. The indices of arrays are as `wide` as the offset was."""
    narrow = type.context.integer(32)
    assert isinstance(wide, IntegerType)
    indices: list[Value] = [ConstantInt.get(wide, path[0])]
    for number in path[1:]:
        indices.append(ConstantInt.get(narrow if isinstance(type, StructType) else wide, number))
        if isinstance(type, StructType) and type.elements:
            type = type.elements[number]
        elif isinstance(type, ArrayType):
            type = type.element
    return indices


def element_bytes(value: Value) -> int:
    """The number of bytes by which the index of an address counts; 0 if it does not count bytes, or there are more indices.

    LLVM 23 and newer write `[4 x i8]` for whatever has four bytes.
    """
    if not isinstance(value, (GetElementPtrInst, ConstantExpr)) or len(value.operands) != 2:
        return 0
    source = value.source_element_type
    element = source.element if isinstance(source, ArrayType) else source
    if not isinstance(element, IntegerType) or element.width != 8 or not isinstance(value.type, PointerType):
        return 0
    return source.count if isinstance(source, ArrayType) else 1


def byte_offset(value: Value) -> int | None:
    """The offset, where an address is at a constant number of bytes from another; else None."""
    size = element_bytes(value)
    index = value.operands[1] if size and isinstance(value, (GetElementPtrInst, ConstantExpr)) else None
    return index.signed * size if isinstance(index, ConstantInt) else None


# --- The structs that `!tbaa` describes: their names, and what is at which offset.
#
# From LLVM 19 on, optimized code computes addresses of fields in bytes, and a struct may be in no type of the module. The tags of
# its accesses still have the offsets of its fields. A struct with the same name in the module is taken if it has fields there;
# else a struct is made. What a tag does not say, such as the elements of an array, is left to the uses of the addresses.

_TAG: Final = "tbaa"
_PREFIXES: Final = ("struct.", "class.")
# How C++ mangles the name of a type, and how LLVM 20 and newer name the type of a pointer to a struct.
_MANGLED: Final = "_ZTS"
_ANONYMOUS: Final = "struct.anon"
_POINTER: Final = "p1 "
_ANY_POINTER: Final = "any pointer"


@final
class Tag:
    """An access tag: the struct, what is accessed, and the offset of this in the struct."""

    __slots__ = ("access", "base", "offset")

    def __init__(self, base: MDNode, access: MDNode, offset: int) -> None:
        self.base: Final = base
        self.access: Final = access
        self.offset: Final = offset


@final
class TaggedStruct:
    """A struct type and its description. `uses` has what the module accesses at an offset, with the number of uses."""

    def __init__(self, type: StructType, members: list[tuple[int, MDNode]], is_made: bool) -> None:
        self.type: Final = type
        self.members: Final = members
        self.is_made: Final = is_made
        self.uses: Final[dict[int, dict[Type, int]]] = {}
        self.last_use = 0
        self.is_open = is_made

    def add_use(self, offset: int, type: Type | None) -> None:
        """Note that code uses the address at an offset, as one of this type."""
        self.last_use = max(self.last_use, offset)
        if type is not None:
            counts = self.uses.setdefault(offset, {})
            counts[type] = counts.get(type, 0) + 1


@final
class TaggedStructs:
    """The structs of a module by the nodes that describe them, and by their types."""

    def __init__(self, module: Module, layout: DataLayout) -> None:
        self._context: Final = module.context
        self._layout: Final = layout
        self._tags: Final[dict[MDNode, Tag | None]] = {}
        self._by_node: Final[dict[MDNode, TaggedStruct | None]] = {}
        self._by_name: Final[dict[str, TaggedStruct]] = {}
        self.by_type: Final[dict[StructType, TaggedStruct]] = {}
        # The types of the accesses, by the scalar types in their tags.
        self._accessed: Final[dict[MDNode, Type]] = {}
        for function in module.functions:
            for instruction in function.instructions:
                if isinstance(instruction, (LoadInst, StoreInst)):
                    self._note(instruction)

    def _note(self, instruction: LoadInst | StoreInst) -> None:
        tag = self.tag(instruction)
        if tag is None:
            return
        accessed = instruction.type if isinstance(instruction, LoadInst) else instruction.value.type
        self._accessed.setdefault(tag.access, accessed)
        if tag.base is not tag.access:
            self.described(tag.base)

    def tag(self, instruction: Instruction) -> Tag | None:
        """The tag of an access; None without one, or if it is not a path to a field."""
        node = instruction.metadata(_TAG)
        if node is None:
            return None
        if node not in self._tags:
            self._tags[node] = _tag_of(node)
        return self._tags[node]

    def described(self, node: MDNode) -> TaggedStruct | None:
        """The struct that a node describes; None if it does not describe one."""
        if node in self._by_node:
            return self._by_node[node]
        name, members = _members(node)
        made: TaggedStruct | None = None
        if members:
            made = self._named(name, members) if name else self._unnamed(members)
        self._by_node[node] = made
        return made

    def _named(self, name: str, members: list[tuple[int, MDNode]]) -> TaggedStruct | None:
        known = self._by_name.get(name)
        if known is not None:
            return known if [offset for offset, _ in known.members] == [offset for offset, _ in members] else None
        plain = _plain_name(name)
        found: StructType | None = None
        for prefix in _PREFIXES:
            found = found or self._context.struct_of_name(prefix + plain)
        if found is not None and found.elements is not None:
            size = alloc_size(self._layout, found)
            if size is None or not {offset for offset, _ in members} <= set(self._layout.struct_layout(found).offsets):
                return None
        type = self._context.named_struct(_PREFIXES[0] + plain) if found is None else found
        made = TaggedStruct(type, members, type.elements is None)
        self._by_name[name] = made
        self.by_type[type] = made
        return made

    def _unnamed(self, members: list[tuple[int, MDNode]]) -> TaggedStruct:
        """A struct that C knows only by a typedef, which a tag does not name."""
        made = TaggedStruct(self._context.named_struct(_ANONYMOUS), members, True)
        self.by_type[made.type] = made
        return made

    def pointee(self, tag: Tag) -> Type | None:
        """The pointee of a pointer that is accessed, where the tag says this."""
        name = tag.access.operands[0]
        if not isinstance(name, MDString) or not name.text.startswith(_POINTER):
            return None
        rest = name.text.removeprefix(_POINTER)
        known = self._by_name.get(rest)
        if known is None:
            known = self._by_name.get(_plain_name(rest))
        if known is not None:
            return known.type
        return next((type for node, type in self._accessed.items() if _name(node) == rest), None)

    def element(self, size: int, type: Type | None) -> Type | None:
        """The type if it has this number of bytes, or an array of it that has; None if there is none."""
        own = None if type is None else alloc_size(self._layout, type)
        if type is None or not own or size % own or isinstance(type, FunctionType):
            return None
        return type if own == size else self._context.array(type, size // own)

    # --- the fields of structs that are made

    def complete(self) -> None:
        """Give the structs that are made their fields."""
        for struct in list(self.by_type.values()):
            self._complete(struct)

    def _complete(self, struct: TaggedStruct) -> None:
        if not struct.is_open:
            return
        struct.is_open = False
        members = struct.members
        elements: list[Type] = []
        ends = [offset for offset, _ in members[1:]]
        for number, (offset, node) in enumerate(members):
            end = ends[number] if number < len(ends) else None
            if end is not None and end <= offset:
                return
            elements.append(self._member(struct, offset, node, end))
        self._lay_out(struct, elements)

    def _member(self, struct: TaggedStruct, offset: int, node: MDNode, end: int | None) -> Type:
        context = self._context
        room = None if end is None else end - offset
        inner = self._by_node.get(node)
        if inner is None and len(node.operands) > 3:
            inner = self.described(node)
        type: Type | None = None
        if inner is not None:
            self._complete(inner)
            type = inner.type
        elif _is_pointer(node):
            type = context.pointer()
        else:
            uses = struct.uses.get(offset)
            accessed = self._accessed.get(node)
            if accessed is not None and _name(node) != "omnipotent char":
                type = accessed
            elif uses:
                type = max(uses, key=lambda one: (uses[one], alloc_size(self._layout, one) or 0))
        size = None if type is None else alloc_size(self._layout, type)
        if type is None or size is None or size == 0 or (room is not None and size > room):
            byte = context.integer(8)
            return byte if room is None or room == 1 else context.array(byte, room)
        if room is None:
            room = max(struct.last_use - offset, 0) + size
        is_whole = room < 2 * size or not (_name(node) == "omnipotent char" or inner is not None)
        return type if is_whole else context.array(type, room // size)

    def _lay_out(self, struct: TaggedStruct, members: list[Type]) -> None:
        """Put the members at their offsets: with their own alignments if these lead there, else packed."""
        byte = self._context.integer(8)
        wanted = [offset for offset, _ in struct.members]
        for is_packed in (False, True):
            elements: list[Type] = []
            at = 0
            for offset, member in zip(wanted, members, strict=True):
                alignment = 1 if is_packed else self._layout.abi_alignment(member)
                if (at + alignment - 1) // alignment * alignment < offset:
                    elements.append(self._context.array(byte, offset - at))
                    at = offset
                elements.append(member)
                at = (at + alignment - 1) // alignment * alignment + (alloc_size(self._layout, member) or 0)
            tried = self._context.literal_struct(elements, is_packed)
            if set(wanted) <= set(self._layout.struct_layout(tried).offsets):
                struct.type.elements = elements
                struct.type.is_packed = is_packed
                return


def _tag_of(node: MDNode) -> Tag | None:
    operands = node.operands
    if len(operands) < 3:
        return None
    base, access, offset = operands[0], operands[1], _number(operands[2])
    if not isinstance(base, MDNode) or not isinstance(access, MDNode) or offset is None:
        return None
    return Tag(base, access, offset)


def _number(operand: object) -> int | None:
    value = operand.value if isinstance(operand, ValueAsMetadata) else None
    return value.value if isinstance(value, ConstantInt) else None


def _name(node: MDNode) -> str:
    name = node.operands[0] if node.operands else None
    return name.text if isinstance(name, MDString) else ""


def _members(node: MDNode) -> tuple[str, list[tuple[int, MDNode]]]:
    """The name and the members of a struct, by their offsets; no members if the node is something else."""
    members: dict[int, MDNode] = {}
    operands = node.operands
    for index in range(1, len(operands) - 1, 2):
        member, offset = operands[index], _number(operands[index + 1])
        if not isinstance(member, MDNode) or offset is None or offset < 0:
            return "", []
        # Bit fields and empty bases share an offset.
        members.setdefault(offset, member)
    return _name(node), sorted(members.items(), key=lambda one: one[0])


def _is_pointer(node: MDNode) -> bool:
    name = _name(node)
    return name == _ANY_POINTER or (name[:1] == "p" and name[1:2].isdigit()) or name == "vtable pointer"


def _plain_name(name: str) -> str:
    """The name of a type that C++ mangled, if it is a plain one."""
    rest = name.removeprefix(_MANGLED)
    digits = ""
    while rest[len(digits) : len(digits) + 1].isdigit():
        digits += rest[len(digits)]
    plain = rest[len(digits) :]
    return plain if digits and len(plain) == int(digits) else name
