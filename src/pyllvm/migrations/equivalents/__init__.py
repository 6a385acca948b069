"""Forms that older LLVMs have for newer intrinsics."""
