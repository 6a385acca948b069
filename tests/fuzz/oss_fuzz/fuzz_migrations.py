"""The fuzzer of the target `migrations`, as OSS-Fuzz builds it."""

import sys

from tests.fuzz.guided import fuzz

if __name__ == "__main__":
    fuzz("migrations", sys.argv[1:])
