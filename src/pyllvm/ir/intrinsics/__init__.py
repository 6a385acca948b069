"""Intrinsics: their names, signatures and attributes."""
