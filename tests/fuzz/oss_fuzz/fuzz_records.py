"""The fuzzer of the target `records`, as OSS-Fuzz builds it."""

import sys

from tests.fuzz.guided import fuzz

if __name__ == "__main__":
    fuzz("records", sys.argv[1:])
