"""What LLVM's verifier finds wrong with a module: `verify(module)`, in a chapter each for what it looks at."""

from __future__ import annotations

from pyllvm.verifier.module import verify as verify
from pyllvm.verifier.state import Failure as Failure
