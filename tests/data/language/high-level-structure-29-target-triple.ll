; Target Triple: an architecture, a vendor and a system.
target triple = "x86_64-apple-macosx10.7.0"
