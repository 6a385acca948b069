"""What LLVM's ``opt -passes=verify`` and what pyllvm say of a module in text.

Run as a program (``python -m tests.fidelity.verdicts --llvm 19 --count 5000``) it makes modules from seeds, asks both,
counts in how many they agree, and writes those where they do not into a folder.
"""

from __future__ import annotations

import argparse
import re
import resource
import subprocess
import sys
import traceback
from collections import Counter
from pathlib import Path
from random import Random
from typing import Final

from pyllvm.assembly import parse_assembly
from pyllvm.diagnostics import PyllvmError
from pyllvm.findings.failure_text import failures_text
from pyllvm.ir.debug_info.debug_info import CURRENT_VERSION, debug_info_version, strip_debug_info
from pyllvm.ir.module import Module
from pyllvm.verifier import verify

from .text_mutations import Mutator

SEEDS: Final = Path(__file__).resolve().parents[1] / "data" / "verifier"
_PARSE_ERROR: Final = re.compile(r"^(?:.*/)?opt: (?:<stdin>|-):(?:\d+:\d+:)? error: (.*)$", re.M)
_BROKEN: Final = re.compile(
    r"^(?:(?:.*/)?opt: -: error: input module is broken!|LLVM ERROR: Broken module found, compilation aborted!)$", re.M
)
_WARNING: Final = re.compile(
    r"^(?:warning: ignoring (?:invalid debug info|debug info with an invalid)"
    r"|(?:.*/)?opt: warning: failed to infer data layout).*\n?",
    re.M,
)
_ADDRESS: Final = re.compile(r"0x[0-9a-f]{10,}")
# What pyllvm says by itself where LLVM of that version does not know the language.
_OWN_WORDS: Final = "this module is being read as LLVM"


class Verdict:
    """Whether a module may be used, the stage that refused it, and what was said."""

    def __init__(self, stage: str, text: str) -> None:
        self.stage = stage
        self.text = _ADDRESS.sub("0x", text)

    @property
    def is_accepted(self) -> bool:
        return self.stage == "accepted"

    @property
    def first_message(self) -> str:
        return self.text.partition("\n")[0].rstrip()

    @property
    def messages(self) -> list[str]:
        """The lines, each once, without what instructions and nodes are shown as."""
        return sorted({line.rstrip() for line in self.text.splitlines()})


def opt_verdict(opt: str, version: int, text: str) -> Verdict:
    """What the real opt says; the stage "crashed" where it has nothing to say."""
    command = [opt, "-passes=verify", "-disable-output", "-disable-symbolication"]
    # llvm-as and llvm-dis keep types of one identifier apart; so do we.
    command.append("-disable-debug-info-type-map")
    if version == 14 and has_opaque_pointers(text):
        command.append("-opaque-pointers")
    # Not in the child alone: to call a function there, this large process would be copied.
    resource.setrlimit(resource.RLIMIT_CORE, (0, resource.getrlimit(resource.RLIMIT_CORE)[1]))
    try:
        ran = subprocess.run(command, input=text.encode("utf-8", "surrogateescape"), capture_output=True, timeout=20)
    except subprocess.TimeoutExpired:
        return Verdict("crashed", "no answer")
    said = ran.stderr.decode("utf-8", "replace")
    if ran.returncode == 0:
        return Verdict("accepted", _WARNING.sub("", said))
    broken = _BROKEN.search(said)
    if broken:
        return Verdict("refused", _WARNING.sub("", said[: broken.start()]))
    read = _PARSE_ERROR.search(said)
    if read:
        return Verdict("unread", read.group(1))
    return Verdict("crashed", said)


def mutant(version: int, texts: list[str], number: int) -> str:
    """A changed text, the same one for the same number; three in four of those that do not parse are changed anew."""
    chance = Random(number)
    mutator = Mutator(chance)
    while True:
        text = mutator.mutated(chance.choice(texts))
        if chance.random() < 0.25 or our_verdict(version, text).stage != "unread":
            return text


def has_opaque_pointers(text: str) -> bool:
    """Whether LLVM 14 must be told that pointers are opaque."""
    return re.search(r"\bptr\b", text) is not None and re.search(r"[\w)}\]>]\*", text) is None


