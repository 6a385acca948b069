"""The fuzzer of the target `text`, as OSS-Fuzz builds it."""

import sys

from tests.fuzz.guided import fuzz

if __name__ == "__main__":
    fuzz("text", sys.argv[1:])
