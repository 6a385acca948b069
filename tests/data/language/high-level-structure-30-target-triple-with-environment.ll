; Target Triple: the form of four parts.
target triple = "armv7-unknown-linux-gnueabihf"
