"""Analyses of a function or a module. None of them changes it."""
