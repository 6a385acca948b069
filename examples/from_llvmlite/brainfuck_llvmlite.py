"""A compiler for Brainfuck, with llvmlite."""

from __future__ import annotations

from llvmlite import ir


def compile_program(source: str) -> ir.Module:
    module = ir.Module(name="brainfuck")
    i8, i32 = ir.IntType(8), ir.IntType(32)
    putchar = ir.Function(module, ir.FunctionType(i32, [i32]), name="putchar")
    getchar = ir.Function(module, ir.FunctionType(i32, []), name="getchar")
    tape_type = ir.ArrayType(i8, 30_000)
    tape = ir.GlobalVariable(module, tape_type, "tape")
    tape.linkage = "internal"
    tape.initializer = ir.Constant(tape_type, None)
    main = ir.Function(module, ir.FunctionType(i32, []), name="main")
    builder = ir.IRBuilder(main.append_basic_block("entry"))
    place = builder.alloca(i32, name="place")
    builder.store(ir.Constant(i32, 0), place)

    def cell() -> ir.Value:
        return builder.gep(tape, [ir.Constant(i32, 0), builder.load(place)])

    loops: list[tuple[ir.Block, ir.Block]] = []
    for command in source:
        if command in "<>":
            step = ir.Constant(i32, 1 if command == ">" else -1)
            builder.store(builder.add(builder.load(place), step), place)
        elif command in "+-":
            pointer = cell()
            builder.store(builder.add(builder.load(pointer), ir.Constant(i8, 1 if command == "+" else -1)), pointer)
        elif command == ".":
            builder.call(putchar, [builder.zext(builder.load(cell()), i32)])
        elif command == ",":
            byte = builder.trunc(builder.call(getchar, []), i8)
            builder.store(byte, cell())
        elif command == "[":
            test, body, done = (main.append_basic_block(name) for name in ("test", "body", "done"))
            builder.branch(test)
            builder.position_at_end(test)
            builder.cbranch(builder.icmp_unsigned("!=", builder.load(cell()), ir.Constant(i8, 0)), body, done)
            builder.position_at_end(body)
            loops.append((test, done))
        elif command == "]":
            test, done = loops.pop()
            builder.branch(test)
            builder.position_at_end(done)
    builder.ret(ir.Constant(i32, 0))
    return module
