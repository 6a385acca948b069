"""Prints IR as text, as LLVM's AssemblyWriter does."""
