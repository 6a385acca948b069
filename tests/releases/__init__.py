"""The differences of two LLVMs, or of an LLVM and pyllvm: `python -m tests.releases.run NEW [--against OLD]` prints a report."""
