"""The upgrades that LLVM N makes to every module it reads, its own included (AutoUpgrade.cpp); `order` is their list."""
