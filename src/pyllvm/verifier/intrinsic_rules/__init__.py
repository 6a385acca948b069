"""The rules of single intrinsics, by chapter of the language reference."""
