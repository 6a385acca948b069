"""What LLVM N does to every module that it reads, its own included (AutoUpgrade.cpp)."""
