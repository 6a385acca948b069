"""Random modules that are valid, for those who test passes, readers and tools of LLVM IR.

`pyllvm.testing.strategies` has the same for Hypothesis: `pip install 'pyllvm[testing]'`.
"""

from __future__ import annotations

import random
from collections.abc import Collection

from pyllvm.ir import Module
from pyllvm.testing.choices import RandomChoices
from pyllvm.testing.random_modules import FEATURES as FEATURES
from pyllvm.testing.random_modules import generated_module
from pyllvm.versions import NEWEST

__all__ = ["FEATURES", "random_module"]


def random_module(
    seed: int, features: Collection[str] | None = None, llvm_version: int = NEWEST, *, instructions: int = 40
) -> Module:
    """A valid module for that LLVM; the same one for the same arguments, and for the same pyllvm.

    `features` are names from `FEATURES`, by default all: "memory", "control-flow", "debug-info" ... Without any, a module has
    functions of integer arithmetic. Each has about that number of `instructions`. A program may divide by zero, or never end.
    Raises ValueError for a feature or an LLVM that is not known.
    """
    return generated_module(RandomChoices(random.Random(seed)), features, llvm_version, instructions)
