"""The text of operands: constants, references to values, inline assembly, metadata as values."""

from __future__ import annotations

from typing import Final, final

from pyllvm.assembly.printer.slots import SlotTracker, parent_function
from pyllvm.assembly.printer.types import TypePrinter
from pyllvm.diagnostics import Diagnostic, PyllvmError
from pyllvm.ir.constants import (
    POISON,
    UNDEF,
    BlockAddress,
    Constant,
    ConstantAggregate,
    ConstantByte,
    ConstantData,
    ConstantExpr,
    ConstantFP,
    ConstantInt,
    ConstantPtrAuth,
    GlobalReference,
    InlineAsm,
    SimpleConstant,
    is_null,
)
from pyllvm.ir.global_values import GlobalValue
from pyllvm.ir.metadata import (
    COLUMN_SHIFT,
    LAST_COLUMN,
    LINE_SHIFT,
    DIArgList,
    DIExpression,
    MDNode,
    MDString,
    MDTuple,
    MetadataAsValue,
    SpecializedNode,
    ValueAsMetadata,
)
from pyllvm.ir.types import (
    POINTER,
    STRUCT,
    VECTOR,
    ArrayType,
    ByteType,
    FloatingPointType,
    IntegerType,
    StructType,
    Type,
    VectorType,
)
from pyllvm.ir.value import Value
from pyllvm.limits import CONSTANT_CHARACTERS
from pyllvm.schema.integers import decimal_text
from pyllvm.schema.sides import MetadataText
from pyllvm.schema.text import escape, name_text
from pyllvm.tables.behavior_versions import POISON_IN_MASK_SINCE
from pyllvm.tables.bitcode_versions import IMPLICIT_CODE_SINCE
from pyllvm.tables.flags import GEP_FLAGS
from pyllvm.tables.keywords import INLINE_ASM_FLAGS
from pyllvm.tables.opcodes import CAST_NAMES, OPCODES_BY_NAME
from pyllvm.tables.predicates import PREDICATE_OF_NUMBER
from pyllvm.tables.text_versions import NULL_SPLAT_PRINTED_SINCE, SPLAT_PRINTED_SINCE, UNIFORM_FLOATS_SINCE

# Deeper constants are printed from the inside out with an explicit stack, because their depth comes from the input.
MOST_RECURSION: Final = 60
# From this depth on, texts are cached while a constant is printed: with shared parts, the number of texts could double on each
# level. The text itself could do so as well; therefore it has a limit.
REMEMBERED_DEPTH: Final = 16
# The characters of an inner constant from which others have its number, while a deeply nested constant is printed.
_SHORT: Final = 100


# The fields of nodes that tell one node from another, to a person.
_TELLING_FIELDS: Final = ("tag", "name", "filename", "line", "column")


