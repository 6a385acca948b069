"""Writes modules as bitcode."""
