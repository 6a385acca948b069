"""Writes modules as bitcode."""

from pyllvm.bitcode.writer.module import default_producer, write_bitcode

__all__ = ["default_producer", "write_bitcode"]
