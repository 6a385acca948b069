# Debug information through the text and back, then clang makes the objects.
CLANG = clang
LLVM_AS = llvm-as
LLVM_DIS = llvm-dis
CFLAGS = -g -O0

.SUFFIXES:

all: main.o text.o list.o

%.bc: %.c words.h
	$(CLANG) $(CFLAGS) -c -emit-llvm $< -o $@

%.ll: %.bc
	$(LLVM_DIS) $<

%.again.bc: %.ll
	$(LLVM_AS) -o $@ < $<

%.o: %.again.bc
	$(CLANG) -c $< -o $@

.SECONDARY:
