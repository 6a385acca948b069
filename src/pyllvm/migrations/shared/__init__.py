"""Functions that several changes of the language need."""
