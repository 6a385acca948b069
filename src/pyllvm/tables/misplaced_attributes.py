"""The messages of LLVM's parser up to 12 for misplaced attributes, by the position and the attribute.

From LLVM 13 on one sentence serves all. Source: `LLParser::ParseOptionalParamAttrs`, `ParseOptionalReturnAttrs` and
`ParseFnAttributeValuePairs`, whose lists of attributes differ.
"""

from __future__ import annotations

from typing import Final

OWN_WORDS_UNTIL: Final = 12

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


def message_on_parameter(word: str, is_argument: bool) -> str:
    """The message for an attribute of a parameter, or of an argument of a call."""
    if word in _UNKNOWN or word == "cold":
        return "expected value token" if is_argument else "expected ')' at end of argument list"
    return _FUNCTION_ONLY


def message_on_other(is_return_value: bool, is_argument: bool) -> str:
    """The message for what cannot be among the attributes of a parameter, an argument or a return value, in all versions.

    That is a reference to an attribute group, or a word that only functions have.
    """
    if is_return_value:
        return "expected type"
    return "expected value token" if is_argument else "expected ')' at end of argument list"


def message_on_return_value(word: str) -> str:
    """The message for an attribute of a return value."""
    if word in _UNKNOWN:
        return "expected type"
    if word in _PARAMETER_ONLY:
        return "invalid use of parameter-only attribute"
    return _ON_RETURN_VALUES.get(word, _FUNCTION_ONLY)


def message_on_function(word: str) -> str:
    """The message for an attribute of a function or a call itself."""
    return f"invalid use of {'attribute' if word in _NOT_ON_FUNCTIONS else 'parameter-only attribute'} on a function"
