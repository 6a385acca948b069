# A program that takes from a library only what it needs, and hides it.
CLANG = clang
LLVM_LINK = llvm-link
LLC = llc
LINKFLAGS = -only-needed -internalize -suppress-warnings

.SUFFIXES:

all: program.o

%.bc: %.c words.h
	$(CLANG) -O2 -DLIMIT=20 -c -emit-llvm -o $@ $<

library.bc: text.bc list.bc
	$(LLVM_LINK) -o=$@ $^

program.bc: main.bc library.bc
	$(LLVM_LINK) $(LINKFLAGS) main.bc library.bc -o $@

program.o: program.bc
	$(LLC) --filetype=obj --function-sections -o $@ program.bc
