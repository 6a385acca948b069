"""The comments that LLVM prints before arguments of some intrinsics, in calls."""

from __future__ import annotations

from pyllvm.ir.attributes import floating_point_classes_string
from pyllvm.ir.constants import Constant, ConstantInt
from pyllvm.ir.instructions import CallBase
from pyllvm.tables import argument_comments
from pyllvm.tables.intrinsics import intrinsic_signature_row


def comment_arguments(call: CallBase, name: str, version: int, texts: list[str]) -> None:
    """Insert the comments into the texts of the arguments of a call of the intrinsic with this name."""
    if version < argument_comments.ARGUMENT_COMMENTS_SINCE:
        return
    if name.startswith(argument_comments.COMMENTED_PREFIXES):
        _comment_words(call, name, version, texts)
    elif version >= argument_comments.CLASS_COMMENTS_SINCE and name.startswith(argument_comments.CLASS_TEST_PREFIX):
        _comment_classes(call, texts)


def _comment_words(call: CallBase, name: str, version: int, texts: list[str]) -> None:
    """Insert the words that the table of intrinsics has for the arguments."""
    row = intrinsic_signature_row(name, version)
    if row is None:
        return
    comments = argument_comments.commented_arguments(row[0], version)
    first = len(row[1].rpartition("(")[2].split(",")) - len(comments)
    for index, comment in enumerate(comments, first):
        argument = call.operands[index] if 0 <= index < len(texts) else None
        if isinstance(argument, Constant) and comment.word:
            number = argument.unsigned if isinstance(argument, ConstantInt) else -1
            texts[index] = comment.text(number) + texts[index]


def _comment_classes(call: CallBase, texts: list[str]) -> None:
    """Insert the words of the floating-point classes that a call of llvm.is.fpclass asks for."""
    classes = call.operands[1] if len(texts) > 1 else None
    if isinstance(classes, ConstantInt):
        texts[1] = f"/* ({floating_point_classes_string(classes.unsigned)}) */ {texts[1]}"
