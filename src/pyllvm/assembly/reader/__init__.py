"""Reads text into IR: the grammar, the lexer, the driver that runs them, and one builder for each chapter of the language."""
