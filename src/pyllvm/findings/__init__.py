"""What the verifier and lint found, told to a person: LLVM's message and lines, the place, the causes, a hint.

It stands above the verifier, which knows rules but no texts, and above the assembly, which knows texts but no rules.
"""

from __future__ import annotations

from pyllvm.findings.check import Check as Check
from pyllvm.findings.report import Reporter as Reporter
from pyllvm.findings.writer import failures_text as failures_text
