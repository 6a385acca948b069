"""The messages of LLVM's parser up to 12 for misplaced attributes, by the position and the attribute.

From LLVM 13 on one sentence serves all. Source: `LLParser::ParseOptionalParamAttrs`, `ParseOptionalReturnAttrs` and
`ParseFnAttributeValuePairs`, whose lists of attributes differ.
"""

from __future__ import annotations

from typing import Final

OWN_WORDS_UNTIL: Final = 12

# The messages of all versions for what cannot be among the attributes of a parameter, an argument of a call, or a return value:
# a reference to an attribute group, or a word that only functions have.
NOT_ON_PARAMETER: Final = "expected ')' at end of argument list"
NOT_ON_ARGUMENT: Final = "expected value token"
NOT_ON_RETURN_VALUE: Final = "expected type"

_FUNCTION_ONLY: Final = "invalid use of function-only attribute"
# The lists of parameters and return values do not accept these as attributes.
_UNKNOWN: Final = frozenset(
    (
        "allocsize", "convergent", "inaccessiblemem_or_argmemonly", "inaccessiblememonly", "mustprogress", "nocallback", "nofree",
        "norecurse", "nosync", "null_pointer_is_valid", "speculatable", "willreturn",
    )
)  # fmt: skip
_ON_RETURN_VALUES: Final[dict[str, str]] = {
    "readnone": "invalid use of attribute on return type",
    "readonly": "invalid use of attribute on return type",
    "preallocated": "invalid use of parameter-only/call site-only attribute",
    "writeonly": "expected type",
}
_PARAMETER_ONLY: Final = frozenset(
    ("byref", "byval", "immarg", "inalloca", "nest", "nocapture", "returned", "sret", "swifterror", "swiftself")
)
_NOT_ON_FUNCTIONS: Final = frozenset(("inreg", "signext", "zeroext"))


def message_on_parameter(word: str, other: str) -> str:
    """The message for an attribute of a parameter or an argument; `other` is the message for what cannot be there."""
    return other if word in _UNKNOWN or word == "cold" else _FUNCTION_ONLY


def message_on_return_value(word: str) -> str:
    """The message for an attribute of a return value."""
    if word in _UNKNOWN:
        return NOT_ON_RETURN_VALUE
    if word in _PARAMETER_ONLY:
        return "invalid use of parameter-only attribute"
    return _ON_RETURN_VALUES.get(word, _FUNCTION_ONLY)


def message_on_function(word: str) -> str:
    """The message for an attribute of a function or a call itself."""
    return f"invalid use of {'attribute' if word in _NOT_ON_FUNCTIONS else 'parameter-only attribute'} on a function"
