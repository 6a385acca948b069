"""The language server: LLVM IR in an editor. `server` speaks the protocol; the other modules do not know it."""
