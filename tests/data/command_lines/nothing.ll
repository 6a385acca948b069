; For nm: no symbols.
target triple = "x86_64-unknown-linux-gnu"
