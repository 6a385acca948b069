"""The fuzzer of the target `dump`, as OSS-Fuzz builds it."""

import sys

from tests.fuzz.guided import fuzz

if __name__ == "__main__":
    fuzz("dump", sys.argv[1:])
