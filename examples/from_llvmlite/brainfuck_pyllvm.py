"""A compiler for Brainfuck, with pyllvm."""

from __future__ import annotations

import pyllvm
from pyllvm.ir import BasicBlock, Value


def compile_program(source: str, llvm_version: int = 19) -> pyllvm.Module:
    module = pyllvm.Module("brainfuck", llvm_version=llvm_version)
    putchar = module.add_function("putchar", "i32 (i32)")
    getchar = module.add_function("getchar", "i32 ()")
    tape_type = module.type("[30000 x i8]")
    tape = module.add_global("tape", tape_type, "zeroinitializer")
    tape.linkage = "internal"
    main = module.add_function("main", "i32 ()")
    builder = pyllvm.IRBuilder(main.add_block("entry"))
    place = builder.alloca("i32", name="place")
    builder.store(module.constant("i32", 0), place)

    def cell() -> Value:
        return builder.gep(tape_type, tape, [module.constant("i32", 0), builder.load("i32", place)])

    loops: list[tuple[BasicBlock, BasicBlock]] = []
    for command in source:
        if command in "<>":
            builder.store(builder.add(builder.load("i32", place), 1 if command == ">" else -1), place)
        elif command in "+-":
            pointer = cell()
            builder.store(builder.add(builder.load("i8", pointer), 1 if command == "+" else -1), pointer)
        elif command == ".":
            builder.call(putchar, [builder.zext(builder.load("i8", cell()), "i32")])
        elif command == ",":
            byte = builder.trunc(builder.call(getchar, []), "i8")
            builder.store(byte, cell())
        elif command == "[":
            test, body, done = (main.add_block(name) for name in ("test", "body", "done"))
            builder.branch(test)
            builder.goto_end(test)
            builder.cond_branch(builder.icmp("ne", builder.load("i8", cell()), 0), body, done)
            builder.goto_end(body)
            loops.append((test, done))
        elif command == "]":
            test, done = loops.pop()
            builder.branch(test)
            builder.goto_end(done)
    builder.ret(0)
    return module
