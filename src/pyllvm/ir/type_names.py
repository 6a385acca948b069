"""The names of the types in debug information, as C, C++, Rust and Fortran write them."""

from __future__ import annotations

from typing import Final, final

from pyllvm.ir.constants import ConstantInt
from pyllvm.ir.metadata import MDString, MDTuple, SpecializedNode, ValueAsMetadata
from pyllvm.tables import dwarf

_C: Final = "C"
_CPP: Final = "C++"
_RUST: Final = "Rust"
_SWIFT: Final = "Swift"
_FORTRAN: Final = "Fortran"
_C_LANGUAGES: Final = frozenset({"C", "C89", "C99", "C11", "C17", "C23", "ObjC", "OpenCL", "OpenCL_C", "UPC"})
_WORDS: Final = {
    dwarf.TAG_STRUCTURE_TYPE: "struct",
    dwarf.TAG_UNION_TYPE: "union",
    dwarf.TAG_ENUMERATION_TYPE: "enum",
    dwarf.TAG_CLASS_TYPE: "class",
}
_QUALIFIERS: Final = {
    dwarf.TAG_CONST_TYPE: "const",
    dwarf.TAG_VOLATILE_TYPE: "volatile",
    dwarf.TAG_RESTRICT_TYPE: "restrict",
    dwarf.TAG_IMMUTABLE_TYPE: "immutable",
}
_POINTERS: Final = {dwarf.TAG_POINTER_TYPE: "*", dwarf.TAG_REFERENCE_TYPE: "&", dwarf.TAG_RVALUE_REFERENCE_TYPE: "&&"}
_COMPOSITE: Final = "DICompositeType"
_SUBROUTINE: Final = "DISubroutineType"
_SUFFIXES: Final = {
    "int": "",
    "unsigned int": "U",
    "long": "L",
    "unsigned long": "UL",
    "long long": "LL",
    "unsigned long long": "ULL",
}
_ANONYMOUS: Final = "(anonymous namespace)"
# In malformed debug information a type may be its own base.
_DEEPEST: Final = 64
_ENDLESS: Final = "..."


def type_name(node: object, language: str = "") -> str:
    """The name of a type, as the source would have it: `const char *`, `std::vector<int> &`, `int (*)(struct point, ...)`.

    `node` is the type, or a node with one, such as a variable; None is `void`. `language` is "C", "C++", "Rust", "Fortran",
    "Swift" or a word such as "DW_LANG_C11". Without it, the name is as C++ has it. C alone writes `struct` before a name.
    Namespaces are part of it, also inline ones. A type without a name is `struct {...}`.
    """
    if isinstance(node, SpecializedNode) and node.spec.has_field("type"):
        node = node["type"]
    return _Names(language_family(language)).declared(node, "", 0)


def scoped_name(node: SpecializedNode, language: str = "") -> str:
    """The name of a node with its namespaces and classes: `Shape::Circle::area`."""
    return _Names(language_family(language)).scoped(node, text_in(node, "name"))


def language_family(word: str) -> str:
    """Whose words a language uses: "C" for "DW_LANG_C11", "C++" for "DW_LANG_C_plus_plus_17" and for unknown languages."""
    word = word.removeprefix("DW_LANG_").removeprefix("DW_LNAME_")
    if word in _C_LANGUAGES:
        return _C
    if word.startswith(_FORTRAN):
        return _FORTRAN
    return word if word == _RUST or word == _SWIFT else _CPP


def field_of(node: object, field: str) -> object:
    """Return the value of a field, or None if the node has no such field."""
    return node[field] if isinstance(node, SpecializedNode) and node.spec.has_field(field) else None


def text_in(node: object, field: str) -> str:
    """The string in a field of a node; "" if it has none."""
    found = field_of(node, field)
    return found.text if isinstance(found, MDString) else ""


def number_in(node: object, field: str) -> int:
    """The number in a field of a node; 0 if it has none."""
    found = field_of(node, field)
    return found if isinstance(found, int) else 0


def node_in(node: object, field: str) -> SpecializedNode | None:
    """The node in a field of a node, unless it is a list; None if it has none."""
    found = field_of(node, field)
    return found if isinstance(found, SpecializedNode) else None


def nodes_in(node: object, field: str) -> list[object]:
    """The elements of the list in a field of a node."""
    found = field_of(node, field)
    return found.operands if isinstance(found, MDTuple) else []


def _joined(base: str, inner: str) -> str:
    """A type before the rest of its declarator."""
    return base + inner if not inner or inner[0] == "[" else f"{base} {inner}"


def _is_wrapped(base: object) -> bool:
    """Whether a pointer to that type is in parentheses: an array or function, perhaps qualified."""
    for _ in range(_DEEPEST):
        if not isinstance(base, SpecializedNode) or number_in(base, "tag") not in _QUALIFIERS:
            break
        base = field_of(base, "baseType")
    if not isinstance(base, SpecializedNode):
        return False
    return base.spec.name == _SUBROUTINE or (number_in(base, "tag") == dwarf.TAG_ARRAY_TYPE and not _is_vector(base))


def _is_vector(node: SpecializedNode) -> bool:
    return number_in(node, "flags") & dwarf.FLAG_VECTOR != 0


def _bound(value: object) -> str:
    """A bound of an array, or a size; "" if it is not a constant."""
    if isinstance(value, ValueAsMetadata) and isinstance(value.value, ConstantInt):
        value = value.value.value
    return str(value) if isinstance(value, int) else ""


@final
class _Names:
    """Writes types as one language does."""

    __slots__ = ("_language",)

    def __init__(self, language: str) -> None:
        self._language = language

    def declared(self, node: object, inner: str, depth: int) -> str:
        """The type with its declarator: `inner` is the part around the name so far, such as "(*)[3]"."""
        if depth > _DEEPEST:
            return _ENDLESS
        if not isinstance(node, SpecializedNode):
            return _joined("()" if self._language == _RUST else "void", inner)
        tag = number_in(node, "tag")
        name = text_in(node, "name")
        if node.spec.name == _SUBROUTINE:
            return self._function(node, inner, depth)
        if node.spec.name == _COMPOSITE:
            return (
                self._array(node, inner, depth) if tag == dwarf.TAG_ARRAY_TYPE else _joined(self._composite(node, depth), inner)
            )
        if tag in _POINTERS and not name:
            return self._pointer(node, _POINTERS[tag], inner, depth)
        if tag in _QUALIFIERS:
            return self._qualified(node, inner, depth)
        if tag == dwarf.TAG_PTR_TO_MEMBER_TYPE:
            return self._member_pointer(node, inner, depth)
        if tag == dwarf.TAG_ATOMIC_TYPE:
            return _joined(f"_Atomic({self.declared(field_of(node, 'baseType'), '', depth + 1)})", inner)
        if tag == dwarf.TAG_LLVM_PTRAUTH_TYPE:
            key, other = number_in(node, "ptrAuthKey"), number_in(node, "ptrAuthExtraDiscriminator")
            word = f"__ptrauth({key}, {number_in(node, 'ptrAuthIsAddressDiscriminated'):d}, 0x{other:x})"
            return self.declared(field_of(node, "baseType"), word + (f" {inner}" if inner else ""), depth + 1)
        if name and tag not in _POINTERS:
            return _joined(self.scoped(node, name), inner)
        if name:
            return _joined(name, inner)  # Rust names its pointers
        if not node.spec.has_field("baseType"):
            return _joined("?", inner)  # no type
        return self.declared(node["baseType"], inner, depth + 1)

    def scoped(self, node: SpecializedNode, name: str) -> str:
        """A name, behind the names of the namespaces and classes around it."""
        if self._language == _C or self._language == _FORTRAN:
            return name
        parts = [name]
        scope = field_of(node, "scope")
        for _ in range(_DEEPEST):
            if not isinstance(scope, SpecializedNode):
                break
            kind = scope.spec.name
            if kind == "DINamespace":
                parts.append(text_in(scope, "name") or _ANONYMOUS)
            elif kind == _COMPOSITE:
                parts.append(self._own_name(scope, 0))
            elif kind != "DIModule":
                break
            elif self._language == _SWIFT:
                parts.append(text_in(scope, "name"))
            scope = field_of(scope, "scope")
        parts.reverse()
        return ("." if self._language == _SWIFT else "::").join(parts)

    def _own_name(self, node: SpecializedNode, depth: int) -> str:
        """The name of a struct, union or enumeration without its scope, with template arguments."""
        name = text_in(node, "name")
        if not name:
            return f"{_WORDS.get(number_in(node, 'tag'), 'type')} {{...}}"
        if self._language == _CPP and not name.endswith(">"):
            parameters = nodes_in(node, "templateParams")
            if parameters:
                arguments = self._template_arguments(parameters, depth + 1)
                return f"{name}<{arguments} >" if arguments.endswith(">") else f"{name}<{arguments}>"  # as clang has it
        return name

    def _composite(self, node: SpecializedNode, depth: int) -> str:
        name = self.scoped(node, self._own_name(node, depth))
        if not text_in(node, "name"):
            return name
        if self._language == _FORTRAN:
            return f"type({name})"
        word = _WORDS.get(number_in(node, "tag"), "") if self._language == _C else ""
        return f"{word} {name}" if word else name

    def _template_arguments(self, parameters: list[object], depth: int) -> str:
        """The arguments of a template whose name lacks them (`-gsimple-template-names`)."""
        found: list[str] = []
        for one in parameters if depth <= _DEEPEST else []:
            if not isinstance(one, SpecializedNode):
                continue
            value = field_of(one, "value")
            if number_in(one, "tag") == dwarf.TAG_GNU_TEMPLATE_PARAMETER_PACK:
                found.append(self._template_arguments(value.operands if isinstance(value, MDTuple) else [], depth + 1))
            elif isinstance(value, MDString):
                found.append(value.text)
            elif isinstance(value, ValueAsMetadata):
                found.append(self._template_value(value, self.declared(field_of(one, "type"), "", depth + 1)))
            else:
                found.append(self.declared(field_of(one, "type"), "", depth + 1))
        return ", ".join([one for one in found if one])

    def _template_value(self, value: ValueAsMetadata, type: str) -> str:
        number = value.value
        if not isinstance(number, ConstantInt):
            return f"&{number.name}"
        if type == "bool":
            return "true" if number.value else "false"
        if type == "char" and 0x20 <= number.value < 0x7F:
            return repr(chr(number.value))
        suffix = _SUFFIXES.get(type)
        return f"({type}){number.value}" if suffix is None else f"{number.unsigned if 'U' in suffix else number.value}{suffix}"

    def _pointer(self, node: SpecializedNode, sign: str, inner: str, depth: int) -> str:
        base = field_of(node, "baseType")
        if self._language == _RUST:
            return f"*const {self.declared(base, '', depth + 1)}"
        if self._language == _FORTRAN:
            return f"{self.declared(base, '', depth + 1)}, pointer"
        text = sign + inner
        return self.declared(base, f"({text})" if _is_wrapped(base) else text, depth + 1)

    def _qualified(self, node: SpecializedNode, inner: str, depth: int) -> str:
        """A qualifier is before the name of a type, and behind the sign of a pointer."""
        words: list[str] = []
        base: object = node
        while isinstance(base, SpecializedNode) and number_in(base, "tag") in _QUALIFIERS and depth <= _DEEPEST:
            word = _QUALIFIERS[number_in(base, "tag")]
            words.append("__restrict" if word == "restrict" and self._language != _C else word)
            base = field_of(base, "baseType")
            depth += 1
        text = " ".join(words)
        if isinstance(base, SpecializedNode) and not text_in(base, "name"):
            tag = number_in(base, "tag")
            if tag in _POINTERS or tag == dwarf.TAG_PTR_TO_MEMBER_TYPE or tag == dwarf.TAG_LLVM_PTRAUTH_TYPE:
                return self.declared(base, _joined(text, inner), depth + 1)
            if base.spec.name == _SUBROUTINE:
                return f"{self.declared(base, inner, depth + 1)} {text}"
        return f"{text} {self.declared(base, inner, depth + 1)}"

    def _member_pointer(self, node: SpecializedNode, inner: str, depth: int) -> str:
        owner, base = field_of(node, "extraData"), field_of(node, "baseType")
        text = f"{self.declared(owner, '', depth + 1)}::*{inner}"
        if isinstance(base, SpecializedNode) and base.spec.name == _SUBROUTINE:
            return self._function(base, f"({text})", depth + 1, True)
        return self.declared(base, f"({text})" if _is_wrapped(base) else text, depth + 1)

    def _function(self, node: SpecializedNode, inner: str, depth: int, is_method: bool = False) -> str:
        types = nodes_in(node, "types")
        result, parameters = types[0] if types else None, types[1:]
        ending = ""
        if is_method and parameters:
            # The object: a method has its qualifiers.
            pointer, *parameters = parameters
            this = field_of(pointer, "baseType")
            while isinstance(this, SpecializedNode) and number_in(this, "tag") in _QUALIFIERS and len(ending) < _DEEPEST:
                ending += f" {_QUALIFIERS[number_in(this, 'tag')]}"
                this = field_of(this, "baseType")
        flags = number_in(node, "flags")
        ending += " &" if flags & dwarf.FLAG_LVALUE_REFERENCE else " &&" if flags & dwarf.FLAG_RVALUE_REFERENCE else ""
        is_variadic = bool(parameters) and parameters[-1] is None
        named = [self.declared(one, "", depth + 1) for one in (parameters[:-1] if is_variadic else parameters)]
        if self._language == _RUST:
            return f"fn({', '.join(named)})" + ("" if result is None else f" -> {self.declared(result, '', depth + 1)}")
        if self._language == _C and not parameters:
            named = ["void"]
        elif is_variadic and (named or self._language != _C):
            named.append("...")
        return self.declared(result, f"{inner}({', '.join(named)}){ending}", depth + 1)

    def _array(self, node: SpecializedNode, inner: str, depth: int) -> str:
        base = field_of(node, "baseType")
        ranges = [one for one in nodes_in(node, "elements") if isinstance(one, SpecializedNode)]
        counts = [self._count(one) for one in ranges]
        if self._language == _RUST:
            name = self.declared(base, "", depth + 1)
            for count in reversed(counts):
                name = f"[{name}; {count}]" if count else f"[{name}]"
            return name
        if self._language == _FORTRAN:
            return f"{self.declared(base, '', depth + 1)}, dimension({', '.join([self._bounds(one) for one in ranges])})"
        if _is_vector(node):
            size = int(_bound(field_of(node, "size")) or 0) // 8
            return _joined(f"{self.declared(base, '', depth + 1)} __attribute__((vector_size({size})))", inner)
        return self.declared(base, inner + "".join([f"[{count}]" for count in counts]), depth + 1)

    def _count(self, subrange: SpecializedNode) -> str:
        count = _bound(field_of(subrange, "count"))
        upper, lower = _bound(field_of(subrange, "upperBound")), _bound(field_of(subrange, "lowerBound"))
        if not count and upper:
            count = str(int(upper) - int(lower or 0) + 1)
        return "" if count == "-1" else count

    def _bounds(self, subrange: SpecializedNode) -> str:
        """`10`, `2:11`, or `:` for what is only known when the program runs."""
        lower, upper = _bound(field_of(subrange, "lowerBound")) or "1", _bound(field_of(subrange, "upperBound"))
        count = self._count(subrange)
        if not upper and count:
            upper = str(int(lower) + int(count) - 1)
        if not upper:
            return ":"
        return upper if lower == "1" else f"{lower}:{upper}"
