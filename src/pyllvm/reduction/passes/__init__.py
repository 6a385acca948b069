"""The kinds of things that a reduction removes or simplifies, one subject in each file."""
