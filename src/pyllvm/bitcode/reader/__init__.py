"""Reads bitcode into IR: one module for each kind of block."""
