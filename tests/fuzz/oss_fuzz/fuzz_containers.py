"""The fuzzer of the target `containers`, as OSS-Fuzz builds it."""

import sys

from tests.fuzz.guided import fuzz

if __name__ == "__main__":
    fuzz("containers", sys.argv[1:])
