"""Fuzzes a target guided by coverage: ``python -m tests.fuzz.guided TARGET [FOLDER] [option of libFuzzer ...]``.

It needs atheris (``pip install atheris``), and the plain modules: compiled ones have no coverage. FOLDER keeps inputs that
reach new code; without it, they are forgotten. An input that breaks a rule is written to `TARGET-crash-...` in the current
folder, and the run ends. See README.md.
"""

from __future__ import annotations

import random
import sys

import atheris

with atheris.instrument_imports(include=["pyllvm"], exclude=["pyllvm.tables", "pyllvm.cli"]):
    from tests.fuzz import targets
    from tests.fuzz.bitstream_tree import decode, encode
    from tests.fuzz.judge import judge
    from tests.fuzz.mutations import change_bytes, change_records

    import pyllvm


class Broken(Exception):
    """An input broke a rule."""


def _run(data: bytes) -> None:
    fault = judge(_target, data).fault
    if fault:
        raise Broken(fault)


def _change_bitcode(data: bytes, most: int, seed: int) -> bytes:
    """A change of records where the input is a bitstream, which changes of bytes rarely leave."""
    chance = random.Random(seed)
    if chance.random() < 0.7:
        try:
            blocks = decode(data)
            change_records(blocks, chance)
            return encode(blocks)[:most]
        except (pyllvm.PyllvmError, OverflowError, ValueError):
            pass
    return change_bytes(data, chance)[:most] if len(data) >= 8 else atheris.Mutate(data, most)


def fuzz(target: str, options: list[str]) -> None:
    """Fuzz a target with the options of libFuzzer; it does not return."""
    global _target
    _target = target
    mutator = _change_bitcode if target in ("bitcode", "records", "dump", "migrations") else None
    atheris.Setup([sys.argv[0], "-max_len=20000", "-timeout=60", *options], _run, custom_mutator=mutator)
    atheris.Fuzz()


def main() -> None:
    if len(sys.argv) < 2 or sys.argv[1] not in targets.TARGETS:
        names = ",".join(sorted(targets.TARGETS))
        sys.exit(f"usage: python -m tests.fuzz.guided {{{names}}} [FOLDER] [-runs=N] [-max_total_time=S]")
    target, words = sys.argv[1], sys.argv[2:]
    folders = [word for word in words if not word.startswith("-")]
    if folders:
        targets.fill(folders[0], target, targets.FIRST_INPUTS)
    fuzz(target, [f"-artifact_prefix={target}-", *words])


_target = ""

if __name__ == "__main__":
    main()
