# The whole program as one module: compiled, linked, optimized, and one object.
CLANG = clang
LLVM_LINK = llvm-link
LLVM_DIS = llvm-dis
OPT = opt
LLC = llc

.SUFFIXES:

BITCODE = main.bc text.bc list.bc

all: whole.o whole.ll

%.bc: %.c words.h
	$(CLANG) -O2 -Xclang -disable-llvm-passes -c -emit-llvm -o $@ $<

whole.bc: $(BITCODE)
	$(LLVM_LINK) $(BITCODE) -o $@

optimized.bc: whole.bc
	$(OPT) -passes='default<O2>' $< -o $@

whole.ll: optimized.bc
	$(LLVM_DIS) < $< > $@

whole.o: optimized.bc
	$(LLC) -O2 -relocation-model=pic -filetype=obj -o $@ $<
