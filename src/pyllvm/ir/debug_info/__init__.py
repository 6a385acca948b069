"""Debug information: its intrinsics and records, and stripping it."""
