"""Debug information: its intrinsics and records, and how it is stripped."""
