"""Beyond LLVM's verifier: `lint(module)` says what LLVM accepts, and is likely not meant."""

from __future__ import annotations

from pyllvm.tables.lint_rules import RULES as RULES
from pyllvm.verifier.lint.findings import Finding as Finding
from pyllvm.verifier.lint.module import lint as lint