@final
class OperandPrinter(MetadataText):
    """Prints operands with the numbers of a `SlotTracker`, and with them the fields of nodes."""

    def __init__(self, types: TypePrinter, slots: SlotTracker, version: int) -> None:
        self.types = types
        self.slots = slots
        self.version = version
        # The texts of expressions: most records have one of few.
        self._expressions: dict[DIExpression, str] = {}
        self._depth = 0
        # the texts of inner constants, while a deeply nested one is printed
        self._inner: dict[Value, str] = {}
        # The long ones among them: where a text is in others, they have its number here between two NULs.
        self._long: list[str] = []

    # --- values

    def reference(self, value: Value) -> str:
        """The operand without its type: `%x`, `@f`, `7`, `asm "..."`."""
        if isinstance(value, ConstantInt):
            return self._integer(value)
        slots = self.slots
        found = slots.local_reference(value)
        if found is not None:
            return found
        found = slots.globals.get(value)
        if found is not None:
            return found
        if value.name:
            return ("@" if isinstance(value, GlobalValue) else "%") + name_text(value.name, self.version)
        if isinstance(value, GlobalValue):
            return "<badref>"
        if isinstance(value, Constant):
            return self.constant(value)
        if isinstance(value, InlineAsm):
            return self._inline_assembly(value)
        if isinstance(value, MetadataAsValue):
            return self.metadata(value.metadata)
        function = parent_function(value)
        if function is not None:
            found = slots.foreign_reference(value, function)
        return "<badref>" if found is None else found

    def typed(self, value: Value) -> str:
        """The operand preceded by its type."""
        return f"{self.types.text(value.type)} {self.reference(value)}"

    def typed_list(self, values: list[Value]) -> str:
        """The operands separated by commas, each with its type."""
        return ", ".join([self.typed(value) for value in values])

    def uniform_list(self, values: list[Value]) -> str:
        """The operands with a single type before them if all have it; else each with its type."""
        if not values:
            return ""
        first = values[0].type
        for value in values:
            if value.type is not first:
                return self.typed_list(values)
        return f"{self.types.text(first)} {', '.join([self.reference(value) for value in values])}"

    def _inline_assembly(self, value: InlineAsm) -> str:
        words = "asm "
        for word, bit in INLINE_ASM_FLAGS:
            if value.flags & bit:
                words += word + " "
        return f'{words}"{escape(value.assembly, self.version)}", "{escape(value.constraints, self.version)}"'

    # --- constants

    def constant(self, value: Constant) -> str:
        """The text of a constant that is not a global value, without its type."""
        if isinstance(value, ConstantInt):
            return self._integer(value)
        if isinstance(value, SimpleConstant):
            type = value.type
            if type.kind == VECTOR and value.kind == "zeroinitializer" and self.version >= NULL_SPLAT_PRINTED_SINCE:
                element = type.scalar_type
                if element.kind == POINTER:
                    return f"splat ({self.types.text(element)} null)"
            return value.kind
        if isinstance(value, ConstantFP):
            type = value.type
            scalar = type.scalar_type
            assert isinstance(scalar, FloatingPointType)
            text = self._floating_point(scalar.name, value.bits)
            return f"splat ({scalar.name} {text})" if type.kind == VECTOR else text
        if isinstance(value, ConstantData):
            return self._data(value)
        if isinstance(value, ConstantByte):
            return decimal_text(value.value)
        inner = self._inner
        if inner:
            found = inner.get(value)
            if found is not None:
                return found
        depth = self._depth
        if depth >= MOST_RECURSION:
            return self._from_inside_out(value)
        self._depth = depth + 1
        text = self._compound(value)
        self._depth = depth
        if len(text) > CONSTANT_CHARACTERS:
            raise too_deep()
        if depth >= REMEMBERED_DEPTH:
            text = self._shortened(text)
            inner[value] = text
        elif depth == 0 and inner:
            inner.clear()
            if self._long:
                text = self._expanded(text)
                self._long.clear()
        return text

    def _floating_point(self, type_name: str, bits: int) -> str:
        from pyllvm.assembly.printer.floating_point import floating_point_text, literal_text

        return literal_text(type_name, bits) if self.version >= UNIFORM_FLOATS_SINCE else floating_point_text(type_name, bits)

    def _integer(self, value: ConstantInt) -> str:
        type = value.type
        if isinstance(type, IntegerType):
            if type.width == 1:
                return "true" if value.value else "false"
            return decimal_text(value.value)
        scalar = type.scalar_type
        if isinstance(scalar, IntegerType) and scalar.width == 1:
            return "splat (i1 true)" if value.value else "splat (i1 false)"
        return f"splat ({self.types.text(scalar)} {decimal_text(value.value)})"

    def _from_inside_out(self, value: Constant) -> str:
        """The text of a deeply nested constant; the innermost parts are printed first, and long ones have numbers."""
        inner = self._inner
        depth = self._depth
        self._depth = 1
        stack: list[Constant] = [value]
        while stack:
            current = stack[-1]
            if current in inner:
                stack.pop()
                continue
            missing = [operand for operand in current.operands if _is_compound(operand) and operand not in inner]
            if missing:
                for operand in missing:
                    assert isinstance(operand, Constant)
                    stack.append(operand)
                continue
            text = self._compound(current)
            inner[current] = self._shortened(text)
            stack.pop()
        self._depth = depth
        return inner[value]

    def _shortened(self, text: str) -> str:
        """The text of an inner constant, or its number if it is long."""
        if len(text) <= _SHORT:
            return text
        self._long.append(text)
        return f"\0{len(self._long) - 1}\0"

    def _expanded(self, text: str) -> str:
        """A text with the long texts in place of their numbers."""
        lengths: list[int] = []
        for one in [*self._long, text]:
            length = 0
            at = 0
            for piece in one.split("\0"):
                length += lengths[int(piece)] if at & 1 else len(piece)
                at += 1
            lengths.append(length)
        if lengths[-1] > CONSTANT_CHARACTERS:
            raise too_deep()
        parts: list[str] = []
        stack: list[str] = [text]
        while stack:
            pieces = stack.pop().split("\0")
            if len(pieces) == 1:
                parts.append(pieces[0])
                continue
            for at in range(len(pieces) - 1, -1, -1):
                stack.append(self._long[int(pieces[at])] if at & 1 else pieces[at])
        return "".join(parts)

    def _compound(self, value: Constant) -> str:
        if isinstance(value, ConstantExpr):
            return self._expression(value)
        if isinstance(value, ConstantAggregate):
            return self._aggregate(value)
        if isinstance(value, BlockAddress):
            return f"blockaddress({self.reference(value.operands[0])}, {self.reference(value.operands[1])})"
        if isinstance(value, GlobalReference):
            return f"{value.kind} {self.reference(value.operands[0])}"
        if isinstance(value, ConstantPtrAuth):
            count = 2
            for index in range(2, len(value.operands)):
                if not is_null(value.operands[index]):
                    count = index + 1
            return f"ptrauth ({', '.join([self.typed(operand) for operand in value.operands[:count]])})"
        return "<placeholder or erroneous Constant>"

    def _data(self, value: ConstantData) -> str:
        type = value.type
        data = value.data
        if value.is_string:
            return f'c"{escape(data.decode("utf-8", "surrogateescape"), self.version)}"'
        element = value.element_type
        prefix = self.types.text(element) + " "
        if type.kind == VECTOR and self.version >= SPLAT_PRINTED_SINCE:
            size = value.element_bytes
            if data == data[:size] * (len(data) // size):
                number = int.from_bytes(data[:size], "little", signed=isinstance(element, (IntegerType, ByteType)))
                return f"splat ({prefix}{self._plain(element, number)})"
        body = ", ".join([prefix + self._plain(element, number) for number in value.elements])
        return f"<{body}>" if type.kind == VECTOR else f"[{body}]"

    def _plain(self, type: Type, number: int) -> str:
        """An element of a `ConstantData`; `number` is its representation."""
        if isinstance(type, (IntegerType, ByteType)):
            width = type.width
            if number >> (width - 1) == 1:
                number -= 1 << width
            return str(number)
        assert isinstance(type, FloatingPointType)
        return self._floating_point(type.name, number)

    def _aggregate(self, value: ConstantAggregate) -> str:
        type = value.type
        operands = value.operands
        if type.kind == STRUCT:
            assert isinstance(type, StructType)
            body = ", ".join([self.typed(operand) for operand in operands])
            text = f"{{ {body} }}" if operands else "{}"
            return f"<{text}>" if type.is_packed else text
        if isinstance(type, ArrayType):
            prefix = self.types.text(type.element) + " "
            return "[" + ", ".join([prefix + self.reference(operand) for operand in operands]) + "]"
        assert isinstance(type, VectorType)
        first = operands[0]
        if self.version >= SPLAT_PRINTED_SINCE and isinstance(first, (ConstantInt, ConstantFP, ConstantByte)):
            if operands.count(first) == len(operands):
                return f"splat ({self.typed(first)})"
        prefix = self.types.text(type.element) + " "
        return "<" + ", ".join([prefix + self.reference(operand) for operand in operands]) + ">"

    def _expression(self, value: ConstantExpr) -> str:
        word = value.opcode
        operands = value.operands
        if word == "getelementptr":
            return self._constant_getelementptr(value)
        if word in CAST_NAMES:
            return f"{word}{self._flags(value)} ({self.typed(operands[0])} to {self.types.text(value.type)})"
        if word == "icmp" or word == "fcmp":
            predicate = PREDICATE_OF_NUMBER[value.predicate_number]
            return f"{word} {predicate} ({self.typed(operands[0])}, {self.typed(operands[1])})"
        if word == "shufflevector":
            splat = self._splat_of_shuffle(value)
            if splat is not None:
                return splat
            vectors = f"{self.typed(operands[0])}, {self.typed(operands[1])}"
            return f"{word} ({vectors}, {self.shuffle_mask(operands[2])})"
        text = ", ".join([self.typed(operand) for operand in operands])
        if value.indices is not None:
            text += "".join([f", {index}" for index in value.indices])
        return f"{word}{self._flags(value)} ({text})"

    def _flags(self, value: ConstantExpr) -> str:
        if not value.flags:
            return ""
        row = OPCODES_BY_NAME.get(value.opcode)
        return "" if row is None else row.flags.text(value.flags)

    def _splat_of_shuffle(self, value: ConstantExpr) -> str | None:
        """`splat (...)` for a constant expression that repeats one number over a scalable vector; None for others."""
        if self.version < SPLAT_PRINTED_SINCE:
            return None
        mask = value.operands[2]
        inserted = value.operands[0]
        if not isinstance(mask, SimpleConstant) or mask.kind != "zeroinitializer":
            return None
        if not isinstance(inserted, ConstantExpr) or inserted.opcode != "insertelement":
            return None
        element = inserted.operands[1]
        if isinstance(element, (ConstantInt, ConstantFP, ConstantByte)) and is_null(inserted.operands[2]):
            return f"splat ({self.typed(element)})"
        return None

    def _constant_getelementptr(self, value: ConstantExpr) -> str:
        parts: list[str] = []
        in_range = value.in_range
        if value.source_element_type is not None:
            parts.append(self.types.text(value.source_element_type))
        index = -1
        for operand in value.operands:
            text = self.typed(operand)
            if isinstance(in_range, int) and index == in_range:
                text = "inrange " + text
            parts.append(text)
            index += 1
        words = GEP_FLAGS.text(value.flags)
        if isinstance(in_range, tuple):
            words += f" inrange({in_range[0]}, {in_range[1]})"
        return f"getelementptr{words} ({', '.join(parts)})"

    def shuffle_mask(self, mask: Value) -> str:
        """The mask of a shufflevector with its type; elements without a value are printed as `poison` since LLVM 17."""
        type = self.types.text(mask.type)
        undefined = POISON if self.version >= POISON_IN_MASK_SINCE else UNDEF
        if isinstance(mask, SimpleConstant):
            return f"{type} {undefined if mask.kind in (UNDEF, POISON) else mask.kind}"
        if isinstance(mask, ConstantData):
            body = ", ".join([f"i32 {self._plain(mask.element_type, number)}" for number in mask.elements])
            return f"{type} <{body}>"
        if isinstance(mask, ConstantAggregate):
            parts: list[str] = []
            for element in mask.operands:
                if isinstance(element, SimpleConstant) and element.kind in (UNDEF, POISON):
                    parts.append("i32 " + undefined)
                else:
                    parts.append(self.typed(element))
            return f"{type} <{', '.join(parts)}>"
        return self.typed(mask)

    # --- metadata

    def metadata(self, metadata: object | None) -> str:
        """Metadata as an operand: `!7`, `null`, `i32 3`, `!"text"`, an expression in full."""
        if metadata is None:
            return "null"
        if isinstance(metadata, DIExpression):
            return self._expression_text(metadata)
        if isinstance(metadata, MDNode):
            reference = self.slots.node_reference(metadata)
            if reference is not None:
                return reference
            if isinstance(metadata, SpecializedNode) and metadata.spec.name == "DILocation":
                return self._specialized(metadata)
            return self._summary(metadata)
        if isinstance(metadata, MDString):
            return f'!"{escape(metadata.text, self.version)}"'
        if isinstance(metadata, ValueAsMetadata):
            return self.typed(metadata.value)
        if isinstance(metadata, DIArgList):
            return f"!DIArgList({', '.join([self.typed(argument.value) for argument in metadata.arguments])})"
        return "<badref>"

    def _summary(self, node: MDNode) -> str:
        """A node that has no number: its kind, with the fields that tell it from others. LLVM prints its address in memory."""
        if not isinstance(node, SpecializedNode):
            first = next(iter(node.operands), None)
            return f"!{{{self.metadata(first)}, ...}}" if isinstance(first, MDString) else "!{...}" if node.operands else "!{}"
        found: list[str] = []
        for field in _TELLING_FIELDS:
            value = node[field] if node.spec.has_field(field) else None
            if isinstance(value, MDString):
                found.append(f"{field}: {self.metadata(value)[1:]}")
            elif isinstance(value, int) and value:
                found.append(f"{field}: {node.words(field, self.version)}")
        if node.operands:
            found.append("...")
        return f"!{node.spec.name}({', '.join(found)})"

    def node_body(self, node: MDNode) -> str:
        """The text after `!7 = `."""
        if isinstance(node, MDTuple):
            body = f"!{{{', '.join([self.metadata(operand) for operand in node.operands])}}}"
        elif isinstance(node, SpecializedNode):
            body = self._specialized(node)
        else:
            assert isinstance(node, DIExpression)
            body = self._expression_text(node)
        return "distinct " + body if node.is_distinct else body

    def _expression_text(self, expression: DIExpression) -> str:
        found = self._expressions.get(expression)
        if found is None:
            # Imported only here, as in `_specialized`: small modules have no debug information.
            from pyllvm.tables.dwarf_operations import EXPRESSION

            found = EXPRESSION.show(expression.elements, self.version)
            self._expressions[expression] = found
        return found

    def _specialized(self, node: SpecializedNode) -> str:
        if not node._is_packed:
            from pyllvm.schema.node import show_node

            return show_node(node.spec, node.operands, self.version, self)
        # As `show_node` prints it, which would give each location its list of operands: with debug information, most nodes are
        # locations, and a module takes 5 % less time and a tenth less memory this way.
        place = node._place
        line = place >> LINE_SHIFT
        column = place >> COLUMN_SHIFT & LAST_COLUMN
        end = ", isImplicitCode: true)" if place & 1 and self.version >= IMPLICIT_CODE_SINCE else ")"
        if node._inlined_at is not None:
            end = f", inlinedAt: {self.metadata(node._inlined_at)}{end}"
        if column:
            return f"!DILocation(line: {line}, column: {column}, scope: {self.metadata(node._scope)}{end}"
        return f"!DILocation(line: {line}, scope: {self.metadata(node._scope)}{end}"

    def string_text(self, metadata: object) -> str:
        """The text of a metadata string."""
        return metadata.text if isinstance(metadata, MDString) else ""

    def integer(self, metadata: object, signed: bool) -> int | None:
        """The integer, if `metadata` is a constant integer as metadata."""
        if isinstance(metadata, ValueAsMetadata):
            value = metadata.value
            if isinstance(value, ConstantInt) and value.type.kind != VECTOR:
                return value.value if signed else value.unsigned
        return None

    def expression_integer(self, metadata: object) -> int | None:
        """The signed integer, if `metadata` is an expression that is a signed constant."""
        if isinstance(metadata, DIExpression):
            from pyllvm.schema.expression import expression_integer

            return expression_integer(metadata.elements)
        return None


def too_deep() -> PyllvmError:
    """The error for a constant whose text is too large."""
    message = f"constants nest too deeply to be printed: one has more than {CONSTANT_CHARACTERS} characters"
    return PyllvmError(Diagnostic("error", message))


def _is_compound(value: Value) -> bool:
    return isinstance(value, (ConstantExpr, ConstantAggregate, ConstantPtrAuth))
