"""IR to text, as LLVM's AssemblyWriter prints it."""
