"""The rules of individual intrinsics, by chapter of the language reference."""
