"""Implements LLVM's verifier: `verify(module)` returns the rules that a module breaks. Each subject has a chapter."""

from __future__ import annotations

from pyllvm.verifier.module import verify as verify
from pyllvm.verifier.state import Failure as Failure
