"""Arguments of intrinsics that LLVM prints with a comment before them: the name of the argument, and the meaning of its number.

Measured with LLVM 22, 23 and 24, for each number of each immediate argument (`ArgProperty` in the definitions of intrinsics,
`Intrinsic::printImmArg`).

Source: lib/IR/Intrinsics.td (ArgInfo). `python -m tests.releases.run PATH --subject intrinsics` shows what it lacks of an LLVM.
"""

from __future__ import annotations

from typing import Final, final

from pyllvm.tables.intrinsics import intrinsic_signature_row

ARGUMENT_COMMENTS_SINCE: Final = 22
# How all their names begin.
COMMENTED_PREFIXES: Final = (
    "llvm.nvvm.applypriority.async.",
    "llvm.nvvm.cp.async.bulk.",
    "llvm.nvvm.fadd",
    "llvm.nvvm.fmul",
    "llvm.nvvm.mbarrier.",
    "llvm.nvvm.sp",
    "llvm.nvvm.st.async.",
    "llvm.nvvm.tcgen05.",
    "llvm.nvvm.tensormap.",
)
# First version that prints the words of the classes that this intrinsic asks for.
CLASS_COMMENTS_SINCE: Final = 23
CLASS_TEST_PREFIX: Final = "llvm.is.fpclass."


@final
class ArgumentComment:
    """The comment of one argument: its first `word`, and the words for its numbers; the last is also for larger ones if so."""

    __slots__ = ("has_open_end", "meanings", "word")

    def __init__(self, word: str, meanings: tuple[str, ...] = (), has_open_end: bool = False) -> None:
        self.word: Final = word
        self.meanings: Final = meanings
        self.has_open_end: Final = has_open_end

    def text(self, number: int) -> str:
        """The comment, with a blank behind it; a negative `number` has no meaning."""
        meaning = ""
        if 0 <= number < len(self.meanings):
            meaning = self.meanings[number]
        elif self.has_open_end:
            meaning = self.meanings[-1]
        return f"/* {self.word}={meaning} */ "


@final
class _Row:
    """The intrinsics whose names begin with `prefix` and have all `words`: the comments of their last arguments."""

    __slots__ = ("comments", "prefix", "since", "words")

    def __init__(
        self, prefix: str, comments: tuple[ArgumentComment, ...], *, words: tuple[str, ...] = (), since: int = 24
    ) -> None:
        self.prefix: Final = prefix
        self.comments: Final = comments
        self.words: Final = words
        self.since: Final = since


_KIND: Final = ArgumentComment("kind", ("f16", "tf32", "f8f6f4", "i8"))
_KIND_24: Final = ArgumentComment("kind", ("f16", "tf32", "f8f6f4", "i8", "ti16"))
_GROUP: Final = ArgumentComment("cta_group")
_COLLECTIONS: Final = ("discard", "lastuse", "fill", "use")
_COLLECTOR: Final = ArgumentComment("collector", _COLLECTIONS)
_COLLECTORS: Final = (ArgumentComment("collector_a", _COLLECTIONS), ArgumentComment("collector_b", _COLLECTIONS))
_BUFFER: Final = ArgumentComment("collector_b_buffer", ("b0", "b1", "b2", "b3"))
_EVICTION: Final = (ArgumentComment("evict_policy", ("L2::evict_normal", "L2::evict_last")),)
_PATTERN: Final = ArgumentComment(
    "flag_valid_pattern",
    ("disabled", "per_16bytes::80000000", "per_16bytes::8000", "per_16bytes::80", "per_16bytes::8", "per_element::ff"),
)
_SCOPE: Final = ArgumentComment("flag_scope", ("cta", "cluster", "gpu", "sys"))
_CACHE_HINT: Final = ArgumentComment("flag_cache_hint")
_REDUCTION: Final = ArgumentComment("red_op", ("add", "min", "max", "inc", "dec", "and", "or", "xor"))
_ROUNDING: Final = (ArgumentComment("rnd", ("rz", "rn", "rp", "rm")),)
_LAYOUT: Final = (ArgumentComment("layout", ("v0", "v1")),)
_MULTICAST: Final = (ArgumentComment("isMultimem"),)
_EXCLUSIVE: Final = (ArgumentComment("is_exclusive"),)
_ELEMENT_TYPES: Final = (
    "u8", "u16", "u32", "s32", "u64", "s64", "f16", "f32", "f32.ftz", "f64", "bf16", "tf32", "tf32.ftz", "b4x16", "b4x16_p64",
    "b6x16_p32",
)  # fmt: skip
_FILL_MODES: Final = ("Zero fill", "OOB-NaN fill")
_INTERLEAVE_LAYOUTS: Final = ("No interleave", "16B interleave", "32B interleave")
_ATOMICITIES: Final = ("16B", "32B", "32B + 8B flip", "64B")
_SWIZZLE_MODES: Final = ("No swizzling", "32B swizzling", "64B swizzling", "128B swizzling", "96B swizzling")

