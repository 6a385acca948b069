"""Bitcode to IR: one module for each kind of block."""
