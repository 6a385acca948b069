"""Rules beyond LLVM's verifier: `lint(module)` reports code that LLVM accepts but that is probably a mistake."""

from __future__ import annotations

from pyllvm.tables.lint_rules import RULES as RULES
from pyllvm.verifier.lint.findings import Finding as Finding
from pyllvm.verifier.lint.linting import lint as lint
