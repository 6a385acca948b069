"""Statistics over many modules: which instructions, attributes and LLVM versions a corpus has. Dask spreads the work."""
