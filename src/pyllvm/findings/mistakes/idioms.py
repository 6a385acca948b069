"""Lines of other languages: each row has a pattern of a line, and what LLVM's text has in its place."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final, NamedTuple

from pyllvm.findings.mistakes.text import Text, conversions, default_value, is_floating
from pyllvm.findings.mistakes.words import FLOATING_OF, TYPES
from pyllvm.tables import opcodes
from pyllvm.tables.features import OPAQUE_POINTERS_SINCE
from pyllvm.tables.opcodes import OPERATIONS_ON_NUMBERS

_TYPE: Final = (
    r"(?:(?:[ib]\d+|half|bfloat|float|double|fp128|ptr|void|x86_fp80|%[\w.$-]+(?=\s+[%@\d])"
    r"|<\d+ x [\w*]+>|\[\d+ x [\w*]+\]|\{[^{}]*\})(?: addrspace\(\d+\))?\**)"
)
_VALUE: Final = r"(?:[%@][-\w.$]+|-?\d+(?:\.\d+(?:e[-+]?\d+)?)?|true|false|null|undef|poison|zeroinitializer)"
_BINARY: Final = rf"(?:{'|'.join(OPERATIONS_ON_NUMBERS)})(?: (?:nuw|nsw|exact|disjoint))*|[if]cmp \w+"
_OPERATORS: Final[dict[str, tuple[str, str]]] = {
    **{row.symbol: (row.name, FLOATING_OF.get(row.name, "")) for row in opcodes.INTEGER_BINARY if row.symbol},
    "==": ("icmp eq", "fcmp oeq"), "!=": ("icmp ne", "fcmp une"), "<": ("icmp slt", "fcmp olt"), "<=": ("icmp sle", "fcmp ole"),
    ">": ("icmp sgt", "fcmp ogt"), ">=": ("icmp sge", "fcmp oge"),
}  # fmt: skip
"""The operators of other languages: the instruction for integers, and the one for floating-point numbers."""
_INTEGER_OF: Final = {other: one for one, other in FLOATING_OF.items()}
_BY_TYPE: Final = "|".join(_INTEGER_OF | FLOATING_OF)
_OPERATOR: Final = "|".join(re.escape(one) for one in sorted(_OPERATORS, key=len, reverse=True))
_CAST: Final = "|".join(opcodes.CAST_NAMES)
_LOAD: Final = r"(?P<opcode>load|getelementptr)(?P<flags>(?: inbounds| volatile)*)"
_NUMBER: Final = r"-?0[xX][0-9A-Fa-f]+|-?0[bBoO]\d+|[-+]?[\d_.']+(?:[eE][-+]?\d+)?[uUlLfF]*"
_FIRST: Final = r"(?:[^,\n]*, )?"
_FLOATING: Final = "half|bfloat|float|double|fp128|x86_fp80|ppc_fp128"
_NOT_FIRST: Final = r"(?<!= )(?<!^)"
_IN_MEMORY: Final = "{opcode} names the type in memory before the pointer"
PHI: Final = "each pair of a phi is written '[ value, %block ]'"
_INVOKE: Final = "an invoke names two blocks, 'to label %normal unwind label %pad'; without a landing pad, use a call"
_POINTER: Final = rf"\b(ptr|void|{'|'.join(TYPES)})( addrspace\(\d+\))? ?(\*+)"
COPIED: Final = re.compile(rf"(%[\w.$-]+) :?= (?:(?:{_CAST}|mov|copy|let|set) )?(?:{_TYPE} )?({_VALUE})(?: to {_TYPE})?$")
_INFIX: Final = "LLVM has no infix operators: an instruction names the operation, and a comma separates its operands"
_NESTED: Final = "an instruction cannot be an operand: give its result a name, on a line above"
_ESCAPES: Final = {"n": "0A", "t": "09", "r": "0D", "0": "00", "a": "07", "b": "08", "e": "1B", "f": "0C", "v": "0B", '"': "22"}

New = Callable[[Text, "re.Match[str]"], str]
"""The new text for what a pattern matches. Lines before its last one go above the line."""


class Idiom(NamedTuple):
    """A pattern in a line, what it becomes (a template of `re`, or a function), and the sentence about it.

    `message`: the pattern of the errors for which it is tried.
    """

    name: str
    pattern: str
    new: str | New
    sentence: str
    message: str = ""


def _infix(t: Text, found: re.Match[str]) -> str:
    type = found["type"] or t.type_of(found["one"]) or "i32"
    if found["one"][0] not in "%@" and found["other"][0] == "%":
        type = found["type"] or t.type_of(found["other"]) or type
    integer, floating = _OPERATORS[found["operator"]]
    instruction = f"{floating if is_floating(type) and floating else integer} {type} {found['one']}, {found['other']}"
    if re.fullmatch(r"\s*%[\w.$-]+ = ", found.string[: found.start()]):
        return instruction
    name = t.new_name("new")
    return f"{name} = {instruction}\n" + f"{found['type']} {name}".strip()


def _nested(t: Text, found: re.Match[str]) -> str:
    name = t.new_name("new")
    instruction = found[0].strip()
    if found.groupdict().get("second"):
        instruction = f"{found['opcode']} {found['type']} {found['one']}, {found['second']}"
    words = f"{name} = {instruction}".replace(f"{found['opcode']}(", f"{found['opcode']} ")
    is_typed = re.search(rf"(?:{_TYPE}|,)\s*$", found.string[: found.start()]) is not None
    type = "" if is_typed else "i1 " if "cmp" in found["opcode"] else f"{found['type']} "
    return f"{words}\n{type}{name}"


def _negated(t: Text, found: re.Match[str]) -> str:
    type, value = found["type"], found["value"]
    if found["word"] == "not":
        return f"xor {type} {value}, {'true' if type == 'i1' else '-1'}"
    return f"fneg {type} {value}" if is_floating(type) else f"sub {type} {default_value(type)}, {value}"


def _string(t: Text, found: re.Match[str]) -> str:
    text, size = escaped(found["text"])
    if found["type"].startswith(("ptr", "i8*")) and not text.endswith("\\00"):
        text, size = text + "\\00", size + 1
    return f'[{size} x i8] c"{text}"'


def _number(_: Text, found: re.Match[str]) -> str:
    text = re.sub(r"(?<=[\da-fA-F])[uUlLfF_']+(?!x)|(?<=\d)[_'](?=\d)", "", found["number"])
    type = found["type"]
    if re.match(r"-?0[xX]", text):
        text = found["number"]
        if not is_floating(type):
            value = int(text, 16)
            return found[0].replace(found["number"], f"u{text}" if value >= 0 else str(value))
    elif re.match(r"-?0[bBoO]", text):
        text = str(int(text, 0))
    if is_floating(type):
        mantissa, letter, exponent = re.fullmatch(r"([-+]?[\d.]+)([eE]?)(.*)", text).groups()  # type: ignore[union-attr]
        mantissa += "" if "." in mantissa else ".0"
        text = re.sub(r"^([-+]?)\.", r"\g<1>0.", mantissa) + letter + exponent
    return found[0].replace(found["number"], text)


def _loaded(t: Text, found: re.Match[str]) -> str:
    """The type in memory, which is missing before the pointer."""
    name = re.match(r"%[\w.$-]+", found.string)
    type = (t.used_type(name[0]) if name is not None and found["opcode"] == "load" else "") or "i32"
    return f"{found['opcode']}{found['flags']} {type}, {found['pointer'] or 'ptr '}{found['value']}"


def _typed_pointer(t: Text, found: re.Match[str]) -> str:
    name, space, stars = found.groups(default="")
    if name == "ptr" or not (t.whole.has_typed_pointers or (t.version or 99) < OPAQUE_POINTERS_SINCE):
        raise ValueError
    return TYPES.get(name, "i8") + space + stars


def _called(t: Text, found: re.Match[str]) -> str:
    known = t.global_of(f"@{found['name']}")
    if known is None and "@" not in found[0]:
        raise ValueError
    name = re.match(r"%[\w.$-]+", found.string)
    type = known.type if known is not None else (t.used_type(name[0]) or "i32") if name is not None else "void"
    return f"call {type} @{found['name']}("


def _stored(t: Text, found: re.Match[str]) -> str:
    pointer, type = next((one, t.defined_type(one)) for one in t.locals if t.defined_type(one).endswith(("ptr", "*")))
    return f"store {found['type'] or t.type_of(found['value']) or 'i32'} {found['value']}, {type} {pointer}"


def _cast(t: Text, found: re.Match[str]) -> str:
    words = found.groupdict()
    given = words.get("given") or t.type_of(found["value"])
    if given == found["type"] and "opcode" not in words:
        return f"add {given} {found['value']}, {default_value(given)}"
    new = next(one for one in conversions(given, found["type"]) if one != words.get("opcode"))
    return f"{new} {given} {found['value']} to {found['type']}"


def _aliased(t: Text, found: re.Match[str]) -> str:
    known = t.global_of(found[2])
    if known is None:
        raise ValueError
    type = f"{known.type} ({', '.join(known.parameters)})" if known.is_function else known.type
    return f"{found[1]} {type}, {f'{type}*' if t.whole.has_typed_pointers else 'ptr'} {found[2]}"


def _operation(t: Text, found: re.Match[str]) -> str:
    """The operation for the types of the operands."""
    new = (FLOATING_OF if is_floating(found["type"]) else _INTEGER_OF)[found["opcode"]]
    predicate = found.groupdict().get("predicate")
    if predicate is None:
        return f"{new} {found['type']} "
    letters = predicate[-2:]
    sign = "o" if new == opcodes.FCMP else "" if letters in ("eq", "ne") else "s"
    return f"{new} {sign}{letters} {found['type']} "


def _condition(t: Text, found: re.Match[str]) -> str:
    if "defined" in t.message and found["value"] != t.token:
        raise ValueError
    type = found["type"] if found["type"] != "i1" else t.type_of(found["value"])
    name = t.new_name("cond")
    compared = f"{'fcmp une' if is_floating(type) else 'icmp ne'} {type} {found['value']}, {default_value(type)}"
    return f"{name} = {compared}\n{found[1]}i1 {name}"


def _address(t: Text, found: re.Match[str]) -> str:
    name = t.new_name("address")
    return f"{name} = inttoptr {found['type']} {found['value']} to ptr\n{found[1]}ptr {name}"


def _returned(t: Text, found: re.Match[str]) -> str:
    type = t.return_type()
    given, value = found["type"], found.groupdict().get("value")
    if type == "void" or value is None:
        return t.returning()
    if value[0] != "%":
        return f"ret {type} {value}"
    name = t.new_name("result")
    return f"{name} = {conversions(given, type)[0]} {given} {value} to {type}\nret {type} {name}"


def _named(t: Text, found: re.Match[str]) -> str:
    number = t.next_node()
    return f"!{number} = !{found[2]}\n{found[1]} = !{{!{number}}}"


def _last_index(t: Text, found: re.Match[str]) -> str:
    count = t.elements(found["type"])
    if not 0 < count <= int(found["index"]):
        raise ValueError
    return f"{found[1]}, {count - 1}"


def _character(t: Text, found: re.Match[str]) -> str:
    text = found[1]
    return str(ord(text)) if len(text) == 1 else str(int(_ESCAPES.get(text[1], "5C"), 16))


def escaped(text: str) -> tuple[str, int]:
    """A string with LLVM's escapes in place of C's, and the number of its bytes."""
    new = re.sub(r"\\([0-9A-Fa-f]{2}|.)", lambda one: f"\\{one[1] if len(one[1]) == 2 else _ESCAPES.get(one[1], '5C')}", text)
    return new, len(re.sub(r"\\[0-9A-Fa-f]{2}", "x", new))


MEANINGS_OF: Final = {
    "zext": "zext (unsigned) or sext (signed)",
    "sitofp": "sitofp (signed) or uitofp (unsigned)",
    "fptosi": "fptosi (signed) or fptoui (unsigned)",
}
"""Instructions that need a decision, with the other one."""
IDIOMS: Final = (
    Idiom("infix-operator", rf"(?:(?P<type>{_TYPE}) )?(?P<one>{_VALUE}) ?(?P<operator>{_OPERATOR}) ?(?P<other>{_VALUE})$",
          _infix, _INFIX),
    Idiom("infix-operator", rf"(?<= )(?P<one>{_VALUE}) (?:{_OPERATOR}) (?={_VALUE}$)", r"\g<one>, ", _INFIX),
    Idiom("pointer", _POINTER, _typed_pointer, "LLVM's name of '{0}' is 'NEW'"),
    Idiom("pointer", _POINTER, r"ptr\2", "a pointer is written NEW, without the type that it points to"),
    Idiom("pointer", rf"\bptr {_TYPE}(?= ?[%@,)])", "ptr", "a pointer is written ptr, without the type that it points to"),
    Idiom("memory-type", rf"({_LOAD}) (?P<pointer>ptr |)(?P<value>[%@][\w.$-]+)(?=$|,)", _loaded, _IN_MEMORY),
    Idiom("memory-type", rf"({_LOAD}) ({_TYPE})\* ", r"\1 \g<4>, \g<4>* ", f"since LLVM 3.7, {_IN_MEMORY}"),
    Idiom("call", r"(?:(?<== )|^)(?:call )?@?(?P<name>[\w.$-]+)\((?=.*\)$)", _called, "a call names the type of its result"),
    Idiom("call", r"\b(?P<tail>tail|musttail|notail) @(?P<name>[\w.$-]+)\((?=.*\)$)",
          lambda t, found: f"{found['tail']} {_called(t, found)}", "'{tail}' is in front of a call"),
    Idiom("destination", r"^br (i1 \S+), label (%[\w.$-]+)$",
          # A branch to the first block is not allowed.
          lambda t, found: f"{found[0]}, label %{next(one for one in t.blocks[:0:-1] if f'%{one}' != found[2])}",
          "a conditional branch names two blocks: for true and for false"),
    Idiom("store", rf"^store (?:(?P<type>{_TYPE}) )?(?P<value>{_VALUE})$", _stored,
          "a store names a value and the address where it goes"),
    Idiom("wrong-cast", rf"(?P<opcode>{_CAST})(?: n\w+)* (?P<given>{_TYPE}) (?P<value>{_VALUE}) to (?P<type>{_TYPE})", _cast,
          "{opcode} does not convert {given} to {type}: use NEXT", "invalid cast"),
    Idiom("operation", rf"\b(?P<opcode>{_BY_TYPE})(?: (?:nuw|nsw|exact|fast))* (?P<type>{_TYPE}) ", _operation,
          "{opcode} is not for {type}: the instruction for these is NEXT", "invalid operand"),
    Idiom("operation", rf"(?P<word>fneg) (?P<type>{_TYPE}) (?P<value>{_VALUE})$", _negated,
          "{word} is for floating-point numbers: NEW does it", "invalid operand"),
    Idiom("operation", rf"\b(?P<opcode>[if]cmp) (?P<predicate>\w+) (?P<type>{_TYPE}) ", _operation,
          "{opcode} is not for {type}: the instruction for these is NEXT", ".cmp requires"),
    Idiom("condition", rf"(\b(?:br|select) |[(,] ?(?=i1 ))(?P<type>{_TYPE}) (?P<value>{_VALUE})(?=[,)])", _condition,
          "a condition is i1: compare the value first", ".*condition must|'.*' defined .* expected 'i1'"),
    Idiom("select-types", rf"(select i1 \S+ ({_TYPE}) {_VALUE}, ){_TYPE} ", r"\1\2 ",
          "both values have the same type, here {2}", "both values"),
    Idiom("store-order", rf"^store ({_TYPE} {_VALUE}), ({_TYPE} {_VALUE})", r"store \2, \1",
          "the value comes first, then the address",
          "store operand|'.*' defined"),
    Idiom("no-pointer", rf"({_LOAD} {_TYPE}, |store {_TYPE} {_VALUE}, )(?P<type>i\d+) (?P<value>{_VALUE})", _address,
          "an address is a pointer, and {value} is {type}: inttoptr makes a pointer of it", ".*must be a pointer"),
    Idiom("result", rf"^ret(?: (?P<type>{_TYPE}))?$", _returned, "ret names the type of the value and the value, here RETURNED"),
    Idiom("result", rf"^ret (?P<type>{_TYPE}) (?P<value>{_VALUE})$", _returned, "the function returns RETURNED",
          "value doesn't match"),
    Idiom("initializer", rf"^@\S+ = (?:\w+ )*?(?:global|constant) (?P<type>{_TYPE}|%[\w.$-]+)(?=$|,)",
          lambda _, found: f"{found[0]} {default_value(found['type'])}".replace("void zeroinitializer", "i8 0"),
          "a variable has an initial value, or is external"),
    Idiom("initializer", rf"^(@\S+ = )(?:external|extern_weak) (.*(?:global|constant) {_TYPE} \S+)", r"\1\2",
          "an external variable is a declaration, and has no initial value"),
    Idiom("named-metadata", r"^(![A-Za-z][\w.]*) = !(\{.*\})$", _named,
          "named metadata has references only: give the values a node of their own",
          "Expected '!'|expected integer"),
    Idiom("distinct", r"^(!\d+ = )(!DI)", r"\1distinct \2", "this node is distinct", "missing 'distinct'"),
    Idiom("field-twice", r"(\b(\w+): .*?), \2: [^,()]*", r"\1", "a node has each field once", "field '"),
    Idiom("alignment", r"align (\d+)", lambda _, found: f"align {1 << max(int(found[1]).bit_length() - 1, 0)}",
          "an alignment is a power of two: 1, 2, 4, 8 and so on", "alignment is not"),
    Idiom("alignment", r"\b(?:load|store)(?: volatile)? atomic (?:i(?P<bits>\d+)|\w+).*$",
          lambda _, found: f"{found[0]}, align {max(int(found['bits'] or 64) // 8, 1)}",
          "an atomic load or store has an alignment", "atomic (?:load|store) must have"),
    Idiom("index", rf"((?:extract|insert)value (?P<type>{_TYPE}|%[\w.$-]+) .*), (?P<index>\d+)$", _last_index,
          "an index of {type} is less than the number of its elements", "invalid indices"),
    Idiom("index", r"(getelementptr[a-z ]* (i\d+|float|double|ptr), \S+ \S+, )i\d+ \S+, (i\d+ \S+)$", r"\1\3",
          "{2} has no elements: the pointer takes one index", "invalid getelementptr"),
    Idiom("index", r"(getelementptr[a-z ]* (%\S+), ptr \S+, i\d+ \S+, )i\d+ %\S+", r"\1i32 0",
          "an index of the struct {2} is a constant i32", "invalid getelementptr"),
    Idiom("cast", rf"(?<== )\((?P<type>{_TYPE})\) ?(?P<value>{_VALUE})$", _cast, "a conversion is an instruction"),
    Idiom("cast", rf"\bcast (?P<given>{_TYPE}) (?P<value>{_VALUE}) to (?P<type>{_TYPE})$", _cast,
          "a conversion is an instruction"),
    Idiom("alias", rf"\b(alias|ifunc) (?:{_TYPE} )?(@[\w.$-]+)$", _aliased,
          "an alias names its type, and the type of the pointer to it"),
    Idiom("type-name", r"(?<![%\w.])(?:struct|class|union)\.[\w.]+", r"%\g<0> = type { i32 }\n%\g<0>",
          "names of types begin with %"),
    Idiom("flag", r"\b(and|or|xor|[us]rem|icmp|[us]div) (nuw|nsw|exact)\b", r"\1", "{1} has no flag '{2}'"),
    Idiom("predicate", r"(?<=icmp )([lg][te])([us])\b", r"\2\1", "the letter for signed or unsigned comes first: NEW"),
    Idiom("comdat", r"(?<=comdat\()(?=[-\w.])", "$", "the name of a comdat begins with $"),
    Idiom("result", rf"^(define|declare) (@[\w.$-]+\(.*\)) ?-> ?({_TYPE})", r"\1 \3 \2",
          "the type of the result comes before the name", "expected type"),
    Idiom("type-definition", rf"(?<=[{{,] )({_TYPE}) [A-Za-z_]\w*(?=,| ?\}})", r"\1",
          "the fields of a structure have types only, and no names", "expected '}'"),
    Idiom("attribute", r"\((.*) (\w+)( ?%[\w.$-]+)?\)(?= \{$|$)", r"(\1\3) \2",
          "'{2}' is for functions: it comes behind the parameters"),
    Idiom("nested-instruction", rf"{_NOT_FIRST}\(?(?P<opcode>{_BINARY}) ?\(?(?P<type>{_TYPE}) (?P<one>{_VALUE}), "
          rf"(?:{_TYPE} )?(?P<second>{_VALUE})\)?", _nested, _NESTED),
    Idiom("nested-instruction", rf"{_NOT_FIRST}(?P<opcode>load|call) (?P<type>{_TYPE})(?:, ptr {_VALUE}| @[\w.$-]+\([^()]*\))",
          _nested, _NESTED),
    Idiom("nested-instruction", rf"{_NOT_FIRST}(?P<opcode>{_CAST}) {_TYPE} {_VALUE} to (?P<type>{_TYPE})", _nested, _NESTED),
    Idiom("negation", rf"(?P<word>neg|not) (?P<type>{_TYPE}) (?P<value>{_VALUE})$", _negated, "there is no {word}: NEW does it"),
    Idiom("string", rf"(?P<type>{_TYPE}) \"(?P<text>[^\"]*)\"", _string, 'a string is an array of i8, and begins with c"'),
    Idiom("string", r"(?P<type>\[\d+ x i8\]) c?'(?P<text>[^'\"]*)'", _string, 'a string is written c"..."'),
    Idiom("string", r"(?P<type>\[\d+ x i8\]) c\"(?P<text>[^\"]*)$", _string, "the string that begins here has no closing quote"),
    Idiom("string", r"(?P<type>\[(?:x )?i8\]) c\"(?P<text>[^\"]*)\"", _string, "an array type names the number of its elements"),
    Idiom("string", r"(?P<type>\[\d+ x i8\]) c\"(?P<text>[^\"]*\\(?![0-9A-Fa-f]{2})[^\"]*)\"", _string,
          "an escape is a backslash and two hexadecimal digits, such as \\0A for a line break and \\00 for the end", "constant"),
    Idiom("string", r"(?<=\[)\d+(?= x i8\] c\"(?P<text>[^\"]*)\")", lambda _, found: str(escaped(found["text"])[1]),
          "the string has NEW bytes: an escape such as \\00 is one byte", "constant"),
    Idiom("array-type", r"\b([ib]\d+|float|double|half|ptr) ?\[(\d+)\]", r"[\2 x \1]", "an array type is written NEW"),
    Idiom("type-definition", r"^typedef (?:struct )?(\{.*\}) %?([\w.]+);?$", r"%\2 = type \1",
          "a type is defined with '%name = type'"),
    Idiom("phi", rf"\[ ?(%[\w.$-]+), ({_VALUE}) ?\]", r"[ \2, \1 ]", PHI),
    Idiom("phi", rf"(?<= )\(? ?({_VALUE}), %?([\w.$-]+) ?\)?(?=$|, \()", r"[ \1, %\2 ]", PHI),
    Idiom("alignment", r"align ?\(?=? ?(\d+)\)?", r"align \1", "an alignment is written 'align 4'"),
    Idiom("alignment", r"(alloca .*), (\d+)$", r"\1, align \2",
          "an alignment is written 'align {2}', the number of elements 'i32 {2}'"),
    Idiom("number", rf"(?P<type>i\d+) {_FIRST}(?P<number>-?0[xX][0-9A-Fa-f]+)$", _number, "hexadecimal integers begin with u0x"),
    Idiom("number", rf"(?P<type>i\d+) {_FIRST}(?P<number>{_NUMBER})$", _number,
          "an integer is written in decimal, without a suffix"),
    Idiom("number", rf"(?P<type>{_FLOATING}) {_FIRST}(?P<number>{_NUMBER})$", _number,
          "a constant of {type} has digits, a point, and no suffix"),
    Idiom("character", r"'(\\?.)'", _character, "a character is written as its number"),
    Idiom("void-result", r"^%[\w.$-]+ = (?=(?:tail )?call void )", "", "the call has no result, so nothing is named"),
    Idiom("invoke", r"^((?:%[\w.$-]+ = )?)invoke (.*\))\s*(?:to label (%[\w.$-]+))?$",
          lambda _, found: f"{found[1]}call {found[2]}" + (f"\nbr label {found[3]}" if found[3] else ""), _INVOKE),
    Idiom("quoted-name", r"([%@$])([-\w$.]*[\x80-\xff][-\w$.\x80-\xff]*)", r'\1"\2"',
          "only ASCII letters are allowed in a name without quotes"),
)  # fmt: skip
