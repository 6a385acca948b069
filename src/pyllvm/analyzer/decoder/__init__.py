"""Explains records: each operand by name and meaning, with values, types and metadata resolved. Imported only on request."""
