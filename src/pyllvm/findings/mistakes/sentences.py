"""The sentence about a correction of a few words: by the words that change, and the line that they are in."""

from __future__ import annotations

import re
from typing import Final

_TYPE: Final = r"(?:[ib]\d+|half|bfloat|float|double|fp128|ptr|void|[\[<{].*[\]>}])\**"
_PHI: Final = "each pair of a phi is written '[ value, %block ]'"
_DESTINATION: Final = "a destination is written 'label %name'"
_OPERATION: Final = r"= (\w+) .*"
_ARRAY: Final = "an array or vector type is written [4 x i32] or <4 x i32>, with spaces around the x"

SENTENCES: Final = (
    (rf"-{_TYPE}", r".*\bphi ", _PHI),
    (rf"-{_TYPE}", r".*= (extractvalue|insertvalue) ", "an index of {0} is a number without a type"),
    (rf"-{_TYPE}", r"(unreachable) ", "{0} has no operand"),
    (rf"-{_TYPE}", rf"{_TYPE} %\S+ = ", "the result has no type of its own: the line begins with its name"),
    (rf"-{_TYPE}", r"ret ", "an operand has one type"),
    (rf"-{_TYPE}", r".*= ", "the type is written once: this operand has it from the operand before"),
    (r"-void", r"(?:define|declare) ", "a function without parameters has empty parentheses"),
    (r"-(?:const|restrict|signed|unsigned|register|mutable|mut)", r"", "types have no '{old}'"),
    (r"-(?:nuw|nsw|exact|inbounds|fast|nneg|disjoint|samesign)", r".*= (\w+) ", "{0} has no flag '{old}'"),
    (r"-,.+", rf"%\S+ {_OPERATION}", "{0} has two operands"),
    (r"-,", r"attributes ", "attributes are separated by spaces"),
    (r"-,", r".*= [if]cmp ", "a predicate has no comma behind it"),
    (r"-:", r".*\blabel ", f"{_DESTINATION}, without a colon"),
    (r"-:", r".*!", "an attachment is written '!dbg !0', without a colon"),
    (r"-:", r"(?:define|declare) ", "the type of a parameter comes before its name"),
    (r"-=", r"module asm", "module asm has no '='"),
    (r"-=", r"@", "the initial value follows the type, without '='"),
    (r"-label", r"label ", "a block begins with its name alone"),
    (r"-label", r".*\bphi ", _PHI),
    (r"-byval|-sret|-byref|-preallocated|-inalloca|-elementtype", r"",
     "'{old}' is for parameters: it comes behind the type of one"),
    (r"-[a-z]+", r"%\S+ = type ", "the fields of a structure have types only, and no names"),
    (r"-'?\}", r"", "this brace closes no function: remove it"),
    (rf"\+{_TYPE}", r".*\b(?:call|invoke) .*\(", "each argument of a call has its type before it"),
    (rf"\+{_TYPE}", r"(?:define|declare) [^(]*$|(?:define|declare) @",
     "a function has its result type before its name, such as {new}"),
    (rf"\+{_TYPE}", r".*= alloca", "an alloca names the type in memory, such as i32"),
    (rf"\+{_TYPE}", r"@.*= .*[\[{<]", "each element has its type before it"),
    (rf"\+{_TYPE}", r"switch |i\d+ ", "each case has its type"),
    (rf"\+{_TYPE}", r"", "the type comes before an operand: {next} is {new}"),
    (r"\+to|.*=>to", rf"%\S+ {_OPERATION}", "{0} names the new type behind 'to'"),
    (r"\+x|.*=>x .*|.*=>x", r"", _ARRAY),
    (r"\+\(\)", r"(?:define|declare) ", "a function has parentheses, also without parameters"),
    (r"\+\{", r"define ", "the body of a function begins with '{{' behind its header"),
    (r"\+,", r".*, ?!|.* !", "an attachment follows a comma"),
    (r".*=>%.*", r"br ", _DESTINATION),
    (r".*=>%.*", r".*\bphi ", _PHI),
    (r".*=>%.*", r"(?:define|declare) ", "names of parameters begin with %"),
    (r".*=>%.*", r"\S+ = type ", "names of types begin with %"),
    (r"@.*=>%.*", r"@\S+ = ", "@ is for globals; the results of instructions begin with %"),
    (r".*=>@.*", r"(?:define|declare) ", "names of functions begin with @"),
    (r"%.*=>@.*", r"\S+ = ", "% is for types and for values in functions: names of globals begin with @"),
    (r".*=>br", r"", "a jump is written 'br label %name'"),
    (r".*=>ret", r"", "a function returns with 'ret'"),
    (r"%.*=>.*:", r"", "a label has no % where its block begins"),
    (r"\S+ :=>.*:", r"", "a label has no space before its colon"),
    (r"\S+ ==>.*:", r"", "a field and its value are separated by a colon"),
    (r"[^: ]+=>[^ ]+:", r"", "a label ends with a colon"),
    (r"declare=>define", r"", "a function with a body is defined: 'declare' is for functions of other modules"),
    (r"define=>declare", r"", "a function without a body is declared"),
    (r"(?:NULL|nullptr|nil|None)=>null", r"", "the null pointer is written null"),
    (r"\.\.=>\.\.\.", r"", "variable arguments are written '...'"),
    (r"\S+=>\d+", r".*align ", "an alignment is a number: {new}"),
    (r"'?\{=>\[", r"switch ", "the cases of a switch are in [ ]"),
    (r"\S+:=>.*", r".*switch |i\d+ ", "a case is written 'i32 1, label %block'"),
    (r"(?:struct|typedef|union|class|record|types)=>type", r"", "a type is defined with '%name = type'"),
    (r"\S+ \S+=>(?:nuw|nsw|exact|inbounds|volatile|atomic|fast) .*", rf".*?(?:= )?(\w+) {_TYPE}",
     "the flag '{first}' comes directly behind '{0}'"),
    (rf"{_TYPE} \S+=>\S+ {_TYPE}", r"(?:define|declare) ", "'{first}' comes before the result type"),
    (r"%\S+ \S+=>\S+ %.*", r"(?:define|declare) ", "the attributes of a parameter come before its name"),
)  # fmt: skip
"""Each row: the change of the first words, with + for new, - for old, => for other words; the line; and the sentence."""


def sentence_about(change: str, line: str, following: str) -> str:
    """The sentence about a change of words in a line; "" if the change says enough itself."""
    for pattern, context, sentence in SENTENCES:
        found = re.match(context, line) if re.fullmatch(pattern, change) is not None else None
        if found is not None:
            old, _, new = change.rpartition("=>")
            words = {"old": change[1:], "new": new.lstrip("+"), "next": following, "first": new.split(" ")[0], "before": old}
            return sentence.format(*found.groups(), **words)
    return ""
