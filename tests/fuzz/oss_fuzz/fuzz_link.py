"""The fuzzer of the target `link`, as OSS-Fuzz builds it."""

import sys

from tests.fuzz.guided import fuzz

if __name__ == "__main__":
    fuzz("link", sys.argv[1:])
