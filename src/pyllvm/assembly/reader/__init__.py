"""Text to IR: the grammar, the lexer and the driver that runs them, and a builder for each chapter of the language."""