def our_verdict(version: int, text: str) -> Verdict:
    """What pyllvm says."""
    found: list[Verdict] = []
    try:
        parse_assembly(
            text.encode("utf-8", "surrogateescape"),
            "<stdin>",
            llvm_version=version,
            max_errors=1,
            opaque_pointers=version == 14 and has_opaque_pointers(text),
            check=lambda module: found.append(_verified(module)),
        )
    except PyllvmError as error:
        return Verdict("unread", error.diagnostic.message)
    except Exception:
        return Verdict("crashed", traceback.format_exc())
    return found[-1]


def _verified(module: Module) -> Verdict:
    """What LLVM's parser finds in what it read; debug information alone is dropped, and what is left is looked at again."""
    failures = verify(module)
    if not failures:
        return Verdict("accepted", "")
    said = failures_text(module, failures)
    if debug_info_version(module) != CURRENT_VERSION or any(not failure.is_debug_info for failure in failures):
        return Verdict("refused", said)
    strip_debug_info(module)
    remaining = verify(module)
    return Verdict("refused" if remaining else "accepted", said + failures_text(module, remaining))


def seeds(version: int, folder: Path = SEEDS) -> list[str]:
    """The texts of a folder that LLVM `version` is to read."""
    texts = []
    for path in sorted(folder.rglob("*.ll")):
        text = path.read_text("utf-8", "surrogateescape")
        found = re.match(r"; versions (\d+) to (\d+)$", text, re.M)
        if found is None or int(found[1]) <= version <= int(found[2]):
            texts.append(text)
    return texts


def compare(theirs: Verdict, ours: Verdict) -> str:
    """How far two verdicts agree: "same", or what differs first of "verdict", "stage", "first" (message), "messages", "text".

    "own words": pyllvm says which LLVM would know what this one does not.
    """
    if theirs.is_accepted != ours.is_accepted or ours.stage == "crashed":
        return "verdict"
    if theirs.stage != ours.stage:
        return "stage"
    if ours.stage == "unread" and _OWN_WORDS in ours.text:
        return "own words"
    if theirs.first_message != ours.first_message:
        return "first"
    if theirs.messages != ours.messages:
        return "messages"
    return "same" if theirs.text.rstrip() == ours.text.rstrip() else "text"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--llvm", type=int, default=19)
    parser.add_argument("--opt")
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--start", type=int, default=0, help="the first random seed")
    parser.add_argument("--seeds", type=Path, nargs="*", default=[SEEDS])
    parser.add_argument("--largest", type=int, default=20000, help="leave out seeds of more characters")
    parser.add_argument("--out", type=Path)
    parser.add_argument("--unchanged", action="store_true", help="the seeds themselves")
    parser.add_argument("--quiet", nargs="*", default=["same", "own words", "text"], help="the differences not to be told")
    options = parser.parse_args()
    version = options.llvm
    opt = options.opt or f"/usr/lib/llvm-{version}/bin/opt"
    texts = [text for folder in options.seeds for text in seeds(version, folder) if len(text) <= options.largest]
    tally: Counter[str] = Counter()
    stages: Counter[str] = Counter()
    for number in range(options.start, options.start + (len(texts) if options.unchanged else options.count)):
        text = texts[number] if options.unchanged else mutant(version, texts, number)
        theirs = opt_verdict(opt, version, text)
        ours = our_verdict(version, text)
        stages[theirs.stage] += 1
        if theirs.stage == "crashed" and ours.stage != "crashed":
            continue
        how = compare(theirs, ours)
        tally[how] += 1
        if how not in options.quiet:
            told = ours.text.strip()[-150:] if ours.stage == "crashed" else ours.first_message[:150]
            print(f"{number} {how}: {theirs.stage} {theirs.first_message[:150]!r} | ours {ours.stage} {told!r}", flush=True)
            if options.out:
                _keep(options.out, number, text, theirs, ours)
    print(dict(tally), dict(stages))
    return 0


def _keep(folder: Path, number: int, text: str, theirs: Verdict, ours: Verdict) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for suffix, content in (("ll", text), ("theirs", f"{theirs.stage}\n{theirs.text}"), ("ours", f"{ours.stage}\n{ours.text}")):
        (folder / f"{number}.{suffix}").write_text(content, "utf-8", "surrogateescape")


if __name__ == "__main__":
    sys.exit(main())
