"""The fuzzer of the target `bitcode`, as OSS-Fuzz builds it."""

import sys

from tests.fuzz.guided import fuzz

if __name__ == "__main__":
    fuzz("bitcode", sys.argv[1:])
