#!/bin/bash -eu
# Builds the fuzzers in OSS-Fuzz's image, which sets OUT and has the command compile_python_fuzzer.
# The modules stay plain: compiled ones have no coverage.
cd "$SRC/pyllvm"
PYLLVM_MYPYC=0 python3 -m pip install .
export PYTHONPATH=$PWD
for fuzzer in tests/fuzz/oss_fuzz/fuzz_*.py; do
    name=$(basename "$fuzzer" .py)
    compile_python_fuzzer "$fuzzer" --collect-all pyllvm --add-data tests/data:tests/data
    python3 -m tests.fuzz.oss_fuzz.seed_corpus "${name#fuzz_}" "$OUT/${name}_seed_corpus.zip"
done
