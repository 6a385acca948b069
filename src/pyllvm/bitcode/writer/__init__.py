"""Writes modules as bitcode."""

from pyllvm.bitcode.writer.module import bitcode_pieces, default_producer, forget_uniqueness, write_bitcode

__all__ = ["bitcode_pieces", "default_producer", "forget_uniqueness", "write_bitcode"]
