"""Finds what changed between two modules, whatever the numbers and local names in them, and prints it."""
