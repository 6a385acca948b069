# Pipelines without files between the steps, a check of each module, and a definition that replaces another.
CLANG = clang
LLVM_AS = llvm-as
LLVM_DIS = llvm-dis
LLVM_LINK = llvm-link
OPT = opt
LLC = llc

.SUFFIXES:

all: check program.o program.s

%.bc: %.c words.h
	$(CLANG) -O1 -S -emit-llvm -o - $< | $(LLVM_AS) -module-hash | $(LLVM_DIS) | $(LLVM_AS) -f -o $@ -

other.bc: text.c words.h
	$(CLANG) -O1 -DLIMIT=5 -S -emit-llvm -o - $< | $(LLVM_AS) -o $@

check: main.bc list.bc other.bc
	for module in $^; do $(OPT) -passes=verify -disable-output $$module || exit 1; done

program.ll: main.bc list.bc text.bc other.bc
	$(LLVM_LINK) -S main.bc list.bc text.bc -override=other.bc > $@

program.o program.s: program.ll
	$(LLVM_AS) $< -o - | $(LLC) -filetype=$(if $(filter %.o,$@),obj,asm) -o $@

.PHONY: check
