"""The functions of LLVM's tutorial that a program may declare with `extern`: they are made of C's own, where they are used."""

from __future__ import annotations

import pyllvm
from pyllvm import IRBuilder


def define_runtime(module: pyllvm.Module) -> None:
    """Give bodies to `putchard` and `printd`, if the program declares them."""
    putchard = module.get_function("putchard")
    if putchard is not None and putchard.is_declaration:
        putchar = module.get_function("putchar") or module.add_function("putchar", "i32 (i32)")
        builder = IRBuilder.at_end(putchard.add_block("entry"))
        builder.call(putchar, [builder.fptosi(putchard.arguments[0], "i32")])
        builder.ret(0.0)
    printd = module.get_function("printd")
    if printd is not None and printd.is_declaration:
        printf = module.get_function("printf") or module.add_function("printf", "i32 (ptr, ...)")
        text = module.add_global("kaleidoscope.format", "[4 x i8]", b"%f\n\0", linkage="private", is_constant=True)
        builder = IRBuilder.at_end(printd.add_block("entry"))
        builder.call(printf, [text, printd.arguments[0]])
        builder.ret(0.0)