# The first row that applies counts.
_ROWS: Final = (
    _Row("llvm.nvvm.st.async.gpu", _MULTICAST, since=22),
    _Row("llvm.nvvm.st.async.sys", _MULTICAST, since=22),
    _Row("llvm.nvvm.tensormap.replace.elemtype", (ArgumentComment("elemtype", _ELEMENT_TYPES),), since=22),
    _Row("llvm.nvvm.tensormap.replace.fill.mode", (ArgumentComment("fill_mode", _FILL_MODES, has_open_end=True),), since=22),
    _Row("llvm.nvvm.tensormap.replace.interleave.layout", (ArgumentComment("interleave_layout", _INTERLEAVE_LAYOUTS),), since=22),
    _Row("llvm.nvvm.tensormap.replace.swizzle.atomicity", (ArgumentComment("swizzle_atomicity", _ATOMICITIES),), since=22),
    _Row("llvm.nvvm.tensormap.replace.swizzle.mode", (ArgumentComment("swizzle_mode", _SWIZZLE_MODES),), since=22),
    _Row("llvm.nvvm.applypriority.async.bulk.", _EVICTION),
    _Row("llvm.nvvm.cp.async.bulk.prefetch.evict.priority", _EVICTION),
    _Row("llvm.nvvm.cp.async.bulk.tensor.prefetch.evict.priority.", _EVICTION),
    _Row("llvm.nvvm.cp.async.bulk.tensor.prefetch.", (_CACHE_HINT,), words=("override",)),
    _Row("llvm.nvvm.cp.async.bulk.tensor.s2g.", (_CACHE_HINT,), words=("override",)),
    _Row("llvm.nvvm.cp.async.bulk.tensor.g2s.", (_PATTERN,)),
    _Row("llvm.nvvm.cp.async.bulk.global.to.shared.", (_SCOPE, _PATTERN), words=("relaxed",)),
    _Row("llvm.nvvm.cp.async.bulk.global.to.shared.", (_PATTERN,)),
    _Row("llvm.nvvm.cp.async.bulk.tensor.reduce.", (_REDUCTION, _CACHE_HINT), words=("override",)),
    _Row("llvm.nvvm.cp.async.bulk.tensor.reduce.", (_REDUCTION, ArgumentComment(""))),
    _Row("llvm.nvvm.fadd", _ROUNDING),
    _Row("llvm.nvvm.fmul", _ROUNDING),
    _Row("llvm.nvvm.mbarrier.check_layout", _LAYOUT),
    _Row("llvm.nvvm.mbarrier.init", _LAYOUT),
    _Row("llvm.nvvm.spcompress", (ArgumentComment("idx_size"), ArgumentComment("num_tgt"))),
    _Row("llvm.nvvm.spdecompress", (ArgumentComment("idx_size"), ArgumentComment("num_tgt"))),
    _Row("llvm.nvvm.tcgen05.alloc.", _EXCLUSIVE),
    _Row("llvm.nvvm.tcgen05.dealloc.", _EXCLUSIVE),
    _Row("llvm.nvvm.tcgen05.mma.ws.", (_KIND_24, _BUFFER, _COLLECTORS[1])),
    _Row("llvm.nvvm.tcgen05.mma.", _COLLECTORS, words=("f8f6f4", "disable_output_lane")),
    _Row("llvm.nvvm.tcgen05.mma.", (_GROUP, *_COLLECTORS), words=("f8f6f4",)),
    _Row("llvm.nvvm.tcgen05.mma.", (_GROUP, *_COLLECTORS), words=("block_scale",)),
    _Row("llvm.nvvm.tcgen05.mma.", (_KIND_24, *_COLLECTORS), words=("disable_output_lane",)),
    _Row("llvm.nvvm.tcgen05.mma.", (_KIND_24, _GROUP, *_COLLECTORS)),
)
_BEFORE_24: Final = {"llvm.nvvm.tcgen05.mma.tensor": (_KIND, _GROUP, _COLLECTOR)}


def commented_arguments(name: str, version: int) -> list[tuple[int, ArgumentComment]]:
    """The arguments of an intrinsic that have comments, by their numbers."""
    row = intrinsic_signature_row(name, version)
    if row is None:
        return []
    comments = _last_comments(row[0], version)
    first = len(row[1].rpartition("(")[2].split(",")) - len(comments)
    return [(number, comment) for number, comment in enumerate(comments, first) if comment.word]


def _last_comments(name: str, version: int) -> tuple[ArgumentComment, ...]:
    """The comments of the last arguments of an intrinsic; a comment without a word is not printed. The name is without types."""
    if version < 24 and name in _BEFORE_24:
        return _BEFORE_24[name]
    for row in _ROWS:
        if row.since <= version and name.startswith(row.prefix) and all(word in name.split(".") for word in row.words):
            return row.comments
    return ()
