"""What tells two LLVMs apart, or an LLVM from pyllvm: `python -m tests.releases.run NEW [--against OLD]` prints a report."""
