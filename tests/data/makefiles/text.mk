# Each source by itself: text, bitcode, object.
CLANG = clang
LLVM_AS = llvm-as
LLC = llc
CFLAGS = -O1

.SUFFIXES:

OBJECTS = main.o text.o list.o

all: $(OBJECTS)

%.ll: %.c words.h
	$(CLANG) $(CFLAGS) -S -emit-llvm -o $@ $<

%.bc: %.ll
	$(LLVM_AS) $< -o $@

%.o: %.bc
	$(LLC) -filetype=obj $< -o $@

.SECONDARY:
