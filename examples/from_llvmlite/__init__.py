"""Seven programs twice: with llvmlite, and the same with pyllvm. docs/how-to/from-llvmlite.md has a table of them."""
