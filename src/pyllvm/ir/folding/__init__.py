"""How LLVM folds constants when they are created."""
